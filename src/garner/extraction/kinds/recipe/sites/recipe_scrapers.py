"""Read recipes with the `recipe-scrapers` package, for the hundreds of hosts that it knows.

The package parses the page a second time and takes as long as all other rungs together, so it runs last, and is loaded
only when it runs. It gets the page and no network access, and any exception it raises counts as no result.
"""

import warnings
from collections.abc import Callable
from typing import Any

from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.values.fields import clean_text, minutes, web_address
from garner.extraction.values.ingredients import MAX_LINE, parse_ingredient
from garner.kinds.recipe.model import Ingredient

MAX_PAGE = 3_000_000  # characters; its parser needs a second for each million
MAX_LINES = 300
MAX_TITLE = 500
_MAX_MINUTES = 60 * 24 * 60
_TIMES = {"total_minutes": "total_time", "prep_minutes": "prep_time", "cook_minutes": "cook_time"}


def read(document: Document) -> Candidate | None:
    scraper = _scraper(document)
    if scraper is None:
        return None
    candidate = Candidate()
    for name, method in (
        ("title", "title"),
        ("description", "description"),
        ("author", "author"),
        ("yields", "yields"),
    ):
        candidate.put(name, _text(_ask(scraper, method)), f"{method}()")
    candidate.put("ingredients", _ingredients(scraper), "ingredient_groups()")
    candidate.put("instructions", _lines(_ask(scraper, "instructions_list")), "instructions_list()")
    candidate.put("image", web_address(_ask(scraper, "image"), document.url), "image()")
    for name, method in _TIMES.items():
        amount = minutes(_ask(scraper, method))
        if amount and amount <= _MAX_MINUTES:
            candidate.put(name, amount, f"{method}()")
    candidate.put("nutrition", _nutrition(_ask(scraper, "nutrients")), "nutrients()")
    candidate.put("language", _text(_ask(scraper, "language")), "language()")
    return candidate


def _scraper(document: Document) -> Any:
    """Return the scraper for the page's host, or None if there is none, or none that can read it."""
    if not document.url:
        return None
    import recipe_scrapers  # takes half a second and tens of megabytes: only pages that need it pay for it

    if not _answer(lambda: recipe_scrapers.scraper_exists_for(document.url)):
        return None
    html = document.tree.html or ""
    if len(html) > MAX_PAGE:
        return None
    return _answer(lambda: recipe_scrapers.scrape_html(html, document.url))


def _ask(scraper: Any, method: str) -> Any:
    return _answer(getattr(scraper, method))


def _answer(ask: Callable[[], Any]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about fields that a site does not have
            return ask()
    except MemoryError:
        raise
    except Exception:  # hundreds of authors wrote these, for pages that have changed since
        return None


def _text(value: Any) -> str | None:
    return clean_text(value, MAX_TITLE) or None if isinstance(value, str) else None


def _lines(values: Any) -> list[str]:
    lines = (
        [clean_text(value, 10_000) for value in values if isinstance(value, str)] if isinstance(values, list) else []
    )
    return [line for line in lines if line][:MAX_LINES]


def _ingredients(scraper: Any) -> list[Ingredient]:
    groups = _ask(scraper, "ingredient_groups") or []
    grouped_lines = [(_text(group.purpose), line) for group in groups for line in _lines(group.ingredients)]
    grouped_lines = grouped_lines or [(None, line) for line in _lines(_ask(scraper, "ingredients"))]
    return [{**parse_ingredient(line[:MAX_LINE]), "group": group} for group, line in grouped_lines[:MAX_LINES]]


def _nutrition(value: Any) -> dict[str, str]:
    facts = list(value.items())[:40] if isinstance(value, dict) else []
    return {clean_text(str(name), 50): text for name, fact in facts if (text := _text(str(fact)))}
