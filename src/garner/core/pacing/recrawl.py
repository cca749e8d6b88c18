"""How soon a page is looked at again: sooner when it changed, later when it did not, within bounds."""

from dataclasses import dataclass
from datetime import timedelta

JITTER = 0.1  # the share of the interval over which pages that were made together spread out


@dataclass(frozen=True, slots=True)
class RecrawlPolicy:
    shortest: timedelta = timedelta(hours=1)
    longest: timedelta = timedelta(days=30)
    adapts: bool = True

    def factor(self, changed: bool | None) -> float:
        """What the interval is multiplied by. Four quiet looks make up for three that found a change, so that a page
        which changes every few looks settles at about that."""
        if changed is None or not self.adapts:
            return 1.0
        return 0.75 if changed else 1.25


ORDINARY = RecrawlPolicy()
