"""Each field of a record shows the words of the page that it was read from."""

import json
from dataclasses import replace
from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.kinds.product.ladder import LADDER
from garner.extraction.ladder import Candidate, Rung, climb
from garner.extraction.page.document import Document


def snippets(page: str, kind: Kind) -> dict[str, str]:
    record = extract(page.encode(), url="https://example.org/a", charset=None, kinds=[kind]).records[kind]
    return {name: source.snippet for name, source in record.sources.items()}


def marked_up(**thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def test_snippets_of_a_recipe_come_from_its_markup() -> None:
    page = marked_up(**{
        "@type": "Recipe", "name": "Pie", "totalTime": "PT1H30M", "recipeIngredient": ["2½ cups <b>flour</b>", "1 egg"],
        "nutrition": {"@type": "NutritionInformation", "calories": "270 kcal"}, "image": "/a.jpg",
        "recipeInstructions": [{"@type": "HowToStep", "text": "Bake."}], "recipeYield": 4,
    })  # fmt: skip
    shown = snippets(page, Kind.RECIPE)
    assert shown["total_minutes"] == "PT1H30M"
    assert shown["ingredients"] == "2½ cups flour"
    assert shown["nutrition"] == "270 kcal"
    assert shown["instructions"] == "Bake."
    assert shown["yields"] == "4"


def test_snippets_of_a_product_come_from_its_markup() -> None:
    offer = {"price": "1.299,00 €", "availability": "https://schema.org/InStock"}
    rating = {"ratingValue": "8", "bestRating": "10", "reviewCount": "12 reviews"}
    shown = snippets(
        marked_up(
            **{"@type": "Product", "name": "Pan", "offers": offer, "image": ["/a.jpg"], "aggregateRating": rating}
        ),
        Kind.PRODUCT,
    )
    assert shown["price"] == shown["currency"] == "1.299,00 €"
    assert shown["availability"] == "https://schema.org/InStock"
    assert (shown["rating"], shown["review_count"]) == ("8", "12 reviews")
    assert shown["images"] == "https://example.org/a.jpg"


def test_snippets_of_a_posting_come_from_its_markup() -> None:
    thing = {"@type": "JobPosting", "title": "Baker", "datePosted": "3 March 2024", "employmentType": "FULL_TIME"}
    shown = snippets(marked_up(**thing, jobLocationType="TELECOMMUTE"), Kind.POSTING)
    assert shown["posted_at"] == "3 March 2024"
    assert shown["employment_type"] == "FULL_TIME"
    assert shown["remote"] == "TELECOMMUTE"


def test_snippets_of_a_product_come_from_a_page_without_markup() -> None:
    page = "<title>Oak Board</title><h1>Oak Board</h1><p>1.299,00 €</p><p>4,5 / 5</p><button>Add to cart</button>"
    assert snippets(page, Kind.PRODUCT)["price"] == "1.299,00 €"


def test_snippets_of_a_recipe_come_from_a_page_without_markup() -> None:
    page = """<h1>Leek soup</h1><p>Prep time: 1 hour 20 minutes</p><h2>Ingredients</h2>
        <ul><li>2 leeks</li><li>1 l stock</li><li>1 potato</li></ul>
        <h2>Method</h2><ol><li>Cut the leeks.</li><li>Boil everything in the stock.</li></ol>"""
    assert snippets(page, Kind.RECIPE)["prep_minutes"] == "1 hour 20 minutes"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<b>4</b>\n\u202eEUR\x1b[1m", "4 EUR[1m"),
        ({"@type": "QuantitativeValue", "value": 4}, "4"),
        ([[], {}, None, {"a": ["x"]}], "x"),
        ("x" * 1_000, "x" * 80),
        ({}, "1"),
        (None, "1"),
    ],
)
def test_a_snippet_is_one_short_sanitised_line(written: Any, shown: str) -> None:
    assert snippet_of(written) == shown


def test_an_infinitely_nested_value_is_replaced_by_the_value_of_the_field() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert snippet_of(endless) == "1"


def snippet_of(written: Any) -> str:
    def read(_: Document) -> Candidate:
        found = Candidate()
        found.put("name", "1", "h1", written)
        return found

    ladder = replace(LADDER, rungs=(Rung("reading", 1.0, read),))
    record, _ = climb(ladder, Document(b"", url="", charset=None))
    assert record is not None
    return record.sources["name"].snippet
