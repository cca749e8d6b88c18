"""Turn files into rows: a reader claims a file and reads it a batch at a time, to its end or until its turn is over.

A turn is over after a few seconds if other files wait for a reader. Then the file is released, and claimed again when
it is next: files of users with the fewest being read come first, and among those the one that has waited longest.

One batch is one transaction: the rows, their numbers and counts, and the progress of the file, on condition that the
lease is still held. While a batch is being written the next is being read. A kill at any instruction loses and
duplicates nothing: the next reader skips the rows that are stored.

The reader waits for an unreachable database for as long as the lease lasts. A row that the database refuses is found by
halving its batch, and stored as a bad row.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import psycopg

from garner import observe
from garner.core.lifecycle import JobState, Stage
from garner.core.pacing.backoff import Backoff
from garner.core.plurals import format_count
from garner.core.tuning.controllers import IngestBatch
from garner.engine.engine import Engine
from garner.errors import BodyMissing, GarnerError, InputError, TooLarge, Unavailable
from garner.postgres.database import Connection
from garner.runtime.ingest.open_files import OpenFile, ParkedFiles
from garner.runtime.ingest.row_sources import RowSource
from garner.settings import Settings
from garner.store.ingest import ingests, rows
from garner.store.ingest.ingests import IngestClaim, IngestEnding
from garner.store.ingest.rows import Block, Copied, OriginalChanged

INGEST_BATCH = "ingest_batch"  # the controller
AGAIN = Backoff(first_seconds=0.1, max_seconds=5.0)
LATER = Backoff(first_seconds=2.0, max_seconds=60.0)
# Shorter waits for a connection are ignored.
WAITED_MS = 20.0
MAX_FAILURES = 20  # consecutive failures of one batch, before it is left for later
# The time a file is read before others get their turn, counted from its first new rows. If it took long to reach these,
# because the file had to be opened again and rows to be skipped, it is read for longer, within bounds.
TURN_SECONDS = 0.5
TURN_PER_OPENING = 1.0
MAX_TURN_SECONDS = 3.0
NOT_KEPT = "The database cannot store this row"


class NotOurs(Exception):
    """Another reader holds the file."""


class Canceled(Exception):
    """The job was canceled or removed, so its rows are not wanted any more."""


def batch_size(settings: Settings) -> IngestBatch:
    ingest = settings.ingest
    return IngestBatch(ingest.min_rows, ingest.max_rows, ingest.db_p50_ms, ingest.db_p95_ms)


class Ingester:
    """A reader of any number of files at a time, with one shared estimate of the batch size that suits the database."""

    def __init__(self, engine: Engine, worker: str, max_per_user: int | None = None) -> None:
        self.engine, self.worker = engine, worker
        self._max_per_user = max_per_user  # files at a time
        self.size = batch_size(engine.settings)
        self.lease_seconds = engine.settings.queue.lock_floor_ms / 1000
        self._has_begun = False
        self._parked = ParkedFiles()

    async def close(self) -> None:
        """Close files that wait for their next turn."""
        await self._parked.close()

    async def run_next(self, max_bytes: int | None = None) -> bool:
        """Read one waiting file, if there is one, for one turn."""
        async with self.engine.database.transaction() as connection:
            claim = await ingests.claim(connection, self.worker, self.lease_seconds, max_bytes, self._max_per_user)
        if claim is None:
            if max_bytes is None:
                await self._parked.close()  # other readers have them, or they are not wanted any more
            return False
        await self._run(claim, max_bytes)
        return True

    async def _run(self, claim: IngestClaim, max_bytes: int | None) -> None:
        started = time.monotonic()
        self._begin()
        try:
            async with self._keep_renewed(claim):
                ending = await self._read(claim, max_bytes)
                if ending is None:
                    return
                read = await self._finish(claim, ending)
        except NotOurs:
            observe.emit(observe.LeaseLost("ingest", claim.id, "another worker is reading the file"))
            return
        except asyncio.CancelledError:
            await self._release(claim)
            raise
        except Unavailable as error:
            observe.emit(observe.DatabaseLost("ingest", str(error.__cause__ or error)))
            await self._release(claim, LATER.delay(claim.attempts, self.engine.rng.random()))
            return
        seconds = time.monotonic() - started
        observe.emit(observe.IngestFinished(claim.job_id, claim.file_name, read, ending.error, round(seconds, 3)))

    def _begin(self) -> None:
        """Report the initial batch size: a file of few rows does not change the size, which is to be visible all the
        same."""
        if not self._has_begun:
            self._has_begun = True
            self._report("start")

    async def _read(self, claim: IngestClaim, max_bytes: int | None) -> IngestEnding | None:
        """Read as far as possible. Return None if the turn is over before the end."""
        if claim.attempts > self.engine.settings.queue.max_attempts_error:
            return IngestEnding(error_code="reader_died", error=f"Reading {claim.file_name} failed repeatedly.")
        try:
            file = await self._parked.take(claim) or await self._open(claim)
            try:
                ending = await self._write_all(claim, file, max_bytes)
            except BaseException:
                await file.close()
                raise
        except (InputError, BodyMissing, TooLarge) as error:
            return IngestEnding(error_code=error.code, error=_describe_error(claim, error, claim.rows_read))
        except Canceled:
            return IngestEnding(error_code="canceled")
        if ending is not None:
            await file.close()
            return ending
        await self._parked.park(claim, file)
        # A file that is opened repeatedly and gives no rows uses up its attempts.
        await self._release(claim, is_failed=file.is_new and file.rows_read == claim.rows_read)
        return None

    async def _open(self, claim: IngestClaim) -> OpenFile:
        observe.emit(observe.IngestStarted(claim.job_id, claim.file_name, claim.size_bytes, claim.rows_read))
        file = await OpenFile.open(self.engine, claim)
        await self._describe(claim, file.source)
        return file

    async def _write_all(self, claim: IngestClaim, file: OpenFile, max_bytes: int | None) -> IngestEnding | None:
        source, limit, turn = file.source, await self._limit(claim), IngestTurn(file)
        while (block := await file.next_block(*self._batch())) is not None:
            turn.note_block()
            fits = limit.rows - file.rows_read
            if fits >= len(block):
                file.read_ahead(*self._batch())
            part = block.part(0, fits) if fits < len(block) else block
            file.rows_read = await self._write_with_retries(claim, part, file.rows_read)
            if fits < len(block):
                return _ending(source, limit.code, f"{claim.file_name}: {limit.sentence}")
            if turn.is_over and await self._is_others_turn(claim, max_bytes):
                await self._describe(claim, source)  # otherwise these findings are lost if another process continues
                return None
        if source.broken is None:
            return _ending(source)
        return _ending(source, source.broken.code, _describe_error(claim, source.broken, file.rows_read))

    def _batch(self) -> tuple[int, int]:
        return self.size.decide(), self.engine.settings.ingest.max_batch_bytes

    async def _is_others_turn(self, claim: IngestClaim, max_bytes: int | None) -> bool:
        async with self.engine.database.connection() as connection:
            if await ingests.is_canceled(connection, claim):
                raise Canceled
            return await ingests.has_free(connection, max_bytes)

    async def _write_with_retries(self, claim: IngestClaim, block: Block, read: int) -> int:
        """Write a block, in smaller parts if necessary, and return the file's progress."""
        failures, most = 0, max(1, len(block))
        while block:
            part = block if len(block) <= most else block.part(0, most)
            try:
                written = await self._write(claim, part, read)
            except OriginalChanged:
                continue
            except psycopg.DataError as error:
                most = len(part) // 2
                if len(part) == 1:
                    block, most = _drop_content(part, error).followed_by(block.part(1, len(block))), 1
                continue
            except Unavailable as error:
                failures += 1
                most = self._shrink_batches(error)
                if failures > MAX_FAILURES:
                    raise
                await asyncio.sleep(AGAIN.delay(failures, self.engine.rng.random()))
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
        """Return the file's progress after a commit with an unknown outcome. Raise unless the file has advanced."""
        now = await ingests.rows_read(connection, claim, self.worker)
        if now is None or now <= read:
            raise NotOurs
        return now

    def _learn(self, claim: IngestClaim, written: Copied, size: int, took_ms: float, *, waited: bool) -> None:
        cause = self.size.record_written(written.rows, took_ms, waited=waited)
        observe.emit(observe.RowsWritten(claim.job_id, written.rows, written.bad, written.repeated, size, took_ms))
        self._report(cause, round(took_ms, 1))

    def _shrink_batches(self, error: Unavailable) -> int:
        observe.emit(observe.DatabaseLost("ingest", str(error.__cause__)))
        self._report(self.size.record_failure())
        return self.size.decide()

    def _report(self, cause: str | None, took_ms: float | None = None) -> None:
        if cause is not None:
            observe.emit(observe.ControllerDecided(INGEST_BATCH, self.size.decide(), cause, took_ms))

    async def _limit(self, claim: IngestClaim) -> "Limit":
        """Return how many rows of the file may be read in total."""
        settings = self.engine.settings
        async with self.engine.database.connection() as connection:
            of_person = await ingests.room_for_rows(connection, claim.user_id, settings.limits.user_max_open_items)
            of_job = settings.limits.upload_max_rows - await ingests.rows_of_job(connection, claim.job_id)
        most = claim.rows_read + max(0, min(of_person, of_job))
        if of_person < of_job:
            max_open = settings.limits.user_max_open_items
            code, why = ingests.TOO_MANY_OPEN_ROWS, f"you may have at most {max_open:,} unfinished"
        else:
            code, why = ingests.TOO_MANY_ROWS, f"a job may have at most {settings.limits.upload_max_rows:,}"
        return Limit(most, code, f"only {format_count(most, 'row was', 'rows were')} imported, because {why}.")

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
        with suppress(Unavailable):  # otherwise its lease expires by itself
            async with self.engine.database.connection() as connection:
                await ingests.release(connection, claim, self.worker, delay, is_failed=is_failed or delay > 0)

    @asynccontextmanager
    async def _keep_renewed(self, claim: IngestClaim) -> AsyncIterator[None]:
        renewing = asyncio.create_task(self._renew(claim))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, claim: IngestClaim) -> None:
        """Renew the lease while the file is read. A reader that has lost the lease learns it at its next write."""
        is_ours = True
        while is_ours:
            await asyncio.sleep(self.lease_seconds / 3)
            with suppress(Unavailable):
                async with self.engine.database.connection() as connection:
                    is_ours = await ingests.renew(connection, claim, self.worker, self.lease_seconds)


async def _append(connection: Connection, block: Block) -> Copied:
    """Append the block after the last row of the job, whose file is held. A request to control the job waits only for
    the end of this."""
    position = await rows.find_position(connection, block)
    if position is None or position.state == JobState.CANCELED:
        raise Canceled
    copied = await rows.copy(connection, block, position)
    state = await rows.hold_lane(connection, block.of.job_id)
    if state is None or state == JobState.CANCELED:
        raise Canceled
    await rows.join(connection, block, position, copied, state)
    return copied


class IngestTurn:
    """The time a file is read at once: at least until it has given some rows, unless that takes too long."""

    def __init__(self, file: OpenFile) -> None:
        self._file, self._rows_before = file, file.rows_read
        self._began = time.monotonic() - file.opening_seconds
        self._started: float | None = None
        self._seconds = TURN_SECONDS

    def note_block(self) -> None:
        """Start the clock once the rows read before are skipped."""
        if self._started is None and not self._file.source.is_passing_over:
            self._started = time.monotonic()
            longer = min(TURN_PER_OPENING * (self._started - self._began), MAX_TURN_SECONDS)
            self._seconds = max(TURN_SECONDS, longer)

    @property
    def is_over(self) -> bool:
        if self._started is None:
            return False
        seconds = self._seconds if self._file.rows_read > self._rows_before else MAX_TURN_SECONDS
        return time.monotonic() > self._started + seconds


@dataclass(frozen=True, slots=True)
class Limit:
    rows: int
    code: str  # the error code of a file that has more
    sentence: str


def _drop_content(part: Block, error: psycopg.DataError) -> Block:
    return part.without_content(f"{NOT_KEPT}: {error.diag.message_primary or 'it was rejected'}.")


def _ending(source: RowSource, code: str | None = None, error: str | None = None) -> IngestEnding:
    return IngestEnding(source.format, source.columns, source.meanings, source.warnings, source.decimals, code, error)


def _describe_error(claim: IngestClaim, error: GarnerError, read: int = 0) -> str:
    kept = f" Rows imported before the error: {read:,}." if read else ""
    reasons = "".join(f" {field.field}: {field.reason}" for field in error.fields)
    return f"{claim.file_name}: {error.message}{reasons}{kept}"
