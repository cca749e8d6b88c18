"""Postings in the layouts of job boards and companies: page titles, lines below the title, terms of employment.
All pages are invented."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.extraction.kinds.posting.facts import bare_place, holder_and_place
from garner.extraction.kinds.posting.towns import TOWNS
from garner.extraction.values.pay import read_pay

TERMS = """<h3>Responsibilities</h3><ul><li>Fold and crease</li></ul><h3>Requirements</h3><p>Patience.</p>
    <a href=/apply>Apply</a>"""


def extracted(body: str, url: str = "https://harbour.example/x") -> Record | None:
    return extract(body.encode(), url=url, charset="utf-8", kinds=[Kind.POSTING]).records.get(Kind.POSTING)


def read(body: str, url: str = "https://harbour.example/x") -> dict[str, Any]:
    found = extracted(body, url)
    assert found is not None
    return dict(found.data)


def posting(language: str = "en", **properties: Any) -> Record:
    markup = json.dumps({"@type": "JobPosting", "title": "Sail Maker"} | properties)
    found = extracted(f'<html lang={language}><script type="application/ld+json">{markup}</script>')
    assert found is not None
    return found


@pytest.mark.parametrize(
    "below", ["<div>The Old Loft · Salem, OR</div>", "<div>The Old Loft</div><div>Salem, OR</div>"]
)
@pytest.mark.parametrize(
    "title",
    [
        "Sail Maker - The Old Loft - Salem, OR - Apply now",
        "The Old Loft hiring Sail Maker in Salem, Oregon, United States | LinkedIn",
        "Sail Maker - Salem, OR - Indeed.com",
        "Sail Maker Job in Salem, OR",
        "Sail Maker | Salem, OR | Monster",
        "Sail maker",
    ],
)
def test_the_company_is_the_name_beside_the_location_below_the_title(title: str, below: str) -> None:
    record = read(f"<title>{title}</title><h1>Sail Maker</h1>{below}<p>Part-time</p>{TERMS}")
    assert (record["title"], record["company"], record["locations"]) == ("Sail Maker", "The Old Loft", ["Salem, OR"])


@pytest.mark.parametrize(
    ("title", "company"),
    [
        ("The Old Loft hiring Sail Maker in Salem, Oregon, United States | LinkedIn", "The Old Loft"),
        ("Sail Maker - The Old Loft - Salem, OR", "The Old Loft"),
        ("Sail Maker - Salem, OR - Indeed.com", None),
        ("Sail Maker | Salem, OR | Glassdoor", None),
        ("Sail Maker - Salem - Stepstone.de", None),
        ("We are hiring Sail Maker in Salem", None),
        ("Now hiring Sail Maker", None),
    ],
)
def test_the_company_is_read_from_a_page_title_that_names_one(title: str, company: str | None) -> None:
    page = f"<title>{title}</title><h1>Sail Maker</h1><div>Salem, OR</div>{TERMS}"
    assert read(page, url="")["company"] == company


@pytest.mark.parametrize("board", ["Indeed.com", "Reed.co.uk", "ZipRecruiter"])
def test_the_host_of_a_page_signed_by_a_job_board_is_not_the_company(board: str) -> None:
    assert read(f"<title>Sail Maker - Salem, OR - {board}</title><h1>Sail Maker</h1>{TERMS}")["company"] is None
    assert read(f"<title>Sail Maker</title><h1>Sail Maker</h1>{TERMS}")["company"] == "Harbour"


@pytest.mark.parametrize("line", ["Engineering", "Full-time", "Remote", "Customer Support Team"])
def test_a_department_or_a_term_before_the_location_is_not_the_company(line: str) -> None:
    assert read(f"<h1>Sail Maker</h1><div>{line} · Salem, OR</div>{TERMS}", url="")["company"] is None


@pytest.mark.parametrize(
    ("line", "holder", "place"),
    [
        ("Segelwerk GmbH, Rerik", "Segelwerk GmbH", "Rerik"),
        ("Old Loft, Inc., Salem, Oregon", "Old Loft, Inc", "Salem, Oregon"),
        ("Elmore College, Galway", "Elmore College", "Galway"),
        ("Department of Ropes, Elmore College, Elmore, Ohio", "Department of Ropes, Elmore College", "Elmore, Ohio"),
        ("Salem, Oregon", "", "Salem, Oregon"),
        ("Elmore College, Sciences", "", ""),
        ("Segelwerk GmbH, Vollzeit", "", ""),
        ("Segelwerk GmbH, sucht Dich!", "", ""),
        ("Segelwerk GmbH", "", ""),
    ],
)
def test_a_company_and_its_location_in_one_line_are_split(line: str, holder: str, place: str) -> None:
    assert holder_and_place(line) == (holder, place)


def test_a_company_and_its_location_in_one_line_are_both_read() -> None:
    record = read(f"<title>Sail Maker</title><h1>Sail Maker</h1><p>Segelwerk GmbH, Rerik</p>{TERMS}")
    assert (record["company"], record["locations"]) == ("Segelwerk GmbH", ["Rerik"])


def test_the_value_of_a_label_beside_the_title_is_not_the_company() -> None:
    page = """<title>City of Elmore : Job Announcement</title><table><tr><td colspan=2><b>JOB ANNOUNCEMENT</b></td></tr>
        <tr><td>Position Title</td><td>Archivist II</td></tr><tr><td>Department</td><td>Harbour Museum</td></tr></table>
        <p><b>Essential Functions</b></p><p>Keeps maps.</p><p><b>Minimum Qualifications</b></p><p>A degree.</p>"""
    assert read(page, "https://www.elmore.example/hr?id=1822")["company"] == "City of Elmore"


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("Berlin, Germany (hybrid)", "Berlin, Germany"),
        ("Berlin (hybrid, two days)", "Berlin"),
        ("Berlin, Germany (hybrid", "Berlin, Germany"),
        ("(Remote) Paris", "Paris"),
        ("Hybrid - London", "London"),
        ("Remote, USA", "USA"),
        ("London, remote", "London"),
        ("(Turin)", "Turin"),
        ("Lyon (69)", "Lyon (69)"),
        ("Washington, D.C.", "Washington, D.C."),
        ("Turin.", "Turin"),
        ("Remote", ""),
        ("100% home office", ""),
    ],
)
def test_the_work_mode_is_removed_from_a_location(written: str, place: str) -> None:
    assert bare_place(written) == place
    assert posting(jobLocation=written).data["locations"] == ([place] if place else [])


def test_remote_is_unknown_for_a_hybrid_job() -> None:
    assert posting(jobLocationType="HYBRID").data["remote"] is None
    assert posting(jobLocationType="ONSITE").data["remote"] is False
    assert posting(jobLocation="Berlin (hybrid)").data["remote"] is None
    assert posting(jobLocation="Berlin (remote)").data["remote"] is True
    assert read(f"<h1>Sail Maker</h1><p>Location: Berlin (hybrid)</p>{TERMS}")["remote"] is None
    assert read(f"<h1>Sail Maker</h1><p>Remote work is not available.</p>{TERMS}")["remote"] is False


@pytest.mark.parametrize(
    ("below", "places"),
    [
        ("<div><span>Voilerie Marin</span> - <span>Lyon (69)</span> - <span>CDI</span></div>", ["Lyon"]),
        ("<div><span>Voilerie Marin</span> - <span>Sanary-sur-Mer (83)</span></div>", ["Sanary-sur-Mer"]),
        ("<ul><li>Utrecht</li><li>40 uur per week</li></ul>", ["Utrecht"]),
        ("<h2>Nordsegel AB</h2><p>Göteborg</p><p>Heltid</p>", ["Göteborg"]),
        ("<p>Hamburg | Kiel | Vollzeit</p>", ["Hamburg", "Kiel"]),
        ("<p><a href=/jobs/utrecht>Utrecht</a></p>", []),
        ("<p>Patience</p><p>Salt water</p>", []),
    ],
)
def test_a_town_near_the_title_is_the_location(below: str, places: list[str]) -> None:
    assert read(f"<title>Sail Maker</title><h1>Sail Maker</h1>{below}{TERMS}")["locations"] == places


def test_a_town_in_the_page_title_is_the_location_if_no_other_is_given() -> None:
    assert read(f"<title>Sail Maker | Bergen | Old Loft</title><h1>Sail Maker</h1>{TERMS}")["locations"] == ["Bergen"]


def test_the_list_of_towns_has_no_ambiguous_names() -> None:
    assert not {"", "Nice", "Reading", "Mobile", "Bath", "Victoria", "Orange"} & TOWNS
    assert all(town == town.strip() and len(town) > 1 for town in TOWNS)


def test_a_british_advertisement_is_read() -> None:
    rows = {
        "Salary": "£28,500 to £31,250 pro rata", "Contract": "Permanent", "Location": "Fowey, Cornwall PL23 1AB",
        "Employer": "River Trust", "Closing date": "Midnight on Sunday 6th December 2026", "Reference": "RT/2231",
    }  # fmt: skip
    table = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    record = read(
        f"""<html lang=en-GB><title>Head Boatman | River Trust Jobs</title><h1>Head Boatman</h1><table>{table}</table>
        <h2>Job description</h2><p>Lead the crew.</p><h2>Person specification</h2><p>A licence.</p>"""
    )
    assert record["company"] == "River Trust"
    assert [record[f"salary_{name}"] for name in ("min", "max", "currency", "period")] == [
        *("28500", "31250", "GBP", "year")
    ]
    assert (record["valid_through"], record["external_id"]) == ("2026-12-06", "RT/2231")


@pytest.mark.parametrize(("line", "period"), [("Salary: £12.40 pro rata", None), ("Salary: £24,000 pro-rata", "year")])
def test_pro_rata_pay_is_yearly_only_if_the_amount_is_plausible(line: str, period: str | None) -> None:
    pay = read_pay(line, "GB")
    assert pay is not None and pay.period == period


def test_a_short_advertisement_without_a_way_to_apply_is_read() -> None:
    record = read(
        """<html lang=en-US><title>Sail maker</title><h1>Sail Maker</h1><div>The Old Loft · Salem, OR</div>
        <div>$18 - $22 an hour · Part-time</div><p><b>Full Job Description</b></p><p>Fold and crease.</p>"""
    )
    assert (record["company"], record["salary_max"], record["employment_type"]) == ("The Old Loft", "22", "part_time")
    assert record["description_html"] == "<h3>Full Job Description</h3><p>Fold and crease.</p>"


def test_a_spanish_advertisement_that_is_closed_is_read() -> None:
    record = read(
        """<html lang=es><title>Velero - Velas Ruiz</title><h1>Contable</h1><p>Empresa: Velas Ruiz</p>
        <p>Ubicación: Cádiz</p><p>Salario: 24.000€ brutos anuales</p><p>Tipo de contrato: indefinido</p>
        <p>Esta oferta ya no está disponible.</p><h2>Requisitos</h2><p>Paciencia.</p>"""
    )
    assert (record["company"], record["expired"]) == ("Velas Ruiz", True)


def test_a_notice_that_the_job_is_closed_identifies_a_posting() -> None:
    body = """<title>Service Representative - Pier Telecom</title>{}<h1>Service Representative</h1>
        <p>Answer calls.</p><p><b>Qualifications:</b> A diploma.</p>"""
    assert extracted(body.format("")) is None
    assert read(body.format("<div>This job posting has expired.</div>"))["expired"] is True


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (["FULL_TIME", "PART_TIME"], "full_time"),
        (["OTHER", "PART_TIME"], "part_time"),
        ("OTHER", "other"),
        (["Sailing", "TEMPORARY"], "temporary"),
        ("PART_TIME, CONTRACTOR", "part_time"),
        ("Teilzeit/Vollzeit", "part_time"),
        ("https://schema.org/PER_DIEM", "per_diem"),
    ],
)
def test_the_first_known_of_several_employment_types_is_kept(written: Any, kept: str) -> None:
    assert posting(employmentType=written).data["employment_type"] == kept


def test_an_unknown_employment_type_is_ignored_with_a_warning() -> None:
    found = posting(employmentType="Gig")
    assert found.data["employment_type"] is None
    assert found.warnings == ("employment_type: 'Gig' is implausible and was ignored",)


@pytest.mark.parametrize(
    ("label", "kept"),
    [
        ("<p><strong>Jornada:</strong> Parcial</p>", "part_time"),
        ("<p>Jornada: Completa</p>", "full_time"),
        ("<p>Temps de travail : Partiel</p>", "part_time"),
        ("<p>Hours: Full</p>", "full_time"),
        ("<p>Een vast contract.</p>", "full_time"),
        ("<p>Parcial</p>", None),
        ("<p>Type: Media</p>", None),
    ],
)
def test_one_word_after_a_label_gives_the_employment_type(label: str, kept: str | None) -> None:
    assert read(f"<h1>Sail Maker</h1>{label}{TERMS}")["employment_type"] == kept


@pytest.mark.parametrize(
    ("language", "date"), [("en", None), ("en-US", "2026-01-02"), ("en-GB", "2026-02-01"), ("de", "2026-02-01")]
)
def test_an_ambiguous_date_in_markup_follows_the_language_or_gives_a_warning(language: str, date: str | None) -> None:
    found = posting(language, datePosted="01/02/2026")
    assert found.data["posted_at"] == date
    assert len(found.warnings) == (date is None)


def test_an_ambiguous_date_on_a_plain_page_is_ignored_with_a_warning() -> None:
    found = extracted(f"<h1>Sail Maker</h1><p>Posted: 6/9/2010</p>{TERMS}")
    assert found is not None and found.data["posted_at"] is None
    assert found.warnings == ("posted_at: '6/9/2010' is implausible and was ignored",)


@pytest.mark.parametrize("salary", [{"value": {"minValue": 0, "maxValue": 0}}, {"value": 0}, "0"])
def test_pay_of_zero_is_ignored_with_a_warning(salary: Any) -> None:
    found = posting(baseSalary=salary)
    assert found.data["salary_min"] is found.data["salary_max"] is None
    assert found.warnings[0] == "salary_min: '0' is implausible and was ignored"
