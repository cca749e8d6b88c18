"""Objects that live as long as a server and are shared by its requests."""

from dataclasses import dataclass

from garner.engine.asking.explainer import Explainer
from garner.engine.asking.finder import Finder
from garner.engine.asking.search import Searches
from garner.engine.asking.submitter import Submitter
from garner.engine.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.operating.queue_statistics import QueueStatistics
from garner.engine.people.google import Google
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
    searches: Searches
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
