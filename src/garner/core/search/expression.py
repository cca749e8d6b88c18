"""Expressions in PostgreSQL's query language for what the terms of a query may mean.

Everything that comes from a user is a quoted lexeme, so that no query is one of PostgreSQL's by accident.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log

from garner.core.search.lexemes import STEM, TITLE, quote
from garner.core.search.query import Query, Term, TermForm
from garner.core.search.spelling import LikelyWord
from garner.core.search.synonyms import max_synonym_words, synonyms_of

SYNONYM_COST = 0.4
MAX_PREFIXED = 40  # words that a prefix stands for
NEVER = "'@nothing'"  # a lexeme that no document has


class SpellingOrigin(StrEnum):
    """The origin of an alternative to what was typed."""

    TYPED = "typed"
    SYNONYM = "synonym"
    PREFIX = "prefix"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One spelling of what a term may mean."""

    words: tuple[str, ...]
    cost: float = 0.0  # 0 for what was typed; the higher, the less likely
    way: SpellingOrigin = SpellingOrigin.TYPED
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class TermMeaning:
    """A term with everything that it may mean, likeliest first."""

    term: Term
    alternatives: tuple[Alternative, ...]
    documents: int  # about how many have it
    is_optional: bool = False  # a word such as `the`, which a document need not have


@dataclass(frozen=True, slots=True)
class WordFacts:
    """Facts of the index about the words of a query."""

    documents: Mapping[str, int]  # of words that the caller can find
    stems: Mapping[str, tuple[str, ...]]  # in each language of the index, without the word itself
    frequent: frozenset[str]  # words such as `the` in one of the languages
    prefixed: Mapping[str, Sequence[str]]  # words that begin with a prefix, most frequent first
    total: int  # documents
    catalogue: int = 0  # of them, those that every user may find
    kinds: Mapping[str, int] = field(default_factory=dict)

    def weight(self, meaning: TermMeaning) -> float:
        """Return how much the term says: rare words say more."""
        return log(1 + (self.total + 1) / (meaning.documents + 1))


def read_meanings(query: Query, facts: WordFacts) -> list[TermMeaning]:
    """Return what each wanted term means as it is typed, with synonyms. Words such as `the` are optional beside
    others."""
    meanings = [_read(term, facts) for term in query.wanted]
    _add_synonyms(meanings)
    if all(meaning.is_optional for meaning in meanings):
        return [_require(meaning) for meaning in meanings]
    return meanings


def _require(meaning: TermMeaning) -> TermMeaning:
    return TermMeaning(meaning.term, meaning.alternatives, meaning.documents)


def _read(term: Term, facts: WordFacts) -> TermMeaning:
    if term.form is TermForm.PREFIX:
        words = facts.prefixed.get(term.words[0], ())[:MAX_PREFIXED]
        alternatives = tuple(Alternative((word,), 0.0, SpellingOrigin.PREFIX) for word in words)
        return TermMeaning(term, alternatives, sum(facts.documents.get(word, 0) for word in words))
    typed = Alternative(term.words, whole=term.whole)
    count = min(count_of(word, facts) for word in term.words)
    if term.whole is not None:
        count = max(count, facts.documents.get(term.whole, 0))
    return TermMeaning(term, (typed,), count, term.is_plain and term.words[0] in facts.frequent)


def count_of(word: str, facts: WordFacts) -> int:
    """Return about how many documents have the word or one of its stems."""
    return max(facts.documents.get(each, 0) for each in (word, *facts.stems.get(word, ())))


def _add_synonyms(meanings: list[TermMeaning]) -> None:
    """Add synonyms in place. An entry of several words replaces the first of its terms and makes the others optional
    alternatives of it: each of these terms then accepts the synonym too."""
    for size in range(max_synonym_words(), 0, -1):
        for start in range(len(meanings) - size + 1):
            run = meanings[start : start + size]
            if not all(meaning.term.form is TermForm.WORD for meaning in run):
                continue
            spelling = tuple(word for meaning in run for word in _spelling(meaning.term))
            for synonym in synonyms_of(spelling):
                other = Alternative(synonym, SYNONYM_COST, SpellingOrigin.SYNONYM)
                for index, meaning in enumerate(run, start):
                    if other not in meanings[index].alternatives:
                        meanings[index] = TermMeaning(
                            meaning.term,
                            (*meanings[index].alternatives, other),
                            meaning.documents,
                            meaning.is_optional,
                        )


def _spelling(term: Term) -> tuple[str, ...]:
    return (term.whole,) if term.whole else term.words


def correct(meaning: TermMeaning, likely: Sequence[LikelyWord], facts: Mapping[str, int]) -> TermMeaning:
    """Return the term with words that it may be a misspelling of, beside what was typed."""
    known = {alternative.words for alternative in meaning.alternatives}
    others = [
        Alternative((other.text,), other.cost, SpellingOrigin.CORRECTED)
        for other in likely
        if (other.text,) not in known
    ]
    alternatives = (*meaning.alternatives, *others)
    documents = meaning.documents + sum(facts.get(other.words[0], 0) for other in others[:1])
    return TermMeaning(meaning.term, alternatives, documents, meaning.is_optional)


# Expressions ----------------------------------------------------------------------------------------------------


def all_terms(meanings: Iterable[TermMeaning], facts: WordFacts) -> str:
    """Return the expression of documents that have every required term."""
    return " & ".join(term_expression(meaning, facts) for meaning in meanings if not meaning.is_optional)


def some_terms(meanings: Iterable[TermMeaning], facts: WordFacts) -> str:
    return " | ".join(term_expression(meaning, facts) for meaning in meanings if not meaning.is_optional) or NEVER


def all_titles(meanings: Iterable[TermMeaning], facts: WordFacts) -> str:
    """Return the expression of documents that have every required term in their titles."""
    return " & ".join(
        _any_of(_title_spelling(alternative, facts) for alternative in meaning.alternatives)
        for meaning in meanings
        if not meaning.is_optional
    )


def term_expression(meaning: TermMeaning, facts: WordFacts) -> str:
    exact = meaning.term.form is TermForm.PHRASE
    return _any_of(spelling_expression(alternative, facts, exact=exact) for alternative in meaning.alternatives)


def ranking_expression(meanings: Iterable[TermMeaning], facts: WordFacts) -> str:
    """Return the expression that a first ranking counts: what each term most likely means."""
    likely = (meaning.alternatives[:1] for meaning in meanings if meaning.alternatives)
    return " | ".join(spelling_expression(alternative, facts) for (alternative,) in likely) or NEVER


def excluded_expression(query: Query, facts: WordFacts) -> str:
    """Return the expression of what no document may have, empty if there is nothing."""
    return "".join(f" & !({term_expression(_read(term, facts), facts)})" for term in query.excluded)


def phrase_expressions(query: Query) -> str:
    """Return the expression of the phrases, whose words the other expressions do not expect to follow each other."""
    return " & ".join(
        "(" + " <-> ".join(map(quote, term.words)) + ")" for term in query.wanted if term.form is TermForm.PHRASE
    )


def spelling_expression(alternative: Alternative, facts: WordFacts, *, exact: bool = False) -> str:
    as_typed = exact or alternative.way is SpellingOrigin.PREFIX
    together = " & ".join(
        quote(word) if as_typed else _any_of(_word_lexemes(word, facts.stems)) for word in alternative.words
    )
    if alternative.whole is not None:
        return f"({quote(alternative.whole)} | ({together}))"
    return together if len(alternative.words) == 1 else f"({together})"


def _word_lexemes(word: str, stems: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the lexemes of documents that have the word, its stem, or another word of that stem."""
    own = stems.get(word, ())
    lexemes = (word, *own, *(STEM + stem for stem in (own or (word,))))
    return [quote(lexeme) for lexeme in dict.fromkeys(lexemes)]


def _title_spelling(alternative: Alternative, facts: WordFacts) -> str:
    words = (alternative.whole,) if alternative.whole else alternative.words
    parts = [_any_of(quote(TITLE + form) for form in (word, *facts.stems.get(word, ()))) for word in words]
    return parts[0] if len(parts) == 1 else "(" + " & ".join(parts) + ")"


def _any_of(expressions: Iterable[str]) -> str:
    options = list(dict.fromkeys(expressions))
    if not options:
        return NEVER
    return options[0] if len(options) == 1 else "(" + " | ".join(options) + ")"
