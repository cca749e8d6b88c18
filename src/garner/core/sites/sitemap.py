"""Parse sitemaps (sitemaps.org) piece by piece: indexes, lists of pages, and plain text with a URL per line.

A sitemap is a stranger's file, so a document type is refused, and with it every entity; elements nest only so deep; and
no text, line or tag may grow without limit. What a parser holds does not depend on the size of the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn
from xml.parsers import expat

from garner.core.urls.page_url import MAX_URL_LENGTH
from garner.errors import SitemapUnreadable

MAX_DEPTH = 16
MAX_TOKEN_BYTES = 256 * 1024  # of a tag with its attributes, or of a comment
MAX_TEXT = 2 * MAX_URL_LENGTH  # of an element that is read; longer ones are cut, and are no valid URL then
ROOTS = {"urlset": "url", "sitemapindex": "sitemap"}
BOM = b"\xef\xbb\xbf"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # UTF-16, which expat reads


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    url: str
    modified_at: datetime | None
    is_sitemap: bool


class SitemapParser:
    """Feed it a sitemap, decompressed, in pieces of any size. Each returns the entries that it completed."""

    def __init__(self) -> None:
        self._format: _XmlSitemap | _TextSitemap | None = None
        self._head = b""

    def feed(self, data: bytes) -> list[SitemapEntry]:
        if self._format is None:
            self._head = (self._head + data).lstrip().removeprefix(BOM).lstrip()
            if len(self._head) < len(BOM) and not self._head.startswith(b"<"):
                return []
            self._format = _XmlSitemap() if self._head.startswith((b"<", *WIDE)) else _TextSitemap()
            data, self._head = self._head, b""
        return self._format.feed(data)

    def close(self) -> list[SitemapEntry]:
        """Return the last entries; raise `SitemapUnreadable` if the file is incomplete or no sitemap."""
        if self._format is None:
            raise SitemapUnreadable("The sitemap is empty.")
        return self._format.close()


class _XmlSitemap:
    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._refuse_document_type
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._read_text
        self._parser.CommentHandler = self._parser.ProcessingInstructionHandler = self._pass
        self._path: list[str] = []
        self._fields: dict[str, str] = {}
        self._text: list[str] | None = None
        self._length = 0
        self._fed = 0
        self._reached = 0  # bytes, by the last event
        self._entries: list[SitemapEntry] = []

    def feed(self, data: bytes) -> list[SitemapEntry]:
        self._fed += len(data)
        self._parse(data, is_last=False)
        if self._fed - self._reached > MAX_TOKEN_BYTES:
            raise SitemapUnreadable(f"The sitemap has a tag of more than {MAX_TOKEN_BYTES:,} bytes.")
        return self._take()

    def close(self) -> list[SitemapEntry]:
        self._parse(b"", is_last=True)
        return self._take()

    def _parse(self, data: bytes, *, is_last: bool) -> None:
        try:
            self._parser.Parse(data, is_last)
        except (expat.ExpatError, LookupError, ValueError) as error:  # the others: an unknown encoding
            raise SitemapUnreadable(f"The sitemap is not valid XML: {error}.") from None

    def _take(self) -> list[SitemapEntry]:
        entries, self._entries = self._entries, []
        return entries

    def _refuse_document_type(self, *_: object) -> NoReturn:
        raise SitemapUnreadable("The file declares a document type, so it is a web page or no sitemap.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._pass()
        name = name.rpartition(":")[2] if len(self._path) < 2 else name
        self._path.append(name)
        if len(self._path) == 1 and name not in ROOTS:
            raise SitemapUnreadable(f"The root element of a sitemap is urlset or sitemapindex, not {name[:50]}.")
        if len(self._path) > MAX_DEPTH:
            raise SitemapUnreadable(f"The elements of the sitemap are nested deeper than {MAX_DEPTH} levels.")
        self._text = [] if self._is_field() else None
        self._length = 0

    def _end(self, name: str) -> None:
        self._pass()
        if self._text is not None:
            self._fields[_local(self._path[-1])] = "".join(self._text).strip()
            self._text = None
        elif self._is_entry():
            self._add(self._fields)
            self._fields = {}
        self._path.pop()

    def _read_text(self, text: str) -> None:
        self._pass()
        if self._text is not None and self._length < MAX_TEXT:
            self._text.append(text)
            self._length += len(text)

    def _pass(self, *_: object) -> None:
        self._reached = self._parser.CurrentByteIndex

    def _is_entry(self) -> bool:
        return len(self._path) == 2 and self._path[1] == ROOTS[self._path[0]]

    def _is_field(self) -> bool:
        """Whether this is a field of an entry; those of other namespaces (`image:loc`) lie deeper, or are unknown."""
        if len(self._path) != 3 or self._path[1] != ROOTS[self._path[0]]:
            return False
        return _local(self._path[2]) in ("loc", "lastmod")

    def _add(self, fields: dict[str, str]) -> None:
        if fields.get("loc"):
            is_sitemap = self._path[0] == "sitemapindex"
            self._entries.append(SitemapEntry(fields["loc"], parse_moment(fields.get("lastmod", "")), is_sitemap))


class _TextSitemap:
    def __init__(self) -> None:
        self._rest = b""
        self._found = False

    def feed(self, data: bytes) -> list[SitemapEntry]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > MAX_TOKEN_BYTES:
            raise SitemapUnreadable(f"The sitemap has a line of more than {MAX_TOKEN_BYTES:,} bytes.")
        return self._read(lines)

    def close(self) -> list[SitemapEntry]:
        return self._read([self._rest])

    def _read(self, lines: Sequence[bytes]) -> list[SitemapEntry]:
        urls = [line.decode("utf-8", "replace").strip("\ufeff \t\r") for line in lines]
        entries = [SitemapEntry(url, None, is_sitemap=False) for url in urls if url]
        if entries and not self._found and not entries[0].url.lower().startswith(("http://", "https://")):
            raise SitemapUnreadable("The file is neither XML nor a list of URLs.")
        self._found = self._found or bool(entries)
        return entries


def sitemaps_of_robots(text: str) -> list[str]:
    """Return the sitemaps that a robots.txt names."""
    named = [line.partition(":") for line in text.splitlines()]
    return [
        url.partition(" #")[0].strip() for name, _, url in named if name.strip().lower() == "sitemap" and url.strip()
    ]


def parse_moment(text: str) -> datetime | None:
    """Parse a date or time of W3C's profile of ISO 8601. An invalid one says nothing."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _local(name: str) -> str:
    return name.rpartition(":")[2]
