"""G10: the API against a bare FastAPI route that does one INSERT, or one SELECT, on the same PostgreSQL.

Both are served by one process with the same server, event loop and pool size; requests come from a third process. A
durable POST names a page that was never requested before, on one of five hundred domains. A cached POST names a page
whose record is fresh. A poll asks for a completed request and is answered with its record. The bare SELECT answers with
the same record.
"""

import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import psycopg
from psycopg.types.json import Jsonb
from uuid_utils.compat import uuid7

from bench import bare_app
from bench.load import Target, client
from bench.result import Result
from bench.server import Server, interleaved
from garner.core.urls.page_url import parse_page_url
from garner.settings import LOOPBACK

POOL_SIZE = 10
PAGES = 1000
START_SECONDS = 30.0
FRESH_PAGE = "https://site{site}.test/recipes/{number}"
RECORD = {
    "title": "Lentil soup",
    "ingredients": [{"qty": number, "unit": "cup", "name": f"ingredient {number}"} for number in range(1, 11)],
    "instructions": [f"Step {number}: stir for {number} minutes, then wait." for number in range(1, 9)],
    "servings": 4,
}

KNOWN_PAGE = """
    with page as (
        insert into resources (url_hash, url) values (%(hash)s, %(url)s) returning url_hash),
    version as (
        insert into record_versions
            (url_hash, kind, version, data, extractor, extractor_version, strategy, confidence, parsed_at)
        select url_hash, 'recipe', 1, %(data)s, 'bench', '1', 'json_ld', 1, now() from page),
    recipe as (
        insert into recipes
            (url_hash, title, ingredients, data, extractor, extractor_version, strategy, confidence, parsed_at)
        select url_hash, 'Lentil soup', '[]', %(data)s, 'bench', '1', 'json_ld', 1, now() from page),
    bare as (
        insert into bare (id, url, data) values (%(id)s, %(url)s, %(data)s))
    insert into job_items (id, origin, kind, url, url_hash, status, record_version, completed_at)
    select %(id)s, 'parse', 'recipe', %(url)s, url_hash, 'DONE', 1, now() from page
"""


def against_a_bare_route(server: Server, quick: bool) -> list[Result]:
    seconds = 3.0 if quick else 10.0
    with ExitStack() as held:
        url = held.enter_context(server.migrated())
        urls, ids = fill(url)
        server.settle_down(url)
        garner = held.enter_context(serving_garner(url))
        bare = held.enter_context(serving_bare(url))
        sender = held.enter_context(client())
        targets = {
            "insert": Target(bare, 202, ("/rows",), fresh=FRESH_PAGE),
            "durable POST": Target(garner, 202, ("/parse-requests",), fresh=FRESH_PAGE),
            "select": Target(bare, 200, tuple(f"/rows/{row}" for row in ids)),
            "cached POST": Target(garner, 200, ("/parse-requests",), urls=tuple(urls)),
            "poll GET": Target(garner, 200, tuple(f"/parse-requests/{row}" for row in ids)),
        }
        rate = interleaved(
            {name: partial(sender.requests_per_second, target, seconds) for name, target in targets.items()}
        )
    return [
        Result(
            "G10",
            f"{name} against a bare {peer.upper()}",
            rate[name] / rate[peer],
            wanted,
            f"{rate[name]:,.0f} requests/s; bare {rate[peer]:,.0f}",
        )
        for name, peer, wanted in (
            ("durable POST", "insert", 0.5),
            ("cached POST", "select", 0.8),
            ("poll GET", "select", 0.8),
        )
    ]


def fill(url: str) -> tuple[list[str], list[str]]:
    """Create pages whose records are fresh. Return their URLs, and the ids of completed requests for them."""
    urls = [f"https://known{number % 50}.test/recipes/{number}" for number in range(PAGES)]
    ids = [uuid7() for _ in urls]
    with psycopg.connect(url) as connection:
        connection.execute(bare_app.TABLE)
        connection.cursor().executemany(
            KNOWN_PAGE,
            [
                {"hash": parse_page_url(page).hash, "url": page, "id": row, "data": Jsonb(RECORD)}
                for page, row in zip(urls, ids, strict=True)
            ],
        )
    return urls, [str(row) for row in ids]


@contextmanager
def serving_garner(database_url: str, *, workers: int | None = 0, **settings: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="garner-bench-api-") as folder:
        with _free_port() as unused:
            port = unused.getsockname()[1]
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GARNER_")} | {
            "DATABASE_URL": database_url,
            "GARNER_DATA_DIR": folder,
            "GARNER_DATABASE_POOL_SIZE": str(POOL_SIZE),
            "GARNER_GUEST_REQUESTS_PER_MINUTE": "0",
            **settings,
        }
        own = [] if workers is None else ["--workers", str(workers)]
        command = [sys.executable, "-m", "garner", "serve", *own, "--port", str(port)]
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(command, env=surroundings, cwd=folder, stderr=output)
        try:
            yield _answering(f"http://{LOOPBACK}:{port}", "/health", lambda: process.poll() is None, log)
        finally:
            process.terminate()
            process.wait()


@contextmanager
def serving_bare(database_url: str) -> Iterator[str]:
    processes = multiprocessing.get_context("spawn")
    with _free_port() as listening:
        arguments = (database_url, POOL_SIZE, listening)
        process = processes.Process(target=bare_app.serve, args=arguments, daemon=True)
        process.start()
        address = f"http://{LOOPBACK}:{listening.getsockname()[1]}"
        try:
            yield _answering(address, "/openapi.json", process.is_alive)
        finally:
            process.terminate()
            process.join()


def _free_port() -> socket.socket:
    return socket.create_server((LOOPBACK, 0), backlog=2048)


def _answering(address: str, path: str, alive: Callable[[], bool], log: Path | None = None) -> str:
    give_up = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address + path, timeout=START_SECONDS):
                return address
        except OSError as error:
            if time.monotonic() > give_up or not alive():
                raise RuntimeError(f"no server came up: {log.read_text() if log else error}") from error
            time.sleep(0.05)
