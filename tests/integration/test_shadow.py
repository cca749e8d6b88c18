"""A candidate extractor beside the current one: its records of live pages are stored and compared, and live work
is never affected."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.integration.changing_site import PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from tests.integration.shadow_candidates import (
    answering_a_null_character,
    answering_by_number,
    answering_far_too_much,
    answering_half_a_character,
    answering_no_record,
    breaking,
    dying,
    finding_more,
    finding_nothing,
    hanging,
    leaving,
    louder,
    start_cold,
)
from tests.integration.shared_extractors import name_of
from tests.services import ask_for_page

from garner import observe
from garner.cli.commands import doctor
from garner.cli.commands.doctor import Finding, Mark, _extractor_on_trial
from garner.core.lifecycle import ItemStatus, Origin
from garner.core.quality.differences import WHOLE
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating.parsers import list_shadow_differences, report_shadow
from garner.errors import ConfigurationError
from garner.extraction import extract
from garner.pools.extractors import Extractors, PageToExtract
from garner.runtime.duties import background
from garner.runtime.stages.extract import shadow as shadow_work
from garner.runtime.stages.extract.shadow import Shadow, open_shadow
from garner.settings import Settings, load
from garner.wiring.worker import run_worker

# -------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        opened.pages = {"/pan": linked(PAN), "/pot": linked({**PAN, "name": "Pot"}), "/none": linked()}
        yield opened


@pytest.fixture(scope="module")
def candidates() -> Iterator[Extractors]:
    with Extractors(1, 30, 10_000_000, begin=start_cold) as pool:
        yield pool


Beside = Callable[..., AbstractAsyncContextManager[tuple[Visitor, Shadow]]]


@pytest.fixture
def beside(engine: Engine, site: ChangingSite, extractors: Extractors, candidates: Extractors) -> Beside:
    """Open real stages with a candidate beside them, which works on request."""

    @asynccontextmanager
    async def open_shadow(
        candidate: object, pool: Extractors = candidates, **settings: Any
    ) -> AsyncIterator[tuple[Visitor, Shadow]]:
        changed = engine.settings.with_values(**settings)
        shadow = Shadow(name_of(candidate), engine.database, changed, pool)
        async with visiting(engine, site, extractors, shadow=shadow) as visitor:
            yield visitor, shadow

    return open_shadow


async def shown(visitor: Visitor, path: str) -> dict[str, Any]:
    return await visitor.look(
        "select s.* from shadow_records s join resources r using (url_hash) where r.url = %s", visitor.site.url + path
    )


# Comparing ---------------------------------------------------------------------------------------------------


async def test_the_record_of_a_candidate_is_stored_separately_and_compared_by_field(beside: Beside) -> None:
    async with beside(louder) as (visitor, shadow):
        view = await visitor.visit("/pan", Kind.PRODUCT)
        assert view.data is not None and view.data["name"] == "Copper pan"
        assert await shadow.run_once() == 1
        row = await shown(visitor, "/pan")
        assert (row["candidate"], row["version"], row["error"]) == (name_of(louder), "loud-1", None)
        assert row["data"]["name"] == "Copper pan!" and row["domain"] == visitor.site.url.removeprefix("http://")
        told = {name: row["compared"].get(name) for name in (WHOLE, "name", "price", "colour", "currency", "brand")}
        expected = {WHOLE: "same", "name": "changed", "price": "same", "colour": "added", "currency": "lost"}
        assert told == expected | {"brand": None}
        assert row["before"] == {"name": "Copper pan", "currency": "EUR", "colour": None}
        assert (await visitor.look("select * from products"))["data"]["name"] == "Copper pan"


async def test_a_page_that_is_read_again_has_one_row_with_the_latest_comparison(beside: Beside) -> None:
    async with beside(louder) as (visitor, shadow):
        for name in ("Iron pan", "Steel pan"):
            visitor.site.pages["/pan"] = linked({**PAN, "name": name})
            await visitor.visit("/pan", Kind.PRODUCT)
        assert await shadow.run_once() == 2
        assert (await shown(visitor, "/pan"))["data"]["name"] == "Steel pan!"


async def test_records_found_by_only_one_extractor_are_reported(beside: Beside, engine: Engine) -> None:
    async with beside(finding_nothing) as (visitor, shadow):
        await visitor.visit("/pan", Kind.PRODUCT)
        await visitor.visit("/none", Kind.PRODUCT)
        await shadow.run_once()
        lost, same = await shown(visitor, "/pan"), await shown(visitor, "/none")
        assert (lost["data"], lost["compared"], lost["before"]["name"]) == (None, {WHOLE: "lost"}, "Copper pan")
        assert (same["data"], same["compared"]) == (None, {WHOLE: "same"})
    async with beside(finding_more) as (visitor, shadow):
        visitor.site.pages["/none"] += "<p>And more.</p>"
        await visitor.visit("/none", Kind.PRODUCT)
        await shadow.run_once()
    (gained,) = await list_shadow_differences(engine, WHOLE, candidate=name_of(finding_more))
    assert (gained.change, gained.before, gained.after) == ("added", None, {"name": "Found"})


async def test_the_results_of_a_candidate_are_summed_by_field_with_example_pages(
    beside: Beside, engine: Engine
) -> None:
    async with beside(louder) as (visitor, shadow):
        for path in ("/pan", "/pot", "/none"):
            await visitor.visit(path, Kind.PRODUCT)
        await shadow.run_once()
    report = await report_shadow(engine)
    (run,) = report.runs
    assert (run.kind, run.versions, run.pages, run.failures, report.failures) == ("product", ["loud-1"], 3, 0, [])
    by_field = {one.field: (one.pages, one.same, one.added, one.changed, one.lost) for one in report.fields}
    assert report.fields[0].field == WHOLE and by_field[WHOLE] == (3, 3, 0, 0, 0)
    assert (by_field["name"], by_field["price"]) == ((2, 0, 0, 2, 0), (2, 2, 0, 0, 0))
    assert (by_field["colour"], by_field["currency"]) == ((2, 0, 2, 0, 0), (2, 0, 0, 0, 2))
    newest, oldest = await list_shadow_differences(engine, "name")
    told = {(one.before, one.after, one.change) for one in (newest, oldest)}
    assert told == {("Pot", "Pot!", "changed"), ("Copper pan", "Copper pan!", "changed")}
    place = (newest.compared_at, newest.id)
    assert [one.id for one in await list_shadow_differences(engine, "name", before=place)] == [oldest.id]
    assert await list_shadow_differences(engine, "name", kind=Kind.RECIPE) == []
    assert await list_shadow_differences(engine, "price") == []
    assert (await report_shadow(engine, since=newest.compared_at + timedelta(seconds=1))).runs == []
    assert (await report_shadow(engine, candidate="other:one")).fields == []


async def test_fields_of_a_language_model_are_not_compared(beside: Beside) -> None:
    async with beside(finding_nothing) as (visitor, shadow):
        await visitor.visit("/pan", Kind.PRODUCT)  # to create the page
        await shadow.run_once()
        page = PageToExtract(b"", f"{visitor.site.url}/pan", None, (Kind.PRODUCT,))
        source = next(
            iter(extract(linked(PAN).encode(), url=page.url, charset=None, kinds=page.kinds).records.values())
        )
        by_llm = {name: replace(one, rung="llm") for name, one in source.sources.items()}
        shadow.offer("h", page, {Kind.PRODUCT: replace(source, sources=by_llm)})
        assert shadow._offered.get_nowait().live == {}
        shadow.offer("h", page, {Kind.PRODUCT: replace(source, sources=source.sources | {"name": by_llm["name"]})})
        assert set(source.data) > set(shadow._offered.get_nowait().live[Kind.PRODUCT]) >= {"price", "currency"}


# Limits of a candidate ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("candidate", "code", "said"),
    [
        (breaking, "extract_failed", "ValueError: no offers and half a ?"),
        (dying, "extract_crashed", "died"),
        (leaving, "extract_crashed", "The process"),
        (answering_a_null_character, "extract_failed", "cannot be stored"),
        (answering_half_a_character, "extract_failed", "cannot be stored"),
        (answering_by_number, "extract_failed", "cannot be stored"),
        (answering_far_too_much, "extract_failed", "larger than"),
        (answering_no_record, "extract_failed", "cannot be stored"),
    ],
)
async def test_a_failing_candidate_affects_only_its_own_row(
    beside: Beside, engine: Engine, candidate: object, code: str, said: str
) -> None:
    async with beside(candidate) as (visitor, shadow):
        view = await visitor.visit("/pan", Kind.PRODUCT)
        assert view.status == ItemStatus.DONE and view.data is not None
        await shadow.run_once()
        row = await shown(visitor, "/pan")
        assert (row["error_code"], row["data"], row["compared"]) == (code, None, {}) and said in row["error"]
    report = await report_shadow(engine)
    assert report.runs[0].failures == 1 and report.failures[0].url.endswith("/pan")


async def test_a_hanging_candidate_is_stopped_and_live_pages_continue(beside: Beside) -> None:
    with Extractors(1, 0.3, 10_000_000, begin=start_cold) as pool:
        await _live_pages_continue(beside(hanging, pool))


async def _live_pages_continue(opening: AbstractAsyncContextManager[tuple[Visitor, Shadow]]) -> None:
    async with opening as (visitor, shadow):
        working = asyncio.create_task(shadow.run())
        for path in ("/pan", "/pot"):
            assert (await visitor.visit(path, Kind.PRODUCT)).status == ItemStatus.DONE
        while visitor.happened(observe.ShadowCompared) < 2:
            await asyncio.sleep(0.02)
        working.cancel()
        outcomes = [event.outcome for event in visitor.events if isinstance(event, observe.ShadowCompared)]
        assert outcomes == ["failed", "failed"]


async def test_pages_beyond_the_capacity_are_dropped_and_counted_without_waiting(
    beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shadow_work, "MAX_PAGES", 1)
    async with beside(louder) as (visitor, shadow):
        for path in ("/pan", "/pot"):
            assert (await visitor.visit(path, Kind.PRODUCT)).status == ItemStatus.DONE
        assert [event.outcome for event in visitor.events if isinstance(event, observe.ShadowCompared)] == ["dropped"]
        assert await shadow.run_once() == 1
        monkeypatch.setattr(shadow_work, "MAX_BYTES", 10)
        visitor.site.pages["/pot"] = linked({**PAN, "name": "A larger pot"})
        await visitor.visit("/pot", Kind.PRODUCT)
        outcomes = [event.outcome for event in visitor.events if isinstance(event, observe.ShadowCompared)]
        assert outcomes == ["dropped", "different", "dropped"]


async def test_capacity_is_released_after_a_comparison(beside: Beside) -> None:
    async with beside(louder) as (visitor, shadow):
        await visitor.visit("/pan", Kind.PRODUCT)
        assert shadow._bytes > 0
        await shadow.run_once()
        assert shadow._bytes == 0


@pytest.mark.parametrize(("share", "offered"), [(0.0, 0), (1.0, 2)])
async def test_a_candidate_gets_its_share_of_the_pages(beside: Beside, share: float, offered: int) -> None:
    async with beside(louder, shadow_share=share) as (visitor, shadow):
        for path in ("/pan", "/pot"):
            await visitor.visit(path, Kind.PRODUCT)
        assert shadow._offered.qsize() == offered


async def test_unchanged_pages_are_not_given_to_the_candidate(beside: Beside) -> None:
    async with beside(louder) as (visitor, shadow):
        for around in ("", "", "<p>Some more words around.</p>"):
            visitor.site.pages["/pan"] = linked(PAN, around=around)
            await visitor.visit("/pan", Kind.PRODUCT)
        assert shadow._offered.qsize() == 1


async def test_live_records_are_the_same_with_and_without_a_candidate(
    beside: Beside, engine: Engine, site: ChangingSite, extractors: Extractors
) -> None:
    async def records() -> list[dict[str, Any]]:
        site.pages |= {"/soup": linked(SOUP), "/pan": linked(PAN)}
        await visitor.visit("/soup", Kind.RECIPE)
        await visitor.visit("/pan", Kind.PRODUCT)
        columns = "data, sources, content_hash, extractor, extractor_version, strategy, confidence, warnings, version"
        async with engine.database.connection() as connection:
            found = [
                await (await connection.execute(f"select {columns} from {table} order by url_hash")).fetchall()
                for table in ("recipes", "products")
            ]
            await connection.execute("delete from recipes")
            await connection.execute("delete from products")
            await connection.execute("update crawl_tasks set page_print = null, extracted_hash = null")
            await connection.execute("delete from record_versions")
        return found

    async with visiting(engine, site, extractors) as visitor:
        without = await records()
    async with beside(louder) as (visitor, shadow):
        with_it = await records()
        await shadow.run_once()
    async with beside(breaking) as (visitor, _):
        with_a_broken_one = await records()
    assert without == with_it == with_a_broken_one and all(without)


# A worker ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("workers_share_extractors")
async def test_a_worker_with_a_candidate_stores_its_records(
    engine: Engine, site: ChangingSite, extractors: Extractors
) -> None:
    shadowed = replace(engine, settings=engine.settings.with_values(shadow_extractor=name_of(louder)))
    stop = asyncio.Event()
    working = asyncio.create_task(run_worker(shadowed, stop))
    async with visiting(engine, site, extractors) as asking:
        await ask_for_page(engine, f"{site.url}/pan", kind=Kind.PRODUCT, origin=Origin.PARSE)
        while not (await asking.look("select count(*) as rows from shadow_records"))["rows"]:
            assert not working.done()
            await asyncio.sleep(0.05)
        stop.set()
        await working
        assert (await shown(asking, "/pan"))["data"]["name"] == "Copper pan!"
        assert (await asking.look("select * from products"))["data"]["name"] == "Copper pan"


@pytest.mark.usefixtures("workers_share_extractors")
@pytest.mark.parametrize(
    ("candidate", "said"),
    [
        ("no.such.module:extract", "The module no.such.module cannot be loaded: ModuleNotFoundError"),
        (f"{louder.__module__}:no_such_function", "has no function no_such_function."),
    ],
)
async def test_a_misspelt_candidate_prevents_a_worker_from_starting_with_one_line(
    engine: Engine, candidates: Extractors, monkeypatch: pytest.MonkeyPatch, candidate: str, said: str
) -> None:
    monkeypatch.setattr(shadow_work, "Extractors", lambda *limits: nullcontext(candidates))
    shadowed = replace(engine, settings=engine.settings.with_values(shadow_extractor=candidate))
    with pytest.raises(ConfigurationError, match=r"GARNER_SHADOW_EXTRACTOR=.*") as refused:
        await run_worker(shadowed, asyncio.Event())
    assert said in refused.value.message and "\n" not in refused.value.message


async def test_the_doctor_reports_a_missing_candidate(
    settings: Settings, candidates: Extractors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "Extractors", lambda *limits: nullcontext(candidates))

    def findings(**changed: Any) -> list[Finding]:
        return list(_extractor_on_trial(settings.with_values(**changed)))

    assert await asyncio.to_thread(findings) == []
    (wrong,) = await asyncio.to_thread(findings, shadow_extractor="no.such:one")
    assert wrong.mark is Mark.WRONG and "GARNER_SHADOW_EXTRACTOR=no.such:one" in wrong.what
    (good,) = await asyncio.to_thread(findings, shadow_extractor="garner.extraction:extract")
    assert good.mark is Mark.GOOD


async def test_a_candidate_is_found_in_the_current_directory(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_candidate.py").write_text("def extract(body, **_):\n    return None\n")
    monkeypatch.chdir(tmp_path)
    changed = engine.settings.with_values(shadow_extractor="my_candidate:extract")
    async with open_shadow(replace(engine, settings=changed)) as shadow:
        assert shadow is not None


@pytest.mark.parametrize("name", ["mine", "mine:", ":loud", "mine.py:loud()", "a b:c", "mine/loud:f"])
def test_a_name_that_is_not_module_and_function_is_an_invalid_setting(name: str) -> None:
    with pytest.raises(ConfigurationError, match=r"GARNER_SHADOW_EXTRACTOR=.*must be written as module:function"):
        load(env_file=None, shadow_extractor=name)


async def test_without_a_candidate_there_is_no_shadow(engine: Engine) -> None:
    unused = Settings.from_values(shadow_extractor="mine:loud", shadow_share=0)
    for settings in (engine.settings, unused):
        async with open_shadow(replace(engine, settings=settings)) as shadow:
            assert shadow is None


async def test_shadow_records_are_kept_for_their_retention(beside: Beside, engine: Engine) -> None:
    async with beside(louder) as (visitor, shadow):
        await visitor.visit("/pan", Kind.PRODUCT)
        await shadow.run_once()
        await background.delete_expired(engine)
        assert (await report_shadow(engine)).runs != []
        await visitor.change("update shadow_records set compared_at = compared_at - interval '31 days'")
        await background.delete_expired(engine)
        assert (await report_shadow(engine)).runs == []


async def test_a_comparison_in_progress_survives_a_database_outage(
    beside: Beside,
) -> None:
    async with beside(louder) as (visitor, shadow):
        await visitor.visit("/pan", Kind.PRODUCT)
        await visitor.change("alter table shadow_records rename to elsewhere")
        with pytest.raises(Exception, match="shadow_records"):
            await shadow.run_once()
        await visitor.change("alter table elsewhere rename to shadow_records")
        await visitor.visit("/pot", Kind.PRODUCT)
        await shadow.run_once()
        assert (await visitor.look("select count(*) as rows from shadow_records"))["rows"] == 2
