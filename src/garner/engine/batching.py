"""Natural batching: calls that arrive while others are in flight wait for them, and then travel together.

Most of the cost of a short database call is the round trip and the commit, independent of what it carries. So a call
that finds none in flight is sent alone and at once; calls that arrive meanwhile queue up, and all that have queued up
when a carrier returns are its next batch. No call waits for a batch to fill: an idle service answers as fast as without
batching, and the busier it gets the larger the batches and the cheaper each call.

A batch belongs to no single caller. A caller that disconnects takes nothing from the others; a batch that fails is
retried call by call, so that one bad call fails alone. Only when the other side cannot be reached do all fail together,
since retrying one by one would add to its load.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from garner.errors import Unavailable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Batcher(Generic[Question, Answer]):
    def __init__(
        self,
        together: Callable[[Sequence[Question]], Awaitable[Sequence[Answer]]],  # one answer per question, in order
        alone: Callable[[Question], Awaitable[Answer]],
        *,
        max_batch: int = 50,
        under_way: int = 2,
    ) -> None:
        self._together = together
        self._alone = alone
        self._max_batch = max_batch
        self._max_concurrent = under_way
        self._waiting: deque[tuple[Question, asyncio.Future[Answer]]] = deque()
        self._carriers: set[asyncio.Task[None]] = set()
        self._one_alone = False

    async def ask(self, question: Question) -> Answer:
        if not self._carriers and not self._one_alone:
            return await self._ask_alone(question)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        self._send()
        return await answer

    async def _ask_alone(self, question: Question) -> Answer:
        self._one_alone = True
        try:
            return await self._alone(question)
        finally:
            self._one_alone = False
            self._send()

    def _send(self) -> None:
        if self._waiting and len(self._carriers) + self._one_alone < self._max_concurrent:
            # Use a fresh context, so that log lines of the batch do not carry the id of one caller's request.
            carrier = asyncio.create_task(self._run_carrier(), context=Context())
            self._carriers.add(carrier)
            carrier.add_done_callback(self._end_carrier)

    def _end_carrier(self, carrier: "asyncio.Task[None]") -> None:
        self._carriers.discard(carrier)
        self._send()  # for calls queued after the carrier last read the queue, while it still counted as in flight

    async def _run_carrier(self) -> None:
        while batch := self._next_batch():
            try:
                await self._answer(batch)
            finally:
                for _, answer in batch:
                    answer.cancel()  # calls without an answer by now get none: the loop is closing

    def _next_batch(self) -> list[tuple[Question, "asyncio.Future[Answer]"]]:
        batch: list[tuple[Question, asyncio.Future[Answer]]] = []
        while self._waiting and len(batch) < self._max_batch:
            question, answer = self._waiting.popleft()
            if not answer.done():  # else its caller has disconnected
                batch.append((question, answer))
        return batch

    async def _answer(self, batch: list[tuple[Question, "asyncio.Future[Answer]"]]) -> None:
        try:
            values = await self._together([question for question, _ in batch])
        except Unavailable as error:
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
        except Exception:
            await asyncio.gather(*(self._answer_alone(question, answer) for question, answer in batch))
        else:
            for (_, answer), value in zip(batch, values, strict=True):
                if not answer.done():
                    answer.set_result(value)

    async def _answer_alone(self, question: Question, answer: "asyncio.Future[Answer]") -> None:
        try:
            value = await self._alone(question)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(value)
