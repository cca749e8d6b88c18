"""Reserve another lane slot for a request that missed its own.

A claim permits its request now, and the lane's next request one delay later. The time between the claim and the request
(a busy process, a name lookup, a connection) would bring the request close to that next one, so a late request reserves
another slot right before it is sent. Late requests seldom come alone: all that ask while a reservation is in flight are
batched into the next.

Reserving takes time as well. If that alone makes a request late for its new slot, the next one is reserved with as much
room as the last one lacked; so a request is sent after a few reservations, however short the delay and however slow the
database.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from garner.engine.batching import Batcher
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.runtime.loop import LeasedWork, LeaseExpired
from garner.store.crawl import lanes
from garner.store.crawl.fetching import PageClaim
from garner.store.crawl.lanes import LaneSlot, LateRequest

# The share of its lane's delay by which a request may be late. Less than a moment is ignored.
LATE = 0.05
MOMENT_SECONDS = 0.025
MAX_WAIT_SECONDS = 5.0
MAX_TURNS = 10
# The time of a reservation varies: the next gets a little more room than the last one took.
ROOM = 1.1
# With more at once, the last of them would be late again by the time that the first have gone.
MAX_TOGETHER = 20


@dataclass(frozen=True, slots=True)
class Due:
    """The time at which a request is due, by this process's clock. The database answers with a number of seconds,
    counted from some moment between the question and its answer: the request is sent at the latest possible time
    (`latest`), and its lateness counts from the earliest."""

    earliest: float
    latest: float


async def wait_for_slot(earliest: float, delay_seconds: float, take: Callable[[float], Awaitable[Due]]) -> None:
    """Return when a request that was due at `earliest` may be sent. If it is late, `take` reserves another slot; its
    argument is the lateness that this slot must allow for."""
    room = 0.0
    for turns in range(MAX_TURNS):
        lateness = time.monotonic() - earliest
        if not delay_seconds or lateness <= tolerance(delay_seconds) + room:
            return
        room = ROOM * lateness if turns else 0.0
        turn = await take(room)
        await asyncio.sleep(turn.latest - time.monotonic())
        earliest = turn.earliest


def tolerance(delay_seconds: float) -> float:
    """Return by how much a request may be late for its slot."""
    return max(LATE * delay_seconds, MOMENT_SECONDS)


class TurnFarOff(Unavailable):
    """The lane is held back for longer than a request waits for its slot; the page is claimed again after that."""


Answer = tuple[LaneSlot, Due]


class SlotReservations:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._batcher: Batcher[LateRequest, Answer | None] = Batcher(
            self._ask_many, self._ask_one, max_batch=MAX_TOGETHER, under_way=1
        )

    async def take(self, claim: PageClaim, lease: LeasedWork) -> None:
        """Return when the request may be sent. Raise if the lease is lost, or the slot is too far off."""
        missed: datetime | None = None

        async def another(room: float) -> Due:
            nonlocal missed
            lease.check()
            answer = await self._batcher.ask(
                LateRequest(claim.work_id, claim.fence, claim.delay_seconds + room, missed)
            )
            if answer is None:
                raise LeaseExpired
            turn, due = answer
            if turn.wait > MAX_WAIT_SECONDS:
                raise TurnFarOff("The page's slot passed before the request could be sent.")
            missed = turn.turn
            return due

        await wait_for_slot(lease.began - claim.slot_age_seconds, claim.delay_seconds, another)
        lease.check()

    async def _ask_one(self, late: LateRequest) -> Answer | None:
        (answer,) = await self._ask_many([late])
        return answer

    async def _ask_many(self, late: Sequence[LateRequest]) -> list[Answer | None]:
        async with self._database.connection() as connection:
            asked = time.monotonic()
            turns = await lanes.take_turns(connection, late, MAX_WAIT_SECONDS)
            answered = time.monotonic()
        due = {work: (turn, Due(asked + turn.wait, answered + turn.wait)) for work, turn in turns.items()}
        return [due.get(request.work_id) for request in late]
