"""What a recipe is called, on a page that does not say so: its heading, of those that could be, the likeliest.

The heading of the page and the name on the recipe's card are often not the same: `The best ever leek soup` is what the
post is called, `Leek soup` the recipe. The card, where there is one, is asked first.
"""

import re
from collections.abc import Sequence

from garner.extract import recipe_words as words
from garner.extract.document import Document
from garner.extract.page_rows import Row
from garner.extract.recipe_parts import kind_of_heading

ON_THE_CARD = 60  # rows above the ingredients
_LONGEST = 160
_ENOUGH = 0.5
_WORD = re.compile(r"\w+")
_SITE_SEPARATOR = re.compile(r"\s+[|·•»–—-]\s+|\s*[|｜]\s*")


def read_title(document: Document, rows: Sequence[Row], ingredients_at: int) -> tuple[str | None, str]:
    """The title, and how it was known."""
    page = _words(document.title or "")
    headings = [row for row in rows if row.place.heading == 1 and _could_be(row)]
    above = rows[max(0, ingredients_at - ON_THE_CARD) : ingredients_at]
    known = page.union(*(_words(row.text) for row in headings))
    if name := _on_the_card(above, known) or _on_the_card(rows[ingredients_at:], known):
        return name, "the name on the recipe's card"
    best = max(headings, key=lambda row: (_fit(row, page), not row.place.aside), default=None)
    if best is not None and (_fit(best, page) or not page):
        return best.text, "h1"
    for row in reversed(rows[:ingredients_at]):
        if row.place.heading and _could_be(row) and _share(row, page) >= _ENOUGH:
            return row.text, f"h{row.place.heading}"
    if best is not None:
        return best.text, "h1"
    return (max(_SITE_SEPARATOR.split(document.title)[:2], key=len) if document.title else None), "title"


def _on_the_card(above: Sequence[Row], known: set[str]) -> str | None:
    """The nearest row above the ingredients that is called the recipe's name; the page must speak of it too."""
    names = [row for row in reversed(above) if row.place.heading != 1 and not row.is_link and _is_named_title(row)]
    fitting = [row for row in names if _share(row, known) >= _ENOUGH]
    return next((row.text for row in fitting if row.place.heading), fitting[0].text if fitting else None)


def _fit(row: Row, page: set[str]) -> float:
    """A heading of one word is easily in the page's title; three that are there are no accident."""
    return _share(row, page) * min(3, len(_words(row.text)))


def _is_named_title(row: Row) -> bool:
    names = row.place.names
    return bool(words.TITLE_NAME.search(names)) and not words.TITLE_NOT.search(names) and _could_be(row)


def _could_be(row: Row) -> bool:
    return len(row.text) <= _LONGEST and not kind_of_heading(row)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _share(row: Row, known: set[str]) -> float:
    own = _words(row.text)
    return len(own & known) / len(own) if own else 0.0
