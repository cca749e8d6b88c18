"""A user's mailbox: requested parses, to be reviewed later, saved or dropped."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from garner.core.lifecycle import ItemStatus
from garner.engine.engine import Engine
from garner.errors import Conflict, NotFound
from garner.store.people import mailbox
from garner.store.people.mailbox import MailboxCursor, MailboxEntry, MailboxJob
from garner.store.tasks import items

NO_SUCH_JOB = NotFound("There is no such job.")
NOT_TO_DROP = Conflict("Only a finished parse that was not saved can be dropped.")


async def find_job(engine: Engine, user_id: int, job_id: UUID) -> MailboxJob:
    async with engine.database.connection() as connection:
        job = await mailbox.find(connection, user_id, job_id)
    if job is None:
        raise NO_SUCH_JOB.copy()
    return job


async def cancel_job(engine: Engine, user_id: int, job_id: UUID) -> None:
    """Cancel a job that has not ended. Other users' jobs for the same page are not affected."""
    await find_job(engine, user_id, job_id)
    async with engine.database.transaction() as connection:
        canceled = await items.cancel(connection, [job_id])
    if not canceled:
        raise Conflict("The job has already ended and cannot be canceled.")


async def drop_job(engine: Engine, user_id: int, job_id: UUID) -> None:
    """Abandon a finished parse now rather than when its time is up. A request that saves it at the same moment gets an
    error."""
    await find_job(engine, user_id, job_id)
    async with engine.database.transaction() as connection:
        if not await mailbox.drop(connection, user_id, job_id, prune=engine.settings.mailbox.prune_abandoned):
            raise NOT_TO_DROP.copy()


async def list_jobs(
    engine: Engine,
    user_id: int,
    statuses: Sequence[ItemStatus],
    *,
    limit: int,
    after: MailboxCursor | None = None,
    include_expired: bool = False,
    include_refreshes: bool = False,
) -> list[MailboxEntry]:
    not_older_than = None if include_expired else abandoned_after(engine)
    async with engine.database.connection() as connection:
        return await mailbox.listing(
            connection,
            user_id,
            statuses,
            limit=limit,
            after=after,
            not_older_than=not_older_than,
            include_refreshes=include_refreshes,
        )


def abandoned_after(engine: Engine) -> timedelta:
    return timedelta(minutes=engine.settings.mailbox.abandon_minutes)
