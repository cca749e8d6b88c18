"""Records that are one product, and records that are not."""

import pytest

from garner.core.matching import ProductGroups, ProductIdentity, product_identity

GTIN, OTHER_GTIN = "4006381333931", "96385074"
Fields = dict[str, object]


def same(one: Fields, other: Fields) -> bool:
    first, second = product_identity(one), product_identity(other)
    assert first.is_same(second) == second.is_same(first)
    if first.is_same(second):
        assert set(first.keys()) & set(second.keys())
    return first.is_same(second)


def test_an_equal_gtin_is_enough() -> None:
    assert same({"title": "Pen", "gtin": GTIN}, {"title": "Stylus", "gtin": f"0{GTIN}"})


def test_a_gtin_with_a_wrong_check_digit_proves_nothing() -> None:
    assert not same({"title": "Pen", "gtin": "4006381333932"}, {"title": "Pen", "gtin": "4006381333932"})


@pytest.mark.parametrize(("brand", "is_same"), [("Hewlett Packard", True), ("HP Inc.", True), ("Velmor", False)])
def test_an_equal_gtin_of_another_brand_proves_nothing(brand: str, is_same: bool) -> None:
    assert same({"gtin": GTIN, "brand": "HP"}, {"gtin": GTIN, "brand": brand}) == is_same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"mpn": "EK-2041"}, {"mpn": "ek 2041"}),
        ({"mpn": "EK-2041"}, {"sku": "EK2041"}),
        ({"sku": "10042", "title": "kettle"}, {"sku": "10042", "title": "kettle", "gtin": GTIN}),
        ({"sku": "10042178"}, {"sku": "10042178", "gtin": GTIN}),
        ({"title": "Acme kettle EK-2041"}, {"title": "acme kettle ek-2041"}),
    ],
)
def test_the_same_brand_and_number_are_enough(one: Fields, other: Fields) -> None:
    assert same({"brand": "Acme"} | one, {"brand": "ACME"} | other)
    assert not same({"brand": "Acme"} | one, {"brand": "Velmor"} | other)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("New Balance", "New Era", False),
        ("LG", "Bulgari", False),
        ("Hearth", "Hearthstone", False),
        ("Black+Decker", "BlackDecker", True),
        ("HP", "HP Inc.", True),
        ("Hewlett Packard", "HP", True),
        ("Hewlett Packard", "H. P.", True),
        ("Hewlett", "H", False),
    ],
)
def test_brands_with_only_a_common_prefix_or_part_prove_nothing(one: str, other: str, is_same: bool) -> None:
    assert same({"brand": one, "mpn": "EK-2041"}, {"brand": other, "mpn": "EK-2041"}) == is_same


@pytest.mark.parametrize(
    ("title", "is_same"), [("Kettle, large", True), ("Acme lamp", False), ("Lamp 10042", False), ("", False)]
)
def test_a_short_sku_of_digits_needs_a_word_in_common(title: str, is_same: bool) -> None:
    kettle: Fields = {"brand": "Acme", "title": "Acme kettle 10042", "sku": "10042"}
    assert same(kettle, {"brand": "Acme", "title": title, "sku": "10042"}) == is_same
    assert same(kettle | {"mpn": "10042"}, {"brand": "Acme", "title": title, "sku": "10042"})


def test_a_brand_may_be_in_the_title() -> None:
    assert same({"title": "Acme kettle", "mpn": "EK-2041"}, {"brand": "Acme", "mpn": "EK-2041"})
    assert not same({"title": "Kettle", "mpn": "EK-2041"}, {"brand": "Acme", "mpn": "EK-2041"})
    assert not same({"mpn": "EK-2041"}, {"mpn": "EK-2041"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"gtin": GTIN}, {"gtin": OTHER_GTIN}),
        ({"sku": "10042", "mpn": "EK-1"}, {"sku": "10042", "mpn": "EK-2"}),
        ({"title": "kettle red"}, {"title": "kettle blue"}),
        ({"title": "kettle 2 kg"}, {"title": "kettle 3 kg"}),
        ({"title": "kettle 2006"}, {"title": "kettle 2007"}),
        ({"title": "kettle refurbished"}, {"title": "kettle"}),
    ],
)
def test_a_contradiction_outweighs_the_same_brand_and_number(one: Fields, other: Fields) -> None:
    common: Fields = {"brand": "Acme", "sku": "EK2041"}
    assert same(common, common)
    assert not same(common | one, common | other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bosch Wasserkocher TWK7203 schwarz", "Bosch Wasserkocher TWK7203 weiß"),
        ("Acme Laufschuh Größe 42", "Acme Laufschuh Größe 43"),
        ("Acme Jeans slim W32", "Acme Jeans slim W34"),
        ("Acme Hundefutter 450 g", "Acme Hundefutter 750 g"),
        ("Acme Jeans slim W32 L34", "Acme Jeans slim W34 L32"),
    ],
)
def test_titles_that_differ_in_a_word_or_two_are_of_different_variants_in_any_language(one: str, other: str) -> None:
    common: Fields = {"brand": one.split()[0], "mpn": "EK-2041"}
    assert not same(common | {"title": one}, common | {"title": other})
    assert same(common | {"title": one}, common | {"title": f"{one} neu"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme enamel kettle red", "Acme kettle enamel red"),
        ("Acme kettle", "Acme Wasserkocher"),
        ("Kettle with a lid", "Wasserkocher mit einem Deckel"),
    ],
)
def test_titles_in_another_order_or_other_words_may_be_of_one_product(one: str, other: str) -> None:
    common: Fields = {"brand": "Acme", "mpn": "EK-2041"}
    assert same(common | {"title": one}, common | {"title": other})


@pytest.mark.parametrize("number", ["204", "kettle", "x" * 30 + "1"])
def test_an_implausible_number_proves_nothing(number: str) -> None:
    assert not same({"brand": "Acme", "sku": number}, {"brand": "Acme", "sku": number})


@pytest.mark.parametrize(
    "url",
    [
        "https://shop.example/bowl?utm_source=mail&gclid=1",
        "http://www.shop.example/bowl/",
        "https://shop.example/bowl#reviews",
    ],
)
def test_one_page_under_several_urls_is_one_product(url: str) -> None:
    page: Fields = {"title": "Stoneware bowl", "url": "https://shop.example/bowl"}
    assert same(page, {"title": "stoneware bowl", "url": url})
    assert not same(page, {"title": "Stoneware bowl", "url": "https://shop.example/bowl?variant=2"})
    assert not same(page, {"title": "Stoneware bowl, large", "url": url})


def test_the_same_title_proves_nothing() -> None:
    assert not same({"title": "Stoneware bowl"}, {"title": "Stoneware bowl"})
    assert not same({"title": "Stoneware bowl", "brand": "Acme"}, {"title": "Stoneware bowl", "brand": "Acme"})


@pytest.mark.parametrize("url", ["", "not an address", "http://[", "x" * 5_000])
def test_an_invalid_url_is_compared_as_text(url: str) -> None:
    assert same({"title": "bowl", "url": url}, {"title": "bowl", "url": url}) == bool(url)


def grouped(*records: Fields) -> list[int]:
    groups = ProductGroups(map(product_identity, records))
    return [groups.first(place) for place in range(len(records))]


def test_records_connected_by_numbers_are_grouped() -> None:
    by_both = {"brand": "Acme", "mpn": "EK-2041", "gtin": GTIN}
    assert grouped({"gtin": GTIN}, {"title": "x"}, by_both, {"brand": "Acme", "mpn": "EK-2041"}) == [0, 1, 0, 0]
    assert grouped({"gtin": GTIN}, {"brand": "Acme", "mpn": "EK-2041"}, by_both) == [0, 0, 0]


def test_a_record_without_a_gtin_does_not_join_products_with_different_ones() -> None:
    number: Fields = {"brand": "Acme", "mpn": "EK-2041"}
    assert grouped(number | {"gtin": GTIN}, number | {"gtin": OTHER_GTIN}, number) == [0, 1, 0]


def test_a_record_without_a_brand_does_not_join_products_of_different_ones() -> None:
    assert grouped({"gtin": GTIN, "brand": "Acme"}, {"gtin": GTIN, "brand": "Velmor"}, {"gtin": GTIN}) == [0, 1, 0]


def count_calls(monkeypatch: pytest.MonkeyPatch, method: str) -> list[object]:
    """A list that grows by one with each call of the comparison method."""
    calls: list[object] = []
    compare = getattr(ProductIdentity, method)

    def counting(self: ProductIdentity, other: ProductIdentity) -> bool:
        calls.append(other)
        return bool(compare(self, other))

    monkeypatch.setattr(ProductIdentity, method, counting)
    return calls


def test_a_number_shared_by_all_records_causes_a_bounded_number_of_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = count_calls(monkeypatch, "is_same")
    grouped(*({"brand": f"brand{place}", "sku": "10042"} for place in range(300)))
    assert len(compared) <= 300 * 50


def test_a_record_is_checked_once_against_a_product_that_rejects_it(monkeypatch: pytest.MonkeyPatch) -> None:
    number: Fields = {"brand": "Acme", "mpn": "EK-2041"}
    members = [number | {"url": f"https://shop.example/{place}"} for place in range(40)]
    groups = ProductGroups(map(product_identity, [*members, number | {"title": "kettle red"}]))
    compared = count_calls(monkeypatch, "contradicts")
    assert groups.add(product_identity(number | {"title": "kettle blue"})) == 41
    assert len(compared) <= 2 * len(members)


def test_records_without_a_common_key_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = count_calls(monkeypatch, "contradicts")
    kettle: Fields = {"title": "Acme kettle", "brand": "Acme", "mpn": "EK-2041", "gtin": GTIN}
    assert not same(kettle, {"title": "Acme lamp", "brand": "Acme", "mpn": "EK-77"})
    assert not same(kettle, {"title": "Acme lamp", "brand": "Acme", "gtin": OTHER_GTIN})
    assert not compared
