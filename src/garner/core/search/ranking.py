"""The order of found documents: which of the first ranking's best fits a query best.

The database ranks thousands of candidates by the words of their headings, which is cheap and rough. The best of those
are compared here, by what they are called: a document whose title is the query comes before one that only mentions its
words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from garner.core.search.expression import Alternative, TermMeaning, WordFacts
from garner.core.search.lexemes import STEM, TITLE
from garner.core.search.words import words_of

TITLE_SHARE = 0.62  # of a term that the title has
LABEL_SHARE = 0.4  # of a term that the labels or the details have
TEXT_SHARE = 0.12  # of a term that only the text has
STEM_SHARE = 0.93  # of another form of a word
COST_SHARE = 0.35  # of the likelihood of a correction
COVER_SHARE = 0.3  # of a title that consists of the query's words
ORDER_SHARE = 0.12
EXACT_SHARE = 0.25
TEXT_RANK_SHARE = 0.05
OPTIONAL_WEIGHT = 0.05  # of a word such as `the`


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """The properties of a found document that decide its rank. Its lexemes are only those that the query names."""

    title: str
    heading: frozenset[str]  # in the title, the labels and the details
    lexemes: frozenset[str]  # anywhere
    text_rank: float = 0.0  # of the whole text, from the database


@dataclass(frozen=True, slots=True)
class RankedQuery:
    """The query that all candidates are compared with."""

    meanings: Sequence[TermMeaning]
    facts: WordFacts

    def weights(self) -> list[float]:
        return [OPTIONAL_WEIGHT if meaning.is_optional else self.facts.weight(meaning) for meaning in self.meanings]


@dataclass(frozen=True, slots=True)
class Score:
    """The fit of a document, with the alternative of each term that it has."""

    value: float
    used: tuple[Alternative | None, ...]


def lexemes_of_interest(meanings: Sequence[TermMeaning], facts: WordFacts) -> list[str]:
    """Return the lexemes whose presence in a document its score depends on."""
    words = (word for meaning in meanings for alternative in meaning.alternatives for word in _words(alternative))
    return list(dict.fromkeys(lexeme for word in words for lexeme in _lexemes(word, facts)))


def _words(alternative: Alternative) -> tuple[str, ...]:
    return (*alternative.words, alternative.whole) if alternative.whole else alternative.words


def _lexemes(word: str, facts: WordFacts) -> list[str]:
    forms = (word, *facts.stems.get(word, ()))
    return [sign + form for form in forms for sign in ("", STEM, TITLE)]


def score_candidate(query: RankedQuery, weights: Sequence[float], candidate: RankedCandidate) -> Score:
    """Return a score between 0 and about 1.5."""
    title = [word.text for word in words_of(candidate.title)]
    total, used = 0.0, list[Alternative | None]()
    for meaning, weight in zip(query.meanings, weights, strict=True):
        shares = (
            (_share(each, title, candidate, query.facts) * _likelihood(each), each) for each in meaning.alternatives
        )
        best, chosen = max(shares, key=lambda share: share[0], default=(0.0, None))
        total += weight * best
        used.append(chosen if best else None)
    value = total / (sum(weights) or 1.0)
    bonus = _title_bonus(title, [each for each in used if each is not None], query.facts)
    return Score(value + bonus + TEXT_RANK_SHARE * candidate.text_rank, tuple(used))


def _likelihood(alternative: Alternative) -> float:
    return 1.0 / (1.0 + COST_SHARE * alternative.cost)


def _share(alternative: Alternative, title: Sequence[str], candidate: RankedCandidate, facts: WordFacts) -> float:
    if alternative.whole is not None and alternative.whole in title:
        return TITLE_SHARE
    return min(_word_share(word, title, candidate, facts) for word in alternative.words)


def _word_share(word: str, title: Sequence[str], candidate: RankedCandidate, facts: WordFacts) -> float:
    if word in title:
        return TITLE_SHARE
    forms = (word, *facts.stems.get(word, ()))
    if any(TITLE + form in candidate.lexemes for form in forms):
        return TITLE_SHARE * STEM_SHARE
    others = [sign + form for form in forms for sign in ("", STEM)][1:]
    for lexemes, share in ((candidate.heading, LABEL_SHARE), (candidate.lexemes, TEXT_SHARE)):
        if word in lexemes:
            return share
        if not lexemes.isdisjoint(others):
            return share * STEM_SHARE
    return 0.0


def _title_bonus(title: Sequence[str], used: Sequence[Alternative], facts: WordFacts) -> float:
    """Return the bonus of a title that says little else, in the order of the query."""
    typed = [word for alternative in used for word in alternative.words]
    if not title or not typed:
        return 0.0
    if list(title) == typed:
        return COVER_SHARE + ORDER_SHARE + EXACT_SHARE
    places = [place for word in typed if (place := _place_in(title, word, facts)) is not None]
    bonus = COVER_SHARE * len(set(places)) / len(set(title))
    neighbours = sum(after - before == 1 for before, after in pairwise(places))
    return bonus + (ORDER_SHARE * neighbours / (len(typed) - 1) if len(typed) > 1 else 0.0)


def _place_in(title: Sequence[str], word: str, facts: WordFacts) -> int | None:
    """Return the place of a word in the title, or of a word that begins with its stem."""
    if word in title:
        return title.index(word)
    forms = (word, *facts.stems.get(word, ()))
    return next((place for place, own in enumerate(title) if own.startswith(forms)), None)
