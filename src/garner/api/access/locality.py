"""Detect whether a request was made by a user of this machine.

Such a request comes over loopback, but not every request over loopback is one. A page in the user's own browser can
make the browser call here: by a name that resolves to this machine, which shows in `Host`, or across sites, which shows
in `Origin`. A reverse proxy on this machine makes every client look local, and most proxies add a header: any header
that may be a proxy's ends the privilege, with any value, and so does HTTP/1.0, which nginx uses towards a server by
default and no browser does. A proxy that shows neither cannot be distinguished from a user.
"""

import re
from ipaddress import ip_address

from fastapi import Request

# Proxies and services in front of a server add countless headers that begin with X-; these are clients' own.
_CLIENTS_OWN = frozenset({"x-request-id", "x-requested-with"})
# Words in the names of headers that proxies add: Forwarded, Via, True-Client-IP, CF-Ray, CDN-Loop, Proxy-Client-IP, …
_PROXY_WORDS = frozenset(
    {"forwarded", "forwarder", "forwards", "via", "ip", "client", "clientip", "remote", "proxy", "surrogate", "hop"}
    | {"front", "edge", "cdn", "cf", "cloudfront", "akamai", "fastly", "fly", "incap", "wl"}
)
# A name or an address, IPv6 in brackets, and an optional port: nothing else, such as a user before an `@`.
_HOST = re.compile(r"(?:([A-Za-z0-9.-]+)|\[([0-9A-Fa-f:.]+)\])(?::[0-9]{0,5})?")


def is_local(request: Request) -> bool:
    headers = request.headers
    if request.client is None or not is_loopback(request.client.host):
        return False
    if request.scope.get("http_version") == "1.0" or any(map(_may_be_of_a_proxy, headers)):
        return False
    return is_loopback(_name_of(headers.get("host", ""))) and is_of_own_page(request)


def _may_be_of_a_proxy(header: str) -> bool:
    """Return whether a header may be a proxy's. In doubt it is: a user who loses the privilege can set a token, a
    stranger who gets it can do anything."""
    name = header.lower()
    if name.startswith("x-"):
        return name not in _CLIENTS_OWN
    return not _PROXY_WORDS.isdisjoint(name.replace("_", "-").split("-"))


def is_of_own_page(request: Request) -> bool:
    """Return whether the request was not made by a page of another site."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host", "")


def is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _name_of(host: str) -> str:
    match = _HOST.fullmatch(host)
    return (match[1] or match[2]).lower() if match else ""
