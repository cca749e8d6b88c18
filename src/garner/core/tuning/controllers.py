"""The adaptive controllers: pure objects that observe and decide.

Bounds are settings; everything between them is learned. Nothing here reads a clock, so a controller is tested
by feeding it a story.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import ClassVar

MOST_PATIENCE = 256  # batches before a size is tried again that did not do


@dataclass(slots=True)
class Average:
    """An exponentially weighted mean: recent items count more, one outlier does not."""

    weight: float = 0.2
    value: float | None = None

    def observe(self, sample: float) -> float:
        self.value = sample if self.value is None else self.value + self.weight * (sample - self.value)
        return self.value


@dataclass(slots=True)
class ClaimSize:
    """How many items to claim so that they fill a time slice: enough to spare the database, few enough that a
    worker's death, a pause or a newcomer with a better rank is not long felt."""

    target_slice_ms: float
    smallest: int
    largest: int
    safety: float
    concurrency: int
    average_ms: Average

    def observe(self, item_ms: float) -> None:
        self.average_ms.observe(item_ms)

    def decide(self, spacing: float = 1.0) -> int:
        """`spacing` is by how much to hold back (`StagePressure`)."""
        if self.average_ms.value is None:
            fitting: float = self.concurrency
        else:
            fitting = self.target_slice_ms / max(self.average_ms.value / self.concurrency, 0.01) * self.safety
        return int(max(min(fitting, self.largest) / spacing, self.smallest))

    def slice_ms(self, items: int) -> float | None:
        """How long so many take, by what is known."""
        average = self.average_ms.value
        return None if average is None else round(items * average / self.concurrency, 1)


@dataclass(slots=True)
class ErrorPressure:
    """By how much one user's attempts call for holding back. It doubles while most of them fail and halves while few
    do, each time after enough attempts to tell; in between nothing changes. It is bounded, so a spike is soon over once
    its cause is.

    A success always counts. A failure counts once per lane until as many others have failed as it takes to tell: a host
    that fails is slowed down by its own lane, and its hundredth failure says nothing about Garner."""

    most: ClassVar[int] = 8
    least_seen: ClassVar[int] = 20  # attempts between two changes
    spike: ClassVar[float] = 0.5
    calm: ClassVar[float] = 0.2

    spacing: float = 1.0
    rate: Average = field(default_factory=lambda: Average(0.1, 0.0))
    last_attempt: int = 0  # its number among those of all users
    _seen: int = 0
    _failing: deque[int] = field(default_factory=lambda: deque(maxlen=ErrorPressure.least_seen))  # lanes

    def observe(self, *, failed: bool, lane: int | None = None) -> None:
        """`lane` is none where failures have no host in common."""
        if failed and lane is not None:
            if lane in self._failing:
                return
            self._failing.append(lane)
        rate = self.rate.observe(float(failed))
        self._seen += 1
        if self._seen < self.least_seen or self.calm < rate < self.spike:
            return
        spacing = min(self.spacing * 2, self.most) if rate >= self.spike else max(self.spacing / 2, 1)
        if spacing != self.spacing:
            self.spacing, self._seen = spacing, 0


@dataclass(slots=True)
class StagePressure:
    """By how much a stage holds back while attempts fail: claims are so many times smaller, and what failed is tried
    again so many times later.

    It is the least that any active user's attempts call for. Where one user's attempts succeed, Garner and its network
    work, and what the others meet is the fault of their sites or their input. So however many dead sites a user asks
    for, nobody else waits longer."""

    forgotten_after: ClassVar[int] = 1000  # attempts of others

    spacing: float = 1.0
    _users: OrderedDict[int, ErrorPressure] = field(default_factory=OrderedDict)  # least recently active first
    _attempts: int = 0

    def observe(self, user: int, *, failed: bool, lane: int | None = None) -> str | None:
        """Takes in how an attempt went. If that changes the spacing, returns why."""
        self._attempts += 1
        own = self._users.setdefault(user, ErrorPressure())
        own.observe(failed=failed, lane=lane)
        own.last_attempt = self._attempts
        self._users.move_to_end(user)
        self._forget_inactive()
        spacing = self._calmest().spacing
        if spacing == self.spacing:
            return None
        self.spacing = spacing
        return self.in_words()

    def in_words(self) -> str:
        rate = f"{self._calmest().rate.value or 0.0:.0%}".replace("%", " %")
        return f"{rate} of attempts fail" + (" for the user with the fewest failures" if len(self._users) > 1 else "")

    def _calmest(self) -> ErrorPressure:
        return min(self._users.values(), key=lambda one: (one.spacing, one.rate.value or 0.0), default=ErrorPressure())

    def _forget_inactive(self) -> None:
        while self._attempts - next(iter(self._users.values())).last_attempt >= self.forgotten_after:
            self._users.popitem(last=False)


@dataclass(slots=True)
class Prefetch:
    """How many calls a process has waiting beside the one it is at: enough that it is never idle, few enough that a
    call which is claimed in turn does not wait long behind them."""

    most: int
    most_ms: float
    processes: int
    average_ms: Average

    def observe(self, ms: float, *, under_way: int) -> None:
        """A call took so long, from when it joined as many others."""
        self.average_ms.observe(ms / (1 + under_way / self.processes))

    def decide(self) -> int:
        average = self.average_ms.value
        return self.most if not average else int(min(max(self.most_ms / average, 1), self.most))


@dataclass(slots=True)
class LeaseLength:
    """Twice the average item, within bounds: long enough not to expire under honest work, short enough that a
    dead worker's items are soon free. Work that takes longer is renewed while it goes on."""

    floor_ms: float
    cap_ms: float
    average_ms: Average

    def observe(self, item_ms: float) -> None:
        self.average_ms.observe(item_ms)

    def decide_seconds(self) -> float:
        return min(max(2 * (self.average_ms.value or 0.0), self.floor_ms), self.cap_ms) / 1000


@dataclass(slots=True)
class IngestBatch:
    """How many rows to write at a time: many spare the database, few let others have their turn.

    It doubles while writing takes no longer than it should (`usual_ms`), stays where it takes somewhat longer, and
    halves where it takes longer than it may (`longest_ms`) or where connections are waited for. The average is that of
    a batch of the present size: it is scaled when that grows and forgotten when it shrinks, so that what was learned of
    a large batch is not held against a small one. It never grows to where, by what it knows, it would have to shrink. A
    size that brought trouble all the same is soon come close to again, but tried again only after a while without
    trouble, which is longer each time: a limit that is met again and again is not run into again and again.
    """

    smallest: int
    largest: int
    usual_ms: float
    longest_ms: float
    rows: int = 0
    average_ms: Average = field(default_factory=lambda: Average(0.3))
    quiet: int = 0  # batches without trouble since the last change
    troubled: int | None = None  # the size that brought trouble last
    patience: int = 1  # quiet batches before that size is tried again

    def __post_init__(self) -> None:
        self.largest = max(self.smallest, self.largest)
        self.rows = self.smallest

    def decide(self) -> int:
        return self.rows

    def wrote(self, rows: int, ms: float, *, waited: bool = False) -> str | None:
        """Takes in how a batch went; if the next should be of another size, why."""
        # What a smaller batch took, the last of a file or one of wide rows, says little of a whole one.
        if rows * 2 >= self.rows or ms > self.longest_ms:
            self.average_ms.observe(ms)
        average = self.average_ms.value or 0.0
        if waited:
            return self._shrink(2, "connections are waited for")
        if average > self.longest_ms:
            return self._shrink(2, f"writing takes {average:.0f} ms")
        self.quiet += 1
        if rows < self.rows or average > self.usual_ms or 2 * average > self.longest_ms:
            return None
        return self._grow(f"writing takes {average:.0f} ms")

    def failed(self) -> str | None:
        """Takes in that a batch could not be written."""
        return self._shrink(4, "writing failed")

    def _grow(self, cause: str) -> str | None:
        grown = min(self.rows * 2, self.largest)
        if self.troubled is not None and self.rows >= self.troubled and self.quiet >= self.patience:
            self.troubled, self.patience = None, 1  # whatever it was, it is over
        if self.troubled is not None and grown >= self.troubled and self.quiet < self.patience:
            return None
        return self._resize(grown, cause)

    def _shrink(self, by: int, cause: str) -> str | None:
        self.troubled, self.quiet = self.rows, 0
        self.patience = min(self.patience * 4, MOST_PATIENCE)
        self.average_ms.value = None
        return self._resize(max(self.rows // by, self.smallest), cause)

    def _resize(self, rows: int, cause: str) -> str | None:
        if rows == self.rows:
            return None
        if self.average_ms.value is not None:
            self.average_ms.value *= rows / self.rows
        self.rows, self.quiet = rows, 0
        return cause
