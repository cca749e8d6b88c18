"""A job as users see it: its remaining time, and the reason for no progress."""

import math
from dataclasses import dataclass

from garner.core.lifecycle import JobState
from garner.store.jobs.job_views import JobView

OPEN = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)


@dataclass(frozen=True, slots=True)
class SeenJob:
    """A job, and in words why it makes no progress, if it makes none."""

    job: JobView
    waiting: str | None
    row_is_stuck: bool = False  # the row that it waits for continues only after a user acts

    @property
    def is_being_read(self) -> bool:
        return self.job.queue_state in OPEN and self.job.ingested_at is None

    @property
    def is_stuck(self) -> bool:
        """Whether waiting alone never ends the hold."""
        job = self.job
        if job.queue_state not in OPEN:
            return False
        return job.queue_state == JobState.PAUSED or not job.workers or self.row_is_stuck

    @property
    def eta_seconds(self) -> int | None:
        """The remaining time, or None if it is unknown, as it is until all rows are in and their number is known."""
        job, left = self.job, self.job.pending + self.job.processing
        if job.queue_state not in (JobState.QUEUED, JobState.RUNNING) or job.ingested_at is None:
            return None
        return math.ceil(left / job.items_per_second) if job.items_per_second > 0 else None


def describe_hold(job: JobView) -> str | None:
    """Return what holds the whole job back, as far as the job's own data show it."""
    if job.queue_state not in OPEN:
        return None
    if job.queue_state == JobState.PAUSED:
        return "The job is paused."
    no_worker = "" if job.workers else " No worker is running."
    if job.ingested_at is None:
        return f"Rows are being read ({job.total_items:,} so far).{no_worker}"
    return no_worker.strip() or None
