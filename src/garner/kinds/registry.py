"""The kinds of records, by name: everything that depends on the kind derives from these declarations."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from garner.core.record import AUTO, Kind
from garner.kinds.declaration import KindDeclaration
from garner.kinds.posting.declaration import POSTING
from garner.kinds.product.declaration import PRODUCT
from garner.kinds.recipe.declaration import RECIPE

_DECLARATIONS: tuple[KindDeclaration[Any], ...] = (RECIPE, PRODUCT, POSTING)
KINDS: Mapping[Kind, KindDeclaration[Any]] = {declared.kind: declared for declared in _DECLARATIONS}
DEFAULT_KIND: Final = Kind.RECIPE  # of a parse request that names none
KIND_NAMES: tuple[str, ...] = tuple(kind.value for kind in KINDS)
_NOUNS = [f"{declared.noun}s" for declared in KINDS.values()]
RECORDS_OF_ALL_KINDS = f"{', '.join(_NOUNS[:-1])} and {_NOUNS[-1]}"
# The events that report changed records: one for every kind, and those of kinds that have their own.
CHANGE_EVENTS: tuple[str, ...] = (
    "record.changed",
    *(declared.change_event for declared in _DECLARATIONS if declared.change_event),
)

# A type checker cannot evaluate these types; Pydantic and Typer read them when they are loaded.
if TYPE_CHECKING:
    KindOrAuto = str
    AutoOrKind = str
else:
    KindOrAuto = Literal[(*KIND_NAMES, AUTO)]
    AutoOrKind = Literal[(AUTO, *KIND_NAMES)]
