"""Recipes on pages of the old web: preformatted text, tables that lay out the page, fonts instead of headings."""

import time

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract

LIST = "<h2>Ingredients</h2><ul><li>1 egg</li><li>2 cups milk</li><li>3 g salt</li></ul>"
METHOD = "<h2>Method</h2><p>Whisk the egg with the milk.</p><p>Bake it for an hour.</p>"


def recipe(body: str, title: str = "Custard", url: str = "https://example.org/page7") -> Record | None:
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    return extract(page.encode(), url=url, charset=None, kinds=(Kind.RECIPE,)).records.get(Kind.RECIPE)


def found(body: str, title: str = "Custard", url: str = "https://example.org/page7") -> Record:
    record = recipe(body, title, url)
    assert record is not None
    return record


def lines(record: Record) -> list[str]:
    return [line["raw"] for line in record.data["ingredients"]]


@pytest.mark.parametrize(
    ("method", "steps"),
    [
        ("<ol><li>Mix it well.</li><li>Bake for 1 hour.</li></ol>", ["Mix it well.", "Bake for 1 hour."]),
        ("<p>Mix it well.</p><p>Bake it.</p>", ["Mix it well.", "Bake it."]),
        ("<p>Mix. Bake.</p>", ["Mix. Bake."]),
        ("<ol><li>Mix</li><li>Bake</li></ol>", ["Mix", "Bake"]),
    ],
)
def test_a_short_method_below_a_method_heading_is_read(method: str, steps: list[str]) -> None:
    assert found(f"<h1>Custard</h1>{LIST}<h2>Directions</h2>{method}").data["instructions"] == steps


def test_a_cosmetic_with_ingredients_and_directions_is_not_a_recipe() -> None:
    body = "<h2>Ingredients</h2><ul><li>Aqua</li><li>Glycerin</li></ul><h2>Directions</h2><p>Rub in.</p>"
    assert recipe(f"<h1>Hand cream</h1>{body}", "Hand cream") is None


@pytest.mark.parametrize("label", ["Ingredients:\n", ""])
def test_preformatted_text_is_read_line_by_line(label: str) -> None:
    text = f"{label}  2 lbs turnips\n  1 leek\n  2 cups stock\n\n  Boil the turnips in the stock.\n  Add the leek.\n"
    record = found(f"<h1>Turnip soup</h1><pre>\n{text}</pre>", "Turnip soup")
    assert lines(record) == ["2 lbs turnips", "1 leek", "2 cups stock"]
    assert record.data["instructions"] == ["Boil the turnips in the stock.", "Add the leek."]


def test_wrapped_lines_of_preformatted_text_are_joined() -> None:
    text = (
        "2 cups turnips\n1 cup milk\n2 cups stock\n\n"
        "Boil the turnips in the stock until they are soft enough to\n"
        "mash them with a fork.\n"
        "Add the milk, heat it all again and taste whether there is\n"
        "2 g of salt too little.\n"
        "Strew what you have left of the green leaves over it before you eat\n"
        "----------\n"
    )
    assert found(f"<h1>Mash</h1><pre>{text}</pre>", "Mash").data["instructions"] == [
        "Boil the turnips in the stock until they are soft enough to mash them with a fork.",
        "Add the milk, heat it all again and taste whether there is 2 g of salt too little.",
        "Strew what you have left of the green leaves over it before you eat",
    ]


MEAL_MASTER = """
MMMMM----- Recipe via Meal-Master (tm) v8.02

      Title: Turnip soup
 Categories: Soups
      Yield: 6 servings

      2 lb Turnips                              1 lg Leek
      3 c  Stock;                               1 ts Salt
      1 c  Milk;
           -warmed

MMMMM------------------------TOPPING------------------------
      1 c  Croutons

  Boil the turnips in the stock. Add the leek and simmer.

MMMMM
Some other text that somebody has left below the end of it.
"""
MASTER_COOK = """
                     *  Exported from  MasterCook  *

                               Turnip soup

Recipe By     : Nobody
Serving Size  : 6    Preparation Time :0:40
Categories    : Soups                            Winter

  Amount  Measure       Ingredient -- Preparation Method
--------  ------------  --------------------------------
  2       pounds        turnips
  1       14-oz can     stock
  1       teaspoon      salt

Boil the turnips in the stock until they are soft.

                   - - - - - - - - - - - - - - - - - -
Some other text that somebody has left below the end of it.
"""


def test_a_meal_master_export_is_read_with_its_columns_and_groups() -> None:
    data = found(f"<pre>{MEAL_MASTER}</pre>", "My files").data
    assert data["title"] == "Turnip soup"
    assert data["yields"] == "6 servings"
    assert [(line["raw"], line["group"]) for line in data["ingredients"]] == [
        ("2 lb Turnips", None),
        ("1 lg Leek", None),
        ("3 c Stock;", None),
        ("1 ts Salt", None),
        ("1 c Milk; warmed", None),
        ("1 c Croutons", "TOPPING"),
    ]
    assert data["instructions"] == ["Boil the turnips in the stock. Add the leek and simmer."]


def test_a_job_title_is_not_the_title_of_the_recipe() -> None:
    assert found(f"<h1>Custard</h1><p>Title: Head cook</p><p>Since 1990</p>{LIST}{METHOD}").data["title"] == "Custard"


def test_a_master_cook_export_is_read_completely() -> None:
    record = found(f"<pre>{MASTER_COOK}</pre>", "My files")
    assert lines(record) == ["2 pounds turnips", "1 14-oz can stock", "1 teaspoon salt"]
    assert record.data["title"] == "Turnip soup"
    assert record.data["instructions"] == ["Boil the turnips in the stock until they are soft."]
    assert (record.data["yields"], record.data["prep_minutes"]) == ("6 servings", 40)


def test_lines_between_breaks_are_a_recipe_if_the_steps_use_the_listed_foods() -> None:
    body = (
        "<h1>Chowder</h1>2 lbs cod<br>1 large leek<br>2 cans corn<br><p>Simmer the cod with the corn.<br>Add the leek."
    )
    record = found(body, "Chowder")
    assert lines(record) == ["2 lbs cod", "1 large leek", "2 cans corn"]
    assert record.data["instructions"] == ["Simmer the cod with the corn.", "Add the leek."]


@pytest.mark.parametrize(
    "body",
    [
        "2 bottles resin<br>1 mould<br>200 g pigment<p>Stir the resin and the pigment. Pour it all into the mould.",
        "2 bags screws<br>1 shelf<br>200 g paint<p>Do not preheat and do not boil; there is no more to say here.",
        "2 bags screws<br>1 shelf<br>200 g paint<p>Put the screws into the shelf and the paint onto it. Then wait "
        "until the paint is dry, and hang the shelf wherever you like it best.",
    ],
)
def test_a_list_of_amounts_that_is_not_cooked_is_not_a_recipe(body: str) -> None:
    assert recipe(f"<h1>Kit</h1>{body}", "Kit") is None


def test_numbered_steps_are_not_ingredients() -> None:
    body = (
        "1 egg<br>2 cups milk<br>3 g salt<br><br>1. Preheat the oven.<br>2. Bake the egg in the milk with the salt.<br>"
    )
    record = found(f"<h1>Custard</h1>{body}")
    assert lines(record) == ["1 egg", "2 cups milk", "3 g salt"]
    assert record.data["instructions"] == ["Preheat the oven.", "Bake the egg in the milk with the salt."]


def test_a_cell_with_several_lines_is_read_as_page_layout() -> None:
    body = (
        "<table><tr><td><b>Ingredients</b><br>1 egg<br>2 cups milk</td></tr>"
        "<tr><td><b>Directions</b><br>Whisk the egg with the milk.<br>Bake it for an hour.</td></tr></table>"
    )
    record = found(f"<h1>Custard</h1>{body}")
    assert lines(record) == ["1 egg", "2 cups milk"]
    assert record.data["instructions"] == ["Whisk the egg with the milk.", "Bake it for an hour."]


def test_an_unlabelled_list_in_a_layout_cell_is_found() -> None:
    cell = "2 lbs cod<br>1 large leek<br>2 cans corn<br>Simmer the cod with the corn.<br>Add the leek.<br>Eat.<br>Rest."
    record = found(f"<table><tr><td><a href=/>Home</a></td><td>{cell}</td></tr></table>", "Chowder")
    assert lines(record) == ["2 lbs cod", "1 large leek", "2 cans corn"]


def test_text_after_a_nested_table_is_not_an_ingredient() -> None:
    inner = "<table><tr><th colspan=2>Ingredienti</th></tr><tr><td>latte</td><td>500 g</td></tr>"
    inner += "<tr><td>uova</td><td>4</td></tr></table>"
    rest = "<br>Dosi per: 6 persone<br><b>Procedimento</b><br>Scaldate il latte.<br>Unite le uova e cuocete.<br>"
    record = found(f"<table><tr><td>Menu</td><td>{inner}{rest}</td></tr></table>", "Crema")
    assert lines(record) == ["latte 500 g", "uova 4"]
    assert record.data["instructions"] == ["Scaldate il latte.", "Unite le uova e cuocete."]
    assert record.data["yields"] == "6 persone"


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("Nan's Recipe Box - Leek Pie", "<font size=6>Leek Pie</font>", "Leek Pie"),
        ("Nan's Recipe Box", "<font size=+3>Leek Pie</font>", "Leek Pie"),
        ("Nan's Recipe Box", "<font size=2>Leek Pie</font>", "Nan's Recipe Box"),
        ("My Stove: Leek Pie", "<h1>My Stove</h1><h3>Leek Pie</h3>", "Leek Pie"),
        ("Leek Pie | My Stove", "<h1>My Stove</h1><font size=5>Leek Pie</font>", "Leek Pie"),
        ("Leek Pie | My Stove", "<h2>My Stove</h2><h1>Leek Pie</h1>", "Leek Pie"),
        ("Leek Pie | My Stove", "<h1>Leek Pie</h1><h3>Why I love it</h3>", "Leek Pie"),
    ],
)
def test_the_name_of_the_site_is_not_the_name_of_the_recipe(title: str, body: str, expected: str) -> None:
    assert found(f"<center>{body}</center>{LIST}{METHOD}", title).data["title"] == expected


def test_the_url_decides_which_part_of_the_title_is_the_recipe() -> None:
    body = f"<h1>Leek Pie</h1><h3>Winter Dishes</h3>{LIST}{METHOD}"
    url = "https://example.org/winter/leek-pie"
    assert found(body, "Leek Pie - Winter Dishes", url).data["title"] == "Leek Pie"


@pytest.mark.parametrize(
    "fact",
    ["Tiempo total: 50 minutos. Raciones: 4", "Makes 4 dozen.", "Serves 6", "Prep time: 10 min", "Für 4 Personen"],
)
def test_a_line_with_only_servings_or_times_is_not_a_step(fact: str) -> None:
    record = found(f"<h1>Custard</h1>{LIST}{METHOD}<p>{fact}</p>")
    assert record.data["instructions"] == ["Whisk the egg with the milk.", "Bake it for an hour."]


@pytest.mark.parametrize(
    "step", ["Bake 45 minutes.", "Pour 2 cups of milk over it.", "Makes 4 pies, or one large cake."]
)
def test_a_step_with_a_number_is_kept(step: str) -> None:
    assert found(f"<h1>Custard</h1>{LIST}{METHOD}<p>{step}</p>").data["instructions"][-1] == step


@pytest.mark.parametrize(
    "comments",
    [
        '<div id="comments"><h3>What others say</h3><p>It was so good that I made it twice.</p></div>',
        "<h3>3 thoughts on “Custard”</h3><p>It was so good that I made it twice.</p>",
        "<h3>12 Comments</h3><p>It was so good that I made it twice.</p>",
    ],
)
def test_comments_end_the_method(comments: str) -> None:
    data = found(f"<h1>Custard</h1>{LIST}{METHOD}{comments}").data
    assert data["instructions"] == ["Whisk the egg with the milk.", "Bake it for an hour."]
    assert data["instruction_groups"] == []


def test_adjacent_facts_are_read_separately() -> None:
    data = found(f"<h1>Bullar</h1><div><span>40 st</span><span>Tid: 2 timmar</span></div>{LIST}{METHOD}", "Bullar").data
    assert (data["yields"], data["total_minutes"]) == ("40 st", 120)


@pytest.mark.parametrize(
    "hostile",
    [
        "<pre>" + "\n" * 2_000_000 + "</pre>",
        pytest.param("<pre>" + "1 cup milk\n" * 200_000 + "</pre>", marks=pytest.mark.slow),
        "<pre>" + ("a" * 60 + "\n") * 50_000 + "</pre>",
        "<pre>" + "1 a    " * 200_000 + "</pre>",
        "<pre>" + "a:   " * 200_000 + "</pre>",
        "<pre>" + "-" * 1_000_000 + "x</pre>",
        "<pre>" * 20_000 + "1 egg",
        "<font size=6>" * 20_000 + "1 egg",
        "".join(f"<p>{'4 servings ' * 10}x</p>" for _ in range(3_000)),
        "".join(f"<p>{'time: 1 h ' * 11}x</p>" for _ in range(3_000)),
        "<h3>" + "9" * 79 + "</h3>" + "<h3>" + "- " * 39 + "x</h3>",
    ],
)
def test_a_hostile_old_page_is_read_in_bounded_time(hostile: str) -> None:
    before = time.process_time()
    recipe(f"<h1>Custard</h1>{hostile}{LIST}{METHOD}{hostile}")
    assert time.process_time() - before < 5
