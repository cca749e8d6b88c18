"""Recognizes sites that show the jobs of many companies: the name of such a site is not the employer."""

import re

# Words in the names or menus of sites that show the jobs of many companies.
BOARD_NAME = re.compile(
    r"job(?!st)|career|hire|hiring|recruit|vacan|employ|emploi|empleo|trabajo|stellen|arbeit|vacature|praca|talent|"
    r"classified|resume|ledger|gazette|herald|tribune|courier|chronicle|gigs?\Z|lavoro|rabota",
    re.I,
)
BOARD_MENU = re.compile(
    r"^(?:post (?:a |your )?(?:jobs?|resumes?|cv)s?|post resumes?|(?:for )?(?:employers?|recruiters?)(?: login)?|"
    r"job ?seekers?(?: login)?|upload (?:your )?(?:cv|resume)|advertise a job|"
    r"(?:für )?arbeitgeber|espace recruteurs?|recruteurs|déposer (?:votre|mon|un) cv|"
    r"voor werkgevers|werkgevers|dla (?:firm|pracodawców)|dodaj (?:cv|ogłoszenie)|publicar (?:vacante|oferta|empleo)|"
    r"recruiter login.*|jobseeker login.*|classifieds)$",
    re.I,
)
# Sites that show the jobs of many companies, with names that do not indicate it. Lower case, letters and digits only.
BOARD_SITES = frozenset(
    ("linkedin", "indeed", "monster", "glassdoor", "ziprecruiter", "dice", "stepstone", "simplyhired", "craigslist",
     "seek", "reed", "totaljobs", "infojobs", "xing", "naukri", "hellowork", "cadremploi", "apec", "pracuj", "builtin",
     "wellfound", "angellist", "welcometothejungle", "otta", "handshake", "themuse", "flexjobs", "snagajob", "jora",
     "adzuna", "talent", "jooble", "neuvoo", "gumtree", "workopolis", "bayt", "irishjobs", "francetravail",
     "meteojob", "regionsjob", "kununu", "jobindex", "finn", "blocket", "leboncoin", "subito", "milanuncios",
     "computrabajo", "tecnoempleo", "catho", "gupy", "headhunter", "hh", "superjob", "avito", "olx",
     "nofluffjobs", "bulldogjob", "idealist", "higheredjobs", "upwork", "fiverr", "remoteok", "weworkremotely",
     "nationalevacaturebank", "intermediair", "theladders", "ladders", "timesascent", "shine", "foundit", "cvlibrary")
)  # fmt: skip
# Hosts that show the postings of many companies, each below a name of its own.
BOARD_HOSTS = frozenset(
    ("greenhouse.io", "lever.co", "ashbyhq.com", "workable.com", "recruitee.com", "teamtailor.com", "personio.de",
     "personio.com", "smartrecruiters.com", "bamboohr.com", "myworkdayjobs.com", "breezy.hr", "jobvite.com",
     "icims.com", "join.com", "softgarden.io", "homerun.co", "pinpointhq.com", "rippling.com", "freshteam.com",
     "zohorecruit.com", "jazzhr.com", "applytojob.com", "welcometothejungle.com", "dover.com", "polymer.co",
     "comeet.com", "jobs.personio.de", "hire.trakstar.com", "oraclecloud.com", "taleo.net", "successfactors.eu")
)  # fmt: skip
