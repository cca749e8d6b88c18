"""`garner extract --batch`: a list of pages in, a line for each out, whatever is wrong with any of them."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from garner.cli.batch import extract_batch
from garner.errors import InputError
from garner.settings import Settings

FIELDS = ["id", "kind", "record", "confidence", "strategy", "warnings", "error"]
URL = "https://pot.example/soup"


def recipe(name: str) -> bytes:
    node = {"@type": "Recipe", "name": name, "recipeIngredient": ["2 cups lentils", "1 onion"]}
    node |= {"recipeInstructions": [{"@type": "HowToStep", "text": "Simmer."}], "recipeYield": "4 servings"}
    return _page(node)


def product(name: str) -> bytes:
    offer = {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    return _page({"@type": "Product", "name": name, "sku": "P-1", "brand": "Pot", "offers": offer})


def _page(node: dict[str, Any]) -> bytes:
    return f'<html><script type="application/ld+json">{json.dumps(node)}</script><p>Words.</p></html>'.encode()


class List:
    """A list of pages in a folder of its own, and what came of it."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self.listed, self.output = folder / "in.jsonl", folder / "out.jsonl"

    def add(self, name: str, body: bytes) -> str:
        (self.folder / name).write_bytes(body)
        return name

    def run(self, *lines: dict[str, Any] | str, kind: str = "auto", site_parsers: bool = True) -> int:
        text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
        self.listed.write_text(text)
        return self.again(kind, site_parsers=site_parsers)

    def again(self, kind: str = "auto", *, site_parsers: bool = True) -> int:
        return extract_batch(self.settings, self.listed, self.output, kind, site_parsers=site_parsers)

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.read_text().splitlines()]


@pytest.fixture
def pages(settings: Settings, tmp_path: Path) -> List:
    return List(settings, tmp_path)


def test_every_line_has_its_answer_in_the_order_of_the_list(pages: List) -> None:
    names = [f"Soup {number}" for number in range(40)]
    asked = [
        {"id": number, "url": URL, "html_path": pages.add(f"{number}.html", recipe(name))}
        for number, name in enumerate(names)
    ]
    assert pages.run(*asked) == 0
    assert [answer["id"] for answer in pages.answers] == list(range(40))
    assert [answer["record"]["title"] for answer in pages.answers] == names
    assert all(list(answer) == FIELDS for answer in pages.answers)


def test_an_answer_has_the_fields_of_its_kind(pages: List) -> None:
    soup, pot = pages.add("soup.html", recipe("Soup")), pages.add("pot.html", product("Pot"))
    pages.run({"id": "s", "url": URL, "html_path": soup}, {"id": "p", "url": URL, "html_path": pot})
    first, second = pages.answers
    assert (first["kind"], first["strategy"], first["error"]) == ("recipe", "schema_org_json_ld", None)
    assert 0 < first["confidence"] <= 1
    wanted = {"title", "ingredients", "instructions", "yields", "prep_minutes", "cook_minutes", "total_minutes"}
    assert wanted <= first["record"].keys()
    assert first["record"]["ingredients"][0].items() >= {
        "raw": "2 cups lentils", "qty": 2, "unit": "cup", "name": "lentils"
    }.items()  # fmt: skip
    assert second["kind"] == "product"
    assert second["record"].items() >= {"name": "Pot", "price": "12.50", "currency": "EUR", "sku": "P-1"}.items()


def test_only_the_kind_that_was_asked_for_is_looked_for(pages: List) -> None:
    pot = pages.add("pot.html", product("Pot"))
    assert pages.run({"id": 1, "url": URL, "html_path": pot}, kind="recipe") == 0
    assert pages.answers == [
        {"id": 1, "kind": "recipe", "record": None, "confidence": None, "strategy": None, "warnings": [], "error": None}
    ]


def test_what_is_wrong_with_a_line_is_said_on_its_own_line_and_nothing_is_lost(pages: List) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    picture = pages.add("picture.html", b"\x89PNG\r\n\x1a\n\0")
    code = pages.run(
        {"id": 1, "url": URL, "html_path": soup},
        "no json",
        "[1, 2]",
        "",
        {"id": 2, "url": URL},
        {"id": 3, "url": 7, "html_path": soup},
        {"id": 4, "url": URL, "html_path": "missing.html"},
        {"id": 5, "url": URL, "html_path": picture},
        {"id": 6, "url": URL, "html_path": "\0"},
        {"id": 7, "url": URL, "html_path": soup},
    )
    assert code == 1
    assert [answer["id"] for answer in pages.answers] == [1, None, None, 2, 3, 4, 5, 6, 7]
    errors = [answer["error"] for answer in pages.answers]
    assert (errors[0], errors[-1]) == (None, None)
    assert [str(error).partition(":")[0] for error in errors[1:-1]] == [
        *("invalid_input", "invalid_input", "invalid_input", "invalid_input"),
        *("not_found", "wrong_type", "invalid_input"),
    ]
    assert "Line 2" in errors[1]
    assert "Line 5" in errors[3]  # the empty one is counted, and not answered


def test_an_address_that_is_none_costs_a_page_nothing_but_a_warning(pages: List) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    assert pages.run({"id": 1, "url": "nowhere", "html_path": soup}, {"id": 2, "html_path": soup}) == 0
    warned, silent = pages.answers
    assert warned["record"]["title"] == silent["record"]["title"] == "Soup"
    assert "'nowhere'" in warned["warnings"][0]
    assert silent["warnings"] == []


def test_lists_and_pages_may_be_gzipped(pages: List) -> None:
    packed = pages.add("soup.html.gz", gzip.compress(recipe("Soup")))
    pages.listed.write_bytes(gzip.compress(json.dumps({"id": 1, "url": URL, "html_path": packed}).encode()))
    assert pages.again() == 0
    assert pages.answers[0]["record"]["title"] == "Soup"


def test_pages_are_found_beside_the_list_or_below_the_folder_of_the_command(
    pages: List, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "here.html").write_bytes(recipe("Here"))
    pages.add("beside.html", recipe("Beside"))
    monkeypatch.chdir(elsewhere)
    assert pages.run({"id": 1, "html_path": "beside.html"}, {"id": 2, "html_path": "here.html"}) == 0
    assert [answer["record"]["title"] for answer in pages.answers] == ["Beside", "Here"]


def test_a_page_that_hangs_costs_its_own_line_and_no_other(pages: List) -> None:
    pages.settings = pages.settings.model_copy(update={"extract_timeout_seconds": 0.5})
    os.mkfifo(pages.folder / "hangs.html")
    soup = pages.add("soup.html", recipe("Soup"))
    asked = [{"id": n, "html_path": "hangs.html" if n == 1 else soup} for n in range(4)]
    assert pages.run(*asked) == 1
    assert [answer["error"] is None for answer in pages.answers] == [True, False, True, True]
    assert pages.answers[1]["error"].startswith("extract_timeout: ")


def test_a_list_that_cannot_be_read_is_told_before_anything_is_written(pages: List) -> None:
    with pytest.raises(InputError, match="There is no file"):
        pages.again()
    pages.listed.write_bytes(gzip.compress(b"{}\n" * 1000)[:-20])
    with pytest.raises(InputError, match="damaged"):
        pages.again()
    assert not pages.output.exists()


def test_the_list_itself_is_not_written_over(pages: List) -> None:
    pages.listed.write_text("{}\n")
    pages.output = pages.listed
    with pytest.raises(InputError, match="is the list of pages itself"):
        pages.again()
    assert pages.listed.read_text() == "{}\n"
