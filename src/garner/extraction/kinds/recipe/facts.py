"""Read yields and times of recipes: numbers beside the words that label them."""

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.recipe.words import EATERS, TIME_LABELS, TIME_WORDS, YIELD_LABEL
from garner.extraction.page.page_rows import PageRow
from garner.extraction.values.fields import minutes

_WORDS = load_word_lists(__package__)

Neighbours = tuple[PageRow | None, PageRow, PageRow | None]  # a row between the rows above and below it
YieldMatch = tuple[re.Match[str], str]  # the match with the group `yield`, and its provenance

NEAR = 60  # rows around the beginning of the ingredients, where such facts stand
_MAX_LENGTH = 120
_MAX_MINUTES = 60 * 24 * 60
_FIELDS_READ = 200

_COUNT = r"\d{1,3}(?:[.,]\d{1,2})?(?:\s?(?:[-–]|to|or|bis|à|a|tot|till?|až|do)\s?\d{1,3})?"
# Minutes, degrees and calories may follow the same words (für, pour) as portions.
_NO_YIELD = r"(?!\d+\s*(?:°|%|(?:min(?:s|ut\w*)?|se[ck]\w*|std|stunden?|hours?|heures?|uur|grad|degrees|k?cal)\b))"
_BESIDE_LABEL = re.compile(
    rf"\b{YIELD_LABEL}\b(?:\s+(?:size|about|ca\.?|circa|ungefähr|approximately|"
    rf"approx\.?))?\s*[:=：]?\s*{_NO_YIELD}(?P<yield>{_COUNT}\b[^|•·;,.()\d]{{0,30}})(?!\w)",
    re.I,
)
_BEFORE_EATERS = re.compile(rf"(?P<yield>{_COUNT}\s?{EATERS})(?!\w)", re.I)
_PIECES = re.compile(rf"\W*(?P<yield>{_COUNT}\s?(?:{_WORDS.pattern('pieces')}))(?!\w)", re.I)
# The table of nutrients is for one serving, regardless of the yield of the recipe.
_FOR_ONE = re.compile(
    rf"(?<!\d )\bserving(?:\ssize)?\s*:?\s*1\b|"
    rf"\b(?:per|for|pro|je|par|pour|por|voor|pr\.?|na|egy)\s+(?:1|one)?\s*{EATERS}(?!\w)",
    re.I,
)
_COUNTED_ALONE = re.compile(rf"\W*(?:recipe )?(?:{YIELD_LABEL}|{EATERS})\W*\Z", re.I)
_LEFT_EMPTY = re.compile(rf"\W*0*\W*(?:{YIELD_LABEL}|{EATERS})?\W*\Z", re.I)
_EATERS_ALONE = re.compile(rf"\W*{EATERS}\W*\Z", re.I)
_ONE_ALONE = re.compile(r"\W*serving(?:\ssize)?\W*\Z", re.I)
_BARE_COUNT = re.compile(rf"\W*{_NO_YIELD}(?P<yield>{_COUNT}\b.{{0,60}})\Z", re.I)
_BARE_NUMBER = re.compile(r"\d+(?:\s?[-–]\s?\d+)?\Z")
_NUMBER_ALONE = re.compile(r"[^\w.,]*(?P<yield>[1-9]\d?(?:\s?[-–]\s?\d{1,2})?)[^\w.,%]*\Z")
_NAMED_SO = re.compile(_WORDS.pattern("yield_name"), re.I)
_NAMED_ELSE = re.compile(r"nutri|size|calor|per[-_]|comment|rating", re.I)
_FIELD_NAME = re.compile(_WORDS.pattern("yield_field"), re.I)
_FIELDS = "input[value],[data-servings],[data-original-servings]"

_DURATION = (
    r"(?P<time>[\d½¼¾][\d\s.,:/½¼¾–-]{0,9}[^\W\d]{0,12}\.?"
    r"(?:,?\s(?:and |und |et |y |e |en |og |och )?\d[\d\s.,/]{0,5}[^\W\d]{1,12}\.?)?)"
)
_ABOUT = r"(?:ca\.?|about|etwa|circa|env\.?|environ)?"
_TIME_PATTERNS = {
    name: (
        re.compile(
            rf"(?<![\w-])(?:{labels})(?![\w-])\s*(?:\([^)]{{0,20}}\))?\s*[:=–-]?\s*{_ABOUT}\s*{_DURATION}", re.I
        ),
        re.compile(rf"{_DURATION}\s*(?:of |de |di )?(?:{labels})(?![\w-])", re.I),
        re.compile(rf"\W*(?:{labels})\W*\Z", re.I),
    )
    for name, labels in TIME_LABELS.items()
}
# A duration without a label, or with a label that only means time, is the total time.
_SOME_TIME = re.compile(
    rf"(?:\W*(?P<label>(?:{TIME_WORDS})\W*)?|.{{0,40}}\s(?P<labelled>{TIME_WORDS}):\s?){_DURATION}\W*\Z", re.I
)
_TIME_LABEL = "|".join((*TIME_LABELS.values(), TIME_WORDS))
# Atomic, because a line of many facts and one other text could be split in exponentially many ways.
_FACT = re.compile(
    rf"(?>\W*+(?:"
    rf"(?:{_TIME_LABEL})\s*[:=：–-]\s*{_ABOUT}\s*{_DURATION.replace('?P<time>', '?:')}|"
    rf"(?:{YIELD_LABEL}(?:\s+size)?\s*[:=：]|(?:serves|makes|yields?|ergibt|rende|rinde)\s)\s*{_ABOUT}\s*"
    rf"{_COUNT}\b[^|•·;,.()\d]{{0,30}}|"
    rf"(?:(?:for|für|pour|per|para|voor|till?|dla|dosi per)\s+)?{_COUNT}\s?{EATERS}"
    rf")(?!\w))++\W*\Z",
    re.I,
)


def is_fact(text: str) -> bool:
    """Return whether a text is only a yield or a time."""
    return len(text) <= _MAX_LENGTH and _FACT.match(text) is not None


def read_yield(tree: LexborHTMLParser, rows: Sequence[PageRow], at: int) -> tuple[str | None, str]:
    """Return the yield and its provenance, from explicit labels down to names in the page's source."""
    near = list(_nearby(rows, at))
    match_and_source = _labelled_yield(near) or _counted_eaters(near) or _named_yield(near) or _yield_to_set(tree)
    match_and_source = match_and_source or _counted_pieces(rows[max(0, at - NEAR) : at])
    return (tidy_yield(match_and_source[0]["yield"]), match_and_source[1]) if match_and_source else (None, "")


def _labelled_yield(near: Sequence[Neighbours]) -> YieldMatch | None:
    for above, row, below in near:
        if match := _BESIDE_LABEL.search(row.text):
            if not _FOR_ONE.search(row.text):
                return match, "beside its label"
        elif _COUNTED_ALONE.match(row.text) and (match_and_source := _around_label(above, row, below)):
            return match_and_source
    return None


def _around_label(above: PageRow | None, label: PageRow, below: PageRow | None) -> YieldMatch | None:
    """Return the number around a label. It may stand above; a whole line below (`4 eggs`) is then the first
    ingredient."""
    under = below and _BARE_COUNT.match(below.text)
    if under and _ONE_ALONE.match(label.text) and under["yield"] == "1":
        return None
    over = above and _EATERS_ALONE.match(label.text) and _NUMBER_ALONE.match(above.text)
    if over and not (below and _NUMBER_ALONE.match(below.text)):
        return over, "above its label"
    return (under, "below its label") if under else None


def _counted_eaters(near: Sequence[Neighbours]) -> YieldMatch | None:
    for _, row, _ in near:
        if (match := _BEFORE_EATERS.search(row.text)) and not _FOR_ONE.search(row.text):
            return match, "beside its label"
    return None


def _counted_pieces(above: Sequence[PageRow]) -> YieldMatch | None:
    """Return a count of pieces (`24 pieces`) at the start of a line above the ingredients."""
    for row in reversed(above):
        if not row.is_link and len(row.text) <= _MAX_LENGTH and (match := _PIECES.match(row.text)):
            return match, "a count of pieces above the ingredients"
    return None


def _named_yield(near: Sequence[Neighbours]) -> YieldMatch | None:
    """Return a number in an element named `servings`: the label may be a picture."""
    for _, row, _ in near:
        names = row.context.names
        if _NAMED_SO.search(names) and not _NAMED_ELSE.search(names) and (match := _NUMBER_ALONE.match(row.text)):
            return match, "in an element named so"
    return None


def _yield_to_set(tree: LexborHTMLParser) -> YieldMatch | None:
    """Return the initial value of a servings field: on some pages readers may change it, and it starts with the
    recipe's own."""
    for field in tree.css(_FIELDS)[:_FIELDS_READ]:
        if match := _NUMBER_ALONE.match(_field_value(field)):
            return match, "in a field named so"
    return None


def _field_value(field: LexborNode) -> str:
    attributes = field.attributes
    for name in ("data-original-servings", "data-servings"):
        if value := attributes.get(name):
            return value
    names = " ".join(attributes.get(name) or "" for name in ("name", "id", "class", "aria-label"))
    is_yield = _FIELD_NAME.search(names) and not _NAMED_ELSE.search(names)
    return (attributes.get("value") or "") if is_yield else ""


def tidy_yield(text: str) -> str:
    """Return the yield; a bare number is a number of servings."""
    text = text.strip(" :-–")
    return f"{text} servings" if _BARE_NUMBER.match(text) else text


def is_left_empty(text: str) -> bool:
    """Return whether the field is empty: recipe plugins then write `0` or `servings`."""
    return bool(_LEFT_EMPTY.match(text))


def read_times(rows: Sequence[PageRow], at: int) -> dict[str, tuple[int, str, str | None]]:
    """Return the minutes of each time, with its provenance and its source text."""
    near = list(_nearby(rows, at))
    times: dict[str, tuple[int, str, str | None]] = {}
    for name in TIME_LABELS:
        if duration := _find_labelled(name, near):
            times[name] = duration[0], "beside its label", duration[1]
    parts = [times[name][0] for name in ("prep_minutes", "cook_minutes") if name in times]
    if parts and ("total_minutes" not in times or times["total_minutes"][0] < max(parts)):
        times["total_minutes"] = sum(parts), "prep_minutes + cook_minutes", None
    if not times and (duration := _find_unlabelled(rows[max(0, at - NEAR) : at])):
        times["total_minutes"] = duration[0], "a duration above the ingredients", duration[1]
    elif not times and (duration := _find_unlabelled(rows[at : at + NEAR], with_label=True)):
        times["total_minutes"] = duration[0], "beside its label", duration[1]
    return times


def _find_labelled(name: str, near: Sequence[Neighbours]) -> tuple[int, str] | None:
    after, before, alone = _TIME_PATTERNS[name]
    for _, row, following in near:
        match = after.search(row.text) or before.search(row.text)
        text = match["time"] if match else following.text if following and alone.match(row.text) else ""
        if amount := _believable(text):
            return amount, text
    return None


def _find_unlabelled(rows: Sequence[PageRow], *, with_label: bool = False) -> tuple[int, str] | None:
    """Return the last duration that stands alone. Among the steps, only a duration with a time label is not that of a
    step."""
    matches = (_SOME_TIME.match(row.text) for row in reversed(rows) if not row.is_link and len(row.text) <= _MAX_LENGTH)
    durations = (match for match in matches if match and (match["label"] or match["labelled"] or not with_label))
    return next(((amount, match["time"]) for match in durations if (amount := _believable(match["time"]))), None)


def _believable(text: str) -> int | None:
    amount = minutes(text) if _has_unit(text) else None
    return amount if amount and amount <= _MAX_MINUTES else None


def _has_unit(text: str) -> bool:
    return any(character.isalpha() or character == ":" for character in text)


def _nearby(rows: Sequence[PageRow], at: int) -> Iterator[Neighbours]:
    """Yield the rows where such facts stand, each with its neighbours: the nearest first, and those above before the
    rest."""
    window = range(max(0, at - NEAR), min(len(rows), at + NEAR))
    for index in sorted(window, key=lambda index: (index > at + 5, abs(index - at))):
        row = rows[index]
        if len(row.text) <= _MAX_LENGTH:
            yield rows[index - 1] if index else None, row, rows[index + 1] if index + 1 < len(rows) else None
