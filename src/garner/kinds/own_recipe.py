"""A user's own recipe, and the page that it came from.

Three versions are compared: the base, which is the page's content when the user last reviewed it; the user's version,
which may be edited; and the page's content now. The user sees a field that the page has changed since, and the user's
version does not change until the user accepts it: no change of the page overwrites an edit.

Values are compared in two ways. Whether the page changed is decided by meaning: a better parser that finds another
amount in the same line, or another server that hosts the picture, is no news to a cook. Whether the user edited is
decided to the letter.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, cast
from urllib.parse import urlsplit

import orjson

from garner.core.record import RecordData
from garner.errors import FieldError, InputError
from garner.kinds.model_fields import blank_of
from garner.kinds.recipe.model import Ingredient, InstructionGroup, Recipe


class OwnRecipe(Recipe):
    """A recipe that a user keeps. Users may add fields of their own."""

    notes: Annotated[str | None, "The user's own notes"]
    tags: Annotated[list[str], "The user's own tags"]


class SiteField(StrEnum):
    """The recipe fields that a page can provide, in reading order."""

    TITLE = "title"
    DESCRIPTION = "description"
    AUTHOR = "author"
    IMAGE = "image"
    INGREDIENTS = "ingredients"
    INSTRUCTIONS = "instructions"
    YIELDS = "yields"
    PREP_MINUTES = "prep_minutes"
    COOK_MINUTES = "cook_minutes"
    TOTAL_MINUTES = "total_minutes"
    NUTRITION = "nutrition"
    LANGUAGE = "language"


SITE_FIELDS = tuple(field.value for field in SiteField)
# The grouped steps repeat the instructions, and follow them in every change.
GROUPS = "instruction_groups"
BLANK: RecordData = MappingProxyType(blank_of(OwnRecipe))

MAX_BYTES = 2_000_000
MAX_OTHER_FIELDS = 50
MAX_NAME_LENGTH = 100
NOT_STORABLE = "This name or value cannot be stored."
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # which PostgreSQL cannot store
_UNDIVIDED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
# Chinese and Japanese put no spaces between words: there every character is a word.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")


def from_site(record: Recipe | None) -> OwnRecipe:
    """Return the initial version of a user's recipe from the record of a page."""
    fields: RecordData = record or {}
    return _fill({name: fields[name] for name in (*SITE_FIELDS, GROUPS) if name in fields})


def apply_edits(recipe: OwnRecipe, changes: RecordData) -> OwnRecipe:
    """Return the recipe with these fields changed; null clears one. Unknown fields are kept as well."""
    changes = dict(changes)
    if GROUPS not in changes and "instructions" in changes and changes["instructions"] != recipe.get("instructions"):
        changes[GROUPS] = []
    if changes.get(GROUPS) and "instructions" not in changes:
        changes["instructions"] = [line for group in changes[GROUPS] for line in _lines_of_group(group)]
    made = _fill({**recipe, **changes})
    return cast("OwnRecipe", {name: value for name, value in made.items() if value is not None or name in BLANK})


def _fill(recipe: RecordData) -> OwnRecipe:
    blanks = {name: blank if recipe.get(name) is None else recipe[name] for name, blank in BLANK.items()}
    return cast("OwnRecipe", {**recipe, **blanks})


def _lines_of_group(group: InstructionGroup) -> list[str]:
    return [line for line in (group.get("name"), *group["steps"]) if line]


def check_keepable(recipe: OwnRecipe) -> None:
    """Raise `InputError` for a recipe that cannot be stored."""
    others = [name for name in recipe if name not in BLANK]
    if len(others) > MAX_OTHER_FIELDS:
        raise InputError(f"A recipe may have at most {MAX_OTHER_FIELDS} custom fields.")
    size = 0
    for name, value in recipe.items():
        try:
            written = orjson.dumps({name: value})
        except TypeError:  # numbers beyond 64 bits, halves of surrogate pairs, a hundred nested lists
            written = b""
        if not written or _NUL.search(written) or len(name) > MAX_NAME_LENGTH:
            shown = name[:MAX_NAME_LENGTH].encode(errors="replace").decode()
            raise InputError(f"{shown}: {NOT_STORABLE}", fields=[FieldError(shown, NOT_STORABLE)])
        size += len(written)
    if size > MAX_BYTES:
        raise InputError(f"The recipe has more than {MAX_BYTES:,} bytes.")


# The page's changes -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SiteChange:
    """A field that the page has changed since the user's last review."""

    field: str
    base: Any
    mine: Any
    site: Any
    conflict: bool  # the user edited it as well
    added: tuple[str, ...] = ()  # of a list: the lines that the page added
    removed: tuple[str, ...] = ()


def site_changes(base: Recipe | None, mine: OwnRecipe, site: Recipe | None) -> list[SiteChange]:
    """Return the changes to decide on. A field that already equals the page's needs no decision; without a base, every
    difference from the page is news."""
    if site is None:
        return []
    seen: RecordData = base or {}
    return [_change(name, seen, mine, site) for name in SITE_FIELDS if _is_news(name, seen, mine, site)]


def _is_news(name: str, base: RecordData, mine: RecordData, site: RecordData) -> bool:
    now = meaning(name, site.get(name))
    if name == "title" and now is None:  # every recipe needs a title
        return False
    return now not in (meaning(name, base.get(name)), meaning(name, mine.get(name)))


def _change(name: str, base: RecordData, mine: RecordData, site: RecordData) -> SiteChange:
    before, now = (_lines(name, recipe.get(name)) for recipe in (base, site))
    return SiteChange(
        field=name,
        base=base.get(name),
        mine=mine.get(name),
        site=site.get(name),
        conflict=(mine.get(name) or None) != (base.get(name) or None),
        added=_beyond(now, before),
        removed=_beyond(before, now),
    )


def apply_decisions(
    base: Recipe | None, mine: OwnRecipe, site: Recipe, accept: Iterable[str], seen: Iterable[str]
) -> tuple[OwnRecipe, Recipe]:
    """Return the user's version and the base after the user has accepted some of the page's fields and seen others."""
    before, theirs = dict(base or {}), dict(mine)
    accepted = [name for name in accept if name != "title" or site.get(name)]
    for name in accepted:
        theirs |= _take(name, site)
    for name in {*accepted, *seen}:
        # Keep a value with the same meaning: the user's may be an exact copy of it.
        if name in accepted or meaning(name, site.get(name)) != meaning(name, before.get(name)):
            before |= _take(name, site)
    return _fill(theirs), cast("Recipe", before)


def _take(name: str, site: RecordData) -> dict[str, Any]:
    names = (name, GROUPS) if name == "instructions" else (name,)
    return {each: site.get(each) for each in names}


def meaning(name: str, value: Any) -> Any:
    """Return a field's value without its notation; every empty value is None."""
    if value in (None, "", [], {}):
        return None
    if name == "image":
        return _path(str(value))
    return _lines(name, value) if name == "ingredients" else value


def _path(address: str) -> str:
    """Return the path, since any host may serve the same picture; an invalid address is returned unchanged."""
    try:
        return urlsplit(address).path
    except ValueError:
        return address


def _lines(name: str, value: Any) -> list[str]:
    if name == "ingredients":
        return [line_text(line) for line in value or ()]
    return [str(line) for line in value or ()] if name == "instructions" else []


def line_text(line: Ingredient | RecordData) -> str:
    """Return an ingredient as written, or composed of its parts."""
    parts = (line.get(part) for part in ("qty", "unit", "name"))
    return line.get("raw") or " ".join(str(part) for part in parts if part is not None)


def _beyond(some: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that the others lack, in order; duplicates count separately."""
    left = Counter(others)
    extra_lines = []
    for line in some:
        if left[line] > 0:
            left[line] -= 1
        else:
            extra_lines.append(line)
    return tuple(extra_lines)


# Search -------------------------------------------------------------------------------------------------------


def words_of(recipe: OwnRecipe) -> str:
    """Return the searchable text: every word with a space before it, so that a search can match prefixes."""
    texts = (
        *(recipe.get("title"), recipe.get("notes"), *(recipe.get("tags") or ())),
        *(line_text(line) for line in recipe.get("ingredients") or ()),
    )
    return "".join(f" {word}" for word in dict.fromkeys(fold_words(" ".join(text for text in texts if text))))


def fold_words(text: str) -> list[str]:
    """Return the words of a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_UNDIVIDED))
    return _WORD.findall("".join(character for character in plain if not unicodedata.combining(character)))
