"""The lexemes of an indexed document. One index of them answers words and filters together.

* `phone`: a word as it is written, folded
* `~phone`: the stem of a word that is not its own stem, so that `phones` is found by `phone` and the other way round
* `=phone`: a word of the title, by its stem; queries of common words look for these first
* `@brand:sony`: a label to filter by, and `@catalogue`, `@user:5` for who may see the document

Words never begin with a sign, so the four never meet.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from garner.core.search.words import fold, spellings_of

STEM, TITLE, LABEL = "~", "=", "@"
CATALOGUE = "@catalogue"
MAX_LABEL_LENGTH = 120
MAX_POSITION = 16_000  # PostgreSQL keeps none beyond 16,383
MAX_POSITIONS = 8  # of one word
MAX_WORDS = 4_000  # different ones of a document
GAP = 8  # between two texts, which a phrase does not span

Stems = Mapping[str, str]


def quote(lexeme: str) -> str:
    """Quote a lexeme for PostgreSQL's text form of documents and queries."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def label(name: str, value: str) -> str:
    """Return the lexeme of a label. Its case and accents do not matter."""
    return f"{LABEL}{name}:{' '.join(fold(value).split())[:MAX_LABEL_LENGTH]}"


def owner(user_id: int) -> str:
    return f"{LABEL}user:{user_id}"


@dataclass(slots=True)
class DocumentWords:
    """The words of a document, in the order of its texts."""

    places: dict[str, list[str]] = field(default_factory=dict)  # `12A`: position and weight
    titles: list[str] = field(default_factory=list)
    heading: set[str] = field(default_factory=set)
    labels: list[str] = field(default_factory=list)
    _position: int = 1

    def add_text(self, text: str, weight: str) -> None:
        last, first = 0, self._position
        for word, position in spellings_of(text):
            last = position
            self._add(word, first + position, weight)
            if weight == "A":
                self.titles.append(word)
        self._position += last + GAP

    def add_code(self, code: str, weight: str) -> None:
        """Add a number as a whole, in the spellings that people use for it."""
        self.add_text(code, weight)
        if code.isdigit() and code.startswith("0") and (bare := code.lstrip("0")):
            self._add(bare, self._position, weight)

    def _add(self, word: str, place: int, weight: str) -> None:
        places = self.places.get(word)
        if places is None:
            if len(self.places) >= MAX_WORDS:
                return
            places = self.places[word] = []
        if weight != "D":
            self.heading.add(word)
        if len(places) < MAX_POSITIONS:
            places.append(f"{min(place, MAX_POSITION)}{weight}")

    def written_words(self, stems: Stems) -> str:
        """Return all lexemes in PostgreSQL's text form."""
        stemmed = _stem_places(self.places, stems)
        titles = dict.fromkeys(TITLE + (stems.get(word) or word) for word in self.titles)
        plain = [quote(lexeme) for lexeme in (*titles, *dict.fromkeys(self.labels))]
        return " ".join((*_with_places(self.places), *_with_places(stemmed), *plain))

    def written_heading(self, stems: Stems) -> str:
        """Return the lexemes of the title, the labels and the details."""
        places = {
            word: [place for place in self.places[word] if not place.endswith("D")]
            for word in self.places
            if word in self.heading
        }
        return " ".join((*_with_places(places), *_with_places(_stem_places(places, stems))))


def _stem_places(places: Mapping[str, list[str]], stems: Stems) -> dict[str, list[str]]:
    stemmed: dict[str, list[str]] = {}
    for word, own in places.items():
        stem = stems.get(word)
        if stem and stem != word:
            stemmed.setdefault(STEM + stem, []).extend(own)
    return stemmed


def _with_places(places: Mapping[str, Iterable[str]]) -> Iterable[str]:
    return (f"{quote(word)}:{','.join(list(own)[:MAX_POSITIONS])}" for word, own in places.items())
