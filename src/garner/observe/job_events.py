"""Events of jobs, their rows and their files."""

from dataclasses import dataclass

from garner.observe.event import Event


@dataclass(frozen=True, slots=True)
class ItemRetried(Event):
    """A retry of a row that found nothing or failed, by the next strategies or by the same."""

    sampled = True
    item_id: str
    job_id: int | None
    code: str | None
    run: int
    seconds: float  # from now


@dataclass(frozen=True, slots=True)
class ProviderCalled(Event):
    """A call, or a skipped call, of a search endpoint for a row."""

    level = "debug"
    provider: str
    outcome: str  # found, nothing, throttled, failed, refused
    hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ItemEnded(Event):
    """The end of an item: its result is available to the user."""

    item_id: str
    job_id: int | None
    task_id: int | None
    kind: str | None
    status: str
    code: str | None  # the reason, unless it is done
    url: str | None


@dataclass(frozen=True, slots=True)
class RequestsTimedOut(Event):
    level = "warning"
    count: int


@dataclass(frozen=True, slots=True)
class RowsCanceled(Event):
    """The canceled rows of a job, which may be a million and are not reported one by one."""

    job_id: int
    kind: str | None
    rows: int


@dataclass(frozen=True, slots=True)
class DuplicatesEnded(Event):
    """Duplicate rows of a job that ended like their originals: the number since the last event."""

    job_id: int
    rows: int


@dataclass(frozen=True, slots=True)
class JobCreated(Event):
    job_id: int
    job_type: str
    kind: str


@dataclass(frozen=True, slots=True)
class JobStarted(Event):
    job_id: int
    total: int


@dataclass(frozen=True, slots=True)
class JobSteered(Event):
    """A user paused, resumed or canceled a job."""

    job_id: int
    state: str


@dataclass(frozen=True, slots=True)
class RowsRedone(Event):
    """A user requested a new run of some rows of a job."""

    job_id: int
    rows: int


@dataclass(frozen=True, slots=True)
class JobEnded(Event):
    job_id: int
    state: str
    total: int
    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class JobRemoved(Event):
    """A removed job. Its rows and files are deleted soon after."""

    job_id: int
    why: str  # asked, or retention


@dataclass(frozen=True, slots=True)
class IngestStarted(Event):
    """A worker starts to read a job's file, or continues where another stopped."""

    job_id: int
    file: str
    bytes: int
    rows_before: int


@dataclass(frozen=True, slots=True)
class RowsWritten(Event):
    """A committed batch of a file's rows."""

    level = "debug"
    job_id: int
    rows: int
    bad: int
    repeated: int
    bytes: int
    ms: float


@dataclass(frozen=True, slots=True)
class IngestFinished(Event):
    job_id: int
    file: str
    rows: int
    error: str | None  # the reason why it was not read to its end
    seconds: float


@dataclass(frozen=True, slots=True)
class PlaceScanned(Event):
    """A scan of a source that found new files."""

    place: str
    new: int
    refused: int


@dataclass(frozen=True, slots=True)
class ScanFailed(Event):
    level = "warning"
    place: str
    reason: str
