"""Products are gone by evidence, leave matching and search, and come back: real stages against a real site."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.integration.changing_site import CHALLENGE, PAN, ChangingSite, Visitor, changing_site, linked, visiting
from tests.integration.helpers import new_user
from tests.integration.outbox_helpers import relay_once
from tests.integration.search_helpers import index_all

from garner.core.gone import MISSING_UNTIL_GONE, GoneFilter
from garner.core.matching.lexemes import LexemeQuery
from garner.core.quality.differences import WHOLE
from garner.core.record import Kind
from garner.engine import Engine
from garner.pools.extractors import Extractors
from garner.runtime.duties.webhook_fan_out import TOPIC, WebhookFanOut
from garner.search.port import Filters, SearchRequest
from garner.search.postgres import PostgresSearch
from garner.store.people import webhooks
from garner.store.people.webhooks import Subscription
from garner.store.records import catalogue, change_log, perceptual_hashes
from garner.store.records.perceptual_hashes import Likeness

PRINT = 0b1011
PRODUCT = "select * from products"
WITHOUT = linked(around="<p>This shop moved.</p>")


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
async def visitor(engine: Engine, site: ChangingSite, extractors: Extractors) -> AsyncIterator[Visitor]:
    async with visiting(engine, site, extractors) as opened:
        yield opened


@pytest.fixture
async def pan(visitor: Visitor, site: ChangingSite) -> Visitor:
    """A visitor who has seen a pan, which is in the catalogue."""
    site.pages["/pan"] = linked(PAN)
    await visitor.visit("/pan", Kind.PRODUCT)
    await visitor.change("update crawl_tasks set crawl_frequency = '1 day'")
    await visitor.change("update products set in_catalogue = true")
    return visitor


async def mark(visitor: Visitor) -> tuple[str | None, int]:
    """Return the reason for which the product is gone, and how often in a row it was missing."""
    found = await visitor.look(PRODUCT)
    assert (found["gone_at"] is None) == (found["gone_reason"] is None)
    return found["gone_reason"], found["missing_count"]


async def visit(visitor: Visitor, times: int = 1) -> None:
    for _ in range(times):
        await visitor.visit("/pan", Kind.PRODUCT)


async def events(visitor: Visitor) -> list[str]:
    async with visitor.engine.database.transaction() as connection:
        await change_log.assign_numbers(connection, 100)
        return [change.event for change in await change_log.read(connection, 0, 100) if change.event is not None]


async def find_candidates(visitor: Visitor) -> list[str]:
    async with visitor.engine.database.connection() as connection:
        wanted = LexemeQuery((("pan",),), ("pan",), (1.0,))
        return [entry.name for entry in await catalogue.by_words(connection, None, wanted)]


async def find_by_picture(visitor: Visitor) -> list[Likeness]:
    async with visitor.engine.database.connection() as connection:
        return await perceptual_hashes.nearest(connection, PRINT, 3, None)


async def search(visitor: Visitor, gone: GoneFilter = GoneFilter.EXISTING) -> list[str]:
    await index_all(visitor.engine.database)
    request = SearchRequest("copper", filters=Filters(gone=gone), with_facets=False)
    return [hit.title for hit in (await PostgresSearch(visitor.engine.database, 5_000).search(request)).hits]


async def test_a_page_that_does_not_exist_takes_its_product_along_at_once(pan: Visitor, site: ChangingSite) -> None:
    del site.pages["/pan"]
    await visit(pan)
    assert await mark(pan) == ("page_gone", 0)
    await visit(pan)
    assert await events(pan) == ["gone"]


async def test_a_page_without_a_product_counts_until_it_is_evidence(pan: Visitor, site: ChangingSite) -> None:
    site.pages["/pan"] = WITHOUT
    for count in range(1, MISSING_UNTIL_GONE):
        await visit(pan)
        assert await mark(pan) == (None, count)
    assert await events(pan) == []
    await visit(pan)
    assert await mark(pan) == ("no_record", MISSING_UNTIL_GONE)
    await visit(pan)
    assert await mark(pan) == ("no_record", MISSING_UNTIL_GONE)
    assert await events(pan) == ["gone"]


async def test_only_fetches_in_a_row_count(pan: Visitor, site: ChangingSite) -> None:
    for _ in range(MISSING_UNTIL_GONE):
        site.pages["/pan"] = WITHOUT
        await visit(pan, MISSING_UNTIL_GONE - 1)
        site.pages["/pan"] = linked(PAN)
        await visit(pan)
        assert await mark(pan) == (None, 0)
    assert await events(pan) == []


@pytest.mark.parametrize("text", [CHALLENGE, ""], ids=["blocked", "empty"])
async def test_blocks_and_empty_pages_say_nothing(pan: Visitor, site: ChangingSite, text: str) -> None:
    site.pages["/pan"] = text
    await visit(pan, 2 * MISSING_UNTIL_GONE)
    assert await mark(pan) == (None, 0)


@pytest.mark.parametrize("status", [500, 503, 403, 401, 451])
async def test_errors_and_refusals_say_nothing(pan: Visitor, site: ChangingSite, status: int) -> None:
    await pan.change("update crawl_tasks set max_retries = 1")
    site.statuses["/pan"] = status
    await visit(pan)
    assert await mark(pan) == (None, 0)


async def test_a_page_that_robots_txt_disallows_is_not_gone(pan: Visitor, site: ChangingSite) -> None:
    site.pages["/robots.txt"] = "User-agent: *\nDisallow: /"
    await pan.change("delete from robots_files")
    await visit(pan, MISSING_UNTIL_GONE)
    assert await mark(pan) == (None, 0)


async def extract_kept_body(visitor: Visitor) -> None:
    await visitor.change("update crawl_tasks set status = 'downloaded', started_at = null, page_print = null")
    await visitor.change(
        "insert into work (stage, task_id, rank, max_attempts) select 'extract', id, now(), 3 from crawl_tasks"
    )
    await visitor.work()


async def test_a_kept_body_without_the_product_is_no_evidence(pan: Visitor, site: ChangingSite) -> None:
    site.pages["/pan"] = WITHOUT
    await visit(pan)
    await pan.change("update crawl_tasks set kinds = '{product}'")
    for _ in range(MISSING_UNTIL_GONE):
        await extract_kept_body(pan)
    assert await mark(pan) == (None, 1)


async def test_a_kept_body_with_the_product_does_not_bring_it_back(pan: Visitor, site: ChangingSite) -> None:
    del site.pages["/pan"]
    await visit(pan)
    await pan.change("update crawl_tasks set kinds = '{product}'")
    await extract_kept_body(pan)
    assert (await pan.task("/pan"))["status"] == "completed"
    assert await mark(pan) == ("page_gone", 0)


async def test_a_page_that_lacks_another_kind_loses_no_product(pan: Visitor, site: ChangingSite) -> None:
    for _ in range(MISSING_UNTIL_GONE):
        await pan.visit("/pan", Kind.RECIPE)
    assert await mark(pan) == (None, 0)


async def test_a_product_that_a_language_model_read_is_not_missed(pan: Visitor, site: ChangingSite) -> None:
    await pan.change("update products set used_llm = true")
    site.pages["/pan"] = WITHOUT
    await visit(pan, MISSING_UNTIL_GONE)
    assert await mark(pan) == (None, 0)


@pytest.mark.parametrize(("field", "expected"), [(WHOLE, (None, 0)), ("price", (None, 1))])
async def test_products_are_not_missed_while_their_site_is_read_worse_than_usual(
    pan: Visitor, site: ChangingSite, field: str, expected: tuple[str | None, int]
) -> None:
    await pan.change(
        """
        insert into parser_alerts (domain, kind, field, extractor, version, rate, baseline)
        select domain_name, 'product', %s, 'x', '1', 0.1, 0.9 from domains
        """,
        field,
    )
    site.pages["/pan"] = WITHOUT
    await visit(pan)
    assert await mark(pan) == expected


@pytest.mark.parametrize("changed", [False, True], ids=["unchanged", "with another price"])
async def test_a_page_that_is_back_clears_the_mark(pan: Visitor, site: ChangingSite, changed: bool) -> None:
    del site.pages["/pan"]
    await visit(pan)
    site.pages["/pan"] = linked({**PAN, "offers": {"price": "44.90"}} if changed else PAN)
    await visit(pan)
    assert await mark(pan) == (None, 0)
    await visit(pan)
    assert await events(pan) == ["gone", "back"]
    assert (await pan.look(PRODUCT))["version"] == 1 + changed


async def test_a_gone_product_leaves_matching_and_search_until_it_is_back(pan: Visitor, site: ChangingSite) -> None:
    async with pan.engine.database.connection() as connection:
        await perceptual_hashes.show(connection, (await pan.look(PRODUCT))["id"], PRINT)
    assert (await find_candidates(pan), await search(pan)) == (["Copper pan"], ["Copper pan"])
    assert len(await find_by_picture(pan)) == 1
    del site.pages["/pan"]
    await visit(pan)
    assert (await find_candidates(pan), await find_by_picture(pan), await search(pan)) == ([], [], [])
    assert await search(pan, GoneFilter.GONE) == await search(pan, GoneFilter.ANY) == ["Copper pan"]
    site.pages["/pan"] = linked(PAN)
    await visit(pan)
    assert (await find_candidates(pan), await search(pan)) == (["Copper pan"], ["Copper pan"])
    assert await search(pan, GoneFilter.GONE) == []


async def test_users_who_asked_for_the_page_are_told(pan: Visitor, site: ChangingSite) -> None:
    engine = pan.engine
    async with engine.database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        for user_id in (ana, ben):
            subscription = Subscription(["product.gone", "product.back"])
            await webhooks.add(connection, user_id, "https://example.com/", "sealed", subscription)
    await pan.change("update job_items set user_id = %s", ana)
    del site.pages["/pan"]
    await visit(pan)
    site.pages["/pan"] = linked(PAN)
    await visit(pan)
    await relay_once(engine, WebhookFanOut(engine), topic=TOPIC)
    async with engine.database.connection() as connection:
        cursor = await connection.execute(
            """
            select w.user_id, e.event, e.payload
            from webhook_deliveries d join webhook_events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
            order by d.id
            """
        )
        told = await cursor.fetchall()
    assert [(row["user_id"], row["event"]) for row in told] == [(ana, "product.gone"), (ana, "product.back")]
    gone, back = (row["payload"]["product"] for row in told)
    product: dict[str, Any] = await pan.look(PRODUCT)
    about = {"id": product["id"], "url": f"{site.url}/pan", "kind": "product", "title": "Copper pan", "version": 1}
    assert back == about
    assert gone == {**about, "reason": "page_gone", "gone_at": gone["gone_at"]}
