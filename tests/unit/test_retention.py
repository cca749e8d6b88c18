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
        (-HOUR, BodyAction.KEEP),  # written by a clock ahead of ours
        (timedelta(0), BodyAction.KEEP),
        (DAY - A_MOMENT, BodyAction.KEEP),
        (DAY, BodyAction.KEEP_IF_POINTED_AT),
        (90 * DAY - A_MOMENT, BodyAction.KEEP_IF_POINTED_AT),
        (90 * DAY, BodyAction.GO),
        (1000 * DAY, BodyAction.GO),
    ],
)
def test_the_action_for_a_body_depends_on_its_age(age: timedelta, fate: BodyAction) -> None:
    assert BodyPolicy().decide(body(age), NOW) is fate


def test_a_recent_body_is_kept_even_without_retention() -> None:
    nothing_is_kept = BodyPolicy(keep_for=timedelta(0), grace=timedelta(0))
    assert nothing_is_kept.decide(body(SETTLING - A_MOMENT), NOW) is BodyAction.KEEP
    assert nothing_is_kept.decide(body(SETTLING), NOW) is BodyAction.GO


def taken(bodies: list[KeptBody], max_bytes: int) -> list[KeptBody]:
    excess = excess_of(bodies, max_bytes)
    return [one for one in bodies if excess is not None and excess.takes(one)]


def excess_of(bodies: list[KeptBody], max_bytes: int) -> Excess | None:
    room = RetentionBudget()
    for one in bodies:
        room.add(one)
    return room.excess(max_bytes, NOW)


def test_bodies_within_the_budget_are_kept() -> None:
    assert excess_of([], 0) is None
    assert excess_of([body(DAY), body(2 * DAY)], 20) is None


def test_the_oldest_bodies_are_deleted_until_the_rest_fits() -> None:
    ages = [3 * DAY, DAY, 5 * DAY, 4 * DAY, 2 * DAY]
    assert taken([body(age) for age in ages], 30) == [body(5 * DAY), body(4 * DAY)]
    assert taken([body(age) for age in ages], 29) == [body(3 * DAY), body(5 * DAY), body(4 * DAY)]


def test_only_as_many_bodies_of_one_hour_are_deleted_as_needed() -> None:
    bodies = [body(DAY + number * A_MOMENT) for number in range(100)]
    assert len(taken(bodies, 895)) == 11


def test_recent_bodies_are_kept_even_if_they_exceed_the_budget() -> None:
    young, old = body(SETTLING - A_MOMENT), body(SETTLING + HOUR)
    assert taken([young, old], 0) == [old]
    assert taken([young], 0) == []


def test_the_budget_counts_bodies_and_bytes() -> None:
    room = RetentionBudget()
    for size in (1, 2, 3):
        room.add(body(size * DAY, size))
    assert (room.bodies, room.bytes) == (3, 6)
