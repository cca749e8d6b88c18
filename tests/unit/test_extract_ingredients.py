"""Ingredient lines: amounts in all their spellings, units in several languages, and what is left for the food."""

from typing import Any

import pytest

from garner.extract.ingredients import MAX_LINE, parse_ingredient


def parsed(line: str, *names: str) -> Any:
    found = parse_ingredient(line)
    return tuple(found[name] for name in names)


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        ("2 eggs", 2),
        ("1/2 cup milk", 0.5),
        ("1 1/2 cups milk", 1.5),
        ("1-1/2 cups milk", 1.5),
        ("½ cup milk", 0.5),
        ("1½ cups milk", 1.5),
        ("1 ⅓ cups milk", 1.333),
        ("3⁄4 cup milk", 0.75),
        ("0,5 l Milch", 0.5),
        ("1,5 kg Mehl", 1.5),
        ("1,000 g flour", 1000),
        ("about 3 apples", 3),
        ("two apples", 2),
        ("half a cucumber", 0.5),
        ("Juice of 2 lemons", 2),
        ("▢ 2 eggs", 2),
        ("Mehl 200 g", 200),
        ("Eggs: 3", 3),
        ("salt to taste", None),
        ("a pinch of salt", None),
        ("1/0 cup milk", None),
        ("99999999999999999999 g flour", None),
        ("5000000 g flour", None),
    ],
)
def test_the_amount_is_a_number_or_nothing(line: str, amount: float | None) -> None:
    assert parsed(line, "qty", "qty_max") == (amount, None)


@pytest.mark.parametrize(
    "line", ["2-3 cloves garlic", "2 – 3 cloves garlic", "2 to 3 cloves garlic", "2 or 3 cloves garlic"]
)
def test_a_range_keeps_both_ends(line: str) -> None:
    assert parsed(line, "qty", "qty_max", "unit", "name") == (2, 3, "clove", "garlic")


@pytest.mark.parametrize(
    ("line", "unit", "name"),
    [
        ("200g flour", "g", "flour"),
        ("2 Tbsp. oil", "tablespoon", "oil"),
        ("1 T oil", "tablespoon", "oil"),
        ("1 t oil", "teaspoon", "oil"),
        ("8 fl. oz cream", "fluid ounce", "cream"),
        ("a pinch of salt", "pinch", "salt"),
        ("1 large handful spinach", "handful", "spinach"),
        ("3 garlic cloves", "clove", "garlic"),
        ("4 cloves", None, "cloves"),
        ("2 zorbles of flour", None, "zorbles of flour"),
        ("2 EL Zucker", "tablespoon", "Zucker"),
        ("1 TL Salz", "teaspoon", "Salz"),
        ("2 Zehe(n) Knoblauch", "clove", "Knoblauch"),
        ("1 Prise Salz", "pinch", "Salz"),
        ("3 Stück Eier", "piece", "Eier"),
        ("2 cuillères à soupe d'huile", "tablespoon", "huile"),
        ("1 c. à s. de sucre", "tablespoon", "sucre"),
        ("1 c. à c. de sel", "teaspoon", "sel"),
        ("3 cucharadas de aceite", "tablespoon", "aceite"),
        ("2 cucchiai di olio", "tablespoon", "olio"),
        ("1 eetlepel suiker", "tablespoon", "suiker"),
        ("2 łyżki cukru", "tablespoon", "cukru"),
        ("1 colher (chá) de sal", "teaspoon", "sal"),
    ],
)
def test_units_are_normalised_and_unknown_words_never_become_units(line: str, unit: str | None, name: str) -> None:
    assert parsed(line, "unit", "name") == (unit, name)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 (14-ounce) cans tomatoes", (2, "can", "tomatoes", "14-ounce")),
        ("One 26-ounce can tomatoes", (1, "can", "tomatoes", "26-ounce")),
        ("4 x 150g/5oz trout fillets", (4, None, "trout fillets", "/5oz; 150g/5oz")),
        ("225ml/8fl oz tea", (225, "ml", "tea", "8fl oz")),
        ("1 cup (240 ml) milk", (1, "cup", "milk", "240 ml")),
        ("1 cup plus 2 tablespoons flour", (1, "cup", "flour", "plus 2 tablespoons")),
        ("2 large eggs", (2, None, "eggs", "large")),
        ("1 cup milk (optional)", (1, "cup", "milk", "optional")),
    ],
)
def test_sizes_and_second_measures_become_notes(line: str, expected: tuple[Any, ...]) -> None:
    qty, unit, name, note = parsed(line, "qty", "unit", "name", "note")
    assert (qty, unit, name) == expected[:3]
    assert note is not None
    assert expected[3].rpartition("; ")[2] in note


@pytest.mark.parametrize(
    ("line", "name", "preparation", "note"),
    [
        ("2 onions, finely chopped", "onions", "finely chopped", None),
        ("2 finely chopped onions", "onions", "finely chopped", None),
        ("1 onion, diced, for serving", "onion", "diced", "for serving"),
        ("salt to taste", "salt", None, "to taste"),
        ("1 tsp ground cumin", "ground cumin", None, None),
        ("1 tsp freshly ground pepper", "pepper", "freshly ground", None),
        ("2 boneless, skinless thighs, trimmed", "boneless, skinless thighs", "trimmed", None),
        ("4 tbsp olive, sunflower or walnut oil", "olive, sunflower or walnut oil", None, None),
        ("1 can diced tomatoes", "diced tomatoes", None, None),
        ("zest of 1 lemon", "lemon", "zest", None),
    ],
)
def test_the_food_is_told_from_what_is_done_to_it(
    line: str, name: str, preparation: str | None, note: str | None
) -> None:
    assert parsed(line, "name", "preparation", "note") == (name, preparation, note)


@pytest.mark.parametrize(
    "line", ["", " ", "-", "1", "½", "(", "()", "1 (", "/", "1 x", "c.", "of", "1 cup", "🥚", "1 cup of"]
)
def test_any_line_gives_a_name_and_keeps_the_line(line: str) -> None:
    found = parse_ingredient(line)
    assert found["raw"] == line
    assert isinstance(found["name"], str)


@pytest.mark.timeout(5)
@pytest.mark.parametrize(
    "piece", ["1/", "1 ", "( ", "1-", "a ", "or ", "large ", "1 x ", "c. à ", "finely ", ", ", "½"]
)
def test_a_hostile_line_is_read_in_linear_time(piece: str) -> None:
    parse_ingredient(piece * 100_000)


def test_an_endless_line_is_read_as_far_as_the_limit() -> None:
    assert len(parse_ingredient("x" * 5 * MAX_LINE)["name"]) == MAX_LINE
