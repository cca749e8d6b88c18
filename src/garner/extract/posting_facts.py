"""The facts of a posting that stand in a few words: place, kind of employment, pay, dates, numbers, where to apply.

Most pages label them, as `Location: Berlin`, as a table or as a list of terms; a label is a word of a table, and its
value the rest of the line or the next one. Without labels there are names that the page gives its elements, and words
and amounts that can mean nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from garner.extract.currencies import country_of
from garner.extract.date_words import writes_day_first
from garner.extract.document import Document
from garner.extract.fields import iso_date, web_address
from garner.extract.ladder import Candidate
from garner.extract.pay import Pay, as_text, read_pay
from garner.extract.posting_lines import Line
from garner.extract.posting_words import APPLY, EMPLOYMENT, HYBRID, LABELS, NOT_REMOTE, REMOTE

MAX_LABEL = 40
MAX_VALUE = 200
MAX_PLACES = 50
NEAR_TITLE = 12
MAX_LINES_WITH_NUMBERS = 300

_DIGIT = re.compile(r"\d")
_TERMS = frozenset(("dt", "th", "td"))
_LABEL_ENDS = re.compile(r"\s*[:：]\s*|\s+[–—-]\s+")
_NAMED = {
    "locations": re.compile(
        r"(?:^|[\s_-])(?:job|posting|position)?[_-]?(?:locations?|location-?name|workplace|city)(?:[\s_-]|$)",
        re.I,
    ),
    "company": re.compile(
        r"(?:^|[\s_-])(?:company(?:[_-]?name)?|employer(?:[_-]?name)?|hiring[_-]organi[sz]ation|"
        r"organi[sz]ation)(?:[\s]|$)",
        re.I,
    ),
    "employment_type": re.compile(
        r"(?:^|[\s_-])(?:commitment|employment[_-]?type|job[_-]?type|contract[_-]?type)(?:[\s_-]|$)",
        re.I,
    ),
    "posted_at": re.compile(
        r"(?:^|[\s_-])(?:date[_-]?posted|posted(?:[_-]?(?:on|at|date))?|publish(?:ed)?[_-]?(?:date|at|on))(?:[\s_-]|$)",
        re.I,
    ),
    "pay": re.compile(r"(?:^|[\s_-])(?:salary|compensation|pay-?range)(?:[\s_-]|$)", re.I),
}
_BEFORE_DATE = {
    "posted_at": re.compile(
        r"\b(?:posted|published|date posted|veröffentlicht|eingestellt|online seit|publiée?|mise en ligne|"
        r"publicad[ao]|pubblicat[ao]|geplaatst|opublikowan\w|dodan\w|опубликован\w|размещен\w|publicerad|publisert|"
        r"julkaistu)\b",
        re.I,
    ),
    "valid_through": re.compile(
        r"\b(?:clos(?:es|ing|e on)(?: date)?|open until|deadline|apply (?:by|before)|expires|valid (?:until|through)|"
        r"bewerbungs(?:frist|schluss)|bewerb\w+ .{0,30}bis (?:zum|spätestens)|date limite|avant le|fecha l[ií]mite|"
        r"hasta el|scadenza|entro il|prazo|até|sluitingsdatum|v[oó]{2}r|termin|do dnia|ważn\w|срок|senast|"
        r"søknadsfrist|ansøgningsfrist|viimeistään)\b",
        re.I,
    ),
}  # fmt: skip
_CITY_AND_REGION = re.compile(
    r"[A-ZÀ-Þ][\w.'’ -]{1,30}, ?(?:[A-Z]{2}|[A-ZÀ-Þ][\w.'’ -]{2,25})(?: \d{5})?(?:, [A-Z][\w ]{1,20})?\Z"
)
_BETWEEN_PLACES = re.compile(r"\s*(?:;|\||•|·|\s/\s|\bor\b|\boder\b|\bou\b|\n)\s*")
_ONLY_REMOTE = re.compile(
    r"\W*(?:fully |100 ?% )?(?:remote|hybrid|on-?site|home[- ]?office|télétravail|remoto|teletrabajo|anywhere)\W*\Z",
    re.I,
)
_ID_NAMES = frozenset(
    ("gh_jid", "jobid", "job_id", "jid", "id", "req", "reqid", "requisitionid", "vacancyid", "vacancy", "job", "ref")
)
_ID = re.compile(r"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[\w-]*\d)[A-Za-z]{0,4}[-_]?\d{4,}[\w-]{0,6})\Z")
_ID_IN_PATH = re.compile(
    r"(?:^|[-_/])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z]{0,3}-?\d{5,12})(?:\.html?|\.aspx?|\.php)?\Z"
)
_ID_VALUE = re.compile(r"[#\w][\w./#-]{1,39}\Z")


class Facts:
    """The labelled values of a page, by field, in the order of the page."""

    def __init__(self, document: Document, lines: Sequence[Line]) -> None:
        self.country = country_of(document.url, document.language)
        self.day_first = writes_day_first(document.language)
        self.url = document.url
        self.lines = lines
        self.values: dict[str, list[str]] = {}
        self.labels: set[str] = set()
        self.at: set[int] = set()  # which lines are labels or their values
        for place, label, value, taken in _labelled(lines):
            self.labels.add(label)
            self.at.update(range(place, place + taken))
            self.values.setdefault(LABELS[label], []).append(value)

    def first(self, name: str) -> str | None:
        return next(iter(self.values.get(name, ())), None)

    def named(self, name: str) -> str | None:
        """The text of the first short line in an element that is called so."""
        pattern = _NAMED[name]
        for line in self.lines:
            if line.names and not line.place.is_around and not line.place.heading and pattern.search(line.names):
                text = line.text if line.names == line.place.names else line.pieces[0]
                if len(text) <= MAX_VALUE / 2:
                    return text
        return None


def _labelled(lines: Sequence[Line]) -> Iterator[tuple[int, str, str, int]]:
    """Every label with its value: the line it stands in, and how many lines the two take."""
    for place, line in enumerate(lines):
        if line.place.is_around or line.leads_to is not None:
            continue
        label, value = _label_and_rest(line)
        if label is None:
            continue
        if value:
            yield place, label, value[:MAX_VALUE], 1
        elif place + 1 < len(lines) and _is_value(line, lines[place + 1]):
            yield place, label, lines[place + 1].text[:MAX_VALUE], 2


def _label_and_rest(line: Line) -> tuple[str | None, str]:
    first = line.pieces[0].rstrip(" :：").lower()
    if first in LABELS:
        return first, line.text[len(line.pieces[0]) :].strip(" :：\t–-") if len(line.pieces) > 1 else ""
    ends = _LABEL_ENDS.search(line.text, 0, MAX_LABEL + 3)
    label = line.text[: ends.start()].lower() if ends else ""
    return (label, line.text[ends.end() :].strip()) if ends and label in LABELS else (None, "")


def _is_value(label: Line, line: Line) -> bool:
    """Whether the line after a label is its value and not the text below a heading, or another label."""
    is_set_out = label.place.tag in _TERMS or label.text.endswith((":", "："))
    is_short = len(line.text) <= (MAX_VALUE / 2 if is_set_out else MAX_LABEL) and not line.text.endswith(":")
    return is_short and not line.place.heading and line.text.lower().rstrip(" :") not in LABELS


def put_facts(found: Candidate, facts: Facts, title_at: int) -> None:
    near = [line for line in facts.lines[title_at : title_at + NEAR_TITLE] if len(line.text) <= 120]
    places, how = _places(facts, near)
    found.put("locations", places, how)
    found.put("remote", _remote(facts, near), "remote words")
    employment, how = _employment(facts, near)
    found.put("employment_type", employment, how)
    _put_pay(found, facts)
    for name in ("posted_at", "valid_through"):
        found.put(name, _date(facts, name), f"label of {name}")
    identifier, how = _identifier(facts)
    found.put("external_id", identifier, how)
    found.put("apply_url", apply_link(facts.lines, facts.url), "apply link")


def _places(facts: Facts, near: Sequence[Line]) -> tuple[list[str], str]:
    labelled = facts.values.get("locations", [])
    if places := _split_places(labelled[:3]):
        return places, "label of location"
    named = facts.named("locations")
    if places := _split_places([named] if named else []):
        return places, "element named location"
    alike = (piece for line in near[1:] for piece in _BETWEEN_PLACES.split(line.text) if not line.place.heading)
    return [piece for piece in alike if _CITY_AND_REGION.match(piece)][:1], "city and region near the title"


def _split_places(values: Sequence[str]) -> list[str]:
    places = (place.strip(" ,.-–()") for value in values for place in _BETWEEN_PLACES.split(value))
    kept = (place for place in places if 1 < len(place) <= 100 and not _ONLY_REMOTE.match(place))
    return list(dict.fromkeys(kept))[:MAX_PLACES]


def _remote(facts: Facts, near: Sequence[Line]) -> bool | None:
    """Only what the page says of the place of work: no mention of remote work does not forbid it."""
    said = [*facts.values.get("remote", ()), *facts.values.get("locations", ()), facts.named("locations") or ""]
    said += [line.text for line in near if line.leads_to is None]
    answer = (facts.first("remote") or "").strip().lower()
    if answer in _YES or answer in _NO:
        return answer in _YES
    for text in said:
        told = remote_words(text)
        if told is not None:
            return told
    return True if any(_FULLY_REMOTE.search(line.text) for line in facts.lines if len(line.text) < 300) else None


_YES = frozenset(("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "да", "true", "fully", "100%", "100 %"))
_NO = frozenset(("no", "nein", "non", "nee", "não", "nie", "нет", "nej", "false", "none"))
_FULLY_REMOTE = re.compile(
    r"\b(?:fully|100 ?%) remote\b|\bthis is a (?:\S+ ){0,2}remote (?:position|role|job)\b|\bwork from anywhere\b|"
    r"\b100 ?% (?:remoto|télétravail|zdalnie|home[- ]?office)\b|\bvollständig remote\b|\bpraca w 100% zdalna\b",
    re.I,
)


def remote_words(text: str) -> bool | None:
    """What a text says of working from afar; something of both is neither yes nor no."""
    if NOT_REMOTE.search(text):
        return None if HYBRID.search(text) else False
    return True if REMOTE.search(text) and not HYBRID.search(text) else None


def _employment(facts: Facts, near: Sequence[Line]) -> tuple[str | None, str]:
    for value in facts.values.get("employment_type", ()):
        if kind := employment_words(value):
            return kind, "label of employment type"
    if kind := employment_words(facts.named("employment_type") or ""):
        return kind, "element named for it"
    for line in near:
        if kind := employment_words(line.text):
            return kind, "words near the title"
    short = (line.text for line in facts.lines if len(line.text) <= 60 and not line.place.is_around)
    return next(filter(None, map(_employment_in_full, short)), None), "words of employment"


def employment_words(text: str) -> str | None:
    """The kind of employment a few words name; the one named first where there are several."""
    found = [(match.start(), kind) for kind, pattern in EMPLOYMENT if (match := pattern.search(text))]
    return min(found)[1] if found else None


def _employment_in_full(text: str) -> str | None:
    kind = employment_words(text)
    return kind if kind in ("full_time", "part_time") else None


def _put_pay(found: Candidate, facts: Facts) -> None:
    pay, how = _pay(facts)
    if pay is not None:
        found.put("salary_min", as_text(pay.least), how)
        found.put("salary_max", as_text(pay.most), how)
        found.put("salary_currency", pay.currency, how)
        found.put("salary_period", pay.period, how)


def _pay(facts: Facts) -> tuple[Pay | None, str]:
    for value in (*facts.values.get("pay", ()), facts.named("pay") or ""):
        if pay := read_pay(value, facts.country, is_labelled=True):
            return pay, "label of pay"
    short = (line.text for line in facts.lines if not line.place.is_around and len(line.text) <= 300)
    for text in islice(filter(_DIGIT.search, short), MAX_LINES_WITH_NUMBERS):
        if pay := read_pay(text, facts.country):
            return pay, "an amount and what it is paid for"
    return None, ""


def _date(facts: Facts, name: str) -> str | None:
    dates = (iso_date(value, facts.day_first) for value in facts.values.get(name, ()))
    if date := next(filter(None, dates), None):
        return date
    named = _NAMED.get(name)
    for line in facts.lines:
        if line.place.is_around or len(line.text) > 200:
            continue
        if _BEFORE_DATE[name].search(line.text) or (named and named.search(line.names)):
            date = iso_date(line.moment, facts.day_first) or iso_date(line.text, facts.day_first)
            if date:
                return date
    return None


def _identifier(facts: Facts) -> tuple[str | None, str]:
    for value in facts.values.get("external_id", ()):
        first = value.split(" ")[0].strip("#.,:()[]")
        if _ID_VALUE.match(first) and any(map(str.isdigit, first)):
            return first, "label of id"
    return id_in_address(facts.url), "address"


def id_in_address(url: str) -> str | None:
    """The number that a board gives its postings, where the page's address carries it."""
    try:
        parts = urlsplit(url)
        asked = parse_qsl(parts.query, max_num_fields=50)
    except ValueError:
        return None
    for name, value in asked:
        if name.lower() in _ID_NAMES and _ID.match(value):
            return value
    segments = [segment for segment in parts.path.split("/") if segment][-2:]
    return next((match.group(1) for segment in reversed(segments) if (match := _ID_IN_PATH.search(segment))), None)


def apply_link(lines: Sequence[Line], url: str) -> str | None:
    """Where the page's own "Apply" leads, if that is another page."""
    for line in lines:
        leads_away = line.leads_to and not line.leads_to.startswith("#")
        if leads_away and len(line.text) <= 80 and APPLY.match(line.text):
            address = web_address(line.leads_to, url)
            if address:
                return address
    return None
