"""Store uploaded files: each file's name and where its content is kept."""

from dataclasses import dataclass

from psycopg.rows import class_row

from garner.errors import KnownFile
from garner.postgres.database import Connection

KNOWN = KnownFile("A file with the same content was already imported.")


@dataclass(frozen=True, slots=True)
class NewFile:
    name: str
    media_type: str
    size_bytes: int
    content_hash: str
    path: str  # in the blob store
    ip_address: str | None
    source: str | None = None  # where a scan found it; later finds of the same content there are rejected


async def add(connection: Connection, user_id: int | None, file: NewFile, job_id: int | None = None) -> int:
    cursor = await connection.execute(
        """
        insert into files (user_id, name, media_type, size_bytes, content_hash, path, ip_address, source, job_id)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (content_hash) where source is not null do nothing returning id
        """,
        (
            user_id,
            file.name,
            file.media_type,
            file.size_bytes,
            file.content_hash,
            file.path,
            file.ip_address,
            file.source,
            job_id,
        ),
    )
    row = await cursor.fetchone()
    if row is None:
        raise KNOWN.copy()
    return int(row["id"])


@dataclass(frozen=True, slots=True)
class KeptFile:
    name: str
    size_bytes: int
    content_hash: str
    path: str


async def find(connection: Connection, user_id: int, file_id: int) -> KeptFile | None:
    """Return one of this user's own files."""
    cursor = connection.cursor(row_factory=class_row(KeptFile))
    await cursor.execute(
        "select name, size_bytes, content_hash, path from files where id = %s and user_id = %s",
        (file_id, user_id),
    )
    return await cursor.fetchone()


async def sent_for(connection: Connection, job_id: int) -> list[int]:
    """Return the files that a job was made of, in order."""
    cursor = await connection.execute("select file_id from ingests where job_id = %s order by place", (job_id,))
    return [row["file_id"] for row in await cursor.fetchall()]


async def delete(connection: Connection, file_id: int) -> None:
    await connection.execute("delete from files where id = %s", (file_id,))
