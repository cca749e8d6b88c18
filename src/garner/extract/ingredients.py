"""One line of a recipe's ingredients: how much, of what, prepared how.

The line is read from the left: an amount, perhaps the size of one piece, a unit, the same amount in other units, and
then the food. What follows a comma is how it is prepared, what stands in brackets is a note, and both are told apart
by the words they begin with. Reading is by position over the text as written, so that nothing is reworded.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from garner.extract.units import UnitMatch, unit_at

MAX_LINE = 1_000
LARGEST_AMOUNT = 1_000_000

_VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_VULGAR_PATTERN = re.compile(f"(?:(\\d)\\s?)?([{''.join(_VULGAR)}])")
_WORD_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "dozen": 12, "half": 0.5, "quarter": 0.25, "zwei": 2, "drei": 3, "vier": 4,
    "deux": 2, "trois": 3, "quatre": 4, "due": 2, "tre": 3, "quattro": 4, "dos": 2, "tres": 3, "cuatro": 4,
    "twee": 2, "drie": 3, "dwa": 2, "dwie": 2, "trzy": 3, "halbe": 0.5, "halber": 0.5, "demi": 0.5, "halve": 0.5,
}  # fmt: skip

_NUMBER = re.compile(r"\d+(?:\s+|-)\d+\s?/\s?\d+|\d+\s?/\s?\d+|\d{1,3}(?:,\d{3})+(?![\d,])|\d+(?:[.,]\d+)?")
_RANGE = re.compile(r"\s*(?:-|\bto\b|\bor\b|\bbis\b|\bà\b|\btot\b|\ba\b|\bou\b|\boder\b|~)\s*(?=\d)", re.I)
_BULLET = re.compile(r"[\s\-*•·▢□☐▪◦‣–—+~]+(?=[^\s])")
_ABOUT = re.compile(
    r"(?:about|approx(?:imately)?\.?|around|roughly|ca\.?|circa|etwa|environ|ongeveer|około|up to|generous|scant|"
    r"heaped|heaping|rounded|level|good|each)\s+(?=[\d½⅓⅔¼¾])",
    re.I,
)
_ARTICLE = re.compile(
    r"(?:(?:a )?few|some|ein paar|einige|quelques|an?|eine?|einen|une?|una|uno|um|uma|een|en|ett)\s+", re.I
)
_PART_OF = re.compile(
    r"((?:[a-z]+ )?(?:juice|zest|rind|peel|saft|jus|zeste|jugo|zumo|succo|scorza|sap)(?: (?:and|&|or|und|et) [a-z]+){0,2})"
    r" (?:of|from|von|de|d'|di|van)\s+(?=\d|half|one|two|an? )",
    re.I,
)
_OPTIONAL = re.compile(r"optional\s*:\s*", re.I)
_SIZE = re.compile(
    r"(?:(?:very |extra[ -]?)?(?:large|small|medium|big|lg|sm|md)(?:[- ]sized?)?(?:[- ]to[- ]\w+)?[,\s]+)+",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+")
_HYPHENATED = re.compile(r"[\s-]*")
_TIMES = re.compile(r"\s*[x×]\s*(?=\d)|\s*[x×]\s+", re.I)
_BRACKET = re.compile(r"\s*\(([^()]{1,200})\)\s*")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]?\s*")
_JOIN = re.compile(r"\s*(?:/|\||\+|&|\bplus\b|\band\b|\bor\b|\bund\b|\bet\b|-)?\s*(?=\d)", re.I)
_OF = re.compile(
    r"(?:of the|of|each|de la|del|della|dello|de l['’]|de|di|du|des|d['’]|von|van|do|da)(?:\s+|(?<=['’]))",
    re.I,
)
_MODIFIER = re.compile(
    r"(?:heaping|heaped|rounded|level|scant|generous|good|healthy|hefty|large|small|medium|big|thick|thin|fat|full|"
    r"packed|long|whole|gehäufte?r?|gestrichene?r?|große?r?|kleine?r?|grande|petite?|kleine|grote|thumb-sized?|"
    r"fist-sized?|medium-sized?|lg|sm|md|fresh|bonnes?|belle|colm[oi]|rasi?)(?:[\s-]+)",
    re.I,
)
_AMOUNT_AT_END = re.compile(r"(?:\s*[:–-]\s*|\s+)(?=\d)")

_COMMA = re.compile(r"\s*(?:,(?!\d)|;|\s[-–—]\s)\s*")
_NOTE = re.compile(
    r"(?:to (?:taste|serve|garnish|finish|decorate|cover|coat|grease|dust|drizzle)|for |optional|plus |preferably |such as "
    r"|about |or |if |as (?:needed|required|desired)|at room|see |like |depending|more |extra |zum |zur |nach |pour |per |para "
    r"|au goût|al gusto|q\.?b|voor |naar |do |według |i\.e\.|e\.g\.|i used|available|from )",
    re.I,
)
_ALTERNATIVE = re.compile(r"or (?!to taste|more|as |less|use|until|if|\d|a |an |about|enough|other)", re.I)
_TRAILING_NOTE = re.compile(
    r"\s+(?=(?:(?:or |or more )?to (?:taste|serve|garnish|finish|decorate|cover|coat|grease)\b|for (?:(?:\w+ )?\w+ing\b|garnish|the )|plus (?:more|extra|\d)"
    r"|as (?:needed|required|desired)\b|optional\b|nach (?:geschmack|belieben|bedarf)\b|zum \w+|q\.?\s?b\.?\Z|selon |al gusto"
    r"|such as |from a |at room |mixed with |dissolved in |from about |per \w+are\b|naar smaak\b|do smaku\b))",
    re.I,
)
_CUT = re.compile(
    r"\s+(?=(?:cut|torn|sliced|chopped|broken|separated|divided) (?:in|into|on|from|to|crosswise|lengthwise)\b)",
    re.I,
)
_PREPARED = frozenset(
    [
        "chopped",
        "grated",
        "minced",
        "sliced",
        "diced",
        "shredded",
        "peeled",
        "cubed",
        "sifted",
        "slivered",
        "chilled",
        "squeezed",
        "cleaned",
        "melted",
        "softened",
        "warmed",
        "mashed",
        "julienned",
        "strained",
        "snipped",
        "shaved",
        "poached",
        "skinned",
        "crumbled",
        "pureed",
        "shucked",
        "beaten",
        "quartered",
        "halved",
        "trimmed",
        "rinsed",
        "drained",
        "thawed",
        "cored",
        "seeded",
        "deseeded",
        "deveined",
        "steamed",
        "cooked",
        "toasted",
        "shelled",
        "cracked",
        "packed",
        "crosswise",
        "lengthwise",
        "hard-boiled",
        "soft-boiled",
        "washed",
        "scrubbed",
        "pressed",
        "zested",
        "juiced",
        "stemmed",
        "gehackt",
        "gehackte",
        "gehackter",
        "gerieben",
        "geriebene",
        "geriebener",
        "haché",
        "hachée",
        "hachés",
        "râpé",
        "râpée",
        "émincé",
        "émincée",
        "picado",
        "picada",
        "picados",
        "tritato",
        "tritata",
        "grattugiato",
        "rallado",
        "rallada",
        "gesneden",
        "fijngehakt",
        "posiekana",
        "starty",
    ]
)
_ADVERBS = frozenset(
    [
        "finely",
        "freshly",
        "thinly",
        "coarsely",
        "roughly",
        "lightly",
        "firmly",
        "loosely",
        "very",
        "well",
        "thickly",
        "gently",
        "slightly",
        "newly",
        "fein",
        "frisch",
        "grob",
        "finement",
        "fijn",
        "drobno",
    ]
)
_DESCRIBING = frozenset(
    [
        "boneless",
        "skinless",
        "fresh",
        "dried",
        "dry",
        "ripe",
        "large",
        "small",
        "medium",
        "sweet",
        "unsalted",
        "salted",
        "raw",
        "cold",
        "hot",
        "warm",
        "thick",
        "thin",
        "extra",
        "bone-in",
        "skin-on",
        "low-sodium",
        "organic",
        "whole",
        "firm",
        "hot",
        "lean",
        "plain",
        "good-quality",
        "cooked",
        "peeled",
        "chopped",
        "diced",
        "sliced",
        "minced",
    ]
)
_DANGLING = re.compile(r"\s+(?:and|or|&)\Z", re.I)
_UNIT_AFTER_FOOD = frozenset({"clove", "sprig", "stalk", "slice", "rib", "bunch", "head", "bulb", "stem", "rasher"})
_CONTAINERS = frozenset({"can", "jar", "package", "bottle", "bag", "box", "carton", "sachet", "container"})
_ALSO_FOODS = frozenset(
    {"clove", "leaf", "ear", "rib", "head", "stick", "stalk", "stem", "bulb", "loaf", "bar", "ball"}
)
_MEASURED_BY_LENGTH = frozenset({"inch", "cm", "mm"})


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
    line = _Line(_VULGAR_PATTERN.sub(_spelt_fraction, raw[:MAX_LINE]).replace("⁄", "/").replace("–", "-"))
    line.take(_BULLET)
    if line.take(_OPTIONAL):
        line.notes.append("optional")
    part = line.take(_PART_OF)
    low, high = _amount(line)
    if low is None:
        line.take(_ARTICLE)
    unit = _size_and_unit(line, counted=low is not None)
    food = line.text[line.at :].strip()
    if low is None and unit is None:
        food, low, high, unit = _amount_after_food(food)
    size = _SIZE.match(food) if low is not None and unit is None else None
    if size and size.end() < len(food):
        line.notes.append(size.group().strip(" ,"))
        food = food[size.end() :]
    name, preparation = _food(food, line.notes, keep_prepared=unit in _CONTAINERS)
    if part:
        preparation = ", ".join(filter(None, (part.group(1), preparation)))
    if unit is None:
        name, unit = _unit_after_food(name)
    return {
        "raw": raw,
        "qty": low,
        "qty_max": high,
        "unit": unit,
        "name": name or food or raw,
        "preparation": preparation or None,
        "note": "; ".join(line.notes) or None,
    }


def _spelt_fraction(match: re.Match[str]) -> str:
    whole, fraction = match.groups()
    return f"{whole} {_VULGAR[fraction]}" if whole else _VULGAR[fraction]


def _amount(line: _Line) -> tuple[float | None, float | None]:
    """One number, or the two ends of a range."""
    line.take(_ABOUT)
    low = _number(line)
    if low is None:
        return _amount_in_words(line), None
    before = line.at
    if line.take(_RANGE):
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
    value = _WORD_NUMBERS.get(match.group().lower()) if match else None
    if match is None or value is None or line.text[match.end() : match.end() + 1] != " ":
        return None
    line.at = match.end() + 1
    if value < 1:
        line.take(_ARTICLE)
        line.take(_OF)
        line.take(_ARTICLE)
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
        line.at += len(line.text[line.at :]) - len(line.text[line.at :].lstrip(" .,/"))
        line.take(_OF)
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
    if line.take(re.compile(r"\s*-?\s*(?:to|or|-)\s*(?=\d)")):
        _number(line)
    line.take(_HYPHENATED)
    unit = unit_at(line.text, line.at)
    if unit is None:
        line.at = start
        return
    line.at = unit.end
    _same_in_other_units(line)
    line.note(size)
    line.take(_HYPHENATED)


def _unit(line: _Line) -> str | None:
    start = line.at
    line.at += len(line.text[line.at :]) - len(line.text[line.at :].lstrip(" -"))
    for _ in range(3):
        match = unit_at(line.text, line.at)
        if match and _leaves_food(line.text, match):
            line.at = match.end
            return match.unit
        if not line.take(_MODIFIER):
            break
    line.at = start
    return None


def _leaves_food(text: str, match: UnitMatch) -> bool:
    """`4 cloves` are cloves, `1 head-on prawn` is no head: a unit measures something that is named after it."""
    rest = text[match.end :]
    if rest[:1] == "-" and rest[1:2].isalpha() and match.unit not in _MEASURED_BY_LENGTH:
        return False
    if match.unit in _ALSO_FOODS:
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
    if not line.take(_JOIN) or _number(line) is None:
        return False
    if line.take(_RANGE):
        _number(line)
    line.take(_HYPHENATED)
    unit = unit_at(line.text, line.at)
    if unit is None:
        return False
    line.at = unit.end
    return True


def _container_after(line: _Line, unit: str) -> str:
    """`14 oz package sausages` is weighed; the package is a note, unless a length made it one piece of that length."""
    start = line.at
    line.take(_HYPHENATED)
    match = unit_at(line.text, line.at)
    if match and (match.unit in _CONTAINERS or match.unit in ("piece", "block")) and _leaves_food(line.text, match):
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
        tail.take(_HYPHENATED)
        unit = unit_at(food, tail.at)
        rest = food[unit.end if unit else tail.at :].strip(" .)")
        if low is not None and not rest and (unit or ":" in gap.group() or "-" in gap.group()) and gap.start():
            return food[: gap.start()].strip(" :-"), low, high, unit.unit if unit else None
    return food, None, None, None


def _food(food: str, notes: list[str], *, keep_prepared: bool) -> tuple[str, str]:
    """The food's name and its preparation; remarks of other kinds are added to the notes."""
    for remark in _BRACKETS.findall(food):
        if remark.strip():
            notes.append(remark.strip())
    parts = [part for part in _COMMA.split(_BRACKETS.sub(" ", food).strip(" ,;:-")) if part]
    if _is_enumeration(parts):
        parts = [", ".join(parts)]
    elif len(parts) > 1 and _ALTERNATIVE.match(parts[1]):
        parts[:2] = [f"{parts[0]}, {parts[1]}"]
    while len(parts) > 1 and all(word.lower() in _DESCRIBING for word in parts[0].split()):
        parts[:2] = [f"{parts[0]}, {parts[1]}"]
    name = parts[0] if parts else ""
    preparation = []
    for part in parts[1:]:
        (notes if _NOTE.match(part) else preparation).append(part)
    name, *remarks = _TRAILING_NOTE.split(name, maxsplit=1)
    notes += remarks
    name, *cuts = _CUT.split(name, maxsplit=1)
    if not keep_prepared:
        name, prepared = _without_prepared(name)
        preparation = [*filter(None, [prepared]), *cuts, *preparation]
    else:
        preparation = [*cuts, *preparation]
    return _DANGLING.sub("", name.strip(" .,:;*")), ", ".join(preparation)


def _is_enumeration(parts: list[str]) -> bool:
    """`olive, sunflower or walnut oil`: several foods, and nothing done to any of them."""
    if len(parts) < 3 and not (len(parts) == 2 and " or " in parts[1]):
        return False
    if not re.search(r"\b(?:or|and|and/or)\b", parts[-1]) or any(map(_NOTE.match, parts[1:-1])):
        return False
    words = [word for part in parts[1:] for word in part.lower().split()]
    done = any(word in _PREPARED or word.endswith(("ed", "ly", "less")) or word[:1].isdigit() for word in words)
    return not done and not {"with", "into", "at", "only", "plus", "removed"} & set(words)


def _without_prepared(name: str) -> tuple[str, str]:
    """`finely chopped onion` is onion, finely chopped. Where no food would be left, nothing is taken away."""
    words = name.split()
    lower = [word.lower().strip(",") for word in words]
    prepared = {
        at
        for at, word in enumerate(lower)
        if word in _PREPARED or (word == "ground" and lower[at - 1 : at] and lower[at - 1] in _ADVERBS)
    }
    for at in sorted(prepared):
        before = at - 1
        while before >= 0 and (lower[before] in _ADVERBS or (lower[before] == "and" and before - 1 in prepared)):
            prepared.add(before)
            before -= 1
    left = [word for at, word in enumerate(words) if at not in prepared]
    if not left or not prepared:
        return name, ""
    return " ".join(left), " ".join(word for at, word in enumerate(words) if at in prepared)


def _unit_after_food(name: str) -> tuple[str, str | None]:
    """`3 garlic cloves` are three cloves of garlic."""
    food, _, last = name.rpartition(" ")
    match = unit_at(last, 0) if food else None
    if match is None or match.end != len(last) or match.unit not in _UNIT_AFTER_FOOD:
        return name, None
    if food.split()[-1].lower() in ("whole", "ground"):
        return name, None
    return food, match.unit
