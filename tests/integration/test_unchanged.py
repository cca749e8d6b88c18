"""Unchanged pages are cheap, and changed ones are never treated as unchanged: real stages against a real site."""

from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.integration.changing_site import CHALLENGE, PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting

from garner import observe
from garner.api.app import create_app
from garner.blobs import unpack
from garner.core.lifecycle import ItemStatus, Stage
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind
from garner.engine import Engine, JobRow, create_job, find_job, finish_ingest
from garner.observe import metrics
from garner.pools.extractors import Extractors
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.store.crawl import bodies, schedule
from garner.store.crawl.fetching import PageResult
from garner.wiring.server import make_services
from garner.wiring.stages import make_fetcher


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
async def visitor(engine: Engine, site: ChangingSite, extractors: Extractors) -> AsyncIterator[Visitor]:
    async with visiting(engine, site, extractors) as opened:
        yield opened


def changed(thing: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return deepcopy(thing) | fields


async def was_unchanged(visitor: Visitor, path: str, kind: Kind = Kind.RECIPE) -> bool:
    """Visit the page once more, and return whether its extraction was skipped."""
    found = await visitor.visit(path, kind)
    assert found.status == ItemStatus.DONE, found.last_error
    return bool((await visitor.item(found))["unchanged"])


async def test_a_304_wakes_the_extraction_stage(engine: Engine) -> None:
    woken: list[Stage] = []
    async with make_fetcher(engine) as fetcher:
        stage = CrawlStage(replace(engine, wake=woken.append), fetcher, "one")
        await stage.settle([PageResult(1, 1, Verdict(Action.UNCHANGED, "not_modified"), 0.0)])
    assert woken == [Stage.EXTRACT]


class TestAPageIsUnchanged:
    @pytest.mark.parametrize(
        ("validators", "sent"),
        [
            ({"ETag": '"one"'}, ("If-None-Match", '"one"')),
            (
                {"Last-Modified": "Sat, 03 Jan 2026 10:00:00 GMT"},
                ("If-Modified-Since", "Sat, 03 Jan 2026 10:00:00 GMT"),
            ),
        ],
    )
    async def test_when_the_site_says_so(
        self, visitor: Visitor, site: ChangingSite, validators: dict[str, str], sent: tuple[str, str]
    ) -> None:
        site.pages["/soup"], site.validators["/soup"] = linked(SOUP), validators
        first = await visitor.visit("/soup")
        assert await was_unchanged(visitor, "/soup")
        assert site.answered[-1] == 304
        assert site.headers_of_last_visit("/soup")[sent[0]] == sent[1]
        assert first.data is not None and first.data["title"] == "Barley soup"

    async def test_when_the_redirect_target_says_so(self, visitor: Visitor, site: ChangingSite) -> None:
        site.moved["/old"], site.pages["/soup"] = "/soup", linked(SOUP)
        site.validators["/soup"] = {"ETag": '"one"'}
        await visitor.visit("/old")
        assert await was_unchanged(visitor, "/old")
        assert site.answered[-1] == 304
        assert "If-None-Match" not in site.headers_of_last_visit("/old")

    async def test_when_its_bytes_are_the_same(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        await visitor.visit("/soup")
        kept = (await visitor.task("/soup"))["html_path"]
        assert await was_unchanged(visitor, "/soup")
        assert (await visitor.task("/soup"))["html_path"] == kept

    async def test_when_its_content_is_the_same_regardless_of_the_rest(
        self, visitor: Visitor, site: ChangingSite
    ) -> None:
        site.pages["/soup"] = linked(SOUP, around="<p>3 people are reading this</p>")
        await visitor.visit("/soup")
        site.pages["/soup"] = linked(SOUP, around="<p>Great offers on pans, from 9.99!</p><script>t='x81'</script>")
        assert await was_unchanged(visitor, "/soup")

    async def test_and_its_record_is_as_fresh_as_a_new_one(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        first = await visitor.visit("/soup")
        again = await visitor.visit("/soup")
        current = await visitor.look("select parsed_at, version, updated_at < parsed_at as untouched from recipes")
        assert first.parsed_at is not None and again.parsed_at is not None
        assert (current["version"], current["untouched"]) == (1, True)
        assert current["parsed_at"] == again.parsed_at > first.parsed_at
        assert (await visitor.look("select parsed_at from record_versions"))["parsed_at"] == again.parsed_at

    async def test_and_the_api_returns_the_renewed_record(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        await visitor.visit("/soup")
        await visitor.change("update recipes set parsed_at = now() - interval '40 days'")
        transport = httpx.ASGITransport(create_app(make_services(visitor.engine)))
        async with httpx.AsyncClient(transport=transport, base_url="http://garner") as client:
            accepted = (await client.post("/parse-requests", json={"url": f"{site.url}/soup"})).json()
            await visitor.work()
            polled = (await client.get(f"/parse-requests/{accepted['requestId']}")).json()
            known = await client.post("/parse-requests", json={"url": f"{site.url}/soup"})
        assert polled["status"] == "COMPLETED" and visitor.happened(observe.PageUnchanged) == 1
        renewed = await visitor.look("select to_char(parsed_at at time zone 'utc', 'YYYY-MM-DD') as day from recipes")
        assert polled["recipe"]["parsedAt"].startswith(renewed["day"])
        assert (known.status_code, known.json()["recipe"]) == (200, polled["recipe"])

    async def test_and_rows_of_jobs_are_counted_as_done(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        await visitor.visit("/soup")
        job = await create_job(visitor.engine, job_type="csv", kind=Kind.RECIPE)
        found = await visitor.visit("/soup", row=JobRow(job, 1))
        await finish_ingest(visitor.engine, job)
        counts = await find_job(visitor.engine, job)
        assert (counts["total"], counts["done"], counts["pending"], counts["processing"]) == (1, 1, 0, 0)
        assert (await visitor.item(found))["unchanged"]

    async def test_and_it_is_reported_and_counted(self, visitor: Visitor, site: ChangingSite) -> None:
        def counted() -> float:
            return metrics.UNCHANGED.labels("recipe")._value.get()

        measure = metrics._METRICS[observe.PageUnchanged]
        site.pages["/soup"] = linked(SOUP)
        await visitor.visit("/soup")
        assert visitor.happened(observe.PageUnchanged) == 0
        await visitor.visit("/soup")
        (event,) = [event for event in visitor.events if isinstance(event, observe.PageUnchanged)]
        before = counted()
        measure(event)
        assert counted() == before + 1


class TestAnHonestChangeIsNeverSkipped:
    @pytest.mark.parametrize(
        ("kind", "before", "after", "field", "value"),
        [
            (
                Kind.PRODUCT,
                PAN,
                changed(PAN, offers=PAN["offers"] | {"price": "49.95"}),  # type: ignore[operator]
                "price",
                "49.95",
            ),
            (
                Kind.PRODUCT,
                PAN,
                changed(PAN, offers=PAN["offers"] | {"availability": "https://schema.org/OutOfStock"}),  # type: ignore[operator]
                "availability",
                "OutOfStock",
            ),
            (
                Kind.RECIPE,
                SOUP,
                changed(SOUP, recipeIngredient=["200 g barley", "1 l water", "3 carrots"]),
                "ingredients",
                "3 carrots",
            ),
        ],
    )
    async def test_in_structured_data(
        self,
        visitor: Visitor,
        site: ChangingSite,
        kind: Kind,
        before: dict[str, Any],
        after: dict[str, Any],
        field: str,
        value: str,
    ) -> None:
        site.pages["/page"] = linked(before)
        await visitor.visit("/page", kind)
        site.pages["/page"] = linked(after)
        found = await visitor.visit("/page", kind)
        assert not (await visitor.item(found))["unchanged"]
        assert found.data is not None and value.lower() in str(found.data[field]).lower().replace("_", "")
        assert (await visitor.item(found))["record_version"] == 2

    async def test_that_comes_in_small_steps(self, visitor: Visitor, site: ChangingSite) -> None:
        """An unchanged page is compared with the page extracted last, so that small steps add up."""
        site.pages["/pan"] = linked(PAN, around="<p>1 of 9</p>")
        await visitor.visit("/pan", Kind.PRODUCT)
        extracted = (await visitor.task("/pan"))["page_print"]
        for step in range(2, 4):
            site.pages["/pan"] = linked(PAN, around=f"<p>{step} of 9</p>")
            assert await was_unchanged(visitor, "/pan", Kind.PRODUCT)
            assert (await visitor.task("/pan"))["page_print"] == extracted

    async def test_of_a_url_that_no_longer_redirects(self, visitor: Visitor, site: ChangingSite) -> None:
        """Both pages have the same Last-Modified, so the date alone does not distinguish them."""
        site.moved["/soup"], site.pages["/sale"] = "/sale", linked(SOUP | {"name": "Soup on sale"})
        both = {"Last-Modified": "Sat, 03 Jan 2026 10:00:00 GMT"}
        site.validators["/sale"] = site.validators["/soup"] = both
        await visitor.visit("/soup")
        del site.moved["/soup"]
        site.pages["/soup"] = linked(SOUP)
        found = await visitor.visit("/soup")
        assert found.data is not None and found.data["title"] == "Barley soup"

    async def test_of_a_kind_not_requested_at_the_last_extraction(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/page"] = linked(PAN, SOUP)
        await visitor.visit("/page", Kind.PRODUCT)
        dearer = changed(PAN, offers={"price": "59.90", "priceCurrency": "EUR"})
        site.pages["/page"] = linked(dearer, SOUP)
        await visitor.visit("/page", Kind.RECIPE)
        found = await visitor.visit("/page", Kind.PRODUCT)  # the same bytes that were extracted for the recipe
        assert found.data is not None and found.data["price"] == "59.90"

    async def test_of_a_kind_not_compared_when_the_page_was_last_unchanged(
        self, visitor: Visitor, site: ChangingSite
    ) -> None:
        site.pages["/page"] = linked(PAN, SOUP)
        await visitor.visit("/page", Kind.PRODUCT)
        await visitor.change("update crawl_tasks set kinds = '{product,recipe}'")
        site.pages["/page"] = linked(PAN, SOUP, around="<p>Again</p>")
        await visitor.visit("/page", Kind.RECIPE)  # both are extracted
        await visitor.change("update crawl_tasks set kinds = '{}'")
        site.pages["/page"] = linked(changed(PAN, offers={"price": "59.90", "priceCurrency": "EUR"}), SOUP)
        assert await was_unchanged(visitor, "/page", Kind.RECIPE)
        found = await visitor.visit("/page", Kind.PRODUCT)
        assert found.data is not None and found.data["price"] == "59.90"

    async def test_of_a_page_that_lost_its_record(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        good = await visitor.visit("/soup")
        site.pages["/soup"] = linked()
        for _ in range(2):
            found = await visitor.visit("/soup")
            assert found.status == ItemStatus.NOT_FOUND
        kept = await visitor.look("select data, parsed_at from recipes")
        assert (kept["data"], kept["parsed_at"]) == (good.data, good.parsed_at)


class TestAPageIsExtractedAgain:
    async def test_when_its_record_is_of_another_extractor_version(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"], site.validators["/soup"] = linked(SOUP), {"ETag": '"one"'}
        await visitor.visit("/soup")
        await visitor.change("update recipes set extractor_version = 'older', data = '{\"title\": \"Old\"}'")
        assert not await was_unchanged(visitor, "/soup")
        assert site.answered[-1] == 304  # from the stored body, without another download
        assert (await visitor.look("select data->>'title' as title from recipes"))["title"] == "Barley soup"

    async def test_when_a_requested_kind_has_no_record(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/page"], site.validators["/page"] = linked(SOUP, PAN), {"ETag": '"one"'}
        await visitor.visit("/page", Kind.RECIPE)
        found = await visitor.visit("/page", Kind.PRODUCT)
        assert site.answered[-1] == 304
        assert found.data is not None and found.data["name"] == "Copper pan"

    async def test_and_fetched_completely_when_its_body_was_deleted(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"], site.validators["/soup"] = linked(SOUP), {"ETag": '"one"'}
        await visitor.visit("/soup")
        path = (await visitor.task("/soup"))["html_path"]
        async with visitor.engine.database.transaction() as connection:
            assert await bodies.forget(connection, [path]) == {path}
        await visitor.engine.blobs.delete_many([path])
        assert await was_unchanged(visitor, "/soup")
        assert "If-None-Match" not in site.headers_of_last_visit("/soup") and site.answered[-1] == 200
        assert (await visitor.task("/soup"))["html_path"] is not None

    @pytest.mark.parametrize("validators", [{}, {"ETag": '"one"'}])
    async def test_and_fetched_completely_when_its_body_is_lost(
        self, visitor: Visitor, site: ChangingSite, validators: dict[str, str]
    ) -> None:
        """The row refers to a missing body: a 304 would leave nothing, so the page is fetched completely and stored."""
        site.pages["/page"], site.validators["/page"] = linked(SOUP), validators
        await visitor.visit("/page")
        blobs = visitor.engine.blobs
        await blobs.delete_many([(await visitor.task("/page"))["html_path"]])
        assert await was_unchanged(visitor, "/page")
        assert site.answered[-1] == 200
        path = (await visitor.task("/page"))["html_path"]
        assert unpack(await blobs.get_packed(path), 10_000).decode() == site.pages["/page"]

    async def test_and_fetched_completely_when_its_body_is_deleted_during_the_fetch(
        self, visitor: Visitor, site: ChangingSite
    ) -> None:
        site.pages["/page"], site.validators["/page"] = linked(SOUP, PAN), {"ETag": '"one"'}
        await visitor.visit("/page", Kind.RECIPE)
        await visitor.change(
            """
            create function gone() returns trigger language plpgsql as $$ begin
                if new.status = 'downloaded' and new.http_status = 304 then new.html_path = null; end if;
                return new;
            end $$
            """
        )
        await visitor.change("create trigger gone before update on crawl_tasks for each row execute function gone()")
        found = await visitor.visit("/page", Kind.PRODUCT)
        assert found.status == ItemStatus.DONE, found.last_error
        assert site.answered[-2:] == [304, 200]


class TestAPageThatWasAskedForOnce:
    async def test_is_extracted_for_its_earlier_kinds_when_an_operator_recrawls_it(
        self, visitor: Visitor, site: ChangingSite
    ) -> None:
        site.pages["/soup"] = linked(SOUP)
        await visitor.visit("/soup")
        site.pages["/soup"] = linked(SOUP | {"name": "Barley soup with leek"})
        async with visitor.engine.database.transaction() as connection:
            await schedule.recrawl(connection, [(await visitor.task("/soup"))["id"]])
            await schedule.become_due(connection)
            await schedule.feed(connection, window=10)
        await visitor.work()
        assert (await visitor.task("/soup"))["status"] == "completed"
        assert (await visitor.look("select title from recipes"))["title"] == "Barley soup with leek"

    async def test_is_in_the_error_log_if_it_has_no_record(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked()
        assert (await visitor.visit("/soup")).status == ItemStatus.NOT_FOUND
        logged = await visitor.look("select error_type, error_code from error_logs")
        assert logged == {"error_type": "parse", "error_code": "no_record"}


class TestAGoodRecordIsNeverReplaced:
    async def test_by_a_page_that_blocks(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        good = await visitor.visit("/soup")
        task = await visitor.task("/soup")
        site.pages["/soup"] = CHALLENGE
        found = await visitor.visit("/soup")
        assert (found.status, found.error_code) == (ItemStatus.ERROR, "soft_block")
        kept = await visitor.look("select data, version, parsed_at from recipes")
        assert (kept["data"], kept["version"], kept["parsed_at"]) == (good.data, 1, good.parsed_at)
        after = await visitor.task("/soup")
        for name in ("html_path", "content_hash", "extracted_hash", "page_print"):
            assert after[name] == task[name], name

    async def test_by_a_page_that_is_gone(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = linked(SOUP)
        good = await visitor.visit("/soup")
        del site.pages["/soup"]
        found = await visitor.visit("/soup")
        assert (found.status, found.error_code) == (ItemStatus.ERROR, "gone")
        assert (await visitor.look("select data from recipes"))["data"] == good.data
