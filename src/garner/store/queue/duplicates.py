"""Duplicate rows of a job (`twins` in the schema), which repeat an earlier row and end with its result.

One row may have a million duplicates, so each step settles a bounded number of them. A settle ends the first duplicates
of the rows that it ends; the feeder ends those that it meets after their original has ended; the rest is in
`twin_backlog`, which any worker continues (docs/decisions/0013).
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from garner.postgres.database import Connection

ROWS = 2000  # settled per transaction


async def settle_met(connection: Connection, originals: Mapping[UUID, UUID]) -> int:
    """End those of these rows, given with their originals, whose original has ended, and return how many. The caller
    holds the job's lane."""
    if not originals:
        return 0
    cursor = await connection.execute(
        "select end_met_twins(%s::uuid[], %s::uuid[]) as ended", (list(originals), list(originals.values()))
    )
    (row,) = await cursor.fetchall()
    return int(row["ended"])


async def backlog(connection: Connection, job_id: int | None = None, limit: int = 50) -> list[UUID]:
    """Return rows with duplicates left to settle, of one job or of all: one of each user, then another of each, in
    random order, so that no user comes last in every round."""
    cursor = await connection.execute(
        """
        select b.item_id from twin_backlog b join jobs j on j.id = b.job_id
        where %(job)s::bigint is null or b.job_id = %(job)s
        order by row_number() over (partition by coalesce(j.user_id, -j.id) order by random()), random() limit %(limit)s
        """,
        {"job": job_id, "limit": limit},
    )
    return [row["item_id"] for row in await cursor.fetchall()]


async def settle(connection: Connection, item_id: UUID, rows: int = ROWS) -> int:
    """Settle some of the duplicates that are left of one row, and return how many."""
    cursor = await connection.execute("select settle_twins(%s, %s) as settled", (item_id, rows))
    (row,) = await cursor.fetchall()
    return int(row["settled"])


async def delete_rows(connection: Connection, chosen: str, given: Mapping[str, Any]) -> int:
    """Delete the rows `chosen` by a query, at most `limit` of them, or first as many of their duplicates. Return how
    many. Each deleted row must be detached from all its duplicates, which may be a million."""
    cursor = await connection.execute(
        f"""
        with chosen as materialized ({chosen}),
        repeats as materialized (
            select t.id from job_items t
            where t.twin_of = any (array(select id from chosen)) and t.id not in (select id from chosen)
            limit %(limit)s)
        delete from job_items where id = any (array(
            select id from repeats union all select id from chosen where not exists (select from repeats)))
        """,
        given,
    )
    return cursor.rowcount


async def pass_on(connection: Connection, job_id: int, item_id: UUID) -> int | None:
    """Move the duplicates of this row, which is being edited, to an heir: the first that is pending, or any of them,
    becomes the original of the others. Return the heir's row number, if there is one. The others are moved in slices;
    the caller holds the job's lane."""
    cursor = await connection.execute(
        """
        select item_id from twin_backlog where item_id = %(item)s or heir_id = %(item)s order by item_id for update
        """,
        {"item": item_id},
    )
    passed_on = [row["item_id"] for row in await cursor.fetchall()]
    new_original = await _choose_new_original(connection, item_id, passed_on)
    if new_original is None:
        await connection.execute("delete from twin_backlog where item_id = any(%s)", (passed_on,))
        return None
    heir_id, row_no = new_original
    await connection.execute(
        """
        update job_items set twin_of = null, input_hash = (select input_hash from job_items where id = %(item)s)
        where id = %(heir)s
        """,
        {"item": item_id, "heir": heir_id},
    )
    await connection.execute(
        """
        insert into twin_backlog (item_id, job_id, heir_id)
        select id, %(job)s, %(heir)s from unnest(%(items)s::uuid[]) i (id)
        on conflict (item_id) do update set heir_id = excluded.heir_id
        """,
        {"job": job_id, "heir": heir_id, "items": list({item_id, *passed_on})},
    )
    await settle(connection, item_id)
    return row_no


async def _choose_new_original(
    connection: Connection, item_id: UUID, passed_on: Sequence[UUID]
) -> tuple[UUID, int] | None:
    """Return one of the row's duplicates, or of those that are still to be moved to it."""
    cursor = await connection.execute(
        """
        select t.id, t.row_no from unnest(%s::uuid[]) o (id)
        cross join lateral (
            (select w.id, w.row_no, 0 as place from job_items w
             where w.twin_of = o.id and w.status = 'PENDING' order by w.row_no limit 1)
            union all
            (select w.id, w.row_no, 1 from job_items w where w.twin_of = o.id order by w.status, w.row_no limit 1)) t
        order by t.place, t.row_no limit 1
        """,
        (list({item_id, *passed_on}),),
    )
    new_original = await cursor.fetchone()
    return None if new_original is None else (new_original["id"], int(new_original["row_no"]))
