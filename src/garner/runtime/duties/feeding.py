"""Feed the rows of jobs, a bounded window of each job at a time: into the queue, or to wait for their pages.

Rows that were not found, and wait for the pages of their own job, are retried while no other row of the job can be fed,
so no row with a link waits for them (docs/decisions/0021).

The rows of a canceled job are canceled the same way, in the order of the file.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from garner.core.lifecycle import JobState, Stage
from garner.core.record import AUTO, Kind
from garner.engine.asking.asked_pages import asked_page
from garner.engine.engine import Engine
from garner.errors import InvalidUrl
from garner.postgres.database import Connection
from garner.settings import Settings
from garner.store.crawl import schedule
from garner.store.queue import duplicates, job_lanes, page_waits
from garner.store.queue.job_lanes import BacklogRow, JobLane, PageWanted, RowRefusal, WindowRoom
from garner.store.tasks import items

FULL_SECONDS = 0.2  # before a job with a full window is checked again
# The same for a window full of pages, of which there are many and which take longer.
FULL_OF_PAGES_SECONDS = 1.0
TURN_PAGES = 500  # per transaction: a request to pause the job, and the next job, wait for its end
TURN_DUPLICATES = 2000
ROUND_ROWS = 1000
HELD_SECONDS = 0.05  # before a page that another transaction held is requested again
CANCEL_ROWS = 5000
PICTURES = "image"


@dataclass(frozen=True, slots=True)
class Fed:
    rows: int = 0
    pages: int = 0
    ended: int = 0
    passed: int = 0

    @property
    def moved(self) -> int:
        return self.rows + self.pages + self.ended

    @staticmethod
    def total(some: Iterable["Fed"]) -> "Fed":
        all_of = list(some)
        return Fed(*(sum(getattr(fed, name) for fed in all_of) for name in ("rows", "pages", "ended", "passed")))


async def feed_jobs(engine: Engine) -> int:
    """Feed every job that is due once. After many rows, the remaining and new jobs are left to the next round. Return
    how many rows were examined, for there may be as many more; at least one for each job that was due."""
    async with engine.database.connection() as connection:
        lane_ids = await job_lanes.to_be_fed(connection)
    fed = Fed()
    for lane_id in lane_ids:
        fed = Fed.total([fed, await feed_job(engine, lane_id)])
        if fed.moved >= ROUND_ROWS:
            break
    if fed.rows:
        engine.wake(Stage.MATCH)
    if fed.pages:
        async with engine.database.transaction() as connection:
            await schedule.feed(connection, window=engine.settings.queue.lane_window)
        engine.wake(Stage.CRAWL)
        engine.wake(Stage.EXTRACT)  # a stored page may be extracted once more
    return max(fed.moved, fed.passed, len(lane_ids))


async def feed_job(engine: Engine, lane_id: int) -> Fed:
    async with engine.database.transaction() as connection:
        lane = await job_lanes.take(connection, lane_id)
        if lane is None:
            return Fed()
        if lane.queue_state in (JobState.QUEUED, JobState.RUNNING):
            return await _feed(connection, lane, engine.settings)
        if lane.queue_state == JobState.CANCELED:
            return await _cancel(connection, lane)
        if lane.queue_state != JobState.PAUSED:
            await page_waits.forget(connection, lane)
        await job_lanes.move_on(connection, lane, fed_to=lane.fed_to, again_in=None)
        return Fed()


async def _feed(connection: Connection, lane: JobLane, settings: Settings) -> Fed:
    last = await job_lanes.last_in_sight(connection, lane)
    if last is None:
        rows, again_in = await _retry(connection, lane, settings)
        await job_lanes.move_on(connection, lane, fed_to=lane.fed_to, again_in=again_in, queued=rows > 0)
        return Fed(rows)
    room = await job_lanes.room(connection, lane, rows=settings.queue.job_window, pages=settings.queue.job_pages)
    limit = room.rows + min(room.pages, TURN_PAGES) + 1
    waiting = await job_lanes.backlog(connection, lane, last, limit)
    batch = _fitting(waiting, room, last if len(waiting) < limit else waiting[-1].row_no, settings)
    ended = await duplicates.settle_met(connection, batch.duplicates)
    await job_lanes.refuse(connection, lane, batch.refused)
    await _queue(connection, lane, batch.direct, settings)
    ttls = {kind: timedelta(days=settings.cache.ttl_days(kind)) for kind in Kind}
    delay = settings.pacing.default_crawl_delay_seconds
    attached = await job_lanes.attach(connection, lane, batch.pages, ttls=ttls, delay_seconds=delay)
    left = [batch.row_numbers[page.item_id] for page in batch.pages if page.item_id not in attached]
    fed_to = min(left) - 1 if left else batch.fed_to
    again_in = HELD_SECONDS if left else batch.full_for
    queued = len(batch.direct)
    if batch.full_for == FULL_OF_PAGES_SECONDS:
        queued += (await _retry(connection, lane, settings)).rows
    await job_lanes.move_on(connection, lane, fed_to=fed_to, again_in=again_in, queued=queued > 0)
    return Fed(queued, len(attached), len(batch.refused) + ended, fed_to - lane.fed_to)


async def _queue(connection: Connection, lane: JobLane, item_ids: Sequence[UUID], settings: Settings) -> None:
    reads_text = lane.job_type == PICTURES and lane.kind == Kind.RECIPE
    most = settings.queue.max_attempts_error
    await job_lanes.queue(connection, lane, item_ids, max_attempts=most, reads_text=reads_text)


class _Retried(NamedTuple):
    rows: int  # rows that were queued
    again_in: float | None


async def _retry(connection: Connection, lane: JobLane, settings: Settings) -> _Retried:
    """Retry rows that wait for pages of the job: in a pass over all of them when one is due, and, to decide them, when
    no page is open any more."""
    if not lane.rows_wait:
        return _Retried(0, None)
    are_open = await page_waits.are_pages_open(connection, lane.job_id)
    if are_open and lane.retried_to is None and not lane.retry_is_due:
        return _Retried(0, page_waits.POLL_SECONDS)
    room = await job_lanes.room(connection, lane, rows=settings.queue.job_window, pages=0)
    rows = await page_waits.next_rows(connection, lane, room.rows)
    await _queue(connection, lane, [row.id for row in rows], settings)
    if len(rows) == room.rows:
        await page_waits.continue_after(connection, lane, rows[-1].row_no if rows else lane.retried_to or 0)
        return _Retried(len(rows), FULL_SECONDS)
    if not rows and not are_open:
        await page_waits.forget(connection, lane)
        return _Retried(0, None)
    await page_waits.end_pass(connection, lane, retry_seconds=settings.matching.not_found_retry_seconds)
    return _Retried(len(rows), page_waits.POLL_SECONDS)


@dataclass(slots=True)
class _Batch:
    """The rows that fit into the window, up to the first that does not."""

    fed_to: int
    full_for: float = 0.0
    direct: list[UUID] = field(default_factory=list)
    pages: list[PageWanted] = field(default_factory=list)
    refused: list[RowRefusal] = field(default_factory=list)
    duplicates: dict[UUID, UUID] = field(default_factory=dict)  # with their originals
    row_numbers: dict[UUID, int] = field(default_factory=dict)


def _fitting(waiting: Sequence[BacklogRow], room: WindowRoom, fed_to: int, settings: Settings) -> _Batch:
    batch = _Batch(fed_to)
    for row in waiting:
        batch.row_numbers[row.id] = row.row_no
        if row.duplicate_of is not None and len(batch.duplicates) == TURN_DUPLICATES:
            batch.fed_to = row.row_no - 1
            break
        if row.duplicate_of is not None:
            batch.duplicates[row.id] = row.duplicate_of
        elif row.url is not None and len(batch.pages) == TURN_PAGES < room.pages:
            batch.fed_to = row.row_no - 1
            break
        elif len(batch.pages if row.url else batch.direct) >= (room.pages if row.url else room.rows):
            batch.fed_to = row.row_no - 1
            batch.full_for = FULL_OF_PAGES_SECONDS if row.url else FULL_SECONDS
            break
        elif row.url is None:
            batch.direct.append(row.id)
        else:
            _want_page(batch, row, row.url, settings)
    return batch


def _want_page(batch: _Batch, row: BacklogRow, url: str, settings: Settings) -> None:
    try:
        page = asked_page(settings, url)
    except InvalidUrl as error:
        batch.refused.append(RowRefusal(row.id, row.kind, url, error.code, error.message))
        return
    kind = row.kind or AUTO
    # No language model is called for a row of any kind, so an incomplete record suffices.
    require_complete = row.use_llm and settings.llm.is_configured and kind != AUTO
    batch.pages.append(PageWanted(row.id, page, kind, require_complete=require_complete))


async def _cancel(connection: Connection, lane: JobLane) -> Fed:
    last = await job_lanes.last_in_sight(connection, lane)
    if last is None:
        await page_waits.forget(connection, lane)
        await job_lanes.move_on(connection, lane, fed_to=lane.fed_to, again_in=None)
        return Fed()
    rows = await job_lanes.open_rows(connection, lane, last, CANCEL_ROWS)
    await items.cancel(connection, rows, with_job=True)
    # A query that reached its limit has not seen all rows.
    fed_to = lane.fed_to if len(rows) == CANCEL_ROWS else last
    await job_lanes.move_on(connection, lane, fed_to=fed_to, again_in=0.0)
    return Fed(ended=len(rows), passed=fed_to - lane.fed_to)
