"""The steps of a method: in one list, in order, and in the groups that the page defines.

The name of a group is not a step, because it is not an action: the groups hold it, and the list omits it.
"""

import re
from collections.abc import Sequence

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.recipe.words import LEADING_ELSEWHERE
from garner.kinds.recipe.model import InstructionGroup

MAX_STEPS = 500
_LABEL = re.compile(rf"\W*(?:(?:{load_word_lists(__package__).pattern('step')})\s*)?\d{{0,2}}\s*(?:of \d+)?\W*\Z", re.I)
_NUMBER = re.compile(r"\(?(\d{1,2})(?:[.):]\s*|\s+)(?=\D)")
STEP_NUMBER = re.compile(r"\A\(?\d{1,2}[.)]\s+(?=[^\W\d_])")  # of a step; amounts are never written this way


_BROKEN_OFF = re.compile(r"(?:…|\.\.\.)[\s.!»›>→]*\Z")


class GroupName(str):
    """A line among the steps that names the steps after it; an empty name means that they belong to no group."""

    __slots__ = ()


def is_label(text: str) -> bool:
    """Return whether a text is only the label of a step: `Step 2`, `3.`."""
    return _LABEL.match(text) is not None


def breaks_off(text: str) -> bool:
    """Return whether a text ends in dots, as a teaser does, and sometimes a step: `Let it rise...`."""
    return _BROKEN_OFF.search(text[-20:]) is not None


def leads_elsewhere(text: str) -> bool:
    """Return whether a text ends by sending its readers to another page: `Read more`."""
    return LEADING_ELSEWHERE.search(text[-160:]) is not None


def is_teaser(text: str) -> bool:
    """Return whether a text may be only the beginning of a method. One step of several may end like that, too."""
    return breaks_off(text) or leads_elsewhere(text)


def without_numbers(steps: list[str]) -> list[str]:
    """Remove the numbers of numbered steps (`1. Chop`, `2. Boil`), which are redundant in an ordered list."""
    numbers = [None if isinstance(step, GroupName) else _NUMBER.match(step) for step in steps]
    counted = [int(number[1]) for number in numbers if number]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return steps
    return [step[number.end() :] if number else step for step, number in zip(steps, numbers, strict=True)]


def plain_steps(steps: Sequence[str]) -> list[str]:
    """Return the steps without the names of the groups."""
    return [step for step in steps if not isinstance(step, GroupName)][:MAX_STEPS]


def step_groups(steps: Sequence[str]) -> list[InstructionGroup]:
    """Return `[{"name": "Sauce", "steps": [...]}]`, or an empty list if no group has a name."""
    if not any(isinstance(step, GroupName) for step in steps):
        return []
    groups: list[InstructionGroup] = [{"name": None, "steps": []}]
    for step in steps[:MAX_STEPS]:
        if isinstance(step, GroupName):
            groups.append({"name": str(step) or None, "steps": []})
        else:
            groups[-1]["steps"].append(str(step))
    return [group for group in groups if group["steps"]]
