"""`garner extract --batch`: a list of pages in, a line for each out, including the failed ones."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from garner.cli.commands.batch import extract_batch
from garner.core.record import AUTO
from garner.errors import InputError
from garner.kinds.registry import KIND_NAMES
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
    """A list of pages in a separate folder, and its results."""

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


def test_every_line_has_a_result_in_the_order_of_the_list(pages: List) -> None:
    names = [f"Soup {number}" for number in range(40)]
    asked = [
        {"id": number, "url": URL, "html_path": pages.add(f"{number}.html", recipe(name))}
        for number, name in enumerate(names)
    ]
    assert pages.run(*asked) == 0
    assert [answer["id"] for answer in pages.answers] == list(range(40))
    assert [answer["record"]["title"] for answer in pages.answers] == names
    assert all(list(answer) == FIELDS for answer in pages.answers)


def test_a_result_has_the_fields_of_its_kind(pages: List) -> None:
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


def test_only_the_requested_kind_is_extracted(pages: List) -> None:
    pot = pages.add("pot.html", product("Pot"))
    assert pages.run({"id": 1, "url": URL, "html_path": pot}, kind="recipe") == 0
    assert pages.answers == [
        {"id": 1, "kind": "recipe", "record": None, "confidence": None, "strategy": None, "warnings": [], "error": None}
    ]


def test_an_error_of_a_line_is_reported_in_its_result_and_no_line_is_lost(pages: List) -> None:
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
    assert "Line 5" in errors[3]  # the empty line is counted but has no result


def test_an_invalid_url_adds_a_warning_and_the_page_is_extracted(pages: List) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    assert pages.run({"id": 1, "url": "nowhere", "html_path": soup}, {"id": 2, "html_path": soup}) == 0
    warned, silent = pages.answers
    assert warned["record"]["title"] == silent["record"]["title"] == "Soup"
    assert "'nowhere'" in warned["warnings"][0]
    assert silent["warnings"] == []


def test_lists_and_pages_can_be_gzipped(pages: List) -> None:
    packed = pages.add("soup.html.gz", gzip.compress(recipe("Soup")))
    pages.listed.write_bytes(gzip.compress(json.dumps({"id": 1, "url": URL, "html_path": packed}).encode()))
    assert pages.again() == 0
    assert pages.answers[0]["record"]["title"] == "Soup"


def test_pages_are_found_relative_to_the_list_or_to_the_working_directory(
    pages: List, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "here.html").write_bytes(recipe("Here"))
    pages.add("beside.html", recipe("Beside"))
    monkeypatch.chdir(elsewhere)
    assert pages.run({"id": 1, "html_path": "beside.html"}, {"id": 2, "html_path": "here.html"}) == 0
    assert [answer["record"]["title"] for answer in pages.answers] == ["Beside", "Here"]


def test_a_hanging_page_fails_only_its_own_line(pages: List) -> None:
    pages.settings = pages.settings.with_values(extract_timeout_seconds=0.5)
    os.mkfifo(pages.folder / "hangs.html")
    soup = pages.add("soup.html", recipe("Soup"))
    asked = [{"id": n, "html_path": "hangs.html" if n == 1 else soup} for n in range(4)]
    assert pages.run(*asked) == 1
    assert [answer["error"] is None for answer in pages.answers] == [True, False, True, True]
    assert pages.answers[1]["error"].startswith("extract_timeout: ")


def test_an_unreadable_list_is_reported_before_any_output(pages: List) -> None:
    with pytest.raises(InputError, match="There is no file"):
        pages.again()
    pages.listed.write_bytes(gzip.compress(b"{}\n" * 1000)[:-20])
    with pytest.raises(InputError, match="damaged"):
        pages.again()
    assert not pages.output.exists()


def test_the_list_itself_is_not_overwritten(pages: List) -> None:
    pages.listed.write_text("{}\n")
    pages.output = pages.listed
    with pytest.raises(InputError, match="is the list of pages"):
        pages.again()
    assert pages.listed.read_text() == "{}\n"


@pytest.mark.parametrize("link", [False, True])
def test_a_page_of_the_list_is_not_overwritten(pages: List, link: bool) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    pages.output = pages.folder / ("out.jsonl" if link else "soup.jsonl")
    if link:
        pages.output.symlink_to(soup)
    else:
        soup = pages.add("soup.jsonl", recipe("Soup"))
    with pytest.raises(InputError, match=r"is a page of the list \(line 2\)"):
        pages.run("{", {"id": 1, "html_path": soup})
    assert (pages.folder / soup).read_bytes() == recipe("Soup")


def test_an_id_is_returned_unchanged(pages: List) -> None:
    ids = ["7", 7, -(2**63), 10**30, "é", None]
    soup = pages.add("soup.html", recipe("Soup"))
    assert pages.run(*({"id": identity, "html_path": soup} for identity in ids)) == 0
    assert [repr(answer["id"]) for answer in pages.answers] == [repr(identity) for identity in ids]


def test_an_invalid_id_fails_only_its_own_line(pages: List) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    ids = ["[" * 300 + "]" * 300, "{}", "true", "1.5", "1e400", "9" * 5000]
    strange = [f'{{"id": {identity}, "html_path": "{soup}"}}' for identity in ids]
    assert pages.run(*strange, {"id": 2, "html_path": soup}) == 1
    *refused, usual = pages.answers
    assert [answer["id"] for answer in refused] == [None] * len(ids)
    assert all(answer["error"].startswith(f"invalid_input: Line {n} ") for n, answer in enumerate(refused, 1))
    assert (usual["id"], usual["error"]) == (2, None)


# Invalid lists and options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            b"<!doctype html><p>Soup</p>",
            r"is a web page, not a list of pages\. To extract its record, run `garner extract .*in\.jsonl`",
        ),
        (b"%PDF-1.7\n1 0 obj", "is not a text file"),
        (b"\0\1\2", "is not a text file"),
        (b'[\n{"id": 1, "html_path": "1.html"}\n]\n', "is a JSON array. Write one object per line"),
        (b"", "is empty. Write a line for each page"),
        (b"\n \n", "is empty"),
    ],
)
def test_a_file_that_is_not_a_list_is_rejected_in_one_line(pages: List, content: bytes, expected: str) -> None:
    pages.listed.write_bytes(content)
    with pytest.raises(InputError, match=expected):
        pages.again()
    assert not pages.output.exists()


def test_the_summary_shows_the_first_error(pages: List, capsys: pytest.CaptureFixture[str]) -> None:
    soup = pages.add("soup.html", recipe("Soup"))
    assert pages.run({"id": 1, "html_path": soup}, "pages/2.html", "pages/3.html") == 1
    shown = " ".join(capsys.readouterr().err.split())
    assert "1 found, 0 without a record, 2 failed." in shown
    assert "First error: invalid_input: Line 2 is not valid JSON (column 1): " in shown
    assert "line 1" not in pages.answers[1]["error"]
    assert "Line 3" not in shown


def test_a_line_can_name_its_kind(pages: List) -> None:
    both = pages.add("both.html", recipe("Soup") + product("Pot"))
    lines = [
        {"id": kind, "html_path": both, "kind": kind} for kind in ("recipe", "product", "auto", None, "receipe", 3)
    ]
    assert pages.run(*lines, kind="product") == 1
    assert [answer["kind"] for answer in pages.answers[:2]] == ["recipe", "product"]
    assert pages.answers[2]["record"] is not None
    assert pages.answers[3]["kind"] == "product"
    told = f"invalid_input: Line 5 has an unknown kind: it must be one of {', '.join((AUTO, *KIND_NAMES))}."
    assert pages.answers[4]["error"] == told
    assert "Line 6 has an unknown kind" in pages.answers[5]["error"]


def test_an_ignored_url_is_named_in_the_warning(pages: List) -> None:
    pages.run({"id": 1, "url": "nonsense", "html_path": pages.add("soup.html", recipe("Soup"))})
    assert pages.answers[0]["warnings"] == ["url: 'nonsense' is not a URL and was ignored"]


def test_results_are_gzipped_if_the_output_ends_in_gz(pages: List) -> None:
    pages.output = pages.folder / "out.jsonl.gz"
    assert pages.run({"id": 1, "html_path": pages.add("soup.html", recipe("Soup"))}) == 0
    assert json.loads(gzip.decompress(pages.output.read_bytes()))["record"]["title"] == "Soup"


@pytest.mark.parametrize("name", ["out.csv", "out.XLSX", "out.jsonl.zst"])
def test_an_unsupported_output_format_is_rejected(pages: List, name: str) -> None:
    pages.output = pages.folder / name
    with pytest.raises(
        InputError, match=r"must end in \.jsonl or \.jsonl\.gz, not in \.\w+: the results are lines of JSON"
    ):
        pages.run({"id": 1, "html_path": "soup.html"})
    assert not pages.output.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_reported_in_one_line(pages: List) -> None:
    pages.output.symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"out\.jsonl cannot be written: No space left on device"):
        pages.run({"id": 1, "html_path": pages.add("soup.html", recipe("Soup"))})
