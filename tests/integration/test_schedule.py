"""Standing orders: when pages become due, in which order they are fetched, and how often they recur."""

import asyncio
import time
from datetime import timedelta
from typing import Any

import pytest
from tests.integration.helpers import (
    CAKE,
    OPERATOR,
    add_rows,
    ask,
    cancel,
    claim_bodies,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_again,
    fetch_failed,
    fetched,
    finish_page,
    item,
    make_due,
    new_job,
    page,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    task,
    value,
    work_rows,
)

from garner.core.pacing.recrawl import RecrawlPolicy
from garner.core.record import Kind, Record
from garner.engine import Engine
from garner.engine.operating import operating
from garner.postgres.database import Connection
from garner.runtime.duties import background
from garner.store.crawl import domains, extraction, schedule
from garner.store.crawl.schedule import CrawlTaskOrder, PriorityRules

WINDOW = 200
PLAIN = PriorityRules(popular_after=1_000_000, failed_first=False, stale_first=False)
STEP = timedelta(minutes=10)


def pages(count: int, site: str = "kitchen.example") -> list[str]:
    return [f"https://{site}/{number}" for number in range(count)]


async def order(
    connection: Connection, *urls: str, kinds: tuple[Kind, ...] = (Kind.RECIPE,), **wanted: Any
) -> list[int]:
    ordered = await schedule.order(connection, [page(url) for url in urls or (CAKE,)], CrawlTaskOrder(kinds, **wanted))
    return ordered.ids


async def hand_out(connection: Connection, *, window: int = WINDOW, rules: PriorityRules = PLAIN) -> int:
    """Run one round of the scheduler."""
    await schedule.become_due(connection, rules)
    await connection.execute("update lanes set feed_at = now() where feed_at < 'infinity'")  # its second has passed
    return await schedule.feed(connection, window=window)


async def overdue(connection: Connection, url: str = CAKE, by: timedelta = timedelta(seconds=1)) -> None:
    await connection.execute(
        "update crawl_tasks set scheduled_at = now() - %s where url_hash = %s", (by, page(url).hash)
    )


async def finish(connection: Connection, policy: RecrawlPolicy, *found: Record, unchanged: bool = False) -> None:
    assert await settle_page(connection, fetched(await claim_page(connection)))
    claim = await claim_body(connection)
    result = extracted(claim, *found)
    if unchanged:
        result = extraction.ExtractionResult(claim.work_id, claim.fence, result.verdict, result.kinds, unchanged=True)
    assert await extraction.settle(connection, "one", [result], policy)


# Becoming due -------------------------------------------------------------------------------------------------


async def test_a_due_page_is_queued_at_a_rank_fixed_by_its_priority(
    connection: Connection,
) -> None:
    await order(connection, priority=3)
    assert (await task(connection))["status"] == "pending" and await work_rows(connection) == []
    assert await schedule.become_due(connection, PLAIN) == 1
    due = await task(connection)
    assert (due["status"], due["rank"]) == ("pending", due["scheduled_at"] + 3 * STEP)
    assert await schedule.feed(connection, window=WINDOW) == 1
    assert (await task(connection))["status"] == "queued"
    (work,) = await work_rows(connection)
    assert (work["rank"], work["priority"], work["max_attempts"]) == (due["rank"], 3, 3)
    assert (await claim_page(connection)).url == CAKE


async def test_a_page_is_not_due_before_its_scheduled_time(connection: Connection) -> None:
    at = await value(connection, "select now() + interval '1 hour'")
    await order(connection, at=at)
    assert await hand_out(connection) == 0
    assert (await task(connection))["scheduled_at"] == at
    await overdue(connection)
    assert await hand_out(connection) == 1


async def test_a_due_page_is_queued_once(connection: Connection) -> None:
    await order(connection)
    assert await hand_out(connection) == 1
    assert await hand_out(connection) == 0
    assert len(await work_rows(connection)) == 1


async def test_low_priorities_wait_longer_but_not_forever(connection: Connection) -> None:
    low, *high = pages(5)
    await order(connection, low, priority=10)
    await order(connection, *high, priority=1)
    # The low one has been due for long enough to compensate nine priorities.
    await overdue(connection, low, by=9 * STEP + timedelta(seconds=1))
    for expected in (low, None):
        assert await hand_out(connection, window=1) == 1
        claim = await claim_page(connection)
        assert claim.url == expected if expected else claim.url in high
        await settle_page(connection, fetch_failed(claim))
        await make_due(connection)


async def test_a_better_priority_goes_first(connection: Connection) -> None:
    for number, url in enumerate(pages(3)):
        await order(connection, url, priority=9 - number)
    await hand_out(connection)
    ranked = await rows(connection, "select t.url from work w join crawl_tasks t on t.id = w.task_id order by w.rank")
    assert [one["url"] for one in ranked] == list(reversed(pages(3)))


@pytest.mark.parametrize(
    ("set_up", "rules", "grades"),
    [
        ("demand = 10", PriorityRules(), 1),
        ("demand = 9", PriorityRules(), 0),
        ("status = 'failed'", PriorityRules(), 1),
        ("status = 'failed'", PriorityRules(failed_first=False), 0),
        ("scheduled_at = now() - interval '25 hours'", PriorityRules(), 1),
        ("scheduled_at = now() - interval '23 hours'", PriorityRules(), 0),
        ("scheduled_at = now() - interval '25 hours'", PriorityRules(stale_first=False), 0),
        ("demand = 10, status = 'failed', scheduled_at = now() - interval '25 hours'", PriorityRules(), 3),
        ("demand = 10, priority = 1", PriorityRules(), 0),
    ],
)
async def test_popular_failed_and_stale_pages_are_ranked_above_their_priority(
    connection: Connection, set_up: str, rules: PriorityRules, grades: int
) -> None:
    await order(connection, priority=5)
    await connection.execute(f"update crawl_tasks set {set_up}")
    await schedule.become_due(connection, rules)
    due = await task(connection)
    assert due["rank"] == due["scheduled_at"] + (due["priority"] - grades) * STEP


async def test_requests_make_a_page_popular(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await ask(connection, ttl=timedelta(0))
    assert (await task(connection))["demand"] == 2


# Recurring ----------------------------------------------------------------------------------------------------


async def test_only_pages_ordered_by_operators_recur(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    over = await task(connection)
    assert (over["status"], over["crawl_frequency"], over["next_crawl_at"]) == ("completed", None, None)
    await overdue(connection)
    assert await hand_out(connection) == 0


async def test_a_page_without_a_frequency_is_fetched_once(connection: Connection) -> None:
    await order(connection, frequency=None)
    await hand_out(connection)
    await finish_page(connection, recipe())
    assert (await task(connection))["next_crawl_at"] is None
    assert await hand_out(connection) == 0


@pytest.mark.parametrize("ends_well", [True, False])
async def test_the_next_crawl_is_exactly_a_frequency_after_the_last_and_only_its_schedule_jitters(
    connection: Connection, ends_well: bool
) -> None:
    day = timedelta(days=1)
    await order(connection, frequency=day)
    await hand_out(connection)
    if ends_well:
        await finish_page(connection, recipe())
    else:
        await settle_page(connection, fetch_failed(await claim_page(connection)))
    over = await task(connection)
    ended_at = over["completed_at"] if ends_well else over["failed_at"]
    assert over["next_crawl_at"] == ended_at + day
    assert timedelta(0) <= over["scheduled_at"] - over["next_crawl_at"] <= 0.1 * day


async def test_pages_created_together_spread_out(connection: Connection) -> None:
    await order(connection, *pages(20), frequency=timedelta(days=1))
    await connection.execute("update domains set max_concurrent_requests = 20, crawl_delay_seconds = 0")
    await hand_out(connection)
    for claim in await claim_pages(connection, limit=20):
        await settle_page(connection, fetch_failed(claim))
    spread = await row(
        connection,
        "select count(distinct scheduled_at) as times, max(scheduled_at) - min(scheduled_at) as width from crawl_tasks",
    )
    assert spread["times"] == 20 and spread["width"] > timedelta(minutes=10)


async def test_the_interval_adapts_to_whether_the_page_changed_within_bounds(connection: Connection) -> None:
    policy = RecrawlPolicy(min_interval=timedelta(hours=1), max_interval=timedelta(hours=2))
    await order(connection, frequency=timedelta(hours=1.5))

    async def next_time(*found: Record, unchanged: bool = False) -> timedelta:
        await overdue(connection)
        await make_due(connection)
        assert await hand_out(connection) == 1
        await finish(connection, policy, *found, unchanged=unchanged)
        return (await task(connection))["crawl_frequency"]

    assert await next_time(recipe("Cake", "1" * 64)) == timedelta(hours=1.5)  # the first says nothing about change
    assert await next_time(recipe("Cake", "1" * 64), unchanged=True) == timedelta(hours=1.875)
    assert await next_time(recipe("Cake", "1" * 64), unchanged=True) == timedelta(hours=2)
    assert await next_time(recipe("Pie", "2" * 64)) == timedelta(hours=1.5)
    assert await next_time(recipe("Tart", "3" * 64)) == timedelta(hours=1.125)
    assert await next_time(recipe("Bun", "4" * 64)) == timedelta(hours=1)


async def test_an_interval_set_by_an_operator_outside_the_bounds_is_kept(
    connection: Connection,
) -> None:
    policy = RecrawlPolicy(min_interval=timedelta(hours=1), max_interval=timedelta(hours=2))
    await order(connection, frequency=timedelta(minutes=10))
    for body in "12":
        await overdue(connection)
        await make_due(connection)
        await hand_out(connection)
        await finish(connection, policy, recipe(content_hash=body * 64))
    assert (await task(connection))["crawl_frequency"] == timedelta(minutes=10)


async def test_a_recrawl_is_immediate_and_keeps_the_frequency(connection: Connection) -> None:
    (task_id,) = await order(connection, frequency=timedelta(days=7))
    await hand_out(connection)
    assert await schedule.recrawl(connection, [task_id]) == []  # in progress
    await finish_page(connection, recipe())
    await make_due(connection)
    assert await hand_out(connection) == 0
    assert await schedule.recrawl(connection, [task_id, 999]) == [task_id]
    assert await hand_out(connection) == 1
    await finish_page(connection, recipe("Pie", "2" * 64))
    over = await task(connection)
    assert over["next_crawl_at"] == over["completed_at"] + timedelta(days=7) * 0.75


async def test_an_amended_order_moves_the_page_to_its_new_time(connection: Connection) -> None:
    (first,) = await order(connection)
    await schedule.become_due(connection, PLAIN)
    later = await value(connection, "select now() + interval '1 day'")
    assert await order(connection, kinds=(Kind.PRODUCT,), priority=1, at=later) == [first]
    amended = await task(connection)
    assert (amended["kinds"], amended["priority"], amended["rank"]) == (["product"], 1, None)
    assert await hand_out(connection) == 0


async def test_an_order_for_a_page_in_progress_does_not_interrupt_it(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await order(connection)
    ordered = await task(connection)
    assert (ordered["status"], ordered["kinds"]) == ("crawling", ["recipe"])
    assert ordered["crawl_frequency"] == timedelta(days=1)


async def test_an_ordered_page_is_extracted_without_a_waiting_request(connection: Connection) -> None:
    await order(connection, kinds=(Kind.RECIPE, Kind.PRODUCT))
    await hand_out(connection)
    await settle_page(connection, fetched(await claim_page(connection)))
    assert sorted((await claim_body(connection)).kinds) == ["product", "recipe"]


async def test_canceling_a_request_keeps_the_order_of_an_operator(connection: Connection) -> None:
    await order(connection, frequency=None)
    asked = await ask(connection)
    assert await cancel(connection, asked)
    assert (await task(connection))["status"] == "queued" and len(await work_rows(connection)) == 1


# Pause, resume, stop --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["waits for its time", "in the backlog", "in the queue"])
async def test_a_paused_page_is_not_started_until_it_is_resumed(connection: Connection, where: str) -> None:
    (task_id,) = await order(connection)
    if where != "waits for its time":
        await schedule.become_due(connection, PLAIN)
    if where == "in the queue":
        await schedule.feed(connection, window=WINDOW)
    assert await schedule.pause(connection, [task_id]) == [task_id]
    since = (await task(connection))["paused_at"]
    assert await schedule.become_due(connection, PLAIN) == 0
    await hand_out(connection)
    await make_due(connection)
    assert since is not None and await claim_pages(connection) == []
    assert await schedule.pause(connection, [task_id]) == []
    assert (await task(connection))["paused_at"] == since

    assert await schedule.resume(connection, [task_id]) == [task_id]
    assert await schedule.resume(connection, [task_id]) == []
    await hand_out(connection)
    assert (await claim_page(connection)).url == CAKE


async def test_a_request_does_not_start_a_paused_page(connection: Connection) -> None:
    (task_id,) = await order(connection)
    await schedule.pause(connection, [task_id])
    assert (await ask(connection)).outcome == "created"
    assert await claim_pages(connection) == []
    await schedule.resume(connection, [task_id])
    await finish_page(connection, recipe())


async def test_a_page_paused_in_progress_is_completed(connection: Connection) -> None:
    (task_id,) = await order(connection)
    await hand_out(connection)
    claim = await claim_page(connection)
    await schedule.pause(connection, [task_id])
    assert await settle_page(connection, fetched(claim))
    assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert (await task(connection))["status"] == "completed"
    await overdue(connection)
    assert await hand_out(connection) == 0


async def test_a_retry_of_a_paused_page_waits(connection: Connection) -> None:
    (task_id,) = await order(connection)
    await hand_out(connection)
    claim = await claim_page(connection)
    await schedule.pause(connection, [task_id])
    await settle_page(connection, fetch_again(claim))
    await make_due(connection)
    assert await claim_pages(connection) == []
    await schedule.resume(connection, [task_id])
    await make_due(connection)
    assert (await claim_page(connection)).attempt == 2


async def test_pausing_one_page_does_not_delay_others(connection: Connection) -> None:
    first, second = pages(2)
    (paused,) = await order(connection, first, priority=1)
    await order(connection, second, priority=9)
    await schedule.pause(connection, [paused])
    await hand_out(connection)
    assert (await claim_page(connection)).url == second


@pytest.mark.parametrize("fed", [False, True])
async def test_a_stopped_page_is_no_longer_fetched(connection: Connection, fed: bool) -> None:
    (task_id,) = await order(connection)
    if fed:
        await hand_out(connection)
    assert await schedule.stop(connection, [task_id]) == [task_id]
    assert await schedule.stop(connection, [task_id]) == []
    assert await hand_out(connection) == 0
    stopped = await task(connection)
    assert (stopped["status"], stopped["kinds"], stopped["crawl_frequency"]) == ("failed", [], None)
    assert await work_rows(connection) == []


async def test_a_stopped_page_that_was_completed_returns_to_completed(connection: Connection) -> None:
    (task_id,) = await order(connection)
    await hand_out(connection)
    await finish_page(connection, recipe())
    await schedule.recrawl(connection, [task_id])
    await schedule.stop(connection, [task_id])
    assert (await task(connection))["status"] == "completed"


async def test_a_request_that_waits_for_a_stopped_page_still_gets_it(connection: Connection) -> None:
    (task_id,) = await order(connection)
    asked = await ask(connection)
    await schedule.stop(connection, [task_id])
    await finish_page(connection, recipe())
    assert (await item(connection, asked.item_id))["status"] == "DONE"


async def test_a_paused_domain_keeps_its_queue_and_continues_when_resumed(connection: Connection) -> None:
    await order(connection, *pages(3))
    await domains.change(connection, "kitchen.example", "", {}, paused=True)
    await hand_out(connection)
    await make_due(connection)
    assert await claim_pages(connection) == [] and len(await work_rows(connection)) == 3
    assert await domains.skip_inactive(connection) == 0
    await domains.change(connection, "kitchen.example", "", {}, paused=False)
    assert await claim_pages(connection) != []


# Inactive domains -------------------------------------------------------------------------------------------------


async def test_items_that_wait_for_an_inactive_domain_are_skipped_with_a_reason(connection: Connection) -> None:
    single = await ask(connection)
    job_id = await new_job(connection, total=1)
    (in_job,) = await add_rows(connection, job_id, [CAKE])
    await domains.change(connection, "kitchen.example", "", {"is_active": False}, paused=None)
    assert await claim_pages(connection) == []
    assert await domains.skip_inactive(connection) == 1
    for item_id in (single.item_id, in_job):
        ended = await item(connection, item_id)
        assert (ended["status"], ended["error_code"]) == ("SKIPPED", "domain_inactive")
        assert ended["last_error"] == "The domain kitchen.example is disabled."
    assert await work_rows(connection) == []
    delta = await row(connection, "select pending, skipped from job_deltas where job_id = %s", job_id)
    assert delta == {"pending": -1, "skipped": 1}


async def test_other_domains_and_requests_in_flight_are_not_skipped(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await ask(connection, "https://shop.example/pan")
    await domains.change(connection, "kitchen.example", "", {"is_active": False}, paused=None)
    assert await domains.skip_inactive(connection) == 0
    assert len(await work_rows(connection)) == 2


async def test_a_reactivated_domain_is_fetched_again(connection: Connection) -> None:
    await domains.change(connection, "kitchen.example", "", {"is_active": False}, paused=None)
    await ask(connection)
    assert await claim_pages(connection) == []
    await domains.change(connection, "kitchen.example", "", {"is_active": True}, paused=None)
    assert (await claim_page(connection)).url == CAKE


# The window -------------------------------------------------------------------------------------------------------


async def test_the_window_bounds_the_queue_and_the_backlog_follows(connection: Connection) -> None:
    await order(connection, *pages(30))
    assert await hand_out(connection, window=10) == 10
    assert await hand_out(connection, window=10) == 0
    claim = await claim_page(connection)
    assert await hand_out(connection, window=10) == 0  # pages in flight are in the window
    await settle_page(connection, fetch_failed(claim))
    assert await hand_out(connection, window=10) == 1


async def test_a_page_locked_while_its_lane_was_fed_is_fed_later(engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        await order(connection)
        await schedule.become_due(connection, PLAIN)
    async with engine.database.transaction() as holder, engine.database.transaction() as feeder:
        await holder.execute("select 1 from crawl_tasks for update")
        assert await schedule.feed(feeder, window=WINDOW) == 0
    async with engine.database.transaction() as connection:
        assert await hand_out(connection) == 1


async def test_a_lane_with_nothing_left_to_feed_is_not_visited(connection: Connection) -> None:
    await order(connection)
    await hand_out(connection)
    assert await value(connection, "select feed_at = 'infinity' from lanes")


@pytest.mark.parametrize("sites", [5, pytest.param(50, marks=pytest.mark.slow)])
async def test_an_import_of_thousands_of_pages_is_fast_and_bounded_by_the_window(engine: Engine, sites: int) -> None:
    urls = [url for site in range(sites) for url in pages(1000, f"site{site}.example")]
    started = time.process_time()
    async with asyncio.timeout(40 + sites):  # mostly time of PostgreSQL, normally a few seconds
        made = await operating.order_pages(engine, urls, CrawlTaskOrder((Kind.PRODUCT,)), by=OPERATOR)
        assert len(made.made) == len(set(made.ids)) == len(urls)
        for _ in range(20):
            await background.schedule_pages(engine)
    assert time.process_time() - started < 0.0003 * len(urls)
    async with engine.database.connection() as connection:
        window = engine.settings.queue.lane_window
        most = await value(connection, "select max(c) from (select count(*) c from work group by lane_id) w")
        assert most <= window
        assert await value(connection, "select count(*) from work") == sites * window
        assert len(await claim_bodies(connection)) == 0
