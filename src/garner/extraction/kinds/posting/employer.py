"""Find the employer on a page that does not label it.

The most reliable sign of a company is a label, then grammar (`at Acme`, `Acme is looking for`), then a line beside the
title that looks like a name, then the owner of the site. The last is worth nothing on a board, which shows the jobs of
many companies: there the site's name, its logo and its copyright are the board's, and no company is better than that.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.posting.facts import Facts, employment_words, holder_and_place, places_of, remote_words
from garner.extraction.kinds.posting.lines import PostingLine
from garner.extraction.kinds.posting.stack import heads_a_text, is_work_location, stacked_headings
from garner.extraction.kinds.posting.words import (
    ABOUT,
    AT,
    BOARD_HOSTS,
    BOARD_MENU,
    BOARD_NAME,
    BOARD_SITES,
    CAREER_WORDS,
    GENDER_MARK,
    HIRES,
    INSTITUTION,
    LABELS,
    NO_NAMES,
    NO_TITLE,
    SECTIONS,
    SEEKS,
    has_legal_form,
    names_occupation,
)
from garner.extraction.page.document import Document

_WORDS = load_word_lists(__package__)

MAX_COMPANY = 100
BESIDE = 4
MIN_SENTENCE = 30
EDGES = " \t-–—|:,.·•»«\"'()"

_PARTED = re.compile(r"\s+[|•·»«–—-]\s+|\s*\|\s*|\s+::?\s+|(?<=\w): (?=[A-Z])")
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)[\s©]*(?:\(c\)\s*)?(?:\d{4}(?:\s*[-–]\s*\d{4})?)?[\s,]*(?:by\s+)?(.{2,60})", re.I
)
_RIGHTS = re.compile(
    r"\s*(?:(?<!\bCo)(?<!\bInc)[.|·•–]\s|\ball rights\b|\balle rechte\b|\btous droits\b|\d{4}).*", re.I
)
_LOGO = re.compile(r"\b(?:company |firmen|corporate )?(?:logo|seal)\b(?: of| von| de)?", re.I)
_FRONT_HOSTS = frozenset(_WORDS.words("front_hosts"))
_SECOND_LEVEL = frozenset(("co", "com", "org", "net", "ac", "gov", "edu", "or", "ne"))
_DATA_CENTRE = re.compile(r"wd\d{1,3}\Z")
_TOP_LEVEL = re.compile(r"\.(?:com?\.[a-z]{2}|[a-z]{2,3})\Z", re.I)
_ADDRESS = re.compile(r"\w\.(?:com|net|org|[a-z]{2})\Z", re.I)  # boards use their address as their name
_MONEY = re.compile(r"[$€£%]|\d{3}")
_IN_PLACE = re.compile(r"\s+(?:in|located in|based in|à|en|w)\s+[A-ZÀ-Þ].*|\s*\(.*|,\s+[A-Z]{2}\b.*")
_NO_COMPANY = re.compile(_WORDS.pattern("no_company"), re.I)
_PLACE = re.compile(r"[A-ZÀ-Þ][\w.'’ -]{1,30}, ?(?:[A-Z]{2}\b.*|[A-ZÀ-Þ]\w+(?:, .*)?)\Z")
_HIRING = re.compile(r"(.{2,60}?) (?:is |are )?(?:now |currently )?hiring (?:for )?(.+)")
# Text that stands before the place on the site of a company with many kinds of work.
_DEPARTMENT = re.compile(
    rf"(?:\w+ (?:and|&) )?(?:{_WORDS.pattern('departments')})(?: (?:and|&) \w+| team| department| jobs?)?", re.I
)
# Words that address the readers of a page (`Komm in unser Team`), in lower case: `Toys R Us` is a company.
_ADDRESSES = re.compile(rf"\b(?:{_WORDS.pattern('addresses_readers')})\b")
_IS_SOMETHING = re.compile(
    r"^(?:(?i:at|the|die|das|la|le|el|het|de)\s+)?([A-ZÀ-Þ\d][^.!?:;]{1,60}?)(?:,? (?:located|based|"
    r"headquartered)[^.]{0,40}|, [a-z][^.]{0,60},|\s\([^)]{1,30}\))?\s+"
    rf"(?:{_WORDS.pattern('is_something')})\b"
)
_INVITES = re.compile(
    r"\b(?:at|bei|chez|presso|bij)\s+(?:the\s+)?((?:[A-ZÀ-Þ][\w&'’.-]*(?:\s+(?:of|for|the|and|&|de|la)\s+|\s+)?){1,7}?)\s*"
    r",?\s+(?:invites|seeks|is|has|announces)\b"
)
_NO_NAME_BEGINS = re.compile(rf"(?:{_WORDS.pattern('no_name_begins')})\b", re.I)


def find_company(
    document: Document, lines: Sequence[PostingLine], facts: Facts, title: str, title_at: int, places: Sequence[str]
) -> tuple[str | None, str]:
    taken = {plain(title), *map(plain, places), *(plain(place.partition(",")[0]) for place in places)}
    for raw_name, how in _companies(document, lines, facts, title, title_at, places):
        name = cleaned_company(raw_name or "")
        if name and plain(name) not in taken and not NO_TITLE.match(name) and not _NO_COMPANY.fullmatch(name):
            return _expand_name(name, document, lines), how
    return None, ""


def _expand_name(name: str, document: Document, lines: Sequence[PostingLine]) -> str:
    """Return `Acme` as the page itself spells it out elsewhere: `Acme Anvils, Inc.`"""
    spelt = (find_employer_statement(lines), *_who_is(lines), copyright_holder(lines), _with_legal_form(lines))
    fuller = (cleaned_company(other or "") for other in spelt)
    longer = [other for other in fuller if other.startswith(f"{name} ") and len(other.split()) <= 6]
    return next((other for other in longer if " " not in name or has_legal_form(other)), name)


def _companies(
    document: Document, lines: Sequence[PostingLine], facts: Facts, title: str, title_at: int, places: Sequence[str]
) -> Iterator[tuple[str | None, str]]:
    """Yield possible names of the company, the most reliable first."""
    yield from ((value, "label of company") for value in facts.values.get("company", ()))
    if any(_NO_COMPANY.fullmatch(value) for value in facts.values.get("company", ())):
        return  # an employer that stays anonymous is not the site either
    yield facts.find_named("company"), "element named company"
    yield _after_at(document, lines, title, title_at), "the job at the company"
    yield _hiring(document, title), "title of who hires"
    yield _find_stacked(document, lines, title, title_at), "heading beside the title"
    is_board = _is_board(document, lines)
    beside = [
        name
        for name in _beside_title(lines, facts, title, title_at)
        if not (is_board and is_site_piece(name, document))
    ]
    yield from ((name, "name beside the title") for name in beside if has_legal_form(name))
    yield about(lines), "heading about the company"
    yield find_employer_statement(lines) or _hires(heads(document)), "sentence of who seeks"
    if not is_board:
        yield _own_site_piece(document), "title of the company's own site"
    yield from ((name, "line beside the title") for name in beside if _is_known(name, document, lines))
    yield from ((name, "sentence of who it is") for name in _who_is(lines))
    if not is_board:
        yield site_name(document), "og:site_name"
    yield _last_piece(document, title, is_board), "title of the page"
    yield _with_place(lines, facts, title, title_at, places), "name and place below the title"
    yield _with_legal_form(lines), "name with its legal form"
    if not is_board:
        yield copyright_holder(lines), "copyright"
        yield _logo(document), "logo"
        yield _host_name(document.url), "host"


def heads(document: Document) -> list[str]:
    previews = document.open_graph.get("og:title", [])[:1] + document.open_graph.get("twitter:title", [])[:1]
    return list(dict.fromkeys(filter(None, [*previews, document.title])))


def pieces(head: str) -> list[str]:
    return [piece.strip(EDGES) for piece in _PARTED.split(head) if piece.strip(EDGES)]


def plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def site_name(document: Document) -> str | None:
    return next(iter(document.open_graph.get("og:site_name", ())), None)


def _is_board(document: Document, lines: Sequence[PostingLine]) -> bool:
    """Return whether the site shows the jobs of many companies: its name indicates it, or its menu invites them."""
    links = [line.text for line in lines if line.leads_to is not None and len(line.text) < 40]
    if any(map(BOARD_MENU.match, links)) or BOARD_NAME.search(_host_name(document.url)):
        return True
    names = [_host_name(document.url), site_name(document) or ""]
    names += [piece for head in heads(document) for piece in pieces(head)[-1:]]
    return any(_squeeze(_TOP_LEVEL.sub("", name)) in BOARD_SITES for name in names)


def _after_at(document: Document, lines: Sequence[PostingLine], title: str, title_at: int) -> str | None:
    near = [line.text for line in lines[title_at : title_at + 3] if len(line.text) < 80]
    for head in (*heads(document), *(line.text for line in lines if line.context.heading in (1, 2, 3)), *near):
        parts = AT.split(f" {head}", maxsplit=1)
        if len(parts) == 2 and (plain(title) in plain(parts[0]) or (head in near and not parts[0].strip())):
            return _IN_PLACE.sub("", pieces(parts[1])[0]) if pieces(parts[1]) else None
    return None


def _hiring(document: Document, title: str) -> str | None:
    """Return the company in `Acme hiring Baker in Lyon, France`."""
    companies_and_jobs = ((who.group(1), who.group(2)) for head in heads(document) if (who := _HIRING.match(head)))
    named = (name for name, sought in companies_and_jobs if plain(title) in plain(sought) and _is_proper_name(name))
    return next(named, None)


def _own_site_piece(document: Document) -> str | None:
    """Return the company in `Acme Careers` on a host with a name similar to Acme."""
    names = [*(piece for head in heads(document) for piece in pieces(head)), site_name(document) or ""]
    own = (name for name in names if is_site_piece(name, document) and not _ADDRESS.search(name))
    return next(map(cleaned_company, own), None)


def is_site_piece(piece: str, document: Document) -> bool:
    host, name = _squeeze(_host_name(document.url)), _squeeze(cleaned_company(piece))
    if len(host) > 2 and _squeeze(piece) == host:
        return True
    return len(name) > 2 and len(host) > 2 and (name in host or (host in name and len(name) < 2 * len(host)))


def _squeeze(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def about(lines: Sequence[PostingLine]) -> str | None:
    headings = (
        line.text.strip(EDGES) for line in lines if (line.context.heading or line.is_bold) and len(line.text) < 60
    )
    return next(
        (match.group(1) for head in headings if (match := ABOUT.match(head)) and match.group(1)[0].isupper()), None
    )


def find_employer_statement(lines: Sequence[PostingLine]) -> str | None:
    return _hires(line.text for line in lines if not line.context.is_around and len(line.text) > MIN_SENTENCE)


def _hires(sentences: Iterable[str]) -> str | None:
    for sentence in sentences:
        match = HIRES.match(sentence)
        name = _IN_PLACE.sub("", match.group(1)) if match else ""
        if name and _is_proper_name(name) and match and SEEKS.match(sentence[match.end(1) :]):
            return name
    return None


def _is_proper_name(name: str) -> bool:
    words = name.split()
    if name.lower() in NO_NAMES or not 0 < len(words) <= 8 or _NO_NAME_BEGINS.match(name) or names_occupation(words[0]):
        return False
    return words[-1].strip("(")[:1].isupper() and (words[0][:1].isupper() or words[0][:1].isdigit())


def _beside_title(lines: Sequence[PostingLine], facts: Facts, title: str, title_at: int) -> Iterator[str]:
    """Yield the short lines next to the title that may be a name; a link to the first page is the site's name."""
    below = range(title_at + 1, min(title_at + 1 + BESIDE, len(lines)))
    above = range(max(0, title_at - 2), title_at)[::-1]
    # A value after a label is what the label says: a department is not the employer.
    for line in (lines[at] for at in (*below, *above) if at not in facts.at):
        name = next(iter(pieces(line.text)), "")
        name = holder_and_place(name)[0] or (name.split(", ")[0] if name.count(", ") > 1 else name)
        if line.leads_to != "/" and _may_name_company(line, name, title):
            yield name


def _find_stacked(document: Document, lines: Sequence[PostingLine], title: str, title_at: int) -> str | None:
    """Return the heading beside that of the title, if one of them gives the place too. A heading right above a text may
    be the heading of that text, unless the page uses it as a name."""
    stacked = stacked_headings(lines, title_at)
    others = [line for line in stacked if not (places_of(line.text) or is_work_location(line.text))]
    if len(others) == len(stacked):
        return None
    names = (line for line in others if _may_name_company(line, line.text, title) and not _is_about_job(line.text))
    are_names = (
        line.text for line in names if not heads_a_text(lines, title_at, line) or _is_used(line, document, lines)
    )
    return next(are_names, None)


def _is_used(line: PostingLine, document: Document, lines: Sequence[PostingLine]) -> bool:
    """Return whether a heading is a company's name by its form, or because it occurs elsewhere on the page as well."""
    name = line.text
    if has_legal_form(name) or _is_known(name, document, lines):
        return True
    return " " in name and any(name in other.text for other in lines if other is not line)


def _with_place(
    lines: Sequence[PostingLine], facts: Facts, title: str, title_at: int, places: Sequence[str]
) -> str | None:
    """Return `Acme` from `Acme · Lyon, France` below the title, or from a line between the title and a line that begins
    with the place."""
    for at in range(title_at + 1, min(title_at + 1 + BESIDE, len(lines))):
        name, *rest = pieces(lines[at].text) or [""]
        if not rest and at == title_at + 1 and at + 1 < len(lines):
            rest = pieces(lines[at + 1].text)
        is_before_place = at not in facts.at and bool(rest) and any(rest[0].startswith(place) for place in places)
        if is_before_place and _may_name_company(lines[at], name, title) and not _is_about_job(name):
            return name
    return None


def _is_about_job(text: str) -> bool:
    return bool(_DEPARTMENT.fullmatch(text) or employment_words(text)) or remote_words(text) is not None


def _is_known(name: str, document: Document, lines: Sequence[PostingLine]) -> bool:
    """Return whether the rest of the page treats it as a name, or it is one by its form."""
    if INSTITUTION.search(name):
        return True
    if any(line.text.startswith(f"{name} ") and len(line.text) > 60 for line in lines):
        return True
    return f" {plain(name)} " in f" {plain(' '.join(heads(document)))} " and not _PLACE.match(name)


def _may_name_company(line: PostingLine, name: str, title: str) -> bool:
    words = [word for word in name.split() if len(word) > 3]
    if line.context.is_around or not 2 < len(name) <= 70 or 3 * sum(word[0].islower() for word in words) > len(words):
        return False
    if name[0].islower() or _MONEY.search(name) or _ADDRESSES.search(name):
        return False
    if _shares_words(name, title) or name.lower() in LABELS or ":" in name or name.endswith("."):
        return False
    is_section = any(pattern.search(name) for pattern in SECTIONS.values())
    return not is_section and not NO_TITLE.match(name) and not GENDER_MARK.search(name) and not names_occupation(name)


def _who_is(lines: Sequence[PostingLine]) -> Iterator[str]:
    """Yield the names in `Acme is a maker of anvils` and `Acme is an equal opportunity employer`."""
    for line in lines:
        if line.context.is_around or len(line.text) < 40 or line.leads_to is not None:
            continue
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-ZÀ-Þ])", line.text[:1_500])[:12]:
            match = _INVITES.search(sentence[:200]) or _IS_SOMETHING.match(sentence[:250])
            name = match.group(1).strip() if match else ""
            if name and _is_proper_name(name) and not names_occupation(name):
                yield name


def _last_piece(document: Document, title: str, is_board: bool) -> str | None:
    """Return the rest of the page's title without the job, the place, and the site that is a board."""
    for head in heads(document):
        parts = [
            piece
            for piece in pieces(head)
            if not _shares_words(piece, title)
            and f" {plain(title)} " not in f" {plain(piece)} "
            and not NO_TITLE.match(piece)
            and not _PLACE.match(piece)
            and not _ADDRESS.search(piece)
            and len(cleaned_company(piece)) > 2
        ]
        if is_board:
            formed = (part for part in parts[:-1] if not is_site_piece(part, document) and has_legal_form(part))
            return next(formed, None)
        if parts:
            return parts[-1]
    return None


def _with_legal_form(lines: Sequence[PostingLine]) -> str | None:
    short = (line for line in lines if len(line.text) <= 70 and not line.context.is_around and line.leads_to is None)
    return next((line.text for line in short if has_legal_form(line.text) and line.text[0].isupper()), None)


def _shares_words(piece: str, title: str) -> bool:
    words = set(plain(piece).split())
    return 2 * len(words & set(plain(title).split())) >= len(words)


def copyright_holder(lines: Sequence[PostingLine]) -> str | None:
    for line in reversed(lines[-40:]):
        match = _COPYRIGHT.search(line.text)
        if match:
            return _RIGHTS.sub("", match.group(1))
    return None


def _logo(document: Document) -> str | None:
    alts = (image.attributes.get("alt") or "" for image in document.tree.css("img[alt]")[:20])
    return next((_LOGO.sub(" ", alt) for alt in alts if _LOGO.search(alt) and len(alt) < 60), None)


def _host_name(url: str) -> str:
    """Return `Acme` for careers.acme.com, acme.recruitee.com and boards.greenhouse.io/acme."""
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


def cleaned_company(text: str) -> str:
    text = re.sub(r"^(?:at|@|bei|chez|presso|bij|by|von|über|about)\s+", "", text.strip(EDGES), flags=re.I)
    bare = CAREER_WORDS.sub(" ", text)
    bare = re.sub(r"\s+(?:at|bei|chez|@|of|in|&|and)\s*$|^\s*(?:at|bei|chez|@|of|in|with)\s+", " ", bare, flags=re.I)
    name = " ".join(bare.split()).strip(' -–—|:,·•»«"')
    return name if 1 < len(name) <= MAX_COMPANY else ""
