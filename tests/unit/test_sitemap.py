"""Sitemaps of strangers: read in pieces, with bounded memory, and refused if they are none."""

import gzip
import io
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from garner.core.sites.sitemap import SitemapEntry, SitemapParser, parse_moment, sitemaps_of_robots
from garner.errors import SitemapUnreadable, TooLarge
from garner.fetch.sitemap_file import read_sitemap

SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*urls: str, more: str = "") -> bytes:
    return f"<urlset {SPACE}>{''.join(f'<url><loc>{url}</loc>{more}</url>' for url in urls)}</urlset>".encode()


def entries(text: bytes, size: int = 64) -> list[SitemapEntry]:
    parser = SitemapParser()
    found = [entry for start in range(0, len(text), size) for entry in parser.feed(text[start : start + size])]
    return found + parser.close()


def urls(text: bytes, size: int = 64) -> list[str]:
    return [entry.url for entry in entries(text, size)]


def read(content: bytes, max_bytes: int = 10**6) -> list[str]:
    return [entry.url for some in read_sitemap(io.BytesIO(content), max_bytes) for entry in some]


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_entries_are_read_from_pieces_of_any_size(size: int) -> None:
    text = b'\xef\xbb\xbf<?xml version="1.0"?>\n' + urlset("https://a.example/1", " https://a.example/2?a=1&amp;b=2\n")
    assert urls(text, size) == ["https://a.example/1", "https://a.example/2?a=1&b=2"]


def test_an_index_names_sitemaps_with_the_time_of_their_last_change() -> None:
    text = b"<sitemapindex><sitemap><loc>https://a.example/1.xml</loc><lastmod>2026-02-03</lastmod></sitemap></sitemapindex>"
    assert entries(text) == [SitemapEntry("https://a.example/1.xml", datetime(2026, 2, 3, tzinfo=UTC), True)]


def test_locations_of_pictures_are_not_pages() -> None:
    text = urlset(
        "https://a.example/1", more="<image:image><image:loc>https://a.example/1.jpg</image:loc></image:image>"
    )
    assert urls(text) == ["https://a.example/1"]


def test_a_prefix_of_the_name_space_does_not_matter() -> None:
    text = b'<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/1</s:loc></s:url></s:urlset>'
    assert urls(text) == ["https://a.example/1"]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_text_file_has_a_url_per_line(size: int) -> None:
    assert urls(b"\nhttps://a.example/1\r\n\nhttps://a.example/2", size) == [
        "https://a.example/1",
        "https://a.example/2",
    ]


ENTITIES = (
    b'<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"   ",
        b"{}",
        b"Not found",
        b"<!doctype html><html><body>Not found</body></html>",
        b"<html></html>",
        b"<rss><channel/></rss>",
        b"<urlset><url></urlset>",
        b"<urlset><url><loc>https://a.example/1</loc></url>",
        b'<?xml version="1.0" encoding="nonsense"?><urlset/>',
        ENTITIES,
        b'<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>',
        b"<urlset>" + b"<a>" * 20 + b"</a>" * 20 + b"</urlset>",
        b'<urlset a="' + b"x" * 600_000 + b'"/>',
        b"https://a.example/" + b"x" * 600_000,
    ],
    ids=lambda text: text[:30].decode(),
)
def test_other_files_are_refused(text: bytes) -> None:
    with pytest.raises(SitemapUnreadable):
        entries(text, 64 * 1024)


def test_a_location_without_end_is_cut_and_no_longer_a_url() -> None:
    (entry,) = entries(urlset("https://a.example/" + "x" * 1_000_000), 64 * 1024)
    assert 2048 < len(entry.url) < 100_000


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-02-03", datetime(2026, 2, 3, tzinfo=UTC)),
        ("2026-02-03T10:00:00+02:00", datetime(2026, 2, 3, 8, tzinfo=UTC)),
        ("2026-02-03T10:00:00Z", datetime(2026, 2, 3, 10, tzinfo=UTC)),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        ("", None),
        ("9" * 5000, None),
    ],
)
def test_times_are_read_if_they_are_valid(text: str, moment: datetime | None) -> None:
    assert parse_moment(text) == moment


def test_a_gzipped_file_is_read_whatever_its_name() -> None:
    packed = gzip.compress(urlset("https://a.example/1"))
    assert read(packed) == ["https://a.example/1"]
    with pytest.raises(SitemapUnreadable):
        read(packed[:-12])
    with pytest.raises(SitemapUnreadable):
        read(packed[:20] + bytes(20))


def test_a_bomb_is_refused_at_the_limit() -> None:
    bomb = gzip.compress(b"<urlset>" + b" " * 20_000_000 + b"</urlset>")
    assert len(bomb) < 30_000
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            read(bomb, 1_000_000)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


class Endless:
    """A file of 100,000 entries that exists only as it is read."""

    def __init__(self) -> None:
        self._pieces = self._make()
        self._rest = b""

    def _make(self) -> Iterator[bytes]:
        yield b"<urlset>"
        for number in range(100_000):
            yield f"<url><loc>https://a.example/product/{number}</loc></url>".encode()
        yield b"</urlset>"

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (piece := next(self._pieces, b"")):
            self._rest += piece
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece


def test_a_hundred_thousand_entries_take_constant_memory() -> None:
    tracemalloc.start()
    try:
        count = sum(len(some) for some in read_sitemap(Endless()))
        assert count == 100_000
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_robots_txt_names_sitemaps() -> None:
    text = "User-agent: *\nDisallow: /cart\nSITEMAP : https://a.example/1.xml # main\nSitemap:\nsitemap: /2.xml"
    assert sitemaps_of_robots(text) == ["https://a.example/1.xml", "/2.xml"]
