"""Text out of bytes, in blocks of whole lines.

A file that people have put together from several may hold lines in several encodings. So each line is read by itself
where a block does not read as a whole: as UTF-8, which hardly any text of another encoding is by chance, and else in
the file's own encoding or what stands in for one. NUL is dropped, for the database cannot hold it in a text.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

from garner.tables.rows import Limits

BLOCK = 128 * 1024
UTF_8 = "utf-8"
USUAL = "cp1252"  # what stands in for an encoding that cannot be told
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
NUL = "\0"
BYTE_ORDER_MARK = "\ufeff"
_MARK_OF_LINE = re.compile(f"^{BYTE_ORDER_MARK}+", re.MULTILINE)


def text_blocks(stream: BinaryIO, encoding: str, limits: Limits) -> Iterator[tuple[str, bool]]:
    """Blocks that end where a line does; a line that is too long is cut, comes by itself, and that is said."""
    rest = b""
    skipping = False  # the rest of a line that was cut
    for piece in _pieces(stream, encoding):
        limits.stop.check()
        if skipping:
            end = _first_end(piece)
            skipping, piece = not end, piece[end:] if end else b""
        rest += piece
        end = _last_end(rest)
        if end:
            yield decoded(rest[:end], encoding), False
            rest = rest[end:]
        if len(rest) > limits.most_line_bytes:
            yield decoded(rest[: limits.most_line_bytes], encoding) + "\n", True
            rest, skipping = b"", True
    if rest:
        yield decoded(rest, encoding), False


def text_pieces(stream: BinaryIO, encoding: str, limits: Limits) -> Iterator[tuple[str, bool]]:
    """Pieces that end anywhere, for text in which lines mean nothing: a whole file of JSON may be one."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while piece := stream.read(BLOCK):
        limits.stop.check()
        yield decoder.decode(piece).replace(NUL, ""), False
    yield decoder.decode(b"", True), False


def decoded(block: bytes, encoding: str) -> str:
    try:
        text = block.decode()
    except UnicodeDecodeError:
        text = "".join(_line(line, encoding) for line in block.splitlines(keepends=True))
    if NUL in text:
        text = text.replace(NUL, "")
    # Files that were put together keep a mark of each at the beginning of a line.
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
    """Where the last line ends. A carriage return at the very end may be half of a pair."""
    return block.rfind(b"\n") + 1 or block.rfind(b"\r", 0, -1) + 1


def _first_end(piece: bytes) -> int:
    return piece.find(b"\n") + 1 or piece.find(b"\r", 0, -1) + 1
