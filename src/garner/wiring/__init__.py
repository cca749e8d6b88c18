"""The composition root: opens the engine, the services of a server and the resources of stages, as the settings say.

Every command opens the database and the engine, which are here. `server` and `worker` take longer to import, and only
the commands that serve or work need them.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from garner import observe
from garner.blobs import BlobStore, S3Access, open_blobs
from garner.engine import Engine
from garner.errors import ConfigurationError
from garner.postgres import embedded
from garner.postgres.access_control import keep_data_folder_private
from garner.postgres.database import Database
from garner.runtime.signals import Notifier
from garner.settings import Settings
from garner.store import migrate

SCHEMA_POLL_SECONDS = 1.0
SCHEMA_REPORT_SECONDS = 60.0


@contextmanager
def database_url(settings: Settings, *, wait: Callable[[float], None] | None = None) -> Iterator[str]:
    """Yield the URL of your server or of the embedded one, with a schema that this version can use.

    The embedded database is upgraded. Your server's is upgraded only with GARNER_DATABASE_UPGRADE, by processes that
    can wait; without that they wait until it has been upgraded, and other processes fail.
    """
    if settings.postgres.url:
        if settings.storage.data_dir.is_dir():
            keep_data_folder_private(settings.storage.data_dir)
        if wait is not None:
            _await_schema(settings.postgres.url, wait, upgrade=settings.postgres.upgrade)
        migrate.require_usable(settings.postgres.url)
        yield settings.postgres.url
        return
    with embedded.embedded_postgres(settings.storage.data_dir) as url:
        migrate.upgrade_if_outdated(url)
        yield url


def _await_schema(url: str, wait: Callable[[float], None], *, upgrade: bool) -> None:
    """Return when the schema can be used, or only with another version of Garner. Report now and every minute."""
    mismatch = migrate.check(url)
    report_at = time.monotonic()

    def report(reason: str, remedy: str) -> None:
        nonlocal report_at
        if time.monotonic() >= report_at:
            report_at += SCHEMA_REPORT_SECONDS
            observe.emit(observe.UpgradeAwaited(reason, remedy))

    if upgrade and mismatch is not None and mismatch.is_outdated:
        in_use = f"{mismatch.reason}, and other sessions use a table that has to change"
        migrate.upgrade(url, on_delay=lambda: report(in_use, "end long transactions and exports"))
        return
    while mismatch is not None and mismatch.is_outdated:
        report(mismatch.reason, mismatch.remedy)
        wait(SCHEMA_POLL_SECONDS)
        with suppress(ConfigurationError):  # it cannot be reached, for example because it is restarted
            mismatch = migrate.check(url)


@contextmanager
def upgraded_database(settings: Settings, on_delay: Callable[[], None]) -> Iterator[str]:
    """Upgrade the database, of your server or the embedded one, and yield its URL."""
    if settings.postgres.url:
        migrate.upgrade(settings.postgres.url, on_delay=on_delay)
    with database_url(settings) as url:
        yield url


@asynccontextmanager
async def open_engine(settings: Settings, url: str) -> AsyncIterator[tuple[Engine, Notifier]]:
    database = Database(
        url,
        size=settings.postgres.pool_size,
        pooler=settings.postgres.pooler,
        wait_seconds=settings.postgres.wait_seconds,
        folder=None if settings.postgres.url else settings.storage.data_dir,
    )
    async with database:
        notifier = Notifier(database)
        yield Engine(settings, database, blobs_of(settings), notifier.wake), notifier
        await notifier.flush()


def blobs_of(settings: Settings) -> BlobStore:
    return open_blobs(settings.storage.blob_url, settings.storage.data_dir / "bodies", S3Access.of(settings))
