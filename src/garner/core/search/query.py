"""Read a query as people type it: words, "a phrase", prefix* and -exclusion. Everything else is text.

A query never fails because of its punctuation. What cannot be searched at all, such as a NUL or ten thousand
characters, is an error that says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from garner.core.search.words import Word, is_unspaced, words_of
from garner.errors import FieldError, InputError

MAX_LENGTH = 1_000  # characters
MAX_TERMS = 24  # further words are left out: a text that was pasted names its subject in the first ones
MIN_PREFIX = 2  # letters before the asterisk

_PIECE = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"|(?P<text>[^\s"]+))')


class TermForm(StrEnum):
    WORD = "word"
    PHRASE = "phrase"  # its words follow each other
    PREFIX = "prefix"


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a query that a document has or lacks."""

    form: TermForm
    words: tuple[str, ...]
    whole: str | None = None  # the words of a compound, joined to one

    @property
    def is_plain(self) -> bool:
        return self.form is TermForm.WORD and len(self.words) == 1


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it was read."""

    text: str
    wanted: tuple[Term, ...]
    excluded: tuple[Term, ...]

    @property
    def words(self) -> list[str]:
        """Return all words, without duplicates, in order."""
        terms = (*self.wanted, *self.excluded)
        spelt = (word for term in terms for word in (*term.words, *((term.whole,) if term.whole else ())))
        return list(dict.fromkeys(spelt))


def parse_query(text: str) -> Query:
    """Read a query. One without a single letter or digit asks for nothing, and finds nothing."""
    _check(text)
    wanted, excluded = dict[Term, None](), dict[Term, None]()
    for piece in _PIECE.finditer(text):
        target = excluded if piece["minus"] else wanted
        for term in _terms_of(piece):
            if len(wanted) + len(excluded) < MAX_TERMS:
                target[term] = None
    if excluded and not wanted:
        raise _invalid("Name at least one word to find; the query only excludes words.")
    return Query(text, tuple(wanted), tuple(term for term in excluded if term not in wanted))


def _check(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise _invalid(f"A query may have at most {MAX_LENGTH:,} characters.")
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise _invalid("The query contains a character that cannot be searched for.")


def _invalid(reason: str) -> InputError:
    return InputError(reason, fields=[FieldError("q", reason)])


def _terms_of(piece: re.Match[str]) -> Iterator[Term]:
    if piece["phrase"] is not None:
        words = tuple(_searched_words(words_of(piece["phrase"])))
        if words:
            yield Term(TermForm.PHRASE if len(words) > 1 else TermForm.WORD, words)
        return
    text = piece["text"]
    terms = list(_word_terms(words_of(text)))
    if terms and text.endswith("*") and len(last := terms[-1].words[-1]) >= MIN_PREFIX:
        terms[-1:] = [*(Term(TermForm.WORD, (word,)) for word in terms[-1].words[:-1]), Term(TermForm.PREFIX, (last,))]
    yield from terms


def _word_terms(words: list[Word]) -> Iterator[Term]:
    """Return a term per chunk of the text: a plain word, a compound, or a run of a script without spaces."""
    wholes = {word.position: word for word in words if word.is_whole and not word.text.isdigit()}
    parts = [word for word in words if not word.is_whole]
    index = 0
    while index < len(parts):
        part = parts[index]
        run = _unspaced_run(parts, index)
        if len(run) > 1:
            yield Term(TermForm.PHRASE, tuple(f"{a.text}{b.text}" for a, b in pairwise(run)))
            index += len(run)
            continue
        whole = wholes.get(part.position)
        members = [each for each in parts[index:] if whole and each.end <= whole.end] or [part]
        is_compound = whole is not None and len(members) > 1
        yield Term(
            TermForm.WORD,
            tuple(each.text for each in members),
            whole.text if is_compound and whole is not None else None,
        )
        index += len(members)


def _unspaced_run(parts: list[Word], index: int) -> list[Word]:
    run = list[Word]()
    for part in parts[index:]:
        if not is_unspaced(part.text) or (run and part.start != run[-1].end):
            break
        run.append(part)
    return run


def _searched_words(words: list[Word]) -> Iterator[str]:
    return (word.text for word in words if not word.is_whole)
