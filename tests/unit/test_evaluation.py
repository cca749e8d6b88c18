"""Parsing of the scorer's output by `make eval`, and its message when the pages are missing."""

import os
import subprocess
import sys
from pathlib import Path

from evaluation.sets import SETS, without_markup
from evaluation.table import GOALS, Score, read_scores, table_of
from rich.console import Console


def test_metrics_and_values_are_parsed_from_the_scorers_output() -> None:
    printed = "title exact              0.986  n=364\nprice          F1 0.871  P 0.900  R 0.844\n\nnothing here\n"
    assert read_scores("recipes", printed) == [
        Score("recipes", "title exact", 0.986),
        Score("recipes", "price", 0.871),
    ]


def test_every_set_that_has_goals_is_scored() -> None:
    assert set(GOALS) == set(SETS)


def test_the_table_marks_each_goal_as_reached_or_missed() -> None:
    scores = [
        Score("products", "price", 0.97),
        Score("ingredients", "unit", 0.96),
        Score("ingredients", "quantity", 0.5),
        Score("unchanged", "changed wrongly skipped", 0.02),
        Score("unchanged", "unchanged skipped", 0.6),
    ]
    console = Console(width=120)
    with console.capture() as capture:
        console.print(table_of(scores))
    shown = [line for line in capture.get().splitlines() if any(score.metric in line for score in scores)]
    verdicts = [next((mark for mark in ("✓✓", "✓", "✗") if mark in line), "") for line in shown]
    assert verdicts == ["✓✓", "✓", "✗", "✗", "✓"]


def test_missing_evaluation_pages_are_reported_in_one_line(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "evaluation"],
        env=os.environ | {"GARNER_SHARED": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("There is nothing to score: ")
    assert ran.stdout.count("\n") == 1


def test_removing_markup_keeps_the_visible_text() -> None:
    page = b"""<meta property="og:title" content="A"><script>{"name": "A"}</script>
        <p itemprop="name" class="x">Soup</p><div itemscope itemtype='https://schema.org/Recipe' id=y>2 cups</div>"""
    assert b" ".join(without_markup(page).split()) == b'<p class="x">Soup</p><div id=y>2 cups</div>'
