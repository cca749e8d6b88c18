"""Pictures that users send to their mailboxes: an item without a page, and its work in the stage `match`."""

from dataclasses import dataclass
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.errors import TooManyRequests
from garner.postgres.database import Connection
from garner.store.ingest import files
from garner.store.ingest.files import NewFile

JOB_TYPE = "ocr"
MAX_OPEN = 20  # per user: reading one takes seconds, and others wait behind it


@dataclass(frozen=True, slots=True)
class PictureSubmission:
    item_id: UUID
    status: str
    created: bool


async def submit(
    connection: Connection, item_id: UUID, file: NewFile, *, user_id: int, kind: Kind, use_llm: bool, priority: int
) -> PictureSubmission | None:
    """Submit a picture. If a user sends the same picture several times while it is being read, the first request
    creates the item, by a unique index, and the others join it. Return None if it ended just then, and there is none
    to join."""
    await connection.execute("select 1 from users where user_id = %s for no key update", (user_id,))
    file_id = await files.add(connection, user_id, file)
    given = {"file_id": file_id, "path": file.path, "content_hash": file.content_hash, "use_llm": use_llm}
    cursor = await connection.execute(
        """
        insert into job_items (id, origin, user_id, job_type, kind, use_llm_fallback, input_json)
        values (%s, %s, %s, %s, %s, %s, %s)
        on conflict do nothing
        """,
        (item_id, Origin.MAILBOX, user_id, JOB_TYPE, kind, use_llm, Jsonb(given)),
    )
    if cursor.rowcount == 0:
        await files.delete(connection, file_id)
        return await _join(connection, user_id, file.content_hash, use_llm=use_llm)
    await _require_room(connection, user_id)
    await connection.execute(
        """
        insert into work (stage, item_id, priority, rank, reads_text)
        values ('match', %(item)s, %(priority)s, work_rank(now(), %(priority)s), true)
        """,
        {"item": item_id, "priority": priority},
    )
    return PictureSubmission(item_id, "PENDING", created=True)


async def _require_room(connection: Connection, user_id: int) -> None:
    """Raise TooManyRequests if the user has too many open pictures. The new one is counted under the lock of the
    user's row, so that concurrent requests do not each see room."""
    cursor = await connection.execute(
        """
        select count(*) as open from job_items
        where origin = %s and user_id = %s and status in ('PENDING', 'PROCESSING') and job_type = %s
        """,
        (Origin.MAILBOX, user_id, JOB_TYPE),
    )
    row = await cursor.fetchone()
    if row is not None and row["open"] > MAX_OPEN:
        raise TooManyRequests(f"You already have {MAX_OPEN} pictures waiting to be read.", retry_after=30)


async def _join(connection: Connection, user_id: int, content_hash: str, *, use_llm: bool) -> PictureSubmission | None:
    """Join the open request. A caller that allows a language model allows it for the joined request."""
    cursor = connection.cursor(row_factory=class_row(PictureSubmission))
    await cursor.execute(
        """
        update job_items
        set use_llm_fallback = use_llm_fallback or %(llm)s,
            input_json = case when %(llm)s then jsonb_set(input_json, '{use_llm}', 'true') else input_json end
        where user_id = %(user)s and input_json ->> 'content_hash' = %(hash)s and origin = 'mailbox'
          and url_hash is null and status in ('PENDING', 'PROCESSING')
        returning id as item_id, status, false as created
        """,
        {"llm": use_llm, "user": user_id, "hash": content_hash},
    )
    return await cursor.fetchone()
