"""The openings of the sample bakery, as schema.org nodes.

They differ on purpose: pay by the hour, by the year, as a range, not given; one place, two, or none because
the work is remote; the employer as a node and as a name.
"""

from garner.sample.node import Node

_BAKERY: Node = {"@type": "Organization", "name": "Long Table Bakery"}


def _place(city: str, region: str, country: str) -> Node:
    address = {
        "@type": "PostalAddress",
        "addressLocality": city,
        "addressRegion": region,
        "addressCountry": country,
    }
    return {"@type": "Place", "address": address}


def _pay(unit: str, currency: str, **amount: float) -> Node:
    value = {"@type": "QuantitativeValue", "unitText": unit, **amount}
    return {"@type": "MonetaryAmount", "currency": currency, "value": value}


POSTINGS: dict[str, Node] = {
    "head-baker": {
        "title": "Head baker",
        "description": (
            "<p>Lead a team of six and own the bread, from starter to shelf.</p>"
            "<ul><li>Plan the day's bake</li><li>Teach shaping and scoring</li><li>Start at 4 am</li></ul>"
        ),
        "datePosted": "2024-10-01",
        "validThrough": "2031-12-31",
        "employmentType": "FULL_TIME",
        "hiringOrganization": _BAKERY,
        "jobLocation": _place("Dublin", "Leinster", "IE"),
        "baseSalary": _pay("YEAR", "EUR", minValue=42000, maxValue=48000),
        "identifier": {"@type": "PropertyValue", "name": "Long Table Bakery", "value": "LTB-01"},
    },
    "weekend-shop-assistant": {
        "title": "Weekend shop assistant",
        "description": "<p>Serve at the counter on Saturdays and Sundays. We'll teach you the till.</p>",
        "datePosted": "2024-10-07",
        "validThrough": "2031-12-31T23:59:59+00:00",
        "employmentType": ["PART_TIME", "TEMPORARY"],
        "hiringOrganization": _BAKERY,
        "jobLocation": _place("Leeds", "West Yorkshire", "GB"),
        "baseSalary": _pay("HOUR", "GBP", value=12.75),
    },
    "recipe-editor": {
        "title": "Recipe editor (remote)",
        "description": "<p>Test, trim and tidy two recipes a week for the blog, from wherever you cook.</p>",
        "datePosted": "2024-09-20",
        "employmentType": "CONTRACTOR",
        "hiringOrganization": {**_BAKERY, "name": "The Long Table"},
        "jobLocationType": "TELECOMMUTE",
        "applicantLocationRequirements": {"@type": "Country", "name": "Ireland"},
        "baseSalary": _pay("DAY", "EUR", value=220),
    },
    "software-engineer": {
        "title": "Software engineer, ordering",
        "description": (
            "<p>Look after the shop's ordering system: Python, PostgreSQL, and bread at eleven.</p>"
            "<p>You write tests, you like small pull requests, and you'd rather delete code than add it.</p>"
        ),
        "datePosted": "2024-10-11",
        "validThrough": "2031-12-31",
        "employmentType": "FULL_TIME",
        "hiringOrganization": _BAKERY,
        "jobLocation": [_place("Dublin", "Leinster", "IE"), _place("Leeds", "West Yorkshire", "GB")],
        "baseSalary": _pay("YEAR", "EUR", minValue=65000, maxValue=80000),
        "skills": "Python, PostgreSQL, HTTP",
        "directApply": True,
    },
    "apprentice-pastry-cook": {
        "title": "Apprentice pastry cook",
        "description": "<p>A two-year apprenticeship. No experience needed, early mornings are.</p>",
        "datePosted": "2024-08-30",
        "employmentType": "INTERN",
        "hiringOrganization": "Long Table Bakery",
        "jobLocation": _place("Portland", "OR", "US"),
    },
    "night-baker": {
        "title": "Night baker",
        "description": "<p>You keep the ovens company from ten until six.</p>",
        "datePosted": "2024-10-13",
        "employmentType": "FULL_TIME",
        "hiringOrganization": _BAKERY,
        "jobLocation": _place("Leeds", "West Yorkshire", "GB"),
        "baseSalary": _pay("HOUR", "GBP", value=15.2),
    },
}
