"""Score extraction on real pages with known answers, and print tables.

The pages belong to their publishers and are not part of the project. Without them only the set `ranking` can be scored.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console

from evaluation.comparison import TOLERANCE, IncomparableScores, find_falls, save
from evaluation.disturbances import DISTURBANCES
from evaluation.folds import FOLDS, HELD_OUT, PARTS, Split
from evaluation.scoring import Score, Scorer
from evaluation.sets import SETS, FileSet, OwnSet
from evaluation.table import tables

SHARED = Path(os.environ.get("GARNER_SHARED", Path(__file__).parents[1].parent / "shared"))
_WIDTH = 120


def main() -> int:
    options = _read_options()
    corpora, script = SHARED / "corpora", SHARED / "eval" / "score.py"
    for needed in (corpora, script):
        if not needed.exists() and not _are_own(options.sets):
            print(f"There is nothing to score: {needed} does not exist.")
            return 2 if options.compare else 0
    scores = list(_score_sets(options, corpora, script))
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    for table in tables(scores):
        console.print(table)
    split = Split(options.fold, options.folds)
    status = _report_falls(options.compare, scores, split) if options.compare else 0
    if options.json:
        save(options.json, scores, split)
    return status


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evaluation", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"score only these of {', '.join(SETS)}")
    parser.add_argument(
        "--disturb",
        metavar="NAME,…",
        help=f"disturb the pages only in these ways: {', '.join(DISTURBANCES)}, all or none",
    )
    parser.add_argument("--folds", choices=PARTS, default="all", help="read only pages of the folds of this part")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), default=HELD_OUT, help="hold out this fold, not 0")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the predictions to this folder")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the scores to this file")
    parser.add_argument(
        "--compare", type=Path, metavar="FILE", help=f"exit with 1 if a score fell by over {TOLERANCE} since FILE"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default: one for each processor")
    options = parser.parse_args()
    _check_names(parser, "set", options.sets, SETS)
    if options.disturb not in (None, "all", "none"):
        _check_names(parser, "disturbance", options.disturb.split(","), DISTURBANCES)
    if options.compare and not options.compare.is_file():
        parser.error(f"{options.compare} does not exist; write it with --json before the change")
    return options


def _check_names(parser: argparse.ArgumentParser, noun: str, names: list[str], known: Mapping[str, object]) -> None:
    if unknown := [name for name in names if name not in known]:
        parser.error(f"unknown {noun}: {', '.join(unknown)}; choose from {', '.join(known)}")


def _are_own(names: list[str]) -> bool:
    return bool(names) and all(isinstance(SETS[name], OwnSet) for name in names)


def _score_sets(options: argparse.Namespace, corpora: Path, script: Path) -> Iterator[Score]:
    split = Split(options.fold, options.folds)
    with tempfile.TemporaryDirectory() as temporary, ProcessPoolExecutor(options.processes) as executor:
        answers, predictions = Path(temporary, "answers"), options.keep or Path(temporary, "predictions")
        predictions.mkdir(parents=True, exist_ok=True)
        scorer = Scorer(corpora, script, predictions, answers, split, executor)
        for name in options.sets or SETS:
            print(f"{name} …", file=sys.stderr, flush=True)
            yield from _score_set(scorer, name, options.disturb)


def _score_set(scorer: Scorer, name: str, disturb: str | None) -> Iterator[Score]:
    chosen = SETS[name]
    if isinstance(chosen, OwnSet):
        yield from scorer.score_own_set(name, chosen)
        return
    if isinstance(chosen, FileSet):
        yield from scorer.score_file_set(name, chosen)
        return
    yield from scorer.score_page_set(name, chosen)
    if disturb is None:
        names = chosen.disturbances if chosen.disturbed else ()
    else:
        names = tuple(item for item in chosen.disturbances if disturb == "all" or item in disturb.split(","))
    for disturbance in names:
        yield from scorer.score_page_set(name, chosen, disturbance)


def _report_falls(file: Path, scores: list[Score], split: Split) -> int:
    try:
        falls = find_falls(file, scores, split)
    except IncomparableScores as error:
        print(error)
        return 2
    for fall in falls:
        print(fall)
    if not falls:
        print(f"No score fell by more than {TOLERANCE} since {file}.")
    return 1 if falls else 0


if __name__ == "__main__":
    sys.exit(main())
