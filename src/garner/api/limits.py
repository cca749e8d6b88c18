"""How much one address may ask without signing in: a token bucket each, in this process's memory."""

import time
from collections import OrderedDict
from collections.abc import Callable

from garner.errors import TooManyRequests

MOST_ADDRESSES = 100_000


class GuestLimit:
    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # address: (tokens, as of)

    def take(self, address: str) -> None:
        if self._per_minute == 0:
            return
        now = self._clock()
        tokens, as_of = self._buckets.pop(address, (float(self._per_minute), now))
        tokens = min(self._per_minute, tokens + (now - as_of) * self._per_minute / 60)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = (1 - tokens) * 60 / self._per_minute
            raise TooManyRequests(
                f"More than {self._per_minute} requests a minute came from your address.", retry_after=wait
            )
