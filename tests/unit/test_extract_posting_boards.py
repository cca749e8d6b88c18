"""Postings in the style of today's boards: markup, application state, or neither. All pages are invented."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from garner.core.record import Kind, Record
from garner.extraction import extract


@dataclass(frozen=True)
class Page:
    name: str
    url: str
    html: str
    expected: dict[str, Any] = field(default_factory=dict)
    says: tuple[str, ...] = ()  # texts that the description must contain
    silent: tuple[str, ...] = ()  # texts that it must not contain


def read(page: Page) -> Record:
    found = extract(page.html.encode(), url=page.url, charset=None, kinds=[Kind.POSTING])
    return found.records[Kind.POSTING]


def json_ld(node: dict[str, Any]) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org"} | node)}</script>'


PAGES = [
    Page(
        "a board with JSON-LD in which the description is escaped",
        "https://boards.greenhouse.io/crumbco/jobs/4711001",
        "<title>Job Application for Head Baker at Crumb &amp; Co</title>"
        + json_ld({
            "@type": "JobPosting", "title": "Head Baker", "datePosted": "2024-03-03",
            "hiringOrganization": {"@type": "Organization", "name": "Crumb & Co"},
            "description": "&lt;p&gt;Lead the &lt;strong&gt;night shift&lt;/strong&gt;.&lt;/p&gt;",
            "jobLocation": {"@type": "Place", "address": {"addressLocality": "Leeds", "addressCountry": "GB"}},
        })
        + "<h1>Head Baker</h1><a href='#app'>Apply for this job</a>",
        {
            "title": "Head Baker", "company": "Crumb & Co", "description": "Lead the night shift.",
            "description_html": "<p>Lead the <strong>night shift</strong>.</p>", "locations": ["Leeds, GB"],
            "external_id": "4711001", "posted_at": "2024-03-03", "expired": None,
        },
    ),
    Page(
        "a board with microdata",
        "https://jobs.smartrecruiters.com/Crumb/743999-pastry-cook",
        """<div itemscope itemtype="http://schema.org/JobPosting"><h1 itemprop="title">Pastry Cook</h1>
        <meta itemprop="datePosted" content="2024-02-01T09:00:00Z">
        <span itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization">
          <meta itemprop="name" content="Crumb SA"></span>
        <span itemprop="jobLocation" itemscope itemtype="http://schema.org/Place">
          <span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress">
          <span itemprop="addressLocality">Lille</span>, <span itemprop="addressCountry">France</span></span></span>
        <div itemprop="description"><h2>Job Description</h2><p>Laminate <b>dough</b>.</p><script>track()</script></div>
        <span itemprop="employmentType">Full-time</span></div>""",
        {
            "title": "Pastry Cook", "company": "Crumb SA", "locations": ["Lille, France"],
            "employment_type": "full_time", "posted_at": "2024-02-01T09:00:00+00:00",
            "description": "Job Description\nLaminate dough.",
        },
        silent=("track",),
    ),
    Page(
        "a board that draws itself from its state",
        "https://jobs.ashbyhq.com/crumb/1b2c3d4e-0000-4111-8222-333344445555",
        "<title>Oven Engineer @ Crumb</title><div id=root></div><script>window.__appData = "
        + json.dumps({
            "organization": {"name": "Crumb", "publicWebsite": "https://crumb.example"},
            "posting": {
                "id": "1b2c3d4e-0000-4111-8222-333344445555", "title": "Oven Engineer", "departmentName": "Hardware",
                "descriptionHtml": "<h2>About the role</h2><p>You keep forty ovens at the right heat, day and "
                "night.</p><img src=x onerror=alert(1)>",
                "locationName": "Ghent", "employmentType": "FullTime", "isRemote": False,
                "publishedDate": "2024-04-02", "compensationTierSummary": "€55K – €65K",
            },
        })
        + ";</script>",
        {
            "title": "Oven Engineer", "company": "Crumb", "locations": ["Ghent"], "employment_type": "full_time",
            "remote": False, "posted_at": "2024-04-02", "salary_min": "55000", "salary_max": "65000",
            "salary_currency": "EUR", "external_id": "1b2c3d4e-0000-4111-8222-333344445555",
        },
        says=("forty ovens",),
        silent=("onerror",),
    ),
    Page(
        "a board whose state lists other jobs too",
        "https://careers.crumb.example/jobs/90001",
        "<title>Miller | Crumb</title><script id=__NEXT_DATA__ type='application/json'>"
        + json.dumps({"props": {"pageProps": {"company": {"name": "Crumb Mills"}, "jobs": [
            {"id": 90001, "title": "Miller", "description": "Grind the grain that our bakers will use the next day.",
             "jobType": "Part-time", "locations": [{"name": "Utrecht"}, {"name": "Remote"}], "applyUrl": "/apply/1"},
            {"id": 90002, "title": "Driver", "description": "Bring the flour to our bakers before the sun is up.",
             "jobType": "Full-time", "locations": [{"name": "Breda"}], "applyUrl": "/apply/90002"},
        ]}}})
        + "</script>",
        {
            "title": "Miller", "company": "Crumb Mills", "employment_type": "part_time", "locations": ["Utrecht"],
            "apply_url": "https://careers.crumb.example/apply/1",
        },
    ),
    Page(
        "an old board with named elements and no markup",
        "https://boards.greenhouse.io/crumbco/jobs/4711002",
        """<title>Job Application for Counter Hand at Crumb &amp; Co</title><div id="header"><h1
        class="app-title">Counter
        Hand</h1><span class="company-name">at Crumb &amp; Co</span><a href="/crumbco">View all jobs</a>
        <div class="location">York, England</div></div><div id="content"><p>We are looking for somebody who likes
        mornings
        and people.</p><h3>What you'll do</h3><ul><li>Serve at the counter</li><li>Count the till</li></ul>
        <h3>What you'll bring</h3><ul><li>A clear head at six</li></ul></div>
        <a id="apply_button" href="#app">Apply Now</a><div id="app"><label>First Name</label></div>""",
        {"title": "Counter Hand", "company": "Crumb & Co", "locations": ["York, England"], "external_id": "4711002",
         "apply_url": None},
        says=("likes mornings", "Count the till", "A clear head"),
        silent=("First Name", "View all jobs"),
    ),
    Page(
        "a board with its facts in a row of categories",
        "https://jobs.lever.co/crumb/0a1b2c3d-1111-4222-8333-444455556666",
        """<title>Crumb - Flour Buyer</title><meta property="og:title" content="Crumb - Flour Buyer">
        <div class="posting-headline"><h2>Flour Buyer</h2><div class="posting-categories">
        <div class="sort-by-time posting-category location">Porto</div>
        <div class="sort-by-team posting-category department">Purchasing /</div>
        <div class="sort-by-commitment posting-category commitment">Full-time /</div>
        <div class="posting-category workplaceTypes">Remote</div></div></div>
        <div class="section"><div>You buy the flour for sixty bakeries, and you know the farmers by name.</div></div>
        <div class="section"><h3>Requirements:</h3><ul><li>5+ years of experience in buying grain</li></ul></div>
        <a class="postings-btn" href="https://jobs.lever.co/crumb/0a1b2c3d-1111-4222-8333-444455556666/apply">Apply
        for this job</a>
        """,
        {
            "title": "Flour Buyer", "company": "Crumb", "locations": ["Porto"], "employment_type": "full_time",
            "remote": True, "external_id": "0a1b2c3d-1111-4222-8333-444455556666",
            "apply_url": "https://jobs.lever.co/crumb/0a1b2c3d-1111-4222-8333-444455556666/apply",
        },
        says=("sixty bakeries", "5+ years of experience"),
    ),
    Page(
        "a German careers page with marks of gender",
        "https://crumb.jobs.personio.de/job/123456",
        """<html lang=de><title>Bäckermeister (m/w/d) | Jobs bei Krume GmbH</title><h1>Bäckermeister (m/w/d)</h1>
        <p>Vollzeit, unbefristet · Kassel</p><h2>Deine Aufgaben</h2><ul><li>Du führst ein Team von acht Leuten</li></ul>
        <h2>Dein Profil</h2><ul><li>Meisterbrief und Freude am Handwerk</li></ul><h2>Warum wir?</h2>
        <p>Gehalt: 3.800 – 4.200 € brutto im Monat</p><a href="/job/123456/apply">Jetzt bewerben</a>""",
        {
            "title": "Bäckermeister (m/w/d)", "company": "Krume GmbH", "employment_type": "full_time",
            "salary_min": "3800", "salary_max": "4200", "salary_currency": "EUR", "salary_period": "month",
            "external_id": "123456", "apply_url": "https://crumb.jobs.personio.de/job/123456/apply",
        },
        says=("Meisterbrief",),
    ),
    Page(
        "a Swedish careers page",
        "https://jobb.krumma.example/jobs/55501-bagare",
        """<html lang=sv><meta property="og:site_name" content="Krumma"><title>Bagare - Krumma</title><h1>Bagare</h1>
        <dl><dt>Plats</dt><dd>x</dd><dt>Ort</dt><dd>Malmö</dd><dt>Anställningsform</dt><dd>Heltid</dd>
        <dt>Sista ansökningsdag</dt><dd>15 juni 2024</dd></dl><h2>Om tjänsten</h2><p>Du bakar surdegsbröd från
        grunden.</p>
        <h2>Vi söker dig som</h2><p>Har bakat förut.</p><a href="/jobs/55501/apply">Ansök här</a>""",
        {
            "title": "Bagare", "company": "Krumma", "locations": ["Malmö"], "employment_type": "full_time",
            "valid_through": "2024-06-15", "apply_url": "https://jobb.krumma.example/jobs/55501/apply",
        },
    ),
    Page(
        "a page with JSON-LD that lacks half and a text that has it",
        "https://crumb.example/careers/oven-tender",
        json_ld({"@type": "JobPosting", "title": "Oven Tender", "description": "<p>Tend the oven.</p>"})
        + """<title>Oven Tender at Crumb Works</title><h1>Oven Tender</h1><p>Location: Turin, Italy</p><p>Posted March
        3,
        2024</p><p>Job type: Part-time</p><h2>Responsibilities</h2><p>Tend it.</p><h2>Requirements</h2><p>Gloves.</p>
        <a href="/apply">Apply now</a>""",
        {
            "title": "Oven Tender", "company": "Crumb Works", "description": "Tend the oven.",
            "description_html": "<p>Tend the oven.</p>", "locations": ["Turin, Italy"], "posted_at": "2024-03-03",
            "employment_type": "part_time",
        },
    ),
    Page(
        "a large firm's system with the facts in a list of terms",
        "https://crumb.wd3.myworkdayjobs.com/en-US/External/job/Oslo/Data-Analyst_R-10442",
        """<title>Data Analyst</title><meta property="og:title" content="Data Analyst"><main>
        <h2 data-automation-id="jobPostingHeader">Data Analyst</h2><a role="button"
        href="/en-US/External/job/x/apply">Apply</a>
        <dl><dt>locations</dt><dd>Oslo</dd></dl><dl><dt>time type</dt><dd>Full time</dd></dl>
        <dl><dt>posted on</dt><dd>Posted 3 Days Ago</dd></dl><dl><dt>job requisition id</dt><dd>R-10442</dd></dl>
        <div><p><b>The Role</b></p><p>You find out which loaf sells when it rains.</p>
        <p><b>Qualifications</b></p><ul><li>SQL and patience</li></ul></div></main>""",
        {
            "title": "Data Analyst", "company": "Crumb", "locations": ["Oslo"], "employment_type": "full_time",
            "posted_at": None, "external_id": "R-10442",
        },
        says=("when it rains", "SQL and patience"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_posting_on_a_job_board_is_read(page: Page) -> None:
    data = read(page).data
    assert {name: data[name] for name in page.expected} == page.expected
    for text in page.says:
        assert text in data["description"] and text in data["description_html"]
    for text in page.silent:
        assert text not in data["description"] and text not in data["description_html"]
