"""The start of `garner serve`: it reports ready when its workers are ready, and exits if they cannot start."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.acceptance.fault_processes import Garner, GarnerProcess, await_no_orphans, garner, wait_until

SAYS_READY = b"is ready on"
WITHOUT_A_BROWSER = {"GARNER_RENDER": "true", "GARNER_CHROMIUM": "/nowhere/chromium"}
WHY = b"There is no Chromium at GARNER_CHROMIUM=/nowhere/chromium."

pytestmark = pytest.mark.slow


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, GARNER_PORT="0") as started:
        yield started


SERVE = """
import asyncio, contextlib, pathlib
from garner.cli.serving import serve
from garner.cli.main import app
from garner.core.pacing.backoff import Backoff
from garner.wiring import server as wiring
{timeouts}
app(["serve"])
"""
# The server does not report ready before its workers are ready or have failed, even on a busy machine.
LONG_TIMEOUTS = "serve.READY_SECONDS = 100.0"
# The server reports ready, and restarts workers, at once.
SHORT_TIMEOUTS = "serve.READY_SECONDS, serve.MAX_REFUSALS, serve.RESTART = 0.1, 3, Backoff(0.01, 0.01)"


# The engine never opens: the server has an event loop and does not handle signals yet.
STUCK = """
@contextlib.asynccontextmanager
async def open_engine(*_):
    pathlib.Path("stuck").touch()
    await asyncio.Event().wait()
    yield
wiring.open_engine = open_engine
"""


def serve(processes: Garner, timeouts: str, **settings: str) -> GarnerProcess:
    """Start `garner serve` with longer or shorter timeouts."""
    script = processes.folder / "serve.py"
    script.write_text(SERVE.format(timeouts=timeouts))
    return processes.start(**settings, script=script)


def await_ready(served: GarnerProcess) -> None:
    wait_until(lambda: SAYS_READY in served.log.read_bytes() or not served.is_running(), what="the server")
    assert served.is_running(), served.log.read_text()


def started_workers(served: GarnerProcess) -> int:
    return sum(event["what"] == "worker" for event in served.events("started"))


def worker_of(served: GarnerProcess) -> psutil.Process:
    (worker,) = [child for child in psutil.Process(served.pid).children() if "worker" in child.cmdline()]
    return worker


def test_the_server_is_ready_when_its_workers_are_and_reports_misspelt_settings_once(processes: Garner) -> None:
    served = serve(processes, LONG_TIMEOUTS, GARNER_WORKERS="2", GARNER_PROT="9000", RECIPE_TTL_DAY="3")
    await_ready(served)
    assert started_workers(served) == 2
    told = {event["setting"]: event["did_you_mean"] for event in served.events("setting_unknown")}
    assert told == {"GARNER_PROT": "GARNER_PORT", "RECIPE_TTL_DAY": "RECIPE_TTL_DAYS"}
    assert len(served.events("setting_unknown")) == 2
    served.send_signal(signal.SIGTERM)
    assert served.wait() == 0
    await_no_orphans(processes)


def test_a_server_without_workers_is_ready_at_once(processes: Garner) -> None:
    await_ready(processes.start("serve", GARNER_WORKERS="0"))


def test_the_server_exits_with_one_line_when_its_workers_cannot_start(processes: Garner) -> None:
    served = serve(processes, LONG_TIMEOUTS, GARNER_WORKERS="2", **WITHOUT_A_BROWSER)
    assert served.wait() == 2
    log = served.log.read_bytes()
    assert log.count(WHY) == 1 and SAYS_READY not in log and b"Traceback" not in log
    assert served.events("worker_died") == []
    await_no_orphans(processes)


def supervised(folder: Path, **settings: str) -> tuple[int, bytes, bytes]:
    """Run a worker as a server does; return its exit code, its message to the server, and its log. Its
    standard input stays open, as it does while a server runs."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("GARNER_", "DATABASE_"))}
    with subprocess.Popen(
        [sys.executable, "-m", "garner", "worker", "--supervised"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=own | {"GARNER_DATA_DIR": str(folder), **settings},
        cwd=folder,
    ) as worker:
        assert worker.stdout is not None and worker.stderr is not None
        return worker.wait(60), worker.stdout.read(), worker.stderr.read()


def test_a_worker_reports_the_setting_that_prevents_its_start(tmp_path: Path, database_url: str) -> None:
    code, heard, _ = supervised(tmp_path, DATABASE_URL=database_url, **WITHOUT_A_BROWSER)
    assert (code, heard) == (2, WHY + b"\n")


def test_an_unreachable_database_is_not_reported_as_a_settings_error(tmp_path: Path) -> None:
    """The server has reached the database before, and would exit on a settings error."""
    code, heard, logged = supervised(tmp_path, DATABASE_URL="postgresql://garner@127.0.0.1:1/garner")
    assert code != 0 and heard == b""
    assert b"cannot be reached" in logged and b"Traceback" not in logged


def test_a_worker_starts_again_once_a_later_settings_error_is_fixed(processes: Garner) -> None:
    served = serve(processes, LONG_TIMEOUTS, GARNER_WORKERS="1")
    await_ready(served)
    slip = processes.folder / ".env"
    slip.write_text("\n".join(f"{name}={value}" for name, value in WITHOUT_A_BROWSER.items()))
    worker_of(served).kill()
    wait_until(lambda: any(event["why"] for event in served.events("worker_died")), what="the worker's word")
    assert served.events("worker_died")[-1]["why"].encode() == WHY
    slip.unlink()
    wait_until(lambda: started_workers(served) == 2 or not served.is_running(), what="another worker")
    assert served.is_running()


def test_the_server_exits_if_a_worker_cannot_start_however_late_it_fails(processes: Garner) -> None:
    providers = processes.folder / "providers.json"
    os.mkfifo(providers)  # a reader blocks until the test writes
    served = serve(processes, SHORT_TIMEOUTS, GARNER_WORKERS="1", GARNER_PROVIDERS=str(providers))
    await_ready(served)
    assert b"(1 still starting)" in served.log.read_bytes()
    providers.write_text("no providers at all")
    assert served.wait() == 2
    log = served.log.read_bytes()
    assert log.count(f"GARNER_PROVIDERS={providers} is not valid".encode()) == 1 and b"Traceback" not in log
    assert served.events("worker_died") == []
    await_no_orphans(processes)


@pytest.mark.parametrize(
    ("slip", "why"),
    [
        (WITHOUT_A_BROWSER, WHY),
        ({"CLAIM_MIN": "no number"}, b"CLAIM_MIN='no number' is not valid"),
    ],
)
def test_a_worker_is_not_restarted_forever_when_its_settings_have_become_invalid(
    processes: Garner, slip: dict[str, str], why: bytes
) -> None:
    served = serve(processes, SHORT_TIMEOUTS, GARNER_WORKERS="1")
    wait_until(lambda: started_workers(served) == 1, what="the worker")
    (processes.folder / ".env").write_text("\n".join(f"{name}={value}" for name, value in slip.items()))
    worker_of(served).kill()
    assert served.wait(60) == 2
    log = served.log.read_bytes()
    last_line = log.splitlines()[-1]
    assert why in last_line and b"Traceback" not in log
    refusals = [event for event in served.events("worker_died") if why.decode() in event["why"]]
    assert len(refusals) == 2
    await_no_orphans(processes)


def test_a_metrics_port_that_is_taken_is_reported(processes: Garner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        worker = processes.start("worker", GARNER_WORKER_METRICS_PORT=str(taken.getsockname()[1]))
        assert worker.wait() == 2
    log = worker.log.read_bytes()
    assert b"GARNER_WORKER_METRICS_PORT" in log and b"Traceback" not in log


def address_of(served: GarnerProcess) -> tuple[str, int]:
    served.await_event("started")
    _, host, port = served.events("started")[0]["detail"].split(":")
    return host.strip("/"), int(port)


def refuses(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address).close()
    except ConnectionRefusedError:
        return True
    return False


def test_the_server_stops_cleanly_when_its_workers_become_ready_while_it_stops(processes: Garner) -> None:
    providers = processes.folder / "providers.json"
    os.mkfifo(providers)  # the worker blocks until the test writes
    served = serve(processes, LONG_TIMEOUTS, GARNER_WORKERS="1", GARNER_PROVIDERS=str(providers))
    address = address_of(served)
    with socket.create_connection(address) as client, providers.open("w") as settings:  # the worker reads it by now
        # A request without its body: the server waits for it even while stopping.
        client.sendall(
            b"POST /parse-requests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
        )
        assert client.recv(100).startswith(b"HTTP/1.1 100")
        served.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(address), what="the closed socket")
        settings.write("[]")
        settings.close()
        wait_until(lambda: started_workers(served) == 1 or not served.is_running(), what="the worker")
    assert served.wait() == 0, served.log.read_text()
    log = served.log.read_bytes()
    assert SAYS_READY not in log and b"Traceback" not in log
    assert served.events("stopped")
    await_no_orphans(processes)


def test_the_server_stops_cleanly_while_it_waits_for_its_database(processes: Garner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as database:
        port = database.getsockname()[1]
        served = processes.start("serve", DATABASE_URL=f"postgresql://garner@127.0.0.1:{port}/garner")
        connection, _ = database.accept()  # which gets no answer
        with connection:
            served.send_signal(signal.SIGTERM)
            assert served.wait() == 0, served.log.read_text()
    assert b"Traceback" not in served.log.read_bytes()


def test_the_server_stops_cleanly_before_it_handles_signals(processes: Garner) -> None:
    served = serve(processes, STUCK)
    wait_until(lambda: (processes.folder / "stuck").exists() or not served.is_running(), what="the engine")
    served.send_signal(signal.SIGTERM)
    assert served.wait() == 0, served.log.read_text()
    assert b"Traceback" not in served.log.read_bytes()
