"""JSON-LD as pages really write it: repaired block by block, flattened, and the main thing chosen."""

import json
from typing import Any

import pytest

from garner.core.record import Kind
from garner.extract import extract, tolerant_json
from garner.extract.schema_org import MAX_DEPTH, Graph

RECIPE = '{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"]}'


def page(*blocks: str) -> bytes:
    return "".join(f'<script type="application/ld+json">{block}</script>' for block in blocks).encode()


def title_of(*blocks: str, url: str = "https://example.org/soup") -> str | None:
    found = extract(page(*blocks), url=url, charset=None, kinds=[Kind.RECIPE])
    return found.records[Kind.RECIPE].data["title"] if found.records else None


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(RECIPE, id="sound"),
        pytest.param(RECIPE.replace("]}", ",],}"), id="trailing commas"),
        pytest.param(RECIPE.replace(', "recipe', '\n "recipe'), id="a missing comma at a line's end"),
        pytest.param(RECIPE.replace("1 leek", "1 leek\n\tlarge\x01"), id="raw control characters in a string"),
        pytest.param("<!-- " + RECIPE + " -->", id="an HTML comment around it"),
        pytest.param("//<![CDATA[\n" + RECIPE + "\n//]]>", id="CDATA around it"),
        pytest.param("/*<![CDATA[*/" + RECIPE + "/*]]>*/", id="commented CDATA on one line"),
        pytest.param("// generated\n/* twice */ " + RECIPE, id="comments"),
        pytest.param(RECIPE.replace('"', "&quot;"), id="HTML entities for quotes"),
        pytest.param('{"@type": "WebSite"} ' + RECIPE, id="two objects in a row"),
        pytest.param(RECIPE.replace("1 leek", '1 "fat" leek'), id="quotes inside quotes"),
        pytest.param(RECIPE.replace("1 leek", "1 \\'leek\\x"), id="escapes that JSON does not have"),
        pytest.param(RECIPE[:-2], id="cut off before its end"),
        pytest.param(RECIPE.replace('"', "'"), id="single quotes"),
        pytest.param(RECIPE + ";", id="a semicolon after it"),
    ],
)
def test_a_malformed_block_is_understood(block: str) -> None:
    assert title_of(block) == "Soup"


def test_a_hopeless_block_costs_only_itself() -> None:
    deep = "[" * 5_000
    found = extract(page(deep, RECIPE), url="", charset=None, kinds=[Kind.RECIPE])
    assert found.records[Kind.RECIPE].data["title"] == "Soup"
    assert found.warnings == ("JSON-LD block 1 left out: nested deeper than allowed",)


@pytest.mark.parametrize("escape", ["\\ud800", "\\ud83d\\ude00", "\\u0041"])
def test_escapes_in_any_number_are_read(escape: str) -> None:
    broken = '{"@type": "WebSite", "name": "' + escape * 5_000 + '",}'
    assert title_of(broken, RECIPE) == "Soup"
    (block,) = tolerant_json.load_all(broken)
    assert len(block["name"]) == 5_000 * len(escape) // 6


def test_both_halves_of_an_escaped_pair_are_one_character() -> None:
    assert title_of(RECIPE.replace("Soup", "Soup \\ud83c\\udf72").replace("]}", "],}")) == "Soup \U0001f372"


@pytest.mark.parametrize("error", [RecursionError("too deep"), KeyError("a"), OverflowError("too large")])
def test_whatever_befalls_a_block_costs_only_itself(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    read = tolerant_json.load_all

    def stumble(text: str) -> list[Any]:
        if "WebSite" in text:
            raise error
        return read(text)

    monkeypatch.setattr(tolerant_json, "load_all", stumble)
    found = extract(page('{"@type": "WebSite"}', RECIPE), url="", charset=None, kinds=[Kind.RECIPE])
    assert found.records[Kind.RECIPE].data["title"] == "Soup"
    assert found.warnings == (f"JSON-LD block 1 left out: {type(error).__name__}",)


def test_want_of_memory_is_not_taken_for_a_fault_of_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(text: str) -> list[Any]:
        raise MemoryError

    monkeypatch.setattr(tolerant_json, "load_all", run_out)
    with pytest.raises(MemoryError):
        title_of(RECIPE)


@pytest.mark.parametrize("end", ["}", ",}"], ids=["sound", "malformed"])
@pytest.mark.parametrize("written", ["1" * 25, "7" * 400, "9" * 5_000, "-" + "3" * 30, "1e400", "-2.5E999"])
def test_a_number_that_cannot_be_held_stays_as_it_is_written(written: str, end: str) -> None:
    assert tolerant_json.load_all('{"a": [' + written + '], "b": 1.5' + end) == [{"a": [written], "b": 1.5}]


@pytest.mark.parametrize("end", ["}", ",}"], ids=["sound", "malformed"])
def test_a_long_number_costs_its_neighbours_nothing(end: str) -> None:
    assert tolerant_json.load_all('{"a": ' + "1" * 20 + ', "b": 7, "c": -0.5, "d": "e", "f": null' + end) == [
        {"a": "1" * 20, "b": 7, "c": -0.5, "d": "e", "f": None}
    ]


def test_quoted_words_within_a_string_are_kept() -> None:
    assert tolerant_json.load_all('{"a": "the "best", they say", "b": 2}') == [{"a": 'the "best", they say', "b": 2}]


def test_numbers_and_constants_survive_the_tolerant_reader() -> None:
    assert tolerant_json.load_all('{"a": -1.5, "b": 7, "c": true, "d": null, "e": 1e3,}') == [
        {"a": -1.5, "b": 7, "c": True, "d": None, "e": 1000.0}
    ]


@pytest.mark.parametrize(
    "text", ["{/*" * 50_000, '{"a":"' + '" "' * 50_000, "{" + "," * 100_000, '"' + "\\" * 100_000, "}]:" * 50_000]
)
@pytest.mark.timeout(5)
def test_the_tolerant_reader_takes_linear_time(text: str) -> None:
    tolerant_json.load_all(text)


def test_a_block_beyond_the_size_limit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"longer than allowed\Z"):
        tolerant_json.load_all("[" + " " * tolerant_json.MAX_LENGTH + "]")
    with pytest.raises(ValueError, match="repair"):
        tolerant_json.load_all("{'a'" + " " * tolerant_json.MAX_TOLERANT_LENGTH)


@pytest.mark.parametrize(
    "declared",
    [
        '"Recipe"',
        '["NewsArticle", "Recipe"]',
        '"http://schema.org/Recipe"',
        '"schema:Recipe"',
        '"https://schema.org/Recipe/"',
    ],
)
def test_every_spelling_of_a_type_is_the_type(declared: str) -> None:
    assert title_of(RECIPE.replace('"Recipe"', declared)) == "Soup"


def test_prefixed_property_names_are_the_properties() -> None:
    block = '{"@type": "schema:Recipe", "schema:name": "Soup", "http://schema.org/recipeIngredient": ["1 leek"]}'
    assert title_of(block) == "Soup"


def test_a_recipe_is_found_in_a_graph_in_a_list_and_inside_another_node() -> None:
    assert title_of('{"@graph": [{"@type": "WebPage"}, ' + RECIPE + "]}") == "Soup"
    assert title_of("[[" + RECIPE + "]]") == "Soup"
    assert title_of('{"@type": "WebPage", "mainEntity": ' + RECIPE + "}") == "Soup"


def test_a_block_in_a_meta_element_is_read() -> None:
    body = f"<meta name='application/ld+json' content='{RECIPE}'>".encode()
    assert Kind.RECIPE in extract(body, url="", charset=None, kinds=[Kind.RECIPE]).records


def test_references_are_followed() -> None:
    graph = {
        "@graph": [
            {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "author": {"@id": "#cook"}},
            {"@type": "Person", "@id": "#cook", "name": "Ada"},
        ]
    }
    found = extract(page(json.dumps(graph)), url="", charset=None, kinds=[Kind.RECIPE])
    assert found.records[Kind.RECIPE].data["author"] == "Ada"


@pytest.mark.timeout(5)
def test_references_that_go_in_circles_come_to_an_end() -> None:
    section = {"@type": "HowToSection", "@id": "#s", "name": "Dough", "itemListElement": [{"@id": "#s"}] * 20}
    recipe = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "recipeInstructions": {"@id": "#s"}}
    product = {"@type": "Product", "@id": "#p", "name": "Pan", "hasVariant": [{"@id": "#p"}] * 400}
    found = extract(page(json.dumps([section, recipe, product])), url="", charset=None, kinds=list(Kind))
    assert found.records[Kind.RECIPE].data["instructions"] == ["Dough"]
    assert found.records[Kind.PRODUCT].data["price"] is None


@pytest.mark.timeout(5)
def test_sections_that_share_their_parts_do_not_multiply() -> None:
    levels = [
        {"@id": f"#{n}", "@type": "HowToSection", "itemListElement": [{"@id": f"#{n + 1}"}] * 10} for n in range(12)
    ]
    recipe = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "recipeInstructions": {"@id": "#0"}}
    assert title_of(json.dumps([recipe, *levels])) == "Soup"


def test_nodes_beyond_the_depth_limit_are_left_out_and_said() -> None:
    nested: object = {"@type": "Recipe"}
    for _ in range(MAX_DEPTH + 1):
        nested = [nested]
    graph = Graph.of([nested])
    assert graph.truncated
    assert graph.nodes == []


def test_the_complete_recipe_is_chosen_over_the_first() -> None:
    stub = '{"@type": "Recipe", "@id": "https://example.org/soup", "name": "Stub", "image": "/a.jpg"}'
    assert title_of(stub, RECIPE) == "Soup"


def test_the_main_entity_is_chosen_over_an_equal() -> None:
    other = RECIPE.replace("Soup", "Other")
    assert title_of(other, '{"@type": "WebPage", "mainEntity": ' + RECIPE + "}") == "Soup"


def test_the_node_with_the_address_of_the_page_is_chosen_over_an_equal() -> None:
    own = RECIPE.replace("}", ', "url": "https://www.example.org/soup/"}')
    other = RECIPE.replace("Soup", "Other").replace("}", ', "url": "https://example.org/other"}')
    assert title_of(other, own) == "Soup"


def test_a_related_product_is_never_chosen_over_the_page_s_own() -> None:
    related = {"@type": "Product", "name": "Lid", "sku": "2", "brand": "B", "offers": {"price": 1}, "image": "/l.jpg"}
    main = {"@type": "Product", "name": "Pan", "isRelatedTo": [related]}
    found = extract(page(json.dumps(main)), url="", charset=None, kinds=[Kind.PRODUCT])
    assert found.records[Kind.PRODUCT].data["name"] == "Pan"


def test_a_page_that_lists_products_is_about_none_of_them() -> None:
    items = [{"@type": "ListItem", "item": {"@type": "Product", "name": name}} for name in ("Pan", "Lid")]
    listing = {"@type": "ItemList", "itemListElement": items}
    assert not extract(page(json.dumps(listing)), url="", charset=None, kinds=[Kind.PRODUCT]).records
