"""Divide a text into the words by which it is found.

Documents and queries go through the same function, so that both have the same words on every server: case and accents
are folded here and not by the database. A word has a position, and several spellings may share one:

* a compound with separators is stored in parts and as a whole (`KX-TG9343T`: `kx`, `tg9343t` and `kxtg9343t`),
* a number with its unit likewise (`4 GB` and `4GB`: `4`, `gb` and `4gb`),
* scripts that are written without spaces (Chinese, Japanese, Thai) as single characters and as pairs of neighbours.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

MAX_WORD_LENGTH = 64
MAX_UNIT_LENGTH = 3

_UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "’": "'", "ʼ": "'", "`": "'"}
)
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = rf"[^\W_{_UNSPACED}]"
_CHUNK = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    r"|(?P<number>\d+[.,]\d+(?![\w.]))"
    r"|(?P<language>(?<!\w)(?:c\+\+|[cf]#)(?!\w))"
    rf"|(?P<word>{_LETTER}+(?:[-./_'&+]{_LETTER}+)*)"
)
_SEPARATORS = re.compile(r"[-./_'&+]")
_MEASURE = re.compile(r"(\d+(?:\.\d+)?)([a-z]{1,4})")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


class Word(NamedTuple):
    """A word of a text, in one spelling."""

    text: str
    position: int  # from 0; spellings of one word share it
    start: int  # in the folded text
    end: int
    is_whole: bool = False  # joined to one word, or taken from one: its other spelling stands beside it


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text without case and accents, with the place of each character in the text as written."""

    text: str
    places: tuple[int, ...]  # one more than characters


def fold(text: str) -> str:
    """Return the text without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_UNDIVIDED))
    return plain if plain.isascii() else "".join(each for each in plain if not unicodedata.combining(each))


def fold_with_places(text: str) -> FoldedText:
    folded, places = list[str](), list[int]()
    for place, character in enumerate(text):
        plain = fold(character)
        folded.append(plain)
        places.extend([place] * len(plain))
    return FoldedText("".join(folded), (*places, len(text)))


def words_of(text: str) -> list[Word]:
    """Return the words of a text as it is written."""
    return words_of_folded(fold(text))


def words_of_folded(text: str) -> list[Word]:
    words, position, number = list[Word](), 0, None
    for chunk in _CHUNK.finditer(text):
        written, (start, end) = chunk[0], chunk.span()
        if written.isalpha() and chunk.lastgroup == "word":
            words.append(Word(written[:MAX_WORD_LENGTH], position, start, end))
            if number is not None and len(written) <= MAX_UNIT_LENGTH:
                words.append(Word(number.text + written, number.position, number.start, end, True))
            position, number = position + 1, None
            continue
        spellings = _READERS[chunk.lastgroup or "word"](written, position, start)
        words += spellings
        number = spellings[0] if len(spellings) == 1 and _DIGITS.fullmatch(spellings[0].text) else None
        position = spellings[-1].position + 1 if spellings else position
    return words


def spellings_of(text: str) -> Iterator[tuple[str, int]]:
    """Return the words of a text as it is written with their positions, in half the time that their places take."""
    position, number = 0, None
    for chunk in _CHUNK.finditer(fold(text)):
        written = chunk[0]
        if written.isalpha() and chunk.lastgroup == "word":
            yield written[:MAX_WORD_LENGTH], position
            if number is not None:
                if len(written) <= MAX_UNIT_LENGTH:
                    yield number + written, position - 1
                number = None
            position += 1
            continue
        spellings = _READERS[chunk.lastgroup or "word"](written, position, 0)
        for spelling in spellings:
            yield spelling.text, spelling.position
        number = spellings[0].text if len(spellings) == 1 and _DIGITS.fullmatch(spellings[0].text) else None
        position = spellings[-1].position + 1 if spellings else position


def _compound_words(written: str, position: int, start: int) -> list[Word]:
    """Return a compound as a whole and in parts. The s of a possessive is no part."""
    words, place = list[Word](), 0
    for part in _SEPARATORS.split(written):
        if part != "s" or not words or written[place - 1] != "'":
            words.append(Word(part[:MAX_WORD_LENGTH], position + len(words), start + place, start + place + len(part)))
        place += len(part) + 1
    spellings = []
    for word in words:
        if measured := _MEASURE.fullmatch(word.text):
            spellings += [word._replace(text=part, is_whole=True) for part in measured.groups()]
    if len(words) > 1:
        whole = "".join(word.text for word in words)[:MAX_WORD_LENGTH]
        spellings.append(Word(whole, position, start, start + len(written), True))
    return sorted((*words, *spellings), key=_position)


def _position(word: Word) -> int:
    return word.position


def _number_words(written: str, position: int, start: int) -> list[Word]:
    text = written.replace(",", ".")[:MAX_WORD_LENGTH]
    return [Word(text, position, start, start + len(written))]


def _unspaced_words(written: str, position: int, start: int) -> list[Word]:
    words = []
    for index, character in enumerate(written):
        place = start + index
        words.append(Word(character, position + index, place, place + 1))
        if index + 1 < len(written):
            words.append(Word(written[index : index + 2], position + index, place, place + 2, True))
    return words


_READERS = {
    "unspaced": _unspaced_words,
    "number": _number_words,
    "language": _number_words,
    "word": _compound_words,
}


def is_unspaced(text: str) -> bool:
    return re.fullmatch(rf"[{_UNSPACED}]+", text) is not None
