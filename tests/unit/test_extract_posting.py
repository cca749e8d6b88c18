"""Job postings."""

import json
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract


def posting(url: str = "https://jobs.example.org/1", /, **properties: Any) -> Record:
    node = {"@type": "JobPosting", "title": "Baker"} | properties
    markup = json.dumps(node).replace("</", "<\\/")
    body = f'<script type="application/ld+json">{markup}</script>'.encode()
    return extract(body, url=url, charset=None, kinds=[Kind.POSTING]).records[Kind.POSTING]


def test_equal_salaries_in_different_notations_have_one_content_hash() -> None:
    def paid(amount: object) -> str:
        return posting(baseSalary={"currency": "EUR", "minValue": amount, "maxValue": amount}).content_hash

    assert paid("2500.50") == paid(2500.5) != paid(2500.51)


def test_a_full_posting_is_read() -> None:
    found = posting(
        hiringOrganization={"@type": "Organization", "name": "Crumb &amp; Co"},
        description="&lt;p&gt;Bake bread.&lt;/p&gt;<ul><li>Early</li><li>Warm</li></ul>",
        jobLocation=[
            {"@type": "Place", "address": {"addressLocality": "Lyon", "addressCountry": {"name": "FR"}}},
            {"@type": "Place", "address": "Paris"},
        ],
        jobLocationType="TELECOMMUTE",
        employmentType=["FULL_TIME", "PART_TIME"],
        baseSalary={
            "@type": "MonetaryAmount",
            "currency": "EUR",
            "value": {"@type": "QuantitativeValue", "minValue": 2000, "maxValue": "2500.50", "unitText": "MONTH"},
        },
        datePosted="2024-05-01",
        validThrough="2024-06-01T00:00:00+02:00",
        identifier={"@type": "PropertyValue", "name": "Crumb & Co", "value": 4711},
        url="/1/apply",
    )
    assert found.sources["external_id"].path == "JobPosting.identifier"
    assert found.data == {
        "title": "Baker",
        "company": "Crumb & Co",
        "description": "Bake bread.\nEarly\nWarm",
        "description_html": "<p>Bake bread.</p><ul><li>Early</li><li>Warm</li></ul>",
        "locations": ["Lyon, FR", "Paris"],
        "remote": True,
        "employment_type": "full_time",
        "salary_min": "2000",
        "salary_max": "2500.50",
        "salary_currency": "EUR",
        "salary_period": "month",
        "posted_at": "2024-05-01",
        "valid_through": "2024-06-01T00:00:00+02:00",
        "external_id": "4711",
        "apply_url": "https://jobs.example.org/1/apply",
        "expired": None,
    }
    assert found.confidence == 0.95


def test_a_posting_needs_only_a_title_and_missing_fields_are_null() -> None:
    data = posting().data
    assert data["remote"] is data["company"] is data["salary_min"] is None
    assert data["locations"] == []
    body = b'<script type="application/ld+json">{"@type": "JobPosting", "description": "x"}</script>'
    assert not extract(body, url="", charset=None, kinds=[Kind.POSTING]).records


@pytest.mark.parametrize(
    ("salary", "low", "high"),
    [
        (50000, "50000", None),
        ("40,000 - 50,000", "40,000".replace(",", ""), "50000"),
        ({"value": 20, "unitText": "HOUR"}, "20", None),
        ({"value": {"value": 30}}, "30", None),
        ({"value": {"minValue": 0, "maxValue": 0}}, None, None),
        ({"value": {"minValue": 9, "maxValue": 5}}, "9", None),
        ("competitive", None, None),
    ],
)
def test_salaries_are_read_in_every_known_format(salary: Any, low: str | None, high: str | None) -> None:
    data = posting(baseSalary=salary).data
    assert (data["salary_min"], data["salary_max"]) == (low, high)


def test_a_maximum_salary_below_the_minimum_is_ignored_with_a_warning() -> None:
    assert posting(baseSalary={"value": {"minValue": 9, "maxValue": 5}}).warnings == (
        "salary_max: '5 below 9' is implausible and was ignored",
    )


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Full-time", "full_time"), ("CONTRACTOR", "contract"), ("INTERN", "internship")],
)
def test_employment_types_are_normalised(written: str, kept: str) -> None:
    assert posting(employmentType=written).data["employment_type"] == kept


def test_a_new_tracking_code_is_not_a_change_but_a_new_location_is() -> None:
    first = posting(url="/1?src=a", jobLocation="Lyon")
    assert first.content_hash == posting(url="/1?src=b", jobLocation="Lyon").content_hash
    assert first.content_hash != posting(url="/1?src=a", jobLocation="Paris").content_hash


def test_scripts_are_removed_from_a_description_as_html_and_as_text() -> None:
    data = posting(
        description="<p onclick='a()'>Bake<script>if (a < b) { steal() }</script></p><a href='javascript:a()'>x</a>"
    ).data
    assert data["description_html"] == '<p>Bake</p><a rel="noopener noreferrer nofollow">x</a>'
    assert data["description"] == "Bake\nx"


def test_a_plain_text_description_is_split_into_paragraphs() -> None:
    data = posting(description="Bake bread.\n\nSell bread & rolls.").data
    assert data["description"] == "Bake bread.\nSell bread & rolls."
    assert data["description_html"] == "<p>Bake bread.</p><p>Sell bread &amp; rolls.</p>"


def test_new_markup_around_the_same_words_is_not_a_change() -> None:
    one, other = posting(description="<p>Bake</p>"), posting(description="<div><b>Bake</b></div>")
    assert one.data["description_html"] != other.data["description_html"]
    assert one.content_hash == other.content_hash


def test_a_salary_in_words_is_read_with_its_currency_and_period() -> None:
    data = posting(baseSalary="$50,000 - $60,000 per year").data
    assert (data["salary_min"], data["salary_max"]) == ("50000", "60000")
    assert (data["salary_currency"], data["salary_period"]) == ("USD", "year")


@pytest.mark.parametrize(
    ("properties", "remote"),
    [
        ({"jobLocationType": "TELECOMMUTE"}, True),
        ({"jobLocation": "Remote - Germany"}, True),
        ({"jobLocation": "Berlin (on-site)"}, False),
        ({"jobLocation": "Berlin (hybrid remote)"}, None),
        ({"jobLocation": "Berlin"}, None),
    ],
)
def test_remote_work_is_recognised_by_the_location_type_or_the_location(
    properties: dict[str, Any], remote: bool | None
) -> None:
    assert posting(**properties).data["remote"] is remote


def test_the_location_of_remote_work_is_the_required_residence() -> None:
    node = {
        "jobLocationType": "TELECOMMUTE",
        "applicantLocationRequirements": [{"@type": "Country", "name": "Ireland"}],
    }
    assert posting(**node).data["locations"] == ["Ireland"]


@pytest.mark.parametrize(
    ("url", "identifier"),
    [
        ("https://boards.greenhouse.io/crumb/jobs/4711001", "4711001"),
        ("https://crumb.example/careers?gh_jid=4711001", "4711001"),
        ("https://jobs.lever.co/crumb/0a1b2c3d-1111-4222-8333-444455556666", "0a1b2c3d-1111-4222-8333-444455556666"),
        ("https://crumb.example/jobs/baker-123456.html", "123456"),
        ("https://crumb.example/2024/baker", None),
        ("https://crumb.example/jobs/baker", None),
        ("http://[bad", None),
    ],
)
def test_a_posting_without_an_identifier_takes_it_from_its_url(url: str, identifier: str | None) -> None:
    found = posting(url)
    assert found.data["external_id"] == identifier
    assert identifier is None or found.sources["external_id"].path == "address"
