"""Somebody sends the page that Garner could not have."""

from uuid import UUID

from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Record
from garner.engine.engine import Engine
from garner.engine.requests import find_request
from garner.errors import Conflict
from garner.store import sent
from garner.store.items import ItemView

NOT_SHUT_OUT = "Only a request that failed because its site shut Garner out takes a page that you send."


async def find_shut_out(engine: Engine, item_id: UUID) -> ItemView:
    """The request that a page may be sent for."""
    found = await find_request(engine, item_id, Origin.PARSE)
    if found.status != ItemStatus.ERROR or found.error_code not in sent.SHUT_OUT:
        raise Conflict(NOT_SHUT_OUT)
    return found


async def attach_record(engine: Engine, item_id: UUID, record: Record) -> None:
    async with engine.database.transaction() as connection:
        if not await sent.attach(connection, item_id, record):
            raise Conflict("Somebody else has just ended this request.")
