"""Ingredient lines: amounts in all notations, units in several languages, and the name of the food."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garner.extraction.values.ingredients import (
    MAX_HEADING_LENGTH,
    MAX_LINE,
    group_heading,
    parse_ingredient,
    without_bullet,
)
from garner.extraction.values.units import UNITS


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
        ("1 and 1/2 cups milk", 1.5),
        ("1 i 1/2 łyżki mleka", 1.5),
        ("3-2 cups milk", 3),
        ("9" * 400 + " cups milk", None),
        ("9" * 400 + ".5 cups milk", None),
        ("9" * 400 + " 1/2 cups milk", None),
        ("1/" + "9" * 400 + " cups milk", None),
        ("Baking dish (Ø 26 cm)", None),
        ("½½½", None),
        ("½½½ cup milk", None),
        ("une demi-cuillère à café de lait", 0.5),
        ("half-and-half", None),
        ("½ cup milk", 0.5),
        ("1½ cups milk", 1.5),
        ("1 ⅓ cups milk", 1.333),
        ("3⁄4 cup milk", 0.75),
        ("0,5 l Milch", 0.5),
        ("1,5 kg Mehl", 1.5),
        ("1,000 g flour", 1000),
        ("about 3 apples", 3),
        (".25 lemon", 0.25),
        ("1.000 g Mehl", 1000),
        ("2 000 g mjöl", 2000),
        ("1\n1/2 cups milk", 1.5),
        ("１００ｇ 小麦粉", 100),
        ("two apples", 2),
        ("Twenty-four clams", 24),
        ("one dozen eggs", 12),
        ("a dozen eggs", 12),
        ("half a dozen eggs", 6),
        ("2 dozen clams", 24),
        ("medio kilo de harina", 0.5),
        ("A 3-inch piece ginger", 3),
        ("half a cucumber", 0.5),
        ("Juice of 2 lemons", 2),
        ("finely grated zest of 2 lemons", 2),
        ("abgeriebene Schale von 1 Zitrone", 1),
        ("Uova 4", 4),
        ("Zwie\u00adbeln 2", 2),
        ("Mehl Type 55", None),
        ("Farina 00", None),
        ("Sugar (100 g)", 100),
        ("Beans (2)", None),
        ("大さじ1 醤油", 1),
        ("gr. 200 di farina", 200),
        ("1/4 de grenade", 0.25),
        ("1.000 kg flour", 1),
        ("▢ 2 eggs", 2),
        ("Mehl 200 g", 200),
        ("Butter 100 g, softened", 100),
        ("面粉200克", 200),
        ("砂糖 大さじ2", 2),
        ("しょうゆ…大さじ1と1/2", 1.5),
        ("Eggs: 3", 3),
        ("salt to taste", None),
        ("a pinch of salt", None),
        ("1/0 cup milk", None),
        ("99999999999999999999 g flour", None),
        ("5000000 g flour", None),
    ],
)
def test_the_amount_is_a_number_or_nothing(line: str, amount: float | None) -> None:
    assert parsed(line, "qty", "qty_min", "qty_max") == (amount, amount, amount)


@pytest.mark.parametrize(
    "line", ["2-3 cloves garlic", "2 – 3 cloves garlic", "2 to 3 cloves garlic", "2 or 3 cloves garlic"]
)
def test_a_range_keeps_both_ends(line: str) -> None:
    assert parsed(line, "qty", "qty_min", "qty_max", "unit", "name") == ("2-3", 2, 3, "clove", "garlic")


def test_a_range_in_words_is_read() -> None:
    assert parsed("two to three carrots", "qty", "qty_min", "qty_max", "name") == ("2-3", 2, 3, "carrots")
    assert parsed("zwei bis drei Möhren", "qty", "name") == ("2-3", "Möhren")
    assert parsed("three to two carrots", "qty", "name") == (3, "to two carrots")


def test_a_slash_between_large_numbers_is_a_range() -> None:
    assert parsed("200/250 g di Fontina", "qty_min", "qty_max", "unit") == (200, 250, "g")


@pytest.mark.parametrize(
    ("line", "unit", "canonical", "name"),
    [
        ("200g flour", "g", "g", "flour"),
        ("2 Tbsp. oil", "Tbsp", "tablespoon", "oil"),
        ("1 T oil", "T", "tablespoon", "oil"),
        ("1 t oil", "t", "teaspoon", "oil"),
        ("2 cups oats", "cup", "cup", "oats"),
        ("2 litres water", "litre", "l", "water"),
        ("2 pinches salt", "pinch", "pinch", "salt"),
        ("2 loaves bread", "loaf", "loaf", "bread"),
        ("8 fl. oz cream", "fl. oz", "fluid ounce", "cream"),
        ("2 c. à s. de sucre", "c. à s.", "tablespoon", "sucre"),
        ("2 ст. л. сахара", "ст. л.", "tablespoon", "сахара"),
        ("1 ч.л. соли", "ч.л.", "teaspoon", "соли"),
        ("大さじ1 醤油", "大さじ", "tablespoon", "醤油"),
        ("gr. 200 di farina", "gr", "g", "farina"),
        ("12 finely minced cloves of garlic", "clove", "clove", "garlic"),
        ("a pinch of salt", "pinch", "pinch", "salt"),
        ("1 recipe Pie Dough", "recipe", "recipe", "Pie Dough"),
        ("1 large handful spinach", "handful", "handful", "spinach"),
        ("3 garlic cloves", "clove", "clove", "garlic"),
        ("2 thick pineapple slices", "slice", "slice", "pineapple"),
        ("2 celery sticks", "stick", "stick", "celery"),
        ("2 celery ribs, diced", "rib", "rib", "celery"),
        ("4 gelatine leaves", "leaf", "leaf", "gelatine"),
    ],
)
def test_a_unit_is_kept_in_the_singular_with_its_canonical_english_name(
    line: str, unit: str, canonical: str, name: str
) -> None:
    assert parsed(line, "unit", "canonical_unit", "name") == (unit, canonical, name)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("2 zorbles of flour", "zorbles of flour"),
        ("4 cloves", "cloves"),
        ("6 dried cloves", "dried cloves"),
        ("2 cinnamon sticks", "cinnamon sticks"),
        ("1 head-on prawn", "head-on prawn"),
        ("4 filo pastries", "filo pastries"),
        ("1/4 de grenade", "grenade"),
        ("1/2 of an onion", "onion"),
        ("c. 3 apples", "c. 3 apples"),
        ("2 peeled carrots", "carrots"),
        ("2 filet mignons", "filet mignons"),
        ("10 noix de pécan", "noix de pécan"),
        ("1 l'eau de rose", "l'eau de rose"),
        ("pot roast", "pot roast"),
        ("1 pot roast", "pot roast"),
        ("2 pak choi", "pak choi"),
        ("2 rib eye steaks", "rib eye steaks"),
        ("4 pork ribs", "pork ribs"),
        ("4 bay leaves", "bay leaves"),
        ("part-skim ricotta", "part-skim ricotta"),
    ],
)
def test_a_word_that_is_not_a_measure_is_not_a_unit(line: str, name: str) -> None:
    assert parsed(line, "unit", "canonical_unit", "name") == (None, None, name)


@pytest.mark.parametrize(
    ("line", "unit", "name"),
    [
        ("2 EL Zucker", "tablespoon", "Zucker"),
        ("1 gehäufter TL Salz", "teaspoon", "Salz"),
        ("2 Zehe(n) Knoblauch", "clove", "Knoblauch"),
        ("1 Dose/n Tomaten", "can", "Tomaten"),
        ("3 Stück Eier", "piece", "Eier"),
        ("2 cuillères à soupe d'huile", "tablespoon", "huile"),
        ("1 c. à s. de sucre", "tablespoon", "sucre"),
        ("1 c.à.c de sel", "teaspoon", "sel"),
        ("1 filet d'huile d'olive", "drizzle", "huile d'olive"),
        ("3 cucharadas de aceite", "tablespoon", "aceite"),
        ("2 cucchiai di olio", "tablespoon", "olio"),
        ("1 spicchio d'aglio", "clove", "aglio"),
        ("1 colher (chá) de sal", "teaspoon", "sal"),
        ("1 colher (sopa) de mel", "tablespoon", "mel"),
        ("¼ de xícara (chá) de mel", "cup", "mel"),
        ("1 c. à café rase de sucre", "teaspoon", "sucre"),
        ("2 colheres de sopa de mel", "tablespoon", "mel"),
        ("1 eetlepel suiker", "tablespoon", "suiker"),
        ("2 msk smör", "tablespoon", "smör"),
        ("1 fed hvidløg", "clove", "hvidløg"),
        ("2 ss olje", "tablespoon", "olje"),
        ("1 rkl sokeria", "tablespoon", "sokeria"),
        ("2 łyżki cukru", "tablespoon", "cukru"),
        ("1 stroužek česneku", "clove", "česneku"),
        ("2 ст. л. сахара", "tablespoon", "сахара"),
        ("1 ч.л. соли", "teaspoon", "соли"),
        ("2 su bardağı un", "cup", "un"),
        ("1 evőkanál cukor", "tablespoon", "cukor"),
        ("10 dkg vaj", "dag", "vaj"),
        ("2 linguri de zahăr", "tablespoon", "zahăr"),
        ("砂糖 大さじ2", "tablespoon", "砂糖"),
        ("卵 2個", "piece", "卵"),
        ("2个鸡蛋", "piece", "鸡蛋"),
        ("面粉200克", "g", "面粉"),
    ],
)
def test_units_of_many_languages_share_one_name(line: str, unit: str, name: str) -> None:
    assert parsed(line, "canonical_unit", "name") == (unit, name)


def test_hectogrammes_are_a_unit() -> None:
    assert parsed("2 hg färs", "qty", "unit", "canonical_unit", "name") == (2, "hg", "hg", "färs")


@pytest.mark.parametrize(
    ("line", "unit"), [("1 glass wine", "glass"), ("2 glasses wine", "glass"), ("1 Glas Wein", "Glas")]
)
def test_a_word_that_ends_in_ss_is_not_a_plural(line: str, unit: str) -> None:
    assert parsed(line, "unit", "canonical_unit") == (unit, "glass")


@pytest.mark.parametrize("food", ["100% whole wheat flour", "2% milk", "70 % chocolate"])
def test_a_percentage_is_part_of_the_name_and_not_an_amount(food: str) -> None:
    assert parsed(food, "qty", "name") == (None, food)
    assert parsed(f"200 g {food}", "qty", "name") == (200, food)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 (14-ounce) cans tomatoes", (2, "can", "tomatoes", "14-ounce")),
        ("One 26-ounce can tomatoes", (1, "can", "tomatoes", "26-ounce")),
        ("1 large 14-ounce can tomatoes", (1, "can", "tomatoes", "large; 14-ounce")),
        ("1 large (14-ounce) can tomatoes", (1, "can", "tomatoes", "large; 14-ounce")),
        ("1 small 2-inch piece of ginger", (1, "piece", "ginger", "small; 2-inch")),
        ("One 1-pound to 2-pound loaf", (1, None, "loaf", "1-pound to 2-pound")),
        ("One 1-pound to 2 kinds of loaf", (1, None, "to 2 kinds of loaf", "1-pound")),
        ("4 x 150g/5oz trout fillets", (4, None, "trout fillets", "150g/5oz")),
        ("1 tsp salt 5 mL", (1, "tsp", "salt", "5 mL")),
        ("3 tablespoons small capers", (3, "tablespoon", "capers", "small")),
        ("1 large handful rocket", (1, "handful", "rocket", "large")),
        ("1 turkey weighing 4kg", (1, None, "turkey", "weighing 4kg")),
        ("225ml/8fl oz tea", (225, "ml", "tea", "8fl oz")),
        ("1 cup (240 ml) milk", (1, "cup", "milk", "240 ml")),
        ("1 cup plus 2 tablespoons flour", (1, "cup", "flour", "plus 2 tablespoons")),
        ("2 large eggs", (2, None, "eggs", "large")),
        ("1 large or 2 small leeks, sliced", (1, None, "leeks", "large or 2 small")),
        ("1 large, or two small, leeks", (1, None, "leeks", "large, or two small")),
        ("½ large or 1 small celeriac", (0.5, None, "celeriac", "large or 1 small")),
        ("3 small or medium turnips", (3, None, "turnips", "small or medium")),
        ("1 large or very ripe mango", (1, None, "large or very ripe mango", None)),
        ("Plain flour 250g / 9oz, sifted", (250, "g", "Plain flour", "9oz")),
        ("Oat milk, 300ml/½ pint", (300, "ml", "Oat milk", "1/2 pint")),
        ("Sugar: 1 cup / 200 g", (1, "cup", "Sugar", "200 g")),
        ("Butter 100 g (4 oz), softened", (100, "g", "Butter", "4 oz")),
        ("1 small bunch chives", (1, "bunch", "chives", "small")),
        ("1 duck (about 2 kg), jointed", (1, None, "duck", "about 2 kg")),
        ("1 cup milk (optional)", (1, "cup", "milk", "optional")),
    ],
)
def test_sizes_and_second_measures_become_notes(line: str, expected: tuple[Any, ...]) -> None:
    qty, unit, name, note = parsed(line, "qty", "unit", "name", "note")
    assert (qty, unit, name) == expected[:3]
    assert note == expected[3]


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
        ("1 cup cubed, organic tofu", "organic tofu", "cubed", None),
        ("2 tbsp sliced or chopped hazelnuts", "hazelnuts", "sliced or chopped", None),
        ("1 cup fresh or thawed peas", "fresh or thawed peas", None, None),
        ("400 g canned chopped tomatoes", "canned chopped tomatoes", None, None),
        ("1 tsp toasted sesame oil", "toasted sesame oil", None, None),
        ("2 eggs beaten with a little milk", "eggs", "beaten with a little milk", None),
        ("1 onion or 4 shallots, diced", "onion", "diced", "or 4 shallots"),
        ("1 cup milk, water, or oat drink, warmed", "milk, water, or oat drink", "warmed", None),
        ("2 tbsp besan (chickpea flour)", "besan (chickpea flour)", None, None),
        ("1 tbsp groundnut (peanut) oil", "groundnut (peanut) oil", None, None),
        ("1 tbsp rice wine (or dry sherry)", "rice wine (or dry sherry)", None, None),
        ("1 cup stock (see below)", "stock", None, "see below"),
        ("a little oil", "oil", None, "a little"),
        ("Salz, Pfeffer", "Salz, Pfeffer", None, None),
        ("salt, pepper, sugar", "salt, pepper, sugar", None, None),
        ("Sea salt, freshly ground pepper", "Sea salt, pepper", "freshly ground", None),
        ("Parsley, thinly sliced", "Parsley", "thinly sliced", None),
        ("Butter, cold", "Butter", None, "cold"),
        ("Parsley, leaves only", "Parsley", None, "leaves only"),
        ("Stock, enough for all", "Stock", None, "enough for all"),
        ("Lauch, geputzt", "Lauch", "geputzt", None),
        ("Nutmeg, pinch", "Nutmeg", None, "pinch"),
        ("1 TL Senf, mittelscharf", "Senf", None, "mittelscharf"),
        ("1 kg Kartoffeln, festkochend, geschält", "Kartoffeln", "geschält", "festkochend"),
        ("2 tomates, coupées en dés", "tomates", "coupées en dés", None),
        ("1 cebolla, en rodajas", "cebolla", "en rodajas", None),
        ("2 carote, tagliate a julienne", "carote", "tagliate a julienne", None),
        ("12 finely minced cloves of garlic", "garlic", "finely minced", None),
        ("finely grated zest of 2 lemons", "lemons", "finely grated zest", None),
        ("1 bunch of parsley (flat-leaf), chopped", "parsley", "chopped", "flat-leaf"),
        ("1 cup flour & a little for dusting", "flour", None, "& a little for dusting"),
        ("q.b. olio", "olio", None, "q.b."),
        ("Le jus d'1/2 citron", "citron", "Le jus", None),
        ("2 tsp dried or 1 tbsp fresh basil", "dried or 1 tbsp fresh basil", None, None),
        ("Optional: 2 eggs", "eggs", None, "optional"),
        ("Picada, if needed", "Picada", None, "if needed"),
        ("2 tbsp linseed, ground", "linseed", "ground", None),
        ("olio q.b.", "olio", None, "q.b."),
        ("соль по вкусу", "соль", None, "по вкусу"),
        ("盐 适量", "盐", None, "适量"),
    ],
)
def test_the_food_is_separated_from_its_preparation(
    line: str, name: str, preparation: str | None, note: str | None
) -> None:
    assert parsed(line, "name", "preparation", "note") == (name, preparation, note)


@pytest.mark.parametrize(
    ("line", "name", "note"),
    [
        ("1 onion (finely diced (about 1 cup))", "onion", "finely diced; about 1 cup"),
        ("1 onion (a (b (c) d) e), peeled", "onion", "a; b; c; d; e"),
        ("1 lb pasta ((such as penne) )", "pasta", "such as penne"),
        ("Parmesan (use the good stuff :))", "Parmesan", "use the good stuff"),
        ("1 onion [finely diced (about 1 cup)]", "onion", "finely diced; about 1 cup"),
        ("1 onion (left open", "onion", "left open"),
        ("1 tbsp besan (chickpea flour", "besan", "chickpea flour"),
        ("1 red) onion", "red onion", None),
        ("1 onion ()", "onion", None),
    ],
)
def test_nested_or_unpaired_brackets_are_removed_completely(line: str, name: str, note: str | None) -> None:
    assert parsed(line, "name", "note") == (name, note)


@given(st.lists(st.sampled_from(["(", ")", "[", "]", " onion", " diced", ", ", "1 "]), max_size=14).map("".join))
def test_brackets_in_a_name_are_always_in_pairs(line: str) -> None:
    name = parse_ingredient(f"1 leek {line}")["name"]
    assert name.count("(") == name.count(")") and "[" not in name and "]" not in name


@pytest.mark.parametrize("line", ["• 2 eggs", "▢2 eggs", "- 2 eggs", "* 2 eggs", "• • 2 eggs", "2 eggs"])
def test_a_bullet_is_removed_from_the_line(line: str) -> None:
    assert without_bullet(line) == "2 eggs"


@pytest.mark.parametrize("line", ["-2 eggs", "½ cup milk", "*see note"])
def test_a_sign_that_is_not_a_bullet_is_kept(line: str) -> None:
    assert without_bullet(line) == line


@pytest.mark.parametrize(
    "line", ["", " ", "-", "1", "½", "(", "()", "1 (", "/", "1 x", "c.", "of", "1 cup", "🥚", "1 cup of"]
)
def test_any_line_gives_a_name_and_keeps_the_line(line: str) -> None:
    found = parse_ingredient(line)
    assert found["raw"] == line
    assert isinstance(found["name"], str)


@pytest.mark.cpu_seconds(5)
@pytest.mark.parametrize(
    "piece",
    [
        "1/",
        "1 ",
        "( ",
        "(",
        "1-",
        "a ",
        "or ",
        "large ",
        "large or 1 ",
        "Mehl 1 g/",
        "1 x ",
        "c. à ",
        "finely ",
        ", ",
        "½",
        " ",
        "面1",
        "dried, ",
        "ge",
        "x, ge",
        ")",
        "[(",
    ],
)
def test_a_hostile_line_is_read_in_linear_time(piece: str) -> None:
    parse_ingredient(piece * 100_000)


def test_a_very_long_line_is_cut_at_the_limit() -> None:
    assert len(parse_ingredient("x" * 5 * MAX_LINE)["name"]) == MAX_LINE


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(sorted(UNITS) + list("½1/2-(),.;x'　と")), max_size=12).map(" ".join)
)
@settings(max_examples=300, deadline=None)
def test_no_line_raises_and_only_listed_words_are_units(line: str) -> None:
    found = parse_ingredient(line)
    assert found["raw"] == line
    assert found["canonical_unit"] is None or found["canonical_unit"] in UNITS.values()
    assert (found["unit"] is None) == (found["canonical_unit"] is None)
    assert found["qty_min"] is None or 0 <= found["qty_min"] <= found["qty_max"]
    group_heading(line)


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("For the sauce:", "For the sauce"),
        ("For the sauce", "For the sauce"),
        ("Dressing:", "Dressing"),
        ("**Filling**", "Filling"),
        ("-- To serve --", "To serve"),
        ("Für den Teig", "Für den Teig"),
        ("Pour la pâte :", "Pour la pâte"),
        ("材料：", "材料"),
        ("2 eggs", None),
        ("½ cup sugar:", None),
        ("salt", None),
        ("For serving: lemon wedges", None),
        ("For the pan, butter", None),
        ("", None),
        (":", None),
        ("a" * MAX_HEADING_LENGTH + ":", None),
    ],
)
def test_a_group_heading_is_distinguished_from_an_ingredient(line: str, heading: str | None) -> None:
    assert group_heading(line) == heading
