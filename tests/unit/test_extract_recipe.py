"""Recipes from JSON-LD and microdata."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import EXTRACTOR, VERSION, extract
from garner.extraction.kinds.recipe.ladder import MAX_INGREDIENTS, MAX_TITLE
from garner.extraction.kinds.recipe.steps import MAX_STEPS
from garner.extraction.values.ingredients import parse_ingredient

URL = "https://example.org/recipes/soup"
MINIMAL: dict[str, Any] = {"@type": "Recipe", "name": "Leek soup", "recipeIngredient": ["2 leeks", "1 l stock"]}


def recipe(html: str) -> Record | None:
    return extract(html.encode(), url=URL, charset="utf-8", kinds=[Kind.RECIPE]).records.get(Kind.RECIPE)


def from_json_ld(**properties: Any) -> Record:
    found = recipe(f'<script type="application/ld+json">{json.dumps(MINIMAL | properties)}</script>')
    assert found is not None
    return found


MICRODATA = """
<html lang="de"><body>
<article itemscope itemtype="http://schema.org/Recipe">
  <h1 itemprop="name">Lauch&shy;suppe</h1>
  <img itemprop="image" src="/soup.jpg">
  <div itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="name" href="/ada">Ada</a></div>
  <time itemprop="totalTime" datetime="PT40M">40 Minuten</time>
  <span itemprop="recipeYield">4 Portionen</span>
  <ul><li itemprop="recipeIngredient">2 <b>Stangen</b> Lauch</li><li itemprop="recipeIngredient">1 l Brühe</li></ul>
  <div itemprop="recipeInstructions"><ol><li>Schneiden.</li><li>Kochen.</li></ol></div>
  <div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation">
    <span itemprop="calories">120 kcal</span></div>
</article></body></html>
"""


def test_a_full_recipe_is_read() -> None:
    found = from_json_ld(
        description="<p>Warm &amp; cheap</p>",
        author=[{"@type": "Person", "name": "Ada"}, {"@type": "Person", "name": "Ben"}],
        image=[{"@type": "ImageObject", "url": "/soup.jpg"}],
        recipeInstructions=[{"@type": "HowToStep", "text": "Chop."}, {"@type": "HowToStep", "text": "Boil."}],
        recipeYield=["4", "4 bowls"],
        prepTime="PT10M",
        cookTime="PT30M",
        totalTime="PT45M",
        nutrition={"@type": "NutritionInformation", "calories": "120 kcal", "fatContent": None},
        inLanguage="en",
    )
    assert found.data == {
        "title": "Leek soup",
        "description": "Warm & cheap",
        "author": "Ada, Ben",
        "image": "https://example.org/soup.jpg",
        "ingredients": [parse_ingredient(line) | {"group": None} for line in ("2 leeks", "1 l stock")],
        "instructions": ["Chop.", "Boil."],
        "instruction_groups": [],
        "yields": "4 bowls",
        "prep_minutes": 10,
        "cook_minutes": 30,
        "total_minutes": 45,
        "nutrition": {"calories": "120 kcal"},
        "language": "en",
    }
    assert (found.extractor, found.extractor_version, found.strategy) == (EXTRACTOR, VERSION, "schema_org_json_ld")
    assert found.confidence == 0.95
    assert not found.used_llm


def test_missing_fields_are_null_and_lower_the_confidence() -> None:
    found = from_json_ld()
    assert found.data["yields"] is found.data["total_minutes"] is found.data["nutrition"] is None
    assert found.data["instructions"] == []
    assert found.confidence == 0.475


@pytest.mark.parametrize("missing", ["name", "recipeIngredient"])
def test_a_recipe_needs_a_title_and_ingredients(missing: str) -> None:
    rest = {name: value for name, value in MINIMAL.items() if name != missing}
    assert recipe(f'<script type="application/ld+json">{json.dumps(rest)}</script>') is None


def test_the_same_recipe_is_read_from_microdata() -> None:
    found = recipe(MICRODATA)
    assert found is not None
    assert found.strategy == "schema_org_microdata"
    assert found.data["title"] == "Lauchsuppe"
    assert found.data["author"] == "Ada"
    assert found.data["image"] == "https://example.org/soup.jpg"
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 Stangen Lauch", "1 l Brühe"]
    assert found.data["instructions"] == ["Schneiden.", "Kochen."]
    assert (found.data["yields"], found.data["total_minutes"]) == ("4 Portionen", 40)
    assert found.data["nutrition"] == {"calories": "120 kcal"}
    assert found.data["language"] == "de"


def test_microdata_elsewhere_on_the_page_is_read_by_itemref() -> None:
    found = recipe(
        '<div itemscope itemtype="https://schema.org/Recipe" itemref="extra"><h1 itemprop="name">Soup</h1></div>'
        '<ul id="extra"><li itemprop="recipeIngredient">1 leek</li><li itemprop="recipeIngredient">salt</li></ul>'
    )
    assert found is not None
    assert [line["name"] for line in found.data["ingredients"]] == ["leek", "salt"]


def test_each_field_comes_from_the_cheapest_rung_that_has_it() -> None:
    stub = {"@type": "Recipe", "name": "Lauchsuppe fein", "recipeYield": "6"}
    found = recipe(f'<script type="application/ld+json">{json.dumps(stub)}</script>{MICRODATA}')
    assert found is not None
    assert (found.data["title"], found.data["yields"]) == ("Lauchsuppe fein", "6 servings")
    assert found.sources["title"].rung == found.sources["yields"].rung == "schema_org_json_ld"
    assert found.sources["ingredients"].rung == "schema_org_microdata"
    assert found.sources["title"].path == "Recipe.name"
    assert found.sources["title"].snippet == "Lauchsuppe fein"


def test_a_rung_with_another_title_is_not_merged() -> None:
    other = {"@type": "Recipe", "name": "Chocolate cake"}
    assert recipe(f'<script type="application/ld+json">{json.dumps(other)}</script>{MICRODATA}') is None


def test_all_times_come_from_one_rung() -> None:
    own = {"@type": "Recipe", "name": "Lauchsuppe", "totalTime": "PT10M"}
    with_cooking = MICRODATA.replace("<ul>", '<meta itemprop="cookTime" content="PT35M"><ul>')
    found = recipe(f'<script type="application/ld+json">{json.dumps(own)}</script>{with_cooking}')
    assert found is not None
    assert (found.data["total_minutes"], found.data["cook_minutes"]) == (10, None)


def test_named_steps_keep_their_names() -> None:
    section = {
        "@type": "HowToSection",
        "name": "Dough",
        "itemListElement": [
            {"@type": "HowToStep", "name": "Step 1", "text": "Knead."},
            {"@type": "HowToStep", "name": "Rest", "text": "Leave it for an hour."},
            {"@type": "HowToStep", "name": "Roll it", "text": "Roll it thin."},
        ],
    }
    steps = from_json_ld(recipeInstructions=[section, "Bake.<br>Eat."]).data["instructions"]
    assert steps == ["Knead.", "Rest: Leave it for an hour.", "Roll it thin.", "Bake.", "Eat."]


def test_ingredients_in_one_text_are_split_into_lines() -> None:
    assert len(from_json_ld(recipeIngredient="1 leek<br>2 onions\nsalt").data["ingredients"]) == 3


def test_total_time_is_the_sum_of_its_parts_when_it_is_not_given() -> None:
    found = from_json_ld(prepTime="PT10M", cookTime="PT30M", totalTime="")
    assert found.data["total_minutes"] == 40
    assert found.sources["total_minutes"].path == "Recipe.prepTime + Recipe.cookTime"


def test_an_implausible_time_is_dropped_with_a_warning() -> None:
    found = from_json_ld(totalTime="PT10000H")
    assert found.data["total_minutes"] is None
    assert found.warnings == ("total_minutes: 'PT10000H' is implausible and was ignored",)


def test_a_title_is_cut_to_its_limit() -> None:
    assert len(from_json_ld(name="x" * 2_000).data["title"]) == MAX_TITLE


def test_long_lists_are_cut_to_their_limits() -> None:
    found = from_json_ld(recipeIngredient=["1 leek"] * 1_000, recipeInstructions=["Stir."] * 1_000)
    assert len(found.data["ingredients"]) == MAX_INGREDIENTS
    assert len(found.data["instructions"]) == MAX_STEPS


def test_the_content_hash_ignores_changes_of_markup() -> None:
    plain = from_json_ld(image="https://cdn.example.org/a.jpg?w=1", datePublished="2024-01-01")
    same = from_json_ld(image="https://cdn.example.org/a.jpg?w=2", datePublished="2025-01-01", name=" Leek&#32;soup ")
    other = from_json_ld(image="https://cdn.example.org/a.jpg?w=1", recipeIngredient=["3 leeks", "1 l stock"])
    assert plain.content_hash == same.content_hash != other.content_hash
    assert len(plain.content_hash) == 64


def test_sections_of_the_instructions_are_groups() -> None:
    sections = [
        {"@type": "HowToSection", "name": "Soup", "itemListElement": ["Chop.", "Boil."]},
        {"@type": "HowToSection", "name": "Toast", "itemListElement": ["Slice.", "Toast it."]},
    ]
    found = from_json_ld(recipeInstructions=sections)
    assert found.data["instructions"] == ["Chop.", "Boil.", "Slice.", "Toast it."]
    assert found.data["instruction_groups"] == [
        {"name": "Soup", "steps": ["Chop.", "Boil."]},
        {"name": "Toast", "steps": ["Slice.", "Toast it."]},
    ]


def test_a_section_of_one_step_does_not_include_the_next_step() -> None:
    step = {"@type": "HowToStep", "text": "Bake for an hour."}
    section = {"@type": "HowToSection", "name": "Bake", "itemListElement": [step]}
    found = from_json_ld(recipeInstructions=["Mix.", section, "Eat."])
    assert found.data["instructions"] == ["Mix.", "Bake for an hour.", "Eat."]
    assert found.data["instruction_groups"] == [
        {"name": None, "steps": ["Mix."]},
        {"name": "Bake", "steps": ["Bake for an hour."]},
        {"name": None, "steps": ["Eat."]},
    ]


def test_a_section_name_that_repeats_its_only_step_is_ignored() -> None:
    section = {"@type": "HowToSection", "name": "Mix.", "itemListElement": [{"@type": "HowToStep", "text": "Mix."}]}
    found = from_json_ld(recipeInstructions=[section])
    assert (found.data["instructions"], found.data["instruction_groups"]) == (["Mix."], [])


def test_step_numbers_are_removed() -> None:
    found = from_json_ld(recipeInstructions=["1. Chop.", "2. Boil."])
    assert found.data["instructions"] == ["Chop.", "Boil."]


@pytest.mark.parametrize(
    ("images", "taken"),
    [
        (["/a-225x225.jpg", "/a-260x195.jpg", "/a.jpg"], "/a.jpg"),
        (["/a-225x225.jpg", "/a-500x375.jpg", "/a-320x180.jpg"], "/a-500x375.jpg"),
        (["/a-225x225.jpg?v=1", {"@type": "ImageObject", "url": "/b.jpg"}], "/b.jpg"),
        (["/a.jpg", "/b.jpg"], "/a.jpg"),
    ],
)
def test_the_largest_of_several_images_is_taken(images: list[Any], taken: str) -> None:
    assert from_json_ld(image=images).data["image"] == f"https://example.org{taken}"


def test_a_language_is_normalised_to_a_bcp_47_tag() -> None:
    assert from_json_ld(inLanguage="en_US").data["language"] == "en-US"


def test_a_language_from_the_html_element_is_not_attributed_to_the_markup() -> None:
    script = f'<script type="application/ld+json">{json.dumps(MINIMAL)}</script>'
    for page in (f'<html lang="de"><body>{script}</body></html>', MICRODATA):
        found = recipe(page)
        assert found is not None
        assert found.data["language"] == "de"
        source = found.sources["language"]
        assert (source.rung, source.path, source.confidence) == ("recipe_page", "html@lang", 0.6)


def test_a_language_in_the_markup_is_attributed_to_it() -> None:
    source = from_json_ld(inLanguage="en").sources["language"]
    assert (source.rung, source.path, source.confidence) == ("schema_org_json_ld", "Recipe.inLanguage", 0.95)


def test_nutrients_without_a_number_are_dropped() -> None:
    found = from_json_ld(nutrition={"calories": "120 kcal", "sodiumContent": "milligrams", "fatContent": "½ g"})
    assert found.data["nutrition"] == {"calories": "120 kcal", "fatContent": "½ g"}


def test_the_recipe_named_by_the_heading_is_chosen() -> None:
    toast = MINIMAL | {"name": "Toast &amp; Butter", "recipeIngredient": ["1 slice bread"], "totalTime": None}
    both = json.dumps([MINIMAL | {"totalTime": "PT1H"}, toast])
    markup = f'<script type="application/ld+json">{both}</script>'
    named = recipe(f"{markup}<h1>TOAST &amp; BUTTER</h1>")
    unnamed = recipe(f"{markup}<h1>Two recipes</h1>")
    assert named is not None and named.data["title"] == "Toast & Butter"
    assert unnamed is not None and unnamed.data["title"] == "Leek soup"


def test_a_bullet_is_removed_from_an_ingredient() -> None:
    found = from_json_ld(recipeIngredient=["• 2 leeks", "• 1 l stock"])
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks", "1 l stock"]


def test_a_heading_among_the_ingredients_names_the_group_that_follows() -> None:
    found = from_json_ld(recipeIngredient=["2 leeks", "For the toast:", "1 slice bread"])
    groups = [(line["raw"], line["group"]) for line in found.data["ingredients"]]
    assert groups == [("2 leeks", None), ("1 slice bread", "For the toast")]


def test_ingredient_groups_are_read_from_the_page() -> None:
    shown = (
        '<div class="ingredients"><h4>Soup</h4><ul><li>2 leeks</li><li>1 l stock</li></ul>'
        "<h4>Toast</h4><ul><li>1 slice bread</li></ul></div>"
    )
    marked = json.dumps(MINIMAL | {"recipeIngredient": ["2 leeks", "1 l stock", "1 slice bread"]})
    found = recipe(f'<script type="application/ld+json">{marked}</script><h1>Leek soup</h1>{shown}')
    assert found is not None
    assert [line["group"] for line in found.data["ingredients"]] == ["Soup", "Soup", "Toast"]
    assert found.sources["ingredients"].rung == "schema_org_json_ld"


def test_amounts_missing_in_the_markup_are_read_from_the_page() -> None:
    shown = "<h2>Ingredients</h2><ul><li>2 leeks</li><li>1 l stock</li><li>5 g salt</li></ul>"
    marked = json.dumps(MINIMAL | {"recipeIngredient": ["leeks", "stock", "salt"]})
    found = recipe(f'<script type="application/ld+json">{marked}</script><h1>Leek soup</h1>{shown}')
    assert found is not None
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks", "1 l stock", "5 g salt"]


def test_a_value_with_an_amount_on_each_line_is_several_ingredients() -> None:
    found = from_json_ld(recipeIngredient=["2 leeks<br>1 l stock", "1 slice\n bread"])
    assert [line["raw"] for line in found.data["ingredients"]] == ["2 leeks", "1 l stock", "1 slice bread"]


def test_ingredients_that_all_look_like_headings_are_ingredients() -> None:
    found = from_json_ld(recipeIngredient=["Leeks:", "Stock:"])
    assert [line["raw"] for line in found.data["ingredients"]] == ["Leeks:", "Stock:"]


def test_amounts_of_other_foods_do_not_fill_missing_amounts() -> None:
    shown = "<h2>Ingredients</h2><ul><li>2 nails</li><li>1 l paint</li><li>5 g glue</li></ul>"
    marked = json.dumps(MINIMAL | {"recipeIngredient": ["leeks", "stock", "salt"]})
    found = recipe(f'<script type="application/ld+json">{marked}</script><h1>Leek soup</h1>{shown}')
    assert found is not None
    assert [line["raw"] for line in found.data["ingredients"]] == ["leeks", "stock", "salt"]


@pytest.mark.parametrize("empty", ["0", 0, "0 servings", "servings", "Serves ", "Portionen:", ["", "0"]])
def test_an_empty_yield_is_replaced_by_the_yield_on_the_page(empty: Any) -> None:
    markup = f'<script type="application/ld+json">{json.dumps(MINIMAL | {"recipeYield": empty})}</script>'
    shown = "<h1>Leek soup</h1><p>Serves 6</p><h2>Ingredients</h2><ul><li>2 leeks</li><li>1 l stock</li></ul>"
    method = "<h2>Method</h2><ol><li>Chop the leeks finely.</li><li>Boil them in the stock.</li></ol>"
    found = recipe(markup + shown + method)
    assert found is not None
    assert found.data["yields"] == "6 servings"


@pytest.mark.parametrize("expected", ["10 bowls", "one loaf", "a large pot", "20", "4 to 6 servings"])
def test_a_valid_yield_keeps_its_wording(expected: str) -> None:
    assert from_json_ld(recipeYield=expected).data["yields"] == (
        f"{expected} servings" if expected.isdecimal() else expected
    )


@pytest.mark.parametrize("written", ["PT-5M", "PT1e309H", "P5X", "PT100000H"])
def test_an_invalid_duration_is_ignored_with_a_warning(written: str) -> None:
    found = from_json_ld(totalTime=written)
    assert found.data["total_minutes"] is None
    assert found.warnings == (f"total_minutes: {written!r} is implausible and was ignored",)


@pytest.mark.parametrize("written", ["", "PT", "a while"])
def test_an_empty_duration_gives_no_warning(written: str) -> None:
    assert from_json_ld(totalTime=written).warnings == ()


@pytest.mark.parametrize("written", [1e30, "1e+30 servings", 10**9])
def test_an_implausible_yield_is_ignored_with_a_warning(written: object) -> None:
    found = from_json_ld(recipeYield=written)
    assert found.data["yields"] is None
    assert [warning.partition(":")[0] for warning in found.warnings] == ["yields"]
