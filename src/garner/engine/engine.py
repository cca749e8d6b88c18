from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from garner.blobs import BlobStore
from garner.core.lifecycle import Stage
from garner.engine.explainer import Explainer
from garner.engine.export_streams import ExportStreams
from garner.engine.finder import Finder
from garner.engine.google import Certificates, Google
from garner.engine.job_streams import JobStreams
from garner.engine.reading_threads import ReadingThreads
from garner.engine.streams import Streams
from garner.engine.submitter import Submitter
from garner.settings import Settings
from garner.store.database import Database
from garner.store.items import Pace
from garner.store.outbox import Publish
from garner.store.reparse import KeptPage

if TYPE_CHECKING:
    from garner.extract import Extraction  # whose numbers take long to import, and most commands extract nothing
    from garner.extract.handed import HandedPage

Wake = Callable[[Stage], None]
ExtractKept = Callable[[KeptPage, bytes], Awaitable["Extraction"]]  # given the body as it is stored
ReadHanded = Callable[["HandedPage", str], Coroutine[Any, Any, "Extraction"]]  # the page, and who sent it
RunSlice = Callable[["Engine", int, float], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Engine:
    settings: Settings
    database: Database
    blobs: BlobStore
    wake: Wake  # tells workers, wherever they run, that a stage has work: a hint, polling is the truth
    request_topic: str | None = None  # where new parse requests are published, if anywhere
    publish: Publish | None = None  # what carries messages of the outbox out, if anything does
    # Starts what extracts kept pages, by the current extractor or by a candidate ("module:function").
    open_extractor: Callable[[str | None], AbstractContextManager[ExtractKept]] | None = None
    # Reads pages that people send.
    read_handed: ReadHanded | None = None
    # Works on one job, for as many seconds, in this process.
    run_slice: "RunSlice | None" = None
    submitter: Submitter = field(init=False, repr=False, compare=False)
    finder: Finder = field(init=False, repr=False, compare=False)
    explainer: Explainer = field(init=False, repr=False, compare=False)
    streams: Streams = field(init=False, repr=False, compare=False)
    job_streams: JobStreams = field(init=False, repr=False, compare=False)
    export_streams: ExportStreams = field(init=False, repr=False, compare=False)
    google: Google = field(init=False, repr=False, compare=False)
    reading_threads: ReadingThreads = field(default_factory=ReadingThreads, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "submitter", Submitter(self.database, Pace(), self.request_topic))
        object.__setattr__(self, "finder", Finder(self.database))
        object.__setattr__(self, "explainer", Explainer(self.database, self.settings))
        object.__setattr__(self, "streams", Streams(self.database))
        object.__setattr__(self, "job_streams", JobStreams(self.database))
        object.__setattr__(self, "export_streams", ExportStreams(self.database))
        certificates = Certificates(self.settings.google_certs_url)
        object.__setattr__(self, "google", Google(self.settings.google_client_id, certificates))

    def end_streams(self) -> None:
        """Whoever listens to this server is to come back to another."""
        self.streams.close()
        self.job_streams.close()
