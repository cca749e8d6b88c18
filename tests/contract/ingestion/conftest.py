"""Sources of files: a folder, a bucket and an FTP server on loopback; and an admin who scans them."""

import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import obstore
import pytest
from moto.server import ThreadedMotoServer
from pydantic import SecretStr
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.ioloop import IOLoop
from pyftpdlib.servers import FTPServer
from tests.services import HasServices

from garner.api.app import create_app
from garner.blobs import S3Access, open_bucket
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in

SCAN = "/api/ingestion/scan"
ADMIN = "ada@example.com"
BUCKET = "incoming"
PASSWORD = "a word between us"


@contextmanager
def ftp_server(folder: Path, **ways: Any) -> Iterator[int]:
    """Serve a folder over FTP; yield the port."""
    authorizer = DummyAuthorizer()
    authorizer.add_user("garner", PASSWORD, str(folder), perm="elr")
    handler = type("Handler", (FTPHandler,), {"authorizer": authorizer, "banner": "ready", **ways})
    loop = IOLoop()  # a separate loop, so that servers of different tests do not interfere
    server = FTPServer(("127.0.0.1", 0), handler, ioloop=loop)
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            loop.loop(timeout=0.02, blocking=False)

    serving = threading.Thread(target=serve, daemon=True)
    serving.start()
    try:
        yield server.address[1]
    finally:
        stop.set()
        serving.join(5)
        server.close_all()


@pytest.fixture(scope="module")
def s3_endpoint() -> Iterator[str]:
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@dataclass(frozen=True)
class Incoming:
    """A source, and a function that writes a file to it."""

    source: str
    put: Callable[[str, bytes], None]


class Office(HasServices):
    """Garner and its users."""

    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    def reset(self, **changes: Any) -> None:
        self.engine = replace(self.engine, settings=self.engine.settings.with_values(**changes))

    async def person(self, email: str) -> httpx.AsyncClient:
        signed_in = await sign_in(self.engine, Identity(email))
        transport = httpx.ASGITransport(create_app(self.services), client=("203.0.113.7", 1))
        headers = {"Authorization": f"Bearer {signed_in.token}"}
        return await self._stack.enter_async_context(
            httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers, timeout=60)
        )

    async def scan(self, source: str, **words: Any) -> list[dict[str, Any]]:
        """Scan as an admin and return the files of the answer."""
        answer = await (await self.person(ADMIN)).post(SCAN, json={"source": source, **words})
        assert answer.status_code == 200, answer.text
        files: list[dict[str, Any]] = answer.json()["files"]
        return files

    async def statuses_by_name(self, source: str, **words: Any) -> dict[str, str]:
        return {file["name"]: file["status"] for file in await self.scan(source, **words)}

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []


@pytest.fixture
def incoming_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "incoming"
    folder.mkdir()
    return folder


@pytest.fixture
async def office(engine: Engine, incoming_folder: Path) -> AsyncIterator[Office]:
    async with AsyncExitStack() as stack:
        opened = Office(engine, stack)
        opened.reset(admin_emails=ADMIN, ingest_roots=str(incoming_folder))
        yield opened


def write_file(folder: Path, name: str, body: bytes) -> None:
    """Write a file with an old modification time."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    long_ago = time.time() - 100
    os.utime(path, (long_ago, long_ago))


@pytest.fixture(params=["folder", "s3", "ftp", "old ftp"])
def incoming(request: pytest.FixtureRequest, office: Office, incoming_folder: Path) -> Iterator[Incoming]:
    if request.param == "folder":
        yield Incoming(str(incoming_folder), lambda name, body: write_file(incoming_folder, name, body))
    elif request.param == "s3":
        yield from _bucket(request.getfixturevalue("s3_endpoint"), office)
    else:
        without_facts = {name: way for name, way in FTPHandler.proto_cmds.items() if name not in ("MLSD", "MLST")}
        ways = {"proto_cmds": without_facts} if request.param == "old ftp" else {}
        with ftp_server(incoming_folder.parent, **ways) as port:
            place = f"ftp://127.0.0.1:{port}"
            office.reset(ingest_sources=place, ingest_ftp_user="garner", ingest_ftp_password=SecretStr(PASSWORD))
            yield Incoming(f"{place}/incoming", lambda name, body: write_file(incoming_folder, name, body))


def _bucket(endpoint: str, office: Office) -> Iterator[Incoming]:
    httpx.put(f"{endpoint}/{BUCKET}").raise_for_status()
    bucket = open_bucket(BUCKET, "", S3Access(endpoint, access_key_id="key", secret_access_key="secret"))
    office.reset(
        ingest_sources=f"s3://{BUCKET}",
        s3_endpoint=endpoint,
        s3_access_key_id="key",
        s3_secret_access_key="secret",
    )

    def put(name: str, body: bytes) -> None:
        obstore.put(bucket, f"2026/{name}", body)

    yield Incoming(f"s3://{BUCKET}/2026", put)
    httpx.post(f"{endpoint}/moto-api/reset").raise_for_status()
