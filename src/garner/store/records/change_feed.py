"""The changes that a user sees, in the order of the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from garner.core.gone import ChangeEvent
from garner.core.record import Kind
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection
from garner.store.records.change_log import LogRange
from garner.store.records.visibility import is_visible


@dataclass(frozen=True, slots=True)
class FeedChange:
    number: int
    kind: Kind
    id: int | None  # of the record, if its kind has ids
    url: str
    title: str | None  # of this version
    version: int
    changed: bool  # in meaning, and not only in how it was extracted
    event: ChangeEvent | None  # unless it is a new version
    happened_at: datetime


@dataclass(frozen=True, slots=True)
class ScannedLog:
    """The part of the log that was read, and what the user sees of it."""

    kept: LogRange
    changes: list[FeedChange]


def _by_kind(values: Mapping[Kind, str]) -> str:
    return " ".join(f"when '{kind}' then {value}" for kind, value in values.items())


_ID = _by_kind(
    {
        kind: f"(select r.id from {declared.table.name} r where r.url_hash = c.url_hash)"
        for kind, declared in KINDS.items()
        if declared.table.has_id
    }
)
_TITLE = _by_kind({kind: f"v.data ->> '{declared.naming}'" for kind, declared in KINDS.items()})

# One snapshot for the log and its range. Numbers have no gaps, so a range of numbers bounds what is read.
_SCAN = f"""
    select k.deleted_to, k.last_number, c.number, c.kind, case c.kind {_ID} end as id, t.url,
           case c.kind {_TITLE} end as title, c.version, c.changed, c.event, c.happened_at
    from change_counter k
    left join lateral (
        select * from record_changes n
        where n.number > coalesce(%(after)s::bigint, k.deleted_to)
          and n.number <= least(coalesce(%(after)s::bigint, k.deleted_to), k.last_number) + %(scanned)s
          and (%(kind)s::text is null or n.kind = %(kind)s::text) and {is_visible("n")}
        order by n.number limit %(limit)s) c on true
    left join lateral (select t.url from crawl_tasks t where t.url_hash = c.url_hash limit 1) t on true
    left join lateral (
        select v.data from record_versions v
        where v.url_hash = c.url_hash and v.kind = c.kind and v.version = c.version limit 1) v on true
    order by c.number
"""


async def scan(
    connection: Connection, user_id: int, *, after: int | None, kind: Kind | None, scanned: int, limit: int
) -> ScannedLog:
    """Go through at most `scanned` changes after a number, or from the first that is kept, and return at most `limit`
    of those that the user sees."""
    cursor = await connection.execute(
        _SCAN, {"user_id": user_id, "after": after, "kind": kind, "scanned": scanned, "limit": limit}
    )
    rows = await cursor.fetchall()
    if not rows:
        return ScannedLog(LogRange(), [])
    kept = LogRange(rows[0]["deleted_to"], rows[0]["last_number"])
    return ScannedLog(kept, [_change(row) for row in rows if row["number"] is not None])


def _change(row: dict[str, Any]) -> FeedChange:
    event = None if row["event"] is None else ChangeEvent(row["event"])
    values = {name: row[name] for name in FeedChange.__slots__}
    return FeedChange(**{**values, "kind": Kind(row["kind"]), "event": event})
