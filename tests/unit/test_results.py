import csv
import json
from pathlib import Path

import pytest

from garner.cli.render.results import Result, cell, csv_header, csv_row, json_line, require_usable, writing_to
from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.errors import InputError, InvalidUrl

SOUP = {
    "image": None,
    "title": "Soup",
    "ingredients": [{"raw": "2 onions", "name": "onions"}, {"raw": "1 l stock", "name": "stock"}],
    "instructions": ["Chop.", "Boil."],
    "total_minutes": 40,
    "nutrition": {"calories": "200 kcal", "fat": "3 g"},
}


def found(record: dict, kind: Kind = Kind.RECIPE) -> Result:
    return Result("https://a.example/soup", kind, ItemStatus.DONE, record)


def as_row(result: Result) -> dict[str, str]:
    return dict(zip(csv_header(result.kind), csv_row(result), strict=True))


def test_a_json_line_has_the_fields_of_its_record_in_order():
    line = json.loads(json_line(found(SOUP)))
    assert list(line) == ["url", "kind", "status", "record", "error", "code", "warnings"]
    assert list(line["record"]) == ["title", "image", "ingredients", "instructions", "total_minutes", "nutrition"]
    assert line["record"] == SOUP


def test_a_failure_is_a_line_with_its_error():
    line = json.loads(json_line(Result.of_error("nonsense", Kind.RECIPE, InvalidUrl("No."))))
    assert line == {
        "url": "nonsense",
        "kind": "recipe",
        "status": "ERROR",
        "record": None,
        "error": "No.",
        "code": "invalid_url",
        "warnings": [],
    }


def test_a_lone_surrogate_in_the_input_gives_valid_json():
    result = Result.of_error("http://a\udce4", Kind.RECIPE, InvalidUrl("No."))
    assert json.loads(json_line(result))["url"] == "http://a?"


def test_a_list_becomes_lines_and_each_part_becomes_text():
    row = as_row(found(SOUP))
    assert row["ingredients"] == "2 onions\n1 l stock"
    assert row["instructions"] == "Chop.\nBoil."
    assert row["nutrition"] == "calories: 200 kcal\nfat: 3 g"
    assert row["total_minutes"] == "40"
    assert row["image"] == row["error"] == ""


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_row_as_long_as_its_header(kind):
    assert len(csv_row(Result("x", kind, ItemStatus.ERROR))) == len(csv_header(kind))


def test_true_and_false_are_distinguished_from_null():
    assert [cell(value) for value in (True, False, None)] == ["true", "false", ""]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_cell_that_looks_like_a_formula_is_escaped(start):
    assert as_row(found({"title": f"{start}cmd|' /C calc'!A0"}))["title"] == f"'{start}cmd|' /C calc'!A0"


def test_an_ordinary_cell_is_not_escaped():
    assert as_row(found({"title": "Soup = love"}))["title"] == "Soup = love"


def test_the_input_file_is_not_overwritten(tmp_path: Path):
    pages = tmp_path / "pages.csv"
    pages.write_text("url\n")
    with pytest.raises(InputError, match="Choose another output file"):
        require_usable(tmp_path / "." / "pages.csv", [str(pages)])


def test_an_unknown_suffix_is_rejected(tmp_path: Path):
    with pytest.raises(InputError, match=r"must end in \.jsonl or \.csv"):
        require_usable(tmp_path / "out.xlsx", [])


def test_a_result_is_in_the_file_as_soon_as_it_is_written(tmp_path: Path):
    path = tmp_path / "out.csv"
    with writing_to(path, Kind.RECIPE) as write:
        write(found(SOUP))
        with path.open(newline="") as written:
            (row,) = csv.DictReader(written)
    assert row["title"] == "Soup" and row["ingredients"] == "2 onions\n1 l stock"
