"""The guard of `make eval` against scores that fell, on all pages or on the held-out ones."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from evaluation.comparison import IncomparableScores, find_falls, save
from evaluation.folds import Part, Split
from evaluation.scoring import Score

POSTING = """<html><body><h1>{title}</h1><p>Company: Harrowgate Freight Lines</p><p>Location: Tulsa, OK</p>
<p>Plan the routes of forty lorries a night, and answer the telephone when one of them is late.</p>
<a href="/apply">Apply for this job</a></body></html>"""
SCORER = """
import json, pathlib
def postings(gold, predictions):
    lines = [json.loads(line) for line in open(predictions)]
    files = list(pathlib.Path(gold).glob("*/*.json"))
    titles = {f"{file.parent.name}/{file.stem}": json.loads(file.read_text())["gold"]["title"] for file in files}
    right = [line.get("title") in titles[line["id"]] for line in lines if line["id"] in titles]
    if right:
        print(f"title   {sum(right) / len(right):.3f}  n={len(right)}")
SCORERS = {"postings": postings}
"""


def score(**values: float) -> Score:
    names: dict[str, Part] = {"all": "all", "dev": "dev", "held_out": "held-out"}
    parts = {names[name]: value for name, value in values.items()}
    return Score("products", "price", parts, "banners")


def falls_between(tmp_path: Path, before: Score, now: Score) -> list[str]:
    file = tmp_path / "scores.json"
    save(file, [before], Split())
    return [str(fall) for fall in find_falls(file, [now], Split())]


def test_a_fall_by_more_than_the_tolerance_is_found(tmp_path: Path) -> None:
    before, now = score(all=0.9, dev=0.9, held_out=0.9), score(all=0.897, dev=0.9, held_out=0.898)
    assert falls_between(tmp_path, before, now) == ["products banners price, all pages: 0.900 before, 0.897 now"]


def test_a_fall_on_held_out_pages_alone_is_found(tmp_path: Path) -> None:
    before, now = score(all=0.9, dev=0.9, held_out=0.9), score(all=0.95, dev=1.0, held_out=0.8)
    assert falls_between(tmp_path, before, now) == ["products banners price, held-out pages: 0.900 before, 0.800 now"]


def test_a_rise_and_a_fall_on_development_pages_pass(tmp_path: Path) -> None:
    assert not falls_between(tmp_path, score(all=0.9, dev=0.9, held_out=0.9), score(all=0.9, dev=0.8, held_out=1.0))


def test_a_metric_that_is_no_longer_scored_is_a_fall(tmp_path: Path) -> None:
    assert falls_between(tmp_path, score(all=0.9, held_out=0.9), score(all=0.9)) == [
        "products banners price, held-out pages: 0.900 before, not scored now"
    ]


def test_a_rise_is_a_fall_where_low_is_good(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    save(file, [Score("unchanged", "changed wrongly skipped", {"all": 0.0})], Split())
    assert len(find_falls(file, [Score("unchanged", "changed wrongly skipped", {"all": 0.01})], Split())) == 1


def test_scores_of_other_folds_or_sets_are_not_compared(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    save(file, [score(all=0.9)], Split())
    with pytest.raises(IncomparableScores):
        find_falls(file, [score(all=0.9)], Split(held_out=1))
    with pytest.raises(IncomparableScores):
        find_falls(file, [Score("recipes", "yield", {"all": 0.9})], Split())


def evaluate(shared: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "evaluation", "postings_without_markup", "--processes", "1", *arguments],
        env=os.environ | {"GARNER_SHARED": str(shared)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )


def write_corpora(shared: Path) -> None:
    (shared / "eval").mkdir()
    (shared / "eval" / "score.py").write_text(SCORER)
    for site in ("hotjobs", "dice"):  # in the held-out fold, and not
        folder = shared / "corpora" / "pages_without_markup" / "postings" / site
        folder.mkdir(parents=True)
        for page, title in enumerate(("Night Shift Dispatcher", "Payroll Clerk")):
            gold = {"title": [title], "company": ["Harrowgate Freight Lines"], "location": ["Tulsa, OK"]}
            answer = {"url": f"https://{site}.example/jobs/{page}", "site": site, "gold": gold}
            (folder / f"{page}.json").write_text(json.dumps(answer))
            (folder / f"{page}.html.gz").write_bytes(gzip.compress(POSTING.format(title=title).encode()))


def test_the_command_exits_with_1_if_a_score_fell(tmp_path: Path) -> None:
    write_corpora(tmp_path)
    file = tmp_path / "scores.json"
    ran = evaluate(tmp_path, "--disturb", "banners", "--json", str(file))
    assert ran.returncode == 0, ran.stderr
    saved = json.loads(file.read_text())
    assert [line["disturbance"] for line in saved["scores"]] == ["", "banners"]
    assert [saved["scores"][0][part] for part in ("all", "dev", "held-out")] == [1, 1, 1]

    same = evaluate(tmp_path, "--disturb", "none", "--compare", str(file))
    assert same.returncode == 0, same.stderr
    assert "No score fell" in same.stdout

    saved["scores"][0]["held-out"] = 1.5
    file.write_text(json.dumps(saved))
    worse = evaluate(tmp_path, "--disturb", "none", "--compare", str(file))
    assert worse.returncode == 1
    assert "postings_without_markup title, held-out pages: 1.500 before, 1.000 now" in worse.stdout
