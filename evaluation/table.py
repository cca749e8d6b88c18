"""The scores beside what must be reached, what is reached for, and what simple means reach on other pages of a set."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rich import box
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True)
class Goal:
    must: float | None = None
    reach_for: float | None = None
    baseline: str = ""
    low_is_good: bool = False


@dataclass(frozen=True)
class Score:
    set: str
    metric: str
    value: float

    @property
    def goal(self) -> Goal:
        return GOALS.get(self.set, {}).get(self.metric, Goal())

    def reaches(self, wanted: float) -> bool:
        # As it is printed: a goal of .95 is reached by what rounds to it in three places.
        return self.value <= wanted if self.goal.low_is_good else self.value >= wanted


_RECIPES = {
    "title exact": Goal(0.95, 0.98, ".859 JSON-LD only, .910 with microdata"),
    "ingredient line-F1": Goal(0.88, 0.95, ".751, .780"),
    "instruction token-F1": Goal(0.92, 0.97, ".815, .850"),
    "yield": Goal(0.93, 0.97, ".842, .885"),
    "total minutes": Goal(0.93, 0.97, ".860, .895"),
}
_NOT_FOUND = "NOT_FOUND recall"
_MATCHING = {
    "abt_buy": {"accuracy": Goal(0.85, 0.92, ".743 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".467")},
    "amazon_google": {"accuracy": Goal(0.75, 0.82, ".643 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".589")},
    "walmart_amazon": {"accuracy": Goal(0.88, 0.94, ".806 char TF-IDF"), _NOT_FOUND: Goal(0.75, 0.75, ".529")},
}
GOALS: dict[str, dict[str, Goal]] = {
    "recipes": _RECIPES,
    # The answers are those of recipe-scrapers itself: with that rung there is nothing to prove.
    "recipes_with_site_parsers": {metric: Goal(baseline="1 by construction") for metric in _RECIPES},
    "bare_recipes": {
        "title exact": Goal(0.85, 0.95, ".696 headings and classes"),
        "ingredient line-F1": Goal(0.70, 0.85, ".436"),
        "instruction token-F1": Goal(0.82, 0.92, ".715"),
    },
    "products": {
        "price": Goal(0.85, 0.93, ".723 extruct, .923 Zyte, .800 Diffbot"),
        "availability": Goal(0.90, 0.96, ".653, .957, .946"),
        "brand": Goal(0.80, 0.90, ".545"),
        "sku": Goal(0.75, 0.85, ".606, .846, .704"),
    },
    "ingredients": {
        "quantity": Goal(0.98, 0.99, ".977 regular expressions"),
        "unit": Goal(0.95, 0.98, ".837"),
        "name token-F1": Goal(0.92, 0.96, ".799"),
        "all exact": Goal(0.75, 0.85, ".527"),
    },
    "unchanged": {
        "unchanged skipped": Goal(0.60, 0.90, ".14 SimHash of the whole page"),
        "changed wrongly skipped": Goal(0.01, 0.0, low_is_good=True),
    },
    **{f"match_{name}": goals for name, goals in _MATCHING.items()},
    **{f"match_{name}_alone": goals for name, goals in _MATCHING.items()},
}
_SCORED = re.compile(r"(?P<metric>\S.*?)\s+(?:F1 )?(?P<value>[01]\.\d+)\b")


def read_scores(name: str, printed: str) -> list[Score]:
    """Parse the scorer's output: the metric and its value at the start of each line."""
    found = (_SCORED.match(line) for line in printed.splitlines())
    return [Score(name, match["metric"], float(match["value"])) for match in found if match]


def table_of(scores: Iterable[Score]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("set", "metric", "score", "", "must", "reach for", "baseline, on other pages"):
        table.add_column(heading, justify="right" if heading in ("score", "must", "reach for") else "left")
    last = None
    for score in scores:
        if last not in (None, score.set):
            table.add_section()
        goal = score.goal
        named = "" if score.set == last else score.set
        table.add_row(
            *(named, score.metric, f"{score.value:.3f}", _verdict(score)),
            *(_number(goal.must), _number(goal.reach_for), goal.baseline),
        )
        last = score.set
    return table


def _verdict(score: Score) -> Text:
    goal = score.goal
    if goal.must is None or goal.reach_for is None:
        return Text("")
    if score.reaches(goal.reach_for):
        return Text("✓✓", style="bold green")
    return Text("✓", style="green") if score.reaches(goal.must) else Text("✗", style="bold red")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
