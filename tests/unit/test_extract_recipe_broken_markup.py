"""Recipes with broken markup: wrong case, another format, or escaped once too often."""

import html
import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.values.fields import clean_lines, clean_text, minutes

URL = "https://example.org/recipes/soup"
MINIMAL: dict[str, Any] = {"@type": "Recipe", "name": "Leek soup", "recipeIngredient": ["2 leeks", "1 l stock"]}
STEPS = [{"@type": "HowToStep", "text": "Chop the leeks."}, {"@type": "HowToStep", "text": "Boil them."}]


def recipe(page: str) -> Record:
    return extract(page.encode(), url=URL, charset="utf-8", kinds=[Kind.RECIPE]).records[Kind.RECIPE]


def from_json_ld(**properties: Any) -> Record:
    return recipe(f'<script type="application/ld+json">{json.dumps(MINIMAL | properties)}</script>')


def from_microdata(**attributes: str) -> Record:
    told = "".join(f'<meta itemprop={name} content="{html.escape(text)}">' for name, text in attributes.items())
    listed = "<i itemprop=recipeIngredient>2 leeks</i><i itemprop=recipeIngredient>1 l stock</i>"
    return recipe(
        f'<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop=name>Soup</h1>{listed}{told}</div>'
    )


@pytest.mark.parametrize(
    "written",
    [
        json.dumps(STEPS),
        f"  {json.dumps(STEPS, indent=2)}\n",
        json.dumps(["Chop the leeks.", "Boil them."]),
        json.dumps({"@type": "HowToSection", "itemListElement": STEPS}),
        json.dumps([{"@type": "HowToSection", "ItemListElement": STEPS}]),
        html.escape(json.dumps(STEPS)),
        json.dumps(STEPS)[:-1] + ",]",
        json.dumps(json.dumps(STEPS)),
        str(STEPS),
    ],
    ids=(
        "list",
        "set out",
        "texts",
        "section",
        "section in capitals",
        "escaped",
        "stray comma",
        "twice",
        "single quotes",
    ),
)
def test_json_inside_a_text_is_parsed(written: str) -> None:
    expected = ["Chop the leeks.", "Boil them."]
    assert from_microdata(recipeInstructions=written).data["instructions"] == expected
    assert from_json_ld(recipeInstructions=written).data["instructions"] == expected
    assert from_json_ld(recipeInstructions=[written]).data["instructions"] == expected


@pytest.mark.parametrize(
    "written", ["[Optional] Chop the leeks.", "{Step} Chop.", "[1] Chop.", '["Quick" method] Chop.', "[ ] Chop."]
)
def test_brackets_in_a_step_are_not_json(written: str) -> None:
    assert from_json_ld(recipeInstructions=written).data["instructions"] == [written]


def test_unreadable_json_is_not_a_step() -> None:
    assert from_json_ld(recipeInstructions='[{"@type"').data["instructions"] == []


@pytest.mark.cpu_seconds(5)
@pytest.mark.parametrize(
    "written", [" " * 100_000, "[" * 100_000, '["' + "] " * 50_000, '[{"' * 30_000, '"[ ' * 30_000]
)
def test_searching_for_json_takes_linear_time(written: str) -> None:
    from_json_ld(recipeInstructions=[written] * 3)


def test_ingredients_in_json_inside_a_text_are_parsed() -> None:
    found = from_json_ld(recipeIngredient=json.dumps(["2 leeks", "1 l stock", "Salt"]))
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks", "1 l stock", "Salt"]


@pytest.mark.parametrize(
    "sections",
    [
        [{"@type": "HowToSection", "ItemListElement": STEPS}],
        [{"@type": "HowToSection", "itemlistelement": STEPS}],
        {"@type": "ItemList", "ITEMLISTELEMENT": STEPS},
        [{"@type": "HowToStep", "Text": "Chop the leeks."}, {"@type": "HowToStep", "TEXT": "Boil them."}],
    ],
)
def test_property_names_of_sections_are_case_insensitive(sections: Any) -> None:
    assert from_json_ld(recipeInstructions=sections).data["instructions"] == ["Chop the leeks.", "Boil them."]


def test_property_names_of_the_recipe_are_case_insensitive() -> None:
    node = {"@type": "Recipe", "Name": "Leek soup", "recipeingredient": ["2 leeks"], "RecipeYield": "4 bowls"}
    found = recipe(f'<script type="application/ld+json">{json.dumps(node | {"totaltime": "PT40M"})}</script>')
    assert [found.data[name] for name in ("title", "yields", "total_minutes")] == ["Leek soup", "4 bowls", 40]
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks"]


def test_a_property_name_in_the_right_case_is_preferred() -> None:
    found = from_json_ld(Name="SOUP OF LEEK", recipeYield="4 bowls", recipeyield="9")
    assert (found.data["title"], found.data["yields"]) == ("Leek soup", "4 bowls")


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("PTH30MS", 30),
        ("PT1HMS", 60),
        ("PT1HM", 60),
        ("PDT1H15M", 75),
        ("P0YMDT2H5MS", 125),
        ("PT45", 45),
        ("PT1H30", 90),
        ("P30M", 30),
        ("P90M", 90),
        ("PT00:45", 45),
        ("PT01:20:00", 80),
        ("PTHMS", None),
        ("PTM", None),
        ("PT", None),
        ("P5X", None),
        ("P1M", 43_200),
        ("PT5H1", 301),
        ("PT1234", None),
    ],
)
def test_a_duration_with_empty_parts_is_read(written: str, amount: int | None) -> None:
    assert minutes(written) == amount


@pytest.mark.parametrize(
    "written",
    [
        *("2&nbsp;leeks", "2&amp;nbsp;leeks", "2&amp;amp;nbsp;leeks", "2&#160;leeks", "2&amp;#160;leeks"),
        *("2\u00c2\u00a0leeks", "2\\u00a0leeks", "2\\xa0leeks", "2 \u00a0leeks"),
    ],
)
def test_a_space_encoded_several_times_is_one_space(written: str) -> None:
    assert clean_text(written) == "2 leeks"
    assert clean_lines(f"{written}\nSalt") == ["2 leeks", "Salt"]


def test_letters_of_a_word_are_not_decoded_as_a_space() -> None:
    assert clean_text("Â point") == "Â point"
    assert clean_text(r"C:\users") == r"C:\users"


@pytest.mark.parametrize("space", ["&amp;nbsp;", "&amp;#160;", "&amp;#xA0;", "\u00c2\u00a0", "&Acirc;&nbsp;"])
def test_a_space_encoded_twice_in_visible_text_is_one_space(space: str) -> None:
    found = recipe(
        f"<h1>Leek{space}soup</h1><h2>Ingredients</h2><ul><li>2{space}leeks</li><li>1{space}l stock</li></ul>"
        f"<h2>Method</h2><ol><li>Chop{space}the leeks finely.</li><li>Boil them in the stock.</li></ol>"
    )
    assert found.data["title"] == "Leek soup"
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks", "1 l stock"]
    assert found.data["instructions"][0] == "Chop the leeks finely."


LISTED = "<ol><li>Chop the leeks into thin rings.<li>Boil them.</ol>"
METHOD = f"<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul><h2>Method</h2>{LISTED}"
LONGER = json.dumps([STEPS[0] | {"text": "Chop the leeks into thin rings."}, STEPS[1]])
UNESCAPED = '"[{"@type":"HowToStep","text":"Mix"}]"'


@pytest.mark.parametrize(
    "expected",
    [
        f'<meta itemprop="recipeInstructions" content={UNESCAPED}>',
        f'<div itemprop="recipeInstructions" content={UNESCAPED}>{LISTED}</div>',
        f"<div itemprop=recipeInstructions>{html.escape(LONGER)}</div>",
        f"<div itemprop=recipeInstructions><p>{LONGER}</p></div>",
        '<meta itemprop="recipeInstructions" content="{{">',
    ],
    ids=("meta", "element", "text", "in a paragraph", "brackets"),
)
def test_json_cut_off_by_unescaped_quotes_is_not_a_step(expected: str) -> None:
    listed = '<i itemprop=recipeIngredient>2 leeks</i><meta itemprop=recipeIngredient content="["1 l stock"]">'
    scope = '<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop=name>Soup</h1>'
    found = recipe(f"{scope}{listed}{expected}</div>{METHOD}")
    assert found.data["instructions"] == ["Chop the leeks into thin rings.", "Boil them."]
    assert found.data["ingredients"][0]["raw"] == "2 leeks"
    assert "[" not in [line["raw"] for line in found.data["ingredients"]]


def test_the_text_of_an_element_replaces_json_cut_off_in_its_attribute() -> None:
    told = f'<div itemprop="recipeInstructions" content={UNESCAPED}>{LISTED}</div>'
    listed = "<i itemprop=recipeIngredient>2 leeks</i><i itemprop=recipeIngredient>1 l stock</i>"
    scope = '<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop=name>Soup</h1>'
    found = recipe(f"{scope}{listed}{told}</div>")
    assert found.data["instructions"] == ["Chop the leeks into thin rings.", "Boil them."]
    assert found.sources["instructions"].rung == "schema_org_microdata"
