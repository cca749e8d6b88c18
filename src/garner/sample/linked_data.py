"""Render the JSON-LD of the sample pages, arranged as three different sites would do it.

The blog puts its recipe into a graph, the shop puts its product beside the breadcrumbs, and the careers page has the
posting alone.
"""

import json
import re

from garner.sample.content import Node
from garner.sample.pages import NAME, NODES, Quirk, find_quirk, find_section


def render_scripts(path: str, base: str) -> str:
    """Return the script elements for the head of this page; `base` is the address of the site."""
    return "\n".join(
        _render_script(path, {"@context": "https://schema.org", **node}) for node in _arrange_nodes(path, base)
    )


def picture_path(path: str) -> str:
    return f"/images/{path.rpartition('/')[2]}.svg"


def _arrange_nodes(path: str, base: str) -> list[Node]:
    section, node = find_section(path), {**NODES[path], "url": base + path}
    match section.kind:
        case "recipe":
            return [_make_graph({**node, "image": base + picture_path(path)}, base)]
        case "product":
            trail = {
                NAME: f"{base}/",
                section.title: base + section.path,
                node["name"]: node["url"],
            }
            return [_make_breadcrumbs(trail), {"@type": "Product", **node, "image": [base + picture_path(path)]}]
        case "posting":
            return [{"@type": "JobPosting", **node}]


def _make_graph(recipe: Node, base: str) -> Node:
    site = {"@type": "WebSite", "@id": f"{base}/#site", "name": NAME, "url": f"{base}/"}
    links = {
        "@id": f"{recipe['url']}#recipe",
        "author": {"@type": "Organization", "name": f"{NAME} kitchen"},
        "isPartOf": {"@id": site["@id"]},
    }
    return {"@graph": [site, {"@type": "Recipe", **recipe, **links}]}


def _make_breadcrumbs(trail: dict[str, str]) -> Node:
    entries = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate(trail.items(), start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": entries}


def _render_script(path: str, node: Node) -> str:
    # A "</script>" inside a description would end the element; JSON allows the slash to be escaped.
    text = json.dumps(node, ensure_ascii=False, indent=2).replace("</", "<\\/")
    if find_quirk(path) is Quirk.MALFORMED:
        text = _make_malformed(text)
    return f'<script type="application/ld+json">\n{text}\n</script>'


def _make_malformed(text: str) -> str:
    """Print the JSON as a careless template would: commas after the last entry, line breaks not escaped."""
    return re.sub(r'(["\]}])(?=\n\s*[\]}])', r"\1,", text).replace("\\n", "\n")
