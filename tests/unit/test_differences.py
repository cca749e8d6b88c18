"""Differences between the records of pages and those of another parser."""

import pytest

from garner.core.quality.differences import (
    MAX_DOMAINS,
    MAX_EXAMPLES,
    MAX_VALUE_LENGTH,
    OTHER_DOMAINS,
    WHOLE,
    Change,
    Differences,
    Example,
    changes,
)
from garner.core.record import Kind


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"title": "Soup"}, {"title": "Soup"}, {}),
        ({"title": "Soup"}, {"title": "Stew"}, {"title": Change.CHANGED}),
        ({"title": "Soup", "author": None}, {"title": "Soup", "author": "Ann"}, {"author": Change.ADDED}),
        ({"title": "Soup", "author": "Ann"}, {"title": "Soup"}, {"author": Change.LOST}),
        ({"images": []}, {"images": None}, {}),
        ({"images": ["a"]}, {"images": []}, {"images": Change.LOST}),
        ({"rating": 0}, {"rating": None}, {"rating": Change.LOST}),
        ({"remote": False}, {}, {"remote": Change.LOST}),
        (None, {"title": "Soup", "author": "Ann"}, {WHOLE: Change.ADDED}),
        ({"title": "Soup"}, None, {WHOLE: Change.LOST}),
        (None, None, {}),
    ],
)
def test_each_field_that_differs_is_added_changed_or_lost(
    before: dict[str, object] | None, after: dict[str, object] | None, expected: dict[str, Change]
) -> None:
    assert changes(before, after) == expected


def test_changed_fields_are_counted_by_domain_and_kind_with_examples() -> None:
    found = Differences()
    for number in range(5):
        page = f"https://a.example/{number}"
        assert found.compare("a.example", Kind.PRODUCT, page, {"price": "1"}, {"price": str(number + 2)})
    assert not found.compare("b.example", Kind.PRODUCT, "https://b.example/", {"price": "1"}, {"price": "1"})
    (row,) = found.to_json()
    assert (row["domain"], row["kind"], row["field"]) == ("a.example", "product", "price")
    assert (row["added"], row["changed"], row["lost"]) == (0, 5, 0)
    assert len(row["examples"]) == MAX_EXAMPLES
    assert row["examples"][0] == {"url": "https://a.example/0", "before": "1", "after": "2"}
    assert found.same == 1


def test_a_page_without_a_record_before_and_after_is_not_counted() -> None:
    found = Differences()
    found.compare("a.example", Kind.RECIPE, "https://a.example/", None, None)
    assert (found.same, found.fields) == (0, {})


def test_a_whole_record_is_shown_by_its_name() -> None:
    found = Differences()
    found.compare("a.example", Kind.RECIPE, "https://a.example/", {"title": "Soup"}, None)
    assert found.fields["a.example", Kind.RECIPE, WHOLE].examples == [Example("https://a.example/", "Soup", None)]


def test_a_long_value_is_truncated_in_an_example() -> None:
    found = Differences()
    found.compare("a.example", Kind.RECIPE, "u", {"title": "x" * 10_000}, {"title": ["y" * 10_000]})
    (example,) = found.fields["a.example", Kind.RECIPE, "title"].examples
    assert example.before == "x" * (MAX_VALUE_LENGTH - 1) + "…"
    assert example.after is not None and len(example.after) == MAX_VALUE_LENGTH


def test_the_number_of_reported_domains_is_bounded() -> None:
    found = Differences()
    for number in range(MAX_DOMAINS + 50):
        found.compare(f"{number}.example", Kind.RECIPE, "u", {"title": "a"}, {"title": "b"})
    found.compare("0.example", Kind.RECIPE, "u", {"title": "a"}, {"title": "b"})
    assert len(found.fields) == MAX_DOMAINS + 1
    assert found.fields[OTHER_DOMAINS, Kind.RECIPE, "title"].changed == 50
    assert found.fields["0.example", Kind.RECIPE, "title"].changed == 2
