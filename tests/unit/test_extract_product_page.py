"""Products on pages without markup: in the style of common shop systems and of older pages."""

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.product.category import Crumb, category_path
from garner.extraction.kinds.product.lines import shop_lines
from garner.extraction.page.document import Document
from garner.extraction.page.lines import MAX_VISITS
from garner.extraction.values.identifiers import number_in_address

SHOP = "https://shop.example"


def product(
    body: str, url: str = "https://shop.example.com/p/pan", title: str = "Red Pan 24 cm | Potshop"
) -> Record | None:
    page = f"<html lang=en><head><title>{title}</title></head><body>{body}</body></html>"
    return extract(page.encode(), url=url, charset=None, kinds=[Kind.PRODUCT]).records.get(Kind.PRODUCT)


def fields_of(found: Record | None, *names: str) -> tuple[object, ...]:
    assert found is not None
    return tuple(found.data[name] for name in names)


HEADER = "<header><nav><a href=/>Home</a></nav><div class=mini-cart>Cart: $0.00</div></header>"
WOO = """<nav class="woocommerce-breadcrumb"><a>Home</a> / <a>Kitchen</a> / <a>Pans</a> / Red Pan 24 cm</nav>
<div class="product"><h1 class="product_title">Red Pan 24 cm</h1>
<p class="price"><del><span class="amount">$49.00</span></del>
<ins><span class="amount">$39.00</span></ins></p><p class="stock in-stock">12 in stock</p>
<form class="cart"><button class="single_add_to_cart_button">Add to cart</button></form>
<div class="product_meta"><span>SKU: <span class="sku">RP-24</span></span></div></div>
<section class="related products"><h2>Related</h2><a><h2>Lid</h2><span class="price">$9.00</span></a></section>"""
MAGENTO = """<h1 class="page-title"><span>Red Pan 24 cm</span></h1>
<div class="product-info-price"><span class="special-price">
<span class="price">19,90 €</span></span><span class="old-price">Statt <span class="price">24,90 €</span></span></div>
<div class="tax">inkl. MwSt., zzgl. Versand 4,90 €</div><div class="stock available"><span>Auf Lager</span></div>
<button id="product-addtocart-button"><span>In den Warenkorb</span></button>
<table><tr><th>Hersteller</th><td>Acme</td></tr><tr><th>EAN</th><td>4006381333931</td></tr></table>"""
SHOPIFY = """<div class="product__vendor">Acme</div><h1>Red Pan 24 cm</h1>
<div class="price__container"><div class="price__regular">
<span class="visually-hidden">Regular price</span><span class="price-item">$25.50 USD</span></div></div>
<button name="add" class="product-form__submit">Add to cart</button>"""
CUT_UP = """<h1>Red Pan 24 cm</h1><div class="price"><span>$</span><span>1,299</span><sup>95</sup></div>
<button>Buy now</button>"""
OLD = """<table><tr><td><h1>Red Pan 24 cm</h1><font size=2>Our Price: <b>$15.95</b>
<br>Item #: 4711-A<br>Brand: Acme</font>
<form action=/cgi-bin/cart><input type=submit value="Add to Cart"></form></td></tr></table>"""
FRENCH = """<h1>Red Pan 24 cm</h1><p>Marque : Acme</p><p>Prix : 12,44 € + 6,99 € Livraison</p><p>Rupture de stock</p>
<p>Référence : AB123</p>"""


@pytest.mark.parametrize(
    ("body", "price", "currency"),
    [
        (WOO, "39.00", "USD"), (MAGENTO, "19.90", "EUR"), (SHOPIFY, "25.50", "USD"), (CUT_UP, "1299.95", "USD"),
        (OLD, "15.95", "USD"), (FRENCH, "12.44", "EUR"),
    ],
    ids=("woo", "magento", "shopify", "cut_up", "old", "french"),
)  # fmt: skip
def test_name_and_price_are_found_without_markup(body: str, price: str, currency: str) -> None:
    found = product(HEADER + body)
    assert fields_of(found, "name", "price", "currency") == ("Red Pan 24 cm", price, currency)


def test_the_fields_around_the_price_are_read() -> None:
    assert fields_of(product(WOO), "list_price", "availability", "sku", "category") == (
        "49.00", "in_stock", "RP-24", "Kitchen > Pans",
    )  # fmt: skip
    assert fields_of(product(MAGENTO), "list_price", "availability", "brand", "gtin") == (
        "24.90", "in_stock", "Acme", "4006381333931",
    )  # fmt: skip
    assert fields_of(product(SHOPIFY), "brand", "availability") == ("Acme", "in_stock")
    assert fields_of(product(OLD), "sku", "brand") == ("4711-A", "Acme")
    assert fields_of(product(FRENCH), "availability", "brand", "sku") == ("out_of_stock", "Acme", "AB123")


def test_a_dollar_is_the_dollar_of_the_shops_country() -> None:
    assert fields_of(product(OLD, url="https://potshop.example.ca/pan"), "currency") == ("CAD",)


def test_the_lower_of_two_adjacent_prices_is_the_price() -> None:
    body = "<h1>Red Pan 24 cm</h1><div>1 529 ₽</div><div>899 ₽</div><button>В корзину</button>"
    assert fields_of(product(body), "price", "list_price") == ("899", "1529")


@pytest.mark.parametrize(
    "other",
    [
        "<div class=price>Was $49.00</div>",
        "<div class=old-price>$49.00</div>",
        "<div class=price>Shipping $34.90</div>",
        "<div class=price>$34.90 / kg</div>",
        "<div class=price>or $34.90 per month</div>",
        "<div class=upsell><div class=price>$34.90</div></div>",
    ],
)
def test_amounts_that_are_not_the_price_are_ignored(other: str) -> None:
    body = f"<h1>Red Pan 24 cm</h1>{other}<div>$39.00</div><button>Add to cart</button>"
    assert fields_of(product(body), "price") == ("39.00",)


def test_a_price_below_the_heading_of_another_product_is_ignored() -> None:
    body = "<h1>Red Pan 24 cm</h1><h2><a href=/lid>Lid</a></h2><div class=price>$9.00</div><button>Add to cart</button>"
    assert product(body) is None


def test_a_brand_in_both_a_script_and_the_name_is_used() -> None:
    body = SHOPIFY.replace("product__vendor", "x").replace("Red Pan", "Acme-Ware Pan")
    script = '<script>push({"brand": "Potshop"}, {"brand":{"@id": "1", "name":"ACME WARE"}})</script>'
    assert fields_of(product(body + script, title="Acme-Ware Pan 24 cm"), "brand") == ("Acme-Ware",)


def test_a_sold_out_item_without_a_price_is_a_product() -> None:
    body = "<h1>Red Pan 24 cm</h1><div id=availability>Currently unavailable.</div><p>SKU: RP-24</p>"
    assert fields_of(product(body), "price", "availability", "sku") == (None, "out_of_stock", "RP-24")


def test_the_words_before_the_name_in_the_title_are_the_brand() -> None:
    assert fields_of(product(SHOPIFY.replace("product__vendor", "x"), title="Acme Red Pan 24 cm | Shop"), "brand") == (
        "Acme",
    )


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Red Pan 24 cm</h1><p>A review of the pan. It costs about $40.</p>",
        "<h1>Soup</h1><p>$2.10 per serving</p><ul><li>1 onion ($0.30)</li></ul><button>Print</button>",
        "<h1>Pans</h1>" + "".join(
            f"<div><h2><a href=/{n}>Pan {n}</a></h2><span class=price>${n}.00</span><button>Add to cart</button></div>"
            for n in range(10, 22)
        ),
        "<h1>Cart</h1><p>Free shipping on orders over $49</p><a href=/>Continue</a>",
        "<h1>About us</h1><p>We sell pans.</p>",
        "",
    ],
    ids=("article", "recipe", "list", "cart", "about", "empty"),
)  # fmt: skip
def test_a_page_that_does_not_sell_one_product_gives_no_record(body: str) -> None:
    assert product(HEADER + body) is None


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("https://x.example/sealy-mattress/418295.htm", "418295"),
        ("https://x.example/shirt-15213589.html", "15213589"),
        ("https://x.example/store/122?pid=260591", "260591"),
        ("https://x.example/dp/B07FW264WL", "B07FW264WL"),
        ("https://x.example/red-pan-24", None),
        ("http://[bad", None),
    ],
)
def test_the_article_number_is_read_from_the_url(url: str, number: str | None) -> None:
    assert number_in_address(url) == number


def test_a_category_is_the_breadcrumbs_without_the_first_and_last() -> None:
    trail = [Crumb(name) for name in ("Home", "Kitchen", "»", "Pans", "Red Pan")]
    assert category_path(trail, "Red Pan", SHOP) == "Kitchen > Pans"
    assert category_path(trail[:1], None, SHOP) is None


def test_a_crumb_that_links_to_the_home_page_is_removed() -> None:
    pans = Crumb("Pans", f"{SHOP}/pans")
    for front in (f"{SHOP}/", SHOP, "https://www.shop.example/", f"{SHOP}/en", f"{SHOP}/de-AT/", f"{SHOP}/index.php"):
        assert category_path([Crumb("The Long Spoon", front), pans], None, f"{SHOP}/pans/1") == "Pans"
    for other in (f"{SHOP}/kitchen", f"{SHOP}/tv", f"{SHOP}/?cat=3", "https://other.example/", "https://[bad", None):
        assert category_path([Crumb("Kitchen", other), pans], None, f"{SHOP}/pans/1") == "Kitchen > Pans"


def test_a_crumb_with_the_url_or_name_of_the_product_is_removed() -> None:
    pans = Crumb("Pans", f"{SHOP}/pans")
    page = f"{SHOP}/item?id=1"
    assert category_path([pans, Crumb("A bargain", page)], "Red Pan", page) == "Pans"
    assert category_path([pans, Crumb("Red Pan 24")], "Red Pan 24 cm", page) == "Pans"
    assert category_path([pans, Crumb("Bargains", f"{SHOP}/item?id=2")], "Red Pan", page) == "Pans > Bargains"
    assert category_path([pans, Crumb("Red things")], "Red Pan", page) == "Pans > Red things"


def test_the_number_of_visited_elements_is_bounded() -> None:
    def last_line(empty: int) -> list[str]:
        document = Document(b"<b></b>" * empty + b"<p>end</p>", url="", charset=None)
        return [line.text for line in shop_lines(document.lines, None)]

    assert last_line(100) == ["end"]
    assert last_line(MAX_VISITS) == []


@pytest.mark.cpu_seconds(20)
@pytest.mark.parametrize(
    "body",
    [
        "<div class=price>" * 900 + "$1",
        "<span class=price>$1 " * 100_000,
        "<h1>" + "Pan " * 200_000 + "</h1>",
        "<h1>Red Pan</h1>" + "<p>SKU: 1</p><b>$1</b>" * 100_000,
        "<i>" * 500_000,
    ],
    ids=("deep", "prices", "name", "labels", "open"),
)
def test_hostile_pages_are_read_in_bounded_time(body: str) -> None:
    product(body)
