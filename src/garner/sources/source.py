"""The interface of every source: list files and fetch one.

Files are listed with a stamp that changes when they do. A file whose stamp was already processed need not be read
again, and a changing stamp marks a file that is still being written. Files that are hidden, or unfinished by their
name, are not listed at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from garner.errors import FileChanged, FileTooLarge, disk_full, says_disk_full

MAX_LISTED = 100_000
MAX_FOLDERS = 10_000
DEEPEST = 32
PIECE_BYTES = 1 << 20
CHANGED = FileChanged("The file changed while it was read. The next scan imports it.")


@dataclass(frozen=True, slots=True)
class Entry:
    name: str  # relative to the source, with slashes, safe to display
    key: str  # the source's own identifier
    size_bytes: int
    stamp: str
    refusal: str | None = None  # why it cannot be fetched


@dataclass(frozen=True, slots=True)
class Listing:
    entries: Sequence[Entry]
    is_whole: bool = True  # else there is more than is listed


class Source(Protocol):
    writes_at_once: bool  # a file appears only when it is complete, so that it cannot be read half written

    async def list(self) -> Listing: ...

    async def fetch(self, entry: Entry, target: Path, max_bytes: int) -> None:
        """Write the file to `target`; raise `FileChanged` if it no longer matches the listing."""
        ...


def showable(name: str) -> str:
    """Return the name as valid text; file names may be arbitrary bytes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class LimitedWriter:
    """A file being received, with a size limit."""

    def __init__(self, output: BinaryIO, max_bytes: int) -> None:
        self._output = output
        self._max_bytes = max_bytes
        self.written = 0

    def write(self, piece: bytes) -> None:
        self.written += len(piece)
        if self.written > self._max_bytes:
            raise too_large(self._max_bytes)
        self._output.write(piece)


def require_room(error: Exception) -> None:
    """Raise `DiskFull` if an error concerns the disk to which a file is written, and not the source."""
    if isinstance(error, OSError) and says_disk_full(error):
        raise disk_full("The server's disk") from error


def too_large(max_bytes: int) -> FileTooLarge:
    return FileTooLarge(f"The file is larger than the {max_bytes:,} bytes allowed.")
