"""Products and their offers."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.product import embedded
from garner.extraction.page.markup.schema_org import Graph

URL = "https://shop.example.org/pan?color=red"


def product(html: str) -> Record | None:
    return extract(html.encode(), url=URL, charset=None, kinds=[Kind.PRODUCT]).records.get(Kind.PRODUCT)


def from_json_ld(**properties: Any) -> Record:
    node = {"@type": "Product", "name": "Pan"} | properties
    found = product(f'<script type="application/ld+json">{json.dumps(node)}</script>')
    assert found is not None
    return found


def test_a_full_product_is_read() -> None:
    found = from_json_ld(
        description="A <b>pan</b>",
        brand={"@type": "Brand", "name": "Acme"},
        category="Kitchen > Pans",
        sku="P-1",
        gtin13="4006381333931",
        mpn="AC-9",
        image=["/a.jpg", {"@type": "ImageObject", "contentUrl": "/b.jpg", "caption": "From above"}, "/a.jpg"],
        offers={
            "@type": "Offer",
            "price": "19.90",
            "priceCurrency": "eur",
            "availability": "https://schema.org/InStock",
            "priceSpecification": {"priceType": "https://schema.org/ListPrice", "price": 24.9},
        },
        aggregateRating={"@type": "AggregateRating", "ratingValue": "8,4", "bestRating": 10, "reviewCount": "1,234"},
    )
    assert found.data == {
        "name": "Pan",
        "description": "A pan",
        "price": "19.90",
        "currency": "EUR",
        "list_price": "24.9",
        "availability": "in_stock",
        "rating": 4.2,
        "review_count": 1234,
        "brand": "Acme",
        "category": "Kitchen > Pans",
        "sku": "P-1",
        "gtin": "4006381333931",
        "mpn": "AC-9",
        "images": [
            {"url": "https://shop.example.org/a.jpg", "alt": None, "position": 0},
            {"url": "https://shop.example.org/b.jpg", "alt": "From above", "position": 1},
        ],
        "variants": [],
    }
    assert found.confidence == 0.95


def test_a_product_needs_only_a_name() -> None:
    found = from_json_ld()
    assert found.data["price"] is found.data["currency"] is found.data["availability"] is None
    assert product('<script type="application/ld+json">{"@type": "Product", "sku": "1"}</script>') is None


def test_empty_lists_are_not_shared_between_records() -> None:
    assert from_json_ld().data["images"] is not from_json_ld().data["images"]


def test_the_lowest_price_of_an_aggregate_is_the_price() -> None:
    offers = {"@type": "AggregateOffer", "lowPrice": 5, "highPrice": 9, "priceCurrency": "USD"}
    data = from_json_ld(offers=offers).data
    assert (data["price"], data["currency"], data["list_price"]) == ("5", "USD", None)


def test_the_offer_with_the_sku_of_the_product_is_chosen() -> None:
    offers = [{"price": 1, "sku": "other", "availability": "InStock"}, {"price": 2, "sku": "P-1"}]
    assert from_json_ld(sku="P-1", offers=offers).data["price"] == "2"


def test_the_offer_with_the_url_of_the_page_is_chosen() -> None:
    offers = [{"price": 1, "url": "/pan?color=blue", "availability": "InStock"}, {"price": 2, "url": "/pan?color=red"}]
    assert from_json_ld(offers=offers).data["price"] == "2"


def test_an_available_offer_is_chosen() -> None:
    offers = [{"price": 1, "availability": "SoldOut"}, {"price": 2, "availability": "InStock"}]
    data = from_json_ld(offers=offers).data
    assert (data["price"], data["availability"]) == ("2", "in_stock")


def test_a_product_group_is_priced_by_its_variants() -> None:
    variants = [{"@type": "Product", "sku": "V-1", "offers": {"price": 7, "priceCurrency": "GBP"}}]
    data = from_json_ld(**{"@type": "ProductGroup", "hasVariant": variants}).data
    assert (data["name"], data["price"], data["currency"], data["sku"]) == ("Pan", "7", "GBP", "V-1")


@pytest.mark.parametrize(
    ("written", "availability"),
    [
        ("http://schema.org/OutOfStock", "out_of_stock"),
        ("SoldOut", "out_of_stock"),
        ("In stock", "in_stock"),
        ("PreOrder", "preorder"),
        ("https://schema.org/BackOrder", "backorder"),
        ("Discontinued", "discontinued"),
        ("LimitedAvailability", "limited"),
        ("perhaps", None),
    ],
)
def test_availability_is_one_of_six_values_or_null(written: str, availability: str | None) -> None:
    assert from_json_ld(offers={"price": 1, "availability": written}).data["availability"] == availability


def test_the_currency_is_read_from_a_sign_or_null() -> None:
    assert from_json_ld(offers={"price": "5"}).data["currency"] is None
    assert from_json_ld(offers={"price": "5,00 €"}).data["currency"] == "EUR"


@pytest.mark.parametrize("digits", [7, 17, 25, 400, 5_000])
def test_a_numeric_name_or_sku_keeps_its_digits(digits: int) -> None:
    written = "7" * digits
    properties = f'"name": {written}, "sku": {written}, "brand": {{"name": 1234567.5}}, "category": 1e{digits}'
    found = product(f'<script type="application/ld+json">{{"@type": "Product", {properties}}}</script>')
    assert found is not None
    assert found.data["name"] == written[:500]
    assert found.data["sku"] == written[:100]
    assert found.data["brand"] == "1234567.5"
    assert "inf" not in found.data["category"]


def test_implausible_numbers_are_dropped_with_a_warning() -> None:
    body = (
        b'<script type="application/ld+json">{"@type": "Product", "name": "Pan", "offers": {"price": 1e309},'
        b'"aggregateRating": {"ratingValue": 97, "reviewCount": 1e30}}</script>'
    )
    found = extract(body, url=URL, charset=None, kinds=[Kind.PRODUCT])
    data = found.records[Kind.PRODUCT].data
    assert data["price"] is data["rating"] is data["review_count"] is None
    assert [warning.partition(":")[0] for warning in found.warnings] == ["price", "rating", "review_count"]


@pytest.mark.parametrize("written", ["none", "123", "00000000", "1" * 15])
def test_an_impossible_gtin_is_ignored(written: str) -> None:
    assert from_json_ld(gtin=written).data["gtin"] is None


def test_a_product_is_read_from_microdata_with_its_offer() -> None:
    found = product(
        '<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Pan</h1>'
        '<a itemprop="brand" href="/acme">Acme</a><div itemprop="offers" itemscope itemtype="http://schema.org/Offer">'
        '<span itemprop="price" content="19.90">19,90 €</span><meta itemprop="priceCurrency" content="EUR">'
        '<link itemprop="availability" href="http://schema.org/InStock"></div></div>'
    )
    assert found is not None
    names = ("name", "brand", "price", "currency", "availability")
    assert tuple(found.data[name] for name in names) == ("Pan", "Acme", "19.90", "EUR", "in_stock")
    assert found.confidence < 0.85


def test_an_amount_and_its_currency_come_from_one_rung() -> None:
    found = product(
        '<script type="application/ld+json">{"@type": "Product", "name": "Pan", "offers": {"price": "5"}}</script>'
        '<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Pan</h1>'
        '<div itemprop="offers" itemscope>'
        '<meta itemprop="price" content="7"><meta itemprop="priceCurrency" content="EUR"></div></div>'
    )
    assert found is not None
    assert (found.data["price"], found.data["currency"]) == ("5", None)


def test_new_reviews_are_not_a_change_but_a_new_price_is() -> None:
    def with_(price: int, reviews: int) -> str:
        rating = {"ratingValue": 4.21 + reviews / 1000, "reviewCount": reviews}
        return from_json_ld(offers={"price": price}, aggregateRating=rating).content_hash

    assert with_(5, 10) == with_(5, 12) != with_(6, 10)


def test_a_new_variant_price_is_a_change_but_a_new_order_is_not() -> None:
    def with_(*prices: int) -> str:
        variants = [{"@type": "Product", "sku": f"V-{price % 10}", "offers": {"price": price}} for price in prices]
        return from_json_ld(sku="P-1", offers={"price": 1}, hasVariant=variants).content_hash

    assert with_(11, 22) == with_(22, 11) != with_(11, 32)


def test_a_valid_gtin_in_the_sku_replaces_one_with_a_wrong_check_digit() -> None:
    assert from_json_ld(gtin13="4006381333932").data["gtin"] is None
    assert from_json_ld(gtin13="4006381333932", sku="4006381333931").data["gtin"] == "4006381333931"


def test_an_aggregate_with_offers_is_in_stock() -> None:
    offers = {"@type": "AggregateOffer", "lowPrice": 5, "offerCount": 3}
    assert from_json_ld(offers=offers).data["availability"] == "in_stock"
    assert from_json_ld(offers=offers | {"offerCount": 0}).data["availability"] is None


def test_the_variants_of_a_group_are_kept() -> None:
    variant = {
        "@type": "Product", "name": "Pan, red", "sku": "V-1", "color": "Red",
        "offers": {"price": "7.50", "priceCurrency": "GBP", "availability": "SoldOut", "url": "/pan?color=red"},
    }  # fmt: skip
    data = from_json_ld(**{"@type": "ProductGroup", "hasVariant": [variant, {"@type": "Product"}]}).data
    assert data["variants"] == [
        {
            "name": "Pan, red", "sku": "V-1", "gtin": None, "price": "7.50", "currency": "GBP",
            "availability": "out_of_stock", "options": {"color": "Red"}, "url": "https://shop.example.org/pan?color=red",
        }
    ]  # fmt: skip


def test_breadcrumbs_are_the_category_if_no_other_is_given() -> None:
    crumbs = [
        {"@type": "ListItem", "position": n, "name": name} for n, name in ((2, "Kitchen"), (1, "Home"), (3, "Pan"))
    ]
    trail = {"@type": "BreadcrumbList", "itemListElement": crumbs}
    found = product(
        f'<script type="application/ld+json">{json.dumps([{"@type": "Product", "name": "Pan"}, trail])}</script>'
    )
    assert found is not None
    assert found.data["category"] == "Kitchen"


def with_state(state: Any, title: str = "Red Pan | Shop", kind: str = "application/json") -> Record | None:
    text = state if isinstance(state, str) else json.dumps(state)
    return product(f'<title>{title}</title><script type="{kind}">{text}</script>')


def test_a_product_in_embedded_state_is_read() -> None:
    own = {
        "name": "Red Pan", "price": {"amount": "12.50", "currency": "EUR"}, "sku": "RP-1", "brand": {"name": "Acme"},
        "inStock": False, "images": [{"src": "/a.jpg", "alt": "Pan"}],
    }  # fmt: skip
    other = own | {"name": "Blue Pot", "price": "3.00"}
    found = with_state({"props": {"items": [other, own]}})
    assert found is not None
    names = ("name", "price", "currency", "sku", "brand", "availability")
    assert tuple(found.data[name] for name in names) == ("Red Pan", "12.50", "EUR", "RP-1", "Acme", "out_of_stock")
    assert found.data["images"] == [{"url": "https://shop.example.org/a.jpg", "alt": "Pan", "position": 0}]


def test_prices_in_cents_are_converted() -> None:
    own = {
        "title": "Red Pan", "handle": "red-pan", "vendor": "Acme", "price": 1250, "price_min": 1250, "available": True,
        "variants": [{"title": "Small", "sku": "RP-S", "price": 1250, "barcode": "4006381333931", "available": True}],
    }  # fmt: skip
    found = with_state(f"var meta = {json.dumps({'product': own})}; var x = '}}';", kind="text/javascript")
    assert found is not None
    assert (found.data["price"], found.data["sku"], found.data["gtin"]) == ("12.50", "RP-S", "4006381333931")
    assert found.data["variants"][0]["price"] == "12.50"


def test_duplicate_variants_in_state_are_dropped_and_a_wrong_gtin_gives_a_warning() -> None:
    small, again = {"title": "Small", "sku": "RP-S"}, {"title": "Small, from above", "sku": "RP-S"}
    own = {"name": "Red Pan", "price": "12.50", "brand": "Acme", "inStock": True, "ean": "4006381333932"}
    found = with_state(own | {"variants": [small, again, {"title": "Large", "sku": "RP-L"}]})
    assert found is not None
    assert [variant["name"] for variant in found.data["variants"]] == ["Small", "Large"]
    assert found.warnings == ("gtin: '4006381333932' is implausible and was ignored",)


def test_an_amount_in_minor_units_is_converted() -> None:
    price = {"centAmount": 1999, "fractionDigits": 2, "currencyCode": "EUR"}
    found = with_state({"name": "Red Pan", "price": price, "sku": "1", "brand": "Acme", "available": True})
    assert found is not None
    assert (found.data["price"], found.data["currency"]) == ("19.99", "EUR")


def test_embedded_state_is_searched_within_bounds() -> None:
    own = {"name": "Red Pan", "price": "12.50", "sku": "RP-1", "brand": "Acme", "inStock": True}

    def below(depth: int) -> Any:
        return own if depth == 0 else [below(depth - 1)]

    assert with_state(below(embedded.MAX_DEPTH - 2)) is not None
    assert with_state(below(embedded.MAX_DEPTH + 2)) is None
    thousand: list[Any] = [{}] * 1000
    assert with_state([*[thousand] * 3, own]) is not None
    assert with_state([*[thousand] * (embedded.MAX_NODES // 1000 + 1), own]) is None


def test_embedded_state_about_other_things_is_not_read() -> None:
    own = {"name": "Red Pan", "price": "12.50", "sku": "RP-1", "brand": "Acme", "inStock": True}
    assert with_state(own, title="Our shop") is None
    assert with_state({"name": "Red Pan", "price": "12.50"}) is None
    assert with_state('{"price": ' * 1000) is None


def test_equal_prices_in_different_notations_have_one_content_hash() -> None:
    def written(amount: object) -> str:
        variant = {"@type": "Product", "sku": "V-1", "offers": {"price": amount}}
        listed = {"priceType": "ListPrice", "price": amount}
        return from_json_ld(offers={"price": amount, "priceSpecification": listed}, hasVariant=[variant]).content_hash

    assert written("12.50") == written(12.5) == written("12,500000") != written(12.51)


@pytest.mark.parametrize("count", [{}, {"reviewCount": 0}, {"ratingCount": "0"}])
def test_a_rating_of_zero_without_reviews_is_ignored(count: dict[str, Any]) -> None:
    assert from_json_ld(aggregateRating={"ratingValue": 0} | count).data["rating"] is None
    assert from_json_ld(aggregateRating={"ratingValue": 0, "reviewCount": 2}).data["rating"] == 0


@pytest.mark.parametrize(
    ("written", "count"), [("1.234", 1234), ("1,234", 1234), ("12.345.678", 12345678), (1.0, 1), ("2.0", 2), ("17", 17)]
)
def test_the_review_count_is_a_whole_number(written: object, count: int) -> None:
    assert from_json_ld(aggregateRating={"ratingValue": 4, "reviewCount": written}).data["review_count"] == count


def zero_priced(body: str) -> Record:
    node = {"@type": "Product", "name": "Red Pan", "offers": {"price": "0.00", "priceCurrency": "USD"}}
    script = f'<script type="application/ld+json">{json.dumps(node)}</script>'
    found = product(f"<html lang=de><title>Red Pan</title>{script}<body><h1>Red Pan</h1>{body}")
    assert found is not None
    return found


def test_a_price_of_zero_is_replaced_by_the_visible_price() -> None:
    found = zero_priced("<p>300,00 €</p><button>In den Warenkorb</button>")
    assert (found.data["price"], found.data["currency"]) == ("300.00", "EUR")
    assert [warning.partition(":")[0] for warning in found.warnings] == ["price"]


def test_a_price_of_zero_is_kept_if_the_page_says_free() -> None:
    assert zero_priced("<p>Price: free!</p>").data["price"] == "0.00"
    assert zero_priced("<p>Free shipping</p>").data["price"] is None


def test_an_open_graph_price_of_zero_is_ignored_with_a_warning() -> None:
    found = product('<meta property="og:title" content="Pan"><meta property="product:price:amount" content="0">')
    assert found is not None
    assert found.data["price"] is None
    assert found.warnings == ("price: '0' is implausible and was ignored",)


def test_a_product_without_a_price_has_no_currency() -> None:
    for amount in ({}, {"price": "ask us"}, {"price": -5}):
        data = from_json_ld(offers={"priceCurrency": "EUR", "availability": "InStock"} | amount).data
        assert (data["price"], data["currency"], data["availability"]) == (None, None, "in_stock")


def test_an_offer_with_a_price_above_zero_is_chosen() -> None:
    offers = [{"price": 0, "availability": "InStock"}, {"price": 2}]
    assert from_json_ld(offers=offers).data["price"] == "2"


def test_a_gtin_with_a_wrong_check_digit_is_dropped_with_a_warning() -> None:
    warning = ("gtin: '4006381333932' is implausible and was ignored",)
    assert from_json_ld(gtin13="4006381333932").warnings == warning
    assert from_json_ld(gtin13="n/a").warnings == from_json_ld(sku="4006381333932").warnings == ()
    preview = '<meta property="og:title" content="Pan"><meta property="product:ean" content="4006381333932">'
    found = product(preview + '<meta property="product:brand" content="Acme">')
    assert found is not None and found.warnings == warning


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"upc": "012345678905"}, "012345678905"),
        ({"gtin12": 12345678905}, "012345678905"),
        ({"gtin": 12345678905}, "012345678905"),
        ({"gtin13": 12345678905}, "0012345678905"),
        ({"gtin8": 1234565}, "01234565"),
        ({"gtin": 4006381333931}, "4006381333931"),
        ({"gtin": 12345678906}, None),
        ({"gtin": 17}, None),
        ({"gtin": -12345678905}, None),
        ({"gtin": 714006381333931}, None),
        ({"gtin": "12345678905"}, None),
    ],
)
def test_a_numeric_gtin_gets_its_leading_zeros_back(written: dict[str, object], read: str | None) -> None:
    assert from_json_ld(**written).data["gtin"] == read


def test_offers_with_their_own_article_numbers_are_variants() -> None:
    offers = [
        {"price": 9, "priceCurrency": "EUR", "sku": "P-S", "name": "Small", "availability": "InStock"},
        {"price": 0, "priceCurrency": "EUR", "sku": "P-L", "name": "Large", "url": "/pan?size=l"},
    ]
    variants = from_json_ld(offers={"@type": "AggregateOffer", "offers": offers}).data["variants"]
    told = [(one["sku"], one["name"], one["price"], one["currency"], one["availability"]) for one in variants]
    assert told == [("P-S", "Small", "9", "EUR", "in_stock"), ("P-L", "Large", None, None, None)]
    assert variants[1]["url"] == "https://shop.example.org/pan?size=l"


def test_offers_of_several_sellers_or_of_one_article_are_not_variants() -> None:
    two = [{"price": 9, "sku": "A", "seller": {"name": "X"}}, {"price": 8, "sku": "B", "seller": {"name": "Y"}}]
    for offers in (two, [{"price": 9, "sku": "A"}, {"price": 8, "sku": "A"}], [{"price": 9, "sku": "A"}, {"price": 8}]):
        assert from_json_ld(offers=offers).data["variants"] == []


def test_duplicate_variants_are_dropped() -> None:
    small = {"@type": "Product", "size": "S", "offers": {"price": 7}}
    variants = [small, small, {"sku": "V-1", "size": "M"}, {"sku": "V-1", "size": "M", "name": "Pan, blue"}]
    found = from_json_ld(**{"@type": "ProductGroup", "hasVariant": variants}).data["variants"]
    assert [variant["options"] for variant in found] == [{"size": "S"}, {"size": "M"}]


def test_a_picture_in_microdata_keeps_its_description() -> None:
    found = product(
        '<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Pan</b>'
        '<img itemprop="image" src="/a.jpg" alt="From above"><img itemprop="image" src="/b.jpg"></div>'
    )
    assert found is not None
    assert [(image["url"][-6:], image["alt"]) for image in found.data["images"]] == [
        ("/a.jpg", "From above"),
        ("/b.jpg", None),
    ]


def test_the_breadcrumbs_of_a_product_omit_the_home_page() -> None:
    steps = {"The Long Spoon": "https://shop.example.org/", "Pans": "/pans", "Our pan": {"@id": URL}}
    entries = [
        {"@type": "ListItem", "position": position, "name": name, "item": item}
        for position, (name, item) in enumerate(steps.items())
    ]
    nodes = [{"@type": "Product", "name": "Pan"}, {"@type": "BreadcrumbList", "itemListElement": entries}]
    found = product(f'<script type="application/ld+json">{json.dumps(nodes)}</script>')
    assert found is not None and found.data["category"] == "Pans"


def count_visits(monkeypatch: pytest.MonkeyPatch, count: int) -> int:
    """The number of nodes visited for `count` products without a price that are variants of each other."""
    visited = 0
    followed = Graph.resolve

    def counted(graph: Graph, value: Any) -> Any:
        nonlocal visited
        visited += 1
        return followed(graph, value)

    monkeypatch.setattr(Graph, "resolve", counted)
    everyone = [{"@id": f"#{number}"} for number in range(count)]
    things = [{"@type": "Product", "name": "x", "@id": one["@id"], "hasVariant": everyone} for one in everyone]
    page = f'<script type="application/ld+json">{json.dumps(things)}</script>'
    extract(page.encode(), url="", charset=None, kinds=[Kind.PRODUCT])
    monkeypatch.undo()
    return visited


def test_mutual_variants_are_visited_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_visits(monkeypatch, 100) < 3 * count_visits(monkeypatch, 50)
