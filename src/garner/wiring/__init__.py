"""The composition root: the only package that names concrete adapters and assembles them.

Every command opens the database and the engine, which are here. `server` and `worker` take longer to import, and only
the commands that serve or work need them.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from garner.blobs import BlobStore, S3Access, open_blobs
from garner.engine import Engine
from garner.postgres import embedded
from garner.postgres.access_control import keep_data_folder_private
from garner.postgres.database import Database
from garner.runtime.signals import Notifier
from garner.settings import Settings
from garner.store import migrate


@contextmanager
def database_url(settings: Settings, *, upgrade: bool = False) -> Iterator[str]:
    """Yield the database URL: your server's, whose schema must be current, or the embedded one's, which is migrated."""
    if settings.postgres.url:
        if settings.storage.data_dir.is_dir():
            keep_data_folder_private(settings.storage.data_dir)
        if upgrade:
            migrate.upgrade(settings.postgres.url)
        migrate.require_current(settings.postgres.url)
        yield settings.postgres.url
        return
    with embedded.embedded_postgres(settings.storage.data_dir) as url:
        migrate.upgrade_if_behind(url)
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
