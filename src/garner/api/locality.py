"""Whether somebody sits at this very machine.

That is who comes by loopback, and not what merely arrives by it. A page in somebody's own browser can make the browser
call here: by a name that was pointed at this machine, which shows in `Host`, or across sites, which shows in `Origin`.
A reverse proxy on this machine makes everybody look local, and most of them say so in a header. One that says nothing
cannot be told from a person.
"""

import re
from ipaddress import ip_address

from fastapi import Request

_FORWARDING = (
    *("forwarded", "x-forwarded-", "x-original-forwarded-", "x-real-ip", "x-client-ip", "x-envoy-external-address"),
    *("true-client-ip", "cf-connecting-ip", "fly-client-ip", "via"),
)
# A name or an address, one of IPv6 in brackets, and perhaps a port: nothing else, such as a user before an `@`.
_HOST = re.compile(r"(?:([A-Za-z0-9.-]+)|\[([0-9A-Fa-f:.]+)\])(?::[0-9]{0,5})?")


def is_local(request: Request) -> bool:
    headers = request.headers
    if request.client is None or not is_loopback(request.client.host):
        return False
    if any(name.startswith(_FORWARDING) for name in headers):
        return False
    return is_loopback(_name_of(headers.get("host", ""))) and is_of_own_page(request)


def is_of_own_page(request: Request) -> bool:
    """Whether no page of another site made the browser call."""
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
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""
