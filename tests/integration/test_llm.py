"""The last rung: real stages ask a language model, with the permission of the request and within the daily budget."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.hostile.llm_server import Model, model_saying, refused, said
from tests.integration.changing_site import SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from tests.integration.reparse_candidates import without_a_model
from tests.integration.shared_extractors import kept_pages_read_in, name_of
from tests.services import ask_for_page

from garner import observe
from garner.api.app import create_app
from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Kind
from garner.core.urls.page_url import parse_page_url
from garner.engine import Engine, SubmitAnswer, find_request
from garner.engine.asking.finder import Finder
from garner.engine.operating.reparse import reparse_pages
from garner.extraction.llm.grounding import MAX_ANSWER_TOKENS
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.stages.extract.stage import extracting_kept_pages
from garner.settings import Settings
from garner.store.health import llm_spend
from garner.store.records.reparse import ReparseSelection
from garner.store.tasks import items
from garner.store.tasks.items import ItemView, PageRequest
from garner.wiring.server import make_services

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
METHOD_ANSWER = {"title": "Barley soup", "instructions": ["Somebody boils the barley in the water."]}


@pytest.fixture
async def model() -> AsyncIterator[Model]:
    async with model_saying(said(ANSWER, usage=1234)) as opened:
        yield opened


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        opened.pages["/soup"] = BARE
        yield opened


@pytest.fixture
async def open_visitor(engine: Engine, site: ChangingSite, extractors: Extractors, model: Model) -> AsyncIterator[Any]:
    """Open a visitor whose worker may ask the model, with these settings."""
    async with AsyncExitStack() as stack:

        async def start(**settings: Any) -> Visitor:
            asking = {"llm_base_url": model.url, "llm_model": "small", "llm_timeout_seconds": 5.0}
            changed = engine.settings.with_values(**(asking | settings))
            return await stack.enter_async_context(visiting(replace(engine, settings=changed), site, extractors))

        yield start


@pytest.fixture
async def visitor(open_visitor: Any) -> Visitor:
    opened: Visitor = await open_visitor()
    return opened


async def spent(visitor: Visitor) -> int:
    return int((await visitor.look("select coalesce(sum(tokens), 0) as tokens from llm_spend"))["tokens"])


# When the model is asked -----------------------------------------------------------------------------------------


async def test_a_page_that_only_the_model_can_read_becomes_a_marked_record(visitor: Visitor, model: Model) -> None:
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and found.data is not None
    assert [line["raw"] for line in found.data["ingredients"]] == ["three handfuls of lentils", "a spoon of cumin"]
    assert found.used_llm and found.warnings is not None and found.warnings[0] == WARNING
    assert len(model.requests) == 1 and await spent(visitor) == 1234
    kept = await visitor.look("select used_llm, warnings, sources from recipes")
    assert kept["used_llm"] and WARNING in kept["warnings"] and kept["sources"]["title"]["rung"] == "llm"
    (event,) = [event for event in visitor.events if isinstance(event, observe.LlmAsked)]
    assert (event.kind, event.outcome, event.tokens) == ("recipe", "ok", 1234)


async def test_the_model_is_not_asked_without_permission(visitor: Visitor, model: Model) -> None:
    found = await visitor.visit("/soup")
    assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")
    assert model.requests == []


async def test_a_joining_request_can_permit_the_model_for_the_joined_one(visitor: Visitor, model: Model) -> None:
    url = f"{visitor.site.url}/soup"
    asked = await ask_for_page(visitor.engine, url, kind=Kind.RECIPE, origin=Origin.PARSE)
    joined = await visitor.visit("/soup", use_llm=True)
    assert joined.id == asked.item_id
    assert joined.status == ItemStatus.DONE and joined.used_llm and len(model.requests) == 1


async def test_the_model_is_not_asked_for_kinds_without_permission(visitor: Visitor, model: Model) -> None:
    await visitor.visit("/soup")
    await visitor.change("update crawl_tasks set kinds = '{product}'")  # an operator's order
    await visitor.visit("/soup", use_llm=True)
    asked = [event.kind for event in visitor.events if isinstance(event, observe.LlmAsked)]
    assert asked == ["recipe"] and len(model.requests) == 1


async def test_the_model_is_not_asked_if_nothing_essential_is_missing(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"] = linked(SOUP)
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and not found.used_llm
    assert model.requests == [] and await spent(visitor) == 0


async def test_the_model_is_not_asked_unless_it_is_configured(open_visitor: Any, model: Model) -> None:
    visitor = await open_visitor(llm_model=None)
    assert (await visitor.visit("/soup", use_llm=True)).status == ItemStatus.NOT_FOUND
    assert model.requests == []


async def test_the_model_adds_fields_and_replaces_none(visitor: Visitor, site: ChangingSite, model: Model) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER | {"ingredients": ["the barley"]})]
    found = await visitor.visit("/soup", use_llm=True)
    assert found.data is not None and found.data["instructions"] == ["Somebody boils the barley in the water."]
    assert [line["raw"] for line in found.data["ingredients"]] == ["200 g barley", "1 l water"]
    assert found.used_llm
    assert "ingredients" not in model.requests[0]["response_format"]["json_schema"]["schema"]["properties"]


async def test_a_permitting_request_is_completed_although_the_page_is_unchanged(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    first = await visitor.visit("/soup")
    assert first.data is not None and first.data["instructions"] == [] and model.requests == []
    again = await visitor.visit("/soup", use_llm=True)
    assert again.data is not None and again.data["instructions"] and again.used_llm


async def test_a_permitting_request_is_completed_from_the_stored_page_without_a_record(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    assert (await visitor.visit("/soup")).status == ItemStatus.NOT_FOUND
    asked = await ask(visitor, use_llm=True)
    await visitor.work()
    assert asked.item_id is not None
    found = await find_request(Finder(visitor.engine.database), asked.item_id, Origin.PARSE)
    assert found.status == ItemStatus.DONE and found.used_llm and site.count("/soup") == 1


# Unchanged pages and the cache -----------------------------------------------------------------------------------


async def test_an_unchanged_page_keeps_its_record_and_is_not_sent_again(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    first = await visitor.visit("/soup", use_llm=True)
    same_bytes = await visitor.visit("/soup", use_llm=True)
    site.pages["/soup"] = BARE.replace("<h1>", "<script>visit = 81</script><h1>")
    same_text = await visitor.visit("/soup", use_llm=True)
    assert [(await visitor.item(one))["unchanged"] for one in (first, same_bytes, same_text)] == [False, True, True]
    assert first.data == same_bytes.data == same_text.data and same_text.used_llm
    assert len(model.requests) == 1


async def test_the_model_is_not_asked_again_about_an_unchanged_page_it_could_not_complete(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said({"title": None, "instructions": []})]
    for _ in range(2):
        assert not (await visitor.visit("/soup", use_llm=True)).used_llm
    assert len(model.requests) == 1


async def test_other_requests_get_the_record_with_its_warning(visitor: Visitor, site: ChangingSite) -> None:
    waited = await visitor.visit("/soup", use_llm=True)
    transport = httpx.ASGITransport(create_app(make_services(visitor.engine)))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        cached = await client.post("/parse-requests", json={"url": f"{site.url}/soup"})
        polled = await client.get(f"/parse-requests/{waited.id}")
    assert cached.status_code == 200 and cached.json()["recipe"]["title"] == "Rainy day lentil soup"
    assert WARNING in cached.json()["warnings"] and WARNING in polled.json()["warnings"]


async def test_the_model_can_be_permitted_over_http(visitor: Visitor, site: ChangingSite, model: Model) -> None:
    transport = httpx.ASGITransport(create_app(make_services(visitor.engine)))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        body = {"url": f"{site.url}/soup", "use_llm_fallback": True}
        accepted = (await client.post("/parse-requests", json=body)).json()
        await visitor.work()
        polled = (await client.get(f"/parse-requests/{accepted['requestId']}")).json()
    assert polled["status"] == "COMPLETED" and WARNING in polled["warnings"] and len(model.requests) == 1


async def test_a_record_without_warnings_has_no_warnings_field(visitor: Visitor, site: ChangingSite) -> None:
    site.pages["/soup"] = linked(SOUP)
    await visitor.visit("/soup")
    transport = httpx.ASGITransport(create_app(make_services(visitor.engine)))
    async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
        cached = await client.post("/parse-requests", json={"url": f"{site.url}/soup"})
    assert set(cached.json()) == {"recipe"}


# Incomplete records in the cache -----------------------------------------------------------------------------------


async def ask(visitor: Visitor, path: str = "/soup", *, use_llm: bool, origin: Origin = Origin.PARSE) -> SubmitAnswer:
    return await ask_for_page(visitor.engine, visitor.site.url + path, kind=Kind.RECIPE, origin=origin, use_llm=use_llm)


async def test_an_incomplete_record_is_not_served_to_a_permitting_request(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    await visitor.visit("/soup")
    assert (await ask(visitor, use_llm=False)).data is not None
    asked = await ask(visitor, use_llm=True)
    assert asked.data is None and asked.item_id is not None
    await visitor.work()
    found = await find_request(Finder(visitor.engine.database), asked.item_id, Origin.PARSE)
    assert found.used_llm and found.data is not None and found.data["instructions"]
    again = await ask(visitor, use_llm=True)
    assert again.data == found.data and WARNING in again.warnings and len(model.requests) == 1


async def test_a_permitting_request_completes_an_incomplete_record_without_a_fetch(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    await visitor.visit("/soup")
    before = await visitor.look("select parsed_at from recipes")
    assert (await ask(visitor, use_llm=False)).data is not None
    asked = await ask(visitor, use_llm=True)
    assert asked.data is None and asked.item_id is not None
    await visitor.work()
    found = await find_request(Finder(visitor.engine.database), asked.item_id, Origin.PARSE)
    assert found.used_llm and found.data is not None and found.data["instructions"]
    assert site.count("/soup") == 1 and len(model.requests) == 1
    assert found.parsed_at == before["parsed_at"]  # no fresher than the page
    again = await ask(visitor, use_llm=True)
    assert again.data == found.data and WARNING in again.warnings


async def test_the_stored_page_is_not_sent_to_the_model_while_the_page_is_paused(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"] = LACKING
    await visitor.visit("/soup")
    await visitor.change("update crawl_tasks set paused_at = now()")
    assert (await ask(visitor, use_llm=True)).status == ItemStatus.PENDING
    assert await visitor.look("select stage, held from work") == {"stage": "crawl", "held": True}


async def test_the_stored_page_is_sent_to_the_model_if_it_gave_no_record(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    await visitor.visit("/soup")
    failed = await visitor.task("/soup")
    asked = await ask(visitor, use_llm=True)
    await visitor.work()
    assert asked.item_id is not None
    found = await find_request(Finder(visitor.engine.database), asked.item_id, Origin.PARSE)
    assert found.status == ItemStatus.DONE and found.used_llm and site.count("/soup") == 1
    done = await visitor.task("/soup")
    assert (done["status"], done["completed_at"], done["failed_at"]) == ("completed", failed["failed_at"], None)
    assert found.parsed_at == failed["failed_at"]


async def test_a_recurring_page_keeps_its_schedule_when_it_is_sent_to_the_model(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    await visitor.visit("/soup")
    await visitor.change("update crawl_tasks set crawl_frequency = '3 days', next_crawl_at = now() + interval '2 days'")
    times = "select completed_at, crawl_frequency, next_crawl_at, scheduled_at from crawl_tasks"
    before = await visitor.look(times)
    await ask(visitor, use_llm=True)
    await visitor.work()
    assert len(model.requests) == 1 and await visitor.look(times) == before


async def test_a_worker_without_a_model_ends_the_request_with_the_existing_record(
    visitor: Visitor, open_visitor: Any, site: ChangingSite
) -> None:
    without, site.pages["/soup"] = await open_visitor(llm_model=None), LACKING
    first = await without.visit("/soup")
    asked = await ask(visitor, use_llm=True)
    assert asked.item_id is not None
    await without.work()
    found = await find_request(Finder(visitor.engine.database), asked.item_id, Origin.PARSE)
    assert found.status == ItemStatus.DONE and found.parsed_at == first.parsed_at and site.count("/soup") == 1


async def test_an_expired_page_or_one_without_a_body_is_fetched_for_the_model(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    await visitor.visit("/soup")
    await visitor.change("update crawl_tasks set html_path = null")
    await ask(visitor, use_llm=True)
    await visitor.work()
    assert site.count("/soup") == 2 and len(model.requests) == 1
    site.pages["/other"] = LACKING
    await visitor.visit("/other")
    await visitor.change("update recipes set parsed_at = parsed_at - interval '40 days'")
    await visitor.change("update crawl_tasks set completed_at = completed_at - interval '40 days'")
    await ask(visitor, "/other", use_llm=True)
    await visitor.work()
    assert site.count("/other") == 2


async def test_the_existing_record_is_served_if_no_model_is_configured(open_visitor: Any, site: ChangingSite) -> None:
    visitor, site.pages["/soup"] = await open_visitor(llm_model=None), LACKING
    await visitor.visit("/soup")
    assert (await ask(visitor, use_llm=True)).data is not None


async def test_concurrent_requests_each_get_what_they_permit(
    visitor: Visitor, site: ChangingSite, model: Model
) -> None:
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER)]
    await visitor.visit("/soup")
    answers = await asyncio.gather(*(ask(visitor, use_llm=allowed) for allowed in [False, True] * 6))
    assert all(answer.data is not None for answer in answers[::2])
    assert len({answer.item_id for answer in answers[1::2]} - {None}) == 1
    await visitor.work()
    assert len(model.requests) == 1


async def test_one_permitting_request_among_concurrent_ones_is_enough(visitor: Visitor, model: Model) -> None:
    asked = await asyncio.gather(*(ask(visitor, use_llm=allowed) for allowed in [False, False, False, True]))
    assert len({answer.item_id for answer in asked}) == 1
    await visitor.work()
    assert len(model.requests) == 1


async def test_a_request_of_a_batch_widens_the_permission_of_the_request_that_it_joins(
    visitor: Visitor, database: Database
) -> None:
    await ask(visitor, use_llm=False)
    page = parse_page_url(f"{visitor.site.url}/soup", allow_private=True)
    same = (page, Kind.RECIPE, Origin.PARSE, None)
    async with database.connection() as connection:
        for allowed in False, True:
            request = PageRequest(uuid4(), *same, allowed, timedelta(days=1))
            (joined,) = await items.submit_pages(connection, [request], priority=0, topic=None)
            assert joined is not None and joined.outcome == "joined"
            cursor = await connection.execute("select use_llm_fallback as allowed from job_items")
            assert await cursor.fetchall() == [{"allowed": allowed}]


# Stored answers ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def completed(visitor: Visitor, site: ChangingSite, model: Model) -> ItemView:
    """Return a record that a language model completed; asked again, the model has nothing to add."""
    site.pages["/soup"], model.replies = LACKING, [said(METHOD_ANSWER), said({})]
    return await visitor.visit("/soup", use_llm=True)


OLDER = "update recipes set extractor_version = 'older'"  # records of older versions are not trusted


async def test_a_recrawl_without_permission_keeps_the_models_fields_of_the_same_page(
    visitor: Visitor, site: ChangingSite, model: Model, completed: ItemView
) -> None:
    await visitor.change(OLDER)
    again = await visitor.visit("/soup")
    assert again.data == completed.data and again.used_llm and WARNING in (again.warnings or ())
    await visitor.change(OLDER)
    site.pages["/soup"] = LACKING.replace("<h1>", "<script>visit = 81</script><h1>")
    moved = await visitor.visit("/soup")
    assert moved.data == completed.data and moved.used_llm
    assert len(model.requests) == 1


async def test_the_models_fields_of_a_changed_page_are_discarded(
    visitor: Visitor, site: ChangingSite, model: Model, completed: ItemView
) -> None:
    site.pages["/soup"] = LACKING.replace(PROSE, "Nobody boils anything any more, and it is better so. " * 5)
    changed = await visitor.visit("/soup")
    assert changed.data is not None and changed.data["instructions"] == []
    assert not changed.used_llm and WARNING not in (changed.warnings or ())
    await visitor.visit("/soup", use_llm=True)
    assert len(model.requests) == 2


async def test_the_models_fields_survive_an_extraction_of_another_kind(
    visitor: Visitor, site: ChangingSite, model: Model, completed: ItemView
) -> None:
    await visitor.visit("/soup", Kind.PRODUCT)
    again = await visitor.visit("/soup")
    assert again.data == completed.data and again.used_llm and len(model.requests) == 1


async def test_a_reparse_keeps_the_models_fields(
    visitor: Visitor, model: Model, completed: ItemView, settings: Settings
) -> None:
    await visitor.change(OLDER)
    with extracting_kept_pages(settings, None) as extract:
        reports = [report async for report in reparse_pages(visitor.engine, ReparseSelection(), extract, apply=True)]
    assert reports[-1].pages == 1 and reports[-1].differences.same == 1
    kept = await visitor.look("select data, used_llm, warnings, extractor_version from recipes")
    assert kept["data"] == completed.data and kept["used_llm"] and WARNING in kept["warnings"]
    assert kept["extractor_version"] != "older" and len(model.requests) == 1


@pytest.mark.parametrize(("page", "answer", "extractor"), [(LACKING, METHOD_ANSWER, "new"), (BARE, ANSWER, "garner")])
async def test_a_candidate_keeps_the_models_fields_of_the_same_body(
    visitor: Visitor,
    site: ChangingSite,
    model: Model,
    settings: Settings,
    extractors: Extractors,
    page: str,
    answer: Any,
    extractor: str,
) -> None:
    site.pages["/soup"], model.replies = page, [said(answer)]
    before = await visitor.visit("/soup", use_llm=True)
    assert before.used_llm
    with kept_pages_read_in(extractors), extracting_kept_pages(settings, name_of(without_a_model)) as extract_kept:
        reports = [
            report async for report in reparse_pages(visitor.engine, ReparseSelection(), extract_kept, apply=True)
        ]
    assert reports[-1].differences.to_json() == [] and reports[-1].differences.same == 1
    kept = await visitor.look("select data, used_llm, warnings, sources, extractor from recipes")
    assert kept["data"] == before.data and kept["used_llm"] and kept["warnings"].count(WARNING) == 1
    assert kept["sources"]["instructions"]["rung"] == "llm" and kept["extractor"] == extractor


async def test_a_candidate_keeps_no_fields_for_a_body_the_model_has_not_seen(
    visitor: Visitor, site: ChangingSite, settings: Settings, extractors: Extractors, completed: ItemView
) -> None:
    await visitor.change("update crawl_tasks set extracted_hash = 'of another body'")
    with kept_pages_read_in(extractors), extracting_kept_pages(settings, name_of(without_a_model)) as extract_kept:
        reports = [report async for report in reparse_pages(visitor.engine, ReparseSelection(), extract_kept)]
    (row,) = reports[-1].differences.to_json()
    assert (row["field"], row["lost"]) == ("instructions", 1)


async def test_a_record_that_the_page_now_provides_is_no_longer_marked(
    visitor: Visitor, site: ChangingSite, completed: ItemView
) -> None:
    thing = {"@type": "Recipe", "name": "Barley soup", "recipeIngredient": ["200 g barley", "1 l water"]}
    thing["recipeInstructions"] = METHOD_ANSWER["instructions"]
    site.pages["/soup"] = linked(thing, around=f"<p>{PROSE}</p>")
    found = await visitor.visit("/soup")
    assert found.data == completed.data and not found.used_llm and not found.warnings
    cached = await ask(visitor, use_llm=False)
    assert cached.warnings == ()


# Failures ----------------------------------------------------------------------------------------------------------


async def say_nothing(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(0.6)


async def test_a_timeout_is_the_error_of_a_request_without_a_record(open_visitor: Any, model: Model) -> None:
    visitor, model.replies = await open_visitor(llm_timeout_seconds=0.2), [say_nothing]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.ERROR, "llm_timeout")
    assert found.last_error == "The LLM took longer than 0.2 s."
    assert await spent(visitor) > MAX_ANSWER_TOKENS  # it may have used the maximum


async def test_a_timeout_is_a_warning_on_a_record_and_the_model_is_asked_next_time(
    open_visitor: Any, site: ChangingSite, model: Model
) -> None:
    visitor, model.replies = await open_visitor(llm_timeout_seconds=0.2), [say_nothing]
    site.pages["/soup"] = LACKING
    found = await visitor.visit("/soup", use_llm=True)
    assert found.status == ItemStatus.DONE and not found.used_llm
    assert found.warnings is not None and "The LLM took longer than 0.2 s." in found.warnings
    model.replies = [said(METHOD_ANSWER)]
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
async def test_other_model_failures_are_the_error_of_the_request(
    visitor: Visitor, model: Model, reply: bytes, code: str
) -> None:
    model.replies = [reply]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.ERROR, code)
    assert (await spent(visitor) == 0) is (code != "llm_bad_answer")


async def test_an_answer_without_support_on_the_page_is_not_a_record(visitor: Visitor, model: Model) -> None:
    model.replies = [said({"title": "Golden calf", "ingredients": ["1 calf"], "instructions": ["Gild it."]})]
    found = await visitor.visit("/soup", use_llm=True)
    assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")


# Budget --------------------------------------------------------------------------------------------------------------


async def test_the_model_is_not_asked_when_the_daily_budget_is_spent(
    open_visitor: Any, site: ChangingSite, model: Model
) -> None:
    visitor = await open_visitor(llm_daily_tokens=MAX_ANSWER_TOKENS)
    site.pages["/lacking"] = LACKING
    found = await visitor.visit("/lacking", use_llm=True)
    assert found.warnings is not None and "The daily LLM budget is used up." in found.warnings
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


async def test_concurrent_workers_do_not_exceed_the_budget(database: Database) -> None:
    async def reserve() -> llm_spend.Reservation | None:
        async with database.transaction() as connection:
            return await llm_spend.reserve(connection, 30, 100)

    reserved = await asyncio.gather(*(reserve() for _ in range(12)))
    granted = [one for one in reserved if one is not None]
    assert len(granted) == 3
    async with database.transaction() as connection:
        await llm_spend.correct(connection, granted[0], 5)
    assert await reserve() is not None and await reserve() is None


async def test_a_budget_of_zero_is_unlimited(database: Database) -> None:
    async with database.transaction() as connection:
        assert all([await llm_spend.reserve(connection, 10**9, 0) for _ in range(3)])


@pytest.mark.parametrize("kind", [Kind.PRODUCT, Kind.POSTING])
async def test_the_model_is_asked_for_products_and_postings_too(
    visitor: Visitor, site: ChangingSite, model: Model, kind: Kind
) -> None:
    site.pages["/thing"] = f"<body><p>{PROSE}</p><p>Rainwater kettle</p><p>sold by Rain and Sons at € 30.00</p></body>"
    naming = "name" if kind is Kind.PRODUCT else "title"
    about = {"price": "€ 30.00"} if kind is Kind.PRODUCT else {"company": "Rain and Sons"}
    model.replies = [said({naming: "Rainwater kettle"} | about)]
    found = await visitor.visit("/thing", kind, use_llm=True)
    assert found.status == ItemStatus.DONE and found.data is not None and found.data[naming] == "Rainwater kettle"
