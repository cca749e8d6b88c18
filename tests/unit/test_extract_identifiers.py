"""The numbers and names that identify products."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.extraction.values.identifiers import brand_name, gtin, has_right_check_digit, seller_number


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("4006381333931", "4006381333931"),
        ("EAN: 4006381333931.", "4006381333931"),
        ("EAN13#4006381333931", "4006381333931"),
        ("4 006381 333931", "4006381333931"),
        ("036000291452", "036000291452"),
        ("96385074", "96385074"),
        ("10614141543219", "10614141543219"),
        ("ISBN-13: 978-3-16-148410-0", "9783161484100"),
        ("ISBN-10: 0-306-40615-2", "9780306406157"),
        ("080442957X", "9780804429573"),
    ],
)
def test_a_gtin_is_read_in_every_notation(written: str, digits: str) -> None:
    assert gtin(written) == digits


@pytest.mark.parametrize("written", [None, "", "4006381333932", "123", "00000000", "0000000000", "1" * 15, "AB-1234"])
def test_a_number_without_a_valid_check_digit_is_not_a_gtin(written: str | None) -> None:
    assert gtin(written) is None


@given(st.text(alphabet="0123456789", min_size=12, max_size=12).filter(lambda digits: digits.strip("0")))
def test_exactly_one_of_the_ten_check_digits_is_valid(digits: str) -> None:
    assert sum(has_right_check_digit(digits + last) for last in "0123456789") == 1


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("SKU: AB-12", "AB-12"),
        ("Art.-Nr. 4711", "4711"),
        ("Item # 99", "99"),
        ("ART-123", "ART-123"),
        ("SKU 77", "77"),
        ("Ref.: X9", "X9"),
        (" 466/7999 ", "466/7999"),
        ("REF", "REF"),
        ("N/A", None),
        ("Does not apply", None),
        ("--", None),
        (None, None),
    ],
)
def test_the_label_of_a_seller_number_is_removed(written: str | None, number: str | None) -> None:
    assert seller_number(written) == number


@pytest.mark.parametrize(
    ("written", "brand"),
    [
        ("Brand: Acme", "Acme"),
        ("Visit the Acme Store", "Acme"),
        ("Besuchen Sie den Acme-Store", "Acme"),
        ("Acme®", "Acme"),
        ("More articles of the brand: Acme", "Acme"),
        ("Weitere Artikel der Marke: Acme", "Acme"),
        ("More products from Acme", "Acme"),
        ("Mehr von Acme", "Acme"),
        ("Voir tous les produits de la marque Acme", "Acme"),
        ("All Clad", "All Clad"),
        ("Marc O'Polo", "Marc O'Polo"),
        ("Merkur", "Merkur"),
        ("A$AP", "A$AP"),
        ("% Arabica", "% Arabica"),
        ("Se Mark", "Se Mark"),
        ("Unbranded", None),
        ("Sin marca", None),
        ("n/a", None),
        (None, None),
    ],
)
def test_labels_around_a_brand_are_removed(written: str | None, brand: str | None) -> None:
    assert brand_name(written) == brand


@pytest.mark.parametrize(
    "written",
    [
        "$metabrand",
        "$product.brand$",
        "$$brand$$",
        "$!brand",
        "$!{brand}",
        "$brand->name",
        "#{brand}",
        "@Model.Brand",
        "{{ product.vendor }}",
        "{brand}",
        "${brand}",
        "<%= brand %>",
        "%BRAND_NAME%",
        "##brand##",
        "__BRAND__",
        "[object Object]",
        "[brand]",
    ],
)
def test_a_template_placeholder_is_neither_a_brand_nor_a_number(written: str) -> None:
    assert brand_name(written) is None
    assert seller_number(written) is None


@pytest.mark.parametrize(
    "written",
    [
        "more articles of the brand:",
        "More from this brand",
        "View all products of this brand",
        "Weitere Artikel der Marke:",
        "Mehr von diesem Hersteller",
        "Alle Produkte des Herstellers",
        "Voir tous les produits de la marque",
        "Ver todos los productos de la marca",
        "Altri prodotti del produttore",
        "Altri articoli del marchio:",
        "Fler produkter av märket:",
        "Zur Marke",
        "Zum Hersteller",
        "Meer van dit merk",
        "Visa fler från varumärket",
        "Zobacz wszystkie produkty marki",
        "Все товары бренда",
        "Brand:",
        "The brand:",
    ],
)
def test_a_label_without_a_name_is_not_a_brand(written: str) -> None:
    assert brand_name(written) is None


@pytest.mark.parametrize("written", ["The brand", "Hersteller", "La Marca", "Merk"])
def test_a_bare_label_in_visible_text_is_not_a_brand(written: str) -> None:
    assert brand_name(written, is_shown=True) is None


@pytest.mark.parametrize("written", ["La Marca", "Maker", "Merk"])
def test_a_brand_in_markup_that_equals_a_label_is_kept(written: str) -> None:
    assert brand_name(written) == written


@given(st.text(max_size=300))
def test_no_text_makes_the_identifier_readers_fail(text: str) -> None:
    digits = gtin(text)
    assert digits is None or has_right_check_digit(digits)
    seller_number(text)
    brand_name(text)
