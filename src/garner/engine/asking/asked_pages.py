"""The URL of a requested page: public unless the settings allow more, or on the sample site."""

from garner.core.urls.page_url import PageUrl, parse_page_url
from garner.errors import InvalidUrl
from garner.settings import LOOPBACK, Settings


def asked_page(settings: Settings, url: str) -> PageUrl:
    return parse_page_url(url, allow_private=settings.fetch.allow_private, allow_origin=settings.server.sample_origin)


def operator_page(settings: Settings, url: str) -> PageUrl:
    """The same for operators: a private URL is refused with the setting that allows it."""
    page = parse_page_url(url, allow_private=True)
    try:
        return asked_page(settings, url)
    except InvalidUrl:
        message = f"{page.domain} is private. To fetch private addresses, set GARNER_FETCH_ALLOW_PRIVATE=true."
        if page.base_url.startswith(f"http://{LOOPBACK}:"):
            message += f" For the sample site of `garner serve`, GARNER_SAMPLE_SITE={page.base_url} is enough."
        raise InvalidUrl(message) from None
