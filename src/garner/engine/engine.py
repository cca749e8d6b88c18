"""The dependencies of every verb and query: made in `wiring`, and passed as the first argument."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from garner.blobs import BlobStore
from garner.core.lifecycle import Stage
from garner.postgres.database import Database
from garner.settings import Settings

Wake = Callable[[Stage], None]
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Engine:
    settings: Settings
    database: Database
    blobs: BlobStore
    wake: Wake  # notifies workers on any host that a stage has work: a hint, polling is the truth
    clock: Clock = utc_now  # times in the database come from the database's clock
    rng: Random = field(default_factory=Random)  # for jitter and sampling; secrets come from `secrets`

    def is_admin(self, email: str) -> bool:
        return email in self.settings.security.admins
