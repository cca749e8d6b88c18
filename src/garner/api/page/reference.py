"""The pages of the API reference, /docs and /redoc, which load nothing from other servers.

Swagger UI is started by an inline script. The page's policy allows exactly that script by its hash and no other.
ReDoc's script refers to a logo on its makers' server: the script is served without that reference, since the policy
would refuse the logo and the browser would report an error.
"""

import base64
import hashlib
import re
from functools import cache
from importlib import resources

from fastapi import Request
from fastapi.openapi.docs import get_redoc_html, get_swagger_ui_html
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from garner.api.http.context import GarnerApp
from garner.api.page.html_guard import content_security_policy

FILES = "/static-offline-docs"
REDOC_SCRIPT = f"{FILES}/redoc.standalone.js"
REDOC_LOGO = b"https://cdn.redoc.ly/redoc/logo-mini.svg"
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def documented_app(title: str, version: str, description: str) -> GarnerApp:
    """Return an application that serves its own reference."""
    app = GarnerApp(docs_url=None, redoc_url=None, title=title, version=version, description=description)

    @app.get(REDOC_SCRIPT, include_in_schema=False)
    async def redoc_script() -> Response:
        return Response(_redoc_script(), media_type="text/javascript", headers={"Cache-Control": "max-age=3600"})

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
        return _add_policy(page)

    @app.get("/redoc", include_in_schema=False)
    async def redoc(request: Request) -> HTMLResponse:
        root = request.scope.get("root_path", "")
        page = get_redoc_html(
            openapi_url=_document(request),
            title=f"{title} - ReDoc",
            redoc_js_url=f"{root}{REDOC_SCRIPT}",
            redoc_favicon_url=f"{root}{FILES}/favicon.png",
            with_google_fonts=False,
        )
        return _add_policy(page)

    return app


@cache
def _redoc_script() -> bytes:
    """Return ReDoc's script with an empty picture in place of the logo; ReDoc hides a picture that does not load."""
    script = resources.files("fastapi_offline").joinpath("static", "redoc.standalone.js").read_bytes()
    return script.replace(REDOC_LOGO, b"data:,")


def _document(request: Request) -> str:
    return f"{request.scope.get('root_path', '')}{request.app.openapi_url}"


def _add_policy(page: HTMLResponse) -> HTMLResponse:
    hashes = "".join(f" 'sha256-{_digest(script)}'" for script in _INLINE_SCRIPT.findall(bytes(page.body)))
    page.headers["Content-Security-Policy"] = content_security_policy(
        {
            "script-src": f"'self'{hashes}",
            "worker-src": "blob:",  # ReDoc runs its search in a worker
            "img-src": "'self' data:",
        }
    )
    return page


def _digest(script: bytes) -> str:
    return base64.b64encode(hashlib.sha256(script).digest()).decode()
