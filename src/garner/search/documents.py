"""Make the search document of a record: its texts by importance, and the labels to filter by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from garner.core.record import Kind, RecordData
from garner.core.search.languages import language_of
from garner.core.search.lexemes import DocumentWords, label
from garner.kinds.declaration import SearchFields
from garner.kinds.registry import KINDS

MAX_TITLE = 512
MAX_DETAILS = 4_000  # characters of all details
MAX_PROSE = 20_000  # characters of all prose
MAX_LABELS = 10  # of one facet
MAX_VALUE = 120
CATEGORY_SEPARATOR = ">"


@dataclass(slots=True)
class DocumentDraft:
    """A document whose words are not stemmed yet."""

    kind: Kind
    title: str
    url: str | None
    language: str
    facets: list[str]
    words: DocumentWords = field(default_factory=DocumentWords)


def draft_document(kind: Kind, data: RecordData, url: str | None) -> DocumentDraft:
    """Divide a record into words and labels."""
    declared = KINDS[kind]
    fields = declared.search
    title = str(data.get(declared.naming) or "")[:MAX_TITLE]
    prose = " ".join(_texts_of(data, fields.prose, MAX_PROSE))
    labels = dict(_labels_of(kind, fields, data, url))
    draft = DocumentDraft(
        kind,
        title,
        url,
        language_of(data.get("language"), f"{title} {prose}"),
        [f"{name}:{value}" for name, values in labels.items() for value in values],
    )
    _add_words(draft.words, title, prose, fields, data)
    draft.words.labels = [
        lexeme for name, values in labels.items() for value in values for lexeme in _label_lexemes(name, value)
    ]
    return draft


def _add_words(words: DocumentWords, title: str, prose: str, fields: SearchFields, data: RecordData) -> None:
    words.add_text(title, "A")
    for text in _texts_of(data, fields.labels, MAX_DETAILS):
        words.add_text(text, "B")
    for name in fields.codes:
        for text in _texts(data.get(name)):
            words.add_code(text[:MAX_VALUE], "B")
    for text in _texts_of(data, fields.details, MAX_DETAILS):
        words.add_text(text, "C")
    words.add_text(prose, "D")


def _labels_of(kind: Kind, fields: SearchFields, data: RecordData, url: str | None) -> Iterator[tuple[str, list[str]]]:
    yield "kind", [kind]
    if domain := domain_of(url):
        yield "domain", [domain]
    for name, field_name in fields.facets.items():
        values = dict.fromkeys(" ".join(text.split())[:MAX_VALUE] for text in _texts(data.get(field_name)))
        yield name, [value for value in values if value][:MAX_LABELS]


def _label_lexemes(name: str, value: str) -> Iterator[str]:
    """Return the lexemes of a label. A category is found by each of those that contain it."""
    if name != "category":
        yield label(name, value)
        return
    parts = [part.strip() for part in value.split(CATEGORY_SEPARATOR)]
    for end in range(1, len(parts) + 1):
        yield label(name, f" {CATEGORY_SEPARATOR} ".join(parts[:end]))


def domain_of(url: str | None) -> str | None:
    """Return the domain as lists of domains name it: without `www.`, with a port that is not the scheme's."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removeprefix("www."), parts.port
    except ValueError:
        return None
    return f"{host}:{port}" if host and port not in (None, 80, 443) else host or None


def searched_texts(kind: Kind, data: RecordData) -> Iterator[str]:
    """Return the texts of a record beside its title, in the order of their importance, for excerpts."""
    fields = KINDS[kind].search
    yield from _texts_of(data, fields.details, MAX_DETAILS)
    yield from _texts_of(data, fields.prose, MAX_PROSE)


def _texts_of(data: RecordData, names: tuple[str, ...], room: int) -> Iterator[str]:
    for name in names:
        for text in _texts(data.get(name)):
            if room <= 0:
                return
            yield text[:room]
            room -= len(text)


def _texts(value: Any) -> Iterator[str]:
    """Return the texts in a field: of a part such as an ingredient, the line as written or its name."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(value.get("raw") or value.get("name"))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
