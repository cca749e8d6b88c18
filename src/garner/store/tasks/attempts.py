"""The log of attempts to fetch pages."""

from collections.abc import Sequence
from datetime import timedelta

from garner.postgres.database import Connection


async def record_lost(connection: Connection, work_ids: Sequence[int], outcome: str = "worker_lost") -> None:
    """Record an attempt for each fetch that its worker never reported."""
    await connection.execute(
        """
        insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, proxy_id, worker)
        select task_id, claimed_at, now(), %s, (select p.id from proxies p where p.id = w.proxy_id), worker from work w
        where id = any(%s) and stage = 'crawl' and worker is not null
        """,
        (outcome, list(work_ids)),
    )


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from crawl_attempts where id in (
            select id from crawl_attempts where started_at < now() - %s order by started_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
