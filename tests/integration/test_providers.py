"""Providers of search results: real servers on loopback, well-behaved and not."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bench.pulse import Noticed, Pulse, widest_gaps
from tests.integration.helpers import rows

from garner import observe
from garner.core.matching.provider import Provider
from garner.engine import Engine
from garner.engine.politeness import politeness
from garner.fetch.caller import Caller
from garner.pools.pictures import Pictures
from garner.postgres.database import Database
from garner.runtime.loop import Loop
from garner.runtime.stages.match.providers import Providers, Searched, make_provider_caller
from garner.runtime.stages.match.stage import MatchStage
from garner.settings import Settings

from .test_matching_rows import Matching

PEN = {
    "name": "Stabilo Fine Liner point 88",
    "maker": "Stabilo",
    "ean": "4006381333931",
    "link": "https://pens.example/88",
}
FIELDS = {"title": "name", "brand": "maker", "gtin": "ean", "url": "link"}

Answer = Callable[[str], "tuple[int, dict[str, str], bytes]"]


def found(*products: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    return 200, {}, json.dumps({"hits": list(products)}).encode()


class Server:
    """Answers each query as the test defines."""

    def __init__(self) -> None:
        self.answer: Answer = lambda query: found()
        self.asked: list[str] = []
        self.headers: list[str] = []
        self.noticed: list[Noticed] = []
        self.pulse = Pulse()
        self.keeps_open = False
        self.hangs_up = False  # after a query, without a response
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError):
            while not writer.is_closing():
                await self._answer_next(reader, writer)

    async def _answer_next(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        query = parse_qs(urlsplit(head.split(" ")[1]).query)["q"][0]
        self.asked.append(query)
        self.headers.append(head)
        self.noticed.append(self.pulse.notice())
        status, headers, body = self.answer(query)
        lines = [f"HTTP/1.1 {status} x", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if not self.hangs_up:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        if self.hangs_up or not self.keeps_open:
            writer.close()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    one = Server()
    listening = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = listening.sockets[0].getsockname()[1]
    async with listening, one.pulse:
        yield one


@pytest.fixture
def pictures(settings: Settings) -> Iterator[Pictures]:
    with Pictures(settings) as opened:
        yield opened


def acme(server: Server, **changes: Any) -> Provider:
    given = {"name": "acme", "url": f"http://127.0.0.1:{server.port}/search?q={{query}}", "fields": FIELDS}
    return Provider(**{**given, "items": "hits", "headers": {"X-Key": "abc"}, **changes})


@pytest.fixture
async def providers(engine: Engine, server: Server) -> AsyncIterator[Providers]:
    async with make_provider_caller(engine.settings) as caller:
        yield Providers(engine.database, caller, [acme(server)], politeness(engine.settings))


@pytest.fixture
async def matching(engine: Engine, database: Database, pictures: Pictures, providers: Providers) -> Matching:
    stage = MatchStage(engine, pictures, "w", reads_text=False, providers=providers)
    return Matching(engine, Loop(stage, database, "w", engine.settings))


@pytest.fixture
def calls() -> Iterator[list[observe.ProviderCalled]]:
    events: list[observe.ProviderCalled] = []
    unsubscribe = observe.subscribe(
        lambda event: events.append(event) if isinstance(event, observe.ProviderCalled) else None
    )
    yield events
    unsubscribe()


async def test_a_provider_is_asked_last_and_its_offer_is_the_result(matching: Matching, server: Server) -> None:
    server.answer = lambda query: found(PEN) if query == PEN["ean"] else found()
    (row,) = await matching.rows({"title": "Fine liner", "gtin": PEN["ean"]})
    await matching.run()
    await matching.run()
    assert server.asked == []
    await matching.run()
    assert server.asked == [PEN["ean"]]
    assert "X-Key: abc" in server.headers[0]
    ended = await matching.item(row)
    result = ended["result"]
    assert (ended["status"], ended["attempts"]) == ("DONE", 3)
    assert (result["match_id"], result["match_strategy"]) == (None, "provider")
    assert result["candidates"][0]["provider"] == "acme"
    assert (result["name"], result["brand"], result["url"]) == (PEN["name"], "Stabilo", "https://pens.example/88")
    assert result["kind"] == "product" and result["warnings"]


async def test_an_offer_is_scored_like_any_candidate(matching: Matching, server: Server) -> None:
    server.answer = lambda query: found(PEN)
    (row,) = await matching.rows({"title": "Cast iron frying pan 28 cm", "brand": "Lodge"})
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert ended["status"] == "NOT_FOUND"
    (candidate,) = ended["result"]["candidates"]
    assert (candidate["id"], candidate["provider"], candidate["name"]) == (None, "acme", PEN["name"])


async def test_a_row_sent_to_a_provider_does_not_wait_for_pages_of_its_job(matching: Matching, server: Server) -> None:
    """Its runs are spread over time anyway, and each may cost money."""
    (row,) = await matching.rows({"title": "Cast iron frying pan 28 cm"})
    await matching.ask("update jobs set last_linked_row = 1000")
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"], ended["code"]) == ("NOT_FOUND", 3, "no_match")


async def test_queries_without_hits_are_followed_by_the_next_and_rotate(
    providers: Providers, server: Server, calls: list[observe.ProviderCalled]
) -> None:
    row = {"gtin": "4006381333931", "brand": "Stabilo", "mpn": "88/46", "title": "Fine liner"}
    assert (await providers.search(row, 0)).offers == []
    assert server.asked == ["4006381333931", "Stabilo 88/46"]
    await providers.search(row, 1)
    assert server.asked[2:] == ["Stabilo Fine liner", "Fine liner"]
    assert {(call.provider, call.outcome) for call in calls} == {("acme", "nothing")}
    assert (await providers.search({}, 0)) == Searched()


async def test_the_throttling_of_a_provider_applies_to_all_searches(
    providers: Providers, server: Server, engine: Engine, calls: list[observe.ProviderCalled]
) -> None:
    server.answer = lambda query: (429, {"Retry-After": "120"}, b"")
    first = await providers.search({"title": "Fine liner"}, 0)
    assert first.failures and [call.outcome for call in calls] == ["throttled"]
    second = await providers.search({"title": "Fine liner"}, 0)
    assert len(server.asked) == 1
    assert second.wait_seconds is not None and 100 < second.wait_seconds <= 121


async def test_a_row_that_waits_for_a_slot_of_a_provider_uses_no_attempt(matching: Matching, server: Server) -> None:
    server.answer = lambda query: (429, {"Retry-After": "120"}, b"")
    ends = []
    for title in ("Fine liner", "Ball pen"):  # one after the other, or both would be sent before the response
        (row,) = await matching.rows({"title": title})
        for _ in range(4):
            await matching.run()
        ends.append(await matching.item(row))
    assert [end["status"] for end in ends] == ["PENDING", "PENDING"]
    assert {end["code"] for end in ends} == {"throttled"}
    assert [end["attempts"] for end in ends] == [3, 2]  # the row that was sent has used an attempt
    assert len(server.asked) == 1


async def test_a_provider_is_called_at_the_pace_of_its_host(
    engine: Engine, database: Database, server: Server, settings: Settings
) -> None:
    slow = politeness(settings.with_values(default_crawl_delay_seconds=0.4))
    async with make_provider_caller(settings) as caller:
        both = [Providers(database, caller, [acme(server)], slow) for _ in range(2)]
        await asyncio.gather(*(one.search({"title": "Fine liner"}, 0) for one in both * 2))
    assert len(server.noticed) == 4 and min(widest_gaps(server.noticed)) > 0.36


@asynccontextmanager
async def slow_to_connect(
    database: Database, server: Server, settings: Settings, seconds: float, pace: float, timeout: float = 5.0
) -> AsyncIterator[Providers]:
    """Make lookups of names take this long."""

    async def look_up(_: str) -> list[str]:
        await asyncio.sleep(seconds)
        return ["127.0.0.1"]

    slow = politeness(settings.with_values(default_crawl_delay_seconds=pace))
    provider = acme(server, url=f"http://acme.test:{server.port}/search?q={{query}}")
    async with Caller(timeout_seconds=timeout, user_agent="x", allow_private=True, resolver=look_up) as caller:
        yield Providers(database, caller, [provider], slow)


async def test_a_query_that_missed_its_slot_takes_another(
    engine: Engine, database: Database, server: Server, settings: Settings
) -> None:
    async with (
        slow_to_connect(database, server, settings, 0.3, pace=0.4) as slow,
        slow_to_connect(database, server, settings, 0.0, pace=0.4) as quick,
    ):
        first = asyncio.create_task(slow.search({"title": "Fine liner"}, 0))
        await asyncio.sleep(0.1)
        await asyncio.gather(first, quick.search({"title": "Fine liner"}, 0))
    assert len(server.noticed) == 2 and min(widest_gaps(server.noticed)) > 0.36


async def test_a_late_query_without_competition_is_sent_at_once(
    engine: Engine, database: Database, server: Server, settings: Settings
) -> None:
    async with slow_to_connect(database, server, settings, 0.6, pace=10.0) as slow:
        searched = await slow.search({"title": "Fine liner"}, 0)
    assert len(server.noticed) == 1 and searched.wait_seconds is None
    async with database.connection() as connection:
        [lane] = await rows(connection, "select next_at - clock_timestamp() as wait from lanes")
    assert timedelta(seconds=9) < lane["wait"]  # from the time it was sent


async def test_a_query_that_times_out_before_its_slot_is_not_a_failure_of_the_host(
    engine: Engine, database: Database, server: Server, settings: Settings
) -> None:
    async with (
        slow_to_connect(database, server, settings, 0.3, pace=2.0, timeout=1.0) as slow,
        slow_to_connect(database, server, settings, 0.0, pace=2.0) as quick,
    ):
        first = asyncio.create_task(slow.search({"title": "Fine liner"}, 0))
        await asyncio.sleep(0.1)
        second = asyncio.create_task(quick.search({"title": "Fine liner"}, 0))
        searched = await first
        assert searched.wait_seconds and not searched.failures and server.noticed == []
        async with database.connection() as connection:
            assert await rows(connection, "select failures from lanes") == [{"failures": 0}]
        await second
    assert len(server.noticed) == 1


@pytest.mark.parametrize(
    ("answer", "failures", "held_back"),
    [
        (found(PEN), 0, False),
        ((404, {}, b""), 0, False),
        ((500, {}, b""), 1, False),
        ((529, {}, b""), 0, True),
        (None, 1, False),
    ],
    ids=["found", "nothing", "broken", "overloaded", "no answer"],
)
async def test_the_lane_of_a_provider_learns_from_its_responses(
    providers: Providers, server: Server, answer: Any, failures: int, held_back: bool
) -> None:
    server.hangs_up, server.answer = answer is None, lambda _: answer or found()
    await providers.search({"title": "Fine liner"}, 0)
    async with providers._calls._database.connection() as connection:
        [lane] = await rows(
            connection, "select failures, throttled_at is not null as held_back, last_success_at from lanes"
        )
    assert lane == {"failures": failures, "held_back": held_back, "last_success_at": None}  # it returned no page


async def test_no_query_is_sent_twice(engine: Engine, database: Database, server: Server, settings: Settings) -> None:
    """On a reused connection that the host closes after the second query."""
    server.keeps_open = True
    async with slow_to_connect(database, server, settings, 0.0, pace=0.0) as providers:
        await providers.search({"title": "Fine liner"}, 0)
        server.hangs_up = True
        searched = await providers.search({"title": "Ball pen"}, 0)
    assert searched.failures and server.asked == ["Fine liner", "Ball pen"]


BROKEN: list[tuple[str, Answer]] = [
    ("server error", lambda query: (500, {}, b"")),
    ("no JSON", lambda query: (200, {}, b"<html>")),
    ("no list", lambda query: (200, {}, b'{"hits": 3}')),
    ("too large", lambda query: (200, {}, b" " * 3_000_000)),
]


@pytest.mark.parametrize("answer", [one for _, one in BROKEN[:3]], ids=[name for name, _ in BROKEN[:3]])
async def test_a_failing_provider_uses_attempts_and_finally_fails_the_row(
    matching: Matching, server: Server, answer: Answer
) -> None:
    server.answer = answer
    (row,) = await matching.rows({"title": "Fine liner"})
    for _ in range(3):
        await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["code"]) == ("PENDING", "provider_failed") and "acme" in ended["error"]
    for _ in range(5):
        await matching.run()
        await matching.ask("update lanes set next_at = now()")
    ended = await matching.item(row)
    assert (ended["status"], ended["code"], ended["attempts"]) == ("ERROR", "provider_failed", 5)


@pytest.mark.parametrize("status", [401, 403, 302])
async def test_a_refusal_of_a_provider_ends_the_row_not_found_with_the_reason(
    matching: Matching, server: Server, status: int
) -> None:
    server.answer = lambda query: (status, {"Location": "http://127.0.0.1:1/"}, b"")
    (row,) = await matching.rows({"title": "Fine liner"})
    await matching.run_to_the_end()
    ended = await matching.item(row)
    assert (ended["status"], ended["code"]) == ("NOT_FOUND", "no_match")
    assert f"acme answered HTTP {status}" in ended["error"]


async def test_a_too_large_response_is_not_read(
    providers: Providers, server: Server, calls: list[observe.ProviderCalled]
) -> None:
    server.answer = BROKEN[3][1]
    searched = await providers.search({"title": "Fine liner"}, 0)
    assert searched.offers == [] and [call.outcome for call in calls] == ["refused"]


async def test_private_addresses_are_refused_unless_allowed(
    database: Database, server: Server, settings: Settings
) -> None:
    strict = settings.with_values(fetch_allow_private=False)
    async with make_provider_caller(strict) as caller:
        searched = await Providers(database, caller, [acme(server)], politeness(strict)).search({"title": "Pen"}, 0)
    assert server.asked == [] and searched.refusals


async def test_an_unreachable_provider_fails(
    database: Database, settings: Settings, calls: list[observe.ProviderCalled]
) -> None:
    gone = Server()
    gone.port = 1
    async with make_provider_caller(settings) as caller:
        searched = await Providers(database, caller, [acme(gone)], politeness(settings)).search({"title": "Pen"}, 0)
    assert searched.failures and [call.outcome for call in calls] == ["failed"]


async def test_a_failing_provider_does_not_hide_the_offers_of_another(
    database: Database, server: Server, settings: Settings
) -> None:
    server.answer = lambda query: found(PEN)
    gone = Server()
    gone.port = 1
    known = [acme(gone, name="gone"), acme(server)]
    async with make_provider_caller(settings) as caller:
        searched = await Providers(database, caller, known, politeness(settings)).search({"title": "Pen"}, 0)
    assert [offer.provider for offer in searched.offers] == ["acme"] and len(searched.failures) == 1


# Runs --------------------------------------------------------------------------------------------------------


async def test_the_delay_before_the_next_run_doubles(
    matching: Matching, settings: Settings, request: pytest.FixtureRequest
) -> None:
    events: list[observe.Event] = []
    request.addfinalizer(observe.subscribe(events.append))
    (row,) = await matching.rows({"title": "Nothing like it"})
    waits = []
    for _ in range(2):
        await matching.run()
        (work,) = await matching.ask("select extract(epoch from due_at - now())::float8 as wait from work")
        waits.append(work["wait"])
    first = settings.matching.not_found_retry_seconds
    assert 0.6 * first < waits[0] <= 1.25 * first and 1.2 * first < waits[1] <= 2.5 * first
    assert await matching.loop.run_once() == 0  # not due yet
    assert (await matching.item(row))["status"] == "PENDING"
    retries = [event for event in events if isinstance(event, observe.ItemRetried)]
    assert [(retry.item_id, retry.run) for retry in retries] == [(str(row), 1), (str(row), 2)]


async def test_a_row_with_one_attempt_left_is_tried_with_all_strategies(
    matching: Matching, server: Server, settings: Settings
) -> None:
    (row,) = await matching.rows({"title": "Nothing like it", "sku": "NL-1"})
    await matching.ask("update job_items set attempts = %s", settings.queue.max_attempts_not_found - 1)
    await matching.run()
    ended = await matching.item(row)
    assert (ended["status"], ended["attempts"]) == ("NOT_FOUND", settings.queue.max_attempts_not_found)
    assert server.asked
