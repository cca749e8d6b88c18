"""The invariants of every visible state: one query, whose rows are the violations."""

from typing import Any
from uuid import UUID

from tests.acceptance.races.model import Model

from garner.core.lifecycle import OPEN_ITEM
from garner.postgres.database import Connection, Row
from garner.store.schema import COUNTERS

OPEN = "('PENDING', 'PROCESSING')"
BUSY = "('queued', 'crawling', 'downloaded', 'parsing')"
RECOUNTED = ", ".join(f"count(i.id) filter (where i.status = '{name.upper()}') as {name}" for name in COUNTERS)
COUNTED = ", ".join(f"j.{name} + coalesce(d.{name}, 0) as {name}" for name in COUNTERS)
SUMMED = ", ".join(f"sum({name}) as {name}" for name in COUNTERS)

BROKEN_WHEN = {
    "a page has work twice": "select task_id from work group by task_id having count(*) > 1",
    "a page is busy without work, or has work and is idle": f"""
        select t.url, t.status, w.id from crawl_tasks t left join work w on w.task_id = t.id
        where (t.status in {BUSY}) <> (w.id is not null)
    """,
    "a page's state is not that of its work": """
        select t.url, t.status, w.stage, w.lease_until from crawl_tasks t join work w on w.task_id = t.id
        where t.status <> case when w.stage = 'crawl' and w.lease_until is null then 'queued'
                               when w.stage = 'crawl' then 'crawling'
                               when w.lease_until is null then 'downloaded' else 'parsing' end
    """,
    "a request waits for a page that is not in progress": f"""
        select i.id, i.status, t.status from job_items i left join crawl_tasks t on t.url_hash = i.url_hash
        where i.status in {OPEN} and (t.id is null or t.status not in {BUSY})
    """,
    "a page is in progress that no request waits for": f"""
        select t.url, t.status from crawl_tasks t
        where t.status in {BUSY}
          and not exists (select from job_items i where i.url_hash = t.url_hash and i.status in {OPEN})
    """,
    "a lane sleeps over due work": """
        select l.id, l.ready_at, l.next_at, w.due_at from lanes l join work w on w.lane_id = l.id
        where w.lease_until is null and not w.held
          and (l.ready_at = 'infinity'
               or not l.saturated and l.ready_at > greatest(l.next_at, w.due_at, clock_timestamp()))
    """,
    "a domain is called more often at once than it allows": """
        select d.domain_name, count(*) from domains d join lanes l on l.domain_id = d.id join work w on w.lane_id = l.id
        where w.lease_until is not null group by d.id having count(*) > d.max_concurrent_requests
    """,
    "a request is done without a record": """
        select i.id from job_items i left join record_versions v
          on (v.url_hash, v.kind, v.version) = (i.url_hash, i.kind, i.record_version)
        where i.status = 'DONE' and v.id is null
    """,
    "a job's counters are not a recount": f"""
        (select j.id, {COUNTED} from jobs j
         left join (select job_id, {SUMMED} from job_deltas group by job_id) d on d.job_id = j.id)
        except
        (select j.id, {RECOUNTED} from jobs j left join job_items i on i.job_id = j.id group by j.id)
    """,
}
LOOK = " union all ".join(
    f"select $${sentence}$$ as broken, x::text as what from ({query}) x" for sentence, query in BROKEN_WHEN.items()
)


async def broken(connection: Connection) -> list[Row]:
    return await (await connection.execute(LOOK)).fetchall()


class Ends:
    """Check that ended items do not change."""

    def __init__(self) -> None:
        self._seen: dict[UUID, Row] = {}

    async def changed(self, connection: Connection) -> list[Row]:
        cursor = await connection.execute("select id, status, updated_at, record_version from job_items")
        now = {row["id"]: row for row in await cursor.fetchall()}
        changed = [now[key] for key, row in self._seen.items() if now[key] != row]
        self._seen = {key: row for key, row in now.items() if row["status"] not in OPEN_ITEM}
        return changed


async def differences(connection: Connection, model: Model) -> list[Any]:
    """Return the differences between the database and the model."""
    items = await (await connection.execute("select id, status from job_items")).fetchall()
    pages = await (
        await connection.execute(
            """
            select t.url, t.status, t.retry_count, w.worker, w.attempt, case when w.worker is not null then w.fence end
            from crawl_tasks t left join work w on w.task_id = t.id
            """
        )
    ).fetchall()
    told = {(key, item.status.value) for key, item in model.items.items()}
    expected = {
        (
            page.url,
            page.status.value,
            page.retries,
            page.worker,
            page.attempt if page.status in BUSY else None,
            page.fence,
        )
        for page in model.pages.values()
        if page.status is not None
    }
    found = {tuple(row.values()) for row in pages}
    return sorted(map(str, told ^ {tuple(row.values()) for row in items})) + sorted(map(str, expected ^ found))
