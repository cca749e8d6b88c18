r"""The words by which a product is found in the database, as its column `products.words` has them.

They are plainer than the words that matching compares (`core.match`): whatever the database can make on its own when a
product is written, so that no product is ever without them. What is joined by a mark is in it in parts and as a whole
(`KX-TG9343T` is found by `kx`, `tg9343t` and `kxtg9343t`), and numbers of their own columns without anything between
their letters, so that one is found however it is divided.

The function `product_words` does the same for products; a test compares the two.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

from rapidfuzz.distance import OSA

LONGEST_TEXT = 2_000  # of a field; longer than any that a product has
LONGEST = 64
LONGEST_NUMBER = 100
MOST_WORDS = 60  # of a row; a title that has more is a description
# How many products a search may bring to light before they are ranked: it bounds what a row of common words costs.
MOST_FOUND = 400
MOST_WEIGHED = 20  # words by which what was found is ranked
MOST_COMBINED = 4

_SIGNS = str.maketrans("™®©", "   ")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_SEPARATORS = re.compile(r"[\u0001-,:-@\[-^`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+")
_JOINED = re.compile(r"[./_-]+")
_NOT_CODE = re.compile(r"[^a-z0-9]+")
_HAS_DIGIT = re.compile(r"\d")


def lexemes(name: str = "", brand: str = "", sku: str = "", mpn: str = "") -> tuple[str, ...]:
    """Each once, those of the name first."""
    texts = (*(text[:LONGEST_TEXT] for text in (name, brand, sku)), mpn[:LONGEST_NUMBER])
    whole = " ".join(texts).translate(_SIGNS).lower()
    folded = _ACCENTS.sub("", unicodedata.normalize("NFKD", whole))
    chunks = _SEPARATORS.sub(" ", folded).split(" ")
    chunks = [chunk[:LONGEST] for chunk in chunks]
    parts = [part for chunk in chunks for part in _JOINED.split(chunk)]
    joined = [_JOINED.sub("", chunk) for chunk in chunks]
    return tuple(dict.fromkeys(filter(None, (*parts, *joined, code(sku), code(mpn)))))


def code(number: str) -> str:
    """A seller's or a maker's number without anything between its letters and digits."""
    return _NOT_CODE.sub("", number[:LONGEST].lower()[:LONGEST])


def codes_among(words: Iterable[str]) -> list[str]:
    """Those that look like model numbers: with a digit, and too long for a size or a year."""
    return [word for word in words if len(word) >= 5 and _HAS_DIGIT.search(word)]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How often lexemes occur, by a sample of the catalogue."""

    products: int  # in the catalogue
    sampled: int
    counts: Mapping[str, int]
    spelt: Mapping[tuple[str, int], Sequence[str]]  # words without digits, by first letter and length

    def expected(self, word: str) -> float:
        """About how many products have it. Of what the sample lacks half a one is taken to be in it."""
        return self.counts.get(word, 0.5) * max(1.0, self.products / max(1, self.sampled))

    def weight(self, word: str) -> float:
        """How much it says of a product that it has it."""
        return log((self.products + 2) / (self.expected(word) + 1)) + 0.01

    def misspelt(self, words: Iterable[str]) -> list[str]:
        """Words that no product of the sample has, and that are long enough to be told from others."""
        return [word for word in words if len(word) >= 5 and word.isalpha() and word not in self.counts]

    def meant_by(self, word: str) -> str | None:
        """The word that this one is a slip of, most likely: one letter wrong, missing, too many or in the other order,
        though not the first."""
        places = ((word[0], len(word) + change) for change in (-1, 0, 1))
        near = [other for place in places for other in self.spelt.get(place, ()) if OSA.distance(word, other) == 1]
        return max(near, key=lambda other: self.counts[other], default=None)


def vocabulary(products: int, sampled: Iterable[Iterable[str]]) -> Vocabulary:
    counts: Counter[str] = Counter()
    size = 0
    for words in sampled:
        counts.update(words)
        size += 1
    spelt: dict[tuple[str, int], list[str]] = {}
    for word, count in counts.items():
        if count > 1 and word.isalpha():
            spelt.setdefault((word[0], len(word)), []).append(word)
    return Vocabulary(products, size, counts, spelt)


@dataclass(frozen=True, slots=True)
class LexemeQuery:
    """A search: products that have any of these groups of words, best by the weight of all words that they share."""

    groups: tuple[tuple[str, ...], ...]  # of words that must be there together
    words: tuple[str, ...]
    weights: tuple[float, ...]


def rare(words: Sequence[str], vocabulary: Vocabulary, most: int = MOST_FOUND) -> LexemeQuery | None:
    """Products that have one of the rarest words: as many of these as not too many products have."""
    kept = _rarest_first(words, vocabulary)
    room, groups = float(most), list[tuple[str, ...]]()
    for word in kept:
        room -= vocabulary.expected(word)
        if room < 0:
            break
        groups.append((word,))
    return _wanted(groups, kept, vocabulary)


def common(words: Sequence[str], vocabulary: Vocabulary) -> LexemeQuery | None:
    """Products that have several words which alone are too common to tell them: what they have in common is rare
    again. A single word is all that there is to go by then."""
    kept = [word for word in _rarest_first(words, vocabulary) if len(word) > 1][:MOST_COMBINED]
    size = min(len(kept), 3)
    return _wanted(list(combinations(kept, size)) if size else [], kept, vocabulary)


def _rarest_first(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    return sorted(dict.fromkeys(words[:MOST_WORDS]), key=vocabulary.expected)[:MOST_WEIGHED]


def _wanted(groups: Sequence[tuple[str, ...]], kept: Sequence[str], vocabulary: Vocabulary) -> LexemeQuery | None:
    return LexemeQuery(tuple(groups), tuple(kept), tuple(map(vocabulary.weight, kept))) if groups else None
