"""Recipes that a page holds only as data for its own scripts. All pages are invented."""

import html
import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.recipe import embedded
from garner.extraction.kinds.recipe.embedded import MAX_ENTRIES
from garner.extraction.page.document import Document
from garner.extraction.page.markup.embedded_state import MAX_DEPTH, MAX_SCRIPT

URL = "https://cook.example/recipes/barley-stew"
OWN: dict[str, Any] = {
    "title": "Barley stew",
    "slug": "barley-stew",
    "ingredients": ["200 g pearl barley", "1 l stock", "2 carrots"],
    "instructions": ["Rinse the barley.", "Simmer it in the stock."],
    "servings": 4,
    "prepTime": "PT10M",
    "cookTime": 40,
}
LINES = OWN["ingredients"]
STEPS = OWN["instructions"]


def record(body: str, title: str = "Barley stew | Cook", url: str = URL) -> Record | None:
    page = f"<html lang=en><head><title>{title}</title></head><body><div id=app></div>{body}</body></html>"
    return extract(page.encode(), url=url, charset=None, kinds=[Kind.RECIPE]).records.get(Kind.RECIPE)


def state(**changes: Any) -> str:
    return (
        f'<script id="__NEXT_DATA__" type="application/json">{json.dumps({"props": {"page": OWN | changes}})}</script>'
    )


def read(**changes: Any) -> dict[str, Any]:
    found = record(state(**changes))
    assert found is not None
    return dict(found.data)


def raws(data: dict[str, Any]) -> list[str]:
    return [line["raw"] for line in data["ingredients"]]


def test_a_recipe_in_embedded_state_is_read_completely() -> None:
    found = record(state(author={"name": "Ida"}, image={"url": "/stew.jpg"}, description="Warm."))
    assert found is not None
    assert found.strategy == "embedded_state"
    assert found.confidence == 0.75
    assert (found.sources["language"].rung, found.sources["language"].path) == ("recipe_page", "html@lang")
    names = ("title", "author", "image", "description", "yields", "prep_minutes", "cook_minutes", "total_minutes")
    assert [found.data[name] for name in names] == [
        "Barley stew", "Ida", "https://cook.example/stew.jpg", "Warm.", "4 servings", 10, 40, 50,
    ]  # fmt: skip
    assert raws(found.data) == LINES
    assert found.data["instructions"] == STEPS


WHOLE = json.dumps({"data": {"recipe": OWN}})
FLAT = [
    ["ShallowReactive", 1], {"data": 2}, {"title": 3, "ingredients": 4, "instructions": 8}, "Barley stew", [5, 6, 7],
    *LINES, [9, 10], *STEPS,
]  # fmt: skip
FLIGHT = f'0:["$","div",null,{{"children":"$L1"}}]\n1a:{WHOLE}\n'


@pytest.mark.parametrize(
    "body",
    [
        f"<script>window.__INITIAL_STATE__ = {WHOLE};</script>",
        f"<script>var a = 1; window['__PRELOADED_STATE__']={WHOLE}\nb()</script>",
        f"<script>window.App={{x: 1}}; window.__DATA__ = {WHOLE};</script>",
        f"<script>const recipe = {json.dumps(OWN)};</script>",
        f"<script>window.__STATE__ = JSON.parse({json.dumps(WHOLE)});</script>",
        "<script>window.__STATE__ = JSON.parse('{}')</script>".format(WHOLE.replace('"', '\\"')),
        f"<script>self.__next_f.push([1,{json.dumps(FLIGHT[:90])}])</script>"
        f"<script>self.__next_f.push([1,{json.dumps(FLIGHT[90:])}])</script>",
        f'<script type="application/json" data-island>{WHOLE}</script>',
        f'<div data-page="{html.escape(WHOLE)}"></div>',
        f'<astro-island props="{html.escape(WHOLE)}"></astro-island>',
        f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(FLAT)}</script>',
    ],
    ids=(
        "assigned",
        "named by text",
        "second",
        "constant",
        "parsed",
        "quoted",
        "pushed",
        "island",
        "page",
        "props",
        "flat",
    ),
)
def test_embedded_state_is_found_in_every_script_format(body: str) -> None:
    found = record(body)
    assert found is not None
    assert (found.data["title"], raws(found.data), found.data["instructions"]) == ("Barley stew", LINES, STEPS)


@pytest.mark.parametrize(
    "ingredients",
    [
        [{"text": line} for line in LINES],
        [{"original": "200 g pearl barley"}, {"raw": "1 l stock"}, {"displayText": "2 carrots"}],
        [
            {"quantity": 200, "unit": "g", "name": "pearl barley"},
            {"amount": "1", "unit": {"name": "l"}, "ingredient": {"name": "stock"}},
            {"qty": 2.0, "unit": None, "food": "carrots"},
        ],
        [{"title": "", "items": LINES[:2]}, {"items": [{"text": LINES[2]}]}],
        "200 g pearl barley\n1 l stock\n2 carrots",
        "<ul><li>200 g pearl barley</li><li>1 l stock</li><li>2 carrots</li></ul>",
    ],
    ids=("texts", "names of texts", "parts", "groups", "lines", "markup"),
)
def test_ingredients_are_read_in_every_known_format(ingredients: Any) -> None:
    assert raws(read(ingredients=ingredients)) == LINES


def test_groups_of_ingredients_keep_their_names() -> None:
    data = read(ingredients=[{"name": "Stew", "ingredients": LINES[:2]}, {"heading": "Topping:", "list": LINES[2:]}])
    assert [(line["raw"], line["group"]) for line in data["ingredients"]] == [
        (LINES[0], "Stew"), (LINES[1], "Stew"), (LINES[2], "Topping"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "steps",
    [
        [{"text": step} for step in STEPS],
        [{"instruction": STEPS[0], "image": "a.jpg"}, {"description": STEPS[1], "number": 2}],
        [{"name": "", "steps": [{"step": step} for step in STEPS]}],
        "1. Rinse the barley.\n2. Simmer it in the stock.",
        [{"_type": "block", "children": [{"marks": [], "text": "Rinse "}, {"text": "the barley."}]}, STEPS[1]],
        [{"nodeType": "paragraph", "content": [{"nodeType": "text", "value": step}]} for step in STEPS],
        {"json": 1, "content": [{"content": [{"value": step}]} for step in STEPS]},
    ],
    ids=("texts", "names of texts", "groups", "counted", "blocks", "rich text", "document"),
)  # fmt: skip
def test_steps_are_read_in_every_known_format(steps: Any) -> None:
    assert read(instructions=steps)["instructions"] == STEPS


@pytest.mark.parametrize(
    "name", ["steps", "directions", "method", "recipeInstructions", "preparation", "cooking_steps"]
)
def test_steps_are_read_under_every_known_name(name: str) -> None:
    assert read(instructions=None, **{name: STEPS})["instructions"] == STEPS


@pytest.mark.parametrize(
    ("title", "ingredients", "steps"),
    [("titre", "ingredients", "etapes"), ("titulo", "ingredientes", "pasos"), ("titolo", "ingredienti", "passaggi")],
)
def test_field_names_in_other_languages_are_recognised(title: str, ingredients: str, steps: str) -> None:
    blank = dict.fromkeys(("title", "ingredients", "instructions"))
    data = read(**(blank | {title: OWN["title"], ingredients: LINES, steps: STEPS}))
    assert (data["title"], raws(data), data["instructions"]) == (OWN["title"], LINES, STEPS)


def test_groups_of_steps_keep_their_names() -> None:
    data = read(instructions=[{"title": "Stew", "steps": STEPS[:1]}, {"title": "Topping", "steps": STEPS[1:]}])
    assert data["instruction_groups"] == [{"name": "Stew", "steps": STEPS[:1]}, {"name": "Topping", "steps": STEPS[1:]}]


def test_references_within_the_data_are_followed() -> None:
    cache = {
        "ROOT_QUERY": {"recipe": {"__ref": "Recipe:7"}},
        "Recipe:7": OWN | {"ingredients": [{"__ref": f"Line:{n}"} for n in range(3)]},
        **{f"Line:{n}": {"text": line} for n, line in enumerate(LINES)},
    }
    found = record(f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)}</script>")
    assert found is not None
    assert raws(found.data) == LINES


def test_the_main_recipe_is_selected_from_several() -> None:
    other = OWN | {"title": "Onion tart", "slug": "onion-tart", "ingredients": ["6 onions", "1 pastry"]}
    many = [other, OWN, other | {"title": "Leek pie", "slug": "leek-pie"}]
    for title in ("Barley stew | Cook", "Cook"):
        found = record(f'<script type="application/json">{json.dumps({"ingredients": many})}</script>', title)
        assert found is not None
        assert found.data["title"] == "Barley stew"
    others = [other, other | {"title": "Leek pie", "slug": "leek-pie"}]
    assert record(f'<script type="application/json">{json.dumps({"list": others})}</script>') is None


@pytest.mark.parametrize("slug", ["onion-tart", "barley", "recipe", "ley-s", "cook.example", "/", ""])
def test_a_recipe_that_neither_title_nor_url_names_is_not_used(slug: str) -> None:
    assert record(state(title="Onion tart", slug=slug)) is None


@pytest.mark.parametrize("slug", ["barley-stew", "/recipes/barley-stew/", URL, "Barley-Stew"])
def test_a_recipe_whose_slug_is_in_the_url_is_used(slug: str) -> None:
    found = record(state(title="Grandmother's supper", slug=slug), "Cook")
    assert found is not None
    assert found.data["title"] == "Grandmother's supper"


def test_a_recipe_whose_id_is_in_the_query_of_the_url_is_used() -> None:
    body = state(title="Grandmother's supper", slug="", id=48213)
    assert record(body, "Cook", "https://cook.example/recipe?page=2&id=48213") is not None
    assert record(body, "Cook", "https://cook.example/recipe?page=2&id=482135") is None


CONTENTS = {
    "ingredients": ["Aqua", "Glycerin", "Parfum"],
    "instructions": "Apply it every day.",
    "servings": None,
    "prepTime": None,
    "cookTime": "",
}


@pytest.mark.parametrize("fact", [{"servings": 2}, {"prepTime": 5}, {"instructions": STEPS}, {"ingredients": LINES}])
def test_an_object_with_a_fact_of_a_recipe_is_not_taken_for_an_article(fact: dict[str, Any]) -> None:
    assert record(state(**(CONTENTS | fact))) is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"ingredients": []},
        {"instructions": None},
        {"title": ""},
        {"price": "9.90"},
        {"ean": "4006381333931"},
        {"ingredients": ["Aqua"]},
        CONTENTS,
    ],
    ids=("no ingredients", "no steps", "no name", "sold", "numbered", "one ingredient", "contents"),
)
def test_state_without_a_recipe_gives_no_record(changes: dict[str, Any]) -> None:
    assert record(state(**changes)) is None


def test_markup_is_preferred_over_embedded_state() -> None:
    node = {"@type": "Recipe", "name": "Barley stew", "recipeIngredient": ["1 cup barley", "1 carrot"]}
    marked = f'<script type="application/ld+json">{json.dumps(node | {"recipeInstructions": "Boil it."})}</script>'
    found = record(marked + state())
    assert found is not None
    assert raws(found.data) == ["1 cup barley", "1 carrot"]
    assert found.data["yields"] is None  # no essential field is missing, so the state is not read


def test_embedded_state_completes_markup_without_steps() -> None:
    node = {"@type": "Recipe", "name": "Barley stew", "recipeIngredient": ["1 cup barley", "1 carrot"]}
    found = record(f'<script type="application/ld+json">{json.dumps(node)}</script>{state()}')
    assert found is not None
    assert (raws(found.data), found.data["instructions"]) == (["1 cup barley", "1 carrot"], STEPS)


def test_a_page_that_mentions_no_ingredients_is_not_parsed() -> None:
    page = Document(b"<script>window.__STATE__ = {}</script>", url=URL, charset=None)
    assert embedded.read(page) is None
    assert "tree" not in vars(page)


def test_state_pushed_in_chunks_is_found_wherever_it_is_split() -> None:
    cut = FLIGHT.index("ngredients") + 4
    pieces = (FLIGHT[:cut], FLIGHT[cut:])
    found = record("".join(f"<script>self.__next_f.push([1,{json.dumps(piece)}])</script>" for piece in pieces))
    assert found is not None
    assert raws(found.data) == LINES


def nested(depth: int) -> str:
    return '{"ingredients":[' * depth + json.dumps(OWN) + "]}" * depth


def flat(levels: int, wide: int) -> str:
    """A recipe in a flat list: each of its lists references the next one many times, and the last one a line."""
    lists = [[place + 4] * wide for place in range(levels)]
    data = [{"title": 1, "ingredients": 3, "instructions": 3}, "Barley stew", "1 egg", *lists]
    data[-1] = [2] * wide
    return f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(data)}</script>'


def referring(wide: int) -> str:
    """Pieces of rich text, each of which references the next one many times."""
    pieces = {f"P:{n}": {"children": [{"__ref": f"P:{n + 1}"}] * wide} for n in range(6)} | {"P:6": {"text": "Boil."}}
    cache = {"ROOT_QUERY": {"recipe": OWN | {"instructions": [{"__ref": "P:0"}] * wide}}, **pieces}
    return f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)}</script>"


@pytest.mark.cpu_seconds(3)
@pytest.mark.parametrize("body", [flat(5, 20), flat(5, 300), referring(12)], ids=("flat", "wide", "references"))
def test_lists_referenced_many_times_are_read_within_bounds(body: str) -> None:
    found = record(body)
    assert found is None or len(found.data["ingredients"]) <= MAX_ENTRIES


@pytest.mark.cpu_seconds(2)
def test_a_long_text_referenced_many_times_is_read_within_bounds() -> None:
    data = [{"title": 1, "ingredients": 3, "instructions": 3}, "Barley stew", "x<b>" * 500_000, [4] * 300, [2] * 300]
    assert record(f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(data)}</script>') is None


@pytest.mark.cpu_seconds(5)
def test_only_the_main_recipe_is_parsed() -> None:
    lines = [f"{n} g food no. {n}" for n in range(1, 200)]
    others = [OWN | {"title": f"Tart {n}", "slug": f"tart-{n}", "ingredients": lines} for n in range(300)]
    found = record(f'<script type="application/json">{json.dumps({"recipes": [*others, OWN]})}</script>')
    assert found is not None
    assert found.data["title"] == "Barley stew"


@pytest.mark.cpu_seconds(10)
@pytest.mark.parametrize(
    "body",
    [
        '<script type="application/json">' + nested(50_000) + "</script>",
        '<script type="application/json">' + nested(MAX_DEPTH + 1) + "</script>",
        "<script>ingredient" + "= {" * 300_000 + "</script>",
        "<script>ingredient JSON.parse('" + "\\'" * 500_000 + "</script>",
        "<script>ingredient window.state = {" + "a:{" * 300_000 + "</script>",
        "<script>/*ingredient*/self.__next_f.push([1,\"" + "1:{" * 100_000 + '"])</script>',
        state(ingredients=[[[["x"] * 999]] * 999] * 2, instructions=[]),
        '<script type="application/json" id="__NUXT_DATA__">[{"ingredients": 0, "title": 1}, "x"]</script>',
        f'<script type="application/json">{json.dumps(OWN)}{" " * MAX_SCRIPT}</script>',
    ],
    ids=("nested", "deep", "assigned", "quoted", "objects", "pushed", "wide", "cyclic", "long"),
)  # fmt: skip
def test_hostile_data_is_read_within_bounds(body: str) -> None:
    assert record(body) is None
