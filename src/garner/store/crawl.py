"""Fetching: claiming pages politely, and writing down what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol, TypeVar

from psycopg.rows import class_row

from garner.core.outcome import Action, Verdict
from garner.store import items, lanes, tasks
from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class PageClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    task_id: int
    url: str
    url_hash: str
    etag: str | None
    last_modified: str | None


@dataclass(frozen=True, slots=True)
class FetchedBody:
    """What a fetch that goes on to extraction left behind."""

    html_path: str
    content_hash: str
    charset: str | None
    final_url: str
    etag: str | None
    last_modified: str | None


@dataclass(frozen=True, slots=True)
class PageResult:
    work_id: int
    fence: int
    verdict: Verdict
    seconds: float
    http_status: int | None = None
    bytes: int = 0
    body: FetchedBody | None = None
    stack_trace: str | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """A row of `work` that is still ours, locked together with its crawl task."""

    work_id: int
    fence: int
    task_id: int
    url_hash: str
    lane_id: int | None


async def claim(connection: Connection, worker: str, limit: int, lease_seconds: float) -> list[PageClaim]:
    cursor = connection.cursor(row_factory=class_row(PageClaim), binary=True)
    await cursor.execute("select * from claim_pages(%s, %s, %s)", (worker, limit, timedelta(seconds=lease_seconds)))
    return await cursor.fetchall()


async def lock_owned(
    connection: Connection, worker: str, work_ids: Sequence[int], fences: Sequence[int]
) -> list[Owned]:
    """Locks what is still held by this worker under these fences: crawl tasks first, then work, each by id."""
    held = """
        from unnest(%s::bigint[], %s::bigint[]) r (id, fence)
        join work w on w.id = r.id and w.fence = r.fence and w.worker = %s
        join crawl_tasks t on t.id = w.task_id
    """
    parameters = (list(work_ids), list(fences), worker)
    await connection.execute(f"select t.id {held} order by t.id for update of t", parameters)
    cursor = connection.cursor(row_factory=class_row(Owned))
    await cursor.execute(
        f"select w.id as work_id, w.fence, w.task_id, t.url_hash, w.lane_id {held} order by w.id for update of w",
        parameters,
    )
    return await cursor.fetchall()


class Fenced(Protocol):
    @property
    def work_id(self) -> int: ...
    @property
    def fence(self) -> int: ...


ResultT = TypeVar("ResultT", bound=Fenced)


async def own_results(connection: Connection, worker: str, results: Sequence[ResultT]) -> list[tuple[Owned, ResultT]]:
    """Those results that are still this worker's to write, each with its locked row. A worker that lost a page and
    claimed it again may have one of each time: it is the fence that tells them apart."""
    fences = [(result.work_id, result.fence) for result in results]
    rows = await lock_owned(connection, worker, [work_id for work_id, _ in fences], [fence for _, fence in fences])
    owned = {(row.work_id, row.fence): row for row in rows}
    return [(owned[key], result) for key, result in zip(fences, results, strict=True) if key in owned]


async def settle(connection: Connection, worker: str, results: Sequence[PageResult]) -> set[int]:
    """Writes down a batch of fetches in the caller's transaction. Returns the ids that were still ours."""
    ours = await own_results(connection, worker, results)
    by_action: dict[Action, list[tuple[Owned, PageResult]]] = {action: [] for action in Action}
    for pair in ours:
        by_action[pair[1].verdict.action].append(pair)
    await _record_attempts(connection, worker, ours)
    await _hand_to_extraction(connection, by_action[Action.GO_ON])
    await _retry(connection, by_action[Action.RETRY])
    await _fail(connection, by_action[Action.FAIL])
    await lanes.wake(connection, [row.lane_id for row, _ in ours if row.lane_id])
    return {row.work_id for row, _ in ours}


async def _record_attempts(connection: Connection, worker: str, ours: Sequence[tuple[Owned, PageResult]]) -> None:
    if not ours:
        return
    await connection.execute(
        """
        insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, http_status, bytes, worker)
        select task_id, now() - elapsed, now(), outcome, status, bytes, %s
        from unnest(%s::bigint[], %s::interval[], %s::text[], %s::smallint[], %s::bigint[])
             r (task_id, elapsed, outcome, status, bytes)
        """,
        (
            worker,
            [row.task_id for row, _ in ours],
            [timedelta(seconds=result.seconds) for _, result in ours],
            [result.verdict.code for _, result in ours],
            [result.http_status for _, result in ours],
            [result.bytes for _, result in ours],
        ),
    )
    failed = [(row, result) for row, result in ours if result.verdict.action is not Action.GO_ON]
    await log_errors(
        connection,
        [row.task_id for row, _ in failed],
        [result.verdict for _, result in failed],
        [result.stack_trace for _, result in failed],
    )


async def log_errors(
    connection: Connection,
    task_ids: Sequence[int],
    verdicts: Sequence[Verdict],
    traces: Sequence[str | None],
) -> None:
    if not task_ids:
        return
    await connection.execute(
        """
        insert into error_logs (crawl_task_id, error_type, error_code, error_message, stack_trace)
        select * from unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[])
        """,
        (
            list(task_ids),
            [verdict.error_type for verdict in verdicts],
            [verdict.code for verdict in verdicts],
            [verdict.message for verdict in verdicts],
            list(traces),
        ),
    )


async def _hand_to_extraction(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    """The same row of `work` goes on to the next stage, at its rank, free for anybody to claim."""
    if not pairs:
        return
    bodies = [result.body for _, result in pairs if result.body is not None]
    assert len(bodies) == len(pairs)
    await connection.execute(
        """
        update crawl_tasks t
        set status = 'downloaded', html_path = r.html_path, content_hash = r.content_hash,
            charset = r.charset, final_url = r.final_url, http_status = r.http_status, etag = r.etag,
            last_modified = r.last_modified, error_code = null, error_message = null, updated_at = now()
        from unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::smallint[],
                    %s::text[], %s::text[])
             r (id, html_path, content_hash, charset, final_url, http_status, etag, last_modified)
        where t.id = r.id
        """,
        (
            [row.task_id for row, _ in pairs],
            [body.html_path for body in bodies],
            [body.content_hash for body in bodies],
            [body.charset for body in bodies],
            [body.final_url for body in bodies],
            [result.http_status for _, result in pairs],
            [body.etag for body in bodies],
            [body.last_modified for body in bodies],
        ),
    )
    await connection.execute(
        """
        update work set stage = 'extract', lane_id = null, lease_until = null, worker = null, attempt = 0,
                        due_at = now()
        where id = any(%s)
        """,
        ([row.work_id for row, _ in pairs],),
    )


async def _retry(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    if not pairs:
        return
    verdicts = [result.verdict for _, result in pairs]
    await connection.execute(
        """
        update work w
        set lease_until = null, worker = null, due_at = now() + r.delay,
            rank = work_rank(now() + r.delay, w.priority)
        from unnest(%s::bigint[], %s::interval[]) r (id, delay) where w.id = r.id
        """,
        (
            [row.work_id for row, _ in pairs],
            [timedelta(seconds=verdict.delay_seconds) for verdict in verdicts],
        ),
    )
    await connection.execute(
        """
        update crawl_tasks t
        set status = 'queued', retry_count = t.retry_count + 1, error_code = r.code,
            error_message = r.message, updated_at = now()
        from unnest(%s::bigint[], %s::text[], %s::text[]) r (id, code, message) where t.id = r.id
        """,
        (
            [row.task_id for row, _ in pairs],
            [verdict.code for verdict in verdicts],
            [verdict.message for verdict in verdicts],
        ),
    )
    await items.await_again(
        connection,
        [row.url_hash for row, _ in pairs],
        [verdict.code for verdict in verdicts],
        [verdict.message for verdict in verdicts],
    )


async def _fail(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    for (code, message, spent), group in _by_cause(pairs).items():
        work_ids = [row.work_id for row in group]
        if spent:
            await tasks.bury(connection, work_ids, code, message)
        else:
            await connection.execute("delete from work where id = any(%s)", (work_ids,))
        await tasks.fail(connection, [row.task_id for row in group], code, message)
        await items.fail_waiting(connection, [row.url_hash for row in group], code, message)


def _by_cause(pairs: Sequence[tuple[Owned, PageResult]]) -> dict[tuple[str, str, bool], list[Owned]]:
    groups: dict[tuple[str, str, bool], list[Owned]] = {}
    for row, result in pairs:
        verdict = result.verdict
        groups.setdefault((verdict.code, verdict.message, verdict.spent), []).append(row)
    return groups


async def put_back(
    connection: Connection,
    work_ids: Sequence[int],
    *,
    delay_seconds: float = 0,
    count_attempt: bool = True,
    code: str | None = None,
    error: str | None = None,
) -> list[int]:
    """Leased work is free again at its own stage. The caller holds the rows and their crawl tasks, and wakes the
    lanes that are returned when it needs no other lock any more."""
    if not work_ids:
        return []
    cursor = await connection.execute(
        """
        update work w
        set lease_until = null, worker = null, due_at = now() + %(delay)s,
            rank = work_rank(now() + %(delay)s, w.priority), attempt = w.attempt - %(uncount)s
        from crawl_tasks t where w.id = any(%(ids)s) and t.id = w.task_id
        returning w.task_id, w.stage, w.lane_id, t.url_hash
        """,
        {
            "delay": timedelta(seconds=delay_seconds),
            "uncount": 0 if count_attempt else 1,
            "ids": list(work_ids),
        },
    )
    rows = await cursor.fetchall()
    await connection.execute(
        """
        update crawl_tasks set status = case status when 'parsing' then 'downloaded' else 'queued' end,
                               updated_at = now()
        where id = any(%s)
        """,
        ([row["task_id"] for row in rows],),
    )
    hashes = [row["url_hash"] for row in rows]
    await items.await_again(connection, hashes, [code] * len(rows), [error] * len(rows))
    return [row["lane_id"] for row in rows if row["lane_id"]]


async def record_lost_attempts(connection: Connection, work_ids: Sequence[int]) -> None:
    """A fetch that its worker never reported is an attempt all the same."""
    await connection.execute(
        """
        insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, worker)
        select task_id, claimed_at, now(), 'worker_lost', worker from work
        where id = any(%s) and stage = 'crawl' and worker is not null
        """,
        (list(work_ids),),
    )


async def delete_old_attempts(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from crawl_attempts where id in (
            select id from crawl_attempts where started_at < now() - %s order by started_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
