"""Cache a language model's answer with the page's fingerprint, and reuse it while the page reads the same.

Calls are expensive, and not every user allows them. So a page that is read again, by a newer extractor or for a user
who does not allow calls, gets the previous answer as the last rung of its ladder, like a new one: a rung above it that
now finds more takes precedence. For a page that reads differently nothing is reused, though some of it may still be
there; the model has not been asked about that text.

The answer is cached in the page's own words, since only those were believed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from garner.core.record import Kind
from garner.extraction.llm.grounding import quote_answer, render_page
from garner.extraction.page.document import Document
from garner.extraction.unchanged.page_fingerprint import PageFingerprint, fingerprint_text, has_same_text

Answers = Mapping[Kind, Mapping[str, Any]]  # of a language model
MAX_REMEMBERED = 100_000  # characters


def load(
    document: Document, before: Mapping[str, Any] | None, now: PageFingerprint, threshold: int, *, same_body: bool
) -> dict[Kind, Mapping[str, Any]]:
    """Return the cached answers for the page with the fingerprint `before`, if this one reads the same."""
    answers = load_for_body(before)
    if not answers:
        return {}
    then = PageFingerprint.from_json(before).text
    if not same_body and not has_same_text(then, now.text or fingerprint_text(document), threshold):
        return {}
    return answers


def load_for_body(before: Mapping[str, Any] | None) -> dict[Kind, Mapping[str, Any]]:
    """Return the cached answers for the exact body with the fingerprint `before`."""
    answers: Any = (before or {}).get("said")
    if not isinstance(answers, Mapping):
        return {}
    return {kind: answers[kind] for kind in Kind if isinstance(answers.get(kind), Mapping)}


def quote_answers(document: Document, answers: Answers) -> dict[Kind, Mapping[str, Any]]:
    return {kind: quote_answer(kind, answer, render_page(document) or "") for kind, answer in answers.items()}


def dump_answers(document: Document, answers: Answers, now: PageFingerprint) -> dict[str, Any]:
    """Return the part of a fingerprint that caches the answers, with the text fingerprint that later decides whether
    the page still reads the same."""
    if not answers or len(str(answers)) > MAX_REMEMBERED:
        return {}
    text = replace(now, text=now.text or fingerprint_text(document)).to_json()["text"]
    return {"said": {str(kind): dict(answer) for kind, answer in answers.items()}, "text": text}
