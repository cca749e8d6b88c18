"""Find the headings above and below a posting's title, on pages that stack the job, the employer and the place.

A heading usually begins a section, so that its text is neither a company nor a place. Consecutive headings with nothing
between them begin none: they are the lines of one title block.
"""

import re
from collections.abc import Iterable, Sequence

from garner.extraction.kinds.posting.lines import PostingLine
from garner.extraction.kinds.posting.words import FROM_WHERE, LABELS, NO_TITLE, SECTIONS

MAX_STACKED = 4
MAX_TITLE_LENGTH = 80
_FROM_SOMEWHERE = re.compile(rf"\W*{FROM_WHERE}(?:\s*[,(/–—-][^.!?]{{0,30}})?\W*\Z", re.I)


def stacked_headings(lines: Sequence[PostingLine], title_at: int) -> list[PostingLine]:
    """Return the headings next to the title, those below it first; none if the title is not a heading itself."""
    if title_at >= len(lines) or not lines[title_at].context.heading:
        return []
    below = _run(lines[title_at + 1 : title_at + 2 + MAX_STACKED])
    above = _run(reversed(lines[max(0, title_at - MAX_STACKED) : title_at]))
    return [*below, *above]


def heads_a_text(lines: Sequence[PostingLine], title_at: int, heading: PostingLine) -> bool:
    """Return whether a heading below the title stands right above a text."""
    below = range(title_at + 1, min(title_at + 2 + MAX_STACKED, len(lines) - 1))
    at = next((index for index in below if lines[index] is heading), None)
    if at is None:
        return False
    under = lines[at + 1]
    return not under.context.heading and (len(under.text) > MAX_TITLE_LENGTH or under.text.endswith((".", "!", "?")))


def _run(lines: Iterable[PostingLine]) -> list[PostingLine]:
    headings: list[PostingLine] = []
    for line in lines:
        if (
            not line.context.heading
            or line.context.is_around
            or len(headings) == MAX_STACKED
            or not _may_be_stacked(line)
        ):
            break
        headings.append(line)
    return headings


def _may_be_stacked(line: PostingLine) -> bool:
    text = line.text
    if is_work_location(text):  # though it is a label, too
        return True
    if (
        len(text) > MAX_TITLE_LENGTH
        or text.endswith((":", ".", "?", "!"))
        or text.lower() in LABELS
        or NO_TITLE.match(text)
    ):
        return False
    return not any(pattern.search(text) for pattern in SECTIONS.values())


def is_work_location(text: str) -> bool:
    """Return whether a line stands for the place and states only the distance at which the work is done: `Remote
    (US)`."""
    return _FROM_SOMEWHERE.match(text) is not None
