"""Webhooks: event names, signatures and retry delays."""

import hashlib
import hmac
from datetime import UTC, datetime

import pytest

from garner.core.accounts.webhooks import (
    EVENTS,
    MAILBOX_EVENTS,
    OPERATORS_EVENTS,
    RETRY,
    WebhookEvent,
    event_of,
    explain_rejection,
    rest_seconds,
    signature,
)
from garner.core.lifecycle import ItemStatus
from garner.kinds.registry import CHANGE_EVENTS

MOMENT = datetime(2026, 3, 1, 12, 0, 0, 999_999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "event"),
    [
        (None, "ping"),
        (ItemStatus.DONE, "job.completed"),
        (ItemStatus.ERROR, "job.failed"),
        (ItemStatus.NOT_FOUND, "job.failed"),
        (ItemStatus.SKIPPED, "job.failed"),
        (ItemStatus.CANCELED, "job.canceled"),
    ],
)
def test_every_final_status_has_an_event_name(status: ItemStatus | None, event: str) -> None:
    assert event_of(status) == event


def test_a_stored_event_keeps_its_name() -> None:
    assert event_of(None, "record.changed") is WebhookEvent.RECORD_CHANGED


def test_every_event_but_the_ping_can_be_subscribed_to() -> None:
    assert set(EVENTS) == set(WebhookEvent) - {WebhookEvent.PING}
    assert {*MAILBOX_EVENTS, *OPERATORS_EVENTS, *CHANGE_EVENTS} <= set(EVENTS)


def test_the_signature_covers_the_timestamp_and_the_body() -> None:
    expected = hmac.new(b"secret", b'1772366400.{"event":"ping"}', hashlib.sha256).hexdigest()
    assert signature("secret", MOMENT, b'{"event":"ping"}') == f"t=1772366400,v1={expected}"


def test_another_timestamp_body_or_secret_gives_another_signature() -> None:
    later = MOMENT.replace(second=1)
    signed = {
        signature("secret", MOMENT, b"{}"),
        signature("secret", later, b"{}"),
        signature("secret", MOMENT, b"{ }"),
        signature("secreT", MOMENT, b"{}"),
    }
    assert len(signed) == 4


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_every_2xx_status_is_accepted(status: int) -> None:
    assert explain_rejection(status) is None


@pytest.mark.parametrize("status", [199, 300, 302, 304, 400, 404, 410, 429, 500, 503, 600])
def test_any_other_status_is_rejected_with_an_explanation(status: int) -> None:
    assert str(status) in (explain_rejection(status) or "")


def test_retry_delays_double_and_respect_retry_after_within_bounds() -> None:
    assert [rest_seconds(tries, 1.0) for tries in (1, 2, 3, 9, 50)] == [5, 10, 20, 1280, 1800]
    assert rest_seconds(1, 0.0) == 2.5
    assert rest_seconds(1, 0.5, asked_for=60) == 60
    assert rest_seconds(5, 1.0, asked_for=60) == 80
    assert rest_seconds(1, 0.5, asked_for=10**9) == RETRY.max_seconds
