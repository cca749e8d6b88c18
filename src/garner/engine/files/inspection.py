"""Examine files before a job is made of them, so that unusable files are refused at once.

Examining is bounded in time, independent of the content: files that it has no time for are left to the reader, which
reports the same problems with the job. All zips of an upload share one bound on their members.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from garner.engine.files.spool import SpooledFile
from garner.errors import FieldError, GarnerError, InputError
from garner.kinds.registry import KINDS
from garner.tables.formats.zip_directory import too_many_members
from garner.tables.kind import HEAD, picture_type
from garner.tables.reading import Limits, OpenZip, open_archive, open_images, open_member, open_table, sniff

TABLE, IMAGE = "table", "image"
AUTO = "auto"
MAX_NAME_LENGTH = 255
PICTURE_KINDS = tuple(kind for kind, declared in KINDS.items() if declared.is_read_off_pictures)
MEDIA_TYPES = {TABLE: "application/octet-stream", "archive": "application/zip"}
# No further file or member is opened after this time; one that is open is examined to its end.
EXAMINE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class FileContent:
    """The detected content of a file."""

    job_type: str  # of a job that has only such files
    media_type: str


class Inspection:
    def __init__(self, kind: str, mapping: Mapping[str, str] | None, limits: Limits) -> None:
        self._kind, self._mapping, self._limits = kind, mapping, limits
        self._deadline = time.monotonic() + EXAMINE_SECONDS
        self._members = 0  # of all zips

    def examine(self, files: Sequence[SpooledFile]) -> list[FileContent]:
        contents = []
        for file in files:
            self._limits.stop.check()
            try:
                contents.append(self._examine(file))
            except GarnerError as error:
                if len(files) == 1:
                    raise
                raise type(error)(f"{shown_name(file.name)}: {error.message}", fields=error.fields) from error
        return contents

    def _examine(self, file: SpooledFile) -> FileContent:
        """Detect the file's type, and raise if it cannot be read at all."""
        kind = sniff(file.path, self._limits)
        if kind == "archive":
            with open_archive(file.path, self._limits) as archive:
                return self._examine_archive(archive)
        if kind == TABLE:
            return self._examine_table(file)
        self._require_kind_of_picture()
        next(open_images(file.path, file.name))  # raises if it is too large
        return FileContent(IMAGE, _picture_type(file.path))

    def _examine_table(self, file: SpooledFile) -> FileContent:
        if self._is_late():
            return FileContent(TABLE, MEDIA_TYPES[TABLE])
        with open_table(file.path, file.name, mapping=self._mapping, limits=self._limits) as table:
            is_text = table.format in ("csv", "tsv")
            return FileContent(TABLE, f"text/{table.format}" if is_text else MEDIA_TYPES[TABLE])

    def _examine_archive(self, archive: OpenZip) -> FileContent:
        """Require a usable member: a picture, or a table that can be read."""
        self._members += len(archive.members)
        if self._members > self._limits.max_members:
            raise too_many_members(self._limits)
        if any(member.holds == "picture" for member in archive.members):
            self._require_kind_of_picture()
        else:
            self._require_readable(archive)
        has_table = any(member.holds == "table" for member in archive.members)
        return FileContent(TABLE if has_table else IMAGE, MEDIA_TYPES["archive"])

    def _require_readable(self, archive: OpenZip) -> None:
        first: InputError | None = None
        for member in archive.members:
            if self._is_late():
                return
            if member.holds != "table":
                continue
            if first is not None and member.entry.file_size == 0:
                continue  # it cannot be read, and the error is known
            try:
                open_member(archive, member, mapping=self._mapping).close()
            except InputError as error:
                first = first or error
            else:
                return
        if first is not None:
            raise first

    def _is_late(self) -> bool:
        self._limits.stop.check()
        return time.monotonic() > self._deadline

    def _require_kind_of_picture(self) -> None:
        if self._kind not in (*PICTURE_KINDS, AUTO):
            reason = f"Pictures can be read only as {' or '.join(PICTURE_KINDS)}"
            raise InputError(f"kind: {reason}.", fields=[FieldError("kind", reason)])


def shown_name(name: str) -> str:
    """Return the name without unprintable characters, cut to the length that is stored."""
    return "".join(filter(str.isprintable, name))[:MAX_NAME_LENGTH] or "file"


def _picture_type(path: Path) -> str:
    with path.open("rb") as file:
        return picture_type(file.read(HEAD)) or MEDIA_TYPES[TABLE]
