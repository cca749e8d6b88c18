"""Prices in the notations of real pages, and their currencies."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.extraction.values.currencies import CODES, country_of, currency_code
from garner.extraction.values.prices import exact_amount, in_shortest_form, money_in, without_false_decimals


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("was £50 now £39.95", [("50", "GBP"), ("39.95", "GBP")]),
        ("1.299,00 €", [("1299.00", "EUR")]),
        ("€ 5,-", [("5", "EUR")]),
        ("35€99", [("35.99", "EUR")]),
        ("12.500 KWD", [("12.500", "KWD")]),
        ("R$ 1.234,56", [("1234.56", "BRL")]),
        ("1 890 р.", [("1890", "RUB")]),
        ("Size 42, 3 colours, 100 % cotton", []),
        ("Leather 12.99", []),
        ("12,50 – 18,00 €", [("12.50", "EUR")]),
        ("Vintage 2019 – 18,00 €", [("18.00", "EUR")]),
        ("Model R9F", []),
    ],
)
def test_amounts_with_a_currency_sign_are_found_in_a_line(text: str, found: list[tuple[str, str]]) -> None:
    assert [(str(money.amount), money.currency) for money in money_in(text)] == found


@pytest.mark.parametrize(
    ("written", "country", "code"),
    [
        ("$", None, None),
        ("$", "US", "USD"),
        ("$", "CA", "CAD"),
        ("$", "DE", None),
        ("kr", None, None),
        ("kr", "NO", "NOK"),
        ("kr.", "DK", "DKK"),
        ("Rs", "PK", "PKR"),
        ("Rs.", None, "INR"),
        ("¥", "CN", "CNY"),
        ("¥", None, "JPY"),
        ("руб.", "BY", "BYN"),
        ("NT$", None, "TWD"),
        ("euros", None, "EUR"),
        ("rur", None, "RUB"),
        ("XYZ", "US", None),
        ("", "US", None),
    ],
)
def test_an_ambiguous_sign_means_the_currency_of_the_country(
    written: str, country: str | None, code: str | None
) -> None:
    assert currency_code(written, country) == code


@pytest.mark.parametrize(
    ("url", "language", "country"),
    [
        ("https://shop.example.ca/p", "en", "CA"),
        ("https://shop.example.co.uk/p", None, "GB"),
        ("https://example.com/en-ca/p", "en", "CA"),
        ("https://example.com/ie/en/p", "en", "IE"),
        ("https://example.com/p", "en-AU", "AU"),
        ("https://example.com/p", "sv", "SE"),
        ("https://example.com/p", "en", "US"),
        ("https://example.com/p", "es", None),
        ("https://example.co/p", "es", None),
        ("https://example.co/p", "es-CO", "CO"),
        ("http://[bad", "en", None),
    ],
)
def test_the_country_is_derived_from_host_url_and_language(url: str, language: str | None, country: str | None) -> None:
    assert country_of(url, language) == country


def test_three_digits_after_a_point_are_thousands_unless_the_currency_has_mills() -> None:
    assert exact_amount("1.299", "EUR") == 1299
    assert exact_amount("1.299", "KWD") == Decimal("1.299")


def test_a_currency_without_cents_has_no_decimals() -> None:
    assert without_false_decimals("24.990", "CLP") == "24990"
    assert without_false_decimals("24.990", "EUR") == "24.990"
    assert without_false_decimals(24.99, "CLP") == 24.99


@given(st.text(max_size=400))
def test_no_text_makes_the_price_reader_fail(text: str) -> None:
    assert all(money.amount.is_finite() for money in money_in(text))
    assert all(money.currency is None or money.currency in CODES for money in money_in(text))


@pytest.mark.cpu_seconds(5)
@pytest.mark.parametrize("piece", ["1", "1 ", "1.", "€", "$ ", "orders ", "free ", "1€", "kr"])
def test_very_long_text_is_searched_for_prices_in_bounded_time(piece: str) -> None:
    list(money_in(piece * 100_000))


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("₹ 1,29,999", ["129999"]),
        ("₹1,29,999.00", ["129999.00"]),
        ("Rs. 12,34,567", ["1234567"]),
        ("1,29,999 ₹", ["129999"]),
        ("$1,29", ["1.29"]),
        ("$1,29,99", []),
        ("£12,5,1", []),
    ],
)
def test_lakhs_are_grouped_by_two_and_part_of_a_number_is_not_an_amount(text: str, amounts: list[str]) -> None:
    assert [str(money.amount) for money in money_in(text)] == amounts


@pytest.mark.parametrize("text", ["Yamaha R6 Fairing", "SR500 tank", "185R14 tyre", "Golf R32", "500TL"])
def test_a_letter_of_a_model_name_is_not_a_currency(text: str) -> None:
    assert not list(money_in(text)) and not list(money_in(text, "US"))


def test_rands_need_a_space_a_group_cents_or_a_south_african_page() -> None:
    for text, country in (("R 6", None), ("R6.00", None), ("R1,299", "US"), ("R6", "ZA")):
        assert [money.currency for money in money_in(text, country)] == ["ZAR"], text


def test_equal_amounts_have_one_shortest_form() -> None:
    forms = [in_shortest_form(written) for written in ("12.50", "12.5", "100", "1E+2", "0.00", None, "dear")]
    assert forms == ["12.5", "12.5", "100", "100", "0", None, "dear"]
