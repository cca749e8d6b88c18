"""Serve the web page: files built from `web/`, for every path for which the API has no route.

Its screens have URLs of their own (`/jobs/7`), for which there is no file: a browser that requests one gets
`index.html`, which draws the screen. Programs still get a 404, and so does every client below the API's own prefixes:
there a page in place of an error would hide a mistake.

Files under `assets/` have a hash of their content in their name, so they never change and are cached for a year.
`index.html` is revalidated each time, by a tag made of its content: modification times of files from a package may be
equal although the files differ, and an old one names assets that are gone.
"""

import hashlib
import os
from pathlib import Path

from anyio import to_thread
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

FOLDER = Path(__file__).parent.parent.parent / "page"
INDEX = "index.html"
# The first path segments that belong to the API. `make docs` writes them to the configuration of the page in `web/`.
API_WORDS = frozenset(
    {"api", "auth", "recipes", "parse-requests", "health", "ready", "metrics"}
    | {"docs", "redoc", "openapi.json", "static-offline-docs"}
)
ASSETS = "assets"
FOR_A_YEAR = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
# Compressed variants that the build creates, smallest first: the encoding's name and the file suffix.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
# Defined here, because the system's own table may be incomplete or wrong, and browsers run no script of a wrong type.
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Garner</title></head>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
<h1>Garner is running, but its web page is not built</h1>
<p>The API and the workers are available. To build the page, run <code>make page</code> in Garner's folder, then reload
this page.</p>
<p>Until then, you can use the <a href="/docs">API reference</a>.</p>
</body>
</html>
"""


def install(app: FastAPI, folder: Path = FOLDER) -> None:
    app.router.default = PageFiles(folder, otherwise=app.router.not_found)


class PageFiles:
    """Fallback application for requests that no route handled; requests that are not for the page go to `otherwise`."""

    def __init__(self, folder: Path, *, otherwise: ASGIApp) -> None:
        self._otherwise = otherwise
        self._index = folder / INDEX
        self._files = BuiltFiles(directory=folder, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        respond: ASGIApp = self._otherwise
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            path = self._files.get_path(scope)
            first_word = path.partition(os.sep)[0]
            if first_word not in API_WORDS and not _is_hidden(path):
                respond = await self._answer(path, scope, may_be_screen=first_word != ASSETS)
        await respond(scope, receive, send)

    async def _answer(self, path: str, scope: Scope, *, may_be_screen: bool) -> Response:
        if path in (os.curdir, INDEX):
            return await self._start(scope)
        try:
            return await self._files.get_response(path, scope)
        except HTTPException:
            if may_be_screen and _is_for_reading(scope):
                return await self._start(scope)
            raise

    async def _start(self, scope: Scope) -> Response:
        """Return the start page. It is read each time, because the page may be rebuilt while the server runs."""
        try:
            page = await to_thread.run_sync(self._index.read_bytes)
        except FileNotFoundError:
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
        tag = f'"{hashlib.sha256(page).hexdigest()[:32]}"'
        answer = HTMLResponse(page, headers={"Cache-Control": REVALIDATE, "ETag": tag, "Vary": "Accept"})
        if self._files.is_not_modified(answer.headers, Headers(scope=scope)):
            return NotModifiedResponse(answer.headers)
        return answer


class BuiltFiles(StaticFiles):
    """Built files, compressed if the browser accepts that."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path, asked = Path(full_path), Headers(scope=scope)
        sent, encoding = _find_smallest(path, asked.get("accept-encoding", ""))
        headers = {
            "Cache-Control": FOR_A_YEAR if path.parent.name == ASSETS else REVALIDATE,
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        }
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
        answer = FileResponse(sent, status_code, headers, media_type, stat_result=sent.stat())
        return NotModifiedResponse(answer.headers) if self.is_not_modified(answer.headers, asked) else answer


def _is_hidden(path: str) -> bool:
    """Return whether a file is internal to the build, such as `.vite/`."""
    return any(part.startswith(".") for part in Path(path).parts)


def _is_for_reading(scope: Scope) -> bool:
    return "text/html" in Headers(scope=scope).get("accept", "").lower()


def _find_smallest(path: Path, accepted: str) -> tuple[Path, str | None]:
    taken = {name for name, weight in map(_parse_weight, accepted.split(",")) if weight > 0}
    for encoding, suffix in ENCODINGS.items():
        smaller = path.with_name(path.name + suffix)
        if encoding in taken and smaller.is_file():
            return smaller, encoding
    return path, None


def _parse_weight(part: str) -> tuple[str, float]:
    """Return an encoding and its weight: `gzip;q=0` is not accepted."""
    name, _, weight = part.partition(";")
    try:
        return name.strip().lower(), float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return name.strip().lower(), 0.0
