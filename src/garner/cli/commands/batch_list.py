"""Read the list of a batch: a line of JSON for each page. A problem with a line is reported with its number."""

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import orjson

from garner.cli.commands.extract import AUTO
from garner.cli.page_list import is_web_page
from garner.core.record import Kind
from garner.core.urls.page_url import parse_page_url
from garner.errors import InputError, InvalidUrl

EXAMPLE = '{"id": 1, "url": "https://…", "html_path": "1.html"}'
_GZIP = b"\x1f\x8b"
_SHOWN_OF_URL = 60
_KINDS = (AUTO, *map(str, Kind))


@dataclass(frozen=True, slots=True)
class ListedPage:
    path: str
    url: str  # empty if the line has none
    remarks: tuple[str, ...] = ()  # warnings about the URL


def count_lines(listed: Path) -> int:
    """Return the number of listed pages. A file that is not a list at all is refused as a whole, instead of line by
    line."""
    total = 0
    for _, line in lines(listed):
        if not total:
            _require_list(listed, line)
        total += 1
    if not total:
        raise InputError(f"{listed} is empty. Write a line for each page, for example {EXAMPLE}.")
    return total


def lines(listed: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the non-blank lines with their numbers."""
    try:
        with _open_list(listed) as stream:
            yield from ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    except FileNotFoundError:
        raise InputError(f"There is no file {str(listed)!r}.") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{listed} is damaged: {error}.") from None
    except OSError as error:
        raise InputError(f"{str(listed)!r} cannot be read: {error.strerror or error}.") from None


def _open_list(listed: Path) -> gzip.GzipFile | BufferedReader:
    if listed.exists() and not listed.is_file():
        raise InputError(f"{str(listed)!r} is not a file.")
    with listed.open("rb") as stream:
        packed = stream.read(2) == _GZIP
    return gzip.open(listed, "rb") if packed else listed.open("rb")


def _require_list(listed: Path, line: bytes) -> None:
    if is_web_page(line.decode("utf-8", "replace")):
        raise InputError(
            f"{listed} is a web page, not a list of pages. To extract its record, run `garner extract {listed}`."
        )
    if b"\0" in line or line.startswith(b"%PDF-"):
        raise InputError(f"{listed} is not a text file. Write a line for each page, for example {EXAMPLE}.")
    if line.lstrip().startswith(b"["):
        raise InputError(f"{listed} is a JSON array. Write one object per line, without brackets and commas around.")


def read_object(number: int, line: bytes) -> dict[str, Any]:
    try:
        asked = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(
            f"Line {number} is not valid JSON (column {error.colno}): {error.msg}. Write for example {EXAMPLE}."
        ) from None
    if not isinstance(asked, dict):
        raise InputError(f"Line {number} is not an object with id, url and html_path.")
    return asked


def id_of(asked: dict[str, Any], number: int, line: bytes) -> str | int | orjson.Fragment | None:
    """Return the id for the answer. It is returned as it was sent, so it must be serializable."""
    identity = asked.get("id")
    if isinstance(identity, float):
        return _exact_id(number, line)
    if identity is None or (isinstance(identity, str | int) and not isinstance(identity, bool)):
        return identity
    raise InputError(f"Line {number} has an invalid id: it must be a text or a whole number.")


def _exact_id(number: int, line: bytes) -> orjson.Fragment:
    """Return an integer id of more than 64 bits exactly; orjson has turned it into a float."""
    with suppress(ValueError, RecursionError):
        identity = json.loads(line).get("id")
        if isinstance(identity, int):
            return orjson.Fragment(str(identity))
    raise InputError(f"Line {number} has an invalid id: it must be a text or a whole number.")


def kind_of(asked: dict[str, Any], number: int, otherwise: str) -> str:
    """Return the kind that the line names, or else that of the command."""
    kind = asked.get("kind")
    if kind is None:
        return otherwise
    if kind not in _KINDS:
        raise InputError(f"Line {number} has an unknown kind: it must be one of {', '.join(_KINDS)}.")
    return str(kind)


def page_of(asked: dict[str, Any], number: int) -> ListedPage:
    path, url = asked.get("html_path"), asked.get("url")
    if not isinstance(path, str) or not path:
        raise InputError(f"Line {number} has no html_path.")
    if url is not None and not isinstance(url, str):
        raise InputError(f"Line {number} has an invalid url: it must be a text.")
    if not url:
        return ListedPage(path, "")
    try:
        return ListedPage(path, parse_page_url(url, allow_private=True).original)
    except InvalidUrl:
        return ListedPage(path, "", (f"url: {url[:_SHOWN_OF_URL]!r} is not a URL and was ignored",))
