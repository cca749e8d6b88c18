"""The stage of what has no page: an item is worked on by what it brings with it.

So far that is the picture of a recipe, in a file that its input names.
"""

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from garner import observe
from garner.core.backoff import Backoff
from garner.core.lifecycle import ItemStatus, Stage
from garner.core.outcome import Action, judge_error
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import ExtractCrashed, ExtractError, ExtractTimeout, GarnerError, NotInstalled, Unavailable
from garner.extract.picture import PictureText
from garner.store import matching, sent
from garner.store.database import Connection
from garner.store.matching import ItemClaim, ItemResult
from garner.work.extracting import THE_BEGINNING
from garner.work.last_resort import About, LastResort, with_failures
from garner.work.loop import Held
from garner.work.pictures import Pictures

if TYPE_CHECKING:
    from garner.extract.llm import Llm

RETRY = Backoff(first_seconds=1.0, longest_seconds=60.0)
SLACK_SECONDS = 15
AHEAD = 1  # so that the next picture is at hand when one is done
KIND = Kind.RECIPE
NOTHING = "No recipe could be read off the picture."


class MatchStage:
    stage = Stage.MATCH

    def __init__(self, engine: Engine, pictures: Pictures, worker: str, llm: "Llm | None" = None) -> None:
        self.concurrency = 1 + AHEAD
        self.deadline_seconds = pictures.timeout_seconds * (1 + AHEAD) + SLACK_SECONDS
        if llm is not None:
            self.deadline_seconds += engine.settings.llm_timeout_seconds
        self._last_resort = LastResort(engine.database, llm, engine.settings.llm_daily_tokens) if llm else None
        self._engine = engine
        self._pictures = pictures
        self._worker = worker

    async def claim(self, limit: int, lease_seconds: float) -> list[ItemClaim]:
        async with self._engine.database.connection() as connection:
            return await matching.claim(connection, self._worker, limit, lease_seconds, THE_BEGINNING)

    async def seconds_until_ready(self) -> float | None:
        return None

    async def work(self, claim: ItemClaim, lease: Held) -> ItemResult:
        started = time.monotonic()
        lease.check()
        given = claim.input or {}
        try:
            packed = await self._engine.blobs.get_packed(str(given["path"]))
            text = await self._read(packed, asks_llm=bool(given.get("use_llm")))
        except (ExtractError, NotInstalled, Unavailable) as error:
            return _stumbled(claim, error)
        found = text.extraction.records.get(KIND)
        seconds = time.monotonic() - started
        observe.emit(observe.PictureRead(str(claim.item_id), text.lines, KIND if found else "", seconds))
        if found is None:
            return _result(claim, ItemStatus.NOT_FOUND, code="no_record", error=NOTHING)
        return _result(claim, ItemStatus.DONE, result=sent.on_item(found))

    async def _read(self, packed: bytes, *, asks_llm: bool) -> PictureText:
        """What is on the picture, with the help of a language model where that is allowed and something is missing."""
        may_ask = asks_llm and self._last_resort is not None
        text = await self._pictures.read(packed, KIND, asks_llm=may_ask)
        if self._last_resort is None or not text.extraction.wanting:
            return text
        asked = await self._last_resort.ask(About(""), text.extraction, (KIND,))
        if asked.answers:
            text = await self._pictures.read_again(text.page, KIND, asked.answers)
        return PictureText(text.lines, text.page, with_failures(text.extraction, asked.failures))

    def failed(self, claim: ItemClaim, error: BaseException, trace: str) -> ItemResult:
        if isinstance(error, TimeoutError):
            return _stumbled(claim, ExtractTimeout("Reading the picture took longer than allowed."))
        return _stumbled(claim, ExtractCrashed(f"Reading the picture broke down: {type(error).__name__}."))

    async def settle(self, results: Sequence[ItemResult]) -> set[int]:
        """What has to wait for no fault of its own is put back without having spent an attempt."""
        waiting = [result for result in results if result.code == Unavailable.code]
        others = [result for result in results if result.code != Unavailable.code]
        async with self._engine.database.transaction() as connection:
            owned = await matching.settle(connection, self._worker, others) if others else set()
            for result in waiting:
                owned |= await _put_back(connection, self._worker, result)
        for result in others:
            if result.work_id in owned and result.status is not ItemStatus.PENDING:
                told = (None, None, KIND, result.status, result.code, None)
                observe.emit(observe.ItemEnded(str(result.item_id), *told))
        return owned


async def _put_back(connection: Connection, worker: str, result: ItemResult) -> set[int]:
    rows = await matching.lock_owned(connection, worker, [result.work_id], [result.fence])
    await matching.put_back(
        connection,
        rows,
        delay_seconds=result.delay_seconds,
        count_attempt=False,
        code=result.code,
        error=result.error,
    )
    return set(rows)


def _result(claim: ItemClaim, status: ItemStatus, **told: Any) -> ItemResult:
    return ItemResult(claim.work_id, claim.fence, status, item_id=claim.item_id, **told)


def _stumbled(claim: ItemClaim, error: GarnerError) -> ItemResult:
    if isinstance(error, Unavailable):  # the pictures cannot be reached, which is no fault of this one
        delay = RETRY.longest_seconds * random.random()
        return _result(claim, ItemStatus.PENDING, code=error.code, error=error.message, delay_seconds=delay)
    verdict = judge_error(
        error, attempt=claim.attempt, max_attempts=claim.max_attempts, backoff=RETRY, chance=random.random()
    )
    status = ItemStatus.PENDING if verdict.action is Action.RETRY else ItemStatus.ERROR
    delay = verdict.delay_seconds
    return _result(claim, status, code=verdict.code, error=verdict.message, delay_seconds=delay)
