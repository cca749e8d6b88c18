"""Climbing: the order of rungs, when to stop, and the effect of a failing rung."""

from dataclasses import replace
from typing import Any

from garner.core.record import Kind
from garner.extraction.ladder import Candidate, Ladder, Rung, Way, climb
from garner.extraction.page.document import Document

PAGE = Document(b"", url="", charset=None)


def rung(called: str, confidence: float = 0.9, **fields: object) -> Rung:
    def read(_: Document) -> Candidate:
        found = Candidate()
        for field, value in fields.items():
            found.put(field, value, f"{called}.{field}")
        return found

    return Rung(called, confidence, read)


def broken(_: Document) -> Candidate:
    raise KeyError("surprise")


def ladder(*rungs: Rung) -> Ladder[Any]:
    return Ladder(
        kind=Kind.PRODUCT,
        blank={"name": None, "price": None, "currency": None, "images": []},
        naming="name",
        required=("name",),
        essential=("name",),
        weights={"name": 1, "price": 1},
        together={"price": ("currency",)},
        meaning=dict,
        rungs=rungs,
    )


def test_a_failing_rung_does_not_affect_the_others() -> None:
    record, warnings = climb(ladder(Rung("shaky", 0.9, broken), rung("firm", name="Pan")), PAGE)
    assert record is not None
    assert record.data["name"] == "Pan"
    assert warnings == ["shaky failed: KeyError: 'surprise'"]
    assert record.warnings == tuple(warnings)


def test_expensive_rungs_are_skipped_if_all_weighted_fields_are_present() -> None:
    record, warnings = climb(ladder(rung("cheap", name="Pan", price="1"), Rung("dear", 0.5, broken)), PAGE)
    assert record is not None
    assert warnings == []


def test_confidence_is_the_weighted_average_of_the_rungs_confidence() -> None:
    record, _ = climb(ladder(rung("cheap", 0.9, name="Pan"), rung("dear", 0.5, name="Pan", price="1")), PAGE)
    assert record is not None
    assert record.confidence == 0.7
    assert record.sources["price"].confidence == 0.5


def test_the_strategy_is_the_rung_that_gave_the_most_fields() -> None:
    record, _ = climb(ladder(rung("cheap", name="Pan"), rung("dear", price="1", currency="EUR")), PAGE)
    assert record is not None
    assert record.strategy == "dear"


def test_a_missing_required_field_gives_no_record() -> None:
    assert climb(ladder(rung("cheap", price="1")), PAGE) == (None, [])


def test_a_last_resort_is_skipped_if_the_essential_fields_are_present() -> None:
    last = replace(rung("last", name="Pan", price="1"), is_last_resort=True)
    with_name, _ = climb(ladder(rung("cheap", name="Pan"), last), PAGE)
    assert with_name is not None
    assert with_name.data["price"] is None
    without_name, _ = climb(ladder(last), PAGE)
    assert without_name is not None
    assert without_name.data["price"] == "1"


def test_rungs_of_a_way_can_be_excluded() -> None:
    by_site = replace(rung("site", name="Pan"), way=Way.SITE)
    record, _ = climb(ladder(by_site, rung("seen", name="Pot")).without(Way.SITE), PAGE)
    assert record is not None
    assert record.data["name"] == "Pot"


def test_a_rung_reads_a_page_only_once() -> None:
    reads = []

    def read(document: Document) -> Candidate:
        reads.append(document)
        found = Candidate()
        found.put("name", "Pan", "h1")
        return found

    page, one = Document(b"", url="https://example.com/", charset=None), ladder(Rung("counted", 0.9, read))
    assert climb(one, page) == climb(one, page)
    assert len(reads) == 1
