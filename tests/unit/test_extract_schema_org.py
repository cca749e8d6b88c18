"""schema.org nodes from any syntax: merging parts, following references, and choosing the main node."""

import json
from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.page.markup.schema_org import MAX_DEPTH, MAX_NODES, Graph

RECIPE = '{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"]}'


def page(*blocks: str) -> bytes:
    return "".join(f'<script type="application/ld+json">{block}</script>' for block in blocks).encode()


def title_of(*blocks: str, url: str = "https://example.org/soup") -> str | None:
    found = extract(page(*blocks), url=url, charset=None, kinds=[Kind.RECIPE])
    return found.records[Kind.RECIPE].data["title"] if found.records else None


def recipe_of(*nodes: dict[str, Any]) -> Any:
    """The recipe of a page with each node in a separate block."""
    blocks = (json.dumps(node) for node in nodes)
    return extract(page(*blocks), url="", charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE].data


def test_nodes_beyond_the_depth_limit_are_dropped_and_reported() -> None:
    nested: object = {"@type": "Recipe"}
    for _ in range(MAX_DEPTH + 1):
        nested = [nested]
    graph = Graph.of([nested])
    assert graph.truncated
    assert graph.nodes == []


def test_the_complete_recipe_is_chosen_over_the_first() -> None:
    stub = '{"@type": "Recipe", "@id": "https://example.org/soup", "name": "Stub", "image": "/a.jpg"}'
    assert title_of(stub, RECIPE) == "Soup"


def test_the_main_entity_is_chosen_over_an_equal_node() -> None:
    other = RECIPE.replace("Soup", "Other")
    assert title_of(other, '{"@type": "WebPage", "mainEntity": ' + RECIPE + "}") == "Soup"


def test_the_node_with_the_url_of_the_page_is_chosen_over_an_equal_node() -> None:
    own = RECIPE.replace("}", ', "url": "https://www.example.org/soup/"}')
    other = RECIPE.replace("Soup", "Other").replace("}", ', "url": "https://example.org/other"}')
    assert title_of(other, own) == "Soup"


def test_a_related_product_is_not_chosen_over_the_main_one() -> None:
    related = {"@type": "Product", "name": "Lid", "sku": "2", "brand": "B", "offers": {"price": 1}, "image": "/l.jpg"}
    main = {"@type": "Product", "name": "Pan", "isRelatedTo": [related]}
    found = extract(page(json.dumps(main)), url="", charset=None, kinds=[Kind.PRODUCT])
    assert found.records[Kind.PRODUCT].data["name"] == "Pan"


def test_a_page_that_lists_products_gives_no_record() -> None:
    items = [{"@type": "ListItem", "item": {"@type": "Product", "name": name}} for name in ("Pan", "Lid")]
    listing = {"@type": "ItemList", "itemListElement": items}
    assert not extract(page(json.dumps(listing)), url="", charset=None, kinds=[Kind.PRODUCT]).records


def test_a_node_described_in_several_blocks_is_merged() -> None:
    named = {"@id": "#soup", "@type": "Recipe", "name": "Soup"}
    described = {"@id": "#soup", "recipeIngredient": ["1 leek"], "recipeYield": "4 bowls"}
    for blocks in ((named, described), (described, named)):
        found = recipe_of(*blocks)
        assert (found["title"], found["yields"]) == ("Soup", "4 bowls")


@pytest.mark.parametrize("other", [{"@type": "WebPage"}, {"@type": "Recipe", "name": "Stew"}], ids=["type", "name"])
def test_different_nodes_with_the_same_id_are_not_merged(other: dict[str, Any]) -> None:
    soup = {"@id": "#a", "@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "recipeYield": "4 bowls"}
    assert recipe_of({"@id": "#a", "description": "Not of this", **other}, soup)["description"] is None


def test_a_reference_written_as_text_is_followed_across_blocks() -> None:
    soup = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "author": "https://example.org/#ada"}
    cook = {"@type": "Person", "@id": "https://example.org/#ada", "name": "Ada"}
    assert recipe_of(soup, cook)["author"] == "Ada"


def test_a_node_has_all_of_its_types() -> None:
    node = Graph.of([{"@type": ["Product", "schema:Recipe", "http://schema.org/Thing", None, 3]}]).nodes[0]
    assert node.types == {"product", "recipe", "thing"}


def test_arrays_with_a_single_value_are_unwrapped() -> None:
    found = recipe_of({"@type": ["Recipe"], "name": [["Soup"]], "recipeIngredient": [["1 leek"]], "recipeYield": [4]})
    assert (found["title"], found["yields"]) == ("Soup", "4 servings")


@pytest.mark.cpu_seconds(5)
def test_the_number_of_nodes_is_bounded_and_reported() -> None:
    graph = Graph.of([[{"@type": "Product"} for _ in range(1_000)] for _ in range(1_000)])
    assert graph.truncated
    assert len(graph.nodes) == MAX_NODES


@pytest.mark.cpu_seconds(5)
def test_merging_a_node_of_many_parts_takes_linear_time() -> None:
    graph = Graph.of([{"@type": "Product", "@id": "#a", f"p{number}": number} for number in range(MAX_NODES)])
    assert graph.nodes[0].properties[f"p{MAX_NODES - 1}"] == MAX_NODES - 1


@pytest.mark.cpu_seconds(5)
def test_nodes_with_circular_references_are_read() -> None:
    a = {"@type": "Recipe", "@id": "#a", "name": "Soup", "recipeIngredient": ["1 leek"], "author": {"@id": "#b"}}
    b = {"@type": "Person", "@id": "#b", "name": {"@id": "#a"}, "knows": [{"@id": "#a"}, {"@id": "#b"}]}
    assert recipe_of(a, b)["title"] == "Soup"
