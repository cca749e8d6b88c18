"""The HTTP application: five thin faces over one engine."""

import asyncio
import re
import time
import traceback
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils.compat import uuid7

from garner import __version__, observe
from garner.api import health
from garner.api.accounts import accounts, api_tokens, auth
from garner.api.admin import (
    audit,
    crawl_tasks,
    dead_letters,
    domains,
    parsers,
    proxies,
    queue_statistics,
    reparse,
    searches,
    sites,
    workers,
)
from garner.api.admin.examples import add_examples
from garner.api.faces.batches import (
    exports,
    ingestion,
    item_records,
    job_causes,
    job_control,
    job_stream,
    jobs,
    kickoff,
    pending,
    reprocessing,
    tuning,
    uploads,
    waiting,
)
from garner.api.faces.catalogue import products, search
from garner.api.faces.changes import changes
from garner.api.faces.mailbox import mailbox, mailbox_stream, pictures, saved_recipes, webhooks
from garner.api.faces.parse_requests import extract, parse_requests
from garner.api.http import errors
from garner.api.http.context import Context, GarnerApp, SampleContent
from garner.api.http.limits import BodyLimit, RequestLimit
from garner.api.http.routing import LENIENT, WARNING
from garner.api.page import facts, files, sample
from garner.api.page.html_guard import HtmlGuard
from garner.api.page.reference import documented_app
from garner.errors import Unavailable
from garner.kinds.registry import RECORDS_OF_ALL_KINDS
from garner.runtime.services import Services
from garner.settings import Settings

TITLE = "Garner"
DESCRIPTION = f"""
Garner turns URLs, spreadsheets and pictures into clean, current records: {RECORDS_OF_ALL_KINDS}.

Every error has the shape `{{error, code, fields?}}`: `error` is a sentence for people, `code` is a stable identifier
for programs, and `fields` lists the invalid fields with a reason for each.
"""

# What pages of the allowed origins may send and read. Garner uses no cookies, so none are requested.
CROSS_ORIGIN: dict[str, Any] = {
    "allow_methods": ("GET", "POST", "PUT", "PATCH", "DELETE"),
    "allow_headers": (
        *("Authorization", "Content-Type", "X-Request-ID", "Last-Event-ID", "Cache-Control", "If-Match"),
        "Idempotency-Key",
    ),
    "expose_headers": ("X-Request-ID", "Retry-After", "ETag", "Location", "Content-Disposition", "Warning"),
    "allow_credentials": False,
}

# A caller's id is logged and echoed in a header: allow nothing that could be taken for more than a word.
REQUEST_ID = re.compile(rb"[A-Za-z0-9._:/+=@-]{1,128}")


STOPPING = Unavailable("The server is shutting down. Retry in 5 s.", retry_after=5)


class ObservedApp:
    """Middleware that measures every answer and gives the log of each request an id, which the caller may choose.
    Unexpected exceptions are handled here instead of further out, so that their log and answer carry the id too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.monotonic()
        request_id = _request_id(scope)
        status: int | None = None

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._app(scope, receive, send_marked)
            except asyncio.CancelledError:  # the server is stopping and has waited long enough
                if status is not None:
                    raise
                await errors.answer(STOPPING)(scope, receive, send_marked)
            except Exception as error:
                trace = traceback.format_exc()
                observe.emit(observe.RequestFailed(scope["method"], scope["path"], repr(error), trace))
                if status is not None:  # too late for an answer: the server closes the connection
                    raise
                await errors.unforeseen()(scope, receive, send_marked)
            finally:
                route = getattr(scope.get("route"), "path", "unknown")
                seconds = time.monotonic() - started
                observe.emit(observe.RequestAnswered(scope["method"], route, status or 500, seconds))


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value, "ascii")
    return uuid7().hex


def create_app(
    services: Services, page_folder: Path = files.FOLDER, *, sample: SampleContent | None = None
) -> GarnerApp:
    app = documented_app(TITLE, __version__, DESCRIPTION)
    settings = services.engine.settings
    app.context = Context(
        services,
        guest_limit=RequestLimit(settings.limits.guest_requests_per_minute, "IP address"),
        user_limit=RequestLimit(settings.limits.user_requests_per_minute, "user"),
        sample=sample,
    )
    include_faces(app)
    errors.install(app)
    files.install(app, page_folder)
    app.openapi = lambda: describe_api(app)  # type: ignore[method-assign]  # FastAPI's own way to amend it
    app.add_middleware(HtmlGuard, with_google=settings.security.google_client_id is not None)
    app.add_middleware(BodyLimit, of_route=_max_bytes(settings))
    app.add_middleware(ObservedApp)
    if settings.server.origins:  # outermost, because a page cannot read an error that lacks these headers
        app.add_middleware(CORSMiddleware, allow_origins=settings.server.origins, **CROSS_ORIGIN)
    return app


def include_faces(app: FastAPI) -> None:
    """Add the routes as they are. `include_router` would rebuild each of them, which costs the first request to every
    application a good part of a second."""
    for face in (
        parse_requests,
        auth,
        accounts,
        api_tokens,
        facts,
        sample,
        item_records,
        mailbox,
        mailbox_stream,
        webhooks,
        pictures,
        saved_recipes,
        changes,
        uploads,
        ingestion,
        jobs,
        job_control,
        reprocessing,
        kickoff,
        job_causes,
        job_stream,
        pending,
        waiting,
        tuning,
        extract,
        search,
        products,
        domains,
        sites,
        crawl_tasks,
        dead_letters,
        proxies,
        parsers,
        reparse,
        workers,
        queue_statistics,
        audit,
        searches,
        exports,
        health,
    ):
        app.router.routes.extend(face.router.routes)


def _max_bytes(settings: Settings) -> dict[str, int]:
    """Return the body limits of the routes that accept more than others."""
    return {
        extract.PATH: extract.MAX_PAGE_BYTES,
        pictures.PATH: settings.limits.image_max_bytes + pictures.ROOM_FOR_FORM,
        f"{crawl_tasks.router.prefix}{crawl_tasks.PATH}": crawl_tasks.MAX_ORDER_BYTES,
        uploads.PATH: settings.limits.upload_max_bytes + uploads.ROOM_FOR_FORM,
    }


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document without the validation error that FastAPI adds to every route that has a parameter:
    Garner's errors have one shape, and each route declares its own. Answers without an example get one."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if "HTTPValidationError" in str(operation["responses"].get("422")):
                    del operation["responses"]["422"]
                if (method.upper(), path) in LENIENT:
                    _document_warning(operation["responses"])
        for unused in ("HTTPValidationError", "ValidationError"):
            document["components"]["schemas"].pop(unused, None)
        add_examples(document)
        app.openapi_schema = document
    return app.openapi_schema


def _document_warning(responses: dict[str, Any]) -> None:
    for status, response in responses.items():
        if status < "300":
            response.setdefault("headers", {})["Warning"] = WARNING
