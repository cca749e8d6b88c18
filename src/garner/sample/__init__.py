"""The sample site that `garner demo` serves: a blog, a shop, a careers page, some of it ill-behaved."""

from garner.sample.pages import DEMO_PAGES, DemoPage
from garner.sample.server import DemoSite, main

__all__ = ["DEMO_PAGES", "DemoPage", "DemoSite", "main"]
