"""The outcome of a fetch as a value, and the next action.

Every answer is classified before anything is parsed, and every class has one action: extract, keep the stored record,
retry later, wait, or fail. Waiting differs from retrying: a site that asks to slow down has not failed, so the page
spends no attempt. Deciding here, without I/O, keeps policy testable and the stages short.

A code names an outcome everywhere: in verdicts, attempts, the error log and the faces' answers. One table defines what
each code means for the error log and for its lane, and a verdict with a code that is not in it cannot be created.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from garner.core.pacing import block_pages
from garner.core.pacing.backoff import Backoff
from garner.core.pacing.block_pages import BlockPage
from garner.errors import GarnerError, ProxyFailed


class PageClass(StrEnum):
    OK = "ok"
    NOT_MODIFIED = "not_modified"
    GONE = "gone"
    SOFT_BLOCK = "soft_block"
    HARD_BLOCK = "hard_block"
    LOGIN_WALL = "login_wall"
    EMPTY = "empty"
    THROTTLED = "throttled"
    SERVER_ERROR = "server_error"
    WRONG_TYPE = "wrong_type"
    UNEXPECTED_STATUS = "unexpected_status"


class Action(StrEnum):
    EXTRACT = "go_on"
    UNCHANGED = "unchanged"  # the stored records are still valid
    RETRY = "retry"
    WAIT = "wait"  # retry without spending an attempt
    FOLLOW = "follow"  # the next hop of a redirect is a separate request
    REQUEUE = "come_back"  # the page is fetched next: its host's robots.txt was read first
    FAIL = "fail"


class LaneEffect(StrEnum):
    """The effect of an outcome on its lane."""

    ANSWER = "answer"  # the site answered; the outcome concerns the page only
    THROTTLED = "throttled"
    FAILURE = "failure"  # the next page would most likely fail too
    NEUTRAL = "neutral"  # no request reached the site, or the fault is ours


class Meaning(NamedTuple):
    error_type: str
    lane_effect: LaneEffect


def _codes(error_type: str, lane_effect: LaneEffect, codes: str) -> dict[str, Meaning]:
    return dict.fromkeys(codes.split(), Meaning(error_type, lane_effect))


_CODE_MEANINGS: dict[str, Meaning] = {
    **_codes("http", LaneEffect.ANSWER, "ok not_modified redirected robots_read gone unexpected_status"),
    **_codes("http", LaneEffect.ANSWER, "too_many_redirects bad_redirect"),
    **_codes("http", LaneEffect.THROTTLED, "throttled"),
    **_codes("http", LaneEffect.FAILURE, "server_error robots_unreachable"),
    **_codes("network", LaneEffect.FAILURE, "network_error fetch_timeout fetch_failed proxy_or_site_failed"),
    **_codes("network", LaneEffect.NEUTRAL, "unforeseen worker_lost proxy_failed browser_crashed breaker_open"),
    **_codes("blocked", LaneEffect.FAILURE, "soft_block hard_block"),
    **_codes("blocked", LaneEffect.ANSWER, "login_wall"),
    **_codes("blocked", LaneEffect.NEUTRAL, "private_address left_to_another robots_disallowed"),
    **_codes("validation", LaneEffect.ANSWER, "empty wrong_type too_large undecodable_body"),
    **_codes("parse", LaneEffect.ANSWER, "robots_unreadable"),
    **_codes("parse", LaneEffect.NEUTRAL, "no_record extract_failed extract_timeout extract_crashed body_missing"),
    **_codes("parse", LaneEffect.NEUTRAL, "llm_failed llm_timeout llm_unreachable llm_busy llm_refused"),
    **_codes("parse", LaneEffect.NEUTRAL, "llm_bad_answer llm_budget_spent picture_unreadable"),
    **_codes("network", LaneEffect.NEUTRAL, "provider_failed"),
    # Raised by code that a stage calls, but not about a page.
    **_codes(
        "validation",
        LaneEffect.NEUTRAL,
        "internal configuration wrong_secret_key secret_key_missing conflict not_found",
    ),
    **_codes("validation", LaneEffect.NEUTRAL, "domain_inactive"),
    **_codes("validation", LaneEffect.NEUTRAL, "invalid_input invalid_url malformed_body body_too_large"),
    **_codes("validation", LaneEffect.NEUTRAL, "wrong_media_type not_installed offset_page"),
    **_codes("validation", LaneEffect.NEUTRAL, "unreadable_file empty_file no_rows locked_file file_too_large"),
    **_codes("validation", LaneEffect.NEUTRAL, "known_file file_changed changes_deleted"),
    **_codes("validation", LaneEffect.NEUTRAL, "sitemap_unreadable source_refused"),
    **_codes("network", LaneEffect.NEUTRAL, "source_unavailable"),
    **_codes(
        "network", LaneEffect.NEUTRAL, "unavailable disk_full overloaded too_many_requests forbidden unauthorized"
    ),
}
KNOWN_CODES = frozenset(_CODE_MEANINGS)


@dataclass(frozen=True, slots=True)
class Verdict:
    action: Action
    code: str = "ok"
    message: str = ""
    delay_seconds: float = 0.0
    spent: bool = False  # no attempts were left for a retry

    def __post_init__(self) -> None:
        # Checked here, where the stack still shows the caller, and not when a whole batch is written.
        if self.code not in KNOWN_CODES:
            raise LookupError(f"unknown outcome code {self.code!r}")

    @property
    def error_type(self) -> str:
        return _CODE_MEANINGS[self.code].error_type

    @property
    def has_failed(self) -> bool:
        """Return whether it was an error that another attempt may avoid, rather than a property of the page."""
        return self.action is Action.RETRY or (self.action is Action.FAIL and self.spent)

    def multiply_delay(self, factor: float) -> "Verdict":
        """Return the same verdict with the delay of a retry multiplied."""
        return replace(self, delay_seconds=self.delay_seconds * factor) if self.action is Action.RETRY else self


MAX_TYPE_LENGTH = 100  # of a type quoted in a message
_TEXT_TYPES = ("text/", "application/xhtml", "application/xml", "application/json", "application/ld+json")
# First bytes of files that are sometimes served as text/html or without a type.
_FOREIGN_STARTS = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b")
# UTF-16, with a byte order mark or starting with markup: the only text in which every other byte may be zero.
_WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_LOOKED_AT = 1024
_GONE = (404, 410)
_SIGN_IN_REQUIRED = 401
_REFUSED = (403, 407, 430, 451, 999)
_SLOW_DOWN = (420, 429, 529)  # statuses that need no Retry-After
_BUSY = 503
_LATE = (408, 425)
_ACTIONS = {
    PageClass.OK: Action.EXTRACT,
    PageClass.NOT_MODIFIED: Action.UNCHANGED,
    PageClass.GONE: Action.FAIL,
    PageClass.SOFT_BLOCK: Action.RETRY,  # another proxy, or a quieter hour, may help
    PageClass.HARD_BLOCK: Action.RETRY,
    PageClass.LOGIN_WALL: Action.FAIL,
    PageClass.EMPTY: Action.RETRY,  # usually a temporary error
    PageClass.THROTTLED: Action.WAIT,
    PageClass.SERVER_ERROR: Action.RETRY,
    PageClass.WRONG_TYPE: Action.FAIL,
    PageClass.UNEXPECTED_STATUS: Action.FAIL,
}
_MESSAGES = {
    PageClass.OK: "",
    PageClass.NOT_MODIFIED: "",
    PageClass.GONE: "The page does not exist (HTTP {status}).",
    PageClass.SOFT_BLOCK: "The site answered with a challenge instead of the page (HTTP {status}).",
    PageClass.HARD_BLOCK: "The site refused the request (HTTP {status}).",
    PageClass.LOGIN_WALL: "The site requires a sign-in to show the page (HTTP {status}).",
    PageClass.EMPTY: "The page is empty.",
    PageClass.THROTTLED: "The site asked to slow down (HTTP {status}).",
    PageClass.SERVER_ERROR: "The site returned an error (HTTP {status}).",
    PageClass.WRONG_TYPE: "The URL returned {type}, not a web page.",
    PageClass.UNEXPECTED_STATUS: "The site returned an unexpected status (HTTP {status}).",
}


def classify(
    status: int,
    content_type: str | None,
    body: bytes,
    *,
    requested_url: str | None = None,
    final_url: str | None = None,
    conditional: bool = False,
    challenged: bool = False,
    retry_after: float | None = None,
) -> PageClass:
    """Return the class of an answer. `conditional` says that validators were sent, without which a 304 means nothing;
    `challenged` that a header announced a challenge (`block_pages.announces_challenge`)."""
    if 200 <= status < 300:
        if challenged:
            return PageClass.SOFT_BLOCK
        if requested_url and final_url and block_pages.is_sign_in_redirect(requested_url, final_url):
            return PageClass.LOGIN_WALL
        return _classify_content(content_type, body)
    if status == 304 and conditional:
        return PageClass.NOT_MODIFIED
    return _classify_refusal(status, body, challenged, retry_after)


def _classify_content(content_type: str | None, body: bytes) -> PageClass:
    if (content_type and not content_type.startswith(_TEXT_TYPES)) or _is_foreign(body):
        return PageClass.WRONG_TYPE
    if block_pages.is_bare(body):
        return PageClass.EMPTY
    match block_pages.detect_block_page(body):
        case BlockPage.CHALLENGE:
            return PageClass.SOFT_BLOCK
        case BlockPage.SIGN_IN:
            return PageClass.LOGIN_WALL
        case None:
            return PageClass.OK


def _is_foreign(body: bytes) -> bool:
    """Return whether the body is not text, regardless of its declared type."""
    return body.startswith(_FOREIGN_STARTS) or (b"\0" in body[:_LOOKED_AT] and not body.startswith(_WIDE_TEXT))


def asks_to_slow_down(status: int, retry_after: float | None) -> bool:
    """Return whether an answer asks for fewer requests to the site. A 503 alone does not: one page may return it
    forever while the others are fine. The lane detects that many pages fail."""
    if status in (*_GONE, _SIGN_IN_REQUIRED):
        return False
    return status in _SLOW_DOWN or (status >= 400 and retry_after is not None)


def _classify_refusal(status: int, body: bytes, challenged: bool, retry_after: float | None) -> PageClass:
    if status in _GONE:
        return PageClass.GONE
    if status == _SIGN_IN_REQUIRED:
        return PageClass.LOGIN_WALL
    # A challenge may come as 429 or 503 too, and waiting would not help.
    may_challenge = 400 <= status < 500 or status in (*_SLOW_DOWN, _BUSY)
    if challenged or (may_challenge and block_pages.detect_block_page(body) is BlockPage.CHALLENGE):
        return PageClass.HARD_BLOCK
    if asks_to_slow_down(status, retry_after):
        return PageClass.THROTTLED
    if status in _REFUSED:
        return PageClass.HARD_BLOCK
    return PageClass.SERVER_ERROR if status >= 500 or status in _LATE else PageClass.UNEXPECTED_STATUS


def _describe_type(content_type: str | None) -> str:
    # A declared text type is wrong here: the body is not text.
    is_true = content_type and not content_type.startswith(_TEXT_TYPES)
    return content_type[:MAX_TYPE_LENGTH] if content_type and is_true else "other content"


def judge_page(
    page_class: PageClass,
    *,
    status: int,
    content_type: str | None,
    retry_after: float | None,
    attempt: int,
    max_attempts: int,
    backoff: Backoff,
    chance: float,
) -> Verdict:
    """Decide the action for a page that answered. `max_attempts` counts all fetches, including the first."""
    action = _ACTIONS[page_class]
    message = _MESSAGES[page_class].format(status=status, type=_describe_type(content_type))
    if action not in (Action.RETRY, Action.WAIT):
        return Verdict(action, page_class.value, message)
    delay = backoff.delay(attempt, chance)
    if retry_after is not None:
        delay = max(delay, min(retry_after, backoff.max_seconds))
    if action is Action.WAIT:
        return Verdict(action, page_class.value, message, delay)
    return _retry_or_fail(page_class.value, message, delay, attempt, max_attempts)


def judge_error(error: GarnerError, *, attempt: int, max_attempts: int, backoff: Backoff, chance: float) -> Verdict:
    """Decide the action for work that raised an error."""
    if not error.retryable:
        return Verdict(Action.FAIL, error.code, error.message)
    delay = backoff.delay(attempt, chance)
    if error.code == ProxyFailed.code:  # the proxy's own fault: the page was not tried, and another proxy may work
        return Verdict(Action.WAIT, error.code, error.message, delay)
    return _retry_or_fail(error.code, error.message, delay, attempt, max_attempts)


def _retry_or_fail(code: str, message: str, delay: float, attempt: int, max_attempts: int) -> Verdict:
    if attempt >= max_attempts:
        return Verdict(Action.FAIL, code, message, spent=True)
    return Verdict(Action.RETRY, code, message, delay)


def lane_effect(code: str) -> LaneEffect:
    return _CODE_MEANINGS[code].lane_effect
