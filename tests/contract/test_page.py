"""Serving the page: a stand-in for what the build makes, before the API's real routes."""

import gzip
import os
import re
import tomllib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import brotli
import httpx
import orjson
import pytest
from pathspec import GitIgnoreSpec
from starlette.responses import HTMLResponse

from garner.api.app import create_app
from garner.api.page import files as page
from garner.api.page import html_guard
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.postgres.database import Database
from garner.runtime.services import make_services
from garner.settings import Settings

START = b'<!doctype html><title>Garner</title><script type="module" src="/assets/index-abc.js"></script>'
SCRIPT = b"console.log('a script that is long enough to be worth compressing');" * 20
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROGRAM = {"Accept": "application/json"}
WEB = Path(__file__).parents[2] / "web"


@pytest.fixture
def engine(settings: Settings, tmp_path: Path) -> Engine:
    """Without a database: the page comes up while that is away."""
    away = Database("postgresql://nobody@127.0.0.1:1/none", size=1)
    return Engine(settings, away, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_bytes(START)
    (built / "sheaf.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    script = built / "assets" / "index-abc.js"
    script.write_bytes(SCRIPT)
    script.with_name("index-abc.js.br").write_bytes(brotli.compress(SCRIPT))
    script.with_name("index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (built / "assets" / "small-def.css").write_text("a{}")
    (tmp_path / "secret.js").write_text("not of the page")
    return built


Client = Callable[..., httpx.AsyncClient]


@pytest.fixture
def client_of(engine: Engine, folder: Path) -> Client:
    def opened(**changed: object) -> httpx.AsyncClient:
        settings = engine.settings.with_values(**changed)
        app = create_app(make_services(Engine(settings, engine.database, engine.blobs, engine.wake)), folder)
        return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner")

    return opened


@pytest.fixture
async def client(client_of: Client) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of() as opened:
        yield opened


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/jobs", "/jobs/7?tab=errors", "/engine/lanes", "/sign-in", "/x.y"]
)
async def test_a_browser_is_given_the_page_whatever_screen_it_asks_for(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.content) == (200, START)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


async def test_the_start_needs_no_browser(client: httpx.AsyncClient) -> None:
    assert (await client.get("/")).content == START


@pytest.mark.parametrize("path", ["/jobs", "/nowhere", "/assets/gone-abc.js"])
async def test_a_program_still_hears_that_there_is_nothing(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=PROGRAM)
    assert answer.status_code == 404
    assert answer.json() == {"error": "This URL does not exist.", "code": "not_found"}


@pytest.mark.parametrize("path", ["/api", "/api/nowhere", "/auth/nowhere", "/recipes/a/b/c", "/parse-requests/1/2/3"])
async def test_under_the_apis_words_not_even_a_browser_is_given_the_page(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_that_a_route_takes_another_method_is_still_said(client: httpx.AsyncClient) -> None:
    assert (await client.get("/parse-requests", headers=BROWSER)).status_code == 405


def test_every_route_begins_with_one_of_the_apis_words(openapi: dict[str, Any]) -> None:
    assert {path.split("/")[1] for path in openapi["paths"]} <= page.API_WORDS


def test_no_screen_does() -> None:
    routes = (WEB / "src" / "router.tsx").read_text()
    words = set(re.findall(r'path: "/([^/"$]*)', routes)) - {""}
    assert {"jobs", "mailbox", "engine"} <= words and words.isdisjoint(page.API_WORDS | {page.ASSETS})


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_the_page_is_only_read(client: httpx.AsyncClient, method: str) -> None:
    for path in ("/", "/jobs", "/assets/index-abc.js"):
        assert (await client.request(method, path, headers=BROWSER)).status_code == 404


async def test_an_asset_that_is_gone_is_never_the_page(client: httpx.AsyncClient) -> None:
    """A browser would take it for a script, and keep it for a year."""
    answer = await client.get("/assets/gone-abc.js", headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "cache-control" not in answer.headers


async def test_assets_are_kept_for_a_year_and_the_start_is_asked_for_anew(client: httpx.AsyncClient) -> None:
    asset, start = await client.get("/assets/index-abc.js"), await client.get("/")
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert start.headers["cache-control"] == (await client.get("/sheaf.svg")).headers["cache-control"] == "no-cache"


async def test_the_start_is_sent_again_only_if_it_says_something_else(client: httpx.AsyncClient, folder: Path) -> None:
    """Also where a newer one has the size and the time of the older one, as files of packages may."""
    index = folder / "index.html"
    os.utime(index, (1, 1))
    tag = {"If-None-Match": (await client.get("/")).headers["etag"]}
    again = await client.get("/jobs", headers=BROWSER | tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag["If-None-Match"])
    index.write_bytes(START.replace(b"abc", b"abd"))
    os.utime(index, (1, 1))
    newer = await client.get("/", headers=tag | {"If-Modified-Since": "Fri, 01 Jan 2038 00:00:00 GMT"})
    assert newer.status_code == 200 and b"abd" in newer.content


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, GZIP;q=0.5", "gzip"),
        ("gzip;q=much", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_assets_come_as_small_as_the_browser_takes_them(
    client: httpx.AsyncClient, accepted: str, encoding: str | None
) -> None:
    answer = await client.get("/assets/index-abc.js", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.content == SCRIPT
    assert (int(answer.headers["content-length"]) < len(SCRIPT)) == (encoding is not None)


async def test_what_was_not_compressed_comes_as_it_is(client: httpx.AsyncClient) -> None:
    answer = await client.get("/assets/small-def.css", headers={"Accept-Encoding": "br, gzip"})
    assert (answer.text, answer.headers.get("content-encoding")) == ("a{}", None)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"


async def test_an_asset_that_the_browser_has_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/assets/index-abc.js", headers={"Accept-Encoding": "br"})
    headers = {"Accept-Encoding": "br", "If-None-Match": first.headers["etag"]}
    again = await client.get("/assets/index-abc.js", headers=headers)
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        *("/../secret.js", "/assets/../../secret.js", "/%2e%2e/secret.js", "/assets/%2e%2e/%2e%2e/secret.js"),
        *("/..%2fsecret.js", "//secret.js", "/assets/%00", "/assets/" + "a" * 5000, "/assets/", "/assets"),
    ],
)
async def test_nothing_beside_the_page_is_to_be_had(client: httpx.AsyncClient, path: str) -> None:
    request = client.build_request("GET", "/", headers=PROGRAM)
    request.url = request.url.copy_with(raw_path=path.encode())  # or the client would tidy it up
    answer = await client.send(request)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/.vite/manifest.json", "/assets/.kept.json", "/%2evite/manifest.json", "/.vite"])
@pytest.mark.parametrize("asker", [BROWSER, PROGRAM])
async def test_what_the_build_keeps_for_itself_is_not_served(
    client: httpx.AsyncClient, folder: Path, path: str, asker: dict[str, str]
) -> None:
    (folder / ".vite").mkdir()
    for name in (".vite/manifest.json", "assets/.kept.json"):
        (folder / name).write_text("{}")
    answer = await client.get(path, headers=asker)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_nor_is_it_shipped() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    shipped = GitIgnoreSpec.from_lines(project["tool"]["hatch"]["build"]["artifacts"])
    files = ["index.html", "sheaf.svg", "assets/index-abc.js", "assets/index-abc.js.br", ".vite/manifest.json"]
    assert [name for name in files if not shipped.match_file(f"src/garner/page/{name}")] == [".vite/manifest.json"]


async def test_no_link_leads_out_of_the_page(client: httpx.AsyncClient, folder: Path) -> None:
    (folder / "assets" / "link.js").symlink_to(folder.parent / "secret.js")
    assert (await client.get("/assets/link.js")).status_code == 404


async def test_only_scripts_and_calls_of_its_own_are_allowed(client: httpx.AsyncClient) -> None:
    headers = (await client.get("/jobs", headers=BROWSER)).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-src"] == policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert {"http:", "https:", "data:", "blob:"} <= set(policy["img-src"].split())
    assert "google" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")
    assert (await client.get("/assets/index-abc.js")).headers["x-content-type-options"] == "nosniff"


async def test_googles_button_is_allowed_where_one_signs_in_by_google(client_of: Client) -> None:
    async with client_of(google_client_id="a-client.example.com") as client:
        headers = (await client.get("/")).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    allowed = {name for name, sources in policy.items() if "https://accounts.google.com" in sources.split()}
    assert allowed == {"script-src", "connect-src", "frame-src", "style-src"}


def test_static_hosting_allows_the_same_and_calls_of_the_api_besides() -> None:
    """There one signs in by Google, and the API may be elsewhere. The pages of the API reference keep their own policy,
    which the API sends."""
    hosting = orjson.loads((WEB / "vercel.json").read_bytes())
    [allowed] = [
        header["value"]
        for rule in hosting["headers"]
        for header in rule["headers"]
        if header["key"] == "Content-Security-Policy" and rule["source"] == "/((?!docs|redoc).*)"
    ]
    api = hosting["rewrites"][0]["destination"].partition("/:face")[0]
    assert allowed.replace(f" {api};", ";") == html_guard.page_policy(with_google=True)
    assert allowed.count(api) == 1 and f"{html_guard.GOOGLE} {api}; style-src" in allowed


@pytest.mark.parametrize("path", ["/", "/jobs"])
async def test_a_page_that_was_not_built_says_so_and_what_to_do(engine: Engine, tmp_path: Path, path: str) -> None:
    app = create_app(make_services(engine), tmp_path / "nowhere")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        answer = await client.get(path, headers=BROWSER)
        program = await client.get("/jobs", headers=PROGRAM)
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    assert "is not built" in answer.text and "make page" in answer.text and 'href="/docs"' in answer.text
    assert program.status_code == 404


async def test_one_that_is_built_while_the_server_runs_is_there(engine: Engine, tmp_path: Path) -> None:
    app = create_app(make_services(engine), tmp_path / "later")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        assert "is not built" in (await client.get("/")).text
        (tmp_path / "later" / "assets").mkdir(parents=True)
        (tmp_path / "later" / "index.html").write_bytes(START)
        (tmp_path / "later" / "assets" / "a.js").write_text("1")
        assert (await client.get("/")).content == START
        assert (await client.get("/assets/a.js")).text == "1"


async def test_the_apis_own_page_is_where_it_was(client: httpx.AsyncClient) -> None:
    assert "swagger" in (await client.get("/docs", headers=BROWSER)).text.lower()


@pytest.mark.parametrize("path", ["/", "/docs", "/redoc"])
async def test_every_html_answer_has_the_same_guards(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    headers = answer.headers
    assert (answer.status_code, headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert policy["script-src"].startswith("'self'") and "unsafe" not in policy["script-src"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")


async def test_an_html_page_that_is_added_later_is_guarded_too(engine: Engine, folder: Path) -> None:
    app = create_app(make_services(engine), folder)
    app.add_api_route("/health/later", lambda: HTMLResponse("later"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        later, start = await client.get("/health/later"), await client.get("/")
        data = await client.get("/openapi.json")
    assert later.headers["content-security-policy"] == start.headers["content-security-policy"]
    assert "content-security-policy" not in data.headers


async def test_the_api_reference_loads_nothing_from_elsewhere(client: httpx.AsyncClient) -> None:
    for path in ("/docs", "/redoc"):
        loaded = re.findall(r'(?:src|href)="([^"]+)"', (await client.get(path)).text)
        assert loaded and all(file.startswith("/static-offline-docs/") for file in loaded)
        for file in loaded:
            assert (await client.get(file)).status_code == 200


async def test_redoc_asks_for_no_logo_that_its_policy_refuses(client: httpx.AsyncClient) -> None:
    (script,) = re.findall(r'src="([^"]+)"', (await client.get("/redoc")).text)
    answer = await client.get(script)
    assert answer.headers["content-type"].startswith("text/javascript") and len(answer.content) > 100_000
    assert "https://cdn.redoc.ly" not in answer.text
