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
def test_texts_and_numbers_are_kept_text_lists_become_lines_and_other_values_json(value: object, cell: object) -> None:
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
def test_text_that_looks_like_a_formula_is_escaped(formula: str) -> None:
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
def test_a_formula_after_any_delimiter_is_escaped(text: str, written: str) -> None:
    assert escape_formula(text) == plain_text(text) == written


def test_text_of_only_delimiters_is_escaped_in_linear_time() -> None:
    started = time.process_time()
    for text in ("\n" * 200_000, "; " * 100_000, ";" + " " * 200_000, "1;" * 100_000, ";1" + "1" * 200_000):
        escape_formula(text)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("harmless", ["-5", "+49301234", "-5.00", "-1,5", "a=1", "", "1-2", "'=1", "Café – Bar", "−5"])
def test_plain_numbers_and_ordinary_text_are_not_escaped(harmless: str) -> None:
    assert escape_formula(harmless) == harmless


def test_a_number_stays_a_number_and_is_not_escaped() -> None:
    assert [plain_text(cell) for cell in (-5, -0.5, True, False, None, "-5+1")] == [
        -5,
        -0.5,
        "true",
        "false",
        "",
        "'-5+1",
    ]
