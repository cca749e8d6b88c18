"""From the bytes of a page to records. A pure function, made to run in a process pool: all that goes in and
comes out can be pickled, and no page, however broken, makes it raise."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from garner.core.record import Kind, Record
from garner.extract import posting, product, recipe
from garner.extract.document import Document
from garner.extract.ladder import EXTRACTOR, VERSION, climb

__all__ = ["EXTRACTOR", "VERSION", "Extraction", "extract"]

_LADDERS = {ladder.kind: ladder for ladder in (recipe.LADDER, product.LADDER, posting.LADDER)}


@dataclass(frozen=True, slots=True)
class Extraction:
    records: Mapping[Kind, Record]  # only the kinds that were found
    warnings: tuple[str, ...]


def extract(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """The records of these kinds that the page holds."""
    document = Document(body, url=url, charset=charset)
    records: dict[Kind, Record] = {}
    warnings: list[str] = []
    for kind in dict.fromkeys(kinds):
        record, remarks = climb(_LADDERS[kind], document)
        warnings += remarks
        if record is not None:
            records[kind] = record
    return Extraction(records, tuple(dict.fromkeys([*document.warnings, *warnings])))
