"""The rules of a site: patterns, other hosts, links to follow."""

import time

import pytest

from garner.core.sites.url_rules import Refusal, SiteRules, matches, parse_site_url
from garner.core.urls.page_url import PageUrl, parse_page_url
from garner.extraction.page.links import MAX_LINKS, find_links


def page(path: str) -> PageUrl:
    return parse_page_url(f"https://shop.example{path}")


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("/p/*", "/p/1", True),
        ("/p/*", "/p/", True),
        ("/p/*", "/q/p/1", False),
        ("*.html", "/a.html", True),
        ("*.html", "/a.html?x", False),
        ("/p/*/a/*", "/p/1/a/2", True),
        ("/p/*/a", "/p/a", False),
        ("/ab*ba", "/aba", False),
        ("/p?id=*", "/p?id=1", True),
        ("/p?id=*", "/px", False),
        ("/exact", "/exact", True),
        ("/exact", "/exactly", False),
        ("*a*b*", "ba", False),
        ("*a*a*", "xaxax", True),
        ("*", "", True),
    ],
)
def test_a_star_is_any_text(pattern: str, text: str, expected: bool) -> None:
    assert matches(pattern, text) is expected


def test_no_pattern_is_slow() -> None:
    started = time.process_time()
    for _ in range(100):
        assert not matches("*a" * 250 + "b", "a" * 2000)
    assert time.process_time() - started < 2


def test_exclusion_precedes_inclusion() -> None:
    rules = SiteRules(include=("/p/*", "https://shop.example/q*"), exclude=("*/print",))
    assert [rules.is_page(page(path)) for path in ("/p/1", "/q1", "/about", "/p/1/print")] == [True, True, False, False]


def test_without_patterns_all_urls_are_pages_and_all_links_are_followed() -> None:
    assert SiteRules().is_page(page("/any")) and SiteRules().is_followed(page("/any"))
    assert not SiteRules(follow=("/list*",)).is_followed(page("/p/1"))


@pytest.mark.parametrize(
    ("url", "refusal"),
    [
        ("https://other.example/1", Refusal.OTHER_HOST),
        ("https://shop.example.evil.example/1", Refusal.OTHER_HOST),
        ("https://shop.example@evil.example/1", Refusal.INVALID_URL),
        ("https://shop.example:8443/1", Refusal.OTHER_HOST),
        ("ftp://shop.example/1", Refusal.INVALID_URL),
        ("javascript:alert(1)", Refusal.INVALID_URL),
        ("https://shop.example/" + "x" * 3000, Refusal.INVALID_URL),
        ("", Refusal.INVALID_URL),
    ],
)
def test_urls_that_are_not_of_the_site_are_refused(url: str, refusal: Refusal) -> None:
    assert parse_site_url(url, {"shop.example"}) is refusal


def test_www_and_named_hosts_are_of_the_site() -> None:
    for url in ("http://www.shop.example/1", "https://cdn.example/1"):
        assert isinstance(parse_site_url(url, {"shop.example", "cdn.example"}), PageUrl)


def test_links_of_a_page_are_absolute_and_each_occurs_once() -> None:
    body = b"""<base href="/shop/"><a href="p/1">1</a><a href="/p/2#top">2</a><a href="/p/2">2</a>
        <a href="javascript:x()">x</a><a href="mailto:a@b">m</a><a>none</a><map><area href="//cdn.example/3"></map>"""
    assert find_links(body, "https://shop.example/") == [
        "https://shop.example/shop/p/1",
        "https://shop.example/p/2",
        "https://cdn.example/3",
    ]


def test_links_of_a_page_are_bounded() -> None:
    body = b"".join(b'<a href="/%d">x</a>' % number for number in range(MAX_LINKS + 10))
    assert len(find_links(body, "https://shop.example/")) == MAX_LINKS
