"""JSON lines, JSON arrays, malformed JSON, and lists of URLs."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from garner.errors import NoRows, WrongMediaType
from garner.tables.reading import MAX_OWN_NAMES, TOO_MANY_NAMES, Limits, TableRow, open_table, sniff

Write = Callable[..., Path]
Read = Callable[..., list[TableRow]]
PHONE, TV = {"title": "Phone", "price": 1.5}, {"title": "TV", "tags": ["a", {"b": None}]}


@pytest.mark.parametrize(
    "text",
    [
        f"{json.dumps(PHONE)}\n\n{json.dumps(TV)}\n",
        f"{json.dumps(PHONE)}\r\n{json.dumps(TV)}",
        json.dumps([PHONE, TV]),
        json.dumps([PHONE, TV], indent=2),
        f"[{json.dumps(PHONE)},\n{json.dumps(TV)},\n]",
        json.dumps(PHONE, indent=2) + "\n" + json.dumps(TV, indent=2),
        json.dumps({"products": [PHONE, TV], "total": 2}, indent=1),
        "\ufeff" + json.dumps([PHONE, TV]),
    ],
)
def test_objects_are_rows_in_every_json_layout(write: Write, rows: Read, text: str) -> None:
    path = write(text, "x.csv")
    assert [row.values for row in rows(path)] == [PHONE, TV]
    with open_table(path, "x.csv") as table:
        assert (table.format, table.headers[:2]) == ("jsonl", ["title", "price"])
        assert table.columns.by_header == {"title": "title", "price": "price"}


@pytest.mark.parametrize("text", ['{"\\ufeffEAN": 1}\n', '{"\ufeffEAN": 1}\n', '[\n{"E\u200bAN": 1}\n]'])
def test_invisible_characters_are_removed_from_names(write: Write, rows: Read, text: str) -> None:
    path = write(text, "x.jsonl")
    assert [row.values for row in rows(path)] == [{"EAN": 1}]
    with open_table(path, "x.jsonl") as table:
        assert (table.headers, table.columns.by_header) == (["EAN"], {"EAN": "gtin"})


def test_names_that_look_the_same_keep_their_values(write: Write, rows: Read) -> None:
    assert rows(write('{"\ufeffEAN": 1, "EAN": 2, "Größe": 3}\n', "x.jsonl"))[0].values == {
        "\ufeffEAN": 1,
        "EAN": 2,
        "Größe": 3,
    }


def test_bad_lines_are_reported_with_their_numbers_and_the_others_are_kept(write: Write, rows: Read) -> None:
    found = rows(write('{"title": "Phone"}\n{"title": \n\n[1, 2]\n"TV"\n{"title": "Radio"}\n', "x.jsonl"))
    assert [(row.line, row.problem) for row in found] == [
        (1, None),
        (2, "Line 2 cannot be read as JSON."),
        (4, "Line 4 is not an object."),
        (5, "Line 5 is not an object."),
        (6, None),
    ]


def test_an_array_continues_after_a_broken_element(write: Write, rows: Read) -> None:
    text = '[\n{"title": "Phone"},\n{"title": "TV", "price": 1.2.3},\n{"title": "Radio"}\n]'
    assert [(row.line, row.values.get("title"), row.problem is None) for row in rows(write(text, "x.json"))] == [
        (2, "Phone", True),
        (3, None, False),
        (4, "Radio", True),
    ]


def test_a_truncated_array_keeps_its_earlier_elements(write: Write, rows: Read) -> None:
    found = rows(write('[{"title": "Phone"}, {"title": "TV"}, {"titl', "x.json"))
    assert [row.problem is None for row in found] == [True, True, False]


def test_a_long_array_is_read_in_pieces(write: Write, rows: Read) -> None:
    things = [{"title": f"Phone {number}", "text": "x" * (number % 97)} for number in range(20_000)]
    found = rows(write(json.dumps(things), "x.json"), limits=Limits(max_line_bytes=10_000))
    assert [row.values for row in found] == things


def test_a_too_large_value_is_reported(write: Write, rows: Read) -> None:
    text = json.dumps([{"title": "x" * 3_000_000}, {"title": "TV"}])
    found = rows(write(text, "x.json"), limits=Limits(max_value_bytes=500_000))
    assert [(row.problem is None) for row in found] == [False, True]


def test_values_that_the_database_cannot_store_are_removed(write: Write, rows: Read) -> None:
    text = '{"title": "Pho\\u0000ne", "a\\u0000": 1}\n{"title": "half \\ud800 pair", "price": NaN}\n'
    assert [row.values for row in rows(write(text, "x.jsonl"))] == [
        {"title": "Phone", "a": 1},
        {"title": "half ? pair", "price": None},
    ]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 400 + ".5"])
def test_a_number_that_is_too_large_stays_as_typed(write: Write, rows: Read, number: str) -> None:
    [row] = rows(write(f'[{{"title": "TV", "price": {number}}}]', "x.json"))
    assert row.values == {"title": "TV", "price": number}


def test_too_deep_nesting_is_a_bad_line(write: Write, rows: Read) -> None:
    text = '{"title": "Phone"}\n{"a": ' + "[" * 200_000 + "\n" + '{"title": "TV"}\n'
    assert [row.problem is None for row in rows(write(text, "x.jsonl"))] == [True, False, True]
    array = '[{"title": "Phone"}, ' + '{"a":' * 200_000 + "]"
    assert rows(write(array, "x.json"))[0].values == {"title": "Phone"}


def test_columns_that_appear_late_are_added_to_the_table(write: Write) -> None:
    lines = ['{"title": "Phone"}'] * 20_000 + ['{"title": "TV", "brand": "Acme"}']
    with open_table(write("\n".join(lines), "x.jsonl"), "x.jsonl") as table:
        assert "brand" not in table.columns.by_header
        assert sum(len(batch) for batch in table.batches()) == 20_001
        assert (table.headers, table.columns.by_header["brand"]) == (["title", "brand"], "brand")


def test_an_empty_array_has_no_rows(write: Write) -> None:
    with pytest.raises(NoRows):
        open_table(write("[]", "x.json"), "x.json")


def test_a_list_of_urls_is_a_table_of_one_column(write: Write, rows: Read) -> None:
    text = (
        "# my list\nhttps://shop.example.com/a,b\n\n  http://shop.example.com/2?x=1;y=2  \nwww.example.com/3 # third\n"
    )
    path = write(text, "x.txt")
    assert [(row.line, row.values) for row in rows(path)] == [
        (2, {"url": "https://shop.example.com/a,b"}),
        (4, {"url": "http://shop.example.com/2?x=1;y=2"}),
        (5, {"url": "www.example.com/3"}),
    ]
    with open_table(path, "x.txt") as table:
        assert (table.format, table.headers, table.columns.by_header) == ("urls", ["url"], {"url": "url"})


def test_a_line_of_a_url_list_that_is_not_a_url_is_reported(write: Write, rows: Read) -> None:
    text = "".join(f"https://shop.example.com/{number}\n" for number in range(9)) + "buy milk\n"
    assert [row.problem for row in rows(write(text, "x.txt"))][-2:] == [None, "Line 10 is not a URL."]


def test_a_list_of_urls_with_a_header_is_a_table(write: Write, rows: Read) -> None:
    path = write("Website\nhttps://shop.example.com/1\nhttps://shop.example.com/2\n", "x.csv")
    assert rows(path)[0].values == {"Website": "https://shop.example.com/1"}


@pytest.mark.parametrize("skip", [0, 1, 2_999, 3_000])
@pytest.mark.parametrize("line", ['{"title": "Phone"}', "https://shop.example.com/1"])
def test_rows_read_before_are_skipped(write: Write, rows: Read, line: str, skip: int) -> None:
    path = write(f"{line}\n" * 3_000, "x.txt")
    assert rows(path, skip) == rows(path)[skip:]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF"),
        (b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff", "a program"),
        (b"\x7fELF\2\1\1\0", "a program"),
        (b"<!DOCTYPE html><html><table>", "a web page"),
        (b"SQLite format 3\0", "a database"),
        (bytes(range(256)) * 10, "unknown type"),
    ],
)
def test_an_unsupported_file_is_refused_with_the_supported_formats(write: Write, content: bytes, name: str) -> None:
    path = write(content, "x.csv")
    for look in (open_table, sniff):
        with pytest.raises(WrongMediaType, match=name) as refused:
            look(path, "x.csv")
        assert "XLSX" in refused.value.message


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("{0}1\nnot a url\n{0}2\n", [1, 3], [2]),
        ("{0}1\nftp://x/y\n", [1], [2]),
        ("# my list\n{0}1\n\n127.0.0.1:18612/x\nftp://x/y\n", [2], [4, 5]),
        ("{0}1\none, two\nthree\nfour\nfive\n", [1], [2, 3, 4, 5]),
        ("ftp://x/y\n{0}1\n{0}2\n", [2, 3], [1]),
    ],
)
def test_lines_that_are_not_urls_do_not_affect_the_urls(
    write: Write, rows: Read, text: str, good: list[int], bad: list[int]
) -> None:
    path = write(text.format("https://shop.example.com/"), "x.txt")
    found = rows(path)
    assert [row.line for row in found if row.problem is None] == good
    assert [(row.line, row.code, row.problem) for row in found if row.problem is not None] == [
        (line, "invalid_url", f"Line {line} is not a URL.") for line in bad
    ]
    with open_table(path, "x.txt") as table:
        assert table.columns.by_header == {"url": "url"}


@pytest.mark.parametrize("name", ["List of pages", "Website"])
def test_one_url_makes_an_only_column_a_url_column_unless_its_name_says_otherwise(write: Write, name: str) -> None:
    few = "Phone\nTV\nRadio\nhttps://shop.example.com/1\n"
    with open_table(write(f"{name}\nhttps://shop.example.com/2\n{few}", "x.csv"), "x.csv") as table:
        assert set(table.columns.by_header.values()) == {"url"}
    with open_table(write(f"title\n{few}", "x.csv"), "x.csv") as table:
        assert table.columns.by_header == {"title": "title"}


def test_the_number_of_columns_is_bounded_when_every_row_has_a_new_name(write: Write) -> None:
    path = write("".join(f'{{"title": "Pan {row}", "name_{row}": {row}}}\n' for row in range(30_000)), "x.jsonl")
    started = time.process_time()
    with open_table(path, "x.jsonl") as table:
        rows = [row for batch in table.batches() for row in batch]
    assert time.process_time() - started < 5
    assert len(table.headers) == MAX_OWN_NAMES and table.warnings == [TOO_MANY_NAMES]
    assert rows[-1].values == {"title": "Pan 29999", "name_29999": 29_999} and len(rows) == 30_000
    assert table.columns.canonical(rows[-1].values) == {"title": "Pan 29999"}
