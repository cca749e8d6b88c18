"""Postings on plain pages without any markup, as small firms, schools and towns write them. All pages are invented."""

import pytest
from tests.unit.test_extract_posting_boards import Page, read

from garner.core.record import Kind
from garner.extraction import extract

PAGES = [
    Page(
        "a page of the nineties, all font and bold",
        "http://www.millbrook-press.example/jobs/secretary.htm",
        """<HTML><HEAD><TITLE>Millbrook Press - Employment</TITLE></HEAD><BODY BGCOLOR=white><CENTER><IMG SRC=logo.gif
        ALT="Millbrook Press logo"></CENTER><FONT SIZE=5><B>Position: Editorial Secretary</B></FONT><P>Millbrook Press
        is
        seeking a secretary for its editorial office in Dayton.<P><B>Duties:</B><BR>Answers the telephone; keeps the
        calendar; reads proofs.<P><B>Qualifications:</B><BR>Two years of office experience.<P>Salary: $28,000 -
        $31,000 per
        year<P>Send your resume to Personnel, Millbrook Press.<P>Closing date: March 31, 1999<HR>&copy; 1999 Millbrook
        Press. All rights reserved.</BODY></HTML>""",
        {
            "title": "Editorial Secretary", "company": "Millbrook Press", "salary_min": "28000", "salary_max": "31000",
            "salary_currency": "USD", "salary_period": "year", "valid_through": "1999-03-31",
        },
        says=("keeps the calendar", "Two years of office experience"),
        silent=("All rights reserved",),
    ),
    Page(
        "a page laid out with tables",
        "http://www.harrowcollege.example.edu/hr/vacancy.php?id=20417",
        """<title>Harrow College: Vacancies</title><table><tr><td><a href="/">Home</a></td><td><a
        href="/hr">HR</a></td></tr>
        </table><table><tr><td colspan=2><h2>Laboratory Technician</h2></td></tr>
        <tr><td><b>Employer</b></td><td>Harrow College</td></tr><tr><td><b>Location</b></td><td>Harrow, Ohio</td></tr>
        <tr><td><b>Salary</b></td><td>$18.50 per hour</td></tr><tr><td><b>Hours</b></td><td>Part-time, 20
        hours</td></tr>
        <tr><td><b>Date posted</b></td><td>04/17/2012</td></tr><tr><td><b>Deadline</b></td><td>May 4,
        2012</td></tr></table>
        <p><b>Responsibilities:</b> </p><p>Prepares solutions and keeps the stock of glass in order.</p>
        <p><b>Requirements:</b></p><p>An associate degree in chemistry.</p><p>To apply, send a cover letter to the
        dean.</p>""",
        {
            "title": "Laboratory Technician", "company": "Harrow College", "locations": ["Harrow, Ohio"],
            "salary_min": "18.50", "salary_max": None, "salary_period": "hour", "employment_type": "part_time",
            "posted_at": "2012-04-17", "valid_through": "2012-05-04", "external_id": "20417",
        },
        says=("stock of glass",),
    ),
    Page(
        "a page whose title names job and company",
        "https://www.acme-robots.example/careers/senior-engineer",
        """<title>Senior Engineer - Acme Robots Careers</title><nav><a href="/">Acme</a><a href="/about">About</a></nav>
        <h1>Senior Engineer</h1><p>Berlin, Germany | Full-time | Hybrid</p><h2>What you'll do</h2><ul><li>Build arms
        that do
        not drop things</li></ul><h2>Who you are</h2><ul><li>You have dropped things yourself</li></ul><h2>Benefits</h2>
        <p>Thirty days off.</p><p>The pay range for this role is $120,000 - $150,000 a year.</p>
        <a class=button href="https://apply.example.com/acme/77">Apply now</a><h2>Similar jobs</h2><ul><li><a
        href="/careers/x">Junior Engineer</a></li></ul>""",
        {
            "title": "Senior Engineer", "company": "Acme Robots", "locations": ["Berlin, Germany"], "remote": None,
            "employment_type": "full_time", "salary_min": "120000", "salary_max": "150000", "salary_period": "year",
            "apply_url": "https://apply.example.com/acme/77",
        },
        says=("arms that do not drop",),
        silent=("Junior Engineer",),
    ),
    Page(
        "a small firm that says who it is in a sentence",
        "https://hartmann-optik.example/stellen/augenoptiker.html",
        """<html lang="de"><title>Stellenangebot</title><h1>Stellenangebot</h1><h2>Augenoptiker (w/m/d) in Teilzeit</h2>
        <p>Die Hartmann Optik GmbH sucht zum nächsten Ersten Verstärkung für ihr Geschäft in Fulda.</p>
        <p><strong>Ihre Aufgaben</strong></p><ul><li>Beratung und Verkauf</li><li>Sehtests</li></ul>
        <p><strong>Wir bieten</strong></p><ul><li>17 €/Std. und freie Samstage</li></ul>
        <p>Arbeitsort: Fulda</p><p>Bewerbungsfrist: 30. September 2023</p>
        <p>Ihre Bewerbungsunterlagen senden Sie bitte per Post.</p>""",
        {
            "title": "Augenoptiker (w/m/d) in Teilzeit", "company": "Hartmann Optik GmbH", "locations": ["Fulda"],
            "employment_type": "part_time", "salary_min": "17", "salary_currency": "EUR", "salary_period": "hour",
            "valid_through": "2023-09-30",
        },
        says=("Sehtests",),
    ),
    Page(
        "a French page",
        "https://www.menuiserie-bolard.example/recrutement/menuisier",
        """<html lang="fr"><title>Offre d'emploi : Menuisier poseur (H/F) | Menuiserie Bolard</title>
        <h1>Menuisier poseur (H/F)</h1><ul><li>Lieu : Nantes</li><li>Type de contrat : CDI</li>
        <li>Rémunération : 2 100 à 2 400 € brut par mois</li><li>Référence : MB-2024-07</li></ul>
        <p>Publié le 12 février 2024</p><h3>Vos missions</h3><p>Vous posez des fenêtres et des portes.</p>
        <h3>Profil recherché</h3><p>CAP menuiserie, permis B.</p><a href="/postuler?o=7">Postuler</a>""",
        {
            "title": "Menuisier poseur (H/F)", "company": "Menuiserie Bolard", "locations": ["Nantes"],
            "employment_type": "full_time", "salary_min": "2100", "salary_max": "2400", "salary_currency": "EUR",
            "salary_period": "month", "external_id": "MB-2024-07", "posted_at": "2024-02-12",
            "apply_url": "https://www.menuiserie-bolard.example/postuler?o=7",
        },
        says=("fenêtres",),
    ),
    Page(
        "a Spanish page",
        "https://www.viverolosalamos.example/empleo/jardinero",
        """<html lang="es"><title>Jardinero/a | Trabaja con nosotros | Vivero Los Álamos</title><h1>Jardinero/a</h1>
        <p><b>Ubicación:</b> Sevilla</p><p><b>Jornada:</b> Jornada completa</p><p><b>Salario:</b> 1.450 € mensuales</p>
        <p><b>Fecha de publicación:</b> 5 de mayo de 2024</p><h2>Funciones</h2><ul><li>Riego y poda</li></ul>
        <h2>Requisitos</h2><ul><li>Dos años de experiencia</li></ul><a
        href="/empleo/jardinero/solicitar">Inscribirme</a>""",
        {
            "title": "Jardinero/a", "company": "Vivero Los Álamos", "locations": ["Sevilla"],
            "employment_type": "full_time", "salary_min": "1450", "salary_period": "month", "posted_at": "2024-05-05",
        },
    ),
    Page(
        "an Italian page",
        "https://www.cartieraverde.example/lavora-con-noi/contabile",
        """<html lang="it"><title>Contabile - Lavora con noi - Cartiera Verde S.r.l.</title><h1>Contabile</h1>
        <p>Sede di lavoro: Lucca</p><p>Contratto: tempo indeterminato</p><p>RAL 28.000 - 32.000 euro</p>
        <p>Cartiera Verde S.r.l. cerca una persona precisa per la contabilità.</p><h3>Mansioni</h3><p>Prima nota e
        bilancio.</p><h3>Requisiti</h3><p>Diploma di ragioneria.</p><p>Inviare il CV entro il 30/06/2024.</p>""",
        {
            "title": "Contabile", "company": "Cartiera Verde S.r.l", "locations": ["Lucca"],
            "employment_type": "full_time", "salary_min": "28000", "salary_max": "32000", "salary_currency": "EUR",
            "salary_period": "year", "valid_through": "2024-06-30",
        },
    ),
    Page(
        "a Dutch page",
        "https://www.fietsenhuis.example/vacatures/fietsenmaker",
        """<html lang="nl"><title>Vacature: Fietsenmaker | Het Fietsenhuis</title><h1>Vacature: Fietsenmaker</h1>
        <p>Standplaats: Zwolle</p><p>Dienstverband: fulltime of parttime</p><p>€ 2.400 - € 2.900 per maand</p>
        <h2>Wat ga je doen?</h2><p>Je repareert stadsfietsen en bakfietsen.</p><h2>Wie ben jij?</h2><p>Handig en op
        tijd.</p><a href="mailto:werk@fietsenhuis.example">Solliciteer direct</a>""",
        {
            "title": "Fietsenmaker", "company": "Het Fietsenhuis", "locations": ["Zwolle"],
            "employment_type": "full_time", "salary_min": "2400", "salary_max": "2900", "salary_period": "month",
            "apply_url": None,
        },
    ),
    Page(
        "a Polish page",
        "https://kariera.drukarnia-lis.example/oferty/grafik",
        """<html lang="pl"><title>Grafik komputerowy - Drukarnia Lis</title><h1>Grafik komputerowy</h1>
        <p>Miejsce pracy: Łódź</p><p>Wymiar pracy: pełny etat</p><p>Wynagrodzenie: 6 000 - 7 500 zł brutto
        miesięcznie</p>
        <p>Data publikacji: 3 marca 2024</p><h3>Twoje zadania</h3><ul><li>Skład katalogów</li></ul>
        <h3>Wymagania</h3><ul><li>Dobre oko</li></ul><a href="/aplikuj/9">Aplikuj teraz</a>""",
        {
            "title": "Grafik komputerowy", "company": "Drukarnia Lis", "locations": ["Łódź"],
            "employment_type": "full_time", "salary_min": "6000", "salary_max": "7500", "salary_currency": "PLN",
            "posted_at": "2024-03-03", "apply_url": "https://kariera.drukarnia-lis.example/aplikuj/9",
        },
    ),
    Page(
        "a Portuguese page",
        "https://www.cafedaserra.example/vagas/barista",
        """<html lang="pt-BR"><title>Barista | Vagas | Café da Serra</title><h1>Barista</h1><p>Local: Curitiba, PR</p>
        <p>Salário: R$ 2.300,00 por mês</p><h2>Atividades</h2><p>Preparar cafés e cuidar da máquina.</p>
        <h2>Requisitos</h2><p>Ensino médio completo.</p><a href="https://cafe.example/c/3">Candidate-se</a>""",
        {
            "title": "Barista", "company": "Café da Serra", "locations": ["Curitiba, PR"], "salary_min": "2300",
            "salary_currency": "BRL", "salary_period": "month", "apply_url": "https://cafe.example/c/3",
        },
    ),
    Page(
        "a Russian page",
        "https://rabota.sever-stroy.example/vakansii/51234",
        """<html lang="ru"><title>Электрик — Север-Строй</title><h1>Электрик</h1><p>Город: Пермь</p>
        <p>Зарплата: от 80 000 до 95 000 руб. в месяц</p><p>Занятость: полная занятость</p><h3>Обязанности</h3>
        <ul><li>Монтаж проводки</li></ul><h3>Требования</h3><ul><li>Опыт работы от двух лет</li></ul>
        <p>Опубликовано 5 марта 2024 г.</p><a href="/otklik/51234">Откликнуться</a>""",
        {
            "title": "Электрик", "company": "Север-Строй", "locations": ["Пермь"], "salary_min": "80000",
            "salary_max": "95000", "salary_currency": "RUB", "employment_type": "full_time", "posted_at": "2024-03-05",
            "external_id": "51234",
        },
    ),
    Page(
        "a Japanese page",
        "https://www.aoyama-pan.example/recruit/staff.html",
        """<html lang="ja"><title>製パンスタッフ｜青山パン 採用情報</title><h1>製パンスタッフ</h1><table>
        <tr><th>会社名</th><td>株式会社青山パン</td></tr><tr><th>勤務地</th><td>東京都港区</td></tr>
        <tr><th>雇用形態</th><td>正社員</td></tr><tr><th>給与</th><td>月給25万円～30万円</td></tr>
        <tr><th>仕事内容</th><td>パンの製造全般をお任せします。</td></tr><tr><th>応募資格</th><td>経験者優遇</td></tr></table>
        <a href="/recruit/form">応募する</a>""",
        {
            "title": "製パンスタッフ", "company": "株式会社青山パン", "locations": ["東京都港区"],
            "employment_type": "full_time", "salary_min": "250000", "salary_max": "300000", "salary_currency": "JPY",
            "salary_period": "month",
        },
    ),
    Page(
        "a Danish page",
        "https://www.havnebageriet.example/job/konditor",
        """<html lang="da"><title>Konditor søges - Havnebageriet</title><h1>Konditor</h1><p>Arbejdssted: Aarhus</p>
        <p>Ansøgningsfrist: 1. maj 2024</p><h2>Dine opgaver</h2><p>Kager til hverdag og fest.</p><h2>Din profil</h2>
        <p>Udlært konditor.</p><a href="/job/konditor/send">Send ansøgning</a>""",
        {"title": "Konditor", "company": "Havnebageriet", "locations": ["Aarhus"], "valid_through": "2024-05-01"},
    ),
    Page(
        "a British charity with an annual salary in thousands",
        "https://www.rivertrust.example/vacancies/warden",
        """<html lang="en-GB"><meta property="og:site_name" content="The River Trust"><title>Warden | The River
        Trust</title>
        <h1>Warden</h1><p>Location: Ludlow, Shropshire</p><p>Salary: £27k p.a. pro rata</p><p>Contract: Fixed-term, 12
        months</p><p>Closing date: 05/06/2024</p><h2>About the role</h2><p>You walk the river and mend what the river
        breaks.</p><h2>Person specification</h2><p>Boots and a licence.</p><h2>How to apply</h2><p>Please email your CV
        to the office.</p>""",
        {
            "title": "Warden", "company": "The River Trust", "locations": ["Ludlow, Shropshire"], "salary_min": "27000",
            "salary_currency": "GBP", "salary_period": "year", "employment_type": "temporary",
            "valid_through": "2024-06-05",
        },
        says=("mend what the river breaks", "email your CV"),
    ),
    Page(
        "a page in which everything is a paragraph and the headings are capitals",
        "http://townofelmore.example/employment/clerk.html",
        """<title>Town of Elmore</title><p align=center>TOWN OF ELMORE</p><h3>Assistant Town Clerk</h3>
        <p>The Town of Elmore is seeking a part-time clerk.</p><p>GENERAL DUTIES</p><p>Records deeds and issues dog
        licenses.</p><p>MINIMUM QUALIFICATIONS</p><p>High school diploma and a steady hand.</p><p>Pay is $17.25 per
        hour. The Town is an equal opportunity employer.</p>""",
        {
            "title": "Assistant Town Clerk", "company": "Town of Elmore", "employment_type": "part_time",
            "salary_min": "17.25", "salary_period": "hour",
        },
        says=("dog licenses",),
    ),
    Page(
        "a startup page that is remote and tells who it is about",
        "https://jobs.example.net/p/platform-engineer-8812345",
        """<title>Platform Engineer (Remote)</title><h1>Platform Engineer (Remote)</h1><div class="job-meta"><span>Full
        time</span></div><h3>About Quillstack</h3><p>Quillstack makes ledgers for libraries.</p><h3>Your role</h3>
        <ul><li>Keep the platform up</li></ul><h3>Requirements</h3><ul><li>3+ years of experience with
        databases</li></ul>
        <h3>Compensation</h3><p>€60k–75k per year</p><button>Apply for this job</button>""",
        {
            "title": "Platform Engineer (Remote)", "company": "Quillstack", "remote": True,
            "employment_type": "full_time", "salary_min": "60000", "salary_max": "75000", "salary_currency": "EUR",
            "salary_period": "year", "external_id": "8812345", "apply_url": None,
        },
    ),
    Page(
        "a page that forbids working from afar",
        "https://www.harbourlab.example/jobs/chemist",
        """<title>Chemist at Harbour Lab</title><h1>Chemist</h1><p>Workplace: On-site</p><p>Location: Bergen, Norway</p>
        <h2>Responsibilities</h2><p>Run the assays.</p><h2>Requirements</h2><p>A degree.</p><a href="/a">Apply</a>""",
        {"title": "Chemist", "company": "Harbour Lab", "remote": False, "locations": ["Bergen, Norway"]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_posting_without_markup_is_read(page: Page) -> None:
    record = read(page)
    assert record.strategy == "posting_page"
    data = record.data
    assert {name: data[name] for name in page.expected} == page.expected
    for text in page.says:
        assert text in data["description"] and text in data["description_html"]
    for text in page.silent:
        assert text not in data["description"] and text not in data["description_html"]


NO_POSTINGS = {
    "a recipe": """<title>Pea soup</title><h1>Pea soup</h1><h2>Ingredients</h2><ul><li>500 g peas</li></ul>
        <h2>What you need to do</h2><p>Apply gentle heat for an hour.</p><footer><a
        href="/careers">Careers</a></footer>""",
    "a product": """<title>Drill - Tool Shop</title><h1>Cordless drill</h1><p>$120.00</p><h2>Skills you
        need</h2><p>None.</p>
        <p>Discounts apply at checkout.</p><button>Add to cart</button>""",
    "a list of jobs": """<title>Jobs at Crumb</title><h1>Open positions</h1><ul>
        <li><a href="/jobs/1">Baker (m/w/d)</a></li><li><a href="/jobs/2">Miller (m/w/d)</a></li>
        <li><a href="/jobs/3">Driver (m/w/d)</a></li><li><a href="/jobs/4">Buyer (m/w/d)</a></li></ul>
        <p>We are looking for people with experience. Join our team, send your CV.</p>""",
    "advice about applying": """<title>How to write a CV</title><h1>How to write a CV</h1><p>A cover letter should be
        short.
        Employers read hundreds of them, and they apply the same test to each.</p><h2>Share your
        experience</h2><p>Tell us.</p>""",
    "a page with links to apply for many jobs": """<title>Bakery team</title><h1>Bakery team</h1><p>We are looking for
        you. Join our team, send your CV, add a cover letter.</p><a href=/a/1>Apply now</a><a href=/a/2>Apply now</a>
        <p>Skills</p><a href=/a/3>Apply now</a><br><a href=/a/4>Apply now</a><br><a href=/a/5>Apply now</a>
        <p><a href=/a/6>Apply now</a></p><p><a href=/a/7>Apply now</a></p>""",
    "a course with labels like those of a job": """<title>Summer school</title><h1>Summer school</h1><p>Job type:
        Full-time</p>
        <p>Closing date: 1 May 2024</p><p>Salary range: none</p><p>Employment status: any</p><p>Skills apply.</p>
        <p>Pay $20 per hour</p>""",
    "a page about the firm": """<title>About Crumb</title><h1>About us</h1><p>We bake with experience since 1950.</p>
        <a href="/jobs">Apply for a job</a>""",
}


@pytest.mark.parametrize("html", NO_POSTINGS.values(), ids=NO_POSTINGS.keys())
def test_a_page_without_a_posting_gives_no_record(html: str) -> None:
    found = extract(html.encode(), url="https://crumb.example/jobs", charset=None, kinds=[Kind.POSTING])
    assert not found.records


def test_a_page_with_product_markup_is_not_a_posting() -> None:
    text = """<title>Baker at Crumb</title><h1>Baker</h1><h2>Responsibilities</h2><p>Bake.</p><h2>Requirements</h2>
        <p>Arms.</p><a href=/apply>Apply now</a>"""
    product = '<script type="application/ld+json">{"@type": "Product", "name": "Baker"}</script>'
    for html, count in ((text, 1), (text + product, 0)):
        found = extract(html.encode(), url="https://crumb.example/jobs/1", charset=None, kinds=[Kind.POSTING])
        assert len(found.records) == count
