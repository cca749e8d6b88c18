"""Unpack zip and gzip files a piece at a time, and never to more than the limit.

The sizes in a zip's directory are checked first, because that costs nothing; the output is counted all the same,
because a directory may lie.
"""

import gzip
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Literal, NamedTuple, Self

from garner.errors import FileLocked, FileTooLarge, FileUnreadable, disk_full, says_disk_full
from garner.tables.formats.zip_directory import Archive
from garner.tables.kind import picture_type
from garner.tables.rows import Limits

PIECE = 256 * 1024
UNSUSPICIOUS = 64 * 1024**2  # at any compression ratio
_TABLES = frozenset(
    (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".json", ".jsonl", ".ndjson")
)
_PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif"))
_ABOUT = re.compile(r"read.?me|licen[cs]e|copying|notice|change.?log", re.IGNORECASE)  # files that accompany a table
MAX_SIGNATURE_BYTES = 64  # bytes that identify a picture
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
BOUNDED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OTHER_METHODS = {9: "Deflate64", zipfile.ZIP_BZIP2: "bzip2", zipfile.ZIP_LZMA: "LZMA", 93: "Zstandard", 95: "xz"}
LOCKED = 0x1  # the flag of a password-protected member
TOO_LARGE = FileTooLarge("The unpacked file is larger than allowed.")
DAMAGED = FileUnreadable("The compressed file is damaged.")


class PackedPicture(NamedTuple):
    """A picture of an archive; without a media type, one that cannot be used."""

    name: str
    media_type: str
    body: bytes

    @property
    def problem(self) -> str | None:
        return None if self.media_type else f"{self.name[:200]!r} is damaged, too large, or not a supported picture."


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    holds: Literal["table", "picture", "nothing"]  # the kind of content that can be used
    entry: zipfile.ZipInfo  # the entry itself, because two members may have the same name


class OpenZip:
    """A zip that stays open, so that its directory is read once for all of its members."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path, self.limits = path, limits
        try:
            self._archive = Archive(path, limits)
        except BROKEN as error:
            raise DAMAGED.copy() from error
        try:
            _require_bounded_methods(self._archive.infolist())
            _require_modest(sum(entry.file_size for entry in self._archive.infolist()), path, limits)
        except BaseException:
            self._archive.close()
            raise

    @cached_property
    def members(self) -> list[Member]:
        """Files of the archive, without folders and without files that operating systems add."""
        members = []
        for entry in self._archive.infolist():
            self.limits.stop.check()
            path = PurePosixPath(entry.filename)
            if not entry.is_dir() and "__MACOSX" not in path.parts and not path.name.startswith((".", "Thumbs.db")):
                members.append(Member(entry.filename, _holds(self._archive, entry), entry))
        return members

    def pictures(self, skip: int = 0) -> Iterator[PackedPicture]:
        """Yield the pictures, without the first `skip`."""
        for member in islice((member for member in self.members if member.holds == "picture"), skip, None):
            self.limits.stop.check()
            media_type, body = _picture(self._archive, member.entry, self.limits)
            yield PackedPicture(member.name, media_type, body)

    def unpack_member(self, member: Member) -> Path:
        """Return a file with the content of a member. The caller removes the file."""

        def unpack(into: IO[bytes]) -> bool:
            with self._archive.open(member.entry) as file:
                _copy(file.read, into, self.path, self.limits)
            return True

        return _unpacked_beside(self.path, unpack).path

    def close(self) -> None:
        self._archive.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Unpacked(NamedTuple):
    """An unpacked file, which the caller removes."""

    path: Path
    is_whole: bool


def unpack_gzip(path: Path, limits: Limits) -> Unpacked:
    """Unpack a gzip file. If it is damaged, the part before the damage is kept."""
    return _unpacked_beside(path, lambda into: _unpack_gzip(path, into, limits))


def _unpacked_beside(path: Path, unpack: Callable[[IO[bytes]], bool]) -> Unpacked:
    beside = path.parent if os.access(path.parent, os.W_OK) else None
    try:
        with tempfile.NamedTemporaryFile(prefix="garner-table-", dir=beside, delete=False) as into:
            try:
                is_whole = unpack(into)
                into.flush()
            except BaseException:
                Path(into.name).unlink(missing_ok=True)
                raise
    except BROKEN as error:
        if says_disk_full(error):  # which is not an error of the file
            raise disk_full("The server's disk") from error
        raise _translate_error(error).copy() from error
    return Unpacked(Path(into.name), is_whole)


def _unpack_gzip(path: Path, into: IO[bytes], limits: Limits) -> bool:
    with gzip.open(path) as packed:
        try:
            _copy(packed.read1, into, path, limits)  # read1 returns the available data before it raises for the damage
        except (EOFError, zlib.error, gzip.BadGzipFile):
            if not _cut_last_line(into):
                raise
            return False
    return True


def _cut_last_line(file: IO[bytes]) -> int:
    """Remove the truncated last line; return the remaining size."""
    size = file.tell()
    file.seek(max(size - PIECE, 0))
    end = file.tell() + file.read(PIECE).rfind(b"\n") + 1
    file.truncate(end)
    return end


def _translate_error(error: BaseException) -> FileUnreadable:
    if isinstance(error, RuntimeError) and "password" in str(error):
        return FileLocked("The zip is protected by a password. Send it without one.")
    return DAMAGED


def _copy(read: Callable[[int], bytes], into: IO[bytes], path: Path, limits: Limits) -> None:
    total = 0
    while piece := read(PIECE):
        limits.stop.check()
        total += len(piece)
        _require_modest(total, path, limits)
        into.write(piece)


def _require_bounded_methods(entries: Iterable[zipfile.ZipInfo]) -> None:
    """Refuse methods for which `zipfile` does not limit the output of a read. A locked member is never unpacked."""
    for entry in entries:
        if entry.compress_type not in BOUNDED_METHODS and not entry.flag_bits & LOCKED:
            method = OTHER_METHODS.get(entry.compress_type, f"method {entry.compress_type}")
            raise FileUnreadable(
                f"{entry.filename[:200]!r} is compressed with {method}. Compress the zip with Deflate."
            )


def _require_modest(size: int, path: Path, limits: Limits) -> None:
    if size > limits.max_unpacked_bytes:
        raise TOO_LARGE.copy()
    if size > UNSUSPICIOUS and size > limits.max_ratio * path.stat().st_size:
        raise TOO_LARGE.copy()


def _holds(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Literal["table", "picture", "nothing"]:
    path = PurePosixPath(member.filename)
    if path.suffix.lower() in _PICTURES or picture_type(_read(archive, member, MAX_SIGNATURE_BYTES)) is not None:
        return "picture"
    return "table" if path.suffix.lower() in _TABLES and not _ABOUT.match(path.name) else "nothing"


def _picture(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limits: Limits) -> tuple[str, bytes]:
    """Return the media type and content; both empty for a picture that cannot be used."""
    body = _read(archive, member, limits.max_picture_bytes + 1)
    media_type = picture_type(body) if len(body) <= limits.max_picture_bytes else None
    return (media_type, body) if media_type is not None else ("", b"")


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, max_bytes: int) -> bytes:
    try:
        with archive.open(member) as file:
            return file.read(max_bytes)
    except BROKEN:
        return b""
