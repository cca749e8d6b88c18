"""What Garner matches in each of the labelled catalogues, by the same code as `garner match`."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from garner.cli.match import Lined, match_all, read
from garner.cli.progress import Lines
from garner.core.match import Decision, decide, describe, score
from garner.core.match.index import Index

CATALOGUES = ("abt_buy", "amazon_google", "walmart_amazon")
Line = dict[str, Any]


def read_catalogue(corpora: Path, name: str) -> tuple[Index[Any], list[Lined]]:
    folder = corpora / "matching" / name
    entries = read(folder / "catalogue.jsonl.gz", {}).lines
    return Index((entry.id, describe(entry.fields)) for entry in entries), read(folder / "rows.jsonl.gz", {}).lines


def predict_file(corpora: Path, name: str) -> Iterator[Line]:
    """All rows at once, each knowing of the others."""
    index, rows = read_catalogue(corpora, name)
    silent = Lines(Console(file=io.StringIO()), len(rows))
    for answer in match_all(index, rows, silent, explain=False):
        yield {"id": answer["id"], "match": answer["match"]}


def predict_each_alone(corpora: Path, name: str) -> Iterator[Line]:
    """As the service does, which knows of one row at a time."""
    index, rows = read_catalogue(corpora, name)
    for row in rows:
        described = describe(row.fields)
        near = index.candidates(described)
        decision: Decision[Any] = decide([(identity, score(described, it, index.rarity)) for identity, it in near])
        yield {"id": row.id, "match": decision.match}
