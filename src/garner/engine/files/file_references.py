"""Make jobs from files that already lie in a folder or bucket and that the caller names."""

import asyncio
from pathlib import PurePosixPath

from garner.blobs import S3Access, open_bucket
from garner.core.urls.source_url import Scheme, SourceUrl, is_one_of, parse_source_url
from garner.engine.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file, spool_file
from garner.engine.files.uploads import Sender, Submitted, UploadOptions, submit_files
from garner.errors import FieldError, Forbidden, InputError, NotFound
from garner.settings import Settings
from garner.sources import BucketSource, Folder
from garner.sources.source import too_large

_NO_FILE = "It must be a file: /folder/name, file:///folder/name or s3://bucket/key"
NO_FILE = InputError(f"source: {_NO_FILE}.", fields=[FieldError("source", _NO_FILE)])
NOT_ALLOWED = Forbidden("The file is not inside a source listed in GARNER_FILE_SOURCES.")


async def submit_reference(
    engine: Engine,
    threads: ReadingThreads,
    source: str,
    sender: Sender,
    options: UploadOptions,
    idempotency_key: str | None = None,
    *,
    by_admin: bool = False,
) -> Submitted:
    """Take the file over as if it had been uploaded. Admins may also name files in the places that they may scan."""
    settings = engine.settings
    url = parse_source_url(source)
    folder, name = await _open(settings, url, by_admin=by_admin)
    entry = await folder.find(name)
    if entry is None:
        raise NotFound(f"There is no file {source}.")
    if entry.size_bytes > settings.limits.upload_max_bytes:
        raise too_large(settings.limits.upload_max_bytes)
    async with spool_file(settings.storage.data_dir) as path:
        await folder.fetch(entry, path, settings.limits.upload_max_bytes)
        file = await asyncio.to_thread(describe_file, path, name)
        return await submit_files(engine, threads, [file], sender, options, idempotency_key)


async def _open(settings: Settings, url: SourceUrl, *, by_admin: bool) -> tuple[Folder | BucketSource, str]:
    """Return the folder or bucket that holds the file, and the file's name there."""
    path = PurePosixPath(url.path)
    if url.scheme is Scheme.FTP or not path.name:
        raise NO_FILE.copy()
    ingest = settings.ingest
    allowed = [*ingest.shared_sources, *(ingest.scan_roots + ingest.scan_sources if by_admin else [])]
    if url.scheme is Scheme.FILE:
        roots = [source.path for source in map(parse_source_url, allowed) if source.scheme is Scheme.FILE]
        return await asyncio.to_thread(_open_folder, roots, path), path.name
    if not is_one_of(url, allowed):
        raise NOT_ALLOWED.copy()
    prefix = str(path.parent) if path.parent.name else ""
    return BucketSource(open_bucket(url.host, prefix, S3Access.of(settings)), str(url)), path.name


def _open_folder(roots: list[str], path: PurePosixPath) -> Folder:
    try:
        return Folder.below(roots, str(path.parent))
    except Forbidden:
        raise NOT_ALLOWED.copy() from None
