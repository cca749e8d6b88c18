"""What is said to a webhook, and how it knows that it was Garner who said it.

The signature is over the moment of the call and the body together: whoever listens in can neither change what was said
nor say it again later, if the receiver looks at the moment too.
"""

import hashlib
import hmac
from datetime import datetime
from enum import StrEnum

from garner.core.lifecycle import (
    FACE_WORDS,
    ItemStatus,
)
from garner.core.pacing.backoff import Backoff

RETRY = Backoff(first_seconds=5.0, longest_seconds=1800.0)
GONE = 410


class WebhookEvent(StrEnum):
    COMPLETED = "job.completed"
    FAILED = "job.failed"
    CANCELED = "job.canceled"
    PING = "ping"


_OF_ENDS = {
    "COMPLETE": WebhookEvent.COMPLETED,
    "ERROR": WebhookEvent.FAILED,
    "CANCELED": WebhookEvent.CANCELED,
}


def event_of(status: str | None) -> WebhookEvent:
    """What the end of a job in this state is called; what is of no job is a ping."""
    return WebhookEvent.PING if status is None else _OF_ENDS[FACE_WORDS[ItemStatus(status)].mailbox]


def signature(secret: str, moment: datetime, body: bytes) -> str:
    seconds = int(moment.timestamp())
    signed = hmac.new(secret.encode(), b"%d.%s" % (seconds, body), hashlib.sha256)
    return f"t={seconds},v1={signed.hexdigest()}"


def objection(http_status: int) -> str | None:
    """Why an answer does not count as taken; None for one that does."""
    if 200 <= http_status < 300:
        return None
    if 300 <= http_status < 400:
        return f"It redirects (HTTP {http_status}), which is not followed."
    if http_status == GONE:
        return "It says that it is gone (HTTP 410), and is not called any more."
    return f"It did not take it (HTTP {http_status})."


def rest_seconds(tries: int, chance: float, asked_for: float | None = None) -> float:
    """Until it is tried again after so many tries; at least as long as the receiver asked for, within reason."""
    return max(RETRY.delay(tries, chance), min(asked_for or 0.0, RETRY.longest_seconds))
