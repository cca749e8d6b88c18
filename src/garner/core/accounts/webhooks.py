"""Webhook events, and the signature that proves to the receiver that Garner sent them.

The signature covers the time of the call and the body: an eavesdropper can neither change a message nor replay it
later, if the receiver checks the time too.
"""

import hashlib
import hmac
from datetime import datetime
from enum import StrEnum

from garner.core.lifecycle import FACE_WORDS, ItemStatus
from garner.core.pacing.backoff import Backoff

RETRY = Backoff(first_seconds=5.0, max_seconds=1800.0)
GONE = 410


class WebhookEvent(StrEnum):
    COMPLETED = "job.completed"
    FAILED = "job.failed"
    CANCELED = "job.canceled"
    BATCH_FINISHED = "batch.finished"
    RECORD_CHANGED = "record.changed"
    PRODUCT_CHANGED = "product.changed"
    PRODUCT_GONE = "product.gone"
    PRODUCT_BACK = "product.back"
    PARSER_ALERT = "parser.alert"
    RUN_FINISHED = "run.finished"  # nothing sends it before there are runs
    PING = "ping"  # sent on request only


EVENT_MEANINGS = {
    WebhookEvent.COMPLETED: "a parse in your mailbox is complete",
    WebhookEvent.FAILED: "a parse in your mailbox failed",
    WebhookEvent.CANCELED: "a parse in your mailbox was canceled",
    WebhookEvent.BATCH_FINISHED: "a job of yours ended",
    WebhookEvent.RECORD_CHANGED: "the record of a page that you asked for changed",
    WebhookEvent.PRODUCT_CHANGED: "a product that you asked for changed, with its price and availability",
    WebhookEvent.PRODUCT_GONE: "a product that you asked for does not exist any more",
    WebhookEvent.PRODUCT_BACK: "a product that was gone exists again",
    WebhookEvent.PARSER_ALERT: "a site is extracted worse than usual, or well again; for operators",
    WebhookEvent.RUN_FINISHED: "a run of yours ended; there are no runs yet",
}
EVENTS = tuple(EVENT_MEANINGS)  # to which a webhook can subscribe
MAILBOX_EVENTS = (WebhookEvent.COMPLETED, WebhookEvent.FAILED, WebhookEvent.CANCELED)  # by default
OPERATORS_EVENTS = (WebhookEvent.PARSER_ALERT,)


_EVENTS_BY_STATUS = {
    "COMPLETE": WebhookEvent.COMPLETED,
    "ERROR": WebhookEvent.FAILED,
    "CANCELED": WebhookEvent.CANCELED,
}


def event_of(status: str | None, stored: str | None = None) -> WebhookEvent:
    """Return the event of a delivery: the stored one, or that of a mailbox job that ended in this state; a delivery
    with neither is a ping."""
    if stored is not None:
        return WebhookEvent(stored)
    return WebhookEvent.PING if status is None else _EVENTS_BY_STATUS[FACE_WORDS[ItemStatus(status)].mailbox]


def signature(secret: str, moment: datetime, body: bytes) -> str:
    seconds = int(moment.timestamp())
    signed = hmac.new(secret.encode(), b"%d.%s" % (seconds, body), hashlib.sha256)
    return f"t={seconds},v1={signed.hexdigest()}"


def explain_rejection(http_status: int) -> str | None:
    """Return why an answer does not count as accepted; None if it does."""
    if 200 <= http_status < 300:
        return None
    if 300 <= http_status < 400:
        return f"The receiver redirects (HTTP {http_status}); redirects are not followed."
    if http_status == GONE:
        return "The receiver is gone (HTTP 410); the webhook is disabled."
    return f"The receiver did not accept the call (HTTP {http_status})."


def rest_seconds(tries: int, chance: float, asked_for: float | None = None) -> float:
    """Return the delay before the next attempt; at least as long as the receiver asked for, up to the maximum
    backoff."""
    return max(RETRY.delay(tries, chance), min(asked_for or 0.0, RETRY.max_seconds))
