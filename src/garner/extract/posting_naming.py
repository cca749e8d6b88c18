"""What the job is called and who offers it, on a page that does not say so in so many words.

Headings, the page's title and its preview each name the job, the company, the site, or several of them in one line, as
in `Senior Engineer - Acme Careers`. Where two of them agree, the common part is the job. A company is best told by a
label, then by grammar (`at Acme`, `Acme is looking for`), then by whose site this is.
"""

import re
from collections.abc import Iterator, Sequence, Set
from urllib.parse import urlsplit

from garner.extract.document import Document
from garner.extract.posting_facts import Facts
from garner.extract.posting_lines import Line
from garner.extract.posting_words import (
    ABOUT,
    AT,
    BEFORE_TITLE,
    BOARD_HOSTS,
    CAREER_WORDS,
    GENDER_MARK,
    HIRES,
    LABELS,
    NO_TITLE,
    SECTIONS,
)

MAX_TITLE = 200
MAX_COMPANY = 100

_PARTED = re.compile(r"\s+[|•·»«–—-]\s+|\s*\|\s*|\s+::?\s+|(?<=\w): (?=[A-Z])")
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)[\s©]*(?:\(c\)\s*)?(?:\d{4}(?:\s*[-–]\s*\d{4})?)?[\s,]*(?:by\s+)?(.{2,60})", re.I
)
_RIGHTS = re.compile(r"\s*(?:(?<!\bCo)[.|·•–]\s|\ball rights\b|\balle rechte\b|\btous droits\b|\d{4}).*", re.I)
_LOGO = re.compile(r"\b(?:company |firmen|corporate )?logo\b(?: of| von| de)?", re.I)
_EDGES = " \t-–—|:,.·•»«\"'()"
_FRONT_HOSTS = frozenset(
    ("www", "jobs", "job", "careers", "career", "karriere", "apply", "boards", "job-boards", "emploi", "recrutement",
     "empleo", "vacatures", "werkenbij", "m", "en", "de", "talent", "join", "work", "hiring", "recruiting", "portal")
)  # fmt: skip
_SECOND_LEVEL = frozenset(("co", "com", "org", "net", "ac", "gov", "edu", "or", "ne"))
_DATA_CENTRE = re.compile(r"wd\d{1,3}\Z")


def find_title(document: Document, lines: Sequence[Line], facts: Facts) -> tuple[str, int, str] | None:
    """The title, the line it stands in (or 0), and how it was found."""
    heads = _heads(document)
    others = _names_of_others(document, lines, facts)
    headings = [
        (place, line)
        for place, line in enumerate(lines)
        if line.place.heading and not line.place.is_around and _may_be_title(line.text, others)
    ]
    # The page's main heading first, and one that names the site last.
    headings.sort(key=lambda found: (_is_site_piece(found[1].text, document), found[1].place.heading > 1))
    first = [(place, line) for place, line in headings if line.place.heading == 1]
    for place, line in headings:
        if any(_is_in(line.text, head) for head in heads):
            return _cleaned_title(line.text), place, "heading that the title repeats"
    if first:
        return _cleaned_title(first[0][1].text), first[0][0], "h1"
    labelled = facts.first("title")
    if labelled and _may_be_title(labelled, others):
        return _cleaned_title(labelled), _place_of(lines, labelled), "label of title"
    return _title_without_heading(document, lines, headings, others)


def _title_without_heading(
    document: Document, lines: Sequence[Line], headings: list[tuple[int, Line]], others: Set[str]
) -> tuple[str, int, str] | None:
    bold = [(place, line) for place, line in enumerate(lines) if line.is_bold and _may_be_title(line.text, others)]
    for place, line in (*headings, *bold):
        if GENDER_MARK.search(line.text):
            return _cleaned_title(line.text), place, "heading with a mark of gender"
    pieces = [piece for head in _heads(document) for piece in _pieces(head)]
    pieces = [piece for piece in pieces if _may_be_title(piece, others) and not _is_site_piece(piece, document)]
    own_lines = {line.text: place for place, line in enumerate(lines) if not line.place.is_around}
    for piece in pieces:
        if piece in own_lines:
            return _cleaned_title(piece), own_lines[piece], "line that the title repeats"
    for place, line in headings[:1]:
        return _cleaned_title(line.text), place, "first heading"
    for piece in pieces[:1]:
        return _cleaned_title(piece), _place_of(lines, piece), "title of the page"
    for place, line in bold[:1]:
        return _cleaned_title(line.text), place, "first line in bold"
    return None


def _heads(document: Document) -> list[str]:
    previews = document.open_graph.get("og:title", [])[:1] + document.open_graph.get("twitter:title", [])[:1]
    return list(dict.fromkeys(filter(None, [*previews, document.title])))


def _site_name(document: Document) -> str | None:
    return next(iter(document.open_graph.get("og:site_name", ())), None)


def _names_of_others(document: Document, lines: Sequence[Line], facts: Facts) -> frozenset[str]:
    """What is surely the name of the site or the company, and so not that of the job."""
    names = (_site_name(document), facts.first("company"), _who_hires(lines), _about(lines), _copyright(lines))
    return frozenset(name.strip(_EDGES).casefold() for name in names if name)


def _may_be_title(text: str, others: Set[str]) -> bool:
    short = text.strip(_EDGES)
    if not 3 <= len(short) <= MAX_TITLE or short.casefold() in others or not any(map(str.isalpha, short)):
        return False
    is_label = short.lower() in LABELS
    is_section = len(short) < 60 and any(pattern.search(short) for pattern in SECTIONS.values())
    return not is_label and not NO_TITLE.match(short) and (not is_section or bool(GENDER_MARK.search(short)))


def _is_in(text: str, head: str) -> bool:
    return _plain(text) in _plain(head) or any(_plain(piece) == _plain(text) for piece in _pieces(head))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", _cleaned_title(text).casefold()))


def _pieces(head: str) -> list[str]:
    return [piece.strip(_EDGES) for piece in _PARTED.split(head) if piece.strip(_EDGES)]


def _place_of(lines: Sequence[Line], text: str) -> int:
    return next((place for place, line in enumerate(lines) if text in line.text), 0)


def _cleaned_title(text: str) -> str:
    title = BEFORE_TITLE.sub("", text.strip())
    offered = AT.split(title, maxsplit=1)
    title = offered[0] if len(offered) == 2 and len(offered[0]) > 3 else title
    return " ".join(title.split()).strip(' -–—|:,"')[:MAX_TITLE] or text


def find_company(document: Document, lines: Sequence[Line], facts: Facts, title: str) -> tuple[str | None, str]:
    for found, how in _companies(document, lines, facts, title):
        name = _cleaned_company(found or "")
        if name and name.casefold() != title.casefold() and not NO_TITLE.match(name):
            return name, how
    return None, ""


def _companies(document: Document, lines: Sequence[Line], facts: Facts, title: str) -> Iterator[tuple[str | None, str]]:
    """What may be the company's name, the surest first."""
    yield facts.first("company"), "label of company"
    yield facts.named("company"), "element named company"
    yield _after_at(document, lines, title), "the job at the company"
    yield _own_site_piece(document), "title of the company's own site"
    yield _about(lines), "heading about the company"
    yield _who_hires(lines), "sentence of who seeks"
    yield _site_name(document), "og:site_name"
    yield _last_piece(document, title), "title of the page"
    yield _copyright(lines), "copyright"
    yield _logo(document), "logo"
    yield _host_name(document.url), "host"


def _after_at(document: Document, lines: Sequence[Line], title: str) -> str | None:
    for head in (*_heads(document), *(line.text for line in lines if line.place.heading in (1, 2))):
        parts = AT.split(head, maxsplit=1)
        if len(parts) == 2 and _plain(title) in _plain(parts[0]):
            return _pieces(parts[1])[0] if _pieces(parts[1]) else None
    return None


def _own_site_piece(document: Document) -> str | None:
    """`Acme Careers` on a host that is called much like Acme."""
    names = [*(piece for head in _heads(document) for piece in _pieces(head)), _site_name(document) or ""]
    return next((_cleaned_company(name) for name in names if _is_site_piece(name, document)), None)


def _is_site_piece(piece: str, document: Document) -> bool:
    host, name = _squeezed(_host_name(document.url)), _squeezed(_cleaned_company(piece))
    return len(name) > 2 and len(host) > 2 and (name in host or (host in name and len(name) < 2 * len(host)))


def _squeezed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def _about(lines: Sequence[Line]) -> str | None:
    heads = (line.text.strip(_EDGES) for line in lines if (line.place.heading or line.is_bold) and len(line.text) < 60)
    return next(
        (match.group(1) for head in heads if (match := ABOUT.match(head)) and match.group(1)[0].isupper()), None
    )


def _who_hires(lines: Sequence[Line]) -> str | None:
    for line in lines:
        match = HIRES.match(line.text) if not line.place.is_around and len(line.text) > 30 else None
        name = match.group(1) if match else ""
        if name and _is_proper_name(name) and re.match(_SEEKING, line.text[match.end(1) :] if match else ""):
            return name
    return None


_SEEKING = re.compile(
    r"\s*,?\s*(?:(?:is|are|has)\s+)?(?:currently\s+|now\s+|actively\s+)?(?:seeks?|seeking|looking for|hiring|"
    r"recruiting|(?:an? )?(?:immediate )?openings?|such(?:t|en)|recherche|recrute|busca|cerca|ricerca|zoekt|poszukuje|"
    r"ищет|söker|søker|søger|etsii|hledá|keres|procura|contrata)\b",
    re.I,
)
_NO_NAMES = frozenset(
    ("we", "our client", "our company", "our team", "this", "it", "he", "she", "you", "wir", "nous", "notre client",
     "unser", "the company", "they", "who", "what", "our", "unser kunde", "il", "elle", "notre", "nosotros", "client",
     "nuestro cliente", "firma", "company", "team", "this position", "the team", "the ideal candidate")
)  # fmt: skip


def _is_proper_name(name: str) -> bool:
    words = name.split()
    return name.lower() not in _NO_NAMES and len(words) <= 6 and words[-1][:1].isupper() and words[0][:1].isupper()


def _last_piece(document: Document, title: str) -> str | None:
    for head in _heads(document):
        pieces = [piece for piece in _pieces(head) if not _shares_words(piece, title) and not NO_TITLE.match(piece)]
        if pieces:
            return pieces[-1]
    return None


def _shares_words(piece: str, title: str) -> bool:
    words = set(_plain(piece).split())
    return 2 * len(words & set(_plain(title).split())) >= len(words)


def _copyright(lines: Sequence[Line]) -> str | None:
    for line in reversed(lines[-40:]):
        match = _COPYRIGHT.search(line.text)
        if match:
            return _RIGHTS.sub("", match.group(1))
    return None


def _logo(document: Document) -> str | None:
    alts = (image.attributes.get("alt") or "" for image in document.tree.css("img[alt]")[:20])
    return next((_LOGO.sub(" ", alt) for alt in alts if _LOGO.search(alt) and len(alt) < 60), None)


def _host_name(url: str) -> str:
    """`Acme` of careers.acme.com, of acme.recruitee.com and of boards.greenhouse.io/acme."""
    try:
        parts = urlsplit(url)
        labels = (parts.hostname or "").split(".")
    except ValueError:
        return ""
    if len(labels) < 2 or labels[-1].isdecimal():
        return ""
    if ".".join(labels[-2:]) in BOARD_HOSTS:
        own = [label for label in labels[:-2] if label not in _FRONT_HOSTS and not _DATA_CENTRE.match(label)]
        segments = [segment for segment in parts.path.split("/") if segment]
        name = own[0] if own else segments[0] if segments else ""
    else:
        is_second_level = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
        name = labels[-3] if is_second_level else labels[-2]
    return " ".join(word if word.isupper() else word.capitalize() for word in re.split(r"[-_]", name) if word)


def _cleaned_company(text: str) -> str:
    text = re.sub(r"^(?:at|@|bei|chez|presso|bij|by|von|über|about)\s+", "", text.strip(_EDGES), flags=re.I)
    bare = CAREER_WORDS.sub(" ", text)
    bare = re.sub(r"\s+(?:at|bei|chez|@|of|in|&|and)\s*$|^\s*(?:at|bei|chez|@|of|in|with)\s+", " ", bare, flags=re.I)
    name = " ".join(bare.split()).strip(' -–—|:,·•»«"')
    return name if 1 < len(name) <= MAX_COMPANY else ""
