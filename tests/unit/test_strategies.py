"""The strategies of each run, and the candidates that are kept."""

import pytest

from garner.core.matching.strategies import (
    StoredCandidate,
    Strategy,
    merge_candidates,
    read_kept,
    serialize_candidates,
    strategies,
    wait_after,
)

ALL = {*Strategy} - {Strategy.BARCODE, Strategy.LOOKS}


def test_strategies_run_from_the_most_certain_to_the_most_expensive() -> None:
    runs = [strategies(run, 3, has_number=True, has_provider=True) for run in (1, 2, 3)]
    assert runs == [
        (Strategy.GTIN, Strategy.NUMBER),
        (Strategy.WORDS, Strategy.SPELLING),
        (Strategy.PROVIDER, Strategy.COMMON_WORDS),
    ]


def test_a_row_without_a_number_starts_with_its_words() -> None:
    assert strategies(1, 3, has_number=False, has_provider=False) == (Strategy.WORDS,)


def test_the_provider_strategy_needs_a_provider() -> None:
    assert Strategy.PROVIDER not in strategies(3, 3, has_number=True, has_provider=False)


@pytest.mark.parametrize("runs", range(1, 8))
@pytest.mark.parametrize("has_number", [True, False])
def test_every_strategy_is_used_and_no_run_is_empty_for_any_number_of_runs(runs: int, has_number: bool) -> None:
    tried = [strategies(run, runs, has_number=has_number, has_provider=True) for run in range(1, runs + 1)]
    assert all(tried)
    assert {way for run in tried for way in run} == ALL - (set() if has_number else {Strategy.GTIN, Strategy.NUMBER})


def test_the_wait_doubles_with_each_run_with_jitter_and_a_bound() -> None:
    assert [wait_after(run, 2.0, 0.5) for run in (1, 2, 3)] == [2.0, 4.0, 8.0]
    assert wait_after(1, 2.0, 0.0) < wait_after(1, 2.0, 0.99)
    assert wait_after(1000, 2.0, 0.5) <= 3600


def kept(number: int | None, score: float, **more: str) -> StoredCandidate:
    return StoredCandidate(number, "Kettle", "Acme", "K1", "http://shop.example/k", score, "words", **more)


def test_candidates_of_all_runs_are_merged_without_duplicates_best_first_up_to_ten() -> None:
    first = [kept(number, number / 100) for number in range(1, 12)]
    second = [kept(3, 0.9), kept(11, 0.01)]
    best = merge_candidates(first, second)
    assert [one.id for one in best] == [3, 11, 10, 9, 8, 7, 6, 5, 4, 2]
    assert best[0].score == 0.9


def test_provider_offers_are_identified_by_provider_and_url() -> None:
    offers = [kept(None, 0.5, provider="a"), kept(None, 0.6, provider="b"), kept(None, 0.4, provider="a")]
    assert [one.provider for one in merge_candidates(offers)] == ["b", "a"]


def test_candidates_survive_serialisation() -> None:
    both = [kept(7, 0.1234), kept(None, 0.5, provider="acme")]
    assert read_kept({"candidates": serialize_candidates(both)}) == both


@pytest.mark.parametrize("odd", [None, {}, {"candidates": None}, {"candidates": "x"}, {"candidates": [1, {"id": 1}]}])
def test_a_result_of_another_shape_has_no_candidates(odd: object) -> None:
    assert read_kept(odd) == []  # type: ignore[arg-type]
