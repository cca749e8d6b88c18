"""Page bodies, compressed and stored by the hash of their content.

Stored bodies make it possible to extract again without fetching again. A body is written before the database references
it, and its name is its content, so writing it twice is harmless and a crash in between leaves at worst an unreferenced
file, which cleaning finds.

A body's path contains the hour in which it is written and its content hash. The hour allows cleaning to delete while
others write: no process writes into an hour that has passed. Within the hour an existing body is written again all the
same, as checking first costs as much as writing, and would take a damaged body for a good one.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import obstore
import zstandard
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from garner.core.retention import KeptBody
from garner.errors import BodyMissing, TooLarge, Unavailable, disk_full, says_disk_full
from garner.private_files import make_private

LEVEL = 3
# Above this size, compression would noticeably block the event loop.
INLINE_BYTES = 200_000
# Shorter than the time that a worker has left for a page after fetching it, so that an outage of the storage is
# reported as one and not taken for a site that hangs.
PUT_SECONDS = 6.0
POLL_SECONDS = 3.0
PIECE_BYTES = 1 << 20  # for a file that is too large for memory
SMALL_PIECE_BYTES = 1 << 12
PAGE_OF_BODIES = 1000  # as many as S3 lists and deletes at a time
# Other files in the bucket or the folder do not belong to Garner, and are neither counted nor deleted.
OURS = re.compile(r".+/[0-9a-f]{64}\.zst")
S3_MESSAGE = re.compile(r"<Message>(.{1,200}?)</Message>", re.DOTALL)


def utc_now() -> datetime:
    return datetime.now(UTC)


class BlobStore:
    def __init__(self, store: LocalStore | S3Store, location: str, now: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self._now = now
        self.location = location  # as a user would name it

    @property
    def is_local(self) -> bool:
        return isinstance(self._store, LocalStore)

    async def put(self, content_hash: str, body: bytes) -> str:
        path = self._path_of(content_hash)
        if len(body) <= INLINE_BYTES:
            packed = _compress(body)
        else:
            packed = await asyncio.to_thread(_compress, body)
        with self._typed_errors():
            async with asyncio.timeout(PUT_SECONDS):
                await obstore.put_async(self._store, path, packed)
            self._make_private(path)
        return path

    async def put_file(self, content_hash: str, file: Path) -> str:
        """Store the content of a file of any size without loading it into memory."""
        path = self._path_of(content_hash)
        with self._typed_errors():
            await obstore.put_async(self._store, path, _compress_chunks(file), use_multipart=True)
            self._make_private(path)
        return path

    def _make_private(self, path: str) -> None:
        """Restrict the body's file to its owner. The folder as a whole is closed to others; this protects each body if
        the folder is opened."""
        if self.is_local:
            with suppress(FileNotFoundError):  # deleted by a cleaner, or the disk was unmounted
                make_private(Path(self.location) / path)

    async def fetch_to_file(self, path: str, file: Path, max_bytes: int) -> None:
        """Write a stored body into a file without loading it into memory."""
        unpacking = zstandard.ZstdDecompressor().decompressobj()
        with self._typed_errors(), file.open("wb") as output:
            async for packed in self._pieces(path):
                await asyncio.to_thread(_unpack_into, output, unpacking, packed, max_bytes)
        if not unpacking.eof:
            raise BodyMissing("The stored body is damaged.")

    async def _pieces(self, path: str) -> AsyncIterator[bytes]:
        try:
            answer = await obstore.get_async(self._store, path)
            async for piece in answer.stream(min_chunk_size=PIECE_BYTES):
                yield bytes(piece)
        except FileNotFoundError as error:
            if self._is_storage_missing(error):
                raise
            raise BodyMissing(f"The stored body {path} is missing.") from error

    def _path_of(self, content_hash: str) -> str:
        return f"{self._now():%Y-%m-%d/%H}/{content_hash}.zst"

    async def has(self, path: str) -> bool:
        """Return whether this body exists. An empty file counts as missing."""
        with self._typed_errors():
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    return (await obstore.head_async(self._store, path))["size"] > 0
            except FileNotFoundError as error:
                if self._is_storage_missing(error):
                    raise
                return False

    async def get_packed(self, path: str) -> bytes:
        """Return the body as it is stored; the caller unpacks it where it does not block."""
        with self._typed_errors():
            try:
                answer = await obstore.get_async(self._store, path)
                return bytes(await answer.bytes_async())
            except FileNotFoundError as error:
                if self._is_storage_missing(error):
                    raise
                raise BodyMissing(f"The stored body {path} is missing.") from error

    async def delete_many(self, paths: Sequence[str]) -> None:
        """Delete these bodies; a body that is already gone is fine."""
        with self._typed_errors():
            try:
                await obstore.delete_async(self._store, paths)
            except FileNotFoundError as error:
                if self._is_storage_missing(error):
                    raise
                # A local folder fails on a missing file and does not report which of the others were deleted.
                await asyncio.gather(*(self._delete_if_there(path) for path in paths))

    async def _delete_if_there(self, path: str) -> None:
        try:
            await obstore.delete_async(self._store, path)
        except FileNotFoundError:
            return

    async def list(self, page_size: int = PAGE_OF_BODIES) -> AsyncIterator[list[KeptBody]]:
        """Yield all stored bodies a page at a time, in no guaranteed order."""
        stream = obstore.list(self._store, chunk_size=page_size)
        while True:
            with self._typed_errors():
                entries = await anext(stream, None)
            if entries is None:
                return
            yield [
                KeptBody(entry["path"], entry["size"], entry["last_modified"])
                for entry in entries
                if OURS.fullmatch(entry["path"])
            ]

    async def check(self) -> None:
        """Store a body, read it back, list and delete it; raise `Unavailable` with the step that fails."""
        body = b"Garner keeps page bodies here. " + os.urandom(16)
        path = await self.put(sha256(body).hexdigest(), body)
        try:
            if unpack(await self.get_packed(path), len(body)) != body:
                raise Unavailable(f"A body stored in {self.location} was different when it was read back.")
            async for _ in self.list():
                break
        except BodyMissing as error:
            raise Unavailable(f"A body stored in {self.location} could not be read back.") from error
        finally:
            await self.delete_many([path])

    @contextmanager
    def _typed_errors(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as error:
            if says_disk_full(error):
                raise disk_full(f"The disk of {self.location}") from error
            raise Unavailable(f"Page bodies cannot be stored in {self.location}: {_reason(error)}") from error

    def _is_storage_missing(self, error: FileNotFoundError) -> bool:
        """Return whether the whole bucket or folder is missing. That must not pass for one missing body: every page
        would be fetched again."""
        if isinstance(self._store, LocalStore):
            return not Path(self.location).is_dir()
        return "NoSuchBucket" in str(error)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError) and not str(error):
        return "it does not respond in time."
    match = S3_MESSAGE.search(str(error))
    return match.group(1) if match else str(error).partition("\n")[0][:300]


def _compress(body: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=LEVEL).compress(body)


def _compress_chunks(file: Path) -> Iterator[bytes]:
    packing = zstandard.ZstdCompressor(level=LEVEL).compressobj(size=file.stat().st_size)
    with file.open("rb") as content:
        while piece := content.read(PIECE_BYTES):
            if packed := packing.compress(piece):
                yield packed
    yield packing.flush()


def _unpack_into(output: BinaryIO, unpacking: "zstandard.ZstdDecompressionObj", packed: bytes, max_bytes: int) -> None:
    """Unpack into `output` in small pieces, because a few bytes may unpack to very many."""
    try:
        for start in range(0, len(packed), SMALL_PIECE_BYTES):
            output.write(unpacking.decompress(packed[start : start + SMALL_PIECE_BYTES]))
            if output.tell() > max_bytes:
                raise TooLarge(f"The stored body has more than {max_bytes:,} bytes.")
    except zstandard.ZstdError as error:
        raise BodyMissing("The stored body is damaged.") from error


def unpack(packed: bytes, max_bytes: int) -> bytes:
    """Return the unpacked body. A damaged body counts as missing: the page must be fetched again."""
    try:
        size = zstandard.frame_content_size(packed)
        if size > max_bytes:
            raise TooLarge(f"The stored body has {size:,} bytes, more than {max_bytes:,}.")
        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=max_bytes)
    except zstandard.ZstdError as error:
        raise BodyMissing("The stored body is damaged.") from error
