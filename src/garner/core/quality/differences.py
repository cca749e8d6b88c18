"""Differences between the records of two extractions: per domain and field, the counts of added, changed and lost
values.

A whole record that appears or disappears counts once, and not again for each of its fields. Each count has a few
examples. A comparison stays small however many pages it covers: beyond a number of domains the rest is summed under one
name, and displayed values are truncated.
"""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import orjson

from garner.core.record import Kind, RecordData

WHOLE = "(whole record)"
OTHER_DOMAINS = "(other domains)"
MAX_DOMAINS = 500
MAX_EXAMPLES = 3
MAX_VALUE_LENGTH = 120


class Change(StrEnum):
    ADDED = "added"
    CHANGED = "changed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Example:
    url: str
    before: str | None
    after: str | None


@dataclass(slots=True)
class FieldDifferences:
    """Counts of the differences in one field of one domain's records, per type of change, with examples."""

    added: int = 0
    changed: int = 0
    lost: int = 0
    examples: list[Example] = field(default_factory=list)

    def count(self, change: Change, example: Example) -> None:
        setattr(self, change, getattr(self, change) + 1)
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(example)

    @property
    def total(self) -> int:
        return self.added + self.changed + self.lost


@dataclass(slots=True)
class Differences:
    """The differences found so far."""

    same: int = 0  # unchanged records
    fields: dict[tuple[str, Kind, str], FieldDifferences] = field(default_factory=dict)
    _domains: set[str] = field(default_factory=set)

    def compare(self, domain: str, kind: Kind, url: str, before: RecordData | None, after: RecordData | None) -> bool:
        """Count one record and return whether it differs."""
        field_changes = changes(before, after)
        if not field_changes:
            self.same += before is not None
            return False
        for name, change in field_changes.items():
            shown = Example(url, _format_value(before, name), _format_value(after, name))
            self._of(domain, kind, name).count(change, shown)
        return True

    def _of(self, domain: str, kind: Kind, name: str) -> FieldDifferences:
        if domain not in self._domains:
            if len(self._domains) >= MAX_DOMAINS:
                domain = OTHER_DOMAINS
            else:
                self._domains.add(domain)
        return self.fields.setdefault((domain, kind, name), FieldDifferences())

    def to_json(self, limit: int | None = None) -> list[dict[str, Any]]:
        """Return domains by name, each with the field that differs most first. `limit` keeps the entries that differ
        most."""
        wanted = sorted(self.fields.items(), key=lambda pair: -pair[1].total)[:limit]
        ordered = sorted(wanted, key=lambda pair: (pair[0][0], pair[0][1], -pair[1].total, pair[0][2]))
        return [
            {"domain": domain, "kind": str(kind), "field": name, **asdict(differences)}
            for (domain, kind, name), differences in ordered
        ]


def changes(before: RecordData | None, after: RecordData | None) -> dict[str, Change]:
    """Return the type of change of each field that differs. A missing value equals an empty one."""
    if before is None or after is None:
        if before is after:
            return {}
        return {WHOLE: Change.ADDED if before is None else Change.LOST}
    pairs = {
        name: (_empty_to_none(before.get(name)), _empty_to_none(after.get(name)))
        for name in dict.fromkeys((*before, *after))
    }
    return {name: _change(*values) for name, values in pairs.items() if values[0] != values[1]}


def _change(before: Any, after: Any) -> Change:
    return Change.ADDED if before is None else Change.LOST if after is None else Change.CHANGED


def _empty_to_none(value: Any) -> Any:
    return None if value in ("", [], {}) else value


def _format_value(record: RecordData | None, name: str) -> str | None:
    value = record and (_name_of(record) if name == WHOLE else _empty_to_none(record.get(name)))
    if value is None:
        return None
    text = value if isinstance(value, str) else orjson.dumps(value, default=str).decode()
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def _name_of(record: RecordData) -> Any:
    return record.get("title") or record.get("name") or "?"
