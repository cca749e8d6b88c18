"""Turns: that requests go out when their claims had in mind.

A claim says that its request may go now, and that the lane's next may go a delay later. What comes between the claim
and the request (a busy process, a name to look up, a connection to make) would bring it close upon that next one, so
one that is late takes its turn anew, right before it goes out. Whoever is late is seldom so alone: all that ask while
an answer is on its way are asked for together.

Asking takes time as well. Where that alone makes a request late for the turn it gets, the next one is asked for with
as much room as the last one lacked; so a request is sent when it has asked a few times, however short the delay and
however slow the database.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from garner.engine.batching import Batcher
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.runtime.loop import (
    LeasedWork,
    LeaseExpired,
)
from garner.store.crawl import lanes
from garner.store.crawl.fetching import PageClaim
from garner.store.crawl.lanes import (
    LaneSlot,
    Late,
)

# The share of its lane's delay by which a request may be late. Less than a moment is nobody's concern.
LATE = 0.05
MOMENT_SECONDS = 0.025
LONGEST_WAIT_SECONDS = 5.0
MOST_TURNS = 10
# What asking takes varies: the next time gets a little more than the last one took.
ROOM = 1.1
# More at once, and the last of them would be late again by the time that the first have gone.
MOST_TOGETHER = 20


@dataclass(frozen=True, slots=True)
class Due:
    """When a request is to go, by this process's clock. What the database said was so many seconds off is that at some
    moment between the question and its answer: the request goes when it is surely due, and is late by the earliest."""

    earliest: float
    surely: float


async def wait_for_slot(earliest: float, delay_seconds: float, take: Callable[[float], Awaitable[Due]]) -> None:
    """Returns when a request is to go that was due at `earliest`. If that is over, `take` gets it another turn; it is
    told for how late a request that turn must have room."""
    room = 0.0
    for turns in range(MOST_TURNS):
        lateness = time.monotonic() - earliest
        if not delay_seconds or lateness <= tolerance(delay_seconds) + room:
            return
        room = ROOM * lateness if turns else 0.0
        turn = await take(room)
        await asyncio.sleep(turn.surely - time.monotonic())
        earliest = turn.earliest


def tolerance(delay_seconds: float) -> float:
    """By how much a request may be late for its turn."""
    return max(LATE * delay_seconds, MOMENT_SECONDS)


class TurnFarOff(Unavailable):
    """The lane is held back for longer than a request waits at its door; the page is claimed anew after that."""


Answer = tuple[LaneSlot, Due]


class SlotReservations:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._batcher: Batcher[Late, Answer | None] = Batcher(
            self._together, self._alone, most=MOST_TOGETHER, under_way=1
        )

    async def take(self, claim: PageClaim, lease: LeasedWork) -> None:
        """Returns when the request is to go. Raises if the work is not ours any more, or its turn too far off."""
        missed: datetime | None = None

        async def another(room: float) -> Due:
            nonlocal missed
            lease.check()
            answer = await self._batcher.ask(Late(claim.work_id, claim.fence, claim.delay_seconds + room, missed))
            if answer is None:
                raise LeaseExpired
            turn, due = answer
            if turn.wait > LONGEST_WAIT_SECONDS:
                raise TurnFarOff("The page's turn was over before the request could be sent.")
            missed = turn.turn
            return due

        await wait_for_slot(lease.began, claim.delay_seconds, another)
        lease.check()

    async def _alone(self, late: Late) -> Answer | None:
        (answer,) = await self._together([late])
        return answer

    async def _together(self, late: Sequence[Late]) -> list[Answer | None]:
        async with self._database.connection() as connection:
            asked = time.monotonic()
            turns = await lanes.take_turns(connection, late, LONGEST_WAIT_SECONDS)
            answered = time.monotonic()
        due = {work: (turn, Due(asked + turn.wait, answered + turn.wait)) for work, turn in turns.items()}
        return [due.get(one.work_id) for one in late]
