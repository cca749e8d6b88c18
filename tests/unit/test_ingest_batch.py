"""Stories told to the controller of the ingest: how long each batch of a size takes, and what goes wrong."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.core.tuning.controllers import IngestBatch

Writing = Callable[[int], float]  # how many milliseconds a batch of so many rows takes


def controller(smallest: int = 64, largest: int = 8192) -> IngestBatch:
    return IngestBatch(smallest, largest, usual_ms=100, longest_ms=500)


def sizes(batch: IngestBatch, writing: Writing, count: int) -> list[int]:
    """The sizes of so many batches, one after the other."""
    taken = []
    for _ in range(count):
        rows = batch.decide()
        taken.append(rows)
        batch.record_written(rows, writing(rows))
    return taken


def test_it_doubles_from_the_smallest_while_writing_is_fast() -> None:
    assert sizes(controller(), lambda rows: 1, 9) == [64, 128, 256, 512, 1024, 2048, 4096, 8192, 8192]


def test_it_settles_where_writing_takes_as_long_as_it_should() -> None:
    taken = sizes(controller(), lambda rows: rows * 0.05, 200)
    assert len(set(taken[20:])) == 1
    assert 100 <= taken[-1] * 0.05 <= 250


def test_it_does_not_swing_where_the_longest_is_close_to_the_usual() -> None:
    batch = IngestBatch(64, 8192, usual_ms=100, longest_ms=120)
    taken = sizes(batch, lambda rows: rows * 0.05, 300)
    assert len(set(taken[20:])) == 1
    assert taken[-1] * 0.05 <= 120


def test_a_size_at_which_writing_breaks_down_is_tried_again_more_and_more_seldom() -> None:
    taken = sizes(controller(), lambda rows: 5_000 if rows >= 4096 else rows * 0.01, 2000)
    assert taken[:500].count(4096) > taken[1500:].count(4096)
    assert taken[1000:].count(4096) <= 10
    assert set(taken[1000:]) <= {2048, 4096}


def test_it_shrinks_by_half_where_writing_takes_too_long() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.decide() == 8192
    cause = batch.record_written(8192, 3_000)
    assert batch.decide() == 4096
    assert cause is not None
    assert cause.startswith("writing takes 90")


def test_one_slow_batch_does_not_take_it_to_the_floor() -> None:
    batch = controller()
    sizes(batch, lambda rows: 50, 20)
    batch.record_written(8192, 4_000)
    assert min(sizes(batch, lambda rows: 50, 20)) >= 2048


def test_waiting_for_a_connection_halves_it_however_fast_writing_is() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.record_written(8192, 1, waited=True) == "waiting for database connections"
    assert batch.decide() == 4096


def test_a_failure_takes_three_quarters() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    assert batch.record_failure() == "writing failed"
    assert batch.decide() == 2048


def test_it_is_never_smaller_than_the_smallest() -> None:
    batch = controller()
    for _ in range(20):
        batch.record_failure()
        batch.record_written(64, 100_000)
    assert batch.decide() == 64


def test_after_trouble_it_comes_back_to_where_it_was() -> None:
    batch = controller()
    sizes(batch, lambda rows: 1, 10)
    for _ in range(6):
        batch.record_failure()
    assert batch.decide() == 64
    assert 8192 in sizes(batch, lambda rows: 1, 300)
    assert sizes(batch, lambda rows: 1, 50)[-1] == 8192


def test_a_database_that_was_slow_for_a_while_is_trusted_again() -> None:
    batch = controller()
    sizes(batch, lambda rows: rows * 0.01, 20)
    assert sizes(batch, lambda rows: rows * 1.0, 60)[-1] <= 512
    assert sizes(batch, lambda rows: rows * 0.01, 600)[-1] == 8192


def test_the_short_last_batch_of_a_file_neither_grows_it_nor_tells_of_its_speed() -> None:
    batch = controller()
    sizes(batch, lambda rows: 90, 3)
    size = batch.decide()
    assert batch.record_written(3, 1) is None
    assert batch.decide() == size


def test_a_ceiling_below_the_floor_is_the_floor() -> None:
    assert sizes(controller(smallest=100, largest=10), lambda rows: 1, 5) == [100] * 5


@pytest.mark.parametrize("usual", [1, 100, 10_000])
@given(st.lists(st.tuples(st.floats(0, 1e6), st.booleans(), st.booleans()), max_size=60))
def test_it_stays_within_its_bounds_whatever_happens(usual: float, story: list[tuple[float, bool, bool]]) -> None:
    batch = IngestBatch(64, 8192, usual_ms=usual, longest_ms=usual * 5)
    for ms, waited, failed in story:
        if failed:
            batch.record_failure()
        else:
            batch.record_written(batch.decide(), ms, waited=waited)
        assert 64 <= batch.decide() <= 8192
