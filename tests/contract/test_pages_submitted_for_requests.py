"""A page sent for a blocked request creates a new request, for the owner only."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from psycopg.types.json import Jsonb

from garner.api.app import create_app
from garner.core.accounts.identity import Identity
from garner.core.lifecycle import Origin
from garner.core.record import Kind, Record
from garner.engine import Engine
from garner.engine.people.account_removal import remove_user
from garner.engine.people.accounts import sign_in, user_of_address
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.store.people import submitted_pages
from garner.store.tasks import items
from garner.wiring.server import make_services

URL = "http://127.0.0.1:9/soup"
SOUP = {"@type": "Recipe", "name": "Poison soup", "recipeIngredient": ["1 cup"], "recipeInstructions": "Simmer."}
PAGE = f'<html><script type="application/ld+json">{json.dumps(SOUP)}</script><p>Words.</p></html>'

People = Callable[[str | None], Awaitable[httpx.AsyncClient]]


@pytest.fixture(scope="module")
def page_reader() -> Iterator[SubmittedPages]:
    with SubmittedPages(Settings.from_values(extract_processes=1, extract_sent_timeout_seconds=60)) as pages:
        yield pages


@pytest.fixture
async def people(engine: Engine, page_reader: SubmittedPages) -> AsyncIterator[People]:
    """Clients by user name; a guest has none."""
    app = create_app(replace(make_services(engine), submitted_pages=page_reader))
    async with AsyncExitStack() as stack:

        async def client(name: str | None) -> httpx.AsyncClient:
            headers = {}
            if name is not None:
                signed_in = await sign_in(engine, Identity(f"{name}@example.com"))
                headers["Authorization"] = f"Bearer {signed_in.token}"
            transport = httpx.ASGITransport(app)
            opened = httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers)
            return await stack.enter_async_context(opened)

        yield client


@pytest.fixture
async def guest(people: People) -> httpx.AsyncClient:
    return await people(None)


@pytest.fixture
async def ana(people: People) -> httpx.AsyncClient:
    return await people("ana")


async def ask(client: httpx.AsyncClient) -> str:
    answer = await client.post("/parse-requests", json={"url": URL})
    assert answer.status_code == 202
    return str(answer.json()["requestId"])


async def send(client: httpx.AsyncClient, item_id: str, **fields: Any) -> httpx.Response:
    return await client.post("/api/extract", json={"html": PAGE, "itemId": item_id, **fields})


async def poll(client: httpx.AsyncClient, item_id: str) -> dict[str, Any]:
    return dict((await client.get(f"/parse-requests/{item_id}")).json())


async def end(engine: Engine, code: str = "hard_block") -> None:
    async with engine.database.transaction() as connection:
        await connection.execute(
            "update job_items set status = 'ERROR', error_code = %s, last_error = 'No.', completed_at = now() "
            "where completed_at is null",
            (code,),
        )


async def test_a_sent_page_creates_a_new_request_that_names_the_old_one(
    engine: Engine, ana: httpx.AsyncClient, guest: httpx.AsyncClient
) -> None:
    old = await ask(ana)
    await end(engine)
    answer = await send(ana, old)
    new = answer.json()["itemId"]
    assert answer.status_code == 200 and new not in (old, None)
    assert (await poll(ana, old))["status"] == "FAILED"
    polled = await poll(ana, new)
    assert (polled["status"], polled["sentFor"], polled["recipe"]["title"]) == ("COMPLETED", old, "Poison soup")
    assert polled["warnings"] == [submitted_pages.NOT_FETCHED]
    assert "sentFor" not in await poll(ana, old)


async def test_an_owner_can_send_another_page_but_none_for_the_new_request(
    engine: Engine, ana: httpx.AsyncClient
) -> None:
    old = await ask(ana)
    await end(engine)
    first, second = [(await send(ana, old)).json()["itemId"] for _ in range(2)]
    assert first != second
    assert (await send(ana, first)).status_code == 409


async def test_a_page_cannot_be_sent_for_a_request_of_a_guest(
    engine: Engine, ana: httpx.AsyncClient, guest: httpx.AsyncClient
) -> None:
    old = await ask(guest)
    await end(engine)
    unknown = await send(ana, str(uuid4()))
    for sender in (guest, ana):
        answer = await send(sender, old)
        assert (answer.status_code, answer.json()) == (404, unknown.json())
    assert (await poll(guest, old))["status"] == "FAILED"


async def test_a_page_cannot_be_sent_for_a_request_of_another_user(
    engine: Engine, people: People, ana: httpx.AsyncClient, guest: httpx.AsyncClient
) -> None:
    old = await ask(ana)
    ben = await people("ben")
    assert await ask(ben) == await ask(guest) == old
    for sender in (guest, ben):
        assert (await send(sender, old)).status_code == 404  # not 409, which would reveal that it exists
    await end(engine)
    for sender in (guest, ben):
        assert (await send(sender, old)).status_code == 404
    assert (await send(ana, old)).status_code == 200


@pytest.mark.parametrize("code", [None, "gone"])
async def test_the_state_of_the_request_is_checked_again_when_the_record_is_attached(
    engine: Engine, ana: httpx.AsyncClient, code: str | None
) -> None:
    """Extraction takes seconds; the statement that attaches the record checks the current state."""
    old = await ask(ana)
    if code is not None:
        await end(engine, code)
    record = Record(Kind.RECIPE, {"title": "Soup"}, "0" * 64, "garner", "1", "schema_org_json_ld", 0.9)
    user = await user_of_address(engine, "ana@example.com")
    async with engine.database.transaction() as connection:
        assert not await submitted_pages.attach(connection, user.user_id, UUID(old), record, uuid4())


async def test_a_sent_page_is_not_reused_for_new_requests(engine: Engine, ana: httpx.AsyncClient) -> None:
    old = await ask(ana)
    await end(engine)
    new = (await send(ana, old)).json()["itemId"]
    assert await ask(ana) not in (old, new)
    async with engine.database.connection() as connection:
        kept = await (await connection.execute("select from recipes union all select from record_versions")).fetchall()
    assert kept == []


@pytest.mark.parametrize("code", ["gone", "server_error", "no_record"])
async def test_a_page_cannot_be_sent_for_a_request_that_was_not_blocked(
    engine: Engine, ana: httpx.AsyncClient, code: str
) -> None:
    old = await ask(ana)
    assert (await send(ana, old)).status_code == 409
    await end(engine, code)
    assert (await send(ana, old)).status_code == 409


async def test_a_sent_page_must_match_the_kind_and_host_of_its_request(engine: Engine, ana: httpx.AsyncClient) -> None:
    old = await ask(ana)
    await end(engine)
    for fields, expected in (
        ({"kind": "product"}, "kind"),
        ({"url": "http://other.example/soup"}, "url"),
        ({"url": "http://127.0.0.1:10/soup"}, "url"),
    ):
        answer = await send(ana, old, **fields)
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, expected)
    assert (await send(ana, old, html="<p>Nothing to cook.</p>")).json()["itemId"] is None
    assert (await send(ana, old, url="http://127.0.0.1:9/soup?print")).status_code == 200


# Owners of requests -------------------------------------------------------------------------------------------


async def owners(engine: Engine) -> list[str | None]:
    async with engine.database.connection() as connection:
        cursor = await connection.execute(
            "select email from job_items left join users using (user_id) order by job_items.created_at"
        )
        return [row["email"] for row in await cursor.fetchall()]


async def test_a_request_with_a_token_belongs_to_its_user(engine: Engine, ana: httpx.AsyncClient) -> None:
    await ask(ana)
    assert await owners(engine) == ["ana@example.com"]


async def test_a_request_without_a_token_has_no_owner(engine: Engine, guest: httpx.AsyncClient) -> None:
    await ask(guest)
    assert await owners(engine) == [None]


@pytest.mark.parametrize(
    "token", ["Bearer nonsense", "Bearer garner_nonsense", "bearer", "Bearer ", "Bearer\tnonsense", "garner_nonsense"]
)
async def test_an_invalid_token_is_rejected(engine: Engine, guest: httpx.AsyncClient, token: str) -> None:
    answer = await guest.post("/parse-requests", json={"url": URL}, headers={"Authorization": token})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert await owners(engine) == []


async def test_an_invalid_token_beside_another_scheme_is_rejected(engine: Engine, guest: httpx.AsyncClient) -> None:
    headers = [("Authorization", "Basic YW5hOnNlY3JldA=="), ("Authorization", "Bearer nonsense")]
    assert (await guest.post("/parse-requests", json={"url": URL}, headers=headers)).status_code == 401
    assert await owners(engine) == []


async def test_a_caller_with_another_scheme_is_a_guest(engine: Engine, guest: httpx.AsyncClient) -> None:
    headers = {"Authorization": "Basic YW5hOnNlY3JldA=="}  # as browsers send behind a proxy with basic authentication
    assert (await guest.post("/parse-requests", json={"url": URL}, headers=headers)).status_code == 202
    assert await owners(engine) == [None]


async def test_users_and_guests_have_separate_limits(engine: Engine) -> None:
    limits = {"guest_requests_per_minute": 1, "user_requests_per_minute": 2}
    limited = replace(engine, settings=engine.settings.with_values(**limits))
    tokens = [(await sign_in(engine, Identity(f"{name}@example.com"))).token for name in ("ana", "ben")]
    statuses = {}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(make_services(limited))), base_url="http://garner"
    ) as client:
        for name, headers in (
            *((name, {"Authorization": f"Bearer {token}"}) for name, token in zip(("ana", "ben"), tokens, strict=True)),
            ("guest", {}),
        ):
            answers = [await client.post("/parse-requests", json={"url": URL}, headers=headers) for _ in range(3)]
            statuses[name] = [answer.status_code for answer in answers]
    assert statuses == {"ana": [202, 202, 429], "ben": [202, 202, 429], "guest": [202, 429, 429]}


async def test_a_request_that_others_joined_outlives_its_user(
    engine: Engine, ana: httpx.AsyncClient, guest: httpx.AsyncClient
) -> None:
    joined = await ask(ana)
    assert await ask(guest) == joined
    alone = (await ana.post("/parse-requests", json={"url": f"{URL}?alone"})).json()["requestId"]
    await remove_user(engine, await user_of_address(engine, "ana@example.com"))
    assert (await poll(guest, joined))["status"] == "PENDING"
    assert (await guest.get(f"/parse-requests/{alone}")).status_code == 404


async def test_a_cell_named_sent_for_is_not_treated_as_a_reference(engine: Engine) -> None:
    """Several requests are looked up at once, regardless of the objects that their ids name."""
    row = uuid4()
    async with engine.database.transaction() as connection:
        await connection.execute(
            "with made as (insert into jobs (job_type, total_items, pending) values ('table', 1, 1) returning id) "
            "insert into job_items (id, job_id, row_no, origin, input_json) select %s, id, 1, 'batch', %s from made",
            (row, Jsonb({"sent_for": "a friend"})),
        )
        assert await items.find_many(connection, [(row, Origin.PARSE)]) == [None]
