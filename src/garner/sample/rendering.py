"""Render the content of each path of the sample site: pages, pictures, robots.txt and the sitemap."""

import re

from garner.sample import linked_data, markup
from garner.sample.content import read_text
from garner.sample.pages import (
    ABOUT,
    LEAD,
    NAME,
    NODES,
    OFF_LIMITS,
    QUIRKS,
    SECTIONS,
    SITE_PAGES,
    Quirk,
    SiteSection,
    find_quirk,
    find_section,
    find_title,
)

STYLE = read_text("style.css")

_PICTURES = {linked_data.picture_path(path): node["name"] for path, node in NODES.items() if "name" in node}


def render_page(path: str, base: str) -> str | None:
    """Return the page at this path as HTML, or None if there is none; `base` is the address of the site."""
    if path in NODES:
        return _render_record_page(path, base)
    if path == ABOUT.path:
        return _render_about_page()
    if path == "/":
        return _render_front_page()
    return next((_render_section_page(section) for section in SECTIONS if section.path == path), None)


def render_asset(path: str, base: str) -> tuple[str, str] | None:
    """Return media type and text of the picture or file at this path, or None if there is none."""
    if path in _PICTURES:
        return "image/svg+xml", markup.render_picture(_PICTURES[path])
    match path:
        case "/style.css":
            return "text/css", STYLE
        case "/robots.txt":
            return "text/plain", _render_robots(base)
        case "/sitemap.xml":
            return "application/xml", _render_sitemap(base)
    return None


def _render_robots(base: str) -> str:
    return f"User-agent: *\nCrawl-delay: 0.2\nDisallow: {OFF_LIMITS}\n\nSitemap: {base}/sitemap.xml\n"


def _render_sitemap(base: str) -> str:
    sections = (section.path for section in SECTIONS if section.path != OFF_LIMITS)
    paths = ("/", *sections, *(page.path for page in SITE_PAGES))
    entries = "\n".join(f"<url><loc>{base}{path}</loc></url>" for path in paths)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}\n</urlset>\n'
    )


def _render_record_page(path: str, base: str) -> str:
    node = NODES[path]
    match find_section(path).kind:
        case "recipe":
            content = markup.render_recipe(node, linked_data.picture_path(path))
        case "product":
            content = markup.render_product(node, linked_data.picture_path(path))
        case "posting":
            content = markup.render_posting(node)
    charset = "windows-1252" if find_quirk(path) is Quirk.WINDOWS_1252 else "utf-8"
    return markup.render_document(
        find_title(path), content, head=linked_data.render_scripts(path, base), charset=charset
    )


def _render_section_page(section: SiteSection) -> str:
    well_behaved = (slug for slug in section.nodes if section.path + slug not in QUIRKS)
    cards = markup.render_cards(_describe_card(section, slug) for slug in well_behaved)
    opening = _render_opening(section.title, section.lead)
    return markup.render_document(section.title, f"{opening}\n{cards}\n{_render_misbehaving(section.path)}")


def _render_opening(title: str, lead: str) -> str:
    return f'<h1>{title}</h1>\n<p class="lead">{lead}</p>'


def _render_misbehaving(prefix: str) -> str:
    rows = [(path, quirk.note) for path, quirk in QUIRKS.items() if path.startswith(prefix)]
    return f"<h2>Pages that misbehave</h2>\n{markup.render_table(rows)}" if rows else ""


def _describe_card(section: SiteSection, slug: str) -> tuple[str, str, str, str]:
    node, path = section.nodes[slug], section.path + slug
    image = linked_data.picture_path(path) if "name" in node else ""
    return path, find_title(path), re.sub(r"<[^>]+>", " ", node["description"]).strip(), image


def _render_front_page() -> str:
    cards = markup.render_cards((section.path, section.title, section.lead, "") for section in SECTIONS)
    return markup.render_document(NAME, f"{_render_opening(NAME, LEAD)}\n{cards}\n{_render_misbehaving('/')}")


def _render_about_page() -> str:
    return markup.render_document(ABOUT.title, ABOUT.content)
