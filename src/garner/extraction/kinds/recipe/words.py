"""The words that pages in any language use for the parts of a recipe: headings, labels and class names."""

import re
from collections.abc import Mapping

from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)


def _whole(words: str) -> re.Pattern[str]:
    """Return a pattern for a line that is one of these words alone, except for the marks and small words around
    headings."""
    return re.compile(rf"\W*(?:{words})\W*\Z", re.I)


_OF_THE_RECIPE = (
    r"(?: list\w*|liste| (?:you(?:'|’)ll |you )?need(?:ed)?)?"
    r"(?P<more> ?(?:\(|[-–:] ?)?\b(?:for|of|to|für|pour|para|per|voor|til|dla|do|от)\b.{0,60})?"
    r"(?:\s?[(（][^()（）]{1,40}[)）]|[\s/／・]*\d{1,2}\s?[人個枚本](?:分|份|前))?"
)
_BEFORE = rf"(?:(?:{_WORDS.pattern('before_heading')})\s+)?"

INGREDIENTS_HEADING = _whole(f"{_BEFORE}(?:{_WORDS.pattern('ingredients_heading')}){_OF_THE_RECIPE}")
INSTRUCTIONS_HEADING = _whole(
    rf"(?:(?:{_WORDS.pattern('before_instructions')})\s+)?(?:{_WORDS.pattern('instructions_heading')})"
)
OTHER_HEADING = _whole(
    rf"(?:\d{{1,5}}\s+)?(?:(?:{_WORDS.pattern('before_other')})\s*)*(?:{_WORDS.pattern('other_heading')})"
)

# Class and id names, in lower case. `text-direction`, `stepper` and the like have another meaning.
INGREDIENTS_NAME = re.compile(_WORDS.pattern("ingredients_name"))
INSTRUCTIONS_NAME = re.compile(_WORDS.pattern("instructions_name"))
INSTRUCTIONS_NOT = re.compile(_WORDS.pattern("instructions_not"))
OTHER_NAME = re.compile(rf"(?<![a-z])(?:{_WORDS.pattern('other_name')})(?![a-z])")
TITLE_NAME = re.compile(
    r"(?:recipe|rezept|create|tasty|recette|receta|ricetta|recept)[\w-]*?[-_]{0,2}(?:name|titel|title|titre|heading|"
    r"headline)|"
    r"(?:^|\s)fn(?:\s|$)",
    re.I,
)
TITLE_NOT = re.compile(_WORDS.pattern("title_not"), re.I)

AT_THE_END = re.compile(
    rf".{{0,70}}[\W_](?:(?P<ingredients>{_WORDS.pattern('ends_in_ingredients')})|"
    rf"(?:{_WORDS.pattern('ends_in_instructions')}))\W*\Z",
    re.I,
)

NO_INGREDIENT = re.compile(
    rf"\Atotal\b|\b(?:{_WORDS.pattern('no_ingredient_ends')})\b\W*\Z|https?:|©|\b(?:19|20)\d\d\Z", re.I
)
AS_NEEDED = re.compile(rf"\b(?:{_WORDS.pattern('as_needed')})(?:\b|\Z)|適量|少々|适量", re.I)
# Actions of the kitchen that hardly occur elsewhere: they tell a method from other prose.
COOKING = re.compile(rf"\b(?:{_WORDS.pattern('cooking')})\b|[焼煮炒茹烤蒸炸]|オーブン|굽|끓|볶", re.I)
DRAWN_LINE = re.compile(r"(?:[-=*_~] ?){5,}\Z|M{5}\Z")

# Words before and after the number of servings.
YIELD_LABEL = f"(?:{_WORDS.pattern('yield_label')})"
EATERS = f"(?:{_WORDS.pattern('eaters')})"
# The labels of times, by field, and those that only mean time.
TIME_LABELS: Mapping[str, str] = _WORDS.patterns("times")
TIME_WORDS = _WORDS.pattern("time_words")
# The ending of a text that only links to another page.
LEADING_ELSEWHERE = re.compile(
    rf"(?:\[(?:…|\.\.\.|&hellip;)\]|\b(?:{_WORDS.pattern('leading_elsewhere')}))[\s.!»›>→]*\Z", re.I
)
