"""Events for webhooks whose relay or caller is killed at any point: each is delivered once, and in order."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
from tests.acceptance.fault_processes import Garner, garner, wait_until
from tests.acceptance.test_outbox_crashes import OTHERS, SHORT, await_kill, expire_leases, relay, waiting
from tests.conftest import open_engine
from tests.tiers import slow

from garner.core.accounts.webhooks import WebhookEvent
from garner.engine.people.accounts import Identity, sign_in
from garner.engine.people.webhooks import create_webhook
from garner.runtime.duties.webhook_fan_out import TOPIC
from garner.settings import Settings
from garner.store.people.webhooks import Subscription

JOBS = 6
ENDED = """
    with made as (
        insert into jobs (job_type, kind, user_id, queue_state)  -- not ingested: no worker ends them
        select 'table', 'recipe', user_id, 'RUNNING' from users, generate_series(1, %s) returning id)
    select id from made order by id
"""


class Receiver(ThreadingHTTPServer):
    """Records calls, and kills the given process on the first one."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.victim: int | None = None
        self.calls: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/calls"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        self.server.calls.append(orjson.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        if self.server.victim is not None:
            os.kill(self.server.victim, signal.SIGKILL)
            self.server.victim = None
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    with garner(tmp_path, DATABASE_URL=database_url, PYTHONPATH=path) as started:
        yield started


async def add_webhook(database_url: str, folder: Path, url: str) -> None:
    settings = Settings.from_values(data_dir=folder, fetch_allow_private=True)
    async with open_engine(settings, database_url) as engine:
        user = (await sign_in(engine, Identity("ana@example.com"))).user
        await create_webhook(engine, user.user_id, url, Subscription([WebhookEvent.BATCH_FINISHED]))


def end_jobs(url: str) -> list[tuple[int, str]]:
    """End each job, resume it and cancel it; every third end is rolled back. Return the events of the others."""
    expected = []
    with psycopg.connect(url, autocommit=True) as connection:
        job_ids = [job_id for (job_id,) in connection.execute(ENDED, (JOBS,)).fetchall()]
        for place, state in enumerate(["DONE"] * JOBS + ["RUNNING"] * JOBS + ["CANCELED"] * JOBS):
            job_id, is_kept = job_ids[place % JOBS], state == "RUNNING" or place % 3 != 0
            with connection.transaction(force_rollback=not is_kept):
                connection.execute("update jobs set queue_state = %s where id = %s", (state, job_id))
            if is_kept and state != "RUNNING":
                expected.append((job_id, state))
    return expected


def deliveries(url: str, condition: str = "true") -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(f"select count(*) from webhook_deliveries where {condition}".encode()).fetchone()
        assert row is not None
        return int(row[0])


def call_all(processes: Garner, url: str) -> None:
    worker = processes.start("worker")
    wait_until(lambda: deliveries(url, "delivered_at is null") == 0, what="the last delivery")
    assert worker.is_running()


def check(receiver: Receiver, expected: list[tuple[int, str]]) -> None:
    batches = [(call["batch"]["id"], call["batch"]["state"]) for call in receiver.calls]
    assert set(batches) == set(expected)
    ids = {call["delivery_id"] for call in receiver.calls}
    assert len(ids) == len(expected), "one delivery per event, however often it was relayed"
    for job_id in {job_id for job_id, _ in expected}:
        states = list(dict.fromkeys(state for batch_id, state in batches if batch_id == job_id))
        assert states == [state for batch_id, state in expected if batch_id == job_id]


@pytest.mark.parametrize("kill_at", [*slow(SHORT, *OTHERS)])
def test_events_of_a_relay_that_is_killed_are_delivered_once_each(
    processes: Garner, database_url: str, tmp_path: Path, receiver: Receiver, kill_at: str
) -> None:
    asyncio.run(add_webhook(database_url, tmp_path, receiver.url))
    expected = end_jobs(database_url)
    await_kill(relay(processes, database_url, "0", kill_at, TOPIC))
    expire_leases(database_url)
    survivor = relay(processes, database_url, "0", topic=TOPIC)
    wait_until(lambda: waiting(database_url) == 0, what="the last event")
    survivor.kill()
    assert deliveries(database_url) == len(expected)
    call_all(processes, database_url)
    check(receiver, expected)
    assert len(receiver.calls) == len(expected)


@pytest.mark.slow
def test_events_of_a_worker_that_is_killed_in_a_call_are_sent_again_with_the_same_id(
    processes: Garner, database_url: str, tmp_path: Path, receiver: Receiver
) -> None:
    asyncio.run(add_webhook(database_url, tmp_path, receiver.url))
    worker = processes.start("worker")
    worker.await_event("started")
    receiver.victim = worker.pid
    expected = end_jobs(database_url)
    wait_until(lambda: not worker.is_running(), what="the end of the worker")
    expire_leases(database_url)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("update webhooks set leased_until = now()")  # rather than wait for it
    call_all(processes, database_url)
    wait_until(lambda: waiting(database_url) == 0, what="the last event")
    wait_until(lambda: deliveries(database_url, "delivered_at is not null") == len(expected), what="the deliveries")
    check(receiver, expected)
    assert receiver.calls.count(receiver.calls[0]) == 2
