"""Read recipes on pages without markup, from the headings and lists that a reader sees.

A page is a recipe if it has a name and a list that can only be ingredients, or one that is labelled as ingredients
beside a method. The other fields are found around those two.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from garner.extraction.kinds.recipe import words
from garner.extraction.kinds.recipe.byline import read_author, read_description
from garner.extraction.kinds.recipe.facts import is_fact, read_times, read_yield
from garner.extraction.kinds.recipe.parts import (
    Section,
    best_ingredients,
    best_instructions,
    entries,
    has_long_method,
    is_sentence,
    is_step,
    kind_of_heading,
    kind_of_names,
    likeness,
    sections,
)
from garner.extraction.kinds.recipe.steps import (
    GroupName,
    is_label,
    is_teaser,
    leads_elsewhere,
    plain_steps,
    step_groups,
    without_numbers,
)
from garner.extraction.kinds.recipe.title import read_title
from garner.extraction.ladder import Candidate, Rung
from garner.extraction.page.document import Document
from garner.extraction.page.page_rows import PageRow, is_unit_alone, page_rows
from garner.extraction.values.ingredient_words import LENGTHS
from garner.extraction.values.ingredients import group_heading, parse_ingredient, without_bullet
from garner.extraction.values.units import unit_at

MAX_INGREDIENTS = 300
MEASURED_ROWS = 3  # so many amounts with a unit are no coincidence
_MAX_GROUP_LENGTH = 60
_MAX_ENTRY_LENGTH = 100
_MAX_POINTER_WORDS = 8  # words
_READ_FOR_FOODS = 10_000
_FOOD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_AMOUNT_ALONE = re.compile(r"[\d½⅓⅔¼¾⅛⅜⅝⅞][\d\s.,/–½⅓⅔¼¾⅛⅜⅝⅞-]{0,12}(?:\s?[^\W\d_]{1,12}\.?)?\Z")


def read(document: Document) -> Candidate | None:
    page = _page(document)
    if page is None or not _is_recipe(page):
        return None
    candidate = Candidate()
    start = page.ingredients.start
    candidate.put("title", *read_title(document, page.rows, start))
    candidate.put("ingredients", page.lines, _where(page.ingredients))
    if page.instructions is not None:
        candidate.put("instructions", plain_steps(page.steps), _where(page.instructions))
        candidate.put("instruction_groups", step_groups(page.steps), _where(page.instructions))
    candidate.put("yields", *read_yield(document.tree, page.rows, start))
    for name, (value, path, written) in read_times(page.rows, start).items():
        candidate.put(name, value, path, written)
    candidate.put("author", *read_author(page.rows, start))
    candidate.put("description", *read_description(document.tree, page.rows, start))
    put_language(candidate, document)
    return candidate


RUNG = Rung("recipe_page", 0.6, read)


def put_language(candidate: Candidate, document: Document) -> None:
    """Store the language that the page declares, which no markup of the recipe gave."""
    candidate.put("language", (document.language or "").replace("_", "-"), "html@lang", origin=RUNG)


def ingredients_shown(document: Document) -> list[dict[str, Any]]:
    """Return the ingredients that the page shows to its readers, regardless of its markup."""
    page = _page(document)
    return page.lines if page else []


def steps_shown(document: Document) -> list[str]:
    """Return the method that the page shows to its readers, with the names of its groups."""
    page = _page(document)
    return page.steps if page else []


def was_read(document: Document) -> bool:
    """Return whether the visible content of the page has been read."""
    return _Page in document.readings


@dataclass(frozen=True, slots=True)
class _Page:
    rows: list[PageRow]
    ingredients: Section
    lines: list[dict[str, Any]]
    instructions: Section | None
    steps: list[str]


def _page(document: Document) -> _Page | None:
    if _Page not in document.readings:
        document.readings[_Page] = _read_page(document)
    page: _Page | None = document.readings[_Page]
    return page


def _read_page(document: Document) -> _Page | None:
    rows = page_rows(document.lines, kind_of_names)
    page_sections = sections(rows)
    ingredients = best_ingredients(page_sections, rows)
    if ingredients is None:
        return None
    instructions = best_instructions(page_sections, rows, ingredients)
    lines = list(islice(ingredient_lines(ingredients), MAX_INGREDIENTS))
    steps = instruction_steps(instructions) if instructions else []
    return _Page(rows, ingredients, lines, instructions, steps)


def _is_recipe(page: _Page) -> bool:
    """Return whether the page is a recipe: shops list the contents of a box, and creams have ingredients and directions
    too."""
    lines = page.lines
    measured = sum(line["canonical_unit"] is not None and line["canonical_unit"] not in LENGTHS for line in lines)
    if not _is_named(page.ingredients):
        min_lines = MEASURED_ROWS if not _cooks_them(page) else MEASURED_ROWS - 1
        return measured >= min_lines and 3 * measured >= len(lines) and bool(page.steps)
    if page.instructions is None or not (_is_named(page.instructions) and has_long_method(page.instructions)):
        return measured >= 2 or (bool(page.steps) and sum(line["qty"] is not None for line in lines) >= MEASURED_ROWS)
    return measured >= 1 or (len(lines) >= 2 and max(len(line["raw"]) for line in lines) <= _MAX_ENTRY_LENGTH)


def _cooks_them(page: _Page) -> bool:
    """Return whether the steps describe cooking and mention the foods."""
    steps = " ".join(page.steps).casefold()[:_READ_FOR_FOODS]
    foods = (_FOOD.findall(line["name"].casefold()) for line in page.lines[:MAX_INGREDIENTS])
    return bool(words.COOKING.search(steps)) and sum(any(food in steps for food in names) for names in foods) > 1


def _is_named(section: Section) -> bool:
    return section.by_name or section.heading is not None


def _where(section: Section) -> str:
    """Return how the section was recognized, as the provenance of a field."""
    if section.heading is not None:
        return f"below {section.heading.text[:60]!r}"
    return f"in elements named {section.kind}" if section.by_name else "by what its rows look like"


def ingredient_lines(section: Section) -> Iterator[dict[str, Any]]:
    """Yield the entries, each with the heading above it. An amount alone belongs to the row after it."""
    rows = _cells_joined(section.rows)
    kept = {id(row) for row in entries(rows)}
    group, amount = None, ""
    for row in _without_repeated_lists(rows):
        text, is_entry = without_bullet(row.text.replace(" ,", ",")), id(row) in kept
        if heading := _group(row, is_entry=is_entry):
            group = heading
        elif row.is_head or not is_entry or _is_no_ingredient(text):
            amount = ""
        elif not amount and _is_amount_alone(text):
            amount = text
        elif _LETTER.search(text):
            yield parse_ingredient(text if text[0].isdigit() else f"{amount} {text}".strip()) | {"group": group}
            amount = ""


def _cells_joined(rows: list[PageRow]) -> list[PageRow]:
    """Join grids of loose cells in which the amount follows the food (`Flour`, `5.0`, `50`): the first number is the
    amount, in the unit at the head of its column; others are shares of the whole."""
    if not _has_amounts_after_foods(rows):
        return rows
    joined: list[PageRow] = []
    unit, awaits = "", "food"  # the part that the next cell may add to the row
    for row in rows:
        text = row.text
        if is_unit_alone(text) and (unit or awaits != "unit"):
            unit = text
            if joined and awaits == "amount":
                joined[-1], awaits = replace(joined[-1], is_head=True), "food"
        elif awaits == "unit" and is_unit_alone(text):
            joined[-1], awaits = _with_cell(joined[-1], text), "food"
        elif not _is_amount_alone(text):
            joined.append(row)
            awaits = "amount"
        elif awaits == "amount":
            joined[-1], awaits = _with_cell(joined[-1], f"{text} {unit}" if text[-1].isdigit() else text), "unit"
    return joined


def _with_cell(row: PageRow, cell: str) -> PageRow:
    return replace(row, text=f"{row.text} {cell.strip()}")


def _has_amounts_after_foods(rows: Sequence[PageRow]) -> bool:
    """Return whether amounts follow their foods: at most a total follows the last amount. In the other order the last
    amount is followed by its food."""
    amounts = [at for at, row in enumerate(rows) if _is_amount_alone(row.text)]
    if len(amounts) < 2 or not amounts[0]:
        return False
    return all(_DIGIT.search(row.text) or is_unit_alone(row.text) for row in rows[amounts[-1] + 1 :])


def _is_no_ingredient(text: str) -> bool:
    return is_label(text) or is_fact(text) or (bool(words.NO_INGREDIENT.search(text)) and likeness(text) <= 0)


def _is_amount_alone(text: str) -> bool:
    if not _AMOUNT_ALONE.match(text):
        return False
    unit = text.lstrip("0123456789½⅓⅔¼¾⅛⅜⅝⅞.,/–- ")
    return not unit or ((match := unit_at(unit, 0)) is not None and match.end >= len(unit.rstrip(".")))


def _group(row: PageRow, *, is_entry: bool) -> str | None:
    if row.is_head or kind_of_heading(row):
        return row.text.rstrip(": ") or None
    if is_entry:
        return group_heading(row.text)
    is_short = len(row.text) <= _MAX_GROUP_LENGTH and not row.is_link
    return (
        row.text.rstrip(": ") if is_short and (row.context.heading or row.is_bold or row.text.endswith(":")) else None
    )


def _without_repeated_lists(rows: Sequence[PageRow]) -> Iterator[PageRow]:
    """Drop repeated lists: some pages write the same list once for every unit system, or for every number of
    servings."""
    foods: dict[int, list[str]] = {}
    for row in rows:
        if row.context.list and not row.context.heading:
            foods.setdefault(row.context.list, []).append(parse_ingredient(row.text)["name"].casefold())
    seen: list[list[str]] = []
    repeated = set()
    for identity, names in foods.items():
        if len(names) > 1 and any(_mostly_same(names, other) for other in seen):
            repeated.add(identity)
        seen.append(names)
    return (row for row in rows if row.context.list not in repeated)


def _mostly_same(names: Sequence[str], other: Sequence[str]) -> bool:
    return len(names) == len(other) and sum(a == b for a, b in zip(names, other, strict=True)) * 4 >= len(names) * 3


def instruction_steps(section: Section) -> list[str]:
    kept = {id(row) for row in entries(section.rows)}
    steps: list[str] = []
    for row in section.rows:
        may_be_short = bool(section.heading or steps)
        is_one = row.context.item or is_step(row) or (may_be_short and is_sentence(row.text))
        is_step_row = (
            id(row) in kept and not row.is_link and is_one and not (is_fact(row.text) or _is_pointer(row.text))
        )
        is_group = bool(row.context.heading) and len(row.text) <= _MAX_GROUP_LENGTH
        if (is_step_row or is_group) and not is_label(row.text) and row.text not in steps[-1:]:
            steps.append(GroupName(row.text) if is_group else row.text)
    return [] if all(map(is_teaser, plain_steps(steps))) else without_numbers(steps)


def _is_pointer(text: str) -> bool:
    """Return whether a row only links to another page; a step may end in such words."""
    return len(text.split()) <= _MAX_POINTER_WORDS and leads_elsewhere(text)
