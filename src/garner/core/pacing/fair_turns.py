"""Round-robin turns: a worker serves users in the order of their ids, starting after the one it served last."""

from collections.abc import Iterable

BEFORE_ALL = -1  # sorts before all: users have their ids, guests and schedules have 0


def last_served(after: int, served: Iterable[int]) -> int:
    """Return the user served last, among those of a claim in the round that began after `after`."""
    _, last = max(((asker <= after, asker) for asker in served), default=(False, after))
    return last
