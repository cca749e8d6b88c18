"""Send requests to a host beside its pages: for a provider's search results, or a product's picture.

Each request takes a slot of the host's lane, which crawling uses as well, and its outcome updates the lane. A request
that would have to wait long is not sent.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from zlib import crc32

from garner.core.pacing.lane import LaneObservation
from garner.core.pacing.outcome import LaneEffect, asks_to_slow_down
from garner.core.urls.page_url import PageUrl
from garner.errors import FetchError, Unavailable
from garner.fetch.body import Sink
from garner.fetch.caller import CallAnswer, Caller
from garner.postgres.database import Database
from garner.runtime.calls.slot_reservations import MAX_WAIT_SECONDS, Due, wait_for_slot
from garner.store.crawl import host_slots, lanes
from garner.store.crawl.host_slots import HostTurn
from garner.store.crawl.lanes import Politeness, Slot

NO_HEADERS: Mapping[str, str] = {}


class NotNow(Unavailable):
    """The host must not be called at the moment."""

    def __init__(self, seconds: float) -> None:
        super().__init__("The host must not be called at the moment.")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class HostAnswer:
    answer: CallAnswer
    lane_id: int
    asked_at: datetime  # by the database's clock
    seconds: float


class HostCalls:
    def __init__(self, database: Database, caller: Caller, politeness: Politeness, rng: Random | None = None) -> None:
        self._rng = rng or Random()
        self._database = database
        self._caller = caller
        self._politeness = politeness

    async def ask(
        self,
        page: PageUrl,
        url: str,
        max_bytes: int,
        headers: Mapping[str, str] = NO_HEADERS,
        *,
        good: str = "answered",
        cut: bool = False,
        sink: Sink | None = None,
    ) -> HostAnswer:
        """Request the URL from the page's host in the host's turn. Raise `NotNow` if that is far off. `good` is the
        code that the lane records for a good answer; `cut` and `sink` are the same as for the caller."""
        slot = _HostSlot(self._database, page, self._politeness)
        await slot.wait()
        try:
            answer = await self._caller.ask(url, headers, max_bytes, slot.keep, cut=cut, sink=sink)
        except FetchError as error:
            if slot.is_at_the_door:  # its time was over before its slot came, which is not the host's fault
                raise NotNow(MAX_WAIT_SECONDS) from error
            effect = LaneEffect.FAILURE if error.retryable else LaneEffect.NEUTRAL
            await self._learn(url, slot.turn, effect, error.code, time.monotonic() - slot.left)
            raise
        seconds = time.monotonic() - slot.left
        effect, code = _classify(answer, good)
        await self._learn(url, slot.turn, effect, code, seconds, answer.retry_after)
        return HostAnswer(answer, slot.turn.lane_id, slot.turn.asked_at, seconds)

    async def _learn(
        self, url: str, turn: HostTurn, effect: LaneEffect, code: str, seconds: float, retry_after: float | None = None
    ) -> None:
        page = -crc32(url.encode())  # no page of the crawl has a number below 0
        seen = LaneObservation(turn.asked_at, 0, effect, seconds, retry_after, code, page)
        async with self._database.transaction() as connection:
            await lanes.lock(connection, [turn.lane_id])
            await lanes.apply_outcomes(connection, {turn.lane_id: [seen]}, self._politeness, self._rng.random())


class _HostSlot:
    """The lane slot of one request, replaced by another if the request misses it."""

    turn: HostTurn
    left: float  # when the request left, by this process's clock
    is_at_the_door = False
    _missed: Slot | None = None

    def __init__(self, database: Database, page: PageUrl, politeness: Politeness) -> None:
        self._database = database
        self._page = page
        self._politeness = politeness

    async def wait(self) -> None:
        self._due = await self._take()
        await asyncio.sleep(self._due.latest - time.monotonic())
        self.left = time.monotonic()

    async def keep(self) -> None:
        """Wait for the slot right before the request is sent."""
        assert self.turn.slot is not None  # otherwise there would be no request
        self.is_at_the_door = True
        await wait_for_slot(self._due.earliest, self.turn.slot.delay_seconds, self._take)
        self.is_at_the_door = False
        self.left = time.monotonic()

    async def _take(self, room: float = 0.0) -> Due:
        async with self._database.transaction() as connection:
            asked = time.monotonic()
            self.turn = await host_slots.take(
                connection,
                self._page.domain,
                self._page.base_url,
                self._politeness,
                MAX_WAIT_SECONDS,
                missed=self._missed,
                room=room,
            )
            answered = time.monotonic()
        if self.turn.slot is None:
            raise NotNow(self.turn.wait)
        self._missed = self.turn.slot
        return Due(asked + self.turn.wait, answered + self.turn.wait)


def _classify(answer: CallAnswer, good: str) -> tuple[LaneEffect, str]:
    """Return the effect of an answer on the lane."""
    status = answer.status
    if asks_to_slow_down(status, answer.retry_after):
        return LaneEffect.THROTTLED, "throttled"
    if status >= 500:
        return LaneEffect.FAILURE, "server_error"
    return LaneEffect.ANSWER, good if status == 200 else "gone" if status in (404, 410) else "unexpected_status"
