"""Stream the progress of jobs to users: first the whole job, then its changes, by number.

Change numbers have no gaps and become visible in order, so a client that names the last one it saw gets exactly those
after it. If those are no longer stored, or are too many, it gets the whole job again.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from garner.engine.jobs.seen_job import SeenJob, describe_hold
from garner.postgres.database import Connection, Database
from garner.runtime.streams.listening import Audience, Listener
from garner.store.jobs import job_changes, job_views
from garner.store.jobs.job_changes import JobChange

QUEUE = 200
MAX_MISSED = QUEUE // 2  # changes; a client that missed more gets the whole job


@dataclass(frozen=True, slots=True)
class JobNews:
    number: int
    job: SeenJob | None  # the current job, sent with the last change
    change: dict[str, Any] | None  # None for the whole job


class JobListener(Listener[JobNews]):
    def __init__(self, job_id: int) -> None:
        super().__init__(QUEUE)
        self.job_id = job_id
        self.seen: int | None = None  # the number of the last change that was sent

    def show(self, job: SeenJob) -> None:
        self.seen = job.job.change_no
        self.put(JobNews(self.seen, job, None))

    def notify(self, changes: Sequence[JobChange], job: SeenJob) -> None:
        """Send the changes that the client has not seen; the current job goes with the last."""
        for change in changes:
            if self.seen is None or change.number > self.seen:
                self.seen = change.number
                self.put(JobNews(change.number, job if change is changes[-1] else None, change.change))


class JobStreams(Audience[JobListener]):
    def __init__(self, database: Database) -> None:
        super().__init__("job streams")
        self._database = database

    @asynccontextmanager
    async def listen(self, user_id: int, job_id: int, seen: int | None) -> AsyncIterator[JobListener]:
        """Open a stream. `seen` is the number of the last change that the client got; without one it gets the whole
        job."""
        listener = JobListener(job_id)
        with self._register(user_id, listener):
            await self._begin(listener, seen)
            if self._is_full(user_id):
                listener.end()
            elif not self._is_looking():
                self._start_looking()
            yield listener

    async def _begin(self, listener: JobListener, seen: int | None) -> None:
        async with self._database.connection() as connection:
            job = await _find(connection, listener.job_id)
            missed = [] if seen is None else await _changes(connection, {listener.job_id: seen})
        if job is None:
            listener.end()
        elif seen is not None and (seen == job.job.change_no or _follow(missed, seen)):
            listener.seen = seen
            # Later changes come with the first poll, and with the job as it is then.
            listener.notify([change for change in missed if change.number <= job.job.change_no], job)
        else:
            listener.show(job)

    async def _poll_once(self) -> None:
        of_jobs: defaultdict[int, list[JobListener]] = defaultdict(list)
        for listener in self._all():
            if listener.seen is not None:  # otherwise it is still starting
                of_jobs[listener.job_id].append(listener)
        seen = {job_id: min(listener.seen or 0 for listener in those) for job_id, those in of_jobs.items()}
        async with self._database.connection() as connection:
            for job_id in of_jobs.keys() - await job_views.present(connection, list(of_jobs)):
                _notify(of_jobs[job_id], [], None)
            for job_id, changes in groupby(await _changes(connection, seen), lambda change: change.job_id):
                _notify(of_jobs[job_id], list(changes), await _find(connection, job_id))


def _notify(listeners: Sequence[JobListener], changes: Sequence[JobChange], job: SeenJob | None) -> None:
    for listener in listeners:
        if job is None:
            listener.end()
        elif _follow(changes, listener.seen or 0):
            listener.notify(changes, job)
        else:
            listener.show(job)


def _follow(changes: Sequence[JobChange], seen: int) -> bool:
    """Return whether these are all changes after that number, with none missing between."""
    return 0 < len(changes) <= MAX_MISSED and changes[0].number <= seen + 1


async def _changes(connection: Connection, seen: Mapping[int, int]) -> list[JobChange]:
    return await job_changes.since(connection, seen, MAX_MISSED + 1)


async def _find(connection: Connection, job_id: int) -> SeenJob | None:
    job = await job_views.find(connection, job_id)
    return None if job is None else SeenJob(job, describe_hold(job))
