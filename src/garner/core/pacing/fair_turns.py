"""Taking turns: a worker serves those who ask in the order of their numbers, beginning after the one it served last."""

from collections.abc import Iterable

NOBODY = -1  # before all who ask: users by their ids, and 0 for guests and schedules


def last_served(after: int, served: Iterable[int]) -> int:
    """Who was served last, of those that a claim brought in the round that began after `after`."""
    _, last = max(((asker <= after, asker) for asker in served), default=(False, after))
    return last
