"""Sanitising of untrusted HTML."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.extraction.page.safe_html import MAX_HTML, safe_html

PAGE = "https://jobs.example.org/a/"
REL = 'rel="noopener noreferrer nofollow"'


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<p>Bake <b>bread</b>.</p>", "<p>Bake <b>bread</b>.</p>"),
        ("<p onclick='x()' style='color:red' class=a id=b>Hi</p>", "<p>Hi</p>"),
        ("<p>Hi<script>if (a<b) alert(1)</script></p>", "<p>Hi</p>"),
        ("<style>p{}</style><p>Hi</p><iframe src=//x></iframe>", "<p>Hi</p>"),
        ("<p>Hi<img src=x onerror=alert(1)></p>", "<p>Hi</p>"),
        ("<font color=red>Old <center>page</center></font><br>", "Old page<br>"),
        ("<p>Hi<!-- secret --></p><p>&nbsp;</p><p> <br></p>", "<p>Hi</p>"),
        ("<form><input value=x><button>Send</button><p>Hi</p></form>", "<p>Hi</p>"),
        ("<p>unclosed <b>tags", "<p>unclosed <b>tags</b></p>"),
        ("<svg><style><img src=x onerror=alert(1)></style></svg><p>ok</p>", "<p>ok</p>"),
    ],
)
def test_formatting_is_kept_and_everything_else_is_removed(written: str, kept: str) -> None:
    assert safe_html(written, PAGE) == kept


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://a.example/", f'<a href="https://a.example/" {REL}>x</a>'),
        ("/apply", f'<a href="https://jobs.example.org/apply" {REL}>x</a>'),
        ("mailto:jobs@a.example", f'<a href="mailto:jobs@a.example" {REL}>x</a>'),
        ("javascript:alert(1)", f"<a {REL}>x</a>"),
        (" java&#10;script:alert(1)", f"<a {REL}>x</a>"),
        ("data:text/html,x", f"<a {REL}>x</a>"),
        ("vbscript:x", f"<a {REL}>x</a>"),
    ],
)
def test_only_web_mail_and_phone_links_keep_their_target(address: str, kept: str) -> None:
    assert safe_html(f'<a href="{address}" target=_blank>x</a>', PAGE) == kept


def test_a_relative_link_on_a_page_without_a_url_loses_its_target() -> None:
    assert safe_html("<a href='/x'>x</a>", "") == safe_html("<a href='/x'>x</a>", "http://[bad") == f"<a {REL}>x</a>"


def test_html_escaped_once_too_often_is_unescaped_before_it_is_sanitised() -> None:
    assert safe_html("&lt;p&gt;Hi&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;", PAGE) == "<p>Hi</p>"
    assert safe_html("&amp;lt;p&amp;gt;Hi&amp;lt;/p&amp;gt;", PAGE) == "<p>Hi</p>"


def test_an_escaped_tag_in_the_text_stays_escaped() -> None:
    assert safe_html("<p>You know &lt;canvas&gt;.</p>", PAGE) == "<p>You know &lt;canvas&gt;.</p>"


def test_plain_text_becomes_paragraphs() -> None:
    assert safe_html("First & best\n\n3 < 5", PAGE) == "<p>First &amp; best</p><p>3 &lt; 5</p>"


@pytest.mark.parametrize("written", ["", "  ", "<p></p>", "<script>x</script>", "<b>", "&nbsp;<br>", "<img src=x>"])
def test_html_without_text_gives_none(written: str) -> None:
    assert safe_html(written, PAGE) is None


def test_characters_that_a_database_cannot_store_are_removed() -> None:
    assert safe_html("<p>a\x00b\ud800c</p>", PAGE) == safe_html("a\x00b\ud800c", PAGE) == "<p>abc</p>"


def test_the_length_of_the_result_is_bounded() -> None:
    assert len(safe_html("<p>bread</p>" * MAX_HTML, PAGE) or "") <= MAX_HTML + 10


@pytest.mark.parametrize(
    "part", ["<b>", "<div>", "<p>", "<ul><li>", "<a href=x>", "&lt;b", "<", "<table>", "<b><p>", "<p> "]
)
def test_many_tags_are_sanitised_in_bounded_time(part: str) -> None:
    began = time.process_time()
    safe_html(part * MAX_HTML, PAGE)
    assert time.process_time() - began < 2


PIECES = st.sampled_from(
    ["<p>", "</p>", "<script>", "</script>", "<img src=x onerror=a()>", "<a href='javascript:a()'>", "&lt;script&gt;",
     "x", "<svg>", "<math>", "<style>", "</style>", "<!--", "-->", "&amp;lt;", "'", '"', ">", "<", "<table>",
     "<noscript>", "&lt;p&gt;"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_no_executable_markup_is_ever_left(written: str) -> None:
    clean = safe_html(written, PAGE) or ""
    tags = re.findall(r"<[^>]*>", clean)
    allowed = re.compile(r'</?[a-z][a-z0-9]*>|<a(?: href="(?:https?|mailto|tel):[^"<>]*")? rel="[a-z ]+">')
    assert all(allowed.fullmatch(tag) for tag in tags)
    assert not re.search(r"<(?:script|style|img|svg|math|iframe|noscript)", clean)
