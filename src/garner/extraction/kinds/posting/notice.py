"""Detect the notice that a job is closed: "This position has been filled."

Whether the last day to apply has passed is a question for a clock, not for a page, and this module has no clock. A
notice counts only as a line of its own that states the fact: "if the position has been filled" states nothing.
"""

import re
from collections.abc import Iterable

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.posting.lines import PostingLine, posting_lines
from garner.extraction.kinds.posting.words import NOTICE_STEMS
from garner.extraction.page.document import Document

_WORDS = load_word_lists(__package__)

MAX_NOTICE = 220

_ENGLISH_THING = f"(?:{_WORDS.pattern('advertised_thing')})"
_NOTICE = re.compile(
    rf"\b{_ENGLISH_THING}\b[^.!?]{{0,60}}?\b(?:no longer (?:available|open|active|accepting|posted|exists?|online|"
    "advertised)|"
    r"(?:is|are|was|has|have) (?:now |been |already |since |currently |not )*(?:closed|expired|filled|removed|"
    r"unavailable|archived|available anymore|accepting applications anymore|taken down))\b|"
    r"\bno longer accepting (?:new )?(?:applications|applicants|resumes)\b|\bnot accepting applications\b|"
    rf"^(?:this )?{_ENGLISH_THING} (?:closed|expired|filled|not found|unavailable|removed)\W*$|"
    rf"\b{_ENGLISH_THING}\b[^.!?]{{0,60}}? closed on (?:[^\W\d]+,? )?(?:the )?(?:\d|\w{{3,9}} \d)|"
    rf"{_WORDS.pattern('notices')}",
    re.I,
)
_CONDITIONAL = re.compile(rf"\b(?:{_WORDS.pattern('conditional')})\b", re.I)

# Closed temporarily, and open again later.
_RECURS = re.compile(
    r",? (?:on|at|during|over|between|from|every|each|outside|in|for) (?:\w+ ){0,2}?"
    rf"(?:{_WORDS.pattern('recurring_times')})\b",
    re.I,
)


def closed_notice(document: Document, lines: Iterable[PostingLine] | None = None) -> str | None:
    """Return the line that says that this job is closed."""
    if lines is None:
        body = document.tree.body
        text = (body.text() if body else "").lower()
        lines = posting_lines(document.lines) if any(stem in text for stem in NOTICE_STEMS) else ()
    return next((line.text for line in lines if is_notice(line)), None)


def is_notice(line: PostingLine) -> bool:
    text = line.text
    if len(text) > MAX_NOTICE or line.context.is_around or line.leads_to is not None or line.context.tag == "li":
        return False
    notice = _NOTICE.search(text)
    if notice is None or _RECURS.match(text, notice.end()):
        return False
    return not _CONDITIONAL.search(text, 0, notice.end())
