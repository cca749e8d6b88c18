"""Log events of lanes name the site."""

from collections.abc import Iterator

import pytest
from tests.integration.helpers import ask
from tests.integration.lane_helpers import pass_time, settle_outcomes

from garner import observe
from garner.postgres.database import Connection

KITCHEN = [f"https://kitchen.example/{number}" for number in range(12)]


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    seen: list[observe.Event] = []
    forget = observe.subscribe(seen.append)
    yield seen
    forget()


async def test_breaker_and_throttle_events_name_their_domain(
    connection: Connection, events: list[observe.Event]
) -> None:
    for url in KITCHEN:
        await ask(connection, url)
    await settle_outcomes(connection, *["server_error"] * 5)
    await pass_time(connection, 31)
    await settle_outcomes(connection, "ok", "throttled")
    told = [(event.name(), getattr(event, "domain", None)) for event in events if "lane_id" in event.__slots__]
    assert told == [
        ("breaker_opened", "kitchen.example"),
        ("breaker_closed", "kitchen.example"),
        ("lane_throttled", "kitchen.example"),
    ]
