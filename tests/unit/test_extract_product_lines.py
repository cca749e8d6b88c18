"""Shop pages without headings and class names: products recognised by words, positions and letters alone."""

import time

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract

URL = "https://www.potshop.example/pan"
NAME = "Red Pan 24 cm"
HEAD = f"<h1>{NAME}</h1>"
PRICED = f"{HEAD}<p>$39.00</p>"
BUY = "<button>Add to cart</button>"


def product(body: str, *, url: str = URL, title: str = f"{NAME} | Potshop", language: str = "en") -> Record | None:
    page = f"<html lang={language}><head><title>{title}</title></head><body>{body}</body></html>"
    return extract(page.encode(), url=url, charset=None, kinds=[Kind.PRODUCT]).records.get(Kind.PRODUCT)


def field(name: str, body: str, **page: str) -> object:
    found = product(body, **page)
    assert found is not None
    return found.data[name]


@pytest.mark.parametrize(
    "body",
    [
        f"<table><tr><td>Potshop</td></tr><tr><td><font size=4><b>{NAME}</b></font></td></tr></table>",
        f"<div>Potshop | Pans | {NAME}</div><div>{NAME}</div>",
        f"<h1>Potshop</h1><h2>{NAME}</h2>",
        f"<h1>Pot Shop, Inc.</h1><h3>{NAME}</h3>",
        f"<h1><a href=/b>Acme</a><div>{NAME}</div></h1>",
    ],
    ids=("a cell", "below the way there", "the site's name above", "a low heading", "the brand in the heading"),
)
def test_the_name_is_the_line_that_the_title_repeats_and_not_the_site_name(body: str) -> None:
    assert field("name", f"{body}<p>Price: $39.00</p>{BUY}") == NAME


def test_a_longer_site_name_or_breadcrumb_is_not_the_name() -> None:
    assert field("name", f"<p>Potshop</p><p>Wok 9</p><p>Price: $39.00</p>{BUY}", title="Wok 9 | Potshop") == "Wok 9"
    way = f"Pots :: Pans :: {NAME}"
    assert field("name", f"<p>{way}</p><p>{NAME}</p><p>Price: $39.00</p>{BUY}", title=way) == NAME


def test_other_text_in_the_heading_is_not_part_of_the_name() -> None:
    heading = f"<h1>{NAME}\n<div>Saved to your list of things that you like</div></h1><h2>{NAME} Prices</h2>"
    assert field("name", f"{heading}<p>$39.00</p>{BUY}", title=f"{NAME} Best Prices") == NAME


def test_a_brand_that_is_part_of_the_name_is_kept() -> None:
    body = f"<h1><a href=/brands/acme>Acme</a> {NAME}</h1><p>$39.00</p>{BUY}"
    assert field("name", body, title=f"Acme {NAME}") == f"Acme {NAME}"


def test_the_second_heading_is_the_name_if_title_and_first_heading_name_the_site() -> None:
    assert field("name", f"<h2>Potshop</h2><h3>{NAME}</h3><p>Our price $39.00</p>{BUY}", title="Potshop") == NAME


@pytest.mark.parametrize(
    "prices",
    [
        "<p>Market price: $64.00</p><p>Our price: $39.00</p>",
        "<p>$39.00</p><p>or 4 payments of $13.00</p>",
        "<p>3 x $13.00</p><p>$39.00</p>",
        "<p>$39.00 inc VAT ($32.50 ex VAT)</p>",
        "<table><tr><td>1</td><td>$39.00</td></tr><tr><td>10+</td><td>$33.00</td></tr></table>",
        "<p>Only $39.00 plus $12.00 S&amp;H</p>",
        "<p>Regular price: $49.00 Sale price: $39.00</p>",
        "<p><span>$39.00</span><span class=css-strike><s>$45.00</s></span></p>",
        "<p>Catalogue value $70.00</p><p>$39.00</p>",
        "<p>You save $10.00, now $39.00</p>",
        "<p>Blade $10.00</p><p>Price: $39.00</p>",
        "<table class=compare-prices><tr><td>$39.00</td></tr></table>",
    ],
)
def test_the_words_beside_an_amount_decide_whether_it_is_the_price(prices: str) -> None:
    assert field("price", f"{HEAD}{prices}{BUY}") == "39.00"


@pytest.mark.parametrize("words", ["Related products", "Customers also bought", "Ähnliche Artikel", "おすすめ商品"])
def test_a_price_below_a_line_about_related_products_is_ignored(words: str) -> None:
    found = product(f"{HEAD}<p>Item no: RP-24</p><p>Sold out</p><div>{words}</div><p>$9.00</p>")
    assert found is not None
    assert found.data["price"] is None


def test_words_between_two_amounts_belong_to_the_second() -> None:
    assert field("price", f"{HEAD}<p>$39.00 Shipping $4.00</p>{BUY}") == "39.00"


def test_superscript_cents_are_read_but_a_superscript_after_cents_is_ignored() -> None:
    assert field("price", f"{HEAD}<p>$39<sup>95</sup></p>{BUY}") == "39.95"
    assert field("price", f"{HEAD}<p>$39.00<sup>12</sup></p>{BUY}") == "39.00"


def test_a_dash_for_cents_means_the_currency_of_the_shops_country() -> None:
    found = product(f"{HEAD}<p>1 299,-</p><p>Varenummer: 338120</p>", language="nb")
    assert found is not None
    assert (found.data["price"], found.data["currency"]) == ("1299", "NOK")


def test_the_price_of_a_range_is_its_lowest_amount() -> None:
    assert field("price", f"{HEAD}<p class=price>12,50 – 18,00 €</p>{BUY}") == "12.50"


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Art.-Nr.: 4711-19", "4711-19"),
        ("Artikel-Nr. 1.302.165", "1.302.165"),
        ("Varenr. 40-1182", "40-1182"),
        ("SKU RP-24", "RP-24"),
        ("<b>Item #</b> RP-24", "RP-24"),
        ("Style # W22-4410", "W22-4410"),
        ("UGS : <span>RP-24</span>", "RP-24"),
        ("SKU: RED-PAN", "RED-PAN"),
        ("In stock, SKU RP-24, new", "RP-24"),
        ("Model: RP-24", "RP-24"),
        ("Item: as pictured</p><p>SKU: RP-24", "RP-24"),
        ("SKU: N/A", None),
        ("Code of conduct", None),
    ],
)
def test_an_article_number_is_recognised_by_its_label_with_any_punctuation(line: str, number: str | None) -> None:
    assert field("sku", f"{PRICED}<p>{line}</p>{BUY}") == number


def test_a_word_in_brackets_below_the_name_is_the_article_number() -> None:
    assert field("sku", f"<table><tr><td>{NAME}<br>[RP-24]</td><td>$39.00</td></tr></table>{BUY}") == "RP-24"


def test_a_model_is_not_the_article_number_if_the_url_has_one() -> None:
    found = product(f"{PRICED}<p>Model: RP-24</p>{BUY}", url="https://www.potshop.example/pan-5551234.html")
    assert found is not None
    assert (found.data["sku"], found.data["mpn"]) == ("5551234", "RP-24")
    assert found.sources["sku"].rung == "address"


@pytest.mark.parametrize(
    "lines",
    [
        "<p><strong>Brand</strong> Acme</p>",
        "<p>Mfr.: Acme</p>",
        "<p>Manufactured by: Acme</p>",
        "<a href=/brands/acme>Acme</a>",
        "<div>by <a href=/x>Acme</a></div>",
    ],
)
def test_a_brand_is_recognised_by_a_label_a_brand_link_or_the_word_by(lines: str) -> None:
    assert field("brand", f"{HEAD}{lines}<p>$39.00</p>{BUY}") == "Acme"


def test_a_list_of_brands_and_the_words_around_the_title_are_not_the_brand() -> None:
    brands = "".join(f"<li class=brands><a href=/brands/{name}>{name}</a>" for name in ("Bcme", "Ccme", "Dcme"))
    body = f"<ul>{brands}</ul><p>Deals</p><p>Flyer</p><p>Outlet</p><p>Help</p>{PRICED}{BUY}"
    assert field("brand", body) is None
    assert field("brand", f"{PRICED}{BUY}", title=f"Potshop {NAME}") is None
    assert field("brand", f"{PRICED}{BUY}", title=f"Pans | {NAME}") is None
    assert field("brand", f"{PRICED}{BUY}", title=f"Used {NAME}") is None


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("Current Stock: 14", "in_stock"),
        ("Qty in stock: 0 - call us", "out_of_stock"),
        ("在庫: あり", "in_stock"),
        ("Lieferzeit: 2-4 Tage", "in_stock"),
        ("Usually ships in 2 days", "in_stock"),
        ("SOLD", "out_of_stock"),
    ],
)
def test_a_stock_count_or_a_delivery_time_gives_the_availability(line: str, state: str) -> None:
    assert field("availability", f"{PRICED}<p>Item no: RP-24</p><p>{line}</p>") == state


@pytest.mark.parametrize(
    "body",
    [
        f"{HEAD}<p>It costs about $39.00.</p>",
        f"{HEAD}<p>Price: $39.00</p>",
        f"{HEAD}<p>Pay: $18.50 per hour</p><p>Job ID: 12345</p><p>Availability: weekends</p>",
        f"{HEAD}<p>Double $129 per night</p><a>Book now</a>",
    ],
)
def test_a_price_with_at_most_one_sign_of_a_shop_is_not_an_offer(body: str) -> None:
    assert product(body) is None


def test_a_product_with_brand_and_price_is_an_offer_without_a_buy_button() -> None:
    assert field("price", f"{HEAD}<p>Price: $39.00</p><p>Brand: Acme</p>") == "39.00"


JSON_LD = '<script type="application/ld+json">{{"@type": "Product", "name": "Red Pan", "sku": "{}"}}</script>'


@pytest.mark.parametrize(
    ("written", "address", "number"),
    [
        ("4006381333931", "/pan-5551234.html", "5551234"),
        ("5551234-RED", "/pan-5551234.html", "5551234"),
        ("RP-24", "/pan-5551234.html", "RP-24"),
        ("5551234567", "/pan-5551234.html", "5551234567"),
        ("4006381333931", "/red-pan", "4006381333931"),
    ],
    ids=("a GTIN", "a variant", "its own", "another that begins alike", "a GTIN and no other"),
)
def test_the_number_in_the_url_replaces_a_gtin_or_variant_number(written: str, address: str, number: str) -> None:
    assert field("sku", JSON_LD.format(written), url=f"https://www.potshop.example{address}") == number


@pytest.mark.parametrize(
    "body",
    [
        f"{HEAD}" + "<p>$1.00 " * 40_000,
        f"{HEAD}<p>" + "1 234 – " * 100_000,
        f"{HEAD}" + "<b>SKU</b> <sup>1</sup>" * 50_000,
        f"{HEAD}" + "<a href='/brands/x'>x</a>" * 50_000,
        f"{HEAD}<p>" + "SKU " * 200_000,
        "<h4>Red" * 20_000,
    ],
    ids=("prices", "ranges", "labels", "brands", "numbers", "headings"),
)
def test_highly_repetitive_pages_are_read_in_bounded_time(body: str) -> None:
    start = time.process_time()
    product(body)
    assert time.process_time() - start < 5


def test_an_amount_in_the_name_is_not_the_price() -> None:
    body = "<h1>Red Pan $5 Edition</h1><p>$49.00</p>" + BUY
    assert field("price", body, title="Red Pan $5 Edition") == "49.00"
    assert field("price", f"<h1>Yamaha R 6 Fairing</h1><p>$49.00 USD</p>{BUY}", title="Yamaha R 6 Fairing") == "49.00"


@pytest.mark.parametrize(
    "rest",
    [
        "<p>Price: from $39.00 / each</p><button disabled>Sold out</button>",
        "<p>Price: from $39.00 / each</p><p>Sold out</p><button>Notify me</button>",
        "<p>$39.00</p><p>Ausverkauft</p><button>Benachrichtigen Sie mich</button>",
    ],
)
def test_the_page_of_a_sold_out_product_is_read(rest: str) -> None:
    found = product(HEAD + rest)
    assert found is not None
    assert (found.data["price"], found.data["availability"]) == ("39.00", "out_of_stock")


def test_a_labelled_from_price_is_read() -> None:
    assert field("price", f"{HEAD}<p>Brand: Acme</p><p>Price: from $39.00</p>") == "39.00"
    assert product(f"{HEAD}<p>Brand: Acme</p><p>Far from $39.00</p>") is None


@pytest.mark.parametrize(
    "button",
    [
        "<A HREF=cart.asp?add=1><IMG SRC=b.gif ALT='Buy Now'></A>",
        "<FORM><INPUT TYPE=image SRC=b.gif ALT='Add to cart'></FORM>",
        "<FORM><INPUT TYPE=image SRC=b.gif NAME=add_to_cart></FORM>",
        "<FORM ACTION=https://pay.example><INPUT TYPE=image SRC=x.gif ALT='Make payments with PayPal'></FORM>",
        "<input type=image src=btn_buynow.gif alt='PayPal - The safer, easier way to pay online!'>",
        "<p><a href=order.cgi>Order this book</a></p>",
        "<p>Posted on Mondays. <a href=order.cgi>Order this book</a></p>",
    ],
)
def test_a_picture_or_a_link_can_be_the_buy_button(button: str) -> None:
    assert field("availability", PRICED + button) == "in_stock"


@pytest.mark.parametrize(
    "button",
    [
        "<input type=image src=btn_donate.gif alt='PayPal - The safer, easier way to pay online!'>",
        "<a href=/payment><img src=p.gif alt=PayPal></a>",
        "<img src=b.gif alt='Buy Now'>",
        "<input type=text value='Buy now'>",
    ],
)
def test_donation_buttons_payment_logos_and_pictures_are_not_buy_buttons(button: str) -> None:
    assert product(PRICED + button) is None


def test_the_only_heading_is_the_name_if_the_title_names_a_catalogue() -> None:
    body = "<h2>Melville: The Piazza Tales</h2><p><b>US$ 1,250.00</b></p><p><a href=o.cgi>Order this book</a></p>"
    assert field("name", body, title="Catalogue 12") == "Melville: The Piazza Tales"
    assert product("<h2>Old books</h2>" + body, title="Catalogue 12") is None


def test_a_number_before_the_order_link_is_the_article_number() -> None:
    assert field("sku", PRICED + "<p>Order no. 3127 &nbsp; <a href=order.cgi>Order this book</a></p>") == "3127"


@pytest.mark.parametrize(
    ("line", "name", "number"),
    [
        ("Item no. KB-208-W", "sku", "KB-208-W"),
        ("EAN 4006381333931", "gtin", "4006381333931"),
        ("Art.-Nr.: 4711-03", "sku", "4711-03"),
    ],
)
def test_a_number_is_read_after_its_label_with_or_without_a_colon(line: str, name: str, number: str) -> None:
    assert field(name, f"{PRICED}<p>{line}</p>{BUY}") == number


def test_a_labelled_gtin_with_a_wrong_check_digit_is_dropped_with_a_warning() -> None:
    found = product(f"{PRICED}<p>EAN: 4006381333932</p>{BUY}")
    assert found is not None and found.data["gtin"] is None
    assert found.warnings == ("gtin: '4006381333932' is implausible and was ignored",)
    assert product(f"{PRICED}<p>EAN: on the box</p>{BUY}").warnings == ()  # type: ignore[union-attr] # it sells


def test_a_preposition_before_a_brand_is_removed() -> None:
    assert field("brand", f"{PRICED}<div class=brand>von <a href=/m>Waldwerk</a></div>{BUY}") == "Waldwerk"
    assert field("brand", f"{PRICED}<div class=brand>de Buyer</div>{BUY}") == "de Buyer"


def test_breadcrumbs_omit_the_home_page() -> None:
    trail = "<div class=breadcrumb><a href=/>Potshop and Friends</a> <a href=/pans>Pans</a> <a href=/pan>This</a></div>"
    assert field("category", trail + PRICED + BUY) == "Pans"
