"""Somebody wants rows of a job done again.

That the job is theirs has been asked before (`own_job`). Rows that are named, and those that are open, are redone in
the transaction that asks for it; those that have ended may be a million, and are gone through a bounded number at a
time: as many as fit into the answer's time at once, the rest by whoever works beside it.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from garner import observe
from garner.core.lifecycle import ENDED_ITEM, OPEN_ITEM, ItemStatus, JobState, Stage
from garner.core.rows import BAD_ROW
from garner.engine.engine import Engine
from garner.engine.job_access import NO_SUCH_JOB
from garner.errors import Conflict, FieldError, NotFound
from garner.settings import Settings
from garner.store import job_lanes, jobs, redoing, reprocessing
from garner.store.database import Connection, tell
from garner.store.job_lanes import JobLane
from garner.store.redoing import Standing
from garner.store.reprocessing import MostAttempts

ROWS = 2000  # that one transaction looks at
ANSWER_SECONDS = 1.0
CANCELED = Conflict("The job was canceled.")
NOT_FED = Conflict("The rows of this job were asked for one by one, and are not done again.")
FAILED = (ItemStatus.ERROR, ItemStatus.NOT_FOUND)


@dataclass(frozen=True, slots=True)
class Redo:
    """Which rows: those named, in whatever state and with however many attempts; or all that are in these states and
    have attempts left. Either way only those with one of the reasons, if there are any."""

    item_ids: Sequence[UUID] | None = None
    statuses: Sequence[ItemStatus] | None = None
    reasons: Sequence[str] | None = None
    reset_attempts: bool = False

    def means(self, row: Standing) -> bool:
        if row.code == BAD_ROW or (self.statuses is not None and row.status not in self.statuses):
            return False
        return self.reasons is None or row.code in self.reasons


async def reprocess(engine: Engine, job_id: int, redo: Redo) -> None:
    async with engine.database.transaction() as connection:
        lane = await hold_job(connection, job_id)
        if redo.item_ids is not None:
            await redo_named(connection, lane, redo, redo.item_ids)
        else:
            await _redo_all(connection, lane, redo)
    until = time.monotonic() + ANSWER_SECONDS
    while await go_on(engine, job_id) and time.monotonic() < until:
        pass
    engine.wake(Stage.MATCH)


async def go_on(engine: Engine, job_id: int) -> int:
    """Goes through the next rows of what was asked for first. Says how many it may have looked at; none when all that
    was asked for is done."""
    async with engine.database.transaction() as connection:
        lane = await job_lanes.hold(connection, job_id)
        order = await reprocessing.first(connection, job_id)
        if lane is None or order is None:
            return 0
        if lane.queue_state == JobState.CANCELED:
            await reprocessing.drop(connection, job_id)
            return 0
        look = await reprocessing.look(connection, order, _most_attempts(engine.settings), ROWS)
        redone = await redoing.reopen(
            connection, lane, look.chosen, reset_attempts=order.reset_attempts, asked_at=order.asked_at
        )
        await reprocessing.note(connection, order, look)
        await _tell(connection, lane, redone)
    return ROWS


async def go_on_with_all(engine: Engine) -> int:
    """What those who asked did not wait for, some of each job."""
    async with engine.database.connection() as connection:
        job_ids = await reprocessing.jobs_with_orders(connection)
    looked_at = [await go_on(engine, job_id) for job_id in job_ids]
    if job_ids:
        engine.wake(Stage.MATCH)
    return sum(looked_at)


async def hold_job(connection: Connection, job_id: int) -> JobLane:
    """The lane of a job whose rows may be added to or done again."""
    lane = await job_lanes.hold(connection, job_id)
    if lane is None:
        raise (NO_SUCH_JOB if await jobs.state(connection, job_id) is None else NOT_FED).anew()
    if lane.queue_state == JobState.CANCELED:
        raise CANCELED.anew()
    return lane


async def _redo_all(connection: Connection, lane: JobLane, redo: Redo) -> None:
    statuses = FAILED if redo.statuses is None else redo.statuses
    if any(status in OPEN_ITEM for status in statuses):
        # Those that nobody is at and that wait for nothing but their turn are due as it is.
        under_way = await job_lanes.under_way(connection, lane.job_id)
        held = await redoing.hold(connection, lane, under_way)
        await redoing.give_up_pages(connection, held, await _redo_open(connection, lane, redo, held.rows))
    ended = [status for status in statuses if status in ENDED_ITEM]
    if ended:
        await reprocessing.give(connection, lane.job_id, ended, redo.reasons, reset_attempts=redo.reset_attempts)


async def redo_named(connection: Connection, lane: JobLane, redo: Redo, item_ids: Sequence[UUID]) -> None:
    held = await redoing.hold(connection, lane, item_ids)
    strange = set(item_ids) - {row.id for row in held.rows}
    if strange:
        reason = f"The job has no item {min(strange)}"
        raise NotFound(f"{reason}.", fields=[FieldError("itemIds", reason)])
    woken = await _redo_open(connection, lane, redo, held.rows)
    ended = [row.id for row in held.rows if row.status in ENDED_ITEM and redo.means(row)]
    redone = await redoing.reopen(connection, lane, ended, reset_attempts=redo.reset_attempts)
    await redoing.give_up_pages(connection, held, woken)
    await _tell(connection, lane, redone)


async def _redo_open(connection: Connection, lane: JobLane, redo: Redo, rows: Sequence[Standing]) -> list[int]:
    """Rows are taken from who is at them, or are due now. The lanes of domains that are to be woken for that."""
    meant = [row for row in rows if redo.means(row)]
    in_hand = [row.id for row in meant if row.status == ItemStatus.PROCESSING]
    waiting = [row.id for row in meant if row.status == ItemStatus.PENDING]
    taken = await redoing.withdraw(connection, lane, in_hand, reset_attempts=redo.reset_attempts)
    hurried, woken = await redoing.hurry(connection, lane, waiting, reset_attempts=redo.reset_attempts)
    if taken or hurried:
        tell(connection, observe.RowsRedone(lane.job_id, taken + hurried))
    return woken


async def _tell(connection: Connection, lane: JobLane, redone: int) -> None:
    if redone:
        await jobs.go_on(connection, lane.job_id)
        tell(connection, observe.RowsRedone(lane.job_id, redone))


def _most_attempts(settings: Settings) -> MostAttempts:
    return MostAttempts(settings.max_attempts_error, settings.max_attempts_not_found)
