"""`garner extract` for one page: from a file, standard input or a site on loopback, without a database."""

import gzip
import io
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from garner.cli.commands.extract import extract
from garner.cli.commands.one_fetch import fetch_once
from garner.cli.main import app
from garner.errors import (
    ChallengePage,
    EmptyPage,
    ExtractCrashed,
    ExtractTimeout,
    FetchError,
    GarnerError,
    InputError,
    InvalidUrl,
    NoWebPage,
    RobotsDisallowed,
    TooLarge,
    TooManyRedirects,
)
from garner.sample import SampleSite
from garner.settings import Settings

CAKE = "/recipes/lemon-drizzle-cake"
FORBIDDEN = "/private/"
SOUP = {
    "@type": "Recipe",
    "name": "Red lentil soup",
    "recipeIngredient": ["1 1/2 cups red lentils, rinsed", "2 tbsp olive oil"],
    "recipeInstructions": "Simmer for 20 minutes.",
    "recipeYield": "4 servings",
    "totalTime": "PT35M",
}
BOWL = {"@type": "Product", "name": "Red lentil soup bowl", "image": "/bowl.jpg"}


def page(*nodes: dict[str, Any]) -> bytes:
    blocks = "".join(f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes)
    return f"<html><head>{blocks}</head><body><p>Words.</p></body></html>".encode()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "soup.html"
    path.write_bytes(page(SOUP))
    return path


def run(
    settings: Settings, source: object, kind: str = "auto", url: str | None = None, *, explain: bool = False
) -> int:
    return extract(settings, str(source), kind, url, explain=explain)


def test_extraction_of_a_slow_page_times_out(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "long.html").write_bytes(page(SOUP) + b"<p>Words.</p>" * 100_000)
    hasty = settings.with_values(extract_timeout_seconds=0.001)
    with pytest.raises(ExtractTimeout):
        run(hasty, tmp_path / "long.html")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to the limit")
def test_extraction_of_a_page_that_uses_too_much_memory_is_aborted(settings: Settings, tmp_path: Path) -> None:
    swelling = b"<p>" + b"".join(b"<b id=%d>" % number for number in range(300)) + b"</p>" + b"<p>x</p>" * 40_000
    (tmp_path / "swelling.html").write_bytes(swelling)
    with pytest.raises(ExtractCrashed, match="more memory than allowed"):
        run(settings.with_values(extract_memory_mb=1024), tmp_path / "swelling.html")


def test_the_record_of_a_saved_page_is_printed_as_one_json_object(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(settings, saved) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["kind"] == "recipe"
    assert record["title"] == "Red lentil soup"
    assert record["ingredients"][0]["raw"] == "1 1/2 cups red lentils, rinsed"
    assert (record["ingredients"][0]["qty"], record["ingredients"][0]["unit"]) == (1.5, "cup")
    assert record["total_minutes"] == 35


def test_a_gzipped_page_is_decompressed_regardless_of_its_name(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(gzip.compress(page(SOUP)))
    assert run(settings, saved) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Red lentil soup"


def test_standard_input_is_read_for_a_dash(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(page(SOUP))))
    assert run(settings, "-") == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Red lentil soup"


def test_the_most_confident_kind_is_printed_and_the_others_are_named(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(page(BOWL, SOUP))
    assert run(settings, saved) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["kind"] == "recipe"
    assert "Also found: product" in " ".join(shown.err.split())
    assert run(settings, saved, "product") == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Red lentil soup bowl"


def test_relative_urls_of_a_saved_page_are_resolved_against_its_url(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(page(SOUP | {"image": "/soup.jpg"}))
    assert run(settings, saved, "recipe", "https://pot.example/soup") == 0
    assert json.loads(capsys.readouterr().out)["image"] == "https://pot.example/soup.jpg"


def test_without_a_record_the_exit_code_is_1_with_a_message(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(settings, saved, "posting") == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "There is no posting on this page" in shown.err


def test_explain_shows_rung_path_and_confidence_of_each_field(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    assert run(settings, saved, explain=True) == 0
    shown = capsys.readouterr().out
    assert "title  Red lentil soup" in shown
    assert "schema_org_json_ld  Recipe.name  0.95" in shown
    assert "1 1/2 cups red lentils, rinsed  →  qty 1.5, unit cup, name red lentils, preparation rinsed" in shown
    assert "not found: " in shown


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", NoWebPage, "This is a PNG picture, not a web page"),
        (b"%PDF-1.7", NoWebPage, "This is a PDF, not a web page"),
        (b"\x7fELF\x02\0\0\0", NoWebPage, "binary"),
        (b"", EmptyPage, "empty"),
        (b" <html></html>", EmptyPage, "empty"),
        (b"<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script></html>", ChallengePage, "chall"),
        (b"\x1f\x8b\x08nonsense", InputError, "gzip"),
    ],
)
def test_input_that_is_not_a_page_is_rejected_with_its_type(
    settings: Settings, saved: Path, body: bytes, error: type[GarnerError], said: str
) -> None:
    saved.write_bytes(body)
    with pytest.raises(error, match=said):
        run(settings, saved)


def test_decompression_is_limited(settings: Settings, saved: Path) -> None:
    saved.write_bytes(gzip.compress(b"<p>" * 5_000_000))
    with pytest.raises(TooLarge, match="larger than 10,000,000 bytes"):
        run(settings, saved)


def test_a_missing_file_is_reported_in_one_line(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a file nor a URL"):
        run(settings, tmp_path / "nothing.html")
    with pytest.raises(InputError, match="cannot be read"):
        run(settings, tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["page.html", "--batch", "in.jsonl"],
        ["--batch", "in.jsonl", "--explain"],
        ["--batch", "in.jsonl", "--url", "https://pot.example/"],
        ["page.html", "-o", "out.jsonl"],
        ["nothing.html"],
        ["http://10.0.0.1/"],
        ["https://pot.example/", "--url", "https://pot.example/"],
    ],
)
def test_conflicting_arguments_exit_with_2_and_one_line(arguments: list[str]) -> None:
    ran = CliRunner().invoke(app, ["extract", *arguments])
    assert ran.exit_code == 2
    assert ran.stderr.startswith("garner: ") and ran.stderr.count("\n") == 1
    assert ran.stdout == ""


# From a site -------------------------------------------------------------------------------------------------


@pytest.fixture
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


async def test_a_url_is_fetched_once_after_its_robots_txt(settings: Settings, site: SampleSite) -> None:
    fetched = await fetch_once(settings, site.url + CAKE)
    assert b"Lemon drizzle cake" in fetched.body
    assert [path for _, path in site.arrivals] == ["/robots.txt", CAKE]


async def test_requests_to_a_host_keep_its_delay(settings: Settings, site: SampleSite) -> None:
    """The site asks for 0.2 s, which the settings of the other tests reduce to 0."""
    await fetch_once(settings.with_values(robots_longest_delay_seconds=600.0), site.url + CAKE)
    (first, _), (second, _) = site.arrivals
    assert second - first >= 0.19


async def test_every_redirect_is_checked_against_robots_txt_and_the_limit(settings: Settings, site: SampleSite) -> None:
    fetched = await fetch_once(settings, site.url + "/recipes/roasted-tomato-soup")
    assert fetched.url == site.url + "/recipes/roast-tomato-soup"
    assert site.requests["/robots.txt"] == 1
    with pytest.raises(TooManyRedirects):
        await fetch_once(settings, site.url + "/shop/spring-sale")


async def test_a_page_that_robots_txt_disallows_is_not_fetched(settings: Settings, site: SampleSite) -> None:
    with pytest.raises(RobotsDisallowed):
        await fetch_once(settings, site.url + FORBIDDEN)
    assert site.requests[FORBIDDEN] == 0
    await fetch_once(settings.with_values(obey_robots=False), site.url + FORBIDDEN)


async def test_a_private_url_is_rejected(settings: Settings, site: SampleSite) -> None:
    with pytest.raises(InvalidUrl, match="private"):
        await fetch_once(settings.with_values(fetch_allow_private=False), site.url + CAKE)
    assert not site.arrivals


async def test_the_sample_site_is_fetched_without_other_private_addresses(settings: Settings, site: SampleSite) -> None:
    narrow = settings.with_values(fetch_allow_private=False)
    with pytest.raises(InvalidUrl, match=f"GARNER_SAMPLE_SITE={site.url} is enough"):
        await fetch_once(narrow, site.url + CAKE)
    fetched = await fetch_once(narrow.with_values(sample_site=site.url), site.url + CAKE)
    assert b"Lemon drizzle cake" in fetched.body


async def test_an_http_error_is_reported_with_its_status(settings: Settings, site: SampleSite) -> None:
    with pytest.raises(FetchError, match=r"does not exist \(HTTP 404\)"):
        await fetch_once(settings, site.url + "/nothing-here")


# Pages without a record ------------------------------------------------------------------------------------------

ABOUT = (
    b"<html lang=en><title>About us</title><h1>About us</h1><p>"
    + b"We are a small company from Leeds. " * 8
    + b"</html>"
)


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    shown = capsys.readouterr()
    return shown.out, " ".join(shown.err.split())


def test_a_record_of_another_kind_is_named_if_the_requested_one_is_missing(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(settings, saved, "posting") == 1
    assert "There is no posting on this page, but a recipe (0.95). To extract it, use -k recipe." in said(capsys)[1]


def test_a_page_without_a_record_is_reported_with_advice(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(ABOUT)
    assert run(settings, saved) == 1
    assert "There is no record on this page. Some pages can only be read with their URL" in said(capsys)[1]
    assert run(settings, saved, url="https://leeds.example/about") == 1
    assert "--url" not in said(capsys)[1]
    saved.write_bytes(b"<html><title>Shop</title><div id=root></div><script src=/app.js></script></html>")
    assert run(settings, saved, url="https://leeds.example/") == 1
    assert "GARNER_RENDER=true" in said(capsys)[1]


def test_explain_without_a_record_shows_missing_fields_and_tried_rungs(
    settings: Settings, saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    saved.write_bytes(page({"@type": "Recipe", "name": "Red lentil soup"}))
    assert run(settings, saved, "recipe") == 1
    out, error = said(capsys)
    assert out == "" and "--explain shows what is missing." in error
    assert run(settings, saved, "recipe", explain=True) == 1
    out, error = said(capsys)
    assert "recipe  none, because there is no ingredients\n├── found: title\n└── tried: schema_org_json_ld, " in out
    assert "recipe_page" in out and "--explain" not in error


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["page.html", "-k", "receipe"], "'receipe' is not one of 'auto', 'recipe', 'product', 'posting'"),
        ([""], "Name a page: a file, a URL, or - for standard input."),
        (["  "], "Name a page: a file, a URL, or - for standard input."),
    ],
)
def test_an_invalid_argument_is_reported_in_one_line(arguments: list[str], expected: str) -> None:
    ran = CliRunner().invoke(app, ["extract", *arguments])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.startswith("garner: ") and ran.stderr.count("\n") == 1 and expected in ran.stderr
