"""Select the stored page bodies to delete, and when.

There are three reasons, in this order: a body is older than the retention period; no crawl task references it (the page
was fetched again since, or a worker died between storing the body and committing the reference); or all bodies together
exceed the size limit, and then the oldest are deleted first.

No body is deleted while it settles. A body is written into the folder of the hour, so a body that is older than that is
never written again: deleting an old body cannot hit one that a worker has just rewritten. `SETTLING` is that hour, plus
one for a writer whose clock is ahead, and one for a writer whose clock is behind.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

SETTLING = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class KeptBody:
    path: str
    bytes: int  # as it is stored
    written_at: datetime


class BodyAction(StrEnum):
    KEEP = "keep"
    KEEP_IF_POINTED_AT = "keep_if_pointed_at"
    GO = "go"


@dataclass(frozen=True, slots=True)
class BodyPolicy:
    keep_for: timedelta = timedelta(days=90)
    max_bytes: int | None = None
    grace: timedelta = timedelta(days=1)  # for a body that no task references, or not yet

    def decide(self, body: KeptBody, now: datetime) -> BodyAction:
        age = now - body.written_at
        if age < SETTLING:
            return BodyAction.KEEP
        if age >= self.keep_for:
            return BodyAction.GO
        return BodyAction.KEEP_IF_POINTED_AT if age >= self.grace else BodyAction.KEEP


class RetentionBudget:
    """The bytes written in each hour: enough to find the oldest bodies without storing a list of them."""

    def __init__(self) -> None:
        self._by_hour: Counter[datetime] = Counter()
        self.bodies = 0

    def add(self, body: KeptBody) -> None:
        self._by_hour[_hour(body)] += body.bytes
        self.bodies += 1

    @property
    def bytes(self) -> int:
        return self._by_hour.total()

    def excess(self, max_bytes: int, now: datetime) -> "Excess | None":
        """Return the bodies to delete so that the rest fits; None if all fit."""
        too_much = self.bytes - max_bytes
        if too_much <= 0:
            return None
        for hour, size in sorted(self._by_hour.items()):
            if size >= too_much:
                return Excess(hour, too_much, now - SETTLING)
            too_much -= size
        return Excess(datetime.max.replace(tzinfo=now.tzinfo), 0, now - SETTLING)


@dataclass(slots=True)
class Excess:
    """Every body of the hours before `hour`, and as many of that hour as free `of_that_hour` bytes."""

    hour: datetime
    of_that_hour: int
    settled_before: datetime

    def takes(self, body: KeptBody) -> bool:
        if body.written_at > self.settled_before:
            return False
        if _hour(body) != self.hour:
            return _hour(body) < self.hour
        if self.of_that_hour <= 0:
            return False
        self.of_that_hour -= body.bytes
        return True


def _hour(body: KeptBody) -> datetime:
    return body.written_at.replace(minute=0, second=0, microsecond=0)
