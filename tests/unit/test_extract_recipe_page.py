"""Recipes from pages without any markup."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garner.core.record import Kind, Record
from garner.extraction import extract

URL = "https://example.org/leek-soup"
METHOD = "<h2>Method</h2><ol><li>Chop the leeks finely.</li><li>Boil them in the stock.</li></ol>"
LIST = "<ul><li>2 leeks</li><li>1 l stock</li><li>Salt</li></ul>"


def recipe(body: str, title: str = "Leek soup | Example") -> Record | None:
    html = f"<html lang=en><head><title>{title}</title></head><body>{body}</body></html>"
    return extract(html.encode(), url=URL, charset="utf-8", kinds=[Kind.RECIPE]).records.get(Kind.RECIPE)


def found(body: str, title: str = "Leek soup | Example") -> Record:
    record = recipe(body, title)
    assert record is not None
    return record


def lines(record: Record) -> list[str]:
    return [line["raw"] for line in record.data["ingredients"]]


def test_a_recipe_is_read_from_its_headings_and_lists() -> None:
    record = found(f"<h1>Leek soup</h1><p>Serves 4</p><h2>Ingredients</h2>{LIST}{METHOD}")
    assert record.strategy == "recipe_page"
    assert record.data["title"] == "Leek soup"
    assert lines(record) == ["2 leeks", "1 l stock", "Salt"]
    assert record.data["instructions"] == ["Chop the leeks finely.", "Boil them in the stock."]
    assert record.data["yields"] == "4 servings"
    assert record.data["language"] == "en"
    assert record.sources["ingredients"].path == "below 'Ingredients'"
    assert record.confidence < 0.6


@pytest.mark.parametrize(
    ("ingredients", "method"),
    [
        ("Zutaten", "Zubereitung"),
        ("Zutaten für 4 Personen", "Zubereitung:"),
        ("Ingrédients", "Préparation"),
        ("Ingredientes", "Modo de preparo"),
        ("Ingredienti", "Procedimento"),
        ("Ingrediënten", "Bereidingswijze"),
        ("Składniki", "Sposób przygotowania"),
        ("Ингредиенты", "Приготовление"),
        ("材料", "作り方"),
        ("Lauchsuppe – Die Zutaten", "Lauchsuppe – Die Zubereitung"),
    ],
)
def test_sections_are_recognised_by_their_headings_in_many_languages(ingredients: str, method: str) -> None:
    record = found(
        f"<h1>Leek soup</h1><h3>{ingredients}</h3><p>200 g leek<br>1 l water<br>salt</p>"
        f"<h3>{method}</h3><p>Everything goes into a pot.</p><p>It boils for an hour.</p><h3>Comments</h3><p>Nice!"
    )
    assert lines(record) == ["200 g leek", "1 l water", "salt"]
    assert record.data["instructions"] == ["Everything goes into a pot.", "It boils for an hour."]


def test_sections_are_recognised_by_the_names_of_elements() -> None:
    record = found(
        '<h1>Leek soup</h1><div class="recipe__ingredients-box"><div class="row"><b>200</b> <i>g</i> leek</div>'
        '<div class="row">1 l water</div></div><div id="prep-steps"><p>Boil it all until it is soft.</p></div>'
    )
    assert lines(record) == ["200 g leek", "1 l water"]
    assert record.data["instructions"] == ["Boil it all until it is soft."]
    assert record.sources["ingredients"].path == "in elements named ingredients"


def test_an_unlabelled_ingredient_list_is_recognised_by_its_amounts() -> None:
    rows = "<ul><li>200 g leek</li><li>1 l water</li><li>2 tsp salt</li></ul>"
    record = found(f"<h1>Leek soup</h1><p>A soup.</p>{rows}<p>{'Boil it well and stir it often. ' * 5}</p>")
    assert lines(record) == ["200 g leek", "1 l water", "2 tsp salt"]
    assert len(record.data["instructions"]) == 1


def test_headings_within_the_ingredients_name_groups() -> None:
    record = found(
        "<h1>Leek soup</h1><h2>Ingredients</h2><h3>For the soup</h3><ul><li>2 leeks</li><li>1 l stock</li></ul>"
        f"<p>To serve:</p><ul><li>1 slice bread</li></ul>{METHOD}"
    )
    groups = [(line["raw"], line["group"]) for line in record.data["ingredients"]]
    assert groups == [("2 leeks", "For the soup"), ("1 l stock", "For the soup"), ("1 slice bread", "To serve")]


def test_several_headings_may_introduce_ingredients() -> None:
    record = found(
        "<h1>Dumplings</h1><h3>Ingredients for the dough</h3><ul><li>2 cups flour</li><li>1 egg</li></ul>"
        f"<h3>Ingredients for the filling</h3><ul><li>1 cup leek</li><li>Salt</li></ul>{METHOD}",
        "Dumplings",
    )
    assert lines(record) == ["2 cups flour", "1 egg", "1 cup leek", "Salt"]
    assert record.data["ingredients"][3]["group"] == "Ingredients for the filling"


def test_tables_are_read_row_by_row() -> None:
    table = "<table><tr><td>200 g</td><td>leek</td></tr><tr><td>1 l</td><td>water</td></tr></table>"
    assert lines(found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{table}{METHOD}")) == ["200 g leek", "1 l water"]


def test_an_amount_in_a_separate_row_belongs_to_the_next_row() -> None:
    rows = "".join(f"<p>{text}</p>" for text in ("200 g", "leek", "1 l", "water", "salt"))
    assert lines(found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{rows}{METHOD}")) == ["200 g leek", "1 l water", "salt"]


def test_a_note_in_a_separate_element_is_put_in_brackets() -> None:
    rows = (
        '<ul class="ingredients"><li><span class="amount">2</span><span class="name">leeks</span>, '
        '<span class="ingredient-notes"><span>well</span> washed</span></li><li>1 l stock</li></ul>'
    )
    assert lines(found(f"<h1>Leek soup</h1>{rows}{METHOD}")) == ["2 leeks (well washed)", "1 l stock"]


def test_the_same_list_in_other_units_is_read_once() -> None:
    other = "<ul><li>7 oz leek</li><li>4 cups stock</li><li>2 tsp salt</li></ul>"
    first = "<ul><li>200 g leek</li><li>1 l stock</li><li>10 g salt</li></ul>"
    record = found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{first}{other}{METHOD}")
    assert lines(record) == ["200 g leek", "1 l stock", "10 g salt"]


def test_hidden_text_is_not_read() -> None:
    hidden = "<li style='display: none'>3 cups gravel</li><li class='sr-only'>1 cup sand</li>"
    rows = LIST.replace("</ul>", f"{hidden}</ul><script>1 cup</script>")
    assert lines(found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{rows}{METHOD}")) == ["2 leeks", "1 l stock", "Salt"]


def test_menus_comments_and_tips_around_a_recipe_are_ignored() -> None:
    record = found(
        "<nav><ul><li><a href=/a>Ingredients</a></li><li><a href=/b>Method</a></li></ul></nav>"
        f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}{METHOD}<h3>Tips</h3><p>It keeps for three days.</p>"
        "<div class='comments'><h3>Ingredients</h3><ul><li>1 cup praise</li><li>2 cups doubt</li></ul></div>"
    )
    assert lines(record) == ["2 leeks", "1 l stock", "Salt"]
    assert record.data["instructions"] == ["Chop the leeks finely.", "Boil them in the stock."]


def test_the_ingredients_listed_in_a_step_are_not_part_of_it() -> None:
    record = found(
        f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}<div class='instructions'><ul><li>Chop the leeks finely."
        "<div class='instruction-ingredients'>2 leeks</div></li><li>Boil it.</li></ul></div>"
    )
    assert record.data["instructions"] == ["Chop the leeks finely.", "Boil it."]


def test_step_numbers_are_removed() -> None:
    record = found(
        f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}<h2>Method</h2><h4>Step 1</h4><p>1. Chop the leeks finely.</p>"
        "<h4>Step 2</h4><p>2. Boil them in the stock.</p>"
    )
    assert record.data["instructions"] == ["Chop the leeks finely.", "Boil them in the stock."]


def test_other_numbers_at_the_start_of_steps_are_kept() -> None:
    steps = "<ol><li>2 leeks are chopped finely.</li><li>10 minutes later they are soft.</li></ol>"
    record = found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}<h2>Method</h2>{steps}")
    assert record.data["instructions"] == ["2 leeks are chopped finely.", "10 minutes later they are soft."]


def test_a_step_shown_twice_is_read_once() -> None:
    steps = "<p>Boil it for an hour.</p>" * 2
    record = found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}<h2>Method</h2>{steps}")
    assert record.data["instructions"] == ["Boil it for an hour."]


def test_headings_within_the_method_name_groups_of_steps() -> None:
    record = found(
        f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}<h2>Method</h2><h3>Soup</h3><p>Boil it for an hour.</p>"
        "<h3>Toast</h3><p>Toast the bread, too.</p>"
    )
    assert record.data["instruction_groups"] == [
        {"name": "Soup", "steps": ["Boil it for an hour."]},
        {"name": "Toast", "steps": ["Toast the bread, too."]},
    ]


def test_an_element_with_the_heading_of_the_page_is_not_a_sidebar() -> None:
    measured = "<ul><li>200 g leek</li><li>1 l stock</li><li>5 g salt</li></ul>"
    record = found(f"<div class='sidebar'><h1>Leek soup</h1>{measured}{METHOD}</div>")
    assert len(record.data["instructions"]) == 2


def test_an_entry_with_an_amount_on_each_line_is_several_ingredients() -> None:
    rows = "<ul><li>2 big leeks, washed<br>1 litre of stock<br>a pinch of salt</li></ul>"
    record = found(f"<h1>Leek soup</h1><h2>Ingredients</h2>{rows}{METHOD}")
    assert lines(record) == ["2 big leeks, washed", "1 litre of stock", "a pinch of salt"]


def test_the_title_of_the_recipe_card_is_preferred_over_the_page_heading() -> None:
    record = found(
        "<h1>The best leek soup of them all</h1><p>My story.</p><h2 class='card-recipe-title'>Leek soup</h2>"
        f"<h3>Ingredients</h3>{LIST}{METHOD}",
        "The best leek soup of them all",
    )
    assert record.data["title"] == "Leek soup"


def test_a_card_title_unrelated_to_the_page_is_ignored() -> None:
    card = "<h2 class='card-recipe-title'>Save this for later</h2>"
    record = found(f"<h1>Leek soup</h1>{card}<h3>Ingredients</h3>{LIST}{METHOD}")
    assert record.data["title"] == "Leek soup"


def test_the_heading_that_matches_the_page_title_is_chosen() -> None:
    record = found(f"<h1>Example Kitchen</h1><h1>Leek soup</h1><h2>Ingredients</h2>{LIST}{METHOD}")
    assert record.data["title"] == "Leek soup"


def test_the_page_title_is_used_if_there_is_no_heading() -> None:
    record = found(f"<h2>Ingredients</h2>{LIST}{METHOD}", "Leek soup | Example")
    assert record.data["title"] == "Leek soup"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("<p>Prep time: 10 min</p><p>Cook time: 1 hour 5 min</p>", (10, 65, 75)),
        ("<p>Prep 10 min | Cook 25 min | Total 40 min</p>", (10, 25, 40)),
        ("<ul><li>10 min Preparation</li><li>25 min Cooking time</li></ul>", (10, 25, 35)),
        ("<dl><dt>Gesamtzeit</dt><dd>1 Std. 10 Min.</dd></dl>", (None, None, 70)),
        ("<p>Ready in: 1:15 h</p>", (None, None, 75)),
        ("<p>45 minutes</p>", (None, None, 45)),
        ("<p>Total time: 99999 hours</p>", (None, None, None)),
        ("<p>Posted 3 May</p>", (None, None, None)),
    ],
)
def test_times_are_found_beside_their_labels(facts: str, expected: tuple[int | None, ...]) -> None:
    data = found(f"<h1>Leek soup</h1>{facts}<h2>Ingredients</h2>{LIST}{METHOD}").data
    assert (data["prep_minutes"], data["cook_minutes"], data["total_minutes"]) == expected


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("<p>Makes: 12 buns</p>", "12 buns"),
        ("<p>Für 4 Personen</p>", "4 Personen"),
        ("<p>4 porciones</p>", "4 porciones"),
        ("<span>Yield</span><div>2 loaves</div>", "2 loaves"),
        ("<p>Rated by 4 of us</p>", None),
        ("<p>Yield 1 serving 1 x</p>", "1 serving"),
        ("<p>Makes 24 mini buns</p>", "24 mini buns"),
        ("<p>4 tot 5 personen</p>", "4 tot 5 personen"),
        ("<p>10-15 porcií</p>", "10-15 porcií"),
        ("<p>Batch size: 6.5 gallons</p>", "6.5 gallons"),
        ("<p>分量：30 个</p>", "30 个"),
        ("<p>Portionen</p><p>3</p><p>Ohne Deckel für 11 Minuten kochen</p>", "3 servings"),
        ("<p>Yield</p><p>4 moulds, or one dish of 20 cm by 20 cm</p>", "4 moulds, or one dish of 20 cm by 20 cm"),
    ],
)
def test_the_yield_is_found_beside_its_label(fact: str, expected: str | None) -> None:
    assert found(f"<h1>Leek soup</h1>{fact}<h2>Ingredients</h2>{LIST}{METHOD}").data["yields"] == expected


def test_the_yield_is_read_from_the_heading_of_the_ingredients() -> None:
    assert found(f"<h1>Sformati</h1><h2>Ingredienti per 6 sformati</h2>{LIST}{METHOD}").data["yields"] == "6 sformati"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("<p>6</p><p>porsjoner</p>", "6 servings"),
        ("<p>Cook</p><p>20 min</p><p>6</p><p>Servings</p>", "6 servings"),
        ("<p>12</p><p>Servings</p><p>8</p>", "8 servings"),
    ],
)
def test_a_number_on_the_line_above_its_noun_is_the_yield(facts: str, expected: str) -> None:
    list_of_eggs = "<ul><li>4 eggs</li><li>1 l stock</li></ul>"
    assert found(f"<h1>Omelette</h1><h2>Ingredients</h2>{facts}{list_of_eggs}{METHOD}").data["yields"] == expected


@pytest.mark.parametrize(
    "fact",
    [
        "<p>Nutrition per serving: 220 kcal</p>",
        "<p>Nutrients for 1 serving (108 g)</p>",
        "<p>Serving size: 1 bowl</p>",
        "<p>Serving</p><p>1</p>",
        "<p>Für 30 Minuten ruhen lassen</p>",
        "<p>Pour 20 min de repos</p>",
        "<p>4 个鸡蛋</p>",
    ],
)
def test_amounts_per_serving_or_in_minutes_are_not_the_yield(fact: str) -> None:
    assert found(f"<h1>Leek soup</h1>{fact}<h2>Ingredients</h2>{LIST}{METHOD}").data["yields"] is None


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('<div class="recipe-servings">8</div>', "8 servings"),
        ('<div class="recipe-yield">6-8</div>', "6-8 servings"),
        ('<div class="nutrition-servings">8</div>', None),
        ('<div class="recipe-servings">8.5</div>', None),
        ('<div class="recipe-rating">8</div>', None),
        ('<input name="servings" value="4">', "4 servings"),
        ('<input type="hidden" id="previousServing" value="2">', "2 servings"),
        ('<input name="serving-size" value="2">', None),
        ('<input name="quantity" value="4">', None),
        ('<input name="servings" value="reset">', None),
        ('<button data-servings="5">Print</button>', "5 servings"),
        ('<span data-servings="">1</span><input name="portions" value="3">', "3 servings"),
    ],
)
def test_an_unlabelled_yield_is_recognised_by_the_name_of_its_element(element: str, expected: str | None) -> None:
    assert found(f"<h1>Leek soup</h1>{element}<h2>Ingredients</h2>{LIST}{METHOD}").data["yields"] == expected


@pytest.mark.parametrize(
    "body",
    [
        # the contents of a box
        "<h1>Set of pans</h1><ul><li>1 x 20 cm pan</li><li>1 x 24 cm pan</li><li>2 lids</li></ul>"
        "<p>This set of pans lasts a lifetime. It fits every hob, and the oven too. Buy it while it is there.</p>",
        "<h1>Boards</h1><ul><li>20 cm oak</li><li>24 cm ash</li><li>30 mm pine</li></ul>"
        "<p>These boards last a lifetime. They fit every wall, and the floor too. Buy them while they are there, and "
        "come back for more. We send them wherever you are, and take them back when they are too long.</p>",
        # a cosmetic has both sections
        "<h1>Hand cream</h1><h2>Ingredients</h2><p>Aqua, Glycerin, Cetearyl Alcohol, Helianthus Seed Oil, Parfum, "
        "Tocopherol, Citric Acid, Sodium Benzoate, Limonene</p><p>More</p>"
        "<h2>Directions</h2><p>Apply it twice a day, and wash your hands.</p>",
        # an article with numbers
        "<h1>Ten years on</h1><ul><li>2 years later</li><li>3 of us stayed</li><li>1 left</li></ul><p>It was long."
        " Nobody knew what would come of it, and nobody asked. Then it rained for a week, and so on and so forth.</p>",
        # a menu of recipes by ingredient
        "<h1>Recipes</h1><h2>Ingredients</h2><ul><li><a href=/a>Chicken</a></li><li><a href=/b>Leek</a></li></ul>"
        "<h2>Method</h2><ul><li>Choose one of these and read on.</li></ul>",
        f"<h2>Method</h2>{METHOD}",
        "",
    ],
)
def test_a_page_without_a_recipe_gives_no_record(body: str) -> None:
    assert recipe(body, "Example") is None


def test_fields_missing_in_the_markup_are_read_from_the_page() -> None:
    stub = '{"@type": "Recipe", "name": "Leek soup", "recipeIngredient": ["2 leeks", "1 l stock"]}'
    record = found(
        f"<script type=application/ld+json>{stub}</script><h1>Leek soup</h1><h2>Ingredients</h2>{LIST}{METHOD}"
    )
    assert lines(record) == ["2 leeks", "1 l stock"]
    assert record.sources["ingredients"].rung == "schema_org_json_ld"
    assert record.sources["instructions"].rung == "recipe_page"


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("<h2>Ingredients</h2><ul>" + "<li>1 cup x" * 50_000, marks=pytest.mark.slow),
        "<h2>Ingredients</h2><h2>x</h2>" * 20_000,
        '<div class="ingredients">' + '<div class="a">1 cup</div>' * 40_000,
        '<p class="ingredient">' + '<span class="notes">1 ' * 900,
        pytest.param(
            "<h2>Ingredients</h2>" + "<ul><li>1 cup a</li><li>2 cups b</li></ul>" * 10_000, marks=pytest.mark.slow
        ),
        "<h2>Ingredients</h2><li>" + "1 " * 500_000,
        f"<h2>Ingredients</h2>{LIST}<h2>Method</h2>" + "<p>1. Stir it well, and go on. " * 40_000,
    ],
)
def test_a_hostile_page_is_read_in_bounded_time(hostile: str) -> None:
    began = time.process_time()
    recipe(hostile)
    assert time.process_time() - began < 5


_FRAGMENTS = st.sampled_from(
    ["<ul>", "</ul>", "<li>", "</li>", "<h2>Ingredients</h2>", "<h1>", "</h1>", "1 cup flour", "2", "</span>", "</td>",
     "<span class='notes'>", "<table><tr><td>", "<h2>Method</h2>", "Stir it well, and so on. ", "</div>", "<br>", "½",
     "<div class='ingredient'>", "\x01", "Serves ", "Total time ", ":", "10 min", "<b>", "</b>", "&nbsp;", "材料"]
)  # fmt: skip


@given(st.lists(_FRAGMENTS, max_size=40).map("".join))
@settings(max_examples=200, deadline=None)
def test_no_page_makes_the_reader_fail(body: str) -> None:
    extraction = extract(body.encode(), url=URL, charset="utf-8", kinds=[Kind.RECIPE])
    assert not [warning for warning in extraction.warnings if "failed" in warning]


@pytest.mark.parametrize("heading", ["材料（4人分）", "材料 4人分", "材料"])
def test_a_recipe_in_few_characters_is_read(heading: str) -> None:
    foods = "<ul><li>じゃがいも 4個</li><li>牛肉 200g</li><li>しょうゆ 大さじ3</li></ul>"
    steps = "<h2>作り方</h2><ol><li>皮をむいて切る。</li><li>肉を炒めて煮る。</li></ol>"
    record = found(f"<h1>肉じゃが</h1><h2>{heading}</h2>{foods}{steps}", "肉じゃが")
    assert record.data["instructions"] == ["皮をむいて切る。", "肉を炒めて煮る。"]
    assert record.data["yields"] == ("4人分" if "4" in heading else None)


def test_a_heading_with_the_servings_in_brackets_is_recognised() -> None:
    record = found(f"<h1>Leek soup</h1><h2>Ingredients (serves 4)</h2>{LIST}{METHOD}")
    assert record.sources["ingredients"].path == "below 'Ingredients (serves 4)'"
    assert record.data["yields"] == "4 servings"


def test_a_time_below_the_ingredients_is_read_only_with_a_label() -> None:
    page = f"<h1>Leek soup</h1><h2>Ingredients</h2>{LIST}{METHOD}"
    assert found(f"{page}<p>Time: 2 hours 20 minutes</p>").data["total_minutes"] == 140
    assert found(f"{page}<p>20 minutes</p>").data["total_minutes"] is None


@pytest.mark.parametrize(
    ("byline", "author"),
    [
        ("<p>by Ada Lark</p>", "Ada Lark"),
        ("<p>Recipe by <a href=/ada>Ada van der Lark</a> | 3 March</p>", "Ada van der Lark"),
        ("<p>Autorin: Ada Lark</p>", "Ada Lark"),
        ("<p>Rezept von Ada Lark</p>", "Ada Lark"),
        ('<div class="post-author">Ada Lark</div>', "Ada Lark"),
        ('<div class="post-author">More Recipes</div>', None),
        ("<p>by hand</p>", None),
        ('<div class="post-author">Subscribe</div>', None),
        ("<p>by far the best soup</p>", None),
    ],
)
def test_the_author_is_read_from_the_byline(byline: str, author: str | None) -> None:
    record = found(f"<h1>Leek soup</h1>{byline}<h2>Ingredients</h2>{LIST}{METHOD}")
    assert record.data["author"] == author


def test_the_description_is_the_first_prose_below_the_title() -> None:
    prose = "My aunt made this soup on every cold day. We loved it."
    above = "<p>We sell pots and pans, and we have sold them for years.</p>"
    record = found(f"{above}<h1>Leek soup</h1><p>by Ada Lark</p><p>{prose}</p><h2>Ingredients</h2>{LIST}{METHOD}")
    assert record.data["description"] == prose


def test_the_meta_description_is_the_description() -> None:
    said = '<meta name="description" content="A soup &amp; a toast">'
    record = found(f"{said}<h1>Leek soup</h1><p>{'It is warm. ' * 9}</p><h2>Ingredients</h2>{LIST}{METHOD}")
    assert record.data["description"] == "A soup & a toast"


def test_rows_have_neither_bullets_nor_invisible_characters() -> None:
    rows = "<p>• 2 le\u200beks<br>• 1 l st&shy;ock<br>• 5 g salt</p>"
    record = found(f"<h1>Leek soup</h1><h2>Ingre&shy;dients</h2>{rows}{METHOD}")
    assert lines(record) == ["2 leeks", "1 l stock", "5 g salt"]
    assert record.sources["ingredients"].path == "below 'Ingredients'"
