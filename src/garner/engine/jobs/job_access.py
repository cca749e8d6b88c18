"""Access to jobs: a job belongs to its owner, and admins may manage it. For other users it does not exist."""

from collections.abc import Mapping
from typing import Any

from garner.core.accounts.actor import AuditActor
from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.postgres.database import Connection
from garner.store.jobs import job_views
from garner.store.jobs.job_views import OwnedJob
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject
from garner.store.people.users import User

NO_SUCH_JOB = NotFound("There is no such job.")


async def own_job(engine: Engine, person: User, job_id: int) -> OwnedJob:
    async with engine.database.connection() as connection:
        job = await job_views.find_owned(connection, job_id, None if engine.is_admin(person.email) else person.user_id)
    if job is None:
        raise NO_SUCH_JOB.copy()
    return job


async def audit_job(
    connection: Connection,
    by: AuditActor | None,
    verb: str,
    job_id: int,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write an entry of the audit log if an admin, `by`, acts on the job of another user."""
    if by is not None:
        subject = AuditObject("job", str(job_id))
        await audit_log.write(connection, by, f"job.{verb}", subject, before=before, after=after)
