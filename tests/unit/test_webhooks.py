"""What webhooks are told by: names of events, signatures, and how long they are left alone."""

import hashlib
import hmac
from datetime import UTC, datetime

import pytest

from garner.core.accounts.webhooks import RETRY, event_of, explain_rejection, rest_seconds, signature
from garner.core.lifecycle import ItemStatus

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
def test_every_end_that_is_told_has_a_name(status: ItemStatus | None, event: str) -> None:
    assert event_of(status) == event


def test_the_signature_is_over_the_moment_and_the_body() -> None:
    expected = hmac.new(b"secret", b'1772366400.{"event":"ping"}', hashlib.sha256).hexdigest()
    assert signature("secret", MOMENT, b'{"event":"ping"}') == f"t=1772366400,v1={expected}"


def test_another_moment_body_or_secret_is_another_signature() -> None:
    later = MOMENT.replace(second=1)
    signed = {
        signature("secret", MOMENT, b"{}"),
        signature("secret", later, b"{}"),
        signature("secret", MOMENT, b"{ }"),
        signature("secreT", MOMENT, b"{}"),
    }
    assert len(signed) == 4


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_every_two_hundred_is_a_yes(status: int) -> None:
    assert explain_rejection(status) is None


@pytest.mark.parametrize("status", [199, 300, 302, 304, 400, 404, 410, 429, 500, 503, 600])
def test_anything_else_is_not_and_is_told_with_its_status(status: int) -> None:
    assert str(status) in (explain_rejection(status) or "")


def test_rests_double_and_keep_to_what_was_asked_for_within_reason() -> None:
    assert [rest_seconds(tries, 1.0) for tries in (1, 2, 3, 9, 50)] == [5, 10, 20, 1280, 1800]
    assert rest_seconds(1, 0.0) == 2.5
    assert rest_seconds(1, 0.5, asked_for=60) == 60
    assert rest_seconds(5, 1.0, asked_for=60) == 80
    assert rest_seconds(1, 0.5, asked_for=10**9) == RETRY.longest_seconds
