"""Run `garner worker` in any number of processes on one database."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from uuid_utils.compat import uuid7

from garner.core.urls.page_url import PageUrl, parse_page_url

START_SECONDS = 60.0
STOP_SECONDS = 30.0

LISTENERS = """
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'garner listen'
"""
SUBMIT = """
    select submit_page(id, url, hash, domain, base, 'recipe', 'parse', null, false, 5, interval '1 day', null)
    from unnest(%s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[]) page (id, url, hash, domain, base)
"""
KNOWN_ROBOTS = """
    insert into robots_files (origin, domain_id, fetched_at, expires_at, http_status)
    select base_url, id, now(), now() + interval '1 day', 404 from domains
"""


def make_domains(connection: psycopg.Connection[Any], pages: Sequence[PageUrl], delay_seconds: float) -> None:
    """Create domains with this delay, unless they exist."""
    connection.cursor().executemany(
        """
        insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
        values (%s, %s, %s, 5) on conflict (domain_name) do nothing
        """,
        sorted({(page.domain, page.base_url, delay_seconds) for page in pages}),
    )


def submit(url: str, pages: Sequence[str], delay_seconds: float) -> None:
    """Request these pages, of domains with this delay."""
    parsed = [parse_page_url(page, allow_private=True) for page in pages]
    rows = [(uuid7(), page.original, page.hash, page.domain, page.base_url) for page in parsed]
    with psycopg.connect(url) as connection:
        make_domains(connection, parsed, delay_seconds)
        connection.execute(SUBMIT, [list(column) for column in zip(*rows, strict=True)])


@contextmanager
def at_work(
    url: str, folder: Path, count: int, *, start_seconds: float = START_SECONDS, **settings: str
) -> Iterator[list[int]]:
    """Yield the process ids of running workers, and stop them at the end."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("GARNER_", "DATABASE_"))}
    environment = own | {
        "DATABASE_URL": url,
        "GARNER_DATA_DIR": str(folder),
        "GARNER_FETCH_ALLOW_PRIVATE": "true",
        "GARNER_LANE_LATENCY_FACTOR": "0",
        "GARNER_EXTRACT_PROCESSES": "1",
        "GARNER_LOG_LEVEL": "warning",
        **settings,
    }
    command = [sys.executable, "-m", "garner", "worker"]
    workers = [subprocess.Popen(command, env=environment, cwd=folder) for _ in range(count)]
    try:
        _await(url, workers, start_seconds)
        yield [worker.pid for worker in workers]
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            try:
                worker.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                worker.kill()


def _await(url: str, workers: Sequence["subprocess.Popen[bytes]"], start_seconds: float) -> None:
    give_up = time.monotonic() + start_seconds
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(LISTENERS).fetchone() != (len(workers),):
            assert all(worker.poll() is None for worker in workers), "a worker did not come up"
            assert time.monotonic() < give_up, "the workers did not come up"
            time.sleep(0.02)
