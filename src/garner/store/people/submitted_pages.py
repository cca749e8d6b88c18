"""Pages that users submit for their own requests that a site blocked, and pictures.

An ended request is final, so a submitted page creates a request of its own, which names the one that it was sent for.
Its authenticity cannot be verified, so it never becomes the record that other users receive.
"""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner import observe
from garner.core.pacing.outcome import PageClass
from garner.core.record import Record
from garner.errors import RobotsDisallowed
from garner.postgres.database import Connection, emit_on_commit
from garner.store.tasks.items import VIEW, ItemView

SHUT_OUT = (PageClass.SOFT_BLOCK, PageClass.HARD_BLOCK, PageClass.LOGIN_WALL, RobotsDisallowed.code)
NOT_FETCHED = "Sent by a user, not fetched from the site."


async def find(connection: Connection, user_id: int, item_id: UUID) -> ItemView | None:
    """Return a single request or a mailbox job of this user."""
    cursor = connection.cursor(row_factory=class_row(ItemView))
    await cursor.execute(
        f"{VIEW} where i.id = %s and i.user_id = %s and i.origin in ('parse', 'mailbox')", (item_id, user_id)
    )
    return await cursor.fetchone()


async def attach(connection: Connection, user_id: int, item_id: UUID, record: Record, new_id: UUID) -> bool:
    """Create a request that is done with this record, beside the user's own that was blocked. Return False if there
    is no such request, or no longer."""
    cursor = await connection.execute(
        """
        insert into job_items (id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, input_json, status,
                               result_json, completed_at)
        select %(new_id)s, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback,
               jsonb_build_object('sent_for', id), 'DONE', %(sent)s, now()
        from job_items
        where id = %(id)s and user_id = %(user_id)s and origin in ('parse', 'mailbox') and kind = %(kind)s
          and status = 'ERROR' and error_code = any(%(shut_out)s)
        returning id, url
        """,
        {
            "new_id": new_id,
            "sent": Jsonb(on_item(record, NOT_FETCHED)),
            "id": item_id,
            "user_id": user_id,
            "kind": record.kind,
            "shut_out": [str(code) for code in SHUT_OUT],
        },
    )
    made = await cursor.fetchone()
    if made is not None:
        emit_on_commit(connection, observe.ItemEnded(str(new_id), None, None, record.kind, "DONE", None, made["url"]))
    return made is not None


def on_item(record: Record, *remarks: str) -> dict[str, Any]:
    """Return the record as the item stores it."""
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
