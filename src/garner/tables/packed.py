"""Files within files: zips and gzip, unpacked a piece at a time and never to more than is taken.

What a zip's directory says of sizes is looked at first, for it costs nothing; what comes out is counted all the same,
for a directory may lie.
"""

import gzip
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Literal, NamedTuple

from garner.errors import FileLocked, FileTooLarge, FileUnreadable
from garner.tables.kind import picture_type
from garner.tables.rows import Limits
from garner.tables.zip_directory import Archive

PIECE = 256 * 1024
UNSUSPICIOUS = 64 * 1024**2  # however well it is packed
_TABLES = frozenset(
    (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".json", ".jsonl", ".ndjson")
)
_PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif"))
_ABOUT = re.compile(r"read.?me|licen[cs]e|copying|notice|change.?log", re.IGNORECASE)  # what is beside it
MOST_OF_MARK = 64  # bytes by which a picture is known
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
TOO_LARGE = FileTooLarge("The file unpacks to more than is taken.")
DAMAGED = FileUnreadable("The packed file is damaged.")


class Picture(NamedTuple):
    """A picture of an archive; without a media type, one that cannot be used."""

    name: str
    media_type: str
    body: bytes

    @property
    def problem(self) -> str | None:
        return None if self.media_type else f"{self.name[:200]!r} is damaged, too large, or no picture that is taken."


@contextmanager
def opened_zip(path: Path, limits: Limits) -> Iterator[zipfile.ZipFile]:
    try:
        archive = Archive(path, limits)
    except BROKEN as error:
        raise DAMAGED.anew() from error
    with archive:
        _require_modest(sum(member.file_size for member in archive.infolist()), path, limits)
        yield archive


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    holds: Literal["table", "picture", "nothing"]  # that is taken


def members_of(path: Path, limits: Limits) -> list[Member]:
    with opened_zip(path, limits) as archive:
        return [Member(member.filename, _holds(archive, member)) for member in _members(archive)]


def pictures_in(path: Path, limits: Limits, skip: int = 0) -> Iterator[Picture]:
    """Without the first so many."""
    with opened_zip(path, limits) as archive:
        pictures = (member for member in _members(archive) if _holds(archive, member) == "picture")
        for member in islice(pictures, skip, None):
            media_type, body = _picture(archive, member, limits)
            yield Picture(member.filename, media_type, body)


def tables_in(path: Path, limits: Limits) -> list[str]:
    return [member.name for member in members_of(path, limits) if member.holds == "table"]


class Unpacked(NamedTuple):
    """A file that the caller removes."""

    path: Path
    is_whole: bool


def unpacked(path: Path, member: str | None, limits: Limits) -> Unpacked:
    """What is in a zip under this name, or in a gzip, of which what comes before the damage is taken."""
    beside = path.parent if os.access(path.parent, os.W_OK) else None
    with tempfile.NamedTemporaryFile(prefix="garner-table-", dir=beside, delete=False) as into:
        try:
            is_whole = _unpack(path, member, into, limits)
        except BaseException as error:
            Path(into.name).unlink(missing_ok=True)
            if isinstance(error, (*BROKEN, KeyError)):
                raise _broken(error).anew() from error
            raise
    return Unpacked(Path(into.name), is_whole)


def _unpack(path: Path, member: str | None, into: IO[bytes], limits: Limits) -> bool:
    """Whether it is whole."""
    if member is None:
        return _unpack_gzip(path, into, limits)
    with opened_zip(path, limits) as archive, archive.open(member) as file:
        _copy(file.read, into, path, limits)
    return True


def _unpack_gzip(path: Path, into: IO[bytes], limits: Limits) -> bool:
    with gzip.open(path) as packed:
        try:
            _copy(packed.read1, into, path, limits)  # which gives what there is before it meets the damage
        except (EOFError, zlib.error, gzip.BadGzipFile):
            if not _cut_last_line(into):
                raise
            return False
    return True


def _cut_last_line(file: IO[bytes]) -> int:
    """Where it breaks off, a line is not what it was; how much is left."""
    size = file.tell()
    file.seek(max(size - PIECE, 0))
    end = file.tell() + file.read(PIECE).rfind(b"\n") + 1
    file.truncate(end)
    return end


def _broken(error: BaseException) -> FileUnreadable:
    if isinstance(error, RuntimeError) and "password" in str(error):
        return FileLocked("The zip is locked with a password.")
    return DAMAGED


def _copy(read: Callable[[int], bytes], into: IO[bytes], path: Path, limits: Limits) -> None:
    total = 0
    while piece := read(PIECE):
        total += len(piece)
        _require_modest(total, path, limits)
        into.write(piece)


def _require_modest(size: int, path: Path, limits: Limits) -> None:
    if size > limits.most_unpacked_bytes:
        raise TOO_LARGE.anew()
    if size > UNSUSPICIOUS and size > limits.most_ratio * path.stat().st_size:
        raise TOO_LARGE.anew()


def _members(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """Without folders, and without what systems leave beside people's files."""
    for member in archive.infolist():
        path = PurePosixPath(member.filename)
        if not member.is_dir() and "__MACOSX" not in path.parts and not path.name.startswith((".", "Thumbs.db")):
            yield member


def _holds(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Literal["table", "picture", "nothing"]:
    path = PurePosixPath(member.filename)
    if path.suffix.lower() in _PICTURES or picture_type(_read(archive, member, MOST_OF_MARK)) is not None:
        return "picture"
    return "table" if path.suffix.lower() in _TABLES and not _ABOUT.match(path.name) else "nothing"


def _picture(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limits: Limits) -> tuple[str, bytes]:
    """Its type and content; nothing of one that cannot be used."""
    body = _read(archive, member, limits.most_picture_bytes + 1)
    media_type = picture_type(body) if len(body) <= limits.most_picture_bytes else None
    return (media_type, body) if media_type is not None else ("", b"")


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    try:
        with archive.open(member) as file:
            return file.read(most)
    except BROKEN:
        return b""
