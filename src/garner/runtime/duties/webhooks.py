"""Call users' webhooks: many concurrently, one call at a time for each webhook, and none waits for another that hangs.

A call is made outside of any transaction, under a lease. If a worker dies between the call and its settling, the call
is made again with the same delivery id: delivery is at least once.
"""

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, timedelta
from random import Random
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import orjson

from garner import observe
from garner.core.accounts.secrets import unseal
from garner.core.accounts.webhooks import GONE, event_of, explain_rejection, rest_seconds, signature
from garner.core.lifecycle import FACE_WORDS, MAILBOX_CODES, ItemStatus
from garner.engine import Engine
from garner.engine.people.webhooks import webhook_key
from garner.errors import ConfigurationError, FetchError, Unavailable
from garner.fetch import CallAnswer, Caller
from garner.runtime.duties.duty import finish_tasks
from garner.settings import Settings
from garner.store.people import webhooks
from garner.store.people.webhooks import FailedCall, WebhookCall

DUTY = "call_webhooks"
MAX_AT_ONCE = 32
CALL_SECONDS = 10.0
LEASE = timedelta(seconds=3 * CALL_SECONDS)
POLL_SECONDS = 1.0
STOP_SECONDS = 5.0  # for calls in flight when the worker stops
NOT_OPENED = "The webhook's secret could not be decrypted: GARNER_SECRET_KEY or the data folder has changed."


def make_caller(settings: Settings) -> Caller:
    return Caller(
        timeout_seconds=CALL_SECONDS,
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        concurrency=MAX_AT_ONCE,
    )


@dataclass(frozen=True, slots=True)
class CallOutcome:
    answer: CallAnswer | None
    error: str | None  # the reason why it was not delivered

    @property
    def status(self) -> int | None:
        return self.answer.status if self.answer else None

    @property
    def word(self) -> str:
        if self.error is None:
            return "delivered"
        return "gone" if self.status == GONE else "failed"


class WebhookCalls:
    """The duty that makes webhook calls. `async with WebhookCalls(...) as calls` lets calls in flight finish."""

    def __init__(self, engine: Engine, caller: Caller) -> None:
        self._engine = engine
        self._caller = caller
        self._give_up_after = timedelta(hours=engine.settings.mailbox.webhook_hours)
        self._undecryptable: set[int] = set()  # webhooks whose secrets cannot be unsealed here
        self._under_way: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await finish_tasks(self._under_way, STOP_SECONDS)

    async def run_once(self) -> int:
        """Make the calls that are due, and those that become due meanwhile."""
        made = 0
        while True:
            for call in await self._claim():
                self._under_way.add(asyncio.create_task(self._make(call)))
            if not self._under_way:
                return made
            ended, _ = await asyncio.wait(self._under_way, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            self._under_way -= ended
            made += len(ended)

    async def _claim(self) -> list[WebhookCall]:
        room = MAX_AT_ONCE - len(self._under_way)
        if room <= 0:
            return []
        async with self._engine.database.transaction() as connection:
            return await webhooks.claim(connection, LEASE, room, self._undecryptable)

    async def _make(self, call: WebhookCall) -> None:
        """Make one call. An error on our side is logged, and the call is made again after its lease."""
        try:
            secret = self._unseal_secret(call)
            if secret is None:
                await self._leave_to_others(call)
                return
            started = time.monotonic()
            outcome = await self._send(call, secret)
            await self._settle(call, outcome, time.monotonic() - started)
        except Unavailable as error:
            observe.emit(observe.DatabaseLost(DUTY, str(error.__cause__)))
        except Exception as error:  # an unexpected error of one call must not end the others
            observe.emit(observe.LoopFailed(DUTY, repr(error)))

    def _unseal_secret(self, call: WebhookCall) -> str | None:
        try:
            return unseal(call.secret, webhook_key(self._engine.settings))
        except ConfigurationError as error:
            self._undecryptable.add(call.webhook_id)
            observe.emit(observe.WebhookUnusable(call.webhook_id, error.message))
            return None

    async def _leave_to_others(self, call: WebhookCall) -> None:
        async with self._engine.database.transaction() as connection:
            await webhooks.hand_back(connection, call, NOT_OPENED)

    async def _send(self, call: WebhookCall, secret: str) -> CallOutcome:
        body = orjson.dumps(make_payload(call), option=orjson.OPT_UTC_Z)
        headers = {
            "Content-Type": "application/json",
            "Garner-Event": event_of(call.status, call.event),
            "Garner-Delivery": str(call.delivery_id),
            "Garner-Signature": signature(secret, call.called_at, body),
        }
        try:
            answer = await self._caller.post(call.url, body, headers)
        except FetchError as error:
            return CallOutcome(None, error.message)
        return CallOutcome(answer, explain_rejection(answer.status))

    async def _settle(self, call: WebhookCall, outcome: CallOutcome, seconds: float) -> None:
        given_up = 0
        async with self._engine.database.transaction() as connection:
            if outcome.error is None and outcome.status is not None:
                await webhooks.mark_delivered(connection, call, outcome.status)
            else:
                given_up = await webhooks.mark_failed(
                    connection, call, _make_failure(call, outcome, self._engine.rng), self._give_up_after
                )
        host = urlsplit(call.url).hostname or ""
        delivery = (call.webhook_id, call.delivery_id, event_of(call.status, call.event), host)
        observe.emit(observe.WebhookCalled(*delivery, outcome.word, outcome.status, call.attempt, seconds))
        if given_up:
            observe.emit(observe.DeliveriesGivenUp(call.webhook_id, given_up))


def _make_failure(call: WebhookCall, outcome: CallOutcome, rng: Random) -> FailedCall:
    asked_for = outcome.answer.retry_after if outcome.answer else None
    return FailedCall(
        outcome.status,
        outcome.error or "",
        webhook_pause=timedelta(seconds=rest_seconds(call.failures + 1, rng.random(), asked_for)),
        delivery_delay=timedelta(seconds=rest_seconds(call.attempt, rng.random(), asked_for)),
        gone=outcome.status == GONE,
    )


def make_payload(call: WebhookCall) -> dict[str, Any]:
    about: dict[str, Any] = {"job": None if call.status is None else _job(call, ItemStatus(call.status))}
    return {
        "event": event_of(call.status, call.event),
        "delivery_id": call.delivery_id,
        "created_at": call.happened_at.astimezone(UTC),
    } | (about if call.payload is None else call.payload)


def _job(call: WebhookCall, status: ItemStatus) -> dict[str, Any]:
    """Return the job as the mailbox lists it. A job that is no longer stored has only its id and its final status."""
    word = FACE_WORDS[status].mailbox
    is_error = word == "ERROR"
    completed_at = call.completed_at
    return {
        "id": call.item_id,
        "job_type": call.job_type,
        "url": call.job_url,
        "status": word,
        "error_code": MAILBOX_CODES.get(status, call.error_code) if is_error else None,
        "error_message": call.last_error if is_error else None,
        "completed_at": completed_at.astimezone(UTC) if completed_at else None,
        "preview": {"title": call.title, "source_host": urlsplit(call.job_url or "").hostname},
    }
