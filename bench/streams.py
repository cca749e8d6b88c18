"""G10: the delay with which five hundred clients that listen to mailboxes on one server get the ends of jobs.

Fifty users have ten streams each. The clock runs from the return of the commit that ends a job until every stream of
its user has read the event; one process, apart from the server, observes both.
"""

import asyncio
import json
import statistics
import time
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import psycopg
import uvloop
from uuid_utils.compat import uuid7

from bench.api import serving_garner
from bench.result import Result
from bench.server import Server

PEOPLE, EACH = 50, 10
ENDS_PER_SECOND = 20
LAST_POLLS = 100  # for events that were not read by the end, a tenth of a second apart
LAG_MS = 250
STREAM = "/recipes/parse-url/jobs/stream"
END = """
    insert into job_items (id, origin, user_id, kind, url, status, completed_at)
    select %s, 'mailbox', user_id, 'recipe', 'https://example.com/', 'CANCELED', now() from users where email = %s
"""


@dataclass
class Heard:
    ended_at: dict[str, float] = field(default_factory=dict)
    heard_at: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def lags(self) -> list[float]:
        return [at - self.ended_at[job] for job, heard in self.heard_at.items() for at in heard]


def lag_of_five_hundred(server: Server, quick: bool) -> list[Result]:
    with ExitStack() as held:
        url = held.enter_context(server.migrated())
        garner = held.enter_context(serving_garner(url))
        people = [f"person{number}@example.com" for number in range(PEOPLE)]
        tokens = [_sign_in(garner, email) for email in people]
        heard = uvloop.run(_listen_and_end(garner, url, people, tokens, seconds=5.0 if quick else 20.0))
    lags = sorted(heard.lags())
    wanted = len(heard.ended_at) * EACH
    assert len(lags) == wanted, f"{wanted - len(lags)} of {wanted} events were never sent"
    p99 = statistics.quantiles(lags, n=100)[98] * 1000
    detail = f"p50 {statistics.median(lags) * 1000:.0f} ms, p99 {p99:.0f} ms, {wanted:,} events, none lost"
    return [Result("G10", f"{PEOPLE * EACH} streams told within {LAG_MS} ms (p99)", LAG_MS / p99, 1.0, detail)]


def _sign_in(address: str, email: str) -> str:
    body = json.dumps({"email": email}).encode()
    request = urllib.request.Request(f"{address}/auth/local", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(json.load(answer)["access_token"])


async def _listen_and_end(
    address: str, database_url: str, people: Sequence[str], tokens: Sequence[str], seconds: float
) -> Heard:
    heard = Heard()
    streams = [await _open(address, token) for token in tokens for _ in range(EACH)]
    listening = [asyncio.create_task(_listen(reader, heard)) for reader, _ in streams]
    try:
        await _end_jobs(database_url, people, heard, seconds)
        for _ in range(LAST_POLLS):
            if len(heard.lags()) < len(heard.ended_at) * EACH:
                await asyncio.sleep(0.1)
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for _, writer in streams:
            writer.transport.abort()
    return heard


async def _open(address: str, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {STREAM} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    await reader.readuntil(b"retry: ")  # it has begun
    return reader, writer


async def _listen(reader: asyncio.StreamReader, heard: Heard) -> None:
    while line := await reader.readline():
        if line.startswith(b"data: "):
            heard.heard_at[json.loads(line[6:])["id"]].append(time.monotonic())


async def _end_jobs(database_url: str, people: Sequence[str], heard: Heard, seconds: float) -> None:
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as connection:
        began = time.monotonic()
        for number in range(int(seconds * ENDS_PER_SECOND)):
            await asyncio.sleep(max(0.0, began + number / ENDS_PER_SECOND - time.monotonic()))
            job = uuid7()
            await connection.execute(END, (job, people[number % len(people)]))
            heard.ended_at[str(job)] = time.monotonic()
