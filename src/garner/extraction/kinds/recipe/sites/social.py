"""Read recipes in posts of social networks from the caption, read as plain text.

Networks show their pages to signed-in users, and to others little more than a preview. The caption is in the preview
tags, usually truncated; it is complete in the markup for search engines or in the state that the page's script starts
from. A text of that state is taken as the caption if it begins like the preview.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from garner.core.urls.social_posts import is_post
from garner.extraction.kinds.recipe import page as recipe_page
from garner.extraction.kinds.recipe.plain_text import MAX_TEXT, lines_of, page_of
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.markup import open_graph
from garner.extraction.page.markup.schema_org import Node
from garner.extraction.values.fields import clean_text, web_address

WARNING = "Read from the caption of a post; please verify."
MAX_SCRIPTS = 60
MAX_SCRIPT = 3_000_000
MAX_CAPTIONS = 6
MAX_TITLE = 200
_TYPES = frozenset(
    ("socialmediaposting", "videoobject", "discussionforumposting", "imageobject", "article", "blogposting", "clip")
)
_TEXTS = ("articleBody", "text", "caption", "description")
_PREVIEWS = "meta[property='og:description'],meta[name=description],meta[name='twitter:description']"
_STATE = re.compile(
    r'"(?:shortDescription|desc|description|caption|text|selftext|message|title)"\s{0,3}:\s{0,3}"((?:[^"\\]++|\\.)*+)"'
)
_MIN_LENGTH = 40
_BEGINS = 25  # letters and digits by which two texts are recognized as the same
_NOT_WORDS = re.compile(r"[\W_]+")
# `120 likes, 4 comments - name on March 3, 2026: "…"`, in any language.
_COUNTED = re.compile(
    r"[\d.,]+[KkMm]? [^\W\d]+(?:, [\d.,]+[KkMm]? [^\W\d]+)? [-–—] (?P<author>[\w.]{1,40}) [^:\"“”]{3,60}: "
    r'["“](?P<caption>.{1,60000}?)["”]?[.\s]*\Z',
    re.DOTALL,
)
# `Name on Instagram: "…"`, `r/soup on Reddit: Leek soup`, `Name (@name) • Instagram photos`
_ON_NETWORK = re.compile(
    r"(?P<author>.{1,80}?)(?: \(@[\w.]+\))? (?:[•·]|(?:community )?on|auf|sur|en|su) "
    r"(?:instagram|tiktok|facebook|threads|reddit|pinterest|bluesky|x)\b[^:]{0,60}"
    r"(?:: [\"“]?(?P<said>.*?)[\"”]?\s*)?\Z",
    re.I | re.DOTALL,
)
_NETWORK_AT_END = re.compile(
    r"\s*(?:[-–—|•·/]\s*(?:youtube|tiktok|instagram|facebook|pinterest|threads|reddit|x|twitter|tumblr|bluesky|lemon8)"
    r"|:\s*r/\w+|#\w+)\s*\Z",
    re.I,
)
_NO_NAME = re.compile(r"(?:tiktok|instagram|facebook|youtube|threads|watch|reel|video|post)\W*", re.I)


class _Post(NamedTuple):
    title: str | None
    author: str | None
    captions: list[str]


def read(document: Document) -> Candidate | None:
    if not is_post(document.url):
        return None
    post = _post(document)
    for caption in post.captions[:MAX_CAPTIONS]:
        candidate = _read_caption(document, post, caption)
        if candidate is not None:
            _put_the_rest(candidate, document, post, caption)
            return candidate
    return None


def _read_caption(document: Document, post: _Post, caption: str) -> Candidate | None:
    page = page_of(lines_of(caption), title=post.title, language=document.language)
    candidate = recipe_page.read(Document(page, url=document.url, charset="utf-8"))
    return candidate if candidate is not None and {"title", "ingredients"} <= candidate.values.keys() else None


def _put_the_rest(candidate: Candidate, document: Document, post: _Post, caption: str) -> None:
    candidate.paths |= dict.fromkeys(candidate.paths.keys() - candidate.origins.keys(), "caption")
    candidate.warnings.append(WARNING)
    candidate.put("author", post.author, "author")
    candidate.put("description", clean_text(caption, 2_000), "caption")
    pictured = open_graph.first(document.open_graph, "og:image", "og:image:secure_url", "twitter:image")
    node = next(_nodes(document), None)
    candidate.put("image", web_address(pictured, document.url), "og:image")
    if node is not None and "image" not in candidate.values:
        candidate.put("image", node.address(document.url, "thumbnailUrl", "image"), "thumbnailUrl")


# The page's description of the post ---------------------------------------------------------------------------


def _post(document: Document) -> _Post:
    nodes = list(islice(_nodes(document), 5))
    texts = [text for node in nodes for text in _texts(node)]
    previews = [meta.attributes.get("content") or "" for meta in document.tree.css(_PREVIEWS)[:6]]
    title, rest_of_title = _title(document, nodes)
    authors = [node.text("author", "creator", limit=200) for node in nodes]
    for preview in [*previews, rest_of_title or ""]:
        counted = _COUNTED.match(preview[:MAX_TEXT])
        authors += [counted["author"]] if counted else []
        texts.append(counted["caption"] if counted else preview)
    written = document.tree.css_first("meta[name=author],[itemprop=author] [itemprop=name]")
    authors += [written.attributes.get("content") if written else None, _author_in_title(document)]
    author = next((clean_text(name, 200) for name in authors if name), None)
    captions = [*_whole_of(texts, document), *texts]
    longest_first = sorted(dict.fromkeys(text.strip() for text in captions if text.strip()), key=len, reverse=True)
    return _Post(title, author, longest_first)


def _nodes(document: Document) -> Iterator[Node]:
    return (node for graph in (document.json_ld, document.microdata) for node in graph.nodes if node.types & _TYPES)


def _texts(node: Node) -> list[str]:
    """Return the texts as written, to keep their line breaks."""
    return [value[:MAX_TEXT] for name in _TEXTS for value in node.all(name) if isinstance(value, str)]


def _title(document: Document, nodes: list[Node]) -> tuple[str | None, str | None]:
    """Return the name of the post, if it has one, and the rest of its title."""
    named = next(filter(None, (node.text("name", "headline", limit=500) for node in nodes)), None)
    written = named or open_graph.first(document.open_graph, "og:title", "twitter:title") or ""
    on_network = _ON_NETWORK.match(written)
    rest_of_title = on_network["said"] if on_network else None
    if on_network and not re.search(r"\bon reddit\b", written, re.I):
        return None, rest_of_title
    title = _NETWORK_AT_END.sub("", clean_text(rest_of_title or written, 1_000))
    while (shorter := _NETWORK_AT_END.sub("", title)) != title:
        title = shorter
    is_name = 2 < len(title) <= MAX_TITLE and not _NO_NAME.fullmatch(title)
    return (title if is_name else None), None


def _author_in_title(document: Document) -> str | None:
    on_network = _ON_NETWORK.match(open_graph.first(document.open_graph, "og:title") or "")
    return on_network["author"] if on_network and not on_network["author"].startswith("r/") else None


def _whole_of(texts: list[str], document: Document) -> Iterator[str]:
    """Yield the texts in the page's state that begin like one of these, and continue."""
    beginnings = {begin for text in texts if len(begin := _beginning(text)) >= _BEGINS}
    if not beginnings:
        return
    for script in document.tree.css("script")[:MAX_SCRIPTS]:
        for match in _STATE.finditer((script.text() or "")[:MAX_SCRIPT]):
            if len(match[1]) >= _MIN_LENGTH and (text := _unescape(match[1])) and _beginning(text) in beginnings:
                yield text


def _beginning(text: str) -> str:
    return _NOT_WORDS.sub("", text[:200]).casefold()[:_BEGINS]


def _unescape(text: str) -> str:
    try:
        read: str = json.loads(f'"{text[:MAX_TEXT]}"', strict=False)
    except ValueError:
        return ""
    return read.encode("utf-8", "replace").decode()
