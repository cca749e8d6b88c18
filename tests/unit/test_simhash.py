"""SimHash: exact, stable, and similar for similar texts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from garner.extraction.unchanged import simhash as module
from garner.extraction.unchanged.simhash import distance, simhash

MASK = (1 << 64) - 1
WORDS = st.lists(st.text(alphabet="abcdeé中", min_size=1, max_size=4), max_size=60)
STORY = " ".join(f"sentence {number} tells of the {number}th thing in the cupboard" for number in range(300))


def one_shingle(words: list[str]) -> int:
    mixed = sum(xxh3_64_intdigest(word.encode()) * factor for word, factor in zip(words, module._FACTORS, strict=False))
    for shift, factor in zip((30, 27), module._MIXERS, strict=True):
        mixed &= MASK
        mixed = (mixed ^ (mixed >> shift)) * factor
    mixed &= MASK
    return mixed ^ (mixed >> 31)


def bit_by_bit(text: str) -> int:
    """Reference implementation: each distinct shingle of three words votes for or against each bit."""
    words = text.lower().split()
    if not words:
        return 0
    runs = {one_shingle(words[start : start + 3]) for start in range(max(1, len(words) - 2))}
    votes = [sum(1 if run >> bit & 1 else -1 for run in runs) for bit in range(64)]
    value = sum(1 << bit for bit, vote in enumerate(votes) if vote > 0)
    return value - (1 << 64) if value >> 63 else value


@given(WORDS)
def test_the_hash_is_the_majority_of_the_votes_of_all_three_word_shingles(words: list[str]) -> None:
    assert simhash(" ".join(words)) == bit_by_bit(" ".join(words))


def test_a_text_of_many_batches_is_hashed_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simhash(STORY)
    monkeypatch.setattr(module, "_AT_ONCE", 7)
    assert simhash(STORY) == whole == bit_by_bit(STORY)


@given(st.text())
def test_every_fingerprint_fits_a_bigint(text: str) -> None:
    assert -(2**63) <= simhash(text) < 2**63


def test_the_hash_is_stable() -> None:
    assert simhash("The quick brown fox jumps over the lazy dog") == -1208848842358927704


def test_case_and_white_space_are_ignored() -> None:
    assert simhash("Leek  SOUP\nwith\u00a0cream") == simhash("leek soup with cream")


def test_a_repeated_shingle_votes_once() -> None:
    stars = " o" * 1000
    assert distance(simhash(STORY + stars), simhash(STORY + " o o o o")) == 0


def test_different_short_texts_have_different_hashes() -> None:
    assert simhash("sold out") != simhash("in stock")
    assert simhash("") == 0


def test_a_changed_word_in_a_long_text_changes_few_bits() -> None:
    assert distance(simhash(STORY), simhash(STORY.replace("the 77th", "every 77th"))) <= 3
    assert distance(simhash(STORY), simhash(re.sub(r"\w+", lambda word: word.group()[::-1] + "x", STORY))) > 16


@given(*[st.integers(-(2**63), 2**63 - 1)] * 3)
def test_distance_is_a_metric(one: int, two: int, three: int) -> None:
    assert distance(one, one) == 0
    assert distance(one, two) == distance(two, one) <= 64
    assert distance(one, three) <= distance(one, two) + distance(two, three)


def test_distance_counts_the_sign_bit_once() -> None:
    assert distance(0, -1) == 64
    assert distance(0, -(2**63)) == 1
