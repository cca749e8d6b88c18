"""Word frequencies of a catalogue, estimated from a sample."""

import random
from typing import Any

import pytest

from garner.core.matching import decide, describe, fit_of
from garner.core.matching.lexemes import lexemes
from garner.runtime.stages.match.catalogue_statistics import (
    GOOD_SECONDS,
    GOOD_SECONDS_WHILE_SMALL,
    SMALL,
    _count_words,
    good_seconds,
)

PRODUCTS = 1_000_000


def products(count: int) -> list[dict[str, Any]]:
    """Products with one frequent word and two rare ones each."""
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(count)]
    names = [f"kettle {chance.choice(words)} {word}" for word in words]
    missing = dict.fromkeys(("brand", "sku", "mpn", "gtin"))
    return [{"name": name, "lexemes": list(lexemes(name)), **missing} for name in names]


@pytest.fixture(scope="module")
def sample() -> list[dict[str, Any]]:
    return products(2_000)


def test_a_row_with_the_title_of_a_product_matches_even_if_not_in_the_sample(
    sample: list[dict[str, Any]],
) -> None:
    _, rarity = _count_words(PRODUCTS, sample)
    for title in (sample[0]["name"], sample[-1]["name"], "kettle vornamique stellbrot"):
        described = describe({"title": title})
        assert decide([fit_of(1, described, described, 1, rarity)]).match == 1, title


def test_a_word_seen_once_in_the_sample_is_almost_as_rare_as_an_unseen_one(
    sample: list[dict[str, Any]],
) -> None:
    _, rarity = _count_words(PRODUCTS, sample)
    once = str(sample[0]["name"]).split()[-1]
    assert rarity("vornamique") == 1.0
    assert rarity(once) > 0.7


def test_the_count_of_a_frequent_word_is_scaled_to_the_whole_catalogue(sample: list[dict[str, Any]]) -> None:
    _, rarity = _count_words(PRODUCTS, sample)
    assert rarity.counts["kettle"] == pytest.approx(PRODUCTS, rel=0.01)
    _, unscaled = _count_words(len(sample), sample)
    assert unscaled.counts["kettle"] == len(sample)


def test_statistics_of_a_small_catalogue_are_refreshed_sooner() -> None:
    """While the first pages of a job fill the catalogue, rows must be matched against its current content."""
    assert good_seconds(0) == good_seconds(50) == 0.5
    assert good_seconds(200) == pytest.approx(GOOD_SECONDS_WHILE_SMALL / 10)
    assert good_seconds(SMALL) == good_seconds(50 * SMALL) == GOOD_SECONDS
