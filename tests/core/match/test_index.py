import pytest

from garner.core.match import Rarity, decide, describe, score
from garner.core.match.index import Index

TITLES = {
    "phone": "panasonic kxtg9343t cordless phone",
    "camera": "nikon coolpix s60 digital camera",
    "shop": "the printshop deluxe",
    "bag": "sumdex sling pack",
}
CATALOGUE = Index((name, describe({"title": title})) for name, title in TITLES.items())


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("KX-TG9343 handset", "phone"),
        ("coolpixs60pnk", "camera"),
        ("Print Shop 22", "shop"),
        ("slinging backpack sumdexx", "bag"),
    ],
)
def test_a_division_an_ending_or_a_wrong_letter_hides_no_entry(title: str, found: str) -> None:
    assert CATALOGUE.candidates(describe({"title": title}))[0][0] == found


def test_an_entry_is_found_by_its_gtin_alone() -> None:
    index = Index([(1, describe({"title": "a", "gtin": "4006381333931"})), (2, describe({"title": "b"}))])
    assert [found for found, _ in index.candidates(describe({"gtin": "4006381333931"}))] == [1]


def test_what_shares_nothing_is_no_candidate() -> None:
    assert CATALOGUE.candidates(describe({"title": "zzz"})) == []
    assert Index([]).candidates(describe({"title": "zzz"})) == []


def test_no_more_candidates_come_than_were_asked_for() -> None:
    index = Index((place, describe({"title": f"lamp {place}"})) for place in range(50))
    assert len(index.candidates(describe({"title": "lamp"}), most=7)) == 7
    assert index.candidates(describe({"title": "lamp 33"}), most=1)[0][0] == 33


def test_a_word_that_fewer_entries_have_is_rarer() -> None:
    rarity = Index((place, describe({"title": "lamp" if place else "lamp zorblax"})) for place in range(9)).rarity
    assert 0.0 < rarity("lamp") < rarity("zorblax") < rarity("never seen") == 1.0


def test_what_every_entry_of_a_large_catalogue_has_says_nothing() -> None:
    assert Rarity(5_000, {"lamp": 5_000})("lamp") == 0.0


def test_a_catalogue_of_one_entry_is_matched_too() -> None:
    index = Index([("R1", describe({"title": "panasonic kxtg9343t phone"}))])
    row = describe({"title": "Panasonic KX-TG9343T"})
    near = index.candidates(row)
    assert decide([(found, score(row, entry, index.rarity)) for found, entry in near]).match == "R1"
