"""Match the rows of the labelled catalogues, by the same code as `garner match`."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from evaluation.pages import Line
from garner.cli.commands.match import MappedLine, match_all, read
from garner.cli.render.progress import Lines
from garner.core.matching import describe
from garner.core.matching.index import Index

CATALOGUES = ("abt_buy", "amazon_google", "walmart_amazon")


def read_catalogue(corpora: Path, name: str) -> tuple[Index[Any], list[MappedLine]]:
    folder = corpora / "matching" / name
    entries = read(folder / "catalogue.jsonl.gz", {}).lines
    return Index((entry.id, describe(entry.fields)) for entry in entries), read(folder / "rows.jsonl.gz", {}).lines


def predict_one_to_one(corpora: Path, name: str) -> Iterator[Line]:
    """Match all rows at once, each entry to one row at most."""
    return _predict(corpora, name, one_to_one=True)


def predict_each_alone(corpora: Path, name: str) -> Iterator[Line]:
    """Match each row by itself, as the service does."""
    return _predict(corpora, name, one_to_one=False)


def _predict(corpora: Path, name: str, *, one_to_one: bool) -> Iterator[Line]:
    index, rows = read_catalogue(corpora, name)
    silent = Lines(Console(file=io.StringIO()), len(rows))
    for answer in match_all(index, rows, silent, explain=False, one_to_one=one_to_one):
        yield {"id": answer["id"], "match": answer["match"]}
