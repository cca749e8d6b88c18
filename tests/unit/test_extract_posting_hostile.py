"""Postings on hostile or very large pages."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from garner.core.record import Kind
from garner.extraction import Extraction, extract
from garner.extraction.kinds.posting.lines import MAX_LINES, posting_lines
from garner.extraction.page.lines import MAX_VISITS, PageLines

URL = "https://crumb.example/jobs/baker"
HEAD = (
    "<title>Baker at Crumb</title><h1>Baker</h1><h2>Responsibilities</h2><p>Bake.</p><h2>Requirements</h2><p>Arms.</p>"
)


def read(html: str) -> Extraction:
    return extract(html.encode("utf-8", "surrogatepass"), url=URL, charset=None, kinds=[Kind.POSTING])


@pytest.mark.parametrize(
    "flood",
    [
        "<p>x</p>" * 300_000,
        "<div>" * 300_000,
        "<b>Location:</b>" * 100_000,
        f"<p>{'a' * 2_000_000}</p>",
        f"<p>{'job ' * 300_000}</p>",
        f"<p>{'1 ' * 500_000}</p>",
        f"<p>{'$1,' * 300_000}</p>",
        "<p>Salary 1 - 1 - 1 - 1 - 1 -</p>" * 30_000,
        f"<h1>{'Baker - ' * 100_000}</h1>",
        f"<span class='{'location ' * 100_000}'>x</span>",
        "<a href=/x>Apply</a>" * 100_000,
        pytest.param(
            "<p>The position we the position we the position we the position we</p>" * 20_000, marks=pytest.mark.slow
        ),
        "<script>window.x = " + '{"description":' * 50_000 + "</script>",
        "<script type=application/json>" + '{"a":[' * 100_000 + "</script>",
        "<script>window.x = {" + '"description":"",' * 100_000 + "</script>",
    ],
    ids=range(15),
)
def test_a_flood_is_read_in_bounded_time(flood: str) -> None:
    began = time.process_time()
    found = read(HEAD + flood)
    assert time.process_time() - began < 5
    assert not [warning for warning in found.warnings if "failed" in warning]


def test_the_number_of_lines_and_elements_read_is_bounded() -> None:
    assert len(posting_lines(PageLines(LexborHTMLParser("<p>x</p>" * (MAX_LINES + 9))))) <= MAX_LINES
    late = posting_lines(PageLines(LexborHTMLParser("<i></i>" * MAX_VISITS + "<p>late</p>")))
    assert not [line for line in late if "late" in line.text]


def test_a_description_is_truncated_and_its_html_stays_well_formed() -> None:
    data = read(HEAD + "<ul>" + "<li>Bake the bread of the day</li>" * 3_900 + "</ul>").records[Kind.POSTING].data
    assert 50_000 < len(data["description"]) < 55_000
    assert data["description_html"].endswith("</li></ul>")


def test_text_that_looks_like_markup_stays_text() -> None:
    data = read(HEAD + "<p>&lt;script&gt;alert(1)&lt;/script&gt; is what we test for.</p>").records[Kind.POSTING].data
    assert "<script" not in data["description_html"]
    assert "&lt;script&gt;" in data["description_html"]


def test_embedded_state_of_an_article_is_not_a_posting() -> None:
    article = {"title": "On bread", "description": "What we learned in forty years of baking.", "jobId": 7}
    assert not read(f"<script>window.a = {json.dumps(article)}</script>").records


def test_hostile_embedded_state_gives_a_sanitised_posting() -> None:
    job = {"title": "<b>Baker</b>", "description": "<p>Bake all night and all day.</p><script>alert(1)</script>" * 3,
           "employmentType": ["x", {"name": "Full-time"}], "applyUrl": "javascript:alert(1)", "jobId": {"a": 1},
           "salary": "1e309", "publishedAt": 10**30, "locations": [None, 7, {"name": None}, [], "Lyon"]}  # fmt: skip
    state = json.dumps(job).replace("</", "<\\/")
    data = read(f"<script>window.a = {state}</script>").records[Kind.POSTING].data
    assert data["title"] == "Baker" and data["locations"] == ["Lyon"]
    assert "alert" not in data["description_html"] + data["description"]
    assert data["apply_url"] is data["salary_min"] is data["posted_at"] is None


PIECES = st.sampled_from(
    ["<h1>", "</h1>", "<h2>Requirements</h2>", "<p>", "Location:", "Salary: $", "1,000", " - ", "<b>", "Baker", " at ",
     "<a href='/x'>Apply</a>", "<dt>", "<dd>", "<li>", "Posted ", "05/06/2024", "\x00", "\ud800", "(m/w/d)", "<title>",
     "This job has expired", "<br>", "Duties", "</p>", "<td>", "&copy; 2024 "]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES | st.text(max_size=8), max_size=40).map("".join))
def test_no_page_makes_a_rung_fail(html: str) -> None:
    assert not [warning for warning in read(HEAD + html).warnings if "failed" in warning]
