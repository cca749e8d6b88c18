"""The record of an item: its fields, their sources, its versions, and access."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from psycopg.types.json import Jsonb
from tests.integration.changing_site import PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from tests.services import HasServices, ask_for_page

from garner.api.app import create_app
from garner.core.accounts.identity import Identity
from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.jobs import item_records
from garner.engine.people.accounts import sign_in
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.wiring.server import make_services

ROOT = "root@example.com"


@pytest.fixture(scope="module")
def page_reader() -> Iterator[SubmittedPages]:
    with SubmittedPages(Settings.from_values(extract_processes=1, extract_sent_timeout_seconds=60)) as pages:
        yield pages


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        opened.pages |= {"/soup": linked(SOUP), "/pan": linked(PAN)}
        yield opened


@pytest.fixture
async def visitor(
    engine: Engine, site: ChangingSite, extractors: Extractors, page_reader: SubmittedPages
) -> AsyncIterator[Visitor]:
    settings = engine.settings.with_values(admin_emails=ROOT)
    async with visiting(replace(engine, settings=settings), site, extractors) as opened:
        yield opened


class People(HasServices):
    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    async def guest(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(create_app(self.services), client=("203.0.113.7", 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers)
        return await self._stack.enter_async_context(client)

    async def person(self, email: str) -> httpx.AsyncClient:
        token = (await sign_in(self.engine, Identity(email))).token
        return await self.guest(Authorization=f"Bearer {token}")


@pytest.fixture
async def people(visitor: Visitor) -> AsyncIterator[People]:
    async with AsyncExitStack() as stack:
        yield People(visitor.engine, stack)


@pytest.fixture
async def guest(people: People) -> httpx.AsyncClient:
    return await people.guest()


@pytest.fixture
async def ana(people: People) -> httpx.AsyncClient:
    return await people.person("ana@example.com")


async def record(client: httpx.AsyncClient, item_id: UUID | str, **parameters: Any) -> dict[str, Any]:
    answer = await client.get(f"/api/items/{item_id}/record", params=parameters)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def status(client: httpx.AsyncClient, item_id: UUID | str) -> int:
    return (await client.get(f"/api/items/{item_id}/record")).status_code


async def add_row(visitor: Visitor, owner: str = "ana@example.com", **columns: Any) -> str:
    """Add an ended row of a job."""
    said = {"status": "DONE", **columns}
    found = await visitor.look(
        f"""
        with job as (insert into jobs (user_id, job_type, kind) select user_id, 'table', 'auto' from users
                     where email = %s returning id, user_id)
        insert into job_items (id, job_id, row_no, origin, user_id, job_type, completed_at, {", ".join(said)})
        select uuidv7(), id, 1, 'batch', user_id, 'table', now(), {", ".join(["%s"] * len(said))} from job returning id
        """,
        owner,
        *said.values(),
    )
    return str(found["id"])


class TestContent:
    async def test_a_request_of_a_guest_shows_its_record_and_the_source_of_each_field(
        self, visitor: Visitor, site: ChangingSite, guest: httpx.AsyncClient
    ) -> None:
        item = await visitor.visit("/pan", Kind.PRODUCT)
        seen = await record(guest, item.id)
        assert (seen["itemId"], seen["jobId"], seen["kind"], seen["status"]) == (str(item.id), None, "product", "DONE")
        assert (seen["url"], seen["error"], seen["match"]) == (f"{site.url}/pan", None, None)
        assert (seen["record"]["name"], seen["record"]["price"]) == ("Copper pan", "49.90")
        assert list(seen["record"])[:4] == ["name", "description", "price", "currency"] == list(seen["fields"])[:4]
        availability = seen["fields"]["availability"]
        assert availability == {
            "value": "in_stock",
            "source": "Structured data of the page (JSON-LD)",
            "rung": "schema_org_json_ld",
            "path": "Product.offers.availability",
            "snippet": "https://schema.org/InStock",
            "confidence": 0.95,
        }
        assert seen["fields"]["price"]["snippet"] is None, "it is the value itself"
        assert seen["fields"]["sku"] == dict.fromkeys(availability)
        assert (seen["usedLlm"], seen["version"], seen["currentVersion"]) == (False, 1, 1)
        [version] = seen["versions"]
        assert (version["version"], version["changes"], seen["nextVersions"]) == (1, None, None)

    async def test_an_open_item_has_no_record(self, visitor: Visitor, guest: httpx.AsyncClient) -> None:
        asked = await ask_for_page(visitor.engine, visitor.site.url + "/soup", kind=Kind.RECIPE, origin=Origin.PARSE)
        assert asked.item_id is not None
        seen = await record(guest, asked.item_id)
        assert (seen["status"], seen["record"], seen["fields"], seen["versions"]) == ("PENDING", None, {}, [])

    async def test_a_failed_item_shows_its_error(self, visitor: Visitor, guest: httpx.AsyncClient) -> None:
        seen = await record(guest, (await visitor.visit("/nothing")).id)
        assert (seen["status"], seen["record"], seen["error"]["code"]) == ("ERROR", None, "gone")


class TestHistory:
    async def test_each_version_lists_its_changes(
        self, visitor: Visitor, site: ChangingSite, guest: httpx.AsyncClient
    ) -> None:
        first = await visitor.visit("/soup")
        lines = ["200 g barley", "2 carrots", "1 onion"]
        site.pages["/soup"] = linked(SOUP | {"name": "Barley stew", "recipeIngredient": lines})
        last = await visitor.visit("/soup")
        seen = await record(guest, last.id)
        assert (seen["version"], seen["currentVersion"]) == (2, 2)
        newest, oldest = seen["versions"]
        assert (newest["version"], oldest["version"], oldest["changes"]) == (2, 1, None)
        title, ingredients = newest["changes"]
        assert (title["field"], title["change"], title["before"], title["after"]) == (
            *("title", "changed", "Barley soup", "Barley stew"),
        )
        assert (ingredients["field"], ingredients["before"], ingredients["after"]) == ("ingredients", None, None)
        told = [(part["change"], part["place"]) for part in ingredients["parts"]]
        assert told == [("removed", 2), ("added", 3)]
        assert ingredients["parts"][1]["after"]["name"] == "onion"

        earlier = await record(guest, first.id)
        assert (earlier["record"]["title"], earlier["version"], earlier["currentVersion"]) == ("Barley soup", 1, 2)
        assert earlier["fields"]["title"]["source"] is None, "where it came from is kept of the current one alone"

    async def test_comparing_versions_does_not_block_other_requests(
        self, visitor: Visitor, site: ChangingSite, database_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither the event loop nor the only connection."""
        await visitor.visit("/soup")
        site.pages["/soup"] = linked(SOUP | {"name": "Barley stew"})
        item = await visitor.visit("/soup")
        loop, compare = asyncio.get_running_loop(), item_records.changes_between
        async with Database(database_url, size=1) as database:

            async def another() -> None:
                async with database.connection() as connection:
                    await connection.execute("select 1")

            def compared(*versions: Any) -> Any:
                asyncio.run_coroutine_threadsafe(another(), loop).result(5)
                return compare(*versions)

            monkeypatch.setattr(item_records, "changes_between", compared)
            engine = replace(visitor.engine, database=database)
            seen = await item_records.see_record(engine, item.id, None, before=None, limit=10)
        assert [len(version.changes or []) for version in seen.versions] == [1, 0]

    async def test_versions_are_listed_page_by_page(
        self, visitor: Visitor, site: ChangingSite, guest: httpx.AsyncClient
    ) -> None:
        for number in range(1, 6):
            site.pages["/soup"] = linked(SOUP | {"name": f"Soup number {number}"})
            item = await visitor.visit("/soup")
        seen, told = await record(guest, item.id, limit=2), []
        while True:
            told += [(one["version"], (one["changes"] or [{}])[0].get("before")) for one in seen["versions"]]
            if seen["nextVersions"] is None:
                break
            seen = await record(guest, item.id, limit=2, before=seen["nextVersions"])
        assert told == [*((number, f"Soup number {number - 1}") for number in (5, 4, 3, 2)), (1, None)]

    async def test_only_versions_of_the_same_page_and_kind_are_listed(
        self, visitor: Visitor, site: ChangingSite, guest: httpx.AsyncClient
    ) -> None:
        site.pages["/both"] = linked(SOUP, PAN)
        recipe, product = await visitor.visit("/both"), await visitor.visit("/both", Kind.PRODUCT)
        await visitor.visit("/soup")
        for item, name in ((recipe, "title"), (product, "name")):
            seen = await record(guest, item.id)
            assert len(seen["versions"]) == 1 and seen["record"][name]

    @pytest.mark.parametrize("query", ["limit=0", "limit=51", "before=0", "before=x"])
    async def test_invalid_parameters_are_rejected(self, guest: httpx.AsyncClient, query: str) -> None:
        answer = await guest.get(f"/api/items/{uuid4()}/record?{query}")
        assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == query.partition("=")[0]


class TestWhoMaySee:
    async def test_a_mailbox_item_is_visible_only_to_its_owner(
        self, visitor: Visitor, people: People, ana: httpx.AsyncClient
    ) -> None:
        asked = await ana.post("/recipes/parse-url/async", json={"url": visitor.site.url + "/soup"})
        job_id = asked.json()["id"]
        await visitor.work()
        assert (await record(ana, job_id))["record"]["title"] == "Barley soup"
        assert [await status(await people.person(other), job_id) for other in ("ben@example.com", ROOT)] == [404, 404]
        assert await status(await people.guest(), job_id) == 401

    async def test_a_row_is_visible_to_the_owner_of_its_job_and_to_admins(
        self, visitor: Visitor, people: People, ana: httpx.AsyncClient
    ) -> None:
        await visitor.visit("/pan", Kind.PRODUCT)
        page = (await visitor.task("/pan"))["url_hash"]
        row = await add_row(visitor, kind="product", url=visitor.site.url + "/pan", url_hash=page, record_version=1)
        for who in (ana, await people.person(ROOT)):
            assert (await record(who, row))["record"]["name"] == "Copper pan"
        assert await status(await people.person("ben@example.com"), row) == 404
        assert await status(await people.guest(), row) == 401

    async def test_a_foreign_item_is_answered_like_an_unknown_one(
        self, visitor: Visitor, people: People, ana: httpx.AsyncClient
    ) -> None:
        row = await add_row(visitor)
        for who in (await people.person("ben@example.com"), await people.guest()):
            answers = [await who.get(f"/api/items/{item}/record") for item in (row, uuid4())]
            assert answers[0].status_code == answers[1].status_code and answers[0].json() == answers[1].json()

    async def test_the_rate_limit_of_guests_does_not_affect_users(self, visitor: Visitor) -> None:
        item = await visitor.visit("/pan", Kind.PRODUCT)
        settings = visitor.engine.settings.with_values(guest_requests_per_minute=2)
        app = create_app(make_services(replace(visitor.engine, settings=settings)))
        token = (await sign_in(visitor.engine, Identity("ana@example.com"))).token
        transport = httpx.ASGITransport(app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
            assert [await status(client, item.id) for _ in range(3)] == [200, 200, 429]
            assert await status(client, uuid4()) == 429
            client.headers["Authorization"] = f"Bearer {token}"
            assert await status(client, item.id) == 200

    async def test_an_invalid_token_is_rejected(self, visitor: Visitor, people: People) -> None:
        item = await visitor.visit("/pan", Kind.PRODUCT)
        assert await status(await people.guest(Authorization="Bearer a.b.c"), item.id) == 401

    async def test_a_sent_page_is_visible_only_on_its_own_request(
        self, visitor: Visitor, ana: httpx.AsyncClient, guest: httpx.AsyncClient
    ) -> None:
        await visitor.visit("/soup")  # the shared record of that page
        await visitor.change(
            """
            insert into job_items (id, origin, user_id, kind, url, url_hash, status, error_code, last_error,
                                   completed_at)
            select uuidv7(), 'parse', (select user_id from users where email = 'ana@example.com'), 'recipe', url,
                   url_hash, 'ERROR', 'hard_block', 'No.', now() from crawl_tasks
            """
        )
        shut_out = (await visitor.look("select id from job_items where status = 'ERROR'"))["id"]
        page = linked(SOUP | {"name": "My own soup"})
        answer = await ana.post("/api/extract", json={"html": page, "itemId": str(shut_out)})
        assert answer.status_code == 200, answer.text
        item = answer.json()["itemId"]
        seen = await record(guest, item)
        assert (seen["record"]["title"], seen["version"], seen["versions"]) == ("My own soup", None, [])
        assert seen["fields"]["title"]["rung"] == "schema_org_json_ld" and seen["usedLlm"] is False
        assert "Sent by a user, not fetched from the site." in seen["warnings"]
        others = (await visitor.look("select id from job_items where status = 'DONE' and result_json is null"))["id"]
        assert "My own soup" not in json.dumps(await record(guest, others))


class TestRows:
    async def test_a_matched_row_shows_the_product_and_the_match(
        self, visitor: Visitor, ana: httpx.AsyncClient
    ) -> None:
        await visitor.visit("/pan", Kind.PRODUCT)
        product = (await visitor.look("select id from products"))["id"]
        candidate = {"id": product, "name": "Copper pan", "score": 0.91, "strategy": "words"}
        offer = {"id": 77, "name": "Pan", "url": "https://other.example/pan", "price": "9.00"}
        known = {"candidates": [candidate], "offers": [offer]}
        matched = {"match_id": product, "match_score": 0.91, "match_strategy": "words", **known}
        row = await add_row(
            visitor, kind="auto", result_json=Jsonb({"name": "As it was", "kind": "product", "url": "x", **matched})
        )
        seen = await record(ana, row)
        assert (seen["record"]["name"], seen["kind"], seen["url"]) == (
            "Copper pan",
            "product",
            visitor.site.url + "/pan",
        )
        told = {"productId": product, "score": 0.91, "strategy": "words"}
        assert seen["match"] == told | known
        assert seen["fields"]["name"]["rung"] == "schema_org_json_ld" and len(seen["versions"]) == 1

    async def test_a_row_without_its_product_shows_its_stored_result(
        self, visitor: Visitor, ana: httpx.AsyncClient
    ) -> None:
        result = {"name": "Pan", "price": "5.00", "kind": "product", "url": "https://shop.example/pan"}
        known = {"confidence": 0.8, "strategy": "provider", "warnings": ["As a provider has it."]}
        match = {"match_id": 999, "match_score": 0.8, "match_strategy": "provider", "candidates": []}
        seen = await record(ana, await add_row(visitor, kind="auto", result_json=Jsonb(result | known | match)))
        assert seen["record"] == {"name": "Pan", "price": "5.00"} and seen["url"] == "https://shop.example/pan"
        assert (seen["confidence"], seen["warnings"], seen["kind"]) == (0.8, ["As a provider has it."], "product")
        assert (seen["match"]["productId"], seen["version"], seen["versions"]) == (999, None, [])

    async def test_an_unmatched_row_shows_its_candidates(self, visitor: Visitor, ana: httpx.AsyncClient) -> None:
        candidates = [{"id": 1, "name": "Pot", "score": 0.2, "strategy": "words"}]
        row = await add_row(
            visitor, status="NOT_FOUND", error_code="no_match", result_json=Jsonb({"candidates": candidates})
        )
        seen = await record(ana, row)
        assert (seen["record"], seen["match"]["score"], seen["match"]["candidates"]) == (None, None, candidates)

    async def test_internal_notes_of_runs_are_not_shown(self, visitor: Visitor, ana: httpx.AsyncClient) -> None:
        row = await add_row(visitor, result_json=Jsonb({"candidates": [], "runs": 1, "seen": {"text": "x"}}))
        await visitor.change("update job_items set status = 'PENDING', completed_at = null")
        seen = await record(ana, row)
        assert (seen["status"], seen["record"], seen["match"]) == ("PENDING", None, None)
