"""From the bytes of a page to records. A pure function, made to run in a process pool: all that goes in and
comes out can be pickled, and no page, however broken, makes it raise anything but MemoryError."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from garner.core.record import Kind, Record
from garner.extract.document import Document
from garner.extract.fingerprint import SIMHASH_THRESHOLD, PagePrint, page_print, unchanged
from garner.extract.ladder import EXTRACTOR, VERSION, climb
from garner.extract.ladders import LADDERS

__all__ = ["EXTRACTOR", "VERSION", "Extraction", "extract", "extract_if_changed", "knows"]


@dataclass(frozen=True, slots=True)
class Extraction:
    records: Mapping[Kind, Record]  # only the kinds that were found
    warnings: tuple[str, ...]
    page_print: Mapping[str, Any] | None = None  # to know the page again by
    unchanged: bool = False  # the page means what it meant, and nothing else was read of it


def extract(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """The records of these kinds that the page holds."""
    return _extract(Document(body, url=url, charset=charset), dict.fromkeys(kinds))


def extract_if_changed(
    body: bytes,
    *,
    url: str,
    charset: str | None,
    kinds: Iterable[Kind],
    before: Mapping[str, Any] | None,
    threshold: int = SIMHASH_THRESHOLD,
) -> Extraction:
    """The same, unless the page means what it meant when `before` was made of it."""
    document = Document(body, url=url, charset=charset)
    wanted = tuple(dict.fromkeys(kinds))
    now = page_print(document, wanted)
    if before is not None and unchanged(PagePrint.from_json(before), now, wanted, threshold):
        return Extraction({}, (), unchanged=True)
    extracted = _extract(document, wanted)
    return replace(extracted, page_print=_to_be_known_by(now, wanted, extracted.records))


def _to_be_known_by(print_of_it: PagePrint, wanted: Iterable[Kind], found: Iterable[Kind]) -> dict[str, Any]:
    """The print speaks of the kinds that were found and of no other: where a record is no longer to be found, the old
    one must not pass for what the page says. What was looked for is remembered beside it."""
    said: dict[str, str] = {kind: print_of_it.structured[kind] for kind in found}
    return replace(print_of_it, structured=said).to_json() | {"looked_for": [str(kind) for kind in wanted]}


def knows(page_print: Mapping[str, Any] | None, kinds: Iterable[Kind]) -> bool:
    """Whether the page that this print was made of gave records of all these kinds."""
    structured = PagePrint.from_json(page_print).structured
    return all(kind in structured for kind in kinds)


def _extract(document: Document, kinds: Iterable[Kind]) -> Extraction:
    records: dict[Kind, Record] = {}
    warnings: list[str] = []
    for kind in kinds:
        record, remarks = climb(LADDERS[kind], document)
        warnings += remarks
        if record is not None:
            records[kind] = record
    return Extraction(records, tuple(dict.fromkeys([*document.warnings, *warnings])))
