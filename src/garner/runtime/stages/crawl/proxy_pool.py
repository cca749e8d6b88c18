"""The proxies that claims name, ready for use. Passwords are unsealed here and go only into the connection.

A worker may lack the key to a password, which is no fault of any page: it claims no page through such a proxy, and logs
that once. If it can open none of them it claims no pages at all, and does not touch the lanes, so that a worker that
has the key finds them ready.
"""

import time

from garner import observe
from garner.core.accounts import secrets
from garner.errors import WrongKey
from garner.fetch import ProxyProtocol, ProxyRoute
from garner.postgres.database import Connection, Database
from garner.settings import Settings
from garner.store.crawl import proxies

# The time until a change of a proxy's address or password reaches the workers.
REMEMBERED_SECONDS = 30.0


class ProxyPool:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._key = sealing_key(settings)
        self._known: dict[int, tuple[float, ProxyRoute | None]] = {}
        self._refreshed_at = float("-inf")
        self._reported: set[int] = set()
        self.unusable: list[int] = []  # proxies whose password cannot be decrypted here
        self.has_none_to_use = False  # though there are some

    async def refresh(self, connection: Connection) -> None:
        """Find out which proxies can be used here, if that may have changed."""
        if time.monotonic() - self._refreshed_at <= REMEMBERED_SECONDS:
            return
        proxies_in_use = await proxies.in_use(connection)
        closed = [proxy for proxy in proxies_in_use if self._is_closed(proxy)]
        self.unusable = [proxy.id for proxy in closed]
        self.has_none_to_use = bool(closed) and len(closed) == len(proxies_in_use)
        self._refreshed_at = time.monotonic()

    def _is_closed(self, proxy: proxies.Proxy) -> bool:
        try:
            unseal_password(proxy.proxy_password, self._key)
        except WrongKey as error:
            if proxy.id not in self._reported:
                self._reported.add(proxy.id)
                observe.emit(observe.ProxyUnusable(proxy.id, f"{proxy.proxy_url}:{proxy.proxy_port}", error.message))
            return True
        return False

    async def find(self, proxy_id: int) -> ProxyRoute | None:
        """Return the proxy, or None if it was removed since it was chosen. Raise `WrongKey` for one that was added
        since the last check, and is unusable from now on."""
        known_at, proxy = self._known.get(proxy_id, (float("-inf"), None))
        if time.monotonic() - known_at > REMEMBERED_SECONDS:
            async with self._database.connection() as connection:
                stored_proxies = await proxies.all_of(connection, [proxy_id])
            proxy = self._make_route(stored_proxies[0]) if stored_proxies else None
            self._known[proxy_id] = time.monotonic(), proxy
        return proxy

    def _make_route(self, proxy: proxies.Proxy) -> ProxyRoute:
        try:
            password = unseal_password(proxy.proxy_password, self._key)
        except WrongKey:
            self._refreshed_at = float("-inf")
            raise
        protocol = ProxyProtocol(proxy.proxy_protocol)
        return ProxyRoute(proxy.id, protocol, proxy.proxy_url, proxy.proxy_port, proxy.proxy_username, password)


def unseal_password(sealed: str | None, key: secrets.Key | None) -> str | None:
    if sealed is None:
        return None
    if key is None:
        raise WrongKey("A proxy has an encrypted password, and GARNER_SECRET_KEY is not set.")
    return secrets.unseal(sealed, key)


def sealing_key(settings: Settings) -> secrets.Key | None:
    return secrets.key_from(*settings.security.secret_key.split(",")) if settings.security.secret_key else None
