"""Columns recognised by name, by content and by explicit mapping, and canonical rows."""

import time

import pytest

from garner.core.rows.canonical_cells import CellDoubts
from garner.core.rows.column_names import NAMES
from garner.core.rows.column_words import _IDEAS, meaning_of
from garner.core.rows.columns import CANONICAL, ColumnMapping, add_columns, map_columns
from garner.errors import InputError


def test_every_canonical_name_has_synonyms() -> None:
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
        ("Item #", "sku"),
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
        ("Ürün Adı", "title"),
        ("Başlık", "title"),
        ("Açıklama", "description"),
        ("Tytuł", "title"),
    ],
)
def test_a_column_is_recognised_by_its_name(header: str, meaning: str) -> None:
    assert map_columns([header]).by_header == {header: meaning}


@pytest.mark.parametrize(
    ("header", "meaning"),
    [
        ("EAN / GTIN", "gtin"), ("UPC/EAN", "gtin"), ("Barcode (EAN)", "gtin"), ("EAN oder UPC", "gtin"),
        ("Cód. barras", "gtin"), ("Kod EAN", "gtin"), ("\ufeffEAN-Code", "gtin"), ("GTIN-14", "gtin"),
        ("Bezeichnung lang", "title"), ("Artikelbez.", "title"), ("Libellé long", "title"),
        ("Kurzbezeichnung", "title"),
        ("Désignation article", "title"), ("Produktname lang (DE)", "title"), ("Nazwa produktu", "title"),
        ("Mfr Part #", "mpn"), ("Hersteller-Nr.", "mpn"), ("Herst.-Art.-Nr.", "mpn"), ("Réf. fabricant", "mpn"),
        ("Herstellerartikelnummer", "mpn"), ("Manufacturer's Part Number", "mpn"), ("Kod producenta", "mpn"),
        ("Model #", "mpn"), ("Teile-Nr.", "mpn"), ("P/N", "mpn"), ("Mfg P/N", "mpn"), ("Mfr. P/N", "mpn"),
        ("OEM p / n", "mpn"), ("Manufacturer P.N.", "mpn"), ("Hersteller-PN", "mpn"), ("MPN No.", "mpn"),
        ("P/N (manufacturer)", "mpn"), ("MfgPN", "mpn"), ("Part No / P/N", "mpn"), ("Supplier P/N", "sku"),
        ("Art.-Nr.", "sku"), ("Item #", "sku"), ("N° article", "sku"), ("Best.-Nr.", "sku"), ("Cat. No.", "sku"),
        ("Lieferantenartikelnummer", "sku"), ("Supplier SKU", "sku"), ("Codice prodotto", "sku"),
        ("Preis/Stk.", "price"), ("VK netto €", "price"), ("Unit Price (USD)", "price"), ("Prix unitaire HT", "price"),
        ("Net list price", "price"), ("Listenpreis", "price"), ("Price per unit", "price"),
        ("List price currency", "currency"), ("Einzelpreis netto EUR", "price"), ("Cena netto", "price"),
        ("Price/unit", "price"), ("Price per piece", "price"), ("Price ex. VAT", "price"),
        ("Prijs excl. btw", "price"), ("Цена, руб.", "price"), ("価格（円）", "price"), ("Cena, zł", "price"),
        ("商品名（日本語）", "title"), ("Nazwa towaru", "title"), ("Tuotteen nimi", "title"),
        ("Navn på produkt", "title"),
        ("Kat.-Nr.", "sku"), ("Nr kat. producenta", "mpn"), ("Réf. constructeur", "mpn"),
        ("Preis inkl. MwSt.", "price"), ("VK inkl. MwSt.", "price"), ("UVP inkl. MwSt.", "price"),
        ("Preis zzgl. MwSt.", "price"), ("Preis (zzgl. MwSt.)", "price"), ("VK exkl. MwSt. EUR", "price"),
        ("Listenpreis zuzüglich MwSt", "price"), ("amountInclVat", "price"), ("Amount incl. VAT", "price"),
        ("Price VAT incl.", "price"), ("Prix TTC", "price"), ("PreisEUR", "price"), ("Inkl. MwSt.-Preis", "price"),
        ("Marke/Hersteller", "brand"), ("Mfr. Name", "brand"), ("Marca / Fabricante", "brand"),
        ("Bild-URL 1", "image"), ("Main Image Link", "image"), ("URL Produktseite", "url"), ("Link to product", "url"),
        ("Web-Adresse", "url"), ("Produktseite", "url"), ("Link zum Shop", "url"), ("Link zur Produktseite", "url"),
        ("Lien vers le produit", "url"), ("Lien boutique", "url"), ("Enlace a la tienda", "url"),
        ("Enlace al producto", "url"), ("Link al negozio", "url"), ("Link para o produto", "url"),
        ("Link naar winkel", "url"), ("Link do sklepu", "url"), ("Odkaz na produkt", "url"),
        ("Länk till butik", "url"), ("Lenke til produkt", "url"), ("Link zum Bild", "image"),
        ("Currency Code (ISO)", "currency"), ("Warengrp.", "category"), ("Beschreibung (kurz)", "description"),
    ],
)  # fmt: skip
def test_a_column_is_recognised_by_the_words_of_its_name(header: str, meaning: str) -> None:
    assert map_columns([header]).by_header == {header: meaning}


@pytest.mark.parametrize(
    "header",
    [
        "Phone number", "Customer name", "Kunden-Nr.", "Order date", "Image count", "Price valid from", "Preiseinheit",
        "Price unit", "Price list", "Preisliste",
        "Preisgruppe", "Net weight", "Number of pieces", "Hersteller Webseite", "Model 3", "Rabatt %", "Qty / Price",
        "Lieferanten-Nr.", "Category ID", "Delivery time", "Weight (kg)", "S/N", "Mfg S/N", "Y/N", "Customer P/N",
        "P/N Datum", "Shop", "Shop-Name", "Link zum Datenblatt", "Link zum Hersteller", "Link zur Kategorie",
        "Kat.", "ex", "kr", "Teil", "Unit", "Price / unit of measure", "DPH", "Sazba DPH",
        "MwSt.", "MwSt.-Satz", "MwSt.-Betrag", "MwSt-Code", "MwSt.-Nr.", "VAT ID", "VAT code", "Tax amount",
        "Tax category", "Lien fiche technique", "Anzahl Links", "Tienda", "Winkelmaß",
    ],
)  # fmt: skip
def test_a_name_with_a_word_of_another_meaning_is_not_recognised(header: str) -> None:
    assert map_columns([header]).by_header == {}


def test_a_name_of_many_joined_words_is_parsed_in_bounded_time() -> None:
    began = time.process_time()
    for word in _IDEAS:
        assert meaning_of(word * 20 + "x") is None
    assert meaning_of("skus" * 29 + "x") is None
    assert time.process_time() - began < 10


def test_a_name_recognised_word_by_word_must_fit_its_cells() -> None:
    assert map_columns(["Price retail"], sample=[{"Price retail": "Spring 2026"}]).by_header == {}
    assert map_columns(["Price net"], sample=[{"Price net": "1,50"}]).by_header == {"Price net": "price"}


@pytest.mark.parametrize(
    ("header", "cell"),
    [("Seite", "47"), ("Page", "47"), ("Adresse", "Hauptstr. 1"), ("Address", "1 Main St"), ("Web shop", "yes"),
     ("Produktseite", "47"), ("Artikelbild", "front")],
)  # fmt: skip
def test_a_column_with_a_vague_name_is_a_url_only_if_its_cells_are(header: str, cell: str) -> None:
    sample: list[dict[str, object]] = [{"Name": "Pan", header: cell}]
    assert map_columns(["Name", header], sample=sample).by_header == {"Name": "title"}
    found = map_columns(["Name", header], sample=[{header: "https://shop.example/1"}, *sample]).by_header
    assert found[header] in ("url", "image")


@pytest.mark.parametrize("header", ["Seite", "Adresse", "Web shop", "Site"])
def test_a_vague_name_alone_is_not_a_url(header: str) -> None:
    assert map_columns([header]).by_header == {}


def test_a_long_cell_is_rejected_as_a_gtin_in_bounded_time() -> None:
    began = time.process_time()
    cells = ["1" + "." * 99_998 + "x", "." * 99_998 + "x", "1" * 99_998 + "x"]
    assert map_columns(["Artikel-EAN-Nummer"], sample=[{"Artikel-EAN-Nummer": cell} for cell in cells]).by_header == {}
    assert time.process_time() - began < 10
    cells = ["4006381333931", "4.00638E+12", "4006 381 333 931."]
    assert map_columns(["Artikel-EAN-Nummer"], sample=[{"Artikel-EAN-Nummer": cell} for cell in cells]).by_header


def test_a_plain_name_is_preferred_over_one_of_several_words() -> None:
    assert map_columns(["Bezeichnung lang", "Bezeichnung"]).by_header == {"Bezeichnung": "title"}


def test_an_unrecognised_column_stays_raw() -> None:
    assert map_columns(["weight", "title", "colour"]).by_header == {"title": "title"}


def test_the_better_name_of_two_columns_with_one_meaning_is_chosen() -> None:
    assert map_columns(["Manufacturer", "Brand"]).by_header == {"Brand": "brand"}
    assert map_columns(["price", "price_2"]).by_header == {"price": "price"}
    assert map_columns(["List price", "Price"]).by_header == {"Price": "price"}


def test_a_column_of_web_urls_is_the_url_under_any_name() -> None:
    sample = [{"x": "https://shop.example.com/1", "name": "Phone"}, {"x": "https://shop.example.com/2", "name": "TV"}]
    assert map_columns(["name", "x"], None, sample).by_header == {"name": "title", "x": "url"}


def test_a_column_of_picture_urls_is_the_image() -> None:
    sample = [{"x": "https://shop.example.com/1", "y": "https://shop.example.com/1.jpg?w=200"}]
    assert map_columns(["x", "y"], None, sample).by_header == {"x": "url", "y": "image"}


def test_a_column_of_web_urls_overrides_a_vague_name() -> None:
    assert map_columns(["product"], None, [{"product": "https://shop.example.com/1"}]).by_header == {"product": "url"}


def test_an_explicit_mapping_overrides_names_in_either_direction() -> None:
    headers = ["title", "Text", "weight"]
    assert map_columns(headers, {"title": "Text"}).by_header == {"Text": "title"}
    assert map_columns(headers, {"Text": "title"}).by_header == {"Text": "title"}
    assert map_columns(headers, {"sku": "WEIGHT"}).by_header == {
        "title": "title",
        "Text": "description",
        "weight": "sku",
    }


def test_the_canonical_name_comes_first_if_both_names_are_canonical_and_headers() -> None:
    assert map_columns(["title", "brand"], {"title": "brand", "brand": "title"}).by_header == {
        "title": "brand",
        "brand": "title",
    }


@pytest.mark.parametrize("mapping", [{"title": "Nothing"}, {"colour": "weight"}, {"title": "a", "a": "brand"}])
def test_a_mapping_with_an_unknown_column_is_rejected_with_its_field(mapping: dict[str, str]) -> None:
    with pytest.raises(InputError) as refused:
        map_columns(["a", "weight"], mapping)
    assert [field.field for field in refused.value.fields] == ["mapping"]


def test_a_canonical_row_is_trimmed_and_has_no_empty_cells() -> None:
    columns = ColumnMapping({"Name": "title", "Marke": "brand", "Preis": "price", "EAN": "gtin", "SKU": "sku"})
    raw = {"Name": "  Phone ", "Marke": "N/A", "Preis": "1.299,00 €", "EAN": 4006381333931, "SKU": None, "Rest": "x"}
    assert columns.canonical(raw) == {"title": "Phone", "price": 1299, "gtin": "04006381333931"}


def test_a_canonical_row_takes_the_main_value_of_a_nested_cell() -> None:
    columns = ColumnMapping({"brand": "brand", "image": "image", "price": "price"})
    raw = {"brand": {"@type": "Brand", "name": "Acme"}, "image": ["", "https://x.example.com/1.jpg"], "price": 12.5}
    assert columns.canonical(raw) == {"brand": "Acme", "image": "https://x.example.com/1.jpg", "price": 12.5}


def test_added_columns_do_not_change_the_existing_ones() -> None:
    known = ColumnMapping({"Name": "title", "Link": "url"})
    columns = add_columns(known, ["Produktname", "title", "Name", "Seen at"], [{"Seen at": "https://shop.example/pan"}])
    assert list(columns.by_header.items())[:2] == list(known.by_header.items())
    assert columns.by_header.get("title") == "title" and "Seen at" not in columns.by_header
    assert columns.canonical({"Name": " - ", "title": "Pan"}) == {"title": "Pan"}
    assert columns.canonical({"title": "Pot", "Name": "Pan"}) == {"title": "Pan"}


def test_a_column_is_recognised_by_its_content_if_no_other_has_that_meaning() -> None:
    columns = add_columns(
        ColumnMapping({"Name": "title"}), ["Seen at", "Colour"], [{"Seen at": "https://shop.example/pan"}]
    )
    assert columns.by_header == {"Name": "title", "Seen at": "url"}


def test_an_edit_changes_only_the_meaning_of_its_cells() -> None:
    columns = ColumnMapping({"Name": "title", "Title": "title", "Price": "price"})
    normalized: dict[str, object] = {"title": "Wok", "price": "30"}
    raw: dict[str, object] = {"Name": "W-1", "Title": "Wok", "Price": "30"}
    assert columns.apply_edit(normalized, raw | {"Price": "31"}, {"Price": "31"}) == {"title": "Wok", "price": 31}
    assert columns.apply_edit(normalized, raw | {"Title": "Pan"}, {"Title": "Pan"}) == {"title": "Pan", "price": "30"}
    assert columns.apply_edit(normalized, raw | {"Title": ""}, {"Title": ""}) == {"title": "W-1", "price": "30"}
    assert columns.apply_edit(normalized, raw | {"Price": None}, {"Price": None}) == {"title": "Wok"}
    assert columns.apply_edit(normalized, raw, {"Colour": "red"}) == normalized


class TestCanonicalCells:
    def columns(self, *cells: object, header: str = "Preis") -> ColumnMapping:
        return map_columns([header], sample=[{header: cell} for cell in cells])

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("1.234,50", 1234.5), ("1,234.50", 1234.5), ("12,5", 12.5), ("12.50", 12.5), ("1.234.567", 1234567),
            ("0.125", 0.125), ("1 234,50", 1234.5), ("1'234.50", 1234.5), ("€ 1.234,50", 1234.5), ("$1,234.50", 1234.5),
            ("12,50\u00a0€", 12.5), ("1\u202f234,50 €", 1234.5), ("€\u00a01\u00a0234", 1234),
            ("1.234,50 EUR", 1234.5), ("19,-", 19), ("-3", -3), (7, 7), (1.234, 1.234), ("1.2345", 1.2345),
        ],
    )  # fmt: skip
    def test_a_price_becomes_a_number(self, text: object, number: float) -> None:
        assert ColumnMapping({"Preis": "price"}).canonical({"Preis": text}) == {"price": number}

    @pytest.mark.parametrize(
        "text", ["on request", "10-20", "1,2,3", "3,5 kg", "12 34", "1234567890123456", "1.234.56"]
    )
    def test_text_in_a_price_column_stays_text(self, text: str) -> None:
        assert ColumnMapping({"Preis": "price"}).canonical({"Preis": text}) == {"price": text}

    def test_text_with_digits_in_a_price_column_is_reported_once(self) -> None:
        columns, doubts = ColumnMapping({"Preis": "price"}), CellDoubts()
        for text in ("on request", "3,5 kg", "from 10", "12,50"):
            columns.canonical({"Preis": text}, doubts)
        assert doubts.warnings() == ["Column 'Preis': '3,5 kg' is not a number. Such cells are kept as typed."]

    def test_an_ambiguous_number_is_read_in_the_format_of_its_column(self) -> None:
        doubts = CellDoubts()
        german = self.columns("1.234", "12,50", "3,99", "7.5")
        assert german.canonical({"Preis": "1.234"}, doubts) == {"price": 1234}
        assert german.canonical({"Preis": "1,234"}, doubts) == {"price": 1.234}
        english = self.columns("1,234", "12.50", "3.99")
        assert english.canonical({"Preis": "1,234"}, doubts) == {"price": 1234}
        assert english.canonical({"Preis": "€1.234"}, doubts) == {"price": 1.234}
        assert doubts.warnings() == []

    @pytest.mark.parametrize("cells", [(), ("1.234", "5"), ("1,5", "1.5")])
    def test_an_ambiguous_number_stays_as_typed_if_its_column_has_no_clear_format(self, cells: tuple[str, ...]) -> None:
        doubts = CellDoubts()
        assert self.columns("1.234", *cells).canonical({"Preis": "1.234"}, doubts) == {"price": "1.234"}
        (warning,) = doubts.warnings()
        assert "'Preis'" in warning and "'1.234'" in warning

    @pytest.mark.parametrize(
        ("text", "digits"),
        [
            ("4006381333931", "04006381333931"), ("036000291452", "00036000291452"), (36000291452, "00036000291452"),
            ("96385074", "00000096385074"), ("400-6381-333931", "04006381333931"),
            ('="4006381333931"', "04006381333931"),
            ("4006381333931.0", "04006381333931"), ("4.00638133393E+12", "4.00638133393E+12"),
            ("4.00000000001E+12", "4.00000000001E+12"), ("4.00000000002E+12", "04000000000020"),
            ("4,00000000002E+12", "04000000000020"), ("4.006381333931E12", "04006381333931"),
            ("4006381333930", "4006381333930"), ("A-17", "A-17"), ("00000000", "00000000"),
            ("4006381333931,0", "04006381333931"), ("4006381333931,00", "04006381333931"),
            ('="4006381333931.000"', "04006381333931"), (4006381333931.0, "04006381333931"),
            (4.006381333931e12, "04006381333931"), ("4006381333930,0", "4006381333930"), ("17,0", "17,0"),
            ("4.0063813339310E+12", "04006381333931"), ("4.006381333931000E+12", "04006381333931"),
            ("4,006381333931E+012", "04006381333931"), ("+4.006381333931E+12", "04006381333931"),
        ],
    )  # fmt: skip
    def test_a_gtin_becomes_fourteen_digits(self, text: object, digits: str) -> None:
        assert ColumnMapping({"EAN": "gtin"}).canonical({"EAN": text}) == {"gtin": digits}

    @pytest.mark.parametrize("header", ["ISBN", "isbn_10", "EAN / ISBN"])
    @pytest.mark.parametrize(
        ("text", "digits"),
        [
            ("0-306-40615-2", "09780306406157"), ("0306406152", "09780306406157"), ("080442957X", "09780804429573"),
            ("9780306406157", "09780306406157"), ("0306406153", "0306406153"),
        ],
    )  # fmt: skip
    def test_an_isbn_of_ten_digits_becomes_one_of_thirteen(self, header: str, text: str, digits: str) -> None:
        assert ColumnMapping({header: "gtin"}).canonical({header: text}) == {"gtin": digits}

    @pytest.mark.parametrize("text", ["0306406152", "1000000007", "100000007", "100000009"])
    def test_nine_or_ten_digits_are_not_padded_to_a_gtin(self, text: str) -> None:
        assert ColumnMapping({"EAN": "gtin"}).canonical({"EAN": text}) == {"gtin": text}

    def test_digits_lost_by_a_spreadsheet_are_restored_only_if_the_check_digit_is_valid(self) -> None:
        columns, doubts = ColumnMapping({"EAN": "gtin"}), CellDoubts()
        assert columns.canonical({"EAN": "4.00638133393E+12"}, doubts) == {"gtin": "4.00638133393E+12"}
        assert columns.canonical({"EAN": "9.6385074E+07"}, doubts) == {"gtin": "00000096385074"}
        (warning,) = doubts.warnings()
        assert "'EAN'" in warning and "lost digits" in warning and "4.00638133393E+12" in warning

    @pytest.mark.parametrize(
        "cell", ["4.00638E+12", "4.00638E+012", "+4.00638E+12", "4.00638133393E+0012", "4.0063813339315E+12", "4E+20"]
    )
    def test_digits_lost_by_a_spreadsheet_are_reported_in_every_notation(self, cell: str) -> None:
        columns, doubts = map_columns(["Artikel-EAN-Nummer"], sample=[{"Artikel-EAN-Nummer": cell}]), CellDoubts()
        assert columns.canonical({"Artikel-EAN-Nummer": cell}, doubts) == {"gtin": cell}
        (warning,) = doubts.warnings()
        assert f"lost digits of '{cell}'" in warning

    @pytest.mark.parametrize(
        "cell",
        [
            "4006381333930", "4006381333930,0", "400-6381-333930", 4000000000010.0, "12345678",
            "4.006381333930E+12", "4.0063813339300E+12",
        ],
    )  # fmt: skip
    def test_a_wrong_check_digit_is_reported_once_with_its_column_and_line(self, cell: object) -> None:
        columns, doubts = ColumnMapping({"EAN": "gtin"}), CellDoubts()
        columns.canonical({"EAN": "4006381333931"}, doubts, 2)
        for line in range(3, 100):
            columns.canonical({"EAN": cell}, doubts, line)
        (warning,) = doubts.warnings()
        assert warning.startswith("Column 'EAN', line 3: the check digit of '") and "is wrong" in warning

    @pytest.mark.parametrize(
        "cell", ["A-17", "00000000", "1234567", "123456789", "0306406152", "12345678901", "1" * 15]
    )
    def test_a_number_of_another_length_is_not_reported_as_a_wrong_gtin(self, cell: str) -> None:
        doubts = CellDoubts()
        assert ColumnMapping({"EAN": "gtin"}).canonical({"EAN": cell}, doubts, 2) == {"gtin": cell}
        assert doubts.warnings() == []
