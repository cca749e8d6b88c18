"""The sample site that `garner demo` serves: a blog, a shop, a careers page, some of it ill-behaved."""

from garner.cli.demo_site.pages import DEMO_PAGES, DemoPage
from garner.cli.demo_site.server import DemoSite, main

__all__ = ["DEMO_PAGES", "DemoPage", "DemoSite", "main"]
