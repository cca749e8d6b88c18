"""The JSON-LD of a page as one graph; a block that cannot be read costs only itself."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extract import tolerant_json
from garner.extract.schema_org import Graph

MAX_BLOCKS = 200

# Some frameworks, told to add a head entry named after the media type, write a <meta> where a <script> was meant.
_CARRIERS = 'script, meta[name="application/ld+json"]'


def json_ld_graph(tree: LexborHTMLParser) -> tuple[Graph, tuple[str, ...]]:
    """The nodes of all JSON-LD blocks, and a warning for each block that had to be left out."""
    roots: list[Any] = []
    warnings: list[str] = []
    blocks = [text for element in tree.css(_CARRIERS) if (text := _block(element))]
    for position, block in enumerate(blocks[:MAX_BLOCKS], start=1):
        try:
            roots += tolerant_json.load_all(block)
        except MemoryError:
            raise
        except Exception as error:  # blocks hold anything; one that cannot be read must not cost the others
            reason = str(error)[:100] if isinstance(error, ValueError) else type(error).__name__
            warnings.append(f"JSON-LD block {position} left out: {reason}")
    if len(blocks) > MAX_BLOCKS:
        warnings.append(f"only the first {MAX_BLOCKS} of {len(blocks)} JSON-LD blocks were read")
    graph = Graph.of(roots)
    if graph.truncated:
        warnings.append("JSON-LD is larger or deeper than allowed; a part was left out")
    return graph, tuple(warnings)


def _block(element: LexborNode) -> str | None:
    attributes = element.attributes
    if element.tag == "meta":
        return attributes.get("content")
    return element.text() if "ld+json" in (attributes.get("type") or "").lower() else None
