"""Errors of the API: as documented, and with an id that is also in the log."""

import asyncio
import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
import structlog
from fastapi import FastAPI
from starlette.responses import StreamingResponse

from garner import observe
from garner.api.app import create_app
from garner.api.http.limits import MAX_BODY_BYTES
from garner.engine import Engine
from garner.observe.logs import log_events
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.server import make_services

NOT_MADE_HERE = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"


def client_of(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner")


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(create_app(make_services(engine))) as opened:
        yield opened


Logged = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[Logged]:
    """The log lines so far, parsed from JSON."""
    stream = io.StringIO()
    subscribers, handlers = list(observe.event._subscribers), list(logging.root.handlers)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stream)
        log_events("debug", "json")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    observe.event._subscribers[:], logging.root.handlers[:] = subscribers, handlers
    structlog.reset_defaults()


# The documentation --------------------------------------------------------------------------------------------


async def real_answers(settings: Settings, database: Database, engine: Engine) -> dict[str, httpx.Response]:
    """Return one answer of each documented status."""
    path, page = "/parse-requests", {"url": "https://example.com/"}
    async with client_of(create_app(make_services(engine))) as client:
        answers = [
            await client.post(path, content=b"{", headers={"content-type": "application/json"}),
            await client.post(path, json={"url": "x" * MAX_BODY_BYTES}),
            await client.post(path, json={"url": "ftp://example.com/"}),
            await client.get(f"{path}/{NOT_MADE_HERE}"),
            await client.post(path, json=page, headers={"Authorization": "Bearer nonsense"}),
        ]
    few = settings.with_values(guest_requests_per_minute=600)
    async with client_of(create_app(make_services(Engine(few, database, engine.blobs, engine.wake)))) as client:
        limit = client._transport.app.context.guest_limit
        for _ in range(600):
            limit.take("127.0.0.1")
        answers.append(await client.post(path, json=page))
    async with (
        Database("postgresql://nobody@127.0.0.1:1/none", size=2, wait_seconds=0.1) as away,
        client_of(create_app(make_services(Engine(settings, away, engine.blobs, engine.wake)))) as client,
    ):
        answers.append(await client.post(path, json=page))
    return {str(answer.status_code): answer for answer in answers}


async def test_documented_errors_match_the_real_ones(
    settings: Settings, database: Database, engine: Engine, openapi: dict[str, Any]
) -> None:
    answers = await real_answers(settings, database, engine)
    assert set(answers) == {"400", "401", "404", "413", "422", "429", "503"}
    paths = openapi["paths"]
    elsewhere = ("/api/", "/auth/", "/recipes")  # which have separate tests
    operations = [
        operation for path, methods in paths.items() if not path.startswith(elsewhere) for operation in methods.values()
    ]
    told = [(status, said) for operation in operations for status, said in operation["responses"].items()]
    for status, said in [(status, said) for status, said in told if status >= "400"]:
        assert said["content"]["application/json"]["example"] == answers[status].json()
        told = {"retry-after", "www-authenticate"} & set(answers[status].headers)
        assert {name.lower() for name in said.get("headers", ())} == told
    assert set(paths["/parse-requests"]["post"]["responses"]) == {"200", "202", *(set(answers) - {"404"})}


# The id of a request ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", ["mine-1", "0198f3a2-7c4e", "Root=1-67891233-abcdef012345678912345678", "a" * 128])
async def test_a_caller_may_choose_the_request_id(client: httpx.AsyncClient, chosen: str) -> None:
    answer = await client.get("/health", headers={"x-request-id": chosen})
    assert answer.headers["x-request-id"] == chosen


@pytest.mark.parametrize("chosen", ["", "two words", "a" * 129, "caf\u00e9", "a\tb", '"}', "<script>", "\x1b[2J"])
async def test_an_invalid_request_id_is_replaced(client: httpx.AsyncClient, chosen: str) -> None:
    answer = await client.get("/health", headers={"x-request-id": chosen.encode()})
    made = answer.headers["x-request-id"]
    assert made != chosen and made.isalnum()


async def test_log_lines_of_a_request_have_its_id_and_a_submitted_page_its_item_and_task(
    client: httpx.AsyncClient, logged: Logged
) -> None:
    answer = await client.post(
        "/parse-requests", json={"url": "https://example.com/"}, headers={"x-request-id": "mine-1"}
    )
    lines = logged()
    assert {line["request_id"] for line in lines} == {"mine-1"}
    (submitted,) = [line for line in lines if line["event"] == "page_submitted"]
    assert submitted["item_id"] == answer.json()["requestId"]
    assert isinstance(submitted["task_id"], int) and submitted["job_id"] is None
    assert (lines[-1]["event"], lines[-1]["status"]) == ("request_answered", 202)


# Unexpected errors --------------------------------------------------------------------------------------------


@pytest.fixture
def broken(engine: Engine) -> FastAPI:
    app = create_app(make_services(engine))

    @app.get("/broken")
    async def breaks() -> None:
        raise RuntimeError("nobody thought of this")

    @app.get("/half-broken")
    async def breaks_halfway() -> StreamingResponse:
        async def half() -> AsyncIterator[bytes]:
            yield b"so far so good"
            raise RuntimeError("nobody thought of this")

        return StreamingResponse(half())

    return app


async def test_an_unexpected_error_is_answered_without_details_and_logged_with_them(
    broken: FastAPI, logged: Logged
) -> None:
    async with client_of(broken) as client:
        answer = await client.get("/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "nobody thought" not in answer.text
    failed, answered = logged()
    assert (failed["event"], answered["event"], answered["status"]) == ("request_failed", "request_answered", 500)
    assert failed["request_id"] == answer.headers["x-request-id"]
    assert "nobody thought of this" in failed["error"] and "in breaks" in failed["trace"]


async def test_an_answer_that_fails_midway_is_aborted(broken: FastAPI, logged: Logged) -> None:
    async with client_of(broken) as client:
        with pytest.raises(RuntimeError):
            await client.get("/half-broken")
    assert [line["event"] for line in logged()] == ["request_failed", "request_answered"]


async def test_a_request_aborted_by_a_stopping_server_gets_503_with_retry_after(engine: Engine) -> None:
    messages: list[dict[str, Any]] = []
    waits_for_body = asyncio.Event()

    async def receive() -> dict[str, Any]:
        waits_for_body.set()
        return await asyncio.Future()  # a body that never comes

    async def send(message: Any) -> None:
        messages.append(message)

    head = [(b"content-type", b"application/json"), (b"content-length", b"10")]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/parse-requests",
        "raw_path": b"/parse-requests",
        "query_string": b"",
        "root_path": "",
        "headers": head,
        "client": ("127.0.0.1", 1),
        "server": ("garner", 80),
    }
    request = asyncio.ensure_future(create_app(make_services(engine))(scope, receive, send))
    await waits_for_body.wait()
    request.cancel()  # as uvicorn does when a server has waited for its requests
    await request
    start, body = messages
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert json.loads(body["body"])["code"] == "unavailable"
