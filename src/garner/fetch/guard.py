"""The egress guard: keeps URLs supplied by strangers from reaching the private network that Garner runs in.

A name is resolved once per connection and every address of the answer is checked. Only those that pass are returned, so
the connection goes to the address that was checked, and a name that changes its answer a moment later gains nothing
(DNS rebinding). An address written in the URL never reaches the resolver, so the last check is where the socket is
created: no connection can bypass it, not for a literal address, a redirect, or any later request.

One private address may be exempt: the sample site's, which Garner serves itself. It is exempt by its port, and only
where Garner connects itself to a literal address: no name leads there, and no proxy.
"""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from aiohttp import AddrInfoType
from aiohttp.abc import AbstractResolver, ResolveResult

from garner.core.urls.page_url import address_is_private
from garner.errors import EgressRefused, NetworkError

Resolver = Callable[[str], Awaitable[Sequence[str]]]  # maps a host name to its addresses, as text
Destination = tuple[str, int]  # an address, as text, and a port

MAX_LOOKUPS = 1024  # a waiting thread costs next to nothing, and ten times the usual fetches in flight is plenty
LOOKUP_SECONDS = 10.0


class EgressGuard(AbstractResolver):
    def __init__(self, resolver: Resolver, *, allow_private: bool, exempt: Destination | None = None) -> None:
        self._resolver = resolver
        self._allow_private = allow_private
        self._exempt = exempt

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        try:
            addresses = await self._resolver(host)
        except OSError as error:
            raise NetworkError(f"The name {host} could not be resolved.") from error
        if not addresses:
            raise NetworkError(f"The name {host} has no address.")
        allowed = [address for address in addresses if self.allows(address)]
        if not allowed:
            raise EgressRefused(
                f"The name {host} resolves to a private address. Set GARNER_FETCH_ALLOW_PRIVATE=true to allow it."
            )
        return [_make_result(host, address, port) for address in allowed]

    async def close(self) -> None:
        """Do nothing: the resolver belongs to its creator."""

    def open_socket(self, destination: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, (address, port, *_) = destination
        self.require(str(address), int(port))
        return socket.socket(family, kind, protocol)

    async def check(self, host: str) -> None:
        """Refuse a private host that a proxy is going to connect to for us."""
        if _is_address(host):
            self.require(host)
        else:
            await self.resolve(host)

    def require(self, address: str, port: int | None = None) -> None:
        """Raise `EgressRefused` if the address is private. Without a port, no exemption applies."""
        if (address, port) != self._exempt and not self.allows(address):
            raise EgressRefused(f"{address} is a private address. Set GARNER_FETCH_ALLOW_PRIVATE=true to allow it.")

    def allows(self, address: str) -> bool:
        try:
            return self._allow_private or not address_is_private(ipaddress.ip_address(address))
        except ValueError:
            return False


def _make_result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class SystemResolver:
    """The system resolver, with one thread per lookup.

    A slow name server blocks a thread for as long as the system resolver waits for it, and nothing can end that. With a
    small pool, the names of one slow server would block every other fetch. So each lookup has its own thread, and the
    caller gives up after `LOOKUP_SECONDS`. The threads are daemons, or a worker could not stop before the last name
    server had answered.
    """

    def __init__(self, max_lookups: int = MAX_LOOKUPS, lookup_seconds: float = LOOKUP_SECONDS) -> None:
        self._room = asyncio.Semaphore(max_lookups)
        self._lookup_seconds = lookup_seconds

    async def __call__(self, host: str) -> Sequence[str]:
        try:
            async with asyncio.timeout(self._lookup_seconds):
                await self._room.acquire()
                return await self._look_up(host)
        except TimeoutError as error:
            raise NetworkError(f"The name {host} took longer than {self._lookup_seconds:g} s to resolve.") from error

    def _look_up(self, host: str) -> asyncio.Future[Sequence[str]]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()

        def deliver(addresses: Sequence[str], error: Exception | None) -> None:
            self._room.release()
            if answer.done():
                return
            if error is None:
                answer.set_result(addresses)
            else:
                answer.set_exception(error)

        def look_up() -> None:
            addresses: Sequence[str] = ()
            failure = None
            try:
                answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
                addresses = [str(address) for *_, (address, *_) in answers]
            except Exception as error:
                failure = error
            with suppress(RuntimeError):  # the loop has ended, and no caller is waiting
                loop.call_soon_threadsafe(deliver, addresses, failure)

        try:
            threading.Thread(target=look_up, name=f"resolve {host}", daemon=True).start()
        except RuntimeError:
            self._room.release()
            raise
        return answer
