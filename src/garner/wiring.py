"""The composition root: the only place that names concrete adapters and puts them together."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial

from garner.blobs import BlobStore, S3Access, open_blobs
from garner.engine import Engine, ExtractKept
from garner.settings import Settings
from garner.store import embedded, migrate
from garner.store.access_control import keep_data_folder_private
from garner.store.database import Database
from garner.work.handed import HandedPages
from garner.work.signals import Notifier
from garner.work.slices import JobSlices


@contextmanager
def database_url(settings: Settings, *, upgrade: bool = False) -> Iterator[str]:
    """Where the data is: your server, whose schema must be current, or our own, which is brought up to date."""
    if settings.database_url:
        if settings.data_dir.is_dir():
            keep_data_folder_private(settings.data_dir)
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
        folder=None if settings.database_url else settings.data_dir,
    )
    async with database:
        notifier = Notifier(database)
        reads_again = partial(_extracting_kept_pages, settings)
        with HandedPages(settings, database) as handed:
            async with JobSlices() as slices:
                engine = Engine(
                    *(settings, database, blobs_of(settings), notifier.wake),
                    open_extractor=reads_again,
                    read_handed=handed.read,
                    run_slice=slices.run,
                )
                yield engine, notifier
        await notifier.flush()


def _extracting_kept_pages(settings: Settings, candidate: str | None) -> AbstractContextManager[ExtractKept]:
    from garner.work.extracting import extracting_kept_pages  # takes long to import, and most commands do without

    return extracting_kept_pages(settings, candidate)


def blobs_of(settings: Settings) -> BlobStore:
    return open_blobs(settings.blob_url, settings.data_dir / "bodies", S3Access.of(settings))
