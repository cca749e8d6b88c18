"""The fields of a fetched page, and the headers of a request."""

import hashlib

import pytest
from tests.hostile.conftest import answer

EMPTY = hashlib.sha256(b"").hexdigest()


@pytest.mark.parametrize("status", ["200 OK", "404 Not Found", "410 Gone", "500 Oops", "503 Busy", "999 No"])
async def test_any_status_is_a_page(serve, fetcher, status):
    page = await (await fetcher()).fetch((await serve(answer(b"text", status=status))).url("/x?y=1"))
    assert page.status == int(status[:3])
    assert page.body == b"text"
    assert page.url.endswith("/x?y=1")
    assert page.redirects == ()


async def test_a_304_has_no_body_even_if_it_declares_a_length(serve, fetcher):
    site = await serve(answer(b"", 'ETag: "v1"', status="304 Not Modified", length=99_999_999))
    page = await (await fetcher()).fetch(site.url(), etag='"v1"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT")
    assert (page.status, page.body, page.content_hash, page.etag) == (304, b"", EMPTY, '"v1"')
    assert 'If-None-Match: "v1"\r\n' in site.requests[0]
    assert "If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT\r\n" in site.requests[0]


async def test_a_request_sends_exactly_these_headers(serve, fetcher):
    site = await serve(answer())
    await (await fetcher(user_agent="Garner/1")).fetch(site.url())
    names = {line.split(":")[0] for line in site.requests[0].strip().split("\r\n")[1:]}
    assert names == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language"}
    assert "User-Agent: Garner/1\r\n" in site.requests[0]


async def test_a_url_is_requested_as_written_without_its_fragment(serve, fetcher):
    site = await serve(answer())
    await (await fetcher()).fetch(site.url("/%7ea/%2Fb;c?sig=%27%2b+d&e#part"))
    assert site.paths == ["/%7ea/%2Fb;c?sig=%27%2b+d&e"]


async def test_a_url_with_a_line_break_cannot_add_a_header(serve, fetcher):
    site = await serve(answer())
    await (await fetcher()).fetch(site.url("/a\r\nX-Added: b"))
    assert "\r\nX-Added" not in site.requests[0]


async def test_connections_are_reused_for_the_next_fetch(serve, fetcher):
    site = await serve(answer(b"page"))
    fetch = (await fetcher()).fetch
    for _ in range(3):
        await fetch(site.url())
    assert site.connections == 1


@pytest.mark.parametrize(
    ("header", "content_type", "charset"),
    [
        ("Content-Type: Text/HTML; charset=UTF-8", "text/html", "utf-8"),
        ('Content-Type: text/html;x=y; Charset="iso-8859-1"', "text/html", "iso-8859-1"),
        ("Content-Type: text/html; charset='utf-8'", "text/html", "utf-8"),
        ("Content-Type: application/json", "application/json", None),
        ("Content-Type: ; charset=utf-8", None, "utf-8"),
        ("Content-Type:", None, None),
        ("Content-Type: text/html; charset=", "text/html", None),
        ("X-Nothing: here", None, None),
        ("Content-Type: text/\xff\xfe", None, None),
    ],
)
async def test_the_content_type_is_separated_from_the_charset(serve, fetcher, header, content_type, charset):
    page = await (await fetcher()).fetch((await serve(answer(b"x", header))).url())
    assert (page.content_type, page.charset) == (content_type, charset)


async def test_validators_are_returned_if_they_are_clean_text(serve, fetcher):
    clean = answer(b"", 'ETag: W/"abc"', "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT")
    page = await (await fetcher()).fetch((await serve(clean)).url())
    assert (page.etag, page.last_modified) == ('W/"abc"', "Mon, 01 Jan 2024 00:00:00 GMT")
    unclean = answer(b"", 'ETag: "\xff"', "Last-Modified: \xfe")
    page = await (await fetcher()).fetch((await serve(unclean)).url())
    assert (page.etag, page.last_modified) == (None, None)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        (["Retry-After: 120"], 120.0),
        (["Retry-After: 0"], 0.0),
        (["Retry-After: Mon, 01 Jan 2024 00:02:00 GMT", "Date: Mon, 01 Jan 2024 00:00:00 GMT"], 120.0),
        (["Retry-After: Mon, 01 Jan 2024 00:00:00 GMT", "Date: Mon, 01 Jan 2024 00:02:00 GMT"], 0.0),
        (["Retry-After: Mon, 01 Jan 2001 00:00:00 GMT"], 0.0),
        (["Retry-After: Mon, 01 Jan 2001 00:00:00 -0000", "Date: nonsense"], 0.0),
        (["Retry-After: soon"], None),
        (["Retry-After: -5"], None),
        (["Retry-After: " + "9" * 400], None),
        (["Retry-After: Mon, 99 Foo 99999 00:00:00 GMT"], None),
        (["Retry-After:"], None),
        ([], None),
    ],
)
async def test_retry_after_is_parsed_as_seconds_from_every_format(serve, fetcher, headers, seconds):
    site = await serve(answer(b"", *headers, status="429 Too Many Requests"))
    page = await (await fetcher()).fetch(site.url())
    assert (page.status, page.retry_after) == (429, seconds)


async def test_a_retry_after_date_counts_from_now_without_a_date_header(serve, fetcher):
    site = await serve(answer(b"", "Retry-After: Fri, 01 Jan 2100 00:00:00 GMT", status="503 Busy"))
    assert (await (await fetcher()).fetch(site.url())).retry_after > 1_000_000_000


async def test_an_unrequested_protocol_switch_does_not_hang(serve, fetcher):
    site = await serve(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    page = await (await fetcher(timeout=2)).fetch(site.url())
    assert (page.status, page.body) == (101, b"")
