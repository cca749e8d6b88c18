"""Decode Content-Encoding, a bounded piece at a time.

A few kilobytes can unpack to gigabytes, so no step here ever holds more than a piece of output: every decoder is a
generator that stops after `PIECE` bytes and continues on demand. The caller yields to the event loop between pieces,
and a decompression bomb ends as soon as the limit is passed. Stacked encodings are stages in a row, each with the same
limit, because the bomb may sit between two stages and leave the last one empty.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import brotli  # type: ignore[import-untyped]  # it ships no types
import zstandard

from garner.errors import TooLarge, UndecodableBody

PIECE = 128 * 1024
MAX_STAGES = 3
GZIP_WINDOW = 16 + zlib.MAX_WBITS
GZIP_MAGIC = b"\x1f"

# A zstd block of four bytes unpacks to 128 KiB and the library does not stop half-way, so it is fed in small portions.
ZSTD_SIP = 64
ZSTD_MAX_WINDOW = 8 * 1024 * 1024  # the window that RFC 8878 requires of a web client

# Values that servers send in Content-Encoding although nothing is encoded.
NO_ENCODING = frozenset({"", "identity", "none", "binary", "8bit", "utf-8", "utf8", "iso-8859-1", "us-ascii"})

FOREIGN_ERRORS = (zlib.error, brotli.error, zstandard.ZstdError)


class Decoder(Protocol):
    @property
    def complete(self) -> bool:
        """Whether the stream has reached its proper end."""

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded data in pieces of bounded size."""


class GzipDecoder:
    """One gzip member or several in a row. Data after the last member that is not gzip is padding and is ignored."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(GZIP_WINDOW)
        self._padding = False

    @property
    def complete(self) -> bool:
        return self._member.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        while data and not self._padding:
            if self._member.eof:
                self._padding = not data.startswith(GZIP_MAGIC)
                if self._padding:
                    return
                self._member = zlib.decompressobj(GZIP_WINDOW)
            yield from _inflate(self._member, data)
            data = self._member.unused_data


class DeflateDecoder:
    """`deflate`, which is zlib by the standard and raw deflate by many servers; the first two bytes tell which."""

    def __init__(self) -> None:
        self._head = b""
        self._stream: zlib._Decompress | None = None

    @property
    def complete(self) -> bool:
        return self._stream is not None and self._stream.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        if self._stream is None:
            data = self._head = self._head + data
            if len(data) < 2:
                return
            has_zlib_header = data[0] & 0x0F == 8 and int.from_bytes(data[:2]) % 31 == 0
            self._stream = zlib.decompressobj(zlib.MAX_WBITS if has_zlib_header else -zlib.MAX_WBITS)
        yield from _inflate(self._stream, data)


class BrotliDecoder:
    def __init__(self) -> None:
        self._stream = brotli.Decompressor()

    @property
    def complete(self) -> bool:
        return bool(self._stream.is_finished())

    def pieces(self, data: bytes) -> Iterator[bytes]:
        # Output may remain inside although all input is consumed: call until nothing comes and more input is accepted.
        while not self.complete:
            piece = self._stream.process(data, output_buffer_limit=PIECE)
            data = b""
            yield piece
            if not piece and self._stream.can_accept_more_data():
                return


class ZstdDecoder:
    """One zstd frame or several in a row."""

    def __init__(self) -> None:
        self._decompressor = zstandard.ZstdDecompressor(max_window_size=ZSTD_MAX_WINDOW)
        self._frame = self._decompressor.decompressobj()

    @property
    def complete(self) -> bool:
        return self._frame.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), ZSTD_SIP):
            sip = data[start : start + ZSTD_SIP]
            while sip:
                if self._frame.eof:
                    self._frame = self._decompressor.decompressobj()
                yield self._frame.decompress(sip)
                sip = self._frame.unused_data


def _inflate(stream: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    # A full piece may leave output inside zlib although all input is consumed: call until a piece is not full.
    piece = b""
    while not stream.eof and (data or len(piece) == PIECE):
        piece = stream.decompress(data, PIECE)
        data = stream.unconsumed_tail
        yield piece


DECODERS: dict[str, Callable[[], Decoder]] = {
    "gzip": GzipDecoder,
    "x-gzip": GzipDecoder,
    "deflate": DeflateDecoder,
    "br": BrotliDecoder,
    "zstd": ZstdDecoder,
}


class BodyDecoder:
    """Decoder for all encodings of one body; without encodings it passes the bytes through."""

    def __init__(self, content_encodings: Sequence[str], max_bytes: int) -> None:
        self._stages = [_Stage(make(), max_bytes) for make in reversed(_decoders(content_encodings))]
        self._fed = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        self._fed = True
        try:
            yield from _decode_in_stages(self._stages, data)
        except FOREIGN_ERRORS as error:
            raise UndecodableBody("The body does not match its Content-Encoding.") from error

    def finish(self) -> None:
        """Raise `UndecodableBody` if the encoded body is truncated. A body with no bytes at all is merely empty."""
        if self._fed and not all(stage.decoder.complete for stage in self._stages):
            raise UndecodableBody("The encoded body is truncated.")


class _Stage:
    def __init__(self, decoder: Decoder, max_bytes: int) -> None:
        self.decoder = decoder
        self._left = max_bytes
        self._max_bytes = max_bytes

    def pieces(self, data: bytes) -> Iterator[bytes]:
        for piece in self.decoder.pieces(data):
            self._left -= len(piece)
            if self._left < 0:
                raise TooLarge(f"The decoded body is larger than the {self._max_bytes} bytes allowed.")
            yield piece


def _decode_in_stages(stages: Sequence[_Stage], data: bytes) -> Iterator[bytes]:
    if not stages:
        yield data
        return
    for piece in stages[0].pieces(data):
        yield from _decode_in_stages(stages[1:], piece)


def _decoders(content_encodings: Sequence[str]) -> list[Callable[[], Decoder]]:
    names = [name.strip().lower() for header in content_encodings for name in header.split(",")]
    names = [name for name in names if name not in NO_ENCODING]
    if len(names) > MAX_STAGES:
        raise UndecodableBody(f"The body has {len(names)} encodings; at most {MAX_STAGES} are supported.")
    unknown = next((name for name in names if name not in DECODERS), None)
    if unknown is not None:
        raise UndecodableBody(f"The body has the unsupported encoding {unknown[:40]!a}.")
    return [DECODERS[name] for name in names]
