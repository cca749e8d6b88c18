"""Columns by name, by content and by what somebody says, and rows in canonical words."""

import pytest

from garner.core.column_names import NAMES
from garner.core.columns import CANONICAL, Columns, add_columns, map_columns, summary
from garner.errors import InputError


def test_every_canonical_name_has_names() -> None:
    assert tuple(NAMES) == CANONICAL
    assert all(map_columns([name]).by_header[name] for names in NAMES.values() for name in names)


@pytest.mark.parametrize(
    ("header", "meaning"),
    [
        ("Product Name", "title"),
        ("product_name", "title"),
        ("productName", "title"),
        ("Artikelbezeichnung", "title"),
        ("Título", "title"),
        ("TITRE", "title"),
        ("Наименование", "title"),
        ("商品名称", "title"),
        ("Title (EN)", "title"),
        ("Hersteller", "brand"),
        ("Marque", "brand"),
        ("Artikel-Nr.", "sku"),
        ("Item #", "title"),
        ("Model No.", "mpn"),
        ("Manufacturer Part Number", "mpn"),
        ("EAN-13", "gtin"),
        ("Código de barras", "gtin"),
        ("Штрих-код", "gtin"),
        ("href", "url"),
        ("Product URL", "url"),
        ("Preis (EUR)", "price"),
        ("price_usd", "price"),
        ("Währung", "currency"),
        ("Warengruppe", "category"),
        ("Beschreibung", "description"),
        ("Main Image URL", "image"),
        ("ID", "id"),
    ],
)
def test_a_column_is_known_by_its_name(header: str, meaning: str) -> None:
    assert map_columns([header]).by_header == {header: meaning}


def test_a_column_that_means_nothing_stays_raw() -> None:
    assert map_columns(["weight", "title", "colour"]).by_header == {"title": "title"}


def test_of_two_columns_for_one_meaning_the_better_name_wins() -> None:
    assert map_columns(["Manufacturer", "Brand"]).by_header == {"Brand": "brand"}
    assert map_columns(["price", "price_2"]).by_header == {"price": "price"}
    assert map_columns(["List price", "Price"]).by_header == {"Price": "price"}


def test_a_column_of_web_addresses_is_the_url_whatever_it_is_called() -> None:
    sample = [{"x": "https://shop.example.com/1", "name": "Phone"}, {"x": "https://shop.example.com/2", "name": "TV"}]
    assert map_columns(["name", "x"], None, sample).by_header == {"name": "title", "x": "url"}


def test_a_column_of_addresses_of_pictures_is_the_image() -> None:
    sample = [{"x": "https://shop.example.com/1", "y": "https://shop.example.com/1.jpg?w=200"}]
    assert map_columns(["x", "y"], None, sample).by_header == {"x": "url", "y": "image"}


def test_a_column_of_web_addresses_is_not_what_a_vague_name_says() -> None:
    assert map_columns(["product"], None, [{"product": "https://shop.example.com/1"}]).by_header == {"product": "url"}


def test_what_somebody_says_goes_before_names_in_either_direction() -> None:
    headers = ["title", "Text", "weight"]
    assert map_columns(headers, {"title": "Text"}).by_header == {"Text": "title"}
    assert map_columns(headers, {"Text": "title"}).by_header == {"Text": "title"}
    assert map_columns(headers, {"sku": "WEIGHT"}).by_header == {
        "title": "title",
        "Text": "description",
        "weight": "sku",
    }


def test_where_both_names_are_canonical_and_headers_the_canonical_name_comes_first() -> None:
    assert map_columns(["title", "brand"], {"title": "brand", "brand": "title"}).by_header == {
        "title": "brand",
        "brand": "title",
    }


@pytest.mark.parametrize("mapping", [{"title": "Nothing"}, {"colour": "weight"}, {"title": "a", "a": "brand"}])
def test_a_mapping_that_names_what_is_not_there_is_refused_with_its_field(mapping: dict[str, str]) -> None:
    with pytest.raises(InputError) as refused:
        map_columns(["a", "weight"], mapping)
    assert [field.field for field in refused.value.fields] == ["mapping"]


def test_a_canonical_row_is_trimmed_and_without_what_is_empty() -> None:
    columns = Columns({"Name": "title", "Marke": "brand", "Preis": "price", "EAN": "gtin", "SKU": "sku"})
    raw = {"Name": "  Phone ", "Marke": "N/A", "Preis": "1.299,00 €", "EAN": 4006381333931, "SKU": None, "Rest": "x"}
    assert columns.canonical(raw) == {"title": "Phone", "price": "1.299,00 €", "gtin": "4006381333931"}


def test_a_canonical_row_takes_the_heart_of_what_is_nested() -> None:
    columns = Columns({"brand": "brand", "image": "image", "price": "price"})
    raw = {"brand": {"@type": "Brand", "name": "Acme"}, "image": ["", "https://x.example.com/1.jpg"], "price": 12.5}
    assert columns.canonical(raw) == {"brand": "Acme", "image": "https://x.example.com/1.jpg", "price": "12.5"}


def test_a_summary_is_short_and_always_has_the_same_four() -> None:
    assert summary({"title": "T" * 500, "price": "1"}) == {"title": "T" * 200, "brand": None, "sku": None, "url": None}


def test_columns_that_are_added_leave_the_others_what_they_are() -> None:
    known = Columns({"Name": "title", "Link": "url"})
    columns = add_columns(known, ["Produktname", "title", "Name", "Seen at"], [{"Seen at": "https://shop.example/pan"}])
    assert list(columns.by_header.items())[:2] == list(known.by_header.items())
    assert columns.by_header.get("title") == "title" and "Seen at" not in columns.by_header
    assert columns.canonical({"Name": " - ", "title": "Pan"}) == {"title": "Pan"}
    assert columns.canonical({"title": "Pot", "Name": "Pan"}) == {"title": "Pan"}


def test_a_column_is_known_by_its_content_where_no_other_means_the_same() -> None:
    columns = add_columns(Columns({"Name": "title"}), ["Seen at", "Colour"], [{"Seen at": "https://shop.example/pan"}])
    assert columns.by_header == {"Name": "title", "Seen at": "url"}


def test_an_edit_changes_what_its_cells_mean_and_nothing_else() -> None:
    columns = Columns({"Name": "title", "Title": "title", "Price": "price"})
    normalized: dict[str, object] = {"title": "Wok", "price": "30"}
    raw: dict[str, object] = {"Name": "W-1", "Title": "Wok", "Price": "30"}
    assert columns.edited(normalized, raw | {"Price": "31"}, {"Price": "31"}) == {"title": "Wok", "price": "31"}
    assert columns.edited(normalized, raw | {"Title": "Pan"}, {"Title": "Pan"}) == {"title": "Pan", "price": "30"}
    assert columns.edited(normalized, raw | {"Title": ""}, {"Title": ""}) == {"title": "W-1", "price": "30"}
    assert columns.edited(normalized, raw | {"Price": None}, {"Price": None}) == {"title": "Wok"}
    assert columns.edited(normalized, raw, {"Colour": "red"}) == normalized
