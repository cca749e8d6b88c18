"""Pay as written in job advertisements."""

import pytest

from garner.extraction.values.pay import as_text, read_pay


@pytest.mark.parametrize(
    ("line", "country", "least", "most", "currency", "period"),
    [
        ("$120,000 - $150,000 a year", "US", "120000", "150000", "USD", "year"),
        ("60k-75k EUR", None, "60000", "75000", "EUR", None),
        ("£45k p.a.", "GB", "45000", None, "GBP", "year"),
        ("15 €/Std.", "DE", "15", None, "EUR", "hour"),
        ("Gehalt: 45.000 – 55.000 € brutto/Jahr", "DE", "45000", "55000", "EUR", "year"),
        ("Bruttojahresgehalt ab 52.000 €", "AT", "52000", None, "EUR", "year"),
        ("Rémunération : 35 à 40 k€ brut annuel", "FR", "35000", "40000", "EUR", "year"),
        ("Salaire : 2 500 € par mois", "FR", "2500", None, "EUR", "month"),
        ("Salario: 1.800 € mensuales", "ES", "1800", None, "EUR", "month"),
        ("RAL 30.000 - 35.000 euro", "IT", "30000", "35000", "EUR", "year"),
        ("15 000 - 20 000 zł brutto miesięcznie", "PL", "15000", "20000", "PLN", "month"),
        ("от 150 000 до 200 000 руб. в месяц", "RU", "150000", "200000", "RUB", "month"),
        ("Lön: 35 000 kr/månad", "SE", "35000", None, "SEK", "month"),
        ("€ 2.800 - € 3.500 per maand", "NL", "2800", "3500", "EUR", "month"),
        ("R$ 5.000,00 por mês", "BR", "5000", None, "BRL", "month"),
        ("CTC: ₹12,00,000 per annum", "IN", "1200000", None, "INR", "year"),
        ("12-15 LPA", "IN", "1200000", "1500000", "INR", "year"),
        ("年収500万円～700万円", "JP", "5000000", "7000000", "JPY", "year"),
        ("up to $90/hour", "US", None, "90", "USD", "hour"),
        ("Pay: $18.50 per hour", "US", "18.50", None, "USD", "hour"),
        ("£12.50ph", "GB", "12.50", None, "GBP", "hour"),
        ("401k match, salary $80K–$95K", "US", "80000", "95000", "USD", None),
        ("The pay range for this role is 90,000 - 110,000 USD per year.", "US", "90000", "110000", "USD", "year"),
    ],
)
def test_pay_is_read(
    line: str, country: str | None, least: str | None, most: str | None, currency: str, period: str | None
) -> None:
    pay = read_pay(line, country)
    assert pay is not None
    assert (as_text(pay.minimum), as_text(pay.maximum), pay.currency, pay.period) == (least, most, currency, period)


@pytest.mark.parametrize(
    "line",
    [
        "We raised $50M in funding",
        "We manage $5bn a year",
        "$25 gift card",
        "Salary negotiable, 30 days holiday",
        "25 days of holiday per year",
        "since 2019 we pay fairly",
        "save up to $500 a year on energy",
        "Posted 3 March 2024",
        "Salary: competitive",
        "Our salaries come to $5,000 million in all",
        "Membership costs $120 a year",
        "Referral bonus of $2,000 per year",
        "99999999999999999999 EUR per year",
        "",
    ],
)
def test_other_money_is_not_pay(line: str) -> None:
    assert read_pay(line, "US") is None


def test_a_bare_number_is_pay_only_after_a_label() -> None:
    assert read_pay("40000-50000", "US") is None
    pay = read_pay("40000-50000", "US", is_labelled=True)
    assert pay is not None and (pay.minimum, pay.maximum, pay.currency) == (40000, 50000, None)
