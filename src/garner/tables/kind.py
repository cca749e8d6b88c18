"""Detect the kind of a file from its first bytes; its name is not reliable."""

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from garner.errors import EmptyFile, FileUnreadable, WrongMediaType
from garner.tables.formats.zip_directory import Archive
from garner.tables.rows import Limits

HEAD = 64 * 1024
PICTURES_TAKEN = "JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF"
TAKEN = f"CSV, TSV, XLSX, XLS, ODS, JSON, JSONL, lists of URLs, pictures ({PICTURES_TAKEN}) and zips of them"

ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
GZIP = b"\x1f\x8b"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container format of old office programs: a file system in a file
WORKBOOKS = tuple(name.encode("utf-16-le") for name in ("Workbook", "Book"))
LOCKED = "EncryptedPackage".encode("utf-16-le")

PICTURES = (
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"BM.{4}\0\0\0\0.{4}[\x0c-\x7c]\0\0\0", re.DOTALL), "image/bmp"),
    (re.compile(rb"II\*\0|MM\0\*"), "image/tiff"),
    (re.compile(rb".{4}ftypavi[fs]", re.DOTALL), "image/avif"),
)
# Files that users send by mistake, to be named in the error.
OTHERS = (
    (re.compile(rb"%PDF-"), "a PDF"),
    (re.compile(rb"MZ|\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe"), "a program"),
    (re.compile(rb"Rar!|7z\xbc\xaf|BZh[1-9]1AY|\xfd7zXZ|\x28\xb5\x2f\xfd"), "in an unsupported archive format"),
    (re.compile(rb"SQLite format 3"), "a database"),
    (re.compile(rb"PAR1"), "a Parquet file"),
    (re.compile(rb"\{\\rtf"), "a text document"),
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|table|meta)", re.IGNORECASE), "a web page"),
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml"), "an XML document"),
)
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\x0b\x0c\x1b\x1c\x1d\x1e\x1f\0")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def kind_of(path: Path, limits: Limits | None = None) -> str:
    """Return `xlsx`, `xls`, `ods`, `archive`, `gzip`, `image`, `text` or `locked`. Any other kind is refused by its
    name."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head.strip(b"\0\t\r\n \xef\xbb\xbf"):
        raise EmptyFile("The file is empty.")
    if head.startswith((ZIP, EMPTY_ZIP)):
        return _kind_of_zip(path, limits or Limits())
    if head.startswith(COMPOUND):
        return _kind_of_compound(path)
    if head.startswith(GZIP):
        return "gzip"
    if picture_type(head) is not None:
        return "image"
    require_text(head)
    return "text"


def picture_type(head: bytes) -> str | None:
    return next((media_type for begins, media_type in PICTURES if begins.match(head)), None)


def require_text(head: bytes) -> None:
    known = next((name for begins, name in OTHERS if begins.match(head)), None)
    if known is None and _is_binary(head):
        known = "of an unknown type"
    if known is not None:
        raise WrongMediaType(f"The file is {known}. Supported formats: {TAKEN}.")


def _is_binary(head: bytes) -> bool:
    """Return whether the file is binary. Zeros are no proof, because UTF-16 is full of them and broken exports contain
    some; other control characters are."""
    if head.startswith(_WIDE_MARKS):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    zeros = head.count(0)
    in_pairs = max(head[0::2].count(0), head[1::2].count(0)) > 0.9 * zeros
    return controls > 0.02 * len(head) or (zeros > 0.05 * len(head) and not in_pairs)


def _kind_of_zip(path: Path, limits: Limits) -> str:
    try:
        with Archive(path, limits) as archive:
            return kind_of_members(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise FileUnreadable("The file is damaged: it is an incomplete zip.") from error


def kind_of_members(names: Iterable[str]) -> str:
    within = {name.lower().replace("\\", "/").lstrip("/") for name in names}
    if within & {"xl/workbook.xml", "xl/workbook.bin"} or any(name.startswith("xl/worksheets/") for name in within):
        return "xlsx"
    if "content.xml" in within and "mimetype" in within:
        return "ods"
    if "[content_types].xml" in within:
        raise WrongMediaType(f"The file is an office document without sheets. Supported formats: {TAKEN}.")
    return "archive"


def _kind_of_compound(path: Path) -> str:
    """Return the kind of a compound file. The names of its streams occur in it in plain text, wherever its directory
    is."""
    kept = b""
    with path.open("rb") as file:
        while piece := file.read(1024**2):
            kept = kept[-64:] + piece
            if LOCKED in kept:
                return "locked"
            if any(name in kept for name in WORKBOOKS):
                return "xls"
    raise WrongMediaType(f"The file is an office document without sheets. Supported formats: {TAKEN}.")
