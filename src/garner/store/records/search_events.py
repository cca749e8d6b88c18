"""Searches in the catalogue, by rows of jobs and later by users, and their outcomes.

An event refers to its user, job and item by id only. Foreign keys would lock those rows for every batch of matched
rows, and deleting a job would delete all its events in one statement, regardless of their number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import orjson
from psycopg.rows import class_row

from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class NewSearchEvent:
    user_id: int | None
    job_id: int | None
    item_id: UUID | None
    source: str
    query: str
    corrections: Mapping[str, str]  # what was searched for instead of words that seem misspelt
    hits: int
    took_ms: float


async def write(connection: Connection, events: Sequence[NewSearchEvent]) -> None:
    if not events:
        return
    await connection.execute(
        """
        insert into search_events (user_id, job_id, item_id, source, query, corrections, hits, took_ms)
        select user_id, job_id, item_id, source, query, corrections::jsonb, hits, took_ms
        from unnest(%s::bigint[], %s::bigint[], %s::uuid[], %s::text[], %s::text[], %s::text[], %s::int[], %s::float8[])
             e (user_id, job_id, item_id, source, query, corrections, hits, took_ms)
        """,
        (
            [event.user_id for event in events],
            [event.job_id for event in events],
            [event.item_id for event in events],
            [event.source for event in events],
            [event.query for event in events],
            [orjson.dumps(dict(event.corrections)).decode() for event in events],
            [event.hits for event in events],
            [event.took_ms for event in events],
        ),
    )


@dataclass(frozen=True, slots=True)
class FrequentSearch:
    """A query of several searches, regardless of its case."""

    query: str
    searches: int
    empty: int  # of them, without a hit
    last_at: datetime


async def list_frequent(
    connection: Connection, source: str, *, only_empty: bool, within_days: int, limit: int, most: int = 50_000
) -> list[FrequentSearch]:
    """Return the most frequent queries among the last searches. `empty` are those without a hit that has all words."""
    cursor = connection.cursor(row_factory=class_row(FrequentSearch))
    await cursor.execute(
        f"""
        select min(query) as query, count(*) as searches, count(*) filter (where hits = 0) as empty,
               max(created_at) as last_at
        from (select query, hits, created_at, source from search_events order by id desc limit %(most)s) e
        where source = %(source)s and created_at > now() - %(days)s * interval '1 day'
        group by lower(query)
        {"having count(*) filter (where hits = 0) > 0" if only_empty else ""}
        order by {"empty" if only_empty else "searches"} desc, last_at desc limit %(limit)s
        """.encode(),
        {"source": source, "days": within_days, "limit": limit, "most": most},
    )
    return await cursor.fetchall()


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete the oldest events first. Ids are assigned in the order of time, so no other index is needed."""
    cursor = await connection.execute(
        """
        delete from search_events where id in (
            select id from (select id, created_at from search_events order by id limit %s) oldest
            where created_at < now() - %s)
        """,
        (limit, older_than),
    )
    return cursor.rowcount


async def delete_of_job(connection: Connection, job_id: int, limit: int) -> int:
    cursor = await connection.execute(
        "delete from search_events where id in (select id from search_events where job_id = %s limit %s)",
        (job_id, limit),
    )
    return cursor.rowcount


async def delete_of_user(connection: Connection, user_id: int, limit: int) -> int:
    cursor = await connection.execute(
        "delete from search_events where id in (select id from search_events where user_id = %s limit %s)",
        (user_id, limit),
    )
    return cursor.rowcount
