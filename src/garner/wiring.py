"""The composition root: the only place that names concrete adapters and puts them together."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from garner.blobs import local_blobs
from garner.engine import Engine
from garner.settings import Settings
from garner.store import embedded, migrate
from garner.store.database import Database
from garner.work.signals import Notifier


@contextmanager
def database_url(settings: Settings, *, upgrade: bool = False) -> Iterator[str]:
    """Where the data is: your server, whose schema must be current, or our own, which is brought up to date."""
    if settings.database_url:
        if upgrade:
            migrate.upgrade(settings.database_url)
        migrate.require_current(settings.database_url)
        yield settings.database_url
        return
    with embedded.embedded_postgres(settings.data_dir) as url:
        migrate.upgrade_if_behind(url)
        yield url


@asynccontextmanager
async def open_engine(settings: Settings, url: str) -> AsyncIterator[tuple[Engine, Notifier]]:
    database = Database(
        url,
        size=settings.database_pool_size,
        pooler=settings.database_pooler,
        wait_seconds=settings.database_wait_seconds,
    )
    async with database:
        notifier = Notifier(database)
        yield Engine(settings, database, local_blobs(settings.data_dir / "bodies"), notifier.wake), notifier
