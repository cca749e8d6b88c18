"""The places in a text that a query is about, as offsets: a client marks them without trusting any markup."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from garner.core.search.words import fold_with_places, words_of_folded

EXCERPT_LENGTH = 180  # characters
MAX_READ = 6_000
MAX_MARKS = 12
MAX_ENDING = 4  # letters beyond a stem


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a query's words that count as the same word."""

    words: frozenset[str]
    stems: tuple[str, ...] = ()  # a word that begins with one, and is little longer, is another form

    def has(self, word: str) -> bool:
        if word in self.words:
            return True
        return any(word.startswith(stem) and len(word) - len(stem) <= MAX_ENDING for stem in self.stems)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A text with the parts of it that match."""

    text: str
    marks: tuple[tuple[int, int], ...]  # start and end in characters of the text


def highlight(text: str, forms: Forms) -> Highlight:
    """Mark the words of a text."""
    folded = fold_with_places(text)
    marks = [
        (folded.places[word.start], folded.places[word.end - 1] + 1)
        for word in words_of_folded(folded.text)
        if forms.has(word.text)
    ]
    return Highlight(text, tuple(_merge_marks(marks))[:MAX_MARKS])


def excerpt(texts: Sequence[str], forms: Forms) -> Highlight | None:
    """Return the part of the texts with the most different words of the query, None if they have none."""
    best: tuple[int, str, int] | None = None
    room = MAX_READ
    for text in texts:
        text = text[:room]
        room -= len(text)
        count, start = _densest(text, forms)
        if count and (best is None or count > best[0]):
            best = count, text, start
        if room <= 0:
            break
    if best is None:
        return None
    _, text, start = best
    return highlight(_cut(text, start), forms)


def _densest(text: str, forms: Forms) -> tuple[int, int]:
    """Return how many different words the best window has, and where it starts."""
    folded = fold_with_places(text)
    places = [(folded.places[word.start], word.text) for word in words_of_folded(folded.text) if forms.has(word.text)]
    best, at, first = 0, 0, 0
    inside = Counter[str]()  # the words of the window that ends with this word
    for place, word in places:
        inside[word] += 1
        while place - places[first][0] >= EXCERPT_LENGTH:
            leaving = places[first][1]
            inside[leaving] -= 1
            if not inside[leaving]:
                del inside[leaving]
            first += 1
        if len(inside) > best:
            best, at = len(inside), places[first][0]
    return best, at


def _cut(text: str, start: int) -> str:
    """Return the part of the text around a place, from one space to another."""
    start = max(0, start - EXCERPT_LENGTH // 4)
    if start:
        space = text.find(" ", start)
        start = space + 1 if 0 <= space < start + 20 else start
    end = min(len(text), start + EXCERPT_LENGTH)
    if end < len(text):
        space = text.rfind(" ", start, end)
        end = space if space > start + EXCERPT_LENGTH // 2 else end
    return " ".join(("… " if start else "", text[start:end], " …" if end < len(text) else "")).strip()


def _merge_marks(marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(set(marks)):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
