"""Convert a recipe in plain text, such as a caption or OCR output, into a page like any other.

The text is cut at lines that announce a part (`Ingredients`, `Method:`), also in the middle of a line, since captions
are often one line. Without such headings, lines that look like ingredients are the ingredients, and the lines after
them are the method. Lines that were only broken by the margin are joined. The result is a page with a heading and
lists, for the ladder to read like all pages: the ladder decides what is an ingredient or a step.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.recipe import words
from garner.extraction.kinds.recipe.parts import INGREDIENTS, INSTRUCTIONS, OTHER, is_sentence, likeness
from garner.extraction.page.text_line import TextLine
from garner.extraction.values.ingredients import group_heading

_WORDS = load_word_lists(__package__)

MAX_LINES = 1_000
MAX_LINE = 4_000
MAX_TEXT = 60_000
MAX_TITLE_LENGTH = 120
LARGE = 1.3  # relative to the usual size
_AS_LARGE = 0.85  # relative to the largest size
_LIKE_AN_INGREDIENT = 0.6
_MIN_UNNAMED = 3  # ingredients without a heading
_FEW_LINES = 3  # a caption of at most so many lines was written, or stored, without breaks
_MAX_HEADING_LENGTH = 80
_MAX_GROUP_LENGTH = 50

_BREAK = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_BEFORE_FACT = re.compile(
    r"\s+(?=(?:serv(?:es|ings?)|prep|cook|bake|total|ready in|yields?|makes|time)\w*(?: time)?\W{0,3}\d)", re.I
)
_KEYCAP = re.compile("(\\d)\ufe0f?\u20e3\\s*")
# Decorative signs before and after the words: emoji, bullets, rules. Brackets, punctuation, currencies and degrees are
# not decorative.
_LEADING = re.compile(r"[^\w½⅓⅔¼¾⅛⅜⅝⅞(\[\"“'‘#@&+<]+")
_PICTOGRAMS = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe00-\ufe0f\u200d\U0001f000-\U0001faff\U000e0000-\U000e007f]+"
)
# Phrases that address the readers of a post and do not describe the dish.
_CHATTER = re.compile(rf"(?:{_WORDS.pattern('chatter')})", re.I)
_FACTS = re.compile(rf"(?:{_WORDS.pattern('fact_begins')})\w*\b.{{0,60}}\d", re.I)
_BEFORE_COLON = re.compile(r"[^\W\d_][\w'’-]{0,30}(?: [\w'’-]{1,30}){0,3}(?= ?[:：])")
_FACT = re.compile(r"\s*(?:about|ca\.?|circa|\d)[^,;•\n]{0,25}\Z", re.I)
_NUMBERED = re.compile(r"\(?\d{1,2}\s?[.)]\s?(?=[^\W\d_])")
_INLINE_NUMBERS = re.compile(r"(?:(?<=\s)|\A)\(?(\d{1,2})[.)]\s?(?=[^\W\d_])")
_PIECES = re.compile(r"\s*(?:[•·▪◦‣|;]|,(?=\s*(?:\d|[½⅓⅔¼¾⅛]|an? |[^,]{3,40}(?:,|\Z))))\s*|\s+[-–—*]\s+(?=[\d½⅓⅔¼¾⅛])")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W_])")
_UNFINISHED = re.compile(r"(?:[,&+(-]|\b(?:and|or|of|with|the|a|und|oder|et|ou|y|o|e|de|di|en|of))\Z", re.I)


@dataclass(slots=True)
class _Part:
    kind: str
    heading: str | None = None
    lines: list[TextLine] = field(default_factory=list)


def lines_of(text: str) -> list[TextLine]:
    """Return the lines of a caption, broken where its author broke them."""
    lines, after_gap = [], True
    for line in _BREAK.split(text[:MAX_TEXT])[:MAX_LINES]:
        if line.strip():
            lines.append(TextLine(line, begins_block=after_gap))
        after_gap = not line.strip()
    return lines


def page_of(lines: Iterable[TextLine], *, title: str | None = None, language: str | None = None) -> bytes:
    """Return a page with the same content. A title that is already known becomes its heading."""
    tidy = _limit_lines(line for text_line in lines for line in _cut_at_headings(_tidy(text_line)))
    if len(tidy) <= _FEW_LINES:
        tidy = [piece for line in tidy for piece in _sentences(line)]
    parts = [part for part in _named_parts(_parts(tidy)) if part.lines or part.heading]
    if title is None and parts and parts[0].kind == "":
        title, parts[0] = _split_title(parts[0])
    body = "".join(_render_part(part) for part in parts)
    lang = f' lang="{escape(language)}"' if language else ""
    return f"<!doctype html><html{lang}><body>{_element('h1', title or '')}{body}</body></html>".encode()


# Lines --------------------------------------------------------------------------------------------------------


def _limit_lines(lines: Iterable[TextLine]) -> list[TextLine]:
    kept: list[TextLine] = []
    room = MAX_TEXT
    for line in lines:
        room -= len(line.text)
        if room < 0 or len(kept) >= MAX_LINES:
            break
        if line.text:
            kept.append(line)
    return kept


def _tidy(line: TextLine) -> TextLine:
    tokens = _KEYCAP.sub(r"\1. ", line.text[:MAX_LINE]).split()
    while tokens and tokens[-1].startswith(("#", "@")):
        tokens.pop()
    text = " ".join(tokens)
    leading = _LEADING.match(text)
    text = text[leading.end() :] if leading else text
    text = " ".join(_PICTOGRAMS.sub(" ", text).split())
    return replace(line, text="" if _CHATTER.match(text) and len(text) <= _MAX_HEADING_LENGTH else text)


def _sentences(line: TextLine) -> list[TextLine]:
    """Return the sentences of the line, with an ingredient list split into its ingredients."""
    sentences = _SENTENCE.split(line.text)
    if len(sentences) < 2:
        return [line]
    pieces = [piece for text in sentences for piece in _listed_ingredients(text)]
    return [replace(line, text=text, begins_block=index == 0) for index, text in enumerate(pieces)]


def _listed_ingredients(text: str) -> list[str]:
    pieces = pieces_of(text)
    return pieces if sum(map(has_an_amount, pieces)) >= _MIN_UNNAMED else [text]


def _cut_at_headings(line: TextLine) -> Iterator[TextLine]:
    """Split `Ingredients: 2 eggs, … Method: whisk …` into a heading, its content, a heading, and its content."""
    start = 0
    for match in _BEFORE_COLON.finditer(line.text):
        at, rest = _heading_within(match), line.text[match.end() :].lstrip(" :：")
        if at is None and match.start() == 0 and _announced_kind(match.group()) == OTHER:
            at = 0
        if at is None or not rest or _FACT.match(rest):
            continue
        if before := line.text[start:at].strip():
            yield replace(line, text=before)
        yield TextLine(line.text[at : match.end()] + ":", line.size, begins_block=True)
        start = len(line.text) - len(rest)
    if start == 0:
        yield line
    elif rest := line.text[start:].strip():
        yield TextLine(rest, line.size, goes_on=line.goes_on)


def _heading_within(match: re.Match[str]) -> int | None:
    """Return the start of the longest heading that ends with these words."""
    text = match.group()
    starts = [0, *(space.end() for space in re.finditer(" ", text))]
    return next((match.start() + start for start in starts if _announced_kind(text[start:]) in _KINDS), None)


_KINDS = (INGREDIENTS, INSTRUCTIONS)


def _announced_kind(text: str) -> str:
    """Return the kind of part that a heading line announces, or an empty string."""
    if len(text) > _MAX_HEADING_LENGTH:
        return ""
    if words.INGREDIENTS_HEADING.match(text):
        return INGREDIENTS
    if words.INSTRUCTIONS_HEADING.match(text):
        return INSTRUCTIONS
    return OTHER if words.OTHER_HEADING.match(text) else ""


# Parts --------------------------------------------------------------------------------------------------------


def _parts(lines: Sequence[TextLine]) -> list[_Part]:
    parts = [_Part("")]
    for line in lines:
        kind = _announced_kind(line.text)
        if kind and (kind in _KINDS or line.begins_block or line.text.endswith(":")):
            parts.append(_Part(kind, line.text))
        else:
            parts[-1].lines.append(line)
    return parts


def _named_parts(parts: list[_Part]) -> list[_Part]:
    """Return the parts, including those found without a heading."""
    if not _has(INGREDIENTS, parts):
        parts = [subpart for part in parts for subpart in _with_ingredients(part)]
    if not _has(INSTRUCTIONS, parts):
        parts = [subpart for part in parts for subpart in _with_method(part)]
    if not _has(INSTRUCTIONS, parts):
        for before, part in pairwise(parts):
            if before.kind == INGREDIENTS and part.kind == "" and any(is_sentence(line.text) for line in part.lines):
                part.kind = INSTRUCTIONS
    return parts


def _has(kind: str, parts: Sequence[_Part]) -> bool:
    return any(part.kind == kind and part.lines for part in parts)


def _with_ingredients(part: _Part) -> list[_Part]:
    if part.kind not in ("", INSTRUCTIONS):
        return [part]
    fitting = [index for index, line in enumerate(part.lines) if has_an_amount(line.text)]
    if len(fitting) < _MIN_UNNAMED:
        return [part]
    # The first run of them: a later run after other lines may be anything.
    end = fitting[0]
    for index in fitting:
        if index - end > 2:
            break
        end = index
    start, end = fitting[0], end + 1
    before = _with_lines(part, part.lines[:start])
    return [before, _Part(INGREDIENTS, None, part.lines[start:end]), _Part("", None, part.lines[end:])]


def _is_like_an_ingredient(text: str) -> bool:
    is_step = _NUMBERED.match(text) is not None and len(text) > 25
    return not is_step and likeness(text) >= _LIKE_AN_INGREDIENT


def has_an_amount(text: str) -> bool:
    return text[:1].isnumeric() and _is_like_an_ingredient(text)


def _with_method(part: _Part) -> list[_Part]:
    """Split off the method that follows the ingredients: sentences, or lines that are numbered."""
    if part.kind not in (INGREDIENTS, ""):
        return [part]
    start = next((index for index, line in enumerate(part.lines) if _begins_method(part, index, line)), None)
    if start is None:
        return [part]
    return [_with_lines(part, part.lines[:start]), _Part(INSTRUCTIONS, None, part.lines[start:])]


def _begins_method(part: _Part, index: int, line: TextLine) -> bool:
    if part.kind == "" or index < 1:
        return part.kind == "" and _NUMBERED.match(line.text) is not None and line.text.lstrip("(")[0] == "1"
    is_like_step = _NUMBERED.match(line.text) is not None or is_sentence(line.text) or likeness(line.text) < 0
    return is_like_step and len(line.text) > 20 and not group_heading(line.text)


def _with_lines(part: _Part, lines: list[TextLine]) -> _Part:
    return _Part(part.kind, part.heading, lines)


# The title ----------------------------------------------------------------------------------------------------


def _split_title(part: _Part) -> tuple[str | None, _Part]:
    """Split off the title: the largest text above the ingredients, or at uniform size the first line that could be a
    title."""
    lines = part.lines
    largest = max((line.size for line in lines), default=0.0)
    if largest >= LARGE:
        large = [index for index, line in enumerate(lines) if line.size >= largest * _AS_LARGE]
        run = [index for offset, index in enumerate(large) if index == large[0] + offset]  # may take several lines
        title = " ".join(lines[index].text for index in run)[:MAX_TITLE_LENGTH]
        return title, _with_lines(part, [line for index, line in enumerate(lines) if index not in run])
    for index, line in enumerate(lines):
        line_title = _as_title(line.text)
        if line_title is not None:
            rest = [] if len(line.text) <= len(line_title) + 3 else [line]
            return line_title, _with_lines(part, lines[:index] + rest + lines[index + 1 :])
    return None, part


def _as_title(text: str) -> str | None:
    """Return the line, or its first sentence, without a label (`Recipe:`)."""
    first = _SENTENCE.split(text, maxsplit=1)[0]
    title = re.sub(r"\A(?:recipe|rezept|recette|receta|ricetta)\s*[:–-]\s*", "", first, flags=re.I).strip(" :–-.!|")
    is_one = 2 < len(title) <= MAX_TITLE_LENGTH and any(map(str.isalpha, title))
    return title if is_one and not _FACTS.match(title) and not has_an_amount(title) else None


# Markup -------------------------------------------------------------------------------------------------------


def _render_part(part: _Part) -> str:
    heading = _element("h2", (part.heading or "").rstrip(": "))
    if part.kind == INGREDIENTS:
        entries = "".join(_element("li", text) for text in _entries(part.lines))
        return f'<div class="ingredients">{heading or "<h2>Ingredients</h2>"}<ul>{entries}</ul></div>'
    if part.kind == INSTRUCTIONS:
        return f'<div class="instructions">{heading or "<h2>Method</h2>"}{_steps(part.lines)}</div>'
    name = "notes" if part.kind == OTHER else "about"
    texts = (text for line in part.lines for text in _BEFORE_FACT.split(line.text))  # `Serves 8 Prep 15 min` is two
    return f'<div class="{name}">{heading}{"".join(_element("p", text) for text in texts)}</div>'


def _entries(lines: Sequence[TextLine]) -> list[str]:
    joined: list[str] = []
    goes_on = False
    for line in lines:
        begins = line.text[:1]
        belongs = goes_on and (begins.islower() or begins in "(&" or bool(_UNFINISHED.search(joined[-1])))
        if joined and belongs and not line.begins_block and likeness(line.text) < _LIKE_AN_INGREDIENT:
            joined[-1] += f" {line.text}"
        else:
            joined.append(line.text)
        goes_on = line.goes_on
    return [piece for text in joined for piece in pieces_of(text)]


def pieces_of(text: str) -> list[str]:
    """Split `200 g flour, 2 eggs, salt` into three; leave `2 eggs, beaten` as one."""
    pieces = [piece.strip(" .") for piece in _PIECES.split(text)]
    pieces = [piece for piece in pieces if piece]
    amounts = sum(_is_like_an_ingredient(piece) for piece in pieces)
    return pieces if len(pieces) > 1 and amounts >= 2 else [text]


def _steps(lines: Sequence[TextLine]) -> str:
    joined: list[TextLine] = []
    for line in lines:
        last = joined[-1] if joined else None
        is_new = line.begins_block or _NUMBERED.match(line.text) is not None
        if last is not None and not is_new and (last.goes_on or line.text[:1].islower()):
            joined[-1] = replace(last, text=f"{last.text} {line.text}", goes_on=line.goes_on)
        else:
            joined.append(line)
    marked = [_group(line) or _mark_up_step(line.text) for line in joined]
    return "".join(marked)


def _group(line: TextLine) -> str:
    is_group = line.text.endswith(":") and len(line.text) <= _MAX_GROUP_LENGTH
    return _element("h3", line.text.rstrip(": ")) if is_group else ""


def _mark_up_step(text: str) -> str:
    """Return the markup of one step, or of several that are numbered in one line."""
    numbers = list(_INLINE_NUMBERS.finditer(text))
    counted = [int(number[1]) for number in numbers]
    if len(counted) < 2 or counted != list(range(counted[0], counted[0] + len(counted))):
        steps = [text]
    else:
        starts = [number.start() for number in numbers]
        ends = [*starts[1:], len(text)]
        steps = [text[: starts[0]], *(text[start:end] for start, end in zip(starts, ends, strict=True))]
    return f"<ol>{''.join(_element('li', step) for step in steps)}</ol>"


def _element(tag: str, text: str) -> str:
    text = text.strip()
    return f"<{tag}>{escape(text)}</{tag}>" if text else ""
