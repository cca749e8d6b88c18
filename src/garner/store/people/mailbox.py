"""A user's mailbox: its parses, and those abandoned there.

Every statement names the user: another user's items do not exist for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner import observe
from garner.core.lifecycle import OPEN_ITEM, ItemStatus, Origin
from garner.postgres.database import Connection, emit_on_commit
from garner.store.tasks.items import VIEW, ItemView

# The saved recipe whose page a job refreshes, while that recipe exists: once it is deleted, the job's result is an
# ordinary one.
REFRESHED = """
    (select mine.id from saved_recipes mine
     where mine.id = (i.input_json ->> 'refreshes')::uuid and mine.user_id = i.user_id)
"""


# The recipe that was saved from it, while that recipe exists.
SAVED = """
    (select mine.id from saved_recipes mine where mine.parse_job_id = i.id and mine.user_id = i.user_id
     order by mine.id limit 1)
"""


@dataclass(frozen=True, slots=True)
class MailboxJob(ItemView):
    recipe_id: UUID | None  # that it refreshes
    saved_recipe_id: UUID | None  # that it was saved as


@dataclass(frozen=True, slots=True)
class MailboxEntry:
    """One line of the list, without the full result."""

    id: UUID
    job_type: str
    url: str | None
    status: str
    error_code: str | None
    last_error: str | None
    created_at: datetime
    completed_at: datetime | None
    title: str | None
    warnings: list[str] | None
    recipe_id: UUID | None  # that it refreshes
    saved_recipe_id: UUID | None  # that it was saved as


# The age of an abandoned item counts from when it was abandoned.
AGE_OF = {ItemStatus.ABANDONED: "abandoned_at"}


@dataclass(frozen=True, slots=True)
class MailboxCursor:
    """The position where a page of the list ended."""

    moment: datetime
    id: UUID


async def find(connection: Connection, user_id: int, item_id: UUID) -> MailboxJob | None:
    cursor = connection.cursor(row_factory=class_row(MailboxJob))
    await cursor.execute(
        f"""
        select job.*, {REFRESHED} as recipe_id, case when job.status = 'COMMITTED' then {SAVED} end as saved_recipe_id
        from ({VIEW} where i.id = %s and i.origin = %s and i.user_id = %s) job join job_items i on i.id = job.id
        """,
        (item_id, Origin.MAILBOX, user_id),
    )
    return await cursor.fetchone()


async def mark_refresh(connection: Connection, item_id: UUID, recipe_id: UUID) -> None:
    """Mark the job as a refresh of a saved recipe."""
    await connection.execute(
        "update job_items set input_json = %s where id = %s and origin = %s",
        (Jsonb({"refreshes": str(recipe_id)}), item_id, Origin.MAILBOX),
    )


async def listing(
    connection: Connection,
    user_id: int,
    statuses: Sequence[ItemStatus],
    *,
    limit: int,
    after: MailboxCursor | None = None,
    not_older_than: timedelta | None = None,
    include_refreshes: bool = False,
) -> list[MailboxEntry]:
    """List newest first: ended items by their end, open ones by their creation. Each status is a branch of its own,
    with its own limit: sorted together they would all have to be read."""
    branches = [_open_branch(status) if status in OPEN_ITEM else _ended_branch(status) for status in statuses]
    moment, after_id = (after.moment, after.id) if after else (None, None)
    given = {"user": user_id, "limit": limit, "moment": moment, "after_id": after_id, "age": not_older_than}
    cursor = connection.cursor(row_factory=class_row(MailboxEntry))
    await cursor.execute(
        f"""
        select i.id, i.job_type, i.url, i.listed_as as status, i.error_code, i.last_error, i.created_at, i.completed_at,
               coalesce(v.data ->> 'title', s.sent -> 'record' ->> 'title') as title,
               coalesce(v.warnings, case when s.sent is not null
                   then array(select jsonb_array_elements_text(s.sent -> 'warnings')) end) as warnings,
               {REFRESHED} as recipe_id,
               case when i.listed_as = 'COMMITTED' then {SAVED} end as saved_recipe_id
        from ({" union all ".join(branches)}) i
        cross join lateral (select i.result_json -> 'sent' as sent) s
        left join record_versions v
          on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
        order by i.completed_at desc, i.id desc limit %(limit)s
        """,
        given | {"refreshes": include_refreshes},
    )
    return await cursor.fetchall()


# Few jobs are refreshes, and only those are checked further.
IS_LISTED = f"(%(refreshes)s or i.input_json is null or {REFRESHED} is null)"


def _ended_branch(status: ItemStatus) -> str:
    return f"""
        (select *, '{status}' as listed_as from job_items i
         where {IS_LISTED} and origin = 'mailbox' and user_id = %(user)s and status = '{status}'
           and (%(age)s::interval is null or {AGE_OF.get(status, "completed_at")} >= now() - %(age)s::interval)
           and (%(after_id)s::uuid is null or (completed_at, id) < (%(moment)s::timestamptz, %(after_id)s::uuid))
         order by completed_at desc, id desc limit %(limit)s)
    """


# An item without a page is processing while a worker holds it, and only its lease says so (`matching`).
IN_HAND = """
    status = 'PENDING' and url_hash is null
    and exists (select from work w where w.item_id = i.id and w.lease_until is not null)
"""
IS_OPEN = {
    ItemStatus.PENDING: f"status = 'PENDING' and not ({IN_HAND})",
    ItemStatus.PROCESSING: f"status in ('PENDING', 'PROCESSING') and (status = 'PROCESSING' or ({IN_HAND}))",
}


def _open_branch(status: ItemStatus) -> str:
    # Ids are created in the order of time.
    return f"""
        (select *, '{status}' as listed_as from job_items i
         where {IS_LISTED} and origin = 'mailbox' and user_id = %(user)s and {IS_OPEN[status]} and completed_at is null
           and (%(after_id)s::uuid is null or id < %(after_id)s::uuid)
         order by id desc limit %(limit)s)
    """


async def commit(connection: Connection, user_id: int, item_id: UUID) -> bool:
    """Mark the result as saved, if that is still possible. A concurrent transaction that ends the job waits for this
    one, and finds it ended; if this one is rolled back, the item was never committed."""
    cursor = await connection.execute(
        """
        update job_items set status = 'COMMITTED', committed_at = now(), updated_at = now()
        where id = %s and origin = %s and user_id = %s and status = 'DONE'
        returning kind, url
        """,
        (item_id, Origin.MAILBOX, user_id),
    )
    item = await cursor.fetchone()
    if item is not None:
        event = observe.ItemEnded(str(item_id), None, None, item["kind"], ItemStatus.COMMITTED, None, item["url"])
        emit_on_commit(connection, event)
    return item is not None


# The result of an abandoned item may be deleted too.
ABANDONED = """
    status = 'ABANDONED', abandoned_at = now(), updated_at = now(),
    record_version = case when %(prune)s then null else i.record_version end,
    result_json = case when %(prune)s then null else i.result_json end
"""


async def drop(connection: Connection, user_id: int, item_id: UUID, *, prune: bool) -> bool:
    """Abandon a result that its user does not want, if it is still unsaved."""
    cursor = await connection.execute(
        f"""
        update job_items i set {ABANDONED}
        where id = %(item)s and origin = 'mailbox' and user_id = %(user)s and status = 'DONE'
        returning i.id, i.kind, i.url
        """,
        {"prune": prune, "item": item_id, "user": user_id},
    )
    return _emit_abandoned(connection, await cursor.fetchall()) == 1


async def abandon(connection: Connection, older_than: timedelta, *, prune: bool, limit: int = 500) -> int:
    """Abandon results that were never saved for so long, except those being committed at this moment: their lock is
    skipped, and a commit that waits for this transaction finds the state gone."""
    cursor = await connection.execute(
        f"""
        update job_items i set {ABANDONED}
        from (select id from job_items
              where origin = 'mailbox' and status = 'DONE' and completed_at < now() - %(age)s
              order by completed_at limit %(limit)s for update skip locked) old
        where i.id = old.id and i.status = 'DONE'
        returning i.id, i.kind, i.url
        """,
        {"prune": prune, "age": older_than, "limit": limit},
    )
    return _emit_abandoned(connection, await cursor.fetchall())


def _emit_abandoned(connection: Connection, abandoned: Sequence[Mapping[str, Any]]) -> int:
    for item in abandoned:
        event = observe.ItemEnded(str(item["id"]), None, None, item["kind"], ItemStatus.ABANDONED, None, item["url"])
        emit_on_commit(connection, event)
    return len(abandoned)
