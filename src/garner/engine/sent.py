"""Somebody sends the page that Garner could not have."""

from uuid import UUID

from uuid_utils.compat import uuid7

from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Record
from garner.engine.engine import Engine
from garner.engine.mailbox import find_job
from garner.engine.requests import find_request
from garner.errors import Conflict, NotFound
from garner.store import sent
from garner.store.items import ItemView

NOT_SHUT_OUT = "Only a request that failed because its site shut Garner out takes a page that you send."


async def find_shut_out(engine: Engine, item_id: UUID, user_id: int | None = None) -> ItemView:
    """The request that a page may be sent for: anybody's who knows its id, or a job of their own mailbox."""
    try:
        found = await find_request(engine, item_id, Origin.PARSE)
    except NotFound:
        if user_id is None:
            raise
        found = await find_job(engine, user_id, item_id)
    if found.status != ItemStatus.ERROR or found.error_code not in sent.SHUT_OUT:
        raise Conflict(NOT_SHUT_OUT)
    return found


async def attach_record(engine: Engine, item_id: UUID, record: Record, user_id: int | None = None) -> UUID:
    """Gives the request that has the record: this one, or the sender's own if others have joined this one."""
    async with engine.database.transaction() as connection:
        attached = await sent.attach(connection, item_id, record, uuid7(), user_id)
        if attached is None:
            raise Conflict("Somebody else has just ended this request.")
    return attached
