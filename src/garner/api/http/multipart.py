"""Receive uploaded files: write them to disk and hash them while they arrive, so that no file is ever completely in
memory or copied twice. The parser works on the event loop, as it does little; the disk is written in a thread, which
also makes a fast sender wait for a slow disk."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote_to_bytes

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from garner.engine.files.spool import SpooledFile, cannot_receive, create_spool_file
from garner.errors import InputError, MalformedBody
from garner.field_reasons import field_sentence

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks  # it does not exist at run time

MAX_FILES = 1_000
MAX_FIELDS = 20
MAX_FIELD_BYTES = 200_000
WRITE_BYTES = 1 << 20
NO_FILE_NAME = "Must have a `filename` in its Content-Disposition"
# A name as RFC 5987 writes it: forms should not have it, and some have nothing else.
_EXTENDED_NAME = re.compile(rb";\s*filename\*\s*=\s*\"?(utf-8|iso-8859-1)'[^']*'([^;\"\s]*)", re.IGNORECASE)


@dataclass(slots=True)
class Form:
    fields: dict[str, str] = field(default_factory=dict)
    files: list[SpooledFile] = field(default_factory=list)


@asynccontextmanager
async def receive_form(request: Request, data_dir: Path, file_field: str) -> AsyncIterator[Form]:
    """Receive the form and yield it. Its files are deleted at the end."""
    reader = _FormReader(data_dir, file_field)
    try:
        await _receive(request, reader)
        yield reader.form
    finally:
        await asyncio.to_thread(reader.clear)


async def _receive(request: Request, reader: "_FormReader") -> None:
    _, parameters = parse_options_header(request.headers.get("content-type", ""))
    boundary = parameters.get(b"boundary")
    if not boundary:
        raise MalformedBody("The form cannot be read: its Content-Type has no boundary.")
    try:
        parser = MultipartParser(boundary, reader.callbacks())
        async for chunk in request.stream():
            parser.write(chunk)
            if reader.unwritten >= WRITE_BYTES:
                await asyncio.to_thread(reader.write)
        parser.finalize()
        await asyncio.to_thread(reader.write)
    except FormParserError as error:
        raise MalformedBody(f"The form cannot be read: {error}") from error
    except OSError as error:
        raise cannot_receive(error) from error
    if not reader.is_whole:
        raise MalformedBody("The form cannot be read: it is incomplete.")


class _FormReader:
    """Handler of the parser's callbacks, in their order."""

    def __init__(self, data_dir: Path, file_field: str) -> None:
        self.form = Form()
        self.unwritten = 0
        self.is_whole = False
        self._data_dir, self._file_field = data_dir, file_field
        self._paths: list[Path] = []
        self._to_do: list[Callable[[], None]] = []  # disk operations, run in a thread
        self._header = bytearray()
        self._value = bytearray()
        self._disposition = b""
        self._name = ""
        self._text: bytearray | None = None
        self._file: _PartialFile | None = None

    def callbacks(self) -> "MultipartCallbacks":
        return {
            "on_part_begin": self._begin,
            "on_header_field": self._on_header,
            "on_header_value": self._on_value,
            "on_header_end": self._end_header,
            "on_headers_finished": self._open,
            "on_part_data": self._data,
            "on_part_end": self._end,
            "on_end": self._finish,
        }

    def write(self) -> None:
        to_do, self._to_do, self.unwritten = self._to_do, [], 0
        for act in to_do:
            act()

    def clear(self) -> None:
        if self._file is not None:
            self._file.close()
        for file_path in self._paths:
            file_path.unlink(missing_ok=True)

    def _begin(self) -> None:
        self._disposition = b""
        self._text, self._file = None, None

    def _on_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _on_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = bytes(self._value)
        self._header.clear()
        self._value.clear()

    def _open(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"").decode("utf-8", "replace")
        file_name = _file_name(self._disposition, options)
        if file_name is None:
            _require(self._name != self._file_field, field_sentence(self._file_field, NO_FILE_NAME))
            self._text = bytearray()
            _require(len(self.form.fields) < MAX_FIELDS, f"The form has more than {MAX_FIELDS} fields.")
            return
        if self._name != self._file_field:
            raise InputError(f"{self._name[:60]}: Unknown file field; send files as `{self._file_field}`.")
        _require(
            len(self._paths) < MAX_FILES, f"The form has more than {MAX_FILES:,} files. Send them as a zip archive."
        )
        self._paths.append(create_spool_file(self._data_dir))
        self._file = _PartialFile(self._paths[-1], file_name)

    def _data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if self._file is not None:
            file = self._file
            self._to_do.append(lambda: file.add(piece))
            self.unwritten += len(piece)
        elif self._text is not None:
            self._text += piece
            _require(
                len(self._text) <= MAX_FIELD_BYTES, f"{self._name[:60]} must have at most {MAX_FIELD_BYTES:,} bytes."
            )

    def _end(self) -> None:
        if self._file is not None:
            file = self._file
            self._to_do.append(lambda: self.form.files.append(file.finish()))
        elif self._text is not None:
            self.form.fields[self._name] = self._text.decode("utf-8", "replace")

    def _finish(self) -> None:
        self.is_whole = True


def _file_name(disposition: bytes, options: Mapping[bytes, bytes]) -> str | None:
    plain, extended = options.get(b"filename"), _EXTENDED_NAME.search(disposition)
    if plain is not None or extended is None:
        return None if plain is None else plain.decode("utf-8", "replace")
    return unquote_to_bytes(extended[2]).decode(extended[1].decode(), "replace")


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise InputError(otherwise)


class _PartialFile:
    """A partially received file."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._output: BinaryIO | None = None
        self._hashed = sha256()
        self._size = 0

    def add(self, piece: bytes) -> None:
        if self._output is None:
            self._output = self._path.open("wb")
        self._output.write(piece)
        self._hashed.update(piece)
        self._size += len(piece)

    def finish(self) -> SpooledFile:
        self.add(b"")
        self.close()
        return SpooledFile(self._path, self._name, self._size, self._hashed.hexdigest())

    def close(self) -> None:
        if self._output is not None:
            self._output.close()
