"""The steps of a method: in one list, as they are done, and in the groups that the page has put them in.

The name of a group is no step, for nobody can do it: it is told by the groups, and the list has none of it."""

import re
from collections.abc import Sequence
from typing import Any

MAX_STEPS = 500
_LABEL = re.compile(
    r"\W*(?:(?:step|schritt|étape|etape|paso|passo|stap|krok|trin|steg|vaihe|шаг|手順)\s*)?\d{0,2}\s*(?:of \d+)?\W*\Z",
    re.I,
)
_NUMBER = re.compile(r"\(?(\d{1,2})(?:[.):]\s*|\s+)(?=\D)")
STEP_NUMBER = re.compile(r"\A\(?\d{1,2}[.)]\s+(?=[^\W\d_])")  # of a step, as no amount is written


_BROKEN_OFF = re.compile(r"(?:…|\.\.\.)[\s.!»›>→]*\Z")
# How a text ends that only leads to another page.
_LEADING_ELSEWHERE = re.compile(
    r"(?:\[(?:…|\.\.\.|&hellip;)\]|\b(?:(?:read|learn|see|find out) more|continue reading|(?:view|see|get|"
    r"go to|read|find) the (?:full |whole |complete )?recipe(?: (?:here|now|on .{1,40}|at .{1,40}|below))?|"
    r"full recipe(?: here)?|(?:click|tap) (?:here|through)[^.]{0,60}|mehr lesen|weiterlesen|zum (?:ganzen )?rezept|"
    r"lire (?:la suite|plus)|voir la recette|leer más|ver (?:la )?receta(?: completa)?|leggi (?:tutto|di più)|"
    r"vai alla ricetta|leia mais|ver (?:a )?receita|lees (?:meer|verder)|naar het recept|läs mer|till receptet|"
    r"læs mere|les mer|lue lisää|czytaj (?:więcej|dalej)|celý recept|читать (?:далее|дальше|полностью)|devamını oku|"
    r"続きを読む|阅读更多))[\s.!»›>→]*\Z",
    re.I,
)


class GroupName(str):
    """A line among the steps that names those after it; an empty one says that they are of no group."""

    __slots__ = ()


def is_label(text: str) -> bool:
    """`Step 2`, `3.`: it says no more than that a step comes."""
    return _LABEL.match(text) is not None


def breaks_off(text: str) -> bool:
    """Whether a text ends in dots, as a teaser does, and a step now and then: `Let it rise...`."""
    return _BROKEN_OFF.search(text[-20:]) is not None


def leads_elsewhere(text: str) -> bool:
    """Whether a text ends by sending its readers to another page: `Read more`."""
    return _LEADING_ELSEWHERE.search(text[-160:]) is not None


def is_teaser(text: str) -> bool:
    """Whether a text may be only the beginning of a method. One step of several may end like that, too."""
    return breaks_off(text) or leads_elsewhere(text)


def without_numbers(steps: list[str]) -> list[str]:
    """Steps that count themselves (`1. Chop`, `2. Boil`) need not, for they are in order."""
    numbers = [None if isinstance(step, GroupName) else _NUMBER.match(step) for step in steps]
    counted = [int(number[1]) for number in numbers if number]
    if len(counted) < 2 or counted != list(range(1, len(counted) + 1)):
        return steps
    return [step[number.end() :] if number else step for step, number in zip(steps, numbers, strict=True)]


def plain_steps(steps: Sequence[str]) -> list[str]:
    """What is to be done, without the names of the groups."""
    return [step for step in steps if not isinstance(step, GroupName)][:MAX_STEPS]


def step_groups(steps: Sequence[str]) -> list[dict[str, Any]]:
    """`[{"name": "Sauce", "steps": [...]}]`; nothing where no group has a name."""
    if not any(isinstance(step, GroupName) for step in steps):
        return []
    groups: list[dict[str, Any]] = [{"name": None, "steps": []}]
    for step in steps[:MAX_STEPS]:
        if isinstance(step, GroupName):
            groups.append({"name": str(step) or None, "steps": []})
        else:
            groups[-1]["steps"].append(str(step))
    return [group for group in groups if group["steps"]]
