"""Workbooks, read back by other libraries."""

import io
import zipfile
from collections.abc import Sequence
from xml.etree import ElementTree

import openpyxl
import pytest
from python_calamine import CalamineWorkbook

from garner.core.rows.cells import Cell
from garner.tables.xlsx_writing import MAX_CELL_CHARS, XlsxWriter, column_name, cut

NASTY = [
    "plain",
    "ünïcödé 漢字 🍲 עברית",
    "two\nlines",
    "carriage\r\nreturn",
    " spaces around ",
    "quotes \" and ' and , and ;",
    "<b>&amp;]]></b>",
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=cmd",
    "＝1+1",
    "12345678901234567890",
    "007",
    "10.50",
    "TRUE",
    "#N/A",
    "1e5",
    "2024-01-01",
]


def written(headers: Sequence[str], rows: Sequence[Sequence[Cell]], **limits: int) -> bytes:
    writer = XlsxWriter(headers, **limits)
    return writer.begin() + writer.write(rows) + writer.end()


def read(book: bytes) -> dict[str, list[list[object]]]:
    opened = openpyxl.load_workbook(io.BytesIO(book))
    return {sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in opened}


def test_every_value_is_read_back_unchanged() -> None:
    rows: list[list[Cell]] = [[text, number] for number, text in enumerate(NASTY)]
    found = read(written(["text", "number"], rows))
    assert found == {"Results": [["text", "number"], *rows]}


def test_another_library_reads_the_same_values() -> None:
    sheet = CalamineWorkbook.from_filelike(
        io.BytesIO(written(["text"], [[text] for text in NASTY]))
    ).get_sheet_by_index(0)
    assert [row[0] for row in sheet.to_python()] == ["text", *NASTY]


def test_no_text_is_written_as_a_formula() -> None:
    opened = openpyxl.load_workbook(io.BytesIO(written(["a"], [[text] for text in NASTY])))
    assert {cell.data_type for row in opened.active.iter_rows() for cell in row} == {"s"}
    with zipfile.ZipFile(io.BytesIO(written(["=a"], [[text] for text in NASTY]))) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


def test_numbers_and_booleans_keep_their_types() -> None:
    row: list[Cell] = [-5, 0.1, 1e300, 123456789012345, True, False, None, ""]
    found = read(written(list("abcdefgh"), [row]))["Results"][1]
    assert found == [-5, 0.1, 1e300, 123456789012345, True, False, None, None]
    assert [type(value) for value in found[:6]] == [int, float, float, int, bool, bool]


def test_an_integer_with_too_many_digits_for_a_spreadsheet_is_text() -> None:
    assert read(written(["a"], [[1234567890123456], [-1234567890123456]]))["Results"][1:] == [
        ["1234567890123456"],
        ["-1234567890123456"],
    ]


def test_characters_that_xml_cannot_represent_are_removed() -> None:
    text = "a\x00b\x01c\x0bd\x1fe\ufffef\uffffg\udc80h\x7fi\x85j"
    book = written(["x"], [[text]])
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        ElementTree.fromstring(parts.read("xl/worksheets/sheet1.xml"))
    assert read(book)["Results"][1] == ["abcdefg?h\x7fi\x85j"]


def test_text_that_looks_like_a_workbook_escape_is_escaped() -> None:
    """A spreadsheet shows `_x0041_` as A. Escaped, it shows the original text."""
    with zipfile.ZipFile(io.BytesIO(written(["x"], [["_x0041_ and _xyz_ and _x0041_x0042_"]]))) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert "_x005F_x0041_ and _xyz_ and _x005F_x0041_x005F_x0042_" in sheet


def test_a_cell_that_is_too_long_is_truncated_with_a_note() -> None:
    assert cut("a" * MAX_CELL_CHARS) == "a" * MAX_CELL_CHARS
    (found,) = read(written(["x"], [["b" * 40_000]]))["Results"][1]
    assert isinstance(found, str) and len(found) == MAX_CELL_CHARS
    assert found.startswith("bbb") and found.endswith("b… (cut: 40,000 characters)")


def test_length_is_counted_in_utf_16_and_no_character_is_split() -> None:
    for text in ("🍲" * 20_000, "a" + "🍲" * 20_000):
        found = cut(text)
        assert MAX_CELL_CHARS - 1 <= len(found.encode("utf-16-le")) // 2 <= MAX_CELL_CHARS
        assert found.endswith(f"🍲… (cut: {len(text):,} characters)")


@pytest.mark.parametrize("rows", [0, 1, 3, 4, 6, 7])
def test_rows_beyond_the_limit_of_a_sheet_continue_in_another_with_the_same_header(rows: int) -> None:
    found = read(written(["n"], [[number] for number in range(rows)], max_rows=4))
    names = ["Results", "Results 2", "Results 3"][: max(1, -(-rows // 3))]
    assert list(found) == names
    assert all(sheet[0] == ["n"] and len(sheet) <= 4 for sheet in found.values())
    assert [row[0] for sheet in found.values() for row in sheet[1:]] == list(range(rows))


def test_a_sheet_with_too_many_bytes_continues_in_another() -> None:
    found = read(written(["n"], [["x" * 1000] for _ in range(350)], max_sheet_bytes=200_000))
    assert len(found) == 2 and sum(len(sheet) - 1 for sheet in found.values()) == 350
    assert all(sheet[0] == ["n"] and len(sheet) < 250 for sheet in found.values())


def test_the_workbook_does_not_depend_on_how_rows_are_written() -> None:
    """Nor on the time of writing: two exports of the same rows can be compared."""
    writer = XlsxWriter(["n"])
    apart = writer.begin() + b"".join(writer.write([[number]]) for number in range(300)) + writer.end()
    assert read(apart) == read(written(["n"], [[number] for number in range(300)]))
    assert written(["n"], [[1]]) == written(["n"], [[1]])


def test_the_zip_header_is_written_before_the_rows() -> None:
    writer = XlsxWriter(["n"])
    assert writer.begin().startswith(b"PK\x03\x04")
    first = writer.write([[number, *()] for number in range(50_000)])
    assert len(first) > 10_000


def test_an_abandoned_writer_is_deleted_without_an_error() -> None:
    writer = XlsxWriter(["n"])
    writer.begin()
    writer._zip.__del__()  # the garbage collector may delete it before its open sheet


@pytest.mark.parametrize(
    ("index", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")]
)
def test_columns_are_named_as_in_spreadsheets(index: int, name: str) -> None:
    assert column_name(index) == name
