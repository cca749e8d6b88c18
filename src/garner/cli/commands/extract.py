"""`garner extract`: the record of one page, from a file, a URL or standard input, and the source of each field.

Nothing is stored and no database is needed. Standard output gets one JSON object, or with `--explain` a tree; all other
messages go to standard error.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import orjson
from rich.console import Console
from rich.text import Text

from garner.cli.commands.isolated_reader import isolated_extractors
from garner.cli.page_files import STANDARD_INPUT, read_page
from garner.cli.page_list import is_url
from garner.cli.render.cards import plain
from garner.cli.render.no_record_message import nothing_on, reasons
from garner.cli.render.provenance import explained_miss, render_provenance
from garner.cli.render.writing import say, standard_output
from garner.cli.running import run_async
from garner.core.record import Kind, Record
from garner.core.urls.page_url import parse_page_url
from garner.errors import ExtractError, InputError
from garner.extraction import Extraction
from garner.extraction.submitted import SubmittedPage, extract_submitted
from garner.kinds.fields import in_order
from garner.pools.extractors import Extractors
from garner.settings import Settings

AUTO = "auto"
NOTHING_FOUND = 1


def kinds_asked(kind: str) -> tuple[Kind, ...]:
    return tuple(Kind) if kind == AUTO else (Kind(kind),)


def extract(
    settings: Settings,
    source: str,
    kind: str,
    url: str | None,
    *,
    explain: bool,
    site_parsers: bool = True,
    use_llm: bool = False,
) -> int:
    require_llm(settings, asked=use_llm)
    console = Console(stderr=True)
    page = _page(settings, source, kinds_asked(kind), url, site_parsers, console)
    with isolated_extractors(settings) as extractors:
        reading = _extract_with_llm(settings, page, extractors) if use_llm else extractors.run(extract_submitted, page)
        extraction = run_async(reading)
        records = extraction.best_first
        sentences = [] if records else run_async(_explain_no_record(page, extraction, extractors, explain=explain))
    if not records:
        _report_nothing_found(console, sentences, extraction, explain=explain)
        return NOTHING_FOUND
    if explain:
        with standard_output():
            Console().print(*(render_provenance(record) for record in records), sep="\n")
        return 0
    say(in_json(records[0]))
    _report_records(console, records)
    return 0


def require_llm(settings: Settings, *, asked: bool) -> None:
    if asked and not settings.llm.is_configured:
        raise InputError("--llm needs a language model: set GARNER_LLM_BASE_URL and GARNER_LLM_MODEL.")


async def _extract_with_llm(settings: Settings, page: SubmittedPage, extractors: Extractors) -> Extraction:
    async def read(page: SubmittedPage) -> Extraction:
        return await extractors.run(extract_submitted, page)

    from garner.runtime.calls.llm_fallback import (
        LlmFallback,
        complete_submitted,
        make_llm,
    )  # takes long to import

    llm = make_llm(settings)
    assert llm is not None  # since it was required
    async with llm:
        return await complete_submitted(LlmFallback(None, llm, 0), replace(page, asks_llm=True), read)


async def _explain_no_record(
    page: SubmittedPage, extraction: Extraction, extractors: Extractors, *, explain: bool
) -> list[str]:
    try:
        return await extractors.run(reasons, page, extraction, explain)
    except ExtractError:  # finding the reason took too long
        return [nothing_on(page)]


def in_json(record: Record) -> str:
    written = {"kind": record.kind.value} | in_order(record.kind, record.data)
    return orjson.dumps(written, option=orjson.OPT_INDENT_2).decode()


def _page(
    settings: Settings, source: str, kinds: tuple[Kind, ...], url: str | None, site_parsers: bool, console: Console
) -> SubmittedPage:
    if not source.strip():
        raise InputError("Name a page: a file, a URL, or - for standard input.")
    if is_url(source):
        if url is not None:
            raise InputError("--url can only be used with a saved page.")
        from garner.cli.commands.one_fetch import fetch_once  # takes long to import

        fetched = run_async(fetch_once(settings, source, lambda words: console.print(Text(words, style="dim"))))
        return SubmittedPage(fetched.body, fetched.url, kinds, fetched.charset, site_parsers)
    address = "" if url is None else parse_page_url(url, allow_private=True).original
    if source != STANDARD_INPUT and not Path(source).exists():
        raise InputError(f"{source!r} is neither a file nor a URL that starts with http:// or https://.")
    return SubmittedPage(read_page(source, settings.fetch.max_bytes), address, kinds, site_parsers=site_parsers)


def _report_nothing_found(console: Console, sentences: Iterable[str], extraction: Extraction, *, explain: bool) -> None:
    console.print(Text(f"garner: {' '.join(sentences)}", style="yellow"), soft_wrap=True)
    print_warnings(console, extraction.warnings)
    if explain:
        with standard_output():
            misses = extraction.missed.items()
            Console().print(*(explained_miss(kind, missed) for kind, missed in misses), sep="\n")


def _report_records(console: Console, records: list[Record]) -> None:
    best, *others = records
    print_warnings(console, best.warnings)
    if others:
        kinds = ", ".join(f"{record.kind} ({record.confidence:g})" for record in others)
        console.print(
            Text(
                f"garner: Showing the {best.kind} ({best.confidence:g}), the most confident. Also found: {kinds}.",
                "dim",
            ),
            soft_wrap=True,
        )


def print_warnings(console: Console, warnings: Iterable[str]) -> None:
    for warning in warnings:
        console.print(Text(f"warning: {plain(warning)}", style="yellow"), soft_wrap=True)
