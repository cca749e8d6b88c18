"""Read a kind of record from a page by a ladder: one rung per reading method, cheapest and most reliable first.

A rung is a function from the page to the fields it found there. Climbing takes each field from the first rung that has
it and records which rung that was. It stops as soon as the fields that matter are there, so that expensive rungs run
only for pages that need them. A rung of last resort runs only while an essential field is missing. Two rules keep the
result one thing and not a blend: fields that only make sense together (an amount and its currency) come from one rung,
and a rung that names a different thing than the rungs below it is ignored.

The confidence of a field is that of its rung. The confidence of a record is the weighted share of the fields that
matter, each counted at its own confidence: 0.95 is a complete record from JSON-LD, and half the fields halve it.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic

import orjson

from garner.core.record import FieldSource, Kind, Record
from garner.extraction.page.document import Document
from garner.extraction.page.markup.schema_org import Graph
from garner.extraction.sanitize import sanitize_text, sanitize_value
from garner.extraction.values.fields import clean_text
from garner.kinds.declaration import Data, KindDeclaration

EXTRACTOR = "garner"
VERSION = "4"
MARKUP = frozenset({"description_html"})  # the fields that hold HTML; the code that creates them sanitizes it
_NOTHING: tuple[Any, ...] = (None, "", [], {})
_SNIPPET = 80
_FEW = 5
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Candidate:
    """The fields that one rung read from a page. Only fields that were found are stored."""

    values: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    written: dict[str, Any] = field(default_factory=dict)  # the source text, if it differs from the value
    origins: "dict[str, Rung]" = field(default_factory=dict)  # the rung to credit, if it is not the one that reads

    def put(self, name: str, value: Any, path: str, written: Any = None, origin: "Rung | None" = None) -> None:
        if value not in _NOTHING:
            self.values[name] = value
            self.paths[name] = path
            self.written[name] = written
            if origin is not None:
                self.origins[name] = origin

    def put_read(self, name: str, read: Callable[[Any], Any], written: Any, path: str) -> None:
        """Store the value parsed from the source text, or warn that the source text is implausible."""
        value = read(written)
        if value is None and written is not None:
            self.drop(name, written)
        self.put(name, value, path, written)

    def drop(self, name: str, value: Any) -> None:
        """Warn that an implausible value was found and ignored."""
        self.warnings.append(f"{name}: {str(value)[:60]!r} is implausible and was ignored")


class Way(StrEnum):
    STRUCTURED = "structured"  # the page labels its data explicitly
    SITE = "site"  # a parser exists for the pages of this site
    HEURISTIC = "heuristic"  # from the text that a reader sees


@dataclass(frozen=True, slots=True)
class Rung:
    name: str
    confidence: float
    read: Callable[[Document], Candidate | None]
    way: Way = Way.HEURISTIC
    is_last_resort: bool = False


@dataclass(frozen=True, slots=True)
class Ladder(Generic[Data]):
    kind: Kind
    blank: Mapping[str, Any]  # every field of the kind with its value when nothing was found
    naming: str  # the field that says which thing this is
    required: tuple[str, ...]  # fields without which there is no record
    essential: tuple[str, ...]  # fields without which a record is of little use
    weights: Mapping[str, float]  # the fields that matter, with their weights
    together: Mapping[str, tuple[str, ...]]  # a leading field, and the fields that must come from the same rung
    meaning: Callable[[Data], Any]  # the part of the data that counts as content: its change is a change
    rungs: tuple[Rung, ...]
    # Related content of the page that no field holds: a change of it is a change of the page.
    beside: Callable[[Data, Document], Sequence[str]] | None = None

    @classmethod
    def of_kind(
        cls,
        declared: KindDeclaration[Data],
        *,
        meaning: Callable[[Data], Any],
        rungs: tuple[Rung, ...],
        beside: Callable[[Data, Document], Sequence[str]] | None = None,
    ) -> "Ladder[Data]":
        return cls(
            declared.kind,
            declared.blank,
            declared.naming,
            declared.required,
            declared.essential,
            declared.weights,
            declared.together,
            meaning,
            rungs,
            beside,
        )

    def without(self, *ways: Way) -> "Ladder[Data]":
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.way not in ways))


@dataclass(frozen=True, slots=True)
class MissedKind:
    """The report on a kind of record that a page does not hold."""

    lacking: tuple[str, ...]  # required fields that were not found
    found: tuple[str, ...]
    asked: tuple[str, ...]  # the names of the rungs that were run


def schema_org_rungs(read: Callable[[Graph, Document], Candidate | None]) -> tuple[Rung, ...]:
    """Return the rungs for a kind that schema.org describes: the same reader over each syntax."""
    return (
        Rung("schema_org_json_ld", 0.95, lambda document: read(document.json_ld, document), Way.STRUCTURED),
        Rung("schema_org_microdata", 0.85, lambda document: read(document.microdata, document), Way.STRUCTURED),
        Rung("schema_org_rdfa", 0.85, lambda document: read(document.rdfa, document), Way.STRUCTURED),
    )


def climb(ladder: Ladder[Any], document: Document) -> tuple[Record | None, list[str]]:
    """Return the record of this kind on the page, if there is one, and the warnings about how it was read."""
    taken, sources, warnings = _collect_fields(ladder, document)
    if not all(name in taken for name in ladder.required):
        return None, warnings
    return _record(ladder, taken, sources, warnings), warnings


def explain_miss(ladder: Ladder[Any], document: Document) -> MissedKind:
    """Return the reason why there is no record of this kind. The rungs have already run and do not run again."""
    taken, _, _ = _collect_fields(ladder, document)
    return MissedKind(
        lacking=tuple(name for name in ladder.required if name not in taken),
        found=tuple(taken),
        asked=tuple(rung.name for rung in ladder.rungs if rung in document.readings),
    )


def _collect_fields(
    ladder: Ladder[Any], document: Document
) -> tuple[dict[str, Any], dict[str, FieldSource], list[str]]:
    """Return the fields that were found, their sources, and the warnings about them."""
    taken: dict[str, Any] = {}
    sources: dict[str, FieldSource] = {}
    warnings: list[str] = []
    for rung in ladder.rungs:
        if rung.is_last_resort and all(name in taken for name in ladder.essential):
            continue
        candidate = _read_once(rung, document)
        if not _names_the_same(taken.get(ladder.naming), candidate.values.get(ladder.naming)):
            continue
        warnings += candidate.warnings
        for name in _fields_to_take(ladder, taken, candidate):
            taken[name] = candidate.values[name]
            sources[name] = _source(rung, candidate, name)
        if all(name in taken for name in ladder.weights):
            break
    return taken, sources, warnings


def _read_once(rung: Rung, document: Document) -> Candidate:
    """Return the fields that the rung finds, cached on the document: the rung is needed when the page is compared with
    its earlier version, and again if the two differ."""
    reading: Candidate | None = document.readings.get(rung)
    if reading is None:
        reading = document.readings[rung] = _read(rung, document)
    return reading


def _read(rung: Rung, document: Document) -> Candidate:
    try:
        return _sanitize_candidate(rung.read(document) or Candidate())
    except MemoryError:
        raise
    except Exception as error:  # pages hold anything; a rung that fails must not stop the other rungs
        return _sanitize_candidate(
            Candidate(warnings=[f"{rung.name} failed: {type(error).__name__}: {str(error)[:100]}"])
        )


def _sanitize_candidate(candidate: Candidate) -> Candidate:
    values = {name: sanitize_value(value, is_markup=name in MARKUP) for name, value in candidate.values.items()}
    return Candidate(
        {name: value for name, value in values.items() if value not in _NOTHING},
        {name: sanitize_text(path) for name, path in candidate.paths.items()},
        [sanitize_text(warning) for warning in candidate.warnings],
        candidate.written,
        candidate.origins,
    )


def _names_the_same(known: str | None, offered: str | None) -> bool:
    if not known or not offered:
        return True
    known_words, offered_words = (set(_WORD.findall(name.casefold())) for name in (known, offered))
    return 2 * len(known_words & offered_words) >= min(len(known_words), len(offered_words))


def _fields_to_take(ladder: Ladder[Any], taken: Mapping[str, Any], candidate: Candidate) -> list[str]:
    held_back = {follower for leader, followers in ladder.together.items() if leader in taken for follower in followers}
    return [name for name in candidate.values if name not in taken and name not in held_back]


def _source(rung: Rung, candidate: Candidate, name: str) -> FieldSource:
    snippet = _snippet(candidate.written.get(name)) or _snippet(candidate.values[name])
    origin = candidate.origins.get(name, rung)
    return FieldSource(origin.name, candidate.paths[name], origin.confidence, snippet)


def _snippet(written: Any, depth: int = 0) -> str:
    """Return the beginning of the source text; for a collection, of its first item."""
    if isinstance(written, dict):
        written = [value for name, value in written.items() if name != "@type"]
    if isinstance(written, list):
        inner = (_snippet(value, depth + 1) for value in written[:_FEW])
        return next(filter(None, inner), "") if depth < _FEW else ""
    text = "" if written is None else str(written)
    return sanitize_text(clean_text(text[: 10 * _SNIPPET], _SNIPPET))


def _record(
    ladder: Ladder[Any], taken: Mapping[str, Any], sources: Mapping[str, FieldSource], warnings: list[str]
) -> Record:
    data = {name: taken.get(name, copy(empty)) for name, empty in ladder.blank.items()}
    rungs = [source.rung for source in sources.values()]
    earned = sum(w * sources[name].confidence for name, w in ladder.weights.items() if name in sources)
    return Record(
        kind=ladder.kind,
        data=data,
        content_hash=content_hash(ladder.meaning(data)),
        extractor=EXTRACTOR,
        extractor_version=VERSION,
        strategy=max(dict.fromkeys(rungs), key=rungs.count),
        confidence=round(earned / sum(ladder.weights.values()), 3),
        warnings=tuple(warnings),
        sources=sources,
    )


def content_hash(meaning: Any) -> str:
    """Return the SHA-256 of the canonical JSON: equal for equal meaning, regardless of the order in which fields were
    found."""
    return hashlib.sha256(orjson.dumps(meaning, option=orjson.OPT_SORT_KEYS)).hexdigest()
