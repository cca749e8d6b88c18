"""Detect pages served in place of the requested page: challenges, refusals, sign-in forms.

They come with any status, 200 included, and must neither be parsed nor replace a good record. No single word identifies
them: recipes have comment forms with a captcha, articles cover bot protection, and many shops load their protector's
script on every page. But a page with a record in its markup is never a block page, and a block page has *little text*,
in a few known wordings. So these two are checked first, the cheaper one before the other: a record, or more than a
screenful of visible text, ends the check, which makes it cheap on ordinary pages. Only pages with little text are
searched for the vendors' markers and for the usual wordings; the weaker the marker, the less other text the page may
have.

All checks work on bytes in lower case, read a page at most a few times from front to back, and stop at a bound.
"""

import html
import re
from collections.abc import Mapping
from enum import StrEnum

from garner.core.record import MARKUP_TYPES
from garner.core.word_lists import load_word_lists


class BlockPage(StrEnum):
    CHALLENGE = "challenge"  # also a captcha or a refusal
    SIGN_IN = "sign_in"


MAX_BLOCK_PAGE_BYTES = 256 * 1024  # bytes of markup; challenges measure some ten thousand
_MAX_TAGS = 5000  # opening and closing; challenges have some hundred
_SCREENFUL = 2500  # bytes of visible text
_SHORT_TEXT_BYTES = 1500
_SMALL_PAGE = 8 * 1024  # bytes of markup
_MINIMAL_TEXT_BYTES = 250

_MARKERS = load_word_lists(__package__, "block_pages")
# Markup that only block pages have.
_VENDOR_MARKS = tuple(mark.encode() for mark in _MARKERS.words("vendor_marks"))
# Markup that ordinary pages have too: a block page only if there is almost nothing else.
_SHARED_MARKS = tuple(mark.encode() for mark in _MARKERS.words("shared_marks"))
_WORDINGS = re.compile(_MARKERS.pattern("wordings"))
_TYPES = rb"(?:%s)" % "|".join(name for names in MARKUP_TYPES.values() for name in names).encode()
# Each begins with literal letters, which are searched many times faster than an alternation of the three.
_RECORDS = (
    re.compile(rb'"@type"\s*:\s*(?:\[[^\]]{0,80})?"(?:https?:\\?/\\?/schema\.org\\?/)?' + _TYPES + rb'"'),
    re.compile(rb"itemtype\s*=\s*[\"']?https?://(?:www\.)?schema\.org/" + _TYPES + rb"\b"),
    re.compile(rb"typeof\s*=\s*[\"']?(?:schema:)?" + _TYPES + rb"\b"),
)
_UNSEEN = re.compile(rb"<(script|style|template|svg|iframe|select)\b")
_PASSWORD = re.compile(rb"\btype\s*=\s*[\"']?password")
_TITLE = re.compile(rb"<title\b[^>]{0,200}>([^<]{0,300})")
_SIGN_IN = re.compile(
    r"\b(?:log ?-?in|sign ?-?in|log ?on|authenticat\w+|anmelden|anmeldung|einloggen|connexion|se connecter"
    r"|iniciar sesión|acceder|accedi|inloggen|logga in|zaloguj|iniciar sessão|вход|войти)\b|登录|ログイン|로그인"
)
_SIGN_IN_ADDRESS = re.compile(
    r"[^/]*//(?:[^/]*@)?(?:(?:login|signin|sso|auth|accounts|idp)\."
    r"|[^?#]*/(?:log[-_]?in|sign[-_]?in|logon|authwall|sso|auth|oauth2?|saml|wp-login)(?:\.\w+)?(?:[/?#]|$))"
)
# A page of only these is empty.
_BARE = re.compile(rb"(?:\s|<!doctype[^>]*>|</?(?:html|head|body|title)\b[^>]*>)*")
_MAX_BARE_BYTES = 4096
_CHALLENGE_HEADERS = {"cf-mitigated": ("challenge",), "x-amzn-waf-action": ("challenge", "captcha")}


def is_bare(body: bytes) -> bool:
    """Return whether the page has no text and nothing that would load it."""
    return len(body) <= _MAX_BARE_BYTES and _BARE.fullmatch(body.lower()) is not None


def detect_block_page(body: bytes) -> BlockPage | None:
    """Return the type of block page, regardless of the status; None for an ordinary page."""
    if len(body) > MAX_BLOCK_PAGE_BYTES:
        return None
    page = body.lower()
    if page.count(b"<") > _MAX_TAGS or carries_record(page):
        return None
    text = visible_text(page, _SCREENFUL)
    if len(text) > _SCREENFUL:
        return None
    return BlockPage.CHALLENGE if _is_challenge(page, text) else BlockPage.SIGN_IN if _is_sign_in(page, text) else None


def _is_challenge(page: bytes, text: bytes) -> bool:
    if any(mark in page for mark in _VENDOR_MARKS):
        return True
    if len(text) <= _MINIMAL_TEXT_BYTES and len(page) <= _SMALL_PAGE and any(mark in page for mark in _SHARED_MARKS):
        return True
    return len(text) <= _SHORT_TEXT_BYTES and _WORDINGS.search(_readable(text)) is not None


def _is_sign_in(page: bytes, text: bytes) -> bool:
    """Return whether the page has a sign-in form, and either its title says so or it has little other text."""
    if _PASSWORD.search(page) is None:
        return False
    title = _TITLE.search(page)
    says_so = title is not None and _SIGN_IN.search(_readable(title[1])) is not None
    return says_so or len(text) <= _MINIMAL_TEXT_BYTES


def is_sign_in_redirect(requested_url: str, final_url: str) -> bool:
    """Return whether a redirect led from a page to a URL that looks like a sign-in page."""
    return bool(_SIGN_IN_ADDRESS.match(final_url.lower())) and not _SIGN_IN_ADDRESS.match(requested_url.lower())


def announces_challenge(headers: Mapping[str, str]) -> bool:
    """Return whether a header marks this answer as a challenge, as some protectors do."""
    return any(headers.get(name, "").strip().lower() in values for name, values in _CHALLENGE_HEADERS.items())


def carries_record(page: bytes) -> bool:
    """Return whether markup (in lower case) declares a record of any kind."""
    return any(record.search(page, 0, MAX_BLOCK_PAGE_BYTES) for record in _RECORDS)


def visible_text(page: bytes, enough: int) -> bytes:
    """Return the text outside of tags, from markup in lower case; little more than `enough` bytes of it."""
    pieces: list[bytes] = []
    length = position = 0
    while position < len(page) and length <= enough:
        start = page.find(b"<", position)
        start = len(page) if start < 0 else start
        piece = b" ".join(page[position : min(start, position + 2 * enough)].split())
        if piece:
            pieces.append(piece)
            length += len(piece) + 1
        position = _end_of_markup(page, start)
    return b" ".join(pieces)


def _end_of_markup(page: bytes, start: int) -> int:
    """Return where text may begin again. An unclosed element extends to the end, so that no byte is read twice."""
    if unseen := _UNSEEN.match(page, start):
        end = page.find(b"</" + unseen[1], start)
        return len(page) if end < 0 else end
    closing = b"-->" if page.startswith(b"<!--", start) else b">"
    end = page.find(closing, start)
    return len(page) if end < 0 else end + len(closing)


def _readable(text: bytes) -> str:
    return html.unescape(text.decode("utf-8", "replace")).lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
