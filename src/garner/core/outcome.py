"""What a fetch came to, as a value, and what to do next.

Every answer is classified before anything is parsed, and every class has one fate: go on to extraction, try
again later, or end. Deciding here, without I/O, keeps policy testable and the stages short.
"""

from dataclasses import dataclass
from enum import StrEnum

from garner.core.backoff import Backoff
from garner.errors import GarnerError


class PageClass(StrEnum):
    OK = "ok"
    GONE = "gone"
    REFUSED = "refused"
    THROTTLED = "throttled"
    SERVER_ERROR = "server_error"
    UNEXPECTED_STATUS = "unexpected_status"
    EMPTY = "empty"
    WRONG_TYPE = "wrong_type"


class Action(StrEnum):
    GO_ON = "go_on"
    RETRY = "retry"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Verdict:
    action: Action
    code: str = "ok"
    message: str = ""
    delay_seconds: float = 0.0
    spent: bool = False  # it would have been tried again, had attempts been left

    @property
    def error_type(self) -> str:
        return _ERROR_TYPES.get(self.code, "http" if self.code in set(PageClass) else "network")


_ERROR_TYPES = {
    "private_address": "blocked",
    "refused": "blocked",
    "no_record": "parse",
    "extract_timeout": "parse",
    "extract_crashed": "parse",
    "body_missing": "parse",
    "wrong_type": "validation",
    "empty": "validation",
    "too_large": "validation",
}
_TEXT_TYPES = ("text/", "application/xhtml", "application/xml", "application/json", "application/ld+json")
_MESSAGES = {
    PageClass.GONE: "The page does not exist (HTTP {status}).",
    PageClass.REFUSED: "The site refused the request (HTTP {status}).",
    PageClass.THROTTLED: "The site asked to slow down (HTTP {status}).",
    PageClass.SERVER_ERROR: "The site failed to answer (HTTP {status}).",
    PageClass.UNEXPECTED_STATUS: "The site gave an answer that is no page (HTTP {status}).",
    PageClass.EMPTY: "The page is empty.",
    PageClass.WRONG_TYPE: "The address holds {type}, not a web page.",
}
_RETRYABLE = (PageClass.THROTTLED, PageClass.SERVER_ERROR)
_GONE = (404, 410)
_REFUSED = (401, 403, 407, 451)
_THROTTLED = (429, 503)


def classify(status: int, content_type: str | None, body: bytes) -> PageClass:
    if status in _GONE:
        return PageClass.GONE
    if status in _REFUSED:
        return PageClass.REFUSED
    if status in _THROTTLED:
        return PageClass.THROTTLED
    if status >= 500:
        return PageClass.SERVER_ERROR
    if not 200 <= status < 300:
        return PageClass.UNEXPECTED_STATUS
    if content_type and not content_type.startswith(_TEXT_TYPES):
        return PageClass.WRONG_TYPE
    return PageClass.OK if body.strip() else PageClass.EMPTY


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
    """The fate of a page that answered."""
    if page_class is PageClass.OK:
        return Verdict(Action.GO_ON)
    message = _MESSAGES[page_class].format(status=status, type=content_type)
    if page_class not in _RETRYABLE:
        return Verdict(Action.FAIL, page_class.value, message)
    delay = backoff.delay(attempt, chance)
    if retry_after is not None:
        delay = max(delay, min(retry_after, backoff.longest_seconds))
    return _again(page_class.value, message, delay, attempt, max_attempts)


def judge_error(error: GarnerError, *, attempt: int, max_attempts: int, backoff: Backoff, chance: float) -> Verdict:
    """The fate of work that failed."""
    if not error.retryable:
        return Verdict(Action.FAIL, error.code, error.message)
    return _again(error.code, error.message, backoff.delay(attempt, chance), attempt, max_attempts)


def _again(code: str, message: str, delay: float, attempt: int, max_attempts: int) -> Verdict:
    if attempt >= max_attempts:
        return Verdict(Action.FAIL, code, message, spent=True)
    return Verdict(Action.RETRY, code, message, delay)
