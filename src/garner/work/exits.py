"""The proxies that claims name, ready to be used. Passwords are unsealed here and go only into the connection."""

import time

from garner.core import secrets
from garner.errors import ConfigurationError
from garner.fetch import Exit, ProxyProtocol
from garner.settings import Settings
from garner.store import proxies
from garner.store.database import Database

# How soon a change of a proxy's address or password reaches the workers.
REMEMBERED_SECONDS = 30.0


class ExitDesk:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._key = sealing_key(settings)
        self._known: dict[int, tuple[float, Exit | None]] = {}

    async def find(self, proxy_id: int) -> Exit | None:
        """None when the proxy was removed since it was chosen."""
        known_at, exit = self._known.get(proxy_id, (float("-inf"), None))
        if time.monotonic() - known_at > REMEMBERED_SECONDS:
            async with self._database.connection() as connection:
                found = await proxies.all_of(connection, [proxy_id])
            exit = self._opened(found[0]) if found else None
            self._known[proxy_id] = time.monotonic(), exit
        return exit

    def _opened(self, proxy: proxies.Proxy) -> Exit:
        password = None
        if proxy.proxy_password is not None:
            if self._key is None:
                raise ConfigurationError("A proxy has a password, and GARNER_SECRET_KEY, which opens it, is not set.")
            password = secrets.unseal(proxy.proxy_password, self._key)
        protocol = ProxyProtocol(proxy.proxy_protocol)
        return Exit(proxy.id, protocol, proxy.proxy_url, proxy.proxy_port, proxy.proxy_username, password)


def sealing_key(settings: Settings) -> secrets.Key | None:
    return secrets.key_from(*settings.secret_key.split(",")) if settings.secret_key else None
