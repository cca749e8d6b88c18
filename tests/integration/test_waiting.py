"""Reasons why a page waits, according to the database: each test produces the reason as it occurs in practice."""

from uuid import UUID

import pytest
from tests.integration.helpers import (
    CAKE,
    add_matching,
    ask,
    claim_bodies,
    claim_page,
    claim_pages,
    expire_leases,
    fetch_again,
    fetch_page,
    new_job,
    page,
    settle_page,
    task,
)
from tests.integration.lane_helpers import claim_one, fetch_result, pass_time, settle

from garner.core.waiting import Reason, Waiting
from garner.postgres.database import Connection
from garner.store.crawl import domains, proxies, schedule
from garner.store.crawl.lanes import ORDINARY, Politeness
from garner.store.crawl.robots import RobotsRead
from garner.store.crawl.schedule import PriorityRules
from garner.store.queue import duties, waiting, workers

SITE = "kitchen.example"
PLAIN = Politeness(delay_seconds=2.0, concurrency=5, obey_robots=False)


@pytest.fixture(autouse=True)
async def _one_worker_alive(connection: Connection) -> None:
    await duties.attend(connection, "one", (), allows_private=False)


async def why(connection: Connection, url: str = CAKE, politeness: Politeness = PLAIN) -> Waiting:
    task_id = (await task(connection, url))["id"]
    return (await waiting.of_tasks(connection, [task_id], politeness))[task_id]


async def code(connection: Connection, url: str = CAKE, politeness: Politeness = PLAIN) -> Reason:
    return (await why(connection, url, politeness)).code


# Operators and workers


async def test_an_inactive_or_paused_site_and_a_paused_page(connection: Connection) -> None:
    await ask(connection)
    await domains.change(connection, SITE, f"https://{SITE}", {"is_active": False}, paused=None)
    assert await code(connection) == Reason.SITE_INACTIVE
    await domains.change(connection, SITE, f"https://{SITE}", {"is_active": True}, paused=True)
    assert await code(connection) == Reason.SITE_PAUSED
    await domains.change(connection, SITE, f"https://{SITE}", {}, paused=False)
    await schedule.pause(connection, [(await task(connection))["id"]])
    assert await code(connection) == Reason.PAGE_PAUSED
    await schedule.resume(connection, [(await task(connection))["id"]])
    assert await code(connection) == Reason.QUEUED


async def test_a_lost_worker_and_one_that_left_do_not_count(connection: Connection) -> None:
    await ask(connection)
    assert await code(connection) == Reason.QUEUED
    await connection.execute("update workers set seen_at = now() - interval '21 seconds'")
    assert await code(connection) == Reason.NO_WORKER
    await duties.attend(connection, "one", (), allows_private=False)
    assert await code(connection) == Reason.QUEUED
    await workers.leave(connection, "one")
    assert await code(connection) == Reason.NO_WORKER


async def test_a_page_left_to_a_worker_that_may_fetch_it(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update lanes set needs_private = true")
    assert await code(connection) == Reason.NO_WORKER_ALLOWED
    await duties.attend(connection, "two", (), allows_private=True)
    assert await code(connection) == Reason.QUEUED


# The site


async def test_a_site_that_does_not_respond(connection: Connection) -> None:
    for number in range(5):
        await ask(connection, f"https://{SITE}/{number}")
        await settle(connection, fetch_result(await claim_one(connection), "network_error", delay=9999))
        await pass_time(connection, 1)
    await ask(connection)
    found = await why(connection)
    assert (found.code, found.what, found.site) == (
        Reason.BREAKER_OPEN,
        f"{SITE} does not answer (network_error)",
        SITE,
    )
    lane = (await domains.find(connection, SITE)) or pytest.fail("no such domain")
    assert found.until == lane.open_until is not None
    await pass_time(connection, 600)
    assert (await why(connection)).until is None  # it may be tried now


async def test_a_site_that_asked_to_wait(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_one(connection)
    await ask(connection, f"https://{SITE}/other")
    await settle(connection, fetch_result(claim, "throttled", delay=20, retry_after=20.0))
    found = await why(connection, f"https://{SITE}/other")
    assert (found.code, found.what) == (Reason.ASKED_TO_WAIT, f"{SITE} asked Garner to wait")
    lane = (await domains.find(connection, SITE)) or pytest.fail("no such domain")
    assert found.until == lane.not_before is not None
    # Without a time from the site, only the page is postponed.
    await connection.execute("update lanes set not_before = null")
    assert await code(connection) == Reason.ASKED_TO_WAIT


async def test_the_pace_of_a_site_and_the_number_of_pages_ahead(connection: Connection) -> None:
    for number in range(4):
        await ask(connection, f"https://{SITE}/{number}", delay=2)
        await connection.execute("update work set rank = rank - interval '1 second'")
    assert [claim.url for claim in await claim_pages(connection)] == [f"https://{SITE}/0"]
    last = await why(connection, f"https://{SITE}/3")
    assert (last.code, last.what) == (Reason.PACE, f"{SITE} gets one request every 2 s; 2 pages are ahead")
    turn = await connection.execute("select now() + interval '6 seconds' as turn")
    assert [{"turn": last.until}] == await turn.fetchall()


async def test_a_site_at_its_concurrency_limit(connection: Connection) -> None:
    await ask(connection, f"https://{SITE}/1", concurrency=1)
    await claim_page(connection)
    await ask(connection)
    assert (await why(connection)).what == f"{SITE} is at its limit of 1 page at a time"


# Requirements of the page


async def test_the_robots_txt_of_a_site(connection: Connection) -> None:
    await ask(connection)
    await ask(connection, f"https://{SITE}/other")
    errand = await claim_one(connection, ORDINARY)
    assert (await why(connection, errand.url, ORDINARY)).what == f"worker one is reading the robots.txt of {SITE} first"
    (other,) = {CAKE, f"https://{SITE}/other"} - {errand.url}
    assert await code(connection, other, ORDINARY) == Reason.ROBOTS_BEING_READ
    read = RobotsRead(f"https://{SITE}", 500, wait_seconds=300.0)
    await settle(connection, fetch_result(errand, "robots_unreachable", robots=read, delay=300), politeness=ORDINARY)
    await connection.execute("update lanes set failures = 0, failing_pages = '[]'")
    found = await why(connection, other, ORDINARY)
    assert found.code == Reason.ROBOTS_UNREACHABLE and found.until is not None
    found = await why(connection, errand.url, ORDINARY)
    assert found.code == Reason.RETRY and found.until is not None


async def test_proxies_that_are_off(connection: Connection) -> None:
    await ask(connection)
    one = await proxies.add(connection, "http", "one.example", 80, None, None)
    two = await proxies.add(connection, "http", "two.example", 80, None, None)
    assert one and two and await code(connection) == Reason.QUEUED
    await proxies.switch(connection, one, active=False)
    assert await code(connection) == Reason.QUEUED
    await proxies.switch(connection, two, active=False)
    found = await why(connection)
    assert (found.code, found.until) == (Reason.PROXIES_OFF, None)
    await connection.execute("update proxies set retry_at = now() + interval '5 minutes' where id = %s", (two,))
    found = await why(connection)
    assert found.code == Reason.PROXIES_OFF and found.until is not None
    await connection.execute("update proxies set retry_at = now() where id = %s", (two,))
    assert await code(connection) == Reason.QUEUED


# The page itself


async def test_a_page_that_waits_for_its_retry(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), 30.0))
    found = await why(connection)
    assert found.code == Reason.RETRY and found.until is not None
    assert found.what == "retrying (attempt 2 of 3): The site returned an error (HTTP 500)"


async def test_a_page_being_fetched_and_one_whose_worker_is_lost(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    assert (await why(connection)).what == "worker one is fetching the page (0 s so far)"
    await expire_leases(connection)
    assert await code(connection) == Reason.WORKER_LOST


async def test_a_page_that_is_fetched_and_then_extracted(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert (await why(connection)).what == "the page is fetched and waits for a free extractor"
    await claim_bodies(connection)
    assert await code(connection) == Reason.EXTRACTING


async def test_an_ordered_page_that_is_not_due_or_in_the_backlog(connection: Connection) -> None:
    urls = [f"https://{SITE}/{number}" for number in range(3)]
    await connection.execute("select ensure_lane(%s, %s)", (SITE, f"https://{SITE}"))
    for url in urls:
        await connection.execute("insert into resources (url_hash, url) values (%s, %s)", (page(url).hash, url))
        await connection.execute(
            """
            insert into crawl_tasks (domain_id, url, url_hash, scheduled_at)
            select id, %s, %s, now() + interval '1 hour' from domains where domain_name = %s
            """,
            (url, page(url).hash, SITE),
        )
    assert await code(connection, urls[0]) == Reason.SCHEDULED
    await connection.execute("update crawl_tasks set scheduled_at = now() - id * interval '1 second'")
    assert (await why(connection, urls[0])).what.startswith("the page is due")
    await schedule.become_due(connection, PriorityRules(popular_after=10))
    assert (await why(connection, urls[0])).what == f"the page is in the backlog of {SITE}; 2 pages are ahead"


async def test_a_page_waits_for_the_site_that_it_redirects_to(connection: Connection) -> None:
    await ask(connection)
    await domains.change(connection, "other.example", "https://other.example", {}, paused=True)
    await connection.execute(
        """
        update work set hop_url = 'https://other.example/cake', trail = array[%s],
            lane_id = (select l.id from lanes l join domains d on d.id = l.domain_id
                       where d.domain_name = 'other.example')
        """,
        (CAKE,),
    )
    assert (await why(connection)).site == "other.example"
    assert await code(connection) == Reason.SITE_PAUSED


# Requests, and many pages at once


async def test_requests_wait_for_their_pages_and_rows_without_a_page_for_their_job(
    connection: Connection,
) -> None:
    asked = await ask(connection)
    ended = await ask(connection, "https://ended.example/")
    await connection.execute(
        "update job_items set status = 'CANCELED', completed_at = now() where id = %s", (ended.item_id,)
    )
    job_id = await new_job(connection, total=2)
    queued, waits = await add_matching(connection, job_id, 2)
    await connection.execute("delete from work where item_id = %s", (waits,))

    async def codes() -> dict[UUID, Reason]:
        item_ids = [one for one in (asked.item_id, ended.item_id, queued, waits) if one is not None]
        found = await waiting.of_items(connection, item_ids, PLAIN)
        return {item_id: one.code for item_id, one in found.items()}

    assert await codes() == {asked.item_id: Reason.QUEUED, queued: Reason.QUEUED, waits: Reason.JOB_BACKLOG}
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    assert await codes() == {asked.item_id: Reason.QUEUED, queued: Reason.JOB_PAUSED, waits: Reason.JOB_PAUSED}


async def test_a_hundred_pages_are_explained_in_one_statement(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = [f"https://site{number % 7}.example/{number}" for number in range(100)]
    for url in urls:
        await ask(connection, url)
    ids = [(await task(connection, url))["id"] for url in urls]
    statements = []
    execute = connection.execute
    monkeypatch.setattr(connection, "execute", lambda *said: statements.append(said) or execute(*said))
    assert len(await waiting.of_tasks(connection, ids, PLAIN)) == 100
    assert len(statements) == 1
