"""A record holds nothing that a browser, a terminal or a database would interpret, for any input page."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.sanitize import sanitize_value
from garner.extraction.values.fields import clean_lines, clean_text, web_address

TAG = re.compile(r"<[a-zA-Z/!?]")
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
PADDING = "<p>We look forward to hearing from all who like to work with us.</p>" * 20


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def assert_harmless(record: Record) -> None:
    data = dict(record.data)
    markup = data.pop("description_html", None) or ""
    for text in texts([data, {name: asdict(source) for name, source in record.sources.items()}, record.warnings]):
        assert not TAG.search(text), text
        assert not UNSEEN.search(text), ascii(text)
    assert not UNSEEN.search(markup)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<scr<b></b>ipt>alert(1)</scr<b></b>ipt>Soup", "Soup"),
        ("<<b>img src=x onerror=alert(1)>Soup", "Soup"),
        ("&amp;amp;amp;lt;img src=x onerror=alert(1)&amp;amp;amp;gt;Soup", "Soup"),
        ("<\u200bimg src=x>Soup", "Soup"),
        ("&#60;&#8203;img src=x>Soup", "Soup"),
        ("Soup <img src=x onerror=alert(1)", "Soup < img src=x onerror=alert(1)"),
        ("a < b, I <3 you, <5 g", "a < b, I <3 you, <5 g"),
        ("x<y", "x< y"),
        ("\x1b[31mred\x9b31m \u202eabc", "[31mred31m abc"),
        ("سل\u200cام", "سل\u200cام"),
    ],
)
def test_removing_tags_does_not_create_new_tags(raw: str, text: str) -> None:
    assert clean_text(raw) == text


def test_deeply_nested_tags_are_removed() -> None:
    nested = "<b" * 5_000 + ">" * 5_000
    assert not TAG.search(clean_text(nested))
    assert not TAG.search("\n".join(clean_lines(nested)))


@given(st.text(alphabet="<>/!?&;abclt gm#60\"'-\x1b\u200b", max_size=60))
def test_no_text_is_cleaned_into_a_tag(text: str) -> None:
    assert not TAG.search(clean_text(text))
    assert not any(map(TAG.search, clean_lines(text)))


def test_a_url_cannot_break_out_of_an_attribute() -> None:
    assert web_address('/a"onclick=x', "https://shop.example") == "https://shop.example/a%22onclick=x"
    assert web_address("/a b", "https://shop.example/<p>") == "https://shop.example/a%20b"
    assert web_address("?q", "https://shop.example/<p>") == "https://shop.example/%3Cp%3E?q"


def test_numbers_that_a_database_cannot_store_become_null() -> None:
    assert sanitize_value({"a": [float("nan"), float("inf"), 10**30, 1.5, True]}) == {
        "a": [None, None, None, 1.5, True]
    }


NASTY = st.sampled_from(
    ["<scr<b></b>ipt>x</scr<b></b>ipt>", "<<b>img src=x onerror=y>", "&amp;amp;amp;amp;lt;img src=x&gt;", "\x00",
     "\x1b[2J", "\ud800", "\x9b", "\u202e", "<!--", "<?", "</", "<a", ">", "Soup", "12", "EUR", " ", "2024-05-01",
     "\u200b"]
) | st.text(max_size=10)  # fmt: skip
VALUES = st.recursive(
    st.lists(NASTY, max_size=5).map("".join) | st.integers() | st.floats() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "@value", "text"]), inner),
    max_leaves=4,
)
PROPERTIES = {
    "Recipe": ["name", "description", "author", "recipeIngredient", "recipeInstructions", "recipeYield", "nutrition",
               "totalTime", "image", "inLanguage"],
    "Product": ["name", "description", "brand", "category", "sku", "mpn", "gtin", "image", "offers", "hasVariant",
                "aggregateRating"],
    "JobPosting": ["title", "description", "hiringOrganization", "jobLocation", "employmentType", "baseSalary",
                   "datePosted", "validThrough", "identifier", "url"],
}  # fmt: skip


@st.composite
def things(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(PROPERTIES)))
    told = draw(st.dictionaries(st.sampled_from(PROPERTIES[kind]) | NASTY, VALUES, max_size=8))
    return {"name": "Soup", "title": "Cook", **told, "@type": kind}


@settings(max_examples=300, deadline=None)
@given(things())
def test_no_structured_data_gives_a_harmful_record(thing: dict[str, Any]) -> None:
    told = json.dumps(thing).replace("</", "<\\/")
    page = f'<script type="application/ld+json">{told}</script>'
    for record in extract(page.encode(), url="https://example.org/x", charset=None, kinds=tuple(Kind)).records.values():
        assert_harmless(record)


@pytest.mark.parametrize("mark", ["\x1b[31m", "\x7f", "\x9b", "\u200b", "\u202e", "&#27;", "&lt;script&gt;", "&#155;"])
@pytest.mark.parametrize(
    "page",
    [
        "<title>Tram driver at Acme</title><h1>Tram driver {0}</h1><p>Company: Acme{0}</p><p>Location: Bern{0}</p>"
        "<h2>Responsibilities</h2><ul><li>Drive {0} trams</li><li>Smile</li></ul><h2>Requirements</h2><p>A licence</p>"
        + PADDING
        + '<a href="x">Apply now</a>',
        "<title>Lamp</title><h1>Lamp {0}</h1><span class=price>$5.00</span><button>Add to cart</button>"
        "<p>Brand: Ac{0}me</p><p>SKU: A1{0}2</p>",
        "<title>Soup</title><h1>Soup{0}</h1><h2>Ingredients</h2><ul><li>1 cup {0} milk</li><li>2 eggs</li></ul>"
        "<h2>Method</h2><ol><li>Mix {0} well.</li><li>Bake for 10 minutes.</li></ol>",
    ],
)
def test_a_page_without_markup_gives_a_harmless_record_too(page: str, mark: str) -> None:
    body = page.replace("{0}", mark).encode()
    found = extract(body, url="https://example.org/x", charset=None, kinds=tuple(Kind)).records.values()
    assert found
    for record in found:
        assert_harmless(record)
