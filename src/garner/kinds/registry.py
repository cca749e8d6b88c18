"""The kinds of records, by name: everything that depends on the kind derives from these declarations."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from garner.core.record import AUTO, Kind
from garner.kinds.declaration import KindDeclaration


def _load_declaration(kind: Kind) -> KindDeclaration[Any]:
    """Return the constant that has the kind's name, from the kind's package."""
    declared = getattr(import_module(f"{__package__}.{kind}.declaration"), kind.name)
    assert isinstance(declared, KindDeclaration) and declared.kind is kind
    return declared


KINDS: Mapping[Kind, KindDeclaration[Any]] = {kind: _load_declaration(kind) for kind in Kind}
DEFAULT_KIND: Final = Kind.RECIPE  # of a parse request that names none
KIND_NAMES: tuple[str, ...] = tuple(kind.value for kind in KINDS)
_NOUNS = [f"{declared.noun}s" for declared in KINDS.values()]
RECORDS_OF_ALL_KINDS = f"{', '.join(_NOUNS[:-1])} and {_NOUNS[-1]}"
# The events that report changed records: one for every kind, and those of kinds that have their own.
CHANGE_EVENTS: tuple[str, ...] = (
    "record.changed",
    *(declared.change_event for declared in KINDS.values() if declared.change_event),
)

# A type checker cannot evaluate these types; Pydantic and Typer read them when they are loaded.
if TYPE_CHECKING:
    KindOrAuto = str
    AutoOrKind = str
else:
    KindOrAuto = Literal[(*KIND_NAMES, AUTO)]
    AutoOrKind = Literal[(AUTO, *KIND_NAMES)]
