"""G17: the cost of doing nothing, for one worker, for fifty on one database, and for `garner serve`.

The database's transactions are counted: the heartbeats of workers, and all others, which are those of the duties. A
holder of the duties is then killed, and the time is taken until another worker holds them.
"""

import os
import signal
import statistics
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from bench.api import serving_garner
from bench.result import Result
from bench.server import Server
from bench.workers import at_work

WORKERS = 50
SETTLE_SECONDS = 12.0  # for starts to end, and for pauses to grow
CORE_SHARE, PSS_MB = 0.01, 250
REPLACED_SECONDS = 5.0
COUNTS = """
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()),
           (select n_tup_ins + n_tup_upd from pg_stat_user_tables where relname = 'workers')
"""
HOLDER = "select holder, (select max(held_since) from duties) as since from duties where name = 'sweep_leases'"


def doing_nothing(server: Server, quick: bool) -> list[Result]:
    seconds = 10.0 if quick else 30.0
    few = 8 if quick else WORKERS
    with server.migrated() as url, tempfile.TemporaryDirectory(prefix="garner-bench-idle-") as folder:
        with at_work(url, Path(folder), 1):
            one = _rates(url, seconds)
        with at_work(url, Path(folder), few, start_seconds=300.0) as pids:
            many = _rates(url, seconds)
            replaced = _replacement_seconds(url, pids)
    own = many.heartbeats / few
    return [
        Result("G17", f"duties of {few} idle workers against those of one", one.duties / many.duties, 1 / 1.2,
               f"{many.duties:.1f} transactions/s, {one.duties:.1f} of one worker"),
        Result("G17", "an idle worker itself: within 1 transaction a second", 1.0 / own, 1.0, f"{own:.2f}/s"),
        Result("G17", f"a killed holder is replaced within {REPLACED_SECONDS:.0f} s", REPLACED_SECONDS / replaced, 1.0,
               f"{replaced:.1f} s"),
        *_serving(server, seconds),
    ]  # fmt: skip


@dataclass(frozen=True)
class Rates:
    """Per second: all transactions, and of them the heartbeats of workers."""

    transactions: float
    heartbeats: float

    @property
    def duties(self) -> float:
        return self.transactions - self.heartbeats


def _rates(url: str, seconds: float) -> Rates:
    time.sleep(SETTLE_SECONDS)
    with psycopg.connect(url, autocommit=True) as connection:
        before, began = connection.execute(COUNTS).fetchone(), time.monotonic()
        time.sleep(seconds)
        after, passed = connection.execute(COUNTS).fetchone(), time.monotonic() - began
        assert before is not None
        assert after is not None
        return Rates((after[0] - before[0]) / passed, (after[1] - before[1]) / passed)


def _replacement_seconds(url: str, pids: Iterable[int]) -> float:
    """The median of three kills: from the kill until the sweep has another holder."""
    left = set(pids)
    waits = []
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(3):
            holder = _holder(connection)
            pid = next(pid for pid in left if f"-{pid}-" in holder)
            os.kill(pid, signal.SIGKILL)
            left.remove(pid)
            killed = time.monotonic()
            while _holder(connection) == holder:
                assert time.monotonic() - killed < 60, "the holder was not replaced"
                time.sleep(0.02)
            waits.append(time.monotonic() - killed)
            time.sleep(1.0)
    return statistics.median(waits)


def _holder(connection: psycopg.Connection[tuple[str, ...]]) -> str:
    row = connection.execute(HOLDER).fetchone()
    assert row is not None
    return row[0]


def _serving(server: Server, seconds: float) -> list[Result]:
    """`garner serve` as it starts by default, whose PostgreSQL is not counted."""
    with server.migrated() as url, serving_garner(url, workers=None):
        time.sleep(SETTLE_SECONDS)
        processes = _children()
        before = _cpu_seconds(processes)
        time.sleep(seconds)
        share = (_cpu_seconds(processes) - before) / seconds
        memory = sum(process.memory_full_info().pss for process in processes) / 1e6
    return [
        Result("G17", f"serve: within {CORE_SHARE:.0%} of a core", CORE_SHARE / share, 1.0, f"{share:.1%} of a core"),
        Result("G17", f"serve: within {PSS_MB} MB (PSS)", PSS_MB / memory, 1.0,
               f"{memory:.0f} MB in {len(processes)} processes"),
    ]  # fmt: skip


def _children() -> list[psutil.Process]:
    """The processes that this one has started, and theirs."""
    return [child for child in psutil.Process().children(recursive=True) if "postgres" not in child.name()]


def _cpu_seconds(processes: Iterable[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes)
