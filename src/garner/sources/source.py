"""What every place can do: say what lies there, and hand a file over.

Files are listed with a stamp, which changes when they do. Whoever has dealt with a file of that stamp need not look
into it again, and a stamp that moves tells a file that is still being written. What is hidden, or by its name not
finished, is not listed at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from garner.errors import (
    FileChanged,
    FileTooLarge,
    disk_full,
    says_disk_full,
)

MOST_LISTED = 100_000
MOST_FOLDERS = 10_000
DEEPEST = 32
PIECE_BYTES = 1 << 20
CHANGED = FileChanged("It changed while it was read; the next scan takes it.")


@dataclass(frozen=True, slots=True)
class Entry:
    name: str  # from the place on, with slashes, fit to be shown
    key: str  # by which the place itself knows it
    size_bytes: int
    stamp: str
    refusal: str | None = None  # why it is not to be had


@dataclass(frozen=True, slots=True)
class Listing:
    entries: Sequence[Entry]
    is_whole: bool = True  # else there is more than is listed


class Source(Protocol):
    writes_at_once: bool  # a file is there only when it is whole, so that none can be caught half written

    async def list(self) -> Listing: ...

    async def fetch(self, entry: Entry, target: Path, most_bytes: int) -> None:
        """Writes the file to `target`; `FileChanged` if it is not what was listed any more."""
        ...


def showable(name: str) -> str:
    """Names need not be text."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Writing:
    """A file that is being taken over, and may not become too large."""

    def __init__(self, output: BinaryIO, most_bytes: int) -> None:
        self._output = output
        self._most = most_bytes
        self.written = 0

    def write(self, piece: bytes) -> None:
        self.written += len(piece)
        if self.written > self._most:
            raise too_large(self._most)
        self._output.write(piece)


def require_room(error: Exception) -> None:
    """Raises `DiskFull` if an error is about the disk to which a file is written, and not about the place."""
    if isinstance(error, OSError) and says_disk_full(error):
        raise disk_full("The server's disk") from error


def too_large(most_bytes: int) -> FileTooLarge:
    return FileTooLarge(f"It has more than the {most_bytes:,} bytes that are taken.")
