"""From the bytes of a page to records. A pure function, made to run in a process pool: all that goes in and
comes out can be pickled, and no page, however broken, makes it raise anything but MemoryError."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from garner.core.record import Kind, Record
from garner.extract.document import Document
from garner.extract.fingerprint import SIMHASH_THRESHOLD, PagePrint, page_print, unchanged
from garner.extract.ladder import EXTRACTOR, VERSION, climb
from garner.extract.ladders import LADDERS

__all__ = ["EXTRACTOR", "VERSION", "Extraction", "extract", "extract_if_changed"]


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
    return _extract(document, wanted, now.to_json())


def _extract(document: Document, kinds: Iterable[Kind], print_of_it: Mapping[str, Any] | None = None) -> Extraction:
    records: dict[Kind, Record] = {}
    warnings: list[str] = []
    for kind in kinds:
        record, remarks = climb(LADDERS[kind], document)
        warnings += remarks
        if record is not None:
            records[kind] = record
    return Extraction(records, tuple(dict.fromkeys([*document.warnings, *warnings])), print_of_it)
