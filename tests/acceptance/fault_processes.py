"""Real Garner processes for the fault tests; all end with the test, whether it passes or fails."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import orjson
import psutil

LONG = os.environ.get("GARNER_CHAOS") == "long"
CLIENT_TIMEOUT_SECONDS = 60.0  # for a machine that is busy with other tests; most waits take a second or two
FIRST_POLL_SECONDS = 0.01
MAX_POLL_SECONDS = 0.05  # most conditions read a log, ask a database or call a server


def wait_until(condition: Callable[[], object], seconds: float = CLIENT_TIMEOUT_SECONDS, what: str = "it") -> float:
    """Wait until the condition holds, and return how long it took."""
    began = time.monotonic()
    pause = FIRST_POLL_SECONDS
    while not condition():
        assert time.monotonic() - began < seconds, f"{what} was not within {seconds:g} s"
        time.sleep(pause)
        pause = min(pause * 1.2, MAX_POLL_SECONDS)
    return time.monotonic() - began


class GarnerProcess:
    """`garner …` in a separate session, by which its descendants are found."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], log: Path, script: Path | None = None
    ) -> None:
        self.log = log
        self.arguments, self.environment = arguments, environment
        program = ["-m", "garner"] if script is None else [str(script)]
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, *program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=environment,
                cwd=log.parent,
                start_new_session=True,
            )
        self.pid = self._process.pid
        self._events: list[dict[str, Any]] = []
        self._parsed_bytes = 0

    def send_signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def is_running(self) -> bool:
        return self._process.poll() is None

    def wait(self, seconds: float = CLIENT_TIMEOUT_SECONDS) -> int:
        return self._process.wait(seconds)

    def events(self, name: str) -> list[dict[str, Any]]:
        self._parse_new_lines()
        return [event for event in self._events if event.get("event") == name]

    def _parse_new_lines(self) -> None:
        with self.log.open("rb") as log:
            log.seek(self._parsed_bytes)
            added = log.read()
        whole_lines = added[: added.rfind(b"\n") + 1]
        self._parsed_bytes += len(whole_lines)
        self._events += [event for line in whole_lines.splitlines() if (event := _parsed(line))]

    def await_event(self, name: str, seconds: float = CLIENT_TIMEOUT_SECONDS) -> None:
        wait_until(lambda: self.events(name) or not self.is_running(), seconds, f"{name} of process {self.pid}")
        assert self.is_running(), self.log.read_text()

    def family(self) -> list[psutil.Process]:
        """Return the process and its live descendants, including those whose parent has exited."""
        return [process for process in psutil.process_iter() if _lives_in_session(process, self.pid)]

    def extraction_process(self) -> psutil.Process:
        """Wait for the extraction process of a worker that has a page, and return it."""
        wait_until(self._extraction_processes, what="an extraction process")
        [child] = self._extraction_processes()
        return child

    def _extraction_processes(self) -> list[psutil.Process]:
        return [one for one in psutil.Process(self.pid).children() if "spawn_main" in " ".join(one.cmdline())]

    def end(self) -> None:
        for member in self.family():
            with suppress(psutil.NoSuchProcess):
                member.kill()
        self._process.wait()


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        return dict(orjson.loads(line))
    except (orjson.JSONDecodeError, ValueError):  # a line that is not JSON, or is truncated by a kill
        return None


def _lives_in_session(process: psutil.Process, session: int) -> bool:
    with suppress(psutil.Error, ProcessLookupError, PermissionError):
        return os.getsid(process.pid) == session and process.status() != psutil.STATUS_ZOMBIE
    return False


class Garner:
    """Start processes of Garner that share a database and a data folder."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.started: list[GarnerProcess] = []
        own = {name: value for name, value in os.environ.items() if not name.startswith(("GARNER_", "DATABASE_"))}
        self._environment = own | {
            "GARNER_DATA_DIR": str(folder),
            "GARNER_FETCH_ALLOW_PRIVATE": "true",
            "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0",
            "GARNER_LANE_LATENCY_FACTOR": "0",
            "GARNER_OBEY_ROBOTS": "false",
            "GARNER_GUEST_REQUESTS_PER_MINUTE": "0",
            "GARNER_EXTRACT_PROCESSES": "1",
            "GARNER_LOG_FORMAT": "json",
            "GARNER_LOG_LEVEL": "debug",
            **environment,
        }

    def start(self, *arguments: str, script: Path | None = None, **settings: str) -> GarnerProcess:
        """Start `garner …`, or a script that does the same differently."""
        return self._start(list(arguments), self._environment | settings, script)

    def _start(self, arguments: list[str], environment: dict[str, str], script: Path | None = None) -> GarnerProcess:
        log = self.folder / f"garner-{len(self.started)}.log"
        process = GarnerProcess(arguments, environment, log, script)
        self.started.append(process)
        return process

    def run(self, script: str, **settings: str) -> None:
        """Run a test script in a separate process and wait for its exit."""
        environment = self._environment | settings
        subprocess.run([sys.executable, script], env=environment, cwd=self.folder, check=True, timeout=30)

    def like(self, other: GarnerProcess) -> GarnerProcess:
        return self._start(other.arguments, other.environment)

    def worker(self, **settings: str) -> GarnerProcess:
        return self._start(["worker"], self._environment | settings)

    def ready_worker(self, **settings: str) -> GarnerProcess:
        worker = self.worker(**settings)
        worker.await_event("started")
        return worker

    def events(self, name: str) -> list[dict[str, Any]]:
        return [event for process in self.started for event in process.events(name)]

    def end(self) -> None:
        for process in self.started:
            process.end()


def orphans(processes: Garner) -> list[psutil.Process]:
    """Return the live descendants of processes that have exited."""
    return [member for process in processes.started if not process.is_running() for member in process.family()]


def await_no_orphans(processes: Garner) -> None:
    """Wait for what ends by itself right after its parent, such as the resource tracker of `multiprocessing`."""
    wait_until(lambda: not orphans(processes), 10, "the end of the descendants")


@contextmanager
def garner(folder: Path, **environment: str) -> Iterator[Garner]:
    started = Garner(folder, environment)
    try:
        yield started
    finally:
        started.end()
