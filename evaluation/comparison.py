"""Save scores as JSON, and find those that fell since: the guard to use when extraction changes."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.folds import Part, Split
from evaluation.scoring import Score

TOLERANCE = 0.002
_ROUNDING = 1e-9
_COMPARED: tuple[Part, ...] = ("all", "held-out")
Key = tuple[str, str, str]


class IncomparableScores(Exception):
    """The saved scores are of other folds, or of none of the sets that were scored now."""


@dataclass(frozen=True)
class Fall:
    score: Score
    part: Part
    before: float
    now: float | None  # None if the metric is no longer scored

    def __str__(self) -> str:
        names = " ".join(filter(None, (self.score.set, self.score.disturbance, self.score.metric)))
        now = "not scored" if self.now is None else f"{self.now:.3f}"
        return f"{names}, {self.part} pages: {self.before:.3f} before, {now} now"


def save(file: Path, scores: Iterable[Score], split: Split) -> None:
    lines = [
        {"set": score.set, "disturbance": score.disturbance, "metric": score.metric, **score.values} for score in scores
    ]
    saved = {"held_out_fold": split.held_out, "part": split.part, "scores": lines}
    file.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


def find_falls(file: Path, scores: Iterable[Score], split: Split) -> list[Fall]:
    """Return the scores of all and of held-out pages that are worse than in the file by more than the tolerance.

    Only sets and disturbances that were scored both times are compared.
    """
    saved = json.loads(file.read_text(encoding="utf-8"))
    if (saved["held_out_fold"], saved["part"]) != (split.held_out, split.part):
        raise IncomparableScores(f"{file} has the scores of other folds: use the same --fold and --folds.")
    before = [_read_score(line) for line in saved["scores"]]
    now = {_key(score): score for score in scores}
    runs = {(score.set, score.disturbance) for score in now.values()}
    common = [score for score in before if (score.set, score.disturbance) in runs]
    if not common:
        raise IncomparableScores(f"{file} has no scores of these sets.")
    return [fall for score in common for fall in _falls_of(score, now.get(_key(score)))]


def _falls_of(before: Score, now: Score | None) -> Iterator[Fall]:
    sign = -1 if before.goal.low_is_good else 1
    for part in _COMPARED:
        if part not in before.values:
            continue
        old = before.values[part]
        new = now.values.get(part) if now else None
        if new is None or sign * (old - new) > TOLERANCE + _ROUNDING:
            yield Fall(before, part, old, new)


def _read_score(line: dict[str, Any]) -> Score:
    values: dict[Part, float] = {part: line[part] for part in ("all", "dev", "held-out") if part in line}
    return Score(line["set"], line["metric"], values, line["disturbance"])


def _key(score: Score) -> Key:
    return score.set, score.disturbance, score.metric
