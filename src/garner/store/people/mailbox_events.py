"""Events of mailboxes, written by a trigger whenever a job ends, or changes after its end.

Events are numbered in one order and become visible, with their transactions, in another: a reader that continued from
the last number it saw would miss an event that was committed late. So a reader also keeps which transactions were still
open at its last read (`xmin`, and later ones): any event it has not seen since then was written by one of those, or by
a later one. A reader recognizes events that it receives twice by their number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.people.mailbox import REFRESHED, SAVED


class SeenEvent(NamedTuple):
    """A reader's position."""

    event_id: int  # the last that it was sent
    xmin: int  # every transaction before this was over at that time


@dataclass(frozen=True, slots=True)
class MailboxEvent:
    id: int
    xid: int  # the transaction that wrote it
    user_id: int
    happened_at: datetime
    item_id: UUID
    status: str  # that the job ended with
    job_type: str
    url: str | None
    error_code: str | None
    last_error: str | None
    completed_at: datetime | None
    title: str | None
    warnings: list[str] | None
    recipe_id: UUID | None  # that the job refreshes
    saved_recipe_id: UUID | None  # that the job was saved as


async def horizon(connection: Connection) -> int:
    """Return the first transaction that may still be open. Call this before reading, so that the read shows everything
    earlier transactions did."""
    cursor = await connection.execute("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin")
    row = await cursor.fetchone()
    assert row is not None
    return int(row["xmin"])


async def since(
    connection: Connection,
    xmin: int,
    user_ids: Sequence[int],
    limit: int,
    *,
    known: Iterable[int] = (),
    after_id: int | None = None,
) -> list[MailboxEvent]:
    """Return these users' events that became visible since, and those numbered higher than `after_id`, except the
    known ones; oldest first."""
    cursor = connection.cursor(row_factory=class_row(MailboxEvent))
    await cursor.execute(
        f"""
        select e.id, e.xid, e.user_id, e.happened_at, e.item_id, e.status, i.job_type, i.url, i.error_code,
               i.last_error, i.completed_at,
               coalesce(v.data ->> 'title', i.result_json -> 'sent' -> 'record' ->> 'title') as title,
               coalesce(v.warnings, array(select jsonb_array_elements_text(i.result_json -> 'sent' -> 'warnings')))
                   as warnings,
               {REFRESHED} as recipe_id, case when e.status = 'COMMITTED' then {SAVED} end as saved_recipe_id
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
