"""Open a zip whose directory is within the limit.

The directory is read as a whole, and one of millions of entries takes gigabytes. Its length is stored at the end of the
file, in several places that can be made to contradict each other. So it is not looked up beforehand but measured when
it is read, whichever of them is used.
"""

import io
import zipfile
from pathlib import Path

from garner.core.plurals import format_count
from garner.errors import FileTooLarge
from garner.tables.rows import Limits

ENTRY = b"PK\x01\x02"
BYTES_A_MEMBER = 300  # maximum average


def too_many_members(limits: Limits) -> FileTooLarge:
    most = format_count(limits.max_members, "file")
    return FileTooLarge(f"An upload may have at most {most} in its zips (GARNER_UPLOAD_MAX_MEMBERS). Send it in parts.")


class _Watched(io.BufferedReader):
    limits: Limits | None = None

    def read(self, size: int | None = -1, /) -> bytes:
        if self.limits is not None and (size or 0) > self.limits.max_members * BYTES_A_MEMBER:
            raise too_many_members(self.limits)
        read = super().read(size)
        if self.limits is not None and read.count(ENTRY) > self.limits.max_members:
            raise too_many_members(self.limits)
        return read


class Archive(zipfile.ZipFile):
    """A zip file; closing it closes the underlying file."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._file = _Watched(io.FileIO(path))
        self._file.limits = limits
        try:
            super().__init__(self._file)
        except BaseException:
            self._file.close()
            raise
        self._file.limits = None

    def close(self) -> None:
        super().close()
        self._file.close()
