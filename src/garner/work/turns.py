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
from collections.abc import Sequence

from garner.engine.batching import Batcher
from garner.errors import Unavailable
from garner.store import lanes
from garner.store.crawl import PageClaim
from garner.store.database import Database
from garner.store.lanes import Late, Turn
from garner.work.loop import Held, LeaseExpired

# The share of its lane's delay by which a request may be late. Less than a moment is nobody's concern.
LATE = 0.05
MOMENT_SECONDS = 0.025
LONGEST_WAIT_SECONDS = 5.0
MOST_TURNS = 10
# What asking takes varies: the next time gets a little more than the last one took.
ROOM = 1.1
# More at once, and the last of them would be late again by the time that the first have gone.
MOST_TOGETHER = 20


Answer = tuple[float, Turn | None]  # when the question was sent, by this process's clock, and what was said


class TurnFarOff(Unavailable):
    """The lane is held back for longer than a request waits at its door; the page is claimed anew after that."""


class TurnDesk:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._batcher: Batcher[Late, Answer] = Batcher(self._together, self._alone, most=MOST_TOGETHER, under_way=1)

    async def take(self, claim: PageClaim, lease: Held) -> None:
        """Returns when the request is to go. Raises if the work is not ours any more, or its turn too far off."""
        lease.check()
        due, turn, room = lease.began, None, 0.0
        for _ in range(MOST_TURNS):
            lateness = time.monotonic() - due
            if not claim.delay_seconds or lateness <= tolerance(claim.delay_seconds) + room:
                return
            room = 0.0 if turn is None else ROOM * lateness
            late = Late(claim.work_id, claim.fence, claim.delay_seconds + room, turn)
            asked_at, answer = await self._batcher.ask(late)
            if answer is None:
                raise LeaseExpired
            if answer.wait > LONGEST_WAIT_SECONDS:
                raise TurnFarOff("The page's turn was over before the request could be sent.")
            due, turn = asked_at + answer.wait, answer.turn
            await asyncio.sleep(due - time.monotonic())
            lease.check()

    async def _alone(self, late: Late) -> Answer:
        (answer,) = await self._together([late])
        return answer

    async def _together(self, late: Sequence[Late]) -> list[Answer]:
        async with self._database.connection() as connection:
            sent = time.monotonic()
            turns = await lanes.take_turns(connection, late)
        return [(sent, turns.get(one.work_id)) for one in late]


def tolerance(delay_seconds: float) -> float:
    """By how much a request may be late for its turn."""
    return max(LATE * delay_seconds, MOMENT_SECONDS)
