"""Text in any encoding, and in several encodings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from garner.tables.reading import TableRow

Write = Callable[..., Path]
Read = Callable[..., list[TableRow]]
TABLE = "title,brand\nKühlschrank größer,Müller\nCafetière à piston,Crème\nTV,Acme\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_the_encoding_is_detected(write: Write, rows: Read, encoding: str) -> None:
    assert [row.values["title"] for row in rows(write(TABLE.encode(encoding)))] == [
        "Kühlschrank größer",
        "Cafetière à piston",
        "TV",
    ]


@pytest.mark.parametrize(
    ("encoding", "word"),
    [
        ("cp1251", "Холодильник двухкамерный с морозильной камерой"),
        ("cp1253", "Ψυγείο με καταψύκτη και μεγάλη χωρητικότητα"),
        ("shift_jis", "これは冷凍庫付きの大型冷蔵庫です。送料無料でお届けします"),
        ("gb18030", "这是一台带冷冻室的大型冰箱，免费送货上门"),
    ],
)
def test_other_alphabets_are_detected(write: Write, rows: Read, encoding: str, word: str) -> None:
    text = "title,sku\n" + "".join(f"{word},{number}\n" for number in range(30))
    assert {row.values["title"] for row in rows(write(text.encode(encoding)))} == {word}


def test_each_line_is_decoded_in_its_own_encoding(write: Write, rows: Read) -> None:
    lines = [b"title,brand", "Kühlschrank,Müller".encode(), "Kühlschrank,Müller".encode("cp1252"), b"TV,Acme"]
    found = rows(write(b"\n".join(lines)))
    assert [(row.values["title"], row.problem) for row in found] == [
        ("Kühlschrank", None),
        ("Kühlschrank", None),
        ("TV", None),
    ]


def test_a_change_of_encoding_far_down_is_handled(write: Write, rows: Read) -> None:
    path = write(b"title,sku\n" + b"Phone,1\n" * 100_000 + "Kühlschrank,2\n".encode("cp1252"))
    assert rows(path)[-1].values["title"] == "Kühlschrank"


def test_an_undecodable_character_does_not_spoil_its_row_but_a_line_of_them_is_reported(
    write: Write, rows: Read
) -> None:
    path = write(
        b"title,brand\nA refrigerator \x81 with a freezer,Acme\n" + b"\x81\x8d\x8f\x90\x9d" * 20 + b",Acme\nTV,Acme\n"
    )
    assert [row.problem for row in rows(path)] == [None, "Line 3 has an encoding that cannot be read.", None]


def test_byte_order_marks_are_removed_from_names_and_cells(write: Write, rows: Read) -> None:
    """Cover a file with a repeated mark and a file that was concatenated from several."""
    found = rows(write("\ufeff\ufeffEAN / GTIN,Name\n4006381333931,Pan\n\ufeff96385074,Pot\n".encode(), "table.csv"))
    assert [row.values for row in found] == [
        {"EAN / GTIN": "4006381333931", "Name": "Pan"},
        {"EAN / GTIN": "96385074", "Name": "Pot"},
    ]
    quoted = rows(write('\ufeff\ufeff"EAN","Name"\n"1","Pan, small"\n'.encode(), "table.csv"))
    assert quoted[0].values == {"EAN": "1", "Name": "Pan, small"}
