"""More postings without markup. The rules were tuned on these pages, so they are not held out. All are invented."""

import pytest
from tests.unit.test_extract_posting_boards import Page, read

PAGES = [
    Page(
        "a clinic",
        "https://www.northfieldclinic.example/work-with-us/registered-nurse/",
        """<html lang=en><head><title>Registered Nurse | Northfield Clinic</title><meta name=description content="Join
        us"></head><body><header><div class=logo><img src=l.png alt="Northfield
        Clinic"></div><nav><a>Home</a></nav></header><main><h1>Registered Nurse</h1><p class=meta>Full Time &bull;
        Northfield, MN</p><p>Northfield Clinic is hiring a Registered Nurse to join our night team.</p><h4>Essential
        Functions</h4><ul><li>Assess patients</li></ul><h4>Education &amp; Experience</h4><ul><li>RN
        licence</li></ul><p>Starting pay: $34.10/hr</p><p><a
        href="https://northfield.applicantpro.example/apply/33">Apply Online</a></p></main><footer>© 2022 Northfield
        Clinic</footer></body></html>""",
        {
            "title": "Registered Nurse", "company": "Northfield Clinic", "employment_type": "full_time",
            "locations": ["Northfield, MN"], "salary_min": "34.10", "salary_period": "hour",
            "apply_url": "https://northfield.applicantpro.example/apply/33",
        },
    ),
    Page(
        "a software house of the nineties",
        "http://www.oldsoft.example/jobs.asp?jobid=1142",
        """<html><head><title>OldSoft Inc. - Job Opportunities - C++ Programmer</title></head><body><table
        width=600><tr><td><font face=Arial size=4 color=navy>C++ Programmer</font><br><font size=2>Job Code:
        CPP-1142<br>Location: Austin, TX<br>Type: Contract</font><p><font size=2>Design and write device drivers for
        printers. Must have 4 years experience in C++ and a BS in CS. E-mail your resume to jobs@oldsoft.example.
        OldSoft is an equal opportunity employer.</font></td></tr></table></body></html>""",
        {
            "title": "C++ Programmer", "company": "OldSoft Inc", "employment_type": "contract",
            "locations": ["Austin, TX"], "external_id": "CPP-1142",
        },
    ),
    Page(
        "a general board that is not the employer",
        "https://www.jobfinder.example/job/view/8834412",
        """<html lang=en><title>Warehouse Operative job in Derby | JobFinder</title><meta property=og:site_name
        content="JobFinder"><h1>Warehouse Operative</h1><div class="job-company">Peak Logistics Ltd</div><ul
        class=job-facts><li><span class=label>Location</span><span class=val>Derby, Derbyshire</span></li><li><span
        class=label>Salary</span><span class=val>£11.44 - £12.60 per hour</span></li><li><span class=label>Job
        type</span><span class=val>Temporary</span></li><li><span class=label>Posted</span><span class=val>2 days
        ago</span></li></ul><a class=btn href="/apply/8834412">Apply now</a><div class=desc><p>Peak Logistics are
        looking for pickers and packers.</p><p><strong>Duties include:</strong></p><ul><li>Picking
        orders</li></ul><p><strong>Requirements:</strong></p><ul><li>Safety boots</li></ul></div><h3>Similar
        jobs</h3><ul><li><a href=/job/view/1>Forklift Driver</a></li></ul></html>""",
        {
            "title": "Warehouse Operative", "company": "Peak Logistics Ltd", "locations": ["Derby, Derbyshire"],
            "salary_min": "11.44", "salary_max": "12.60", "salary_currency": "GBP", "employment_type": "temporary",
            "posted_at": None, "apply_url": "https://www.jobfinder.example/apply/8834412",
        },
    ),
    Page(
        "a German town",
        "https://www.stadt-lindau.example/rathaus/stellenangebote/gaertner",
        """<html lang=de><title>Stadt Lindau - Stellenangebote</title><div
        id=content><h2>Stellenausschreibung</h2><p>Die Stadt Lindau sucht zum 1. April 2024 eine/n</p><h3>Gärtnerin
        / Gärtner (m/w/d)</h3><p>in Vollzeit (39 Stunden) für den Bauhof.</p><p><b>Ihr
        Aufgabengebiet:</b></p><ul><li>Pflege der Parks</li></ul><p><b>Ihr Profil:</b></p><ul><li>Abgeschlossene
        Ausbildung</li></ul><p>Vergütung nach TVöD.</p><p>Bewerbungen bis spätestens 28.02.2024 an das Personalamt.
        Kennziffer: 67-2024</p></div></html>""",
        {
            "title": "Gärtnerin / Gärtner (m/w/d)", "company": "Stadt Lindau", "employment_type": "full_time",
            "valid_through": "2024-02-28",
        },
    ),
    Page(
        "a French careers site",
        "https://carrieres.boulange.example/offre/chef-de-projet-h-f-12345",
        """<html lang=fr><title>Chef de projet digital H/F - Boulange Carrières</title><h1>Chef de projet digital
        H/F</h1><div class=infos><div>CDI</div><div>Paris (75)</div><div>Télétravail partiel</div><div>45 - 55 k€
        par an</div></div><h2>Le poste</h2><p>Vous pilotez la refonte du site.</p><h2>Votre profil</h2><p>5 années
        d'expérience.</p><a href=/offre/12345/postuler>Je postule</a></html>""",
        {
            "title": "Chef de projet digital H/F", "company": "Boulange", "employment_type": "full_time",
            "remote": None, "salary_min": "45000", "salary_max": "55000", "salary_currency": "EUR",
            "salary_period": "year", "external_id": "12345",
            "apply_url": "https://carrieres.boulange.example/offre/12345/postuler",
        },
    ),
    Page(
        "a Spanish workshop whose title names it",
        "https://empleo.textilmar.example/ofertas/costurera",
        """<html lang=es><title>Costurera con experiencia en Textil Mar</title><h1>Costurera con
        experiencia</h1><p>Textil Mar busca una costurera para su taller de Alicante.</p><h3>¿Qué
        harás?</h3><ul><li>Coser prendas</li></ul><h3>¿Qué buscamos?</h3><ul><li>Puntualidad</li></ul><h3>¿Qué
        ofrecemos?</h3><ul><li>Contrato indefinido</li><li>18.000 € brutos anuales</li></ul><a
        href="/ofertas/costurera/aplicar">Aplicar ahora</a></html>""",
        {
            "title": "Costurera con experiencia", "company": "Textil Mar", "salary_min": "18000",
            "salary_period": "year", "salary_currency": "EUR",
            "apply_url": "https://empleo.textilmar.example/ofertas/costurera/aplicar",
        },
    ),
    Page(
        "a firm with a careers page of its own",
        "https://www.lumen.example/about/careers/ml-engineer",
        """<html lang=en-US><title>ML Engineer at Lumen</title><meta property=og:title content="ML Engineer at
        Lumen"><h1>ML Engineer</h1><p>San Francisco, CA or Remote (US)</p><h2>About Lumen</h2><p>We make lamps that
        think.</p><h2>The role</h2><p>Train small models.</p><h2>You might be a fit if</h2><ul><li>You like
        light</li></ul><h2>Compensation</h2><p>The annual base salary range is $170K–$210K plus equity.</p><a
        href="https://jobs.ashbyhq.com/lumen/x/application">Apply</a></html>""",
        {
            "title": "ML Engineer", "company": "Lumen", "salary_min": "170000", "salary_max": "210000",
            "salary_currency": "USD", "salary_period": "year",
        },
    ),
    Page(
        "a Russian institute",
        "https://nauka.example/vacancy/laborant",
        """<html lang=ru><title>Лаборант | Вакансии | НИИ Химии</title><h1>Вакансия: Лаборант</h1><p>Компания: НИИ
        Химии</p><p>Город:
        Томск</p><b>Обязанности:</b><ul><li>Титрование</li></ul><b>Требования:</b><ul><li>Аккуратность</li></ul><b>Условия:</b><ul><li>Оклад
        45 000 руб.</li></ul><p>Присылайте резюме</p></html>""",
        {
            "title": "Лаборант", "company": "НИИ Химии", "locations": ["Томск"], "salary_min": "45000",
            "salary_currency": "RUB",
        },
    ),
    Page(
        "a German firm with several places",
        "https://www.windmeet.example/karriere/junior-controller-m-w-d",
        """<html lang=de><title>Junior Controller (m/w/d) – WindMeet AG</title><h1>Junior Controller
        (m/w/d)</h1><div><span>Standort:</span> <span>Hamburg oder Bremen</span></div><div><span>Arbeitszeit:</span>
        <span>Vollzeit / Teilzeit</span></div><div>Homeoffice möglich</div><h3>Was dich
        erwartet</h3><p>Zahlen.</p><h3>Das bringst du mit</h3><p>Studium.</p><h3>Das bieten wir
        dir</h3><p>Wind.</p><a href="https://windmeet.softgarden.example/apply/1">Jetzt online bewerben</a></html>""",
        {
            "title": "Junior Controller (m/w/d)", "company": "WindMeet AG", "locations": ["Hamburg", "Bremen"],
            "employment_type": "full_time", "remote": None,
            "apply_url": "https://windmeet.softgarden.example/apply/1",
        },
    ),
    Page(
        "a small kitchen with hardly any structure",
        "https://bread.example/join",
        """<html lang=en><title>Join us — Bread Example</title><h1>We're hiring!</h1><h2>Kitchen
        Porter</h2><p>Part-time, evenings. £11.80 per hour plus tips.</p><p>You will wash, dry and smile. The
        successful candidate will be on time.</p><p>Please send your CV to hello@bread.example.</p></html>""",
        {
            "title": "Kitchen Porter", "employment_type": "part_time", "salary_min": "11.80",
            "salary_currency": "GBP", "salary_period": "hour",
        },
    ),
    Page(
        "a Dutch law office",
        "https://www.recht-en-raad.example/vacatures/jurist",
        """<html lang=nl><title>Jurist - Werken bij Recht & Raad</title><h1>Jurist</h1><p>Recht &amp; Raad zoekt een
        jurist voor 32 uur per week in Utrecht.</p><h2>Functieomschrijving</h2><p>Je adviseert
        huurders.</p><h2>Functie-eisen</h2><p>Master rechten.</p><h2>Wij bieden</h2><p>Salaris: € 3.100 tot € 4.200
        bruto per maand</p><p>Reageren voor 1 april 2024.</p></html>""",
        {
            "title": "Jurist", "company": "Recht & Raad", "salary_min": "3100", "salary_max": "4200",
            "salary_period": "month", "valid_through": "2024-04-01",
        },
    ),
    Page(
        "an international school",
        "https://www.hkschool.example/careers/teacher.html",
        """<html lang=en><title>Harbour School</title><h1>Employment Opportunities</h1><h2>Mathematics
        Teacher</h2><p>Start Date: August 2024</p><p>Application Deadline: 15 March 2024</p><h3>Job
        Description</h3><p>Teach years 7 to 9.</p><h3>Qualifications</h3><p>A degree.</p><p>The Harbour School is an
        equal opportunity employer.</p></html>""",
        {
            "title": "Mathematics Teacher", "company": "Harbour School", "valid_through": "2024-03-15",
        },
    ),
    Page(
        "a hotel whose main heading is its own name",
        "https://www.castlehotel.example/vacancies/night-porter",
        """<html lang=en-GB><title>Night Porter – The Castle Hotel, Conwy</title><h1>The Castle Hotel</h1><h2>Night
        Porter</h2><p>Hours: 40 per week, permanent</p><p>Rate of pay: £12.10 per hour</p><p>We have an opening for
        a reliable night porter.</p><p>Main duties:</p><ul><li>Locking up</li></ul><p>To apply please email a
        CV.</p></html>""",
        {
            "title": "Night Porter", "company": "The Castle Hotel, Conwy", "salary_min": "12.10",
            "salary_period": "hour", "employment_type": "full_time",
        },
    ),
    Page(
        "a German metal worker with a legal form",
        "https://jobs.metalbau-keller.example/schweisser",
        """<html lang=de><title>Schweißer gesucht!</title><h1>Schweißer (m/w/d) gesucht</h1><p>Wir, die Metalbau Keller
        GmbH &amp; Co. KG, suchen Dich!</p><h2>Das sind deine Aufgaben</h2><p>MAG und WIG.</p><h2>Das solltest du
        mitbringen</h2><p>Prüfung.</p><p>Lohn ab 19,50 € pro Stunde</p><footer>© Metalbau Keller GmbH &amp; Co.
        KG</footer></html>""",
        {
            "company": "Metalbau Keller GmbH & Co. KG", "title": "Schweißer (m/w/d) gesucht", "salary_min": "19.50",
            "salary_period": "hour", "salary_currency": "EUR",
        },
    ),
    Page(
        "a large employer",
        "https://careers.bigco.example/job/18222/senior-data-scientist",
        """<html lang=en><head><title>Senior Data Scientist | Toronto | BigCo</title><meta property=og:site_name
        content="BigCo Careers"></head><h1>Senior Data Scientist</h1><div class=details><div
        class=job-location>Toronto, ON, Canada</div><div class=job-id>Req #18222</div></div><h2>Job
        Summary</h2><p>Find things out.</p><h2>Key Responsibilities</h2><ul><li>Model</li></ul><h2>Required
        Qualifications</h2><ul><li>MSc</li></ul><p>Salary range: CAD 110,000 - 140,000</p><a href=/apply/18222>Apply
        for this position</a></html>""",
        {
            "title": "Senior Data Scientist", "company": "BigCo", "locations": ["Toronto, ON, Canada"],
            "external_id": "18222", "salary_min": "110000", "salary_max": "140000", "salary_currency": "CAD",
            "apply_url": "https://careers.bigco.example/apply/18222",
        },
    ),
    Page(
        "an aid organisation in a table",
        "https://www.ong-agua.example/convocatorias/coordinador",
        """<html lang=es><title>Convocatoria: Coordinador/a de proyecto</title><h1>Convocatoria: Coordinador/a de
        proyecto</h1><table><tr><td>Organización</td><td>ONG Agua Limpia</td></tr><tr><td>Lugar de
        trabajo</td><td>Cusco, Perú</td></tr><tr><td>Fecha
        límite</td><td>20/05/2024</td></tr></table><h3>Responsabilidades</h3><p>Coordinar.</p><h3>Perfil
        requerido</h3><p>Tres años de experiencia.</p></html>""",
        {
            "title": "Coordinador/a de proyecto", "company": "ONG Agua Limpia", "locations": ["Cusco, Perú"],
            "valid_through": "2024-05-20",
        },
    ),
    Page(
        "a university lab with headings that run into the text",
        "http://www.cs.uni-rivera.example/~lab/phd.html",
        """<html><title>PhD position in Robotics</title><body><h2>PhD position in Robotics</h2><p>The Robotics Lab at
        the University of Rivera invites applications for a fully funded PhD position starting in October
        2024.</p><p><i>Tasks</i>: you will build walking machines.</p><p><b>Requirements:</b> a Master's degree in
        engineering.</p><p>Applications close on 1 June 2024. Send a CV and a cover letter.</p></body></html>""",
        {
            "title": "PhD position in Robotics", "valid_through": "2024-06-01",
        },
    ),
    Page(
        "a Polish shop",
        "https://sklep-rower.example/praca",
        """<html lang=pl><title>Praca: Mechanik rowerowy | Sklep Rower</title><h1>Praca – Mechanik
        rowerowy</h1><p>Poszukujemy mechanika do naszego serwisu we Wrocławiu.</p><p><strong>Zakres
        obowiązków:</strong></p><ul><li>Naprawa</li></ul><p><strong>Oferujemy:</strong></p><ul><li>umowa o pracę,
        pełen etat</li><li>od 5 500 zł brutto miesięcznie</li></ul><p>CV prosimy przesyłać mailem.</p></html>""",
        {
            "title": "Mechanik rowerowy", "company": "Sklep Rower", "employment_type": "full_time",
            "salary_min": "5500", "salary_currency": "PLN", "salary_period": "month",
        },
    ),
    Page(
        "a studio that is known by its copyright alone",
        "https://www.studio-nord.example/jobs/frontend",
        """<html lang=en><title>Frontend Developer</title><div class=hero><span class=kicker>Open
        role</span><h1>Frontend Developer</h1><p>Copenhagen / Remote in Europe</p></div><p>Studio Nord builds
        websites for museums.</p><h3>What you will be doing</h3><ul><li>CSS</li></ul><h3>What we are looking
        for</h3><ul><li>Taste</li></ul><a href="mailto:x@y.example">Apply</a><footer><p>Copyright 2023 Studio Nord
        ApS</p></footer></html>""",
        {
            "title": "Frontend Developer", "company": "Studio Nord ApS", "remote": True,
        },
    ),
    Page(
        "a Dutch town",
        "https://www.gemeente-zand.example/organisatie/vacatures/beleidsmedewerker",
        """<html lang=nl><title>Beleidsmedewerker Wonen - Gemeente Zand</title><main><h1>Beleidsmedewerker
        Wonen</h1><ul><li>32-36 uur</li><li>Schaal 10 (max. € 5.331,-)</li></ul><h2>Wat ga je
        doen</h2><p>Beleid.</p><h2>Wat vragen wij</h2><p>HBO.</p><p>Solliciteren kan tot en met 12 mei
        2024.</p></main></html>""",
        {
            "title": "Beleidsmedewerker Wonen", "company": "Gemeente Zand",
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_posting_with_another_layout_is_read(page: Page) -> None:
    data = read(page).data
    assert {name: data[name] for name in page.expected} == page.expected
