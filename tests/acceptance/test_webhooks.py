"""Webhooks called by a real worker, which is killed between the call and its confirmation."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psycopg
import pytest
from tests.acceptance.fault_processes import Garner, garner, wait_until
from tests.conftest import open_engine

from garner.engine.people.accounts import Identity, sign_in
from garner.engine.people.webhooks import create_webhook
from garner.settings import Settings

pytestmark = pytest.mark.slow

ENDED = """
    insert into job_items (id, origin, user_id, kind, url, status, completed_at)
    select gen_random_uuid(), 'mailbox', user_id, 'recipe', 'https://example.com/', 'CANCELED', now() from users
"""


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url) as started:
        yield started


class Killing(ThreadingHTTPServer):
    """Kill the given process on the first call, and accept every later call."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.victim: int | None = None
        self.calls: list[tuple[str, bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/calls"


class _Handler(BaseHTTPRequestHandler):
    server: Killing

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.calls.append((self.headers["Garner-Delivery"], body))
        if self.server.victim is not None:
            os.kill(self.server.victim, signal.SIGKILL)
            self.server.victim = None
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def receiver() -> Iterator[Killing]:
    with Killing() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


async def add_webhook(database_url: str, folder: Path, url: str) -> str:
    settings = Settings.from_values(data_dir=folder, fetch_allow_private=True)
    async with open_engine(settings, database_url) as engine:
        user = (await sign_in(engine, Identity("ana@example.com"))).user
        return (await create_webhook(engine, user.user_id, url)).secret


def test_a_delivery_of_a_killed_worker_is_resent_with_the_same_id(
    processes: Garner, database_url: str, tmp_path: Path, receiver: Killing
) -> None:
    secret = asyncio.run(add_webhook(database_url, tmp_path, receiver.url))
    with psycopg.connect(database_url, autocommit=True) as connection:
        first = processes.start("worker")
        first.await_event("started")
        receiver.victim = first.pid
        connection.execute(ENDED)
        wait_until(lambda: not first.is_running(), what="the end of the worker")
        assert len(receiver.calls) == 1
        connection.execute("update webhooks set leased_until = now()")  # rather than wait for it
        second = processes.start("worker")
        second.await_event("webhook_called")
        found = connection.execute("select id, attempts, delivered_at is not null from webhook_deliveries").fetchall()
    sent, again = receiver.calls
    assert sent == again
    assert found == [(int(sent[0]), 2, True)]
    for process in (first, second):
        assert secret not in process.log.read_text()
        assert "/calls" not in process.log.read_text()
