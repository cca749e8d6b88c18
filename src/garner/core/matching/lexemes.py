r"""The words that find a product in the database, as stored in its column `products.words`.

They are plainer than the words that matching compares (`words`): only words that the database can compute on its
own when a product is written, so that every product has them. A compound with separators is stored in parts and as a
whole (`KX-TG9343T` is found by `kx`, `tg9343t` and `kxtg9343t`), and numbers from their own columns without separators,
so that they are found however they are divided.

The SQL function `product_words` does the same for products; a test compares the two.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

from rapidfuzz.distance import OSA

MAX_TEXT_LENGTH = 2_000  # of a field; longer than any that a product has
MAX_LEXEME_LENGTH = 64
MAX_NUMBER_LENGTH = 100
MAX_WORDS = 60  # of a row; a title that has more is a description
# Maximum number of products that a search finds before ranking: it bounds the cost of a row of common words.
MAX_FOUND = 400
MAX_WEIGHED = 20  # words that rank the found products
MAX_COMBINED = 4

_SIGNS = str.maketrans("™®©", "   ")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_SEPARATORS = re.compile(r"[\u0001-,:-@\[-^`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+")
_JOINED = re.compile(r"[./_-]+")
_NOT_CODE = re.compile(r"[^a-z0-9]+")
_HAS_DIGIT = re.compile(r"\d")


def lexemes(name: str = "", brand: str = "", sku: str = "", mpn: str = "") -> tuple[str, ...]:
    """Return the lexemes without duplicates, those of the name first."""
    texts = (*(text[:MAX_TEXT_LENGTH] for text in (name, brand, sku)), mpn[:MAX_NUMBER_LENGTH])
    whole = " ".join(texts).translate(_SIGNS).lower()
    folded = _ACCENTS.sub("", unicodedata.normalize("NFKD", whole))
    chunks = _SEPARATORS.sub(" ", folded).split(" ")
    chunks = [chunk[:MAX_LEXEME_LENGTH] for chunk in chunks]
    parts = [part for chunk in chunks for part in _JOINED.split(chunk)]
    joined = [_JOINED.sub("", chunk) for chunk in chunks]
    return tuple(dict.fromkeys(filter(None, (*parts, *joined, code(sku), code(mpn)))))


def code(number: str) -> str:
    """Return a seller's or a maker's number with only its letters and digits."""
    return _NOT_CODE.sub("", number[:MAX_LEXEME_LENGTH].lower()[:MAX_LEXEME_LENGTH])


def codes_among(words: Iterable[str]) -> list[str]:
    """Return the words that look like model numbers: with a digit, and too long for a size or a year."""
    return [word for word in words if len(word) >= 5 and _HAS_DIGIT.search(word)]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Frequencies of lexemes, from a sample of the catalogue."""

    products: int  # in the catalogue
    sampled: int
    counts: Mapping[str, int]
    spelt: Mapping[tuple[str, int], Sequence[str]]  # words without digits, by first letter and length

    def estimate_count(self, word: str) -> float:
        """Estimate how many products have the word. A word that the sample lacks counts as half an occurrence."""
        return self.counts.get(word, 0.5) * max(1.0, self.products / max(1, self.sampled))

    def weight(self, word: str) -> float:
        """Return the weight of the word in ranking."""
        return log((self.products + 2) / (self.estimate_count(word) + 1)) + 0.01

    def misspelt(self, words: Iterable[str]) -> list[str]:
        """Return words that no product of the sample has, and that are long enough for a spelling correction."""
        return [word for word in words if len(word) >= 5 and word.isalpha() and word not in self.counts]

    def meant_by(self, word: str) -> str | None:
        """Return the most likely correction of a misspelt word: one letter wrong, missing, added or transposed, other
        than the first."""
        keys = ((word[0], len(word) + change) for change in (-1, 0, 1))
        near = [other for key in keys for other in self.spelt.get(key, ()) if OSA.distance(word, other) == 1]
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
    """A search for products that have any of these groups of words, ranked by the weight of all words that they
    share."""

    groups: tuple[tuple[str, ...], ...]  # of words that a product must have together
    words: tuple[str, ...]
    weights: tuple[float, ...]


def build_rare_query(words: Sequence[str], vocabulary: Vocabulary, limit: int = MAX_FOUND) -> LexemeQuery | None:
    """Build a search by the rarest words: as many of them as keep the expected number of products below `limit`."""
    kept = _rarest_first(words, vocabulary)
    room, groups = float(limit), list[tuple[str, ...]]()
    for word in kept:
        room -= vocabulary.estimate_count(word)
        if room < 0:
            break
        groups.append((word,))
    return _make_query(groups, kept, vocabulary)


def build_common_query(words: Sequence[str], vocabulary: Vocabulary) -> LexemeQuery | None:
    """Build a search by combinations of words that are too common alone: a combination is rare again. A row with a
    single word is searched by that word."""
    kept = [word for word in _rarest_first(words, vocabulary) if len(word) > 1][:MAX_COMBINED]
    size = min(len(kept), 3)
    return _make_query(list(combinations(kept, size)) if size else [], kept, vocabulary)


def _rarest_first(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    return sorted(dict.fromkeys(words[:MAX_WORDS]), key=vocabulary.estimate_count)[:MAX_WEIGHED]


def _make_query(groups: Sequence[tuple[str, ...]], kept: Sequence[str], vocabulary: Vocabulary) -> LexemeQuery | None:
    return LexemeQuery(tuple(groups), tuple(kept), tuple(map(vocabulary.weight, kept))) if groups else None
