"""Parsers for specific sites."""

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.site_parsers import find_site_parser

AMAZON = """<html lang="en-us"><title>Amazon.com: Pan</title><body>
<div id="wayfinding-breadcrumbs_feature_div"><a>Kitchen</a><a>Pans</a></div>
<span id="productTitle"> Frying Pan, 10 Inch </span><a id="bylineInfo">Visit the Acme Store</a>
<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$29.99</span>
<span aria-hidden="true">$29<span>99</span></span></span></div>
<span class="priceBlockStrikePriceString">$39.99</span>
<div id="availability"><script>var x = "sold out"</script><span>Only 3 left in stock - order soon.</span></div>
<input type="hidden" id="ASIN" value="B000TEST01">
<span id="acrPopover"><i class="a-icon-alt">4.6 out of 5 stars</i></span>
<span id="acrCustomerReviewText">1,234 ratings</span><div id="feature-bullets"><li>Non-stick</li></div>
<img id="landingImage" src="/s.jpg" data-old-hires="/large.jpg" alt="Pan">
<table id="prodDetails"><tr><th>Item model number</th><td>FP-10</td></tr>
<tr><th>UPC</th><td>036000291452</td></tr></table>
<div class="other"><span class="a-price">$5.00</span></div></body></html>"""


def amazon(body: str, url: str = "https://www.amazon.com/dp/B000TEST99", **options: bool) -> Record | None:
    found = extract(body.encode(), url=url, charset=None, kinds=[Kind.PRODUCT], **options)
    return found.records.get(Kind.PRODUCT)


def test_an_amazon_page_is_read_by_its_ids() -> None:
    found = amazon(AMAZON)
    assert found is not None
    expected = {
        "name": "Frying Pan, 10 Inch", "price": "29.99", "currency": "USD", "list_price": "39.99",
        "availability": "limited", "brand": "Acme", "sku": "B000TEST01", "mpn": "FP-10", "gtin": "036000291452",
        "rating": 4.6, "review_count": 1234, "category": "Kitchen > Pans", "description": "Non-stick",
        "images": [{"url": "https://www.amazon.com/large.jpg", "alt": "Pan", "position": 0}],
    }  # fmt: skip
    assert {name: found.data[name] for name in expected} == expected
    assert found.strategy == "site"


def test_an_amazon_page_without_a_product_gives_no_record() -> None:
    assert amazon("<html><title>Amazon.com</title><h1>Help</h1></html>", "https://www.amazon.com/gp/help") is None


def test_no_field_comes_from_a_site_parser_if_they_are_disabled() -> None:
    found = amazon(AMAZON, site_parsers=False)
    assert found is None or all(source.rung != "site" for source in found.sources.values())


@pytest.mark.parametrize(
    ("url", "is_known"),
    [
        ("https://www.amazon.de/dp/B000TEST01", True),
        ("https://amazon.co.uk/dp/B000TEST01", True),
        ("https://notamazon.com/dp/B000TEST01", False),
        ("https://amazon.com.evil.example/dp/B000TEST01", False),
        ("http://[bad", False),
        ("", False),
    ],
)
def test_a_site_is_recognised_only_by_the_full_end_of_its_host(url: str, is_known: bool) -> None:
    assert (find_site_parser("garner.extraction.kinds.product.sites", url) is not None) is is_known
    assert find_site_parser("garner.extraction.kinds.recipe.sites", url) is None
