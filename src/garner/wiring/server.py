"""Open the services of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

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
from garner.runtime.services import Services
from garner.runtime.slices.slices import JobSlices
from garner.runtime.streams.export_streams import ExportStreams
from garner.runtime.streams.job_streams import JobStreams
from garner.runtime.streams.mailbox_streams import MailboxStreams
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.wiring import open_engine
from garner.wiring.searching import open_searches

if TYPE_CHECKING:
    from garner.runtime.stage_resources import StageResources

SLICE_EXTRACTORS = 2  # processes: a server has other requests to serve


@asynccontextmanager
async def open_server(settings: Settings, url: str) -> AsyncIterator[Services]:
    async with open_engine(settings, url) as (engine, _), open_services(engine) as services:
        yield services


def make_services(engine: Engine) -> Services:
    """Create the services. None starts a process or a task before its first use."""
    settings, database = engine.settings, engine.database
    return Services(
        engine=engine,
        submitter=Submitter(database),
        finder=Finder(database),
        explainer=Explainer(database, settings),
        searches=open_searches(engine),
        google=Google(settings.security.google_client_id, Certificates(settings.security.google_certs_url)),
        reading_threads=ReadingThreads(),
        mailbox_streams=MailboxStreams(database),
        job_streams=JobStreams(database),
        export_streams=ExportStreams(database),
        submitted_pages=SubmittedPages(settings, database),
        job_slices=JobSlices(engine, partial(_open_slice_resources, engine)),
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


@asynccontextmanager
async def _open_slice_resources(engine: Engine) -> AsyncIterator["StageResources"]:
    # This takes long to import and most servers do without it, so it is imported in a thread, where it blocks no
    # other request.
    await asyncio.to_thread(import_module, "garner.wiring.stages")
    from garner.wiring.stages import open_stage_resources

    async with open_stage_resources(engine, max_extractors=SLICE_EXTRACTORS) as resources:
        yield resources
