"""Scores of searches for known records, and the collection that they are made with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from evaluation.pages import Line, read_lines
from evaluation.ranking.known_items import CLASSES, FOLDER, class_of, score_known_items
from evaluation.ranking.word_counts import WordCounts


def line(expected: str, hits: list[str], *, half: str = "A", query: str = "pan", why: str = "title") -> Line:
    return {
        "half": half,
        "query": query,
        "kind": None,
        "expected": expected,
        "why": why,
        "hits": hits,
        "counted_first": False,
    }


def test_each_half_has_its_own_scores() -> None:
    scores = score_known_items(
        [
            line("a", ["a", "b"]),
            line("b", ["a", "b"]),
            line("c", ["a", "b"]),
            line("d", []),
            line("a", ["a"], half="B"),
        ]
    )
    assert scores["A success@1"] == 0.25
    assert scores["A success@10"] == 0.5
    assert scores["A MRR"] == (1 + 1 / 2) / 4
    assert scores["B success@1"] == 1


def test_each_class_of_queries_has_its_own_score() -> None:
    scores = score_known_items([line("a", ["a"], why="typo: pan"), line("a", [], why="typo: pot"), line("a", ["a"])])
    assert scores["A success@1, typo (n=2)"] == 0.5
    assert scores["A success@1, other (n=1)"] == 1
    assert not any("prefix" in metric for metric in scores)


@pytest.mark.parametrize(
    ("query", "why", "expected"),
    [
        ("iorn pan", "typo: iron", "typo"),
        ("iron pa", "prefix while typing: pan", "prefix"),
        ("pan -iron", "exclusion", "exclusion"),
        ('"iron pan"', "words of the title", "quoted"),
        ("iron pan", "title", "other"),
    ],
)
def test_the_class_of_a_query_is_told_by_its_reason_or_its_signs(query: str, why: str, expected: str) -> None:
    assert class_of(line("a", [], query=query, why=why)) == expected
    assert expected in CLASSES


def test_counting_words_answers_a_query_only_if_one_record_has_most_of_it() -> None:
    counts = WordCounts(
        [
            {"key": "a", "kind": "product", "data": {"name": "Iron pan KX-100", "description": "Heavy"}},
            {"key": "b", "kind": "product", "data": {"name": "Iron pot", "description": "Heavy"}},
        ]
    )

    def is_found(query: str, expected: str) -> bool:
        return counts.is_alone_first({"query": query, "kind": None, "expected": expected})

    assert is_found("iron pa", "a")
    assert is_found("kx100", "a")
    assert is_found("heavy -pan", "b")
    assert not is_found("iron", "a")
    assert not is_found("iron pan", "b")


@pytest.mark.parametrize("half", ["a", "b"])
def test_every_query_looks_for_a_record_of_the_collection_that_its_kind_admits(half: str) -> None:
    kinds = {record["key"]: record["kind"] for record in read_lines(FOLDER / "records.jsonl")}
    queries = read_lines(FOLDER / f"queries_{half}.jsonl")
    assert len(queries) == 100
    assert not [query for query in queries if query["kind"] not in (None, kinds.get(query["expected"]))]
    assert {query["expected"] for query in queries} <= set(kinds)


def test_no_record_is_looked_for_by_both_halves_with_the_same_query() -> None:
    first, second = ({query["query"] for query in read_lines(FOLDER / f"queries_{half}.jsonl")} for half in "ab")
    assert not first & second


def test_the_projects_own_set_does_not_need_the_corpora(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "evaluation", "ranking", "--folds", "dev", "--processes", "1"],
        env=os.environ | {"GARNER_SHARED": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "A success@1" in ran.stdout
    assert "B success@1" not in ran.stdout
