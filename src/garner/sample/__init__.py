"""A sample site on loopback: a recipe blog, a shop and a careers page, with some pages that misbehave.

`garner demo` and `garner serve` serve it, so that Garner can be tried without the internet. The package imports nothing
else of Garner: to Garner it is a site like any other.
"""

from garner.sample.pages import SITE_PAGES, SitePage
from garner.sample.server import SampleSite, main

__all__ = ["SITE_PAGES", "SampleSite", "SitePage", "main"]
