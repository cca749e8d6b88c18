"""`garner reparse`: extract stored pages again without fetching, first to show the changes and then to apply them."""

import re
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from garner import wiring
from garner.cli.commands.one_shot import interruptible
from garner.cli.common import BY
from garner.cli.render.cards import plain
from garner.cli.render.progress import ProgressMeter, metering
from garner.cli.running import run_async
from garner.core.plurals import format_count
from garner.core.quality.differences import OTHER_DOMAINS
from garner.engine import Engine, ExtractKept, Report, reparse_pages
from garner.errors import InputError
from garner.extraction.candidates import find_extractor
from garner.settings import Settings
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject
from garner.store.records.reparse import ReparseSelection

ROWS_SHOWN = 40
_AGO = re.compile(r"(\d{1,6})\s*([hdw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def reparse(
    settings: Settings, selection: ReparseSelection, candidate: str | None, *, apply: bool, as_json: bool
) -> int:
    if candidate is not None:
        sys.path.insert(0, str(Path.cwd()))  # as with `python -m`: users try extractors in their current folder
        find_extractor(candidate)
    console = Console(stderr=True)
    with wiring.database_url(settings) as url:
        report, code = run_async(_run(settings, url, selection, candidate, console, apply=apply))
    if as_json:
        print(orjson.dumps(report.to_json(), option=orjson.OPT_INDENT_2).decode())
    else:
        show(Console(), report)
    return code


async def _run(
    settings: Settings, url: str, selection: ReparseSelection, candidate: str | None, console: Console, *, apply: bool
) -> tuple[Report, int]:
    with interruptible() as interruption:
        async with (
            _reading_again(settings, url, candidate) as (engine, extract),
            aclosing(reparse_pages(engine, selection, extract, apply=apply)) as reports,
        ):
            await _write_audit_entry(engine, selection, candidate, apply=apply)
            report = await anext(reports)
            with metering(console, max(2, report.total)) as meter:
                done = unread = 0
                async for _ in reports:
                    _advance(meter, report.pages - done, report.unread - unread)
                    done, unread = report.pages, report.unread
                    if interruption:
                        break
        if interruption:
            console.print(
                Text(f"Stopped: {report.pages:,} of {format_count(report.total, 'page')} extracted.", style="yellow")
            )
        return report, interruption.exit_code or (1 if report.failed else 0)


async def _write_audit_entry(
    engine: Engine, selection: ReparseSelection, candidate: str | None, *, apply: bool
) -> None:
    values = {**asdict(selection), "extractor": candidate, "apply": apply}
    async with engine.database.connection() as connection:
        await audit_log.write(connection, BY, "reparse.start", AuditObject("reparse_run"), after=values)


@asynccontextmanager
async def _reading_again(
    settings: Settings, url: str, candidate: str | None
) -> AsyncIterator[tuple[Engine, ExtractKept]]:
    from garner.runtime.stages.extract.stage import extracting_kept_pages  # takes long to import

    async with wiring.open_engine(settings, url) as (engine, _):
        with extracting_kept_pages(settings, candidate) as extract:
            yield engine, extract


def _advance(meter: ProgressMeter, pages: int, unread: int) -> None:
    for number in range(pages):
        meter.advance(failed=number < unread)


def parse_since(text: str, now: datetime) -> datetime:
    """Parse a date, a time, or how long ago: 36h, 7d, 4w."""
    if ago := _AGO.fullmatch(text.strip().lower()):
        try:
            return now - int(ago[1]) * _UNITS[ago[2]]
        except OverflowError:
            return datetime.min.replace(tzinfo=UTC)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(f"--since {text!r} is not a date. Write for example 2026-01-31, or 36h, 7d or 4w.") from None
    return moment if moment.tzinfo else moment.astimezone()


def show(console: Console, report: Report) -> None:
    if not report.total:
        console.print("No stored pages match.")
        return
    rows = report.differences.to_json()
    if rows:
        console.print(_table(rows[:ROWS_SHOWN]))
    if len(rows) > ROWS_SHOWN:
        console.print(Text(f"… and {format_count(len(rows) - ROWS_SHOWN, 'more row')}: --json shows all", style="dim"))
    console.print(Text(_summary(report)))
    for failure in report.failures:
        console.print(Text(f"  {plain(failure['error'])}  {plain(failure['url'])}", style="red"), soft_wrap=True)
    if report.applied:
        console.print(Text(_describe_written(report, differs=bool(rows)), style="bold green"))
    elif rows:
        console.print(
            Text("Nothing was written. To write the records, run the same command with --apply.", style="bold")
        )


def _table(rows: list[dict[str, object]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    for name in ("Domain", "Kind", "Field"):
        table.add_column(name, overflow="fold")
    for name in ("Added", "Changed", "Lost"):
        table.add_column(name, justify="right")
    table.add_column("Example", ratio=1, overflow="ellipsis")
    for row in rows:
        counts = [str(row[name] or "") for name in ("added", "changed", "lost")]
        named = [Text(plain(row[name])) for name in ("domain", "kind", "field")]
        table.add_row(
            *named, *(Text(count, style) for count, style in zip(counts, _STYLES, strict=True)), _example(row)
        )
    return table


_STYLES = ("green", "yellow", "red")


def _example(row: dict[str, object]) -> Text:
    examples = row["examples"]
    assert isinstance(examples, list)
    text = Text(style="dim")
    for example in examples[:1] if row["domain"] != OTHER_DOMAINS else []:
        before, after = (plain(example[side]) if example[side] is not None else "–" for side in ("before", "after"))
        text.append(f"{before} → {after}")
    return text


def _summary(report: Report) -> str:
    parts = [f"{format_count(report.pages, 'page')} extracted again without fetching"]
    parts.append(f"{format_count(report.differences.same, 'record')} unchanged")
    if report.empty:
        parts.append(f"{format_count(report.empty, 'page')} without a record")
    if report.missing:
        parts.append(f"{format_count(report.missing, 'page')} no longer stored")
    parts += [f"{format_count(count, 'page')} failed ({code})" for code, count in report.failed.most_common()]
    if report.busy:
        parts.append(f"{format_count(report.busy, 'page')} skipped because a worker is processing it")
    return ", ".join(parts) + "."


def _describe_written(report: Report, *, differs: bool) -> str:
    if report.saved:
        return f"{format_count(report.saved, 'record')} written."
    if differs:
        return "Nothing was written: records that are no longer found are kept."
    return "Nothing was written." if report.busy or report.unread else "Nothing was written: all records are unchanged."
