"""Read postings in the data that a page carries for its own scripts.

Boards that render their pages in the browser put the posting into the page as application state. It has no standard
form, but the names hardly differ: a title, a description, and properties that only a job has, such as a kind of
employment or an address to apply at. A list of jobs has the same; there only the job with the page's title, or with a
number in the page's URL, is this page's posting.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from garner.extraction.kinds.posting.facts import bare_place, employment_words, remote_words
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.safe_html import safe_html
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import clean_lines, clean_text, iso_date, web_address
from garner.extraction.values.pay import as_text, read_pay

MAX_SCRIPT = 3_000_000
MAX_SCRIPTS = 60
MAX_OBJECTS = 30_000
MAX_DEPTH = 40
MAX_DESCRIPTION = 50_000
MIN_DESCRIPTION = 40

_ASSIGNED = re.compile(r"=\s*(?=\{)")
_BEGINS = re.compile(r"\s*")
_DESCRIPTION_KEY = re.compile(r"\"(?:\w*[dD]escription\w*|content|body)\"\s*:")
_TITLES = ("title", "jobtitle", "positiontitle", "postingtitle", "name")
_DESCRIPTIONS = (
    "descriptionhtml", "descriptionbody", "jobdescription", "description", "content", "body", "descriptionplain",
)  # fmt: skip
_ONLY_OF_JOBS = (
    "employmenttype", "commitment", "applyurl", "applicationurl", "absoluteurl", "isremote", "workplacetype",
    "requisitionid", "jobid", "jobtype", "contracttype", "joblocation", "hiringorganization", "jobpostlocation",
    "salaryrange", "compensationtiersummary", "dateposted", "departmentname", "locationname", "jobfunction",
    "workplacetypes", "remotestatus", "employmenttypename", "experiencelevel", "seniority", "contracttypename",
)  # fmt: skip
_PLACES = ("locations", "locationname", "jobpostlocation", "location", "joblocation", "city", "office", "offices")
_COMPANIES = ("companyname", "company", "hiringorganization", "organization", "organizationname", "employer", "account")
_POSTED = ("dateposted", "publisheddate", "publishedat", "postedat", "postedon", "firstpublished", "datepublished")
_ENDS = ("validthrough", "closingdate", "expiresat", "expirydate", "applicationdeadline", "deadline")
_PAYS = ("compensationtiersummary", "salaryrange", "salary", "compensation", "salarydescription", "payrange")
_KINDS = ("employmenttype", "commitment", "employmenttypename", "contracttype", "jobtype", "type")
_NUMBERS = ("requisitionid", "jobid", "reqid", "id", "externalid", "reference", "jobpostid", "slug")
_APPLY = ("applyurl", "applicationurl", "applylink", "publicurl", "absoluteurl", "hostedurl", "url")
_NOT_KEY = re.compile(r"[^a-z0-9]")


def read(document: Document) -> Candidate | None:
    postings = [pair for state in _states(document) for pair in _postings(state)]
    if len(postings) > 1:
        postings = [pair for pair in postings if _is_of_the_page(pair[0], document)]
    if not postings:
        return None
    posting, around = max(postings, key=lambda pair: sum(name in pair[0] for name in _ONLY_OF_JOBS))
    return _candidate(posting, around, document)


def _states(document: Document) -> Iterator[Any]:
    """Yield the JSON of scripts, or the objects that they assign."""
    for script in document.tree.css("script:not([src])")[:MAX_SCRIPTS]:
        text = script.text()
        kind = (script.attributes.get("type") or "").lower()
        if len(text) > MAX_SCRIPT or "ld+json" in kind or not _DESCRIPTION_KEY.search(text):
            continue
        start = _BEGINS.match(text) if "json" in kind else _ASSIGNED.search(text)
        if start is not None:
            try:
                yield json.JSONDecoder().raw_decode(text, start.end())[0]
            except (ValueError, RecursionError):  # scripts hold anything; text that is not JSON is ignored
                continue


def _postings(state: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield every object that clearly is a posting, with plain keys, and the object around it."""
    pending: list[tuple[Any, dict[str, Any], int]] = [(state, {}, 0)]
    for _ in range(MAX_OBJECTS):
        if not pending:
            return
        value, around, depth = pending.pop()
        if isinstance(value, dict):
            plain = {_NOT_KEY.sub("", str(key).lower()): item for key, item in value.items()}
            if _is_posting(plain):
                yield plain, around
                continue
            around = plain
            value = list(value.values())
        if isinstance(value, list) and depth < MAX_DEPTH:
            pending.extend((item, around, depth + 1) for item in value[:1_000] if isinstance(item, dict | list))


def _is_posting(plain: Mapping[str, Any]) -> bool:
    description = _text(plain, _DESCRIPTIONS)
    if not description or len(description) < MIN_DESCRIPTION or not _text(plain, _TITLES):
        return False
    marks = sum(plain.get(name) not in (None, "", [], {}) for name in _ONLY_OF_JOBS)
    return marks >= 2 and not any(name in plain for name in ("price", "sku", "ingredients"))


def _is_of_the_page(plain: Mapping[str, Any], document: Document) -> bool:
    title = _text(plain, _TITLES) or ""
    numbers = (str(plain.get(name) or "") for name in _NUMBERS)
    return any(len(number) > 3 and number in document.url for number in numbers) or title in (document.title or "")


def _candidate(plain: Mapping[str, Any], around: Mapping[str, Any], document: Document) -> Candidate:
    candidate = Candidate()
    description = safe_html(_text(plain, _DESCRIPTIONS) or "", document.url)
    candidate.put("title", clean_text(_text(plain, _TITLES) or "", 500), "state.title")
    candidate.put("company", _name(plain, _COMPANIES) or _name(around, _COMPANIES), "state.company")
    candidate.put("description", "\n".join(clean_lines(description or ""))[:MAX_DESCRIPTION], "state.description")
    candidate.put("description_html", description, "state.description")
    places = _names(plain, _PLACES)
    candidate.put("locations", list(dict.fromkeys(filter(None, map(bare_place, places)))), "state.location")
    candidate.put("remote", _remote(plain, places), "state.isRemote")
    candidate.put("employment_type", employment_words(_kind(plain)), "state.employmentType")
    candidate.put_read("posted_at", iso_date, _first(plain, _POSTED), "state.publishedAt")
    candidate.put_read("valid_through", iso_date, _first(plain, _ENDS), "state.validThrough")
    number = _first(plain, _NUMBERS)
    candidate.put("external_id", clean_text(str(number), 200) if isinstance(number, str | int) else None, "state.id")
    candidate.put("apply_url", web_address(_first(plain, _APPLY), document.url), "state.applyUrl")
    _put_pay(candidate, plain, document)
    return candidate


def _put_pay(candidate: Candidate, plain: Mapping[str, Any], document: Document) -> None:
    written = _text(plain, _PAYS)
    pay = read_pay(written, country_of(document.url, document.language), is_labelled=True) if written else None
    if pay is not None:
        candidate.put("salary_min", as_text(pay.minimum), "state.salary")
        candidate.put("salary_max", as_text(pay.maximum), "state.salary")
        candidate.put("salary_currency", pay.currency, "state.salary")
        candidate.put("salary_period", pay.period, "state.salary")


def _first(plain: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((plain[name] for name in names if plain.get(name) not in (None, "", [], {})), None)


def _text(plain: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((value for name in names if isinstance(value := plain.get(name), str) and value.strip()), None)


def _names(plain: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return the value of the first of these that has any: a text, an object with a name, or a list of such."""
    value = _first(plain, names)
    texts = []
    for item in value[:50] if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            values = (item.get(key) for key in ("name", "label", "title", "city", "value", "locationName"))
            item = next((text for text in values if isinstance(text, str) and text), None)
        if isinstance(item, str) and item.strip():
            texts.append(clean_text(item, 200))
    return list(dict.fromkeys(texts))


def _name(plain: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((texts[0] for name in names if (texts := _names(plain, (name,)))), None)


def _kind(plain: Mapping[str, Any]) -> str:
    """Return the words in `FullTime` and `full_time`."""
    written = next((texts[0] for name in _KINDS if (texts := _names(plain, (name,)))), "")
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", written)


def _remote(plain: Mapping[str, Any], places: Sequence[str]) -> bool | None:
    for name in ("isremote", "remote", "telecommuting"):
        if isinstance(plain.get(name), bool):
            return bool(plain[name])
    texts = (*_names(plain, ("workplacetype", "workplacetypes", "remotestatus", "remote")), *places)
    return next((is_remote for text in texts if (is_remote := remote_words(text)) is not None), None)
