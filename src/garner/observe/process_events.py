"""Events of processes, of the database and of the self-tuning controllers."""

from dataclasses import dataclass

from garner.observe.event import Event


@dataclass(frozen=True, slots=True)
class Started(Event):
    what: str
    version: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingUnknown(Event):
    """An environment variable that is not a setting, probably misspelled. Its value may be a secret."""

    level = "warning"
    setting: str
    did_you_mean: str | None


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    what: str


@dataclass(frozen=True, slots=True)
class WorkerDied(Event):
    level = "error"
    pid: int
    exit_code: int
    why: str = ""  # its own error message


@dataclass(frozen=True, slots=True)
class LoopFailed(Event):
    level = "error"
    loop: str
    error: str


@dataclass(frozen=True, slots=True)
class HandlerCrashed(Event):
    level = "error"
    stage: str
    work_id: int
    error: str


@dataclass(frozen=True, slots=True)
class UpgradeAwaited(Event):
    """The process starts once the database has been upgraded to the schema that it needs."""

    level = "warning"
    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class DatabaseLost(Event):
    level = "warning"
    where: str
    error: str


@dataclass(frozen=True, slots=True)
class DatabaseBack(Event):
    where: str


@dataclass(frozen=True, slots=True)
class DatabaseMeasured(Event):
    """The average time of this process's transactions, and of its waits for connections."""

    level = "debug"
    latency_ms: float
    pool_wait_ms: float


@dataclass(frozen=True, slots=True)
class DatabaseClockWentBack(Event):
    """The database's clock went back, and times in the future were moved back with it."""

    level = "warning"
    seconds: float
    rows: int


@dataclass(frozen=True, slots=True)
class FrozenSessionEnded(Event):
    """A process stopped inside a transaction, and its locks blocked others."""

    level = "warning"
    pid: int  # of the database server's process
    seconds: float
    doing: str


@dataclass(frozen=True, slots=True)
class Reconciled(Event):
    """A repair of an inconsistency that no race should leave behind. The count should stay zero."""

    level = "warning"
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class DutiesTaken(Event):
    """A worker performs these background duties from now on, because no living worker did."""

    worker: str
    duties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BodiesCleaned(Event):
    deleted: int
    freed_bytes: int
    kept: int
    kept_bytes: int


@dataclass(frozen=True, slots=True)
class ControllerDecided(Event):
    sampled = True
    controller: str
    value: float
    cause: str
    measured_ms: float | None = None  # the measurement behind the decision

    def sampled_with(self) -> str:
        return f"{self.name()} {self.controller}"
