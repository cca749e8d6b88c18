"""Find the title of the job on a page that does not label it.

Many lines may be the title: headings, lines in bold, labelled values, the parts of the page's own title. Each is
weighed by the evidence for it: its position, whether the page's title or URL repeats it, whether it names an
occupation; and by the evidence against it: that it is a link, a sentence, the name of the site or of a company.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.posting.employer import (
    EDGES,
    about,
    copyright_holder,
    find_employer_statement,
    heads,
    is_site_piece,
    pieces,
    plain,
    site_name,
)
from garner.extraction.kinds.posting.facts import Facts, places_of
from garner.extraction.kinds.posting.lines import PostingLine
from garner.extraction.kinds.posting.words import (
    AFTER_TITLE,
    AT,
    BEFORE_TITLE,
    CAREER_WORDS,
    GENDER_MARK,
    INSTITUTION,
    LABELS,
    NO_TITLE,
    SECTIONS,
    SOUGHT,
    has_legal_form,
    names_occupation,
)
from garner.extraction.page.document import Document

_WORDS = load_word_lists(__package__)

MAX_TITLE = 200
MAX_WORDS = 14
MAX_WEIGHED = 120
MIN_WEIGHT = 1.0
TOP = 60
MAX_LINES = 2  # continuation lines of a title

_OF_HEADING = {1: 3.0, 2: 2.5, 3: 2.2, 4: 1.5, 5: 1.0, 6: 1.0}
_NAMED_TITLE = re.compile(
    r"(?:job|position|posting|vacancy|offer)[_-]?(?:title|name|head\w*)|(?:^|\s)large(?:\s|$)", re.I
)
_PLACE = re.compile(r"[A-ZÀ-Þ][\w.'’ -]{1,30}, ?(?:[A-Z]{2}\b.*|[A-ZÀ-Þ]\w+)\Z")
_ANNOUNCES = re.compile(r"(?::|\b(?:eine?n?|eine?/n?|une?|als|an?))\s*\Z", re.I)
_NUMBERS = re.compile(r"[\d$€£%]")
_GOES_ON = re.compile(rf"(?:\s[-–—]|[(\[,]|(?<=\s)[&+/]|\b(?:{_WORDS.pattern('goes_on')}))\s*\Z")
_LEFT_OPEN = re.compile(rf"(?:[\s(\[{{–—-]|(?<=\s)(?:{_WORDS.pattern('left_open')})(?=[\s(\[{{–—-]*\Z))+\Z")
_NAME_AFTER = re.compile(r"(.*\S)(?:\s*[:|]|\s+[–—@-])\s+(\S.*)\Z")
# Labels that stand before the name of a job and before nothing else.
_SURE_LABELS = frozenset(_WORDS.words("sure_labels"))


@dataclass(frozen=True, slots=True)
class Weighed:
    text: str
    index: int
    how: str
    weight: float


def find_title(document: Document, lines: Sequence[PostingLine], facts: Facts) -> tuple[str, int, str] | None:
    """Return the title, the line it stands in (or 0), and its provenance."""
    others = _names_of_others(document, lines, facts)
    scale = _Scale(document, others)
    titles = [
        *_find_labelled(lines, facts, scale),
        *_find_prominent(lines, scale),
        *_of_the_head(document, lines, scale),
    ]
    if not titles:
        return None
    best = max(titles, key=lambda title: title.weight)  # of equal weights, the first
    if best.weight < MIN_WEIGHT:
        return None
    return cleaned_title(best.text), best.index, best.how


def _names_of_others(document: Document, lines: Sequence[PostingLine], facts: Facts) -> frozenset[str]:
    """Return the names that certainly belong to the site or the company, and so not to the job."""
    names = (
        site_name(document),
        facts.first("company"),
        find_employer_statement(lines),
        about(lines),
        copyright_holder(lines),
    )
    return frozenset(name.strip(EDGES).casefold() for name in names if name)


class _Scale:
    """The weights of possible titles, by their wording and by their repetitions."""

    def __init__(self, document: Document, others: Set[str]) -> None:
        self.document = document
        self.others = others
        self._heads = [plain(cleaned_title(head)) for head in heads(document)] + [
            plain(head) for head in heads(document)
        ]
        self._pieces = {plain(cleaned_title(piece)) for head in heads(document) for piece in pieces(head)}
        try:
            path = unquote(urlsplit(document.url).path)
        except ValueError:
            path = ""
        self._address = set(re.findall(r"\w+", path.casefold().replace("_", " ")))

    def allows(self, text: str) -> bool:
        short = text.strip(EDGES)
        if not 3 <= len(short) <= MAX_TITLE or short.casefold() in self.others or not any(map(str.isalpha, short)):
            return False
        if short.lower() in LABELS or NO_TITLE.match(short) or NO_TITLE.match(cleaned_title(short)):
            return False
        is_section = len(short) < 60 and any(pattern.search(short) for pattern in SECTIONS.values())
        return not is_section or names_job(short)

    def repeats(self, text: str) -> bool:
        words = plain(text) if len(text) <= 100 else ""
        return words in self._pieces or (" " in words and any(head.startswith(f"{words} ") for head in self._heads))

    def weight(self, text: str) -> float:
        title = cleaned_title(text)
        return self._score_repetition(plain(title)) + self._score_wording(title) - self._foreign(title)

    def _score_repetition(self, words: str) -> float:
        if not words:
            return 0
        if words in self._pieces:
            score = 3.0
        elif any(head.startswith(f"{words} ") for head in self._heads):
            score = 2.5
        else:
            score = 1.5 if any(_within(words, head) for head in self._heads) else 0
        return score + (1.5 if set(words.split()) <= self._address else 0)

    def _score_wording(self, title: str) -> float:
        return 3.0 * bool(GENDER_MARK.search(title)) + 2.5 * names_occupation(title)

    def _foreign(self, title: str) -> float:
        """Return the evidence that it is a sentence, a place, an amount, or the name of a site or company."""
        is_job = names_job(title)
        words = sum(any(map(str.isalnum, word)) for word in title.split())
        against = 3.0 if words > MAX_WORDS or title.endswith((".", "!", "?", "…")) else 0.0
        against += 3.0 * bool(_PLACE.match(title) and not is_job) + 2.0 * bool(_NUMBERS.match(title) and not is_job)
        if is_site_piece(title, self.document):
            against += 2.0 if is_job else 4.0
        if has_legal_form(title) or (INSTITUTION.search(title) and not is_job):
            against += 4.5
        if CAREER_WORDS.match(title) and not is_job:
            against += 2.5
        return against


def names_job(text: str) -> bool:
    return GENDER_MARK.search(text) is not None or names_occupation(text)


def _within(words: str, head: str) -> bool:
    return f" {words} " in f" {head} "


def _find_labelled(lines: Sequence[PostingLine], facts: Facts, scale: _Scale) -> Iterator[Weighed]:
    is_sure = not facts.labels.isdisjoint(_SURE_LABELS)
    for value in facts.values.get("title", ())[:3]:
        if scale.allows(value):
            weight = (6.5 if is_sure else 4.5) + scale.weight(value)
            yield Weighed(value, _index_of(lines, value), "label of title", weight)


def _find_prominent(lines: Sequence[PostingLine], scale: _Scale) -> Iterator[Weighed]:
    """Yield the prominent lines, and the lines that the page's title repeats."""
    left = MAX_WEIGHED
    is_described = False
    for index, line in enumerate(lines):
        if left <= 0:
            return
        if line.context.is_around:
            continue
        if _leads_in(line) and scale.allows(line.pieces[0]):
            left -= 1
            yield Weighed(line.pieces[0], index, "words set apart before a text", 0.8 + scale.weight(line.pieces[0]))
        if len(line.text) > MAX_TITLE:
            continue
        prominence, how = _prominence(lines, index)
        text = _title_text(lines, index, scale) if prominence else _without_names(line.text, scale.others)
        if prominence == 0 and not scale.repeats(text):
            if index > TOP or not _is_bare_title(line):
                continue
            how = "short line that names an occupation"
        if not scale.allows(text):
            is_described = is_described or bool(prominence and not NO_TITLE.match(line.text))
            continue
        left -= 1
        later = 1.0 * is_described + (2.0 if line.leads_to and not line.context.heading else 0)
        later += 1.5 * (line.context.tag == "li") + min(1.5, index / 100)
        yield Weighed(text, index, how, prominence + scale.weight(text) - later)


def _title_text(lines: Sequence[PostingLine], index: int, scale: _Scale) -> str:
    """Return the line with its continuation lines, or by itself if they make no title together."""
    whole = _without_names(_whole(lines, index, scale.others), scale.others)
    return whole if scale.allows(whole) else _without_names(lines[index].text, scale.others)


def _whole(lines: Sequence[PostingLine], index: int, others: Set[str]) -> str:
    """Return the line with its continuation lines: a line that ends in `with`, a dash or an open bracket continues in
    the next. The name of a company and a place are not part of a title."""
    text, first = lines[index].text, lines[index]
    for line in lines[index + 1 : index + 1 + MAX_LINES]:
        is_alike = line.context.heading == first.context.heading and line.is_bold == first.is_bold
        if not is_alike or line.context.is_around or not (_GOES_ON.search(text) or _is_open(text)):
            break
        if line.text.strip(EDGES).casefold() in others or places_of(line.text) or has_legal_form(line.text):
            break
        text = f"{text}{'' if text.endswith(('(', '/')) or line.text.startswith(')') else ' '}{line.text}"
    return text


def _is_open(text: str) -> bool:
    return text.count("(") > text.count(")")


def _without_names(text: str, others: Set[str]) -> str:
    """Return the line without a trailing name of the company or the site: `Baker (nights): Crumb & Co`."""
    parts = _NAME_AFTER.match(text)
    return parts[1] if parts and parts[2].strip(EDGES).casefold() in others else text


def _leads_in(line: PostingLine) -> bool:
    """Return whether the line begins with a job title set apart: `<b>Sawyer</b> - We are looking for`."""
    first = line.pieces[0]
    return len(line.pieces) > 1 and len(first) <= 60 and 2 * len(first) < len(line.text) and names_job(first)


def _is_bare_title(line: PostingLine) -> bool:
    is_short = len(line.text) <= 60 and len(line.text.split()) <= 7 and not line.text.endswith((".", ":", ","))
    is_apart = line.leads_to is None and line.context.tag != "li" and line.text[0].isupper()
    return is_short and is_apart and names_job(line.text)


def _prominence(lines: Sequence[PostingLine], index: int) -> tuple[float, str]:
    line = lines[index]
    weight, how = _OF_HEADING.get(line.context.heading, 0.0), f"h{line.context.heading}"
    if not weight:
        weight, how = (1.2, "line in bold") if line.is_bold else (0.0, "line that the title repeats")
    if _NAMED_TITLE.search(line.names):
        weight += 2.0
    if weight and index and _ANNOUNCES.search(lines[index - 1].text):
        weight += 1.5
    return weight, how


def _of_the_head(document: Document, lines: Sequence[PostingLine], scale: _Scale) -> Iterator[Weighed]:
    """Yield the parts of the page's title, and the job that a sentence says is sought."""
    for head in heads(document):
        for piece in pieces(head):
            if scale.allows(piece) and not is_site_piece(piece, document):
                weight = scale.weight(piece) - 2.0
                yield Weighed(piece, _index_of(lines, piece), "title of the page", weight)
    for index, line in enumerate(lines[:200]):
        match = SOUGHT.search(line.text) if not line.context.is_around and not line.leads_to else None
        sought = match.group(1) if match else ""
        if sought and names_job(sought) and scale.allows(sought):
            yield Weighed(sought, index, "sentence of who is sought", -1.4 + scale.weight(sought))
            return


def _index_of(lines: Sequence[PostingLine], text: str) -> int:
    return next((index for index, line in enumerate(lines) if text in line.text), 0)


def cleaned_title(text: str) -> str:
    title = BEFORE_TITLE.sub("", text.strip())
    title = AFTER_TITLE.sub("", title) or title
    offered = AT.split(title, maxsplit=1)
    title = offered[0] if len(offered) == 2 and len(offered[0]) > 3 else title
    title = _LEFT_OPEN.sub("", " ".join(title.split()))
    return title.strip(' -–—|:,"')[:MAX_TITLE] or text
