"""The main node of a page: the one named by its headings, titles and URL."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.page.markup.schema_org import MAX_COMPARED, Graph
from garner.extraction.page.titles import Called, likeness

SHOP = "https://shop.example/42"


def product(name: str, price: str, **more: object) -> dict[str, object]:
    return {"@type": "Product", "name": name, "offers": {"price": price, "priceCurrency": "EUR"}, **more}


CABLE = product("Cable", "3")
TALKATIVE_CABLE = product("Cable", "3", sku="C-3", brand="Wire & Co", image="/c.jpg", description="Two metres.")
PHONE = product("Phone", "300")


def marked_up(*things: Mapping[str, object]) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(thing)}</script>' for thing in things)


def microdata(name: str, price: str) -> str:
    offer = f'<b itemprop="price">{price}</b><meta itemprop="priceCurrency" content="EUR">'
    return (
        f'<div itemscope itemtype="https://schema.org/Product"><a itemprop="name">{name}</a>'
        f'<span itemprop="offers" itemscope itemtype="https://schema.org/Offer">{offer}</span></div>'
    )


def found_on(page: str, kind: Kind = Kind.PRODUCT, url: str = SHOP) -> Any:
    record = extract(page.encode(), url=url, charset=None, kinds=[kind]).records.get(kind)
    return record and record.data


NAMINGS = {
    "heading": "<h1>Phone</h1>",
    "title": "<title>Phone | A shop</title>",
    "preview": '<meta property="og:title" content="Phone">',
}


@pytest.mark.parametrize("other", [CABLE, TALKATIVE_CABLE], ids=["equal", "says more"])
@pytest.mark.parametrize("naming", NAMINGS.values(), ids=NAMINGS)
def test_the_product_named_by_the_page_is_chosen_even_if_another_comes_first(
    naming: str, other: dict[str, object]
) -> None:
    assert found_on(naming + marked_up(other, PHONE))["price"] == "300"


@pytest.mark.parametrize("url", ["https://shop.example/phone", "https://shop.example/p/phone.html"])
def test_the_product_named_by_the_url_is_chosen_if_the_page_has_no_heading(url: str) -> None:
    assert found_on(marked_up(CABLE, PHONE), url=url)["price"] == "300"


def test_the_product_named_by_the_page_is_chosen_from_microdata() -> None:
    page = "<h1>Phone</h1>" + microdata("Cable", "3") + microdata("Phone", "300") + microdata("Case", "5")
    assert found_on(page)["price"] == "300"


def test_the_closest_of_several_similar_names_is_chosen() -> None:
    case = product("Phone 12 Pro Case", "9", sku="K-9", brand="Wire & Co", image="/k.jpg", description="Leather.")
    page = "<h1>Phone 12 Pro</h1>" + marked_up(case, product("Phone 12 Pro", "300"))
    assert found_on(page)["price"] == "300"


def test_the_recipe_named_by_the_heading_is_chosen() -> None:
    sauce, fish = (
        {"@type": "Recipe", "name": name, "recipeIngredient": [line], "recipeInstructions": "Cook it."}
        for name, line in (("Green Sauce", "1 bunch parsley"), ("Baked Fish", "1 cod"))
    )
    page = "<h1>Baked fish in ten minutes</h1>" + marked_up(sauce | {"recipeYield": "4 bowls", "image": "/s.jpg"}, fish)
    assert found_on(page, Kind.RECIPE)["title"] == "Baked Fish"


def test_a_posting_is_chosen_by_its_title() -> None:
    jobs = [{"@type": "JobPosting", "title": title, "description": "Work."} for title in ("Baker", "Night Watch")]
    assert found_on("<h1>Night Watch</h1>" + marked_up(*jobs), Kind.POSTING)["title"] == "Night Watch"


def test_a_page_that_marks_up_only_related_products_gives_no_record() -> None:
    related = microdata("Cable", "3") + microdata("Case", "5")
    assert found_on(f"<h1>Phone</h1><div>{related}</div>") is None
    assert found_on("<title>Phone - A shop</title>" + marked_up(CABLE, product("Case", "5"))) is None


def test_the_main_entity_is_chosen_even_if_the_heading_has_another_name() -> None:
    page = "<h1>Telefon</h1>" + marked_up(CABLE, {"@type": "WebPage", "mainEntity": PHONE})
    assert found_on(page)["price"] == "300"
    page = "<h1>Telefon</h1>" + marked_up(CABLE, PHONE | {"url": SHOP})
    assert found_on(page)["price"] == "300"


def test_a_heading_with_the_name_of_the_site_is_ignored() -> None:
    for naming in ("<title>Shop</title>", "<h1>SHOP</h1>", '<meta property="og:site_name" content="A b"><h1>A B</h1>'):
        assert found_on(naming + marked_up(PHONE, CABLE))["price"] == "300"


def test_a_single_product_is_chosen_even_if_the_heading_has_another_name() -> None:
    assert found_on("<h1>Telefon</h1>" + marked_up(PHONE, PHONE))["price"] == "300"


def test_a_product_without_a_name_may_be_the_product_named_by_the_page() -> None:
    nameless = {name: value for name, value in TALKATIVE_CABLE.items() if name != "name"}
    naming = '<meta property="og:title" content="Phone"><meta property="product:brand" content="Bell">'
    assert found_on(naming + marked_up(nameless, product("Case", "5")))["price"] == "3"


def test_a_variant_named_by_the_page_does_not_replace_its_product() -> None:
    shoe = product("Shoe", "60", hasVariant=[product("Shoe red", "61"), product("Shoe blue", "62")])
    assert found_on("<h1>Shoe red</h1>" + marked_up(shoe, CABLE))["name"] == "Shoe"


def test_headings_are_not_read_if_there_is_only_one_product() -> None:
    def called() -> Called:
        raise AssertionError("asked")

    variants = [product("Shoe red", "61"), product("Shoe blue", "62")]
    for things in ([PHONE], [PHONE, PHONE], [product("Shoe", "60", hasVariant=variants)]):
        assert Graph.of(things).main(frozenset({"product"}), {"name": 1}, SHOP, called) is not None


def test_the_number_of_compared_names_is_bounded() -> None:
    asked = []

    class Counting(Called):
        def likeness(self, name: str) -> float:
            asked.append(name)
            return 0.0

    things = [product(f"Phone {number}", "1") for number in range(5_000)]
    Graph.of(things).main(frozenset({"product"}), {"name": 1}, SHOP, Counting)
    assert len(asked) == MAX_COMPARED


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Phone", "phone", 1.0),
        ("Phone", "Cable", 0.0),
        ("Phone Case", "Phone", 2 / 3),
        ("手机", "手机壳", 2 / 3),
        ("", "Phone", 0.0),
        ("?", "!", 0.0),
        ("a", "banana", 0.0),
    ],
)
def test_names_are_compared_by_words_and_by_letters(one: str, other: str, expected: float) -> None:
    assert likeness(one, other) == likeness(other, one) == expected
