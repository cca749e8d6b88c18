"""Collect the text that a reader of the page sees, in two selections, without changing the tree.

*Visible* is all of it except menus, headers and footers: the input of SimHash.

*Main* is the text that can hold a record, in lines as they stand on the page. It is cut more carefully, because a
change of a fact that is cut away would go unnoticed. A header or footer stays if it belongs to an article or a section
or holds the page's heading, and a header below the heading stays too: job pages put the salary there. Comments,
advertisements and recommendations around a record are removed, recognized by the names that pages give them. When in
doubt a part stays; the cost of that is an unneeded extraction of the page.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

_UNSEEN = frozenset(("script", "style", "noscript", "template", "svg", "math", "iframe", "object", "audio", "video"))
_NOT_VISIBLE = _UNSEEN | {"nav", "header", "footer"}
_NOT_MAIN = _UNSEEN | {"nav"}
_OF_A_SECTION = ":is(main, article, section, aside) {}"
_INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "em", "font", "i", "img", "ins", "kbd", "label",
     "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "-comment")
)  # fmt: skip
_CONTAINERS = ",".join(
    f"{tag}[{name}]" for tag in ("div", "section", "aside", "ul", "ol", "form") for name in ("class", "id", "role")
)
_SURROUNDING_ROLES = frozenset(("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog"))
_SURROUNDING_NAME = re.compile(
    r"(?:^|\s)(?!\S*(?:price|salary|ingredient))"
    r"(?:comments?|respond|disqus|reviews?|related|recommend(?:ed|ations?)|similar|you-may-also-like|"
    r"ads?|advert(?:isement|s|ising)?|sponsor(?:ed|s)?|promoted|cookies?|consent|gdpr|newsletter|"
    r"share|sharing|social|breadcrumbs?)(?:[-_\s]|$)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class VisibleLine:
    text: str
    is_listed_link: bool  # an entry of a list, with no text outside a link


def visible_text(tree: LexborHTMLParser) -> str:
    """Return the text of the page without script, style, nav, header, footer."""
    texts: list[str | None] = []
    later: list[LexborNode | None] = [tree.body]
    while later:
        node = later.pop()
        while node is not None:
            tag = node.tag
            if tag == "-text":
                texts.append(node.text_content)
            elif tag not in _NOT_VISIBLE and (child := node.first_child) is not None:
                later.append(node.next)
                node = child
                continue
            node = node.next
    return " ".join(filter(None, texts))


def main_lines(tree: LexborHTMLParser) -> list[VisibleLine]:
    """Return the lines of the page's main text, from top to bottom."""
    lines: list[VisibleLine] = []
    texts: list[str] = []
    depth = {"a": 0, "li": 0}
    is_link = True
    banners = _banners(tree)
    apart = banners | _surroundings(tree)
    for node, tag, entering in _walk_nodes(tree, _NOT_MAIN, apart):
        if tag == "-text":
            text = node.text_content or ""
            texts.append(text)
            is_link = is_link and (depth["a"] > 0 or text.isspace())
        elif tag not in _INLINE:
            line = " ".join("".join(texts).split())
            if line:
                lines.append(VisibleLine(line, is_link and depth["li"] > 0))
            texts, is_link = [], True
        if tag in depth:
            depth[tag] += 1 if entering else -1
        elif tag == "h1":
            apart -= banners  # content below the heading belongs to it
    return lines


def _walk_nodes(
    tree: LexborHTMLParser, left_out: frozenset[str], apart: Set[int] = frozenset()
) -> Iterator[tuple[LexborNode, str, bool]]:
    """Yield the nodes of the body in page order, an element when it is entered and again when it is left."""
    node: LexborNode | None = tree.body
    above: list[tuple[LexborNode, str]] = []
    while node is not None or above:
        if node is None:
            parent, tag = above.pop()
            yield parent, tag, False
            node = parent.next if above else None
            continue
        tag = node.tag or ""
        if tag in left_out or (apart and node.mem_id in apart):
            node = node.next
            continue
        yield node, tag, True
        if tag == "-text":
            node = node.next
        else:
            above.append((node, tag))
            node = node.first_child


def _banners(tree: LexborHTMLParser) -> set[int]:
    """Return the headers that stand above the page's heading and belong to the site, not to the subject of the page."""
    around = _around_headings(tree)
    return _identities(tree, "header") - _identities(tree, _OF_A_SECTION.format("header")) - around if around else set()


def _surroundings(tree: LexborHTMLParser) -> set[int]:
    """Return the other parts of the page that lie around its main text."""
    footers = _identities(tree, "footer") - _identities(tree, _OF_A_SECTION.format("footer"))
    named = {node.mem_id for node in tree.css(_CONTAINERS) if _is_named_as_surrounding(node)}
    return (footers | named) - _around_headings(tree)


def _identities(tree: LexborHTMLParser, selector: str) -> set[int]:
    return {node.mem_id for node in tree.css(selector)}


def _around_headings(tree: LexborHTMLParser) -> set[int]:
    around: set[int] = set()
    for heading in tree.css("h1"):
        node = heading.parent
        while node is not None and node.mem_id not in around:
            around.add(node.mem_id)
            node = node.parent
    return around


def _is_named_as_surrounding(node: LexborNode) -> bool:
    attributes = node.attributes
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return attributes.get("role") in _SURROUNDING_ROLES or _SURROUNDING_NAME.search(names) is not None
