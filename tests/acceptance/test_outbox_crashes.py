"""Messages whose writer or relay is killed at any point: published at least once, in order, never if rolled
back."""

import os
import signal
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
from tests.acceptance.fault_processes import Garner, garner, wait_until
from tests.acceptance.relaying_process import KEYS, MESSAGES, ROLLED_BACK_EVERY
from tests.tiers import slow

SCRIPT = Path(__file__).parent / "relaying_process.py"
COMMITTED = [number for number in range(MESSAGES) if number % ROLLED_BACK_EVERY]
SHORT = "while publishing"
OTHERS = ("before publish", "after publish", "before delete", "while deleting", "after delete")


class Recorder(socketserver.ThreadingTCPServer):
    """Records each line that it confirms."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Recording)
        self.lines: list[dict[str, Any]] = []

    @property
    def port(self) -> str:
        return str(self.server_address[1])

    def numbers(self) -> list[int]:
        return [line["number"] for line in self.lines]


class _Recording(socketserver.StreamRequestHandler):
    server: Recorder

    def handle(self) -> None:
        for line in self.rfile:
            self.server.lines.append(orjson.loads(line))
            self.wfile.write(b"ok\n")


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with Recorder() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, PYTHONPATH=_path()) as started:
        yield started


def _path() -> str:
    return os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])


def relay(processes: Garner, url: str, port: str, kill_at: str = "never", topic: str = "broker") -> Any:
    return processes.start("relay", url, topic, port, kill_at, script=SCRIPT)


def await_kill(process: Any) -> None:
    wait_until(lambda: not process.is_running(), what="the end of the process")
    assert process.wait() == -signal.SIGKILL, process.log.read_text()


def expire_leases(url: str) -> int:
    """Let leases of killed relays run out now, rather than wait for it."""
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute("update outbox_parts set lease_until = now() where lease_until > now()").rowcount


def waiting(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("select count(*) from outbox").fetchone()
        assert row is not None
        return int(row[0])


def check(recorder: Recorder) -> None:
    """At least once each, none that was rolled back, and a consumer that ignores repeated ids sees the order."""
    assert set(recorder.numbers()) == set(COMMITTED)
    seen: set[int] = set()
    first = [line for line in recorder.lines if line["id"] not in seen and not seen.add(line["id"])]  # type: ignore[func-returns-value]
    for key in range(KEYS):
        numbers = [line["number"] for line in first if line["key"] == f"key {key}"]
        assert numbers == [number for number in COMMITTED if number % KEYS == key]


def write(processes: Garner, url: str) -> None:
    process = processes.start("write", url, "before commit", script=SCRIPT)
    await_kill(process)


@pytest.mark.parametrize("kill_at", [SHORT, *slow(*OTHERS)])
def test_messages_of_a_relay_that_is_killed_are_published_in_order(
    processes: Garner, database_url: str, recorder: Recorder, kill_at: str
) -> None:
    write(processes, database_url)
    await_kill(relay(processes, database_url, recorder.port, kill_at))
    assert expire_leases(database_url) > 0 or kill_at == "after delete"
    survivor = relay(processes, database_url, recorder.port)
    wait_until(lambda: waiting(database_url) == 0, what="the last message")
    assert survivor.is_running()
    check(recorder)


@pytest.mark.slow
def test_messages_committed_by_a_process_that_is_killed_right_after_are_published(
    processes: Garner, database_url: str, recorder: Recorder
) -> None:
    await_kill(processes.start("write", database_url, "after commit", script=SCRIPT))
    relay(processes, database_url, recorder.port)
    wait_until(lambda: waiting(database_url) == 0, what="the last message")
    assert set(recorder.numbers()) == {*COMMITTED, -1}


@pytest.mark.slow
def test_every_second_relay_is_killed_at_another_point_and_nothing_is_lost(
    processes: Garner, database_url: str, recorder: Recorder
) -> None:
    write(processes, database_url)
    for kill_at in (SHORT, *OTHERS):
        if waiting(database_url) == 0:
            break
        await_kill(relay(processes, database_url, recorder.port, kill_at))
        expire_leases(database_url)
    relay(processes, database_url, recorder.port)
    wait_until(lambda: waiting(database_url) == 0, what="the last message")
    check(recorder)


@pytest.mark.slow
def test_a_relay_that_was_stopped_past_its_lease_deletes_nothing_of_the_next(
    processes: Garner, database_url: str, recorder: Recorder
) -> None:
    first = relay(processes, database_url, recorder.port)
    wait_until(lambda: _has_parts(database_url), what="the relay")
    first.send_signal(signal.SIGSTOP)
    write(processes, database_url)
    expire_leases(database_url)
    second = relay(processes, database_url, recorder.port)
    wait_until(lambda: waiting(database_url) == 0, what="the last message")
    first.send_signal(signal.SIGCONT)
    assert second.is_running()
    check(recorder)


def _has_parts(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute("select from outbox_parts").rowcount > 0
