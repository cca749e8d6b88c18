"""What people send themselves: pages that shut Garner out, and pictures.

There is no telling whether it is what the page says, so it never becomes the record that others are given. A request
that nobody has joined is completed with it. One that others wait for as well stays as it is, and whoever sent the page
gets a request of their own. Who joins marks the request first, and it is completed only while it is not marked: however
close the two come, what one sent is told to no other.
"""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from garner import observe
from garner.core.outcome import PageClass
from garner.core.record import Record
from garner.errors import RobotsDisallowed
from garner.store.database import Connection, tell

SHUT_OUT = (PageClass.SOFT_BLOCK, PageClass.HARD_BLOCK, PageClass.LOGIN_WALL, RobotsDisallowed.code)
NOT_FETCHED = "Sent by a user, not fetched from the site."

IS_SHUT_OUT = """
    id = %(id)s and (origin = 'parse' or (origin = 'mailbox' and user_id = %(user_id)s))
    and kind = %(kind)s and status = 'ERROR' and error_code = any(%(shut_out)s)
"""
COMPLETE = f"""
    update job_items
    set status = 'DONE', result_json = %(sent)s, error_code = null, last_error = null,
        completed_at = now(), updated_at = now()
    where {IS_SHUT_OUT} and not shared
    returning id, url
"""
MAKE_OWN = f"""
    insert into job_items (id, origin, kind, url, url_hash, status, result_json, completed_at)
    select %(own_id)s, origin, kind, url, url_hash, 'DONE', %(sent)s, now() from job_items
    where {IS_SHUT_OUT} and shared
    returning id, url
"""


async def attach(
    connection: Connection, item_id: UUID, record: Record, own_id: UUID, user_id: int | None = None
) -> UUID | None:
    """Ends a single request that was shut out, or a job of this person's mailbox, with this record, or if others have
    joined it makes one of the sender's own, under the other id. Gives the one that has the record, or None if the
    request takes none."""
    facts = {
        "sent": Jsonb(on_item(record, NOT_FETCHED)),
        "id": item_id,
        "own_id": own_id,
        "user_id": user_id,
        "kind": record.kind,
        "shut_out": [str(code) for code in SHUT_OUT],
    }
    cursor = await connection.execute(COMPLETE, facts)
    ended = await cursor.fetchone()
    if ended is None:
        # In a statement of its own, which sees a mark that the first one waited for.
        cursor = await connection.execute(MAKE_OWN, facts)
        ended = await cursor.fetchone()
    if ended is None:
        return None
    tell(connection, observe.ItemEnded(str(ended["id"]), None, None, record.kind, "DONE", None, ended["url"]))
    return UUID(str(ended["id"]))


def on_item(record: Record, *remarks: str) -> dict[str, Any]:
    """The record as the item keeps it."""
    sent = {
        "record": dict(record.data),
        "strategy": record.strategy,
        "confidence": record.confidence,
        "used_llm": record.used_llm,
        "warnings": [*record.warnings, *remarks],
        "sources": {name: asdict(source) for name, source in record.sources.items()},
        "extractor": record.extractor,
        "extractor_version": record.extractor_version,
    }
    return {"sent": sent}
