"""The record that extraction makes, the store keeps and the faces render."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Kind(StrEnum):
    RECIPE = "recipe"
    PRODUCT = "product"
    POSTING = "posting"


# The types of schema.org, in lower case, by which markup tells that a page has a record of the kind.
MARKUP_TYPES: Mapping[Kind, tuple[str, ...]] = {
    Kind.RECIPE: ("recipe",),
    Kind.PRODUCT: ("product", "productgroup"),
    Kind.POSTING: ("jobposting",),
}
RecordData = Mapping[str, Any]  # of any kind: JSON-ready values by the names of the fields
AUTO: Final = "auto"  # requests the kind with the highest confidence on a page


@dataclass(frozen=True, slots=True)
class FieldSource:
    """The source of a field's value: the rung of the ladder, the path or selector on it, and the confidence."""

    rung: str
    path: str
    confidence: float
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of one kind. `data` holds JSON-ready values only; a field that was not found is null."""

    kind: Kind
    data: RecordData
    content_hash: str  # over the values, not the markup
    extractor: str
    extractor_version: str
    strategy: str  # the rung that gave most of it, e.g. "schema_org_json_ld"
    confidence: float
    used_llm: bool = False
    warnings: tuple[str, ...] = ()
    sources: Mapping[str, FieldSource] = field(default_factory=dict)


def pick_most_confident(records: Iterable[Record]) -> Record | None:
    """Return the record with the highest confidence; among equals, the kind that is named first."""
    order = tuple(Kind)
    return max(records, key=lambda record: (record.confidence, -order.index(record.kind)), default=None)
