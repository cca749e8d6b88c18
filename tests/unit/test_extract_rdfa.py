"""RDFa as found on real pages, read into the same form as JSON-LD."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from garner.core.record import Kind
from garner.extraction import extract
from garner.extraction.page.document import Document
from garner.extraction.page.markup import rdfa
from garner.extraction.page.markup.microdata import MAX_PROPERTIES, MAX_TEXT, MAX_VALUE
from garner.extraction.page.markup.schema_org import MAX_TYPES, Graph, Node


def graph_of(body: str) -> Graph:
    return Document(body.encode(), url="https://example.org/", charset="utf-8").rdfa


def product_of(inside: str, attributes: str = 'vocab="https://schema.org/" typeof="Product"') -> Node:
    return graph_of(f"<div {attributes}>{inside}</div>").nodes[0]


def test_a_record_is_read_from_rdfa() -> None:
    body = """<article vocab="http://schema.org/" typeof="Recipe"><h1 property="name">Soup</h1>
        <ul><li property="recipeIngredient">1 leek</li><li property="recipeIngredient">2 cups water</li></ul>
        <div property="recipeInstructions"><p>Cut.</p><p>Boil.</p></div>
        <time property="totalTime" datetime="PT30M">half an hour</time></article>"""
    record = extract(body.encode(), url="", charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE]
    assert record.data["title"] == "Soup"
    assert [line["raw"] for line in record.data["ingredients"]] == ["1 leek", "2 cups water"]
    assert record.data["instructions"] == ["Cut.", "Boil."]
    assert record.data["total_minutes"] == 30
    assert record.sources["title"].rung == "schema_org_rdfa"


def test_nested_nodes_are_values_and_appear_once() -> None:
    offer = '<p property="offers" typeof="Offer"><b property="price" content="3.00">3</b></p>'
    graph = graph_of(f'<div vocab="https://schema.org/" typeof="Product"><b property="name">Pan</b>{offer}</div>')
    assert [set(node.types) for node in graph.nodes] == [{"product"}, {"offer"}]
    assert [offer.text("price") for offer in graph.nodes[0].nodes("offers")] == ["3.00"]
    assert graph.nodes[0].texts("name") == ["Pan"]


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ('<meta property="p" content="a">', "a"),
        ('<meta property="p" content="">', None),
        ('<span property="p" content="a">b</span>', "a"),
        ('<time property="p" datetime="PT5M">five minutes</time>', "PT5M"),
        ('<img property="p" src="/a.jpg" alt="b">', "/a.jpg"),
        ('<link property="p" href="/a">', "/a"),
        ('<a property="p" href="/a">b</a>', "/a"),
        ('<span property="p" resource="/a">b</span>', "/a"),
        ('<span property="o p">a</span>', "a"),
        ('<span property="schema:p">a</span>', "a"),
        ('<span property="http://schema.org/p">a</span>', "a"),
        ('<span property="p">a <script>if (1 < 2) { b() }</script>c</span>', "a c"),
    ],
)
def test_a_value_is_read_from_the_attribute_or_text_of_its_element(element: str, value: str | None) -> None:
    assert product_of(element).text("p") == value


def test_the_text_of_a_link_is_the_value_of_a_text_property() -> None:
    assert product_of('<a property="brand" href="/a">Acme</a>').text("brand") == "Acme"


@pytest.mark.parametrize(
    "attributes",
    [
        'typeof="Product"',
        'typeof="schema:Product"',
        'typeof="http://schema.org/Product"',
        'vocab="http://schema.org/" typeof="Thing Product"',
        'prefix="s: http://schema.org/" typeof="s:Product"',
        'TypeOf="Product"',
    ],
)
def test_every_way_to_declare_the_vocabulary_is_recognised(attributes: str) -> None:
    prefix = "s:" if "s: " in attributes else ""
    node = product_of(f'<b property="{prefix}name">Pan</b>', attributes)
    assert "product" in node.types
    assert node.text("name") == "Pan"


@pytest.mark.parametrize("name", ["og:name", "foaf:name", "unknown:name", "http://xmlns.com/foaf/0.1/name"])
def test_properties_of_other_vocabularies_are_ignored(name: str) -> None:
    assert product_of(f'<b property="{name}">Not this</b>').text("name") is None


def test_another_vocabulary_applies_only_inside_its_element() -> None:
    inside = '<p vocab="http://xmlns.com/foaf/0.1/"><b property="name">Not this</b></p><b property="name">Pan</b>'
    assert product_of(inside).texts("name") == ["Pan"]


def test_a_resource_described_in_two_places_is_one_node() -> None:
    body = """<div vocab="http://schema.org/"><div resource="#pan" typeof="Product"><b property="name">Pan</b></div>
        <p resource="#pan"><b property="sku">7</b></p><p about="#pan" property="color">red</p></div>"""
    (node,) = graph_of(body).nodes
    assert (node.text("name"), node.text("sku"), node.text("color")) == ("Pan", "7", "red")


def test_a_relation_leads_to_its_own_resource_or_to_nested_nodes() -> None:
    inside = """<div rel="brand" typeof="Brand"><b property="name">Acme</b></div>
        <div rel="offers"><p typeof="Offer"><b property="price">3</b></p><p typeof="Offer"><b property="price">4</b></p>
        </div><a rel="license" href="/l">l</a>"""
    node = product_of(inside)
    assert node.text("brand") == "Acme"
    assert [offer.text("price") for offer in node.nodes("offers")] == ["3", "4"]
    assert node.address("https://example.org/", "license") == "https://example.org/l"


def test_a_node_that_contains_itself_is_read_once() -> None:
    graph = graph_of(
        '<div typeof="Product" resource="#a">' + '<p property="isRelatedTo" typeof="Product" resource="#a">' * 50
    )
    assert len(graph.nodes) == 1
    assert graph.nodes[0].first("isRelatedTo") is graph.nodes[0].properties


def test_a_page_without_typed_elements_is_not_parsed_for_rdfa() -> None:
    document = Document(b"<script>if (typeof a == 1) b()</script><p property=name>Pan", url="", charset=None)
    assert document.rdfa.nodes == []
    assert "tree" not in vars(document)


def test_properties_beyond_the_limit_are_dropped() -> None:
    assert len(product_of("<i property=x>1</i>" * (MAX_PROPERTIES + 5)).properties["x"]) == MAX_PROPERTIES - 1


def test_a_text_in_many_nested_properties_is_not_stored_for_each() -> None:
    values = product_of("<span property=x>" * 60 + "y" * (MAX_TEXT // 10)).properties["x"]
    assert len(values) < 15
    assert max(map(len, values)) <= MAX_VALUE


@pytest.mark.parametrize("attributes", ["", "typeof", "typeof=''", "about=''", "resource=''", "rel=''", "prefix='a'"])
def test_empty_attributes_raise_no_error(attributes: str) -> None:
    graph_of(f"<div vocab typeof='Product'><p {attributes} property><b {attributes} property='name'>x</b></p></div>")


def test_a_prefix_can_be_redeclared_inside_an_element() -> None:
    other = '<i prefix="schema: http://other.example/"><b property="schema:name">Other</b></i>'
    assert product_of(f'<b property="schema:name">Pan</b>{other}').texts("name") == ["Pan"]
    assert product_of('<i prefix="s: https://schema.org/"><b property="s:name">Pan</b></i>').texts("name") == ["Pan"]


def test_the_number_of_prefixes_per_element_is_bounded() -> None:
    declared = " ".join(f"p{{0}}x{number}: https://schema.org/" for number in range(50))
    around = "".join(f'<div prefix="{declared.format(depth)}">' for depth in range(100))
    reader = rdfa._RdfaReader()
    for element in LexborHTMLParser(around + "<b prefix='a: b' property=x>" * 10).css("[prefix]"):
        reader.visit(element)
    assert max(len(inside.prefixes) for inside in reader._inside.values()) <= 20


def test_the_number_of_types_of_a_node_is_bounded() -> None:
    types = " ".join(f"Type{number}" for number in range(1_000))
    graph = graph_of(f'<div about="#x" typeof="{types}"></div>' + '<div about="#x" typeof="Other"></div>' * 100)
    assert len(graph.nodes[0].types) <= MAX_TYPES
