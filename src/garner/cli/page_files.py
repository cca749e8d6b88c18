"""Read saved pages from files, plain or gzipped.

Processes that extract import this module, so it needs little more than extraction does.
"""

import gzip
import io
import sys
import zlib
from pathlib import Path
from typing import IO

from garner.core.record import Kind
from garner.errors import InputError, NotFound, TooLarge
from garner.extraction import Extraction
from garner.extraction.submitted import SubmittedPage, extract_submitted

STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"


def read_page(name: str, max_bytes: int) -> bytes:
    """Return the bytes of a file, or of standard input; never more than `max_bytes`, packed or unpacked."""
    shown = "Standard input" if name == STANDARD_INPUT else name
    if name == STANDARD_INPUT:
        return _read_bounded(sys.stdin.buffer, shown, max_bytes)
    try:
        with Path(name).open("rb") as stream:
            return _read_bounded(stream, shown, max_bytes)
    except FileNotFoundError:
        raise NotFound(f"There is no file {name!r}.") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise InputError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def _read_bounded(stream: IO[bytes], shown: str, max_bytes: int) -> bytes:
    body = stream.read(max_bytes + 1)
    if body.startswith(_GZIP):
        try:
            body = gzip.GzipFile(fileobj=io.BytesIO(body)).read(max_bytes + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{shown} is not a valid gzip file: {error}.") from None
    if len(body) > max_bytes:
        raise TooLarge(f"{shown} is larger than {max_bytes:,} bytes, the limit set by GARNER_FETCH_MAX_BYTES.")
    return body


def extract_file(path: str, url: str, kinds: tuple[Kind, ...], site_parsers: bool, max_bytes: int) -> Extraction:
    """Extract one page of a batch, in a process of the pool."""
    return extract_submitted(SubmittedPage(read_page(path, max_bytes), url, kinds, site_parsers=site_parsers))
