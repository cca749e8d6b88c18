"""Simulations of the ingest batch controller: write durations per batch size, waits and failures."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.core.tuning.controllers import IngestBatch

Writing = Callable[[int], float]  # milliseconds that a batch of `rows` rows takes


def controller(smallest: int = 64, largest: int = 8192) -> IngestBatch:
    return IngestBatch(smallest, largest, usual_ms=100, max_ms=500)


def sizes(batch: IngestBatch, writing: Writing, count: int) -> list[int]:
    """The sizes of `count` consecutive batches."""
    taken = []
    for _ in range(count):
        rows = batch.decide()
        taken.append(rows)
        batch.record_written(rows, writing(rows))
    return taken


def test_the_batch_size_doubles_while_writing_is_fast() -> None:
    assert sizes(controller(), lambda rows: 1, 9) == [64, 128, 256, 512, 1024, 2048, 4096, 8192, 8192]


def test_the_batch_size_settles_at_the_target_duration() -> None:
    taken = sizes(controller(), lambda rows: rows * 0.05, 200)
    assert len(set(taken[20:])) == 1
    assert 100 <= taken[-1] * 0.05 <= 250


def test_the_batch_size_does_not_oscillate_if_limit_and_target_are_close() -> None:
    batch = IngestBatch(64, 8192, usual_ms=100, max_ms=120)
    taken = sizes(batch, lambda rows: rows * 0.05, 300)
    assert len(set(taken[20:])) == 1
    assert taken[-1] * 0.05 <= 120


def test_a_size_at_which_writing_is_slow_is_retried_less_and_less_often() -> None:
    taken = sizes(controller(), lambda rows: 5_000 if rows >= 4096 else rows * 0.01, 2000)
    assert taken[:500].count(4096) > taken[1500:].count(4096)
    assert taken[1000:].count(4096) <= 10
    assert set(taken[1000:]) <= {2048, 4096}


def test_the_batch_size_is_halved_if_writing_takes_too_long() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.decide() == 8192
    cause = batch.record_written(8192, 3_000)
    assert batch.decide() == 4096
    assert cause is not None
    assert cause.startswith("writing takes 90")


def test_one_slow_batch_does_not_reduce_the_size_to_the_minimum() -> None:
    batch = controller()
    sizes(batch, lambda rows: 50, 20)
    batch.record_written(8192, 4_000)
    assert min(sizes(batch, lambda rows: 50, 20)) >= 2048


def test_waiting_for_a_connection_halves_the_batch_size() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.record_written(8192, 1, waited=True) == "waiting for database connections"
    assert batch.decide() == 4096


def test_a_failure_reduces_the_batch_size_to_a_quarter() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.record_failure() == "writing failed"
    assert batch.decide() == 2048


def test_the_batch_size_never_falls_below_the_minimum() -> None:
    batch = controller()
    for _ in range(20):
        batch.record_failure()
        batch.record_written(64, 100_000)
    assert batch.decide() == 64


def test_the_batch_size_recovers_after_failures() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    for _ in range(6):
        batch.record_failure()
    assert batch.decide() == 64
    assert 8192 in sizes(batch, lambda rows: 1, 300)
    assert sizes(batch, lambda rows: 1, 50)[-1] == 8192


def test_the_batch_size_recovers_after_slow_writes() -> None:
    batch = controller()
    sizes(batch, lambda rows: rows * 0.01, 20)
    assert sizes(batch, lambda rows: rows * 1.0, 60)[-1] <= 512
    assert sizes(batch, lambda rows: rows * 0.01, 600)[-1] == 8192


def test_a_short_last_batch_does_not_change_the_batch_size() -> None:
    batch = controller()
    sizes(batch, lambda rows: 90, 3)
    size = batch.decide()
    assert batch.record_written(3, 1) is None
    assert batch.decide() == size


def test_a_maximum_below_the_minimum_is_raised_to_it() -> None:
    assert sizes(controller(smallest=100, largest=10), lambda rows: 1, 5) == [100] * 5


@pytest.mark.parametrize("usual", [1, 100, 10_000])
@given(st.lists(st.tuples(st.floats(0, 1e6), st.booleans(), st.booleans()), max_size=60))
def test_the_batch_size_always_stays_within_its_bounds(usual: float, story: list[tuple[float, bool, bool]]) -> None:
    batch = IngestBatch(64, 8192, usual_ms=usual, max_ms=usual * 5)
    for ms, waited, failed in story:
        if failed:
            batch.record_failure()
        else:
            batch.record_written(batch.decide(), ms, waited=waited)
        assert 64 <= batch.decide() <= 8192
