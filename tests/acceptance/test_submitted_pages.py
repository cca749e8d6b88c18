"""Pages that users send, over real sockets and in real processes: a sender of slow pages that disconnects
does not block other senders."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx
import pytest
import uvicorn
from tests.acceptance import fault_calls

from garner.api.app import create_app
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import ExtractTimeout, TooManyRequests, Unavailable
from garner.extraction import Extraction
from garner.extraction.submitted import SubmittedPage
from garner.runtime import submitted_pages
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.wiring.server import make_services

LIMIT = 60.0
SOUP = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 cup lentils"], "recipeInstructions": "Simmer."}
GOOD = f'<html><script type="application/ld+json">{json.dumps(SOUP)}</script><p>Words.</p></html>'
BAD = "<html><p>hang</p></html>"


@pytest.fixture
def pages(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[SubmittedPages]:
    monkeypatch.setattr("garner.extraction.submitted.extract_submitted", fault_calls.read_or_hang)
    patient = {"extract_processes": 2, "extract_timeout_seconds": 600, "extract_sent_timeout_seconds": 600}
    with SubmittedPages(settings.with_values(**patient)) as opened:
        yield opened


def page(html: str) -> SubmittedPage:
    return SubmittedPage(html.encode(), "http://a.example/", (Kind.RECIPE,))


async def submit(pages: SubmittedPages, sent: SubmittedPage, sender: str) -> Extraction:
    async with pages.admit(sender) as read:
        return await read(sent)


async def read_good(pages: SubmittedPages, sender: str) -> Extraction:
    async with asyncio.timeout(LIMIT):
        return await submit(pages, page(GOOD), sender)


async def test_a_sender_of_slow_pages_leaves_room_for_other_senders(pages: SubmittedPages) -> None:
    hanging = [asyncio.create_task(submit(pages, page(BAD), "mallory")) for _ in range(34)]
    await asyncio.sleep(0)
    assert (await read_good(pages, "alice")).records
    refused = [task for task in hanging if task.done()]
    assert len(refused) == 34 - submitted_pages.MAX_PER_SENDER
    assert all(isinstance(task.exception(), TooManyRequests) for task in refused)
    for task in hanging:
        task.cancel()
    await asyncio.gather(*hanging, return_exceptions=True)
    assert (await read_good(pages, "mallory")).records  # which has no pending page left


async def test_pages_of_all_senders_are_limited_in_total(pages: SubmittedPages) -> None:
    hanging = [asyncio.create_task(submit(pages, page(BAD), f"sender {n}")) for n in range(submitted_pages.MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable):
        await submit(pages, page(GOOD), "alice")
    for task in hanging:
        task.cancel()
    await asyncio.gather(*hanging, return_exceptions=True)


async def test_a_sent_page_has_a_shorter_timeout_than_a_fetched_one(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.extraction.submitted.extract_submitted", fault_calls.read_or_hang)
    hasty = settings.with_values(extract_sent_timeout_seconds=0.1)
    with SubmittedPages(hasty) as pages, pytest.raises(ExtractTimeout, match=r"longer than 0\.1 s"):
        await submit(pages, page(BAD), "mallory")


@asynccontextmanager
async def serving(engine: Engine, pages: SubmittedPages) -> AsyncIterator[int]:
    app = create_app(replace(make_services(engine), submitted_pages=pages))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def send_and_hang_up(port: int) -> None:
    body = json.dumps({"html": BAD}).encode()
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /api/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n")
    writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    await writer.drain()
    await asyncio.sleep(0.2)  # until its extraction starts
    writer.close()


async def test_extraction_stops_when_the_sender_disconnects(engine: Engine, pages: SubmittedPages) -> None:
    await read_good(pages, "alice")
    async with serving(engine, pages) as port, httpx.AsyncClient(timeout=LIMIT) as client:
        await asyncio.gather(*(send_and_hang_up(port) for _ in range(34)))
        started = time.monotonic()
        while True:
            answer = await client.post(f"http://127.0.0.1:{port}/api/extract", json={"html": GOOD})
            if answer.status_code == 200:
                break
            assert answer.status_code == 429 and time.monotonic() - started < LIMIT
            await asyncio.sleep(0.05)
    assert answer.json()["record"]["title"] == "Soup"


async def test_a_page_over_the_limit_of_its_sender_is_rejected_before_its_body_is_read(
    engine: Engine, pages: SubmittedPages
) -> None:
    most = submitted_pages.MAX_PER_SENDER
    hanging = [asyncio.create_task(submit(pages, page(BAD), "127.0.0.1")) for _ in range(most)]
    async with serving(engine, pages) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: 4000000\r\n\r\n")
        async with asyncio.timeout(30):
            status = await reader.readline()
        writer.close()
        for task in hanging:
            task.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)
    assert status.startswith(b"HTTP/1.1 429 ")
