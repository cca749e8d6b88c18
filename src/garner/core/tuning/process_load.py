"""Limits how much work a process has in progress, by the load it measures.

Memory, the machine's processors and the lag of the event loop lower the share of the maximum that is in progress: by
half at a time while one of them is strained, and back up by small steps once all have been at ease for a while. Between
strain and ease nothing changes. The share at which trouble began is stored: the share returns quickly to just below it,
and beyond it tries only one step a minute, so it settles instead of oscillating.

Busy processors are normal for a worker, and lower the share once at most. Lag lowers it to an eighth at most: it comes
with busy processors, during which nothing is raised, and with a single slot for all users one page that hangs would
delay every other page until its timeout. Memory lowers it until little is left. One item is always accepted: a process
that accepts nothing could not notice an improvement.
"""

from dataclasses import dataclass, field, replace

from garner.core.tuning.controllers import Average

MIN_SHARE = 1 / 64
STEP_UP = 0.1
# In measurements, one per second.
CALM = 5  # at ease, before the share is raised
TRIAL = 60  # at ease, before a share that caused trouble is retried
BELOW_TROUBLE = 0.9


@dataclass(frozen=True, slots=True)
class Strain:
    """One signal: its trouble and ease thresholds, and the minimum to which it may lower the share."""

    name: str
    trouble: float
    ease: float
    min_share: float = MIN_SHARE


MEMORY = Strain("memory", 0.90, 0.80)
PROCESSORS = Strain("processors", 0.98, 0.90, 0.5)
LAG = Strain("lag", 0.25, 0.10, 1 / 8)  # seconds


@dataclass(frozen=True, slots=True)
class Load:
    """One measurement. Memory and processors are shares of what this process may use; None if not measurable."""

    memory: float | None = None
    processors: float | None = None
    lag_seconds: float = 0.0

    def of(self, strain: Strain) -> float:
        measured = {MEMORY.name: self.memory, PROCESSORS.name: self.processors, LAG.name: self.lag_seconds}
        return measured[strain.name] or 0.0


@dataclass(slots=True)
class ProcessLoad:
    share: float = 1.0
    _too_much: float = float("inf")  # the share at which trouble last began
    _in_trouble: bool = False
    _at_ease: int = 0  # measurements in a row
    # Averaged, since a single moment of full or no load means nothing; nor does the first one, at startup.
    _processors: Average = field(default_factory=lambda: Average(value=PROCESSORS.ease))

    def observe(self, load: Load) -> str | None:
        """Record a measurement. Return the reason if the share changes."""
        if load.processors is not None:
            load = replace(load, processors=self._processors.observe(load.processors))
        for strain in (MEMORY, LAG, PROCESSORS):
            if load.of(strain) >= strain.trouble:
                return self._reduce_share(strain, load)
        self._in_trouble = False
        if all(load.of(strain) <= strain.ease for strain in (MEMORY, LAG, PROCESSORS)):
            return self._raise_share()
        self._at_ease = 0
        return None

    def _reduce_share(self, strain: Strain, load: Load) -> str | None:
        if not self._in_trouble:
            self._in_trouble, self._too_much = True, self.share
        self._at_ease = 0
        return self._move(min(max(self.share / 2, strain.min_share), self.share), _in_words(strain, load))

    def _raise_share(self) -> str | None:
        self._at_ease += 1
        more = min(self.share + STEP_UP, 1.0)
        is_trial = more > self._too_much * BELOW_TROUBLE
        if self._at_ease < (TRIAL if is_trial else CALM):
            return None
        if is_trial:
            self._at_ease = 0
        return self._move(more, "at ease")

    def lower(self, limit: int) -> int:
        return max(1, int(limit * self.share))

    def _move(self, share: float, cause: str) -> str | None:
        if share == self.share:
            return None
        self.share = share
        return cause


def _in_words(strain: Strain, load: Load) -> str:
    value = load.of(strain)
    if strain is LAG:
        return f"the event loop lags by {value * 1000:.0f} ms"
    return f"memory is {value:.0%} full" if strain is MEMORY else f"processors are {value:.0%} busy"
