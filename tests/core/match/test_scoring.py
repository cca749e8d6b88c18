"""Properties that the scoring must have with any weights."""

import math

import pytest

from garner.core.matching import ProductDescription, Rarity, describe, score
from garner.core.matching.scoring import WEIGHTS

RARITY = Rarity({"phone": 900, "camera": 800, "black": 3000, "digital": 2000, "software": 1500, "with": 4000})
TONER: dict[str, object] = {"title": "toner 53x"}


def match_probability(row: str | dict[str, object], entry: str | dict[str, object]) -> float:
    """The probability of a match if there is no other candidate."""
    return 1 / (1 + math.exp(-score(_described(row), _described(entry), RARITY).odds))


def _described(thing: str | dict[str, object]) -> ProductDescription:
    return describe({"title": thing} if isinstance(thing, str) else thing)


@pytest.mark.parametrize(
    ("row", "same", "other"),
    [
        ("Norvia phone KX-TG9343T", "norvia kxtg9343t cordless phone", "norvia kxtg9344t cordless phone"),
        ("Norvia camera DSC-W120", "norvia dscw120 digital camera", "norvia dscw130 digital camera"),
        ("Paint Studio 2007", "paint studio 2007", "paint studio 2006"),
        ("Paint Studio 4", "paint studio v4.0", "paint studio v5.0"),
        ("Paint Studio 4 upgrade", "paint studio 4 upgrade", "paint studio 4"),
        ("Paint Studio 4", "paint studio 4", "paint studio 4 family pack"),
        ("Webshop Platinum", "webshop platinum", "velmor webshop platinum"),
        ("Paint Studio 4 (Mac)", "paint studio 4 for mac", "paint studio 4 for windows"),
        ("Guardia antivirus 5 users", "guardia antivirus 5-user", "guardia antivirus 3-user"),
        ("Stickita flash drive 8 GB", "stickita flash drive 8gb", "stickita flash drive 16gb"),
        ("Sling pack black", "sling pack in black", "sling pack in white"),
        (TONER | {"brand": "norvia"}, TONER | {"brand": "norvia inc"}, TONER | {"brand": "velmor"}),
        (TONER | {"price": 40}, TONER | {"price": "38.50"}, TONER | {"price": "4"}),
    ],
)  # fmt: skip
def test_a_similar_product_is_less_likely_than_the_same_one(
    row: str | dict[str, object], same: str | dict[str, object], other: str | dict[str, object]
) -> None:
    assert match_probability(row, same) > match_probability(row, other) + 0.1


def test_an_equal_gtin_decides_with_different_titles() -> None:
    row, entry = {"title": "a", "gtin": "4006381333931"}, {"title": "quite another", "gtin": "4006381333931"}
    assert score(describe(row), describe(entry), RARITY).certain
    wrong = {"gtin": "4006381333932"}  # with a wrong check digit on both sides
    assert not score(describe(row | wrong), describe(entry | wrong), RARITY).certain


PEN: dict[str, object] = {"title": "Textmarker Boss gelb", "gtin": "4006381333931"}


def test_an_equal_gtin_decides_although_row_and_entry_name_different_brands() -> None:
    scored = score(describe(PEN | {"brand": "Schwan"}), describe(PEN | {"brand": "Stabilo"}), RARITY)
    assert scored.certain and scored.odds > 5


def test_an_equal_gtin_of_another_brand_decides_nothing_if_the_titles_share_no_word() -> None:
    row, entry = PEN | {"brand": "Schwan"}, PEN | {"title": "Wasserkocher", "brand": "Velmor"}
    assert not score(describe(row), describe(entry), RARITY).certain


def test_an_equal_gtin_of_another_brand_does_not_lower_the_odds() -> None:
    row, entry = PEN | {"brand": "Schwan"}, PEN | {"title": "Wasserkocher", "brand": "Velmor"}
    without = entry | {"gtin": None}
    assert score(describe(row), describe(entry), RARITY).odds == score(describe(row), describe(without), RARITY).odds


def test_an_equal_gtin_is_stronger_than_an_equal_number() -> None:
    row: dict[str, object] = {"title": "Norvia toner", "brand": "Norvia", "mpn": "Q-6511A", "gtin": "4006381333931"}
    by_number = score(describe(row), describe(row | {"gtin": None}), RARITY)
    by_gtin = score(describe(row), describe({"title": "cartridge", "gtin": "4006381333931"}), RARITY)
    assert by_number.certain and by_gtin.certain and by_gtin.odds > by_number.odds + 5


def test_a_different_gtin_lowers_the_probability() -> None:
    row = {"title": "norvia kxtg9343t", "gtin": "4006381333931"}
    assert (
        match_probability(row, {"title": "norvia kxtg9343t", "gtin": "96385074"})
        < match_probability(row, {"title": "norvia kxtg9343t"}) - 0.01
    )


def test_an_equal_part_number_decides_only_with_the_same_brand() -> None:
    row = {"title": "toner", "brand": "Hewlett Packard", "mpn": "Q-6511A"}
    entry = {"title": "black cartridge", "mpn": "q6511a"}
    assert score(describe(row), describe(entry | {"brand": "HP"}), RARITY).certain
    assert not score(describe(row), describe(entry | {"brand": "Velmor"}), RARITY).certain
    assert not score(describe(row), describe(entry), RARITY).certain


def test_a_common_rare_word_weighs_more_than_a_frequent_one() -> None:
    assert match_probability("zorblax software", "zorblax") > match_probability("zorblax software", "software") + 0.1


def test_the_reasons_add_up_to_the_odds() -> None:
    scored = score(describe({"title": "norvia kx100"}), describe({"title": "norvia kx101 phone"}), RARITY)
    assert scored.reasons()["code_near"] == WEIGHTS.code_near
    nothing = score(describe({}), describe({}), RARITY)
    assert sum(scored.reasons().values()) - sum(nothing.reasons().values()) == pytest.approx(scored.odds - nothing.odds)


def test_empty_descriptions_do_not_match() -> None:
    assert match_probability("", "") < 0.01
    assert match_probability({}, "anything") < 0.05
