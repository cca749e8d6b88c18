"""Accept a page that a user sends because Garner was not able to fetch it."""

from uuid import UUID

from uuid_utils.compat import uuid7

from garner.core.lifecycle import ItemStatus
from garner.core.record import Record
from garner.engine.engine import Engine
from garner.errors import Conflict, NotFound
from garner.store.people import submitted_pages
from garner.store.tasks.items import ItemView

NOT_SHUT_OUT = "A page can be sent only for a request that failed because its site blocked Garner."
NO_SUCH_REQUEST = NotFound("Request not found")


async def find_shut_out(engine: Engine, item_id: UUID, user_id: int | None) -> ItemView:
    """Return the user's own request that a page may be sent for. A guest's request has no owner, so it accepts none."""
    if user_id is None:
        raise NO_SUCH_REQUEST.copy()
    async with engine.database.connection() as connection:
        item = await submitted_pages.find(connection, user_id, item_id)
    if item is None:
        raise NO_SUCH_REQUEST.copy()
    if item.status != ItemStatus.ERROR or item.error_code not in submitted_pages.SHUT_OUT:
        raise Conflict(NOT_SHUT_OUT)
    return item


async def attach_record(engine: Engine, item_id: UUID, record: Record, user_id: int) -> UUID:
    """Create a new request that has the record, and return its id."""
    new_id = uuid7()
    async with engine.database.transaction() as connection:
        if not await submitted_pages.attach(connection, user_id, item_id, record, new_id):
            raise NO_SUCH_REQUEST.copy()
    return new_id
