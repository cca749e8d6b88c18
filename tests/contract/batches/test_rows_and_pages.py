"""Files with and without links: pages of a job fill the catalogue, and its other rows are matched there."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import httpx
import pytest
from aiohttp import web

from garner.pools.extractors import Extractors
from garner.wiring import stages
from garner.wiring.worker import run_worker

from .grid_helpers import Batches

APRON = {"name": "Linen apron", "sku": "APR-1", "brand": "Hearth"}
MUG = {"name": "Enamel mug", "sku": "MUG-7", "brand": "Hearth"}


class Shop:
    """A site of products on loopback. A page that is held answers when its event is set."""

    def __init__(self) -> None:
        self.products: dict[str, dict[str, str]] = {"/apron": APRON, "/mug": MUG}
        self.held: dict[str, asyncio.Event] = {}
        self.url = ""

    def hold(self, path: str) -> asyncio.Event:
        return self.held.setdefault(path, asyncio.Event())

    async def answer(self, request: web.Request) -> web.Response:
        if request.path in self.held:
            await self.held[request.path].wait()
        product = self.products.get(request.path)
        if product is None:
            raise web.HTTPNotFound
        offer = {"@type": "Offer", "price": "39.00", "priceCurrency": "EUR"}
        data = json.dumps({"@context": "https://schema.org", "@type": "Product", **product, "offers": offer})
        body = f'<html><body><h1>{product["name"]}</h1><script type="application/ld+json">{data}</script></body></html>'
        return web.Response(text=body, content_type="text/html")


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    opened = Shop()
    application = web.Application()
    application.router.add_get("/{path:.*}", opened.answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    opened.url = f"http://127.0.0.1:{site.port}"
    yield opened
    await runner.cleanup()


@asynccontextmanager
async def working(batches: Batches) -> AsyncIterator[None]:
    stop = asyncio.Event()
    running = asyncio.create_task(run_worker(batches.engine, stop))
    try:
        yield
    finally:
        stop.set()
        await running


@pytest.fixture
def batches(batches: Batches, extractors: Extractors, monkeypatch: pytest.MonkeyPatch) -> Batches:
    monkeypatch.setattr(stages, "make_extractors", lambda engine, max_processes: nullcontext(extractors))
    return batches


async def send(client: httpx.AsyncClient, *rows: str, kind: str = "auto") -> int:
    table = "\n".join(["Product name,SKU,Link", *rows]).encode()
    answer = await client.post("/api/jobs", files={"file": ("rows.csv", table)}, data={"kind": kind})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["jobId"])


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await is_so():
            await asyncio.sleep(0.05)


async def items(client: httpx.AsyncClient, job_id: int) -> list[dict[str, Any]]:
    found = (await client.get(f"/api/jobs/{job_id}/items")).raise_for_status().json()["items"]
    return sorted(found, key=lambda item: item["row"])


async def states(client: httpx.AsyncClient, job_id: int) -> list[str]:
    return [item["status"] for item in await items(client, job_id)]


async def until_row_waits(client: httpx.AsyncClient, job_id: int, row: int) -> dict[str, Any]:
    """Wait until the row waits for pages of the job, and return it."""
    found: dict[str, Any] = {}

    async def waits() -> bool:
        found.update((await items(client, job_id))[row - 1])
        return (found["error"] or {}).get("code") == "awaits_pages"

    await until(waits)
    return found


async def until_state(client: httpx.AsyncClient, job_id: int, state: str) -> None:
    async def is_there() -> bool:
        return (await client.get(f"/api/jobs/{job_id}")).json()["queueState"] == state

    await until(is_there)


async def until_nothing_waits(batches: Batches) -> None:
    async def is_forgotten() -> bool:
        return not await batches.execute("select job_id from page_waits")

    await until(is_forgotten)


async def test_a_row_without_a_link_is_matched_with_a_product_of_its_own_file(
    batches: Batches, ana: httpx.AsyncClient, shop: Shop
) -> None:
    answer = shop.hold("/apron")
    async with working(batches):
        job_id = await send(ana, "linnen apron,,", f"Linen apron,,{shop.url}/apron", "Copper moon,,")
        row = await until_row_waits(ana, job_id, 1)
        assert (row["status"], row["attempts"]) == ("PENDING", 0)
        assert (
            row["error"]["message"] == "Waiting for pages of the same job, which may add the product to the catalogue."
        )
        answer.set()
        await until_state(ana, job_id, "DONE")
        await until_nothing_waits(batches)
    apron, _, moon = await items(ana, job_id)
    assert await states(ana, job_id) == ["DONE", "DONE", "NOT_FOUND"]
    assert (apron["result"]["name"], apron["result"]["match_strategy"]) == ("Linen apron", "words")
    assert (apron["attempts"], apron["error"]) == (1, None)
    assert (moon["attempts"], moon["error"]["code"]) == (1, "no_match")


async def test_a_row_that_waits_for_pages_gives_the_reason(
    batches: Batches, ana: httpx.AsyncClient, shop: Shop
) -> None:
    answer = shop.hold("/apron")
    async with working(batches):
        job_id = await send(ana, "Copper moon,,", f"Linen apron,,{shop.url}/apron")
        row = await until_row_waits(ana, job_id, 1)
        await batches.execute("update page_waits set retry_at = '2199-01-01T00:00:00Z'")
        [reason] = (await ana.get("/api/waiting", params={"itemIds": row["id"]})).json()["waiting"]
        answer.set()
        await until_state(ana, job_id, "DONE")  # long before 2199
    assert (reason["code"], reason["isStuck"], reason["until"]) == ("job_pages", False, "2199-01-01T00:00:00Z")
    assert reason["what"] == "waiting for pages of the same job, which may add the product to the catalogue"
    assert await states(ana, job_id) == ["NOT_FOUND", "DONE"]


async def test_a_failed_page_keeps_no_row_waiting(batches: Batches, ana: httpx.AsyncClient, shop: Shop) -> None:
    answer = shop.hold("/nowhere")
    async with working(batches):
        job_id = await send(ana, "linnen apron,,", f"Linen apron,,{shop.url}/nowhere", "not a page,,http://")
        await until_row_waits(ana, job_id, 1)
        answer.set()
        await until_state(ana, job_id, "DONE")
    assert await states(ana, job_id) == ["NOT_FOUND", "ERROR", "ERROR"]


async def test_duplicates_of_a_waiting_row_end_with_it(batches: Batches, ana: httpx.AsyncClient, shop: Shop) -> None:
    answer = shop.hold("/apron")
    async with working(batches):
        job_id = await send(ana, *["linnen apron,,"] * 3, f"Linen apron,,{shop.url}/apron", *["Copper moon,,"] * 2)
        await until_row_waits(ana, job_id, 1)
        answer.set()
        await until_state(ana, job_id, "DONE")
    assert await states(ana, job_id) == [*["DONE"] * 4, *["NOT_FOUND"] * 2]


async def test_a_job_canceled_while_rows_wait_ends(batches: Batches, ana: httpx.AsyncClient, shop: Shop) -> None:
    shop.hold("/apron")
    async with working(batches):
        job_id = await send(ana, "linnen apron,,", f"Linen apron,,{shop.url}/apron")
        await until_row_waits(ana, job_id, 1)
        (await ana.post(f"/api/jobs/{job_id}/cancel")).raise_for_status()
        await until_nothing_waits(batches)
    assert await states(ana, job_id) == ["CANCELED", "CANCELED"]
    assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 204


async def test_a_resumed_job_continues_with_its_waiting_rows(
    batches: Batches, ana: httpx.AsyncClient, shop: Shop
) -> None:
    """Also when its pages ended while it was paused."""
    answer = shop.hold("/apron")

    async def is_done() -> bool:
        return (await states(ana, job_id))[1] == "DONE"

    async with working(batches):
        job_id = await send(ana, "linnen apron,,", f"Linen apron,,{shop.url}/apron")
        await until_row_waits(ana, job_id, 1)
        (await ana.post(f"/api/jobs/{job_id}/pause")).raise_for_status()
        answer.set()
        await until(is_done)
        assert (await states(ana, job_id))[0] == "PENDING"
        (await ana.post(f"/api/jobs/{job_id}/resume")).raise_for_status()
        await until_state(ana, job_id, "DONE")
    assert await states(ana, job_id) == ["DONE", "DONE"]


async def test_rows_of_a_reprocessed_job_wait_for_its_pages_again(
    batches: Batches, ana: httpx.AsyncClient, shop: Shop
) -> None:
    path = "/later"
    async with working(batches):
        job_id = await send(ana, "linnen apron,,", f"Linen apron,,{shop.url}{path}")
        await until_state(ana, job_id, "DONE")
        assert await states(ana, job_id) == ["NOT_FOUND", "ERROR"]
        shop.products[path] = APRON
        answer = shop.hold(path)
        (await ana.post(f"/api/jobs/{job_id}/reprocess", json={"resetAttempts": True})).raise_for_status()
        row = await until_row_waits(ana, job_id, 1)
        await batches.execute("update page_waits set retry_at = '2199-01-01T00:00:00Z'")
        expedited = await ana.post(f"/api/jobs/{job_id}/reprocess", json={"itemIds": [row["id"]]})
        assert expedited.json()["taken"] == 1
        answer.set()
        await until_state(ana, job_id, "DONE")
    assert await states(ana, job_id) == ["DONE", "DONE"]


async def test_a_row_is_matched_as_soon_as_one_of_several_pages_provides_its_product(
    batches: Batches, ana: httpx.AsyncClient, shop: Shop
) -> None:
    answers = [shop.hold("/apron"), shop.hold("/mug")]

    async def is_found() -> bool:
        return (await states(ana, job_id))[0] == "DONE"

    async with working(batches):
        job_id = await send(
            ana, "linnen apron,,", f"Linen apron,,{shop.url}/apron", f"Enamel mug,,{shop.url}/mug", "Copper moon,,"
        )
        await until_row_waits(ana, job_id, 4)
        answers[0].set()
        await until(is_found)
        assert (await states(ana, job_id))[2:] == ["PROCESSING", "PENDING"]
        answers[1].set()
        await until_state(ana, job_id, "DONE")
    assert await states(ana, job_id) == ["DONE", "DONE", "DONE", "NOT_FOUND"]
