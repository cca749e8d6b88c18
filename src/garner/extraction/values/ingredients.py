"""Parse one line of a recipe's ingredients: amount, food, preparation.

The line is read from the left: an amount, optionally the size of one piece, a unit, the same amount in other units, and
then the food, which `ingredient_food` splits. Some kitchens name the food first; then the amount is searched for after
it. Reading is by position over the text as written: except for spelt-out fractions and brackets within brackets,
nothing is reworded.
"""

import re
from dataclasses import dataclass, field

from garner.extraction.values import ingredient_words as words
from garner.extraction.values.ingredient_food import BRACKETS, flat_brackets, read_food
from garner.extraction.values.units import UnitMatch, unit_at
from garner.kinds.recipe.model import IngredientLine

MAX_LINE = 1_000
MAX_AMOUNT = 1_000_000
_A_TON = 1_000  # kilogrammes or litres: no recipe uses so many
MAX_HEADING_LENGTH = 60

_VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_ANY_VULGAR = f"[{''.join(_VULGAR)}]"
# Several of them in a row are not a number.
_VULGAR_PATTERN = re.compile(rf"(?<!{_ANY_VULGAR})(?:(\d)\s?)?({_ANY_VULGAR})(?!{_ANY_VULGAR})")
_PLAIN: dict[int, int | None] = {
    wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)
}  # full-width digits, letters and signs
_PLAIN |= str.maketrans("⁄∕–−", "//--", "\u00ad\u200b\u200d\u200e\u200f\u2060\ufeff")
_COLHER = re.compile(r"\b(colher(?:es)?|x[ií]caras?) \((?:de )?(sopa|chá|sobremesa)\)", re.I)
_NUMBER = re.compile(
    r"\d+(?: (?:(?:and|und|et|y|e|i|en|och|og|и|&) )?|-|と)\d\s?/\s?\d+|\d\s?/\s?\d+|"
    r"\d{1,3}(?:,\d{3})+(?![\d,])|[1-9]\d{0,2}[ .]000(?!\d)|\d*[.,]?\d+"
)
_DIGITS = re.compile(r"\d+")
_PERCENT = re.compile(r"\s?%")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?:,\d{3})+|[ .]000)\Z")
_SEPARATOR = re.compile(r"[ .,]")
_BULLET = re.compile(r"[\s\-*•·▢□☐▪◦‣–—+~]++")
_LIST_MARK = re.compile(r"\A(?:[•·▢□☐▪◦‣●○▶✓✔]\s*|[-–—*]\s+)+")
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[\s-]*")
_AFTER_UNIT = re.compile(r"[\s.,/]*")
_TIMES = re.compile(r"\s*[x×]\s*(?=\d)|\s*[x×]\s+", re.I)
_SIZE_AHEAD = re.compile(r"\s?(?:[x×(]|\d)", re.I)
_MORE_AHEAD = re.compile(r"\s?(?:[(/|+&\d-]|plus\b|and\b|or\b|und\b|et\b)", re.I)
_SECOND_SIZE = re.compile(r"\s*-?\s*(?:to|or|-)\s*(?=\d)")
_BRACKET = re.compile(r"\s*\(([^()]{1,200})\)\s*")
_AMOUNT_LATER = re.compile(
    r"(?:\s*[:…：-]+\s*|\s*\(\s*|\s+|(?<=[\u3040-\u30ff\u4e00-\u9fff]))(?=\d|[大小][さ匙]|カップ)"
)
_COUNT_AT_THE_END = re.compile(r"(?P<food>.*[^\W\d_]{3,}) (?P<count>[1-9]\d?)\Z")
_ENDS_AMOUNT = re.compile(r"\s*[.)]?\s*(?:\Z|[,;(])")
_HEADING_MARKS = re.compile(r"(?:\*\*|==+|--+|~~+|##+)\s*(\w[^*=~#]*?)\s*(?:\*\*|==+|--+|~~+|##+):?\Z")
_DIGIT = re.compile(r"\d")
_NO_HEADING = re.compile(r"[\d,:]")


@dataclass(slots=True)
class _Line:
    """A line and the position up to which it has been read."""

    text: str
    at: int = 0
    notes: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)  # preparation that stands before the unit

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def is_at_digit(self) -> bool:
        return self.text[self.at : self.at + 1].isdigit()

    def note(self, start: int) -> None:
        if remark := self.text[start : self.at].strip(" ()/-,"):
            self.notes.append(remark)


def parse_ingredient(raw: str) -> IngredientLine:
    """Return the line as data. Nothing is lost: `raw` keeps it as it was written.

    `unit` is the page's own word for it, in the singular (`tbsp`, `EL`), and `canonical_unit` the one English name that
    all its spellings share (`tablespoon`). It is the unit of `qty`: cans in `2 (14-ounce) cans`, a handful in `1 large
    handful`, none in `4 x 150g fillets`, because `4 g` of fish would be wrong; such sizes are kept in `note`. `qty` is
    a number, or for a range its usual notation (`2-3`), which no single number expresses; `qty_min` and `qty_max` are
    always numbers.
    """
    line = _Line(_plainly_written(raw[:MAX_LINE]))
    _preamble(line)
    low, high, unit = _measure(line)
    food = line.text[line.at :].strip()
    if low is None and unit is None:
        food, low, high, unit = _amount_after_food(food, line.notes)
    keep_prepared = unit is not None and unit.unit in words.CONTAINERS
    if low and low >= _A_TON and unit is not None and unit.unit in ("kg", "l"):
        low = _tidy(low / 1_000)  # 5.000 kg are five where 0.250 is written
    measured = low is not None or unit is not None
    name, preparation = read_food(food, line.notes, measured=measured, keep_prepared=keep_prepared)
    if unit is None:
        name, unit = _unit_after_food(name, line.notes)
    return {
        "raw": raw,
        "qty": low if high is None else f"{low:g}-{high:g}",
        "qty_min": low,
        "qty_max": low if high is None else high,
        "unit": unit.written if unit else None,
        "canonical_unit": unit.unit if unit else None,
        "name": name or food or raw,
        "preparation": ", ".join([*line.done, *preparation]) or None,
        "note": "; ".join(line.notes) or None,
    }


def without_bullet(line: str) -> str:
    """Return the line without its bullet."""
    return _LIST_MARK.sub("", line, count=1)


def group_heading(line: str) -> str | None:
    """Return the group that a heading names: `For the sauce:` is not an ingredient but names the lines that follow
    it."""
    text = line.strip()
    if not text or len(text) > MAX_HEADING_LENGTH:
        return None
    if marked := _HEADING_MARKS.match(text):
        return marked.group(1).rstrip(": ")
    heading = text.rstrip(": ：")
    if not heading or _DIGIT.match(_plainly_written(heading)):
        return None
    if heading == text and (not words.HEADING.match(heading) or _NO_HEADING.search(heading)):
        return None
    return heading


def _plainly_written(raw: str) -> str:
    text = " ".join(raw.split())
    if not text.isascii():
        text = _VULGAR_PATTERN.sub(_spelt_fraction, text).translate(_PLAIN)
    if "(" in text:
        text = _COLHER.sub(r"\1 de \2", text)
    return flat_brackets(text)


def _spelt_fraction(match: re.Match[str]) -> str:
    whole, fraction = match.groups()
    return f"{whole} {_VULGAR[fraction]}" if whole else _VULGAR[fraction]


def _preamble(line: _Line) -> None:
    """Read the text before the amount that is not part of it: `Optional:`, `a little`. `Juice of` is a preparation."""
    line.take(_BULLET)
    if line.is_at_digit():  # nearly every line: skips the patterns below
        return
    if purpose := line.take(words.OPTIONAL):
        line.notes.append(purpose.group(1).lower())
    elif little := line.take(words.A_LITTLE):
        line.notes.append(little.group().strip())
    if part := line.take(words.PART_OF):
        line.done.append(part.group(1))


def _measure(line: _Line) -> tuple[float | None, float | None, UnitMatch | None]:
    before = _unit_before_amount(line)
    low, high = _amount(line)
    if before:
        line.take(_AFTER_UNIT)
        line.take(words.OF)
        return low, high, before
    article = line.take(words.ARTICLE) if low is None else None
    if article:
        low, high = _amount(line)
    counted = low is not None
    unit = _size_and_unit(line, counted=counted, has_article=article is not None)
    if counted:
        _size_in_words(line)
    if counted and unit is None and line.take(_GAP) and line.take(words.OF):
        line.take(words.ARTICLE)  # 1/4 de grenade, 1/2 of an onion
    return low, high, unit


def _unit_before_amount(line: _Line) -> UnitMatch | None:
    """Read a unit that stands before its amount: `大さじ1 醤油`, `gr. 200 di farina`."""
    unit = None if line.is_at_digit() else unit_at(line.text, line.at)
    if unit is None or (unit.written.isascii() and unit.unit not in words.METRIC):
        return None
    amount = _AFTER_UNIT.match(line.text, unit.end)
    if amount is None or not line.text[amount.end() : amount.end() + 1].isdigit():
        return None
    line.at = amount.end()
    return unit


def _amount(line: _Line) -> tuple[float | None, float | None]:
    """Read one number, or the two ends of a range."""
    if not line.is_at_digit():
        line.take(words.ABOUT)
    low = _number(line)
    if low is None:
        return _amounts_in_words(line)
    before = line.at
    if line.take(words.RANGE):
        high = _number(line)
        if high is not None and high > low:
            return low, high
        line.at = before
    return (low * 12 if line.take(words.DOZEN) else low), None


def _number(line: _Line) -> float | None:
    match = _NUMBER.match(line.text, line.at)
    if match is None or _PERCENT.match(line.text, match.end()):  # 70% chocolate is a kind of chocolate
        return None
    line.at = match.end()
    value = _value(match.group())
    return value if value is not None and value <= MAX_AMOUNT else None


def _value(written: str) -> float | None:
    if written.isdecimal():
        return int(written)
    if "/" in written:
        return _fraction(written)
    if len(written) > 15:
        return None
    if _GROUPED.match(written):
        return int(_SEPARATOR.sub("", written))
    return _tidy(float(written.replace(",", ".")))


def _fraction(written: str) -> float | None:
    *whole, over, under = _DIGITS.findall(written)
    if max(map(len, (*whole, over, under))) > 9 or not int(under):
        return None
    return _tidy(sum(map(int, whole)) + int(over) / int(under))


def _tidy(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def _amounts_in_words(line: _Line) -> tuple[float | None, float | None]:
    low = _amount_in_words(line)
    if low is None:
        return None, None
    before = line.at
    high = _amount_in_words(line) if low >= 1 and line.take(words.RANGE_IN_WORDS) else None
    if high is not None and high > low:
        return low, high
    line.at = before
    return (_tidy(low * 12) if line.take(words.DOZEN) else low), None


def _amount_in_words(line: _Line) -> float | None:
    match = _WORD.match(line.text, line.at)
    value = words.NUMBERS.get(match.group().lower()) if match else None
    if match is None or value is None:
        return None
    end = match.end()
    if value >= 20 and line.text[end : end + 1] == "-" and (ones := _WORD.match(line.text, end + 1)):
        value, end = value + words.NUMBERS.get(ones.group().lower(), 0), ones.end()
    is_joined = value < 1 and line.text[end : end + 1] == "-" and unit_at(line.text, end + 1) is not None
    if line.text[end : end + 1] != " " and not is_joined:  # une demi-cuillère
        return None
    line.at = end + 1
    if value < 1:
        line.take(words.ARTICLE)
        line.take(words.OF)
        line.take(words.ARTICLE)
    return value


def _size_and_unit(line: _Line, *, counted: bool, has_article: bool) -> UnitMatch | None:
    """Read the unit with the sizes, adjectives and amounts in other units that may stand before or after it."""
    if counted:
        _size_in_words(line)
        _size_of_one(line)
    start = line.at
    unit = _unit(line)
    if unit is None:
        return None
    if counted:
        _same_in_other_units(line)
        _container_after(line)
    line.take(_AFTER_UNIT)
    if level := line.take(words.LEVEL):
        line.notes.append(level.group().strip())
    of = line.take(words.OF)
    if counted or has_article or of or unit.unit in words.UNCOUNTED:
        return unit
    line.at = start  # pot roast
    return None


def _size_of_one(line: _Line) -> None:
    """Read the size of one piece as a note: `2 (14-ounce) cans`, `One 26-ounce can`, `4 x 150g fillets`."""
    if not _SIZE_AHEAD.match(line.text, line.at):
        return
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
    _up_to_second_size(line)
    before = len(line.notes)
    _same_in_other_units(line)
    del line.notes[before:]
    line.note(size)
    line.take(_GAP)


def _up_to_second_size(line: _Line) -> None:
    """Read the second end of a range with a unit at both ends: `One 1-pound to 2-pound loaf`."""
    start = line.at
    if line.take(_SECOND_SIZE) and _number(line) is not None:
        line.take(_GAP)
        if unit := unit_at(line.text, line.at):
            line.at = unit.end
            return
    line.at = start


def _size_in_words(line: _Line) -> None:
    """Read a size in words as a note: `2 large eggs` are eggs, `1 large 14-ounce can` is a can."""
    start = line.at
    line.take(_GAP)
    size = line.take(words.SIZE)
    if size and line.at < len(line.text):
        line.notes.append(size.group().strip(" ,"))
    else:
        line.at = start


def _unit(line: _Line) -> UnitMatch | None:
    start = line.at
    line.take(_GAP)
    first = line.at
    for _ in range(3):
        match = unit_at(line.text, line.at)
        if match and _leaves_food(line.text, match):
            line.note(first)
            line.at = match.end
            return match
        if not line.take(words.MODIFIER) and not line.take(words.OF):
            break
    line.at = start
    return _unit_after_preparation(line)


def _unit_after_preparation(line: _Line) -> UnitMatch | None:
    """Read a unit after a preparation: `12 finely minced cloves of garlic`."""
    start = line.at
    line.take(_GAP)
    first = line.at
    while (word := _WORD.match(line.text, line.at)) and line.text[word.end() : word.end() + 1] == " ":
        lower = word.group().lower()
        if lower not in words.ADVERBS and lower not in words.PREPARED:
            break
        line.at = word.end() + 1
    match = unit_at(line.text, line.at) if line.at > first else None
    if match and match.unit in words.UNIT_AFTER_FOOD and _leaves_food(line.text, match):
        line.done.append(line.text[first : line.at].strip())
        line.at = match.end
        return match
    line.at = start
    return None


def _leaves_food(text: str, match: UnitMatch) -> bool:
    """Return whether a food is named after the unit: `4 cloves` are cloves, `1 head-on prawn` is not a head."""
    after = text[match.end : match.end + 2]
    if after[:1] == " " and after[1:].isalpha() and match.unit not in words.ALSO_FOODS:
        return True
    if after[:1] == "-" and after[1:].isalpha() and match.unit not in words.LENGTHS:
        return False
    rest = text[match.end :]
    if match.unit in words.ALSO_FOODS:
        rest = rest.split(",")[0]
    return bool(_WORD.search(BRACKETS.sub(" ", rest)))


def _same_in_other_units(line: _Line) -> None:
    """Move `/8fl oz`, `(240 ml)`, ` plus 2 tablespoons` and the like to the notes."""
    for _ in range(4):
        if not _MORE_AHEAD.match(line.text, line.at):
            return
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


def _container_after(line: _Line) -> None:
    """Read a container after the unit as a note: `14 oz package sausages` is weighed, and comes in a package."""
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
    else:
        line.at = start


def _amount_after_food(food: str, notes: list[str]) -> tuple[str, float | None, float | None, UnitMatch | None]:
    """Read an amount after the food, as some kitchens write it: `Mehl 200 g`, `Butter 100g/4oz, softened`, `砂糖
    大さじ2`."""
    for gap in list(_AMOUNT_LATER.finditer(food[:200]))[:8]:
        if not gap.start():
            continue
        tail = _Line(food, gap.end())
        before = unit_at(food, tail.at)
        if before:
            tail.at = before.end
        low, high = _amount(tail)
        tail.take(_GAP)
        unit = before or unit_at(food, tail.at)
        if unit:
            tail.at = max(tail.at, unit.end)
            _same_in_other_units(tail)
        rest = _ENDS_AMOUNT.match(food, tail.at)
        if low is None or not rest or not (unit or gap.group().strip(" (")) or (unit and unit.unit in words.LENGTHS):
            continue
        notes += tail.notes
        return f"{food[: gap.start()].strip(' :-')} {food[tail.at :].strip(' .)')}".strip(), low, high, unit
    counted = _COUNT_AT_THE_END.match(food)
    if counted and not words.NUMBERED.search(counted["food"]):
        return counted["food"], int(counted["count"]), None, None  # Uova 4
    return food, None, None, None


def _unit_after_food(name: str, notes: list[str]) -> tuple[str, UnitMatch | None]:
    """Read a unit after the food: `3 garlic cloves` are three cloves of garlic."""
    food, _, last = name.rpartition(" ")
    match = unit_at(last, 0) if food else None
    if match is None or match.end != len(last) or not _follows_food(match.unit, food.split()[-1].lower()):
        return name, None
    modifier = words.MODIFIER.match(food)
    if modifier and modifier.group().strip().lower() not in ("fresh", "whole"):
        notes.append(modifier.group().strip())
        food = food[modifier.end() :]
    return food, match


def _follows_food(unit: str, food: str) -> bool:
    if unit in words.ONLY_AFTER:
        return food in words.ONLY_AFTER[unit]
    return unit in words.UNIT_AFTER_FOOD and food not in words.NOT_AFTER
