"""Everything the sample site serves, by path: pages, pictures, robots.txt and the sitemap."""

import re

from garner.sample import linked_data, markup
from garner.sample.content import read_text
from garner.sample.pages import (
    ABOUT,
    DEMO_PAGES,
    LEAD,
    NAME,
    NODES,
    OFF_LIMITS,
    QUIRKS,
    SECTIONS,
    Quirk,
    Section,
    quirk_of,
    section_of,
    title_of,
)

STYLE = read_text("style.css")

_PICTURES = {linked_data.picture_of(path): node["name"] for path, node in NODES.items() if "name" in node}


def page(path: str, base: str) -> str | None:
    """The page at this path as HTML, or None when there is none; `base` is where the site is served."""
    if path in NODES:
        return _record_page(path, base)
    if path == ABOUT.path:
        return _about_page()
    if path == "/":
        return _front_page()
    return next((_section_page(section) for section in SECTIONS if section.path == path), None)


def asset(path: str, base: str) -> tuple[str, str] | None:
    """What is no page at this path: its media type and its text, or None when there is no such thing."""
    if path in _PICTURES:
        return "image/svg+xml", markup.picture(_PICTURES[path])
    match path:
        case "/style.css":
            return "text/css", STYLE
        case "/robots.txt":
            return "text/plain", _robots(base)
        case "/sitemap.xml":
            return "application/xml", _sitemap(base)
    return None


def _robots(base: str) -> str:
    return f"User-agent: *\nCrawl-delay: 0.2\nDisallow: {OFF_LIMITS}\n\nSitemap: {base}/sitemap.xml\n"


def _sitemap(base: str) -> str:
    sections = (section.path for section in SECTIONS if section.path != OFF_LIMITS)
    paths = ("/", *sections, *(page.path for page in DEMO_PAGES))
    entries = "\n".join(f"<url><loc>{base}{path}</loc></url>" for path in paths)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}\n</urlset>\n'
    )


def _record_page(path: str, base: str) -> str:
    node = NODES[path]
    match section_of(path).kind:
        case "recipe":
            content = markup.recipe(node, linked_data.picture_of(path))
        case "product":
            content = markup.product(node, linked_data.picture_of(path))
        case "posting":
            content = markup.posting(node)
    charset = "windows-1252" if quirk_of(path) is Quirk.WINDOWS_1252 else "utf-8"
    return markup.document(title_of(path), content, head=linked_data.scripts(path, base), charset=charset)


def _section_page(section: Section) -> str:
    well_behaved = (slug for slug in section.nodes if section.path + slug not in QUIRKS)
    cards = markup.cards(_card(section, slug) for slug in well_behaved)
    opening = _opening(section.title, section.lead)
    return markup.document(section.title, f"{opening}\n{cards}\n{_misbehaving(section.path)}")


def _opening(title: str, lead: str) -> str:
    return f'<h1>{title}</h1>\n<p class="lead">{lead}</p>'


def _misbehaving(prefix: str) -> str:
    rows = [(path, quirk.note) for path, quirk in QUIRKS.items() if path.startswith(prefix)]
    return f"<h2>Pages that misbehave</h2>\n{markup.table(rows)}" if rows else ""


def _card(section: Section, slug: str) -> tuple[str, str, str, str]:
    node, path = section.nodes[slug], section.path + slug
    image = linked_data.picture_of(path) if "name" in node else ""
    return path, title_of(path), re.sub(r"<[^>]+>", " ", node["description"]).strip(), image


def _front_page() -> str:
    cards = markup.cards((section.path, section.title, section.lead, "") for section in SECTIONS)
    return markup.document(NAME, f"{_opening(NAME, LEAD)}\n{cards}\n{_misbehaving('/')}")


def _about_page() -> str:
    return markup.document(ABOUT.title, ABOUT.content)
