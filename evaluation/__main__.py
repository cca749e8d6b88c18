"""Score extraction on real pages with known answers, and print a table.

The pages belong to their publishers and are not part of the project. Without them there is nothing to score.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from evaluation.sets import SETS
from evaluation.table import Score, read_scores, table_of

SHARED = Path(os.environ.get("GARNER_SHARED", Path(__file__).parents[1].parent / "shared"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m evaluation", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"score only these of {', '.join(SETS)}")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the predictions to this folder")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.sets if name not in SETS]:
        parser.error(f"unknown set: {', '.join(unknown)}; choose from {', '.join(SETS)}")
    corpora, scorer = SHARED / "corpora", SHARED / "eval" / "score.py"
    for needed in (corpora, scorer):
        if not needed.exists():
            print(f"There is nothing to score: {needed} does not exist.")
            return
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        scores = [score for name in arguments.sets or SETS for score in score_set(name, corpora, scorer, folder)]
    Console(width=None if sys.stdout.isatty() else 120).print(table_of(scores))


def score_set(name: str, corpora: Path, scorer: Path, folder: Path) -> list[Score]:
    print(f"{name} …", file=sys.stderr, flush=True)
    one = SETS[name]
    predictions = folder / f"{name}.jsonl"
    predictions.write_text("".join(json.dumps(line) + "\n" for line in one.predict(corpora)), encoding="utf-8")
    scored = subprocess.run(
        [sys.executable, str(scorer), one.scorer, str(corpora / one.gold), str(predictions)],
        check=True,
        capture_output=True,
        text=True,
    )
    return read_scores(name, scored.stdout)


if __name__ == "__main__":
    main()
