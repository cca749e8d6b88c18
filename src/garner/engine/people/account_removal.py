"""Remove an account with everything it owns."""

from collections.abc import Sequence
from contextlib import suppress

from garner.core.accounts.actor import AuditActor
from garner.engine.engine import Engine
from garner.engine.jobs.job_control import cancel as cancel_job
from garner.errors import Conflict, NotFound
from garner.store.people import audit_log, users
from garner.store.people.audit_log import AuditObject
from garner.store.people.users import OwnedCounts, User
from garner.store.records import search_events
from garner.store.tasks import items

REMOVED_AT_ONCE = 2000  # items, in one transaction


async def remove_user(engine: Engine, user: User, *, by: AuditActor | None = None) -> OwnedCounts:
    """Remove the account and everything it owns; return how much that was. Other users who wait for the same pages
    continue to wait. Items and searches, which may be millions, are deleted before the account is, a bounded number at
    a time. `by` is the operator, if users do not remove themselves: the audit log has it from the first deletion on."""
    async with engine.database.transaction() as connection:
        if await users.find(connection, user.user_id) is None:
            raise _no_account(user)
        await users.release_joined(connection, user.user_id)
        counts = await users.count_owned(connection, user.user_id)
        job_ids = await users.jobs_of(connection, user.user_id)
        if by is not None:
            values = {"email": user.email, "jobs": counts.jobs, "savedRecipes": counts.saved_recipes}
            await audit_log.write(connection, by, "user.remove", AuditObject("user", str(user.user_id)), before=values)
    while job_ids:
        await _delete_rows(engine, user.user_id, job_ids)
        async with engine.database.connection() as connection:  # some may have been added meanwhile
            job_ids = await users.jobs_with_items(connection, user.user_id)
    while await _delete_some(engine, user.user_id, None):
        pass
    while await _delete_searches(engine, user.user_id):
        pass
    async with engine.database.transaction() as connection:
        await items.cancel(connection, await users.open_items_left(connection, user.user_id))
        if not await users.remove(connection, user.user_id):
            raise _no_account(user)
    return counts


def _no_account(user: User) -> NotFound:
    return NotFound(f"There is no account for {user.email}.")


async def _delete_rows(engine: Engine, user_id: int, job_ids: Sequence[int]) -> None:
    for job_id in job_ids:
        with suppress(Conflict, NotFound):  # it has ended
            await cancel_job(engine, job_id)
    for job_id in job_ids:
        while await _delete_some(engine, user_id, job_id):
            pass


async def _delete_searches(engine: Engine, user_id: int) -> bool:
    """Delete some, and return whether there may be more."""
    async with engine.database.transaction() as connection:
        return await search_events.delete_of_user(connection, user_id, REMOVED_AT_ONCE) == REMOVED_AT_ONCE


async def _delete_some(engine: Engine, user_id: int, job_id: int | None) -> bool:
    """Cancel, then delete some items of one job of the user, or of those that belong to no job. Return whether there
    may be more."""
    async with engine.database.transaction() as connection:
        open_items = await users.open_items(connection, user_id, job_id, REMOVED_AT_ONCE)
        if open_items:
            await items.cancel(connection, open_items, with_job=job_id is not None)
            return True
        return await users.delete_items(connection, user_id, job_id, REMOVED_AT_ONCE) > 0
