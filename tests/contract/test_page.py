"""Serving the page: a fake build output in front of the real API routes."""

import gzip
import os
import re
import tomllib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

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
from garner.settings import Settings
from garner.wiring.server import make_services

START = b'<!doctype html><title>Garner</title><script type="module" src="/assets/index-abc.js"></script>'
SCRIPT = b"console.log('a script that is long enough to be worth compressing');" * 20
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROGRAM = {"Accept": "application/json"}
WEB = Path(__file__).parents[2] / "web"


@pytest.fixture
def engine(settings: Settings, tmp_path: Path) -> Engine:
    """Without a database: the page is served during an outage."""
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
async def test_a_browser_gets_the_page_for_every_screen(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.content) == (200, START)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


async def test_the_root_serves_the_page_without_a_browser(client: httpx.AsyncClient) -> None:
    assert (await client.get("/")).content == START


@pytest.mark.parametrize("path", ["/jobs", "/nowhere", "/assets/gone-abc.js"])
async def test_a_program_gets_404_for_an_unknown_path(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=PROGRAM)
    assert answer.status_code == 404
    assert answer.json() == {"error": "This URL does not exist.", "code": "not_found"}


@pytest.mark.parametrize("path", ["/api", "/api/nowhere", "/auth/nowhere", "/recipes/a/b/c", "/parse-requests/1/2/3"])
async def test_unknown_paths_under_api_prefixes_get_404_even_for_a_browser(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_wrong_method_gets_405(client: httpx.AsyncClient) -> None:
    assert (await client.get("/parse-requests", headers=BROWSER)).status_code == 405


def test_the_api_prefixes_are_the_first_segments_of_all_routes(engine: Engine) -> None:
    """Also of routes outside of the document, such as those of the API reference."""
    routes = create_app(make_services(engine)).routes
    assert {route.path.split("/")[1] for route in routes} == page.API_WORDS


def test_static_hosting_and_the_development_server_forward_exactly_the_api_prefixes() -> None:
    hosting = orjson.loads((WEB / "vercel.json").read_bytes())
    forwarded = [rule for rule in hosting["rewrites"] if rule["destination"] != "/index.html"]
    [source] = [rule["source"] for rule in forwarded]
    named = re.fullmatch(r"/:face\(([^)]+)\)/:path\*", source)
    assert named and {word.replace("\\.", ".") for word in named[1].split("|")} == page.API_WORDS
    assert forwarded[0]["destination"].endswith("/:face/:path*")
    assert set(orjson.loads((WEB / "apiRoots.json").read_bytes())) == page.API_WORDS
    assert "apiRoots.map((root) => [`/${root}`," in (WEB / "vite.config.ts").read_text()


def test_no_screen_begins_with_an_api_prefix() -> None:
    routes = (WEB / "src" / "router.tsx").read_text()
    words = set(re.findall(r'path: "/([^/"$]*)', routes)) - {""}
    assert {"jobs", "mailbox", "engine"} <= words and words.isdisjoint(page.API_WORDS | {page.ASSETS})


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_the_page_rejects_other_methods(client: httpx.AsyncClient, method: str) -> None:
    for path in ("/", "/jobs", "/assets/index-abc.js"):
        assert (await client.request(method, path, headers=BROWSER)).status_code == 404


async def test_a_missing_asset_gets_404_and_not_the_page(client: httpx.AsyncClient) -> None:
    """A browser would treat the page as a script and cache it for a year."""
    answer = await client.get("/assets/gone-abc.js", headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "cache-control" not in answer.headers


async def test_assets_are_cached_for_a_year_and_the_root_is_revalidated(client: httpx.AsyncClient) -> None:
    asset, start = await client.get("/assets/index-abc.js"), await client.get("/")
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert start.headers["cache-control"] == (await client.get("/sheaf.svg")).headers["cache-control"] == "no-cache"


async def test_the_root_is_sent_again_only_if_its_content_changed(client: httpx.AsyncClient, folder: Path) -> None:
    """Also when the new file has the size and time of the old one, as files of packages may."""
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
async def test_assets_are_sent_in_the_best_accepted_encoding(
    client: httpx.AsyncClient, accepted: str, encoding: str | None
) -> None:
    answer = await client.get("/assets/index-abc.js", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.content == SCRIPT
    assert (int(answer.headers["content-length"]) < len(SCRIPT)) == (encoding is not None)


async def test_an_asset_without_a_compressed_version_is_sent_uncompressed(client: httpx.AsyncClient) -> None:
    answer = await client.get("/assets/small-def.css", headers={"Accept-Encoding": "br, gzip"})
    assert (answer.text, answer.headers.get("content-encoding")) == ("a{}", None)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"


async def test_a_cached_asset_is_not_sent_again(client: httpx.AsyncClient) -> None:
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
async def test_files_outside_the_page_folder_are_not_served(client: httpx.AsyncClient, path: str) -> None:
    request = client.build_request("GET", "/", headers=PROGRAM)
    request.url = request.url.copy_with(raw_path=path.encode())  # the client would normalise it
    answer = await client.send(request)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/.vite/manifest.json", "/assets/.kept.json", "/%2evite/manifest.json", "/.vite"])
@pytest.mark.parametrize("asker", [BROWSER, PROGRAM])
async def test_hidden_files_of_the_build_are_not_served(
    client: httpx.AsyncClient, folder: Path, path: str, asker: dict[str, str]
) -> None:
    (folder / ".vite").mkdir()
    for name in (".vite/manifest.json", "assets/.kept.json"):
        (folder / name).write_text("{}")
    answer = await client.get(path, headers=asker)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_hidden_files_of_the_build_are_not_packaged() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    shipped = GitIgnoreSpec.from_lines(project["tool"]["hatch"]["build"]["artifacts"])
    files = ["index.html", "sheaf.svg", "assets/index-abc.js", "assets/index-abc.js.br", ".vite/manifest.json"]
    assert [name for name in files if not shipped.match_file(f"src/garner/page/{name}")] == [".vite/manifest.json"]


async def test_links_out_of_the_page_folder_are_not_followed(client: httpx.AsyncClient, folder: Path) -> None:
    (folder / "assets" / "link.js").symlink_to(folder.parent / "secret.js")
    assert (await client.get("/assets/link.js")).status_code == 404


async def test_the_policy_allows_only_own_scripts_and_connections(client: httpx.AsyncClient) -> None:
    headers = (await client.get("/jobs", headers=BROWSER)).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-src"] == policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert {"http:", "https:", "data:", "blob:"} <= set(policy["img-src"].split())
    assert "google" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")
    assert (await client.get("/assets/index-abc.js")).headers["x-content-type-options"] == "nosniff"


async def test_the_policy_allows_google_if_sign_in_with_google_is_configured(client_of: Client) -> None:
    async with client_of(google_client_id="a-client.example.com") as client:
        headers = (await client.get("/")).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    allowed = {name for name, sources in policy.items() if "https://accounts.google.com" in sources.split()}
    assert allowed == {"script-src", "connect-src", "frame-src", "style-src"}


def test_the_policy_of_static_hosting_additionally_allows_the_api() -> None:
    """Static hosting uses sign-in with Google, and the API may be elsewhere. The API reference keeps its own policy,
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
async def test_a_page_that_is_not_built_says_how_to_build_it(engine: Engine, tmp_path: Path, path: str) -> None:
    app = create_app(make_services(engine), tmp_path / "nowhere")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        answer = await client.get(path, headers=BROWSER)
        program = await client.get("/jobs", headers=PROGRAM)
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    assert "is not built" in answer.text and "make page" in answer.text and 'href="/docs"' in answer.text
    assert program.status_code == 404


async def test_a_page_built_while_the_server_runs_is_served(engine: Engine, tmp_path: Path) -> None:
    app = create_app(make_services(engine), tmp_path / "later")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        assert "is not built" in (await client.get("/")).text
        (tmp_path / "later" / "assets").mkdir(parents=True)
        (tmp_path / "later" / "index.html").write_bytes(START)
        (tmp_path / "later" / "assets" / "a.js").write_text("1")
        assert (await client.get("/")).content == START
        assert (await client.get("/assets/a.js")).text == "1"


async def test_the_api_documentation_is_served_at_docs(client: httpx.AsyncClient) -> None:
    assert "swagger" in (await client.get("/docs", headers=BROWSER)).text.lower()


@pytest.mark.parametrize("path", ["/", "/docs", "/redoc"])
async def test_every_html_answer_has_the_security_headers(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    headers = answer.headers
    assert (answer.status_code, headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert policy["script-src"].startswith("'self'") and "unsafe" not in policy["script-src"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")


async def test_an_added_html_route_gets_the_security_headers(engine: Engine, folder: Path) -> None:
    app = create_app(make_services(engine), folder)
    app.add_api_route("/health/later", lambda: HTMLResponse("later"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        later, start = await client.get("/health/later"), await client.get("/")
        data = await client.get("/openapi.json")
    assert later.headers["content-security-policy"] == start.headers["content-security-policy"]
    assert "content-security-policy" not in data.headers


async def test_the_api_reference_loads_only_local_files(client: httpx.AsyncClient) -> None:
    for path in ("/docs", "/redoc"):
        loaded = re.findall(r'(?:src|href)="([^"]+)"', (await client.get(path)).text)
        assert loaded and all(file.startswith("/static-offline-docs/") for file in loaded)
        for file in loaded:
            assert (await client.get(file)).status_code == 200


async def test_redoc_requests_no_external_logo(client: httpx.AsyncClient) -> None:
    (script,) = re.findall(r'src="([^"]+)"', (await client.get("/redoc")).text)
    answer = await client.get(script)
    assert answer.headers["content-type"].startswith("text/javascript") and len(answer.content) > 100_000
    assert "https://cdn.redoc.ly" not in answer.text
