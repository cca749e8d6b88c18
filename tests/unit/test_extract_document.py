"""Charsets, and pages made to break whoever reads them."""

import codecs
import pickle
import random

import orjson
import pytest

from garner.core.record import Kind
from garner.extract import Extraction, extract
from garner.extract.document import MAX_BYTES, Document, cut_at_depth, decoded
from garner.extract.json_ld import MAX_BLOCKS
from garner.extract.microdata import MAX_PROPERTIES, MAX_TEXT, MAX_VALUE

PRODUCT = '<script type="application/ld+json">{"@type": "Product", "name": "Café – ½ 茶"}</script>'


def everything(body: bytes, charset: str | None = None) -> Extraction:
    return extract(body, url="https://example.org/", charset=charset, kinds=list(Kind))


@pytest.mark.parametrize(
    ("text", "encoding", "charset"),
    [
        ("Café", "utf-8", None),
        ("Café", "utf-8", "iso-8859-1"),
        ("Café – “fin”", "cp1252", None),
        ("Café – “fin”", "cp1252", "ISO-8859-1"),
        ("Zażółć gęślą", "cp1250", "windows-1250"),
        ("Щи да каша", "koi8-r", "koi8-r"),
        ("茶と寿司", "shift_jis", '"Shift_JIS"'),
        ("茶と寿司", "iso2022_jp", "iso-2022-jp"),
        ("中文菜谱", "gb18030", "gb2312"),
        ("Café", "cp1252", "no-such-charset"),
        ("Café", "cp1252", "base64"),
        ("Café", "cp1252", "unicode_escape"),
    ],
)
def test_a_page_is_decoded_by_what_its_bytes_and_its_header_say(text: str, encoding: str, charset: str | None) -> None:
    assert decoded(text.encode(encoding), charset) == text


@pytest.mark.parametrize(
    "body",
    [
        codecs.BOM_UTF8 + "Café".encode(),
        codecs.BOM_UTF16_LE + "Café".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Café".encode("utf-16-be"),
    ],
)
def test_a_byte_order_mark_decides_before_the_header(body: bytes) -> None:
    assert decoded(body, "koi8-r") == "Café"


def test_the_header_decides_before_the_meta_element() -> None:
    body = '<meta charset="windows-1251">Zażółć'.encode("cp1250")
    assert decoded(body, "windows-1250").endswith("Zażółć")


@pytest.mark.parametrize(
    "meta",
    ['<meta charset="windows-1250">', "<META http-equiv=Content-Type content='text/html; charset=windows-1250'>"],
)
def test_the_meta_element_decides_when_the_header_is_silent(meta: str) -> None:
    assert decoded((meta + "Zażółć").encode("cp1250"), None).endswith("Zażółć")


def test_a_few_broken_bytes_do_not_turn_a_utf_8_page_into_another() -> None:
    assert decoded("Zażółć gęślą jaźń".encode() + b"\xff", "utf-8") == "Zażółć gęślą jaźń\ufffd"


def test_title_and_language_are_those_of_the_page() -> None:
    document = Document(b"<html lang='pt-BR'><title> A &amp; B\n</title>", url="", charset=None)
    assert (document.title, document.language) == ("A & B", "pt-BR")
    assert Document(b"<html lang='<script>'>", url="", charset=None).language is None


def test_the_result_can_be_pickled_and_is_ready_for_json() -> None:
    found = everything(PRODUCT.encode())
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert orjson.loads(orjson.dumps(dict(again.records[Kind.PRODUCT].data)))["name"] == "Café – ½ 茶"


def test_only_the_kinds_asked_for_are_read() -> None:
    assert not extract(PRODUCT.encode(), url="", charset=None, kinds=[Kind.RECIPE]).records
    assert not extract(PRODUCT.encode(), url="", charset=None, kinds=[]).records


@pytest.mark.timeout(10)
def test_elements_nested_absurdly_deep_are_cut_off_and_said() -> None:
    found = everything(PRODUCT.encode() + b"<div>" * 30_000)
    assert found.records[Kind.PRODUCT].data["name"] == "Café – ½ 茶"
    assert found.warnings == ("elements nest deeper than allowed; the rest of the page was left out",)


def test_a_long_page_of_childless_elements_is_not_deep() -> None:
    page = "<p>text<br><img>" * 10_000
    assert cut_at_depth(page) == page


def test_closing_tags_that_open_nothing_do_not_hide_depth() -> None:
    page = "</b>" * 100_000 + "<div>" * 50_000 + "</div>" * 50_000
    assert len(cut_at_depth(page)) < len("</b>" * 100_000) + len("<div>" * 2_000)


@pytest.mark.timeout(10)
def test_a_page_beyond_the_size_limit_is_read_as_far_as_that() -> None:
    found = everything(PRODUCT.encode() + b" " * MAX_BYTES + PRODUCT.replace("Product", "JobPosting").encode())
    assert list(found.records) == [Kind.PRODUCT]
    assert "bytes were read" in found.warnings[0]


def test_a_text_within_many_nested_properties_is_not_kept_for_each() -> None:
    opening = b'<div itemscope itemtype="http://schema.org/Product">' + b"<span itemprop=x>" * 60
    document = Document(opening + b"y" * (MAX_TEXT // 10), url="", charset=None)
    values = document.microdata.nodes[0].properties["x"]
    assert len(values) < 15
    assert max(map(len, values)) <= MAX_VALUE


def test_microdata_properties_beyond_the_limit_are_left_out() -> None:
    page = b'<div itemscope itemtype="http://schema.org/Product">' + b"<i itemprop=x>1</i>" * (MAX_PROPERTIES + 5)
    document = Document(page, url="", charset=None)
    assert len(document.microdata.nodes[0].properties["x"]) == MAX_PROPERTIES


def test_json_ld_blocks_beyond_the_limit_are_left_out_and_said() -> None:
    found = everything(b'<script type="application/ld+json">{}</script>' * MAX_BLOCKS + PRODUCT.encode())
    assert found.records == {}
    assert found.warnings == (f"only the first {MAX_BLOCKS} of {MAX_BLOCKS + 1} JSON-LD blocks were read",)


@pytest.mark.timeout(10)
def test_a_bomb_of_json_ld_nodes_is_bounded_and_said() -> None:
    node = '{"@type":"Product","name":"x","offers":{"@type":"Offer","price":1}}'
    block = f'<script type="application/ld+json">[{",".join([node] * 40_000)}]</script>'
    found = everything(block.encode())
    assert Kind.PRODUCT in found.records
    assert "larger or deeper" in found.warnings[0]


WELL_FORMED = """<script type="application/ld+json">{"@graph": [
{"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 cup x"], "recipeInstructions": [{"text": "do"}],
 "totalTime": "PT1H", "nutrition": {"calories": "3"}, "author": {"name": "A"}, "image": "/a.jpg"},
{"@type": "Product", "name": "Pan", "offers": [{"price": "1", "priceCurrency": "EUR", "url": "/x"}],
 "aggregateRating": {"ratingValue": 4}, "image": [{"url": "/b.jpg"}], "gtin": "12345678"},
{"@type": "JobPosting", "title": "T", "baseSalary": {"value": {"minValue": 1}}, "datePosted": "2024-01-01",
 "jobLocation": {"address": {"addressLocality": "L"}}, "identifier": {"value": 1}}]}</script>
<div itemscope itemtype="http://schema.org/Recipe" itemref="a"><b itemprop="name">Soup</b></div>"""
ODDITIES = (
    "null",
    "[]",
    "{}",
    "1e400",
    "-1",
    "true",
    '"\\ud800"',
    "[[[[1]]]]",
    '{"@id": "x"}',
    '""',
    "9" * 40,
    "[null]",
)


@pytest.mark.parametrize("seed", range(8))
def test_no_bytes_make_it_raise_or_make_a_reader_stumble(seed: int) -> None:
    chance = random.Random(seed)
    pieces = WELL_FORMED.split('": ')
    for _ in range(40):
        odd = [chance.choice(ODDITIES) + "," if chance.random() < 0.1 else "" for _ in pieces]
        body = bytearray('": '.join(a + b for a, b in zip(odd, pieces, strict=True)).encode())
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(body))
            body[at : at + chance.randrange(6)] = chance.randbytes(chance.randrange(4))
        found = everything(bytes(body))
        assert not [warning for warning in found.warnings if "failed" in warning]
        for record in found.records.values():
            orjson.dumps(dict(record.data))


@pytest.mark.parametrize("body", [b"", b"\x00" * 100, b"<", b"\xff\xfe", b"\xef\xbb\xbf", b"<!DOCTYPE", b"<script>"])
def test_an_empty_or_broken_page_holds_nothing(body: bytes) -> None:
    assert everything(body).records == {}
