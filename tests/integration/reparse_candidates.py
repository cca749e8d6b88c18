"""Candidate extractors that read stored pages again. A separate process imports them, so this module imports little."""

from collections.abc import Iterable
from dataclasses import replace

from garner.core.record import Kind, Record
from garner.extraction import Extraction, extract


def with_longer_titles(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """Change a title, add an author, and lose the yields."""
    found = extract(body, url=url, charset=charset, kinds=kinds)
    records = {kind: _longer(record) for kind, record in found.records.items()}
    return Extraction(records, ())


def _longer(record: Record) -> Record:
    name = "title" if record.kind is Kind.RECIPE else "name"
    data = {**record.data, name: f"{record.data[name]}!", "author": "Somebody", "yields": None}
    return replace(record, data=data, content_hash="c" * 64, extractor_version="candidate")


def finding_nothing(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    return Extraction({}, ())


def finding_more(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    record = Record(Kind.RECIPE, {"title": "Found"}, "f" * 64, "garner", "candidate", "new", 0.5)
    return Extraction({Kind.RECIPE: record}, ())


def finding_unstorable_records(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    """Return a text with a NUL for the soup, and a product without a name for the pan."""
    found = with_longer_titles(body, url=url, charset=charset, kinds=kinds).records
    if url.endswith("/soup"):
        found = {kind: replace(record, data={**record.data, "author": "\0"}) for kind, record in found.items()}
    if url.endswith("/pan"):
        found = {kind: replace(record, data={"price": 1}) for kind, record in found.items()}
    return Extraction(found, ())


def breaking(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    raise KeyError("title")


def answering_nonsense(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> object:
    return {"title": "Soup"}


def without_a_model(body: bytes, *, url: str, charset: str | None, kinds: Iterable[Kind]) -> Extraction:
    found = extract(body, url=url, charset=charset, kinds=kinds)
    return replace(found, records={kind: replace(record, extractor="new") for kind, record in found.records.items()})
