import pytest

from garner.core.matching.description import amount, describe
from garner.core.matching.words import codes_of, fold_text, joins_of, stem_of, words_of


@pytest.mark.parametrize(
    ("written", "also"),
    [
        ("4 GB", "4gb"),
        ("8-port", "8 ports"),
        ("26''", "26 inch"),
        ("Version v8.0", "version 8"),
        ("Warlords III", "warlords 3"),
        ("Pro Std", "professional standard"),
        ("Café", "cafe"),
        ("Typing (Win 98 Me 2000 XP)", "typing windows"),
        ("Hoyle (Jewel Case)", "hoyle"),
    ],
)
def test_different_spellings_of_shops_give_the_same_words(written: str, also: str) -> None:
    assert words_of(fold_text(written)) == words_of(fold_text(also))


def test_an_operating_system_that_is_the_product_is_kept() -> None:
    assert words_of(fold_text("Windows XP Professional")) == ("windows", "xp", "professional")


def test_a_unit_after_a_bracket_is_not_joined_to_a_number() -> None:
    assert words_of(fold_text("elements 3.0 [ lb ]")) == ("elements", "3", "lb")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Panasonic KX-TG9343T phone", ("kxtg9343t",)),
        ("garmin 010-10823-00 mount", ("0101082300",)),
        ("olympus ds-40 recorder", ("ds40",)),
        ("vaio VGNNS190J/S", ("vgnns190js", "vgnns190j")),
        ("8-port 3-in-1 500gb 1080p 40x zoom", ()),
        ("office 2007", ()),
    ],
)
def test_model_numbers_are_distinguished_from_words_and_measures(text: str, codes: tuple[str, ...]) -> None:
    assert codes_of(fold_text(text)) == codes


def test_a_model_number_with_separators_is_joined() -> None:
    assert "coolpixs60" in joins_of("nikon coolpix s60 camera")
    assert stem_of("dvpfx820p") == "dvpfx820"


@pytest.mark.parametrize(
    ("written", "price"),
    [
        ("$1,299.00", 1299.0), ("1.299,00 €", 1299.0), ("1.299", 1299.0), ("12.5", 12.5), ("12,50", 12.5),
        ("1,234,567", 1234567.0), (7, 7.0), ("0", None), ("", None), (None, None), ("call us", None),
        (float("nan"), None), (10**400, 1e99),
    ],
)  # fmt: skip
def test_prices_are_parsed_in_every_notation(written: object, price: float | None) -> None:
    assert amount(written) == price


def test_only_a_gtin_with_a_valid_check_digit_is_accepted() -> None:
    assert describe({"gtin": "4006381333931"}).gtin == describe({"gtin": "04006381333931"}).gtin != None  # noqa: E711
    assert describe({"gtin": "4006381333932"}).gtin is None
    assert describe({"gtin": "does not apply"}).gtin is None


@pytest.mark.parametrize(
    "value", ["", " ", "\x00", "-/-", "…", "a" * 100_000, "½ ² ٣", "日本 語 12", 7, None, ["x"], {}]
)
def test_no_cell_value_raises_an_error(value: object) -> None:
    names = ("title", "brand", "mpn", "sku", "gtin", "price", "description")
    assert describe(dict.fromkeys(names, value)).words is not None
