"""The declaration of a kind of record: everything that the rest of Garner needs to know of the kind as data.

A package per kind declares one, and `garner.kinds.registry` holds them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn
from garner.kinds.model_fields import RecordField, blank_of, fields_of, names_of, parts_of

Data = TypeVar("Data", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The table of the current records, with the columns that it has beside those of every kind."""

    name: str
    columns: tuple[StoredColumn, ...]
    task_columns: tuple[str, ...] = ()  # copied from the page's crawl task
    has_id: bool = True  # otherwise its page identifies a record
    tells_gone: bool = False  # it says of each record whether that still exists


@dataclass(frozen=True, slots=True)
class SearchFields:
    """The fields by which records are found, beside the one that names them: the more important a text, the earlier."""

    labels: tuple[str, ...]
    details: tuple[str, ...]
    prose: tuple[str, ...]
    codes: tuple[str, ...] = ()  # numbers, which are kept whole
    # What users may filter by, by the name that the API gives it.
    facets: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KindDeclaration(Generic[Data]):
    kind: Kind
    noun: str  # in texts: "job posting"
    model: type[Data]  # with the fields in the order in which every face writes them
    table: RecordTable
    ttl_setting: str  # the environment variable that says how long a stored record answers requests
    naming: str  # the field that says which thing this is
    required: tuple[str, ...]  # fields without which there is no record
    essential: tuple[str, ...]  # fields without which a record is of little use
    promised: tuple[str, ...]  # fields that answers to parse requests always have, for records of any extractor
    weights: Mapping[str, float]  # the fields that matter for the confidence, with their weights
    together: Mapping[str, tuple[str, ...]]  # a leading field, and the fields that must come from the same rung
    csv_fields: tuple[str, ...]  # the columns of a CSV file of these records
    search: SearchFields
    llm_warning: str  # of a record with values from a language model
    promised_of_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by the name of the list
    is_read_off_pictures: bool = False
    # Fields whose values before and after are in the event of the kind's own; without any, it has none.
    highlighted: tuple[str, ...] = ()

    @property
    def change_event(self) -> str | None:
        return f"{self.kind}.changed" if self.highlighted else None

    @property
    def fields(self) -> tuple[RecordField, ...]:
        return fields_of(self.model)

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.model)

    @property
    def blank(self) -> dict[str, Any]:
        """Return every field with its value when nothing was found."""
        return blank_of(self.model)

    @property
    def parts(self) -> dict[str, type]:
        """Return the models of the parts of a record, such as the ingredients of a recipe, by the name of the list."""
        return parts_of(self.model)
