"""Parsers for specific sites, one small module each.

A module here declares `HOSTS`, the hosts it knows (with all their subdomains), `KIND`, the kind of record, and
`read(document)`, which is a rung like any other. Modules are discovered by their location; no list names them. A module
that declares no hosts determines itself which pages it can read, and is a rung of its own that its ladder names.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Protocol, cast
from urllib.parse import urlsplit

from garner.core.record import Kind
from garner.extraction.ladder import Candidate, Rung, Way
from garner.extraction.page.document import Document

CONFIDENCE = 0.9


class Site(Protocol):
    HOSTS: tuple[str, ...]
    KIND: Kind

    def read(self, document: Document) -> Candidate | None: ...


@cache
def sites() -> Mapping[tuple[Kind, str], Site]:
    """Return every known site by the kind of record and the host."""
    sites_by_host: dict[tuple[Kind, str], Site] = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        site = importlib.import_module(module.name)
        if hasattr(site, "HOSTS"):
            sites_by_host |= {(site.KIND, host): cast("Site", site) for host in site.HOSTS}
    return sites_by_host


def site_of(kind: Kind, url: str) -> Site | None:
    """Return the site of this URL: the one with the longest known suffix of its host."""
    try:
        labels = (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return None
    endings = (".".join(labels[start:]) for start in range(len(labels) - 1))
    return next((site for ending in endings if (site := sites().get((kind, ending)))), None)


def site_rung(kind: Kind) -> Rung:
    def read(document: Document) -> Candidate | None:
        site = site_of(kind, document.url)
        return site.read(document) if site else None

    return Rung("site", CONFIDENCE, read, Way.SITE)
