"""What is told of two titles, each side in its turn."""

import pytest

from garner.core.matching import Rarity, describe
from garner.core.matching.evidence import Evidence, weigh

RARITY = Rarity({"paint": 300, "studio": 400, "deluxe": 900, "with": 4_000})


def told(row: str, entry: str, *, brand: str = "", entry_brand: str = "") -> Evidence:
    return weigh(describe({"title": row, "brand": brand}), describe({"title": entry, "brand": entry_brand}), RARITY)


@pytest.mark.parametrize(
    ("row", "entry"),
    [
        ("paint studio", "paint studio deluxe with brushes"),
        ("paint studio deluxe with brushes", "paint studio"),
        ("paintstudio", "paint studio deluxe"),
    ],
)
def test_a_short_title_is_inside_a_long_one_whichever_side_it_is_on(row: str, entry: str) -> None:
    assert told(row, entry).words_inside == 1


def test_titles_that_each_have_a_word_of_their_own_are_not_inside_one_another() -> None:
    assert 0 < told("paint studio zorblax", "paint studio quimbly").words_inside < 1


def test_a_title_that_begins_with_a_word_that_the_row_has_nowhere_is_told() -> None:
    assert told("webshop platinum", "velmor webshop platinum").begins_otherwise == 1
    assert told("webshop platinum", "webshop platinum by velmor").begins_otherwise == 0


def test_the_maker_that_the_row_has_in_a_column_is_no_other_beginning() -> None:
    assert told("webshop platinum", "velmor webshop platinum", brand="Velmor").begins_otherwise == 0
    assert told("webshop platinum", "velmor webshop platinum", brand="Norvia").begins_otherwise == 1


def test_an_entry_without_a_title_begins_with_nothing() -> None:
    assert told("webshop platinum", "").begins_otherwise == told("", "").words_inside == 0
