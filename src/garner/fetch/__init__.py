"""Having a page off the web, safely: egress guard, limits, redirects, decoding, one typed answer."""

from garner.fetch.fetcher import Fetcher
from garner.fetch.guard import Resolver
from garner.fetch.page import FetchLimits, Page

__all__ = ["FetchLimits", "Fetcher", "Page", "Resolver"]
