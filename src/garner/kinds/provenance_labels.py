"""Labels that tell people the source of a field: what each rung of the ladders reads."""

_WORDS = {
    "schema_org_json_ld": "The page's data for search engines (JSON-LD)",
    "schema_org_microdata": "The page's data for search engines (microdata)",
    "schema_org_rdfa": "The page's data for search engines (RDFa)",
    "open_graph": "The page's preview for social networks",
    "embedded_state": "Data that the page carries for its own scripts",
    "site": "Rules for this very site",
    "social": "The text of the post",
    "recipe_scrapers": "Rules for this very site (recipe-scrapers)",
    "recipe_page": "What stands on the page",
    "product_page": "What stands on the page",
    "posting_page": "What stands on the page",
    "plain_text": "The text itself",
    "address": "The page's address",
    "llm": "A language model, which quoted the page",
    "candidate": "An extractor on trial",
}


def in_words(rung: str) -> str:
    """Return the label of a rung; the name of a custom extractor's own rung is used as it is."""
    return _WORDS.get(rung, rung.replace("_", " "))
