"""List the actions of operators."""

from datetime import datetime

from garner.engine.engine import Engine
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditEntry, AuditFilter


async def list_audit_entries(
    engine: Engine,
    *,
    actor: str | None = None,
    action: str | None = None,
    subject: str | None = None,
    since: datetime | None = None,
    before: int | None = None,
    limit: int = 100,
) -> list[AuditEntry]:
    """List entries, newest first. `subject` is a type of objects, or one object as `type:id`."""
    object_type, _, object_id = (subject or "").partition(":")
    wanted = AuditFilter(actor, action, object_type or None, object_id or None, since)
    async with engine.database.connection() as connection:
        return await audit_log.page_of(connection, wanted, before=before, limit=limit)
