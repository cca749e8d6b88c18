"""The audit log: every action of an operator, written in the transaction of the action.

An entry refers to its user and its object by id and name only, so that it outlives both. It never holds a password, a
token or another secret, sealed or not: its caller names the values that are written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.accounts.actor import AuditActor
from garner.postgres.database import Connection

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditObject:
    """The object of an action; without an id, several of the type."""

    type: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class AuditEntry:
    id: int
    happened_at: datetime
    actor: str
    user_id: int | None
    source: str
    address: str | None
    action: str
    object_type: str
    object_id: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


async def write(
    connection: Connection,
    actor: AuditActor,
    action: str,
    subject: AuditObject,
    *,
    before: Values | None = None,
    after: Values | None = None,
) -> int:
    """Write an entry, and return its id."""
    cursor = await connection.execute(
        """
        insert into audit_log (actor, user_id, source, address, action, object_type, object_id, before, after)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s) returning id
        """,
        (
            *(actor.name, actor.user_id, actor.source, actor.address, action, subject.type, subject.id),
            *(None if values is None else Jsonb(dict(values)) for values in (before, after)),
        ),
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["id"])


class BulkAuditEntry:
    """One entry for an action that takes several transactions: each of them brings it up to date."""

    def __init__(self, actor: AuditActor, action: str, object_type: str) -> None:
        self._actor, self._action, self._object_type = actor, action, object_type
        self._id: int | None = None

    async def write(
        self, connection: Connection, after: Values, objects: Sequence[int], *, before: Values | None = None
    ) -> None:
        """Write the entry, or bring it up to date. It is of one object if there is only one."""
        if self._id is None:
            subject = AuditObject(self._object_type, str(objects[0]) if len(objects) == 1 else None)
            self._id = await write(connection, self._actor, self._action, subject, before=before, after=after)
        else:
            values = (None if before is None else Jsonb(dict(before)), Jsonb(dict(after)), self._id)
            await connection.execute("update audit_log set before = %s, after = %s where id = %s", values)


@dataclass(frozen=True, slots=True)
class AuditFilter:
    actor: str | None = None
    action: str | None = None
    object_type: str | None = None
    object_id: str | None = None
    since: datetime | None = None


async def page_of(
    connection: Connection, wanted: AuditFilter, *, before: int | None = None, limit: int = 100
) -> list[AuditEntry]:
    """List entries, newest first."""
    conditions = {
        "actor = %(actor)s": wanted.actor,
        "action = %(action)s": wanted.action,
        "object_type = %(object_type)s": wanted.object_type,
        "object_id = %(object_id)s": wanted.object_id,
        # The first condition bounds the search: ids are assigned nearly in the order of time, by which the list goes.
        "id >= (select min(e.id) from audit_log e where e.happened_at >= %(since)s) and happened_at >= %(since)s": (
            wanted.since
        ),
        "id < %(before)s": before,
    }
    holding = " and ".join(["true", *(condition for condition, value in conditions.items() if value is not None)])
    cursor = connection.cursor(row_factory=class_row(AuditEntry))
    await cursor.execute(
        f"""
        select id, happened_at, actor, user_id, source, host(address) as address, action, object_type, object_id,
               before, after
        from audit_log where {holding} order by id desc limit %(limit)s
        """,
        {
            "actor": wanted.actor,
            "action": wanted.action,
            "object_type": wanted.object_type,
            "object_id": wanted.object_id,
            "since": wanted.since,
            "before": before,
            "limit": limit,
        },
    )
    return await cursor.fetchall()


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete the oldest entries first. Ids are assigned in the order of time."""
    cursor = await connection.execute(
        """
        delete from audit_log where id in (
            select id from (select id, happened_at from audit_log order by id limit %s) oldest
            where happened_at < now() - %s)
        """,
        (limit, older_than),
    )
    return cursor.rowcount
