"""Candidate extractors, tested before they are trusted: named "module:function" and called like
`garner.extraction.extract`.

Naming a function runs its module, so only users who may run code on this machine may name any function. Other operators
of Garner may choose among the entry points of the group `garner.extractors` that packages installed here declare.

A candidate cannot call a language model. A model's earlier answer about a page is valid for every reader of the page,
so it is added below the candidate's fields, as the last rung of a ladder.
"""

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from garner.core.record import Kind, Record
from garner.errors import ExtractError, InputError
from garner.extraction.ladder import Candidate, Rung, climb
from garner.extraction.ladders import LADDERS
from garner.extraction.llm.cache import Answers
from garner.extraction.llm.grounding import llm_rung
from garner.extraction.page.document import Document
from garner.extraction.pipeline import Extraction
from garner.extraction.questions import RUNG
from garner.kinds.registry import KINDS

GROUP = "garner.extractors"


class Extractor(Protocol):
    def __call__(self, body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction: ...


def find_extractor(named: str) -> Extractor:
    """Return the function of this name, or raise an `InputError` that gives the reason."""
    module_name, colon, name = named.partition(":")
    if not (module_name and colon and name):
        raise InputError(f"{named!r} is not the name of an extractor. Write it as module:function.")
    try:
        attribute = getattr(importlib.import_module(module_name), name, None)
    except Exception as error:  # importing a module runs arbitrary code of its author
        raise InputError(f"The module {module_name} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(attribute):
        raise InputError(f"The module {module_name} has no function {name}.")
    extractor: Extractor = attribute
    return extractor


def require_declared(named: str) -> None:
    """Raise an `InputError` unless a package that is installed here declares this extractor."""
    declared = sorted(point.value for point in entry_points(group=GROUP))
    if named not in declared:
        offered = f"Choose one of {', '.join(declared)}." if declared else "No package declares any."
        raise InputError(f"{named!r} is not declared by an installed package (entry points {GROUP!r}). {offered}")


_load_extractor = cache(find_extractor)


def extract_by(
    named: str, body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind], answers: Answers | None = None
) -> Extraction:
    """Return the fields that the candidate finds, completed with the language model's answers. An error of the
    candidate is reported as an error of the page on which it occurred."""
    extractor = _load_extractor(named)
    try:
        extraction = extractor(body, url=url, charset=charset, kinds=kinds)
        if answers and isinstance(extraction, Extraction):
            extraction = _complete(extraction, Document(body, url=url, charset=charset), answers)
    except MemoryError:
        raise
    except Exception as error:
        raise ExtractError(f"{named} failed: {type(error).__name__}: {str(error)[:200]}") from error
    if not isinstance(extraction, Extraction):
        raise ExtractError(f"{named} returned a {type(extraction).__name__} instead of an Extraction.")
    return extraction


def _complete(extraction: Extraction, page: Document, answers: Answers) -> Extraction:
    records = {kind: _with_answer(kind, extraction.records.get(kind), page, answer) for kind, answer in answers.items()}
    added = {kind: record for kind, record in records.items() if record is not None}
    return replace(extraction, records={**extraction.records, **added})


def _with_answer(kind: Kind, record: Record | None, page: Document, answer: Mapping[str, Any]) -> Record | None:
    own = Candidate()
    for name, value in (record.data if record else {}).items():
        own.put(name, value, "")
    rungs = (Rung("candidate", record.confidence if record else 0.0, lambda _: own), llm_rung(kind, answer))
    whole, _ = climb(replace(LADDERS[kind], rungs=rungs), page)
    added = {name: source for name, source in whole.sources.items() if source.rung == RUNG} if whole else {}
    if whole is None or not added:
        return record
    record = record or whole
    return replace(
        record,
        data={**record.data, **{name: whole.data[name] for name in added}},
        content_hash=whole.content_hash,
        used_llm=True,
        warnings=(KINDS[kind].llm_warning, *record.warnings),
        sources={**record.sources, **added},
    )
