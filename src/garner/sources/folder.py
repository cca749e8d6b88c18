"""A local folder below an allowed one, as a source of files.

A user with write access to the folder must not be able to have other files of the machine ingested: symbolic links are
not followed, and a file is opened from the allowed folder down, a step at a time, so that no step can be exchanged for
a link after it was checked.
"""

import asyncio
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from garner.core.urls.source_url import is_finished
from garner.errors import Forbidden, NotFound, Unavailable
from garner.sources.source import (
    CHANGED,
    DEEPEST,
    MAX_LISTED,
    PIECE_BYTES,
    Entry,
    LimitedWriter,
    Listing,
    require_room,
    showable,
)

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # O_NONBLOCK, or opening a pipe would block
IS_LINK = "It is a symbolic link; links are not followed."


class Folder:
    writes_at_once = False

    def __init__(self, root: Path, parts: Sequence[str]) -> None:
        self._root = root
        self._parts = tuple(parts)

    @classmethod
    def below(cls, roots: Sequence[str], path: str) -> "Folder":
        """Return the folder at `path` if its real path, with links resolved, is below one of the roots."""
        real = Path(os.path.realpath(path))
        for root in (Path(os.path.realpath(root)) for root in roots):
            if real.is_relative_to(root):
                if not real.is_dir():
                    raise NotFound(f"There is no folder {path}.")
                return cls(root, real.relative_to(root).parts)
        raise Forbidden(f"{path} is not inside a folder listed in GARNER_INGEST_ROOTS.")

    async def list(self) -> Listing:
        return await asyncio.to_thread(self._list)

    def _list(self) -> Listing:
        try:
            with _open_without_links(self._root, self._parts, _FOLDER) as folder:
                entries = list(islice(_files_in(folder, "", DEEPEST), MAX_LISTED + 1))
        except OSError as error:
            raise Unavailable(f"The folder cannot be read: {error.strerror}.") from error
        return Listing(entries[:MAX_LISTED], is_whole=len(entries) <= MAX_LISTED)

    async def find(self, name: str) -> Entry | None:
        """Return one file of the folder itself; None for a link, a folder, or a hidden, unfinished or missing file."""
        return await asyncio.to_thread(self._find, name)

    def _find(self, name: str) -> Entry | None:
        if not is_finished("/".join((*self._parts, name))):
            return None
        try:
            with _open_without_links(self._root, self._parts, _FOLDER) as folder:
                file_stat = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except OSError:
            return None
        if not stat.S_ISREG(file_stat.st_mode):
            return None
        return Entry(showable(name), name, file_stat.st_size, _stamp(file_stat))

    async def fetch(self, entry: Entry, target: Path, max_bytes: int) -> None:
        await asyncio.to_thread(self._copy, entry, target, max_bytes)

    def _copy(self, entry: Entry, target: Path, max_bytes: int) -> None:
        try:
            with (
                _open_without_links(self._root, (*self._parts, *entry.key.split("/")), _FILE) as file,
                target.open("wb") as output,
            ):
                _require_same(file, entry)
                writing = LimitedWriter(output, max_bytes)
                while piece := os.read(file, PIECE_BYTES):
                    writing.write(piece)
                _require_same(file, entry)
        except OSError as error:
            require_room(error)
            raise Unavailable(f"The file cannot be read: {error.strerror}.") from error


def _require_same(file: int, entry: Entry) -> None:
    file_stat = os.fstat(file)
    if not stat.S_ISREG(file_stat.st_mode) or _stamp(file_stat) != entry.stamp:
        raise CHANGED.copy()


@contextmanager
def _open_without_links(root: Path, parts: Sequence[str], flags: int) -> Iterator[int]:
    """Open a path below `root` and yield its descriptor, without following links on the way."""
    opened = os.open(root, _FOLDER)
    try:
        for place, part in enumerate(parts, 1):
            inner = os.open(part, flags if place == len(parts) else _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = inner
        yield opened
    finally:
        os.close(opened)


def _files_in(folder: int, above: str, depth: int) -> Iterator[Entry]:
    with os.scandir(folder) as directory_entries:
        children = sorted(
            (child for child in directory_entries if is_finished(child.name)), key=lambda child: child.name
        )
    for child in children:
        key = f"{above}{child.name}"
        if child.is_symlink():
            yield Entry(showable(key), key, 0, "link", IS_LINK)
        elif child.is_dir(follow_symlinks=False) and depth:
            yield from _files_below(folder, child.name, key, depth)
        elif child.is_file(follow_symlinks=False):
            with suppress(FileNotFoundError):  # it was deleted during the scan
                file_stat = os.stat(child.name, dir_fd=folder, follow_symlinks=False)
                yield Entry(showable(key), key, file_stat.st_size, _stamp(file_stat))


def _files_below(folder: int, name: str, key: str, depth: int) -> Iterator[Entry]:
    try:
        inner = os.open(name, _FOLDER, dir_fd=folder)
    except OSError:  # gone, or not readable; the other files still are
        return
    try:
        yield from _files_in(inner, f"{key}/", depth - 1)
    finally:
        os.close(inner)


def _stamp(file_stat: os.stat_result) -> str:
    return f"{file_stat.st_size}-{file_stat.st_mtime_ns}-{file_stat.st_ino}"
