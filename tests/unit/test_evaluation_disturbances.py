"""The disturbances of `make eval`, which repeat exactly and leave the right answer of a page as it is."""

import re

import pytest
from evaluation.disturbances import DISTURBANCES, PageContext, renamed_classes, second_prices, shuffled_blocks
from evaluation.layout import Layout, ShownRecord
from selectolax.lexbor import LexborHTMLParser

from garner.core.record import Kind
from garner.extraction import extract

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Harbor Kettle</title><style>.price { color: red }</style>
<script type="application/ld+json">{"@type": "Product", "name": "Harbor Kettle", "class": "price"}</script></head>
<body class="page">
<header class="top"><nav><a href="/">Home</a> <a href="#details">Details of this kettle, further down</a></nav></header>
<div class="newsletter"><p>Our letter comes out on the first Monday of every month, with news of the harbor.</p></div>
<div class="product" id="main">
  <h1>Harbor Kettle, 1.7 l</h1>
  <p class="maker">Made by <b>Pellworm</b></p>
  <p>Price: <span class="price big"><span>$</span><span>48.50</span></span></p>
  <label for="count">Count</label><input id="count">
  <p id="details">Article number PW-1700-K. In stock.</p>
</div>
<div class="story"><p>Pellworm has made kettles in the same brick building by the water for ninety years.</p></div>
<div class="label">From our magazine</div>
<div class="magazine"><p>Why water tastes different when it boils slowly, and other stories from our magazine.</p></div>
<footer>Pellworm, at the old harbor</footer>
</body></html>"""
RECORD = ShownRecord(("Pellworm", "PW-1700-K"), ("48.50",))
CONTEXT = PageContext("a page", Kind.PRODUCT, RECORD)
ALL = pytest.mark.parametrize("name", DISTURBANCES)


def shown(html: str) -> Layout:
    body = LexborHTMLParser(html).body
    assert body is not None
    return Layout(body)


def block_order(html: str) -> list[str]:
    return re.findall(r'<(?:header|div|footer)(?: class="(?:top|newsletter|product|story|label|magazine)")?', html)


@ALL
def test_a_page_is_disturbed_in_the_same_way_every_time(name: str) -> None:
    change = DISTURBANCES[name].change
    assert change(PAGE, CONTEXT) == change(PAGE, PageContext("a page", Kind.PRODUCT, RECORD))
    assert change(PAGE, CONTEXT) != PAGE


@ALL
def test_pages_with_other_ids_are_disturbed_in_other_ways(name: str) -> None:
    change = DISTURBANCES[name].change
    assert len({change(PAGE, PageContext(f"page {number}", Kind.PRODUCT, RECORD)) for number in range(10)}) > 1


@ALL
def test_the_texts_of_the_record_are_still_there(name: str) -> None:
    for number in range(10):
        layout = shown(DISTURBANCES[name].change(PAGE, PageContext(f"page {number}", Kind.PRODUCT, RECORD)))
        assert all(layout.find(text) for text in ("Harbor Kettle, 1.7 l", *RECORD.texts, "$48.50"))


@ALL
def test_structured_data_is_untouched(name: str) -> None:
    data = '<script type="application/ld+json">{"@type": "Product", "name": "Harbor Kettle", "class": "price"}</script>'
    assert data in DISTURBANCES[name].change(PAGE, CONTEXT)


@ALL
def test_the_record_is_extracted_from_the_disturbed_page(name: str) -> None:
    page = DISTURBANCES[name].change(PAGE, CONTEXT).encode()
    url = "https://shop.example/kettle"
    record = extract(page, url=url, charset=None, kinds=(Kind.PRODUCT,)).records[Kind.PRODUCT]
    assert (record.data["name"], record.data["price"]) == ("Harbor Kettle", "48.50")


@ALL
def test_a_page_without_a_body_or_a_record_is_no_error(name: str) -> None:
    for page in ("", "<frameset><frame src='a'></frameset>", "<p>Nothing about it here"):
        assert isinstance(DISTURBANCES[name].change(page, CONTEXT), str)


def test_a_name_is_replaced_by_the_same_name_everywhere() -> None:
    html = '<p class="a b" id="x"></p><p class="b"></p><a href="#x"></a><a href="#y"></a><label for="x"></label>'
    tree = LexborHTMLParser(renamed_classes(html, CONTEXT))
    first, second = (node.attributes["class"] or "" for node in tree.css("p"))
    assert first.split()[1] == second
    assert not set("aeiouy") & set(first)
    new_id = tree.css("p")[0].attributes["id"]
    assert [node.attributes["href"] for node in tree.css("a")] == [f"#{new_id}", "#y"]
    assert tree.css("label")[0].attributes["for"] == new_id


def test_blocks_move_around_a_record_that_stays_in_place() -> None:
    orders = {tuple(block_order(shuffled_blocks(PAGE, PageContext(str(n), Kind.PRODUCT, RECORD)))) for n in range(20)}
    assert len(orders) > 3
    for order in orders:
        assert len(order) == len(block_order(PAGE))
        assert '<div class="product"' in order
        label = order.index('<div class="label"')
        assert order[label + 1] == '<div class="magazine"', "a short label stays with the block after it"


def test_blocks_beside_a_heading_do_not_move() -> None:
    page = PAGE.replace('<div class="label">From our magazine</div>', "<h2>From our magazine</h2>")
    assert shuffled_blocks(page, CONTEXT) == page


def test_nothing_moves_if_the_record_is_not_found() -> None:
    assert shuffled_blocks(PAGE, PageContext("a page", Kind.PRODUCT, ShownRecord(("Other maker",), ("12.00",)))) == PAGE


def test_second_prices_follow_the_price_with_its_currency() -> None:
    page = second_prices(PAGE, CONTEXT)
    assert re.search(r"<span>48\.50</span></span> <span>(You save|Shipping|List price|Was|Regular price):", page)
    older = re.search(r"<del>\$([\d.]+)</del>", page)
    assert older is not None
    assert float(older[1]) > 48.5


def test_second_prices_are_written_as_the_page_writes_prices() -> None:
    page = second_prices(PAGE.replace("<span>$</span><span>48.50</span>", "48,50 €"), CONTEXT)
    assert re.search(r"You save: \d+,\d\d €", page)
