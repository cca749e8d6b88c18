"""Read a sitemap file, gzipped or not, in pieces."""

from collections.abc import Iterator
from typing import Protocol

from garner.core.sites.sitemap import SitemapEntry, SitemapParser
from garner.errors import SitemapUnreadable, TooLarge
from garner.fetch.decoding import FOREIGN_ERRORS, GZIP_MAGIC, GzipDecoder

MAX_BYTES = 50 * 1024 * 1024  # the limit of the sitemap protocol, which counts before compression
PIECE = 16 * 1024  # read at a time, so that one step stays short
_GZIP = GZIP_MAGIC + b"\x8b"


class ReadableFile(Protocol):
    def read(self, size: int, /) -> bytes: ...


def read_sitemap(file: ReadableFile, max_bytes: int = MAX_BYTES) -> Iterator[list[SitemapEntry]]:
    """Yield the entries of each piece of the file, which may be none."""
    parser = SitemapParser()
    length = 0
    for piece in _decompress(file):
        length += len(piece)
        if length > max_bytes:
            raise TooLarge(f"The sitemap is larger than the {max_bytes:,} bytes allowed.")
        yield parser.feed(piece)
    yield parser.close()


def _decompress(file: ReadableFile) -> Iterator[bytes]:
    piece = file.read(PIECE)
    decoder = GzipDecoder() if piece.startswith(_GZIP) else None
    while piece:
        if decoder is None:
            yield piece
        else:
            try:
                yield from decoder.pieces(piece)
            except FOREIGN_ERRORS as error:
                raise SitemapUnreadable(f"The sitemap cannot be decompressed: {error}.") from None
        piece = file.read(PIECE)
    if decoder is not None and not decoder.complete:
        raise SitemapUnreadable("The gzip file of the sitemap is incomplete.")
