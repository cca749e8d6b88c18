"""Access to jobs: a job belongs to its owner, and admins may manage it. For other users it does not exist."""

from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.store.jobs import job_views
from garner.store.jobs.job_views import OwnedJob
from garner.store.people.users import User

NO_SUCH_JOB = NotFound("There is no such job.")


async def own_job(engine: Engine, person: User, job_id: int) -> OwnedJob:
    async with engine.database.connection() as connection:
        job = await job_views.find_owned(connection, job_id, None if engine.is_admin(person.email) else person.user_id)
    if job is None:
        raise NO_SUCH_JOB.copy()
    return job
