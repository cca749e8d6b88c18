"""The JSON-LD that the sample pages carry, laid out as three different sites would do it.

The blog puts its recipe into a graph, the shop sets its product beside the breadcrumbs, the careers page has
the opening and nothing else.
"""

import json
import re

from garner.sample.content import Node
from garner.sample.pages import NAME, NODES, Quirk, quirk_of, section_of


def scripts(path: str, base: str) -> str:
    """The script elements for the head of this page."""
    return "\n".join(_script(path, {"@context": "https://schema.org", **node}) for node in _layout(path, base))


def picture_of(path: str) -> str:
    return f"/images/{path.rpartition('/')[2]}.svg"


def _layout(path: str, base: str) -> list[Node]:
    section, node = section_of(path), {**NODES[path], "url": base + path}
    match section.kind:
        case "recipe":
            return [_graph({**node, "image": base + picture_of(path)}, base)]
        case "product":
            trail = {
                NAME: f"{base}/",
                section.title: base + section.path,
                node["name"]: node["url"],
            }
            return [_breadcrumbs(trail), {"@type": "Product", **node, "image": [base + picture_of(path)]}]
        case "posting":
            return [{"@type": "JobPosting", **node}]


def _graph(recipe: Node, base: str) -> Node:
    site = {"@type": "WebSite", "@id": f"{base}/#site", "name": NAME, "url": f"{base}/"}
    links = {
        "@id": f"{recipe['url']}#recipe",
        "author": {"@type": "Organization", "name": f"{NAME} kitchen"},
        "isPartOf": {"@id": site["@id"]},
    }
    return {"@graph": [site, {"@type": "Recipe", **recipe, **links}]}


def _breadcrumbs(trail: dict[str, str]) -> Node:
    entries = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate(trail.items(), start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": entries}


def _script(path: str, node: Node) -> str:
    # A "</script>" inside a description would end the element; JSON allows the slash to be escaped.
    text = json.dumps(node, ensure_ascii=False, indent=2).replace("</", "<\\/")
    if quirk_of(path) is Quirk.MALFORMED:
        text = _spoiled(text)
    return f'<script type="application/ld+json">\n{text}\n</script>'


def _spoiled(text: str) -> str:
    """The same JSON as a careless template would print it: commas after the last, line breaks left raw."""
    return re.sub(r'(["\]}])(?=\n\s*[\]}])', r"\1,", text).replace("\\n", "\n")
