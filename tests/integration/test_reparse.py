"""Stored pages are extracted again without fetching: compared first, then applied."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest
from tests.integration.changing_site import PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from tests.integration.reparse_candidates import (
    answering_nonsense,
    breaking,
    finding_more,
    finding_nothing,
    finding_unstorable_records,
    with_longer_titles,
)
from tests.integration.shared_extractors import kept_pages_read_in, name_of

from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.engine import Engine, ExtractKept, Report, reparse_pages
from garner.errors import InputError
from garner.extraction import VERSION, Extraction, extract
from garner.extraction.candidates import find_extractor
from garner.pools.extractors import Extractors
from garner.runtime.stages.extract.stage import extracting_kept_pages
from garner.settings import Settings
from garner.store.records import reparse
from garner.store.records.reparse import ReparseSelection

# A visited site ----------------------------------------------------------------------------------------------


@pytest.fixture
def pools(extractors: Extractors) -> Iterator[None]:
    with kept_pages_read_in(extractors):
        yield


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
async def visitor(engine: Engine, site: ChangingSite, extractors: Extractors, pools: None) -> AsyncIterator[Visitor]:
    site.pages |= {
        "/soup": linked({**SOUP, "recipeYield": "4 bowls"}),
        "/stew": linked({**SOUP, "name": "Barley stew"}),
        "/pan": linked(PAN),
        "/empty": linked(),
    }
    async with visiting(engine, site, extractors) as opened:
        for path, kind in (("/soup", Kind.RECIPE), ("/stew", Kind.RECIPE), ("/pan", Kind.PRODUCT)):
            await opened.visit(path, kind)
        await opened.visit("/empty", Kind.RECIPE)
        yield opened


def domain_of(visitor: Visitor) -> str:
    return visitor.site.url.removeprefix("http://")


def reading(visitor: Visitor, candidate: object) -> AbstractContextManager[ExtractKept]:
    settings = Settings.from_values(extract_processes=1)
    return extracting_kept_pages(settings, None if candidate is None else name_of(candidate))


async def read_again(
    visitor: Visitor, candidate: object = None, selection: ReparseSelection | None = None, *, apply: bool = False
) -> Report:
    requests = len(visitor.site.visits)
    with reading(visitor, candidate) as extract_kept:
        reports = reparse_pages(visitor.engine, selection or ReparseSelection(), extract_kept, apply=apply)
        *_, report = [one async for one in reports]
    assert len(visitor.site.visits) == requests, "no site is asked"
    return report


def counted(report: Report) -> dict[tuple[str, str], tuple[int, int, int]]:
    return {
        (row["kind"], row["field"]): (row["added"], row["changed"], row["lost"]) for row in report.differences.to_json()
    }


async def everything(visitor: Visitor) -> dict[str, object]:
    return await visitor.look(
        """
        select (select jsonb_agg(r order by url_hash) from recipes r) as recipes,
               (select jsonb_agg(r order by url_hash) from products r) as products,
               (select jsonb_agg(v order by id) from record_versions v) as versions,
               (select jsonb_agg(t order by id) from crawl_tasks t) as tasks,
               (select jsonb_agg(i order by id) from job_items i) as items
        """
    )


class TestADryRun:
    async def test_with_the_current_extractor_finds_no_differences(self, visitor: Visitor) -> None:
        before = await everything(visitor)
        report = await read_again(visitor)
        assert (report.total, report.pages, report.differences.same, counted(report)) == (4, 4, 3, {})
        assert report.empty == 1
        assert await everything(visitor) == before

    async def test_reports_added_changed_and_lost_fields_and_writes_nothing(self, visitor: Visitor) -> None:
        before = await everything(visitor)
        report = await read_again(visitor, with_longer_titles)
        assert counted(report) == {
            ("product", "author"): (1, 0, 0),
            ("product", "name"): (0, 1, 0),
            ("recipe", "author"): (2, 0, 0),
            ("recipe", "title"): (0, 2, 0),
            ("recipe", "yields"): (0, 0, 1),
        }
        (title,) = [row for row in report.differences.to_json() if row["field"] == "title"]
        assert title["domain"] == domain_of(visitor)
        assert (title["examples"][0]["before"], title["examples"][0]["after"]) == ("Barley soup", "Barley soup!")
        assert await everything(visitor) == before

    async def test_reports_records_that_appear_and_disappear(self, visitor: Visitor) -> None:
        lost = await read_again(visitor, finding_nothing)
        assert counted(lost) == {("product", "(whole record)"): (0, 0, 1), ("recipe", "(whole record)"): (0, 0, 2)}
        more = await read_again(visitor, finding_more, ReparseSelection(kind=Kind.RECIPE))
        assert counted(more)["recipe", "(whole record)"] == (1, 0, 0)

    async def test_counts_missing_bodies_and_continues(self, visitor: Visitor) -> None:
        await visitor.engine.blobs.delete_many([(await visitor.task("/soup"))["html_path"]])
        report = await read_again(visitor)
        assert (report.pages, report.missing, report.differences.same) == (4, 1, 2)

    @pytest.mark.parametrize(
        ("candidate", "why"), [(breaking, "KeyError: 'title'"), (answering_nonsense, "returned a dict")]
    )
    async def test_counts_failures_of_a_candidate(self, visitor: Visitor, candidate: object, why: str) -> None:
        report = await read_again(visitor, candidate)
        assert report.failed == {"extract_failed": 4} and why in report.failures[0]["error"]

    async def test_reads_only_the_selected_pages(self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reparse, "PAGE_OF_TASKS", 2)

        async def pages(**chosen: object) -> int:
            report = await read_again(visitor, None, ReparseSelection(**chosen))  # type: ignore[arg-type]  # by name
            assert report.total == report.pages
            return report.pages

        now = datetime.now(UTC)
        assert await pages() == 4
        assert await pages(kind=Kind.PRODUCT) == 1
        assert await pages(kind=Kind.RECIPE) == 3
        assert await pages(kind=Kind.POSTING) == 0
        assert await pages(domain=domain_of(visitor)) == 4
        assert await pages(domain="elsewhere.example") == 0
        assert await pages(limit=3) == 3
        assert await pages(since=now - timedelta(hours=1)) == 4
        assert await pages(since=now + timedelta(hours=1)) == 0


class TestApplying:
    async def test_creates_new_versions_and_keeps_the_earlier_ones(self, visitor: Visitor) -> None:
        report = await read_again(visitor, with_longer_titles, ReparseSelection(kind=Kind.RECIPE), apply=True)
        assert (report.saved, counted(report)["recipe", "title"]) == (2, (0, 2, 0))
        current = await visitor.look("select array_agg(title order by title) as titles, max(version) from recipes")
        assert tuple(current.values()) == (["Barley soup!", "Barley stew!"], 2)
        kept = await visitor.look("select count(*) as versions from record_versions where kind = 'recipe'")
        assert kept["versions"] == 4
        assert (await visitor.look("select version from products"))["version"] == 1
        assert counted(await read_again(visitor, with_longer_titles, ReparseSelection(kind=Kind.RECIPE))) == {}

    async def test_saves_valid_records_and_reports_the_others(self, visitor: Visitor) -> None:
        report = await read_again(visitor, finding_unstorable_records, apply=True)
        assert (report.pages, report.saved, report.failed) == (4, 1, {"extract_failed": 2})
        assert all("cannot be stored" in failure["error"] for failure in report.failures)
        assert {failure["url"].rpartition("/")[2] for failure in report.failures} == {"soup", "pan"}

    async def test_does_not_change_ended_requests(self, visitor: Visitor) -> None:
        before = (await everything(visitor))["items"]
        await read_again(visitor, with_longer_titles, apply=True)
        assert (await everything(visitor))["items"] == before

    async def test_never_makes_a_record_fresher_than_its_page(self, visitor: Visitor) -> None:
        await visitor.change("update recipes set parsed_at = parsed_at - interval '40 days'")
        await visitor.change("update crawl_tasks set failed_at = failed_at - interval '40 days'")
        await read_again(visitor, finding_more, apply=True)
        stale = await visitor.look("select count(*) from recipes where parsed_at < now() - interval '39 days'")
        assert stale["count"] == 3
        versions = await visitor.look(
            "select bool_and(v.parsed_at = r.parsed_at) as same from record_versions v join recipes r using (url_hash)"
            " where v.version = r.version and v.kind = 'recipe'"
        )
        assert versions["same"]

    async def test_never_replaces_a_record_with_nothing(self, visitor: Visitor) -> None:
        before = await everything(visitor)
        report = await read_again(visitor, finding_nothing, apply=True)
        after = await everything(visitor)
        assert (report.saved, after["recipes"], after["products"]) == (0, before["recipes"], before["products"])

    async def test_skips_pages_that_are_queued_or_locked(self, visitor: Visitor) -> None:
        await visitor.change("update crawl_tasks set status = 'queued' where url like '%%/soup'")
        async with visitor.engine.database.transaction() as connection:
            await connection.execute("select 1 from crawl_tasks where url like '%%/stew' for update")
            async with asyncio.timeout(20):
                report = await read_again(visitor, with_longer_titles, apply=True)
        assert (report.pages, report.busy, report.saved) == (4, 2, 1)
        titles = await visitor.look("select array_agg(title order by title) as titles from recipes")
        assert titles["titles"] == ["Barley soup", "Barley stew"]
        assert ("recipe", "title") not in counted(report)

    async def test_skips_pages_that_were_fetched_again_meanwhile(self, visitor: Visitor) -> None:
        with reading(visitor, with_longer_titles) as extract_kept:

            async def meanwhile(page: reparse.KeptPage, packed: bytes) -> Extraction:
                if page.url.endswith("/soup"):
                    visitor.site.pages["/soup"] = linked({**SOUP, "name": "Newer soup"})
                    await visitor.visit("/soup")
                return await extract_kept(page, packed)

            *_, report = [one async for one in reparse_pages(visitor.engine, ReparseSelection(), meanwhile, apply=True)]
        assert report.busy == 1
        assert (await visitor.look("select count(*) from recipes where title = 'Newer soup'"))["count"] == 1

    async def test_lets_the_next_visit_skip_the_extraction(self, visitor: Visitor) -> None:
        await visitor.change("update recipes set extractor_version = 'older'")
        await visitor.change(
            'update crawl_tasks set extracted_hash = null, page_print = \'{"looked_for": ["recipe"]}\''
        )
        report = await read_again(visitor, None, ReparseSelection(kind=Kind.RECIPE), apply=True)
        assert (report.saved, report.differences.same) == (0, 2)  # unchanged
        assert (await visitor.look("select distinct extractor_version as v from recipes"))["v"] == VERSION
        found = await visitor.visit("/soup")
        assert (await visitor.item(found))["unchanged"]

    async def test_with_a_candidate_does_not_count_as_the_current_extractor(self, visitor: Visitor) -> None:
        await read_again(visitor, with_longer_titles, apply=True)
        found = await visitor.visit("/soup")
        assert (found.status, (await visitor.item(found))["unchanged"]) == (ItemStatus.DONE, False)
        assert found.data is not None and found.data["title"] == "Barley soup"

    async def test_can_be_stopped_and_keeps_what_was_written(
        self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reparse, "PAGE_OF_TASKS", 1)
        with reading(visitor, with_longer_titles) as extract_kept:
            reports = reparse_pages(visitor.engine, ReparseSelection(), extract_kept, apply=True)
            async for report in reports:
                if report.pages == 1:
                    break
            await reports.aclose()
        written = await visitor.look("select count(*) from recipes where version = 2")
        assert written["count"] == 1


class TestACandidate:
    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("nonsense", "module:function"),
            (":extract", "module:function"),
            ("no_such_module_here:extract", "cannot be loaded"),
            ("garner.extraction:nothing", "has no function nothing"),
            ("garner.extraction:VERSION", "has no function VERSION"),
        ],
    )
    def test_that_does_not_exist_is_reported(self, name: str, why: str) -> None:
        with pytest.raises(InputError, match=why):
            find_extractor(name)

    def test_is_found_by_its_name(self) -> None:
        assert find_extractor("garner.extraction:extract") is extract
