import pytest

from garner.core.backoff import Backoff
from garner.core.outcome import Action, PageClass, Verdict, classify, judge_error, judge_page
from garner.errors import EgressRefused, NetworkError

BACKOFF = Backoff(1, 300)


@pytest.mark.parametrize(
    ("status", "content_type", "body", "expected"),
    [
        (200, "text/html", b"<html>", PageClass.OK),
        (200, None, b"<html>", PageClass.OK),
        (200, "application/xhtml+xml", b"<html>", PageClass.OK),
        (200, "text/html", b"  \n", PageClass.EMPTY),
        (204, "text/html", b"", PageClass.EMPTY),
        (200, "application/pdf", b"%PDF", PageClass.WRONG_TYPE),
        (404, "text/html", b"gone", PageClass.GONE),
        (410, "text/html", b"gone", PageClass.GONE),
        (403, "text/html", b"no", PageClass.REFUSED),
        (429, "text/html", b"slow", PageClass.THROTTLED),
        (503, "text/html", b"slow", PageClass.THROTTLED),
        (500, "text/html", b"oops", PageClass.SERVER_ERROR),
        (418, "text/html", b"tea", PageClass.UNEXPECTED_STATUS),
        (304, None, b"", PageClass.UNEXPECTED_STATUS),
    ],
)
def test_every_answer_has_a_class(status: int, content_type: str | None, body: bytes, expected: PageClass) -> None:
    assert classify(status, content_type, body) is expected


def judge(page_class: PageClass, *, attempt: int = 1, retry_after: float | None = None) -> Verdict:
    return judge_page(
        page_class,
        status=503,
        content_type="text/html",
        retry_after=retry_after,
        attempt=attempt,
        max_attempts=3,
        backoff=BACKOFF,
        chance=1,
    )


def test_a_good_page_goes_on() -> None:
    assert judge(PageClass.OK).action is Action.GO_ON


@pytest.mark.parametrize("page_class", [PageClass.GONE, PageClass.REFUSED, PageClass.WRONG_TYPE, PageClass.EMPTY])
def test_what_will_not_change_is_not_tried_again(page_class: PageClass) -> None:
    verdict = judge(page_class)
    assert verdict.action is Action.FAIL and not verdict.spent and verdict.message.endswith(".")


def test_a_failing_server_is_tried_three_times_in_all() -> None:
    assert [judge(PageClass.SERVER_ERROR, attempt=attempt).action for attempt in (1, 2, 3)] == [
        Action.RETRY,
        Action.RETRY,
        Action.FAIL,
    ]
    assert judge(PageClass.SERVER_ERROR, attempt=3).spent


def test_retry_after_is_obeyed_within_reason() -> None:
    assert judge(PageClass.THROTTLED, retry_after=30).delay_seconds == 30
    assert judge(PageClass.THROTTLED, retry_after=0).delay_seconds == 1
    assert judge(PageClass.THROTTLED, retry_after=1e9).delay_seconds == 300


def test_an_error_is_tried_again_only_where_that_may_help() -> None:
    again = judge_error(NetworkError("reset"), attempt=1, max_attempts=3, backoff=BACKOFF, chance=0)
    never = judge_error(EgressRefused("private"), attempt=1, max_attempts=3, backoff=BACKOFF, chance=0)
    assert (again.action, never.action) == (Action.RETRY, Action.FAIL)
    assert (again.error_type, never.error_type) == ("network", "blocked")
