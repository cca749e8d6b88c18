"""Detect the encoding of a file from a sample."""

import codecs
import re
from collections.abc import Sequence

from charset_normalizer import from_bytes

from garner.tables.formats.text import USUAL, UTF_8, WIDE

MAX_EXAMINED = 32 * 1024  # detection is slow, and more of the same adds little
FEW = 24  # fewer bytes beyond ASCII than this prove nothing
BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF8, UTF_8),
)  # fmt: skip
LEGACY = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r", "mac_roman", "cp850",
    "iso8859_2", "gb18030", "big5", "shift_jis", "euc_jp", "cp949", "cp874", "cp866", "mac_cyrillic",
)  # fmt: skip
# Two encodings that hardly differ and are mistaken for each other.
CAPITALS = {"cp1251": range(0xC0, 0xDF), "mac_cyrillic": range(0x80, 0xA0)}
# In words of Latin letters, characters beyond ASCII occur alone or two together.
_OF_OTHER_ALPHABETS = re.compile(rb"[\x80-\xff]{3}")


def encoding_of(sample: bytes) -> str:
    """Return UTF-8, a wide encoding, or the encoding of those lines that are not in UTF-8."""
    marked = next((name for mark, name in BOMS if sample.startswith(mark)), None)
    if marked is not None:
        return marked if marked in WIDE else _of_other_lines(sample)
    return _detect_utf_16(sample) or _of_other_lines(sample)


def _detect_utf_16(sample: bytes) -> str | None:
    """Detect UTF-16 without a byte order mark by its zero bytes: in most of the even places, or in most of the odd
    ones."""
    even, odd = sample[0:4096:2], sample[1:4096:2]
    if len(odd) < 2:
        return None
    if odd.count(0) > 0.4 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    if even.count(0) > 0.4 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16-be"
    return None


def _of_other_lines(sample: bytes) -> str:
    others = b"".join(line for line in sample.splitlines(keepends=True)[:-1] if not _is_utf_8(line))
    if not others and not _is_utf_8(sample):
        others = sample  # a single line, or a truncated one
    if not others:
        return UTF_8
    few = sum(byte > 127 for byte in others) < FEW
    return USUAL if few and not _OF_OTHER_ALPHABETS.search(others) else _detect_legacy_encoding(others[:MAX_EXAMINED])


def _detect_legacy_encoding(text: bytes) -> str:
    best = from_bytes(text, cp_isolation=list(LEGACY), preemptive_behaviour=False).best()
    # If two encodings decode the sample alike, the rest of the file is more likely in the more common one.
    encoding = USUAL if best is None or USUAL in best.could_be_from_charset else best.encoding
    return (
        max(CAPITALS, key=lambda name: sum(byte in CAPITALS[name] for byte in text))
        if encoding in CAPITALS
        else encoding
    )


def _is_utf_8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def take_sample(head: bytes, others: Sequence[bytes]) -> bytes:
    """Return the beginning of a file and some later samples, the latter without their truncated first and last
    lines."""
    whole = [b"\n".join(piece.split(b"\n")[1:-1]) for piece in others]
    return b"\n".join([head, *whole])
