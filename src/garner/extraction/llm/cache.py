"""What a language model said of a page is remembered with the page's print, and said again while that reads the same.

Asking is dear, and not everybody allows it. So a page that is read again, by a newer extractor or for somebody who does
not allow asking, gets the answer of the last time as the last rung of its ladder, like a new one: a rung above it that
finds more by now goes before it. Of a page that reads differently nothing is remembered, though some of it may still
stand there; what such a page says, nobody has been asked.

It is remembered in the page's own words, which is all that was believed of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from garner.core.record import Kind
from garner.extraction.llm.grounding import (
    quoted,
    shown_of,
)
from garner.extraction.page.document import Document
from garner.extraction.unchanged.page_fingerprint import (
    PagePrint,
    reads_the_same,
    text_fingerprint,
)

Answers = Mapping[Kind, Mapping[str, Any]]  # of a language model
MOST_REMEMBERED = 100_000  # characters


def load(
    document: Document, before: Mapping[str, Any] | None, now: PagePrint, threshold: int, *, same_body: bool
) -> dict[Kind, Mapping[str, Any]]:
    """What was said of the page that `before` is the print of, if this one reads the same."""
    said = load_for_body(before)
    if not said:
        return {}
    then = PagePrint.from_json(before).text
    if not same_body and not reads_the_same(then, now.text or text_fingerprint(document), threshold):
        return {}
    return said


def load_for_body(before: Mapping[str, Any] | None) -> dict[Kind, Mapping[str, Any]]:
    """What was said of the very body that `before` is the print of."""
    said: Any = (before or {}).get("said")
    if not isinstance(said, Mapping):
        return {}
    return {kind: said[kind] for kind in Kind if isinstance(said.get(kind), Mapping)}


def in_its_words(document: Document, answers: Answers) -> dict[Kind, Mapping[str, Any]]:
    return {kind: quoted(kind, answer, shown_of(document) or "") for kind, answer in answers.items()}


def to_be_said_again(document: Document, said: Answers, now: PagePrint) -> dict[str, Any]:
    """Part of a print. It comes with the text by which it will be known whether the page still reads the same."""
    if not said or len(str(said)) > MOST_REMEMBERED:
        return {}
    text = replace(now, text=now.text or text_fingerprint(document)).to_json()["text"]
    return {"said": {str(kind): dict(answer) for kind, answer in said.items()}, "text": text}
