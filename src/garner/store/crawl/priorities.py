"""Change the priority of many pages.

A filter may match millions of pages, and its URL pattern has no index. So the table is walked by id, a window in each
transaction: its time has a bound, and pages are locked by id for a moment only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from garner.core.lifecycle import TaskStatus
from garner.postgres.database import Connection

WINDOW = 20_000
ANY = "*"  # of a URL pattern: any characters


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Pages that match all of these. Without any, all pages match."""

    ids: Sequence[int] | None = None
    domain: str | None = None
    status: TaskStatus | None = None
    url_pattern: str | None = None


async def find_window(connection: Connection, after: int) -> int | None:
    """Return the last id of the window that follows this id, or None at the end of the table."""
    cursor = await connection.execute(
        "select max(id) as last from (select id from crawl_tasks where id > %s order by id limit %s) w", (after, WINDOW)
    )
    (row,) = await cursor.fetchall()
    last: int | None = row["last"]
    return last


async def reprioritise(connection: Connection, wanted: TaskFilter, priority: int, *, after: int, last: int) -> int:
    """Change the priority of the matching pages of a window, and return how many changed. Pages of the backlog move by
    the difference, and keep what else their rank holds. Pages in the queue move forward only: a user may wait for
    them, and there are few."""
    cursor = await connection.execute(
        """
        with held as (
            select t.id from crawl_tasks t
            where t.id > %(after)s and t.id <= %(last)s and t.priority <> %(priority)s
              and (%(ids)s::bigint[] is null or t.id = any(%(ids)s))
              and (%(domain)s::text is null or t.domain_id = (select id from domains where domain_name = %(domain)s))
              and (%(status)s::text is null or t.status = %(status)s)
              and (%(pattern)s::text is null or t.url like %(pattern)s)
            order by t.id for update)
        update crawl_tasks t
        set priority = %(priority)s, updated_at = now(),
            rank = t.rank + (work_rank(now(), %(priority)s) - work_rank(now(), t.priority))
        from held where t.id = held.id returning t.id
        """,
        {
            "after": after,
            "last": last,
            "priority": priority,
            "ids": None if wanted.ids is None else list(wanted.ids),
            "domain": wanted.domain,
            "status": wanted.status,
            "pattern": None if wanted.url_pattern is None else _like(wanted.url_pattern),
        },
    )
    changed = [row["id"] for row in await cursor.fetchall()]
    if changed:
        await connection.execute("select raise_work(%s, %s)", (changed, priority))
    return len(changed)


def _like(pattern: str) -> str:
    for character in "\\%_":
        pattern = pattern.replace(character, f"\\{character}")
    return pattern.replace(ANY, "%")
