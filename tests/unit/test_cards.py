import io

import pytest
from rich.console import Console

from garner.cli.render.cards import card, in_hours, plain, split_amount
from garner.cli.render.progress import in_words
from garner.core.record import Kind


def shown(kind: Kind, record: dict, *, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    console.print(card(kind, record, "https://a.example/x"))
    return console.file.getvalue()


def test_a_recipe_card_shows_its_parts_in_order():
    text = shown(
        Kind.RECIPE,
        {
            "title": "Soup",
            "author": "Ann",
            "yields": "4 servings",
            "total_minutes": 70,
            "prep_minutes": 20,
            "ingredients": [{"raw": "2 large onions", "name": "onions"}, {"raw": "salt", "name": "salt"}],
            "instructions": ["Chop.", "Boil."],
        },
    )
    told = ["Soup", "by Ann", "4 servings", "1 h 10 min (20 min prep)", "2 large", "onions", "salt", "1.", "Chop."]
    places = [text.find(part) for part in told]
    assert -1 not in places and places == sorted(places)


@pytest.mark.parametrize("kind", Kind)
def test_a_record_with_only_a_name_can_be_shown(kind):
    assert "Thing" in shown(kind, {"title": "Thing", "name": "Thing"})


def test_a_product_shows_its_price_and_a_posting_its_pay():
    assert "64.00 EUR · in stock" in shown(
        Kind.PRODUCT, {"name": "Pan", "price": "64.00", "currency": "EUR", "availability": "in_stock"}
    )
    assert "42000 – 48000 EUR a year" in shown(
        Kind.POSTING,
        {
            "title": "Baker",
            "salary_min": "42000",
            "salary_max": "48000",
            "salary_currency": "EUR",
            "salary_period": "year",
        },
    )


def test_control_characters_are_removed_and_markup_is_shown_as_text():
    hostile = "\x1b]0;owned\x07\x9b2J[red]Soup[/red][/]"
    text = shown(Kind.RECIPE, {"title": hostile, "instructions": [hostile], "ingredients": [{"raw": hostile}]})
    assert "\x1b" not in text and "\x9b" not in text and "\x07" not in text
    assert text.count("[red]Soup[/red][/]") == 3


def test_line_breaks_are_kept_and_lone_surrogates_are_removed():
    assert plain("a\nb\ud800c\td") == "a\nbcd"


@pytest.mark.parametrize(
    ("raw", "name", "parted"),
    [
        ("225 g soft butter", "soft butter", ("225 g", "soft butter")),
        ("½ lemon, juiced", "lemon", ("½", "lemon, juiced")),
        ("juice of 1½ lemons", "lemons", ("", "juice of 1½ lemons")),
        ("salt", "salt", ("", "salt")),
        ("2 of the very largest tins of beans", "beans", ("", "2 of the very largest tins of beans")),
        ("2 eggs", None, ("", "2 eggs")),
    ],
)
def test_an_amount_is_split_from_the_food_only_at_the_start_of_a_line(raw, name, parted):
    assert split_amount({"raw": raw, "name": name}) == parted


def test_durations_are_shown_in_hours_minutes_and_seconds():
    assert [in_hours(minutes) for minutes in (0, 5, 60, 70)] == ["0 min", "5 min", "1 h", "1 h 10 min"]
    assert [in_words(seconds) for seconds in (0.2, 59, 600, 36000)] == ["1 s", "59 s", "10 min", "10 h"]
