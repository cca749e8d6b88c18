"""Find and call the parsers for specific sites, one small module each in the package `sites` of a kind.

A parser is a module in `kinds/<kind>/sites/` that declares `HOSTS`, the hosts it knows (with all their subdomains), and
`read(document)`, which is a rung like any other. Modules are discovered by their location; no list names them. A module
that declares no hosts determines itself which pages it can read, and is a rung of its own that its ladder names.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Protocol, cast
from urllib.parse import urlsplit

from garner.extraction.ladder import Candidate, Rung, Way
from garner.extraction.page.document import Document

CONFIDENCE = 0.9


class SiteParser(Protocol):
    HOSTS: tuple[str, ...]

    def read(self, document: Document) -> Candidate | None: ...


@cache
def load_site_parsers(package: str) -> Mapping[str, SiteParser]:
    """Return every parser of a package by the hosts that it knows."""
    parsers: dict[str, SiteParser] = {}
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
        parser = importlib.import_module(module.name)
        if hasattr(parser, "HOSTS"):
            parsers |= dict.fromkeys(parser.HOSTS, cast("SiteParser", parser))
    return parsers


def find_site_parser(package: str, url: str) -> SiteParser | None:
    """Return the parser of this package for a URL: the one with the longest known suffix of its host."""
    try:
        labels = (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return None
    endings = (".".join(labels[start:]) for start in range(len(labels) - 1))
    return next((parser for ending in endings if (parser := load_site_parsers(package).get(ending))), None)


def site_rung(package: str) -> Rung:
    """Return the rung that reads a page with the parser for its site in this package, if there is one."""

    def read(document: Document) -> Candidate | None:
        parser = find_site_parser(package, document.url)
        return parser.read(document) if parser else None

    return Rung("site", CONFIDENCE, read, Way.SITE)
