"""A site's pulse, which distinguishes a request that came early from one that was noticed late.

A machine that pauses for a moment, or a thread that waits for its turn, notices what arrived in the meantime all at
once and too late. A site with a pulse knows since when each request may have waited to be noticed. Two requests
certainly came too close only if they did even when the first came as early as possible.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

BEAT_SECONDS = 0.005
# From the socket to its record, a request takes a few rounds of the loop, and each of them may come with a beat.
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Noticed:
    """The time when a request was noticed, and since when it may have been there, by the machine's monotonic clock."""

    since: float
    time: float


class Pulse:
    """The pulse of the running event loop, while it is kept."""

    def __init__(self) -> None:
        self._beats = deque([time.monotonic()], maxlen=ROUNDS)

    def notice(self) -> Noticed:
        return Noticed(self._beats[0], time.monotonic())

    async def keep(self) -> None:
        while True:
            self._beats.append(time.monotonic())
            await asyncio.sleep(BEAT_SECONDS)

    async def __aenter__(self) -> Self:
        self._kept = asyncio.create_task(self.keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._kept.cancel()


def gaps(noticed: Iterable[Noticed]) -> Iterator[float]:
    """Return the times from one request to the next, as they were noticed."""
    return (later.time - earlier.time for earlier, later in pairwise(noticed))


def widest_gaps(noticed: Iterable[Noticed]) -> Iterator[float]:
    """Return the times from one request to the next, if the first came as early as possible."""
    return (later.time - earlier.since for earlier, later in pairwise(noticed))
