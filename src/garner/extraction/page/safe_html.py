"""Sanitize HTML from untrusted pages so that it can be shown on Garner's own pages.

An element that is not on the list of formatting elements loses its tags and keeps its words. An element that runs code,
loads a resource or takes input is removed with its content. The only attribute is the address of a link, and only with
a web, mail or telephone scheme. A parser that follows the browsers' rules (nh3) decides what is a tag, not a pattern.

Pages often escape their HTML once too often. The text is unescaped first and sanitized then; nothing is unescaped
afterwards.
"""

import html
import re

import nh3

from garner.extraction.page.nesting import truncate_deep_page
from garner.extraction.sanitize import remove_invisible
from garner.extraction.values.fields import web_address

MAX_HTML = 100_000
MAX_ESCAPES = 2
FEW_TAGS = 1_000

_FORMATTING = frozenset(
    ("p", "br", "hr", "div", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt",
     "dd", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "blockquote", "q", "pre", "code", "a", "table",
     "caption", "thead", "tbody", "tfoot", "tr", "th", "td")
)  # fmt: skip
_GONE_WITH_CONTENT = frozenset(
    ("script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "title", "textarea",
     "select", "button", "audio", "video", "canvas", "noembed", "noframes", "xmp")
)  # fmt: skip
_LINK_SCHEMES = frozenset(("http", "https", "mailto", "tel"))
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_ESCAPED_TAG = re.compile(r"&(?:amp;)?(?:lt|#60|#x3c);/?(?:p|br|[uo]l|li|div|span|strong|b|em|h[1-6])\b", re.I)
_EMPTY_BLOCK = re.compile(r"<(p|div|li|h[1-6]|section|article)>(?:\s|&nbsp;|<br>)*+</\1>")


def safe_html(text: str, base: str) -> str | None:
    """Return the text as sanitized HTML with absolute links, or None if no text is left. Plain text gets paragraphs."""
    text = remove_invisible(text[:MAX_HTML])
    for _ in range(MAX_ESCAPES):
        if not _ESCAPED_TAG.search(text):
            break
        text = html.unescape(text)
    if not _TAG.search(text):
        return paragraphs(html.unescape(text).splitlines())
    clean = nh3.clean(
        truncate_deep_page(text.encode("utf-8", "ignore"), FEW_TAGS).decode("utf-8", "ignore"),
        tags=set(_FORMATTING),
        clean_content_tags=set(_GONE_WITH_CONTENT),
        attributes={"a": {"href"}},
        url_schemes=set(_LINK_SCHEMES),
        url_relative=("rewrite_with_base", base) if web_address(base, base) else "deny",
        link_rel="noopener noreferrer nofollow",
        strip_comments=True,
    )
    clean = _EMPTY_BLOCK.sub("", remove_invisible(clean)).strip()
    return clean if _TAG.sub("", clean).replace("&nbsp;", " ").strip() else None


def paragraphs(lines: list[str]) -> str | None:
    """Return lines of plain text as HTML, a paragraph each."""
    return "".join(f"<p>{html.escape(line.strip(), quote=False)}</p>" for line in lines if line.strip()) or None
