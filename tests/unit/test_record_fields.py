"""The descriptions of record fields match the extracted records."""

from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.ladders import LADDERS
from garner.extraction.values.ingredients import parse_ingredient
from garner.kinds.fields import in_order
from garner.kinds.model_fields import names_of
from garner.kinds.product.model import Picture, Variant
from garner.kinds.recipe.model import Ingredient
from garner.kinds.registry import KINDS

PRODUCT = b"""<script type="application/ld+json">{"@type": "ProductGroup", "name": "Mug", "image": "https://a.example/1.jpg",
"hasVariant": [{"@type": "Product", "name": "Red mug", "offers": {"price": "3", "priceCurrency": "EUR"}}]}</script>"""


@pytest.mark.parametrize("kind", Kind)
def test_every_field_of_a_record_is_described_in_the_order_of_its_ladder(kind: Kind) -> None:
    assert KINDS[kind].names == tuple(LADDERS[kind].blank)


def test_every_part_of_a_record_is_described() -> None:
    product = extract(PRODUCT, url="https://a.example/", charset=None, kinds=[Kind.PRODUCT]).records[Kind.PRODUCT]
    assert names_of(Variant) == tuple(product.data["variants"][0])
    assert names_of(Picture) == tuple(product.data["images"][0])
    assert set(names_of(Ingredient)) - {"group"} == set(parse_ingredient("1 cup flour")) - {"group"}


@pytest.mark.parametrize("kind", Kind)
def test_the_fields_of_a_record_are_written_in_one_order(kind: Kind) -> None:
    kept: dict[str, Any] = dict.fromkeys(sorted(LADDERS[kind].blank, key=len)) | {"more": 1}
    assert list(in_order(kind, kept)) == [*LADDERS[kind].blank, "more"]
    assert in_order(kind, kept) == kept


def test_the_fields_of_the_parts_of_a_record_are_written_in_one_order() -> None:
    kept = {"ingredients": [{"qty": 1, "raw": "1 egg", "name": "egg", "more": 2}, "as it is"]}
    first, second = in_order(Kind.RECIPE, kept)["ingredients"]
    assert list(first) == ["raw", "qty", "name", "more"]
    assert second == "as it is"
