"""A row of the benchmark table: a ratio measured in one run, and the target ratio."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    target: str  # the target it belongs to, such as "G7"
    what: str
    ratio: float
    wanted: float
    detail: str

    @property
    def met(self) -> bool:
        return self.ratio >= self.wanted
