"""The evidence that two titles give, from either side."""

import pytest

from garner.core.matching import Rarity, describe
from garner.core.matching.evidence import Evidence, weigh

RARITY = Rarity({"paint": 300, "studio": 400, "deluxe": 900, "with": 4_000})


def weigh_titles(row: str, entry: str, *, brand: str = "", entry_brand: str = "") -> Evidence:
    return weigh(describe({"title": row, "brand": brand}), describe({"title": entry, "brand": entry_brand}), RARITY)


@pytest.mark.parametrize(
    ("row", "entry"),
    [
        ("paint studio", "paint studio deluxe with brushes"),
        ("paint studio deluxe with brushes", "paint studio"),
        ("paintstudio", "paint studio deluxe"),
    ],
)
def test_a_short_title_is_contained_in_a_long_one_on_either_side(row: str, entry: str) -> None:
    assert weigh_titles(row, entry).words_inside == 1


def test_titles_that_each_have_a_distinct_word_are_not_contained_in_each_other() -> None:
    assert 0 < weigh_titles("paint studio zorblax", "paint studio quimbly").words_inside < 1


def test_a_title_that_starts_with_a_word_missing_in_the_row_is_detected() -> None:
    assert weigh_titles("webshop platinum", "velmor webshop platinum").begins_otherwise == 1
    assert weigh_titles("webshop platinum", "webshop platinum by velmor").begins_otherwise == 0


def test_the_brand_of_the_row_at_the_start_of_a_title_is_not_a_difference() -> None:
    assert weigh_titles("webshop platinum", "velmor webshop platinum", brand="Velmor").begins_otherwise == 0
    assert weigh_titles("webshop platinum", "velmor webshop platinum", brand="Norvia").begins_otherwise == 1


def test_an_entry_without_a_title_has_no_different_start() -> None:
    assert weigh_titles("webshop platinum", "").begins_otherwise == weigh_titles("", "").words_inside == 0
