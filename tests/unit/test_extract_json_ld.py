"""JSON-LD as found on real pages: repaired block by block, flattened, and the main node selected."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.page.document import Document
from garner.extraction.page.markup import tolerant_json
from garner.extraction.page.markup.json_ld import MAX_REPAIRED, blocks_in, json_ld_graph

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
        pytest.param(RECIPE.replace('"', "&amp;quot;"), id="entities escaped twice"),
        pytest.param(RECIPE.replace('"', "&#8220;"), id="entities for curled quotes"),
        pytest.param(RECIPE.replace('": ', "”: ").replace(' "', " “").replace('"', "”"), id="curled quotes"),
        pytest.param(RECIPE.replace('"', "`"), id="backticks"),
        pytest.param("var data = " + RECIPE + ";", id="assigned to a variable"),
        pytest.param("window.data = JSON.stringify(" + RECIPE + ");", id="inside a call"),
        pytest.param("JSON.parse(" + json.dumps(RECIPE) + ")", id="as a text inside a call"),
        pytest.param(json.dumps(RECIPE), id="as a text"),
        pytest.param(json.dumps(json.dumps(RECIPE)), id="as a text twice over"),
        pytest.param(RECIPE[1:], id="never opened"),
        pytest.param(RECIPE.replace('"Soup", ', '"Soup"}, '), id="closed too early"),
        pytest.param(RECIPE.replace('"Soup", ', '"Soup", "rating": , '), id="a value left empty before a comma"),
        pytest.param(RECIPE.replace("]}", '], "rating": }'), id="a value left empty before the end"),
        pytest.param(RECIPE.replace("]}", '], "rating": NaN, "best": -Infinity}'), id="numbers that are none"),
        pytest.param(RECIPE.replace('"Soup", ', '"Soup", "stray", '), id="a text without a key"),
        pytest.param(RECIPE.replace('"Soup", ', '"Soup", // the name\n'), id="a comment after a value"),
        pytest.param(RECIPE.replace('"Soup", ', '"Soup" /* name */, '), id="a comment before a comma"),
        pytest.param(RECIPE.replace(", ", ",<br />"), id="line breaks of an editor"),
        pytest.param(RECIPE.replace("]}", '], "a": {"b": [1, {"c": 2}'), id="brackets never closed"),
    ],
)
def test_a_malformed_block_is_repaired(block: str) -> None:
    assert title_of(block) == "Soup"


def test_a_value_nested_too_deeply_is_skipped_and_the_rest_of_the_block_is_read() -> None:
    deep = '{"deep": ' + "[" * 5_000 + ' "]" ' + "]" * 5_000 + "," + RECIPE[1:]
    found = extract(page(deep), url="", charset=None, kinds=[Kind.RECIPE])
    assert found.records[Kind.RECIPE].data["title"] == "Soup"
    assert "JSON-LD block 1 read in part: nested deeper than allowed" in found.warnings


def test_the_rest_of_a_deep_block_with_a_long_number_is_read() -> None:
    deep = '{"deep": ' + "[" * 5_000 + "1" * 30 + "]" * 5_000 + "," + RECIPE[1:]
    assert title_of(deep) == "Soup"


def test_a_block_of_unclosed_brackets_does_not_affect_other_blocks() -> None:
    assert title_of("[" * 5_000, RECIPE) == "Soup"


@pytest.mark.parametrize("escape", ["\\ud800", "\\ud83d\\ude00", "\\u0041"])
def test_thousands_of_escapes_are_read(escape: str) -> None:
    broken = '{"@type": "WebSite", "name": "' + escape * 5_000 + '",}'
    assert title_of(broken, RECIPE) == "Soup"
    (block,) = tolerant_json.read(broken).values
    assert len(block["name"]) == 5_000 * len(escape) // 6


def test_an_escaped_surrogate_pair_is_one_character() -> None:
    assert title_of(RECIPE.replace("Soup", "Soup \\ud83c\\udf72").replace("]}", "],}")) == "Soup \U0001f372"


@pytest.mark.parametrize("error", [RecursionError("too deep"), KeyError("a"), OverflowError("too large")])
def test_an_error_in_a_block_does_not_affect_other_blocks(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    read = tolerant_json.read

    def stumble(text: str, *limits: int) -> Any:
        if "WebSite" in text:
            raise error
        return read(text, *limits)

    monkeypatch.setattr(tolerant_json, "read", stumble)
    found = extract(page('{"@type": "WebSite"}', RECIPE), url="", charset=None, kinds=[Kind.RECIPE])
    assert found.records[Kind.RECIPE].data["title"] == "Soup"
    assert found.warnings == (f"JSON-LD block 1 left out: {type(error).__name__}",)


def test_a_memory_error_is_raised_and_not_blamed_on_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(text: str, *limits: int) -> Any:
        raise MemoryError

    monkeypatch.setattr(tolerant_json, "read", run_out)
    with pytest.raises(MemoryError):
        title_of(RECIPE)


@pytest.mark.parametrize("end", ["}", ",}"], ids=["sound", "malformed"])
@pytest.mark.parametrize("written", ["1" * 25, "7" * 400, "9" * 5_000, "-" + "3" * 30, "1e400", "-2.5E999"])
def test_a_number_that_is_too_large_is_kept_as_text(written: str, end: str) -> None:
    assert tolerant_json.read('{"a": [' + written + '], "b": 1.5' + end).values == [{"a": [written], "b": 1.5}]


@pytest.mark.parametrize("end", ["}", ",}"], ids=["sound", "malformed"])
def test_a_long_number_does_not_affect_other_values(end: str) -> None:
    assert tolerant_json.read('{"a": ' + "1" * 20 + ', "b": 7, "c": -0.5, "d": "e", "f": null' + end).values == [
        {"a": "1" * 20, "b": 7, "c": -0.5, "d": "e", "f": None}
    ]


TEXTS = some.text("\"'“”\\{}[],:/*<& \na1é", max_size=6)
SCALARS = some.none() | some.booleans() | some.integers(-(10**15), 10**15) | TEXTS
VALUES = some.recursive(SCALARS, lambda inner: some.lists(inner) | some.dictionaries(TEXTS, inner), max_leaves=8)
OBJECTS = some.dictionaries(TEXTS, VALUES, max_size=4)


@settings(max_examples=30, deadline=None)
@given(OBJECTS, some.sampled_from(["", ";", "-->", "//]]>"]), some.sampled_from([None, 2]))
def test_valid_json_gives_the_same_value_as_the_standard_parser(value: Any, after: str, indent: int | None) -> None:
    assert tolerant_json.read(json.dumps(value, indent=indent, ensure_ascii=False) + after).values == [value]


@settings(max_examples=30, deadline=None)
@given(OBJECTS, some.data())
def test_json_broken_at_any_position_raises_no_error(value: Any, data: some.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=False)
    at = data.draw(some.integers(0, len(text)))
    tolerant_json.read(text[:at] + data.draw(TEXTS) + text[at + 1 :])


def test_quoted_words_within_a_string_are_kept() -> None:
    assert tolerant_json.read('{"a": "the "best", they say", "b": 2}').values == [{"a": 'the "best", they say', "b": 2}]


def test_numbers_and_constants_survive_the_tolerant_reader() -> None:
    assert tolerant_json.read('{"a": -1.5, "b": 7, "c": true, "d": null, "e": 1e3,}').values == [
        {"a": -1.5, "b": 7, "c": True, "d": None, "e": 1000.0}
    ]


@pytest.mark.parametrize(
    "text", ["{/*" * 50_000, '{"a":"' + '" "' * 50_000, "{" + "," * 100_000, '"' + "\\" * 100_000, "}]:" * 50_000]
)
@pytest.mark.cpu_seconds(5)
def test_the_tolerant_reader_takes_linear_time(text: str) -> None:
    tolerant_json.read(text)


@pytest.mark.cpu_seconds(10)
def test_the_beginning_of_a_malformed_block_that_is_too_long_is_read() -> None:
    block = RECIPE[:-1] + ', "filling": "' + "x" * tolerant_json.MAX_TOLERANT_LENGTH
    values, left_out, repaired = tolerant_json.read(block)
    assert (values[0]["name"], left_out) == ("Soup", "longer than allowed")
    assert repaired == tolerant_json.MAX_TOLERANT_LENGTH


@pytest.mark.cpu_seconds(10)
def test_the_beginning_of_a_valid_block_that_is_too_long_is_read() -> None:
    block = RECIPE[:-1] + ', "filling": "' + "x" * tolerant_json.MAX_LENGTH + '"}'
    assert tolerant_json.read(block)[1] == "longer than allowed"
    assert title_of(block) == "Soup"


@pytest.mark.cpu_seconds(10)
def test_a_block_of_too_many_empty_objects_is_truncated() -> None:
    values, left_out, repaired = tolerant_json.read("[" + "{}," * (4 * tolerant_json.MAX_BRACKETS) + "{}]")
    assert left_out == "longer than allowed"
    assert len(values[0]) < repaired == tolerant_json.MAX_TOLERANT_LENGTH


@pytest.mark.cpu_seconds(20)
def test_the_number_of_repaired_characters_of_a_page_is_bounded() -> None:
    bad = "{'a':" + " " * (tolerant_json.MAX_TOLERANT_LENGTH - 10) + "1}"
    blocks = [bad] * (MAX_REPAIRED // tolerant_json.MAX_TOLERANT_LENGTH + 1)
    graph, warnings = json_ld_graph([*blocks, "{'@type': 'Recipe'}", '{"@type": "Product"}'])
    assert [set(node.types) for node in graph.nodes] == [{"product"}]
    assert "JSON-LD block 4 read in part: longer than allowed" in warnings


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
def test_every_spelling_of_a_type_is_recognised(declared: str) -> None:
    assert title_of(RECIPE.replace('"Recipe"', declared)) == "Soup"


def test_prefixed_property_names_are_recognised() -> None:
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


@pytest.mark.cpu_seconds(5)
def test_circular_references_terminate() -> None:
    section = {"@type": "HowToSection", "@id": "#s", "name": "Dough", "itemListElement": [{"@id": "#s"}] * 20}
    recipe = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "recipeInstructions": {"@id": "#s"}}
    product = {"@type": "Product", "@id": "#p", "name": "Pan", "hasVariant": [{"@id": "#p"}] * 400}
    found = extract(page(json.dumps([section, recipe, product])), url="", charset=None, kinds=list(Kind))
    assert found.records[Kind.RECIPE].data["instructions"] == ["Dough"]
    assert found.records[Kind.PRODUCT].data["price"] is None


@pytest.mark.cpu_seconds(5)
def test_sections_that_share_parts_do_not_multiply() -> None:
    levels = [
        {"@id": f"#{n}", "@type": "HowToSection", "itemListElement": [{"@id": f"#{n + 1}"}] * 10} for n in range(12)
    ]
    recipe = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 leek"], "recipeInstructions": {"@id": "#0"}}
    assert title_of(json.dumps([recipe, *levels])) == "Soup"


def is_parsed(document: Document) -> bool:
    return "tree" in vars(document)


def test_blocks_are_found_without_parsing_the_page() -> None:
    body = b"<!doctype html><!-- a --><script>'<p>'</script>" + page(RECIPE, RECIPE.replace("Soup", "Stew"))
    document = Document(body + b"<script>find('[type=\"application/ld+json\"]')</script>", url="", charset=None)
    assert [node.text("name") for node in document.json_ld.nodes] == ["Soup", "Stew"]
    assert not is_parsed(document)


def test_a_page_that_does_not_mention_json_ld_is_not_parsed_for_it() -> None:
    document = Document(b"<p>nothing of the kind", url="", charset=None)
    assert document.json_ld.nodes == []
    assert not is_parsed(document)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        pytest.param("<!-- {} -->", [], id="in a comment"),
        pytest.param("<!-- a --><!-- {} -->{}", ["Soup"], id="in a comment and outside"),
        pytest.param("<script>var a = '<!--';</script>{}", ["Soup"], id="after a comment in a script"),
        pytest.param("<script>document.write('{}'</script>", [], id="written by a script"),
        pytest.param(
            '<script data-a="b>c" type="application/ld+json">[]</script>', ["Soup"], id="a bracket in the tag"
        ),
        pytest.param("<script type='text/plain' data-type='application/ld+json'>[]</script>", [], id="another type"),
        pytest.param("<SCRIPT TYPE='application/LD+JSON'>[]</SCRIPT>", ["Soup"], id="in capitals"),
        pytest.param("<script type=application/ld+json>[]</script>", ["Soup"], id="without quotes"),
        pytest.param("<script type='application/ld&#43;json'>[]</script>", ["Soup"], id="with an entity in its type"),
        pytest.param("<script type='application/ld+json; charset=utf-8'>[]</script>", ["Soup"], id="with a charset"),
        pytest.param("<script type='application/ld+json'>[]", ["Soup"], id="never closed"),
        pytest.param("<meta name='application/ld+json' content='[]'>{}", ["Soup", "Soup"], id="in a meta element too"),
    ],
)
def test_blocks_are_found_where_an_html_parser_finds_them(body: str, names: list[str]) -> None:
    body = body.replace("{}", page(RECIPE).decode()).replace("[]", RECIPE)
    document = Document(body.encode(), url="", charset=None)
    assert [node.text("name") for node in document.json_ld.nodes] == names


def test_a_block_is_decoded_with_the_encoding_of_the_page() -> None:
    body = (page(RECIPE.replace("Soup", "茅台")).decode() + "<p>联通").encode("gbk")  # the name alone is valid UTF-8
    document = Document(body, url="", charset="gbk")
    assert document.json_ld.nodes[0].text("name") == "茅台"


def test_a_block_in_utf_16_is_read() -> None:
    document = Document(page(RECIPE).decode().encode("utf-16"), url="", charset=None)
    assert document.json_ld.nodes[0].text("name") == "Soup"


@pytest.mark.parametrize(
    "body",
    [
        b"application/ld+json" * 500_000,
        (b"<script " + b"application/ld+json " * 90) * 1_000,
        b"<script type=application/ld+json>{}</script>" * 40_000,
        b"<!--" * 500_000 + b"<script type=application/ld+json>{}</script>",
    ],
)
@pytest.mark.cpu_seconds(5)
def test_searching_for_blocks_takes_linear_time(body: bytes) -> None:
    blocks_in(body)
