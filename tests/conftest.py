"""Real PostgreSQL for every test that touches data: one embedded server per run, shared by all test processes.

`connection` is rolled back after the test and costs a few milliseconds. Tests that need several connections, or time
that passes (`now()` is constant inside a transaction), take `database_url`: a separate migrated database.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.databases import Copies, make_template

from garner import wiring
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.pools.extractors import Extractors
from garner.postgres import embedded
from garner.postgres.database import Connection, Database
from garner.settings import VARIABLES, Settings

DATA = "GARNER_TEST_DATA"


def pytest_configure(config: pytest.Config) -> None:
    # A background process of a script ignores Ctrl-C, and so would every tested process.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # the controlling process only; xdist's workers inherit the folder
        os.environ[DATA] = tempfile.mkdtemp(prefix="garner-test-")
    for name in list(os.environ):  # the developer's own settings must not change what is tested
        if (name.startswith("GARNER_") or name in VARIABLES) and name not in (DATA, "GARNER_CHAOS"):
            del os.environ[name]
    os.environ.pop("DATABASE_URL", None)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[DATA], ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run on CI if a test is skipped: everything the tests need is installed there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def run_folder() -> Path:
    """The folder that all test processes of this run share. It is removed at the end."""
    return Path(os.environ[DATA])


@pytest.fixture(scope="session")
def server_url(run_folder: Path) -> Iterator[str]:
    with embedded.embedded_postgres(run_folder) as url:
        yield url


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """A migrated database that is only ever copied."""
    return make_template(server_url)


@pytest.fixture(scope="session")
def copies(server_url: str, template: str) -> Iterator[Copies]:
    made = Copies(server_url)
    yield made
    made.close()


@pytest.fixture(scope="session")
def shared_url(copies: Copies) -> Iterator[str]:
    """One copy per test process, for tests that roll back."""
    with copies.lent() as url:
        yield url


@pytest.fixture
async def connection(shared_url: str) -> AsyncIterator[Connection]:
    async with await psycopg.AsyncConnection.connect(shared_url, row_factory=dict_row) as opened:
        yield opened
        await opened.rollback()


@pytest.fixture
def database_url(copies: Copies) -> Iterator[str]:
    with copies.lent() as url:
        yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    # A longer timeout than in production, so that tests with hundreds of requests pass on a slow machine.
    async with Database(database_url, size=20, wait_seconds=60) as opened:
        yield opened


@pytest.fixture(scope="session")
def checked_settings() -> Settings:
    """Load and validate the settings once, since it takes longer than many tests."""
    return Settings.from_values(
        fetch_allow_private=True,
        default_crawl_delay_seconds=0,
        lane_latency_factor=0,
        robots_longest_delay_seconds=0,
        extract_processes=1,
        guest_requests_per_minute=0,
        poll_seconds=0.1,
    )


@pytest.fixture
def settings(checked_settings: Settings, tmp_path: Path) -> Settings:
    """Settings for a test: loopback may be fetched, and there are no delays."""
    return checked_settings.with_values(data_dir=tmp_path)


@pytest.fixture
def engine(settings: Settings, database: Database, tmp_path: Path) -> Engine:
    return Engine(settings, database, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)


@pytest.fixture(scope="session")
def extractors() -> Iterator[Extractors]:
    """One extraction process per test process: starting it costs more than most tests."""
    with Extractors(processes=1, timeout_seconds=30, max_bytes=10_000_000) as pool:
        yield pool


@asynccontextmanager
async def open_engine(settings: Settings, url: str) -> AsyncIterator[Engine]:
    async with wiring.open_engine(settings, url) as (opened, _):
        yield opened
