"""Objects that live as long as a server and are shared by its requests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from garner.engine.asking.explainer import Explainer
from garner.engine.asking.finder import Finder
from garner.engine.asking.submitter import Submitter
from garner.engine.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.operating.queue_statistics import QueueStatistics
from garner.engine.people.google import Certificates, Google
from garner.runtime.duties.local_row_canceler import LocalRowCanceler
from garner.runtime.ingest.local_file_reader import LocalFileReader
from garner.runtime.reparse_runs import ReparseRuns
from garner.runtime.slices.slices import JobSlices
from garner.runtime.streams.export_streams import ExportStreams
from garner.runtime.streams.job_streams import JobStreams
from garner.runtime.streams.mailbox_streams import MailboxStreams
from garner.runtime.submitted_pages import SubmittedPages


@dataclass(frozen=True, slots=True)
class Services:
    engine: Engine
    submitter: Submitter
    finder: Finder
    explainer: Explainer
    google: Google
    reading_threads: ReadingThreads
    mailbox_streams: MailboxStreams
    job_streams: JobStreams
    export_streams: ExportStreams
    submitted_pages: SubmittedPages
    job_slices: JobSlices
    file_reader: LocalFileReader
    row_canceler: LocalRowCanceler
    queue_statistics: QueueStatistics
    reparse_runs: ReparseRuns

    def end_streams(self) -> None:
        """Close every event stream, so that its client connects to another server."""
        self.mailbox_streams.close()
        self.job_streams.close()


def make_services(engine: Engine) -> Services:
    """Create the services. None starts a process or a task before its first use."""
    settings, database = engine.settings, engine.database
    return Services(
        engine=engine,
        submitter=Submitter(database),
        finder=Finder(database),
        explainer=Explainer(database, settings),
        google=Google(settings.security.google_client_id, Certificates(settings.security.google_certs_url)),
        reading_threads=ReadingThreads(),
        mailbox_streams=MailboxStreams(database),
        job_streams=JobStreams(database),
        export_streams=ExportStreams(database),
        submitted_pages=SubmittedPages(settings, database),
        job_slices=JobSlices(engine),
        file_reader=LocalFileReader(engine),
        row_canceler=LocalRowCanceler(engine),
        queue_statistics=QueueStatistics(engine),
        reparse_runs=ReparseRuns(engine),
    )


@asynccontextmanager
async def open_services(engine: Engine) -> AsyncIterator[Services]:
    """Create the services, and end on exit what they started."""
    services = make_services(engine)
    with services.submitted_pages:
        async with services.job_slices:
            yield services
