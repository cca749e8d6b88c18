from collections.abc import Callable
from dataclasses import dataclass

from garner.blobs import BlobStore
from garner.core.lifecycle import Stage
from garner.settings import Settings
from garner.store.database import Database

Wake = Callable[[Stage], None]


@dataclass(frozen=True, slots=True)
class Engine:
    settings: Settings
    database: Database
    blobs: BlobStore
    wake: Wake  # tells workers, wherever they run, that a stage has work: a hint, polling is the truth
    request_topic: str | None = None  # where new parse requests are published, if anywhere
