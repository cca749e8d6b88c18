"""Extract records from pages that a user submits, in a file or in a request, rather than Garner fetching them.

Submitted pages are classified before they are read, as fetched pages are. A file that is not a page, or a wall in front
of one, is reported as such and not searched for a record.
"""

from dataclasses import dataclass, field

from garner.core.pacing.outcome import PageClass, classify
from garner.core.record import Kind
from garner.errors import ChallengePage, EmptyPage, NoWebPage, SignInPage
from garner.extraction.llm.cache import Answers
from garner.extraction.pipeline import Extraction, extract

_OK = 200

_REFUSED = {
    PageClass.WRONG_TYPE: (NoWebPage, "This is a binary file, not a web page."),
    PageClass.EMPTY: (EmptyPage, "The page is empty."),
    PageClass.SOFT_BLOCK: (ChallengePage, "This is a bot challenge that the site showed instead of the page."),
    PageClass.LOGIN_WALL: (SignInPage, "This is a sign-in form that the site showed instead of the page."),
}


# Files that users submit by mistake instead of a page, by their first bytes.
_FORMATS = {
    b"%PDF-": "a PDF", b"\x89PNG": "a PNG picture", b"\xff\xd8\xff": "a JPEG picture", b"GIF8": "a GIF picture",
    b"RIFF": "a WebP picture or a sound", b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x1f\x8b": "gzip within gzip", b"SQLite format 3": "a database",
}  # fmt: skip


def _name_file_type(body: bytes) -> str | None:
    name = next((name for start, name in _FORMATS.items() if body.startswith(start)), None)
    return f"This is {name}, not a web page." if name else None


@dataclass(frozen=True, slots=True)
class SubmittedPage:
    body: bytes
    url: str  # the base of relative addresses on the page; may be empty
    kinds: tuple[Kind, ...]
    charset: str | None = None
    site_parsers: bool = True
    asks_llm: bool = False  # the submitter allows calls to a language model
    answers: Answers = field(default_factory=dict)  # the model's answers


def extract_submitted(page: SubmittedPage) -> Extraction:
    """Return the records of the page, or raise an `InputError` with a code of its own if it is not a page."""
    refused = _REFUSED.get(classify(_OK, None, page.body))
    if refused is not None:
        error, message = refused
        raise error(_name_file_type(page.body) or message)
    return extract(
        page.body,
        url=page.url,
        charset=page.charset,
        kinds=page.kinds,
        site_parsers=page.site_parsers,
        asks_llm=page.asks_llm,
        answers=page.answers,
    )
