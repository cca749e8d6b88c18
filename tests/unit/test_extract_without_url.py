"""Pages submitted without a URL."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.page.document import Document
from garner.extraction.values.currencies import country_of

STOOL = "<h1>Oak Stool</h1><img src=/i/stool.jpg alt='Oak Stool' width=600 height=600><p>SKU: 12</p><p>$12.00</p>"
BUY = "<button>Add to cart</button>"


def stool(head: str = "", url: str = "") -> Record:
    body = f"<html lang=en><head><title>Oak Stool</title>{head}</head><body>{STOOL}{BUY}</body></html>"
    return extract(body.encode(), url=url, charset=None, kinds=tuple(Kind)).records[Kind.PRODUCT]


def soup(**more: Any) -> str:
    node = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 onion"], "recipeInstructions": "Boil."} | more
    return f'<html><script type="application/ld+json">{json.dumps(node)}</script><p>Words.</p></html>'


def test_a_dollar_on_an_english_page_without_a_url_is_american() -> None:
    assert stool().data["currency"] == "USD"
    assert stool(url="https://shop.example.ca/").data["currency"] == "CAD"


def test_a_page_without_url_and_language_has_no_country() -> None:
    assert country_of("", None) is None
    assert country_of("https://shop.example/", None) == "US"
    assert country_of("", "en-AU") == "AU"


@pytest.mark.parametrize(
    ("head", "where"),
    [
        ("<base href='https://a.example.ca/'>", "https://a.example.ca/"),
        ("<link rel=canonical href='https://a.example.ca/stool'>", "https://a.example.ca/stool"),
        ("<link rel=canonical href='https://b.example/'><base href='https://a.example.ca/'>", "https://a.example.ca/"),
        ("<base href='/shop/'><link rel='Canonical' href='https://a.example.ca/s'>", "https://a.example.ca/s"),
    ],
)
def test_the_url_is_read_from_the_page_if_none_is_given(head: str, where: str) -> None:
    record = stool(head)
    assert record.data["images"][0]["url"] == "https://a.example.ca/i/stool.jpg"
    assert record.data["currency"] == "CAD"
    assert not record.warnings
    assert Document(head.encode(), url="", charset=None).url == where


@pytest.mark.parametrize("href", ["", "/here", "javascript:alert(1)", "data:text/html,x", "http://[", "https:///x"])
def test_an_invalid_url_on_the_page_is_ignored(href: str) -> None:
    head = f"<base href='{href}'><link rel=canonical href='{href}'>"
    assert Document(head.encode(), url="", charset=None).url == ""


def test_the_given_url_overrides_the_url_on_the_page() -> None:
    head = "<base href='https://a.example.ca/'><link rel=canonical href='https://a.example.ca/stool'>"
    assert stool(head, "https://b.example.au/").data["images"][0]["url"] == "https://b.example.au/i/stool.jpg"
    assert stool(head, "https://b.example.au/").data["currency"] == "AUD"


def test_dropped_relative_urls_are_counted_in_a_warning() -> None:
    told = [warning for warning in stool().warnings if "relative" in warning]
    assert told == ["1 relative address was left out because the URL of the page is unknown: pass it as url"]
    page = soup(image=["/a.jpg", "b.jpg"])
    record = extract(page.encode(), url="", charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE]
    assert record.data["image"] is None
    assert "2 relative addresses were left out" in record.warnings[0]


def test_urls_dropped_for_one_kind_give_no_warning_for_another() -> None:
    posting = {"@type": "JobPosting", "title": "Cook", "description": "Cook.", "hiringOrganization": "Pot"}
    page = soup(image="/a.jpg") + f'<script type="application/ld+json">{json.dumps(posting)}</script>'
    records = extract(page.encode(), url="", charset=None, kinds=[Kind.RECIPE, Kind.POSTING]).records
    assert any("relative" in warning for warning in records[Kind.RECIPE].warnings)
    assert not any("relative" in warning for warning in records[Kind.POSTING].warnings)


def test_a_page_with_absolute_urls_gives_no_warning() -> None:
    page = soup(image="https://a.example/a.jpg")
    assert not extract(page.encode(), url="", charset=None, kinds=[Kind.RECIPE]).records[Kind.RECIPE].warnings


def test_a_missed_kind_lists_its_missing_fields_and_the_rungs_tried() -> None:
    page = b"<html><title>About</title><h1>About us</h1><p>We love bread.</p></html>"
    missed = extract(page, url="", charset=None, kinds=tuple(Kind)).missed
    assert set(missed) == set(Kind)
    assert missed[Kind.RECIPE].lacking == ("title", "ingredients")
    assert missed[Kind.PRODUCT].asked[0] == "schema_org_json_ld"
    assert missed[Kind.PRODUCT].asked[-1] == "address"
    found = extract(soup().encode(), url="", charset=None, kinds=[Kind.RECIPE])
    assert not found.missed
