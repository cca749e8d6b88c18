"""Read the short facts of a posting: place, kind of employment, pay, dates, numbers, apply link.

Most pages label them, as `Location: Berlin`, as a table or as a list of terms. A label is a word in `LABELS`, and its
value is the rest of the line or the next one. Without labels the reader uses the names that the page gives its
elements, and unambiguous words and amounts.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.posting.lines import PostingLine
from garner.extraction.kinds.posting.stack import stacked_headings
from garner.extraction.kinds.posting.towns import TOWNS
from garner.extraction.kinds.posting.words import (
    APPLY,
    EMPLOYMENT,
    EMPLOYMENT_AFTER_LABEL,
    FROM_WHERE,
    HYBRID,
    INSTITUTION,
    LABELS,
    NOT_REMOTE,
    REGIONS,
    REMOTE,
    STATES,
    has_legal_form,
    names_occupation,
)
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.values.currencies import country_of
from garner.extraction.values.date_words import writes_day_first
from garner.extraction.values.fields import iso_date, web_address
from garner.extraction.values.pay import Pay, as_text, read_pay

_WORDS = load_word_lists(__package__)

MAX_LABEL = 40
MAX_VALUE = 200
MAX_PLACES = 50
NEAR_TITLE = 12
MAX_SENTENCE = 500
MAX_LINES_WITH_NUMBERS = 300

_DIGIT = re.compile(r"\d")
_TERMS = frozenset(("dt", "th", "td"))
_BARS = re.compile(r"\s+[|•·]\s+")
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
_BEFORE_DATE = {field: re.compile(rf"\b(?:{words})\b", re.I) for field, words in _WORDS.patterns("before_date").items()}
_CITY_AND_REGION = re.compile(
    r"[A-ZÀ-Þ][\w.'’ -]{1,30}, ?(?:[A-Z]{2}|[A-ZÀ-Þ][\w.'’ -]{2,25})(?: \d{5})?(?:, [A-Z][\w ]{1,20})?\Z"
)
_BETWEEN_PLACES = re.compile(r"\s*(?:;|\||•|·|\s/\s|\bor\b|\boder\b|\bou\b|\n)\s*")
_APART = re.compile(rf"{_BETWEEN_PLACES.pattern}|\s+[–—-]\s+")
_ONLY_REMOTE = re.compile(rf"\W*{FROM_WHERE}\W*\Z", re.I)
_BEFORE_PLACE = re.compile(rf"^(?:[(\[]{FROM_WHERE}[)\]]\s*|{FROM_WHERE}(?:\s*[,:]\s*|\s+[–—-]\s+|\s+in\s+))", re.I)
_AFTER_PLACE = re.compile(rf"\s*(?:[(\[]{FROM_WHERE}\b[^()\[\]]*[)\]]?|(?:,|\s[–—-])\s+{FROM_WHERE})\Z", re.I)
# `Lyon (69)`: the number is that of a French department.
_IN_DEPARTMENT = re.compile(r"[A-ZÀ-Þ][^\W\d_]+(?:[ '’-][^\W\d_]+){0,4} \((?:\d\d\d?|2[AB])\)")
_DAY_FIRST_COUNTRIES = frozenset(("GB", "IE", "AU", "NZ", "IN", "ZA", "SG", "MY", "NG", "KE"))
_TOWN_IN_REGION = re.compile(rf"([A-ZÀ-Þ][^\W\d_]+(?:[ '’-][^\W\d_]+){{0,3}}) ({REGIONS})(?: \d{{4,5}})?")
_IN_AMERICA = re.compile(rf"[A-Z][a-z]+,? (?:{STATES})(?: \d{{5}}(?:-\d{{4}})?)?(?:\Z|[,;)|]| [-–])")
_ONLY_DATE = re.compile(
    r"(?:[^\W\d_]{3,12}\.?,? )?(?:[^\W\d_]{3,12}\.? \d{1,2},?|\d{1,2}\.? [^\W\d_]{3,12}\.?|"
    r"\d{1,2}[-/.]\d{1,2}[-/.])\s?\d{4}"
)
_SOME_DAY = re.compile(r"(?<![\d/.-])\d{1,2}([-/.])\d{1,2}\1(?:\d\d){1,2}(?!\d)")
_SHORT_YEAR = re.compile(r"(?<![\d/.-])(\d{1,2})([-/])(\d{1,2})\2(\d\d)(?!\d)")
_POST_CODE_AND_TOWN = re.compile(
    r"(?<![\w-])(?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d )\d{4,5} ([A-ZÀ-Þ][^\W\d_]+(?:[ -][A-ZÀ-Þ(]?[\w)]+){0,3})(?:,.*)?\Z"
)
_PLACE_NAME = r"([A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}(?:, (?:[A-Z]{2}\b|[A-ZÀ-Þ][\w]+))?)"
_STATED_PLACE = re.compile(
    rf"\b(?:{_WORDS.pattern('before_stated_place')})\s+{_PLACE_NAME}|"
    rf"\b(?:our|the|its)\s+{_PLACE_NAME}\s+(?:{_WORDS.pattern('after_stated_place')})\b"
)
_IN_HEAD = re.compile(
    r"\b(?:in|en|à|te|w)\s+([A-ZÀ-Þ][\w.'’-]+(?: [A-ZÀ-Þ][\w.'’-]+){0,2}(?:, [A-ZÀ-Þ][\w ]+)?)\s*(?:\Z|[|–(-]|\s+at\b)"
)
_SMALL_WORDS = frozenset(_WORDS.words("small_words"))
_POST_CODE = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,5}\s+(?=[A-ZÀ-Þ])")
_IN_BRACKETS = re.compile(r"\s+\([^)]*\)\Z")
_ONE_NAME = re.compile(r"[A-ZÀ-Þ][\w.'’-]+(?: [A-ZÀ-Þ][\w.'’-]+){0,2}")
_PLACE_EDGES = " ,-–"
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{3})\.\Z")  # not that of `Washington, D.C.`
_COUNTED = re.compile(r"^\d+ (?:vacanc(?:y|ies)|openings?|positions?)\s*(?:in|[-–:])\s*", re.I)
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

    def __init__(self, document: Document, lines: Sequence[PostingLine]) -> None:
        self.country = country_of(document.url, document.language)
        self.url = document.url
        self.head = (document.title or "")[:MAX_VALUE]
        self.lines = lines
        self.values: dict[str, list[str]] = {}
        self.labels: set[str] = set()
        self.at: set[int] = set()  # the indexes of the lines that are labels or their values
        for place, label, value, taken in _find_labels(lines):
            self.labels.add(label)
            self.at.update(range(place, place + taken))
            self.values.setdefault(LABELS[label], []).append(value)
            self._join_state(label, value)
        self.day_first = _day_first(document, self.country, lines)

    def _join_state(self, label: str, value: str) -> None:
        """Join a city and its state, each with a label of its own, into one place."""
        places = self.values.get("locations", [])
        if label == "state" and places and len(value) <= 30 and "," not in places[-1]:
            places[-1] = f"{places[-1]}, {value}"

    def first(self, name: str) -> str | None:
        return next(iter(self.values.get(name, ())), None)

    def find_named(self, name: str) -> str | None:
        """Return the text of the first short line in an element named for the field."""
        pattern = _NAMED[name]
        for line in self.lines:
            if line.names and not line.context.is_around and not line.context.heading and pattern.search(line.names):
                text = line.text if line.names == line.context.names else line.pieces[0]
                if len(text) <= MAX_VALUE / 2:
                    return text
        return None


def _day_first(document: Document, country: str | None, lines: Sequence[PostingLine]) -> bool | None:
    """Return whether dates begin with the day: by the language; in English by the country, if the page's host, its
    currency or its addresses indicate one."""
    day_first = writes_day_first(document.language)
    if day_first is not None or (document.language or "en")[:2].lower() != "en":
        return day_first
    if country in _DAY_FIRST_COUNTRIES or any("£" in line.text for line in lines):
        return True
    return False if any(_IN_AMERICA.search(line.text) for line in lines if len(line.text) <= 120) else None


def _find_labels(lines: Sequence[PostingLine]) -> Iterator[tuple[int, str, str, int]]:
    """Yield every label with its value: the index of its line, and how many lines the two take."""
    for place, line in enumerate(lines):
        if line.context.is_around or line.leads_to is not None:
            continue
        if len(line.text) <= MAX_VALUE and _BARS.search(line.text):
            yield from ((place, label, value, 1) for label, value in _several(line.text))
            continue
        label, value = _label_and_rest(line)
        if label is None:
            continue
        if value:
            yield place, label, value[:MAX_VALUE], 1
            continue
        # Some tables give the colon a cell of its own.
        after = place + 2 if place + 2 < len(lines) and lines[place + 1].text in (":", "：") else place + 1
        if after < len(lines) and _is_value(line, lines[after]):
            yield place, label, lines[after].text[:MAX_VALUE], after + 1 - place


def _several(text: str) -> Iterator[tuple[str, str]]:
    """Yield the labels and values of `Location: Berlin | Posted: 1 May 2010`."""
    for part in _BARS.split(text):
        label, colon, value = part.partition(":")
        if colon and label.strip().lower() in LABELS and value.strip():
            yield label.strip().lower(), value.strip()


def _label_and_rest(line: PostingLine) -> tuple[str | None, str]:
    first = line.pieces[0].rstrip(" :：").lower()
    if first in LABELS:
        return first, line.text[len(line.pieces[0]) :].strip(" :：\t–-") if len(line.pieces) > 1 else ""
    ends = _LABEL_ENDS.search(line.text, 0, MAX_LABEL + 3)
    label = line.text[: ends.start()].lower() if ends else ""
    return (label, line.text[ends.end() :].strip()) if ends and label in LABELS else (None, "")


def _is_value(label: PostingLine, line: PostingLine) -> bool:
    """Return whether the line after a label is its value and not the text below a heading, or another label."""
    is_set_out = label.context.tag in _TERMS or label.text.endswith((":", "："))
    is_short = len(line.text) <= (MAX_VALUE / 2 if is_set_out else MAX_LABEL) and not line.text.endswith(":")
    return is_short and not line.context.heading and line.text.lower().rstrip(" :") not in LABELS


def put_facts(candidate: Candidate, facts: Facts, title_at: int) -> None:
    near = [line for line in facts.lines[title_at : title_at + NEAR_TITLE] if len(line.text) <= 120]
    places, how = _places(facts, near, stacked_headings(facts.lines, title_at))
    candidate.put("locations", places, how)
    candidate.put("remote", _remote(facts, near), "remote words")
    employment, how = _employment(facts, near)
    candidate.put("employment_type", employment, how)
    _put_pay(candidate, facts)
    for name in ("posted_at", "valid_through"):
        candidate.put(name, _date(facts, name), f"label of {name}")
        unclear = filter(_SOME_DAY.search, facts.values.get(name, ()))
        if name not in candidate.values and (written := next(unclear, None)):
            candidate.drop(name, written)
    if "posted_at" not in candidate.values:
        candidate.put("posted_at", _bare_date(facts, title_at), "date beside the title")
    identifier, how = _identifier(facts)
    candidate.put("external_id", identifier, how)
    candidate.put("apply_url", apply_link(facts.lines, facts.url), "apply link")


def _places(facts: Facts, near: Sequence[PostingLine], stacked: Sequence[PostingLine]) -> tuple[list[str], str]:
    labelled = facts.values.get("locations", [])
    if places := _split_places(labelled[:3]):
        return places, "label of location"
    named = facts.find_named("locations")
    if places := _split_places([named] if named else []):
        return places, "element named location"
    if places := next(filter(None, (places_of(line.text) for line in stacked)), []):
        return places, "heading beside the title"
    parts = (part for line in near[1:] if not line.context.heading for part in (line.text, *line.pieces))
    alike = (holder_and_place(piece.strip(" ,-–—"))[1] for part in parts for piece in _APART.split(part))
    if place := next(filter(None, alike), None):
        return [place], "city and region near the title"
    beside = (line for line in near[1:] if not line.context.heading and line.leads_to is None)
    if towns := next(filter(None, (_towns(line.text) for line in beside)), []):
        return towns, "town near the title"
    return _unlabelled_place(facts)


def holder_and_place(text: str) -> tuple[str, str]:
    """Return `Elmore Boats, Inc.` and `Elmore, Ohio` for `Elmore Boats, Inc., Elmore, Ohio`: the company, and a city
    with its region; after the name of a company a city alone is enough. A missing part is empty."""
    parts = text[:MAX_VALUE].split(", ")
    for last in range(len(parts) - 1, 0, -1):
        holder, place = ", ".join(parts[:last]), ", ".join(parts[last:])
        is_company = has_legal_form(holder)
        if is_company or INSTITUTION.search(parts[last - 1]):
            is_town = place in TOWNS or (is_company and _ONE_NAME.fullmatch(place) and not _is_term(place))
            return (holder.rstrip("."), place) if is_town or _is_city_and_region(place) else ("", "")
    return "", text if _is_city_and_region(text) else ""


def _is_term(text: str) -> bool:
    return employment_words(text) is not None or remote_words(text) is not None or names_occupation(text)


def _is_city_and_region(text: str) -> bool:
    if not _CITY_AND_REGION.match(text) or names_occupation(text) or has_legal_form(text):
        return False
    city = text.partition(",")[0].split()
    return not any(word[0].isdigit() or (word[0].islower() and word not in _SMALL_WORDS) for word in city)


def _towns(text: str) -> list[str]:
    """Return the parts of a line that are the name of a town and nothing else."""
    parts = (bare_place(part.strip(" ,")) for part in _APART.split(text))
    return [_IN_BRACKETS.sub("", part) for part in parts if part in TOWNS or _IN_DEPARTMENT.fullmatch(part)]


def places_of(text: str) -> list[str]:
    """Return the places that a short line names, if it names nothing else."""
    bare = bare_place(text.strip(" ,-–—"))
    if not bare or names_occupation(text):
        return []
    parts = [part.strip(" ,") for part in _APART.split(bare)]
    return parts if all(_is_city_and_region(part) or _towns(part) or _is_in_region(part) for part in parts) else []


def _is_in_region(text: str) -> bool:
    """Return whether the text is a town with a region code (`Sydney NSW`, `Austin TX 78701`): a known town, or any town
    with a code of three letters, which no company has."""
    match = _TOWN_IN_REGION.fullmatch(text)
    return match is not None and (match[1] in TOWNS or len(match[2]) > len("TX"))


def _unlabelled_place(facts: Facts) -> tuple[list[str], str]:
    """Return the place that the page's title or a sentence gives, or else the town of an address."""
    match = _IN_HEAD.search(facts.head)
    # The subject of a sentence is not a place: "Textil Mar busca".
    if match and not any(line.text.startswith(f"{match.group(1)} ") for line in facts.lines):
        return [match.group(1)], "title of the page"
    own = [line.text for line in facts.lines[:MAX_LINES_WITH_NUMBERS] if not line.context.is_around]
    if sentence := next(filter(None, (_STATED_PLACE.search(text[:MAX_SENTENCE]) for text in own)), None):
        return [sentence.group(1) or sentence.group(2)], "sentence of where"
    town = next(filter(None, (_POST_CODE_AND_TOWN.search(text[-60:]) for text in own if len(text) <= MAX_VALUE)), None)
    if town:
        return [town.group(1)], "address"
    return _towns(facts.head)[:1], "title of the page"


def _split_places(values: Sequence[str]) -> list[str]:
    parts = (part for value in values for part in _BETWEEN_PLACES.split(_COUNTED.sub("", value)))
    places = (bare_place(_IN_BRACKETS.sub("", _POST_CODE.sub("", bare_place(part.strip())))) for part in parts)
    kept = (place for place in places if 1 < len(place) <= 100)
    return list(dict.fromkeys(kept))[:MAX_PLACES]


def bare_place(text: str) -> str:
    """Return `Berlin` for `Berlin (hybrid)`, `Remote, Berlin` and `(Berlin)`; an empty string for `Remote`, which is
    not a place."""
    place = _FULL_STOP.sub("", text.strip(_PLACE_EDGES))
    place = _AFTER_PLACE.sub("", _BEFORE_PLACE.sub("", place)).strip(_PLACE_EDGES)
    if place.startswith("(") and place.endswith(")"):
        place = place[1:-1]
    return "" if _ONLY_REMOTE.match(place) else place


def _remote(facts: Facts, near: Sequence[PostingLine]) -> bool | None:
    """Return only what the page states about the place of work: no mention of remote work does not forbid it."""
    texts = [*facts.values.get("remote", ()), *facts.values.get("locations", ()), facts.find_named("locations") or ""]
    texts += [line.text for line in near if line.leads_to is None]
    answer = (facts.first("remote") or "").strip().lower()
    if answer in _YES or answer in _NO:
        return answer in _YES
    for text in texts:
        is_remote = remote_words(text)
        if is_remote is not None:
            return is_remote
    return True if any(_FULLY_REMOTE.search(line.text) for line in facts.lines if len(line.text) < 300) else None


_YES = frozenset(_WORDS.words("yes"))
_NO = frozenset(_WORDS.words("no"))
_FULLY_REMOTE = re.compile(_WORDS.pattern("fully_remote"), re.I)


def remote_words(text: str) -> bool | None:
    """Return whether a text states remote work; hybrid work is neither yes nor no."""
    if NOT_REMOTE.search(text):
        return None if HYBRID.search(text) else False
    return True if REMOTE.search(text) and not HYBRID.search(text) else None


def _employment(facts: Facts, near: Sequence[PostingLine]) -> tuple[str | None, str]:
    for value in facts.values.get("employment_type", ()):
        if kind := employment_words(value) or EMPLOYMENT_AFTER_LABEL.get(next(iter(_WORD.findall(value.lower())), "")):
            return kind, "label of employment type"
    if kind := employment_words(facts.find_named("employment_type") or ""):
        return kind, "element named for it"
    for line in near:
        if kind := employment_words(line.text):
            return kind, "words near the title"
    short = (line.text for line in facts.lines if len(line.text) <= 60 and not line.context.is_around)
    return next(filter(None, map(_employment_in_full, short)), None), "words of employment"


def employment_words(text: str) -> str | None:
    """Return the kind of employment that a few words name; of several, the first."""
    kinds = [(match.start(), kind) for kind, pattern in EMPLOYMENT if (match := pattern.search(text))]
    return min(kinds)[1] if kinds else None


_WORD = re.compile(r"[^\W\d_]+")


def _employment_in_full(text: str) -> str | None:
    kind = employment_words(text)
    return kind if kind in ("full_time", "part_time") else None


def _put_pay(candidate: Candidate, facts: Facts) -> None:
    pay, how = _pay(facts)
    if pay is not None:
        candidate.put("salary_min", as_text(pay.minimum), how)
        candidate.put("salary_max", as_text(pay.maximum), how)
        candidate.put("salary_currency", pay.currency, how)
        candidate.put("salary_period", pay.period, how)


def _pay(facts: Facts) -> tuple[Pay | None, str]:
    for value in (*facts.values.get("pay", ()), facts.find_named("pay") or ""):
        if pay := read_pay(value, facts.country, is_labelled=True):
            return pay, "label of pay"
    short = (line.text for line in facts.lines if not line.context.is_around and len(line.text) <= 300)
    for text in islice(filter(_DIGIT.search, short), MAX_LINES_WITH_NUMBERS):
        if pay := read_pay(text, facts.country):
            return pay, "an amount and what it is paid for"
    return None, ""


def _date(facts: Facts, name: str) -> str | None:
    dates = (_read_date(value, facts.day_first) for value in facts.values.get(name, ()))
    if date := next(filter(None, dates), None):
        return date
    named = _NAMED.get(name)
    for line in facts.lines:
        if line.context.is_around or len(line.text) > 2 * MAX_VALUE:
            continue
        label = _BEFORE_DATE[name].search(line.text)
        if label or (named and named.search(line.names)):
            date = iso_date(line.moment, facts.day_first)
            date = date or _read_date(line.text[label.end() if label else 0 :], facts.day_first)
            if date:
                return date
    return None


def _bare_date(facts: Facts, title_at: int) -> str | None:
    """Return a date that stands alone on a line beside the title: the date of posting."""
    beside = facts.lines[max(0, title_at - 2) : title_at + NEAR_TITLE]
    bare = (
        line.text
        for place, line in enumerate(beside, start=max(0, title_at - 2))
        if _ONLY_DATE.fullmatch(line.text) and place not in facts.at and not line.context.is_around
    )
    return next(filter(None, (iso_date(text, facts.day_first) for text in bare)), None)


def _read_date(text: str, day_first: bool | None) -> str | None:
    """Return the date, also of `7/2/98`, where a label indicates a date."""
    return iso_date(_SHORT_YEAR.sub(_with_century, text), day_first)


def _with_century(match: re.Match[str]) -> str:
    first, mark, second, year = match.groups()
    return f"{first}{mark}{second}{mark}{'19' if year > '69' else '20'}{year}"


def _identifier(facts: Facts) -> tuple[str | None, str]:
    for value in facts.values.get("external_id", ()):
        first = value.split(" ")[0].strip("#.,:()[]")
        if _ID_VALUE.match(first) and any(map(str.isdigit, first)):
            return first, "label of id"
    return id_in_address(facts.url), "address"


def id_in_address(url: str) -> str | None:
    """Return the number that a board gives its postings, if the page's URL carries it."""
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


def apply_link(lines: Sequence[PostingLine], url: str) -> str | None:
    """Return the target of the page's own "Apply" link, if that is another page."""
    for line in lines:
        leads_away = line.leads_to and not line.leads_to.startswith("#")
        if leads_away and len(line.text) <= 80 and APPLY.match(line.text):
            address = web_address(line.leads_to, url)
            if address:
                return address
    return None
