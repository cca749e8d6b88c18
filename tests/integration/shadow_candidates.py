"""Candidate extractors, good and bad. A separate process imports them, so this module imports little."""

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from garner.core.record import Kind, Record
from garner.extraction import Extraction, extract


def start_cold(memory_mb: int) -> None:
    """Start a process of a pool without warming it up: candidates that end their process make it start often."""


def louder(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """Change a name, add a colour, and lose the currency."""
    found = extract(body, url=url, charset=charset, kinds=kinds)
    return Extraction({kind: _louder(record) for kind, record in found.records.items()}, ())


def _louder(record: Record) -> Record:
    data = {**record.data, "name": f"{record.data['name']}!", "colour": "red", "currency": None}
    return replace(record, data=data, extractor_version="loud-1")


def finding_nothing(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    return Extraction({}, ())


def finding_more(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    record = Record(Kind.PRODUCT, {"name": "Found"}, "f" * 64, "mine", "3", "new", 0.5)
    return Extraction({Kind.PRODUCT: record}, ())


def breaking(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    raise ValueError("no offers\0 and half a \ud800")


def hanging(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    time.sleep(60)
    return Extraction({}, ())


def dying(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    os._exit(3)


def leaving(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    raise SystemExit


def _answering(data: dict[Any, Any]) -> Extraction:
    return Extraction({Kind.PRODUCT: Record(Kind.PRODUCT, data, "f" * 64, "mine", "3", "new", 0.5)}, ())


def answering_a_null_character(body: bytes, **_: Any) -> Extraction:
    return _answering({"name": "a\0b"})


def answering_half_a_character(body: bytes, **_: Any) -> Extraction:
    return _answering({"name": "\ud800"})


def answering_by_number(body: bytes, **_: Any) -> Extraction:
    return _answering({1: "name"})


def answering_far_too_much(body: bytes, **_: Any) -> Extraction:
    from garner.runtime.stages.extract.shadow import MAX_RECORD_BYTES  # already imported by the comparing process

    return _answering({"name": "x" * (MAX_RECORD_BYTES + 1)})


def answering_no_record(body: bytes, **_: Any) -> Extraction:
    return Extraction({Kind.PRODUCT: {"name": "Pan"}}, ())  # type: ignore[dict-item]  # on purpose
