"""Parsing of the output of the scorer by `make eval`, removal of markup, and the tables of scores."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from evaluation.goals import GOALS
from evaluation.markup_removal import without_json_ld, without_markup, without_names
from evaluation.scoring import Score, read_values
from evaluation.sets import SETS
from evaluation.table import tables
from rich.console import Console


def test_metrics_and_values_are_parsed_from_the_scorers_output() -> None:
    printed = "title exact              0.986  n=364\nprice          F1 0.871  P 0.900  R 0.844\n\nnothing here\n"
    assert read_values(printed) == {"title exact": 0.986, "price": 0.871}


def test_every_set_that_has_goals_is_scored() -> None:
    assert set(GOALS) <= set(SETS)


def render(scores: list[Score]) -> list[str]:
    console = Console(width=120)
    with console.capture() as capture:
        for table in tables(scores):
            console.print(table)
    return capture.get().splitlines()


def test_the_table_marks_each_goal_as_reached_or_missed() -> None:
    scores = [
        Score("products", "price", {"all": 0.97}),
        Score("ingredients", "unit", {"all": 0.96}),
        Score("ingredients", "quantity", {"all": 0.5}),
        Score("unchanged", "changed wrongly skipped", {"all": 0.02}),
        Score("unchanged", "unchanged skipped", {"all": 0.6}),
    ]
    shown = [line for line in render(scores) if any(score.metric in line for score in scores)]
    verdicts = [next((mark for mark in ("✓✓", "✓", "✗") if mark in line), "") for line in shown]
    assert verdicts == ["✓✓", "✓", "✗", "✗", "✓"]


def test_held_out_pages_are_shown_beside_the_others() -> None:
    lines = render([Score("products", "price", {"all": 0.9, "dev": 0.95, "held-out": 0.8})])
    assert any("0.900  0.950     0.800  -0.150" in line for line in lines)


def test_disturbed_pages_have_their_own_table() -> None:
    lines = render(
        [
            Score("products", "price", {"all": 0.9, "dev": 0.95, "held-out": 0.8}),
            Score("products", "price", {"all": 0.7, "dev": 0.75, "held-out": 0.6}, "renamed_classes"),
            Score("products", "price", {"all": 0.5, "dev": 0.55, "held-out": 0.4}, "banners"),
        ]
    )
    rows = lines[next(number for number, line in enumerate(lines) if "disturbed" in line) :]
    assert [line.split()[-4:] for line in rows if "0." in line] == [
        ["all", "0.900", "0.700", "0.500"],
        ["dev", "0.950", "0.750", "0.550"],
        ["held-out", "0.800", "0.600", "0.400"],
    ]


def test_single_sites_have_their_own_table() -> None:
    lines = render([Score("shops_without_markup", f"{name} on jr", {"all": 0.5}) for name in ("name", "price")])
    assert any(" ".join(line.split()) == "shops_without_markup jr 3 name 0.500 price 0.500" for line in lines)


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


PAGE = """<meta property="og:title" content="A"><script type="application/ld+json">{"name": "A"}</script>
    <script>var name = "A"</script>
    <p itemprop="name" class="x" title="first class">Soup</p>
    <div itemscope itemtype='https://schema.org/Recipe' id=y>2 cups</div>"""


@pytest.mark.parametrize(
    ("remove", "remainder"),
    [
        (
            without_json_ld,
            """<meta property="og:title" content="A"> <script>var name = "A"</script>
            <p itemprop="name" class="x" title="first class">Soup</p>
            <div itemscope itemtype='https://schema.org/Recipe' id=y>2 cups</div>""",
        ),
        (without_markup, '<p class="x" title="first class">Soup</p> <div id=y>2 cups</div>'),
        (without_names, '<p title="first class">Soup</p> <div>2 cups</div>'),
    ],
)
def test_removing_markup_keeps_the_visible_text(remove: Callable[[str], str], remainder: str) -> None:
    assert remove(PAGE).split() == remainder.split()
