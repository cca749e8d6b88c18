"""The client side of a SOCKS5 handshake (RFC 1928, and RFC 1929 for the password).

Written here because the address sent must be the one that the guard has checked, never a name for the proxy to resolve,
and because a password may be any bytes.
"""

import asyncio
import ipaddress
import socket

from garner.errors import ProxyFailed
from garner.fetch.failures import password_wanted

VERSION, PASSWORD_VERSION = 5, 1
ANONYMOUS, WITH_PASSWORD, NO_METHOD = 0, 2, 0xFF
CONNECT, RESERVED, SUCCEEDED = 1, 0, 0
IPV4, DOMAIN, IPV6 = 1, 3, 4
ADDRESS_BYTES = {IPV4: 4, IPV6: 16}
PORT_BYTES = 2
MAX_CREDENTIAL_LENGTH = 255

# Network unreachable, host unreachable, connection refused, TTL expired, address type not supported.
ADDRESS_NOT_REACHED = frozenset({3, 4, 5, 6, 8})


class AddressNotReached(Exception):
    """A working proxy's report that it cannot connect to this address."""


async def shake_hands(
    sock: socket.socket, proxy: str, username: str | None, password: str | None, address: str, port: int
) -> None:
    """Turn a new connection to the proxy into one to `address`; afterwards, the next byte is the site's."""
    talk = _SocksConnection(sock, proxy)
    await _log_in(talk, username, password)
    target = ipaddress.ip_address(address)
    kind = IPV4 if target.version == 4 else IPV6
    await talk.say(bytes([VERSION, CONNECT, RESERVED, kind]) + target.packed + port.to_bytes(PORT_BYTES))
    version, reply, _ = await talk.receive(3)
    if version != VERSION:
        raise ProxyFailed(f"{proxy} is not a SOCKS5 proxy.")
    if reply in ADDRESS_NOT_REACHED:
        raise AddressNotReached
    if reply != SUCCEEDED:
        raise ProxyFailed(f"{proxy} refused the connection (SOCKS reply {reply}).")
    await _skip_bound_address(talk)


async def _log_in(talk: "_SocksConnection", username: str | None, password: str | None) -> None:
    methods = bytes([ANONYMOUS, WITH_PASSWORD] if username else [ANONYMOUS])
    await talk.say(bytes([VERSION, len(methods)]) + methods)
    version, method = await talk.receive(2)
    if version != VERSION:
        raise ProxyFailed(f"{talk.proxy} is not a SOCKS5 proxy.")
    if method == ANONYMOUS:
        return
    if method == NO_METHOD or method not in methods:
        raise password_wanted(talk.proxy)
    await talk.say(bytes([PASSWORD_VERSION]) + _credential(talk, username) + _credential(talk, password))
    _, refused = await talk.receive(2)
    if refused:
        raise password_wanted(talk.proxy)


def _credential(talk: "_SocksConnection", text: str | None) -> bytes:
    written = (text or "").encode()
    if len(written) > MAX_CREDENTIAL_LENGTH:
        raise ProxyFailed(f"{talk.proxy} has a user name or password longer than SOCKS5 allows.")
    return bytes([len(written)]) + written


async def _skip_bound_address(talk: "_SocksConnection") -> None:
    (kind,) = await talk.receive(1)
    if kind == DOMAIN:
        (length,) = await talk.receive(1)
    elif kind in ADDRESS_BYTES:
        length = ADDRESS_BYTES[kind]
    else:
        raise ProxyFailed(f"{talk.proxy} is not a SOCKS5 proxy.")
    await talk.receive(length + PORT_BYTES)


class _SocksConnection:
    def __init__(self, sock: socket.socket, proxy: str) -> None:
        self.proxy = proxy
        self._socket = sock
        self._loop = asyncio.get_running_loop()

    async def say(self, message: bytes) -> None:
        try:
            await self._loop.sock_sendall(self._socket, message)
        except OSError:
            raise self._make_closed_error() from None

    async def receive(self, count: int) -> bytes:
        """Read exactly `count` bytes, and never one more: data after the handshake belongs to the site."""
        received = b""
        while len(received) < count:
            try:
                more = await self._loop.sock_recv(self._socket, count - len(received))
            except OSError:
                raise self._make_closed_error() from None
            if not more:
                raise self._make_closed_error()
            received += more
        return received

    def _make_closed_error(self) -> ProxyFailed:
        return ProxyFailed(f"{self.proxy} closed the connection before it connected to the site.")
