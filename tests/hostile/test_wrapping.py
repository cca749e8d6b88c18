"""Responses that are almost all framing: cheap to send, expensive to read."""

import asyncio

import pytest
from tests.hostile.conftest import answer

from garner.errors import TooLarge

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def without_end(head: bytes, piece: bytes):
    async def pour(path, writer):
        writer.write(head)
        while not writer.is_closing():
            writer.write(piece * 1000)
            pour.sent += len(piece) * 1000
            await writer.drain()

    pour.sent = 0
    return pour


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"", b"HTTP/1.1 100 \r\n\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"),
        (CHUNKED, b"1\r\na\r\n"),
        (CHUNKED, b"14;an-extension=of-no-use\r\ntwenty bytes of text\r\n"),
    ],
    ids=["interim answers", "early hints", "chunks of one byte", "chunk extensions"],
)
async def test_a_response_of_mostly_framing_is_stopped_early(serve, fetcher, head, piece):
    pour = without_end(head, piece)
    site = await serve(pour)
    with pytest.raises(TooLarge, match="too many bytes of headers"):
        await (await fetcher(timeout=30, max_bytes=50_000_000)).fetch(site.url())
    assert pour.sent < 20_000_000  # mostly in the buffers of two sockets


async def test_many_small_headers_may_not_be_large_together(serve, fetcher):
    headers = "".join(f"X-{number}: {'x' * 15_000}\r\n" for number in range(100))
    site = await serve(f"HTTP/1.1 200 OK\r\n{headers}Content-Length: 0\r\n\r\n".encode())
    with pytest.raises(TooLarge, match="headers"):
        await (await fetcher()).fetch(site.url())


@pytest.mark.parametrize("size", [60, 1000, 300_000])
async def test_a_fast_chunked_body_is_read_completely(serve, fetcher, size):
    body = b"x" * 6_000_000
    chunks = [body[start : start + size] for start in range(0, len(body), size)]
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
    page = await (await fetcher(max_bytes=10_000_000)).fetch((await serve(CHUNKED + chunked)).url())
    assert page.body == body


async def test_early_hints_before_a_page_are_skipped(serve, fetcher):
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n" * 20
    assert (await (await fetcher()).fetch((await serve(hints + answer(b"page"))).url())).body == b"page"


async def test_the_framing_cost_of_a_response_is_not_counted_against_the_next(serve, fetcher):
    headers = [f"X-{number}: {'x' * 15_000}" for number in range(30)]
    site = await serve(answer(b"page", *headers))
    fetch = (await fetcher()).fetch
    for _ in range(3):
        await fetch(site.url())
        await asyncio.sleep(0)
    assert site.connections == 1
