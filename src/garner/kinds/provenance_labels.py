"""Labels that tell people the source of a field: what each rung of the ladders reads."""

from garner.core.record import Kind

_WORDS = {
    "schema_org_json_ld": "Structured data of the page (JSON-LD)",
    "schema_org_microdata": "Structured data of the page (microdata)",
    "schema_org_rdfa": "Structured data of the page (RDFa)",
    "open_graph": "Preview data for social networks (Open Graph)",
    "embedded_state": "Data embedded in the page for its scripts",
    "site": "A parser for this site",
    "social": "The text of the post",
    "recipe_scrapers": "A parser for this site (recipe-scrapers)",
    **{f"{kind}_page": "Visible content of the page" for kind in Kind},
    "plain_text": "The text itself",
    "address": "The URL of the page",
    "llm": "A language model, with a quote from the page",
    "candidate": "A candidate extractor",
}


def in_words(rung: str) -> str:
    """Return the label of a rung; the name of a custom extractor's own rung is used as it is."""
    return _WORDS.get(rung, rung.replace("_", " "))
