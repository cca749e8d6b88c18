"""The visible article number is preferred over a number that is only in the markup."""

import json
import re
from collections.abc import Iterator

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.product.page import number_shown
from garner.extraction.page.document import MAX_OCCURRENCES, Document

NAME = "Larkfield Kettle 2 l"
INTERNAL = "48213007"


def product(shown: str, sku: str = INTERNAL, **more: object) -> Record:
    node = {
        "@type": "Product",
        "name": NAME,
        "sku": sku,
        "brand": "Larkfield",
        "image": "https://potshop.example/kettle.jpg",
        "offers": {"price": "34.50", "priceCurrency": "EUR", "availability": "InStock"},
    }
    head = f'<title>{NAME}</title><script type="application/ld+json">{json.dumps(node | more)}</script>'
    state = f'<script>var item = {{"id": "{sku}", "sku": "{sku}"}}</script>'
    page = f"<html lang=en><head>{head}</head><body><h1>{NAME}</h1>{shown}{state}</body></html>"
    url = "https://potshop.example/kettles/larkfield"
    return extract(page.encode(), url=url, charset=None, kinds=[Kind.PRODUCT]).records[Kind.PRODUCT]


@pytest.mark.parametrize(
    "shown",
    [
        "<p>SKU: LK-200</p>",
        "<p>Item #: LK-200</p>",
        "<span>Art.-Nr.</span> <span>LK-200</span>",
        "<dl><dt>Artikelnummer</dt><dd>LK-200</dd></dl>",
        "<table><tr><th>Bestell-Nr.</th><td>LK-200</td></tr></table>",
        "<p>Référence : LK-200</p>",
        "<p>Product code:<b> LK-200 </b></p>",
        "<ul><li>Код товара: LK-200</li></ul>",
        "<p>Varenr. LK-200</p>",
        "<p>商品番号：LK-200</p>",
        "<p>Cod. art. LK-200</p>",
        "<p>Best.-Nr.: LK-200</p>",
        f"<a href=/p/{INTERNAL}>Details</a><p data-id={INTERNAL}>SKU: LK-200</p>",
    ],
)
def test_a_visible_labelled_number_is_preferred_over_an_invisible_one(shown: str) -> None:
    found = product(shown)
    assert found.data["sku"] == "LK-200"
    assert found.sources["sku"].path == "label on the page"


@pytest.mark.parametrize(
    "shown",
    [
        "<p>An enamel kettle.</p>",
        f"<p>SKU: {INTERNAL}</p><p>Catalogue number: LK-200</p>",
        f"<p>SKU: LK-200</p><p>Our number {INTERNAL}</p>",
        "<p>SKU: 482-13007</p>",
        "<p>Item: LK-200</p>",
        "<p>Code: SUMMER20</p>",
        "<p>SKU: on request</p>",
        "<div class=related-products><p>SKU: LK-300</p></div>",
        "<h2>Related products</h2><p>SKU: LK-300</p>",
        "<p>MPN: LK-200</p>",
    ],
    ids=("none", "shown", "shown elsewhere", "pointed", "item", "coupon", "words", "aside", "related", "other number"),
)
def test_the_invisible_number_is_kept_if_no_visible_one_is_certain(shown: str) -> None:
    found = product(shown)
    assert found.data["sku"] == INTERNAL
    assert found.sources["sku"].path == "Product.sku"


@pytest.mark.parametrize("label", ["Product ID", "Item ID", "Order number", "Order no.", "ASIN", "TCIN", "DPCI"])
def test_a_number_with_the_label_of_a_listing_id_does_not_replace_the_sku(label: str) -> None:
    assert product(f"<p>{label}: 4711</p>", "KTL-100-BK").data["sku"] == "KTL-100-BK"


def test_a_number_in_microdata_or_open_graph_is_replaced_too() -> None:
    shown = "<h1>Pan</h1><p>Price $5.00</p><p>SKU: PA-24</p><button>Add to cart</button>"
    preview = (
        '<meta property="product:price:amount" content="5"><meta property="product:retailer_item_id" content="991234">'
    )
    marked = '<div itemscope itemtype="https://schema.org/Product"><meta itemprop=name content=Pan>'
    for page in (f"{preview}{shown}", f"{marked}<meta itemprop=sku content=991234></div>{shown}"):
        body = f"<title>Pan</title>{page}".encode()
        found = extract(body, url="https://potshop.example/pan", charset=None, kinds=[Kind.PRODUCT])
        assert found.records[Kind.PRODUCT].data["sku"] == "PA-24"


def test_a_page_with_a_visible_number_or_without_a_label_is_not_parsed() -> None:
    for shown in (f"<p>SKU: {INTERNAL}</p>", "<p>A kettle.</p>", "<p>Item by item</p>"):
        page = Document(f"<p>{shown}".encode(), url="https://potshop.example/", charset=None)
        assert number_shown(page, INTERNAL) is None
        assert "tree" not in vars(page)


class SearchCountingDocument(Document):
    """A page that counts how often it is searched from end to end."""

    searches = 0

    def matches(self, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        self.searches += 1
        return super().matches(pattern)

    def shows(self, text: str) -> bool:
        self.searches += 1
        return super().shows(text)


def test_a_page_is_searched_once_for_labels_and_for_each_number() -> None:
    body = f"<h1>{NAME}</h1><p>SKU: LK-200</p>".encode()
    page = SearchCountingDocument(body, url="https://potshop.example/", charset=None)
    assert [number_shown(page, INTERNAL) for _ in range(3)] == ["LK-200"] * 3
    assert page.searches == 2
    assert number_shown(page, "48213008") == "LK-200"
    assert page.searches == 3


def test_the_number_of_places_searched_on_a_page_is_bounded() -> None:
    for hidden, is_shown in ((MAX_OCCURRENCES - 1, True), (MAX_OCCURRENCES, False)):
        script = f"<script>[{'77,' * hidden}]</script><p>SKU: 77</p>"
        assert Document(script.encode(), url="https://potshop.example/", charset=None).shows("77") is is_shown


PLACEHOLDERS = ("#brand#", "%%brand%%", "%brand%", "*|BRAND|*", "<?= $brand ?>")


def test_a_template_placeholder_is_replaced_by_the_brand_on_the_page() -> None:
    shown = "<p>Brand: Larkfield</p>"
    for brand in ("$metabrand", {"name": "{{ brand }}"}, "More articles of the brand:", *PLACEHOLDERS):
        assert product(shown, brand=brand).data["brand"] == "Larkfield"


@pytest.mark.parametrize(
    "shown",
    [
        '<p>SKU: <span class="sku"></span></p><div class="price">$34.50</div>',
        "<p>SKU:</p><p>34,50 €</p>",
        "<p>SKU:</p><p>€ 34,50</p>",
        "<p>SKU:</p><p>34.50</p>",
        "<p>SKU:</p><p>1.234,50 EUR</p>",
        "<p>SKU:</p><p>100 in stock</p>",
        "<p>SKU: 100 in stock</p>",
        "<p>SKU:</p><div class=stock>100</div>",
        "<p>SKU:</p><p>4.5 out of 5</p>",
        "<p>SKU:</p><p>100% Baumwolle</p>",
        "<p>SKU:</p><p>2024-05-01</p>",
        "<p>SKU:</p><p>01.05.2024</p>",
        "<p>SKU:</p><button>Buy 100</button>",
        "<p>SKU:</p><h2>200-piece set</h2>",
        "<p>SKU: 200 g enamel</p>",
        "<p>Artikelnummer: 200 300 400</p>",
        "<h3>Replacement filter</h3><p>SKU: F-77</p>",
        "<h3>Replacement filter</h3><p>$9.00</p><p>SKU: F-77</p>",
    ],
)
def test_text_after_an_empty_label_does_not_replace_a_number(shown: str) -> None:
    assert product(shown, "KTL-9").data["sku"] == "KTL-9"


@pytest.mark.parametrize(
    "shown",
    [
        "<h2>Product details</h2><p>SKU: LK-200</p>",
        "<h2>Technische Daten</h2><dl><dt>Artikelnummer</dt><dd>LK-200</dd></dl>",
        "<h4>Brand</h4><p>Larkfield</p><h4>SKU</h4><p>LK-200</p>",
        "<h2>$34.50</h2><p>SKU: (LK-200)</p>",
        "<h2>Larkfield</h2><p>SKU: LK-200</p>",
        f"<h3>Pour and enjoy</h3>{'<p>An enamel kettle.</p>' * 8}<p>SKU: LK-200</p>",
    ],
)
def test_a_number_below_a_heading_of_the_product_is_read(shown: str) -> None:
    assert product(shown).data["sku"] == "LK-200"


@pytest.mark.parametrize("link", ["<a href=/lid>Spare lid</a>", "<p><a href=/lid>Spare lid</a> fits this one</p>"])
def test_numbers_below_links_to_other_products_do_not_replace_the_sku(link: str) -> None:
    cards = "".join(f"<div>{link.replace('lid', f'lid-{n}')}<p>Art.-Nr.: L-{n}00</p></div>" for n in range(3))
    assert product(cards).data["sku"] == INTERNAL


def test_a_single_number_below_a_link_is_read() -> None:
    assert product("<a href=/care>How to care for it</a><p>SKU: LK-200</p>").data["sku"] == "LK-200"


@pytest.mark.parametrize(
    "shown",
    [
        "<p>Brand:</p><p>SKU: LK-200</p>",
        "<table><tr><th>Brand</th><th>SKU</th></tr></table>",
        "<dl><dt>Hersteller</dt><dd></dd><dt>Art.-Nr.</dt><dd>LK-200</dd></dl>",
        "<p>Marque :</p><p>Disponibilité : en stock</p>",
        "<p>Marke</p><div class=price>34,50 €</div>",
        "<p>Brand</p><button>Add to cart</button>",
        "<p>Brand</p><h2>Product details</h2>",
        "<p>{{ brand }}</p><p>Enamel on steel</p>",
    ],
)
def test_text_after_an_empty_brand_label_is_not_a_brand(shown: str) -> None:
    assert product(shown, brand="").data["brand"] is None


@pytest.mark.parametrize("shown", ["<p>Brand</p><p>Larkfield</p>", "<h4>Brand</h4><h3>Larkfield</h3>"])
def test_a_brand_below_its_label_is_read(shown: str) -> None:
    assert product(shown, brand="").data["brand"] == "Larkfield"
