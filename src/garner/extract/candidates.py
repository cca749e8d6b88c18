"""Extractors that are tried before they are trusted: named "module:function", called as `garner.extract.extract` is.

Naming a function runs its module, so only who may run code on this machine may name any. Whoever else operates Garner
may choose among those that packages installed here declare as entry points of the group `garner.extractors`.
"""

import importlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol

from garner.core.record import Kind
from garner.errors import ExtractError, InputError
from garner.extract import Extraction

GROUP = "garner.extractors"


class Extractor(Protocol):
    def __call__(self, body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction: ...


def find_extractor(named: str) -> Extractor:
    """The function of this name; an `InputError` says why there is none."""
    module_name, colon, name = named.partition(":")
    if not (module_name and colon and name):
        raise InputError(f"{named!r} names no extractor: write it as module:function.")
    try:
        found = getattr(importlib.import_module(module_name), name, None)
    except Exception as error:  # a module runs whatever its author wrote
        raise InputError(f"The module {module_name} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise InputError(f"The module {module_name} has no function {name}.")
    extractor: Extractor = found
    return extractor


def require_declared(named: str) -> None:
    """Raises an `InputError` unless a package that is installed here declares this extractor."""
    declared = sorted(point.value for point in entry_points(group=GROUP))
    if named not in declared:
        offered = f"one of {', '.join(declared)}" if declared else "and none is"
        raise InputError(f"{named!r} is not declared by an installed package (entry points {GROUP!r}), {offered}.")


_found = cache(find_extractor)


def extract_by(named: str, body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """What the candidate finds. Whatever it does wrong is told of the page that it did it to."""
    extractor = _found(named)
    try:
        extraction = extractor(body, url=url, charset=charset, kinds=kinds)
    except MemoryError:
        raise
    except Exception as error:
        raise ExtractError(f"{named} failed: {type(error).__name__}: {str(error)[:200]}") from error
    if not isinstance(extraction, Extraction):
        raise ExtractError(f"{named} gave a {type(extraction).__name__} and not an Extraction.")
    return extraction
