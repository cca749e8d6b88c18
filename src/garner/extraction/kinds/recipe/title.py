"""Find the name of a recipe on a page that does not label it: the most likely of its headings.

The heading of the page and the name on the recipe's card often differ: `The best ever leek soup` is the name of the
post, `Leek soup` that of the recipe. The card, if there is one, is read first. On old pages the first heading may be
the site's name, or there may be no heading but a line in large letters: then the page's title and its URL decide which
of them names the recipe.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from garner.extraction.kinds.recipe import words
from garner.extraction.kinds.recipe.parts import kind_of_heading
from garner.extraction.page.document import Document
from garner.extraction.page.page_rows import PageRow
from garner.extraction.page.titles import letters_of, likeness

ON_THE_CARD = 60  # rows above the ingredients
_MAX_LENGTH = 160
_ENOUGH = 0.5
_WORD = re.compile(r"\w+")
_SITE_SEPARATOR = re.compile(r"\s+[|·•»–—-]\s+|\s*[|｜]\s*")
_PART_SEPARATOR = re.compile(r"\s+[|·•«»–—-]\s+|\s*[|｜]\s*|:+\s+")
# The format in which recipe programs export the name.
_EXPORTED_TITLE = re.compile(r"title\s*:\s*(?P<title>\S.*)", re.I)
_EXPORTED_NEXT = re.compile(r"categories\s*:", re.I)
_EXPORTED_BELOW = re.compile(r"\W*exported from\s+\w+\W*\Z", re.I)


def read_title(document: Document, rows: Sequence[PageRow], ingredients_at: int) -> tuple[str | None, str]:
    """Return the title and its provenance."""
    page = _words(document.title or "")
    headings = [row for row in rows if row.context.heading == 1 and _could_be(row)]
    above = rows[max(0, ingredients_at - ON_THE_CARD) : ingredients_at]
    known = page.union(*(_words(row.text) for row in headings))
    if name := _find_exported(above) or _on_the_card(above, known) or _on_the_card(rows[ingredients_at:], known):
        return name, "the name on the recipe's card"
    best = max(headings, key=lambda row: (_fit(row, page), not row.context.aside), default=None)
    if best is not None and (_fit(best, page) or not page):
        return _of_recipe(best, rows[:ingredients_at], document)
    for row in reversed(rows[:ingredients_at]):
        if (row.context.heading or row.is_large) and _could_be(row) and _share(row, page) >= _ENOUGH:
            return row.text, _how(row)
    if best is not None:
        return best.text, "h1"
    return _without_heading(rows[:ingredients_at], document)


def _of_recipe(first: PageRow, above: Sequence[PageRow], document: Document) -> tuple[str, str]:
    """Return the first heading, unless it is one part of the page's title and a line below it is another: then the
    first is likely the site's name, if the URL does not support it."""
    parts = {letters_of(part) for part in _PART_SEPARATOR.split(document.title or "")}
    named = [row for row in above if (row.context.heading or row.is_large) and letters_of(row.text) in parts - {""}]
    at = next((at for at, row in enumerate(named) if row is first), len(named))
    below = [row for row in named[at:] if letters_of(row.text) != letters_of(first.text) and _could_be(row)]
    slug = document.called.slug
    chosen = max([*below[-1:], first], key=lambda row: likeness(row.text, slug))
    return chosen.text, _how(chosen)


def _without_heading(above: Sequence[PageRow], document: Document) -> tuple[str | None, str]:
    """Return a line in large letters, or a part of the page's title; of several, the one that the URL repeats."""
    page_title = document.title or ""
    large = [
        row.text for row in above if row.is_large and not row.is_link and _could_be(row) and row.text != page_title
    ]
    titles = sorted(_SITE_SEPARATOR.split(page_title)[:2], key=len, reverse=True)
    slug = document.called.slug
    chosen = max([*large[:1], *titles], key=lambda name: likeness(name, slug))
    return chosen or None, "large letters" if chosen in large else "title"


def _how(row: PageRow) -> str:
    return f"h{row.context.heading}" if row.context.heading else "large letters"


def _find_exported(above: Sequence[PageRow]) -> str | None:
    for row, following in pairwise(above):
        if (match := _EXPORTED_TITLE.match(row.text)) and _EXPORTED_NEXT.match(following.text):
            return match["title"][:_MAX_LENGTH]
        if _EXPORTED_BELOW.match(row.text):
            return following.text[:_MAX_LENGTH]
    return None


def _on_the_card(above: Sequence[PageRow], known: set[str]) -> str | None:
    """Return the nearest row above the ingredients that is named as the recipe's title; the page must mention it
    too."""
    names = [row for row in reversed(above) if row.context.heading != 1 and not row.is_link and _is_named_title(row)]
    fitting = [row for row in names if _share(row, known) >= _ENOUGH]
    return next((row.text for row in fitting if row.context.heading), fitting[0].text if fitting else None)


def _fit(row: PageRow, page: set[str]) -> float:
    """Return how well a heading fits the page's title: a heading of one word is easily in it; three matching words are
    no coincidence."""
    return _share(row, page) * min(3, len(_words(row.text)))


def _is_named_title(row: PageRow) -> bool:
    names = row.context.names
    return bool(words.TITLE_NAME.search(names)) and not words.TITLE_NOT.search(names) and _could_be(row)


def _could_be(row: PageRow) -> bool:
    return len(row.text) <= _MAX_LENGTH and not kind_of_heading(row)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _share(row: PageRow, known: set[str]) -> float:
    own = _words(row.text)
    return len(own & known) / len(own) if own else 0.0
