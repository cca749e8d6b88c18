"""Face 0 over HTTP: every row of its response matrix, and its answers to invalid input."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.integration.outbox_helpers import Broker, relay_once

from garner.api.app import create_app
from garner.engine import Engine
from garner.engine.asking.submitter import Submitter
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.duties import background
from garner.runtime.loop import Loop
from garner.runtime.services import Services
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.sample import SampleSite
from garner.settings import Settings
from garner.store.tasks import items
from garner.wiring.server import make_services
from garner.wiring.stages import make_fetcher

RECIPE = "/recipes/lemon-drizzle-cake"


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


class Garner:
    """The API over a real engine, and workers that run on demand."""

    def __init__(self, engine: Engine, client: httpx.AsyncClient, loops: list[Loop], site: SampleSite) -> None:
        self.engine, self.client, self.loops, self.site = engine, client, loops, site

    async def post(self, url: str, **fields: Any) -> httpx.Response:
        return await self.client.post("/parse-requests", json={"url": url, **fields})

    async def poll(self, request_id: str) -> dict[str, Any]:
        answer = await self.client.get(f"/parse-requests/{request_id}")
        assert answer.status_code == 200
        return answer.json()

    async def crawl(self) -> int:
        """Run all due fetches; the robots.txt of a site comes before its first page."""
        fetched = 0
        while more := await self.loops[0].run_once():
            fetched += more
        return fetched

    async def extract(self) -> int:
        return await self.loops[1].run_once()

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []


async def _open(services: Services, extractors: Extractors, site: SampleSite) -> AsyncIterator[Garner]:
    transport = httpx.ASGITransport(create_app(services), client=("203.0.113.7", 1))
    engine = services.engine
    async with (
        httpx.AsyncClient(transport=transport, base_url="http://garner") as client,
        make_fetcher(engine) as fetcher,
    ):
        stages = [CrawlStage(engine, fetcher, "w"), ExtractStage(engine, extractors, "w")]
        yield Garner(engine, client, [Loop(stage, engine.database, "w", engine.settings) for stage in stages], site)


@pytest.fixture
async def garner(engine: Engine, extractors: Extractors, site: SampleSite) -> AsyncIterator[Garner]:
    async for opened in _open(make_services(engine), extractors, site):
        yield opened


async def test_a_request_goes_from_pending_to_processing_to_completed_and_is_cached(garner: Garner) -> None:
    url = garner.site.url + RECIPE
    accepted = await garner.post(url)
    assert accepted.status_code == 202
    body = accepted.json()
    assert body == {"requestId": body["requestId"], "status": "PENDING"}
    assert await garner.poll(body["requestId"]) == body

    await garner.crawl()
    assert await garner.poll(body["requestId"]) == {"requestId": body["requestId"], "status": "PROCESSING"}

    await garner.extract()
    completed = await garner.poll(body["requestId"])
    assert completed["status"] == "COMPLETED" and "error" not in completed
    recipe = completed["recipe"]
    assert recipe["title"] == "Lemon drizzle cake"
    assert {"qty", "unit", "name"} <= set(recipe["ingredients"][0])
    assert recipe["parsedAt"].endswith("Z")

    cached = await garner.post(url)
    assert cached.status_code == 200 and cached.json() == {"recipe": recipe}
    assert len(await garner.execute("select id from job_items")) == 1


async def test_a_delayed_request_says_what_it_waits_for_after_a_while(garner: Garner) -> None:
    pending = (await garner.post(garner.site.url + RECIPE)).json()
    await garner.execute("insert into workers (name, allows_private) values ('w', true)")
    await garner.execute("update domains set paused_at = now()")
    assert await garner.poll(pending["requestId"]) == pending
    await garner.execute("update job_items set created_at = now() - interval '6 seconds'")
    site = garner.site.url.removeprefix("http://")
    told = {"waitingFor": f"{site} is paused until an operator resumes it"}
    assert await garner.poll(pending["requestId"]) == pending | told
    await garner.execute("update domains set paused_at = null")
    assert await garner.poll(pending["requestId"]) == pending  # it is due: there is no reason to show


async def test_a_request_for_a_page_in_progress_returns_the_same_id(garner: Garner) -> None:
    url = garner.site.url + RECIPE
    first = (await garner.post(url)).json()
    assert (await garner.post(url)).json() == first
    await garner.crawl()
    second = await garner.post(url)
    assert second.status_code == 202
    assert second.json() == {"requestId": first["requestId"], "status": "PROCESSING"}


async def test_two_spellings_of_a_url_are_one_request(garner: Garner) -> None:
    url = garner.site.url + RECIPE
    first = (await garner.post(url)).json()
    for spelling in (
        url.replace("http://", "HTTP://"),
        url + "#top",
        url + "?utm_source=x",
        url.replace("/recipes/", "/recipes/./x/../"),
        url.replace("lemon", "%6Cemon"),
    ):
        assert (await garner.post(spelling)).json() == first


async def test_a_failed_request_shows_the_reason_and_can_be_repeated(garner: Garner) -> None:
    url = f"{garner.site.url}/shop/paper-lantern"
    first = (await garner.post(url, kind="product")).json()
    await garner.crawl()
    failed = await garner.poll(first["requestId"])
    assert failed["status"] == "FAILED"
    assert failed["code"] == "gone"
    assert failed["error"] == "The page does not exist (HTTP 404)."
    again = await garner.post(url, kind="product")
    assert again.status_code == 202
    assert again.json()["requestId"] != first["requestId"]


async def test_a_page_without_a_recipe_fails_with_a_message(garner: Garner) -> None:
    first = (await garner.post(f"{garner.site.url}/recipes/about")).json()
    await garner.crawl()
    await garner.extract()
    assert (await garner.poll(first["requestId"]))["error"] == "No recipe was found on the page."


async def test_records_of_other_kinds_are_returned_under_their_kind(garner: Garner) -> None:
    url = f"{garner.site.url}/shop/linen-apron"
    first = (await garner.post(url, kind="product")).json()
    await garner.crawl()
    await garner.extract()
    completed = await garner.poll(first["requestId"])
    assert completed["product"]["name"] and "recipe" not in completed
    assert set((await garner.post(url, kind="product")).json()) == {"product"}


async def test_two_kinds_of_one_page_are_two_requests_and_one_fetch(garner: Garner) -> None:
    url = f"{garner.site.url}/shop/linen-apron"
    before = garner.site.requests["/shop/linen-apron"]
    product = (await garner.post(url, kind="product")).json()
    recipe = (await garner.post(url, kind="recipe")).json()
    assert product["requestId"] != recipe["requestId"]
    await garner.crawl()
    await garner.extract()
    assert (await garner.poll(product["requestId"]))["status"] == "COMPLETED"
    assert (await garner.poll(recipe["requestId"]))["status"] == "FAILED"
    assert garner.site.requests["/shop/linen-apron"] == before + 1


async def test_five_hundred_concurrent_posts_create_one_request_task_message_and_fetch(
    settings: Settings, database: Database, engine: Engine, extractors: Extractors, site: SampleSite
) -> None:
    broker = Broker()
    services = replace(make_services(engine), submitter=Submitter(database, "parse-requests"))
    async for garner in _open(services, extractors, site):
        path = "/recipes/buttermilk-pancakes"
        before = site.requests[path]
        answers = await asyncio.gather(*(garner.post(site.url + path) for _ in range(500)))
        assert {answer.status_code for answer in answers} == {202}
        assert len({answer.json()["requestId"] for answer in answers}) == 1
        assert len(await garner.execute("select id from crawl_tasks")) == 1
        assert len(await garner.execute("select id from work")) == 1

        assert await relay_once(engine, broker, topic="parse-requests") == 1
        request_id = answers[0].json()["requestId"]
        [published] = broker.taken
        assert published.payload == {"requestId": request_id, "url": site.url + path, "kind": "recipe"}
        await garner.crawl()
        await garner.extract()
        assert site.requests[path] == before + 1
        assert await garner.execute("select id from outbox") == []


async def test_without_a_publisher_nothing_is_written_to_the_outbox(garner: Garner) -> None:
    await garner.post(garner.site.url + RECIPE)
    assert await garner.execute("select id from outbox") == []


async def test_a_stale_record_is_fetched_again_and_its_earlier_version_is_kept(garner: Garner) -> None:
    url = garner.site.url + RECIPE
    await garner.post(url)
    await garner.crawl()
    await garner.extract()
    await garner.execute("update recipes set parsed_at = now() - interval '31 days', content_hash = 'other'")
    await garner.execute("update crawl_tasks set etag = null, extracted_hash = 'other', page_print = null")
    stale = await garner.post(url)
    assert stale.status_code == 202
    await garner.crawl()
    await garner.extract()
    rows = await garner.execute("select version, parsed_at > now() - interval '1 minute' as fresh from recipes")
    assert rows == [{"version": 2, "fresh": True}]
    versions = await garner.execute("select version from record_versions order by version")
    assert [row["version"] for row in versions] == [1, 2]


async def test_a_request_without_progress_for_15_minutes_times_out_and_frees_its_page(garner: Garner) -> None:
    url = garner.site.url + RECIPE
    first = (await garner.post(url)).json()
    await garner.crawl()
    await garner.loops[1].stage.claim(1, 60.0)  # a worker that hangs
    assert await background.time_out_requests(garner.engine) == 0
    await garner.execute("update crawl_tasks set updated_at = now() - interval '15 minutes 1 second'")
    assert await background.time_out_requests(garner.engine) == 1
    failed = await garner.poll(first["requestId"])
    assert failed["status"] == "FAILED" and "15 minutes" in failed["error"]
    second = (await garner.post(url)).json()
    assert second["requestId"] != first["requestId"]
    await garner.crawl()
    await garner.extract()
    assert (await garner.poll(second["requestId"]))["status"] == "COMPLETED"


@pytest.mark.parametrize(
    "request_id",
    ["nonsense", "0", "01a1de11-fd33-74af-9865-d4b12fe87d87", "%00", "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a1"],
)
async def test_unknown_and_malformed_ids_get_the_same_404(garner: Garner, request_id: str) -> None:
    answer = await garner.client.get(f"/parse-requests/{request_id}")
    assert answer.status_code == 404
    assert answer.json() == {"error": "Request not found", "code": "not_found"}


async def test_a_request_of_another_face_is_not_found(garner: Garner) -> None:
    async with garner.engine.database.connection() as connection:
        from garner.core.lifecycle import Origin
        from garner.core.record import Kind
        from garner.core.urls.page_url import parse_page_url

        made = await items.submit_page(
            connection,
            uuid4(),
            parse_page_url("https://example.com/"),
            kind=Kind.RECIPE,
            origin=Origin.CLI,
            user_id=None,
            use_llm=False,
            priority=1,
            ttl=timedelta(0),
            topic=None,
        )
    assert (await garner.client.get(f"/parse-requests/{made.item_id}")).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"url": "not a url"}', 422, "invalid_url"),
        (b'{"url": ""}', 422, "invalid_url"),
        (b'{"url": "ftp://example.com/x"}', 422, "invalid_url"),
        (b'{"url": "javascript:alert(1)"}', 422, "invalid_url"),
        (b'{"url": "https://user:secret@example.com/"}', 422, "invalid_url"),
        (b'{"url": "https://example.com/' + b"a" * 9000 + b'"}', 422, "invalid_url"),
        (b'{"url": "https://example.com/\\u0000"}', 422, "invalid_input"),
        (b'{"url": 7}', 422, "invalid_input"),
        (b'{"url": null}', 422, "invalid_input"),
        (b'{"url": ["https://example.com"]}', 422, "invalid_input"),
        (b'{"url": "https://example.com/", "kind": "poem"}', 422, "invalid_input"),
        (b'{"uri": "https://example.com/"}', 422, "invalid_input"),
        (b"[]", 422, "invalid_input"),
        (b"", 422, "invalid_input"),
        (b"{", 400, "malformed_body"),
        (b"\xff\xfe", 400, "malformed_body"),
        (b'{"url": "\xff"}', 400, "malformed_body"),
        (b'{"url": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "malformed_body"),
        (b'{"url": ' + b"9" * 100_000 + b"}", 422, "invalid_input"),
    ],
)
async def test_invalid_input_gets_one_message_and_changes_nothing(
    garner: Garner, body: bytes, status: int, code: str | None
) -> None:
    answer = await garner.client.post("/parse-requests", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code or answer.json()["code"])
    assert answer.json()["error"].endswith(".")
    for table in ("resources", "crawl_tasks", "job_items", "domains", "work"):
        assert await garner.execute(f"select 1 from {table}") == []


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/health",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://[::ffff:192.168.0.1]/",
    ],
)
async def test_a_private_url_is_rejected_unless_allowed(
    settings: Settings, database: Database, engine: Engine, url: str
) -> None:
    strict = Engine(settings.with_values(fetch_allow_private=False), database, engine.blobs, engine.wake)
    transport = httpx.ASGITransport(create_app(make_services(strict)))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        answer = await client.post("/parse-requests", json={"url": url})
    assert answer.status_code == 422
    assert "private" in answer.json()["error"]


@pytest.mark.parametrize("days", [0, 0.00001])
async def test_a_ttl_can_be_zero_or_a_fraction_of_a_day(
    settings: Settings, database: Database, engine: Engine, extractors: Extractors, site: SampleSite, days: float
) -> None:
    short = Engine(settings.with_values(recipe_ttl_days=days), database, engine.blobs, engine.wake)
    async for garner in _open(make_services(short), extractors, site):
        await garner.post(site.url + RECIPE)
        await garner.crawl()
        await garner.extract()
        await asyncio.sleep(0 if days == 0 else 0.9)
        assert (await garner.post(site.url + RECIPE)).status_code == 202


async def test_guests_are_limited_per_address(settings: Settings, database: Database, engine: Engine) -> None:
    limited = Engine(settings.with_values(guest_requests_per_minute=3), database, engine.blobs, engine.wake)
    app = create_app(make_services(limited))

    async def post(address: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
            return await client.post("/parse-requests", json={"url": "https://example.com/"})

    assert [(await post("198.51.100.1")).status_code for _ in range(4)] == [202, 202, 202, 429]
    refused = await post("198.51.100.1")
    assert refused.json()["code"] == "too_many_requests" and int(refused.headers["retry-after"]) >= 1
    assert (await post("198.51.100.2")).status_code == 202


async def test_an_unreachable_database_gets_a_prompt_503(settings: Settings, engine: Engine) -> None:
    async with Database("postgresql://nobody@127.0.0.1:1/none", size=2, wait_seconds=0.5) as away:
        transport = httpx.ASGITransport(create_app(make_services(Engine(settings, away, engine.blobs, engine.wake))))
        async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
            started = time.monotonic()
            answer = await client.post("/parse-requests", json={"url": "https://example.com/"})
            assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
            assert answer.headers["retry-after"] == "1"
            assert time.monotonic() - started < 2
            assert (await client.get("/health")).status_code == 200
            assert (await client.get("/ready")).status_code == 503


async def test_an_endless_body_is_rejected_while_it_is_read(garner: Garner) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 50_000_000:
            read += 100_000
            yield b" " * 100_000

    answer = await garner.client.post(
        "/parse-requests", content=endless(), headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


async def test_every_error_has_the_common_shape(garner: Garner) -> None:
    for answer in (
        await garner.client.get("/no/such/thing"),
        await garner.client.delete("/parse-requests"),
        await garner.client.post("/parse-requests", json={}),
    ):
        body = answer.json()
        assert isinstance(body["error"], str) and isinstance(body["code"], str)
        assert set(body) <= {"error", "code", "fields"}


async def test_an_invalid_url_names_the_field(garner: Garner) -> None:
    answer = (await garner.post("ftp://example.com/")).json()
    assert answer["fields"] == [{"field": "url", "reason": answer["error"]}]


async def test_the_openapi_page_documents_examples_and_works_without_internet(garner: Garner) -> None:
    document = (await garner.client.get("/openapi.json")).json()
    post = document["paths"]["/parse-requests"]["post"]
    assert "example" in post["responses"]["202"]["content"]["application/json"]
    page = await garner.client.get("/", follow_redirects=True)
    assert page.status_code == 200 and "https://" not in page.text, "the docs must work without internet"


async def test_metrics_count_submitted_pages(garner: Garner) -> None:
    from garner.kinds.registry import KIND_NAMES
    from garner.observe.event import _subscribers
    from garner.observe.metrics import measure_events

    measure_events(KIND_NAMES)
    try:
        await garner.post(garner.site.url + RECIPE)
        text = (await garner.client.get("/metrics")).text
    finally:
        _subscribers.pop()
    assert 'garner_pages_submitted_total{kind="recipe",origin="parse",outcome="created"}' in text
