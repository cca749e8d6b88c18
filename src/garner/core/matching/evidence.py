"""Evidence for and against a row and a catalogue entry being the same product.

The nearest entry is often another product: the same model in another size, another year, an upgrade, a case for it. So
differences are recorded as carefully as agreements, and a model number that almost agrees counts against the match.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler, Levenshtein

from garner.core.matching.description import ProductDescription
from garner.core.matching.product_identity import brands_differ
from garner.core.matching.rarity import Rarity
from garner.core.matching.variants import appearance_differs, kind_differs, measures_differ
from garner.core.matching.words import is_number, stem_of

ALIKE = 0.9  # Jaro-Winkler of two spellings of one word
WHOLE_CODE = 7  # a code this long is unique
MIN_STEM_LENGTH = 4
MIN_PART_LENGTH = 5  # of a code that is the prefix or suffix of another
FARTHEST_PRICE = 2.0  # of the logarithm: seven times the other


@dataclass(frozen=True, slots=True)
class Evidence:
    """The features of a pair, each from 0 to 1."""

    shared: float  # weight of the shared words
    rarest_shared: float
    row_lacks: float  # the rarest word of the row that the entry lacks
    words_inside: float  # share of one title's words that the other has, the larger of both directions
    begins_otherwise: float  # the row lacks the entry's first word, usually its maker
    letters_inside: float  # the shorter title inside the longer, letter by letter
    letters_of_entry: float  # share of the entry's trigrams that the row has
    code_equal: float  # a whole model number
    code_stem: float  # except for the letters at its end
    code_described: float  # only a description names it
    code_near: float  # a model number that is almost, but not, the same
    code_other: float  # both have model numbers, and they are quite different
    code_and_words: float  # share of the row's words that the entry has, if a code agrees
    row_numbers: float  # numbers that only the row has
    entry_numbers: float
    measure_differs: float  # different numbers with the same unit, or different years
    variant_differs: float  # another colour, another platform
    kind_differs: float  # an upgrade, an academic or a refurbished one is another product
    brand_differs: float
    price_far: float
    price_unknown: float


def weigh(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> Evidence:
    words = _compare_words(row, entry, rarity)
    codes = _compare_codes(row, entry, rarity)
    agree = max(codes["code_equal"], codes["code_stem"], codes["code_described"]) > 0
    return Evidence(
        **{name: value for name, value in words.items() if name != "covered"},
        **codes,
        code_and_words=words["covered"] if agree else 0.0,
        **_compare_numbers(row, entry, rarity),
        **_compare_variants(set(row.words), set(entry.words)),
        brand_differs=float(brands_differ(row.brand, entry.brand)),
        **_compare_prices(row.price, entry.price),
    )


def _compare_words(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> dict[str, float]:
    brands, codes = {*row.brand, *entry.brand}, row.codes | entry.codes
    mine, theirs = ([word for word in side.words if word not in brands] for side in (row, entry))
    not_in_entry, not_in_row = _find_missing_words(mine, entry), _find_missing_words(entry.words, row)
    shared, covered = _weigh_common(mine, not_in_entry, rarity)
    entry_shared, entry_covered = _weigh_common(theirs, not_in_row, rarity)
    common = {word for word in mine if not is_number(word) and word not in codes}.intersection(theirs)
    my_text, their_text = " ".join(mine), " ".join(theirs)
    return {
        # A misspelt or divided word seems rare because no entry has it; it weighs no more than the intended word.
        "shared": math.tanh(min(shared, entry_shared) / 3),
        "rarest_shared": max(map(rarity, common), default=0.0),
        "row_lacks": max(map(rarity, not_in_entry), default=0.0),
        "words_inside": max(covered, entry_covered),
        "begins_otherwise": float(bool(entry.words) and entry.words[0] in not_in_row),
        "letters_inside": fuzz.partial_ratio(my_text, their_text) / 100,
        "letters_of_entry": _letters_of(their_text, my_text),
        "covered": covered,
    }


def _weigh_common(words: Sequence[str], lacking: Collection[str], rarity: Rarity) -> tuple[float, float]:
    """Return the weight of the words that the other side has too, and its share of the total weight."""
    shared = rarity.sum(word for word in words if word not in lacking)
    total = shared + rarity.sum(word for word in words if word in lacking)
    return shared, shared / total if total else 0.0


def _find_missing_words(words: Sequence[str], other: ProductDescription) -> set[str]:
    """Return the words that the other side has in no spelling, neither divided nor joined."""
    theirs = {*other.words, *other.brand}
    pairs = {first + second for first, second in pairwise(other.words)}
    lacking = set()
    for before, word, after in zip(("", *words), words, (*words[1:], ""), strict=False):
        if word in theirs or word in pairs or word in other.named:
            continue
        if (len(word) >= 5 and word in other.text) or _spelt_alike(word, theirs):
            continue
        if len(word) < 3 or (word + after not in theirs and before + word not in theirs):
            lacking.add(word)
    return lacking


def _spelt_alike(word: str, others: Iterable[str]) -> bool:
    if len(word) < 4 or not word.isalpha():
        return False
    for other in others:
        if other[0] != word[0] or not other.isalpha() or len(other) < 4:
            continue
        if other.startswith(word) or word.startswith(other) or JaroWinkler.similarity(word, other) > ALIKE:
            return True
    return False


def _letters_of(text: str, other: str) -> float:
    threes, others = ({each[at : at + 3] for at in range(len(each) - 2)} for each in (text, other))
    return len(threes & others) / max(1, len(threes))


def _compare_codes(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> dict[str, float]:
    same = (row.codes & (entry.joins | entry.codes)) | (entry.codes & row.joins)
    described = (row.codes & entry.described_codes) | (entry.codes & row.described_codes)
    equal, described_certainty = _max_certainty(same, rarity), _max_certainty(described, rarity)
    stem, near = (0.0, False) if equal else _compare_stems(row, entry, rarity)
    either = bool(equal or stem or described_certainty)
    both = all(any(not code.isdecimal() for code in side.codes) for side in (row, entry))
    return {
        "code_equal": equal,
        "code_stem": stem,
        "code_described": 0.0 if equal else described_certainty,
        "code_near": float(near and not stem),
        "code_other": float(both and not either and not near),
    }


def _max_certainty(codes: Iterable[str], rarity: Rarity) -> float:
    return max((min(1.0, len(code) / WHOLE_CODE) * rarity(code) for code in codes), default=0.0)


def _compare_stems(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> tuple[float, bool]:
    """Return the certainty that a code is the same except for its ending, and whether a code is almost the same."""
    stems = {stem for code in row.codes if len(stem := stem_of(code)) >= MIN_STEM_LENGTH and stem in entry.stems}
    stems |= {stem for code in entry.codes if len(stem := stem_of(code)) >= MIN_STEM_LENGTH and stem in row.stems}
    near = False
    for code in row.codes:
        for other in entry.codes:
            short, long = sorted((code, other), key=len)
            if len(short) >= MIN_PART_LENGTH and (long.startswith(short) or long.endswith(short)):
                stems.add(short)
            elif _is_near(stem_of(code), stem_of(other)):
                near = near or _digits(code) != _digits(other)
                if _digits(code) == _digits(other):
                    stems.add(_digits(code))
    return _max_certainty(stems, rarity), near


def _is_near(stem: str, other: str) -> bool:
    if stem == other or min(len(stem), len(other)) < MIN_STEM_LENGTH:
        return False
    max_distance = 2 if len(stem) >= WHOLE_CODE else 1
    return Levenshtein.distance(stem, other, score_cutoff=max_distance) <= max_distance


def _digits(code: str) -> str:
    return "".join(filter(str.isdecimal, stem_of(code)))


def _compare_numbers(row: ProductDescription, entry: ProductDescription, rarity: Rarity) -> dict[str, float]:
    mine, theirs = row.numbers - entry.numbers, entry.numbers - row.numbers
    return {
        "row_numbers": math.tanh(rarity.sum(number for number in mine if number not in entry.text)),
        "entry_numbers": math.tanh(rarity.sum(number for number in theirs if number not in row.text)),
        "measure_differs": float(measures_differ(row.numbers, entry.numbers)),
    }


def _compare_variants(row: set[str], entry: set[str]) -> dict[str, float]:
    return {
        "variant_differs": float(appearance_differs(row, entry)),
        "kind_differs": float(kind_differs(row, entry)),
    }


def _compare_prices(price: float | None, other: float | None) -> dict[str, float]:
    if price is None or other is None:
        return {"price_far": 0.0, "price_unknown": 1.0}
    return {"price_far": min(abs(math.log(price / other)) / FARTHEST_PRICE, 1.0), "price_unknown": 0.0}
