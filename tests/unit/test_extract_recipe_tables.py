"""Ingredients in tables, and in grids of separate elements, on pages without markup."""

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract

METHOD = "<h2>Method</h2><ol><li>Mix it all in a large bowl.</li><li>Bake it for an hour.</li></ol>"


def found(rows: str) -> Record:
    page = f"<title>Bread</title><h1>Bread</h1><h2>Ingredients</h2><div class=ingredients>{rows}</div>{METHOD}"
    record = extract(page.encode(), url="https://example.org/bread", charset="utf-8", kinds=[Kind.RECIPE]).records.get(
        Kind.RECIPE
    )
    assert record is not None
    return record


def lines(record: Record) -> list[str]:
    return [line["raw"] for line in record.data["ingredients"]]


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<td class=c>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def grid(*cells: str) -> str:
    return "".join(f"<p class=r>{cell}</p>" for cell in cells)


def ingredients_of(record: Record) -> list[tuple[object, ...]]:
    return [tuple(line[name] for name in ("qty", "unit", "name", "group")) for line in record.data["ingredients"]]


@pytest.mark.parametrize(
    "rows",
    [
        table(("Dough", "KG"), ("Flour", "5.000"), ("Wa&shy;ter", "0.250"), ("", "5.250")),
        table(("Dough", "KG", "%"), ("Flour", "5.000", "100.00"), ("Water", "0.250", "5.00")),
        grid("Dough", "KG", "%", "Flour", "5.000", "100.00", "Water", "0.250", "5.00", "Total weight: 5.250"),
    ],
)
def test_table_rows_are_read_with_the_unit_in_the_column_header(rows: str) -> None:
    assert ingredients_of(found(rows)) == [(5, "KG", "Flour", "Dough"), (0.25, "KG", "Water", "Dough")]


@pytest.mark.parametrize(
    "rows",
    [
        table(("", "KG"), ("Flour", "5"), ("Filling", "g"), ("Seeds", "20")),
        f"<div class=g>{grid('', 'KG', 'Flour', '5', 'Salt', '1')}</div>"
        f"<div class=g>{grid('Filling', 'g', 'Seeds', '20', 'Nuts', '30')}</div>",
    ],
)
def test_each_header_row_applies_to_the_rows_below_it(rows: str) -> None:
    units = {line["name"]: (line["unit"], line["group"]) for line in found(rows).data["ingredients"]}
    assert units["Flour"][0] == "KG" and units["Seeds"] == ("g", "Filling")


def test_a_row_with_an_amount_is_not_a_header() -> None:
    record = found(table(("Flour", "500", "g"), ("Eggs", "2"), ("Oil", "1 l")))
    assert ingredients_of(record) == [(500, "g", "Flour", None), (2, None, "Eggs", None), (1, "l", "Oil", None)]


def test_a_row_with_a_food_and_a_unit_only_is_not_a_header() -> None:
    assert lines(found(table(("Flour", "500 g"), ("Salt", "pinch"), ("Eggs", "2")))) == [
        "Flour 500 g",
        "Salt pinch",
        "Eggs 2",
    ]


def test_a_unit_in_a_separate_cell_after_the_amount_is_read() -> None:
    record = found(grid("Flour", "500", "g", "Oil", "1", "l", "Milk", "2", "dl"))
    assert lines(record) == ["Flour 500 g", "Oil 1 l", "Milk 2 dl"]


def test_the_cells_of_a_row_are_joined_in_their_order() -> None:
    rows = table(("500 g", "flour", "white"), ("1 l", "water", "warm"))
    assert lines(found(rows)) == ["500 g flour white", "1 l water warm"]


def test_a_row_without_letters_is_not_an_ingredient() -> None:
    assert lines(found(table(("2 leeks",), ("1 l stock",), ("100 %",)))) == ["2 leeks", "1 l stock"]


def test_amounts_above_their_foods_belong_to_them() -> None:
    assert lines(found(grid("Dough:", "500 g", "flour", "1 l", "water"))) == ["500 g flour", "1 l water"]
