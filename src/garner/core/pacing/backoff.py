"""Exponential backoff with jitter and a maximum."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    first_seconds: float = 1.0
    max_seconds: float = 300.0

    def delay(self, attempt: int, chance: float) -> float:
        """Return the seconds to wait after the given attempt (1 is the first). `chance` in [0, 1) spreads retries that
        failed together over the upper half of the interval, so that they do not come back together."""
        ceiling = min(self.first_seconds * 2.0 ** min(max(attempt - 1, 0), 60), self.max_seconds)
        return ceiling * (0.5 + 0.5 * chance)

    def after_waiting(self, waited_seconds: float, chance: float) -> float:
        """Return the delay where no attempts are counted: about as long again as the time already waited."""
        ceiling = min(max(self.first_seconds, waited_seconds), self.max_seconds)
        return ceiling * (0.5 + 0.5 * chance)
