"""The states of a site, and the types of its sources."""

from enum import StrEnum


class SiteStatus(StrEnum):
    PREVIEW = "preview"  # sources are read once, and nothing is ordered
    RUNNING = "running"
    PAUSED = "paused"
    REMOVING = "removing"


class SourceType(StrEnum):
    ROBOTS = "robots"  # names the sitemaps
    SITEMAP = "sitemap"
    LINKS = "links"  # a page whose links are read
