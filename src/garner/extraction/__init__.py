"""From the bytes of a page to records. A pure function, made to run in a process pool: all that goes in and
comes out can be pickled, and no page, however broken, makes it raise anything but MemoryError."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from garner.core.plurals import counted
from garner.core.record import (
    Kind,
    Record,
)
from garner.extraction.ladder import (
    EXTRACTOR,
    VERSION,
    Missed,
    Way,
    climb,
    missed,
)
from garner.extraction.ladders import LADDERS
from garner.extraction.llm.cache import (
    Answers,
    in_its_words,
    load,
    to_be_said_again,
)
from garner.extraction.llm.grounding import (
    RUNG,
    WARNINGS,
    fields_wanted,
    llm_rung,
    shown_of,
)
from garner.extraction.page.document import Document
from garner.extraction.unchanged.page_fingerprint import (
    SIMHASH_THRESHOLD,
    PagePrint,
    page_fingerprint,
    unchanged,
)
from garner.extraction.values.fields import Nowhere

__all__ = [
    "EXTRACTOR",
    "VERSION",
    "Answers",
    "Extraction",
    "Missed",
    "extract",
    "extract_if_changed",
    "knows",
    "was_left_wanting",
]


@dataclass(frozen=True, slots=True)
class Extraction:
    records: Mapping[Kind, Record]  # only the kinds that were found
    warnings: tuple[str, ...]
    page_print: Mapping[str, Any] | None = None  # to know the page again by
    unchanged: bool = False  # the page means what it meant, and nothing else was read of it
    # What to ask a language model for, of each kind that lacks something essential.
    wanting: Mapping[Kind, tuple[str, ...]] = field(default_factory=dict)
    shown: str | None = None  # what it may see of the page, if it may be asked
    missed: Mapping[Kind, Missed] = field(default_factory=dict)  # the kinds that were not found, and why

    @property
    def best_first(self) -> list[Record]:
        """The surest first; of two that are equally sure, the one whose kind was asked for first."""
        return sorted(self.records.values(), key=lambda record: -record.confidence)


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
    """The records of these kinds that the page holds; without `site_parsers`, as on a site that nobody has seen. With
    `asks_llm` also what a language model may be asked for, unless these are its answers."""
    left_out = () if site_parsers else (Way.SITE,)
    document, wanted = Document(body, url=url, charset=charset), tuple(dict.fromkeys(kinds))
    extracted = _extract(document, wanted, left_out, answers)
    wanting = _wanting(wanted, extracted, answers or {}) if asks_llm else {}
    return replace(extracted, wanting=wanting, shown=shown_of(document) if wanting else None)


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
    """The same, unless the page means what it meant when `before` was made of it and its records are `known` to be what
    would be found. For `llm_kinds` a language model may be asked, and is shown the page if needed; what it answers is
    the last rung of the ladder, now and for as long as the page reads the same."""
    document = Document(body, url=url, charset=charset)
    wanted = tuple(dict.fromkeys(kinds))
    now = page_fingerprint(document, wanted)
    if before is not None and known and unchanged(PagePrint.from_json(before), now, wanted, threshold):
        return Extraction({}, (), unchanged=True)
    remembered = load(document, before, now, threshold, same_body=same_body)
    said = {**remembered, **(answers or {})}
    extracted = _extract(document, wanted, answers=said)
    wanting = _wanting(wanted, extracted, said)
    return replace(
        extracted,
        page_print=_to_be_known_by(now, wanted, extracted.records)
        | {"unasked": [str(kind) for kind in wanting]}
        | to_be_said_again(document, {**remembered, **in_its_words(document, answers or {})}, now),
        wanting=wanting,
        shown=shown_of(document) if any(kind in llm_kinds for kind in wanting) else None,
    )


def _wanting(kinds: Iterable[Kind], extracted: Extraction, said: Answers) -> dict[Kind, tuple[str, ...]]:
    asked = ((kind, fields_wanted(LADDERS[kind], extracted.records.get(kind))) for kind in kinds if kind not in said)
    return {kind: fields for kind, fields in asked if fields}


def _to_be_known_by(print_of_it: PagePrint, wanted: Iterable[Kind], found: Iterable[Kind]) -> dict[str, Any]:
    """The print speaks of the kinds that were found and of no other: where a record is no longer to be found, the old
    one must not pass for what the page says. What was looked for is remembered beside it."""
    said: dict[str, str] = {kind: print_of_it.records[kind] for kind in found}
    return replace(print_of_it, records=said).to_json() | {"looked_for": [str(kind) for kind in wanted]}


def was_left_wanting(page_print: Mapping[str, Any] | None, kinds: Iterable[Kind]) -> bool:
    """Whether something essential of one of these kinds was not found, and no language model was asked for it."""
    unasked = (page_print or {}).get("unasked") or ()
    return any(kind in unasked for kind in kinds)


def knows(page_print: Mapping[str, Any] | None, kinds: Iterable[Kind]) -> bool:
    """Whether the page that this print was made of gave records of all these kinds."""
    records = PagePrint.from_json(page_print).records
    return all(kind in records for kind in kinds)


def _extract(
    document: Document, kinds: Iterable[Kind], left_out: tuple[Way, ...] = (), answers: Answers | None = None
) -> Extraction:
    records: dict[Kind, Record] = {}
    warnings: list[str] = []
    misses: dict[Kind, Missed] = {}
    for kind in kinds:
        _count_addresses_anew(document)
        ladder = LADDERS[kind].without(*left_out)
        if answers and kind in answers:
            ladder = replace(ladder, rungs=(*ladder.rungs, llm_rung(kind, answers[kind])))
        record, remarks = climb(ladder, document)
        warnings += remarks
        if record is not None:
            records[kind] = _flagged(_without_addresses(record, document))
        else:
            misses[kind] = missed(ladder, document)
    return Extraction(records, tuple(dict.fromkeys([*document.warnings, *warnings])), missed=misses)


def _count_addresses_anew(document: Document) -> None:
    if isinstance(document.url, Nowhere):
        document.url.left_out.clear()


def _without_addresses(record: Record, document: Document) -> Record:
    """A record that lacks addresses, since nobody knows where its page was found, says so."""
    if not isinstance(document.url, Nowhere) or not document.url.left_out:
        return record
    count = len(document.url.left_out)
    told = counted(count, "relative address was", "relative addresses were")
    remark = f"{told} left out, for nobody said where the page was found: give its url"
    return replace(record, warnings=(*record.warnings, remark))


def _flagged(record: Record) -> Record:
    """A record with anything in it from a language model says so."""
    if not any(source.rung == RUNG for source in record.sources.values()):
        return record
    return replace(record, used_llm=True, warnings=(WARNINGS[record.kind], *record.warnings))
