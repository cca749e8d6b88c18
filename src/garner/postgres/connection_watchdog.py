"""Detect and close dead connections.

The other end of a connection may be gone without notice: a firewall dropped it, a proxy hangs. TCP notices only
unacknowledged packets, and a proxy acknowledges everything; a caller that waits for an answer would wait for ever, and
no statement timeout can tell a dead connection from a long statement. So the watchdog asks the server itself, over a
connection made for that, whether it is working on the statement. If the server is found idle twice, and nothing moved
in between, or if it cannot be asked twice, the connection is shut down, and the waiting caller gets an error at once.

Costs nothing while every answer comes within a second or two.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Collection
from datetime import datetime
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg.pq import TransactionStatus

from garner import observe

ROUND_SECONDS = 1.0
ASK_SECONDS = 2.0
UNREACHABLE = None
AT_WORK = "at work"

# The server's report on a connection: at work on it, idle since then, or none because it cannot be asked.
ServerReport = str | datetime | None
Watched = psycopg.AsyncConnection[Any]

QUESTION = "select pid, state, state_change from pg_stat_activity where pid = any(%s)"


class DeadConnectionWatchdog:
    def __init__(self, url: str) -> None:
        self._url = url
        self._connections: WeakSet[Watched] = WeakSet()
        self._waiting: set[Watched] = set()  # for an answer, as of the last round
        self._heard: dict[Watched, ServerReport] = {}

    async def add(self, connection: Watched) -> None:
        self._connections.add(connection)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.run_once()
            except Exception as error:  # otherwise the watchdog would stop unnoticed
                observe.emit(observe.LoopFailed("silence", repr(error)))

    async def run_once(self) -> int:
        """Check all connections once, and return how many it shut down."""
        waiting = {connection for connection in self._connections if _waits(connection)}
        suspects = waiting & self._waiting
        words = await self._ask(suspects) if suspects else {}
        silent = [
            connection
            for connection in suspects
            if _waits(connection) and words[connection] != AT_WORK and self._is_repeated(connection, words)
        ]
        for connection in silent:
            _shut(connection)
        self._waiting, self._heard = waiting, words
        return len(silent)

    def _is_repeated(self, connection: Watched, words: dict[Watched, ServerReport]) -> bool:
        return connection in self._heard and self._heard[connection] == words[connection]

    async def _ask(self, suspects: Collection[Watched]) -> dict[Watched, ServerReport]:
        pids = {connection.info.backend_pid: connection for connection in suspects}
        words: dict[Watched, ServerReport] = dict.fromkeys(suspects, UNREACHABLE)
        with contextlib.suppress(psycopg.Error, OSError, TimeoutError):
            async with asyncio.timeout(ASK_SECONDS):
                for pid, state, since in await _rows(self._url, list(pids)):
                    words[pids[pid]] = since if str(state).startswith("idle") else AT_WORK
        return words


async def _rows(url: str, pids: list[int]) -> list[tuple[int, str, datetime]]:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True, application_name="garner watch") as asking:
        return await (await asking.execute(QUESTION, (pids,))).fetchall()


def _waits(connection: Watched) -> bool:
    return not connection.closed and connection.pgconn.transaction_status == TransactionStatus.ACTIVE


def _shut(connection: Watched) -> None:
    """Shut down both directions of the socket, which a waiting caller sees as the end of the connection."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(connection.pgconn.socket)) as end:
        end.shutdown(socket.SHUT_RDWR)
