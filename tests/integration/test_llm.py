"""The last rung: a language model is asked through the real stages, for those who allow it, within the day's budget."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.hostile.llm_server import Model, model_saying, refused, said
from tests.integration.changing_site import SOUP, ChangingSite, Visitor, changing_site, linked, visiting

from garner import observe
from garner.api.app import create_app
from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Kind
from garner.engine import Engine, submit_page
from garner.extract.llm import MOST_ANSWER_TOKENS
from garner.store import llm_spend
from garner.store.database import Database

PROSE = "This is the soup that my grandmother made whenever it rained, and it rained often where she lived. " * 3
BARE = f"""<!doctype html><html><head><title>Rainy day</title></head><body>
<h1>Rainy day lentil soup</h1><p>{PROSE}</p>
<p>You take three handfuls of lentils and a spoon of cumin.</p>
<p>All of it goes into the pot and simmers. Serve it hot.</p></body></html>"""
ANSWER = {
    "title": "Rainy day lentil soup",
    "ingredients": ["three handfuls of lentils", "a spoon of cumin", "a pinch of something invented"],
    "instructions": ["All of it goes into the pot and simmers. Serve it hot."],
}
WARNING = "LLM fallback used; please verify ingredients."
# A record without instructions, which are essential.
LACKING = linked(
    {"@type": "Recipe", "name": "Barley soup", "recipeIngredient": ["200 g barley", "1 l water"]},
    around=f"<p>{PROSE}</p><p>Somebody boils the barley in the water.</p>",
)
TOLD = {"title": "Barley soup", "instructions": ["Somebody boils the barley in the water."]}


@pytest.fixture
async def model() -> AsyncIterator[Model]:
    async with model_saying(said(ANSWER, usage=1234)) as opened:
        yield opened


@pytest.fixture(scope="module")
def extractors() -> Iterator[Any]:
    from garner.work.extractors import Extractors

    with Extractors(1, 30, 10_000_000) as pool:
        yield pool


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        opened.pages["/soup"] = BARE
        yield opened


@pytest.fixture
async def open_visitor(engine: Engine, site: ChangingSite, extractors: Any, model: Model) -> AsyncIterator[Any]:
    """Opens a visitor whose worker may ask the model, with these settings."""
    async with AsyncExitStack() as stack:

        async def start(**settings: Any) -> Visitor:
            asking = {"llm_base_url": model.url, "llm_model": "small", "llm_timeout_seconds": 5.0}
            changed = engine.settings.model_copy(update=asking | settings)
            return await stack.enter_async_context(visiting(replace(engine, settings=changed), site, extractors))

        yield start


@pytest.fixture
async def visitor(open_visitor: Any) -> Visitor:
    opened: Visitor = await open_visitor()
    return opened


async def spent(visitor: Visitor) -> int:
    return int((await visitor.look("select coalesce(sum(tokens), 0) as tokens from llm_spend"))["tokens"])


# When it is asked ------------------------------------------------------------------------------------------------


async def test_a_page_that_nothing_else_can_read_becomes_a_record_that_says_how(visitor: Visitor, model: Model) -> None:
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and found.data is not None
    assert [line["raw"] for line in found.data["ingredients"]] == ["three handfuls of lentils", "a spoon of cumin"]
    assert found.used_llm and found.warnings is not None and found.warnings[0] == WARNING
    assert len(model.requests) == 1 and await spent(visitor) == 1234
    kept = await visitor.look("select used_llm, warnings, sources from recipes")
    assert kept["used_llm"] and WARNING in kept["warnings"] and kept["sources"]["title"]["rung"] == "llm"
    (event,) = [event for event in visitor.events if isinstance(event, observe.LlmAsked)]
    assert (event.kind, event.outcome, event.tokens) == ("recipe", "ok", 1234)


async def test_it_is_not_asked_for_those_who_do_not_allow_it(visitor: Visitor, model: Model) -> None:
    found = await visitor.visit("/soup")
    assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")
    assert model.requests == []


async def test_who_joins_a_request_and_allows_it_allows_it_for_that_request(visitor: Visitor, model: Model) -> None:
    url = f"{visitor.site.url}/soup"
    asked = await submit_page(visitor.engine, url, kind=Kind.RECIPE, origin=Origin.PARSE)
    joined = await visitor.visit("/soup", use_llm=True)
    assert joined.id == asked.item_id
    assert joined.status == ItemStatus.DONE and joined.used_llm and len(model.requests) == 1


async def test_it_is_not_asked_for_a_kind_that_only_others_want_of_the_same_page(
    visitor: Visitor, model: Model
) -> None:
    await visitor.visit("/soup")
    await visitor.change("update crawl_tasks set kinds = '{product}'")  # an operator's order
    await visitor.visit("/soup", use_llm=True)
    asked = [event.kind for event in visitor.events if isinstance(event, observe.LlmAsked)]
    assert asked == ["recipe"] and len(model.requests) == 1


async def test_it_is_not_asked_where_nothing_essential_is_missing(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"] = linked(SOUP)
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and not found.used_llm
    assert model.requests == [] and await spent(visitor) == 0


async def test_it_is_not_asked_unless_it_is_set_up(open_visitor: Any, model: Model) -> None:
    visitor = await open_visitor(llm_model=None)
    assert (await visitor.visit("/soup", use_llm=True)).status == ItemStatus.NOT_FOUND
    assert model.requests == []


async def test_it_adds_to_what_the_page_says_and_replaces_nothing(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(TOLD | {"ingredients": ["the barley"]})]
    found = await visitor.visit("/soup", use_llm=True)
    assert found.data is not None and found.data["instructions"] == ["Somebody boils the barley in the water."]
    assert [line["raw"] for line in found.data["ingredients"]] == ["200 g barley", "1 l water"]
    assert found.used_llm
    assert "ingredients" not in model.requests[0]["response_format"]["json_schema"]["schema"]["properties"]


async def test_who_allows_it_is_helped_though_the_page_is_as_it_was_for_who_did_not(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(TOLD)]
    first = await visitor.visit("/soup")
    assert first.data is not None and first.data["instructions"] == [] and model.requests == []
    again = await visitor.visit("/soup", use_llm=True)
    assert again.data is not None and again.data["instructions"] and again.used_llm


# Unchanged pages and the cache -----------------------------------------------------------------------------------


async def test_a_page_that_is_unchanged_keeps_its_record_and_is_not_asked_about_again(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    first = await visitor.visit("/soup", use_llm=True)
    same_bytes = await visitor.visit("/soup", use_llm=True)
    site.pages["/soup"] = BARE.replace("<h1>", "<script>visit = 81</script><h1>")
    same_text = await visitor.visit("/soup", use_llm=True)
    assert [(await visitor.item(one))["unchanged"] for one in (first, same_bytes, same_text)] == [False, True, True]
    assert first.data == same_bytes.data == same_text.data and same_text.used_llm
    assert len(model.requests) == 1


async def test_a_model_that_found_nothing_to_add_is_not_asked_again_while_the_page_stays(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said({"title": None, "instructions": []})]
    for _ in range(2):
        assert not (await visitor.visit("/soup", use_llm=True)).used_llm
    assert len(model.requests) == 1


async def test_others_are_served_the_record_with_its_warning(visitor: Visitor, site: ChangingSite) -> None:
    waited = await visitor.visit("/soup", use_llm=True)
    transport = httpx.ASGITransport(create_app(visitor.engine))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        cached = await client.post("/parse-requests", json={"url": f"{site.url}/soup"})
        polled = await client.get(f"/parse-requests/{waited.id}")
    assert cached.status_code == 200 and cached.json()["recipe"]["title"] == "Rainy day lentil soup"
    assert WARNING in cached.json()["warnings"] and WARNING in polled.json()["warnings"]


async def test_a_record_without_warnings_is_served_without_any(visitor: Visitor, site: ChangingSite) -> None:
    site.pages["/soup"] = linked(SOUP)
    await visitor.visit("/soup")
    transport = httpx.ASGITransport(create_app(visitor.engine))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        cached = await client.post("/parse-requests", json={"url": f"{site.url}/soup"})
    assert set(cached.json()) == {"recipe"}


# When it fails -----------------------------------------------------------------------------------------------------


async def say_nothing(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(0.6)


async def test_a_timeout_is_the_requests_error_where_nothing_was_found(open_visitor: Any, model: Model) -> None:
    visitor, model.replies = await open_visitor(llm_timeout_seconds=0.2), [say_nothing]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.ERROR, "llm_timeout")
    assert found.last_error == "The LLM took longer than 0.2 s."
    assert await spent(visitor) > MOST_ANSWER_TOKENS  # it may have cost all that it could


async def test_a_timeout_is_a_warning_where_there_is_a_record_and_the_model_is_asked_the_next_time(
    open_visitor: Any, site: ChangingSite, model: Model
) -> None:
    visitor, model.replies = await open_visitor(llm_timeout_seconds=0.2), [say_nothing]
    site.pages["/soup"] = LACKING
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and not found.used_llm
    assert found.warnings is not None and "The LLM took longer than 0.2 s." in found.warnings
    model.replies = [said(TOLD)]
    assert (await visitor.visit("/soup", use_llm=True)).used_llm


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (refused("401 Unauthorized"), "llm_refused"),
        (refused("429 Too Many Requests"), "llm_busy"),
        (refused("500 Internal Server Error"), "llm_unreachable"),
        (said("I would rather not."), "llm_bad_answer"),
    ],
)
async def test_other_failures_are_the_requests_error_too(
    visitor: Visitor, model: Model, reply: bytes, code: str
) -> None:
    model.replies = [reply]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.ERROR, code)
    assert (await spent(visitor) == 0) is (code != "llm_bad_answer")


async def test_an_answer_of_which_nothing_is_on_the_page_is_no_record(visitor: Visitor, model: Model) -> None:
    model.replies = [said({"title": "Golden calf", "ingredients": ["1 calf"], "instructions": ["Gild it."]})]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")


# What it may cost ----------------------------------------------------------------------------------------------------


async def test_when_the_days_budget_is_spent_it_is_not_asked_and_the_record_says_so(
    open_visitor: Any, site: ChangingSite, model: Model
) -> None:
    visitor = await open_visitor(llm_daily_tokens=MOST_ANSWER_TOKENS)
    site.pages["/lacking"] = LACKING
    found = await visitor.visit("/lacking", use_llm=True)
    assert found.warnings is not None and "The day's LLM budget is spent." in found.warnings
    nothing = await visitor.visit("/soup", use_llm=True)
    assert (nothing.status, nothing.error_code) == (ItemStatus.ERROR, "llm_budget_spent")
    assert model.requests == [] and await spent(visitor) == 0


async def test_a_new_day_has_a_new_budget(open_visitor: Any) -> None:
    visitor = await open_visitor(llm_daily_tokens=10_000)
    day = "(now() at time zone 'utc')::date"
    await visitor.change(f"insert into llm_spend (day, tokens) values ({day}, 9000)")
    assert (await visitor.visit("/soup", use_llm=True)).error_code == "llm_budget_spent"
    await visitor.change("update llm_spend set day = day - 1")
    assert (await visitor.visit("/soup", use_llm=True)).status == ItemStatus.DONE


async def test_workers_that_ask_at_once_do_not_spend_more_than_there_is(database: Database) -> None:
    async def reserve() -> llm_spend.Reservation | None:
        async with database.transaction() as connection:
            return await llm_spend.reserve(connection, 30, 100)

    reserved = await asyncio.gather(*(reserve() for _ in range(12)))
    granted = [one for one in reserved if one is not None]
    assert len(granted) == 3
    async with database.transaction() as connection:
        await llm_spend.correct(connection, granted[0], 5)
    assert await reserve() is not None and await reserve() is None


async def test_a_budget_of_zero_has_no_end(database: Database) -> None:
    async with database.transaction() as connection:
        assert all([await llm_spend.reserve(connection, 10**9, 0) for _ in range(3)])


@pytest.mark.parametrize("kind", [Kind.PRODUCT, Kind.POSTING])
async def test_products_and_postings_are_asked_for_too(
    visitor: Visitor, site: ChangingSite, model: Model, kind: Kind
) -> None:
    site.pages["/thing"] = f"<body><p>{PROSE}</p><p>Rainwater kettle</p><p>sold by Rain and Sons at € 30.00</p></body>"
    naming = "name" if kind is Kind.PRODUCT else "title"
    about = {"price": "€ 30.00"} if kind is Kind.PRODUCT else {"company": "Rain and Sons"}
    model.replies = [said({naming: "Rainwater kettle"} | about)]
    found = await visitor.visit("/thing", kind, use_llm=True)
    assert found.status == ItemStatus.DONE and found.data is not None and found.data[naming] == "Rainwater kettle"
