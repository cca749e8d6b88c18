"""A simple method to compare with: the record that has the most words of the query, whole or as beginnings.

The queries were checked with it when they were written, so it says how much the collection can tell: a query that it
answers alone is answered by any sensible search.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.pages import Line
from garner.core.search.words import fold

HEADING_FIELDS = ("title", "name", "brand", "company", "locations", "mpn", "sku")
HEADING_WEIGHT = 0.3  # of a word in the heading, beside that of the word
INSIDE_WEIGHT = 0.5  # of a word that stands inside of others, when separators are left out
MIN_INSIDE = 4  # letters

_WORD = re.compile(r"\w+")
_EXCLUDED = re.compile(r"(?:^|\s)-(\w+)")


@dataclass(frozen=True)
class _Texts:
    kind: str
    text: str
    heading: str
    joined: str

    def count(self, words: Sequence[str], excluded: Sequence[str]) -> float:
        if any(_begins(word, self.text) for word in excluded):
            return 0.0
        return sum(self._weight(word) for word in words)

    def _weight(self, word: str) -> float:
        heading = HEADING_WEIGHT * _begins(word, self.heading)
        if _begins(word, self.text):
            return 1 + heading
        return heading + INSIDE_WEIGHT * (len(word) >= MIN_INSIDE and word in self.joined)


class WordCounts:
    """Counts words in a collection of records."""

    def __init__(self, known: Sequence[Line]) -> None:
        self._texts = {line["key"]: _texts_of(line) for line in known}

    def is_alone_first(self, query: Line) -> bool:
        """Return whether the wanted record has more of the query than any other."""
        folded = fold(query["query"])
        words, excluded = _WORD.findall(_EXCLUDED.sub(" ", folded)), _EXCLUDED.findall(folded)
        counts = {
            key: texts.count(words, excluded)
            for key, texts in self._texts.items()
            if query["kind"] in (None, texts.kind)
        }
        wanted = counts.pop(query["expected"])
        return wanted > max(counts.values())


def _texts_of(line: Line) -> _Texts:
    data = line["data"]
    text = fold(_flat(list(data.values())))
    heading = fold(_flat([data.get(name, "") for name in HEADING_FIELDS]))
    return _Texts(line["kind"], text, heading, re.sub(r"[^a-z0-9]", "", text))


def _flat(value: Any) -> str:
    return " ".join(map(_flat, value)) if isinstance(value, list) else str(value)


def _begins(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text) is not None
