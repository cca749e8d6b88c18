"""A site's pulse: what tells a request that came early from one that was noticed late.

A machine that stands still for a moment, or a thread that waits for its turn, notes what came meanwhile all at once and
too late. A site that keeps a pulse knows since when each request may have waited to be noticed; two requests came too
close for certain only if they did so even where the first had come as early as that.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

BEAT_SECONDS = 0.005
# From the socket to whoever notes it, a request takes a few rounds of the loop, and each of them may come with a beat.
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Noticed:
    """When a request was noticed, and since when it may have been there, by the machine's monotonic clock."""

    since: float
    time: float


class Pulse:
    """Of the loop that is running, while it is kept."""

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
    """From one request to the next, as they were noticed."""
    return (later.time - earlier.time for earlier, later in pairwise(noticed))


def widest_gaps(noticed: Iterable[Noticed]) -> Iterator[float]:
    """From one request to the next, had the first come as early as it may have."""
    return (later.time - earlier.since for earlier, later in pairwise(noticed))
