"""States, the transitions between them, and the name of each state in each face.

There are three state machines: the crawl task (acquiring), the item and the job (asking). A transition that is not in
its table does not happen: the store changes a state under the lock of its row or on condition of the source state, so
that a race has exactly one winner, and in tests the database itself refuses any transition that is not here.
`docs/lifecycle.md` is generated from these tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar


class Stage(StrEnum):
    CRAWL = "crawl"
    EXTRACT = "extract"
    MATCH = "match"


class Origin(StrEnum):
    PARSE = "parse"
    MAILBOX = "mailbox"
    BATCH = "batch"
    RUN = "run"
    CLI = "cli"


class TaskStatus(StrEnum):
    PENDING = "pending"
    QUEUED = "queued"
    CRAWLING = "crawling"
    DOWNLOADED = "downloaded"
    PARSING = "parsing"
    COMPLETED = "completed"
    FAILED = "failed"


class ItemStatus(StrEnum):
    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    DONE = "DONE"
    NOT_FOUND = "NOT_FOUND"
    ERROR = "ERROR"
    SKIPPED = "SKIPPED"
    CANCELED = "CANCELED"
    COMMITTED = "COMMITTED"
    ABANDONED = "ABANDONED"


COUNTERS = tuple(status.value.lower() for status in ItemStatus)  # a job counts its items by status


class JobState(StrEnum):
    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    PAUSED = "PAUSED"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELED = "CANCELED"


class Actor(StrEnum):
    """The actors that may make a transition."""

    ASKER = "asker"  # a user submits, cancels, commits, reprocesses
    WORKER = "worker"  # holds a lease on the work
    SWEEPER = "sweeper"  # background loops: lost leases, timeouts, expiry
    SCHEDULER = "scheduler"  # feeds due work
    FOLDER = "folder"  # folds counters, the only one to end a job


State = TypeVar("State", TaskStatus, ItemStatus, JobState)


@dataclass(frozen=True, slots=True)
class Move(Generic[State]):
    source: State
    target: State
    by: frozenset[Actor]
    origins: frozenset[Origin]


def _moves(
    sources: Iterable[State], target: State, *by: Actor, origins: Iterable[Origin] = tuple(Origin)
) -> tuple[Move[State], ...]:
    return tuple(Move(source, target, frozenset(by), frozenset(origins)) for source in sources)


OPEN_ITEM = (ItemStatus.PENDING, ItemStatus.PROCESSING)
ENDED_ITEM = tuple(status for status in ItemStatus if status not in OPEN_ITEM)
IDLE_TASK = (TaskStatus.COMPLETED, TaskStatus.FAILED)
JOBLESS_ORIGINS = (Origin.PARSE, Origin.MAILBOX)
REPEATABLE_ORIGINS = (Origin.BATCH, Origin.RUN)

TASK_MOVES: tuple[Move[TaskStatus], ...] = (
    *_moves(IDLE_TASK, TaskStatus.PENDING, Actor.ASKER, Actor.SCHEDULER),
    *_moves((TaskStatus.PENDING, *IDLE_TASK), TaskStatus.QUEUED, Actor.ASKER, Actor.SCHEDULER, Actor.SWEEPER),
    # A fresh page with a stored body is extracted again without a fetch.
    *_moves(IDLE_TASK, TaskStatus.DOWNLOADED, Actor.ASKER),
    *_moves([TaskStatus.QUEUED], TaskStatus.CRAWLING, Actor.WORKER),
    *_moves([TaskStatus.CRAWLING], TaskStatus.DOWNLOADED, Actor.WORKER),
    *_moves([TaskStatus.CRAWLING, TaskStatus.PARSING], TaskStatus.COMPLETED, Actor.ASKER, Actor.WORKER),
    *_moves([TaskStatus.CRAWLING, TaskStatus.PARSING], TaskStatus.QUEUED, Actor.WORKER, Actor.SWEEPER),
    *_moves([TaskStatus.DOWNLOADED], TaskStatus.PARSING, Actor.WORKER),
    *_moves([TaskStatus.PARSING], TaskStatus.DOWNLOADED, Actor.WORKER, Actor.SWEEPER),
    *_moves([TaskStatus.PENDING, TaskStatus.QUEUED], TaskStatus.FAILED, Actor.ASKER),
    *_moves(
        [TaskStatus.CRAWLING, TaskStatus.DOWNLOADED, TaskStatus.PARSING],
        TaskStatus.FAILED,
        Actor.ASKER,
        Actor.WORKER,
        Actor.SWEEPER,
    ),
    # A canceled page that was completed before returns to completed.
    *_moves([TaskStatus.PENDING, TaskStatus.QUEUED, TaskStatus.DOWNLOADED], TaskStatus.COMPLETED, Actor.ASKER),
)

ITEM_MOVES: tuple[Move[ItemStatus], ...] = (
    *_moves([ItemStatus.PENDING], ItemStatus.PROCESSING, Actor.WORKER),
    *_moves([ItemStatus.PROCESSING], ItemStatus.PENDING, Actor.ASKER, Actor.WORKER, Actor.SWEEPER),
    # A row with a fresh record or an invalid URL ends as soon as it is scheduled.
    *_moves(OPEN_ITEM, ItemStatus.DONE, Actor.WORKER, Actor.SCHEDULER),
    *_moves(OPEN_ITEM, ItemStatus.NOT_FOUND, Actor.WORKER),
    *_moves(OPEN_ITEM, ItemStatus.ERROR, Actor.WORKER, Actor.SWEEPER, Actor.SCHEDULER),
    *_moves(OPEN_ITEM, ItemStatus.SKIPPED, Actor.WORKER, Actor.SCHEDULER),
    *_moves(OPEN_ITEM, ItemStatus.CANCELED, Actor.ASKER),
    *_moves([ItemStatus.DONE], ItemStatus.COMMITTED, Actor.ASKER, origins=[Origin.MAILBOX]),
    *_moves([ItemStatus.DONE], ItemStatus.ABANDONED, Actor.ASKER, Actor.SWEEPER, origins=[Origin.MAILBOX]),
    *_moves(
        [status for status in ENDED_ITEM if status not in (ItemStatus.COMMITTED, ItemStatus.ABANDONED)],
        ItemStatus.PENDING,
        Actor.ASKER,
        origins=REPEATABLE_ORIGINS,
    ),
)

JOB_MOVES: tuple[Move[JobState], ...] = (
    *_moves([JobState.QUEUED], JobState.RUNNING, Actor.FOLDER, Actor.SCHEDULER),
    *_moves([JobState.QUEUED, JobState.RUNNING], JobState.PAUSED, Actor.ASKER),
    *_moves([JobState.PAUSED], JobState.RUNNING, Actor.ASKER),
    *_moves([JobState.QUEUED, JobState.RUNNING, JobState.PAUSED], JobState.CANCELED, Actor.ASKER),
    *_moves([JobState.QUEUED, JobState.RUNNING], JobState.DONE, Actor.FOLDER),
    *_moves([JobState.QUEUED, JobState.RUNNING], JobState.FAILED, Actor.FOLDER),
    *_moves([JobState.DONE, JobState.FAILED], JobState.RUNNING, Actor.ASKER),
)


@dataclass(frozen=True, slots=True)
class FaceWords:
    """The names of one item state in the faces. A face only renames states."""

    parse: str
    mailbox: str
    batch: str
    run: str


FACE_WORDS: dict[ItemStatus, FaceWords] = {
    ItemStatus.PENDING: FaceWords("PENDING", "PENDING", "PENDING", "pending"),
    ItemStatus.PROCESSING: FaceWords("PROCESSING", "RUNNING", "PROCESSING", "crawling"),
    ItemStatus.DONE: FaceWords("COMPLETED", "COMPLETE", "DONE", "ready"),
    ItemStatus.SKIPPED: FaceWords("FAILED", "ERROR", "SKIPPED", "skipped"),
    ItemStatus.NOT_FOUND: FaceWords("FAILED", "ERROR", "NOT_FOUND", "error"),
    ItemStatus.ERROR: FaceWords("FAILED", "ERROR", "ERROR", "error"),
    ItemStatus.CANCELED: FaceWords("FAILED", "CANCELED", "CANCELED", "skipped"),
    ItemStatus.COMMITTED: FaceWords("COMPLETED", "COMMITTED", "DONE", "ready"),
    ItemStatus.ABANDONED: FaceWords("COMPLETED", "ABANDONED", "DONE", "ready"),
}
# Final states without a mailbox name are errors there, distinguished by their code.
MAILBOX_CODES = {ItemStatus.NOT_FOUND: "not_found", ItemStatus.SKIPPED: "skipped"}
