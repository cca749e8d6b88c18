"""A catalogue that grows: copies, offers of other shops and unrelated products do not change the match of a row."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garner.core.matching import (
    MatchDecision,
    ProductGroups,
    Unmatched,
    decide,
    decide_one_to_one,
    describe,
    product_identity,
)
from garner.core.matching.index import Index

Fields = dict[str, object]

THINGS = ("kettle", "teapot", "lamp", "bowl", "drill", "backpack", "keyboard", "tripod", "blender", "router")
KINDS = ("enamel", "stoneware", "cordless", "wireless", "folding", "compact", "steel", "travel", "classic", "quartz")
BRANDS = ("Acme", "Velmor", "Norvia", "Zorblax", "Hearth")
EXTRAS = ("red", "blue", "2 l", "500 ml", "with lid", "set of 4", "2007", "refurbished", "EK-2041", "KX-77B")
VARIANTS = ("black", "green", "3 l")
SHOPS = ("new", "free shipping", "buy now", "original", "in stock", "white", "silver", "5 l")
BUYERS = ("please", "urgent", "for kitchen", "qty 4", "as before")


def gtin(number: int) -> str:
    digits = f"{400_000_000_000 + number}"
    odd, even = (sum(map(int, digits[start::2])) for start in (1, 0))
    return digits + str(-(odd * 3 + even) % 10)


@st.composite
def products(draw: st.DrawFn, number: int) -> Fields:
    """A product with at least one number that identifies its copies."""
    words = [
        draw(st.sampled_from(KINDS)),
        draw(st.sampled_from(THINGS)),
        *draw(st.lists(st.sampled_from(EXTRAS), max_size=2)),
    ]
    brand = draw(st.sampled_from(BRANDS))
    fields: Fields = {"title": " ".join((brand, *words)), "brand": brand, "price": draw(st.sampled_from((None, 9, 20)))}
    by = draw(st.sampled_from(("gtin", "mpn", "sku")))
    return fields | {by: gtin(number) if by == "gtin" else f"{by[0].upper()}Q-{7_000 + number}"}


@st.composite
def catalogues(draw: st.DrawFn) -> list[Fields]:
    """A catalogue in which some products are variants of others, with different numbers."""
    found: list[Fields] = []
    for number in range(draw(st.integers(1, 6))):
        product = draw(products(number))
        if found and draw(st.booleans()):
            other = draw(st.sampled_from(found))
            product |= {"title": f"{other['title']} {draw(st.sampled_from(VARIANTS))}", "brand": other["brand"]}
        found.append(product)
    return found


@st.composite
def rows(draw: st.DrawFn, catalogue: Sequence[Fields]) -> Fields:
    """A row for one of the products, with a title similar to that in the catalogue."""
    meant = draw(st.sampled_from(catalogue))
    kept = ("title", *draw(st.sets(st.sampled_from(("brand", "price", "gtin", "mpn", "sku")))))
    row = {name: meant.get(name) for name in kept}
    words = str(row["title"]).split()
    if draw(st.booleans()):
        words.pop(draw(st.integers(0, len(words) - 1)))
    if draw(st.booleans()):
        words.append(draw(st.sampled_from(BUYERS)))
    return row | {"title": " ".join(words)}


@st.composite
def offers(draw: st.DrawFn, product: Fields, others: Sequence[Fields]) -> Fields:
    """An entry of another shop for the same product: the same numbers, with other words, or even those of `others`."""
    words = str(draw(st.sampled_from((product, product, *others)))["title"]).split()
    if draw(st.booleans()):
        words = draw(st.permutations(words))
    words = words[: draw(st.integers(1, len(words)))] if draw(st.booleans()) else words
    words = [*words, *draw(st.lists(st.sampled_from(SHOPS), max_size=2))]
    price = draw(st.sampled_from((product["price"], None, 12)))
    return product | {
        "title": " ".join(words),
        "price": price,
        "url": draw(st.sampled_from((None, "https://a.example/1"))),
    }


def grouped(records: Sequence[Fields], count: int) -> list[int]:
    """The first record of the product of each of the first `count` records and of the last one."""
    groups = ProductGroups(map(product_identity, records))
    return [groups.first(place) for place in (*range(count), len(records) - 1)]


def recognised(catalogue: Sequence[Fields], products: Sequence[int], records: Sequence[Fields]) -> list[Fields]:
    """The records that are grouped with the product they belong to, and with no other."""
    kept: list[Fields] = []
    *before, _ = grouped(catalogue, len(catalogue))
    for product, record in zip(products, records, strict=True):
        if grouped([*catalogue, *kept, record], len(catalogue)) == [*before, before[product]]:
            kept.append(record)
    return kept


def decided(catalogue: Sequence[Fields], row: Fields) -> MatchDecision[int]:
    index = Index((place, describe(fields)) for place, fields in enumerate(catalogue))
    return decide(index.fits(describe(row)))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_copies_and_offers_of_any_product_do_not_change_a_match(data: st.DataObject) -> None:
    catalogue = data.draw(catalogues())
    row = data.draw(rows(catalogue))
    before = decided(catalogue, row)
    copied = data.draw(st.lists(st.integers(0, len(catalogue) - 1), min_size=1, max_size=8))
    added = [
        data.draw(offers(catalogue[product], catalogue)) if data.draw(st.booleans()) else dict(catalogue[product])
        for product in copied
    ]
    grown = [*catalogue, *recognised(catalogue, copied, added)]
    after = decided(grown, row)
    if before.match is not None:
        assert after.match == before.match
        groups = ProductGroups(map(product_identity, grown))
        own = [place for place in range(len(grown)) if groups.first(place) == groups.first(before.match)]
        assert set(after.offers) == set(own) - {after.match}


@pytest.mark.parametrize("title", ["Enamel mug 300 ml handle", "Enamel mug", "Mug with handle 300 ml enamel"])
def test_an_offer_with_any_wording_does_not_move_a_match_to_its_product(title: str) -> None:
    handle: Fields = {"title": "Enamel mug with handle 300 ml", "gtin": gtin(1)}
    camping: Fields = {"title": "Enamel mug camping", "gtin": gtin(2)}
    row: Fields = {"title": "Enamel mug 300ml handle"}
    assert decided([handle, camping], row).match == 0
    assert decided([handle, camping, camping | {"title": title}], row).match == 0


def test_an_offer_with_the_title_of_another_product_does_not_make_its_row_ambiguous() -> None:
    red: Fields = {"title": "Enamel mug red", "gtin": gtin(1)}
    catalogue = [red, {"title": "Enamel mug", "gtin": gtin(2)}]
    assert decided(catalogue, {"title": "Enamel mug"}).match == 1
    assert decided([*catalogue, red | {"title": "Enamel mug"}], {"title": "Enamel mug"}).match == 1


def test_words_of_offers_do_not_make_a_word_more_frequent() -> None:
    lamp: Fields = {"title": "Acme desk lamp", "gtin": gtin(1)}
    offer = describe(lamp | {"title": "Acme zorblax desk lamp"})
    index = Index([(0, describe(lamp)), *((place, offer) for place in range(1, 9))])
    assert index.rarity("zorblax") == 1.0 and index.rarity("lamp") == Index([(0, describe(lamp))]).rarity("lamp")
    other = describe({"title": "Acme zorblax desk lamp", "gtin": gtin(2)})
    assert Index([(0, describe(lamp)), (1, offer), (2, other)]).rarity("zorblax") < 1.0


def test_an_offer_that_names_a_variant_does_not_tie_its_product_with_another_variant() -> None:
    kettle: Fields = {"title": "Acme Kettle Deluxe", "gtin": gtin(1)}
    catalogue = [kettle, {"title": "Acme Kettle Deluxe red", "gtin": gtin(2)}]
    offer = kettle | {"title": "Acme Kettle Deluxe black", "price": 20}
    for row in ({"title": "Acme Kettle Deluxe"}, {"title": "Acme Kettle Deluxe please", "price": 20}):
        assert decided(catalogue, row).match == 0
        assert decided([*catalogue, offer], row).match == 0


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_an_entry_with_the_same_title_can_only_make_a_match_ambiguous(data: st.DataObject) -> None:
    catalogue = data.draw(catalogues())
    row = data.draw(rows(catalogue))
    before = decided(catalogue, row)
    if before.match is None:
        return
    title = catalogue[before.match]["title"]
    added: list[Fields] = [
        {"title": title, "price": price} for price in data.draw(st.lists(st.sampled_from((None, 5, 20))))
    ]
    after = decided([*catalogue, *added], row)
    assert after.match == before.match or after.reason is Unmatched.AMBIGUOUS


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_order_of_the_rows_does_not_change_their_matches(data: st.DataObject) -> None:
    catalogue = data.draw(catalogues())
    asked = data.draw(st.lists(rows(catalogue), min_size=1, max_size=6))
    index = Index((place, describe(fields)) for place, fields in enumerate(catalogue))
    fits = [index.fits(describe(row)) for row in asked]
    order = data.draw(st.permutations(range(len(asked))))
    shuffled = decide_one_to_one([fits[place] for place in order])
    assert {place: each.match for place, each in zip(order, shuffled, strict=True)} == {
        place: each.match for place, each in enumerate(decide_one_to_one(fits))
    }


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_misspelt_row_does_not_take_the_match_of_an_exact_one(data: st.DataObject) -> None:
    catalogue = data.draw(catalogues())
    title = str(data.draw(st.sampled_from(catalogue))["title"])
    at = data.draw(st.integers(1, len(title) - 1))
    misspelt = title[:at] + data.draw(st.sampled_from(("", " ", "e", "s"))) + title[at + data.draw(st.integers(0, 1)) :]
    index = Index((number, describe(fields)) for number, fields in enumerate(catalogue))
    fits = [index.fits(describe({"title": written})) for written in (title, misspelt)]
    assert decide_one_to_one(fits)[0].match == decide(fits[0]).match


def invented(count: int, seed: int, syllables: Sequence[str]) -> list[Fields]:
    """Products of a shop with its own vocabulary and some words common to all shops."""
    chance = random.Random(seed)
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(2_000)]
    everywhere = ("black", "white", "with", "for", "set", "pack", "4", "new")
    found = []
    for _ in range(count):
        # The first words are frequent, the last ones rare, as in natural language.
        own = [words[min(int(chance.paretovariate(0.7)), 2_000) - 1] for _ in range(chance.randint(3, 6))]
        code = f"{chance.choice(syllables)}-{chance.randint(100, 9_999)}"
        found.append({"title": " ".join((*own, *chance.sample(everywhere, 2), code)), "price": chance.randint(5, 90)})
    return found


def test_ten_times_as_many_unrelated_products_change_hardly_any_match() -> None:
    chance = random.Random(5)
    own = invented(400, 1, ("ba", "ke", "lo", "mi", "nu", "pra"))
    others = invented(3_600, 2, ("sto", "ti", "ver", "zan", "qui", "dex"))
    asked: list[Any] = []
    for product in chance.sample(own, 200):
        words = str(product["title"]).split()
        asked.append(describe({"title": " ".join(chance.sample(words, len(words) - chance.randint(1, 2)))}))
    small = Index((place, describe(fields)) for place, fields in enumerate(own))
    large = Index((place, describe(fields)) for place, fields in enumerate([*own, *others]))
    before = [decide(small.fits(row)).match for row in asked]
    after = [decide(large.fits(row)).match for row in asked]
    matched = [place for place, match in enumerate(before) if match is not None]
    assert len(matched) >= 150
    assert sum(before[place] != after[place] for place in matched) <= 0.005 * len(matched)
