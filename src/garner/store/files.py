"""What people have sent: each file's name and where its content is kept."""

from dataclasses import dataclass

from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class NewFile:
    name: str
    media_type: str
    size_bytes: int
    content_hash: str
    path: str  # in the blob store
    ip_address: str | None


async def add(connection: Connection, user_id: int, file: NewFile) -> int:
    cursor = await connection.execute(
        """
        insert into files (user_id, name, media_type, size_bytes, content_hash, path, ip_address)
        values (%s, %s, %s, %s, %s, %s, %s) returning id
        """,
        (
            user_id,
            file.name,
            file.media_type,
            file.size_bytes,
            file.content_hash,
            file.path,
            file.ip_address,
        ),
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["id"])


async def delete(connection: Connection, file_id: int) -> None:
    await connection.execute("delete from files where id = %s", (file_id,))
