"""Files built to be expensive to read: none takes longer than its size explains."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from garner.core.rows.columns import is_web_address
from garner.errors import InputError
from garner.tables.heading import _header_row
from garner.tables.reading import open_table

Write = Callable[[str | bytes, str], Path]
SECONDS = 1.0  # each takes about a tenth of this

DEAR = {
    "underscores under nothing": "_" * 34 + "!\nfoo\nbar\n",
    "a name of dots and underscores": "a_.-" * 200 + "!\nfoo\nbar\n",
    "dots after www": "title,x\nfoo,www." + "." * 20_000 + " x\n",
    "dots after http": "title,x\nfoo,http://" + "." * 20_000 + " x\n",
    "signs of mail": "a,b\n" + "1," + "@." * 490 + " x\n2," + "@." * 490 + " x\n",
    "a number and blanks": "a,b\n" + ("1" + " " * 950 + "!,x\n") * 50,
    "blanks between blanks": "sep= \n" + " " * 60_000,
    "blanks after a delimiter": "sep=,\n" + ("," + " " * 400) * 150,
    "an opening quote in every line": "a,b\n" + "x,'" * 20_000,
    "a host of many labels": "a." * 20_000 + "!\n" * 2,
    "a broken object and blanks": "[\n{]" + "}" + " " * 20_000 + "x" + "}" + " " * 20_000,
    "marks over a letter": "title,x\n" + "e" + "\u0301\u0327" * 20_000 + ",1\n",
    "a name that unfolds": json.dumps({"\ufdfa" * 100_000: "x", "title": "y"}) + "\n",
}


@pytest.mark.parametrize("text", DEAR.values(), ids=DEAR)
def test_an_expensive_file_is_read_quickly(text: str, write: Write) -> None:
    started = time.process_time()
    with suppress(InputError), open_table(write(text, "x.csv"), "x.csv") as table:
        for _ in table.batches():
            pass
    assert time.process_time() - started < SECONDS


def test_the_header_of_rows_with_many_cells_is_found_quickly() -> None:
    rows = [["artikel" * 5 + f"{row}x{cell}" for cell in range(10_000)] for row in "abcdefghij"]
    started = time.process_time()
    assert _header_row(rows) == 0
    assert time.process_time() - started < SECONDS


def test_web_addresses_are_recognized() -> None:
    assert all(map(is_web_address, ("http://a", "HTTPS://shop.example/x?y=1", "www.shop.example/x", "www..x.y")))
    assert not any(map(is_web_address, ("www.", "www.shop", "www.shop.", "http://", "http://a b", "www.a/b.c", "x")))


def test_a_very_long_web_address_is_recognized() -> None:
    assert is_web_address("https://shop.example/" + "x" * 100_000)
