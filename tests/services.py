"""Services for tests, replaced whenever a test changes the engine."""

import asyncio
from pathlib import Path
from typing import Any

from garner.engine import Engine
from garner.engine.asking.submit import SubmitAnswer, submit_page
from garner.engine.asking.submitter import Submitter
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, Submitted, UploadOptions, submit_files
from garner.runtime.services import Services
from garner.wiring.server import make_services


class HasServices:
    """Base of helpers that hold an engine and the services on it."""

    services: Services

    @property
    def engine(self) -> Engine:
        return self.services.engine

    @engine.setter
    def engine(self, engine: Engine) -> None:
        self.services = make_services(engine)


async def ask_for_page(engine: Engine, url: str, **options: Any) -> SubmitAnswer:
    """Request one page without batching."""
    return await submit_page(engine, Submitter(engine.database), url, **options)


async def send_file(
    engine: Engine,
    path: Path,
    name: str,
    sender: Sender,
    options: UploadOptions | None = None,
    idempotency_key: str | None = None,
) -> Submitted:
    """Send a file of this machine, as an upload would."""
    file = await asyncio.to_thread(describe_file, path, name)
    return await submit_files(engine, ReadingThreads(), [file], sender, options or UploadOptions(), idempotency_key)
