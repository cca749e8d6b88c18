"""Open Graph properties, which pages provide for link previews."""

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.page.document import Document
from garner.extraction.page.titles import without_site_name

URL = "https://www.potshop.example/p/pan"


def page(**properties: str) -> bytes:
    metas = "".join(
        f'<meta property="{name.replace("__", ":")}" content="{value}">' for name, value in properties.items()
    )
    return f"<html lang=en><head>{metas}</head><body></body></html>".encode()


def product(**properties: str) -> Record | None:
    return extract(page(**properties), url=URL, charset=None, kinds=[Kind.PRODUCT]).records.get(Kind.PRODUCT)


def test_properties_keep_their_order_and_empty_ones_are_dropped() -> None:
    body = (
        b'<meta property="og:image" content="/a"><meta name="OG:Image" content="/b"><meta property="og:url" content="">'
    )
    assert Document(body, url=URL, charset=None).open_graph == {"og:image": ["/a", "/b"]}


def test_a_product_is_read_from_catalogue_properties() -> None:
    found = product(
        og__type="product", og__title="Pan 24 cm | Potshop", og__site_name="Potshop", og__image="/pan.jpg",
        product__price__amount="19.90", product__price__currency="EUR", product__availability="in stock",
        product__brand="Acme", product__retailer_item_id="P-1", product__original_price__amount="24.90",
    )  # fmt: skip
    assert found is not None
    names = ("name", "price", "currency", "list_price", "availability", "brand", "sku")
    told = tuple(found.data[name] for name in names)
    assert told == ("Pan 24 cm", "19.90", "EUR", "24.90", "in_stock", "Acme", "P-1")
    assert found.data["images"] == [{"url": "https://www.potshop.example/pan.jpg", "alt": None, "position": 0}]
    assert found.sources["price"].rung == "open_graph"


def test_a_page_with_only_the_product_type_gives_no_product() -> None:
    assert product(og__type="product", og__title="Our story") is None


def test_a_price_of_zero_is_ignored() -> None:
    found = product(og__title="Pan", product__price__amount="0", product__brand="Acme")
    assert found is not None
    assert found.data["price"] is None


def test_the_name_of_the_site_is_removed_from_a_title() -> None:
    assert without_site_name("Pan - 24 cm - Potshop.example", None, "www.potshop.example") == "Pan - 24 cm"
    assert without_site_name("Buy Red Pan | Pot Shop", "Pot Shop", "x.example") == "Red Pan"
    assert without_site_name("Pan - blue", "Potshop", "potshop.example") == "Pan - blue"
    assert without_site_name("", None, "") == ""
