"""The adaptive controllers: pure objects that observe and decide.

Bounds are settings; everything between them is learned. Nothing here reads a clock, so a test feeds a controller a
sequence of observations.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import ClassVar

MAX_RETRY_BATCHES = 256  # batches before a failed size is tried again


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
    """The number of items to claim so that they fill a time slice: enough to limit the load on the database, few enough
    that a worker's death, a pause or a new item of a higher rank has no long effect."""

    target_slice_ms: float
    smallest: int
    largest: int
    safety: float
    concurrency: int
    average_ms: Average

    def observe(self, item_ms: float) -> None:
        self.average_ms.observe(item_ms)

    def decide(self, spacing: float = 1.0) -> int:
        """Return the claim size; `spacing` is the factor by which to hold back (`StagePressure`)."""
        if self.average_ms.value is None:
            fitting: float = self.concurrency
        else:
            fitting = self.target_slice_ms / max(self.average_ms.value / self.concurrency, 0.01) * self.safety
        return int(max(min(fitting, self.largest) / spacing, self.smallest))

    def slice_ms(self, items: int) -> float | None:
        """Return the expected duration of so many items; None if unknown."""
        average = self.average_ms.value
        return None if average is None else round(items * average / self.concurrency, 1)


@dataclass(slots=True)
class ErrorPressure:
    """The factor by which one user's attempts call for holding back. It doubles while most of them fail and halves
    while few do, each time after enough attempts to judge; in between it stays. It is bounded, so a spike ends soon
    after its cause.

    A success always counts. A failure counts once per lane until `min_attempts` other lanes have failed: a failing host
    is slowed down by its own lane, and its hundredth failure says nothing about Garner."""

    max_spacing: ClassVar[int] = 8
    min_attempts: ClassVar[int] = 20  # attempts between two changes
    spike: ClassVar[float] = 0.5
    calm: ClassVar[float] = 0.2

    spacing: float = 1.0
    rate: Average = field(default_factory=lambda: Average(0.1, 0.0))
    last_attempt: int = 0  # sequence number among the attempts of all users
    _seen: int = 0
    _failing: deque[int] = field(default_factory=lambda: deque(maxlen=ErrorPressure.min_attempts))  # lanes

    def observe(self, *, failed: bool, lane: int | None = None) -> None:
        """Record the outcome of an attempt; `lane` is None for failures without a common host."""
        if failed and lane is not None:
            if lane in self._failing:
                return
            self._failing.append(lane)
        rate = self.rate.observe(float(failed))
        self._seen += 1
        if self._seen < self.min_attempts or self.calm < rate < self.spike:
            return
        spacing = min(self.spacing * 2, self.max_spacing) if rate >= self.spike else max(self.spacing / 2, 1)
        if spacing != self.spacing:
            self.spacing, self._seen = spacing, 0


@dataclass(slots=True)
class StagePressure:
    """The factor by which a stage holds back while attempts fail: it divides the size of claims and multiplies the
    delay of retries.

    It is the minimum over all active users. If one user's attempts succeed, Garner and its network work, and the
    failures of the others come from their sites or their input. So one user's dead sites never make other users wait
    longer."""

    forgotten_after: ClassVar[int] = 1000  # attempts of others

    spacing: float = 1.0
    _users: OrderedDict[int, ErrorPressure] = field(default_factory=OrderedDict)  # least recently active first
    _attempts: int = 0

    def observe(self, user: int, *, failed: bool, lane: int | None = None) -> str | None:
        """Record the outcome of an attempt. Return the reason if it changes the spacing."""
        self._attempts += 1
        own = self._users.setdefault(user, ErrorPressure())
        own.observe(failed=failed, lane=lane)
        own.last_attempt = self._attempts
        self._users.move_to_end(user)
        self._forget_inactive()
        spacing = self._find_calmest().spacing
        if spacing == self.spacing:
            return None
        self.spacing = spacing
        return self.in_words()

    def in_words(self) -> str:
        rate = f"{self._find_calmest().rate.value or 0.0:.0%}".replace("%", " %")
        return f"{rate} of attempts fail" + (" for the user with the fewest failures" if len(self._users) > 1 else "")

    def _find_calmest(self) -> ErrorPressure:
        return min(
            self._users.values(),
            key=lambda pressure: (pressure.spacing, pressure.rate.value or 0.0),
            default=ErrorPressure(),
        )

    def _forget_inactive(self) -> None:
        while self._attempts - next(iter(self._users.values())).last_attempt >= self.forgotten_after:
            self._users.popitem(last=False)


@dataclass(slots=True)
class Prefetch:
    """The number of calls that wait in a process beside the current one: enough that it is never idle, few enough that
    a call claimed in turn does not wait long behind them."""

    max_calls: int
    max_ms: float
    processes: int
    average_ms: Average

    def observe(self, ms: float, *, under_way: int) -> None:
        """Record that a call took `ms`, with `under_way` other calls in progress when it started."""
        self.average_ms.observe(ms / (1 + under_way / self.processes))

    def decide(self) -> int:
        average = self.average_ms.value
        return self.max_calls if not average else int(min(max(self.max_ms / average, 1), self.max_calls))


@dataclass(slots=True)
class LeaseLength:
    """The length of a lease: twice the average item, within bounds. It is long enough not to expire during normal work,
    short enough that a dead worker's items are soon free. The worker renews the lease of work that takes longer."""

    floor_ms: float
    cap_ms: float
    average_ms: Average

    def observe(self, item_ms: float) -> None:
        self.average_ms.observe(item_ms)

    def decide_seconds(self) -> float:
        return min(max(2 * (self.average_ms.value or 0.0), self.floor_ms), self.cap_ms) / 1000


@dataclass(slots=True)
class IngestBatch:
    """The number of rows per write: large batches save database work, small ones let other writers in.

    It doubles while a write takes no longer than `usual_ms`, stays while it takes somewhat longer, and halves when it
    takes longer than `max_ms` or when writers wait for connections. The average is that of a batch of the present
    size: it is scaled when the size grows and dropped when it shrinks, so that the timing of a large batch does not
    count against a small one. The size never grows to where the known timing would make it shrink. After trouble it
    soon grows back to just below the troubled size, but retries that size only after a number of quiet batches that
    grows each time: so a permanent limit is not hit again and again.
    """

    smallest: int
    largest: int
    usual_ms: float
    max_ms: float
    rows: int = 0
    average_ms: Average = field(default_factory=lambda: Average(0.3))
    quiet: int = 0  # batches without trouble since the last change
    troubled: int | None = None  # the size of the last trouble
    retry_batches: int = 1  # quiet batches before that size is tried again

    def __post_init__(self) -> None:
        self.largest = max(self.smallest, self.largest)
        self.rows = self.smallest

    def decide(self) -> int:
        return self.rows

    def record_written(self, rows: int, ms: float, *, waited: bool = False) -> str | None:
        """Record a written batch. Return the reason if the size of the next one changes."""
        # The time of a smaller batch (the last of a file, or wide rows) says little about a full one.
        if rows * 2 >= self.rows or ms > self.max_ms:
            self.average_ms.observe(ms)
        average = self.average_ms.value or 0.0
        if waited:
            return self._shrink(2, "waiting for database connections")
        if average > self.max_ms:
            return self._shrink(2, f"writing takes {average:.0f} ms")
        self.quiet += 1
        if rows < self.rows or average > self.usual_ms or 2 * average > self.max_ms:
            return None
        return self._grow(f"writing takes {average:.0f} ms")

    def record_failure(self) -> str | None:
        """Record that a batch could not be written."""
        return self._shrink(4, "writing failed")

    def _grow(self, cause: str) -> str | None:
        grown = min(self.rows * 2, self.largest)
        if self.troubled is not None and self.rows >= self.troubled and self.quiet >= self.retry_batches:
            self.troubled, self.retry_batches = None, 1  # the cause is over
        if self.troubled is not None and grown >= self.troubled and self.quiet < self.retry_batches:
            return None
        return self._resize(grown, cause)

    def _shrink(self, by: int, cause: str) -> str | None:
        self.troubled, self.quiet = self.rows, 0
        self.retry_batches = min(self.retry_batches * 4, MAX_RETRY_BATCHES)
        self.average_ms.value = None
        return self._resize(max(self.rows // by, self.smallest), cause)

    def _resize(self, rows: int, cause: str) -> str | None:
        if rows == self.rows:
            return None
        if self.average_ms.value is not None:
            self.average_ms.value *= rows / self.rows
        self.rows, self.quiet = rows, 0
        return cause
