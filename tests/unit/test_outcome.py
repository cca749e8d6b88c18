import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from garner import blobs, extraction, fetch, pools, runtime
from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import (
    KNOWN_CODES,
    Action,
    LaneEffect,
    PageClass,
    Verdict,
    asks_to_slow_down,
    classify,
    judge_error,
    judge_page,
    lane_effect,
)
from garner.errors import EgressRefused, GarnerError, NetworkError, ProxyFailed, ProxyOrSiteFailed

BACKOFF = Backoff(1, 300)
SOUP = b"<html><title>Soup</title><p>Boil the water."
CHALLENGE = b"<title>Just a moment...</title><script>window._cf_chl_opt = {}</script>"
SIGN_IN = b"<title>Sign in</title><form><input name=user><input type=password></form>"


@pytest.mark.parametrize(
    ("status", "content_type", "body", "expected"),
    [
        (200, "text/html", SOUP, PageClass.OK),
        (200, None, SOUP, PageClass.OK),
        (200, "application/xhtml+xml", SOUP, PageClass.OK),
        (200, "text/html", CHALLENGE, PageClass.SOFT_BLOCK),
        (202, "text/html", CHALLENGE, PageClass.SOFT_BLOCK),
        (200, "text/html", SIGN_IN, PageClass.LOGIN_WALL),
        (200, "text/html", b"  \n", PageClass.EMPTY),
        (200, "text/html", b"<!DOCTYPE html><html><head></head>\n<body></body></html>", PageClass.EMPTY),
        (204, "text/html", b"", PageClass.EMPTY),
        (200, "application/pdf", b"%PDF", PageClass.WRONG_TYPE),
        (200, "text/html", b"%PDF-1.7", PageClass.WRONG_TYPE),
        (200, "text/html", b"\x7fELF\x02\x01\0\0", PageClass.WRONG_TYPE),
        (200, "text/html", "\ufeff<p>Wide, and a text</p>".encode("utf-16-le") * 20, PageClass.OK),
        (200, "text/html", "<p>Wide, and not marked as such</p>".encode("utf-16-le") * 20, PageClass.OK),
        (200, "text/html", "<p>Wide, and not marked as such</p>".encode("utf-16-be") * 20, PageClass.OK),
        (404, "text/html", b"gone", PageClass.GONE),
        (410, "text/html", CHALLENGE, PageClass.GONE),
        (401, "text/html", b"who are you", PageClass.LOGIN_WALL),
        (403, "text/html", b"no", PageClass.HARD_BLOCK),
        (407, "text/html", b"no", PageClass.HARD_BLOCK),
        (451, "text/html", b"no", PageClass.HARD_BLOCK),
        (999, "text/html", b"no", PageClass.HARD_BLOCK),
        (405, "text/html", CHALLENGE, PageClass.HARD_BLOCK),
        (429, "text/html", CHALLENGE, PageClass.HARD_BLOCK),
        (503, "text/html", CHALLENGE, PageClass.HARD_BLOCK),
        (429, "text/html", b"slow", PageClass.THROTTLED),
        (420, "text/html", b"slow", PageClass.THROTTLED),
        (529, "text/html", SIGN_IN, PageClass.THROTTLED),
        (503, "text/html", b"busy, or broken", PageClass.SERVER_ERROR),
        (408, "text/html", b"late", PageClass.SERVER_ERROR),
        (500, "text/html", b"oops", PageClass.SERVER_ERROR),
        (502, "text/html", CHALLENGE, PageClass.SERVER_ERROR),
        (418, "text/html", b"tea", PageClass.UNEXPECTED_STATUS),
        (302, "text/html", b"", PageClass.UNEXPECTED_STATUS),
    ],
)
def test_every_response_has_a_class(status: int, content_type: str | None, body: bytes, expected: PageClass) -> None:
    assert classify(status, content_type, body) is expected


@pytest.mark.parametrize("status", [400, 403, 408, 429, 500, 503])
def test_an_error_with_retry_after_counts_as_throttling(status: int) -> None:
    assert asks_to_slow_down(status, 0.0)
    assert classify(status, "text/html", b"not now", retry_after=30) is PageClass.THROTTLED


def test_retry_after_on_a_challenge_or_a_missing_page_is_not_throttling() -> None:
    assert classify(403, "text/html", CHALLENGE, retry_after=30) is PageClass.HARD_BLOCK
    assert classify(503, "text/html", CHALLENGE, retry_after=30) is PageClass.HARD_BLOCK
    for status, page_class in ((404, PageClass.GONE), (410, PageClass.GONE), (401, PageClass.LOGIN_WALL)):
        assert classify(status, "text/html", b"", retry_after=30) is page_class
        assert not asks_to_slow_down(status, 30)
    assert classify(200, "text/html", SOUP, retry_after=30) is PageClass.OK
    assert not asks_to_slow_down(503, None) and not asks_to_slow_down(302, 30)


def test_a_304_is_unexpected_after_an_unconditional_request() -> None:
    assert classify(304, None, b"", conditional=True) is PageClass.NOT_MODIFIED
    assert classify(304, None, b"") is PageClass.UNEXPECTED_STATUS


def test_a_challenge_header_marks_the_page_as_blocked() -> None:
    assert classify(200, "text/html", SOUP, challenged=True) is PageClass.SOFT_BLOCK
    assert classify(503, "text/html", b"", challenged=True) is PageClass.HARD_BLOCK


def test_a_redirect_to_a_sign_in_page_is_a_login_wall() -> None:
    def redirected(requested: str, final: str) -> PageClass:
        return classify(200, "text/html", SOUP, requested_url=requested, final_url=final)

    assert redirected("https://shop.example/p/1", "https://shop.example/login?next=%2Fp%2F1") is PageClass.LOGIN_WALL
    assert redirected("https://shop.example/p/1", "https://shop.example/p/one") is PageClass.OK


def judge(
    page_class: PageClass, *, attempt: int = 1, retry_after: float | None = None, content_type: str = "text/html"
) -> Verdict:
    return judge_page(
        page_class,
        status=503,
        content_type=content_type,
        retry_after=retry_after,
        attempt=attempt,
        max_attempts=3,
        backoff=BACKOFF,
        chance=1,
    )


def test_a_good_page_is_extracted() -> None:
    assert judge(PageClass.OK) == Verdict(Action.EXTRACT)


def test_an_unmodified_page_is_unchanged() -> None:
    assert judge(PageClass.NOT_MODIFIED) == Verdict(Action.UNCHANGED, "not_modified")


PERMANENT = (PageClass.GONE, PageClass.LOGIN_WALL, PageClass.WRONG_TYPE, PageClass.UNEXPECTED_STATUS)
PASSING = (PageClass.SOFT_BLOCK, PageClass.HARD_BLOCK, PageClass.EMPTY, PageClass.SERVER_ERROR)


@pytest.mark.parametrize("page_class", PERMANENT)
def test_a_permanent_failure_is_not_retried(page_class: PageClass) -> None:
    verdict = judge(page_class)
    assert verdict.action is Action.FAIL and not verdict.spent and verdict.message.endswith(".")


@pytest.mark.parametrize("page_class", PASSING)
def test_a_transient_failure_is_tried_three_times(page_class: PageClass) -> None:
    verdicts = [judge(page_class, attempt=attempt) for attempt in (1, 2, 3)]
    assert [verdict.action for verdict in verdicts] == [Action.RETRY, Action.RETRY, Action.FAIL]
    assert [verdict.delay_seconds for verdict in verdicts] == [1, 2, 0]
    assert [verdict.spent for verdict in verdicts] == [False, False, True]


def test_throttling_never_uses_up_the_attempts() -> None:
    assert {judge(PageClass.THROTTLED, attempt=attempt).action for attempt in (1, 3, 1000)} == {Action.WAIT}


def test_every_class_has_a_verdict_with_a_message_unless_it_succeeded() -> None:
    for page_class in PageClass:
        verdict = judge(page_class)
        assert verdict.code == page_class
        assert bool(verdict.message) is (verdict.action not in (Action.EXTRACT, Action.UNCHANGED))


def test_a_long_content_type_is_truncated_in_the_message() -> None:
    verdict = judge(PageClass.WRONG_TYPE, content_type="application/" + "x" * 15_000)
    assert len(verdict.message) < 150 and "application/xx" in verdict.message


def test_retry_after_is_respected_within_bounds() -> None:
    assert judge(PageClass.THROTTLED, retry_after=30).delay_seconds == 30
    assert judge(PageClass.THROTTLED, retry_after=0).delay_seconds == 1
    assert judge(PageClass.THROTTLED, retry_after=1e9).delay_seconds == 300
    assert judge(PageClass.SERVER_ERROR, retry_after=30).delay_seconds == 30


def test_only_a_retryable_error_is_retried() -> None:
    again = judge_error(NetworkError("reset"), attempt=1, max_attempts=3, backoff=BACKOFF, chance=0)
    never = judge_error(EgressRefused("private"), attempt=1, max_attempts=3, backoff=BACKOFF, chance=0)
    assert (again.action, never.action) == (Action.RETRY, Action.FAIL)
    assert (again.error_type, never.error_type) == ("network", "blocked")


@pytest.mark.parametrize("attempt", [1, 3])
def test_a_proxy_failure_uses_no_attempt_of_the_page(attempt: int) -> None:
    for error, action in ((ProxyFailed("wants a password"), Action.WAIT), (ProxyOrSiteFailed("broke"), Action.RETRY)):
        verdict = judge_error(error, attempt=attempt, max_attempts=4, backoff=BACKOFF, chance=0.5)
        assert (verdict.action, verdict.spent) == (action, False)
    spent = judge_error(ProxyOrSiteFailed("broke"), attempt=3, max_attempts=3, backoff=BACKOFF, chance=0.5)
    assert spent.action is Action.FAIL and spent.spent


def every_error(parent: type[GarnerError] = GarnerError) -> Iterator[type[GarnerError]]:
    yield parent
    for child in parent.__subclasses__():
        yield from every_error(child)


def test_every_error_and_every_class_has_a_known_code() -> None:
    for package in (blobs, extraction, fetch, pools, runtime):  # a package defines its errors on import
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    raised = {error.code: error.__name__ for error in every_error() if error.__module__.startswith("garner")}
    assert {"unforeseen", "network_error", "internal"} <= set(raised)
    assert {code: name for code, name in raised.items() if code not in KNOWN_CODES} == {}
    assert set(PageClass) <= KNOWN_CODES


def test_every_code_has_one_of_the_error_log_s_types() -> None:
    types = {code: Verdict(Action.FAIL, code).error_type for code in KNOWN_CODES}
    assert set(types.values()) == {"network", "http", "parse", "validation", "blocked"}
    assert (types["hard_block"], types["fetch_timeout"], types["extract_crashed"]) == ("blocked", "network", "parse")
    assert (types["gone"], types["too_large"], types["unforeseen"]) == ("http", "validation", "network")


def test_a_verdict_with_an_unknown_code_is_rejected() -> None:
    with pytest.raises(LookupError, match="surprise"):
        Verdict(Action.FAIL, "surprise")


def test_only_codes_that_affect_every_page_are_lane_failures() -> None:
    assert {code for code in KNOWN_CODES if lane_effect(code) is LaneEffect.FAILURE} == {
        "network_error",
        "fetch_timeout",
        "fetch_failed",
        "proxy_or_site_failed",
        "server_error",
        "robots_unreachable",
        "soft_block",
        "hard_block",
    }


def test_codes_that_affect_only_the_page_count_as_an_answer() -> None:
    assert {lane_effect(code) for code in ("ok", "gone", "wrong_type", "too_large")} == {LaneEffect.ANSWER}
    assert lane_effect("throttled") is LaneEffect.THROTTLED
    assert {lane_effect(code) for code in ("private_address", "no_record", "unforeseen")} == {LaneEffect.NEUTRAL}
