"""The log of changed records: every new version, and every product that is gone or back. The changes are numbered, so
that a reader can follow them by remembering one number.

A reader that has read number n has read every change up to n. An identity column cannot promise that, because ids are
drawn in one order and committed in another, and a reader that waits for all transactions below its snapshot's `xmin`
stands still while any long transaction is open. So a change has no number when it is written (`unnumbered_changes`, by
the trigger `append_record_changes`), and a duty moves committed changes to `record_changes` and numbers them without
gaps. It holds the lock of the counter's row until it commits, so later numbers are assigned after earlier ones are
visible, even if two workers perform the duty for a moment (docs/decisions/0033).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.core.gone import ChangeEvent
from garner.core.record import Kind
from garner.observe import ReaderLag
from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class RecordChange:
    number: int
    url_hash: str
    kind: Kind
    version: int
    changed: bool  # in meaning, and not only in how it was extracted
    event: ChangeEvent | None  # of the current version, unless it is a new one
    happened_at: datetime


async def has_unnumbered(connection: Connection, low: int = 0) -> bool:
    cursor = await connection.execute("select exists (select from unnumbered_changes where id > %s) as found", (low,))
    row = await cursor.fetchone()
    return row is not None and row["found"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The changes that were numbered: how many, and the highest of the ids that they had until then."""

    count: int = 0
    highest_id: int = 0


async def assign_numbers(connection: Connection, limit: int, low: int = 0) -> Numbered:
    """Number committed changes, in the caller's transaction. With `low`, only those with higher ids: numbered changes
    that no vacuum has removed yet are not gone through then."""
    # A statement of its own, so that the next one sees all that an earlier holder of the lock has done.
    cursor = await connection.execute(
        """
        insert into change_counter (id) values (1)
        on conflict (id) do update set last_number = change_counter.last_number
        returning last_number
        """
    )
    row = await cursor.fetchone()
    assert row is not None
    cursor = await connection.execute(
        """
        with taken as (
            delete from unnumbered_changes
            where id = any (array(select id from unnumbered_changes where id > %(low)s order by id limit %(limit)s))
            returning *),
        numbered as (
            insert into record_changes (number, url_hash, kind, version, changed, event, happened_at)
            select %(last)s + row_number() over (order by id), url_hash, kind, version, changed, event, happened_at
            from taken)
        update change_counter c set last_number = c.last_number + t.count
        from (select count(*) as count, max(id) as highest_id from taken) t where t.count > 0
        returning t.count, t.highest_id
        """,
        {"last": row["last_number"], "low": low, "limit": limit},
    )
    numbered = await cursor.fetchone()
    return Numbered() if numbered is None else Numbered(**numbered)


@dataclass(frozen=True, slots=True)
class LogRange:
    """The numbers of the changes that are kept: those after `deleted_to`, up to `last_number`."""

    deleted_to: int = 0
    last_number: int = 0


async def kept_range(connection: Connection) -> LogRange:
    cursor = connection.cursor(row_factory=class_row(LogRange))
    await cursor.execute("select deleted_to, last_number from change_counter")
    return await cursor.fetchone() or LogRange()


async def read(connection: Connection, after: int, limit: int) -> list[RecordChange]:
    """Return the changes that follow this number, in order. They are all there are up to the last one returned."""
    cursor = connection.cursor(row_factory=class_row(RecordChange))
    await cursor.execute(
        """
        select number, url_hash, kind, version, changed, event, happened_at
        from record_changes where number > %s order by number limit %s
        """,
        (after, limit),
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class ConsumerPosition:
    number: int  # the last change that was processed
    is_lost: bool  # changes that follow are no longer kept: the consumer has to read all records again


async def hold_position(connection: Connection, consumer: str) -> ConsumerPosition | None:
    """Lock the position of one of Garner's own readers until the end of the transaction; None if another holds it. A
    new reader begins with the first change of all."""
    await connection.execute("insert into change_cursors (consumer) values (%s) on conflict do nothing", (consumer,))
    cursor = connection.cursor(row_factory=class_row(ConsumerPosition))
    await cursor.execute(
        """
        select number, number < coalesce((select deleted_to from change_counter), 0) as is_lost
        from change_cursors where consumer = %s for update skip locked
        """,
        (consumer,),
    )
    return await cursor.fetchone()


async def read_position(connection: Connection, consumer: str) -> int:
    """Return the number of the last change that the reader has processed, without waiting for it."""
    cursor = await connection.execute("select number from change_cursors where consumer = %s", (consumer,))
    row = await cursor.fetchone()
    return 0 if row is None else int(row["number"])


async def measure_lags(connection: Connection) -> list[ReaderLag]:
    """Measure how far each reader is behind the log. Changes that are no longer kept count too."""
    cursor = connection.cursor(row_factory=class_row(ReaderLag))
    await cursor.execute(
        """
        select c.consumer as reader, greatest(k.last_number - c.number, 0) as changes,
               coalesce((select greatest(extract(epoch from now() - n.happened_at), 0)::float8
                         from record_changes n where n.number > c.number order by n.number limit 1), 0) as seconds
        from change_cursors c cross join change_counter k
        order by c.consumer
        """
    )
    return await cursor.fetchall()


async def move_position(connection: Connection, consumer: str, number: int) -> None:
    """Record that the reader has processed every change up to this number; its caller holds the position."""
    await connection.execute(
        "update change_cursors set number = %s, moved_at = now() where consumer = %s", (number, consumer)
    )


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 50_000) -> int:
    """Delete the first changes, as far as they are old, and record how far the log was deleted."""
    cursor = await connection.execute(
        """
        with deleted as (
            delete from record_changes where number in (
                select number from (select number, happened_at from record_changes order by number limit %s) first
                where happened_at < now() - %s)
            returning number),
        counted as (select max(number) as number, count(*) as amount from deleted)
        update change_counter c set deleted_to = d.number
        from counted d where d.number is not null
        returning d.amount
        """,
        (limit, older_than),
    )
    row = await cursor.fetchone()
    return 0 if row is None else int(row["amount"])
