"""The spool folder: temporary files that are being received from a client, or were fetched to be read.

The code that makes a file deletes it after use. Files of killed processes are found by their age.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from garner.errors import Unavailable, disk_full, says_disk_full
from garner.private_files import FILE, make_private_folder

FOLDER = "spool"
OLD_SECONDS = 24 * 3600.0
PIECE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class SpooledFile:
    """A complete file on this machine, with its name at its origin."""

    path: Path
    name: str
    size_bytes: int
    content_hash: str
    source: str | None = None  # the location at which a scan found it


@asynccontextmanager
async def spool_file(data_dir: Path) -> AsyncIterator[Path]:
    """Yield the path of an empty file, and delete the file afterwards."""
    path = await asyncio.to_thread(create_spool_file, data_dir)
    try:
        yield path
    finally:
        await asyncio.to_thread(path.unlink, missing_ok=True)


def create_spool_file(data_dir: Path) -> Path:
    folder = data_dir / FOLDER / uuid4().hex
    try:
        make_private_folder(folder.parent)
        folder.touch(mode=FILE)
    except OSError as error:
        raise cannot_receive(error) from error
    return folder


def cannot_receive(error: OSError) -> Unavailable:
    if says_disk_full(error):
        return disk_full("The server's disk")
    return Unavailable(f"Files cannot be received at the moment: {error.strerror}.", retry_after=60)


def describe_file(path: Path, name: str) -> SpooledFile:
    """Describe a file that is already on this machine."""
    hashed, size = sha256(), 0
    with path.open("rb") as content:
        while piece := content.read(PIECE_BYTES):
            hashed.update(piece)
            size += len(piece)
    return SpooledFile(path, name, size, hashed.hexdigest())


def clear_old(data_dir: Path) -> int:
    """Delete files that killed processes left behind, and return their number."""
    folder = data_dir / FOLDER
    long_ago = time.time() - OLD_SECONDS
    old = [path for path in folder.glob("*") if path.is_file() and path.stat().st_mtime < long_ago]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
