"""What Garner survives, with real processes and real signals.

The short form runs with all other tests; `make chaos` runs the long one, with the numbers that Garner promises.
"""

import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.fault_ledger import Ledger, ask, submit
from tests.acceptance.fault_processes import LONG, Garner, garner, orphans, wait_until
from tests.acceptance.fault_site import FaultSite

LEASE_SECONDS = 2.0
LEASE = {"LOCK_FLOOR_MS": str(int(LEASE_SECONDS * 1000))}


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **LEASE) as started:
        yield started


@pytest.fixture
def report(record_property):
    """Figures for whoever reads the output; a test that only passes says nothing of by how much."""

    def say(**figures: float) -> None:
        for name, figure in figures.items():
            record_property(name, figure)
        print("figures:", ", ".join(f"{name} {figure:.2f}" for name, figure in figures.items()))

    return say


def leases_of_the_dead(url: str, processes: Garner) -> int:
    living = [f"%-{process.pid}-%" for process in processes.started if process.is_running()]
    [row] = ask(url, "select count(*) from work where worker is not null and not worker like any(%s)", (living,))
    return int(row["count"])


def test_a_storm_of_kills_loses_nothing_and_fetches_little_twice(processes, site, database_url, report):
    workers, batch, kills, longest_pause, count = (4, 20, 60, 2.0, 20_000) if LONG else (3, 10, 8, 1.2, 700)
    chance = random.Random(1)
    submit(database_url, site.urls(count))
    settings = {"GARNER_CRAWL_CONCURRENCY": str(batch)}
    living = [processes.worker(**settings) for _ in range(workers)]
    with Ledger(database_url, count) as ledger:
        wait_until(lambda: ledger.samples[-1].ended, 20, "a first record")
        for _ in range(kills):
            time.sleep(chance.uniform(0.3, longest_pause))
            victim = chance.randrange(workers)
            living[victim].kill()
            living[victim] = processes.worker(**settings)
        recovered = wait_until(
            lambda: not leases_of_the_dead(database_url, processes), LEASE_SECONDS + 5, "recovery from the storm"
        )
        left_when_it_ended = count - ledger.samples[-1].ended
        ledger.await_all_ended(600 if LONG else 30)
    assert ledger.objections == []
    extra = len(site.arrivals) - count
    [buried] = ask(database_url, "select count(*), min(attempts), max(attempts) from dead_letters")
    report(recovered=recovered, kills=kills, extra=extra, left=left_when_it_ended, buried=buried["count"],
           samples=len(ledger.samples))
    assert 0 <= extra <= kills * batch
    # Who was lost to a kill three times over is given up, as it would be if it were what kills.
    states = ledger.samples[-1].states
    assert states == {"DONE": count - buried["count"]} | ({"ERROR": buried["count"]} if buried["count"] else {})
    assert buried["min"] == buried["max"] and buried["min"] in (None, 3)
    wait_until(lambda: not orphans(processes), 5, "the end of what killed workers had started")
