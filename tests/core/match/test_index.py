from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from garner.core.matching import ProductDescription, Rarity, decide, describe
from garner.core.matching.index import MAX_CANDIDATES, Index

TITLES = {
    "phone": "panasonic kxtg9343t cordless phone",
    "camera": "nikon coolpix s60 digital camera",
    "shop": "the printshop deluxe",
    "bag": "sumdex sling pack",
}
CATALOGUE = Index((name, describe({"title": title})) for name, title in TITLES.items())


def candidates(index: Index[Any], row: ProductDescription, limit: int = MAX_CANDIDATES) -> list[Any]:
    """The entries of the most likely products, in catalogue order."""
    return [index._ids[place] for place in index._nearest(row, limit)]


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("KX-TG9343 handset", "phone"),
        ("coolpixs60pnk", "camera"),
        ("Print Shop 22", "shop"),
        ("slinging backpack sumdexx", "bag"),
    ],
)
def test_an_entry_is_found_despite_separators_endings_and_typos(title: str, found: str) -> None:
    assert candidates(CATALOGUE, describe({"title": title}), limit=1) == [found]


def test_an_entry_is_found_by_its_gtin_alone() -> None:
    index = Index([(1, describe({"title": "a", "gtin": "4006381333931"})), (2, describe({"title": "b"}))])
    assert candidates(index, describe({"gtin": "4006381333931"})) == [1]


def test_an_entry_without_a_common_word_is_not_a_candidate() -> None:
    assert candidates(CATALOGUE, describe({"title": "zzz"})) == []
    assert candidates(Index([]), describe({"title": "zzz"})) == []


def test_the_number_of_candidates_is_bounded() -> None:
    index = Index((place, describe({"title": f"lamp {place}"})) for place in range(50))
    assert len(candidates(index, describe({"title": "lamp"}), limit=7)) == 7
    assert candidates(index, describe({"title": "lamp 33"}), limit=1) == [33]


def test_a_word_in_fewer_entries_is_rarer() -> None:
    rarity = Index((place, describe({"title": "lamp" if place else "lamp zorblax"})) for place in range(9)).rarity
    assert 0.0 < rarity("lamp") < rarity("zorblax") < rarity("never seen") == 1.0


def test_a_word_in_very_many_entries_has_little_weight() -> None:
    assert Rarity({"lamp": 5_000})("lamp") < 0.25


def test_unrelated_entries_do_not_change_the_rarity_of_a_word() -> None:
    lamp = describe({"title": "lamp zorblax"})
    others = [(place, describe({"title": f"unrelated {place}"})) for place in range(1, 100)]
    assert Index([(0, lamp)]).rarity("zorblax") == Index([(0, lamp), *others]).rarity("zorblax")


def test_many_copies_of_one_product_leave_room_for_others() -> None:
    copy = {"title": "desk lamp zorblax", "gtin": "4006381333931"}
    copies = [(place, describe(copy)) for place in range(500)]
    index = Index([*copies, ("other", describe({"title": "desk lamp"}))])
    found = candidates(index, describe({"title": "desk lamp zorblax"}), limit=2)
    assert found == [0, 1, 2, "other"]


def test_the_first_entry_of_a_product_is_always_among_its_candidates() -> None:
    first = ("first", describe({"title": "lamp", "gtin": "4006381333931"}))
    better = [(place, describe({"title": "desk lamp zorblax", "gtin": "4006381333931"})) for place in range(9)]
    found = candidates(Index([first, *better]), describe({"title": "desk lamp zorblax"}))
    assert found == ["first", 0, 1, 2]


def test_a_row_with_few_candidates_does_not_sort_the_whole_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index = Index((place, describe({"title": "zorblax" if place == 4_999 else "lamp"})) for place in range(5_000))
    sorted_places: list[int] = []
    lexsort = np.lexsort

    def counting(keys: tuple[NDArray[np.float64], ...]) -> NDArray[np.intp]:
        sorted_places.append(len(keys[0]))
        return lexsort(keys)

    monkeypatch.setattr(np, "lexsort", counting)
    assert candidates(index, describe({"title": "zorblax"})) == [4_999]
    assert sum(sorted_places) < 1_000


def test_a_catalogue_of_one_entry_is_matched() -> None:
    index = Index([("R1", describe({"title": "panasonic kxtg9343t phone"}))])
    row = describe({"title": "Panasonic KX-TG9343T"})
    assert decide(index.fits(row)).match == "R1"
