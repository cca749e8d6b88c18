"""Jobs of a local user without an account, identified by their request.

The same file with the same options, from the same user on the same machine, is the same job, whether it is under way,
paused or over. So a command that was killed continues where it was when it is run again.
"""

import asyncio
import getpass
import socket
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import orjson

from garner.core.lifecycle import JobState
from garner.engine.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import SpooledFile, describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.engine.jobs.job_access import NO_SUCH_JOB
from garner.engine.jobs.job_control import resume
from garner.store.ingest import ingests
from garner.store.jobs import job_views, jobs
from garner.store.jobs.job_views import OwnedJob

NO_SENDER = Sender(None)
NOT_RESUMABLE = (JobState.FAILED, JobState.CANCELED)


@dataclass(frozen=True, slots=True)
class LocalJob:
    id: int
    was_there: bool
    is_over: bool = False


async def submit_or_resume(engine: Engine, path: Path, options: UploadOptions, *, again: bool = False) -> LocalJob:
    """Find the job of this file and resume it, or create one. With `again`, always create a new job."""
    file = await asyncio.to_thread(describe_file, path, path.name)
    key = _key(file, options)
    resumed_job = None if again else await _find_and_resume(engine, key)
    if resumed_job is not None:
        return resumed_job
    submitted = await submit_files(engine, ReadingThreads(), [file], NO_SENDER, options, key)
    return LocalJob(submitted.job_id, was_there=False)


async def _find_and_resume(engine: Engine, key: str) -> LocalJob | None:
    async with engine.database.connection() as connection:
        job_id = await ingests.find_local(connection, key)
        state = None if job_id is None else await jobs.state(connection, job_id)
    if job_id is None or state in NOT_RESUMABLE:
        return None
    if state == JobState.PAUSED:
        await resume(engine, job_id)
    return LocalJob(job_id, was_there=True, is_over=state == JobState.DONE)


async def local_job(engine: Engine, job_id: int) -> OwnedJob:
    async with engine.database.connection() as connection:
        job = await job_views.find_owned(connection, job_id, None)
    if job is None:
        raise NO_SUCH_JOB.copy()
    return job


def _key(file: SpooledFile, options: UploadOptions) -> str:
    asked = [_person(), file.content_hash, options.kind, options.serialize()]
    return f"local {sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()}"


def _person() -> str:
    try:
        return f"{getpass.getuser()}@{socket.gethostname()}"
    except (KeyError, OSError, ImportError):  # a user without a name, as in containers
        return f"@{socket.gethostname()}"
