"""The requests that the egress gateway of a browser accepts and refuses."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from tests.hostile.conftest import LOOPBACK, PUBLIC, Internet, Site, answer

from garner.errors import TooLarge
from garner.fetch.browser.dialling import DirectRoute
from garner.fetch.browser.gateway import EgressGateway
from garner.fetch.guard import EgressGuard

Serve = Callable[..., Awaitable[Site]]
HELLO = b"\x05\x01\x00"
INSIDE = b"\x05\x01\x00\x03\x0binside.test\x00\x50"


async def resolver(host: str) -> list[str]:
    return {"inside.test": [LOOPBACK], "outside.test": [PUBLIC]}.get(host, [])


@pytest.fixture
async def gateway(stack: AsyncExitStack) -> EgressGateway:
    guard = EgressGuard(resolver, allow_private=False)
    return await stack.enter_async_context(EgressGateway(DirectRoute(guard), max_bytes=1000))


async def ask(gateway: EgressGateway, *words: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(LOOPBACK, int(gateway.url.rpartition(":")[2]))
    writer.write(b"".join(words))
    said = await reader.read()
    writer.close()
    return said


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        (INSIDE, 2),
        (b"\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50", 2),
        (b"\x05\x01\x00\x04" + socket.inet_pton(socket.AF_INET6, "::1") + b"\x00\x50", 2),
        (b"\x05\x01\x00\x04" + socket.inet_pton(socket.AF_INET6, "::ffff:127.0.0.1") + b"\x00\x50", 2),
        (b"\x05\x01\x00\x03\x0c0x7f.0.0.1.x\x00\x50", 4),
        (b"\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50", 7),  # BIND
        (b"\x05\x03\x00\x01\x7f\x00\x00\x01\x00\x50", 7),  # UDP ASSOCIATE
        (b"\x05\x01\x00\x09", 8),
    ],
)
async def test_refuses_forbidden_requests(gateway: EgressGateway, asked: bytes, reply: int) -> None:
    said = await ask(gateway, HELLO, asked)
    assert said[:2] == b"\x05\x00"
    assert said[2:4] == bytes([5, reply])


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\n\r\n", b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00"])
async def test_closes_connections_that_do_not_speak_socks(gateway: EgressGateway, noise: bytes) -> None:
    assert await ask(gateway, noise) == b""


async def test_transfers_no_more_than_allowed(serve: Serve, gateway: EgressGateway, internet: Internet) -> None:
    site = await serve(answer(b"x" * 5000))
    there = b"\x05\x01\x00\x03\x0coutside.test" + site.port.to_bytes(2, "big")
    said = await ask(gateway, HELLO, there, b"GET / HTTP/1.1\r\n\r\n")
    assert len(said) < 1020
    with pytest.raises(TooLarge):
        gateway.require_within_limit()
