"""Differences between versions of a record: added, removed, moved and changed parts."""

import random
import time
from typing import Any

import pytest

from garner.core.record import Kind
from garner.kinds import changes
from garner.kinds.changes import MAX_ALIGNED, MAX_PARTS, MAX_TEXT_LENGTH, FieldChange, changes_between


def differing(before: Any, after: Any) -> FieldChange:
    [change] = changes_between(Kind.RECIPE, {"instructions": before}, {"instructions": after})
    return change


def parts(before: Any, after: Any) -> list[tuple[str, int, Any, Any]]:
    change = differing(before, after)
    assert change.parts is not None and (change.before, change.after) == (None, None)
    return [(part.change, part.place, part.before, part.after) for part in change.parts]


def test_equal_records_have_no_changes() -> None:
    same = {"title": "Soup", "ingredients": [{"name": "barley"}], "yields": None}
    assert changes_between(Kind.RECIPE, same, {**same, "instructions": []}) == []


def test_changed_fields_are_in_the_order_of_the_kind() -> None:
    before = {"yields": "4", "title": "Soup", "zest": 1}
    after = {"zest": 2, "description": "Thick.", "title": "Stew"}
    found = changes_between(Kind.RECIPE, before, after)
    assert [(one.field, one.change) for one in found] == [
        ("title", "changed"),
        ("description", "added"),
        ("yields", "lost"),
        ("zest", "changed"),
    ]
    assert [(one.before, one.after) for one in found] == [("Soup", "Stew"), (None, "Thick."), ("4", None), (1, 2)]


def test_only_the_differing_lines_of_a_list_are_reported() -> None:
    assert parts(["a", "b", "c"], ["a", "B", "c", "d"]) == [("changed", 2, "b", "B"), ("added", 4, None, "d")]
    assert parts(["a", "b", "c"], ["a", "c"]) == [("removed", 2, "b", None)]


def test_a_line_at_another_position_is_reported_as_moved() -> None:
    assert parts(["a", "b", "c", "d"], ["b", "c", "d", "a"]) == [("moved", 4, "a", "a")]


def test_equal_lines_are_reported_as_often_as_they_were_added_or_removed() -> None:
    assert parts(["salt", "salt"], ["salt"]) == [("removed", 2, "salt", None)]
    assert parts(["salt"], ["salt", "salt", "salt"]) == [("added", 2, None, "salt"), ("added", 3, None, "salt")]


def test_the_removed_one_of_equal_lines_is_reported() -> None:
    assert parts(["salt", "a", "salt"], ["a", "salt"]) == [("removed", 1, "salt", None)]


def test_one_removed_line_of_dozens_of_equal_lines_is_reported() -> None:
    between = [f"line {number}" for number in range(45)]
    before = [*["salt"] * 40, *between, "salt"]
    assert parts(before, before[1:]) == [("removed", 40, "salt", None)]


def test_a_list_that_appears_or_disappears_is_reported_by_its_lines() -> None:
    assert parts(None, ["a"]) == [("added", 1, None, "a")]
    assert differing(None, ["a"]).change == "added"
    assert parts(["a"], []) == [("removed", 1, "a", None)]
    assert differing(["a"], []).change == "lost"


def test_a_text_that_became_a_list_is_reported_with_both_values() -> None:
    change = differing("Boil.", ["Boil.", "Eat."])
    assert (change.before, change.after, change.parts) == ("Boil.", ["Boil.", "Eat."], None)


def test_parts_of_any_shape_are_compared() -> None:
    first, second = {"name": "barley", "qty": 200}, {"qty": 200, "name": "barley"}
    assert parts([first, "x"], [second]) == [("removed", 2, "x", None)]
    assert parts([[1, None], 10**30], [[1, None], 10**30 + 1]) == [("changed", 2, 10**30, 10**30 + 1)]


def test_long_values_are_truncated() -> None:
    change = differing("x" * 10_000, "y")
    assert len(change.before) == MAX_TEXT_LENGTH and change.before.endswith("…") and change.after == "y"
    [(_, _, before, _)] = parts([{"text": "x" * 10_000}], ["y"])
    assert len(before) == MAX_TEXT_LENGTH


@pytest.mark.parametrize("count", [200, 20_000])
def test_long_lists_are_reported_in_part_and_in_bounded_time(count: int) -> None:
    began = time.process_time()
    change = differing([f"a{number}" for number in range(count)], [f"b{number}" for number in range(count)])
    assert change.parts is not None and len(change.parts) == MAX_PARTS
    assert change.parts_left_off in (
        count - MAX_PARTS,
        2 * count - MAX_PARTS,
    )  # as changed pairs, or as removals and additions
    assert time.process_time() - began < 2


def repeating(*words: str) -> list[str]:
    return list(words) * (MAX_ALIGNED // 2 // len(words))


def random_words(words: int, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [str(dice.randrange(words)) for _ in range(MAX_ALIGNED // 2)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (repeating("a", "b"), repeating("a", "c")),
        (repeating("a"), repeating("a", "b")),
        (repeating("a", "a", "a", "b"), repeating("a", "a", "a", "c")),
        (repeating(*"abcdefghi", "x"), repeating(*"abcdefghi", "y")),
        ([*"ab" * 15, *random_words(10_000, 1)], [*"ac" * 15, *random_words(10_000, 1)[::-1]]),
        *((random_words(words, 2), random_words(words, 3)) for words in (2, 5, 30, 70)),
    ],
)
def test_lists_of_many_equal_lines_are_compared_in_bounded_time(before: list[str], after: list[str]) -> None:
    began = time.process_time()
    differing(before[: MAX_ALIGNED // 2], after[: MAX_ALIGNED // 2])
    assert time.process_time() - began < 0.1


def test_parts_beyond_the_limit_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[Any] = []
    monkeypatch.setattr(changes, "truncate", lambda value: cut.append(value) or value)
    change = differing(None, [f"a{number}" for number in range(5_000)])
    assert change.parts_left_off == 5_000 - MAX_PARTS and len(cut) == MAX_PARTS
