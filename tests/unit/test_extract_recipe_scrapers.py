"""The adapter for the recipe-scrapers package."""

import subprocess
import sys

from garner.extraction.kinds.recipe.sites import recipe_scrapers
from garner.extraction.page.document import Document

KNOWN_HOST = "https://www.allrecipes.com/recipe/1/leek-soup/"
PAGE = """<html lang="en"><head><script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Recipe", "name": "Leek <b>soup</b>", "recipeYield": "4 servings",
 "recipeIngredient": ["2 leeks", "1 l stock"], "totalTime": "PT40M", "image": "/soup.jpg",
 "recipeInstructions": [{"@type": "HowToStep", "text": "Chop."}, {"@type": "HowToStep", "text": "Boil."}],
 "nutrition": {"@type": "NutritionInformation", "calories": "120 kcal"}}
</script></head><body></body></html>"""


def document(html: str, url: str) -> Document:
    return Document(html.encode(), url=url, charset="utf-8")


def test_a_page_on_a_host_known_to_the_package_is_read() -> None:
    found = recipe_scrapers.read(document(PAGE, KNOWN_HOST))
    assert found is not None
    assert found.values["title"] == "Leek soup"
    lines = found.values["ingredients"]
    assert [(line["raw"], line["name"], line["group"]) for line in lines] == [
        ("2 leeks", "leeks", None),
        ("1 l stock", "stock", None),
    ]
    assert found.values["instructions"] == ["Chop.", "Boil."]
    assert (found.values["yields"], found.values["total_minutes"]) == ("4 servings", 40)
    assert found.values["nutrition"] == {"calories": "120 kcal"}


def test_a_page_on_an_unknown_host_is_not_read() -> None:
    assert recipe_scrapers.read(document(PAGE, "https://example.org/leek-soup")) is None
    assert recipe_scrapers.read(document(PAGE, "no address")) is None
    assert recipe_scrapers.read(document(PAGE, "https://[broken/")) is None


def test_a_page_without_a_recipe_gives_no_fields_and_no_error() -> None:
    found = recipe_scrapers.read(document("<p>Gone.</p>", KNOWN_HOST))
    assert found is None or not {"title", "ingredients", "instructions"} & set(found.values)


def test_a_page_too_long_for_the_package_is_not_read() -> None:
    padding = "<p>x</p>" * (recipe_scrapers.MAX_PAGE // 8)
    assert recipe_scrapers.read(document(PAGE.replace("<body>", f"<body>{padding}"), KNOWN_HOST)) is None


def test_the_package_is_imported_lazily() -> None:
    code = "import sys, garner.extraction.kinds.recipe.sites.recipe_scrapers; print('recipe_scrapers' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
