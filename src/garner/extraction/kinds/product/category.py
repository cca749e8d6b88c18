"""Derive the category of a product from the breadcrumb trail that leads to it through the shop.

A trail begins at the front page and ends at the product, and neither is a category. The front page is recognized by its
address, because shops name it differently; the product by its address or its name, which a trail may shorten.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.product.naming import words_of
from garner.extraction.page.markup.schema_org import same_page

MAX_CATEGORY = 500
_HOME = frozenset(load_word_lists(__package__).words("front_page"))
_FRONT = re.compile(
    r"/?|/(?:index|default|home)(?:\.\w{2,5})?|"
    r"/(?:en|de|fr|es|it|nl|pt|pl|sv|da|fi|nb|no|cs|sk|hu|ro|ru|uk|tr|ja|zh|ko|[a-z]{2}[-_][a-zA-Z]{2})/?"
)


@dataclass(frozen=True, slots=True)
class Crumb:
    name: str
    address: str | None = None


def category_path(crumbs: Sequence[Crumb], product: str | None, page_url: str) -> str | None:
    """Return `Kitchen > Pans` from the breadcrumbs, without the front page and the product itself."""
    if crumbs and _is_front_page(crumbs[0].address, page_url):
        crumbs = crumbs[1:]
    if crumbs and _is_product(crumbs[-1], product, page_url):
        crumbs = crumbs[:-1]
    own = words_of(product or "")
    names = dict.fromkeys(crumb.name.strip(" »«›‹>/|<←") for crumb in crumbs)
    path = [name for name in names if words_of(name) - _HOME and not (own and words_of(name) == own)]
    return " > ".join(path)[:MAX_CATEGORY] or None


def _is_front_page(address: str | None, page_url: str) -> bool:
    """Return whether an address is the root of the page's own site, or of the site in one language."""
    if address is None:
        return False
    try:
        parts, page = urlsplit(address), urlsplit(page_url)
    except ValueError:
        return False
    is_here = parts.netloc.removeprefix("www.") == page.netloc.removeprefix("www.")
    return is_here and not parts.query and _FRONT.fullmatch(parts.path) is not None


def _is_product(crumb: Crumb, product: str | None, page_url: str) -> bool:
    """Return whether the last breadcrumb is this very page, or shares more than half of its words with the product's
    name."""
    if crumb.address is not None and same_page(page_url, crumb.address):
        return urlsplit(crumb.address).query == urlsplit(page_url).query
    own, words = words_of(product or ""), words_of(crumb.name)
    return 2 * len(own & words) > max(len(own), len(words))
