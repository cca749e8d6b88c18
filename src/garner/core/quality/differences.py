"""What another way of reading pages would make of the records: per domain and field, what is added, changed, lost.

A whole record that appears or disappears is counted as such, and not again for each of its fields. Beside every count
stand a few examples. However many pages are compared, a comparison stays small: beyond a number of domains the rest is
added up under one name, and what is shown of a value is cut.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import orjson

from garner.core.record import Kind

WHOLE = "(whole record)"
OTHER_DOMAINS = "(other domains)"
MOST_DOMAINS = 500
MOST_EXAMPLES = 3
LONGEST_VALUE = 120


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
    """How often one field of one domain's records differs, each way, and what that looks like."""

    added: int = 0
    changed: int = 0
    lost: int = 0
    examples: list[Example] = field(default_factory=list)

    def count(self, change: Change, example: Example) -> None:
        setattr(self, change, getattr(self, change) + 1)
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(example)

    @property
    def total(self) -> int:
        return self.added + self.changed + self.lost


@dataclass(slots=True)
class Differences:
    """What was found so far."""

    same: int = 0  # records that say what they said
    fields: dict[tuple[str, Kind, str], FieldDifferences] = field(default_factory=dict)
    _domains: set[str] = field(default_factory=set)

    def compare(
        self, domain: str, kind: Kind, url: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> bool:
        """Counts one record, and tells whether it differs."""
        found = changes(before, after)
        if not found:
            self.same += before is not None
            return False
        for name, change in found.items():
            shown = Example(url, _shown(before, name), _shown(after, name))
            self._of(domain, kind, name).count(change, shown)
        return True

    def _of(self, domain: str, kind: Kind, name: str) -> FieldDifferences:
        if domain not in self._domains:
            if len(self._domains) >= MOST_DOMAINS:
                domain = OTHER_DOMAINS
            else:
                self._domains.add(domain)
        return self.fields.setdefault((domain, kind, name), FieldDifferences())

    def to_json(self, most: int | None = None) -> list[dict[str, Any]]:
        """Domains by name, and of each first what differs most; of too many, those that differ most."""
        wanted = sorted(self.fields.items(), key=lambda pair: -pair[1].total)[:most]
        ordered = sorted(wanted, key=lambda pair: (pair[0][0], pair[0][1], -pair[1].total, pair[0][2]))
        return [
            {"domain": domain, "kind": str(kind), "field": name, **asdict(found)}
            for (domain, kind, name), found in ordered
        ]


def changes(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> dict[str, Change]:
    """How each field of a record differs; nothing is no different from an empty list."""
    if before is None or after is None:
        if before is after:
            return {}
        return {WHOLE: Change.ADDED if before is None else Change.LOST}
    told = {name: (_told(before.get(name)), _told(after.get(name))) for name in dict.fromkeys((*before, *after))}
    return {name: _change(*values) for name, values in told.items() if values[0] != values[1]}


def _change(before: Any, after: Any) -> Change:
    return Change.ADDED if before is None else Change.LOST if after is None else Change.CHANGED


def _told(value: Any) -> Any:
    return None if value in ("", [], {}) else value


def _shown(record: Mapping[str, Any] | None, name: str) -> str | None:
    value = record and (_name_of(record) if name == WHOLE else _told(record.get(name)))
    if value is None:
        return None
    text = value if isinstance(value, str) else orjson.dumps(value, default=str).decode()
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _name_of(record: Mapping[str, Any]) -> Any:
    return record.get("title") or record.get("name") or "?"
