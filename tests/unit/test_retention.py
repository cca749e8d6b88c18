from datetime import UTC, datetime, timedelta

import pytest

from garner.core.retention import SETTLING, BodyAction, BodyPolicy, Excess, KeptBody, RetentionBudget

NOW = datetime(2026, 7, 14, 12, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
A_MOMENT = timedelta(seconds=1)


def body(age: timedelta, size: int = 10) -> KeptBody:
    return KeptBody(f"{age}-{size}", size, NOW - age)


@pytest.mark.parametrize(
    ("age", "fate"),
    [
        (-HOUR, BodyAction.KEEP),  # a clock ahead of ours wrote it
        (timedelta(0), BodyAction.KEEP),
        (DAY - A_MOMENT, BodyAction.KEEP),
        (DAY, BodyAction.KEEP_IF_POINTED_AT),
        (90 * DAY - A_MOMENT, BodyAction.KEEP_IF_POINTED_AT),
        (90 * DAY, BodyAction.GO),
        (1000 * DAY, BodyAction.GO),
    ],
)
def test_the_fate_of_a_body_is_a_matter_of_its_age(age: timedelta, fate: BodyAction) -> None:
    assert BodyPolicy().fate(body(age), NOW) is fate


def test_a_body_that_settles_is_kept_even_where_nothing_is() -> None:
    nothing_is_kept = BodyPolicy(keep_for=timedelta(0), grace=timedelta(0))
    assert nothing_is_kept.fate(body(SETTLING - A_MOMENT), NOW) is BodyAction.KEEP
    assert nothing_is_kept.fate(body(SETTLING), NOW) is BodyAction.GO


def taken(bodies: list[KeptBody], max_bytes: int) -> list[KeptBody]:
    excess = excess_of(bodies, max_bytes)
    return [one for one in bodies if excess is not None and excess.takes(one)]


def excess_of(bodies: list[KeptBody], max_bytes: int) -> Excess | None:
    room = RetentionBudget()
    for one in bodies:
        room.add(one)
    return room.excess(max_bytes, NOW)


def test_what_fits_stays() -> None:
    assert excess_of([], 0) is None
    assert excess_of([body(DAY), body(2 * DAY)], 20) is None


def test_the_oldest_go_until_the_rest_fits() -> None:
    ages = [3 * DAY, DAY, 5 * DAY, 4 * DAY, 2 * DAY]
    assert taken([body(age) for age in ages], 30) == [body(5 * DAY), body(4 * DAY)]
    assert taken([body(age) for age in ages], 29) == [body(3 * DAY), body(5 * DAY), body(4 * DAY)]


def test_of_bodies_of_one_hour_no_more_go_than_must() -> None:
    bodies = [body(DAY + number * A_MOMENT) for number in range(100)]
    assert len(taken(bodies, 895)) == 11


def test_bodies_that_settle_stay_however_little_room_there_is() -> None:
    young, old = body(SETTLING - A_MOMENT), body(SETTLING + HOUR)
    assert taken([young, old], 0) == [old]
    assert taken([young], 0) == []


def test_room_counts_bodies_and_bytes() -> None:
    room = RetentionBudget()
    for size in (1, 2, 3):
        room.add(body(size * DAY, size))
    assert (room.bodies, room.bytes) == (3, 6)
