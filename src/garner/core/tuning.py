"""The adaptive controllers: pure objects that observe and decide.

Bounds are settings; everything between them is learned. Nothing here reads a clock, so a controller is tested
by feeding it a story.
"""

from dataclasses import dataclass


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

    def decide(self) -> int:
        if self.average_ms.value is None:
            return min(max(self.smallest, self.concurrency), self.largest)
        per_item = max(self.average_ms.value / self.concurrency, 0.01)
        return int(min(max(self.target_slice_ms / per_item * self.safety, self.smallest), self.largest))


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
