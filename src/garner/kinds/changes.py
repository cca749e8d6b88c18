"""Compare two versions of a record, field by field, for display.

Lists are compared part by part: an added, removed, moved or changed line is reported as such, and the lines around it
are not reported. The size of the report is bounded, however long the values are.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from garner.core.quality.differences import Change, changes
from garner.core.record import Kind, RecordData
from garner.kinds.fields import in_order

MAX_TEXT_LENGTH = 2_000  # of a value, or of a part of it
MAX_PARTS = 100  # reported of one field
MAX_ALIGNED = 500  # parts of a list; beyond, only additions and removals are reported
MAX_PAIRS = 1_000  # of equal parts; beyond, they are paired in order, the first with the first


class PartChange(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Part:
    """A changed part of a list, with its position from 1 in the new list, or in the old one if it was removed."""

    change: PartChange
    place: int
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A changed field. A list has `parts`, and neither `before` nor `after`."""

    field: str
    change: Change
    before: Any = None
    after: Any = None
    parts: tuple[Part, ...] | None = None
    parts_left_off: int = 0


def changes_between(kind: Kind, before: RecordData, after: RecordData) -> list[FieldChange]:
    """Return the changed fields, in the order of the kind's fields."""
    field_changes = changes(before, after)
    return [
        _describe_change(name, field_changes[name], before.get(name), after.get(name))
        for name in in_order(kind, field_changes)
    ]


def _describe_change(name: str, change: Change, before: Any, after: Any) -> FieldChange:
    if not (_is_list(before) and _is_list(after)) or before == after:
        return FieldChange(name, change, truncate(before), truncate(after))
    before, after = before or [], after or []
    steps = _steps(before, after)
    parts = tuple(_part(step, before, after) for step in steps[:MAX_PARTS])
    return FieldChange(name, change, parts=parts, parts_left_off=len(steps) - len(parts))


def _is_list(value: Any) -> bool:
    return value is None or isinstance(value, list)


Step = tuple[int | None, int | None]  # old and new position; None if there is no such part


def _steps(before: Sequence[Any], after: Sequence[Any]) -> Sequence[Step]:
    old, new = [_key(part) for part in before], [_key(part) for part in after]
    steps = _align(old, new) if len(old) + len(new) <= MAX_ALIGNED else _compare_counts(old, new)
    return _with_moves(list(steps), old, new)


def _align(old: Sequence[str], new: Sequence[str]) -> Iterator[Step]:
    for tag, from_old, to_old, from_new, to_new in _matcher(old, new).get_opcodes():
        if tag != "equal":
            for source, target in zip_longest(range(from_old, to_old), range(from_new, to_new)):
                # Equal parts with different numbers may be paired: they do not differ.
                if source is None or target is None or old[source] != new[target]:
                    yield source, target


def _matcher(old: Sequence[str], new: Sequence[str]) -> SequenceMatcher[Any]:
    """Return a matcher. It examines each pair of equal parts repeatedly, so a few words repeated often would take it
    long."""
    of_old, of_new = Counter(old), Counter(new)
    if sum(count * of_new[key] for key, count in of_old.items()) <= MAX_PAIRS:
        return SequenceMatcher(None, old, new, autojunk=False)
    return SequenceMatcher(None, _number(old), _number(new), autojunk=False)


def _number(keys: Sequence[str]) -> list[tuple[str, int]]:
    seen: Counter[str] = Counter()
    numbered = []
    for key in keys:
        seen[key] += 1
        numbered.append((key, seen[key]))
    return numbered


def _compare_counts(old: Sequence[str], new: Sequence[str]) -> Iterator[Step]:
    yield from ((place, None) for place in _surplus(old, new))
    yield from ((None, place) for place in _surplus(new, old))


def _surplus(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[int]:
    left = Counter(theirs)
    for place, key in enumerate(mine):
        left[key] -= 1
        if left[key] < 0:
            yield place


def _with_moves(steps: Sequence[Step], old: Sequence[str], new: Sequence[str]) -> Sequence[Step]:
    """Merge a removal and an addition of the same part into a move."""
    taken_out: dict[str, list[int]] = {}
    for source, target in steps:
        if source is not None and target is None:
            taken_out.setdefault(old[source], []).append(source)
    moved = set()
    merged_steps: list[Step] = []
    for source, target in steps:
        if source is None and target is not None and taken_out.get(new[target]):
            source = taken_out[new[target]].pop(0)
            moved.add(source)
        merged_steps.append((source, target))
    return [step for step in merged_steps if step[1] is not None or step[0] not in moved]


def _part(step: Step, before: Sequence[Any], after: Sequence[Any]) -> Part:
    source, target = step
    if source is None:
        assert target is not None
        return Part(PartChange.ADDED, target + 1, None, truncate(after[target]))
    if target is None:
        return Part(PartChange.REMOVED, source + 1, truncate(before[source]), None)
    change = PartChange.MOVED if before[source] == after[target] else PartChange.CHANGED
    return Part(change, target + 1, truncate(before[source]), truncate(after[target]))


def _key(part: Any) -> str:
    return json.dumps(part, sort_keys=True)


def truncate(value: Any) -> Any:
    """Return the value, or its beginning as text if it is too long to report."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= MAX_TEXT_LENGTH else f"{text[: MAX_TEXT_LENGTH - 1]}…"
