"""Find the rows of a page that are ingredients and those that are instructions.

The page is cut into sections at headings that announce a part (`Ingredients`, `Zubereitung`), or where the names of the
elements do. Each section is weighed by the form of its rows, because menus and tabs use the same words: a row that
begins with an amount and a unit is an ingredient regardless of what stands above it, and a row of three sentences is
not. If no part is labelled at all, lists of rows of the right form are taken.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from garner.extraction.kinds.recipe import words
from garner.extraction.kinds.recipe.facts import is_fact
from garner.extraction.kinds.recipe.steps import STEP_NUMBER
from garner.extraction.page.page_rows import PageRow
from garner.extraction.values.ingredients import parse_ingredient

INGREDIENTS, INSTRUCTIONS, BOTH, OTHER = "ingredients", "instructions", "both", "other"
MAX_HEADING_LENGTH = 80
MAX_GAP = 3  # rows that may stand between two parts of one list: headings, remarks, an advertisement
NEXT_TO = 80  # rows after the ingredients that are searched for a method without a heading
_MAX_INGREDIENT_LENGTH = 250
_SENTENCE_END = re.compile(r"[.!?](?:\s|\Z)|[。！]")
_SYLLABIC = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ALMOST_NONE = 1.0
_NAMED, _HEADED = 3.0, 3.0  # the weight of a section's label, relative to its rows
_ASIDE_SHARE = 0.3
_NOT_YET = 4.0  # a method before its ingredients is a summary or an introduction
_ROWS_WEIGHED = 60
_MIN_METHOD_SHARE = 0.2
_MIN_COOKED_LETTERS = 25  # letters: `Baking powder.` is not a step
_MIN_COOKED = 0.25  # for a method without a label that mentions cooking
_GOOD = 0.6  # likeness from which a row counts as an ingredient by itself


@dataclass(slots=True)
class Section:
    """Consecutive rows of one kind."""

    kind: str
    start: int  # index of the first row on the page
    rows: list[PageRow] = field(default_factory=list)
    heading: PageRow | None = None
    by_name: bool = False
    weight: float = 0.0

    @property
    def end(self) -> int:
        return self.start + len(self.rows)


@lru_cache(maxsize=20_000)
def kind_of_names(names: str) -> str:
    """Return the kind that class and id names give to their content, or an empty string."""
    names = names.lower()
    ingredients = words.INGREDIENTS_NAME.search(names)
    instructions = words.INSTRUCTIONS_NAME.search(names)
    if instructions and words.INSTRUCTIONS_NOT.search(names):
        instructions = None
    if ingredients and instructions:
        return BOTH
    if ingredients or instructions:
        return INGREDIENTS if ingredients else INSTRUCTIONS
    return OTHER if words.OTHER_NAME.search(names) else ""


def kind_of_heading(row: PageRow) -> str:
    """Return the kind that a row announces if it is a heading or looks like one."""
    text = row.text
    if len(text) > MAX_HEADING_LENGTH or (row.is_link and not row.context.heading):
        return ""
    if words.INGREDIENTS_HEADING.match(text):
        return INGREDIENTS
    if words.INSTRUCTIONS_HEADING.match(text):
        return INSTRUCTIONS
    if row.context.heading > 1 and (match := words.AT_THE_END.match(text)):
        return INGREDIENTS if match.group("ingredients") else INSTRUCTIONS
    if (row.context.heading or row.is_bold) and words.OTHER_HEADING.match(text):
        return OTHER
    return ""


def names_group(text: str) -> bool:
    """Return whether a heading names a group (`Ingredients for the sauce`) rather than a list (`Ingredients`)."""
    matches = (pattern.match(text) for pattern in (words.INGREDIENTS_HEADING, words.INSTRUCTIONS_HEADING))
    return any(match and match.groupdict().get("more") for match in matches)


def sections(rows: Sequence[PageRow]) -> list[Section]:
    page_sections: list[Section] = []
    previous_meaning = ""
    for index, row in enumerate(rows):
        announced = kind_of_heading(row)
        before = page_sections[-1] if page_sections else None
        section = _section_at(rows, index, announced, before, previous_meaning)
        if section is not before:
            page_sections.append(section)
        if not announced:
            section.rows.append(row)
        previous_meaning = row.context.says
    return page_sections


def _section_at(
    rows: Sequence[PageRow], index: int, announced: str, before: Section | None, previous_meaning: str
) -> Section:
    row = rows[index]
    if announced:
        return Section(announced, index + 1, heading=row, by_name=row.context.says == announced)
    if row.context.says != previous_meaning:
        return _by_name(row, index, before)
    if before is None or _is_ended_by(before, row, rows, index):
        return Section("", index)
    return before


def _by_name(row: PageRow, index: int, before: Section | None) -> Section:
    says = row.context.says
    if before is not None and not before.rows and (before.kind == says or not says):
        before.by_name = before.by_name or before.kind == says  # the heading has a name of its own, the list none
        before.start = index
        return before
    if before is not None and before.kind == says:
        return before
    return Section(says, index, by_name=bool(says))


def _is_ended_by(section: Section, row: PageRow, rows: Sequence[PageRow], index: int) -> bool:
    """Return whether the row ends the section. A section with a heading ends at a heading of the same rank, unless that
    only names a group of its rows."""
    level = row.context.heading
    if not section.kind or section.heading is None or row.context.says == section.kind:
        return False
    is_beside = row.context.aside and not section.heading.context.aside
    if section.kind == INSTRUCTIONS and is_beside:
        return True
    if not level:
        return is_beside and likeness(row.text) < _GOOD
    if level > (section.heading.context.heading or 6):
        return False
    return level == 1 or not _leads_to(section.kind, rows, index)


def _leads_to(kind: str, rows: Sequence[PageRow], index: int) -> bool:
    """Return whether the rows after a heading continue the same kind: `For the sauce` inside a list of ingredients."""
    following = [row for row in rows[index + 1 : index + 4] if not row.context.heading]
    if kind == INGREDIENTS:
        return sum(likeness(row.text) for row in following) > 0.8
    return bool(following) and following[0].context.ordered


def likeness(text: str) -> float:
    """Return how much a row looks like an ingredient: 1 for an amount with a unit, below 0 for a sentence."""
    if len(text) > _MAX_INGREDIENT_LENGTH or (reading_length(text) > 60 and is_sentence(text)):
        return -0.6
    if words.NO_INGREDIENT.search(text):
        return 0.0
    parsed = parse_ingredient(STEP_NUMBER.sub("", text, count=1))
    if parsed["qty"] is not None and is_fact(text):
        return 0.0
    if parsed["canonical_unit"]:
        return 1.0
    if parsed["qty"] is not None:
        return 0.6 if len(text) < 120 else 0.1
    if words.AS_NEEDED.search(text):
        return 0.6
    return 0.15 if len(text) < 60 else -0.2


def is_sentence(text: str) -> bool:
    ends = len(_SENTENCE_END.findall(text))
    return ends > 1 or (ends == 1 and text[-1:] in ".!?。！")


def measure_method(rows: Iterable[PageRow]) -> float:
    """Return how much of a cooking method these rows hold, by the length of their sentences."""
    return sum(min(reading_length(row.text), 400) / 100 for row in rows if is_step(row))


def is_step(row: PageRow) -> bool:
    text = row.text
    if row.is_link or row.context.heading:
        return False
    length = reading_length(text)
    return length > 60 or (length > 15 and bool(_SENTENCE_END.search(text))) or (len(text) > 8 and text[0] > "\u3000")


def reading_length(text: str) -> int:
    """Return the length in letters: a character of Chinese, Japanese or Korean counts as three letters."""
    return len(text) if text.isascii() else len(text) + 2 * len(_SYLLABIC.findall(text))


def entries(rows: Sequence[PageRow]) -> list[PageRow]:
    """Return the rows that are entries of lists, if those hold most of the text; else all rows that are not
    headings."""
    plain = [row for row in rows if not row.context.heading]
    listed = [row for row in plain if row.context.item]
    return listed if 2 * sum(len(row.text) for row in listed) > sum(len(row.text) for row in plain) else plain


def best_ingredients(page_sections: Sequence[Section], rows: Sequence[PageRow]) -> Section | None:
    named = _join_sections([_trim(part) for part in page_sections if part.kind == INGREDIENTS and part.rows], rows)
    candidates = [section for section in named if _weigh_ingredients(section) > _ALMOST_NONE]
    if not candidates:
        candidates = [section for section in _lists(rows) if _weigh_ingredients(section) > _ALMOST_NONE]
    return max(candidates, key=lambda section: section.weight, default=None)


def _trim(section: Section) -> Section:
    """Cut the section off where sentences begin that are not entries: the method, on pages without a heading for it."""
    if not section.by_name:
        rows = section.rows
        section.rows = rows[
            : next((index for index in range(len(rows)) if _begins_method(*rows[index : index + 2])), None)
        ]
    return section


def _begins_method(row: PageRow, following: PageRow | None = None) -> bool:
    """Return whether the method begins here: a sentence that mentions cooking, or two long ones."""
    if row.context.item:
        return False
    is_cooked = (
        is_sentence(row.text) and reading_length(row.text) > _MIN_COOKED_LETTERS and words.COOKING.search(row.text)
    )
    if is_cooked and likeness(row.text) < _GOOD:
        return True
    return bool(following and not following.context.item and likeness(row.text) < 0 and likeness(following.text) < 0)


def _join_sections(parts: list[Section], rows: Sequence[PageRow]) -> list[Section]:
    """Join sections of one kind with almost nothing between them."""
    joined: list[Section] = []
    for part in parts:
        last = joined[-1] if joined else None
        between = rows[last.end : part.start] if last else []
        if last and len(between) <= MAX_GAP and not any(_sets_apart(row, part.kind) for row in between):
            last.rows += [*between, *part.rows]
            last.by_name, last.heading = last.by_name or part.by_name, last.heading or part.heading
        elif part.rows:
            joined.append(part)
    return joined


def _sets_apart(row: PageRow, kind: str) -> bool:
    announced = kind_of_heading(row)
    return bool(announced) and not (announced == kind and names_group(row.text))


def _weigh_ingredients(section: Section) -> float:
    rows = entries(section.rows)
    if len(rows) < 2:
        return 0.0
    likes = [likeness(row.text) for row in rows[:_ROWS_WEIGHED]]
    weight = sum(likes) + _HEADED * bool(section.heading) + _NAMED * section.by_name
    if _is_aside(rows):
        weight *= _ASIDE_SHARE
    if sum(row.is_link for row in rows) * 3 > len(rows) * 2 and max(likes) < 1:
        weight = 0.0  # a menu: `Recipes by ingredient`
    section.weight = weight
    return weight


def _is_aside(rows: Sequence[PageRow]) -> bool:
    return sum(row.context.aside for row in rows) * 2 > len(rows)


def _lists(rows: Sequence[PageRow]) -> list[Section]:
    """Return the lists with entries that look like ingredients, regardless of their labels."""
    lists: list[Section] = []
    start = 0
    for _, group in groupby(rows, key=lambda row: row.context.list or -1 * (likeness(row.text) >= _GOOD)):
        run = list(group)
        likes = [
            likeness(row.text) for row in run if not (row.context.aside or row.context.says or row.context.heading)
        ]
        fitting = sum(like >= _GOOD for like in likes)
        goes_on = fitting == 1 and bool(lists) and start - lists[-1].end <= 1
        if (fitting > 1 or goes_on) and fitting * 5 >= len(likes) * 3:
            lists.append(Section(INGREDIENTS, start, run))
        start += len(run)
    return [section for section in _join_sections(lists, rows) if len(section.rows) > 2]


def best_instructions(
    page_sections: Sequence[Section], rows: Sequence[PageRow], ingredients: Section
) -> Section | None:
    named = _join_sections([section for section in page_sections if section.kind == INSTRUCTIONS], rows)
    candidates = [section for section in named if _weigh_instructions(section, ingredients) is not None]
    best = max(candidates, key=lambda section: section.weight, default=None)
    return best or _find_short_method(named, ingredients) or _next_to(ingredients, rows)


def has_long_method(section: Section) -> bool:
    return measure_method(section.rows) >= _MIN_METHOD_SHARE


def _find_short_method(named: Sequence[Section], ingredients: Section) -> Section | None:
    """Return a section with a short method: `Mix. Bake.` is a method below a heading that announces one."""
    for section in named:
        steps = [row for row in section.rows if not (row.is_link or row.context.heading or row.context.aside)]
        is_headed = section.heading is not None and section.start >= ingredients.end
        if is_headed and any(row.context.ordered or is_sentence(row.text) for row in steps):
            return section
    return None


def _weigh_instructions(section: Section, ingredients: Section) -> float | None:
    amount = measure_method(section.rows)
    if not has_long_method(section) or ingredients.start <= section.start < ingredients.end:
        return None
    is_before = section.start < ingredients.start
    distance = ingredients.start - section.end if is_before else section.start - ingredients.end
    weight = min(amount, 10) + _HEADED * bool(section.heading) + _NAMED * section.by_name
    weight -= min(abs(distance) / 20, 4) + _NOT_YET * is_before
    section.weight = weight * _ASIDE_SHARE if weight > 0 and _is_aside(section.rows) else weight
    return section.weight


def _next_to(ingredients: Section, rows: Sequence[PageRow]) -> Section | None:
    """Return the rows directly after the ingredients, up to a heading, as the method if no section is labelled as
    one."""
    following = Section(INSTRUCTIONS, ingredients.end)
    beside = bool(ingredients.rows) and ingredients.rows[-1].context.aside
    for row in rows[ingredients.end : ingredients.end + NEXT_TO]:
        is_over = row.context.heading and _describes_method(following.rows)
        is_over = is_over or words.DRAWN_LINE.match(row.text) is not None
        if is_over or (row.context.aside and not beside) or kind_of_heading(row) == OTHER:
            break
        following.rows.append(row)
    return following if _describes_method(following.rows) else None


def _describes_method(rows: Sequence[PageRow]) -> bool:
    amount = measure_method(rows)
    return amount > 1 or (amount > _MIN_COOKED and any(words.COOKING.search(row.text) for row in rows if is_step(row)))
