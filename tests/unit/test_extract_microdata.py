"""Microdata as found on real pages."""

import pytest

from garner.extraction.page.document import Document
from garner.extraction.page.markup.microdata import MAX_PROPERTIES, MAX_TEXT, MAX_VALUE
from garner.extraction.page.markup.schema_org import Graph
from garner.extraction.values.fields import clean_lines, clean_text


def graph_of(body: str) -> Graph:
    return Document(body.encode(), url="https://example.org/", charset="utf-8").microdata


def product(inside: str) -> str:
    return f'<div itemscope itemtype="https://schema.org/Product">{inside}</div>'


def test_nested_items_are_values() -> None:
    offer = '<p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price">3</b></p>'
    graph = graph_of(product('<h1 itemprop="name">Pan</h1>' + offer))
    assert [set(node.types) for node in graph.nodes] == [{"product"}, {"offer"}]
    assert graph.nodes[0].text("name") == "Pan"
    assert graph.nodes[0].nodes("offers")[0].text("price") == "3"


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ('<meta itemprop="p" content="a">', "a"),
        ('<span itemprop="p" content="a">b</span>', "a"),
        ('<time itemprop="p" datetime="PT5M">five minutes</time>', "PT5M"),
        ('<data itemprop="p" value="5">five</data>', "5"),
        ('<img itemprop="p" src="/a.jpg">', "/a.jpg"),
        ('<img itemprop="p" src="/a.jpg" alt="b">', "b"),
        ('<link itemprop="p" href="/a">', "/a"),
        ('<a itemprop="p" href="/a">b</a>', "/a"),
        ('<span itemprop="p">a <script>if (1 < 2) { b() }</script><style>c > d {}</style>e</span>', "a e"),
        ('<span itemprop="o p">a</span>', "a"),
        ('<span itemprop="http://schema.org/p">a</span>', "a"),
    ],
)
def test_a_value_is_read_from_the_attribute_or_text_of_its_element(element: str, value: str) -> None:
    assert graph_of(product(element)).nodes[0].text("p") == value


def test_a_picture_with_a_description_has_a_url_and_a_name() -> None:
    node = graph_of(product('<img itemprop="image" src="/a.jpg" alt="From above">')).nodes[0]
    assert node.address("https://shop.example/", "image") == "https://shop.example/a.jpg"
    assert [image.text("name") for image in node.nodes("image")] == ["From above"]


@pytest.mark.parametrize("name", ["name", "author", "brand", "category"])
def test_the_text_of_a_link_is_the_value_of_a_text_property(name: str) -> None:
    assert graph_of(product(f'<a itemprop="{name}" href="/a">Pan</a>')).nodes[0].text(name) == "Pan"


def test_a_property_elsewhere_on_the_page_is_read_by_itemref() -> None:
    body = '<div itemscope itemtype="http://schema.org/Product" itemref="a"></div><p id="a" itemprop="name">Pan</p>'
    assert graph_of(body).nodes[0].text("name") == "Pan"


@pytest.mark.parametrize("spelling", ["itemscope", "itemScope", "ITEMSCOPE=''"])
def test_every_spelling_of_the_attribute_is_recognised(spelling: str) -> None:
    body = product('<b itemprop="name">Pan</b>').replace("itemscope", spelling)
    assert graph_of(body).nodes[0].text("name") == "Pan"


def test_a_page_without_items_is_not_parsed_for_them() -> None:
    document = Document(b"<p itemprop=name>Pan", url="", charset=None)
    assert document.microdata.nodes == []
    assert "tree" not in vars(document)


def test_a_text_in_many_nested_properties_is_not_stored_for_each() -> None:
    graph = graph_of(product("<span itemprop=x>" * 60 + "y" * (MAX_TEXT // 10)))
    values = graph.nodes[0].properties["x"]
    assert len(values) < 15
    assert max(map(len, values)) <= MAX_VALUE


def test_properties_beyond_the_limit_are_dropped() -> None:
    graph = graph_of(product("<i itemprop=x>1</i>" * (MAX_PROPERTIES + 5)))
    assert len(graph.nodes[0].properties["x"]) == MAX_PROPERTIES


def test_markup_in_a_value_is_kept_for_the_field_reader() -> None:
    written = graph_of(product('<ul itemprop="p"><li>a</li><li>b</li></ul>')).nodes[0]
    assert clean_lines(written.properties["p"][0]) == ["a", "b"]
    assert clean_text(written.properties["p"][0]) == "a b"
