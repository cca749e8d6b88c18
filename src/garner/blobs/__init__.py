"""Page bodies, kept by the hash of their content and compressed.

Kept bodies make it possible to extract again without fetching again. A body is written before the database says
that it is there, and its name is its content, so writing it twice is harmless and a crash in between leaves at
worst a file that nobody points at.
"""

import asyncio
from pathlib import Path

import obstore
import zstandard
from obstore.store import LocalStore

from garner.errors import BodyMissing, TooLarge

LEVEL = 3
# Above this size compression would be felt by everything else on the event loop.
INLINE_BYTES = 200_000


class BlobStore:
    def __init__(self, store: LocalStore) -> None:
        self._store = store

    async def put(self, content_hash: str, body: bytes) -> str:
        path = f"{content_hash[:2]}/{content_hash}.zst"
        if len(body) <= INLINE_BYTES:
            packed = _compress(body)
        else:
            packed = await asyncio.to_thread(_compress, body)
        await obstore.put_async(self._store, path, packed)
        return path

    async def get_packed(self, path: str) -> bytes:
        """The body as it is stored; unpack it where there is time to."""
        try:
            answer = await obstore.get_async(self._store, path)
            return bytes(await answer.bytes_async())
        except FileNotFoundError as error:
            raise BodyMissing(f"The kept body {path} is gone.") from error


def _compress(body: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=LEVEL).compress(body)


def unpack(packed: bytes, max_bytes: int) -> bytes:
    """The body itself. One that is damaged is as good as gone: the page must be fetched again."""
    try:
        size = zstandard.frame_content_size(packed)
        if size > max_bytes:
            raise TooLarge(f"The kept body has {size:,} bytes, more than {max_bytes:,}.")
        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=max_bytes)
    except zstandard.ZstdError as error:
        raise BodyMissing("The kept body is damaged.") from error


def local_blobs(folder: Path) -> BlobStore:
    folder.mkdir(parents=True, exist_ok=True)
    return BlobStore(LocalStore(folder))
