"""Product pages with related products: their buy buttons do not make the page a list of products."""

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.product.page import MANY_OFFERS

NAME = "Larkfield Kettle 2 l"
OWN = f"""<h1>{NAME}</h1><p>Item no. LK-200</p><div class=price>$34.50</div>
<form><input class=main-buy type=submit value="Add to cart"></form><p>An enamel kettle for any hob.</p>"""
MANY = range(2 * MANY_OFFERS)
CARDS = "".join(
    f'<div><a href=/p/{n}>Bowl no. {n}</a> <span>${n + 5}.00</span> <input type=submit value="Add to cart"></div>'
    for n in MANY
)
ALIKE = CARDS.replace("<input ", "<input class=main-buy ")


def product(body: str, title: str = NAME) -> Record | None:
    page = f"<html lang=en><head><title>{title} | Potshop</title></head><body>{body}</body></html>"
    url = "https://potshop.example.com/larkfield-kettle"
    return extract(page.encode(), url=url, charset=None, kinds=[Kind.PRODUCT]).records.get(Kind.PRODUCT)


def name_and_price(found: Record | None) -> tuple[object, object] | None:
    return found and (found.data["name"], found.data["price"])


@pytest.mark.parametrize(
    "heading",
    [
        "Related products",
        "You may also like",
        "Customers also bought",
        "Customers who viewed this item also viewed",
        "Shoppers also bought",
        "Recommendations for you",
        "Products you may like",
        "We also recommend",
        "Other items in this category",
        "More items by Larkfield",
        "Popular products",
        "Frequently bought together",
        "Pairs well with",
        "Andere Kunden kauften auch",
        "Häufig zusammen gekauft",
        "Wir empfehlen auch",
        "Passend dazu",
        "Vous pourriez aussi aimer",
        "Dans la même catégorie",
        "Articles similaires",
        "Te puede interesar",
        "Artículos relacionados",
        "Ti potrebbe interessare",
        "Chi ha comprato questo articolo",
        "Você também pode gostar",
        "Anderen bekeken ook",
        "Vaak samen gekocht",
        "Du kanske också gillar",
        "Andre kunder kigger på",
        "Du liker kanskje også",
        "Zobacz również",
        "Mohlo by vás zajímat",
        "Ezek is érdekelhetik",
        "Вам может понравиться",
        "Вас може зацікавити",
        "Bunları da beğenebilirsiniz",
        "Σχετικά προϊόντα",
        "関連アイテム",
        "你可能还喜欢",
        "함께 본 상품",
        "Sản phẩm liên quan",
        "منتجات ذات صلة",
    ],
)
def test_products_below_a_heading_for_related_products_are_ignored(heading: str) -> None:
    assert name_and_price(product(f"{OWN}<h2>{heading}</h2>{ALIKE}")) == (NAME, "34.50")


@pytest.mark.parametrize(
    "others",
    [
        f"<h2><a href=/related>Related products</a></h2>{ALIKE}",
        f"<h3>Accessories</h3>{ALIKE}",
        f"<div class=relatedProducts>{ALIKE}</div>",
        f"<section id=similarItems>{ALIKE}</section>",
        f"<div class=product-carousel>{ALIKE}</div>",
        f"<ul class=cross-sells>{ALIKE}</ul>",
        CARDS.replace("<input ", "<input class=tile-buy "),
        "".join(
            f'<a href=/p/{n}>Bowl {n}</a> <b>$8.{n}</b> <button class=tile-buy id=buy-{n}>Buy now</button>'
            for n in range(10, 40)
        ),
    ],
    ids=("linked", "accessories", "camel", "id", "carousel", "list", "other buttons", "numbered"),
)  # fmt: skip
def test_related_products_are_ignored_in_every_layout(others: str) -> None:
    assert name_and_price(product(OWN + others)) == (NAME, "34.50")


@pytest.mark.parametrize("name", ["relatedProducts", "similarItems", "xsell-list", "cross-sells"])
def test_products_in_an_element_named_for_related_products_are_ignored(name: str) -> None:
    bowls = "".join("<div>Bowl $9.00 <input class=main-buy type=submit value='Add to cart'></div>" for _ in MANY)
    assert product(OWN + bowls) is None
    assert name_and_price(product(f"{OWN}<div class={name}>{bowls}</div>")) == (NAME, "34.50")


def test_identical_buttons_that_differ_from_the_main_one_are_ignored() -> None:
    bowls = "".join(f"<div>Bowl {n} $9.00 <input class=tile type=submit value='Add to cart'></div>" for n in MANY)
    assert name_and_price(product(OWN + bowls)) == (NAME, "34.50")
    assert product(OWN + bowls.replace("tile", "main-buy")) is None


def test_products_beside_or_above_the_main_product_are_ignored() -> None:
    column = "".join(f"<p>Bowl {n} $9.00 <input type=submit value=Buy></p>" for n in MANY)
    page = f"<table><tr><td>{column}</td><td>{OWN}</td></tr></table>"
    assert name_and_price(product(page)) == (NAME, "34.50")


@pytest.mark.parametrize(
    "things",
    [
        CARDS,
        CARDS.replace("<input ", "<input class=tile-buy "),
        "".join(f"<b>Bowl {n}</b> $9.00 <button class=b id=buy-{n}-{'x' * n}>Buy now</button>" for n in MANY),
        f"<input class=all type=submit value='Add to cart'>{CARDS}",
        f"<form><input class=all type=submit value='Buy now'></form>{CARDS.replace('<input ', '<input class=tile ')}",
        f"{CARDS}<h2>Related products</h2>{CARDS}",
    ],
    ids=("plain", "named", "each named", "one button for all", "another button above", "with related"),
)
def test_a_list_of_products_gives_no_record(things: str) -> None:
    assert product(f"<h1>Enamel bowls</h1>{things}", title="Enamel bowls") is None


@pytest.mark.parametrize(
    "name",
    ["<h2>Larkfield Kettle 2 l</h2>", "<h3><a href=/p/1>Larkfield Kettle 2 l</a></h3>", "<a href=/p/1>Blue Bowl</a>"],
)
@pytest.mark.parametrize("fact", ["", "<p>Brand: Larkfield</p>", "<p>SKU: LK-200</p>"])
def test_a_list_below_a_promoted_product_gives_no_record(name: str, fact: str) -> None:
    promoted = f"<div>{name}<div class=price>$34.50</div><button class=main-buy>Add to cart</button>{fact}</div>"
    tiles = CARDS.replace("<input ", "<input class=tile-buy ")
    assert product(f"<h1>Enamel bowls</h1>{promoted}{tiles}", title="Enamel bowls") is None


@pytest.mark.parametrize(
    "fact",
    ["", "<p>Free shipping</p>", "<p>Our favourite of this year</p>"],
)
def test_a_list_below_a_promoted_product_without_a_heading_gives_no_record(fact: str) -> None:
    promoted = f"<strong>Copper Kettle</strong><span class=price>$34.50</span>{fact}"
    hero = f"<div class=hero>{promoted}<button class=hero-buy>Add to cart</button></div>"
    tiles = CARDS.replace("<input ", "<input class=tile ").replace("</a>", "</a> <i>SKU: B-100</i>")
    assert product(f"<h1>Kettles</h1>{hero}{tiles}", title="Kettles") is None


@pytest.mark.parametrize(
    "fact",
    [
        "<p>Brand: Larkfield</p>",
        "<p>Availability: in stock</p>",
        "<div class=stock>Many</div>",
        "<p>EAN: 4006381333931</p>",
    ],
)
def test_a_fact_about_the_product_distinguishes_its_button(fact: str) -> None:
    tiles = CARDS.replace("<input ", "<input class=tile-buy ")
    bare = OWN.replace("<p>Item no. LK-200</p>", "")
    assert product(bare + tiles) is None
    assert name_and_price(product(bare.replace("<form>", f"{fact}<form>") + tiles)) == (NAME, "34.50")
    assert name_and_price(product(f"{bare}<h2>Details</h2>{fact}{tiles}")) == (NAME, "34.50")


@pytest.mark.parametrize("above", ["<h2>Larkfield</h2>", "<a href=#r>12 reviews</a>"])
def test_a_line_above_the_price_is_not_another_product(above: str) -> None:
    page = OWN.replace("<div class=price>", f"{above}<div class=price>")
    assert name_and_price(product(page + CARDS.replace("<input ", "<input class=tile-buy "))) == (NAME, "34.50")


@pytest.mark.parametrize(
    "said",
    [
        "<button>Buy with PayPal</button>",
        "<button>Complete your order</button>",
        "<p>Buy with confidence</p>",
        "<p>We recommend sizing up</p>",
        "<p>Wir empfehlen eine Nummer größer</p>",
        "<p>You will also need 2 AA batteries</p>",
        "<p>You'll also need a filter</p>",
    ],
)
def test_a_button_or_advice_does_not_end_the_product(said: str) -> None:
    page = OWN.replace("<p>Item", f"{said}<p>Item")
    assert name_and_price(product(page)) == (NAME, "34.50")
    assert product(f"<h1>Enamel bowls</h1>{said}{CARDS}", title="Enamel bowls") is None


@pytest.mark.parametrize(
    "heading", ["We recommend", "We recommend:", "You will also love", "Buy it with", "Buy together"]
)
def test_products_below_a_line_for_related_products_are_ignored(heading: str) -> None:
    assert name_and_price(product(f"{OWN}<p>{heading}</p>{ALIKE}")) == (NAME, "34.50")


def test_a_word_in_the_text_does_not_end_the_product() -> None:
    said = "<p>Accessories</p><p>You will love it.</p><p>Klanten geven ons een 9</p><p>Σχετικά με το προϊόν</p>"
    page = OWN.replace("<div class=price>", f"{said}<div>").replace("<form>", "<p>" * 100 + "<form>")
    assert name_and_price(product(page)) == (NAME, "34.50")


@pytest.mark.parametrize(
    "line",
    [
        "<p>Recommended retail price: $40.00</p>",
        "<p>Recommended retail price: $40.00</p><p>Recommended for ages 3+</p>",
        "<p>Recommended age: 3+</p>",
        "<p>Similar colours</p>",
        "<h3>Similar colours</h3>",
        "<p>Related documents</p>",
        "<p>Empfohlene Drehzahl: 3000</p>",
        "<h2>Accessories</h2>",
        "<p>Compare with similar items</p>",
        "<p>Recommended</p><p>An enamel kettle.</p>",
    ],
)
def test_a_line_above_the_price_does_not_end_the_product(line: str) -> None:
    page = f"<h1>{NAME}</h1>{line}<div class=price>$34.50</div><p>SKU: CK-200</p><button>Add to cart</button>"
    found = product(page)
    assert name_and_price(found) == (NAME, "34.50")
    assert found and found.data["sku"] == "CK-200"
    assert name_and_price(product(f"{page}<h2>Related products</h2>{ALIKE}")) == (NAME, "34.50")


@pytest.mark.parametrize("heading", ["<h2>Related products</h2>", "<p>You may also like</p>", "<h3>Accessories</h3>"])
@pytest.mark.parametrize(
    "name", ["<a href=/p/1>Bowl</a>", "<h3>Bowl</h3>", "<h4><a href=/p/1>Bowl</a></h4><p>Blue</p>"]
)
def test_the_price_of_a_related_product_is_ignored(heading: str, name: str) -> None:
    card = f"<div>{name}<div class=price>$9.00</div><button>Add to cart</button></div>"
    text = "<h1>How to descale a kettle</h1><p>Boil vinegar in it.</p>"
    assert product(f"{text}{heading}{card}", title="How to descale a kettle") is None


UNLISTED = [
    "Nous vous recommandons",
    "Die passen auch",
    "Da provare insieme",
    "Zestaw się opłaca",
    "Lisäksi sopii",
    "—",
]


@pytest.mark.parametrize("heading", UNLISTED)
@pytest.mark.parametrize(
    "cards",
    [
        ALIKE,
        ALIKE.replace("<a ", "<h3><a ").replace("</a>", "</a></h3>"),
        ALIKE.replace("<a ", "<h3 ").replace("</a>", "</h3>"),
        ALIKE.replace("<a ", "<a class=name ").replace("</div>", "<button>Buy now</button></div>"),
        ALIKE.replace("</div>", "<a href=/more>Details</a></div>"),
    ],
    ids=("links", "linked headings", "headings", "two buttons each", "details"),
)
def test_buttons_below_other_names_are_ignored_in_any_language(heading: str, cards: str) -> None:
    assert name_and_price(product(f"{OWN}<h2>{heading}</h2>{cards}")) == (NAME, "34.50")
    again = OWN.replace("</form>", "<input class=main-buy type=submit value='Buy now'></form>")
    assert name_and_price(product(f"{again}<h2>{heading}</h2>{cards}")) == (NAME, "34.50")


NUMBERED = "".join(
    f"<div><a class=n href=/p/{n}>Bowl {n}</a><p>SKU: B-{n}</p><p class=price>${n}.00</p><button>Buy now</button></div>"
    for n in range(100, 116)
)


@pytest.mark.parametrize(
    "things",
    [
        NUMBERED,
        NUMBERED.replace("<a class=n", "<h2").replace("</a>", "</h2>"),
        NUMBERED.replace("<a class=n", "<b").replace("</a>", "</b>"),
        NUMBERED.replace("<a class=n", "<b").replace("</a>", "</b>").replace("</div>", "<a href=/x>Details</a></div>"),
        "".join(
            f"<p>SKU: B-{n}</p><p class=price>${n}.00</p><button>Add to cart</button><a href=/p/{n}>Bowl {n}</a>"
            for n in range(100, 116)
        ),
    ],
    ids=("links", "headings", "bold", "details", "names behind"),
)
def test_a_list_of_numbered_products_gives_no_record(things: str) -> None:
    assert product(f"<h1>Enamel bowls</h1>{things}", title="Enamel bowls") is None
