"""The feed of changed records, as other systems poll it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
from tests.integration.helpers import CAKE, ask, finish_page, page, product, recipe, value

from garner.api.app import create_app
from garner.core.record import Kind, Record
from garner.engine import Engine
from garner.engine.asking import changes
from garner.engine.people.accounts import Identity, sign_in
from garner.runtime.duties.change_numbering import ChangeNumbering
from garner.store.records import change_log, gone_products, records
from garner.store.records.records import FoundRecord
from garner.wiring.server import make_services

PIE = "https://kitchen.example/pie"


class Feed:
    """The records of two users, and the feed of each."""

    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    async def person(self, email: str) -> "Reader":
        signed_in = await sign_in(self.engine, Identity(email))
        client = await self.caller(Authorization=f"Bearer {signed_in.token}")
        return Reader(self.engine, client, signed_in.user.user_id)

    async def caller(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(create_app(make_services(self.engine)))
        client = httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers)
        return await self._stack.enter_async_context(client)

    async def save(self, *found: Record, url: str = CAKE) -> None:
        async with self.engine.database.transaction() as connection:
            await records.save(connection, [FoundRecord(page(url).hash, record) for record in found])

    async def execute(self, statement: str, *parameters: Any) -> None:
        async with self.engine.database.connection() as connection:
            await connection.execute(statement, parameters)


class Reader:
    def __init__(self, engine: Engine, client: httpx.AsyncClient, user_id: int) -> None:
        self.engine, self.client, self.user_id = engine, client, user_id

    async def get(self, **parameters: Any) -> httpx.Response:
        return await self.client.get("/api/changes", params=parameters)

    async def read(self, **parameters: Any) -> dict[str, Any]:
        await ChangeNumbering(self.engine).run_once()
        answer = await self.get(**parameters)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def seen(self, **parameters: Any) -> list[tuple[int, str, str, str]]:
        found = (await self.read(**parameters))["changes"]
        return [(change["number"], change["kind"], change["title"], change["change"]) for change in found]

    async def ask(self, url: str = CAKE, *found: Record) -> None:
        async with self.engine.database.transaction() as connection:
            for record in found:
                await ask(connection, url, kind=record.kind, user_id=self.user_id, ttl=timedelta(0))
            await finish_page(connection, *found)


@pytest.fixture
async def feed(engine: Engine) -> AsyncIterator[Feed]:
    async with AsyncExitStack() as stack:
        yield Feed(engine, stack)


@asynccontextmanager
async def scanning(monkeypatch: pytest.MonkeyPatch, count: int) -> AsyncIterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(changes, "SCANNED_AT_ONCE", count)
        yield


# What it shows -----------------------------------------------------------------------------------------------


async def test_a_user_reads_the_changes_of_the_records_they_asked_for(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    assert await ana.read() == {"changes": [], "next": 0, "hasMore": False}
    await ana.ask(CAKE, product("Pan"))
    first = await ana.read()
    (change,) = first["changes"]
    assert change.pop("changedAt").endswith("Z") and isinstance(change.pop("id"), int)
    expected = {"number": 1, "kind": "product", "url": CAKE, "title": "Pan", "version": 1, "change": "created"}
    assert change == expected
    assert (first["next"], first["hasMore"]) == (1, False)
    await feed.save(product("Red pan", "3" * 64))
    await feed.save(product("Red pan!", "3" * 64))
    assert await ana.seen(since=1) == [
        (2, "product", "Red pan", "changed"),
        (3, "product", "Red pan!", "details"),
    ]
    assert await ana.read(since=3) == {"changes": [], "next": 3, "hasMore": False}


async def test_a_recipe_has_no_id_but_its_url(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    (change,) = (await ana.read())["changes"]
    assert (change["id"], change["url"], change["title"]) == (None, CAKE, "Cake")


async def test_a_product_that_is_gone_and_back_is_a_change(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, product())
    async with feed.engine.database.transaction() as connection:
        await gone_products.mark_pages_gone(connection, [page(CAKE).hash])
        await gone_products.clear(connection, [page(CAKE).hash])
    assert [entry[3] for entry in await ana.seen()] == ["created", "gone", "back"]


async def test_changes_of_other_users_are_passed_over(feed: Feed) -> None:
    ana, ben = await feed.person("ana@example.com"), await feed.person("ben@example.com")
    await ana.ask(CAKE, recipe())
    await ben.ask(PIE, recipe("Pie"))
    assert await ana.seen() == [(1, "recipe", "Cake", "created")]
    assert await ben.seen() == [(2, "recipe", "Pie", "created")]
    assert (await ana.read())["next"] == 2


async def test_the_catalogue_is_seen_by_every_user(feed: Feed) -> None:
    ana, ben = await feed.person("ana@example.com"), await feed.person("ben@example.com")
    await ana.ask(CAKE, recipe())
    assert await ben.seen() == []
    await feed.execute("update crawl_tasks set crawl_frequency = interval '1 day'")
    assert await ben.seen() == [(1, "recipe", "Cake", "created")]


async def test_one_kind_can_be_read(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe(), product())
    assert [kind for _, kind, *_ in await ana.seen(kind="product")] == ["product"]
    assert [kind for _, kind, *_ in await ana.seen(kind="recipe")] == ["recipe"]
    assert (await ana.read(kind="posting"))["next"] == 2


# Following it ------------------------------------------------------------------------------------------------


async def test_pages_follow_each_other_without_gap_or_repetition(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    for number in range(6):
        await feed.save(recipe(f"Cake {number}", str(number) * 64))
    seen, since, more = [], 0, True
    while more:
        found = await ana.read(since=since, limit=3)
        seen += [change["number"] for change in found["changes"]]
        since, more = found["next"], found["hasMore"]
    assert seen == [1, 2, 3, 4, 5, 6, 7]


async def test_a_user_with_few_records_gets_past_the_changes_of_others(
    feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request looks at three changes; the user's own is the ninth."""
    ana, ben = await feed.person("ana@example.com"), await feed.person("ben@example.com")
    await ben.ask(CAKE, recipe())
    for number in range(7):
        await feed.save(recipe(f"Cake {number}", str(number) * 64))
    await ana.ask(PIE, recipe("Pie"))
    async with scanning(monkeypatch, 3):
        nexts, since, found = [], 0, await ana.read(since=0)
        while found["hasMore"]:
            nexts.append((found["next"], len(found["changes"])))
            since = found["next"]
            found = await ana.read(since=since)
    assert nexts == [(3, 0), (6, 0)]
    assert [change["title"] for change in found["changes"]] == ["Pie"]
    assert (found["next"], found["hasMore"]) == (9, False)


async def test_a_change_without_a_number_yet_is_read_later(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    before = (await ana.get()).json()
    assert before == {"changes": [], "next": 0, "hasMore": False}
    assert len((await ana.read(since=before["next"]))["changes"]) == 1


async def test_without_since_the_feed_begins_with_the_first_change_kept(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    await feed.save(recipe("Better cake", "3" * 64))
    await ana.read()
    await feed.execute("update record_changes set happened_at = now() - interval '31 days' where number = 1")
    async with feed.engine.database.connection() as connection:
        assert await change_log.delete_old(connection, timedelta(days=30)) == 1
    assert [number for number, *_ in await ana.seen()] == [2]
    assert [number for number, *_ in await ana.seen(since=1)] == [2]

    gone = await ana.get(since=0)
    assert (gone.status_code, gone.json()) == (
        410,
        {
            "error": "The changes after 0 are no longer kept. Read all your records again, then continue with since=2.",
            "code": "changes_deleted",
        },
    )


@pytest.mark.parametrize("since", [17, 2**63 - 1])
async def test_a_number_from_before_a_restore_is_gone_too(feed: Feed, since: int) -> None:
    """Otherwise a client would pass over the changes until the numbers have caught up."""
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    assert (await ana.read())["next"] == 1
    answer = await ana.get(since=since)
    assert answer.status_code == 410 and "continue with since=1." in answer.json()["error"]


# Who may read it ---------------------------------------------------------------------------------------------


async def test_a_token_is_required(feed: Feed) -> None:
    assert (await (await feed.caller()).get("/api/changes")).status_code == 401


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("since", "x"),
        ("since", "-1"),
        ("since", str(2**63)),
        ("since", ""),
        ("kind", "auto"),
        ("kind", "\x00"),
        ("limit", "0"),
        ("limit", "501"),
        ("after", "1"),
    ],
)
async def test_a_malformed_parameter_is_refused(feed: Feed, field: str, bad: str) -> None:
    ana = await feed.person("ana@example.com")
    answer = await ana.get(**{field: bad})
    assert answer.status_code == 422, answer.text
    assert [problem["field"] for problem in answer.json()["fields"]] == [field]


async def test_the_records_of_a_removed_user_are_no_longer_theirs(feed: Feed) -> None:
    ana = await feed.person("ana@example.com")
    await ana.ask(CAKE, recipe())
    await ana.read()
    async with feed.engine.database.connection() as connection:
        await connection.execute("delete from job_items")
        assert await value(connection, "select count(*) from record_changes") == 1
    assert (await ana.read())["changes"] == []


def test_the_kinds_of_the_feed_are_those_of_records(openapi: dict[str, Any]) -> None:
    parameters = openapi["paths"]["/api/changes"]["get"]["parameters"]
    assert [parameter["name"] for parameter in parameters] == ["since", "kind", "limit"]
    assert {str(kind) for kind in Kind} <= set(str(openapi["components"]["schemas"]["Kind"]).replace("'", " ").split())
