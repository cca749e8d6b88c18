"""Helpers for tests of ingest: a job with unread files, and blocks of rows."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.integration.helpers import new_user

from garner.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.postgres.database import Connection
from garner.store.ingest import ingests, rows
from garner.store.ingest.ingests import IngestClaim
from garner.store.ingest.rows import Block, RowsOf
from garner.store.jobs import jobs


class Reading:
    """A job with unread files."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self.engine, self.folder = engine, folder
        self.job_id = 0

    async def submit(self, *bodies: str, options: UploadOptions | None = None) -> int:
        async with self.engine.database.connection() as connection:
            user = await new_user(connection)
        sent = []
        for number, body in enumerate(bodies):
            path = self.folder / f"{number}.csv"
            path.write_text(body)
            sent.append(describe_file(path, path.name))
        made = await submit_files(
            self.engine, ReadingThreads(), sent, Sender(user), options or UploadOptions("product")
        )
        self.job_id = made.job_id
        return made.job_id

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def claim(self, worker: str, lease: float = 60, max_bytes: int | None = None) -> IngestClaim | None:
        async with self.engine.database.transaction() as connection:
            return await ingests.claim(connection, worker, lease, max_bytes)

    async def titles(self) -> list[str]:
        found = await self.execute("select normalized_json ->> 'title' as title from job_items order by row_no")
        return [row["title"] for row in found]

    async def job(self) -> dict[str, Any]:
        async with self.engine.database.transaction() as connection:
            await jobs.fold(connection)
        (job,) = await self.execute("select * from jobs where id = %s", self.job_id)
        return job


def things(count: int, word: str = "Thing") -> str:
    return "title\n" + "".join(f"{word} {n}\n" for n in range(count))


def block_of(job_id: int, titles: Sequence[str], *, dedupe: bool = False) -> Block:
    block = Block(RowsOf(job_id, None, "table", "product", dedupe=dedupe))
    for title in titles:
        block.add({"title": title}, {"title": title})
    return block


async def write(connection: Connection, block: Block) -> None:
    """Write the block as a reader does."""
    place = await rows.find_position(connection, block)
    assert place is not None
    copied = await rows.copy(connection, block, place)
    state = await rows.hold_lane(connection, block.of.job_id)
    assert state is not None
    await rows.join(connection, block, place, copied, state)
