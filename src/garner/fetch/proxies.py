"""Route fetches through proxies.

The proxy is the operator's choice and may have a private address; the site behind it is a stranger's and may not. A
SOCKS5 proxy is given the very address that the guard has checked. An HTTP proxy is given a name, because the protocol
has room for nothing else, and resolves it itself: the guard refuses a name that resolves to a private address for us,
but the name may resolve differently for the proxy. So the operator of an HTTP proxy must block access to its private
network there.

Every proxy has connections of its own, so that no answer of one can be taken for another's, and only a limited number
of proxies is kept open at a time.
"""

import base64
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import aiohttp
from yarl import URL

MAX_OPEN_PROXIES = 64


class ProxyProtocol(StrEnum):
    HTTP = "http"
    HTTPS = "https"
    SOCKS5 = "socks5"


@dataclass(frozen=True, slots=True)
class ProxyRoute:
    """A proxy to send requests through. Its password does not appear in any text made of it."""

    id: int
    protocol: ProxyProtocol
    host: str
    port: int
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"The proxy {self.host}:{self.port}"

    def tunnels_to(self, url: URL) -> bool:
        """Whether requests go to the site itself through a tunnel, instead of to the proxy on the site's behalf."""
        return self.protocol is ProxyProtocol.SOCKS5 or url.scheme == "https"

    def request_options(self, url: URL, headers: dict[str, str]) -> dict[str, Any]:
        """Return the aiohttp options that send a request through this proxy's connections."""
        if self.protocol is ProxyProtocol.SOCKS5:
            return {"headers": headers}
        proxy = URL.build(scheme=self.protocol, host=self.host, port=self.port)
        # Not through aiohttp's `proxy_auth`: its exceptions would show the password.
        if self.tunnels_to(url):
            return {"proxy": proxy, "headers": headers, "proxy_headers": self.authorization}
        return {"proxy": proxy, "headers": headers | self.authorization}

    @property
    def authorization(self) -> dict[str, str]:
        if not self.username:
            return {}
        credentials = f"{self.username}:{self.password or ''}".encode()
        return {"Proxy-Authorization": f"Basic {base64.b64encode(credentials).decode()}"}


@dataclass(slots=True)
class _Open:
    session: aiohttp.ClientSession
    users: int = 0


class ProxyRoutes:
    """Sessions of the most recently used proxies. A session in use is never closed, even when there are too many."""

    def __init__(self, make_session: Callable[[ProxyRoute], aiohttp.ClientSession]) -> None:
        self._make_session = make_session
        self._open: OrderedDict[ProxyRoute, _Open] = OrderedDict()

    @asynccontextmanager
    async def session(self, proxy: ProxyRoute) -> AsyncIterator[aiohttp.ClientSession]:
        opened = self._open.get(proxy)
        if opened is None:
            opened = self._open[proxy] = _Open(self._make_session(proxy))
        self._open.move_to_end(proxy)
        opened.users += 1
        try:
            yield opened.session
        finally:
            opened.users -= 1
            await self._close_the_oldest()

    async def _close_the_oldest(self) -> None:
        surplus = len(self._open) - MAX_OPEN_PROXIES
        idle = [proxy for proxy, opened in self._open.items() if not opened.users]
        for session in [self._open.pop(proxy).session for proxy in idle[: max(0, surplus)]]:
            await session.close()

    async def close(self) -> None:
        while self._open:
            await self._open.popitem()[1].session.close()
