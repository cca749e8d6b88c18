"""A value as a cell: the same in the grid and in every file."""

import time

import pytest

from garner.core.rows.cells import cell_of, escape_formula, plain_text


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, None),
        ("10.50", "10.50"),
        (4.5, 4.5),
        (300, 300),
        (True, True),
        (["Berlin", "Łódź"], "Berlin\nŁódź"),
        ([], None),
        ([1, "two"], '[1,"two"]'),
        ([{"url": "https://shop.example/1.jpg", "alt": None}], '[{"url":"https://shop.example/1.jpg","alt":null}]'),
        ({"calories": "250 kcal"}, '{"calories":"250 kcal"}'),
        ({}, "{}"),
    ],
)
def test_text_and_numbers_stay_lists_of_texts_have_lines_and_the_rest_is_json(value: object, cell: object) -> None:
    found = cell_of(value)
    assert found == cell and type(found) is type(cell)


@pytest.mark.parametrize(
    "formula",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\ttext",
        "  =cmd|' /C calc'!A0",
        "\u00a0=1",
        "\ufeff=1",
        "\u200b=1",
        "＝1+1",
        " ＋1",
        "－1+1",
        "＠SUM(A1)",
        "﹦1",
        "-5-cmd",
        "- a list of things",
    ],
)
def test_what_a_spreadsheet_would_take_for_a_formula_is_text_for_it(formula: str) -> None:
    assert escape_formula(formula) == f"'{formula}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"),
        ("x\t=1", "x\t'=1"),
        ("x\n=1\r@a", "x\n'=1\r'@a"),
        ("x; \u200b+a;-5;-5a", "x;' \u200b+a;-5;'-5a"),
        ('x;"=1"', 'x;\'"=1"'),
        ("\t=1", "'\t'=1"),
        ("\n\n=1", "'\n\n'=1"),
        ("a; b;c=1", "a; b;c=1"),
    ],
)
def test_nor_where_it_divides_the_text_otherwise(text: str, written: str) -> None:
    assert escape_formula(text) == plain_text(text) == written


def test_a_text_of_nothing_but_dividers_takes_no_longer_than_others() -> None:
    started = time.process_time()
    for text in ("\n" * 200_000, "; " * 100_000, ";" + " " * 200_000, "1;" * 100_000, ";1" + "1" * 200_000):
        escape_formula(text)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("harmless", ["-5", "+49301234", "-5.00", "-1,5", "a=1", "", "1-2", "'=1", "Café – Bar", "−5"])
def test_plain_numbers_and_ordinary_text_are_left_alone(harmless: str) -> None:
    assert escape_formula(harmless) == harmless


def test_a_number_is_no_text_and_never_marked() -> None:
    assert [plain_text(cell) for cell in (-5, -0.5, True, False, None, "-5+1")] == [
        -5,
        -0.5,
        "true",
        "false",
        "",
        "'-5+1",
    ]
