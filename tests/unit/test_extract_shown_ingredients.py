"""Visible ingredients that the markup omits, truncates or joins into one text."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract

SHOWN = ["250 g rye flour", "2 tsp caraway seed", "1 pinch of salt", "300 ml buttermilk", "40 g butter, melted"]
METHOD = "<h2>Method</h2><ol><li>Mix the flour with the buttermilk.</li><li>Bake it in a hot oven.</li></ol>"


def recipe(marked: Any, shown: Sequence[str] = SHOWN, page: str = "") -> Record:
    node = {"@type": "Recipe", "name": "Rye bread", "recipeIngredient": marked, "recipeInstructions": "Bake it."}
    listed = "".join(f"<li>{line}</li>" for line in shown)
    page = page or f"<h1>Rye bread</h1><h2>Ingredients</h2><ul>{listed}</ul>{METHOD}"
    body = f'<script type="application/ld+json">{json.dumps(node)}</script>{page}'
    url = "https://example.org/rye-bread"
    return extract(body.encode(), url=url, charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE]


def lines(found: Record) -> list[str]:
    return [line["raw"] for line in found.data["ingredients"]]


@pytest.mark.parametrize(
    "marked",
    [
        ["rye flour", "caraway seed", "salt", "buttermilk", "butter, melted"],
        ["rye flour", "caraway seed", "of salt", "buttermilk"],
        ["rye flour", "caraway seed", "1 pinch of salt", "buttermilk", "butter, melted", "Rye flour"],
        ["Butter", "Buttermilk", "Salt", "Rye flour", "Caraway seed"],
        "rye flour, caraway, salt, buttermilk",
        "rye flour; caraway seed; salt; buttermilk; butter",
        ["rye flour, caraway seed", "salt, buttermilk, butter"],
        "250 g rye flour, 2 tsp caraway seed, 1 pinch of salt, 300 ml buttermilk, 40 g butter, melted",
        "250 g rye flour 2 tsp caraway seed 1 pinch of salt 300 ml buttermilk 40 g butter, melted",
        ["250 g rye flour 2 tsp caraway seed 1 pinch of salt", "300 ml buttermilk 40 g butter, melted"],
    ],
    ids=(
        "foods",
        "one less",
        "one amount",
        "sorted",
        "foods in one text",
        "semicolons",
        "foods in two texts",
        "commas",
        "one text",
        "two texts",
    ),
)
def test_the_visible_list_replaces_a_less_complete_list_in_the_markup(marked: Any) -> None:
    assert lines(recipe(marked)) == SHOWN


@pytest.mark.parametrize(
    ("shown", "marked"),
    [
        (["小麦粉 200g", "卵 3個", "りんご 2個", "塩 5g"], ["小麦粉", "卵", "りんご", "塩"]),
        (["Farina 200 g", "Uova 3", "Mele 2", "Sale ½ cucchiaino"], "Farina 200 g, Uova 3, Mele 2, Sale ½ cucchiaino"),
        (["Мука 200 г", "Яйца 3 шт.", "Яблоки 2 шт.", "Соль"], ["Мука 200 г, Яйца 3 шт., Яблоки 2 шт., Соль"]),
    ],
)
def test_the_visible_list_is_used_in_any_language(shown: list[str], marked: Any) -> None:
    assert lines(recipe(marked, shown)) == shown


@pytest.mark.parametrize("marked", [["For the dough", "For the crust"], ["Dough:", "Crust:"], "Dough"])
def test_group_names_in_the_markup_are_replaced_by_the_visible_lists(marked: Any) -> None:
    dough, crust = ("".join(f"<li>{line}</li>" for line in part) for part in (SHOWN[:3], SHOWN[3:]))
    page = f"<h2>Ingredients</h2><h3>For the dough</h3><ul>{dough}</ul><h3>For the crust</h3><ul>{crust}</ul>{METHOD}"
    found = recipe(marked, page=f"<h1>Rye bread</h1>{page}")
    assert lines(found) == SHOWN
    assert [line["group"] for line in found.data["ingredients"]] == ["For the dough"] * 3 + ["For the crust"] * 2


@pytest.mark.parametrize(
    "marked",
    [
        ["oat flour", "anise", "honey", "cream", "lard"],
        ["rye flour", "sourdough", "honey", "buttermilk", "lard", "poppy seed"],
        ["250 g rye flour", "2 tsp caraway seed", "salt", "buttermilk"],
        ["oat flour, anise, honey, cream"],
        ["rye flour, salt"],
        ["500 g wheat flour 3 tsp anise 1 cup of cream and 2 eggs"],
    ],
    ids=(
        "other foods",
        "half of them",
        "half of the amounts",
        "other foods in one text",
        "a few in one text",
        "another text",
    ),
)
def test_a_visible_list_of_other_foods_is_not_used(marked: list[str]) -> None:
    assert lines(recipe(marked)) == marked


@pytest.mark.parametrize(
    "shown",
    [
        ["rye flour", "caraway seed", "salt", "buttermilk"],
        ["fine rye flour", "whole caraway seed", "coarse salt", "cold buttermilk"],
        ["fine rye flour", "whole caraway seed", "coarse salt", "300 ml buttermilk"],
        ["rye flour", "2 eggs"],
        [],
    ],
    ids=("the same", "other words", "one amount", "two", "none"),
)
def test_a_visible_list_without_more_detail_is_not_used(shown: list[str]) -> None:
    marked = ["rye flour", "caraway seed", "salt", "buttermilk"]
    assert lines(recipe(marked, shown)) == marked


def test_a_much_longer_visible_list_is_not_used() -> None:
    marked = ["rye flour", "caraway seed", "salt"]
    assert lines(recipe(marked, [*SHOWN, *(f"{n} g food no. {n}" for n in range(2, 9))])) == marked


def test_a_text_with_all_ingredients_is_split_if_no_list_is_visible() -> None:
    marked = "250 g rye flour, 2 tsp caraway seed, 300 ml buttermilk, salt"
    assert lines(recipe(marked, page="<h1>Rye bread</h1>")) == [
        "250 g rye flour", "2 tsp caraway seed", "300 ml buttermilk", "salt",
    ]  # fmt: skip


ONE_LINE = (
    "2 eggs, beaten",
    "1 (14 oz) can tomatoes, chopped, or 2 fresh ones",
    "Salt, pepper",
    "Butter, at least 82 % fat, cut into cubes of 2 cm",
)


@pytest.mark.parametrize("line", ONE_LINE)
def test_a_line_with_commas_is_not_split(line: str) -> None:
    assert lines(recipe([line], page="<h1>Rye bread</h1>")) == [line]
    assert lines(recipe(line, page="<h1>Rye bread</h1>")) == [line]


ORDINARY = ["1 1/2 cups (190 g) flour, plus 2 tbsp for dusting", "2-3 eggs, or 4 small ones", "1 (14 oz) can milk"]


def test_lines_with_several_numbers_are_not_split() -> None:
    assert lines(recipe(ORDINARY, page="<h1>Rye bread</h1>")) == ORDINARY
    shown = ["1 1/2 cups (190 g) flour", "plus 2 tbsp for dusting", "2-3 eggs, or 4 small ones", "1 (14 oz) can milk"]
    assert lines(recipe(ORDINARY, shown)) == ORDINARY


def test_only_a_line_that_contains_a_list_is_split() -> None:
    marked = [ORDINARY[0], "300 ml buttermilk, 2 eggs, 40 g butter, salt"]
    assert lines(recipe(marked, page="<h1>Rye bread</h1>")) == [
        ORDINARY[0], "300 ml buttermilk", "2 eggs", "40 g butter", "salt",
    ]  # fmt: skip
