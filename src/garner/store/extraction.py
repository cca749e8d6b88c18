"""Extraction: claiming fetched pages, and settling every item that waited for what they hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.core.lifecycle import ItemStatus
from garner.core.outcome import Action, Verdict
from garner.core.record import Kind, Record
from garner.store import crawl, items, lanes, records, tasks
from garner.store.crawl import Owned
from garner.store.database import Connection
from garner.store.items import Ending
from garner.store.records import FoundRecord


@dataclass(frozen=True, slots=True)
class BodyClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    rank: datetime
    task_id: int
    url: str
    url_hash: str
    html_path: str
    charset: str | None
    kinds: list[str]


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """`kinds` were looked for and `found` is what there was; or the verdict says why nothing could be done."""

    work_id: int
    fence: int
    verdict: Verdict
    kinds: tuple[Kind, ...] = ()
    found: tuple[Record, ...] = ()
    refetch: bool = False
    stack_trace: str | None = field(default=None)


async def claim(
    connection: Connection, worker: str, limit: int, lease_seconds: float, low: datetime
) -> list[BodyClaim]:
    cursor = connection.cursor(row_factory=class_row(BodyClaim), binary=True)
    await cursor.execute(
        "select * from claim_bodies(%s, %s, %s, %s)", (worker, limit, timedelta(seconds=lease_seconds), low)
    )
    return await cursor.fetchall()


async def settle(connection: Connection, worker: str, results: Sequence[ExtractionResult]) -> set[int]:
    """Records, versions, waiting items, counters and crawl tasks in the caller's one transaction. Returns the ids
    that were still ours."""
    ours = await crawl.own_results(connection, worker, results)
    extracted = [(row, result) for row, result in ours if result.verdict.action is Action.GO_ON]
    await _save_and_tell(connection, extracted)
    await _finish_tasks(connection, extracted)
    stumbled = [(row, result) for row, result in ours if result.verdict.action is not Action.GO_ON]
    sent_back = [await _stumble(connection, row, result) for row, result in stumbled]
    await lanes.wake(connection, [lane_id for lane_ids in sent_back for lane_id in lane_ids])
    return {row.work_id for row, _ in ours}


async def _save_and_tell(connection: Connection, pairs: Sequence[tuple[Owned, ExtractionResult]]) -> None:
    found = [FoundRecord(row.url_hash, record) for row, result in pairs for record in result.found]
    versions = await records.save(connection, found)
    await items.end_waiting(
        connection,
        [
            _ending(row.url_hash, kind, versions.get((row.url_hash, kind)))
            for row, result in pairs
            for kind in result.kinds
        ],
    )


def _ending(url_hash: str, kind: Kind, version: int | None) -> Ending:
    if version is not None:
        return Ending(url_hash, kind, ItemStatus.DONE, record_version=version)
    return Ending(url_hash, kind, ItemStatus.NOT_FOUND, code="no_record", error=f"No {kind} was found on the page.")


async def _finish_tasks(connection: Connection, pairs: Sequence[tuple[Owned, ExtractionResult]]) -> None:
    """A page is over, unless somebody who wants another kind of it joined meanwhile: then its kept body is
    extracted once more, without another fetch."""
    if not pairs:
        return
    cursor = await connection.execute(
        """
        update crawl_tasks t
        set status = case when w.wanted then 'downloaded' when r.found then 'completed' else 'failed' end,
            completed_at = case when r.found and not w.wanted then now() else t.completed_at end,
            next_crawl_at = case when w.wanted then t.next_crawl_at else now() + t.crawl_frequency end,
            error_code = case when not r.found and not w.wanted then 'no_record' end,
            error_message = case when not r.found and not w.wanted
                                 then 'No record was found on the page.' end,
            updated_at = now()
        from unnest(%s::bigint[], %s::boolean[]) r (id, found)
        cross join lateral (
            select exists (select from crawl_tasks c join job_items i on i.url_hash = c.url_hash
                           where c.id = r.id and i.status in ('PENDING', 'PROCESSING')) as wanted) w
        where t.id = r.id
        returning t.id, w.wanted
        """,
        ([row.task_id for row, _ in pairs], [bool(result.found) for _, result in pairs]),
    )
    rows = await cursor.fetchall()
    if over := [row["id"] for row in rows if not row["wanted"]]:
        await connection.execute("delete from work where task_id = any(%s)", (over,))
    if wanted := [row["id"] for row in rows if row["wanted"]]:
        await connection.execute(
            "update work set lease_until = null, worker = null, attempt = 0, due_at = now() where task_id = any(%s)",
            (wanted,),
        )


async def _stumble(connection: Connection, row: Owned, result: ExtractionResult) -> list[int]:
    """Extraction itself failed: rare, so one at a time. Returns the lanes that have work again."""
    verdict = result.verdict
    await crawl.log_errors(connection, [row.task_id], [verdict], [result.stack_trace])
    if verdict.action is Action.FAIL or (result.refetch and not await _send_back_to_crawl(connection, row)):
        await tasks.bury(connection, [row.work_id], verdict.code, verdict.message)
        await tasks.fail(connection, [row.task_id], verdict.code, verdict.message)
        await items.fail_waiting(connection, [row.url_hash], verdict.code, verdict.message)
        return []
    return await crawl.put_back(
        connection,
        [row.work_id],
        delay_seconds=verdict.delay_seconds,
        code=verdict.code,
        error=verdict.message,
    )


async def _send_back_to_crawl(connection: Connection, row: Owned) -> bool:
    """The kept body is gone: the page must be fetched again, unless that has been tried often enough. Every fetch
    starts the count of attempts anew, so it is the task's count of retries that ends a page whose body never stays."""
    cursor = await connection.execute(
        """
        update crawl_tasks set status = 'queued', retry_count = retry_count + 1
        where id = %s and retry_count + 1 < max_retries returning id
        """,
        (row.task_id,),
    )
    if await cursor.fetchone() is None:
        return False
    await connection.execute(
        """
        update work w set stage = 'crawl', lane_id = l.id
        from crawl_tasks t join lanes l on l.domain_id = t.domain_id
        where w.id = %s and t.id = w.task_id
        """,
        (row.work_id,),
    )
    return True
