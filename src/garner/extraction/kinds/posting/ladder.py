"""The posting ladder: schema.org/JobPosting nodes first, then the other rungs.

`expired` is what the page says in words ("This position has been filled"). The caller, which has a clock, decides
whether `valid_through` has passed.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.posting import embedded, page
from garner.extraction.kinds.posting.facts import bare_place, employment_words, id_in_address, remote_words
from garner.extraction.kinds.posting.notice import closed_notice
from garner.extraction.kinds.posting.words import HYBRID
from garner.extraction.ladder import Candidate, Ladder, Rung, Way, schema_org_rungs
from garner.extraction.page.document import Document
from garner.extraction.page.markup.schema_org import Graph, Node
from garner.extraction.page.safe_html import safe_html
from garner.extraction.site_parsers import site_rung
from garner.extraction.values.currencies import country_of
from garner.extraction.values.date_words import writes_day_first
from garner.extraction.values.fields import clean_lines, currency, decimal_amount, iso_date, price
from garner.extraction.values.pay import Pay, as_text, read_pay
from garner.extraction.values.prices import in_shortest_form
from garner.kinds.posting.declaration import POSTING
from garner.kinds.posting.model import Posting

MAX_TITLE = 500
MAX_DESCRIPTION = 50_000
MAX_LOCATIONS = 50

_TYPES = frozenset({"jobposting"})
_PROPERTY_WEIGHTS = {
    "title": 3,
    "description": 2,
    "hiringOrganization": 2,
    "jobLocation": 1,
    "datePosted": 1,
    "baseSalary": 1,
}
_EMPLOYMENT = load_word_lists(__package__).keys_by_word("employment_values")
_PARTED = re.compile(r"[,;/|]")
_PERIODS = ("hour", "day", "week", "month", "year")
_ADDRESS_PARTS = ("addressLocality", "addressRegion", "addressCountry")


def _from_graph(graph: Graph, document: Document) -> Candidate | None:
    node = graph.main(_TYPES, _PROPERTY_WEIGHTS, document.url, lambda: document.called)
    if node is None:
        return None
    candidate = Candidate()
    candidate.put("title", node.text("title", "name", limit=MAX_TITLE), "JobPosting.title")
    candidate.put("company", node.text("hiringOrganization", limit=300), "JobPosting.hiringOrganization.name")
    _put_description(candidate, node, document.url)
    _put_place(candidate, node)
    _put_employment_type(candidate, node)
    _put_salary(candidate, node, country_of(document.url, document.language))
    date = partial(iso_date, day_first=writes_day_first(document.language))
    candidate.put_read("posted_at", date, node.first("datePosted"), "JobPosting.datePosted")
    candidate.put_read("valid_through", date, node.first("validThrough"), "JobPosting.validThrough")
    candidate.put("external_id", _external_id(node), "JobPosting.identifier")
    if candidate.values.get("external_id") is None:
        candidate.put("external_id", id_in_address(document.url), "address")
    candidate.put("apply_url", node.address(document.url, "url", "sameAs"), "JobPosting.url")
    candidate.put("expired", True if closed_notice(document) else None, "notice")
    return candidate


def _put_description(candidate: Candidate, node: Node, base: str) -> None:
    """Store the description. The plain text is derived from the safe HTML, so that it contains no script text."""
    values = (value.get("@value") if isinstance(value, dict) else value for value in node.all("description"))
    markup = safe_html("\n".join(value for value in values if isinstance(value, str)), base)
    candidate.put("description", "\n".join(clean_lines(markup or ""))[:MAX_DESCRIPTION], "JobPosting.description")
    candidate.put("description_html", markup, "JobPosting.description")


def _put_place(candidate: Candidate, node: Node) -> None:
    written = _locations(node)
    places = list(dict.fromkeys(filter(None, map(bare_place, written))))
    candidate.put("locations", places, "JobPosting.jobLocation")
    source = node.first("jobLocationType") or written
    candidate.put("remote", _remote(node, written), "JobPosting.jobLocationType", source)


def _locations(node: Node) -> list[str]:
    """Return the places of work; for remote work, the places where applicants have to live."""
    places = node.all("jobLocation", "jobLocations", "applicantLocationRequirements")[:MAX_LOCATIONS]
    place_names = (_place(node, place) for place in places)
    return list(dict.fromkeys(place for place in place_names if place))


def _place(node: Node, value: Any) -> str | None:
    if not isinstance(value, dict):
        return node.text_of(value, 300)
    place = node.node(value)
    address = place.first("address")
    if isinstance(address, str):
        return place.text("address", limit=300)
    holder = place.node(address) if isinstance(address, dict) else place
    parts = [holder.text(name, limit=100) for name in _ADDRESS_PARTS]
    return ", ".join(dict.fromkeys(part for part in parts if part)) or place.text("name", limit=300)


def _remote(node: Node, locations: Sequence[str]) -> bool | None:
    """Return only what the page states: no mention of remote work does not forbid it, and hybrid work is neither."""
    kinds = {text.lower().replace(" ", "") for text in node.texts("jobLocationType", limit=50)}
    if any(map(HYBRID.search, kinds)):
        return None
    if not kinds:
        return next((is_remote for place in locations if (is_remote := remote_words(place)) is not None), None)
    return bool(kinds & {"telecommute", "remote", "fullyremote", "100%remote"})


def _put_employment_type(candidate: Candidate, node: Node) -> None:
    """Store the first known kind of several: `other` only if there is no other kind."""
    written = node.texts("employmentType", limit=100)
    kinds = [kind for text in written for part in _PARTED.split(text) if (kind := _kind(part))]
    if written and not kinds:
        candidate.drop("employment_type", ", ".join(written))
    employment_type = next((kind for kind in kinds if kind != "other"), "other" if kinds else None)
    candidate.put("employment_type", employment_type, "JobPosting.employmentType", node.first("employmentType"))


def _kind(text: str) -> str | None:
    return _EMPLOYMENT.get("".join(filter(str.isalpha, text.lower()))) or employment_words(text)


def _put_salary(candidate: Candidate, node: Node, country: str | None) -> None:
    written = node.first("baseSalary", "estimatedSalary", "salary")
    if not isinstance(written, dict):
        low, high, holders = written, None, [node]
    else:
        salary = node.node(written)
        inner = next(iter(salary.nodes("value")), salary)
        low = inner.first("minValue", "value", "price", "median")
        high = inner.first("maxValue")
        holders = [salary, inner, node]
    pay = read_pay(low, country, is_labelled=True) if high is None and isinstance(low, str) else None
    _put_amounts(candidate, *((as_text(pay.minimum), as_text(pay.maximum)) if pay else (low, high)))
    if "salary_min" in candidate.values or "salary_max" in candidate.values:
        _put_money_and_period(candidate, holders, pay)


def _put_money_and_period(candidate: Candidate, holders: Sequence[Node], pay: Pay | None) -> None:
    codes = (currency(holder.first("currency", "salaryCurrency")) for holder in holders)
    code = next(filter(None, codes), pay.currency if pay else None)
    candidate.put("salary_currency", code, "JobPosting.baseSalary.currency")
    periods = (_period(holder.text("unitText", "unitCode", "duration", limit=30)) for holder in holders)
    period = next(filter(None, periods), pay.period if pay else None)
    candidate.put("salary_period", period, "JobPosting.baseSalary.unitText")


def _put_amounts(candidate: Candidate, low: Any, high: Any) -> None:
    for name, written in (("salary_min", low), ("salary_max", high)):
        amount = price(written)
        if written is not None and amount is None and decimal_amount(written) is not None:
            candidate.drop(name, written)
        if amount is not None and not Decimal(amount):
            candidate.drop(name, written)
        elif amount is not None:
            candidate.put(name, amount, "JobPosting.baseSalary.value", written)
    least, most = candidate.values.get("salary_min"), candidate.values.get("salary_max")
    if least and most and Decimal(least) > Decimal(most):
        candidate.drop("salary_max", f"{most} below {least}")
        del candidate.values["salary_max"]


def _period(text: str | None) -> str | None:
    word = (text or "").lower()
    codes = {
        "hur": "hour",
        "ann": "year",
        "mon": "month",
        "wee": "week",
        "dai": "day",
        "p1y": "year",
        "p1m": "month",
    }
    return next((period for period in _PERIODS if period in word), codes.get(word[:3]))


def _external_id(node: Node) -> str | None:
    for value in node.all("identifier"):
        text = node.node(value).text("value", "@id", "name", limit=200) if isinstance(value, dict) else None
        text = text or node.text_of(value, 200)
        if text:
            return text
    return None


def meaning(data: Posting) -> Any:
    """Return all fields except the apply URL, which often carries a tracking code, and the markup of the
    description."""
    salaries = {name: in_shortest_form(data[name]) for name in ("salary_min", "salary_max")}
    return {name: value for name, value in data.items() if name not in ("apply_url", "description_html")} | salaries


LADDER = Ladder.of_kind(
    POSTING,
    meaning=meaning,
    rungs=(
        *schema_org_rungs(_from_graph),
        Rung("embedded_state", 0.75, embedded.read, Way.STRUCTURED),
        site_rung(f"{__package__}.sites"),
        Rung("posting_page", 0.5, page.read),
    ),
)
