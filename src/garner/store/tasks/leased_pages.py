"""Pages that a worker holds: locks them for a result, or frees them without one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from psycopg.rows import class_row

from garner import observe
from garner.postgres.database import Connection, emit_on_commit
from garner.store.tasks import items


@dataclass(frozen=True, slots=True)
class Owned:
    """A row of `work` that this worker still owns, locked together with its crawl task."""

    work_id: int
    fence: int
    task_id: int
    url_hash: str
    lane_id: int | None
    claimed_at: datetime
    domain_id: int


async def lock_owned(
    connection: Connection, worker: str, work_ids: Sequence[int], fences: Sequence[int]
) -> list[Owned]:
    """Lock work that this worker still holds under these fences: crawl tasks first, then work, each by id."""
    held = """
        from unnest(%s::bigint[], %s::bigint[]) r (id, fence)
        join work w on w.id = r.id and w.fence = r.fence and w.worker = %s
        join crawl_tasks t on t.id = w.task_id
    """
    parameters = (list(work_ids), list(fences), worker)
    await connection.execute(f"select t.id {held} order by t.id for update of t", parameters)
    cursor = connection.cursor(row_factory=class_row(Owned))
    await cursor.execute(
        f"select w.id as work_id, w.fence, w.task_id, t.url_hash, w.lane_id, w.claimed_at, t.domain_id"
        f" {held} order by w.id for update of w",
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
    """Return the results that this worker may still write, each with its locked row. A worker that lost a page and
    claimed it again may have a result from each lease; the fence tells them apart."""
    fences = [(result.work_id, result.fence) for result in results]
    rows = await lock_owned(connection, worker, [work_id for work_id, _ in fences], [fence for _, fence in fences])
    owned = {(row.work_id, row.fence): row for row in rows}
    return [(owned[key], result) for key, result in zip(fences, results, strict=True) if key in owned]


async def put_back(
    connection: Connection,
    work_ids: Sequence[int],
    *,
    delay_seconds: float = 0,
    count_attempt: bool = True,
    code: str | None = None,
    error: str | None = None,
) -> list[int]:
    """Free leased work at its own stage. The caller holds the rows and their crawl tasks, and reschedules the returned
    lanes once it needs no other lock."""
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
    if code is not None:
        for row in rows:
            emit_on_commit(connection, observe.PageRetried(row["task_id"], code, delay_seconds))
    hashes = [row["url_hash"] for row in rows]
    await items.await_again(connection, hashes, [code] * len(rows), [error] * len(rows))
    return [row["lane_id"] for row in rows if row["lane_id"]]
