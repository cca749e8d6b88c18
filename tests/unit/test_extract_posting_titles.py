"""Postings with title, company and location in one block of headings, or with a title that is easily truncated.
All pages are invented."""

from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract

TERMS = """<h3>Responsibilities</h3><ul><li>Fold and crease the sails</li></ul><h3>Requirements</h3><p>Patience.</p>
    <a href=/apply>Apply</a>"""


def read(body: str, title: str = "Jobs", url: str = "https://work.example/jobs/x") -> dict[str, Any]:
    page = f"<title>{title}</title>{body}{TERMS}"
    found = extract(page.encode(), url=url, charset="utf-8", kinds=[Kind.POSTING]).records.get(Kind.POSTING)
    assert found is not None
    return dict(found.data)


@pytest.mark.parametrize(
    "block",
    [
        "<h1>Sail Maker</h1><h2>The Old Loft</h2><h3>Salem, OR</h3>",
        "<h2>Sail Maker</h2><h2>The Old Loft</h2><h2>Salem, OR</h2>",
        "<h1>Sail Maker</h1><h3>Salem, OR</h3><h3>The Old Loft</h3>",
        "<h2>The Old Loft</h2><h1>Sail Maker</h1><h2>Salem, OR</h2>",
        "<h1>Sail Maker<br>The Old Loft<br>Salem, OR</h1>",
        "<h1>Sail Maker</h1><h4><a href=/lofts>The Old Loft</a></h4><h4>Salem, OR</h4>",
        "<div><h1>Sail Maker</h1></div><div><h2>The Old Loft</h2></div><div><h3>Salem, OR</h3></div>",
    ],
)
def test_title_company_and_location_are_read_from_stacked_headings(block: str) -> None:
    found = read(block)
    assert (found["title"], found["company"], found["locations"]) == ("Sail Maker", "The Old Loft", ["Salem, OR"])


@pytest.mark.parametrize(
    "rest",
    [
        "<h3>The Old Loft</h3><p>The Old Loft makes sails for boats of every size, by hand and since 1880.</p>",
        "<h3>The Old Loft</h3><p>Sails have been made by hand at The Old Loft since 1880.</p>",
        "<h3>The Old Loft Ltd</h3><p>Sails have been made by hand since 1880.</p>",
        "<h3>The Old Loft</h3><p>Full-time</p>",
    ],
)
def test_a_company_below_the_location_is_read_from_a_heading_above_a_text(rest: str) -> None:
    found = read(f"<h1>Sail Maker</h1><h3>Salem, OR</h3>{rest}")
    assert found["company"].startswith("The Old Loft")


@pytest.mark.parametrize("place", ["Utrecht", "Berlin", "Lyon, France", "Austin, TX", "Madrid / Barcelona"])
def test_stacked_headings_may_name_a_bare_town_or_several_locations(place: str) -> None:
    found = read(f"<h1>Sail Maker</h1><h2>The Old Loft</h2><h3>{place}</h3>")
    assert found["locations"] == place.split(" / ")
    assert found["company"] == "The Old Loft"


@pytest.mark.parametrize(
    "block",
    [
        "<h1>Sail Maker</h1><h2>What You Will Do</h2><h3>Every Day</h3>",
        "<h1>Sail Maker</h1><h2>The Details</h2>",
        "<h1>Sail Maker</h1><h2>Full-time</h2><h3>Salem, OR</h3>",
        "<h1>Sail Maker</h1><p>Part of the crew.</p><h2>The Old Loft</h2><p>It stands by the sea.</p>",
        "<h1>Sail Maker</h1><h2>Salem, OR</h2><h3>Requirements:</h3>",
        "<h1>Sail Maker</h1><h2>Salem, OR</h2><h3>Introduction</h3><p>Sails are made by hand.</p>",
        "<h1>Sail Maker</h1><h2>Salem, OR</h2><h3>Who we are</h3><p>Sails are made by hand.</p>",
        "<h1>Sail Maker</h1><h2>Komm in unser Team</h2><h3>Berlin</h3>",
        "<h1>Sail Maker</h1><h2>Rejoignez-nous</h2><h3>Lyon, France</h3>",
        "<h1>Sail Maker</h1><h2>Dołącz do nas</h2><h3>Berlin</h3>",
    ],
)
def test_section_headings_and_terms_are_not_the_company(block: str) -> None:
    company = read(block)["company"]
    assert company is None or company == "Work"  # the name of the host


@pytest.mark.parametrize(
    "title",
    [
        "Web Developer - Front-End / UI",
        "Sales Engineer (Contractor)",
        "C++ Developer with Finance Experience",
        "Nurse with Night Shifts",
        "Sales Director - Cable - Video Storage - TV - DVR - PVR - Set Top Boxes - Streaming",
    ],
)
@pytest.mark.parametrize("after", ["", ": Harbour Works", " - Harbour Works", " | Harbour Works"])
def test_a_title_is_not_truncated(title: str, after: str) -> None:
    body = f"<h1>{title}{after}</h1><table><tr><th>Company Name</th><td>Harbour Works</td></tr></table>"
    found = read(body, f"{title} job in Salem, OR: Technology careers - Work")
    assert (found["title"], found["company"]) == (title, "Harbour Works")


@pytest.mark.parametrize(
    ("block", "title"),
    [
        ("<h1>Developer with<br>C++ and Linux</h1>", "Developer with C++ and Linux"),
        ("<h1>Developer -<br>Embedded Linux</h1>", "Developer - Embedded Linux"),
        ("<h1>Developer (<br>Embedded)</h1>", "Developer (Embedded)"),
        ("<h1>Developer (Embedded<br>Linux)</h1>", "Developer (Embedded Linux)"),
        ("<h1>Entwickler für<br>Steuergeräte</h1>", "Entwickler für Steuergeräte"),
        ("<h1>Developer (</h1><p>We are a crew of ten people who sail.</p>", "Developer"),
        ("<h1>Developer -</h1><p>We are a crew of ten people who sail.</p>", "Developer"),
        ("<h1>Developer with</h1><p>We are a crew of ten people who sail.</p>", "Developer"),
        ("<h1>Entwickler mit (</h1><p>Wir sind zehn Leute und segeln gern.</p>", "Entwickler"),
    ],
)
def test_a_title_split_over_two_lines_is_joined(block: str, title: str) -> None:
    assert read(block)["title"] == title


@pytest.mark.parametrize(
    ("written", "title", "company"),
    [
        ("Baker at Crumb & Co", "Baker", "Crumb & Co"),
        ("Baker with Crumb Group", "Baker", "Crumb Group"),
        ("Baker with Crumb and Sons Ltd", "Baker", "Crumb and Sons Ltd"),
    ],
)
def test_a_company_after_the_title_is_split_from_it(written: str, title: str, company: str) -> None:
    found = read(f"<h1>{written}</h1>", written)
    assert (found["title"], found["company"]) == (title, company)


@pytest.mark.parametrize(
    "title",
    ["Software Developer C/C++", "Registered Nurse - Portland, OR", "Sales Manager DE", "Accountant, Disney+"],
)
@pytest.mark.parametrize("under", ["<h2>Acme GmbH</h2><h2>Berlin, Germany</h2>", "<h2>Berlin, Germany</h2>"])
def test_a_title_that_ends_in_a_sign_or_a_code_is_not_continued(title: str, under: str) -> None:
    assert read(f"<h2>{title}</h2>{under}")["title"] == title


@pytest.mark.parametrize("after", ["Berlin, Germany", "Harbour Works"])
def test_a_title_is_not_continued_by_a_location_or_a_company(after: str) -> None:
    company = "<table><tr><th>Company Name</th><td>Harbour Works</td></tr></table>"
    assert read(f"<h2>Developer -</h2><h2>{after}</h2>{company}")["title"] == "Developer"


def test_a_title_is_not_continued_by_a_company_named_nowhere_else() -> None:
    found = read("<h2>Developer -</h2><h2>Harbour Works Inc</h2><h3>Salem, OR</h3>")
    assert (found["title"], found["company"], found["locations"]) == ("Developer", "Harbour Works Inc", ["Salem, OR"])


@pytest.mark.parametrize("place", ["Denver, CO", "Reno, NV", "Calgary, AB", "Elmore, CO"])
def test_a_town_with_a_state_code_is_not_a_company_with_a_legal_form(place: str) -> None:
    for block in (
        f"<h1>Sail Maker</h1><h2>The Old Loft</h2><h3>{place}</h3>",
        f"<h1>Sail Maker</h1><h2>{place}</h2><h3>The Old Loft</h3>",
        f"<h1>Sail Maker at The Old Loft</h1><p>{place}</p>",
    ):
        found = read(block)
        assert (found["company"], found["locations"]) == ("The Old Loft", [place])


@pytest.mark.parametrize("company", ["Elmore Boats, Co.", "Elmore Boats, Inc.", "Elmore Boats N.V.", "Elmore Boats AB"])
def test_a_company_is_recognised_by_its_legal_form(company: str) -> None:
    found = read(f"<h1>Sail Maker</h1><p>{company}</p><p>Reno, NV</p>")
    assert (found["company"].rstrip("."), found["locations"]) == (company.rstrip("."), ["Reno, NV"])


@pytest.mark.parametrize(
    "place", ["Remote", "Fully remote", "Remote (US)", "Hybrid - Salem", "Remote, Europe", "Anywhere"]
)
def test_a_heading_with_the_work_mode_counts_as_the_location(place: str) -> None:
    found = read(f"<h1>Sail Maker</h1><h2>The Old Loft</h2><h3>{place}</h3>")
    assert (found["title"], found["company"]) == ("Sail Maker", "The Old Loft")


@pytest.mark.parametrize("place", ["Sydney NSW", "Ballina NSW 2478", "Austin TX", "Calgary AB", "Geelong VIC"])
def test_a_state_code_may_follow_the_town_without_a_comma(place: str) -> None:
    found = read(f"<h1>Sail Maker</h1><h2>The Old Loft</h2><h3>{place}</h3>")
    assert (found["company"], found["locations"]) == ("The Old Loft", [place])


@pytest.mark.parametrize("heading", ["Remote work is what we do", "Work from anywhere benefits", "Elmore Boats AB"])
def test_headings_without_a_location_are_not_read_as_company(heading: str) -> None:
    found = read(f"<h1>Sail Maker</h1><h2>Every Day</h2><h3>{heading}</h3>")
    assert found["company"] != "Every Day"


def test_a_place_below_a_section_heading_is_not_the_location_of_the_job() -> None:
    found = read("<h1>Sail Maker</h1><h2>Benefits</h2><h3>Paris, France</h3><p>We sail there every year.</p>")
    assert found["locations"] == []
