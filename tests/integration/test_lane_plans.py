"""A claim that obeys robots.txt and uses proxies reads no more than its batch needs."""

from datetime import timedelta

from tests.integration.helpers import rows, value
from tests.integration.test_plans import BATCH, MAX_ROWS, Watched, large, large_url

from garner.store.crawl import fetching, throttle_timeouts
from garner.store.crawl.lanes import ORDINARY

__all__ = ["large", "large_url"]  # fixtures

# An index still contains the rows that earlier tests rolled back.
MAX_READS = 2 * MAX_ROWS
# Every page of the load is on its own host: the worst case of a lane.
KNOWN = """
    insert into robots_files (origin, domain_id, fetched_at, expires_at)
    select url, domain_id, now(), now() + interval '1 day' from crawl_tasks
"""


async def robots_reads(large: Watched) -> list[tuple[str, str, float]]:
    return [
        (table, how, count)
        for table, how, count, statement in await large.forget()
        if "robots_files" in table and "insert into robots_files" not in statement
    ]


async def test_robots_files_are_looked_up_by_their_key(large: Watched) -> None:
    await large.prepare(KNOWN)
    claims = await fetching.claim(large.connection, "one", BATCH, 60, ORDINARY)
    assert 25 < len(claims) < 35
    assert not any(claim.reads_robots for claim in claims)
    read = await robots_reads(large)
    assert read and {how for _, how, _ in read} <= {"Index Scan", "Index Only Scan"}
    assert max(count for *_, count in read) <= BATCH


async def test_a_claim_that_obeys_robots_reads_little(large: Watched) -> None:
    await large.prepare(KNOWN)
    assert await fetching.claim(large.connection, "one", BATCH, 60, ORDINARY)
    await large.assert_frugal(MAX_READS, at_least=10)


async def test_a_claim_of_robots_fetches_reads_little(large: Watched) -> None:
    claims = await fetching.claim(large.connection, "one", BATCH, 60, ORDINARY)
    assert 25 < len(claims) < 35
    assert all(claim.reads_robots for claim in claims)
    await large.assert_frugal(MAX_READS, at_least=10)


async def test_a_claim_through_proxies_reads_only_the_proxies_of_each_lane(large: Watched) -> None:
    await large.prepare(
        """
        insert into proxies (proxy_url, proxy_port) select 'p' || n, 80 from generate_series(1, 10) n;
        insert into proxy_domains (proxy_id, domain_id) select p.id, d.id from proxies p, domains d;
        """
    )
    claims = await fetching.claim(large.connection, "one", BATCH, 60, ORDINARY)
    assert 25 < len(claims) < 35
    assert len({claim.proxy_id for claim in claims}) >= 1
    await large.assert_frugal(MAX_READS, at_least=10)
    assert await value(large.connection, "select count(*) from proxy_domains where last_used_at is not null") == len(
        claims
    )
    assert await rows(large.connection, "select from proxies where last_used_at is not null")


async def test_failing_overdue_items_reads_only_the_waiting_ones(large: Watched) -> None:
    await large.connection.execute(
        """
        update lanes set throttled_at = now(), throttled_since = now() - interval '1 day'
        where id = (select lane_id from work where stage = 'crawl' and lease_until is null and not held limit 1)
        """
    )
    await large.connection.execute(
        """
        update work set waiting_since = now() - interval '1 day'
        where id in (select id from work where stage = 'crawl' and lease_until is null and not held limit 5)
        """
    )
    await large.forget()
    await throttle_timeouts.fail_overdue(large.connection, timedelta(hours=1), ORDINARY)
    read = [count for table, _, count, _ in await large.forget() if table in ("work", "crawl_tasks", "job_items")]
    assert read and max(read) <= MAX_READS
