"""The URL of a requested page: public unless the settings allow more, or on the sample site."""

from garner.core.urls.page_url import PageUrl, parse_page_url
from garner.settings import Settings


def asked_page(settings: Settings, url: str) -> PageUrl:
    return parse_page_url(url, allow_private=settings.fetch.allow_private, allow_origin=settings.server.sample_origin)
