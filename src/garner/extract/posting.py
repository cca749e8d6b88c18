"""Job postings: schema.org/JobPosting nodes."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from garner.core.record import Kind
from garner.extract.document import Document
from garner.extract.fields import currency, decimal_amount, iso_date, price
from garner.extract.ladder import Candidate, Ladder, schema_org_rungs
from garner.extract.schema_org import Graph, Node

MAX_TITLE = 500
MAX_DESCRIPTION = 50_000
MAX_LOCATIONS = 50

_TYPES = frozenset({"jobposting"})
_TELLING = {
    "title": 3,
    "description": 2,
    "hiringOrganization": 2,
    "jobLocation": 1,
    "datePosted": 1,
    "baseSalary": 1,
}
_EMPLOYMENT = {
    "fulltime": "full_time", "vollzeit": "full_time", "permanent": "full_time", "parttime": "part_time",
    "teilzeit": "part_time", "contractor": "contract", "contract": "contract", "freelance": "contract",
    "temporary": "temporary", "temp": "temporary", "seasonal": "temporary", "intern": "internship",
    "internship": "internship", "volunteer": "volunteer", "perdiem": "per_diem", "other": "other",
}  # fmt: skip
_PERIODS = ("hour", "day", "week", "month", "year")
_ADDRESS_PARTS = ("addressLocality", "addressRegion", "addressCountry")


def _from_graph(graph: Graph, document: Document) -> Candidate | None:
    node = graph.main(_TYPES, _TELLING, document.url)
    if node is None:
        return None
    found = Candidate()
    found.put("title", node.text("title", "name", limit=MAX_TITLE), "JobPosting.title")
    found.put("company", node.text("hiringOrganization", limit=300), "JobPosting.hiringOrganization.name")
    found.put("description", "\n".join(node.lines("description"))[:MAX_DESCRIPTION], "JobPosting.description")
    found.put("locations", _locations(node), "JobPosting.jobLocation")
    found.put("remote", _remote(node), "JobPosting.jobLocationType")
    found.put("employment_type", _employment_type(node), "JobPosting.employmentType")
    _put_salary(found, node)
    found.put("posted_at", iso_date(node.first("datePosted")), "JobPosting.datePosted")
    found.put("valid_through", iso_date(node.first("validThrough")), "JobPosting.validThrough")
    found.put("external_id", _external_id(node), "JobPosting.identifier")
    found.put("apply_url", node.address(document.url, "url", "sameAs"), "JobPosting.url")
    return found


def _locations(node: Node) -> list[str]:
    places = node.all("jobLocation", "jobLocations")[:MAX_LOCATIONS]
    found = (_place(node, place) for place in places)
    return list(dict.fromkeys(place for place in found if place))


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


def _remote(node: Node) -> bool | None:
    """Only what the page says: no mention of remote work does not forbid it."""
    kinds = {text.lower().replace(" ", "") for text in node.texts("jobLocationType", limit=50)}
    if not kinds:
        return None
    return bool(kinds & {"telecommute", "remote", "fullyremote", "100%remote"})


def _employment_type(node: Node) -> str | None:
    text = node.text("employmentType", limit=100)
    if text is None:
        return None
    first = text.rpartition("/")[2].partition(",")[0]
    return _EMPLOYMENT.get("".join(filter(str.isalpha, first.lower())), first.strip().lower() or None)


def _put_salary(found: Candidate, node: Node) -> None:
    written = node.first("baseSalary", "estimatedSalary")
    if not isinstance(written, dict):
        low, high, holders = written, None, [node]
    else:
        salary = node.node(written)
        inner = next(iter(salary.nodes("value")), salary)
        low = inner.first("minValue", "value", "price", "median")
        high = inner.first("maxValue")
        holders = [salary, inner, node]
    low, high = (low, high) if high is not None or not isinstance(low, str) else _split_range(low)
    _put_amounts(found, low, high)
    if "salary_min" in found.values or "salary_max" in found.values:
        codes = (currency(holder.first("currency", "salaryCurrency")) for holder in holders)
        found.put("salary_currency", next(filter(None, codes), None), "JobPosting.baseSalary.currency")
        periods = (_period(holder.text("unitText", "unitCode", "duration", limit=30)) for holder in holders)
        found.put("salary_period", next(filter(None, periods), None), "JobPosting.baseSalary.unitText")


def _split_range(text: str) -> tuple[str, str | None]:
    low, _, high = text.replace("\u2013", "-").partition("-")
    return (low, high) if decimal_amount(high) is not None else (text, None)


def _put_amounts(found: Candidate, low: Any, high: Any) -> None:
    for name, written in (("salary_min", low), ("salary_max", high)):
        amount = price(written)
        if written is not None and amount is None and decimal_amount(written) is not None:
            found.drop(name, written)
        if amount is not None and Decimal(amount) > 0:
            found.put(name, amount, "JobPosting.baseSalary.value")
    least, most = found.values.get("salary_min"), found.values.get("salary_max")
    if least and most and Decimal(least) > Decimal(most):
        found.drop("salary_max", f"{most} below {least}")
        del found.values["salary_max"]


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


def meaning(data: Mapping[str, Any]) -> Any:
    """Everything but where to apply, whose address often carries a tracking code."""
    return {name: value for name, value in data.items() if name != "apply_url"}


LADDER = Ladder(
    kind=Kind.POSTING,
    blank={
        "title": None,
        "company": None,
        "description": None,
        "locations": [],
        "remote": None,
        "employment_type": None,
        "salary_min": None,
        "salary_max": None,
        "salary_currency": None,
        "salary_period": None,
        "posted_at": None,
        "valid_through": None,
        "external_id": None,
        "apply_url": None,
    },
    naming="title",
    required=("title",),
    weights={
        "title": 2,
        "company": 2,
        "description": 2,
        "locations": 1,
        "posted_at": 1,
        "employment_type": 1,
    },
    together={
        "salary_min": ("salary_max", "salary_currency", "salary_period"),
        "salary_max": ("salary_min", "salary_currency", "salary_period"),
    },
    meaning=meaning,
    rungs=schema_org_rungs(_from_graph),
)
