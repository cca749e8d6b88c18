"""Find what a misspelt word may mean: near words of a vocabulary, and how likely each is.

Candidates are found by deletions. Two words within two edits of each other have a deletion in common: the same letters
remain when up to two are taken out of each. So a vocabulary that stores the deletions of its words finds near words by
equality, which an ordinary index answers. Trigrams find only words that share enough of them: a short word with two
errors shares none.
"""

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from math import log1p

from rapidfuzz.distance import OSA

MAX_EDITS = 2
PREFIX_LENGTH = 7  # of which deletions are made; it bounds their number, and edits behind it cost nothing

_SPELT = re.compile(r"[^\W\d_]{3,32}")
_VOWELS = frozenset("aeiouy")
_FIRST_LETTER_COST = 0.6
_FREQUENCY_WEIGHT = 0.09
_CHEAP = 0.65  # a transposition, a doubled letter, a vowel for a vowel


def is_correctable(word: str) -> bool:
    """Return whether a misspelling of the word can be corrected: letters only, neither very short nor very long."""
    return _SPELT.fullmatch(word) is not None


def max_edits(word: str) -> int:
    """Return how many edits may lie between a typed word and what it means."""
    return 1 if len(word) <= 3 else MAX_EDITS


def deletion_keys(word: str, edits: int = MAX_EDITS) -> list[int]:
    """Return the hashes of the word's deletions, and of itself. A hash of 32 bits takes less room than the letters, and
    a collision costs one comparison."""
    level = {word[:PREFIX_LENGTH]}
    deletions = set(level)
    for _ in range(edits):
        level = {text[:place] + text[place + 1 :] for text in level for place in range(len(text))}
        deletions |= level
    return sorted({zlib.crc32(text.encode()) - 2**31 for text in deletions})


@dataclass(frozen=True, slots=True)
class KnownWord:
    """A word of the vocabulary and the number of documents that have it."""

    text: str
    documents: int


@dataclass(frozen=True, slots=True)
class LikelyWord:
    """A word that a typed word may mean."""

    text: str
    edits: int
    cost: float  # 0 for the word itself; the lower, the more likely


def rank_meanings(typed: str, candidates: Iterable[KnownWord], limit: int) -> list[LikelyWord]:
    """Return the likely meanings, most likely first: by distance, then by frequency and the first letter."""
    longest = max_edits(typed)
    meanings = []
    for candidate in candidates:
        edits = OSA.distance(typed, candidate.text, score_cutoff=longest)
        if edits <= longest:
            meanings.append(LikelyWord(candidate.text, edits, _cost(typed, candidate, edits)))
    return sorted(meanings, key=lambda meaning: (meaning.cost, meaning.text))[:limit]


def _cost(typed: str, candidate: KnownWord, edits: int) -> float:
    if edits == 0:
        return 0.0
    distance = _weighted_distance(typed, candidate.text)
    first = _FIRST_LETTER_COST if typed[0] != candidate.text[0] else 0.0
    return max(0.05, distance + first - _FREQUENCY_WEIGHT * log1p(candidate.documents))


def _weighted_distance(typed: str, meant: str) -> float:
    """Return the edit distance in which frequent slips cost less than others."""
    previous: list[float] = []
    row = [float(column) for column in range(len(meant) + 1)]
    for i, letter in enumerate(typed, 1):
        before, previous, row = previous, row, [float(i)]
        for j, other in enumerate(meant, 1):
            swap = 0.0 if letter == other else _CHEAP if letter in _VOWELS and other in _VOWELS else 1.0
            best = min(
                previous[j - 1] + swap,
                previous[j] + _insertion(typed, i - 1),
                row[j - 1] + _insertion(meant, j - 1),
            )
            if i > 1 and j > 1 and letter == meant[j - 2] and typed[i - 2] == other and letter != other:
                best = min(best, before[j - 2] + _CHEAP)
            row.append(best)
    return row[-1]


def _insertion(word: str, place: int) -> float:
    """Return the cost of a letter that one word has and the other lacks: less for a doubled one."""
    letter = word[place]
    doubled = (place > 0 and word[place - 1] == letter) or (place + 1 < len(word) and word[place + 1] == letter)
    return _CHEAP if doubled else 1.0
