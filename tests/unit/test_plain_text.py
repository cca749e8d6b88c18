"""Recipes in plain text: captions, and lines that were read off a picture."""

import time
from collections.abc import Sequence

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.recipe.plain_text import MAX_TEXT, lines_of, page_of
from garner.extraction.page.text_line import TextLine


def read_lines(lines: Sequence[TextLine]) -> Record | None:
    page = page_of(lines)
    return extract(page, url="", charset="utf-8", kinds=[Kind.RECIPE]).records.get(Kind.RECIPE)


def read(text: str) -> Record:
    record = read_lines(lines_of(text))
    assert record is not None
    return record


def foods(record: Record) -> list[str]:
    return [line["name"] for line in record.data["ingredients"]]


STEPS = "\nMethod:\n1. Heat the oven to 180 C.\n2. Bake the cake for 45 minutes.\n"


def test_labelled_sections_below_the_title_become_lists() -> None:
    cake = read(f"Lemon cake 🍋✨\n\nIngredients:\n- 225g butter\n• 2 tbsp sugar\n▢ 4 eggs\n{STEPS}\n#baking #cake")
    assert cake.data["title"] == "Lemon cake"
    assert foods(cake) == ["butter", "sugar", "eggs"]
    assert cake.data["instructions"] == ["Heat the oven to 180 C.", "Bake the cake for 45 minutes."]


def test_a_caption_in_one_line_is_split_at_its_labels() -> None:
    pasta = read(
        "Best pasta ever! 😍 Ingredients: 200g spaghetti, 2 eggs, 50g pancetta, black pepper. "
        "Method: Boil the pasta. Fry the pancetta. Mix with the eggs. #pasta"
    )
    assert pasta.data["title"] == "Best pasta ever"
    assert foods(pasta) == ["spaghetti", "eggs", "pancetta", "black pepper"]
    assert pasta.data["instructions"] == ["Boil the pasta. Fry the pancetta. Mix with the eggs."]


def test_numbered_steps_in_one_line_are_split() -> None:
    soup = read("Soup\nIngredients: 1 leek, 1 l stock\nMethod: 1. Chop the leek. 2) Boil it. 3. Serve it hot.")
    assert soup.data["instructions"] == ["Chop the leek.", "Boil it.", "Serve it hot."]


def test_without_labels_lines_with_amounts_are_ingredients_and_the_rest_is_the_method() -> None:
    chili = read(
        "Follow for more!\nONE POT CHILI 🌶️\nServes 4\n🧅 1 onion\n🧄 2 cloves garlic\n🥩 500g minced beef\n"
        "1️⃣ Fry the onion and garlic for five minutes.\n2️⃣ Add the beef and brown it well.\nSave this for later!"
    )
    assert (chili.data["title"], chili.data["yields"]) == ("ONE POT CHILI", "4 servings")
    assert foods(chili) == ["onion", "garlic", "beef"]
    assert chili.data["instructions"] == [
        "Fry the onion and garlic for five minutes.",
        "Add the beef and brown it well.",
    ]


def test_unlabelled_sentences_after_the_ingredients_are_the_method() -> None:
    pancakes = read(
        "Banana pancakes\n2 bananas\n3 eggs\n50 g oats\nMash the bananas.\nMix all.\nFry in a little butter."
    )
    assert foods(pancakes) == ["bananas", "eggs", "oats"]
    assert pancakes.data["instructions"][-1] == "Fry in a little butter."


def test_ingredients_listed_in_a_sentence_are_found() -> None:
    oats = read("Overnight oats. 1/2 cup oats, 1/2 cup milk, 1 tbsp chia seeds. Mix in a jar and leave it overnight.")
    assert (oats.data["title"], foods(oats)) == ("Overnight oats", ["oats", "milk", "chia seeds"])


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        (
            "Zucchinipuffer\nZutaten für 4 Personen:\n500 g Zucchini\n2 Eier\n3 EL Mehl\n"
            "Zubereitung:\nZucchini raspeln und ausdrücken. In Öl ausbacken.\nTipp: Dazu passt Quark.",
            "Zucchinipuffer",
            ["Zucchini", "Eier", "Mehl"],
        ),
        (
            "Pão de queijo\nIngredientes: 500 g de polvilho, 2 ovos, 250 ml de leite\n"
            "Modo de preparo: Ferva o leite. Misture tudo. Asse por 30 minutos.",
            "Pão de queijo",
            ["polvilho", "ovos", "leite"],
        ),
        (
            "Soupe à l'oignon\nIngrédients\n6 oignons\n1 l de bouillon\n"
            "Préparation\nÉmincer les oignons. Ajouter le bouillon.",
            "Soupe à l'oignon",
            ["oignons", "bouillon"],
        ),
    ],
)
def test_recipes_in_other_languages_are_read(text: str, title: str, expected: list[str]) -> None:
    found = read(text)
    assert (found.data["title"], foods(found)) == (title, expected)
    assert "Quark" not in " ".join(found.data["instructions"])


def test_lines_with_facts_are_neither_titles_nor_headings() -> None:
    stew = read(
        "Preparation: 15 minutes\nCooking: 1 hour\nBeef stew\nIngredients\n500 g beef\n2 carrots\n"
        "Preparation\nBrown the beef. Add the carrots and simmer."
    )
    assert stew.data["title"] == "Beef stew"
    assert (stew.data["prep_minutes"], stew.data["cook_minutes"]) == (15, 60)
    card = read("Cake\nServes 8 Prep 15 min Cook 50 min\nIngredients\n1 egg\n2 cups flour" + STEPS)
    assert (card.data["yields"], card.data["prep_minutes"], card.data["cook_minutes"]) == ("8 servings", 15, 50)


def test_groups_keep_their_names() -> None:
    soup = read(
        "Soup\nIngredients\n1 kg tomatoes\nFor the topping:\n2 tbsp cream\nMethod\nFor the soup:\n"
        "Cook the tomatoes for half an hour.\nFor the topping:\nWhip the cream until it is stiff."
    )
    assert [line["group"] for line in soup.data["ingredients"]] == [None, "For the topping"]
    assert [group["name"] for group in soup.data["instruction_groups"]] == ["For the soup", "For the topping"]


def test_the_largest_text_is_the_title_and_may_span_two_lines() -> None:
    lines = [
        TextLine("From grandmother's kitchen"),
        TextLine("The very best", 2.0),
        TextLine("lemon cake", 1.9),
        TextLine("Ingredients", 1.2, begins_block=True),
        TextLine("2 eggs"),
        TextLine("100 g flour"),
        TextLine("Method", 1.2, begins_block=True),
        TextLine("Mix and bake for an hour."),
    ]
    record = read_lines(lines)
    assert record is not None and record.data["title"] == "The very best lemon cake"


def test_only_wrapped_lines_are_joined() -> None:
    lines = [
        TextLine("Cake", 2.0),
        TextLine("Ingredients", begins_block=True),
        TextLine("100 g butter, at room temperature and", goes_on=True),
        TextLine("cut into cubes"),
        TextLine("2 eggs, beaten lightly with a fork", goes_on=True),
        TextLine("1 lemon"),
        TextLine("Method", begins_block=True),
        TextLine("Beat the butter until it is pale", goes_on=True),
        TextLine("and creamy."),
        TextLine("Add the eggs. Then the grated lemon", goes_on=True),
        TextLine("Juice it over the cake.", begins_block=True),
    ]
    record = read_lines(lines)
    assert record is not None
    assert [line["raw"] for line in record.data["ingredients"]] == [
        "100 g butter, at room temperature and cut into cubes",
        "2 eggs, beaten lightly with a fork",
        "1 lemon",
    ]
    assert record.data["instructions"] == [
        "Beat the butter until it is pale and creamy.",
        "Add the eggs. Then the grated lemon",
        "Juice it over the cake.",
    ]


@pytest.mark.parametrize("text", ["", "   \n\n", "Just a nice day at the beach with friends. Love you all!", "🍋" * 50])
def test_text_without_a_recipe_gives_none(text: str) -> None:
    assert read_lines(lines_of(text)) is None


def test_markup_in_the_text_is_text() -> None:
    page = page_of(lines_of("<script>alert(1)</script>\nIngredients\n<b>2 eggs</b>\n1 & 2"), language='"><x>')
    assert b"<script" not in page and b"<b>" not in page and b"<x>" not in page


HOSTILE = [
    "a" * 200_000,
    "\n".join(["1 cup x"] * 50_000),
    "Ingredients: " * 20_000,
    "x: " * 30_000,
    ", ".join(["1 g a"] * 20_000),
    "#a " * 50_000,
    "#a.b." * 50_000,
    "- " * 100_000,
    "1. a " * 20_000,
    "a b c d " * 20_000,
    "<b>&" * 30_000,
    ":" * 50_000,
    "1️⃣" * 20_000,
    "\x00\x01\ud800" * 1_000,
    "Ingredients\n" + "Serves 8 Prep " * 5_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_bounded_in_time_and_size(text: str) -> None:
    began = time.process_time()
    page = page_of(lines_of(text))
    assert len(page) < 6 * MAX_TEXT
    extract(page, url="", charset="utf-8", kinds=[Kind.RECIPE])
    assert time.process_time() - began < 3
