"""Read postings on pages without markup: older company pages, small boards, documents converted to HTML.

The reader first decides whether the page is an advertisement for one job at all. Many small signs count: sections on
duties and requirements, a way to apply, labels such as "Closing date", sentences that occur nowhere else, the page's
URL. Enough of them together make a posting; a list of jobs, a recipe and a shop have one or two.

Then it reads the parts: title (`naming`), company (`employer`), facts (`facts`), and the text from the title down to
the point where the page turns to something else.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from garner.extraction.kinds.posting.employer import find_company, heads
from garner.extraction.kinds.posting.facts import Facts, put_facts
from garner.extraction.kinds.posting.lines import PostingLine, posting_lines
from garner.extraction.kinds.posting.naming import find_title, names_job
from garner.extraction.kinds.posting.notice import closed_notice, is_notice
from garner.extraction.kinds.posting.words import (
    APPLY,
    COMMON_LABELS,
    GENDER_MARK,
    GIST,
    HEADED,
    JOB_ADDRESS,
    PAGE_ENDS,
    SAYINGS,
    SECTION_STEMS,
    SECTIONS,
)
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document

MAX_DESCRIPTION = 50_000
MAX_HEADING = 80
ENOUGH = 5
A_LIST = 5
MAX_TERMS = 2
MAX_SAID = 400

_OTHER_THINGS = frozenset(("recipe", "product", "productgroup", "itemlist", "event", "movie", "book"))

_SECTION_INLINE = re.compile(r"[A-ZÀ-Þ][^.:;!?]{3,35}:(?= )")


@dataclass(frozen=True, slots=True)
class Signs:
    """The evidence that a page is a posting."""

    sections: frozenset[str]
    sayings: int
    labels: int
    can_apply: bool
    has_mark: bool
    address: bool
    listed: int  # links that look like other postings
    names_job: bool  # the title contains the name of an occupation
    is_headed: bool  # the page's title mentions jobs
    is_gone: bool = False  # the page says that the job is closed
    terms: int = 0  # pay, and the kind of employment

    @property
    def weight(self) -> float:
        worth = {"duties": 2.0, "profile": 2.0, "offer": 1.0, "apply": 1.0}
        weight = sum(worth[name] for name in self.sections)
        weight += (
            min(3, self.sayings)
            + min(3, self.labels)
            + 2 * self.can_apply
            + 3 * self.has_mark
            + 2 * self.address
            + 2 * self.names_job
            + self.is_headed
            + 2 * self.is_gone
            + self.terms
        )
        return weight

    @property
    def suffice(self) -> bool:
        is_described = bool(self.sections & {"duties", "profile"})
        has_evidence = is_described or self.has_mark or self.sayings >= 2 or (self.can_apply and self.labels >= 2)
        has_evidence = has_evidence or (self.names_job and (self.labels >= 2 or self.sayings >= 1 or self.can_apply))
        has_something = bool(self.labels or self.terms or self.sections)
        has_evidence = has_evidence or (self.names_job and self.address and has_something)
        is_one = is_described or self.listed < A_LIST
        return has_evidence and is_one and self.weight >= ENOUGH


def read(document: Document) -> Candidate | None:
    if not _may_be_posting(document):
        return None
    lines = posting_lines(document.lines)
    facts = Facts(document, lines)
    titled = find_title(document, lines, facts)
    notice = closed_notice(document, lines)
    candidate = Candidate()
    candidate.put("expired", True if notice else None, "notice")
    if titled is None or _is_notice_text(lines, titled[0]):
        return _mark_closed(candidate) if notice and JOB_ADDRESS.search(document.url) else None
    title, index, how = titled
    signs = replace(_signs(document, lines, facts, title), is_gone=notice is not None)
    # Pay and similar facts are expensive to read: not for a page that they could not make a posting.
    if replace(signs, terms=MAX_TERMS).suffice:
        put_facts(candidate, facts, index)
    terms = ("salary_period" in candidate.values) + ("employment_type" in candidate.values)
    if not replace(signs, terms=terms).suffice:
        return _mark_closed(candidate) if notice and JOB_ADDRESS.search(document.url) else None
    candidate.put("title", title, how)
    company, how = find_company(document, lines, facts, title, index, candidate.values.get("locations", ()))
    candidate.put("company", company, how)
    body = _body(lines, facts, index)
    candidate.put("description", "\n".join(line.text for line in body), "lines below the title")
    candidate.put("description_html", _as_html(body), "lines below the title")
    return candidate


def _mark_closed(candidate: Candidate) -> Candidate:
    candidate.values.clear()
    candidate.warnings.append("posting: the page only states that the job is closed")
    return candidate


def _is_notice_text(lines: Sequence[PostingLine], title: str) -> bool:
    return any(is_notice(line) for line in lines if title in line.text)


def _may_be_posting(document: Document) -> bool:
    """Return whether the page may be a posting: a cheap test that rejects most pages that are something else."""
    if any(node.types & _OTHER_THINGS for graph in (document.json_ld, document.microdata) for node in graph.nodes):
        return False
    body = document.tree.body
    text = (body.text() if body else "").lower()
    if JOB_ADDRESS.search(document.url):
        return True
    stems = sum(stem in text for stem in SECTION_STEMS)
    return stems >= (1 if any(stem in text for stem in GIST) else 3)


def _signs(document: Document, lines: Sequence[PostingLine], facts: Facts, title: str) -> Signs:
    own = [line for line in lines if not line.context.is_around]
    specific = {label for label in facts.labels if label not in COMMON_LABELS}
    common = len(facts.labels) - len(specific)
    links = [line for line in own if line.leads_to is not None]
    listed = {line.leads_to for line in links if APPLY.match(line.text) or names_job(line.text)}
    return Signs(
        sections=frozenset(filter(None, map(section_of, own))),
        sayings=len({match.lower() for line in own[:MAX_SAID] for match in SAYINGS.findall(line.text)}),
        labels=len(specific) + (common >= 2) + (common >= 4),
        can_apply=any(APPLY.match(line.text) for line in own if line.leads_to is not None),
        has_mark=GENDER_MARK.search(title) is not None,
        address=JOB_ADDRESS.search(document.url) is not None,
        listed=len(listed),
        names_job=names_job(title),
        is_headed=any(map(HEADED.search, heads(document))),
    )


def section_of(line: PostingLine) -> str | None:
    """Return the section that a line is the heading of, or begins with the heading of, as in `Requirements: a
    licence`."""
    text, begins = line.text, line.pieces[0]
    inline = _SECTION_INLINE.match(text)
    if inline and len(text) > MAX_HEADING:
        text = inline.group()
    elif len(line.pieces) > 1 and (begins.endswith(":") or text[len(begins) :].startswith(":")):
        text = begins.rstrip(":") + ":"
    if len(text) > MAX_HEADING or line.leads_to is not None or line.context.heading == 1:
        return None
    stands_out = line.context.heading or line.is_bold or text.endswith((":", "：")) or line.context.tag in ("dt", "th")
    if not stands_out and not (text.isupper() and len(text) < 60):
        return None
    return next((name for name, pattern in SECTIONS.items() if pattern.search(text)), None)


def _body(lines: Sequence[PostingLine], facts: Facts, title_at: int) -> list[PostingLine]:
    """Return the lines that describe the job: below the title, up to the point where the page turns to something
    else."""
    headings = [index for index, line in enumerate(lines) if index > title_at and section_of(line)]
    last = headings[-1] if headings else title_at
    body: list[PostingLine] = []
    length = 0
    for index, line in enumerate(lines[title_at + 1 :], start=title_at + 1):
        if length > MAX_DESCRIPTION or (index > last and (line.context.is_around or PAGE_ENDS.match(line.text))):
            break
        is_fact = index in facts.at and not (headings and index > headings[0])
        is_link = line.leads_to is not None and len(line.text) < 60
        is_stray = (not headings or index < headings[0]) and len(line.text) < 40 and line.context.tag not in ("li", "p")
        if not (line.context.is_around or is_fact or is_link or is_stray):
            body.append(line)
            length += len(line.text)
    return body


def _as_html(body: Sequence[PostingLine]) -> str:
    """Return the same lines as HTML, which is safe because it contains none of the page's own markup."""
    parts = []
    for is_list, lines in groupby(body, key=lambda line: line.context.tag == "li" and not line.context.heading):
        if is_list:
            parts.append(
                "<ul>" + "".join(f"<li>{html.escape(line.text, quote=False)}</li>" for line in lines) + "</ul>"
            )
        else:
            parts.extend(_block(line) for line in lines)
    return "".join(parts)


def _block(line: PostingLine) -> str:
    tag = "h3" if line.context.heading or section_of(line) else "p"
    return f"<{tag}>{html.escape(line.text, quote=False)}</{tag}>"
