"""What people send themselves: pages that shut Garner out, and pictures.

It stays on the item that it was sent for: there is no telling whether it is what the page says, so it never becomes the
record that others are given.
"""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from garner import observe
from garner.core.lifecycle import Origin
from garner.core.outcome import PageClass
from garner.core.record import Record
from garner.errors import RobotsDisallowed
from garner.store.database import Connection, tell

SHUT_OUT = (PageClass.SOFT_BLOCK, PageClass.HARD_BLOCK, PageClass.LOGIN_WALL, RobotsDisallowed.code)


def on_item(record: Record) -> dict[str, Any]:
    """The record as the item keeps it."""
    sent = {
        "record": dict(record.data),
        "strategy": record.strategy,
        "confidence": record.confidence,
        "warnings": list(record.warnings),
        "sources": {name: asdict(source) for name, source in record.sources.items()},
        "extractor": record.extractor,
        "extractor_version": record.extractor_version,
    }
    return {"sent": sent}


async def attach(connection: Connection, item_id: UUID, record: Record) -> bool:
    """Ends a single request that was shut out with this record; says whether it was one."""
    cursor = await connection.execute(
        """
        update job_items
        set status = 'DONE', result_json = %s, error_code = null, last_error = null,
            completed_at = now(), updated_at = now()
        where id = %s and origin = %s and kind = %s and status = 'ERROR' and error_code = any(%s)
        returning url
        """,
        (Jsonb(on_item(record)), item_id, Origin.PARSE, record.kind, [str(code) for code in SHUT_OUT]),
    )
    ended = await cursor.fetchone()
    if ended is not None:
        tell(connection, observe.ItemEnded(str(item_id), None, None, record.kind, "DONE", None, ended["url"]))
    return ended is not None
