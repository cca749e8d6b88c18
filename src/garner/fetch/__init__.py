"""Having a page off the web, safely: egress guard, limits, redirects, decoding, proxies, one typed answer."""

from garner.fetch.caller import (
    Answer,
    Caller,
)
from garner.fetch.fetcher import Fetcher
from garner.fetch.guard import Resolver
from garner.fetch.page import (
    FetchLimits,
    Page,
    Redirect,
)
from garner.fetch.proxies import (
    Exit,
    ProxyProtocol,
)

__all__ = [
    "Answer",
    "Caller",
    "Exit",
    "FetchLimits",
    "Fetcher",
    "Page",
    "ProxyProtocol",
    "Redirect",
    "Resolver",
]
