"""Charsets, and pages designed to break a parser."""

import codecs
import pickle
import random
import subprocess
import sys

import orjson
import pytest

from garner.core.record import Kind
from garner.extraction import Extraction, extract
from garner.extraction.page.document import MAX_BYTES, Document, decode_page
from garner.extraction.page.markup.json_ld import MAX_BLOCKS
from garner.extraction.page.nesting import MAX_DEPTH

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
def test_a_page_is_decoded_according_to_its_bytes_and_its_header(text: str, encoding: str, charset: str | None) -> None:
    assert decode_page(text.encode(encoding), charset) == text


@pytest.mark.parametrize(
    "body",
    [
        codecs.BOM_UTF8 + "Café".encode(),
        codecs.BOM_UTF16_LE + "Café".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Café".encode("utf-16-be"),
    ],
)
def test_a_byte_order_mark_overrides_the_header(body: bytes) -> None:
    assert decode_page(body, "koi8-r") == "Café"


def test_the_header_overrides_the_meta_element() -> None:
    body = '<meta charset="windows-1251">Zażółć'.encode("cp1250")
    assert decode_page(body, "windows-1250").endswith("Zażółć")


@pytest.mark.parametrize(
    "meta",
    ['<meta charset="windows-1250">', "<META http-equiv=Content-Type content='text/html; charset=windows-1250'>"],
)
def test_the_meta_element_applies_if_the_header_has_no_charset(meta: str) -> None:
    assert decode_page((meta + "Zażółć").encode("cp1250"), None).endswith("Zażółć")


def test_a_utf_8_page_with_a_few_invalid_bytes_is_decoded_as_utf_8() -> None:
    assert decode_page("Zażółć gęślą jaźń".encode() + b"\xff", "utf-8") == "Zażółć gęślą jaźń\ufffd"


def test_title_and_language_are_read_from_the_page() -> None:
    document = Document(b"<html lang='pt-BR'><title> A &amp; B\n</title>", url="", charset=None)
    assert (document.title, document.language) == ("A & B", "pt-BR")
    assert Document(b"<html lang='<script>'>", url="", charset=None).language is None


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("<!doctype html>\n<HTML class=a LANG=de>", "de"),
        ("<html xml:lang='fr' lang=\"en\">", "en"),
        ("<html data-lang='fr'><p lang='de'>", None),
        ("<html lang=''>", None),
        ("<p lang='de'>", None),
    ],
)
def test_the_language_is_found_without_parsing_the_page(page: str, language: str | None) -> None:
    document = Document(page.encode(), url="", charset=None)
    assert document.language == language
    assert "tree" not in vars(document)


def test_a_page_without_microdata_or_rdfa_is_not_parsed_for_them() -> None:
    document = Document(f"<html lang=en>{PRODUCT}<b>typeof</b>".encode(), url="", charset=None)
    assert (len(document.json_ld.nodes), document.language) == (1, "en")
    assert (document.microdata.nodes, document.rdfa.nodes) == ([], [])
    assert not document.mentions(b"itemscope", b"itemprop")
    assert "tree" not in vars(document)


def test_a_page_is_read_as_text_and_as_lines() -> None:
    body = b"<h1> Leek <b>soup</b></h1><h2>You need</h2><ul><li>1 leek<li>water</ul><p>Boil.</p>"
    document = Document(body, url="", charset=None)
    assert document.main_lines[0].text == "Leek soup"
    assert document.text.split()[-1] == "Boil."


def test_the_result_can_be_pickled_and_serialised_as_json() -> None:
    found = everything(PRODUCT.encode())
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert orjson.loads(orjson.dumps(dict(again.records[Kind.PRODUCT].data)))["name"] == "Café – ½ 茶"


def test_only_the_requested_kinds_are_extracted() -> None:
    assert not extract(PRODUCT.encode(), url="", charset=None, kinds=[Kind.RECIPE]).records
    assert not extract(PRODUCT.encode(), url="", charset=None, kinds=[]).records


# The parser is in C, where the time limit of the tests cannot stop it. Therefore it runs in a separate process.
NESTED = """
import resource, sys
from garner.extraction.page.document import Document
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
tree = Document(sys.argv[1].encode() * 400_000, url="", charset=None).tree
print(len(tree.css(":is(div, b)")))
"""


@pytest.mark.parametrize("opening", ["<div>", "<div itemscope itemprop=a>"])
def test_the_parsed_depth_of_a_deeply_nested_page_is_bounded(opening: str) -> None:
    parsed = subprocess.run([sys.executable, "-c", NESTED, opening], capture_output=True, text=True, check=False)
    assert (parsed.returncode, parsed.stdout.strip()) == (0, str(MAX_DEPTH))


@pytest.mark.cpu_seconds(10)
@pytest.mark.parametrize("opening", [b"<div>", b"<div itemscope itemprop=a>", b"<b typeof=Product property=x>"])
def test_elements_nested_too_deeply_are_dropped_with_a_warning(opening: bytes) -> None:
    body = PRODUCT.encode() + opening * (50_000_000 // len(opening))
    document = Document(body, url="", charset=None)
    assert document.json_ld.nodes[0].text("name") == "Café – ½ 茶"
    assert len(document.tree.css(":is(div, b)")) == MAX_DEPTH
    assert document.warnings[1:] == [
        "elements are nested too deeply or have too many attributes; the rest of the page was ignored"
    ]
    assert everything(body).records[Kind.PRODUCT].data["name"] == "Café – ½ 茶"


@pytest.mark.parametrize(
    "elements",
    [
        pytest.param(100_000, marks=pytest.mark.cpu_seconds(6)),
        pytest.param(1_000_000, marks=[pytest.mark.cpu_seconds(60), pytest.mark.slow]),
    ],
)
def test_a_page_with_very_many_elements_is_read(elements: int) -> None:
    properties = b"<p>a<i itemprop=x property=y typeof=z></i>" * (elements * 15 // 100)
    body = PRODUCT.encode() + properties + b"<p>a" * (elements * 70 // 100)
    document = Document(body, url="", charset=None)
    assert len(document.tree.css("p, i")) == elements
    assert everything(body).records[Kind.PRODUCT].data["name"] == "Café – ½ 茶"


@pytest.mark.cpu_seconds(10)
def test_a_page_beyond_the_size_limit_is_truncated_with_a_warning() -> None:
    found = everything(PRODUCT.encode() + b" " * MAX_BYTES + PRODUCT.replace("Product", "JobPosting").encode())
    assert list(found.records) == [Kind.PRODUCT]
    assert "bytes were read" in found.warnings[0]


def test_json_ld_blocks_beyond_the_limit_are_dropped_with_a_warning() -> None:
    found = everything(b'<script type="application/ld+json">{}</script>' * MAX_BLOCKS + PRODUCT.encode())
    assert found.records == {}
    assert found.warnings == (f"only the first {MAX_BLOCKS} of {MAX_BLOCKS + 1} JSON-LD blocks were read",)


@pytest.mark.cpu_seconds(10)
def test_too_many_json_ld_nodes_are_truncated_with_a_warning() -> None:
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
def test_no_malformed_page_raises_or_makes_a_reader_fail(seed: int) -> None:
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
def test_an_empty_or_broken_page_gives_no_record(body: bytes) -> None:
    assert everything(body).records == {}


@pytest.mark.parametrize(
    "charset",
    ["iso-2022-jp", "iso-2022-jp-1", "iso-2022-jp-2", "iso-2022-jp-3", "iso-2022-jp-2004", "iso-2022-jp-ext",
     "iso-2022-kr", "hz-gb-2312"],
)  # fmt: skip
def test_every_stateful_encoding_is_decoded(charset: str) -> None:
    page = '<title>日本</title><script type="application/ld+json">{"@type": "Product", "name": "日本"}</script>'
    body = page.encode(charset)
    assert decode_page(body, charset) == page
    assert Document(body, url="", charset=charset).title == "日本"
    assert everything(body, charset).records[Kind.PRODUCT].data["name"] == "日本"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("charset", ["utf-16", None])
def test_utf_16_is_decoded_without_a_byte_order_mark(encoding: str, charset: str | None) -> None:
    assert everything(PRODUCT.encode(encoding), charset).records[Kind.PRODUCT].data["name"] == "Café – ½ 茶"
