"""Reprocess rows of a job on request.

The caller has checked access to the job (`own_job`). Rows that are named are reopened in the transaction of the
request. Those of a whole job may be a million: an order for them is stored and processed a bounded number of rows at a
time, as many as fit into the response time at once, the rest by the workers.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.lifecycle import ENDED_ITEM, ItemStatus, JobState, Stage
from garner.core.rows.row import BAD_ROW
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB, audit_job
from garner.errors import Conflict, FieldError, NotFound
from garner.postgres.database import Connection, emit_on_commit
from garner.settings import Settings
from garner.store.jobs import jobs
from garner.store.jobs.reprocessing import orders, reopening
from garner.store.jobs.reprocessing.orders import MaxAttempts
from garner.store.jobs.reprocessing.reopening import LockedRows, RowState
from garner.store.queue import job_lanes
from garner.store.queue.job_lanes import JobLane

ROWS = 2000  # that one transaction examines
ROUND_JOBS = 10  # that one round of a worker continues
ANSWER_SECONDS = 1.0
CANCELED = Conflict("The job was canceled.")
NOT_FED = Conflict("The rows of this job were submitted one by one. Rows cannot be added or retried.")
FAILED = (ItemStatus.ERROR, ItemStatus.NOT_FOUND)
NOTHING_FITS = (
    "No row of the job has these statuses and reasons. Use `statuses` (default: ERROR and NOT_FOUND) to select"
    " others, or `itemIds` to select rows by id."
)
NONE_OF_THEM = "None of these rows has these statuses and reasons, or those that wait are already due."


@dataclass(frozen=True, slots=True)
class ReprocessRequest:
    """The rows to reprocess: those named, in any state and with any number of attempts; or all that are in these states
    and have attempts left. With `reasons`, only rows that failed for one of them."""

    item_ids: Sequence[UUID] | None = None
    statuses: Sequence[ItemStatus] | None = None
    reasons: Sequence[str] | None = None
    reset_attempts: bool = False

    def describe(self) -> dict[str, Any]:
        rows = None if self.item_ids is None else len(self.item_ids)
        return {
            "rows": rows,
            "statuses": self.statuses,
            "reasons": self.reasons,
            "resetAttempts": self.reset_attempts,
        }

    def matches(self, row: RowState) -> bool:
        if row.code == BAD_ROW or (self.statuses is not None and row.status not in self.statuses):
            return False
        return self.reasons is None or row.code in self.reasons


@dataclass(frozen=True, slots=True)
class ReprocessResult:
    """The result of a request to reprocess rows, as far as it was processed."""

    taken: int = 0  # rows that are reprocessed
    exhausted: int = 0  # rows that were skipped because they have no attempts left
    unreadable: int = 0  # lines that could not be read, which have to be edited first
    has_more: bool = False  # there are more rows to examine
    order_id: int | None = field(default=None, compare=False)  # of the order that this result belongs to

    def followed_by(self, more: "ReprocessResult") -> "ReprocessResult":
        """Add the counts of the same order, not those of an earlier order of the job."""
        if more.order_id != self.order_id:
            return replace(self, has_more=more.has_more)
        exhausted, unreadable = self.exhausted + more.exhausted, self.unreadable + more.unreadable
        return ReprocessResult(self.taken + more.taken, exhausted, unreadable, more.has_more, self.order_id)


async def reprocess(
    engine: Engine, job_id: int, request: ReprocessRequest, *, by: AuditActor | None = None
) -> ReprocessResult:
    async with engine.database.transaction() as connection:
        lane = await lock_job(connection, job_id)
        if request.item_ids is not None:
            result = await reprocess_named(connection, lane, request, request.item_ids, _max_attempts(engine.settings))
        else:
            statuses = FAILED if request.statuses is None else request.statuses
            order_id = await orders.give(
                connection, job_id, statuses, request.reasons, reset_attempts=request.reset_attempts
            )
            result = ReprocessResult(has_more=True, order_id=order_id)
        await audit_job(connection, by, "reprocess", job_id, after=request.describe())
    until = time.monotonic() + ANSWER_SECONDS
    while result.has_more:
        result = result.followed_by(await process_next_rows(engine, job_id, result.order_id))
        if time.monotonic() >= until:
            break
    engine.wake(Stage.MATCH)
    return result


def suggest_options(request: ReprocessRequest, result: ReprocessResult) -> str | None:
    """Return which options to use instead, if rows were skipped or none was taken."""
    hints = []
    if result.exhausted:
        hints.append(f"Rows without attempts left: {result.exhausted:,}. Set `resetAttempts` to retry them too.")
    if result.unreadable:
        hints.append(f"Rows that could not be read: {result.unreadable:,}. Edit them to retry them.")
    if not hints and not result.taken and not result.has_more:
        hints.append(NOTHING_FITS if request.item_ids is None else NONE_OF_THEM)
    return " ".join(hints) or None


async def process_next_rows(engine: Engine, job_id: int, own: int | None = None) -> ReprocessResult:
    """Process the next rows of the job's first order. A request that stored an order names it (`own`), and leaves
    orders alone that other requests process."""
    async with engine.database.transaction() as connection:
        lane = await job_lanes.lock(connection, job_id)
        order = await orders.first(connection, job_id, own)
        if lane is None or order is None:
            return ReprocessResult()
        if lane.queue_state == JobState.CANCELED:
            await orders.drop(connection, job_id)
            return ReprocessResult()
        batch = await orders.next_batch(connection, order, _max_attempts(engine.settings), ROWS)
        request = ReprocessRequest(
            None, [ItemStatus(status) for status in order.statuses], order.reasons, order.reset_attempts
        )
        taken = await _reprocess_ids(connection, lane, request, batch.chosen, order.asked_at)
        await orders.note(connection, order, batch)
        has_more = not batch.is_last or await orders.first(connection, job_id, own) is not None
    return ReprocessResult(taken, batch.exhausted, batch.unreadable, has_more, order.id)


async def process_orders(engine: Engine) -> int:
    """Process stored orders of some jobs further. Return how many rows may be left."""
    async with engine.database.connection() as connection:
        job_ids = await orders.jobs_with_orders(connection, ROUND_JOBS)
    result = [await process_next_rows(engine, job_id) for job_id in job_ids]
    if job_ids:
        engine.wake(Stage.MATCH)
    return ROWS * sum(outcome.has_more for outcome in result)


async def lock_job(connection: Connection, job_id: int) -> JobLane:
    """Lock and return the lane of a job that accepts new or reopened rows."""
    lane = await job_lanes.lock(connection, job_id)
    if lane is None:
        raise (NO_SUCH_JOB if await jobs.state(connection, job_id) is None else NOT_FED).copy()
    if lane.queue_state == JobState.CANCELED:
        raise CANCELED.copy()
    return lane


async def reprocess_named(
    connection: Connection,
    lane: JobLane,
    request: ReprocessRequest,
    item_ids: Sequence[UUID],
    max_attempts: MaxAttempts,
) -> ReprocessResult:
    """Reprocess the named rows. A row without attempts left starts its count again."""
    held = await reopening.lock_rows(connection, lane, item_ids)
    unknown = set(item_ids) - {row.id for row in held.rows}
    if unknown:
        reason = f"The job has no item {min(unknown)}"
        raise NotFound(f"{reason}.", fields=[FieldError("itemIds", reason)])
    taken = await _reprocess_locked(connection, lane, request, held, max_attempts=max_attempts)
    return ReprocessResult(taken, unreadable=sum(row.code == BAD_ROW for row in held.rows))


async def _reprocess_ids(
    connection: Connection, lane: JobLane, request: ReprocessRequest, item_ids: Sequence[UUID], asked_at: datetime
) -> int:
    held = await reopening.lock_rows(connection, lane, item_ids)
    return await _reprocess_locked(connection, lane, request, held, asked_at)


async def _reprocess_locked(
    connection: Connection,
    lane: JobLane,
    request: ReprocessRequest,
    held: LockedRows,
    asked_at: datetime | None = None,
    max_attempts: MaxAttempts | None = None,
) -> int:
    """Reprocess the locked rows and return their number: an ended row waits again, a row in progress is taken from its
    worker, a waiting row is due now."""
    meant = [row for row in held.rows if request.matches(row)]
    in_hand = [row.id for row in meant if row.status == ItemStatus.PROCESSING]
    waiting = [row.id for row in meant if row.status == ItemStatus.PENDING]
    ended = [row.id for row in meant if row.status in ENDED_ITEM]
    reset = request.reset_attempts
    taken = await reopening.withdraw(connection, lane, in_hand, reset_attempts=reset)
    expedited, woken = await reopening.make_due(connection, lane, waiting, reset_attempts=reset)
    reopened = await reopening.reopen(
        connection, lane, ended, reset_attempts=reset, asked_at=asked_at, max_attempts=max_attempts
    )
    await reopening.give_up_pages(connection, held, woken)
    if reopened:
        await jobs.resume_ended(connection, lane.job_id)
    if result := taken + expedited + reopened:
        emit_on_commit(connection, observe.RowsRedone(lane.job_id, result))
    return result


def _max_attempts(settings: Settings) -> MaxAttempts:
    return MaxAttempts(settings.queue.max_attempts_error, settings.queue.max_attempts_not_found)
