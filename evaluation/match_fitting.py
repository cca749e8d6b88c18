"""Fit the weights of matching on the labelled rows, and report their scores on rows they were not fitted on.

`python -m evaluation.match_fitting` prints the weights, in the form of `core/matching/scoring.py`, and three tables:
cross-validated over rows, each catalogue by weights fitted on the two others, and the weights that are in the code.
The threshold, the terms of evidence and the penalty of an outbid entry are not fitted here; they were chosen on the
given rows once and for all catalogues.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.matching import CATALOGUES, read_catalogue
from garner.core.matching import Fit, MatchDecision, MatchScore, decide, decide_one_to_one, describe
from garner.core.matching.scoring import NAMES, NONE_OF_IT, WEIGHTS

SHARED = Path(os.environ.get("GARNER_SHARED", Path(__file__).parents[1].parent / "shared"))
FOLDS = 5
SHUFFLES = 4
STEPS = 300
RATE = 0.15
SHRINKAGE = 3.0  # how strongly weights are held near zero

Array = NDArray[np.float64]
Model = tuple[Array, float]


@dataclass(frozen=True)
class Labelled:
    catalogue: str
    matches: frozenset[Any]  # the right entries; none if the catalogue has no such product
    fits: list[Fit[Any]]
    evidence: Array  # a line for each fit


def read_labelled(corpora: Path) -> list[Labelled]:
    return [row for name in CATALOGUES for row in _read_rows(corpora, name)]


def _read_rows(corpora: Path, name: str) -> Iterable[Labelled]:
    index, rows = read_catalogue(corpora, name)
    with gzip.open(corpora / "matching" / name / "rows.jsonl.gz", "rt", encoding="utf-8") as file:
        gold = {line["id"]: frozenset(line["match"]) for line in map(json.loads, file)}
    for row in rows:
        fits = index.fits(describe(row.fields))
        evidence = np.array([[getattr(fit.scored.evidence, name) for name in NAMES] for fit in fits])
        yield Labelled(name, gold[row.id], fits, evidence.reshape(-1, len(NAMES)))


def fit(rows: Sequence[Labelled]) -> Model:
    """Maximise the likelihood of each row's choice between its candidates and none of them (Adam, full batch)."""
    evidence, right, present = _pad(rows)
    mean, spread = evidence[present].mean(0), evidence[present].std(0) + 1e-9
    scaled = np.where(present[..., None], (evidence - mean) / spread, 0.0)
    weights, slope, square = (np.zeros(len(NAMES) + 1) for _ in range(3))
    weights[-1] = -4.0
    for step in range(1, STEPS + 1):
        excess = _excess(scaled, right, present, weights)
        gradient = np.append(np.einsum("rc,rcn->n", excess, scaled) + SHRINKAGE * weights[:-1], excess.sum())
        slope, square = 0.9 * slope + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        rate = RATE * (1 + np.cos(np.pi * step / STEPS)) / 2
        weights -= rate * (slope / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights[:-1] / spread, float(weights[-1] - (weights[:-1] * mean / spread).sum())


def _excess(scaled: Array, right: Array, present: NDArray[np.bool_], weights: Array) -> Array:
    """Return how much more each candidate is chosen than it should be."""
    odds = np.where(present, scaled @ weights[:-1] + weights[-1], -1e9)
    top = np.maximum(odds.max(1), 0)[:, None]
    chosen = np.exp(odds - top)
    wanted = chosen * right
    chosen /= chosen.sum(1, keepdims=True) + np.exp(-top)
    return np.asarray(chosen - wanted / np.maximum(wanted.sum(1, keepdims=True), 1e-300))


def _pad(rows: Sequence[Labelled]) -> tuple[Array, Array, NDArray[np.bool_]]:
    most = max(len(row.fits) for row in rows)
    evidence, right = np.zeros((len(rows), most, len(NAMES))), np.zeros((len(rows), most))
    present = np.zeros((len(rows), most), dtype=bool)
    for place, row in enumerate(rows):
        evidence[place, : len(row.fits)] = row.evidence
        right[place, : len(row.fits)] = [fit.id in row.matches for fit in row.fits]
        present[place, : len(row.fits)] = True
    return evidence, right, present


def rescore(row: Labelled, model: Model) -> list[Fit[Any]]:
    odds = row.evidence @ model[0] + model[1]
    return [
        replace(fit, scored=MatchScore(float(now) + fit.scored.certain, fit.scored.certain))
        for now, fit in zip(odds, row.fits, strict=True)
    ]


def cross_validate(rows: list[Labelled], shuffle: int) -> list[list[Fit[Any]]]:
    fold_of = np.random.default_rng(shuffle).permutation(len(rows)) % FOLDS
    models = [fit([row for row, fold in zip(rows, fold_of, strict=True) if fold != out]) for out in range(FOLDS)]
    return [rescore(row, models[fold]) for row, fold in zip(rows, fold_of, strict=True)]


def fit_on_other_catalogues(rows: list[Labelled]) -> list[list[Fit[Any]]]:
    models = {name: fit([row for row in rows if row.catalogue != name]) for name in CATALOGUES}
    return [rescore(row, models[row.catalogue]) for row in rows]


Decide = Callable[[list[list[Fit[Any]]]], list[MatchDecision[Any]]]
DECISIONS: dict[str, Decide] = {
    "each row alone": lambda rows: [decide(row) for row in rows],
    "one to one": decide_one_to_one,
}


def report(title: str, rows: list[Labelled], runs: list[list[list[Fit[Any]]]]) -> None:
    print(f"\n{title}")
    for way, decide_rows in DECISIONS.items():
        for name in CATALOGUES:
            own = [place for place, row in enumerate(rows) if row.catalogue == name]
            count: Counter[str] = Counter()
            for run in runs:
                decisions = decide_rows([run[place] for place in own])
                count.update(
                    _outcome(rows[place], decision.match) for place, decision in zip(own, decisions, strict=True)
                )
            print(f"  {way:15} {name:15} {_figures(count)}")


def _outcome(row: Labelled, match: Any) -> str:
    if row.matches:
        return "right" if match in row.matches else "missed" if match is None else "wrong"
    return "left" if match is None else "false"


def _figures(count: Counter[str]) -> str:
    matched = count["right"] + count["wrong"] + count["false"]
    matchable = count["right"] + count["wrong"] + count["missed"]
    figures = {
        "accuracy": (count["right"] + count["left"]) / count.total(),
        "precision": count["right"] / max(1, matched),
        "recall": count["right"] / max(1, matchable),
        "NOT_FOUND recall": count["left"] / max(1, count["left"] + count["false"]),
    }
    return "  ".join(f"{name} {value:.3f}" for name, value in figures.items())


def main() -> None:
    rows = read_labelled(SHARED / "corpora")
    weights, none_of_it = fit(rows)
    print(f"NONE_OF_IT = {none_of_it:.2f}")
    print("\n".join(f"    {name}={weight:.2f}," for name, weight in zip(NAMES, weights, strict=True)))
    report("Cross-validated over rows", rows, [cross_validate(rows, shuffle) for shuffle in range(SHUFFLES)])
    report("Each catalogue by weights of the two others", rows, [fit_on_other_catalogues(rows)])
    in_code = (np.array([getattr(WEIGHTS, name) for name in NAMES]), NONE_OF_IT)
    report("The weights in the code, on the rows that they were fitted on", rows, [[rescore(r, in_code) for r in rows]])


if __name__ == "__main__":
    main()
