"""Scan the watched sources, each by one worker at a time.

A worker that scans a source first sets the time before which no other worker scans it, and moves that time when done. A
lost worker delays the others until then and no longer; if two scan at once all the same, each file is still taken in
once.
"""

from garner import observe
from garner.core.urls.source_url import parse_source_url
from garner.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.scanning import ScanOutcome, scan
from garner.engine.files.uploads import Sender, UploadOptions
from garner.engine.people.accounts import known_user
from garner.errors import GarnerError
from garner.store.ingest import scans

MAX_SCAN_SECONDS = 900.0
POLL_SECONDS = 5.0


async def watch_places(engine: Engine) -> int:
    """Scan the sources that are due, and return how many files were new."""
    settings = engine.settings
    if not settings.ingest.enabled:
        return 0
    new = 0
    for source in settings.ingest.watched_sources:
        async with engine.database.connection() as connection:
            is_ours = await scans.take_watch(connection, source, MAX_SCAN_SECONDS)
        if is_ours:
            new += await _watch(engine, source)
            async with engine.database.connection() as connection:
                await scans.put_watch_off(connection, source, settings.ingest.watch_seconds)
    return new


async def _watch(engine: Engine, source: str) -> int:
    try:
        scan_result = await scan(
            engine, ReadingThreads(), parse_source_url(source), await _sender(engine), UploadOptions()
        )
        return scan_result.count(ScanOutcome.NEW)
    except GarnerError as error:
        observe.emit(observe.ScanFailed(source, error.message))
        return 0


async def _sender(engine: Engine) -> Sender:
    """Return the owner of the jobs: the first admin. Without an admin they have no owner, and later admins see them."""
    if not engine.settings.security.first_admin:
        return Sender(None)
    user, _ = await known_user(engine, engine.settings.security.first_admin)
    return Sender(user.user_id)
