"""Number the changes of records that have been committed, for readers of the change log."""

import time
from collections.abc import Callable

from garner.engine import Engine
from garner.store.records import change_log

CHANGES_AT_ONCE = 5000
FULL_LOOK_SECONDS = 30.0


class ChangeNumbering:
    """The duty that numbers changes. While a long transaction is open, no vacuum removes the changes that were moved,
    and each look would go through all of them. So most looks begin where the numbering was half a minute ago, and only
    a full look, every half minute, finds changes of transactions that were open for longer than that."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = engine.database
        self._clock = clock
        self._low = self._next_low = self._highest = 0
        self._full_look_at = clock()

    async def run_once(self) -> int:
        """Return how many changes it numbered."""
        low = self._begin_look()
        async with self._database.connection() as connection:
            if not await change_log.has_unnumbered(connection, low):
                return 0
        async with self._database.transaction() as connection:
            numbered = await change_log.assign_numbers(connection, CHANGES_AT_ONCE, low)
        self._highest = max(self._highest, numbered.highest_id)
        if low == 0 and numbered.count == CHANGES_AT_ONCE:  # there may be more
            self._full_look_at = self._clock()
        return numbered.count

    def _begin_look(self) -> int:
        if self._clock() < self._full_look_at:
            return self._low
        self._low, self._next_low = self._next_low, self._highest
        self._full_look_at = self._clock() + FULL_LOOK_SECONDS
        return 0
