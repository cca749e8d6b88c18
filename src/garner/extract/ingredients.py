"""One line of a recipe's ingredients: how much, of what, prepared how.

The line is read from the left: an amount, perhaps the size of one piece, a unit, the same amount in other units, and
then the food. What follows a comma is how it is prepared, what stands in brackets is a note, and both are told apart
by the words they begin with. Reading is by position over the text as written, so that nothing is reworded.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from garner.extract import ingredient_words as words
from garner.extract.units import UnitMatch, unit_at

MAX_LINE = 1_000
LARGEST_AMOUNT = 1_000_000

_VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_VULGAR_PATTERN = re.compile(f"(?:(\\d)\\s?)?([{''.join(_VULGAR)}])")
_COLHER = re.compile(r"\b(colher(?:es)?) \((?:de )?(sopa|chá|sobremesa)\)", re.I)
_NUMBER = re.compile(r"\d+(?:\s+|-)\d+\s?/\s?\d+|\d+\s?/\s?\d+|\d{1,3}(?:,\d{3})+(?![\d,])|\d+(?:[.,]\d+)?")
_BULLET = re.compile(r"[\s\-*•·▢□☐▪◦‣–—+~]++")
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[\s-]*")
_AFTER_UNIT = re.compile(r"[\s.,/]*")
_TIMES = re.compile(r"\s*[x×]\s*(?=\d)|\s*[x×]\s+", re.I)
_SECOND_SIZE = re.compile(r"\s*-?\s*(?:to|or|-)\s*(?=\d)")
_BRACKET = re.compile(r"\s*\(([^()]{1,200})\)\s*")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]?\s*")
_AMOUNT_AT_END = re.compile(r"(?:\s*[:–-]\s*|\s+)(?=\d)")
_COMMA = re.compile(r"\s*(?:,(?!\d)|;|\s[-–—]\s)\s*")
_CONJUNCTION = re.compile(r"\b(?:or|and)\b")
_DANGLING = re.compile(r"\s+(?:and|or|&)\Z", re.I)


@dataclass(slots=True)
class _Line:
    """A line and how far it has been read."""

    text: str
    at: int = 0
    notes: list[str] = field(default_factory=list)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def note(self, start: int) -> None:
        if remark := self.text[start : self.at].strip(" ()/-,"):
            self.notes.append(remark)


def parse_ingredient(raw: str) -> dict[str, Any]:
    """The line as data. Nothing is lost: `raw` keeps it as it was written."""
    line = _Line(_plainly_written(raw[:MAX_LINE]))
    line.take(_BULLET)
    if line.take(words.OPTIONAL):
        line.notes.append("optional")
    part = line.take(words.PART_OF)
    low, high = _amount(line)
    if low is None:
        line.take(words.ARTICLE)
    unit = _size_and_unit(line, counted=low is not None)
    if low is not None and unit is None:
        _size_in_words(line)
    food = line.text[line.at :].strip()
    if low is None and unit is None:
        food, low, high, unit = _amount_after_food(food)
    name, preparation = _food(food, line.notes, keep_prepared=unit in words.CONTAINERS)
    if unit is None:
        name, unit = _unit_after_food(name)
    return {
        "raw": raw,
        "qty": low,
        "qty_max": high,
        "unit": unit,
        "name": name or food or raw,
        "preparation": ", ".join([part.group(1), *preparation] if part else preparation) or None,
        "note": "; ".join(line.notes) or None,
    }


def _plainly_written(raw: str) -> str:
    text = _VULGAR_PATTERN.sub(_spelt_fraction, raw).replace("⁄", "/").replace("–", "-")
    return _COLHER.sub(r"\1 de \2", text)


def _spelt_fraction(match: re.Match[str]) -> str:
    whole, fraction = match.groups()
    return f"{whole} {_VULGAR[fraction]}" if whole else _VULGAR[fraction]


def _amount(line: _Line) -> tuple[float | None, float | None]:
    """One number, or the two ends of a range."""
    line.take(words.ABOUT)
    low = _number(line)
    if low is None:
        return _amount_in_words(line), None
    before = line.at
    if line.take(words.RANGE):
        high = _number(line)
        if high is not None and high > low:
            return low, high
        line.at = before
    return low, None


def _number(line: _Line) -> float | None:
    match = line.take(_NUMBER)
    value = _value(match.group()) if match else None
    return value if value is not None and value <= LARGEST_AMOUNT else None


def _value(written: str) -> float | None:
    whole, _, fraction = re.sub(r"\s?/\s?", "/", written).replace("-", " ").rpartition(" ")
    if "/" in fraction:
        over, under = fraction.split("/")
        if not int(under) or len(over) > 9 or len(under) > 9 or len(whole) > 9:
            return None
        return _tidy(int(whole or 0) + int(over) / int(under))
    if len(written) > 15:
        return None
    grouped = re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+", written)
    return _tidy(float(written.replace(",", "" if grouped else ".", -1 if grouped else 1)))


def _tidy(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def _amount_in_words(line: _Line) -> float | None:
    match = _WORD.match(line.text, line.at)
    value = words.NUMBERS.get(match.group().lower()) if match else None
    if match is None or value is None or line.text[match.end() : match.end() + 1] != " ":
        return None
    line.at = match.end() + 1
    if value < 1:
        line.take(words.ARTICLE)
        line.take(words.OF)
        line.take(words.ARTICLE)
    return value


def _size_and_unit(line: _Line, *, counted: bool) -> str | None:
    """The unit, past everything that may stand before or after it: sizes, adjectives, the same in other units."""
    if counted:
        _size_of_one(line)
    unit = _unit(line)
    if unit is not None and counted:
        _same_in_other_units(line)
        unit = _container_after(line, unit)
    if unit is not None:
        line.take(_AFTER_UNIT)
        line.take(words.OF)
    return unit


def _size_of_one(line: _Line) -> None:
    """`2 (14-ounce) cans`, `One 26-ounce can`, `4 x 150g fillets`: the size is a note."""
    start = line.at
    times = line.take(_TIMES)
    if not times and line.take(_BRACKET):
        line.note(start)
        return
    if line.text[line.at : line.at + 1] == " ":
        line.at += 1
    size = line.at
    if _number(line) is None:
        line.at = start if not times else size
        return
    if line.take(_SECOND_SIZE):
        _number(line)
    line.take(_GAP)
    unit = unit_at(line.text, line.at)
    if unit is None:
        line.at = start
        return
    line.at = unit.end
    _same_in_other_units(line)
    line.note(size)
    line.take(_GAP)


def _size_in_words(line: _Line) -> None:
    """`2 large eggs` are eggs."""
    start = line.at
    line.take(_GAP)
    size = line.take(words.SIZE)
    if size and line.at < len(line.text):
        line.notes.append(size.group().strip(" ,"))
    else:
        line.at = start


def _unit(line: _Line) -> str | None:
    start = line.at
    line.take(_GAP)
    for _ in range(3):
        match = unit_at(line.text, line.at)
        if match and _leaves_food(line.text, match):
            line.at = match.end
            return match.unit
        if not line.take(words.MODIFIER):
            break
    line.at = start
    return None


def _leaves_food(text: str, match: UnitMatch) -> bool:
    """`4 cloves` are cloves, `1 head-on prawn` is no head: a unit measures something that is named after it."""
    rest = text[match.end :]
    if rest[:1] == "-" and rest[1:2].isalpha() and match.unit not in words.LENGTHS:
        return False
    if match.unit in words.ALSO_FOODS:
        rest = rest.split(",")[0]
    return bool(_WORD.search(_BRACKETS.sub(" ", rest)))


def _same_in_other_units(line: _Line) -> None:
    """Skips `/8fl oz`, `(240 ml)`, ` plus 2 tablespoons` and the like, which become notes."""
    for _ in range(4):
        start = line.at
        bracket = _BRACKET.match(line.text, line.at)
        if bracket and any(character.isdigit() for character in bracket.group(1)):
            line.at = bracket.end()
        elif not _another_amount(line):
            line.at = start
            return
        line.note(start)


def _another_amount(line: _Line) -> bool:
    if not line.take(words.JOIN) or _number(line) is None:
        return False
    if line.take(words.RANGE):
        _number(line)
    line.take(_GAP)
    unit = unit_at(line.text, line.at)
    if unit is None:
        return False
    line.at = unit.end
    return True


def _container_after(line: _Line, unit: str) -> str:
    """`14 oz package sausages` is weighed; that it comes in a package is a note."""
    start = line.at
    line.take(_GAP)
    match = unit_at(line.text, line.at)
    if (
        match
        and (match.unit in words.CONTAINERS or match.unit in ("piece", "block"))
        and _leaves_food(line.text, match)
    ):
        line.at = match.end
        line.note(start)
        return unit
    line.at = start
    return unit


def _amount_after_food(food: str) -> tuple[str, float | None, float | None, str | None]:
    """`Mehl 200 g`: some kitchens name the food first."""
    for gap in reversed(list(_AMOUNT_AT_END.finditer(food[:200]))):
        tail = _Line(food, gap.end())
        low, high = _amount(tail)
        tail.take(_GAP)
        unit = unit_at(food, tail.at)
        rest = food[unit.end if unit else tail.at :].strip(" .)")
        if low is not None and not rest and (unit or ":" in gap.group() or "-" in gap.group()) and gap.start():
            return food[: gap.start()].strip(" :-"), low, high, unit.unit if unit else None
    return food, None, None, None


def _food(food: str, notes: list[str], *, keep_prepared: bool) -> tuple[str, list[str]]:
    """The food's name and what is done to it; remarks of other kinds are added to the notes."""
    notes += [remark.strip() for remark in _BRACKETS.findall(food) if remark.strip()]
    name, *rest = _name_and_rest(_BRACKETS.sub(" ", food).strip(" ,;:-"))
    done: list[str] = []
    for part in rest:
        (notes if words.NOTE.match(part) else done).append(part)
    name, *remarks = words.NOTE_WITHOUT_COMMA.split(name, maxsplit=1)
    notes += remarks
    name, *cuts = words.CUT.split(name, maxsplit=1)
    prepared = ""
    if not keep_prepared:
        name, prepared = _without_prepared(name)
    return _DANGLING.sub("", name.strip(" .,:;*")), [*filter(None, [prepared]), *cuts, *done]


def _name_and_rest(food: str) -> list[str]:
    """Splits at commas, but not at those within the name: `boneless, skinless thighs`, `kale, or chard`."""
    parts = [part for part in _COMMA.split(food) if part] or [""]
    if _is_enumeration(parts):
        return [", ".join(parts)]
    if len(parts) > 1 and words.ALTERNATIVE.match(parts[1]):
        parts[:2] = [f"{parts[0]}, {parts[1]}"]
    while len(parts) > 1 and all(word.lower() in words.DESCRIBING for word in parts[0].split()):
        parts[:2] = [f"{parts[0]}, {parts[1]}"]
    return parts


def _is_enumeration(parts: list[str]) -> bool:
    """`olive, sunflower or walnut oil`: several foods, and nothing done to any of them."""
    if len(parts) < 3 and not (len(parts) == 2 and " or " in parts[1]):
        return False
    if not _CONJUNCTION.search(parts[-1]) or any(map(words.NOTE.match, parts[1:-1])):
        return False
    spoken = {word for part in parts[1:] for word in part.lower().split()}
    done = any(word.endswith(("ed", "ly", "less")) or word[:1].isdigit() for word in spoken)
    return not done and not spoken & (words.PREPARED | words.NO_ENUMERATION)


def _without_prepared(name: str) -> tuple[str, str]:
    """`finely chopped onion` is onion, finely chopped. Where no food would be left, nothing is taken away."""
    spoken = name.split()
    lower = [word.lower().strip(",") for word in spoken]
    prepared = {at for at in range(len(lower)) if _is_preparation(lower, at)}
    for at in sorted(prepared):
        before = at - 1
        while before >= 0 and (lower[before] in words.ADVERBS or (lower[before] == "and" and before - 1 in prepared)):
            prepared.add(before)
            before -= 1
    left = [word for at, word in enumerate(spoken) if at not in prepared]
    if not left or not prepared:
        return name, ""
    return " ".join(left), " ".join(spoken[at] for at in sorted(prepared))


def _is_preparation(lower: list[str], at: int) -> bool:
    """Ground cumin is a spice, freshly ground pepper is pepper."""
    return lower[at] in words.PREPARED or (lower[at] == "ground" and at > 0 and lower[at - 1] in words.ADVERBS)


def _unit_after_food(name: str) -> tuple[str, str | None]:
    """`3 garlic cloves` are three cloves of garlic."""
    food, _, last = name.rpartition(" ")
    match = unit_at(last, 0) if food else None
    if match is None or match.end != len(last) or match.unit not in words.UNIT_AFTER_FOOD:
        return name, None
    if food.split()[-1].lower() in ("whole", "ground"):
        return name, None
    return food, match.unit
