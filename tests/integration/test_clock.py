"""The clock of the database goes back by an hour: work continues within a minute, and operators are notified.

A test cannot move the clock itself, so it moves all stored times ahead instead, which is equivalent.
"""

from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from tests.integration.helpers import (
    ask,
    claim_page,
    claim_pages,
    fetched,
    finish_page,
    lane,
    page,
    recipe,
    row,
    settle_page,
    value,
    work_rows,
)
from tests.integration.lane_helpers import fetch_result

from garner import observe
from garner.cli.commands.doctor_clock import went_back
from garner.cli.commands.findings import Mark
from garner.core.record import Kind
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.postgres.server import PlainConnection
from garner.runtime.duties import background
from garner.settings import Settings
from garner.store.crawl import schedule
from garner.store.crawl.lanes import Politeness
from garner.store.crawl.schedule import CrawlTaskOrder
from garner.store.health import clock
from garner.store.queue import leases

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
PACE = Politeness(obey_robots=False)
CAKE, PIE = "https://kitchen.example/cake", "https://kitchen.example/pie"

MOVE_EVERY_TIME = """
    do $$
    declare
        each record;
    begin
        set local session_replication_role = replica;
        for each in select c.table_name as name,
                           string_agg(format('%1$I = %1$I + interval ''1 hour''', c.column_name), ', ') as moved
                    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
                    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
                      and data_type = 'timestamp with time zone'
                    group by c.table_name
        loop
            execute format('update %I set %s', each.name, each.moved);
        end loop;
        set local session_replication_role = origin;
    end $$
"""


async def go_back_an_hour(connection: Connection) -> None:
    await clock.watch(connection)
    await connection.execute(MOVE_EVERY_TIME)


async def shorten_waits(connection: Connection, passed: timedelta) -> None:
    """Shorten all future waits by this time."""
    await connection.execute(
        "update lanes set next_at = next_at - %(passed)s, ready_at = ready_at - %(passed)s", {"passed": passed}
    )
    await connection.execute("update work set due_at = due_at - %(passed)s", {"passed": passed})


async def test_a_known_site_continues_within_a_minute(connection: Connection) -> None:
    await ask(connection, CAKE, delay=5)
    await ask(connection, PIE, delay=5)
    await settle_page(connection, fetched(await claim_page(connection)))
    await go_back_an_hour(connection)
    await shorten_waits(connection, MINUTE)
    assert await claim_pages(connection) == []
    back = await clock.watch(connection)
    assert back is not None and back.rows > 0 and 3500 < back.seconds <= HOUR.total_seconds()
    assert [claim.url for claim in await claim_pages(connection)] == [PIE]
    assert await clock.watch(connection) is None


async def test_a_parked_site_continues_when_a_page_is_requested(connection: Connection) -> None:
    await ask(connection, CAKE, delay=5)
    await settle_page(connection, fetched(await claim_page(connection)))
    assert await claim_pages(connection) == []
    await go_back_an_hour(connection)
    await clock.watch(connection)
    await ask(connection, PIE, delay=5)
    await shorten_waits(connection, MINUTE)
    assert [claim.url for claim in await claim_pages(connection)] == [PIE]


async def test_work_of_a_lost_worker_is_freed_after_its_lease(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)  # for a minute
    await go_back_an_hour(connection)
    await clock.watch(connection)
    [leased] = await work_rows(connection)
    ahead = await value(connection, "select lease_until - now() from work")
    assert leased["worker"] and timedelta(0) < ahead < 2 * MINUTE
    await connection.execute("update work set lease_until = lease_until - %s", (2 * MINUTE,))
    assert (await leases.sweep(connection, delay_seconds=0)).freed == 1


async def test_a_throttle_lasts_as_long_as_without_the_jump(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_result(await claim_page(connection), "throttled", retry_after=600.0))
    held = (
        "select not_before - now() as wait, not_before - throttled_at as whole, next_at = not_before as same from lanes"
    )
    before = await row(connection, held)
    await go_back_an_hour(connection)
    await clock.watch(connection)
    after = await row(connection, held)
    assert before["wait"] > MINUTE and timedelta(0) <= after.pop("wait") - before.pop("wait") < MINUTE
    assert after == before


async def test_a_retry_is_due_after_its_original_wait(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_result(await claim_page(connection), "server_error", delay=300.0))
    due = "select due_at - now() from work"
    before = await value(connection, due)
    await go_back_an_hour(connection)
    await clock.watch(connection)
    assert timedelta(0) <= await value(connection, due) - before < MINUTE


async def test_a_recurring_page_is_due_after_its_original_wait(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await connection.execute(
        "update crawl_tasks set crawl_frequency = '10 minutes', next_crawl_at = completed_at + interval '10 minutes'"
    )
    due = "select next_crawl_at - now() as wait, next_crawl_at - completed_at as frequency from crawl_tasks"
    before = await row(connection, due)
    await go_back_an_hour(connection)
    await clock.watch(connection)
    after = await row(connection, due)
    assert timedelta(0) <= after["wait"] - before["wait"] < MINUTE
    assert after["frequency"] == before["frequency"]


async def test_an_ordered_page_is_due_after_its_original_wait(connection: Connection) -> None:
    await schedule.order(connection, [page(CAKE)], CrawlTaskOrder((Kind.RECIPE,), frequency=timedelta(minutes=10)))
    await schedule.become_due(connection)
    await schedule.feed(connection, window=10)
    await finish_page(connection, recipe())
    await connection.execute("update crawl_tasks set scheduled_at = next_crawl_at + crawl_frequency * 0.1")
    due = "select scheduled_at - now() from crawl_tasks"
    before = await value(connection, due)
    assert timedelta(0) < before < HOUR * 2
    await go_back_an_hour(connection)
    await clock.watch(connection)
    assert timedelta(0) <= await value(connection, due) - before < MINUTE


async def test_a_page_that_was_due_stays_due(connection: Connection) -> None:
    await schedule.order(connection, [page(CAKE)], CrawlTaskOrder((Kind.RECIPE,)))
    await go_back_an_hour(connection)
    assert await schedule.become_due(connection) == 0
    await clock.watch(connection)
    assert await value(connection, "select scheduled_at - now() from crawl_tasks") < MINUTE


async def test_a_page_ordered_for_a_later_time_keeps_that_time(connection: Connection) -> None:
    at = await value(connection, "select now() + interval '2 hours'")
    await schedule.order(connection, [page(CAKE)], CrawlTaskOrder((Kind.RECIPE,), at=at))
    await go_back_an_hour(connection)
    await clock.watch(connection)
    assert await value(connection, "select scheduled_at - now() from crawl_tasks") == 3 * HOUR


async def test_rows_that_wait_for_pages_are_retried_after_their_original_wait(connection: Connection) -> None:
    await connection.execute(
        """
        with job as (insert into jobs (job_type, kind) values ('table', 'product') returning id)
        insert into page_waits (job_id, retry_at) select id, now() + interval '5 minutes' from job
        """
    )
    await go_back_an_hour(connection)
    await clock.watch(connection)
    assert await value(connection, "select retry_at - now() from page_waits") < 6 * MINUTE
    assert await value(connection, "select since - now() from page_waits") < MINUTE


async def test_times_written_after_the_jump_are_unchanged(connection: Connection) -> None:
    await ask(connection, CAKE)
    await go_back_an_hour(connection)
    await ask(connection, "https://shop.example/new", delay=10)
    await claim_page(connection)
    own = "select next_at from lanes l join domains d on d.id = l.domain_id where domain_name = 'shop.example'"
    before = await value(connection, own)
    await clock.watch(connection)
    assert await value(connection, own) == before


async def test_a_throttle_set_after_the_jump_keeps_its_length(connection: Connection) -> None:
    await ask(connection)
    await go_back_an_hour(connection)
    await connection.execute("update lanes set ready_at = now(), next_at = now()")
    await connection.execute("update work set due_at = now()")
    await settle_page(connection, fetch_result(await claim_page(connection), "throttled", retry_after=600.0))
    held = "select not_before - now() as wait, next_at = not_before and ready_at >= not_before as same from lanes"
    before = await row(connection, held)
    assert await clock.watch(connection) is not None
    assert await row(connection, held) == before and before["same"]


async def test_a_breaker_opened_after_the_jump_stays_open_for_its_length(connection: Connection) -> None:
    await ask(connection)
    await go_back_an_hour(connection)
    await connection.execute("update lanes set opened_at = now(), open_until = now() + interval '10 minutes'")
    await connection.execute("update lanes set ready_at = open_until, next_at = open_until")
    assert await clock.watch(connection) is not None
    assert await value(connection, "select next_at = open_until and ready_at = open_until from lanes")
    assert await value(connection, "select open_until - now() from lanes") == timedelta(minutes=10)


async def test_a_lease_granted_after_the_jump_is_kept(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)  # for a minute
    await clock.watch(connection)
    await connection.execute("update database_clock set latest_at = now() + interval '1 hour'")
    assert await clock.watch(connection) is not None
    assert await value(connection, "select lease_until - now() from work") == MINUTE
    assert await value(connection, "select claimed_at = now() from work")


async def test_a_lease_from_before_the_jump_lasts_long_enough_to_be_renewed(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await go_back_an_hour(connection)
    await connection.execute("update work set lease_until = now() + interval '45 seconds'")  # renewed since
    assert await clock.watch(connection) is not None
    assert await value(connection, "select lease_until - now() from work") >= clock.SLACK


async def test_a_correct_clock_changes_nothing(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_result(await claim_page(connection), "throttled", retry_after=600.0))
    before = await lane(connection)
    for off in ("0", "1 second", "-29 seconds", "10 days"):
        await connection.execute("delete from database_clock")
        await connection.execute("insert into database_clock (latest_at) values (now() - %s::interval)", (off,))
        assert await clock.watch(connection) is None
    assert await clock.bound_slots(connection, PACE) == 0
    assert await lane(connection) == before
    assert await value(connection, "select latest_at between now() and clock_timestamp() from database_clock")


# Slots too far ahead, for any reason --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "freed"),
    [
        ("next_at = now() + interval '1 hour'", True),
        ("next_at = now() + interval '70 seconds'", True),
        ("next_at = now() + interval '50 seconds'", False),
        ("next_at = now() + interval '1 hour', robots_delay_seconds = 3600", False),
        ("next_at = now() + interval '1 hour', not_before = now() + interval '1 hour'", False),
        (
            "next_at = now() + interval '1 hour', opened_at = now(), open_until = now() + interval '1 hour'",
            False,
        ),
        ("next_at = now() + interval '200 seconds', throttle_seconds = 200, throttled_at = now()", False),
        ("next_at = now() + interval '250 seconds', failures = 12", False),
        ("next_at = now() + interval '1 hour', failures = 12", True),
    ],
)
async def test_no_slot_is_further_ahead_than_pace_and_throttle_explain(
    connection: Connection, changed: str, freed: bool
) -> None:
    await ask(connection, delay=1)
    await connection.execute(f"update lanes set {changed}")
    await connection.execute("update lanes set ready_at = next_at")
    assert await clock.bound_slots(connection, PACE) == freed
    assert await claim_pages(connection) == []  # a freed lane keeps its delay
    delay = await value(connection, "select lane_delay(1, 0, null, null, 60, failures) from lanes")
    await shorten_waits(connection, timedelta(seconds=delay if freed else 1))
    assert len(await claim_pages(connection)) == freed


async def test_a_lane_with_slots_reserved_for_others_is_unchanged(connection: Connection) -> None:
    await ask(connection, CAKE, delay=1)
    set_aside = "insert into robots_files (origin, domain_id, hop_url, next_try_at)"
    await connection.execute(
        f"{set_aside} select 'https://shop.example', domain_id, 'https://kitchen.example/robots.txt',"
        " now() + interval '299 seconds' from lanes"
    )
    await connection.execute("update lanes set next_at = now() + interval '5 minutes'")
    await connection.execute("update lanes set ready_at = next_at")
    assert await clock.bound_slots(connection, PACE) == 0
    await connection.execute("update robots_files set next_try_at = now()")
    assert await clock.bound_slots(connection, PACE) == 1


# Reports to operators --------------------------------------------------------------------------------------------


async def test_the_loop_reports_that_the_clock_went_back(engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        await ask(connection)
        await go_back_an_hour(connection)
    seen: list[observe.Event] = []
    unsubscribe = observe.subscribe(seen.append)
    await background.watch_clock(engine)
    await background.watch_clock(engine)
    unsubscribe()
    [event] = [event for event in seen if isinstance(event, observe.DatabaseClockWentBack)]
    assert 3500 < event.seconds <= 3600 and event.rows > 0


@pytest.fixture
def plain(database_url: str) -> Iterator[PlainConnection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


async def test_the_doctor_reports_the_jump_before_and_after_the_correction(
    engine: Engine, plain: PlainConnection, settings: Settings
) -> None:
    assert list(went_back(settings, plain)) == []
    async with engine.database.transaction() as connection:
        await ask(connection, delay=1)
        await ask(connection, PIE, delay=1)
        await claim_page(connection)
        await go_back_an_hour(connection)
    behind, slots = list(went_back(settings, plain))
    assert behind.mark is Mark.WRONG and "went back by 60 min" in behind.what and behind.advice
    assert slots.mark is Mark.WRONG and "1 site" in slots.what and slots.advice
    await background.watch_clock(engine)
    [corrected] = list(went_back(settings, plain))
    assert corrected.mark is Mark.DOUBTFUL and "went back by 60 min" in corrected.what and "corrected" in corrected.what
    plain.execute("update database_clock set went_back_at = now() - interval '2 days'")
    assert list(went_back(settings, plain)) == []
