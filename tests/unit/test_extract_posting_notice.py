"""Notices that a job is no longer available."""

import json

import pytest

from garner.core.record import Kind
from garner.extraction import Extraction, extract

POSTING = {"@type": "JobPosting", "title": "Baker", "hiringOrganization": "Crumb", "description": "Bake.",
           "jobLocation": "Lyon", "datePosted": "2024-01-01", "employmentType": "FULL_TIME",
           "validThrough": "2001-01-01"}  # fmt: skip


def page(text: str, url: str = "https://crumb.example/jobs/baker", markup: bool = True) -> Extraction:
    node = f'<script type="application/ld+json">{json.dumps(POSTING)}</script>' if markup else ""
    return extract(f"{node}{text}".encode(), url=url, charset=None, kinds=[Kind.POSTING])


@pytest.mark.parametrize(
    "notice",
    [
        "This job is no longer available.",
        "Sorry, this position has been filled.",
        "This vacancy is now closed",
        "This job posting has expired.",
        "We are no longer accepting applications for this role.",
        "Applications are closed",
        "Job expired",
        "Diese Stelle ist nicht mehr verfügbar.",
        "Die Stellenanzeige ist leider bereits abgelaufen.",
        "Cette offre n'est plus disponible.",
        "Ce poste a été pourvu.",
        "Esta oferta ya no está disponible.",
        "Esta vaga foi encerrada.",
        "Questo annuncio è scaduto.",
        "Deze vacature is inmiddels vervuld.",
        "Oferta wygasła.",
        "Вакансия закрыта",
        "Tjänsten är tillsatt.",
        "Stillingen er besat.",
        "この求人の募集は終了しました。",
        "该职位已关闭",
        "Applications for this role closed on 1 May 2020.",
        "Applications closed on Friday 3 May 2019",
        "No longer available",
        "Ya no está disponible",
        "Offre expirée",
        "Vacature gesloten",
    ],
)
def test_a_notice_that_the_job_is_closed_marks_the_posting_as_expired(notice: str) -> None:
    assert page(f"<div class=banner>{notice}</div>").records[Kind.POSTING].data["expired"] is True


@pytest.mark.parametrize(
    "text",
    [
        "<p>If this position has been filled we will tell you.</p>",
        "<p>Applications will be accepted until the position is filled.</p>",
        "<p>Die Anzeige bleibt online, bis die Stelle besetzt ist.</p>",
        "<div hidden>This job is no longer available.</div>",
        "<div style='display: none'>This job is no longer available.</div>",
        "<script>var text = 'This job is no longer available.'</script>",
        "<div class='similar-jobs'><p>This job is no longer available.</p></div>",
        "<ul><li>The role is closed to nobody</li></ul>",
        "<p>Our shop is closed on Mondays.</p>",
        "<p>Applications are closed on weekends.</p>",
        "<p>Applications are closed between Christmas and New Year.</p>",
        "<p>The application form is closed on Sundays and public holidays.</p>",
        "",
    ],
)
def test_text_without_a_notice_does_not_mark_a_posting_as_expired(text: str) -> None:
    assert page(text).records[Kind.POSTING].data["expired"] is None


def test_a_closing_date_in_the_past_does_not_mark_a_posting_as_expired() -> None:
    data = page("").records[Kind.POSTING].data
    assert data["valid_through"] == "2001-01-01" and data["expired"] is None


def test_a_notice_is_a_change() -> None:
    before, after = (
        page(text).records[Kind.POSTING] for text in ("", "<p>This job is closed. This job has expired.</p>")
    )
    assert before.content_hash != after.content_hash


def test_a_page_with_only_a_notice_gives_no_record_and_a_warning() -> None:
    found = page("<title>Jobs</title><h1>This job is no longer available</h1><p>Requirements change.</p>", markup=False)
    assert not found.records
    assert found.warnings == ("posting: the page only states that the job is closed",)


def test_a_posting_without_markup_can_be_expired_too() -> None:
    html = """<title>Baker at Crumb</title><h1>Baker</h1><p>This position has been filled.</p><h2>Responsibilities</h2>
        <p>Bake.</p><h2>Requirements</h2><p>Arms.</p><a href=/apply>Apply now</a>"""
    assert page(html, markup=False).records[Kind.POSTING].data["expired"] is True
