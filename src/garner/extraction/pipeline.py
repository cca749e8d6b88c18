"""Extract records from the bytes of a page. `extract` is a pure function made to run in a process pool: its arguments
and results can be pickled, and no page, however broken, makes it raise anything but MemoryError."""

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from garner.core.plurals import format_count
from garner.core.record import Kind, Record
from garner.extraction.ladder import MissedKind, Way, climb, explain_miss
from garner.extraction.ladders import LADDERS
from garner.extraction.llm.cache import Answers, dump_answers, load, quote_answers
from garner.extraction.llm.grounding import fields_wanted, llm_rung, render_page
from garner.extraction.page.document import Document
from garner.extraction.questions import RUNG
from garner.extraction.unchanged.page_fingerprint import (
    SIMHASH_THRESHOLD,
    PageFingerprint,
    fingerprint_page,
    is_unchanged,
)
from garner.extraction.values.fields import UnknownUrl
from garner.kinds.registry import KINDS


@dataclass(frozen=True, slots=True)
class Extraction:
    records: Mapping[Kind, Record]  # only the kinds that were found
    warnings: tuple[str, ...]
    page_fingerprint: Mapping[str, Any] | None = None  # recognizes the page at the next visit
    unchanged: bool = False  # the page has the same meaning as before, and nothing else was read from it
    # The fields to request from a language model, for each kind that lacks an essential field.
    wanting: Mapping[Kind, tuple[str, ...]] = field(default_factory=dict)
    shown: str | None = None  # the part of the page that the model may see, if it may be called
    missed: Mapping[Kind, MissedKind] = field(default_factory=dict)  # the kinds that were not found, with the reason

    @property
    def best_first(self) -> list[Record]:
        """The records by descending confidence; at equal confidence, in the order in which the kinds were requested."""
        return sorted(self.records.values(), key=lambda record: -record.confidence)


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Keep the garbage collector from running. A page has thousands of objects that live until its end, each run would
    visit them all, and none would find anything: they are freed by their reference counts."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@pause_garbage_collection()
def extract(
    body: bytes,
    *,
    url: str,
    charset: str | None,
    kinds: Iterable[Kind],
    site_parsers: bool = True,
    asks_llm: bool = False,
    answers: Answers | None = None,
) -> Extraction:
    """Return the records of these kinds that the page holds. Without `site_parsers`, read it like a page of an unknown
    site. With `asks_llm`, also return the fields to request from a language model, unless `answers` holds its
    answers."""
    left_out = () if site_parsers else (Way.SITE,)
    document, wanted = Document(body, url=url, charset=charset), tuple(dict.fromkeys(kinds))
    extracted = _extract(document, wanted, left_out, answers)
    wanting = _find_missing_fields(wanted, extracted, answers or {}) if asks_llm else {}
    return replace(extracted, wanting=wanting, shown=render_page(document) if wanting else None)


@pause_garbage_collection()
def extract_if_changed(
    body: bytes,
    *,
    url: str,
    charset: str | None,
    kinds: Iterable[Kind],
    before: Mapping[str, Any] | None,
    known: bool = True,
    same_body: bool = False,
    threshold: int = SIMHASH_THRESHOLD,
    llm_kinds: Collection[Kind] = (),
    answers: Answers | None = None,
) -> Extraction:
    """Return the same as `extract`, unless the page has the same meaning as when `before` was computed and its records
    are `known` to be what extraction would find. For `llm_kinds` a language model may be called, and receives the page
    if needed. Its answer is the last rung of the ladder, now and for as long as the page reads the same."""
    document = Document(body, url=url, charset=charset)
    wanted = tuple(dict.fromkeys(kinds))
    now = fingerprint_page(document, wanted)
    if before is not None and known and is_unchanged(PageFingerprint.from_json(before), now, wanted, threshold):
        return Extraction({}, (), unchanged=True)
    remembered = load(document, before, now, threshold, same_body=same_body)
    all_answers = {**remembered, **(answers or {})}
    extracted = _extract(document, wanted, answers=all_answers)
    wanting = _find_missing_fields(wanted, extracted, all_answers)
    return replace(
        extracted,
        page_fingerprint=_build_page_fingerprint(now, wanted, extracted.records)
        | {"unasked": [str(kind) for kind in wanting]}
        | dump_answers(document, {**remembered, **quote_answers(document, answers or {})}, now),
        wanting=wanting,
        shown=render_page(document) if any(kind in llm_kinds for kind in wanting) else None,
    )


def _find_missing_fields(kinds: Iterable[Kind], extracted: Extraction, answers: Answers) -> dict[Kind, tuple[str, ...]]:
    asked = ((kind, fields_wanted(LADDERS[kind], extracted.records.get(kind))) for kind in kinds if kind not in answers)
    return {kind: fields for kind, fields in asked if fields}


def _build_page_fingerprint(
    fingerprint: PageFingerprint, wanted: Iterable[Kind], found_kinds: Iterable[Kind]
) -> dict[str, Any]:
    """Return the fingerprint restricted to the kinds that were found. If a record can no longer be found, the old
    record must not pass for the page's content. The kinds that were searched for are stored beside it."""
    fingerprints: dict[str, str] = {kind: fingerprint.records[kind] for kind in found_kinds}
    return replace(fingerprint, records=fingerprints).to_json() | {"looked_for": [str(kind) for kind in wanted]}


def is_incomplete(page_fingerprint: Mapping[str, Any] | None, kinds: Iterable[Kind]) -> bool:
    """Return whether an essential field of one of these kinds was not found and no language model was asked for it."""
    unasked = (page_fingerprint or {}).get("unasked") or ()
    return any(kind in unasked for kind in kinds)


def has_records(page_fingerprint: Mapping[str, Any] | None, kinds: Iterable[Kind]) -> bool:
    """Return whether the page with this fingerprint gave records of all these kinds."""
    records = PageFingerprint.from_json(page_fingerprint).records
    return all(kind in records for kind in kinds)


def _extract(
    document: Document, kinds: Iterable[Kind], left_out: tuple[Way, ...] = (), answers: Answers | None = None
) -> Extraction:
    records: dict[Kind, Record] = {}
    warnings: list[str] = []
    misses: dict[Kind, MissedKind] = {}
    for kind in kinds:
        _reset_left_out_addresses(document)
        ladder = LADDERS[kind].without(*left_out)
        if answers and kind in answers:
            ladder = replace(ladder, rungs=(*ladder.rungs, llm_rung(kind, answers[kind])))
        record, remarks = climb(ladder, document)
        warnings += remarks
        if record is not None:
            records[kind] = _flag_llm_use(_without_addresses(record, document))
        else:
            misses[kind] = explain_miss(ladder, document)
    return Extraction(records, tuple(dict.fromkeys([*document.warnings, *warnings])), missed=misses)


def _reset_left_out_addresses(document: Document) -> None:
    if isinstance(document.url, UnknownUrl):
        document.url.left_out.clear()


def _without_addresses(record: Record, document: Document) -> Record:
    """Add a warning to a record that lacks addresses because the URL of its page is unknown."""
    if not isinstance(document.url, UnknownUrl) or not document.url.left_out:
        return record
    count = len(document.url.left_out)
    addresses = format_count(count, "relative address was", "relative addresses were")
    warning = f"{addresses} left out because the URL of the page is unknown: pass it as url"
    return replace(record, warnings=(*record.warnings, warning))


def _flag_llm_use(record: Record) -> Record:
    """Flag a record that contains any value from a language model."""
    if not any(source.rung == RUNG for source in record.sources.values()):
        return record
    return replace(record, used_llm=True, warnings=(KINDS[record.kind].llm_warning, *record.warnings))
