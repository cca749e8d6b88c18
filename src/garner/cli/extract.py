"""`garner extract`: the record of one page, from a file, an address or standard input, and where each field came from.

Nothing is kept and no database is needed. On standard output there is one JSON object, or with `--explain` a tree;
whatever else is to be said goes to standard error.
"""

from collections.abc import Iterable
from pathlib import Path

import orjson
from rich.console import Console
from rich.text import Text

from garner.cli.cards import plain
from garner.cli.explaining import explained
from garner.cli.one_fetch import fetch_once
from garner.cli.page_files import STANDARD_INPUT, read_page
from garner.cli.page_list import is_url
from garner.cli.results import in_order
from garner.cli.running import run_async
from garner.core.record import Kind, Record
from garner.core.urls import parse_page_url
from garner.errors import ExtractCrashed, InputError
from garner.extract import Extraction
from garner.extract.handed import HandedPage, extract_handed
from garner.settings import Settings

AUTO = "auto"
NOTHING_FOUND = 1


def kinds_asked(kind: str) -> tuple[Kind, ...]:
    return tuple(Kind) if kind == AUTO else (Kind(kind),)


def extract(
    settings: Settings, source: str, kind: str, url: str | None, *, explain: bool, site_parsers: bool = True
) -> int:
    console = Console(stderr=True)
    page = _page(settings, source, kinds_asked(kind), url, site_parsers, console)
    try:
        extraction = extract_handed(page)
    except MemoryError:
        raise ExtractCrashed("Extraction took more memory than there is.") from None
    found = extraction.best_first
    if not found:
        _tell_of_nothing(console, kind, extraction)
        return NOTHING_FOUND
    if explain:
        Console().print(*(explained(record) for record in found), sep="\n")
        return 0
    print(in_json(found[0]))
    _tell(console, found)
    return 0


def in_json(record: Record) -> str:
    written = {"kind": record.kind.value} | in_order(record.kind, record.data)
    return orjson.dumps(written, option=orjson.OPT_INDENT_2).decode()


def _page(
    settings: Settings, source: str, kinds: tuple[Kind, ...], url: str | None, site_parsers: bool, console: Console
) -> HandedPage:
    if is_url(source):
        if url is not None:
            raise InputError("--url goes with a file: an address says itself where it is.")
        fetched = run_async(fetch_once(settings, source, lambda words: console.print(Text(words, style="dim"))))
        return HandedPage(fetched.body, fetched.url, kinds, fetched.charset, site_parsers)
    address = "" if url is None else parse_page_url(url, allow_private=True).original
    if source != STANDARD_INPUT and not Path(source).exists():
        raise InputError(f"{source!r} is neither a file nor an address that starts with http:// or https://.")
    return HandedPage(read_page(source, settings.fetch_max_bytes), address, kinds, site_parsers=site_parsers)


def _tell_of_nothing(console: Console, kind: str, extraction: Extraction) -> None:
    what = "record" if kind == AUTO else kind
    console.print(Text(f"garner: There is no {what} on this page.", style="yellow"), soft_wrap=True)
    _print_warnings(console, extraction.warnings)


def _tell(console: Console, found: list[Record]) -> None:
    best, *others = found
    _print_warnings(console, best.warnings)
    if others:
        told = ", ".join(f"{record.kind} ({record.confidence:g})" for record in others)
        console.print(
            Text(f"garner: shown is the {best.kind} ({best.confidence:g}), the surest; also found: {told}.", "dim"),
            soft_wrap=True,
        )


def _print_warnings(console: Console, warnings: Iterable[str]) -> None:
    for warning in warnings:
        console.print(Text(f"warning: {plain(warning)}", style="yellow"), soft_wrap=True)
