"""The egress guard: Garner fetches what strangers name, and must not be talked into the network it stands in.

A name is looked up once per connection and every address of the answer is checked; only those that pass are
handed on, so what was checked is what is connected to, and a name that changes its answer a moment later
gains nothing. An address written in the URL never meets the resolver, so the last gate is where the socket
is made: there is no way to a connection around it, not for a literal address, a redirect, or whatever comes
later.
"""

import asyncio
import functools
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from aiohttp import AddrInfoType
from aiohttp.abc import AbstractResolver, ResolveResult

from garner.core.urls import address_is_private
from garner.errors import EgressRefused, NetworkError

Resolver = Callable[[str], Awaitable[Sequence[str]]]  # a host's name to its addresses, as text

LOOKUP_THREADS = 32


class EgressGuard(AbstractResolver):
    def __init__(self, resolver: Resolver, *, allow_private: bool) -> None:
        self._resolver = resolver
        self._allow_private = allow_private

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        addresses = await self._resolver(host)
        if not addresses:
            raise NetworkError(f"The name {host} has no address.")
        allowed = [address for address in addresses if self.allows(address)]
        if not allowed:
            raise EgressRefused(
                f"The name {host} leads to a private address, which only GARNER_FETCH_ALLOW_PRIVATE=true allows."
            )
        return [_resolved(host, address, port) for address in allowed]

    async def close(self) -> None:
        """The resolver belongs to whoever made it."""

    def open_socket(self, destination: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, (address, *_) = destination
        if not self.allows(str(address)):
            raise EgressRefused(f"{address} is a private address, which only GARNER_FETCH_ALLOW_PRIVATE=true allows.")
        return socket.socket(family, kind, protocol)

    def allows(self, address: str) -> bool:
        try:
            return self._allow_private or not address_is_private(ipaddress.ip_address(address))
        except ValueError:
            return False


def _resolved(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST)


class SystemResolver:
    """The machine's own resolver, on threads of its own.

    The event loop's shared few threads would let a handful of slow name servers hold up every other fetch.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUP_THREADS, thread_name_prefix="resolve")

    async def __call__(self, host: str) -> Sequence[str]:
        look_up = functools.partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
        answers = await asyncio.get_running_loop().run_in_executor(self._threads, look_up)
        return [str(address) for *_, (address, *_) in answers]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
