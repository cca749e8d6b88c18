"""The declaration of a kind of record: everything that the rest of Garner needs to know of the kind as data.

A package per kind declares one, and `garner.kinds.registry` holds them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn


@dataclass(frozen=True, slots=True)
class RecordField:
    name: str
    type: str  # of its value if there is one; a missing value is null, or an empty list
    meaning: str

    @property
    def is_list(self) -> bool:
        return self.type.startswith("list of ")


@dataclass(frozen=True, slots=True)
class ListedPart:
    """The parts of a list that a record holds, such as the ingredients of a recipe."""

    title: str
    fields: tuple[RecordField, ...]
    promised: tuple[str, ...] = ()  # fields that answers to parse requests always have

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(part_field.name for part_field in self.fields)


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The table of the current records, with the columns that it has beside those of every kind."""

    name: str
    columns: tuple[StoredColumn, ...]
    task_columns: tuple[str, ...] = ()  # copied from the page's crawl task


@dataclass(frozen=True, slots=True)
class KindDeclaration:
    kind: Kind
    noun: str  # in texts: "job posting"
    fields: tuple[RecordField, ...]  # in the order in which every face writes them
    table: RecordTable
    ttl_setting: str  # the environment variable that says how long a stored record answers requests
    naming: str  # the field that says which thing this is
    required: tuple[str, ...]  # fields without which there is no record
    essential: tuple[str, ...]  # fields without which a record is of little use
    promised: tuple[str, ...]  # fields that answers to parse requests always have, for records of any extractor
    weights: Mapping[str, float]  # the fields that matter for the confidence, with their weights
    together: Mapping[str, tuple[str, ...]]  # a leading field, and the fields that must come from the same rung
    csv_fields: tuple[str, ...]  # the columns of a CSV file of these records
    llm_warning: str  # of a record with values from a language model
    parts: Mapping[str, ListedPart] = field(default_factory=dict)  # by the name of the list
    is_read_off_pictures: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(record_field.name for record_field in self.fields)

    @property
    def blank(self) -> dict[str, Any]:
        """Return every field with its value when nothing was found."""
        return {record_field.name: [] if record_field.is_list else None for record_field in self.fields}
