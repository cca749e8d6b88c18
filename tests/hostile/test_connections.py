"""Servers that refuse, reset, drip, hang, or do not speak HTTP at all."""

import asyncio
import socket
import struct

import pytest
from tests.hostile.conftest import LOOPBACK, answer

from garner.errors import FetchError, FetchTimeout, NetworkError, TooLarge


def reset(writer):
    """Close the connection with a reset instead of an orderly close."""
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def test_a_refused_connection_is_a_network_error(fetcher):
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        port = taken.getsockname()[1]
    with pytest.raises(NetworkError, match=r"Could not connect to 127\.0\.0\.1"):
        await (await fetcher()).fetch(f"http://{LOOPBACK}:{port}/")


async def test_an_unresolvable_name_is_a_network_error(fetcher):
    with pytest.raises(NetworkError, match=r"no-such-host\.invalid could not be resolved"):
        await (await fetcher()).fetch("http://no-such-host.invalid/")


async def test_a_failing_resolver_is_a_network_error(fetcher):
    async def resolver(host):
        raise OSError("the name server is on fire")

    with pytest.raises(NetworkError, match=r"site\.test could not be resolved"):
        await (await fetcher(resolver=resolver)).fetch("http://site.test/")


async def test_a_name_without_addresses_is_a_network_error(fetcher):
    async def resolver(host):
        return []

    with pytest.raises(NetworkError, match="has no address"):
        await (await fetcher(resolver=resolver)).fetch("http://site.test/")


async def test_a_server_that_closes_without_a_response_is_a_network_error(serve, fetcher):
    async def hang_up(path, writer):
        writer.close()

    site = await serve(hang_up)
    with pytest.raises(NetworkError, match="without a response"):
        await (await fetcher()).fetch(site.url())
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    ],
    ids=["with a length", "in chunks", "until the connection closes"],
)
async def test_a_reset_in_the_middle_of_the_body_is_a_network_error(serve, fetcher, head):
    async def reset_midway(path, writer):
        writer.write(head + b"x" * 5000)
        await writer.drain()
        await asyncio.sleep(0.02)
        reset(writer)

    site = await serve(reset_midway)
    with pytest.raises(NetworkError):
        await (await fetcher()).fetch(site.url())


async def test_a_body_that_ends_with_an_orderly_close_is_complete(serve, fetcher):
    async def close_at_the_end(path, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5000)
        writer.close()

    page = await (await fetcher()).fetch((await serve(close_at_the_end)).url())
    assert page.body == b"x" * 5000


async def test_a_body_shorter_than_declared_is_a_network_error(serve, fetcher):
    async def lie(path, writer):
        writer.write(answer(b"short", length=500))
        writer.close()

    with pytest.raises(NetworkError, match="before the response was complete"):
        await (await fetcher()).fetch((await serve(lie)).url())


async def test_a_smuggled_response_is_never_used_as_the_next_page(serve, fetcher):
    site = await serve(answer(b"page") + answer(b"smuggled"))
    fetch = (await fetcher()).fetch
    for _ in range(3):
        assert (await fetch(site.url())).body == b"page"
    assert site.connections == 3


async def test_more_bytes_than_declared_are_a_network_error(serve, fetcher):
    site = await serve(answer(b"page and then some", length=4))
    with pytest.raises(NetworkError):
        await (await fetcher()).fetch(site.url())


async def test_invalid_chunks_are_a_network_error(serve, fetcher):
    site = await serve(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")
    with pytest.raises(NetworkError):
        await (await fetcher()).fetch(site.url())


@pytest.mark.parametrize(
    "garbage",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"HTTP/1.1 two hundred\r\n\r\n",
        b"\x00\x01\x02\x03\r\n\r\n",
        b"<html>no head at all</html>\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\nx",
    ],
)
async def test_a_response_that_is_not_http_is_a_network_error(serve, fetcher, garbage):
    with pytest.raises(NetworkError, match="not HTTP"):
        await (await fetcher()).fetch((await serve(garbage)).url())


@pytest.mark.parametrize(
    "head",
    [
        "HTTP/1.1 200 OK\r\nX-Huge: " + "x" * 100_000,
        "HTTP/1.1 200 OK\r\n" + "\r\n".join(f"X-{number}: x" for number in range(5000)),
        "HTTP/1.1 200 " + "x" * 100_000,
    ],
    ids=["one huge header", "very many headers", "a huge status line"],
)
async def test_headers_over_the_limit_are_too_large(serve, fetcher, head):
    with pytest.raises(TooLarge, match="headers"):
        await (await fetcher()).fetch((await serve(head.encode() + b"\r\n\r\n")).url())


async def test_plain_http_instead_of_tls_is_a_network_error(stack, fetcher):
    async def greet(reader, writer):
        writer.write(answer(b"no TLS here"))
        writer.close()

    server = await asyncio.start_server(greet, LOOPBACK, 0)
    stack.callback(server.close)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(NetworkError, match="TLS"):
        await (await fetcher()).fetch(f"https://{LOOPBACK}:{port}/")


async def test_a_server_that_never_responds_is_a_timeout(serve, fetcher):
    async def say_nothing(path, writer):
        return

    with pytest.raises(FetchTimeout, match=r"took longer than 0\.1 s"):
        await (await fetcher(timeout=0.1)).fetch((await serve(say_nothing)).url())


async def test_a_slowly_dripping_body_is_a_timeout(serve, fetcher):
    async def drip(path, writer):
        writer.write(answer(length=1_000_000))
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.01)

    with pytest.raises(FetchTimeout):
        await (await fetcher(timeout=0.2)).fetch((await serve(drip)).url())


async def test_slowly_dripping_headers_are_a_timeout(serve, fetcher):
    async def drip(path, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while not writer.is_closing():
            writer.write(b"X-More: x\r\n")
            await writer.drain()
            await asyncio.sleep(0.01)

    with pytest.raises(FetchTimeout):
        await (await fetcher(timeout=0.2)).fetch((await serve(drip)).url())


async def test_endless_early_hints_are_a_timeout(serve, fetcher):
    async def hint(path, writer):
        while not writer.is_closing():
            writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n")
            await writer.drain()
            await asyncio.sleep(0.01)

    with pytest.raises(FetchTimeout):
        await (await fetcher(timeout=0.2)).fetch((await serve(hint)).url())


async def test_the_time_limit_covers_all_redirects_together(serve, fetcher):
    async def dawdle(path, writer):
        await asyncio.sleep(0.06)
        writer.write(answer(b"", f"Location: {path}x", status="302 Found"))

    site = await serve(dawdle)
    with pytest.raises(FetchTimeout):
        await (await fetcher(timeout=0.2, max_redirects=50)).fetch(site.url())
    assert len(site.requests) > 1


async def test_a_slow_resolver_is_a_timeout(fetcher):
    async def resolver(host):
        await asyncio.sleep(1)
        return [LOOPBACK]

    with pytest.raises(FetchTimeout):
        await (await fetcher(timeout=0.1, resolver=resolver)).fetch("http://slow.test/")


async def test_a_request_is_sent_once_even_if_a_reused_connection_breaks(serve, fetcher):
    async def answer_once(path, writer):
        if path == "/first":
            writer.write(answer(b"here"))
        else:
            reset(writer)

    site = await serve(answer_once)
    fetch = (await fetcher()).fetch
    await fetch(site.url("/first"))
    with pytest.raises(NetworkError):
        await fetch(site.url("/second"))
    assert site.paths == ["/first", "/second"]
    assert site.connections == 1


async def test_a_cancelled_fetch_stays_cancelled_and_frees_its_connection(serve, fetcher):
    async def say_nothing(path, writer):
        if path == "/page":
            writer.write(answer(b"page"))

    site, sent = await serve(say_nothing), asyncio.Event()
    fetch = (await fetcher(concurrency=1)).fetch
    waiting = asyncio.create_task(fetch(site.url("/silence"), before_send=sent.set))
    await sent.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await fetch(site.url("/page"))).body == b"page"


async def test_failed_fetches_release_their_connections(serve, fetcher):
    site = await serve(answer(length=100))
    fetch = (await fetcher(concurrency=2, max_bytes=10, timeout=1)).fetch
    kept = []
    for _ in range(5):
        with pytest.raises(TooLarge) as refused:
            await fetch(site.url())
        kept.append(refused.value)  # otherwise the garbage collector would release the connection


@pytest.mark.parametrize(
    "url",
    [
        "ftp://site.test/",
        "file:///etc/passwd",
        "http://",
        "http://site.test:99999/",
        "http://user:password@site.test/",
        "http://1.2.3.4.5/",
        f"http://{'a' * 70}.test/",
        "no url at all",
    ],
)
async def test_an_unfetchable_url_is_a_fetch_error_that_is_not_retried(fetcher, url):
    with pytest.raises(FetchError) as refused:
        await (await fetcher()).fetch(url)
    assert not refused.value.retryable
