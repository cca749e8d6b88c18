"""Real PostgreSQL for every test that touches data: one embedded server per run, shared by all test processes.

`connection` is rolled back after the test and costs a few milliseconds. Tests that need several connections, or time
that passes (`now()` stands still inside a transaction), take `database_url`: a copy of the migrated database of their
own.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.rows import dict_row

from garner import wiring
from garner.blobs import local_blobs
from garner.core.lifecycle import ITEM_MOVES, JOB_MOVES, TASK_MOVES
from garner.engine import Engine
from garner.settings import Settings, environment_name
from garner.store import embedded, migrate
from garner.store.database import Connection, Database

DATA = "GARNER_TEST_DATA"
TEMPLATE = "garner_template"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the controlling process only; xdist's workers inherit the folder
        os.environ[DATA] = tempfile.mkdtemp(prefix="garner-test-")
    named = {environment_name(field) for field in Settings.model_fields}
    for name in list(os.environ):  # the developer's own settings must not change what is tested
        if (name.startswith("GARNER_") or name in named) and name not in (DATA, "GARNER_CHAOS"):
            del os.environ[name]
    os.environ.pop("DATABASE_URL", None)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[DATA], ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """On CI whatever the tests need is there: a skipped test is a failed one."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def in_database(url: str, name: str) -> str:
    head, query = url.split("?", 1)
    return f"{head.rsplit('/', 1)[0]}/{name}?{query}"


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    with embedded.embedded_postgres(Path(os.environ[DATA])) as url:
        yield url


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """A migrated database that is only ever copied."""
    url = in_database(server_url, TEMPLATE)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(1)")
        # Copies of a database by the hundred, and nothing in them that must survive a power cut.
        connection.execute("alter system set fsync = off")
        connection.execute("select pg_reload_conf()")
        found = connection.execute("select 1 from pg_database where datname = %s", (TEMPLATE,)).fetchone()
        if found is None:
            connection.execute(f"create database {TEMPLATE}")
            migrate.upgrade(url)
            _watch_moves(url)
    return url


WATCHED = (
    ("crawl_tasks", "status", TASK_MOVES),
    ("job_items", "status", ITEM_MOVES),
    ("jobs", "queue_state", JOB_MOVES),
)


def _watch_moves(url: str) -> None:
    """Every change of state in any test is held against the lifecycle's tables: a move that is not there is an
    error, whatever statement made it."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, column, moves in WATCHED:
            pairs = ", ".join(f"('{move.source}', '{move.target}')" for move in moves)
            connection.execute(
                f"""
                create function watch_{table}() returns trigger language plpgsql as $$
                begin
                    if (old.{column}, new.{column}) not in ({pairs}) then
                        raise exception '{table} may not go from % to %', old.{column}, new.{column};
                    end if;
                    return new;
                end $$;
                create trigger watch_moves before update on {table} for each row
                when (old.{column} is distinct from new.{column}) execute function watch_{table}();
                """
            )


@pytest.fixture(scope="session")
def shared_url(server_url: str, template: str) -> Iterator[str]:
    """One copy per test process, for tests that roll back."""
    with _copy(server_url) as url:
        yield url


class _copy:
    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._name = f"garner_{uuid4().hex[:12]}"

    def __enter__(self) -> str:
        with psycopg.connect(self._server_url, autocommit=True) as connection:
            connection.execute(f"create database {self._name} template {TEMPLATE} strategy file_copy")
        return in_database(self._server_url, self._name)

    def __exit__(self, *_: object) -> None:
        with psycopg.connect(self._server_url, autocommit=True) as connection:
            connection.execute(f"drop database {self._name} with (force)")


@pytest.fixture
async def connection(shared_url: str) -> AsyncIterator[Connection]:
    async with await psycopg.AsyncConnection.connect(shared_url, row_factory=dict_row) as opened:
        yield opened
        await opened.rollback()


@pytest.fixture
def database_url(server_url: str, template: str) -> Iterator[str]:
    with _copy(server_url) as url:
        yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    # Far more patient than in earnest: a test that sends hundreds at once is not about a machine that is slow just now.
    async with Database(database_url, size=20, wait_seconds=60) as opened:
        yield opened


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for a test: loopback may be fetched, and nobody is kept waiting."""
    return Settings(
        _env_file=None,
        data_dir=tmp_path,
        fetch_allow_private=True,
        default_crawl_delay_seconds=0,
        lane_latency_factor=0,
        robots_longest_delay_seconds=0,
        extract_processes=1,
        guest_requests_per_minute=0,
        poll_seconds=0.1,
    )


@pytest.fixture
def engine(settings: Settings, database: Database, tmp_path: Path) -> Engine:
    return Engine(settings, database, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)


@asynccontextmanager
async def open_engine(settings: Settings, url: str) -> AsyncIterator[Engine]:
    async with wiring.open_engine(settings, url) as (opened, _):
        yield opened
