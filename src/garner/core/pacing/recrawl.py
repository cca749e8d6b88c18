"""The recrawl interval of a page: shorter after a change, longer without one, within bounds."""

from dataclasses import dataclass
from datetime import timedelta

JITTER = 0.1  # share of the interval over which pages created together are spread


@dataclass(frozen=True, slots=True)
class RecrawlPolicy:
    min_interval: timedelta = timedelta(hours=1)
    max_interval: timedelta = timedelta(days=30)
    adapts: bool = True

    def factor(self, changed: bool | None) -> float:
        """Return the multiplier of the interval. Four crawls without a change offset three with one, so that a page
        which changes every few crawls settles at about that interval."""
        if changed is None or not self.adapts:
            return 1.0
        return 0.75 if changed else 1.25


ORDINARY = RecrawlPolicy()
