"""Safe page fetching: egress guard, limits, redirects, decoding, proxies, and one typed answer."""

from garner.fetch.caller import CallAnswer, Caller
from garner.fetch.fetcher import Fetcher
from garner.fetch.guard import Resolver
from garner.fetch.page import FetchLimits, Page, Redirect
from garner.fetch.proxies import ProxyProtocol, ProxyRoute

__all__ = [
    "CallAnswer",
    "Caller",
    "FetchLimits",
    "Fetcher",
    "Page",
    "ProxyProtocol",
    "ProxyRoute",
    "Redirect",
    "Resolver",
]
