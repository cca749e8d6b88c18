"""The rows that reading the feed of changes goes through, with many changes and users."""

from collections.abc import Iterator

import psycopg
import pytest
from tests.integration.loaded_databases import STALE, TRUE, load_template, own_database
from tests.integration.test_plans import Watched, large

from garner.store.records import change_feed, change_log

__all__ = ["large"]  # a fixture

CHANGES, PAGES, EACH = 40_000, 20_000, 10
SCANNED = 1000
LOAD = f"""
    insert into users (email) select 'p' || n || '@example.com' from generate_series(1, {PAGES // EACH}) n;
    insert into domains (domain_name, base_url) values ('example.com', 'https://example.com');
    insert into resources (url_hash, url)
    select lpad(n::text, 64, '0'), 'https://example.com/' || n from generate_series(1, {PAGES}) n;
    insert into crawl_tasks (domain_id, url, url_hash, crawl_frequency, status)
    select d.id, r.url, r.url_hash, case when right(r.url_hash, 2) = '00' then interval '1 day' end, 'completed'
    from resources r, domains d;
    insert into job_items (id, origin, user_id, kind, url, url_hash, status, record_version, completed_at)
    select gen_random_uuid(), 'mailbox', (select min(user_id) from users) + n / {EACH}, 'recipe',
           'https://example.com/' || n, lpad(n::text, 64, '0'), 'DONE', 1, now()
    from generate_series(1, {PAGES - 1}) n;
    insert into saved_recipes (id, user_id, title, data, words, url_hash)
    select gen_random_uuid(), (select max(user_id) from users) - n / {EACH}, 'Cake', '{{}}', '',
           lpad((1 + n % 100)::text, 64, '0')
    from generate_series(1, {PAGES - 1}) n;
    insert into record_versions (
        url_hash, kind, version, data, extractor, extractor_version, strategy, confidence, parsed_at)
    select url_hash, 'recipe', 1, '{{"title": "Cake"}}', 'x', 'x', 'x', 1, now() from resources;
    insert into record_changes (number, url_hash, kind, version, changed)
    select n, lpad((1 + n % {PAGES})::text, 64, '0'), 'recipe', 1, true from generate_series(1, {CHANGES}) n;
    insert into change_counter (last_number) values ({CHANGES});
"""


def load(cursor: "psycopg.ClientCursor[tuple[object, ...]]") -> None:
    cursor.execute("set local session_replication_role = replica")
    cursor.execute(LOAD)


@pytest.fixture(scope="module", params=[STALE, TRUE])
def large_url(server_url: str, template: str, request: pytest.FixtureRequest) -> Iterator[str]:
    with own_database(server_url, load_template(server_url, "changes", load, request.param)) as url:
        yield url


@pytest.mark.parametrize("after", [0, CHANGES // 2, CHANGES - SCANNED])
async def test_a_page_of_the_feed_reads_its_range_by_indexes_alone(large: Watched, after: int) -> None:
    cursor = await large.connection.execute("select max(user_id) as user_id from users")
    user = await cursor.fetchone()
    assert user is not None
    await large.forget()
    log = await change_feed.scan(large.connection, user["user_id"], after=after, kind=None, scanned=SCANNED, limit=100)
    assert 10 <= len(log.changes) <= 3 * EACH
    read = [scanned for scanned in await large.forget() if scanned[0] != "change_counter"]
    assert {"record_changes", "crawl_tasks", "job_items"} <= {table for table, *_ in read}
    for table, how, count, statement in read:
        if count == 0:  # of an empty table, or never executed
            continue
        assert how in ("Index Scan", "Index Only Scan"), (table, how, statement)
        assert count <= SCANNED + len(log.changes), (table, count)  # those that are returned are looked up again


async def test_reading_the_log_reads_the_returned_changes_alone(large: Watched) -> None:
    assert len(await change_log.read(large.connection, CHANGES // 2, 100)) == 100
    ((table, how, count, _),) = await large.forget()
    assert (table, how, count) == ("record_changes", "Index Scan", 100)
