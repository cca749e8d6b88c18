"""Old postings with little structure: which line is the title, which name is the company, and which is only the name
of the site. All pages are invented."""

import time
from typing import Any

import pytest

from garner.core.record import Kind
from garner.extraction import extract

OWN_SITE = "http://www.tidewater-boats.example/jobs/rigger.html"
BOARD = "http://www.harbourjobs.example/view?id=7"
DUTIES = "<p><b>Duties:</b> Splices lines and steps masts.</p><p><b>Requirements:</b> A steady hand.</p>"


def read(body: str, url: str = BOARD) -> dict[str, Any]:
    found = extract(body.encode(), url=url, charset="utf-8", kinds=[Kind.POSTING]).records.get(Kind.POSTING)
    return dict(found.data) if found else {}


def test_the_title_is_the_heading_with_an_occupation_and_not_the_site_name() -> None:
    page = f"<title>Harbour Jobs</title><h1>Harbour Pages</h1><h3>Sail Maker and Rigging Technician</h3>{DUTIES}"
    assert read(page)["title"] == "Sail Maker and Rigging Technician"


def test_a_labelled_title_is_preferred_over_a_longer_heading() -> None:
    page = f"<h1>Rigger, Lisbon, Tidewater Boats</h1><pre>Position: Rigger</pre><p>Company: Tidewater Boats</p>{DUTIES}"
    assert read(page)["title"] == "Rigger"


def test_the_title_is_a_plain_cell_if_the_page_has_no_heading() -> None:
    page = """<title>View</title><table><tr><td>Dock Master Electrician</td></tr><tr><td>Employer</td><td>Pier Nine
    LLC</td></tr><tr><td>Wage</td><td>$26.00 per hour</td></tr></table><p>Must have three years of experience.</p>"""
    record = read(page)
    assert (record["title"], record["company"]) == ("Dock Master Electrician", "Pier Nine LLC")


def test_a_link_to_another_job_is_not_the_title() -> None:
    page = f"<b><a href=/view?id=8>Boat Painter</a></b><p><b>Deck Cleaner</b></p>{DUTIES}"
    assert read(page)["title"] == "Deck Cleaner"


def test_text_after_the_job_title_in_the_page_title_is_removed() -> None:
    page = f"<title>Boat Painter Job in Salem 97301, Oregon US</title>{DUTIES}<a href=/apply>Apply now</a>"
    assert read(page)["title"] == "Boat Painter"


def test_bold_words_before_a_text_are_the_title() -> None:
    page = """<title>Tidewater Lumber Company</title><h1>Tidewater Lumber Company</h1><h2>Employment</h2><p><b>Saw
    Operator</b> - Our mill is hiring for the night shift. Five years of experience required.</p>"""
    assert read(page, "http://www.tidewater.example/employment.html")["title"] == "Saw Operator"


def test_the_title_is_read_from_a_sentence_if_nothing_else_names_the_job() -> None:
    page = (
        f"<title>Employment</title><h1>Employment</h1><p>Tidewater is seeking an experienced boat painter.</p>{DUTIES}"
    )
    assert read(page, "http://www.tidewater.example/employment")["title"] == "boat painter"


@pytest.mark.parametrize(
    "tells",
    [
        "<p>Tidewater Boats</p><p>Tidewater Boats has been building dories on this shore for two hundred years.</p>",
        "<p>Tidewater Boats Ltd</p>",
        "<p>at <a href=/c/3>Tidewater Boats</a> in Salem</p>",
        "<p>Tidewater Boats needs a hand for the spring, when all the dories come ashore.</p>",
        "<p>Tidewater Boats is an equal opportunity employer and pays by the week.</p>",
        "<table><tr><td>Employer</td><td>:</td><td>Tidewater Boats</td></tr></table>",
        "<p>Location: Salem | Company: Tidewater Boats | Posted: 3 May 2010</p>",
    ],
)
def test_the_company_on_a_job_board_is_read_from_the_posting(tells: str) -> None:
    page = f"<title>Rigger - Harbour Jobs</title><h2>Chief Rigger</h2>{tells}{DUTIES}<p>© 2010 Harbour Jobs</p>"
    assert read(page)["company"].removesuffix(" Ltd") == "Tidewater Boats"


def test_the_name_of_a_job_board_is_not_the_company() -> None:
    page = f"<title>Rigger | Harbour</title><h1>Rigger</h1>{DUTIES}<img alt='Harbour logo'><p>© 2010 Harbour Media</p>"
    assert read(page)["company"] is None


def test_a_name_above_the_title_that_links_to_the_home_page_is_the_site() -> None:
    page = f"<title>Rigger - The Quay Mirror</title><h3><a href=/>The Quay Mirror</a></h3><h1>Rigger</h1>{DUTIES}"
    assert read(page)["company"] is None
    assert read(page.replace("href=/", "href=/c/9"))["company"] == "The Quay Mirror"


def test_a_site_named_by_its_domain_is_not_the_company() -> None:
    page = f"<title>Rigger - quayside.com</title><h1>Rigger</h1><h2>Salem College</h2>{DUTIES}"
    assert read(page, "http://www.quayside.example/jobs/7")["company"] == "Salem College"


def test_a_heading_about_jobs_in_general_is_not_the_title() -> None:
    page = f"<title>Jobs and open days</title><h1>Jobs and open days</h1><h2>Master Rigger</h2>{DUTIES}"
    assert read(page, OWN_SITE.replace("rigger", "1"))["title"] == "Master Rigger"


def test_a_site_that_invites_employers_to_post_is_a_job_board() -> None:
    menu = "<a href=/post>Post a job</a>"
    page = f"<title>Rigger | Tidewater</title><h1>Rigger</h1>{DUTIES}"
    assert read(page, OWN_SITE.replace("-boats", ""))["company"] == "Tidewater"
    assert read(menu + page, OWN_SITE.replace("-boats", ""))["company"] is None


def test_a_confidential_company_is_not_replaced_by_the_site_name() -> None:
    page = f"<title>Rigger | Tidewater Boats</title><h1>Rigger</h1><p>Company: Confidential</p>{DUTIES}"
    assert read(page, OWN_SITE)["company"] is None


def test_a_short_company_name_is_completed_from_the_page() -> None:
    page = f"<title>Rigger | Tidewater</title><h1>Rigger</h1>{DUTIES}<p>© 2010 Tidewater Dories, Inc.</p>"
    assert read(page, "http://www.tidewater.example/jobs/1")["company"] == "Tidewater Dories, Inc"


def test_the_location_in_the_page_title_is_not_the_company() -> None:
    page = f"<title>Rigger | Salem</title><h1>Rigger</h1><p>Salem</p><p>Location: Salem, OR</p>{DUTIES}"
    assert read(page)["company"] is None


@pytest.mark.parametrize(
    ("says", "place"),
    [
        ("<dl><dt>City</dt><dd>Boise</dd><dt>State</dt><dd>Idaho</dd></dl>", "Boise, Idaho"),
        ("<p>Elmore General Hospital, Elmore, Ohio</p>", "Elmore, Ohio"),
        ("<p>The yard is looking for help at our New Haven office.</p>", "New Haven"),
        ("<p>Location: 2 vacancies - Salem, Oregon (east side)</p>", "Salem, Oregon"),
        ("<p>Tidewater Boats - Tacoma, WA</p>", "Tacoma, WA"),
        ("<p>Write to Box 12, Roseburg, OR 97470</p>", None),
        ("<p>Ask for the harbour master, Roseburg</p>", None),
        ("<p>Pier 12, Roseburg</p>", None),
        ("<p>Hafenstr. 3</p><p>24143 Kiel</p>", "Kiel"),
    ],
)
def test_a_location_is_read_from_the_text_of_the_page(says: str, place: str | None) -> None:
    assert read(f"<title>Jobs</title><h1>Rigger</h1>{says}{DUTIES}")["locations"] == ([place] if place else [])


@pytest.mark.parametrize("sold", ["2003 Ford Taurus", "1998 Honda Civic"])
def test_a_year_before_a_name_is_not_a_post_code(sold: str) -> None:
    assert read(f"<title>Jobs</title><h1>Rigger</h1>{DUTIES}<p>{sold}</p>")["locations"] == []


@pytest.mark.parametrize(
    ("says", "date"),
    [
        ("<p>Salem, OR</p><p>Posted: 6/9/2010</p>", "2010-06-09"),
        ("<p>Pay: £9 per hour</p><p>Posted: 6/9/2010</p>", "2010-09-06"),
        ("<p>Posted: 6/9/2010</p>", None),
        ("<p>Salem, OR</p><p>Date posted: 6/9/98</p>", "1998-06-09"),
        ("<p>February 24, 2009</p>", "2009-02-24"),
        ("<p>The yard burnt on February 24, 2009</p>", None),
        ("<p>Start date:</p><p>February 24, 2009</p>", None),
    ],
)
def test_the_order_of_day_and_month_in_a_date_follows_the_country(says: str, date: str | None) -> None:
    assert read(f"<title>Jobs</title><h1>Rigger</h1>{says}{DUTIES}")["posted_at"] == date


def test_a_post_code_in_a_line_about_salary_requirements_is_not_pay() -> None:
    page = f"<title>Jobs</title><h1>Rigger</h1>{DUTIES}<p>Send salary requirements to Pier 9, New York, NY 10014.</p>"
    assert read(page)["salary_min"] is None


def test_minimum_and_maximum_pay_are_read_as_one_range() -> None:
    page = (
        f"<title>Jobs</title><h1>Rigger</h1>{DUTIES}<p>Salaris van minimaal € 2.567 en maximaal € 3.810 per maand.</p>"
    )
    assert (read(page)["salary_min"], read(page)["salary_max"]) == ("2567", "3810")


def test_a_page_that_lists_jobs_is_not_a_posting() -> None:
    jobs = "".join(f"<p><a href=/view?id={n}>Rigger {n}</a></p>" for n in range(9))
    assert (
        read(f"<title>Jobs</title><h2>Riggers and painters</h2>{jobs}<p>We are hiring. Apply for this job.</p>") == {}
    )


@pytest.mark.parametrize(
    "body",
    [
        "<title>Our chef</title><h1>Head Chef Ada Lund</h1><p>Ada has cooked here for years. Book a table.</p>",
        "<title>Painter's tape</title><h1>Painter's Tape</h1><p>Price: $4.99</p><p>Skills: none. Apply to walls.</p>",
        "<title>Baker's bread</title><h1>Baker's Bread</h1><h2>Ingredients</h2><ul><li>Flour</li></ul><p>Serves 4</p>",
    ],
)
def test_a_page_that_merely_names_an_occupation_is_not_a_posting(body: str) -> None:
    assert read(body, "http://www.quay.example/page") == {}


@pytest.mark.parametrize("word", ["Acme seeks a ", "Aa ", "Acme, b, ", "in Aa Bb ", "12345 Aa-Aa ", "X at Y ", "a | "])
def test_repeated_words_are_read_in_bounded_time(word: str) -> None:
    lines = "".join(f"<h2>{word * (3_900 // len(word))}</h2>" for _ in range(40))
    started = time.process_time()
    read(f"<title>{word * 500}</title>{lines}{DUTIES}")
    assert time.process_time() - started < 3
