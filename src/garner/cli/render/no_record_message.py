"""Explain that a page has no record of the requested kind, so that the user knows what to try next."""

from collections.abc import Iterator

from garner.core.record import Kind, Record
from garner.extraction import Extraction
from garner.extraction.page.document import Document
from garner.extraction.submitted import SubmittedPage, extract_submitted

FEW_LETTERS = 200  # a page with less text than that is hardly meant to be read as it is


def nothing_on(page: SubmittedPage) -> str:
    return f"There is no {_kind_of(page)} on this page."


def reasons(page: SubmittedPage, extraction: Extraction, explain: bool) -> list[str]:
    """Return sentences, the first of which says that there is no record. The page is extracted again for them, at any
    cost: this too runs in the separate process."""
    return list(_reasons(page, extraction, explain))


def _kind_of(page: SubmittedPage) -> str:
    return page.kinds[0] if len(page.kinds) == 1 else "record"


def _reasons(page: SubmittedPage, extraction: Extraction, explain: bool) -> Iterator[str]:
    other = _of_another_kind(page)
    if other is not None:
        yield (
            f"There is no {_kind_of(page)} on this page, but a {other.kind} ({other.confidence:g}). "
            f"To extract it, use -k {other.kind}."
        )
        return
    yield nothing_on(page)
    document = Document(page.body, url=page.url, charset=page.charset)
    if document.mentions(b"<script") and len(document.text) < FEW_LETTERS:
        yield (
            "It has scripts and hardly any text. Save it from a browser, or run `garner parse` with GARNER_RENDER=true."
        )
    elif not document.url:
        yield "Some pages can only be read with their URL. Name it with --url."
    if not explain and any(missed.found for missed in extraction.missed.values()):
        yield "--explain shows what is missing."


def _of_another_kind(page: SubmittedPage) -> Record | None:
    others = tuple(kind for kind in Kind if kind not in page.kinds)
    if not others:
        return None
    looked = SubmittedPage(page.body, page.url, others, page.charset, page.site_parsers)
    return next(iter(extract_submitted(looked).best_first), None)
