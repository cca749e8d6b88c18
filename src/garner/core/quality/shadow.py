"""Comparison of a candidate extractor's record of a page with that of the active extractor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from garner.core.quality.differences import WHOLE, changes
from garner.core.record import Kind, RecordData

SAME = "same"


@dataclass(frozen=True, slots=True)
class ShadowComparison:
    """The comparison of one kind of record on one page, or the candidate's error."""

    kind: Kind
    data: RecordData | None = None  # the candidate's record
    version: str | None = None  # as the candidate reports it
    compared: Mapping[str, str] = field(default_factory=dict)  # by field: same, added, changed or lost
    before: RecordData = field(default_factory=dict)  # the active extractor's values of the fields that differ
    error_code: str | None = None
    error: str | None = None

    @property
    def differs(self) -> bool:
        return any(word != SAME for word in self.compared.values())


def compare(kind: Kind, before: RecordData | None, after: RecordData | None, version: str | None) -> ShadowComparison:
    """Compare two records of a page. A field that neither has is not compared; two missing records are the same."""
    field_changes = changes(before, after)
    if WHOLE in field_changes:
        return ShadowComparison(kind, after, version, {WHOLE: str(field_changes[WHOLE])}, dict(before or {}))
    fields = dict.fromkeys(
        name for record in (before, after) for name, value in (record or {}).items() if _has_value(value)
    )
    compared = {WHOLE: SAME} | {name: str(field_changes.get(name, SAME)) for name in fields}
    return ShadowComparison(kind, after, version, compared, {name: (before or {}).get(name) for name in field_changes})


def _has_value(value: Any) -> bool:
    return value is not None and value not in ("", [], {})
