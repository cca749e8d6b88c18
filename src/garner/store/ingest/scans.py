"""Records scanned files, and which process scans the watched places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from psycopg.rows import class_row

from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class ScanRecord:
    place: str
    stamp: str
    job_id: int | None
    refusal: str | None
    asked: str | None


def _key(place: str) -> str:
    return sha256(place.encode()).hexdigest()


async def find_scanned(connection: Connection, places: Sequence[str]) -> Mapping[str, ScanRecord]:
    cursor = connection.cursor(row_factory=class_row(ScanRecord))
    await cursor.execute(
        """
        select s.place, s.stamp, j.id as job_id, s.refusal, s.asked
        from scanned_files s
        left join files f on f.content_hash = s.content_hash and f.source is not null
        left join lateral (select id from jobs where file_id = f.id order by id limit 1) j on true
        where s.place_hash = any(%s)
        """,
        ([_key(place) for place in places],),
    )
    return {row.place: row for row in await cursor.fetchall()}


async def is_known(connection: Connection, content_hash: str) -> bool:
    """Return whether a scan has ingested such a file, even if its job is gone."""
    cursor = await connection.execute(
        """
        select 1 from files where content_hash = %(hash)s and source is not null
        union all select 1 from scanned_files where content_hash = %(hash)s limit 1
        """,
        {"hash": content_hash},
    )
    return await cursor.fetchone() is not None


async def job_of(connection: Connection, content_hash: str) -> int | None:
    """Return the job of an ingested file, if it still exists."""
    cursor = await connection.execute(
        """
        select j.id from files f join jobs j on j.file_id = f.id
        where f.content_hash = %s and f.source is not null order by j.id limit 1
        """,
        (content_hash,),
    )
    row = await cursor.fetchone()
    return None if row is None else int(row["id"])


async def remember(connection: Connection, place: str, stamp: str, content_hash: str) -> None:
    await _remember(connection, place, stamp, content_hash, None, None)


async def remember_refusal(connection: Connection, place: str, stamp: str, refusal: str, asked: str) -> None:
    await _remember(connection, place, stamp, None, refusal, asked)


async def _remember(connection: Connection, place: str, *rest: str | None) -> None:
    await connection.execute(
        """
        insert into scanned_files (place_hash, place, stamp, content_hash, refusal, asked)
        values (%s, %s, %s, %s, %s, %s)
        on conflict (place_hash) do update
        set stamp = excluded.stamp, content_hash = excluded.content_hash, refusal = excluded.refusal,
            asked = excluded.asked, scanned_at = now()
        """,
        (_key(place), place, *rest),
    )


async def take_watch(connection: Connection, place: str, seconds: float) -> bool:
    """Return whether it is time to scan the place, and reserve it for this process for `seconds`, or until the watch
    is put off."""
    cursor = await connection.execute(
        """
        insert into watches (place, due_at) values (%(place)s, now() + %(seconds)s * interval '1 second')
        on conflict (place) do update set due_at = excluded.due_at where watches.due_at <= now()
        """,
        {"place": place, "seconds": seconds},
    )
    return cursor.rowcount == 1


async def put_watch_off(connection: Connection, place: str, seconds: float) -> None:
    await connection.execute(
        "update watches set due_at = now() + %s * interval '1 second' where place = %s", (seconds, place)
    )
