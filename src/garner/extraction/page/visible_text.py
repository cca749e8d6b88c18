"""Collect the text that a reader of the page sees, in two selections, without changing the tree.

*Visible* is all of it except menus, headers and footers: the input of SimHash.

*Main* is the text that can hold a record, in lines as they stand on the page. It is cut more carefully, because a
change of a fact that is cut away would go unnoticed. A header or footer stays if it belongs to an article or a section
or holds the page's heading, and a header below the heading stays too: job pages put the salary there. Comments,
advertisements and recommendations around a record are removed, recognized by the names that pages give them. When in
doubt a part stays; the cost of that is an unneeded extraction of the page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.page.lines import (
    LINKED,
    LISTED,
    UNSEEN_TAGS,
    Contexts,
    Element,
    Line,
    PageLines,
    ancestor_ids,
)

_NOT_VISIBLE = UNSEEN_TAGS | {"noscript", "nav", "header", "footer"}
_NOT_MAIN = frozenset(("noscript", "nav"))
_OF_A_SECTION = ":is(main, article, section, aside) {}"
# Inline elements that end a line here: fingerprints of pages are stored, and would otherwise change.
_ENDS_LINE = frozenset(
    ("amp-img", "big", "button", "canvas", "input", "link", "meta", "optgroup", "option", "picture", "select", "source",
     "strike", "textarea")
)  # fmt: skip
_CONTAINER_TAGS = ("div", "section", "aside", "ul", "ol", "form")
_MAYBE_APART = frozenset((*_CONTAINER_TAGS, "header", "footer"))
_CONTAINERS = ",".join(f"{tag}[{name}]" for tag in _CONTAINER_TAGS for name in ("class", "id", "role"))
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


def main_lines(page: PageLines) -> list[VisibleLine]:
    """Return the lines of the page's main text, from top to bottom."""
    banners = _banners(page.tree)
    apart = banners | _surroundings(page.tree)

    def is_main(element: Element, _: bool) -> bool | None:
        tag = element.tag
        if tag in _NOT_MAIN or (tag in _MAYBE_APART and element.node.mem_id in apart):
            return None
        if tag == "h1":
            apart.difference_update(banners)  # content below the heading belongs to it
        return True

    return [part for line in Contexts(page, True, is_main).seen_lines() for part in _split(line)]


def _split(line: Line) -> Iterator[VisibleLine]:
    """Yield the parts of a line between the inline elements that end a line here."""
    texts: list[str] = []
    is_link = True
    element = line.within
    for part in line.parts:
        if isinstance(part, str):
            texts.append(part)
            is_link = is_link and (element.marks & LINKED != 0 or part.isspace())
            continue
        crossed = part or element
        if crossed.tag in _ENDS_LINE:
            yield from _visible_line(texts, element, is_link=is_link)
            texts, is_link = [], True
        element = part or element.parent or element
    yield from _visible_line(texts, element, is_link=is_link)


def _visible_line(texts: list[str], within: Element, *, is_link: bool) -> Iterator[VisibleLine]:
    if text := " ".join("".join(texts).split()):
        yield VisibleLine(text, is_link and within.marks & LISTED != 0)


def _banners(tree: LexborHTMLParser) -> set[int]:
    """Return the headers that stand above the page's heading and belong to the site, not to the subject of the page."""
    around = ancestor_ids(tree.css("h1"))
    return _identities(tree, "header") - _identities(tree, _OF_A_SECTION.format("header")) - around if around else set()


def _surroundings(tree: LexborHTMLParser) -> set[int]:
    """Return the other parts of the page that lie around its main text."""
    footers = _identities(tree, "footer") - _identities(tree, _OF_A_SECTION.format("footer"))
    named = {node.mem_id for node in tree.css(_CONTAINERS) if _is_named_as_surrounding(node)}
    return (footers | named) - ancestor_ids(tree.css("h1"))


def _identities(tree: LexborHTMLParser, selector: str) -> set[int]:
    return {node.mem_id for node in tree.css(selector)}


def _is_named_as_surrounding(node: LexborNode) -> bool:
    attributes = node.attributes
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return attributes.get("role") in _SURROUNDING_ROLES or _SURROUNDING_NAME.search(names) is not None
