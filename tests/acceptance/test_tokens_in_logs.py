"""Tokens are sent in headers, bodies and, for streams, in URLs. A server that logs at debug level logs
none of them."""

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.acceptance.fault_processes import Garner, GarnerProcess, garner, wait_until

SECRET = "not-a-secret-of-anybodys-but-long-enough"
NONSENSE = "eyJub25zZW5zZSI6dHJ1ZX0.bm9uc2Vuc2U.bm9uc2Vuc2U"


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, GARNER_PORT="0", GARNER_JWT_SECRET=SECRET) as started:
        yield started


def address_of(served: GarnerProcess) -> str:
    served.await_event("started")
    return str(served.events("started")[0]["detail"])


def say(address: str, request: bytes) -> None:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(request)
        connection.settimeout(1)
        with contextlib.suppress(TimeoutError):
            connection.recv(4096)


def test_no_token_is_logged(processes: Garner, database_url: str) -> None:
    served = processes.start("serve", GARNER_WORKERS="0", GARNER_LOG_LEVEL="debug")
    address = address_of(served)
    with httpx.Client(base_url=address, timeout=10) as client:
        wait_until(lambda: client.get("/health").status_code == 200, what="the server")
        access = client.post("/auth/local", json={"email": "ana@example.com"}).json()["access_token"]
        bearer = {"Authorization": f"Bearer {access}"}
        personal = client.post("/api/tokens", json={"name": "x"}, headers=bearer).json()["token"]
        stream = client.post("/api/stream-token", headers=bearer).json()["token"]
        tokens = [access, personal, stream, NONSENSE]
        for token in tokens:
            client.get("/api/user", headers={"Authorization": f"Bearer {token}"})
            client.get("/api/admin/proxies", headers={"Authorization": f"Bearer {token}"})
            client.get("/api/user", headers={"X-Request-ID": "asked", "Cookie": f"token={token}"})
            client.post("/auth/google", json={"token": token})
            client.post("/auth/google", json={"token": [token]})
            client.get("/docs", params={"token": token})
            client.get("/nowhere", params={"token": token})
            for path in ("/recipes/parse-url/jobs/stream", "/recipes/parse-url/jobs/stream/", "/api/user"):
                with client.stream("GET", path, params={"token": token}):
                    pass
            say(address, f"GET /?token={token} HTTP/1.1\r\nContent-Length: x\r\n\r\n".encode())
            say(address, f"GET /?token={token}\r\nnonsense\r\n\r\n".encode())
        break_the_database(database_url)
        for token in tokens:
            broken = {"Authorization": f"Bearer {token}"}
            answer = client.get("/api/user", headers=broken, params={"token": token})
            assert answer.status_code == (401 if token in (stream, NONSENSE) else 500)
            with client.stream("GET", "/recipes/parse-url/jobs/stream", params={"token": token}):
                pass
        metrics = client.get("/metrics").text
    written = served.log.read_text() + metrics
    assert served.events("request_failed") and served.events("request_answered")
    for secret in (*tokens, *(token.split(".")[-1] for token in tokens), SECRET):
        assert secret not in written
    assert json.dumps("ana@example.com") not in metrics


def break_the_database(url: str) -> None:
    """Make every query of users fail unexpectedly, with a stack trace."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter table users rename to nobody")
        connection.execute("alter table api_tokens rename to nothing")
