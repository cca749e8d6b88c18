"""XLSX, XLS and ODS: the values of their cells, and protection against hostile workbooks."""

import math
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from garner.errors import EmptyFile, FileLocked, FileTooLarge, FileUnreadable, NoRows, WrongMediaType
from garner.tables.formats.sheet_process import SCAN_SECONDS, formulas_without_result
from garner.tables.formats.spreadsheet import Spreadsheet
from garner.tables.reading import Limits, TableRow, open_table, sniff
from garner.tables.xlsx_writing import column_name

Read = Callable[..., list[TableRow]]
Sheets = dict[str, list[list[object]]]
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504


def workbook(path: Path, sheets: Sheets) -> Path:
    with xlsxwriter.Workbook(path, {"default_date_format": "yyyy-mm-dd"}) as book:
        for name, lines in sheets.items():
            sheet = book.add_worksheet(name)
            for number, cells in enumerate(lines):
                sheet.write_row(number, 0, cells)
    return path


def many(count: int) -> Sheets:
    return {"data": [["title", "sku"], *([f"Phone {number}", number] for number in range(count))]}


def with_sheet(path: Path, sheet: bytes, tmp_path: Path) -> Path:
    """Return a copy of the workbook with another sheet."""
    other = tmp_path / "other.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.namelist():
            target.writestr(member, sheet if member == "xl/worksheets/sheet1.xml" else source.read(member))
    return other


def test_numbers_and_dates_are_read_as_plain_values(tmp_path: Path, rows: Read) -> None:
    cells = ["Phone", 4006381333931, 1.0, 19.99, 0.1 + 0.2, True, date(2024, 3, 1), datetime(2024, 3, 1, 12, 30), None]
    headers = ["title", "gtin", "one", "price", "sum", "new", "day", "moment", "empty"]
    path = workbook(tmp_path / "x.xlsx", {"data": [headers, cells]})
    with open_table(path, "x.xlsx") as table:
        assert table.format == "xlsx"
        (row,) = next(table.batches())
    assert row.values | {"moment": ""} == dict(
        zip(headers, ["Phone", 4006381333931, 1, 19.99, 0.3, True, "2024-03-01", "", ""], strict=True)
    )


def test_a_formula_is_read_as_its_saved_value(tmp_path: Path, rows: Read) -> None:
    with xlsxwriter.Workbook(tmp_path / "x.xlsx") as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["title", "price"])
        sheet.write(1, 0, "Phone")
        sheet.write_formula(1, 1, "=2+2", None, 5)
    assert rows(tmp_path / "x.xlsx")[0].values == {"title": "Phone", "price": 5}


@pytest.mark.parametrize("filler", [0, 30_000])
def test_formulas_without_a_saved_result_are_reported(tmp_path: Path, filler: int) -> None:
    """Some programs write formulas without computing them."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["title", "price", "sum"])
    sheet.append(["Pan", "=2+2", 5])
    for number in range(filler):
        sheet.append([f"Thing {number}", number, "text <b>of a cell</b>"])
    sheet.append(["Pot", '=IF(A2<>"",B2,"x & y")', "=1"])
    book.save(tmp_path / "x.xlsx")
    with open_table(tmp_path / "x.xlsx", "x.xlsx") as table:
        found = [row.values for batch in table.batches() for row in batch]
        (warning,) = table.warnings
    assert found[0] == {"title": "Pan", "price": "", "sum": 5}
    assert warning.startswith("Formulas without a saved result are read as empty: 3 cells, the first in B2.")


def test_formulas_with_a_prefix_are_counted(tmp_path: Path) -> None:
    cells = '<x:c r="B2"><x:f>2+2</x:f><x:v/></x:c><x:c r="B3"><x:f>2+2</x:f><x:v>4</x:v></x:c><x:c r="B4"><x:f/></x:c>'
    with zipfile.ZipFile(tmp_path / "x.xlsx", "w") as book:
        book.writestr("xl/worksheets/sheet1.xml", f"<x:sheetData>{cells}</x:sheetData>")
    assert formulas_without_result(str(tmp_path / "x.xlsx"), math.inf) == {"formulas": 2, "first": "B2", "of": ""}


def test_the_sheet_of_a_formula_is_named_when_there_are_several(tmp_path: Path) -> None:
    book = openpyxl.Workbook(write_only=True)
    for name, cell in (("Pans", 1), ("Pots & 'more'", "=2+2"), ("Cups", "=3+3")):
        sheet = book.create_sheet(name)
        sheet.append(["title", "price"])
        sheet.append([name, cell])
    book.save(tmp_path / "x.xlsx")
    other = tmp_path / "other.xlsx"
    with zipfile.ZipFile(tmp_path / "x.xlsx") as source, zipfile.ZipFile(other, "w") as target:
        for member in reversed(source.namelist()):  # not in the order of the sheets
            target.writestr(member, source.read(member))
    for path in (tmp_path / "x.xlsx", other):
        with open_table(path, "x.xlsx") as table:
            assert sum(map(len, table.batches())) == 3
            (warning,) = table.warnings
        assert "empty: 2 cells, the first in B2 of sheet \"Pots & 'more'\"." in warning


def test_expensive_sheet_names_are_read_quickly(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/workbook.xml", "<sheet " + "a" * 1_000_000 + ">" + "<sheet a=" * 100_000)
        book.writestr("xl/_rels/workbook.xml.rels", "<Relationship " + "a" * 1_000_000 + ">")
    started = time.process_time()
    formulas_without_result(str(tmp_path / "x.xlsx"), math.inf)
    assert time.process_time() - started < 1


def test_rows_are_read_when_formulas_cannot_be_counted(tmp_path: Path, rows: Read) -> None:
    path = workbook(tmp_path / "x.xlsx", {"data": [["title", "sku"], ["Phone", 1]]})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/worksheets/spoilt.xml", b"<f>" * 10_000)
        place = book.getinfo("xl/worksheets/spoilt.xml").header_offset + 30 + len("xl/worksheets/spoilt.xml")
    body = bytearray(path.read_bytes())
    body[place : place + 20] = b"\xff" * 20
    path.write_bytes(body)
    assert [row.values["title"] for row in rows(path)] == ["Phone"]


def test_counting_formulas_has_its_own_time_limit(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", {"data": [["title", "sku"], ["Phone", 1]]})
    with pytest.raises(TimeoutError):
        formulas_without_result(str(path), deadline=0)
    told = "import resource, sys; from garner.tables.formats.sheet_process import main;"
    told += "main(sys.argv[1], 2**40, 500, 100);"
    told += "print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    ended = subprocess.run([sys.executable, "-c", told, str(path)], capture_output=True, check=True)
    assert SCAN_SECONDS < int(ended.stdout.splitlines()[-1]) < 500


def test_formulas_with_a_saved_result_are_not_reported(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "x.xlsx") as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["title", "price"])
        for number in range(1, 100):
            sheet.write(number, 0, "Phone")
            sheet.write_formula(number, 1, "=2+2", None, number)
    with open_table(tmp_path / "x.xlsx", "x.xlsx") as table:
        assert sum(len(batch) for batch in table.batches()) == 99
        assert table.warnings == []


def test_a_row_has_its_number_from_the_sheet(tmp_path: Path, rows: Read) -> None:
    path = workbook(tmp_path / "x.xlsx", {"data": [[], ["title", "sku"], [], ["Phone", 1], ["", ""], ["TV", 2]]})
    assert [(row.line, row.values["title"]) for row in rows(path)] == [(4, "Phone"), (6, "TV")]


def test_the_first_sheet_with_rows_and_those_with_the_same_header_are_read(tmp_path: Path) -> None:
    sheets: Sheets = {
        "empty": [],
        "cover": [["Prices of March"], ["by example.com"]],
        "one": [["title", "sku"], ["Phone", 1]],
        "notes": [["who", "what"], ["me", "this"]],
        "two": [["title", "sku"], ["TV", 2]],
    }
    with open_table(workbook(tmp_path / "x.xlsx", sheets), "x.xlsx") as table:
        found = [row.values["title"] for batch in table.batches() for row in batch]
        assert found == ["Phone", "TV"]
        assert len(table.warnings) == 1
        assert "'cover', 'notes'" in table.warnings[0]


@pytest.mark.parametrize(
    "sheets",
    [
        {"one": [["Prices of March"], ["title", "sku"], ["Phone", 1]], "two": [["title", "sku"], ["TV", 2]]},
        {"one": [["title", "sku"], ["Phone", 1]], "two": [["Prices of April"], [], ["title", "sku"], ["TV", 2]]},
        {
            "one": [["Prices of March"], ["title", "sku"], ["Phone", 1]],
            "two": [["Prices of April"], ["by example.com"], ["title", "sku"], ["TV", 2]],
        },
        {"one": [["title", "sku"], ["Phone", 1, "", "a note"]], "two": [["title", "sku"], ["TV", 2]]},
        {"one": [["title", "sku"], ["Phone", 1]], "two": [["title", "sku"], ["TV", 2, "", "", "a note"]]},
        {"one": [["Title", "SKU "], ["Phone", 1]], "two": [["title", " sku"], ["TV", 2]]},
        {"one": [["\ufeffTitle", "SKU"], ["Phone", 1]], "two": [["Title", "SKU"], ["TV", 2]]},
        {"one": [["Title", "SKU"], ["Phone", 1]], "two": [["Ti\u200btle", "SKU\u200b"], ["TV", 2]]},
    ],
    ids=[
        "title above the first", "title above the second", "other titles", "longer row", "longer row after", "case",
        "byte order mark", "space of no width",
    ],
)  # fmt: skip
def test_a_further_sheet_is_recognized_by_its_header(tmp_path: Path, sheets: Sheets) -> None:
    with open_table(workbook(tmp_path / "x.xlsx", sheets), "x.xlsx") as table:
        found = [row.values[table.headers[0]] for batch in table.batches() for row in batch]
        assert found == ["Phone", "TV"] and table.warnings == []


@pytest.mark.parametrize(
    "first",
    [
        [["January 2026"], ["Title", "Price", "EAN"]],
        [["January 2026"], ["by example.com"], ["Title", "Price", "EAN"]],
        [["January", "2026"], ["Title", "Price", "EAN"]],
        [["Title", "Price", "EAN"]],
    ],
)
def test_a_first_sheet_without_rows_below_its_header_is_skipped(tmp_path: Path, first: list[list[object]]) -> None:
    below: list[list[object]] = [["Pan", 1.5, 4006381333931], ["Pot", 2.5, 4006381333931]]
    sheets: Sheets = {"Jan": first, "Feb": [["February 2026"], ["Title", "Price", "EAN"], *below], "Mar": first}
    with open_table(workbook(tmp_path / "x.xlsx", sheets), "x.xlsx") as table:
        assert table.headers == ["Title", "Price", "EAN"]
        assert [row.values["Title"] for batch in table.batches() for row in batch] == ["Pan", "Pot"]
        assert table.warnings == []


def test_a_title_and_a_header_without_rows_have_no_rows(tmp_path: Path) -> None:
    with pytest.raises(NoRows):
        open_table(workbook(tmp_path / "x.xlsx", {"Jan": [["January 2026"], ["Title", "Price", "EAN"]]}), "x.xlsx")


def test_a_date_beside_the_title_of_a_sheet_does_not_hide_its_header(tmp_path: Path) -> None:
    lines: list[list[object]] = [["Price list", "2026-01-01"], ["Title", "Price", "EAN"], ["Pan", 1.5, 4006381333931]]
    with open_table(workbook(tmp_path / "x.xlsx", {"data": lines}), "x.xlsx") as table:
        assert table.headers == ["Title", "Price", "EAN"]
        assert [row.values["Title"] for row in next(table.batches())] == ["Pan"]


def test_a_first_sheet_of_one_column_is_read_if_there_is_no_better_one(tmp_path: Path, rows: Read) -> None:
    path = workbook(tmp_path / "x.xlsx", {"data": [["Large TV 55"], ["Small TV 20"]], "empty": []})
    assert [row.values["title"] for row in rows(path)] == ["Large TV 55", "Small TV 20"]


def test_the_format_is_determined_by_content_not_by_name(tmp_path: Path, rows: Read) -> None:
    path = workbook(tmp_path / "x.xlsx", many(1)).rename(tmp_path / "list.csv")
    assert sniff(path) == "table"
    assert rows(path)[0].values == {"title": "Phone 0", "sku": 0}


def test_rows_read_before_are_skipped(tmp_path: Path, rows: Read) -> None:
    path = workbook(tmp_path / "x.xlsx", many(2_500))
    assert rows(path, 1_800) == rows(path)[1_800:]


def test_an_empty_workbook_is_distinguished_from_a_header_without_rows(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        open_table(workbook(tmp_path / "a.xlsx", {"data": []}), "a.xlsx")
    with pytest.raises(NoRows):
        open_table(workbook(tmp_path / "b.xlsx", {"data": [["title", "sku"]]}), "b.xlsx")


def test_an_encrypted_workbook_is_refused_as_locked(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(COMPOUND + "EncryptedPackage".encode("utf-16-le") + b"\0" * 500)
    with pytest.raises(FileLocked):
        open_table(path, "x.xlsx")


def test_other_office_documents_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.xls"
    path.write_bytes(COMPOUND + "WordDocument".encode("utf-16-le") + b"\0" * 500)
    with pytest.raises(WrongMediaType):
        open_table(path, "x.xls")


def test_a_damaged_workbook_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", many(10))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileUnreadable):
        open_table(path, "x.xlsx")
    with pytest.raises(FileUnreadable):
        open_table(with_sheet(workbook(path, many(1)), b"<worksheet><sheetData><row", tmp_path), "x.xlsx")


def test_a_bomb_is_refused_by_its_directory_before_unpacking(tmp_path: Path) -> None:
    bomb = with_sheet(workbook(tmp_path / "x.xlsx", many(1)), b"<worksheet>" + b" " * 80_000_000, tmp_path)
    with pytest.raises(FileTooLarge, match="unpacked"):
        open_table(bomb, "x.xlsx")


def test_memory_for_sparse_cells_is_bounded_in_another_process(tmp_path: Path) -> None:
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        b"</sheetData></worksheet>"
    )
    path = with_sheet(workbook(tmp_path / "x.xlsx", many(1)), sheet, tmp_path)
    with pytest.raises(FileTooLarge, match="memory"):
        open_table(path, "x.xlsx")


def test_the_memory_limit_of_a_sheet_is_enforced(tmp_path: Path) -> None:
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1500"><c r="XFD1500"><v>1</v></c></row>'
        b"</sheetData></worksheet>"
    )
    path = with_sheet(workbook(tmp_path / "x.xlsx", many(1)), sheet, tmp_path)
    with pytest.raises(FileTooLarge, match="memory"):
        open_table(path, "x.xlsx", limits=Limits(sheet_memory_bytes=400 * 1024**2))


def test_a_workbook_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", many(20_000))
    with pytest.raises(FileTooLarge, match="longer"):
        open_table(path, "x.xlsx", limits=Limits(sheet_seconds=0.01))


def test_a_killed_reader_is_an_error_and_not_the_end_of_the_file(tmp_path: Path) -> None:
    sheets = Spreadsheet(workbook(tmp_path / "x.xlsx", many(20_000)), Limits())
    records = sheets.records()
    next(records)
    assert sheets._process is not None
    os.kill(sheets._process.pid, signal.SIGKILL)
    with pytest.raises(FileUnreadable):
        list(records)


def test_ctrl_c_does_not_damage_a_file(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", many(20_000))
    script = (
        "import os, signal, sys; from pathlib import Path; from garner.tables.reading import open_table\n"
        "signal.signal(signal.SIGINT, lambda *_: None)\n"
        "with open_table(Path(sys.argv[1]), 'x.xlsx') as table:\n"
        "    batches = table.batches(); first = len(next(batches))\n"
        "    os.killpg(0, signal.SIGINT)  # as a terminal does\n"
        "    print(first + sum(map(len, batches)))\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    assert subprocess.run(command, capture_output=True, start_new_session=True, timeout=60).stdout == b"20000\n"


def test_closing_a_table_ends_the_process_that_reads_it(tmp_path: Path) -> None:
    sheets = Spreadsheet(workbook(tmp_path / "x.xlsx", many(20_000)), Limits())
    records = sheets.records()
    next(records)
    process = sheets._process
    assert process is not None and process.poll() is None
    sheets.close()
    assert process.poll() is not None


# Prints the number of rows, and the peak memory of this process in kilobytes.
READS = """
import re, sys
from pathlib import Path
from garner.tables.reading import open_table
with open_table(Path(sys.argv[1]), "x.xlsx", header=False) as table:
    rows = sum(len(batch) for batch in table.batches())
print(rows, re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def with_shared_string(tmp_path: Path, rows: str) -> Path:
    """Return a workbook with a string of a million characters, stored once and referenced by these rows."""
    path = workbook(tmp_path / "x.xlsx", {"data": [["x" * 30_000]]})
    sheet = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}'
    book = with_sheet(path, f"{sheet}</sheetData></worksheet>".encode(), tmp_path)
    long = tmp_path / "long.xlsx"
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(long, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.namelist():
            target.writestr(member, source.read(member).replace(b"x" * 30_000, b"x" * 1_000_000))
    return long


def test_a_string_shared_by_many_rows_takes_little_memory(tmp_path: Path) -> None:
    row = '<row r="{0}"><c r="A{0}" t="s"><v>0</v></c></row>'.format
    path = with_shared_string(tmp_path, "".join(map(row, range(1, 901))))
    reader = subprocess.run((sys.executable, "-c", READS, path), check=True, capture_output=True, text=True)
    rows, kilobytes = map(int, reader.stdout.split())
    assert rows == 900 and kilobytes < 200_000


def test_a_row_longer_than_the_line_limit_is_refused(tmp_path: Path) -> None:
    # Each cell is cut at 262,144 characters: together they are almost twice the limit of a line.
    cells = "".join(f'<c r="{column_name(place)}1" t="s"><v>0</v></c>' for place in range(60))
    path = with_shared_string(tmp_path, f'<row r="1">{cells}</row>')
    with pytest.raises(FileTooLarge, match="row"):
        open_table(path, "x.xlsx")
