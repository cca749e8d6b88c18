"""The pages of the API reference, /docs and /redoc, which load nothing from other servers.

Swagger UI is started by an inline script. The page's policy allows exactly that script by its hash and no other.
"""

import base64
import hashlib
import re

from fastapi import Request
from fastapi.openapi.docs import get_redoc_html, get_swagger_ui_html
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from garner.api.http.context import GarnerApp
from garner.api.page.html_guard import content_security_policy

FILES = "/static-offline-docs"
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def documented_app(title: str, version: str, description: str) -> GarnerApp:
    """Return an application that serves its own reference."""
    app = GarnerApp(docs_url=None, redoc_url=None, title=title, version=version, description=description)
    app.mount(FILES, StaticFiles(packages=[("fastapi_offline", "static")]))

    @app.get("/docs", include_in_schema=False)
    async def swagger_ui(request: Request) -> HTMLResponse:
        files = f"{request.scope.get('root_path', '')}{FILES}"
        page = get_swagger_ui_html(
            openapi_url=_document(request),
            title=f"{title} - Swagger UI",
            swagger_js_url=f"{files}/swagger-ui-bundle.js",
            swagger_css_url=f"{files}/swagger-ui.css",
            swagger_favicon_url=f"{files}/favicon.png",
        )
        return _guarded(page)

    @app.get("/redoc", include_in_schema=False)
    async def redoc(request: Request) -> HTMLResponse:
        files = f"{request.scope.get('root_path', '')}{FILES}"
        page = get_redoc_html(
            openapi_url=_document(request),
            title=f"{title} - ReDoc",
            redoc_js_url=f"{files}/redoc.standalone.js",
            redoc_favicon_url=f"{files}/favicon.png",
            with_google_fonts=False,
        )
        return _guarded(page)

    return app


def _document(request: Request) -> str:
    return f"{request.scope.get('root_path', '')}{request.app.openapi_url}"


def _guarded(page: HTMLResponse) -> HTMLResponse:
    hashes = "".join(f" 'sha256-{_digest(script)}'" for script in _INLINE_SCRIPT.findall(bytes(page.body)))
    page.headers["Content-Security-Policy"] = content_security_policy(
        {
            "script-src": f"'self'{hashes}",
            "worker-src": "blob:",  # ReDoc runs its search in a worker
            "img-src": "'self' data:",  # ReDoc embeds its makers' logo, which is on their server
        }
    )
    return page


def _digest(script: bytes) -> str:
    return base64.b64encode(hashlib.sha256(script).digest()).decode()
