"""CSV, TSV and similar formats, as common programs write them."""

import gzip
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from garner.errors import EmptyFile, FileTooLarge, FileUnreadable, NoRows
from garner.tables.formats.delimited import DelimitedReader, Dialect
from garner.tables.reading import Limits, TableRow, open_table

Write = Callable[..., Path]
Read = Callable[..., list[TableRow]]


@contextmanager
def memory() -> Iterator[Callable[[], int]]:
    """Yield a function that returns the peak memory afterwards."""
    peak = 0
    tracemalloc.start()
    try:
        yield lambda: peak
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def values(rows: list[TableRow]) -> list[dict[str, object]]:
    return [row.values for row in rows]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("title,price\nPhone,1.50\nTV,2.75\n", "csv"),
        ("title;price\nPhone;1.50\nTV;2.75\n", "csv"),
        ("title\tprice\nPhone\t1.50\nTV\t2.75\n", "tsv"),
        ("title|price\r\nPhone|1.50\r\nTV|2.75", "csv"),
        ('"title","price"\r"Phone","1.50"\r"TV","2.75"\r', "csv"),
        ("sep=;\ntitle;price\nPhone;1.50\nTV;2.75\n", "csv"),
        ("'title','price'\n'Phone','1.50'\n'TV','2.75'\n", "csv"),
        ('title, price\n"Phone", "1.50"\n"TV", "2.75"\n', "csv"),
        ("\ufefftitle,price\nPhone,1.50\n\n,\nTV,2.75\n ,  \n", "csv"),
        ("Prices of March\n\ntitle,price\nPhone,1.50\nTV,2.75\n", "csv"),
    ],
)
def test_rows_are_the_same_for_every_delimiter(write: Write, rows: Read, text: str, kind: str) -> None:
    path = write(text, "list.dat")
    assert values(rows(path)) == [{"title": "Phone", "price": "1.50"}, {"title": "TV", "price": "2.75"}]
    with open_table(path, "list.dat") as table:
        assert (table.format, table.headers) == (kind, ["title", "price"])


def test_decimal_commas_are_not_taken_for_delimiters(write: Write, rows: Read) -> None:
    path = write("a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n")
    assert values(rows(path))[1] == {"a": "4,5", "b": "5,5", "c": "6,5"}


def test_titles_with_commas_are_one_column(write: Write, rows: Read) -> None:
    path = write("title\nPhone, black\nTV\nRadio, red, small\n")
    assert [row.values["title"] for row in rows(path)] == ["Phone, black", "TV", "Radio, red, small"]


def test_a_row_has_the_number_of_its_first_line(write: Write, rows: Read) -> None:
    path = write('title,text\n\nPhone,"one\ntwo"\nTV,three\n')
    assert [(row.line, row.values["text"]) for row in rows(path)] == [(3, "one\ntwo"), (5, "three")]


def test_headers_are_made_unique_and_empty_ones_are_named(write: Write) -> None:
    with open_table(write("price,price,,price_2,name\n1,2,3,4,x\n"), "x.csv") as table:
        assert table.headers == ["price", "price_3", "column_3", "price_2", "name"]


@pytest.mark.parametrize("invisible", ["\ufeff", "\u200b", "\u200e", "\u2060", "\u00ad"])
def test_invisible_characters_are_removed_from_headers(write: Write, invisible: str) -> None:
    with open_table(write(f"price,{invisible}title,br{invisible}and\n1,x,y\n"), "x.csv") as table:
        assert table.headers == ["price", "title", "brand"]


def test_short_rows_are_filled_with_nulls_and_extra_cells_are_kept(write: Write, rows: Read) -> None:
    path = write("title,brand,sku\nPhone,Acme\nTV,Acme,1,left,,over\nRadio,Acme,2\n")
    assert [(row.values, row.problem) for row in rows(path)][:2] == [
        ({"title": "Phone", "brand": "Acme", "sku": None}, None),
        ({"title": "TV", "brand": "Acme", "sku": "1", "extra_1": "left", "extra_3": "over"}, None),
    ]


def test_columns_without_a_header_are_named_by_content(write: Write) -> None:
    path = write("1,https://shop.example.com/1,4006381333931,x y\n2,https://shop.example.com/2,4006381333948,z\n")
    with open_table(path, "x.csv") as table:
        assert table.headers == ["column_1", "url", "gtin", "column_4"]
        assert table.columns.by_header == {"url": "url", "gtin": "gtin"}
        assert len(next(table.batches())) == 2


def test_a_plain_list_of_words_is_a_list_of_titles(write: Write, rows: Read) -> None:
    assert values(rows(write("Wireless phone KX 200\nLarge TV 55\n"))) == [
        {"title": "Wireless phone KX 200"},
        {"title": "Large TV 55"},
    ]


CUPS = "Bezeichnung;Preis;EAN\nTasse;1,50;4006381333931\nBecher;2,50;4006381333931\n"


@pytest.mark.parametrize(
    "titles",
    [
        "Preisliste;Stand 1.1.2026;\n",
        "Preisliste;1.1.2026;\n",
        "Price list;2026-01-01\n",
        "Kundennummer;12345;\n",
        "Preisliste;gültig ab;1.1.2026\n",
        "Muster GmbH;Katalog;Stand Januar\n",
        "Muster GmbH;Katalog;\nStand;1.1.2026;\n",
    ],
)
def test_a_title_almost_as_wide_as_the_table_does_not_hide_its_header(write: Write, titles: str) -> None:
    with open_table(write(titles + CUPS), "x.csv") as table:
        assert table.headers == ["Bezeichnung", "Preis", "EAN"]
        assert [row.values["Bezeichnung"] for row in next(table.batches())] == ["Tasse", "Becher"]


@pytest.mark.parametrize(
    "text",
    [
        "Month;Level;Note\nJan;high;\nFeb;low;\nMar;low;x\n",
        "Feld;Bedeutung\nTitel;Name\nPreis;Price\nFarbe;Color\n",
        "Feld;Bedeutung;Pflicht\nTitel;Name;ja\nPreis;Betrag;ja\n",
        "Ding;Wert;Rest\nArtikel;Text;\nKiste;7;x\nKorb;8;y\n",
        "Farbe;Form;Titel\nTitel;Text;Name\nrot;rund;Ball\n",
    ],
)
def test_a_row_that_contains_column_names_is_not_always_a_header(write: Write, text: str) -> None:
    with open_table(write(text), "x.csv") as table:
        assert table.headers == text.split("\n", 1)[0].split(";")


def test_rows_above_a_header_in_the_middle_are_not_lost(write: Write, rows: Read) -> None:
    found = rows(write("Tasse;1,50\nBezeichnung;Preis\nBecher;2,50\nTopf;3,50\n"))
    assert [next(iter(row.values.values())) for row in found] == ["Tasse", "Bezeichnung", "Becher", "Topf"]


def test_the_caller_can_say_whether_there_is_a_header(write: Write, rows: Read) -> None:
    path = write("red,green\nblue,black\n")
    assert len(rows(path, header=False)) == 2
    assert values(rows(write("1,2\n3,4\n"), header=True)) == [{"1": "3", "2": "4"}]


def test_an_empty_file_is_distinguished_from_a_header_without_rows(write: Write) -> None:
    for content in (b"", b"\n \r\n", b"\xef\xbb\xbf", b"\0\0\0"):
        with pytest.raises(EmptyFile):
            open_table(write(content), "x.csv")
    with pytest.raises(NoRows):
        open_table(write("title,brand,price\n\n,,\n"), "x.csv")


def test_null_characters_are_removed_from_text(write: Write, rows: Read) -> None:
    assert values(rows(write(b"ti\0tle,brand\nPho\0ne,Acme\n"))) == [{"title": "Phone", "brand": "Acme"}]


def test_an_unclosed_quote_affects_only_its_own_line(write: Write, rows: Read) -> None:
    lines = [f"Phone {number},Acme,{number}" for number in range(20_000)]
    lines[7] = 'Phone 7,"Acme,7'
    found = rows(write("title,brand,sku\n" + "\n".join(lines) + "\n"))
    assert len(found) == 20_000
    assert [(row.line, row.problem) for row in found if row.problem] == [
        (9, "Line 9 opens a quote that is never closed.")
    ]
    assert found[7].values == {"title": "Phone 7", "brand": "Acme", "sku": "7"}
    assert found[8].values == {"title": "Phone 8", "brand": "Acme", "sku": "8"}


def test_an_unclosed_quote_is_not_closed_by_a_quote_in_another_row(write: Write, rows: Read) -> None:
    path = write('title,brand,sku\nPhone,"Acme,1\nTV,Acme,2\n"Radio","Acme","3"\nLamp,Acme,4\n')
    found = rows(path)
    assert [row.values["title"] for row in found] == ["Phone", "TV", "Radio", "Lamp"]
    assert [row.line for row in found if row.problem] == [2]


def test_an_unclosed_quote_on_the_last_line_is_reported(write: Write, rows: Read) -> None:
    assert [row.problem for row in rows(write('title,brand\nTV,Acme\nPhone,"Ac'))] == [
        None,
        "Line 3 opens a quote that is never closed.",
    ]


def test_a_long_multiline_cell_is_one_cell_across_blocks(write: Write, rows: Read) -> None:
    text = "a line of a description\n" * 9_000
    found = rows(write(f'title,text,sku\nPhone,"{text}",1\nTV,x,2\n'))
    assert [(row.values["text"], row.problem) for row in found] == [(text, None), ("x", None)]


def test_broken_quotes_on_every_line_are_read_within_seconds(write: Write, rows: Read) -> None:
    path = write("title,brand\n" + 'x"y,"z\n' * 30_000)
    began = time.process_time()
    found = rows(path)
    assert time.process_time() - began < 5
    assert len(found) == 30_000
    assert all(row.problem for row in found)


def test_a_cell_that_is_too_long_is_cut_and_reported(write: Write, rows: Read) -> None:
    found = rows(write("title,brand\nTV,Acme\n" + "x" * 500 + ",Acme\nRadio,Acme\n"), limits=Limits(max_cell_chars=100))
    assert [(row.line, len(str(row.values["title"])), row.problem is None) for row in found] == [
        (2, 2, True),
        (3, 100, False),
        (4, 5, True),
    ]


def test_a_very_long_line_is_cut_and_reported_and_the_next_is_read(write: Write, rows: Read) -> None:
    path = write("title,brand\nTV,Acme\n" + "x" * 12_000_000 + "\nRadio,Acme\n")
    with memory() as peak:
        found = rows(path, limits=Limits(max_line_bytes=500_000))
    assert [(row.line, row.problem is None) for row in found] == [(2, True), (3, False), (4, True)]
    assert peak() < 10 * 1024**2


def test_the_reader_gives_up_on_an_unclosed_quote_before_the_file_ends() -> None:
    reader = DelimitedReader(Dialect(), Limits(max_cell_chars=1_000))
    records = list(reader.feed('title,brand\nPhone,"Acme\n' + "TV,Acme\n" * 1_000))
    assert len(records) == 1_002


def test_a_million_columns_are_refused(write: Write) -> None:
    with pytest.raises(FileTooLarge, match="columns"):
        open_table(write(",".join(f"c{n}" for n in range(1_000_000)) + "\n1,2\n"), "x.csv")


def test_a_row_of_a_million_cells_is_reported_and_the_others_are_read(write: Write, rows: Read) -> None:
    found = rows(write("title,brand\nTV,Acme\n" + "x," * 1_000_000 + "\nRadio,Acme\n"))
    assert [(row.line, row.problem is None) for row in found] == [(2, True), (3, False), (4, True)]


def test_memory_for_a_row_of_millions_of_cells_is_bounded_by_its_length(write: Write, rows: Read) -> None:
    path = write("title,brand\nTV,Acme\n" + "xy," * 1_500_000 + "\nRadio,Acme\n")
    with memory() as peak:
        assert len(rows(path)) == 3
    assert peak() < 10 * path.stat().st_size


@pytest.mark.parametrize("skip", [0, 1, 2_499, 2_500, 5_000])
def test_rows_read_before_are_skipped(write: Write, rows: Read, skip: int) -> None:
    path = write("title,text\n" + "".join(f'Phone {n},"a\nb"\n' for n in range(2_500)))
    assert rows(path, skip) == rows(path)[skip:]


def test_a_table_can_be_read_again(write: Write) -> None:
    with open_table(write("title,sku\n" + "Phone,1\n" * 3_000), "x.csv") as table:
        batches = list(table.batches())
        assert list(table.batches()) == batches
        assert [len(batch) <= 1_000 for batch in batches] == [True] * len(batches)


def test_memory_does_not_grow_with_the_file(write: Write) -> None:
    path = write("title,brand,sku\n" + ("A phone with a name of some length" * 5 + ",Acme,12345\n") * 60_000)
    with memory() as peak, open_table(path, "x.csv") as table:
        assert sum(len(batch) for batch in table.batches()) == 60_000
    assert peak() < 6 * 1024**2 < path.stat().st_size


def test_a_compressed_table_is_unpacked_and_the_copy_removed(write: Write, rows: Read, tmp_path: Path) -> None:
    path = write(gzip.compress(b"title,sku\nPhone,1\n"), "list.csv")
    assert values(rows(path)) == [{"title": "Phone", "sku": "1"}]
    assert list(tmp_path.iterdir()) == [path]


def test_a_compressed_bomb_is_refused_before_it_fills_the_disk(write: Write, tmp_path: Path) -> None:
    path = write(gzip.compress(b"title,sku\n" + b"0" * 100_000_000), "list.csv.gz")
    with pytest.raises(FileTooLarge):
        open_table(path, "list.csv.gz")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("first", ["https://shop.example.com/1,Big phone", "Big phone,https://shop.example.com/1"])
def test_a_row_with_a_url_is_not_a_header(write: Write, first: str) -> None:
    with open_table(write(f"{first}\nsmall tv,none as yet\n", "x.csv"), "x.csv") as table:
        assert "url" in table.headers
        assert len(next(table.batches())) == 2


def test_the_column_with_the_most_urls_is_the_page_column(write: Write) -> None:
    lines = ["a b,https://shop.example.com/{0}.jpg,https://shop.example.com/{0},see https://example.com {0}"] * 5
    lines += ["c d,https://shop.example.com/{0}.jpg,ask us,https://example.com/terms of {0}"] * 4
    text = "\n".join(line.format(number) for number, line in enumerate(lines))
    with open_table(write(text), "x.csv") as table:
        assert table.columns.by_header == {"column_2": "image", "url": "url"}
    with open_table(write("Thing (A),Thing (B),Thing (C),Thing (D)\n" + text), "x.csv") as table:
        assert table.columns.by_header == {"Thing (B)": "image", "Thing (C)": "url"}


RAGGED = "Sony WH-1000XM4 headphones,Sony\nMakita DHP482 combi drill\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_known_names_in_the_first_line_determine_the_delimiter_of_ragged_rows(
    write: Write, rows: Read, delimiter: str
) -> None:
    text = ("title,brand,price\n" + RAGGED).replace(",", delimiter)
    assert values(rows(write(text))) == [
        {"title": "Sony WH-1000XM4 headphones", "brand": "Sony", "price": None},
        {"title": "Makita DHP482 combi drill", "brand": None, "price": None},
    ]


def test_names_in_the_mapping_determine_the_delimiter(write: Write) -> None:
    path = write("Thing A,Thing B,Thing C\n" + RAGGED)
    with open_table(path, "x.csv", mapping={"title": "Thing A", "brand": "thing b"}) as table:
        assert table.headers == ["Thing A", "Thing B", "Thing C"]
        assert next(table.batches())[0].values["Thing B"] == "Sony"


@pytest.mark.parametrize("cut", [30, 3_000, 30_000])
def test_rows_before_the_end_of_a_truncated_compressed_file_are_kept(cut: int, write: Write) -> None:
    lines = [f"Phone {number},{number * 7919 % 10_007}\n" for number in range(20_000)]
    path = write(gzip.compress(("title,sku\n" + "".join(lines)).encode())[:-cut], "list.csv.gz")
    read: list[TableRow] = []
    with open_table(path, path.name) as table, pytest.raises(FileUnreadable, match="ends after line") as raised:
        for batch in table.batches():
            read += batch
    assert [f"{row.values['title']},{row.values['sku']}\n" for row in read] == lines[: len(read)]
    assert f"{read[-1].line:,}." in str(raised.value) and len(read) > 1_000
    assert list(path.parent.iterdir()) == [path]


def test_a_compressed_file_without_readable_rows_is_damaged(write: Write) -> None:
    path = write(gzip.compress(b"title,sku\nPhone,1\n")[:12], "list.csv.gz")
    with pytest.raises(FileUnreadable):
        open_table(path, path.name)
    assert list(path.parent.iterdir()) == [path]
