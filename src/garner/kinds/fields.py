"""Writes the fields of a record in the order in which its kind declares them."""

from collections.abc import Mapping
from typing import Any

from garner.core.record import Kind, RecordData
from garner.kinds.model_fields import names_of
from garner.kinds.registry import KINDS

_NAMES = {kind: declaration.names for kind, declaration in KINDS.items()}
_PART_NAMES = {
    kind: {list_name: names_of(part) for list_name, part in declaration.parts.items()}
    for kind, declaration in KINDS.items()
}


def in_order(kind: Kind, record: RecordData) -> dict[str, Any]:
    """Return the record with its fields in their order, rather than in the database's; unknown fields come last."""
    ordered = _sort_fields(record, _NAMES[kind])
    for list_name, names in _PART_NAMES[kind].items():
        if parts := ordered.get(list_name):
            ordered[list_name] = [_sort_fields(part, names) if isinstance(part, Mapping) else part for part in parts]
    return ordered


def _sort_fields(values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values} | dict(values)
