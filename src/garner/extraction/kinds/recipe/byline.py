"""Read the author and description of a recipe from the lines between its name and its ingredients."""

import re
from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.recipe.parts import is_sentence, reading_length
from garner.extraction.page.page_rows import PageRow
from garner.extraction.values.fields import clean_text

_WORDS = load_word_lists(__package__)

_FURTHEST = 60  # rows above the ingredients
_MIN_LENGTH, _MAX_LENGTH = 40, 1_000
_MAX_BYLINE_LENGTH = 100
_PERSON = (
    r"(?P<name>(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]{0,30}(?: (?:(?:de|del|della|van|von|der|den|du|la|le|da|di) ){0,2}"
    r"(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]{0,30}){0,3})\s*(?:[|·•,–—-].*)?\Z"
)
_BY = re.compile(
    r"\W*(?:(?:recipe|words|written|posted|published|created|contributed)\s+)?by\s*:?\s+"
    + _PERSON
    + rf"|\W*(?:{_WORDS.pattern('author_label')})\s*:\s*"
    + _PERSON.replace("name", "author")
    + rf"|\W*(?:{_WORDS.pattern('recipe_word')})\s+(?:von|de|di|door|av|af|par|por)\s+"
    + _PERSON.replace("name", "writer"),
    re.I,
)
_NAMED_SO = re.compile(r"(?<![a-z])(?:author|byline)(?![a-z])", re.I)
_NAME_ALONE = re.compile(_PERSON, re.I)
_NO_NAMES = re.compile(rf"\b(?:{_WORDS.pattern('no_author')})\b", re.I)


def read_author(rows: Sequence[PageRow], ingredients_at: int) -> tuple[str | None, str]:
    """Return the author from a byline, or from an element named for the author."""
    for row in _below_title(rows, ingredients_at):
        if row.context.heading or len(row.text) > _MAX_BYLINE_LENGTH:
            continue
        if byline := _BY.match(row.text):
            return next(filter(None, byline.groups())), "byline"
        if _NAMED_SO.search(row.context.names) and not _NO_NAMES.search(row.text):
            named = _NAME_ALONE.match(row.text)
            if named and " " in named["name"]:
                return named["name"], "element named `author` or `byline`"
    return None, ""


def read_description(tree: LexborHTMLParser, rows: Sequence[PageRow], ingredients_at: int) -> tuple[str | None, str]:
    """Return the meta description of the page, or else the first sentences below its name."""
    meta = tree.css_first('meta[name="description"]')
    if meta is not None and (description := clean_text(meta.attributes.get("content") or "", _MAX_LENGTH)):
        return description, "meta description"
    for row in _below_title(rows, ingredients_at):
        is_prose = not (row.is_link or row.context.heading or row.context.item or row.context.aside)
        if is_prose and _MIN_LENGTH <= reading_length(row.text) <= _MAX_LENGTH and is_sentence(row.text):
            return row.text, "the first sentences below the title"
    return None, ""


def _below_title(rows: Sequence[PageRow], ingredients_at: int) -> Sequence[PageRow]:
    start = max(0, ingredients_at - _FURTHEST)
    titles = [at for at in range(start, ingredients_at) if rows[at].context.heading == 1]
    return rows[titles[-1] + 1 if titles else start : ingredients_at]
