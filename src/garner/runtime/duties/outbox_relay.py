"""Publish the messages of one topic of the outbox: every part under a lease of its own, oldest message first.

A part whose publishing fails rests, longer after each failure, while the other parts and topics continue. The leases
of a relay that is killed run out; then the messages are published again. Publishing is at least once, in order per key,
and a consumer recognizes a repeated message by its id.
"""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from types import TracebackType
from typing import Protocol, Self

from garner import observe
from garner.core.pacing.backoff import Backoff
from garner.engine import Engine
from garner.errors import MessageRefused, NotPublished, Unavailable
from garner.runtime.duties.duty import BackgroundDuty, finish_tasks
from garner.store.queue import outbox
from garner.store.queue.outbox import FailedPublish, LeasedPart, Message

LEASE_SECONDS = 30.0
PUBLISH_SECONDS = 20.0  # so much less than the lease that messages are never published after it
BATCH = 100
POLL_SECONDS = 0.2
IDLE_SECONDS = 1.0
STOP_SECONDS = 5.0  # for publishing under way when the worker stops
RETRY = Backoff(first_seconds=1.0, max_seconds=60.0)
TOO_SLOW = f"The messages were not accepted within {PUBLISH_SECONDS:g} s."
TOO_LATE = "The relay was stopped for so long that its lease ends."


class Publisher(Protocol):
    """A consumer of a topic."""

    async def publish(self, messages: Sequence[Message]) -> None:
        """Publish the messages in order, and return once all are accepted. At the first that is not, raise
        `NotPublished`, or `MessageRefused` if it never will be, with the number of those before it that were
        accepted. After any other error, all are published again."""


class OutboxRelay:
    """The duty that publishes a topic. `async with OutboxRelay(...) as relay` lets publishing under way finish."""

    def __init__(self, engine: Engine, topic: str, publisher: Publisher, holder: str) -> None:
        self._engine = engine
        self._topic = topic
        self._publisher = publisher
        self._holder = holder
        self._has_parts = False
        self._under_way: set[asyncio.Task[int]] = set()

    @property
    def name(self) -> str:
        return f"relay_outbox:{self._topic}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await finish_tasks(self._under_way, STOP_SECONDS)

    async def run_once(self) -> int:
        """Publish what waits, and what is written meanwhile, and return the number of messages."""
        published = 0
        while True:
            leased_at = time.monotonic()
            for part in await self._lease():
                self._under_way.add(asyncio.create_task(self._relay(part, leased_at)))
            if not self._under_way:
                return published
            ended, _ = await asyncio.wait(self._under_way, timeout=IDLE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            self._under_way -= ended
            published += sum(task.result() for task in ended)

    async def _lease(self) -> list[LeasedPart]:
        async with self._engine.database.connection() as connection:
            if not self._has_parts:
                await outbox.add_parts(connection, self._topic)
                self._has_parts = True
            return await outbox.lease(connection, self._topic, self._holder, timedelta(seconds=LEASE_SECONDS))

    async def _relay(self, part: LeasedPart, leased_at: float) -> int:
        """Publish one batch. An error on our side is logged, and the batch is published again after its lease."""
        try:
            async with self._engine.database.connection() as connection:
                # After a failure, one message at a time: those before the one that fails are published only once.
                messages = await outbox.read(connection, part, 1 if part.failures else BATCH)
            failed = await self._publish(part, messages, leased_at) if messages else None
            return await self._settle(part, messages, failed)
        except Unavailable as error:
            observe.emit(observe.DatabaseLost(self.name, str(error.__cause__)))
        except Exception as error:  # an unexpected error of one part must not end the others
            observe.emit(observe.LoopFailed(self.name, repr(error)))
        return 0

    async def _publish(self, part: LeasedPart, messages: Sequence[Message], leased_at: float) -> FailedPublish | None:
        """Publish until shortly before the lease ends: a relay that was stopped meanwhile publishes nothing late."""
        remaining = leased_at + PUBLISH_SECONDS - time.monotonic()
        if remaining <= 0:
            return self._failure(part, messages, TOO_LATE)
        try:
            async with asyncio.timeout(remaining):
                await self._publisher.publish(messages)
        except NotPublished as error:
            is_refusal = isinstance(error, MessageRefused)
            return self._failure(part, messages, error.message, accepted=error.accepted, is_refusal=is_refusal)
        except TimeoutError:
            return self._failure(part, messages, TOO_SLOW)
        except Unavailable as error:
            return self._failure(part, messages, error.message)
        except Exception as error:  # a publisher's bug makes its own topic rest
            return self._failure(part, messages, repr(error))
        return None

    def _failure(
        self,
        part: LeasedPart,
        messages: Sequence[Message],
        error: str,
        *,
        accepted: int = 0,
        is_refusal: bool = False,
    ) -> FailedPublish:
        pause = timedelta(seconds=RETRY.delay(part.failures + 1, self._engine.rng.random()))
        return FailedPublish(messages[accepted], messages[:accepted], error, is_refusal, pause)

    async def _settle(self, part: LeasedPart, messages: Sequence[Message], failed: FailedPublish | None) -> int:
        async with self._engine.database.connection() as connection:
            if failed is None:
                is_held = await outbox.settle(connection, part, messages)
                observe.emit(observe.MessagesPublished(self._topic, part.part, len(messages), is_held))
                return len(messages)
            is_dead = await outbox.settle_failed(connection, part, failed)
        observe.emit(observe.PublishFailed(self._topic, part.part, failed.error, part.failures + 1))
        if is_dead:
            observe.emit(observe.MessageGivenUp(self._topic, failed.message.id, failed.error))
        return len(failed.accepted)


def relay_duty(relay: OutboxRelay, rng: Random) -> BackgroundDuty:
    """Return the duty. Each topic has its own, so a worker that lacks a topic's consumer does not hold its duty."""
    return BackgroundDuty(relay.name, POLL_SECONDS, relay.run_once, rng=rng, idle_seconds=IDLE_SECONDS)
