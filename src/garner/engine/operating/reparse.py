"""Extract stored pages again, with the current extractor or a candidate, without a request to any site.

Nothing is written unless `apply` is set, so that the differences can be reviewed first. What is applied is what a dry
run shows, except for pages that a worker holds at that moment: those are skipped and counted. Given the pages of a
report, only the changes that it showed are applied: a page that was fetched or found since, or that would give another
result by now, is skipped and counted too. A record that is not found any more is reported as lost and stays as it is,
because a good record is never replaced by none. Requesters of a page are not notified again, and no record counts as
fresher than the page that it was read from.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from garner.core.quality.differences import Differences, changes
from garner.core.quality.shown_pages import ShownPages, body_fingerprint
from garner.core.record import Kind
from garner.engine.engine import Engine
from garner.errors import BodyMissing, ExtractError, GarnerError, TooLarge
from garner.store.records import reparse as kept
from garner.store.records.reparse import KeptPage, Reparsed, ReparseSelection

if TYPE_CHECKING:
    from garner.extraction import Extraction

ExtractKept = Callable[[KeptPage, bytes], Awaitable["Extraction"]]  # takes the body as stored

# Bodies in memory per process: the current one and the next ones.
BODIES_PER_PROCESS = 3
FAILURES_SHOWN = 5


@dataclass(slots=True)
class Report:
    """The progress and the results so far."""

    applied: bool
    total: int = 0
    pages: int = 0
    missing: int = 0  # bodies that no longer exist
    failed: Counter[str] = field(default_factory=Counter)  # by code
    failures: list[dict[str, str]] = field(default_factory=list)  # a few
    busy: int = 0  # pages that a worker held
    not_as_shown: int = 0  # pages that would change differently from the report that is applied
    saved: int = 0  # records whose content changed
    empty: int = 0  # pages without a record, now and before
    differences: Differences = field(default_factory=Differences)
    shown: ShownPages = field(default_factory=ShownPages)

    @property
    def unread(self) -> int:
        return self.missing + self.failed.total()

    def add_failure(self, page: KeptPage, error: GarnerError) -> None:
        if isinstance(error, BodyMissing):
            self.missing += 1
            return
        self.failed[error.code] += 1
        if len(self.failures) < FAILURES_SHOWN:
            self.failures.append({"url": page.url, "code": error.code, "error": error.message})

    def to_json(self, max_rows: int | None = None) -> dict[str, Any]:
        """Return the report as JSON, with at most `max_rows` differences, the largest first."""
        rows = self.differences.to_json(max_rows)
        return {
            "applied": self.applied,
            "total": self.total,
            "pages": self.pages,
            "same": self.differences.same,
            "withoutRecord": self.empty,
            "missingBodies": self.missing,
            "failed": dict(self.failed),
            "failures": self.failures,
            "busy": self.busy,
            "changedPages": len(self.shown),
            "notAsShown": self.not_as_shown,
            "savedRecords": self.saved,
            "differences": rows,
            "differencesLeftOff": len(self.differences.fields) - len(rows),
        }


async def reparse_pages(
    engine: Engine,
    selection: ReparseSelection,
    extract: ExtractKept,
    *,
    apply: bool = False,
    shown: ShownPages | None = None,
) -> AsyncGenerator[Report, None]:
    """Go through the stored pages, and yield the same report whenever it has grown. A caller that stops iterating stops
    it; what was applied until then stays. With `shown`, no other changes are applied."""
    report = Report(apply)
    async with engine.database.connection() as connection:
        report.total = await kept.count(connection, selection)
    yield report
    at_once = asyncio.Semaphore(engine.settings.extraction.processes * BODIES_PER_PROCESS)
    async for pages in kept.pages(engine.database, selection):
        outcomes = await asyncio.gather(*(_read_again(engine, page, extract, at_once) for page in pages))
        for page, outcome in zip(pages, outcomes, strict=True):
            if isinstance(outcome, GarnerError):
                report.add_failure(page, outcome)
        read = [outcome for outcome in outcomes if isinstance(outcome, Reparsed)]
        if apply:
            as_shown = (
                read
                if shown is None
                else [reparsed_page for reparsed_page in read if _is_as_shown(reparsed_page, shown)]
            )
            report.not_as_shown += len(read) - len(as_shown)
            read = await _apply(engine, as_shown, report)
        else:
            _remember(report.shown, read)
        _count(report, read)
        report.pages += len(pages)
        yield report


async def _read_again(
    engine: Engine, page: KeptPage, extract: ExtractKept, at_once: asyncio.Semaphore
) -> Reparsed | GarnerError:
    async with at_once:
        try:
            extraction = await extract(page, await engine.blobs.get_packed(page.html_path))
        except (ExtractError, TooLarge) as error:
            return error
    return Reparsed(page, *_of_the_page(page, extraction))


def _of_the_page(page: KeptPage, extraction: "Extraction") -> tuple[tuple[Any, ...], dict[str, Any] | None]:
    records = tuple(record for record in extraction.records.values() if record.kind in page.kinds)
    return records, None if extraction.page_fingerprint is None else dict(extraction.page_fingerprint)


def _find_changes(reparsed_page: Reparsed) -> dict[str, tuple[Any, Any]]:
    """Return the records that differ, by kind: before and after."""
    data_by_kind = {record.kind: record.data for record in reparsed_page.found}
    pairs = {
        str(kind): (reparsed_page.page.records.get(kind), data_by_kind.get(kind))
        for kind in map(Kind, reparsed_page.page.kinds)
    }
    return {kind: pair for kind, pair in pairs.items() if changes(*pair)}


def _remember(shown: ShownPages, read: Sequence[Reparsed]) -> None:
    for reparsed_page in read:
        if changed := _find_changes(reparsed_page):
            shown.add(reparsed_page.page.task_id, body_fingerprint(reparsed_page.page.content_hash, changed))


def _is_as_shown(reparsed_page: Reparsed, shown: ShownPages) -> bool:
    """Return whether the change was shown. A page without changes needs no showing."""
    changed = _find_changes(reparsed_page)
    return not changed or shown.shows(
        reparsed_page.page.task_id, body_fingerprint(reparsed_page.page.content_hash, changed)
    )


async def _apply(engine: Engine, read: Sequence[Reparsed], report: Report) -> list[Reparsed]:
    try:
        async with engine.database.transaction() as connection:
            written = await kept.save(connection, read)
    except ExtractError as error:
        if len(read) > 1:
            return [saved for reparsed_page in read for saved in await _apply(engine, [reparsed_page], report)]
        report.add_failure(read[0].page, error)
        return []
    ours = [reparsed_page for reparsed_page in read if reparsed_page.page.task_id in written]
    report.busy += len(read) - len(ours)
    return ours


def _count(report: Report, read: Sequence[Reparsed]) -> None:
    for reparsed_page in read:
        data_by_kind = {record.kind: record.data for record in reparsed_page.found}
        report.empty += not data_by_kind and not any(
            reparsed_page.page.records.get(kind) for kind in reparsed_page.page.kinds
        )
        for kind in map(Kind, reparsed_page.page.kinds):
            before = reparsed_page.page.records.get(kind)
            differs = report.differences.compare(
                reparsed_page.page.domain, kind, reparsed_page.page.url, before, data_by_kind.get(kind)
            )
            report.saved += report.applied and differs and kind in data_by_kind
