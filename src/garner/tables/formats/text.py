"""Decode bytes into text, in blocks of whole lines.

A file that was combined from several may contain lines in several encodings. So if a block does not decode as a whole,
each line is decoded by itself: as UTF-8, which text in another encoding hardly ever matches by chance, or else in the
file's own encoding or its substitute. NUL is dropped, because the database cannot store it in a text.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

from garner.tables.rows import Limits

BLOCK = 128 * 1024
UTF_8 = "utf-8"
USUAL = "cp1252"  # the substitute for an undetected encoding
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
NUL = "\0"
BYTE_ORDER_MARK = "\ufeff"
_MARK_OF_LINE = re.compile(f"^{BYTE_ORDER_MARK}+", re.MULTILINE)


def text_blocks(stream: BinaryIO, encoding: str, limits: Limits) -> Iterator[tuple[str, bool]]:
    """Yield blocks that end at the end of a line, each with a flag. A line that is too long is truncated, yielded
    separately, and flagged."""
    rest = b""
    skipping = False  # the rest of a truncated line
    for piece in _pieces(stream, encoding):
        limits.stop.check()
        if skipping:
            end = _first_end(piece)
            skipping, piece = not end, piece[end:] if end else b""
        rest += piece
        end = _last_end(rest)
        if end:
            yield decode_block(rest[:end], encoding), False
            rest = rest[end:]
        if len(rest) > limits.max_line_bytes:
            yield decode_block(rest[: limits.max_line_bytes], encoding) + "\n", True
            rest, skipping = b"", True
    if rest:
        yield decode_block(rest, encoding), False


def text_pieces(stream: BinaryIO, encoding: str, limits: Limits) -> Iterator[tuple[str, bool]]:
    """Yield pieces that end anywhere, for text in which lines have no meaning: a whole JSON file may be one line."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while piece := stream.read(BLOCK):
        limits.stop.check()
        yield decoder.decode(piece).replace(NUL, ""), False
    yield decoder.decode(b"", True), False


def decode_block(block: bytes, encoding: str) -> str:
    try:
        text = block.decode()
    except UnicodeDecodeError:
        text = "".join(_line(line, encoding) for line in block.splitlines(keepends=True))
    if NUL in text:
        text = text.replace(NUL, "")
    # Combined files keep the byte order mark of each part at the beginning of a line.
    return _MARK_OF_LINE.sub("", text) if BYTE_ORDER_MARK in text else text


def _line(line: bytes, encoding: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode(USUAL if encoding == UTF_8 else encoding, "replace")


def _pieces(stream: BinaryIO, encoding: str) -> Iterator[bytes]:
    if encoding in WIDE:
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        while piece := stream.read(BLOCK):
            yield decoder.decode(piece).removeprefix("\ufeff").encode("utf-8", "replace")
        yield decoder.decode(b"", True).encode("utf-8", "replace")
        return
    yield stream.read(BLOCK).removeprefix(codecs.BOM_UTF8)
    while piece := stream.read(BLOCK):
        yield piece


def _last_end(block: bytes) -> int:
    """Return the end of the last line. A carriage return at the very end may be half of a pair."""
    return block.rfind(b"\n") + 1 or block.rfind(b"\r", 0, -1) + 1


def _first_end(piece: bytes) -> int:
    return piece.find(b"\n") + 1 or piece.find(b"\r", 0, -1) + 1
