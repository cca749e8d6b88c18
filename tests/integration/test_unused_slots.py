"""A claim that sends no request returns its slot, and only its own."""

from typing import Any

import pytest
from tests.integration.helpers import ask
from tests.integration.lane_helpers import (
    Crawl,
    Pages,
    claim_one,
    crawling,
    fetch_result,
    lane_of,
    pass_time,
    robots,
    settle,
)

from garner.engine import Engine
from garner.postgres.database import Connection
from garner.store.crawl.fetching import PageClaim

KITCHEN = [f"https://kitchen.example/{number}" for number in range(4)]


def forbidden(claim: PageClaim, **more: Any) -> Any:
    return fetch_result(claim, "robots_disallowed", unused_delay=claim.delay_seconds, **more)


async def claimed(connection: Connection, *, delay: float = 10) -> PageClaim:
    for url in KITCHEN:
        await ask(connection, url, delay=delay)
    return await claim_one(connection)


async def test_the_next_page_does_not_wait_for_one_that_was_not_sent(connection: Connection) -> None:
    first = await claimed(connection)
    await pass_time(connection, 1)
    await settle(connection, forbidden(first))
    assert (await claim_one(connection)).task_id != first.task_id
    assert (await lane_of(connection))["next_in"] == 10


async def test_a_page_that_was_sent_keeps_its_slot(connection: Connection) -> None:
    first = await claimed(connection)
    await settle(connection, fetch_result(first, "gone"))
    assert (await lane_of(connection))["ready_in"] == 10


async def test_a_slot_taken_since_is_not_returned(connection: Connection) -> None:
    first = await claimed(connection)
    await pass_time(connection, 10)
    await claim_one(connection)
    await settle(connection, forbidden(first))
    assert (await lane_of(connection))["next_in"] == 10


IN_SEVEN = "now() + interval '7 seconds'"


@pytest.mark.parametrize(
    "held_back",
    [
        f"not_before = {IN_SEVEN}",
        f"opened_at = now(), open_until = {IN_SEVEN}",
        "throttled_at = now(), throttle_seconds = 7",
    ],
)
async def test_other_delays_of_the_lane_stay_in_effect(connection: Connection, held_back: str) -> None:
    """The response to an earlier request may arrive in between, and require a shorter delay than the slot."""
    unsent = await claimed(connection)
    await connection.execute(f"update lanes set {held_back}")
    await settle(connection, forbidden(unsent))
    assert (await lane_of(connection))["next_in"] == 7


@pytest.fixture
async def slow(engine: Engine) -> Any:
    async with crawling(engine, default_crawl_delay_seconds=30) as crawl:
        yield crawl


async def test_pages_disallowed_by_robots_take_no_slots(slow: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /private/")
    for path in ("/private/1", "/private/2", "/cake", "/later"):
        await slow.ask(site.url(path))
    await slow.rounds()
    await slow.pass_time(30)
    await slow.rounds()
    assert site.paths == ["/robots.txt", "/cake"]
    assert await slow.outcomes() == ["robots_read", *["robots_disallowed"] * 2, "ok"]
