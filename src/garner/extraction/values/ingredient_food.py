"""Split the part of an ingredient line after its amount into the food, its preparation, and remarks.

Text after a comma is the preparation if a word in it indicates one, a remark if none does, and one more food if there
is no amount (`salt, pepper`); text in brackets is a remark. Both have exceptions that the words indicate: `boneless,
skinless thighs` and `besan (chickpea flour)` are names throughout. An alternative food with an amount of its own (`or 1
tsp dried`) is a remark, one without (`butter or oil`) is part of the name.
"""

import re
from itertools import takewhile

from garner.extraction.values import ingredient_words as words
from garner.extraction.values.units import unit_at

BRACKETS = re.compile(r"\s*\(([^()]*)(\)?)\s*")
_BRACKET_MARK = re.compile(r"([()\[\]])")
_SECOND_MEASURE = re.compile(r"\s(\d[\d\s./]{0,12}\s?(?:ml|l|kg|g|cm))\Z", re.I)
_COMMA = re.compile(r"\s*(?:,(?!\d)|;|\s[-–—]\s)\s*")
_CONJUNCTION = re.compile(r"\b(?:or|and)\b")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MAX_FOOD_WORDS = 4  # words
_DANGLING = re.compile(r"\s+(?:and|or|&)\Z", re.I)


def read_food(food: str, notes: list[str], *, measured: bool, keep_prepared: bool) -> tuple[str, list[str]]:
    """Return the food's name and its preparation; add other remarks to the notes."""
    if "(" in food:
        food = _without_remarks(food, notes)
    name, *rest = _name_and_rest(food.strip(" ,;:-"))
    if not measured:
        name, rest = _with_more_foods(name, rest)
    done: list[str] = []
    for part in rest:
        (done if not words.NOTE.match(part) and _is_done(part) else notes).append(part)
    remark = words.NOTE_WITHOUT_COMMA.search(name)
    if remark and not _describes(name[: remark.start()]):
        notes.append(name[remark.end() :])
        name = name[: remark.start()]
    if measured and name[-1:].isalpha() and (second := _SECOND_MEASURE.search(name)):
        notes.append(second.group(1))
        name = name[: second.start()]
    name, *cuts = words.CUT.split(name, maxsplit=1)
    prepared = ""
    if not keep_prepared:
        name, prepared = _without_prepared(name)
    return _DANGLING.sub("", name.strip(" .,:;*")), [*filter(None, [prepared]), *cuts, *done]


def flat_brackets(text: str) -> str:
    """Flatten nested brackets into a pause, and drop one that closes nothing: `onion (diced (1 cup))` becomes `onion
    (diced; 1 cup)`. A bracket that is never closed extends to the end."""
    parts = _BRACKET_MARK.split(text)
    if len(parts) == 1:
        return text
    flat, inner, depth = [parts[0]], [""], 0
    for mark, following in zip(parts[1::2], parts[2::2], strict=True):
        was_open, depth = depth > 0, depth + 1 if mark in "([" else max(0, depth - 1)
        if depth:
            inner.append(following)
            continue
        if was_open:
            flat.append(f"({'; '.join(stripped for part in inner if (stripped := part.strip()))})")
            inner = []
        flat.append(following)
    return "".join([*flat, "(" * (depth > 0), "; ".join(stripped for part in inner if (stripped := part.strip()))])


def _without_remarks(food: str, notes: list[str]) -> str:
    """Remove the brackets, except those that name the food once more: `besan (chickpea flour)`."""

    def replace_bracket(bracket: re.Match[str]) -> str:
        inner = bracket.group(1).strip(" :;,-")
        may_name = bracket.group(2) and bracket.start() and "," not in food[: bracket.start()]
        if may_name and _names_food(inner):
            return f" ({inner}) "
        if inner:
            notes.append(inner)
        return " "

    return " ".join(BRACKETS.sub(replace_bracket, food).split()).replace(" ,", ",")


def _names_food(inner: str) -> bool:
    tokens = inner.lower().split()
    if tokens and tokens[0] == "or":
        del tokens[0]
        longest = 3
    else:
        longest = 2
    if not 0 < len(tokens) <= longest or any(word in words.BRACKET_NOTES for word in tokens):
        return False
    if len(tokens) == 1 and tokens[0].endswith(("ed", "ly")):
        return False
    return all(word[0].isalpha() and word[-1].isalpha() and word not in words.PREPARED for word in tokens)


def _name_and_rest(food: str) -> list[str]:
    """Split at commas, but not at those within the name: `boneless, skinless thighs`, `kale, or chard`."""
    parts = [part for part in _COMMA.split(food) if part] or [""]
    if len(parts) == 1:
        return parts
    first = 0
    while first < len(parts) - 1 and _describes(parts[first]) and not words.NOTE.match(parts[first + 1]):
        first += 1
    parts[: first + 1] = [", ".join(parts[: first + 1])]
    last = _last_of_enumeration(parts)
    return [", ".join(parts[: last + 1]), *parts[last + 1 :]]


def _with_more_foods(name: str, rest: list[str]) -> tuple[str, list[str]]:
    """Join further foods (`salt, pepper, sugar`) to the first, up to the part that is not a food."""
    more = list(takewhile(_is_one_more_food, rest))
    return ", ".join([name, *more]), rest[len(more) :]


def _is_one_more_food(part: str) -> bool:
    """Return whether the part is a food: freshly ground pepper is; thinly sliced, leaves only and cold are not."""
    tokens = part.lower().split()
    if words.NOTE.match(part) or _describes(part) or len(tokens) > _MAX_FOOD_WORDS or unit_at(part, 0):
        return False
    is_note = not words.NO_FOOD.isdisjoint(tokens) or any(word[0].isdigit() for word in tokens)
    return not is_note and not _is_done(tokens[-1])


def _is_done(part: str) -> bool:
    """Return whether a word of it indicates a preparation of the food: `finely chopped`, `en dés`."""
    return bool(words.DONE.search(part)) or any(
        word in words.PREPARED or word in words.ADVERBS for word in _WORD.findall(part.lower())
    )


def _describes(part: str) -> bool:
    """Return whether the part is only adjectives: the food follows."""
    return all(
        word in words.DESCRIBING
        or word in words.PREPARED
        or word in words.ADVERBS
        or word in words.JOINING
        or word.endswith(("less", "-free", "-fat", "-sodium", "-quality"))
        or (word.endswith("ed") and not word.endswith(words.NO_PARTICIPLE))
        for word in part.lower().replace(",", " ").split()
    )


def _last_of_enumeration(parts: list[str]) -> int:
    """Return the index of the last part of an enumeration of foods without a preparation: `olive, sunflower or walnut
    oil`, `kale, or chard`."""
    if len(parts) > 1 and words.ALTERNATIVE.match(parts[1]):
        return 1
    for at, part in enumerate(parts[1:], 1):
        if _CONJUNCTION.search(part):
            return at if _are_foods(parts[1 : at + 1]) else 0
        if words.NOTE.match(part):
            return 0
    return 0


def _are_foods(parts: list[str]) -> bool:
    if len(parts) == 1 and (" or " not in parts[0] or words.NOTE.match(parts[0])):
        return False
    tokens = {word for part in parts for word in part.lower().split()}
    done = any(word.endswith(("ed", "ly", "less")) or word[:1].isdigit() for word in tokens)
    return not done and tokens.isdisjoint(words.PREPARED) and tokens.isdisjoint(words.NO_ENUMERATION)


def _without_prepared(name: str) -> tuple[str, str]:
    """Split `finely chopped onion` into onion, and finely chopped. If no food would be left, nothing is removed."""
    tokens = name.split()
    lower = [word.lower().strip(",") for word in tokens]
    prepared = {at for at in range(len(lower)) if _is_preparation(lower, at)}
    if not prepared or not words.TINNED.isdisjoint(lower):
        return name, ""
    for at in sorted(prepared):
        before = at - 1
        while before >= 0 and (
            lower[before] in words.ADVERBS or (lower[before] in words.JOINING and before - 1 in prepared)
        ):
            prepared.add(before)
            before -= 1
    left = [word for at, word in enumerate(tokens) if at not in prepared]
    if not left:
        return name, ""
    return " ".join(left), " ".join(tokens[at] for at in sorted(prepared)).strip(",")


def _is_preparation(lower: list[str], at: int) -> bool:
    """Return whether a word is a preparation: ground cumin is a spice, freshly ground pepper is pepper."""
    word = lower[at]
    if word == "ground":
        return at > 0 and lower[at - 1] in words.ADVERBS
    if word not in words.PREPARED or (word == "toasted" and lower[-1] == "oil"):
        return False
    return at < 2 or lower[at - 1] != "or" or lower[at - 2] in words.PREPARED  # fresh or thawed peas
