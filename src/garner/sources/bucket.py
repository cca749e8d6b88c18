"""A bucket, or the part of it below a prefix, as a source of files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from garner.core.urls.source_url import is_finished
from garner.errors import NotFound, Unavailable
from garner.sources.source import (
    CHANGED,
    MAX_LISTED,
    PIECE_BYTES,
    Entry,
    LimitedWriter,
    Listing,
    require_room,
    showable,
)

if TYPE_CHECKING:
    from obstore import ObjectMeta  # it does not exist at run time

PAGE_SIZE = 1000
NO_BUCKET = "NoSuchBucket"


class BucketSource:
    writes_at_once = True

    def __init__(self, store: S3Store, location: str) -> None:
        self._store = store
        self._location = location

    async def list(self) -> Listing:
        entries: list[Entry] = []
        with self._typed_errors():
            async for page in obstore.list(self._store, chunk_size=PAGE_SIZE):
                # An empty object is most likely a folder that was created in a browser.
                entries += [_entry(each) for each in page if each["size"] and is_finished(each["path"])]
                if len(entries) > MAX_LISTED:
                    break
        return Listing(entries[:MAX_LISTED], is_whole=len(entries) <= MAX_LISTED)

    async def find(self, name: str) -> Entry | None:
        """Return one object, or None if it is missing or its name marks it as hidden or unfinished."""
        if not is_finished(name):
            return None
        with self._typed_errors():
            try:
                return _entry(await obstore.head_async(self._store, name))
            except FileNotFoundError:
                return None

    async def fetch(self, entry: Entry, target: Path, max_bytes: int) -> None:
        with self._typed_errors(), target.open("wb") as output:
            try:
                answer = await obstore.get_async(self._store, entry.key)
            except FileNotFoundError:
                raise CHANGED.copy() from None
            if _entry(answer.meta).stamp != entry.stamp:
                raise CHANGED.copy()
            writing = LimitedWriter(output, max_bytes)
            async for piece in answer.stream(min_chunk_size=PIECE_BYTES):
                writing.write(bytes(piece))

    @contextmanager
    def _typed_errors(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as error:
            require_room(error)
            if NO_BUCKET in str(error):
                raise NotFound(f"{self._location} does not exist.") from error
            raise Unavailable(f"{self._location} cannot be read: {str(error).partition(chr(10))[0][:200]}") from error


def _entry(meta: "ObjectMeta") -> Entry:
    stamp = f"{meta['size']}-{meta['e_tag']}-{meta['last_modified']:%Y%m%d%H%M%S}"
    return Entry(showable(meta["path"]), meta["path"], meta["size"], stamp)
