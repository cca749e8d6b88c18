"""A full disk of the database or the server: the error says so and what to do."""

import asyncio
import os
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.pq import DiagnosticField

from garner.api.app import create_app
from garner.blobs import local_blobs
from garner.cli.commands.doctor import MORE_ROOM, _bodies
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.errors import DiskFull, Overloaded, Unavailable
from garner.postgres import database as databases
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.server import make_services

# The error of a PostgreSQL server whose disk is full.
NO_SPACE = """
    create function refuse() returns trigger language plpgsql as $$
    begin
        raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger refuse before insert on job_items for each row execute function refuse()
"""


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(make_services(engine))), base_url="http://garner"
    ) as opened:
        yield opened


@contextmanager
def no_room_for_files(bytes_left: int = 1000) -> Iterator[None]:
    """Limit the size of files of this process, like an exhausted quota."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def assert_disk_full(answer: httpx.Response) -> None:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (503, "disk_full"), body
    assert "disk is full" in body["error"] and "Free some space" in body["error"]
    assert int(answer.headers["Retry-After"]) >= 1


async def test_a_full_disk_of_the_database_is_reported(client: httpx.AsyncClient, database: Database) -> None:
    async with database.connection() as connection:
        await connection.execute(NO_SPACE)
    assert_disk_full(await client.post("/parse-requests", json={"url": "https://example.com/cake"}))


@pytest.mark.parametrize(("words", "is_full"), [("Disk quota exceeded", True), ("Input/output error", False)])
async def test_an_exhausted_quota_is_reported_as_a_full_disk(database: Database, words: str, is_full: bool) -> None:
    """PostgreSQL has no code for it: it raises an internal error from the code that writes files."""
    message = f'could not extend file "base/5/16384": {words}'
    failed = psycopg.errors.InternalError_(message, info={DiagnosticField.SOURCE_FILE: b"md.c"})
    with pytest.raises(Unavailable) as raised:
        async with database.connection():
            raise failed
    assert isinstance(raised.value, DiskFull) == is_full


async def test_a_full_disk_of_uploads_is_reported(client: httpx.AsyncClient, engine: Engine) -> None:
    token = (await sign_in(engine, Identity("ana@example.com"))).token
    rows = b"name\n" + b"pan\n" * 100_000
    with no_room_for_files():
        answer = await client.post(
            "/api/jobs", files={"file": ("pans.csv", rows)}, headers={"Authorization": f"Bearer {token}"}
        )
    assert_disk_full(answer)
    spool = engine.settings.storage.data_dir / "spool"
    assert list(spool.iterdir()) == []


async def test_a_full_disk_of_bodies_is_reported(tmp_path: Path) -> None:
    blobs, body = local_blobs(tmp_path / "bodies"), os.urandom(100_000)
    with (
        no_room_for_files(),
        pytest.raises(DiskFull, match=r"bodies is full, or its quota is used up\. Free some space"),
    ):
        await blobs.put(sha256(body).hexdigest(), body)


def test_the_doctor_advises_to_free_space_on_the_disk_of_bodies(tmp_path: Path) -> None:
    with no_room_for_files(0):
        (finding,) = _bodies(Settings.from_values(data_dir=tmp_path))
    assert "is full" in finding.what and finding.advice == MORE_ROOM


async def test_a_database_stopped_by_a_full_disk_is_distinguished_from_an_unreachable_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database("postgresql://nobody@127.0.0.1:1/none", size=1, wait_seconds=0.1, folder=tmp_path) as away:
        with pytest.raises(Unavailable, match="cannot be reached") as raised:
            await away.ping()
        assert not isinstance(raised.value, DiskFull)
        monkeypatch.setattr(databases, "MIN_FREE_BYTES", 2**63)
        with pytest.raises(DiskFull):
            await away.ping()


async def test_exhausted_database_connections_are_reported(database_url: str) -> None:
    async with Database(database_url, size=2, wait_seconds=0.1) as small:
        async with small.connection(), small.connection():
            with pytest.raises(Overloaded, match="its 2 database connections are all in use") as raised:
                await small.ping()
        assert raised.value.http_status == 503 and raised.value.retry_after
        await asyncio.wait_for(small.ping(), 30)


async def test_a_connection_handed_to_a_waiting_user_counts_as_in_use(database_url: str) -> None:
    async with Database(database_url, size=2, wait_seconds=0.1) as small:
        await small._pool.wait(30)
        async with small.connection(), small._pool.connection(timeout=30):
            with pytest.raises(Overloaded, match="its 2 database connections are all in use"):
                await small.ping()


async def test_a_full_queue_for_connections_is_an_overload(database_url: str) -> None:
    async with Database(database_url, size=1, wait_seconds=2) as small, small._pool.connection(timeout=30):
        ends = await asyncio.gather(*(small.ping() for _ in range(51)), return_exceptions=True)
    assert sum(isinstance(end, Overloaded) and "too many requests are waiting" in str(end) for end in ends) == 1
