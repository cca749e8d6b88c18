"""Files become rows: whoever claims a file reads it a batch at a time, to its end or until its turn is over.

A turn is over after a few seconds if other files wait for a reader. Then the file is given back, and claimed again when
it is next: files of users who have fewest being read come first, and among those whoever has waited longest.

One batch is one transaction: the rows, their numbers and counts, and how far the file has come, on condition that the
file is still ours. While a batch is being written the next is being read. Killed at any instruction, nothing is lost
and nothing is there twice: the next reader passes over the rows that are in.

A database that cannot be reached is waited for, for as long as the lease lasts. A row that the database does not take
is found by halving its batch, and kept as one that is bad.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import psycopg

from garner import observe
from garner.core.lifecycle import (
    JobState,
    Stage,
)
from garner.core.pacing.backoff import Backoff
from garner.core.plurals import counted
from garner.core.tuning.controllers import IngestBatch
from garner.engine.engine import Engine
from garner.errors import (
    BodyMissing,
    GarnerError,
    InputError,
    TooLarge,
    Unavailable,
)
from garner.postgres.database import Connection
from garner.runtime.ingest.open_files import (
    OpenFile,
    ParkedFiles,
)
from garner.runtime.ingest.row_sources import RowSource
from garner.settings import Settings
from garner.store.ingest import (
    ingests,
    rows,
)
from garner.store.ingest.ingests import (
    IngestClaim,
    IngestEnding,
)
from garner.store.ingest.rows import (
    Block,
    Copied,
    Displaced,
)

INGEST_BATCH = "ingest_batch"  # the controller
AGAIN = Backoff(first_seconds=0.1, longest_seconds=5.0)
LATER = Backoff(first_seconds=2.0, longest_seconds=60.0)
# A wait for a connection that is shorter is nobody's concern.
WAITED_MS = 20.0
MOST_FAILURES = 20  # of one batch, one after the other, before it is left for later
# How long a file is read before others get their turn, from its first new rows on. Where it took long to come to these,
# for it had to be opened again and rows to be passed over, it is read for longer, within bounds.
TURN_SECONDS = 0.5
TURN_PER_OPENING = 1.0
LONGEST_TURN_SECONDS = 3.0
NOT_KEPT = "The database cannot hold what is in this row"


class NotOurs(Exception):
    """Another reads the file."""


class Canceled(Exception):
    """Nobody wants its rows any more."""


def batch_size(settings: Settings) -> IngestBatch:
    return IngestBatch(settings.ingest_min_rows, settings.ingest_max_rows, settings.db_p50_ms, settings.db_p95_ms)


class Ingester:
    """Reads files, any number at a time, with one opinion of how many rows the database takes well."""

    def __init__(self, engine: Engine, worker: str, most_per_user: int | None = None) -> None:
        self.engine, self.worker = engine, worker
        self._most_per_user = most_per_user  # files at a time
        self.size = batch_size(engine.settings)
        self.lease_seconds = engine.settings.lock_floor_ms / 1000
        self._has_begun = False
        self._parked = ParkedFiles()

    async def close(self) -> None:
        """Closes files that wait for their next turn."""
        await self._parked.close()

    async def run_next(self, most_bytes: int | None = None) -> bool:
        """Reads one file that waits, if there is one, for one turn."""
        async with self.engine.database.transaction() as connection:
            claim = await ingests.claim(connection, self.worker, self.lease_seconds, most_bytes, self._most_per_user)
        if claim is None:
            if most_bytes is None:
                await self._parked.close()  # others read them, or nobody does any more
            return False
        await self._run(claim, most_bytes)
        return True

    async def _run(self, claim: IngestClaim, most_bytes: int | None) -> None:
        started = time.monotonic()
        self._begin()
        try:
            async with self._renewed(claim):
                ending = await self._read(claim, most_bytes)
                if ending is None:
                    return
                read = await self._finish(claim, ending)
        except NotOurs:
            observe.emit(observe.LeaseLost("ingest", claim.id, "another reads the file"))
            return
        except asyncio.CancelledError:
            await self._release(claim)
            raise
        except Unavailable as error:
            observe.emit(observe.DatabaseLost("ingest", str(error.__cause__ or error)))
            await self._release(claim, LATER.delay(claim.attempts, random.random()))
            return
        seconds = time.monotonic() - started
        observe.emit(observe.IngestFinished(claim.job_id, claim.file_name, read, ending.error, round(seconds, 3)))

    def _begin(self) -> None:
        """A file of few rows changes nothing about the size, which is to be seen all the same."""
        if not self._has_begun:
            self._has_begun = True
            self._tell("start")

    async def _read(self, claim: IngestClaim, most_bytes: int | None) -> IngestEnding | None:
        """As far as it can be read; None when its turn is over before."""
        if claim.attempts > self.engine.settings.max_attempts_error:
            return IngestEnding(error_code="reader_died", error=f"Reading {claim.file_name} failed again and again.")
        try:
            file = await self._parked.take(claim) or await self._open(claim)
            try:
                ending = await self._write_all(claim, file, most_bytes)
            except BaseException:
                await file.close()
                raise
        except (InputError, BodyMissing, TooLarge) as error:
            return IngestEnding(error_code=error.code, error=_told(claim, error, claim.rows_read))
        except Canceled:
            return IngestEnding(error_code="canceled")
        if ending is not None:
            await file.close()
            return ending
        await self._parked.park(claim, file)
        # One that is opened again and again and gives no rows uses up its attempts.
        await self._release(claim, is_failed=file.is_new and file.rows_read == claim.rows_read)
        return None

    async def _open(self, claim: IngestClaim) -> OpenFile:
        observe.emit(observe.IngestStarted(claim.job_id, claim.file_name, claim.size_bytes, claim.rows_read))
        file = await OpenFile.open(self.engine, claim)
        await self._describe(claim, file.source)
        return file

    async def _write_all(self, claim: IngestClaim, file: OpenFile, most_bytes: int | None) -> IngestEnding | None:
        source, limit, turn = file.source, await self._limit(claim), IngestTurn(file)
        while (block := await file.next_block(*self._batch())) is not None:
            turn.note_block()
            fits = limit.rows - file.rows_read
            if fits >= len(block):
                file.read_ahead(*self._batch())
            part = block.part(0, fits) if fits < len(block) else block
            file.rows_read = await self._write_patiently(claim, part, file.rows_read)
            if fits < len(block):
                return _ending(source, limit.code, f"{claim.file_name}: {limit.sentence}")
            if turn.is_over and await self._is_others_turn(claim, most_bytes):
                await self._describe(claim, source)  # or what was noticed is lost if another process reads on
                return None
        if source.broken is None:
            return _ending(source)
        return _ending(source, source.broken.code, _told(claim, source.broken, file.rows_read))

    def _batch(self) -> tuple[int, int]:
        return self.size.decide(), self.engine.settings.ingest_max_batch_bytes

    async def _is_others_turn(self, claim: IngestClaim, most_bytes: int | None) -> bool:
        async with self.engine.database.connection() as connection:
            if await ingests.is_canceled(connection, claim):
                raise Canceled
            return await ingests.has_free(connection, most_bytes)

    async def _write_patiently(self, claim: IngestClaim, block: Block, read: int) -> int:
        """Writes a block, in smaller parts if it must be; how far the file has come then."""
        failures, most = 0, max(1, len(block))
        while block:
            part = block if len(block) <= most else block.part(0, most)
            try:
                written = await self._write(claim, part, read)
            except Displaced:
                continue
            except psycopg.DataError as error:
                most = len(part) // 2
                if len(part) == 1:
                    block, most = _instead(part, error).followed_by(block.part(1, len(block))), 1
                continue
            except Unavailable as error:
                failures += 1
                most = self._failed(error)
                if failures > MOST_FAILURES:
                    raise
                await asyncio.sleep(AGAIN.delay(failures, random.random()))
                continue
            block = block.part(written - read, len(block))
            read, failures, most = written, 0, most * 2
        return read

    async def _write(self, claim: IngestClaim, block: Block, read: int) -> int:
        database, bad = self.engine.database, len(block.problems)
        asked, queued = time.monotonic(), self.engine.database.queued
        async with database.transaction() as connection:
            began, waited = time.monotonic(), self.engine.database.queued > queued
            if not await ingests.advance(connection, claim, self.worker, before=read, rows=len(block), bad=bad):
                return await self._already_written(connection, claim, read)
            copied = await _append(connection, block)
        took_ms = (time.monotonic() - began) * 1000
        self._learn(claim, copied, block.size, took_ms, waited=waited and (began - asked) * 1000 > WAITED_MS)
        self.engine.wake(Stage.MATCH)
        return read + len(block)

    async def _already_written(self, connection: Connection, claim: IngestClaim, read: int) -> int:
        """Of a commit that was cut off nobody knows whether it came through, unless the file is further than that."""
        now = await ingests.rows_read(connection, claim, self.worker)
        if now is None or now <= read:
            raise NotOurs
        return now

    def _learn(self, claim: IngestClaim, written: Copied, size: int, took_ms: float, *, waited: bool) -> None:
        cause = self.size.wrote(written.rows, took_ms, waited=waited)
        observe.emit(observe.RowsWritten(claim.job_id, written.rows, written.bad, written.repeated, size, took_ms))
        self._tell(cause, round(took_ms, 1))

    def _failed(self, error: Unavailable) -> int:
        observe.emit(observe.DatabaseLost("ingest", str(error.__cause__)))
        self._tell(self.size.failed())
        return self.size.decide()

    def _tell(self, cause: str | None, took_ms: float | None = None) -> None:
        if cause is not None:
            observe.emit(observe.ControllerDecided(INGEST_BATCH, self.size.decide(), cause, took_ms))

    async def _limit(self, claim: IngestClaim) -> "Limit":
        """How many rows of the file may be read, all in all."""
        settings = self.engine.settings
        async with self.engine.database.connection() as connection:
            of_person = await ingests.room_for_rows(connection, claim.user_id, settings.user_max_open_items)
            of_job = settings.upload_max_rows - await ingests.rows_of_job(connection, claim.job_id)
        most = claim.rows_read + max(0, min(of_person, of_job))
        if of_person < of_job:
            code, why = ingests.TOO_MANY_OPEN_ROWS, f"you may have {settings.user_max_open_items:,} unfinished"
        else:
            code, why = ingests.TOO_MANY_ROWS, f"a job may have {settings.upload_max_rows:,}"
        return Limit(most, code, f"only {counted(most, 'row was', 'rows were')} taken, for {why}.")

    async def _describe(self, claim: IngestClaim, source: RowSource) -> None:
        if (claim.rows_read == 0 and source.columns) or source.warnings:
            async with self.engine.database.transaction() as connection:
                await ingests.describe(connection, claim.job_id, _ending(source))
                if not source.may_have_links:
                    await ingests.rule_out_links(connection, claim)

    async def _finish(self, claim: IngestClaim, ending: IngestEnding) -> int:
        async with self.engine.database.transaction() as connection:
            read = await ingests.finish(connection, claim, self.worker, ending)
        if read is None:
            raise NotOurs
        self.engine.wake(Stage.MATCH)
        return read

    async def _release(self, claim: IngestClaim, delay: float = 0, *, is_failed: bool = False) -> None:
        with suppress(Unavailable):  # else its lease ends by itself
            async with self.engine.database.connection() as connection:
                await ingests.release(connection, claim, self.worker, delay, is_failed=is_failed or delay > 0)

    @asynccontextmanager
    async def _renewed(self, claim: IngestClaim) -> AsyncIterator[None]:
        renewing = asyncio.create_task(self._renew(claim))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, claim: IngestClaim) -> None:
        """While the file is read; who has lost it is told when it comes to write."""
        is_ours = True
        while is_ours:
            await asyncio.sleep(self.lease_seconds / 3)
            with suppress(Unavailable):
                async with self.engine.database.connection() as connection:
                    is_ours = await ingests.renew(connection, claim, self.worker, self.lease_seconds)


async def _append(connection: Connection, block: Block) -> Copied:
    """After the last row of the job, whose file is held. Whoever steers the job waits only for the end of it."""
    place = await rows.look(connection, block)
    if place is None or place.state == JobState.CANCELED:
        raise Canceled
    copied = await rows.copy(connection, block, place)
    state = await rows.hold_lane(connection, block.of.job_id)
    if state is None or state == JobState.CANCELED:
        raise Canceled
    await rows.join(connection, block, place, copied, state)
    return copied


class IngestTurn:
    """How long a file is read at a time: until it has given some rows at least, unless that takes too long."""

    def __init__(self, file: OpenFile) -> None:
        self._file, self._rows_before = file, file.rows_read
        self._began = time.monotonic() - file.opening_seconds
        self._started: float | None = None
        self._seconds = TURN_SECONDS

    def note_block(self) -> None:
        """Time counts from where what was read before is passed over."""
        if self._started is None and not self._file.source.is_passing_over:
            self._started = time.monotonic()
            longer = min(TURN_PER_OPENING * (self._started - self._began), LONGEST_TURN_SECONDS)
            self._seconds = max(TURN_SECONDS, longer)

    @property
    def is_over(self) -> bool:
        if self._started is None:
            return False
        seconds = self._seconds if self._file.rows_read > self._rows_before else LONGEST_TURN_SECONDS
        return time.monotonic() > self._started + seconds


@dataclass(frozen=True, slots=True)
class Limit:
    rows: int
    code: str  # of how a file ends that has more
    sentence: str


def _instead(part: Block, error: psycopg.DataError) -> Block:
    return part.in_other_words(f"{NOT_KEPT}: {error.diag.message_primary or 'it is refused'}.")


def _ending(source: RowSource, code: str | None = None, error: str | None = None) -> IngestEnding:
    return IngestEnding(source.format, source.columns, source.meanings, source.warnings, source.decimals, code, error)


def _told(claim: IngestClaim, error: GarnerError, read: int = 0) -> str:
    kept = f" What was read before, {counted(read, 'row')}, is kept." if read else ""
    reasons = "".join(f" {field.field}: {field.reason}" for field in error.fields)
    return f"{claim.file_name}: {error.message}{reasons}{kept}"
