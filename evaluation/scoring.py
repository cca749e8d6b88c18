"""Score predictions with the scorer of the corpora: on all pages, and on those of each part of the folds."""

import io
import json
import re
import runpy
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evaluation.folds import Part, Split
from evaluation.goals import GOALS, Goal
from evaluation.pages import Line, Page, read_lines
from evaluation.predictions import Reading, predict_pages
from evaluation.sets import FileSet, OwnSet, PageSet

_SCORED = re.compile(r"(?P<metric>\S.*?)\s+(?:F1 )?(?P<value>[01]\.\d+)\b")
Values = dict[Part, float]


@dataclass(frozen=True)
class Score:
    """The score of a metric, on all pages and on those of each part. A part without pages has none."""

    set: str
    metric: str
    values: Values
    disturbance: str = ""

    @property
    def goal(self) -> Goal:
        return GOALS.get(self.set, {}).get(self.metric, Goal())

    @property
    def value(self) -> float:
        """Return the score on the pages that were read."""
        return next(iter(self.values.values()))

    @property
    def gap(self) -> float | None:
        """Return how much higher the held-out pages score than the others: generalisation shows as a gap near zero."""
        if "dev" in self.values and "held-out" in self.values:
            return self.values["held-out"] - self.values["dev"]
        return None


def read_values(printed: str) -> dict[str, float]:
    """Parse the output of the scorer: a metric and its value in front of each line."""
    matches = (_SCORED.match(line) for line in printed.splitlines())
    return {match["metric"]: float(match["value"]) for match in matches if match}


@dataclass
class Scorer:
    """Predicts and scores sets, with files in two folders: one for predictions, one for links to answers."""

    corpora: Path
    script: Path
    predictions: Path
    answers: Path
    split: Split
    executor: Executor

    @cached_property
    def _commands(self) -> dict[str, Callable[[str, str], None]]:
        commands: dict[str, Callable[[str, str], None]] = runpy.run_path(str(self.script))["SCORERS"]
        return commands

    def score_own_set(self, name: str, own_set: OwnSet) -> list[Score]:
        values = own_set.score(read_lines(self._write(name, own_set.predict(self.split))))
        return [Score(name, metric, {"all": value}) for metric, value in values.items()]

    def score_file_set(self, name: str, file_set: FileSet) -> list[Score]:
        predictions = self._write(name, file_set.predict(self.corpora, self.executor))
        values = self._run(file_set.scorer, self.corpora / file_set.gold, predictions)
        return [Score(name, metric, {"all": value}) for metric, value in values.items()]

    def score_page_set(self, name: str, page_set: PageSet, disturbance: str = "") -> list[Score]:
        reading: Reading = page_set.disturbed_by(disturbance) if disturbance else page_set.reading
        pages = [page for page in page_set.collection.pages(self.corpora) if self.split.includes(page.site)]
        file = f"{name}.{disturbance}" if disturbance else name
        predictions = self._write(file, predict_pages(reading, pages, self.executor))
        by_metric: dict[str, Values] = {}
        for part in self.split.scored_parts:
            members = [page for page in pages if self.split.includes(page.site, part)]
            for metric, value in self._score_part(page_set, part, members, predictions).items():
                by_metric.setdefault(metric, {})[part] = value
        return [Score(name, metric, values, disturbance) for metric, values in by_metric.items()]

    def _score_part(self, page_set: PageSet, part: Part, pages: Sequence[Page], predictions: Path) -> dict[str, float]:
        gold = self._link_answers(page_set, part, pages)
        values = self._run(page_set.scorer, gold, predictions)
        if page_set.scorer == "products":  # which prints 0 for a field without any right answer
            answered = frozenset[str]().union(*(page.answered for page in pages))
            return {metric: value for metric, value in values.items() if metric in answered}
        return values

    def _link_answers(self, page_set: PageSet, part: Part, pages: Iterable[Page]) -> Path:
        """Return a folder with the answers of these pages, which is how the scorer is told to score no others."""
        folder = self.answers / f"{page_set.scorer}-{part}-{self.split.held_out}"
        if not folder.exists():
            folder.mkdir(parents=True)
            for page in pages:
                link = folder / page.answer_file.relative_to(self.corpora / page_set.collection.folder)
                link.parent.mkdir(exist_ok=True)
                link.symlink_to(page.answer_file.resolve())
        return folder

    def _write(self, name: str, predictions: Iterable[Line]) -> Path:
        file = self.predictions / f"{name}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in predictions), encoding="utf-8")
        return file

    def _run(self, command: str, gold: Path, predictions: Path) -> dict[str, float]:
        printed = io.StringIO()
        with redirect_stdout(printed):
            self._commands[command](str(gold), str(predictions))
        return read_values(printed.getvalue())
