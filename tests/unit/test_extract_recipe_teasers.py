"""Teasers are not methods, and visible text beside the markup is part of the content of a page."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract, extract_if_changed
from garner.extraction.kinds.recipe.ladder import LADDER
from garner.extraction.page.document import Document

URL = "https://example.org/rye-bread"
INGREDIENTS = ["250 g rye flour", "300 ml buttermilk"]
METHOD = ["Mix the flour with the buttermilk.", "Bake it in a hot oven for an hour."]
WHOLE: dict[str, Any] = {"recipeYield": "1 loaf", "totalTime": "PT1H"}


def page(steps: Any, shown: list[str] = METHOD, listed: list[str] = INGREDIENTS, **more: Any) -> bytes:
    node = {"@type": "Recipe", "name": "Rye bread", "recipeIngredient": INGREDIENTS, "recipeInstructions": steps}
    lines, method = ("".join(f"<li>{text}</li>" for text in texts) for texts in (listed, shown))
    parts = f"<h2>Ingredients</h2><ul>{lines}</ul><h2>Method</h2><ol>{method}</ol>" if shown else ""
    markup = f'<script type="application/ld+json">{json.dumps(node | more)}</script>'
    return f"<html lang=en>{markup}<body><h1>Rye bread</h1>{parts}</body></html>".encode()


def recipe(body: bytes) -> Record:
    return extract(body, url=URL, charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE]


def is_unchanged(before: bytes, after: bytes) -> bool:
    kinds = (Kind.RECIPE,)
    first = extract_if_changed(before, url=URL, charset=None, kinds=kinds, before=None)
    return extract_if_changed(after, url=URL, charset=None, kinds=kinds, before=first.page_fingerprint).unchanged


TEASERS = [
    "A dark and dense loaf for long winter evenings…",
    "A dark loaf that keeps for a week. Read more",
    "My grandmother baked this every Friday [...]",
    "Get the full recipe",
    "Ein dunkles Brot für den Winter. Weiterlesen »",
    "Un pain noir et dense. Lire la suite",
    "Click here to see how it is made",
]


@pytest.mark.parametrize("teaser", TEASERS)
def test_the_visible_method_replaces_a_teaser_in_the_markup(teaser: str) -> None:
    assert recipe(page(teaser)).data["instructions"] == METHOD
    assert recipe(page([{"@type": "HowToStep", "text": teaser}])).data["instructions"] == METHOD


@pytest.mark.parametrize("teaser", TEASERS[1:])
def test_a_teaser_is_dropped_if_the_page_shows_no_method(teaser: str) -> None:
    assert recipe(page(teaser, [])).data["instructions"] == []


def test_a_truncated_step_is_kept_if_the_page_shows_less() -> None:
    step = "Mix the flour with the buttermilk, knead it well and bake it in a hot oven for an hour…"
    assert recipe(page(step, ["Mix it.", "Bake it in the oven."])).data["instructions"] == [step]


def test_a_truncated_step_is_kept_if_the_page_shows_no_method() -> None:
    for steps in ("Mix it all, then bake it for an hour…", ["Mix it all...", "Bake it for an hour..."]):
        assert recipe(page(steps, [])).data["instructions"] == ([steps] if isinstance(steps, str) else steps)


SHOWN = [
    [METHOD[0], "Let it rise in a warm place for an hour…", METHOD[1]],
    [METHOD[0], "Bake it in a hot oven until it sounds hollow when tapped. Read more"],
]


@pytest.mark.parametrize("shown", SHOWN)
def test_visible_steps_are_kept_even_if_one_ends_like_a_teaser(shown: list[str]) -> None:
    assert recipe(page(TEASERS[1], shown)).data["instructions"] == shown


@pytest.mark.parametrize("shown", [["Get the full recipe here", *METHOD], [*METHOD, "Read more"]])
def test_a_short_row_that_links_elsewhere_is_not_a_step(shown: list[str]) -> None:
    assert recipe(page(TEASERS[1], shown)).data["instructions"] == METHOD


def test_rows_that_are_all_truncated_are_not_a_method() -> None:
    shown = ["A dark loaf for long winter evenings…", "It was baked every Friday by my grandmother…"]
    assert recipe(page("Get the full recipe", shown)).data["instructions"] == []


def test_the_visible_method_replaces_a_description_used_as_method() -> None:
    said = "A dark and dense loaf for long winter evenings, baked slowly."
    assert recipe(page(said, description=said)).data["instructions"] == METHOD
    assert recipe(page(said, [], description=said)).data["instructions"] == [said]


@pytest.mark.parametrize(
    "steps",
    [
        ["Mix.", "Bake it until it is brown..."],
        "Mix the flour with the milk, wait... and bake it.",
        ["Mix it all.", "Let it rise...", "Bake it for an hour."],
    ],
)
def test_a_method_with_an_ellipsis_is_not_a_teaser(steps: Any) -> None:
    written = [steps] if isinstance(steps, str) else steps
    assert recipe(page(steps, ["Something else is shown here.", "And here."])).data["instructions"] == written


def test_a_change_of_the_visible_method_is_detected_behind_a_teaser() -> None:
    before = page(TEASERS[0], **WHOLE)
    assert is_unchanged(before, before)
    assert not is_unchanged(before, page(TEASERS[0], [METHOD[0], "Steam it in a pot for an hour."], **WHOLE))


@pytest.mark.parametrize(
    ("listed", "shown"),
    [
        (["250 g rye flour, sifted", "300 ml buttermilk"], METHOD),
        (["250 g rye flour (or spelt)", "300 ml buttermilk"], METHOD),
        (INGREDIENTS, [METHOD[0], "Bake it in a hot oven for an hour, with steam."]),
        (INGREDIENTS, [*METHOD, "Let it cool on a rack overnight."]),
    ],
)
def test_a_change_of_text_that_is_not_in_the_markup_is_detected(listed: list[str], shown: list[str]) -> None:
    for more in ({}, WHOLE | {"recipeInstructions": METHOD[0]}):
        before, after = page(METHOD, **more), page(METHOD, shown, listed, **more)
        assert is_unchanged(before, before)
        assert not is_unchanged(before, after)
        assert not is_unchanged(after, before)


@pytest.mark.parametrize(
    "around",
    [
        "<section id=comments><h2>Comments</h2><p>I made it with rye and loved it.</p></section>",
        "<aside><h3>More recipes</h3><ul><li><a href=/a>Oat cake</a></li><li><a href=/b>Pie</a></li></ul></aside>",
        "<footer>© 2031</footer>",
        "<div class=ad>Buy a pan for $20 today</div>",
    ],
)
def test_changes_around_the_recipe_are_not_a_change(around: str) -> None:
    before = page(METHOD)
    after = before.replace(b"</body>", f"{around}</body>".encode())
    assert is_unchanged(before, after)


def test_a_page_without_named_groups_of_ingredients_is_not_parsed_for_them() -> None:
    for named, is_parsed in (("", False), ("<ul class=ingredients></ul>", True)):
        document = Document(page(METHOD, []) + named.encode(), url=URL, charset=None)
        assert LADDER.rungs[0].read(document) is not None
        assert ("tree" in vars(document)) is is_parsed


def test_changes_of_a_page_with_complete_markup_are_ignored() -> None:
    before = page(METHOD, **WHOLE)
    assert is_unchanged(before, page(METHOD, [*METHOD, "Let it cool."], **WHOLE))
