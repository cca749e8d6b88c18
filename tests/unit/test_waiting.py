from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from garner.core.waiting import Reason, TaskObstacles, explain

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
SOON = NOW + timedelta(seconds=30)
PAST = NOW - timedelta(seconds=30)
NEXT = TaskObstacles(
    now=NOW,
    status="queued",
    scheduled_at=PAST,
    in_backlog=False,
    backlog_ahead=0,
    page_paused=False,
    error_code=None,
    error_message=None,
    workers=1,
    workers_for_private=0,
    site="shop.example",
    is_active=True,
    site_paused_at=None,
    delay_seconds=2.0,
    width=5,
    in_flight=0,
    next_at=PAST,
    opened_at=None,
    open_until=None,
    breaker_cause=None,
    not_before=None,
    needs_private=False,
    robots_unread=False,
    robots_next_try_at=None,
    robots_failures=0,
    proxied=False,
    proxy_free_at=None,
    stage="crawl",
    due_at=PAST,
    attempt=0,
    max_attempts=3,
    waiting_since=None,
    lease_until=None,
    claimed_at=None,
    worker=None,
    ahead=0,
)
LEASED: dict[str, Any] = {"worker": "w1", "lease_until": SOON, "claimed_at": NOW - timedelta(seconds=7)}
FAILED: dict[str, Any] = {"due_at": SOON, "attempt": 1, "error_code": "server_error", "error_message": "HTTP 500."}
UNSCHEDULED: dict[str, Any] = {"status": "pending", "stage": None, "due_at": None}

STORIES: list[tuple[Reason, dict[str, Any], str]] = [
    (Reason.QUEUED, {}, "the page is next"),
    (Reason.SITE_INACTIVE, {"is_active": False}, "shop.example is disabled"),
    (Reason.SITE_PAUSED, {"site_paused_at": PAST}, "shop.example is paused until an operator resumes it"),
    (Reason.PAGE_PAUSED, {"page_paused": True}, "the page is paused until an operator resumes it"),
    (Reason.NO_WORKER, {"workers": 0}, "no worker is running"),
    (
        Reason.NO_WORKER_ALLOWED,
        {"needs_private": True},
        "shop.example is private, and no running worker may fetch private addresses",
    ),
    (
        Reason.BREAKER_OPEN,
        {"opened_at": PAST, "open_until": SOON, "breaker_cause": "network_error"},
        "shop.example does not answer (network_error); next try at 2026-11-15T12:00:30Z",
    ),
    (
        Reason.BREAKER_OPEN,
        {"opened_at": PAST, "open_until": PAST, "breaker_cause": "network_error"},
        "shop.example does not answer (network_error); trying again now",
    ),
    (
        Reason.ASKED_TO_WAIT,
        {"not_before": SOON},
        "shop.example asked Garner to wait until 2026-11-15T12:00:30Z",
    ),
    (
        Reason.ASKED_TO_WAIT,
        {"due_at": SOON, "waiting_since": PAST, "error_code": "throttled", "error_message": "Slow down (HTTP 429)."},
        "Slow down (HTTP 429); next try at 2026-11-15T12:00:30Z",
    ),
    (
        Reason.RETRY,
        {"due_at": SOON, "waiting_since": PAST, "error_code": "unavailable", "error_message": "No room."},
        "No room; next try at 2026-11-15T12:00:30Z",
    ),
    (Reason.RETRY, FAILED, "retrying (attempt 2 of 3): HTTP 500; next try at 2026-11-15T12:00:30Z"),
    (
        Reason.ROBOTS_BEING_READ,
        {"robots_unread": True, "robots_next_try_at": SOON},
        "the robots.txt of shop.example is being read first",
    ),
    (
        Reason.ROBOTS_UNREACHABLE,
        {"robots_unread": True, "robots_next_try_at": SOON, "robots_failures": 2},
        "the robots.txt of shop.example cannot be read; next try at 2026-11-15T12:00:30Z",
    ),
    (
        Reason.PROXIES_OFF,
        {"proxied": True, "proxy_free_at": SOON},
        "no proxy is available for shop.example; next try at 2026-11-15T12:00:30Z",
    ),
    (Reason.PROXIES_OFF, {"proxied": True}, "no proxy is available for shop.example"),
    (Reason.QUEUED, {"proxied": True, "proxy_free_at": NOW}, "the page is next"),
    (
        Reason.SITE_BUSY,
        {"width": 1, "in_flight": 1, "ahead": 1},
        "shop.example is at its limit of 1 page at a time; 1 page is ahead",
    ),
    (
        Reason.PACE,
        {"ahead": 10, "next_at": NOW + timedelta(seconds=1)},
        "shop.example gets one request every 2 s; 10 pages are ahead; expected start at 2026-11-15T12:00:21Z",
    ),
    (
        Reason.PACE,
        {"delay_seconds": 0.0, "next_at": SOON},
        "shop.example gets its next request after a pause; expected start at 2026-11-15T12:00:30Z",
    ),
    (Reason.PACE, {"ahead": 4, "delay_seconds": 0.0}, "4 pages of shop.example are ahead"),
    (Reason.PACE, {"ahead": 1000, "delay_seconds": 0.0}, "1000 or more pages of shop.example are ahead"),
    (
        Reason.SCHEDULED,
        {**UNSCHEDULED, "scheduled_at": SOON},
        "the page is not due yet; due at 2026-11-15T12:00:30Z",
    ),
    (
        Reason.BACKLOG,
        {**UNSCHEDULED, "in_backlog": True, "backlog_ahead": 3},
        "the page is in the backlog of shop.example; 3 pages are ahead",
    ),
    (Reason.BACKLOG, UNSCHEDULED, "the page is due and joins the backlog of shop.example shortly"),
    (Reason.FETCHING, {**LEASED, "status": "crawling"}, "worker w1 is fetching the page (7 s so far)"),
    (
        Reason.ROBOTS_BEING_READ,
        {**LEASED, "status": "crawling", "robots_unread": True},
        "worker w1 is reading the robots.txt of shop.example first",
    ),
    (
        Reason.EXTRACTING,
        {**LEASED, "status": "parsing", "stage": "extract"},
        "worker w1 is reading the page (7 s so far)",
    ),
    (
        Reason.WORKER_LOST,
        {**LEASED, "lease_until": PAST, "status": "crawling"},
        "worker w1 stopped responding; another worker takes over soon",
    ),
    (
        Reason.QUEUED,
        {"status": "downloaded", "stage": "extract", "ahead": 2, "site_paused_at": PAST},
        "the page is fetched and waits for a free extractor; 2 pages are ahead",
    ),
]


@pytest.mark.parametrize(("code", "story", "message"), STORIES)
def test_the_reason_for_waiting_is_explained(code: Reason, story: dict[str, Any], message: str) -> None:
    waiting = explain(replace(NEXT, **story))
    assert waiting is not None
    assert (waiting.code, waiting.message, waiting.site) == (code, message, "shop.example")


@pytest.mark.parametrize("status", ["completed", "failed"])
def test_a_settled_page_has_no_reason_for_waiting(status: str) -> None:
    assert explain(replace(NEXT, status=status, workers=0)) is None


def test_every_reason_of_a_page_has_a_case() -> None:
    of_jobs = {Reason.JOB_PAUSED, Reason.JOB_BACKLOG, Reason.JOB_PAGES, Reason.IN_HAND}
    assert {code for code, _, _ in STORIES} == set(Reason) - of_jobs


def test_reasons_that_need_an_operator_come_before_temporary_ones() -> None:
    everything = replace(NEXT, is_active=False, site_paused_at=PAST, page_paused=True, workers=0, opened_at=PAST)
    order = []
    for healed in ("is_active", "site_paused_at", "page_paused", "workers", "opened_at"):
        waiting = explain(everything)
        assert waiting is not None
        order.append(waiting.code)
        everything = replace(everything, **{healed: getattr(NEXT, healed)})
    assert order == [
        Reason.SITE_INACTIVE, Reason.SITE_PAUSED, Reason.PAGE_PAUSED, Reason.NO_WORKER, Reason.BREAKER_OPEN
    ]  # fmt: skip
