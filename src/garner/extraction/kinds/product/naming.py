"""Find the line of a shop's page that names its product.

Most pages name it twice: in their title and in a heading. The heading that the title repeats is the name, at any level;
a heading that is the name of the site is not. Pages from before headings were in use set the name in bold or in a cell
of its own: there it is the line that is a part of the title.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from garner.extraction.kinds.product.lines import ShopLine
from garner.extraction.page.document import Document
from garner.extraction.page.titles import letters_of

MAX_HEADINGS = 80
MAX_WORDS = 80
_HEADINGS = "h1, h2, h3, h4, [class*=product-title], [class*=product-name], [class*=product_title]"
_LIKENESS_NEEDED = {"h1": 0.0, "h3": 0.8, "h4": 0.8}
_RANK = {"h1": 0.3, "h3": -0.6, "h4": -0.6}
_WORD = re.compile(r"\w+")
_TRAIL = re.compile(r"::|[»>›|→]")  # between the parts of a breadcrumb trail


def words_of(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def naming_heading(document: Document) -> LexborNode | None:
    """Return the heading that the page's title repeats; if none does, the first one that is not the name of the
    site."""
    title = words_of(document.title or "")
    best, most = None, 0.0
    fallback = None
    for node in document.tree.css(_HEADINGS)[:MAX_HEADINGS]:
        text = node.text()[:1_000]
        words = words_of(text)
        if not words or len(words) > MAX_WORDS or is_site_name(text, document):
            continue
        fallback = fallback or node
        first = words_of(text.strip().partition("\n")[0])  # buttons and notes may stand below the name
        likeness = max(len(part & title) / len(part) for part in (words, first or words))
        score = likeness + _RANK.get(node.tag or "", 0.0) + min(len(words & title), 8) / 20
        if score > most and likeness >= _LIKENESS_NEEDED.get(node.tag or "", 0.5):
            best, most = node, score
    return best or (fallback if is_site_name(document.title or "", document) else None)


def line_of_heading(document: Document, lines: Sequence[ShopLine]) -> int | None:
    """Return the index of the heading line that shares most words with the title: a brand may stand above the name."""
    title = words_of(document.title or "")
    indexes = [index for index, line in enumerate(lines) if line.is_main][:20]
    return max(indexes, key=lambda index: len(words_of(lines[index].text) & title), default=None)


def naming_line(document: Document, lines: Sequence[ShopLine]) -> int | None:
    """Return the index of the longest line that is a part of the title and not the name of the site."""
    title = _pad_words(document.title or "")
    best, most = None, 3
    for index, line in enumerate(lines):
        is_plain = not (line.is_aside or line.is_link or line.is_button or _TRAIL.search(line.text))
        is_longer = is_plain and most < len(line.text) <= 200
        if is_longer and _pad_words(line.text) in title and not is_site_name(line.text, document):
            best, most = index, len(line.text)
    return best


def only_heading(lines: Sequence[ShopLine]) -> int | None:
    """Return the index of the only heading, on a page with a title about more than the product."""
    indexes = [index for index, line in enumerate(lines) if line.heading and not line.is_aside][:2]
    return indexes[0] if len(indexes) == 1 else None


def _pad_words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def is_site_name(text: str, document: Document) -> bool:
    """Return whether a text matches the site's host: `Old Quay` on old-quay.com, `Acme, Inc.` on acme.com."""
    try:
        host = urlsplit(document.url).hostname or ""
    except ValueError:
        return False
    letters = letters_of(text)
    labels = [letters_of(label) for label in host.split(".") if len(label) > 3 and label != "shop"]
    return any(letters.startswith(label) and len(letters) < len(label) + 5 for label in labels)
