"""The links of a page, for discovery."""

from garner.extraction.page.document import Document
from garner.extraction.values.fields import web_address

MAX_LINKS = 5_000


def find_links(body: bytes, url: str) -> list[str]:
    """Return the absolute addresses that a page links to, each once, in the order of the page."""
    document = Document(body, url=url, charset=None)
    base = document.tree.css_first("base[href]")
    origin = (web_address(base.attributes.get("href"), url) if base else None) or url
    addresses: dict[str, None] = {}
    for element in document.tree.css("a[href], area[href]"):
        address = web_address(element.attributes.get("href"), origin)
        if address is not None:
            addresses.setdefault(address.partition("#")[0])
        if len(addresses) >= MAX_LINKS:
            break
    return list(addresses)
