"""The small readers of text, durations, numbers, money, dates and addresses."""

from typing import Any

import pytest

from garner.extraction.values import fields


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("  a \n b\u00a0c ", "a b c"),
        ("Salt &amp;amp; pepper", "Salt & pepper"),
        ("<p>One</p><p>two</p>", "One two"),
        ("<b>bo</b>ld", "bold"),
        ("&lt;p&gt;escaped&lt;/p&gt;", "escaped"),
        ("less than <5 g & more", "less than <5 g & more"),
        ("a<!-- <b>hidden</b> -->b", "ab"),
        ("a<style>p{}</style>b", "ab"),
        ("nul\x00 zero\u200bwidth \ud800", "nul zerowidth"),
        ("\ud83c\udf5e bread", "🍞 bread"),
    ],
)
def test_text_is_cleaned_of_markup_entities_and_invisible_characters(raw: str, text: str) -> None:
    assert fields.clean_text(raw) == text


def test_text_is_cut_to_its_limit() -> None:
    assert fields.clean_text("a b c", 2) == "a"


def test_very_long_text_is_cut_at_the_limit() -> None:
    assert len(fields.clean_lines("x" * 2 * fields.MAX_TEXT)[0]) == fields.MAX_TEXT


def test_block_tags_and_line_breaks_both_make_lines() -> None:
    assert fields.clean_lines("<li>Mix</li><li>Bake<br>long</li>\n\nEat") == ["Mix", "Bake", "long", "Eat"]


@pytest.mark.cpu_seconds(5)
@pytest.mark.parametrize("piece", ["<", "<!--", "&amp", "<p ", "<script>", "</"])
def test_hostile_text_is_cleaned_in_linear_time(piece: str) -> None:
    fields.clean_text(piece * 200_000)


@pytest.mark.parametrize(
    ("value", "minutes"),
    [
        ("PT1H30M", 90),
        ("P0DT0H35M0.000S", 35),
        ("PT90M", 90),
        ("PT1.5H", 90),
        ("PT5400S", 90),
        ("pt 20 m", 20),
        ("P1DT2H", 1560),
        ("PT20MIN", 20),
        ("1 hr 20 min", 80),
        ("2 Stunden", 120),
        ("45 minuti", 45),
        ("½ hour", 30),
        ("1½ hours", 90),
        ("1 1/2 hours", 90),
        ("1 et 1/2 heure", 90),
        ("1 heure et demie", 90),
        ("1 hora y media", 90),
        ("2 hours and a half", 150),
        ("1h30", 90),
        ("1 h 30 min", 90),
        ("30-40 min", 40),
        ("1:30", 90),
        ("45", 45),
        (45, 45),
        ({"@type": "Duration", "maxValue": "PT10M"}, 10),
        ("PT", None),
        ("PTHM", None),
        ("PT-5M", None),
        ("-PT5M", None),
        ("PT1e309H", None),
        ("PT1H30 minutes 10", None),
        ("-5 min", None),
        ("1e9 hours", None),
        ("a while", None),
        ("", None),
        (None, None),
        (True, None),
        (float("inf"), None),
    ],
)
def test_durations_become_whole_minutes(value: Any, minutes: int | None) -> None:
    assert fields.minutes(value) == minutes


@pytest.mark.parametrize(
    ("value", "price"),
    [
        (12.5, "12.5"),
        (12, "12"),
        ("12.50", "12.50"),
        ("$1,299.00", "1299.00"),
        ("1.234,56 €", "1234.56"),
        ("1 299,00 kr", "1299.00"),
        ("1'299.00", "1299.00"),
        ("12,50", "12.50"),
        ("1,299", "1299"),
        ("1.299", "1.299"),
        (0.1 + 0.2, "0.3"),
        ("free", None),
        ("-5", None),
        (1e309, None),
        ("1e309", None),
        (10**40, None),
        (True, None),
        ([], None),
    ],
)
def test_prices_become_exact_decimal_strings(value: Any, price: str | None) -> None:
    assert fields.price(value) == price


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("eur", "EUR"),
        ("€", "EUR"),
        ("RUR", "RUB"),
        ("$", None),
        ("euros", "EUR"),
        ("xyz", None),
        (None, None),
        ("", None),
    ],
)
def test_a_currency_is_an_iso_code_or_nothing(value: Any, code: str | None) -> None:
    assert fields.currency(value) == code


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00+00:00"),
        ("2024/5/1", "2024-05-01"),
        ("May 1, 2024", "2024-05-01"),
        ("1st May 2024", "2024-05-01"),
        (1714557600, "2024-05-01T10:00:00+00:00"),
        ("1714557600000", "2024-05-01T10:00:00+00:00"),
        ("05/06/2024", None),
        ("2024-13-45", None),
        ("0001-01-01", None),
        ("soon", None),
        (None, None),
    ],
)
def test_dates_become_iso_dates_or_nothing_when_ambiguous(value: Any, date: str | None) -> None:
    assert fields.iso_date(value) == date


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("/a.jpg", "https://example.org/a.jpg"),
        ("//cdn.example.org/a b.jpg", "https://cdn.example.org/a%20b.jpg"),
        ("javascript:alert(1)", None),
        ("data:image/png;base64,AA", None),
        ("http://[bad", None),
        ("", None),
        (7, None),
    ],
)
def test_only_web_urls_are_accepted_and_made_absolute(value: Any, address: str | None) -> None:
    assert fields.web_address(value, "https://example.org/page") == address


@pytest.mark.parametrize("value", ["1e400", "-1e999", "9" * 30, 10**400, float("inf"), float("nan"), "1e9999"])
def test_an_implausible_number_is_ignored(value: Any) -> None:
    assert fields.number(value) is None


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-05-01T00:00:00+23:00", None),
        ("2024-05-01T00:00:00-14:01", None),
        ("2024-05-01T00:00:00+05:30:15.123456", None),
        ("2024-05-01T00:00:00+05:30", "2024-05-01T00:00:00+05:30"),
        ("2024-05-01T00:00:00+14:00", "2024-05-01T00:00:00+14:00"),
        ("2024-05-01T00:00:00Z", "2024-05-01T00:00:00+00:00"),
    ],
)
def test_a_timestamp_with_an_impossible_utc_offset_is_ignored(written: str, date: str | None) -> None:
    assert fields.iso_date(written) == date
