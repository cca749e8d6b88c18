"""Processes whose system clock is wrong: only the time of day, as on a machine without NTP. The speed at which time
passes and the monotonic clock are unchanged."""

import importlib.util
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import orjson
import psycopg
from tests.acceptance.fault_processes import GarnerProcess, wait_until

from garner.postgres import server
from garner.postgres.embedded import PORT, DataDir, PostgresAccount, binaries_for, embedded_postgres, postmaster_pid
from garner.store import migrate

HOUR = 3600.0
AHEAD, RIGHT, BEHIND = HOUR, 0.0, -HOUR


def clock(seconds_off: float) -> dict[str, str]:
    """Return the environment of a process whose clock is off by this many seconds."""
    if not seconds_off:
        return {}
    return {
        "LD_PRELOAD": str(_library()),
        "FAKETIME": f"{seconds_off:+.0f}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DISABLE_SHM": "1",
        "NO_FAKE_STAT": "1",  # files keep the time of the process that stores them
    }


class SettableClock:
    """The clock of a PostgreSQL server, which tests can set."""

    def __init__(self, url: str, offset: Path) -> None:
        self.url = url
        self._offset = offset

    def set(self, seconds_off: float) -> None:
        self._offset.write_text(f"{seconds_off:+.0f}")
        wait_until(lambda: abs(self._seconds_off() - seconds_off) < 60, what="the clock of PostgreSQL")

    def _seconds_off(self) -> float:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return server.clock(connection).timestamp() - time.time()


@contextmanager
def postgres_with_settable_clock(folder: Path) -> Iterator[SettableClock]:
    """Start a separate, migrated PostgreSQL."""
    with embedded_postgres(folder) as url:
        migrate.upgrade(url)
    wait_until(lambda: postmaster_pid(folder) is None, what="the end of PostgreSQL")
    place, offset = DataDir(folder.resolve()), folder / "clock"
    offset.write_text("+0")
    account = PostgresAccount.of_server(place)
    options = account.process_options()
    faked = clock(HOUR) | {"FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1"}
    del faked["FAKETIME"]
    options["env"] = options["env"] | faked
    sockets = place.socket_directory(account)
    settings = {"listen_addresses": "", "port": PORT, "unix_socket_directories": sockets}
    command = [f"{binaries_for(place)}/postgres", "-D", str(place.cluster)]
    command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    started = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    try:
        made = SettableClock(place.url(account), offset)
        wait_until(lambda: _answers(made.url), what="PostgreSQL")
        yield made
    finally:
        started.send_signal(signal.SIGINT)  # fast shutdown: disconnects clients
        started.wait(60)


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def _library() -> Path:
    # Found without being imported: only the library itself is needed, and only by other processes.
    package = importlib.util.find_spec("libfaketime")
    assert package is not None and package.origin is not None, "the tests' own dependencies are not installed"
    return Path(package.origin).parent / "vendor/libfaketime/src/libfaketime.so.1"


def seconds_off(process: GarnerProcess) -> float:
    """Return how far the clock of a process was off when it logged "started", rounded to half an hour: it may have
    started minutes ago."""
    [line] = [line for line in process.log.read_bytes().splitlines() if b'"started"' in line][:1]
    said = datetime.fromisoformat(orjson.loads(line)["timestamp"]).timestamp()
    return round((said - time.time()) / 1800) * 1800
