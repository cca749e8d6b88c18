"""Log the errors of pages, attempt by attempt."""

from collections.abc import Sequence
from datetime import timedelta

from garner.core.pacing.outcome import Verdict
from garner.postgres.database import Connection


async def write(
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


async def write_same(connection: Connection, task_ids: Sequence[int], verdict: Verdict) -> None:
    """Log the same error for all these pages."""
    await write(connection, task_ids, [verdict] * len(task_ids), [None] * len(task_ids))


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from error_logs where id in (
            select id from error_logs where occurred_at < now() - %s order by occurred_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
