"""`garner fixture` writes what the page tests read."""

import asyncio
import gzip
import json
from pathlib import Path

import psycopg
import pytest

from garner.blobs import local_blobs
from garner.cli.commands.fixture import PLAIN_BYTES, capture, read
from garner.core.urls.page_url import parse_page_url
from garner.errors import ExtractTimeout, InputError, NotFound
from garner.extraction.submitted import extract_submitted
from garner.settings import Settings

URL = "http://shop.example/Kettles/enamel.html?from=mail"
NODE = {"@type": "Product", "name": "Théière", "image": "/kettle.jpg", "sku": "K-1"}
PAGE = f'<html><script type="application/ld+json">{json.dumps(NODE, ensure_ascii=False)}</script><p>Words.</p></html>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    return tmp_path / "tests" / "pages"


def saved(folder: Path, body: bytes) -> str:
    path = folder.parent / "kettle.html"
    path.write_bytes(body)
    return str(path)


def test_a_saved_page_becomes_a_passing_test(settings: Settings, folder: Path) -> None:
    source = saved(folder, PAGE.encode())
    assert capture(settings, source, "auto", None, "https://shop.example/kettle", folder) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["kettle.html", "kettle.json"]
    page, kind, record = read(folder / "kettle.json")
    assert (kind, record["name"], page.url) == ("product", "Théière", "https://shop.example/kettle")
    assert extract_submitted(page).records[kind].data == record


def test_a_large_page_is_gzipped(settings: Settings, folder: Path) -> None:
    body = PAGE.encode() + b"<p>Words.</p>" * (PLAIN_BYTES // 10)
    assert capture(settings, saved(folder, body), "product", "large", None, folder) == 0
    assert gzip.decompress((folder / "large.html.gz").read_bytes()) == body
    assert read(folder / "large.json")[0].body == body


def test_an_existing_test_is_not_overwritten(settings: Settings, folder: Path) -> None:
    source = saved(folder, PAGE.encode())
    capture(settings, source, "auto", "mine", None, folder)
    (folder / "mine.json").write_text("corrected by hand")
    with pytest.raises(InputError, match="already exists"):
        capture(settings, source, "auto", "mine", None, folder)
    assert (folder / "mine.json").read_text() == "corrected by hand"


@pytest.mark.parametrize("there", ["mine.html", "mine.html.gz"])
def test_an_existing_page_is_not_overwritten(settings: Settings, folder: Path, there: str) -> None:
    folder.mkdir()
    (folder / there).write_text("somebody's page")
    with pytest.raises(InputError, match="already exists"):
        capture(settings, saved(folder, PAGE.encode()), "auto", "mine", None, folder)
    assert [path.read_text() for path in folder.iterdir()] == ["somebody's page"]


def test_nothing_is_written_through_a_link(settings: Settings, folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / "mine.html").symlink_to(tmp_path / "elsewhere.html")
    with pytest.raises(InputError, match="already exists"):
        capture(settings, saved(folder, PAGE.encode()), "auto", "mine", None, folder)
    assert not (tmp_path / "elsewhere.html").exists()


def test_a_name_that_is_too_long_is_rejected_in_one_line(settings: Settings, folder: Path) -> None:
    with pytest.raises(InputError, match="300 characters"):
        capture(settings, saved(folder, PAGE.encode()), "auto", "n" * 300, None, folder)


def test_an_invalid_folder_is_rejected_in_one_line(settings: Settings, folder: Path) -> None:
    source = saved(folder, PAGE.encode())
    with pytest.raises(InputError, match="is not a folder"):
        capture(settings, source, "auto", None, None, Path(source))
    with pytest.raises(InputError, match="cannot be written: File name too long"):
        capture(settings, source, "auto", None, None, folder.parent / ("f" * 300))
    (folder.parent / "dangling").symlink_to("nowhere")
    with pytest.raises(InputError, match="cannot be written: File exists"):
        capture(settings, source, "auto", None, None, folder.parent / "dangling")


def test_extraction_of_a_slow_page_times_out(settings: Settings, folder: Path) -> None:
    hasty = settings.with_values(extract_timeout_seconds=0.001)
    source = saved(folder, PAGE.encode() + b"<p>Words.</p>" * 100_000)
    with pytest.raises(ExtractTimeout):
        capture(hasty, source, "auto", None, None, folder)
    assert not folder.exists()


def test_a_page_without_a_record_becomes_no_test(settings: Settings, folder: Path) -> None:
    assert capture(settings, saved(folder, b"<p>Words.</p>"), "posting", None, None, folder) == 1
    assert not folder.exists()


@pytest.mark.parametrize("name", ["../out", "", "a/b", ".hidden", "a b"])
def test_a_name_outside_the_folder_is_rejected(settings: Settings, folder: Path, name: str) -> None:
    with pytest.raises(InputError, match="is not a valid name"):
        capture(settings, saved(folder, PAGE.encode()), "auto", name, None, folder)


def test_without_a_tests_folder_nothing_is_written(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--into"):
        capture(settings, "kettle.html", "auto", None, None, tmp_path / "nowhere" / "pages")


# From stored pages --------------------------------------------------------------------------------------------


async def keep(database_url: str, settings: Settings) -> None:
    """Store the page as a worker does: after a redirect, with an encoding that only a header named."""
    path = await local_blobs(settings.storage.data_dir / "bodies").put("0" * 64, PAGE.encode("cp1252"))
    page = parse_page_url(URL)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "select create_pages(array[1], array[%s], array[%s], array[%s], array[%s], array[null], 1, 'pending')",
            (page.original, page.hash, page.domain, page.base_url),
        )
        connection.execute(
            "update crawl_tasks set html_path = %s, charset = 'windows-1252', final_url = 'http://shop.example/k'",
            (path,),
        )


@pytest.fixture
def stored(settings: Settings, database_url: str) -> Settings:
    return settings.with_values(database_url=database_url)


def test_a_stored_page_becomes_a_test_without_a_fetch(stored: Settings, folder: Path) -> None:
    asyncio.run(keep(str(stored.postgres.url), stored))
    assert capture(stored, URL, "auto", None, None, folder) == 0
    page, _, record = read(folder / "shop-example-kettles-enamel.json")
    assert (page.url, page.charset, record["name"]) == ("http://shop.example/k", "windows-1252", "Théière")
    assert page.body == PAGE.encode("cp1252")


def test_for_a_page_that_is_not_stored_the_error_says_how_to_fetch_it(stored: Settings, folder: Path) -> None:
    with pytest.raises(NotFound, match=f"garner parse {URL[:20]}"):
        capture(stored, URL, "auto", None, None, folder)
