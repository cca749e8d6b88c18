"""Tables of the scores: of sets and their goals, of disturbed pages, and of single sites."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich import box
from rich.table import Table
from rich.text import Text

from evaluation.disturbances import DISTURBANCES
from evaluation.folds import PARTS, Part, fold_of
from evaluation.scoring import Score

ON_SITE = " on "  # in the metrics of single sites: "title on dice"
_UNDISTURBED = "none"
_SHORT = {"renamed_classes": "classes", "shuffled_blocks": "shuffled", "related_items": "related"}
_SHORT |= {"second_prices": "prices"}


def tables(scores: Sequence[Score]) -> list[Table]:
    """Return the tables that have rows."""
    overall = [score for score in scores if ON_SITE not in score.metric]
    undisturbed = [score for score in overall if not score.disturbance]
    sites = [score for score in scores if ON_SITE in score.metric and not score.disturbance]
    return [table for table in (set_table(undisturbed), disturbance_table(overall), site_table(sites)) if table.rows]


def set_table(scores: Sequence[Score]) -> Table:
    table = _table("Scores by set; baselines are of other pages")
    table.add_column("set", min_width=max((len(score.set) for score in scores), default=0))
    table.add_column("metric")
    for heading in ("all", "dev", "held out", "gap", "", "must", "goal"):
        table.add_column(heading, justify="right" if heading else "left")
    table.add_column("baseline")
    for name, members in groupby(scores, key=lambda score: score.set):
        table.add_section()
        for row, score in enumerate(members):
            goal = score.goal
            table.add_row(
                *("" if row else name, score.metric, *(_score(score.values.get(part)) for part in PARTS)),
                *(_gap(score.gap), _verdict(score), _goal(goal.must), _goal(goal.reach_for), goal.baseline),
            )
    return table


def disturbance_table(scores: Sequence[Score]) -> Table:
    """Return the scores by disturbance, each part of the pages in its own row."""
    used = {score.disturbance for score in scores}
    names = [name for name in DISTURBANCES if name in used]
    table = _table("Scores on disturbed pages")
    for heading in ("set", "metric", "pages"):
        table.add_column(heading)
    for name in (_UNDISTURBED, *names):
        table.add_column(_SHORT.get(name, name), justify="right")
    disturbed_sets = {score.set for score in scores if score.disturbance}
    by_run = {(score.set, score.metric, score.disturbance): score for score in scores}
    for set_name, metric in dict.fromkeys((score.set, score.metric) for score in scores if score.set in disturbed_sets):
        runs = [by_run.get((set_name, metric, name)) for name in ("", *names)]
        _add_rows_by_part(table, set_name, metric, runs)
    return table


def _add_rows_by_part(table: Table, set_name: str, metric: str, runs: list[Score | None]) -> None:
    parts: list[Part] = [part for part in PARTS if any(run and part in run.values for run in runs)]
    table.add_section()
    for row, part in enumerate(parts):
        values = [run.values.get(part) if run else None for run in runs]
        best = values[0]
        table.add_row(
            *(("", "") if row else (set_name, metric)), part, *(_compared_score(value, best) for value in values)
        )


def site_table(scores: Iterable[Score]) -> Table:
    """Return the scores of each site of the small sets, whose folds hold a site or two each."""
    table = _table("Scores by site, undisturbed")
    for heading in ("set", "site", "fold", "scores"):
        table.add_column(heading)
    rows: dict[tuple[str, str], list[str]] = {}
    for score in scores:
        metric, site = score.metric.split(ON_SITE)
        rows.setdefault((score.set, site), []).append(f"{metric} {score.value:.3f}")
    for (set_name, site), texts in rows.items():
        table.add_row(set_name, site, str(fold_of(site)), "  ".join(texts))
    return table


def _table(title: str) -> Table:
    return Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )


def _verdict(score: Score) -> Text:
    goal, value = score.goal, score.value
    if goal.must is None or goal.reach_for is None:
        return Text("")
    if goal.is_reached(value, goal.reach_for):
        return Text("✓✓", style="bold green")
    return Text("✓", style="green") if goal.is_reached(value, goal.must) else Text("✗", style="bold red")


def _score(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _compared_score(value: float | None, undisturbed: float | None) -> Text:
    fell = value is not None and undisturbed is not None and undisturbed - value >= 0.02
    return Text(_score(value), style="red" if fell else "")


def _gap(gap: float | None) -> str:
    return "" if gap is None else f"{gap:+.3f}"


def _goal(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
