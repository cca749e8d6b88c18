"""Dates in the formats and languages of real pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.extraction.values.date_words import writes_day_first
from garner.extraction.values.fields import iso_date


@pytest.mark.parametrize(
    "written",
    [
        "2024-03-05", "5 March 2024", "March 5, 2024", "Mar. 5th, 2024", "5th of March 2024",
        "Tue, 05 Mar 2024 10:00 GMT",
        "5. März 2024", "05.03.2024", "5 mars 2024", "5 de marzo de 2024", "5 de março de 2024", "5 marzo 2024",
        "5 maart 2024", "5 marca 2024", "5. března 2024", "5. marts 2024", "5. maaliskuuta 2024", "2024. március 5.",
        "5 martie 2024", "5 Mart 2024", "5 марта 2024 г.", "5 березня 2024", "5 Μαρτίου 2024", "2024年3月5日",
        "2024년 3월 5일", "5-Mar-2024", "Posted March 5, 2024", "Veröffentlicht am 05.03.2024 um 10 Uhr", "2024/03/05",
    ],
)  # fmt: skip
def test_a_date_is_read_in_many_languages(written: str) -> None:
    assert iso_date(written) == "2024-03-05"


@pytest.mark.parametrize(
    "written",
    [
        "05/03/2024",
        "3 days ago",
        "yesterday",
        "March 2024",
        "you may 5 times in 2024",
        "31.02.2024",
        "5 March",
        "1.2.3.2024",
    ],
)
def test_an_ambiguous_date_is_not_read(written: str) -> None:
    assert iso_date(written) is None


@pytest.mark.parametrize(
    ("written", "day_first", "date"),
    [
        ("05/03/2024", True, "2024-03-05"),
        ("05/03/2024", False, "2024-05-03"),
        ("25/03/2024", None, "2024-03-25"),
        ("03/25/2024", None, "2024-03-25"),
        ("03/25/2024", True, "2024-03-25"),
        ("04/04/2024", None, "2024-04-04"),
    ],
)
def test_the_order_of_day_and_month_follows_the_numbers_or_the_language(
    written: str, day_first: bool | None, date: str
) -> None:
    assert iso_date(written, day_first) == date


@pytest.mark.parametrize(
    ("language", "day_first"),
    [("de", True), ("fr-CA", True), ("en-GB", True), ("en_US", False), ("en", None), ("ja", None), (None, None)],
)
def test_a_language_decides_the_order_unless_it_uses_both(language: str | None, day_first: bool | None) -> None:
    assert writes_day_first(language) is day_first


@given(st.text(alphabet="0123456789-/. marchMAI年月日de,", max_size=80))
def test_every_text_gives_a_date_or_none(text: str) -> None:
    found = iso_date(text)
    assert found is None or found[:2] in ("19", "20", "21")
