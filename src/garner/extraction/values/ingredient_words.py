"""The words that separate the parts of an ingredient line, in the languages that recipe pages are written in."""

import re

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__, "ingredient_words")


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORDS.words(name))


def _pattern(name: str, after: str = "") -> re.Pattern[str]:
    return re.compile(f"(?:{_WORDS.pattern(name)}){after}", re.I)


def _before(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\s(?=(?:{alternatives}))", re.I)


def _number(digits: str) -> float:
    return float(digits) if "." in digits else int(digits)


NUMBERS = {word: _number(digits) for word, digits in _WORDS.keys_by_word("numbers").items()}
DOZEN = re.compile(rf"\s*(?:{_WORDS.pattern('dozen')})(?:\s+|\Z)", re.I)

# An article is not an amount: "a pinch of salt" does not mean one pinch any more than "a little salt" does.
ARTICLE = _pattern("article", r"\s+")
A_LITTLE = _pattern("a_little", r"\s*(?<=[\s'’])")
ABOUT = _pattern("about", r"\s*(?=\d)")
OPTIONAL = re.compile(r"(optional(?:ly)?|garnish|for (?:garnish|serving)|to (?:serve|garnish))\s*:\s*(?=\S)", re.I)
PART_OF = re.compile(
    rf"((?:[^\W\d_]+ ){{0,3}}(?:{_WORDS.pattern('part_of')})"
    r"(?: (?:and|&|or|und|et) [a-z]+){0,2}) (?:(?:of|from|von|de|di|van)\s+|d['’]\s*)"
    r"(?=\.?\d|half|one|two|an? |einer |une? |una? |een )",
    re.I,
)
RANGE_IN_WORDS = _pattern("range_in_words", r"\s+")
RANGE = re.compile(rf"\s*(?:{_WORDS.pattern('range')})\s*(?=\d)", re.I)
JOIN = re.compile(r"\s*(?:/|\||\+|&|\bplus\b|\band\b|\bor\b|\bund\b|\bet\b|-)?\s*(?=\d)", re.I)
OF = _pattern("of", r"(?:\s+|(?<=['’の]))")
_ONE_SIZE = (
    r"(?:very |extra[ -]?)?(?:large|small|medium|big|lg|sm|md|(?:even|good|medium|regular)-sized?)(?:[- ]sized?)?"
)
# Two small ones may replace a large one: `1 large or 2 small onions`.
SIZE = re.compile(
    rf"(?:{_ONE_SIZE}(?:[- ]to[- ]\w+|-large|-small|,? or (?:[\d/. ]{{1,8}} |[a-z]+ )?{_ONE_SIZE})?(?:,\s*|\s+))++"
    r"(?!or |dry |curry |oat|grain |eggs? size)",
    re.I,
)
LEVEL = _pattern("level", r"\s+")
MODIFIER = _pattern("modifier", r"[\s-]+")

NOTE = _pattern("note")
NOTE_WITHOUT_COMMA = _before(_WORDS.pattern("note_without_comma"))
CUT = _before(
    r"(?:(?!packed|prepared|flavou?red|cured|covered|stuffed|based)\w+ed|cut|torn|beaten|broken|split|ground) "
    r"(?:in|into|on|from|to|with|crosswise|lengthwise|lengthways|\d)\b|"
    r"cut (?:up|thick|thin)\b"
)
ALTERNATIVE = re.compile(r"or (?!to taste|more|as |less|use|until|if|\d|an? |about|enough|other|one |two |half )", re.I)

PREPARED = _words("prepared")
# Other words for preparations: participles and the shapes that food is cut into. Case matters: a German word with a
# capital is a noun.
DONE = re.compile(rf"\b(?:{_WORDS.pattern('done')})\b|^(?:{_WORDS.pattern('done_begins')})")
ADVERBS = _words("adverbs")
DESCRIBING = _words("describing")
# A first part of describing words alone is not yet a food; words with these endings only look like participles.
NO_PARTICIPLE = ("seed", "weed", "bread")
JOINING = _words("joining")
TINNED = _words("tinned")
NO_FOOD = _words("no_food")
NO_ENUMERATION = _words("no_enumeration")
# A word or two in brackets names the food once more, unless one of these is among them.
BRACKET_NOTES = _words("bracket_notes")

UNIT_AFTER_FOOD = _words("unit_after_food")
NOT_AFTER = _words("not_after")
# Of other foods these are pieces to eat: pork ribs, bay leaves, filo sheets.
ONLY_AFTER = {unit: frozenset(foods) for unit, foods in _WORDS.groups("only_after").items()}
UNCOUNTED = _words("uncounted")
CONTAINERS = _words("containers")
ALSO_FOODS = _words("also_foods")
LENGTHS = _words("lengths")
# After these a number is a name, not a count.
NUMBERED = re.compile(rf"(?:{_WORDS.pattern('numbered')})\Z|\d", re.I)
METRIC = _words("metric")

HEADING = _pattern("heading")
