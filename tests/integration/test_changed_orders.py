"""Orders for pages that are already ordered: only the given fields are amended."""

from datetime import timedelta
from typing import Any

import pytest
from tests.integration.helpers import CAKE, ask, finish_page, make_due, page, recipe, task, value
from tests.integration.test_schedule import PLAIN, STEP, finish, hand_out, order, overdue

from garner.core.pacing.recrawl import RecrawlPolicy
from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.store.crawl import schedule
from garner.store.crawl.schedule import CrawlTaskOrder


def amendment(*fields_set: str, kinds: tuple[Kind, ...] = (Kind.RECIPE,), **wanted: Any) -> CrawlTaskOrder:
    return CrawlTaskOrder(kinds, fields_set=frozenset({"kinds", *fields_set}), **wanted)


@pytest.mark.parametrize(
    ("fields_set", "column", "value_of"),
    [
        ({"priority": 1}, "priority", 1),
        ({"frequency": timedelta(hours=6)}, "crawl_frequency", timedelta(hours=6)),
        ({"frequency": None}, "crawl_frequency", None),
        ({"kinds": (Kind.PRODUCT,)}, "kinds", ["product"]),
    ],
)
async def test_only_the_given_fields_of_an_order_are_amended(
    connection: Connection, fields_set: dict[str, Any], column: str, value_of: object
) -> None:
    at = await value(connection, "select now() + interval '1 hour'")
    (task_id,) = await order(connection, priority=3, frequency=timedelta(days=7), at=at)
    before = await task(connection)
    changed = await schedule.order(connection, [page(CAKE)], amendment(*fields_set, **fields_set))
    assert (changed.made, changed.changed, changed.unchanged) == ([], [task_id], [])
    after = await task(connection)
    assert after == {**before, column: value_of, "updated_at": after["updated_at"]}


@pytest.mark.parametrize(
    "fields_set", [{}, {"priority": 3}, {"frequency": timedelta(days=7)}, {"frequency": None}, {"at": 1}]
)
async def test_a_repeated_import_changes_nothing_and_fetches_nothing(
    connection: Connection, fields_set: dict[str, Any]
) -> None:
    past = await value(connection, "select now() - interval '1 hour'")
    wanted = amendment(*fields_set, **{name: past if name == "at" else told for name, told in fields_set.items()})

    async def run_again() -> None:
        before = await task(connection)
        again = await schedule.order(connection, [page(CAKE)], wanted)
        assert (again.made, again.changed, again.unchanged) == ([], [], [task_id])
        assert await task(connection) == before

    (task_id,) = (await schedule.order(connection, [page(CAKE)], wanted)).made
    await run_again()
    assert await hand_out(connection) == 1
    await run_again()
    await finish(connection, RecrawlPolicy(adapts=False), recipe())
    await run_again()
    assert await hand_out(connection) == 0


async def test_a_new_frequency_counts_from_the_last_crawl(
    connection: Connection,
) -> None:
    await order(connection, frequency=timedelta(days=7))
    await hand_out(connection)
    await finish_page(connection, recipe())
    hour = timedelta(hours=1)
    await schedule.order(connection, [page(CAKE)], amendment("frequency", frequency=hour))
    amended = await task(connection)
    assert amended["status"] == "completed"
    assert amended["scheduled_at"] == amended["next_crawl_at"] == amended["completed_at"] + hour
    await schedule.order(connection, [page(CAKE)], amendment("frequency", frequency=None))
    once = await task(connection)
    assert (once["status"], once["crawl_frequency"], once["next_crawl_at"]) == ("completed", None, None)
    await overdue(connection)
    assert await hand_out(connection) == 0


async def test_a_page_in_the_backlog_is_ranked_by_its_new_priority(connection: Connection) -> None:
    await order(connection, priority=5)
    await schedule.become_due(connection, PLAIN)
    await schedule.order(connection, [page(CAKE)], amendment("priority", priority=1))
    assert await schedule.become_due(connection, PLAIN) == 1
    due = await task(connection)
    assert due["rank"] == due["scheduled_at"] + STEP


async def test_a_requested_page_or_one_with_a_stopped_order_is_ordered_again(
    connection: Connection,
) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    for _ in range(2):
        ordered = await schedule.order(connection, [page(CAKE)], amendment())
        (task_id,) = ordered.made
        fresh = await task(connection)
        assert (fresh["status"], fresh["priority"], fresh["crawl_frequency"]) == ("pending", 5, timedelta(days=1))
        assert await hand_out(connection) == 1
        await finish_page(connection, recipe())
        await schedule.stop(connection, [task_id])
        await make_due(connection)
