"""What is told of mailboxes: written by a trigger whenever a job ends, or goes on from its end.

Events get their numbers in one order and come to light, with their transactions, in another: whoever read on from the
last number that they saw would miss the one that was committed late. So a reader also keeps which transactions were
still open at its last look (`xmin`, and what came after): whatever it has not seen since then was written by one of
those, or by a later one. What a reader is given twice it knows by its number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.people.mailbox import REFRESHED


class SeenEvent(NamedTuple):
    """How far a reader has come."""

    event_id: int  # the last that it was told
    xmin: int  # every transaction before this was over when it was


@dataclass(frozen=True, slots=True)
class MailboxEvent:
    id: int
    xid: int  # the transaction that wrote it
    user_id: int
    happened_at: datetime
    item_id: UUID
    status: str  # that the job came to
    job_type: str
    url: str | None
    error_code: str | None
    last_error: str | None
    completed_at: datetime | None
    title: str | None
    warnings: list[str] | None
    recipe_id: UUID | None  # that the job refreshes


async def horizon(connection: Connection) -> int:
    """Every transaction before this is over. To be asked before looking, so that the look shows all that they did."""
    cursor = await connection.execute("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin")
    found = await cursor.fetchone()
    assert found is not None
    return int(found["xmin"])


async def since(
    connection: Connection,
    xmin: int,
    user_ids: Sequence[int],
    limit: int,
    *,
    known: Iterable[int] = (),
    after_id: int | None = None,
) -> list[MailboxEvent]:
    """These people's events that came to light since, and those numbered higher than `after_id`, but for what is
    known; the oldest first."""
    cursor = connection.cursor(row_factory=class_row(MailboxEvent))
    await cursor.execute(
        f"""
        select e.id, e.xid, e.user_id, e.happened_at, e.item_id, e.status, i.job_type, i.url, i.error_code,
               i.last_error, i.completed_at,
               coalesce(v.data ->> 'title', i.result_json -> 'sent' -> 'record' ->> 'title') as title,
               coalesce(v.warnings, array(select jsonb_array_elements_text(i.result_json -> 'sent' -> 'warnings')))
                   as warnings,
               {REFRESHED} as recipe_id
        from (select m.* from unnest(%(users)s::bigint[]) u (user_id)
              cross join lateral (
                  select * from mailbox_events m
                  where m.user_id = u.user_id and (m.xid >= %(xmin)s or m.id > %(after)s) and m.id <> all(%(known)s)
                  order by m.id limit %(limit)s) m
              order by m.id limit %(limit)s) e
        join job_items i on i.id = e.item_id
        left join record_versions v
          on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
        order by e.id
        """,
        {"users": list(user_ids), "xmin": xmin, "after": after_id, "known": list(known), "limit": limit},
    )
    return await cursor.fetchall()


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from mailbox_events where id in (
            select id from mailbox_events where happened_at < now() - %s order by happened_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
