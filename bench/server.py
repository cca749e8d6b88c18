"""The one PostgreSQL that a run of the benchmarks shares: Garner's own, durable, in a folder of its own.

Every measurement starts from a fresh copy of a migrated database, so that dead rows of one round do not slow another.
"""

import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import psycopg

from garner.postgres import embedded
from garner.store import migrate

ROUNDS = 3
TEMPLATE = "bench_template"
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


@dataclass(frozen=True)
class Server:
    url: str
    binaries: Path

    @contextmanager
    def migrated(self) -> Iterator[str]:
        """Yield an empty database with Garner's schema."""
        with self._database(f"template {TEMPLATE}") as url:
            yield url

    @contextmanager
    def empty(self) -> Iterator[str]:
        with self._database("") as url:
            yield url

    @contextmanager
    def _database(self, options: str) -> Iterator[str]:
        name = f"bench_{uuid4().hex[:12]}"
        self.execute(f"create database {name} {options}")
        try:
            yield in_database(self.url, name)
        finally:
            self.execute(f"drop database {name} with (force)")

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())

    def settle_down(self, url: str) -> None:
        """Bring a loaded table into its usual state, without a pending checkpoint from loading it."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("vacuum analyze")
            connection.execute("checkpoint")

    def run(self, program: str, *arguments: str) -> str:
        command = [f"{self.binaries}/{program}", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def in_database(url: str, name: str) -> str:
    head, query = url.split("?", 1)
    return f"{head.rsplit('/', 1)[0]}/{name}?{query}"


@contextmanager
def started() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="garner-bench-") as folder:
        data = Path(folder)
        with embedded.embedded_postgres(data) as url:
            server = Server(url, embedded.binaries_for(embedded.DataDir(data)))
            _require_durability(url)
            server.execute(f"create database {TEMPLATE}")
            migrate.upgrade(in_database(url, TEMPLATE))
            yield server


def _require_durability(url: str) -> None:
    with psycopg.connect(url) as connection:
        for setting, wanted in DURABLE.items():
            found = connection.execute("select current_setting(%s)", (setting,)).fetchone()
            assert found == (wanted,), f"{setting} is {found}"


Setting = TypeVar("Setting")


def fastest(settings: Sequence[Setting], measure: Callable[[Setting], float]) -> Setting:
    """Return the fastest setting, found before the rounds begin. They take turns here too, and the best
    run of each counts, since noise only slows."""
    best = dict.fromkeys(settings, 0.0)
    for _ in range(ROUNDS):
        for setting in settings:
            best[setting] = max(best[setting], measure(setting))
    return max(best, key=best.__getitem__)


def interleaved(contenders: dict[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median rate of each contender. They take turns, so that other load on the machine affects all
    alike."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            rates[name].append(measure())
    return {name: statistics.median(found) for name, found in rates.items()}
