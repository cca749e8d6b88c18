"""Interpret a query by the words of the index: which of them documents have, and what the others may mean."""

from collections.abc import Sequence
from itertools import pairwise

from garner.core.search.expression import (
    Alternative,
    SpellingOrigin,
    TermMeaning,
    WordFacts,
    correct,
    count_of,
    read_meanings,
)
from garner.core.search.lexemes import CATALOGUE, label
from garner.core.search.query import Query, TermForm
from garner.core.search.spelling import is_correctable, rank_meanings
from garner.core.search.synonyms import synonyms_of
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection
from garner.search.stemming import Stemmer
from garner.store.search import vocabulary
from garner.store.search.visibility import Viewer

_LABELS = (CATALOGUE, *(label("kind", kind) for kind in KINDS))
MAX_MEANINGS = 12  # of one misspelt word
DIVISION_COST = 0.5  # of a word that was written as two, or two as one
MIN_PART = 3  # letters of a part of a divided word


class QueryReader:
    """Reads queries for one caller within one search."""

    def __init__(self, connection: Connection, stemmer: Stemmer, viewer: Viewer) -> None:
        self._connection = connection
        self._stemmer = stemmer
        self._viewer = viewer

    async def facts(self, query: Query) -> WordFacts:
        """Look up all words of the query, of their synonyms, and of their divisions and compounds."""
        words = [*query.words, *_synonym_words(query), *_divisions(query), *_compounds(query)]
        words = list(dict.fromkeys(words))
        stems, frequent = await self._stemmer.all_stems(self._connection, words)
        forms = dict.fromkeys((*words, *(stem for own in stems.values() for stem in own), *_LABELS))
        known = {each.word: each for each in await vocabulary.counts(self._connection, list(forms))}
        labels = {name: known.pop(name).documents for name in _LABELS if name in known}
        visible = await vocabulary.visible_words(self._connection, list(known.values()), self._viewer)
        prefixed = {
            term.words[0]: await vocabulary.find_prefixed(self._connection, term.words[0], self._viewer)
            for term in (*query.wanted, *query.excluded)
            if term.form is TermForm.PREFIX
        }
        counts = {word.text: word.documents for own in (visible, *prefixed.values()) for word in own}
        kinds: dict[str, int] = {kind: labels.get(label("kind", kind), 0) for kind in KINDS}
        return WordFacts(
            counts,
            stems,
            frequent,
            {prefix: [word.text for word in own] for prefix, own in prefixed.items()},
            sum(kinds.values()),
            labels.get(CATALOGUE, 0),
            kinds,
        )

    async def read_typed(self, query: Query, facts: WordFacts) -> list[TermMeaning]:
        """Return what the terms mean as they are typed; words that no document has are corrected."""
        meanings = read_meanings(query, facts)
        _add_compounds(meanings, facts)
        unknown = [index for index, meaning in enumerate(meanings) if _is_unknown(meaning, facts)]
        return await self._correct_places(meanings, unknown, facts)

    async def correct_known(self, meanings: Sequence[TermMeaning], facts: WordFacts) -> list[TermMeaning]:
        """Return the meanings with corrections for words too that documents have, but not together with the others."""
        known = [index for index, meaning in enumerate(meanings) if _may_be_misspelt(meaning)]
        return await self._correct_places(meanings, known, facts)

    async def _correct_places(
        self, meanings: Sequence[TermMeaning], places: Sequence[int], facts: WordFacts
    ) -> list[TermMeaning]:
        corrected = list(meanings)
        typed = {place: meanings[place].term.words[0] for place in places}
        spelt = list(dict.fromkeys(word for word in typed.values() if is_correctable(word)))
        near = await vocabulary.near(self._connection, spelt) if spelt else {}
        near_words = {each.word: each for own in near.values() for each in own}
        visible_words = await vocabulary.visible_words(self._connection, list(near_words.values()), self._viewer)
        visible = {each.text: each for each in visible_words}
        for place, word in typed.items():
            likely_words = [visible[each.word] for each in near.get(word, ()) if each.word in visible]
            likely = rank_meanings(word, likely_words, MAX_MEANINGS)
            counts = {each.text: each.documents for each in likely_words}
            corrected[place] = correct(_add_division(corrected[place], facts), likely, counts)
        return corrected


def _is_unknown(meaning: TermMeaning, facts: WordFacts) -> bool:
    return meaning.term.is_plain and len(meaning.alternatives) == 1 and not count_of(meaning.term.words[0], facts)


def _may_be_misspelt(meaning: TermMeaning) -> bool:
    corrected = any(alternative.way is SpellingOrigin.CORRECTED for alternative in meaning.alternatives)
    return meaning.term.is_plain and not corrected and is_correctable(meaning.term.words[0])


def _synonym_words(query: Query) -> list[str]:
    """Return the words of all synonyms of the query's words, alone and in runs."""
    words = [term.words for term in query.wanted if term.form is TermForm.WORD]
    runs = [spelling for size in (1, 2, 3) for spelling in _runs(words, size)]
    return [word for run in runs for synonym in synonyms_of(run) for word in synonym]


def _runs(words: Sequence[tuple[str, ...]], size: int) -> list[tuple[str, ...]]:
    return [sum(words[start : start + size], ()) for start in range(len(words) - size + 1)]


def _divisions(query: Query) -> list[str]:
    words = [term.words[0] for term in query.wanted if term.is_plain and is_correctable(term.words[0])]
    return [part for word in words for pair in _parts(word) for part in pair]


def _parts(word: str) -> list[tuple[str, str]]:
    return [(word[:place], word[place:]) for place in range(MIN_PART, len(word) - MIN_PART + 1)]


def _compounds(query: Query) -> list[str]:
    plain = [term.words[0] if term.is_plain else "" for term in query.wanted]
    return [before + after for before, after in pairwise(plain) if before and after]


def _add_division(meaning: TermMeaning, facts: WordFacts) -> TermMeaning:
    """Return the term with the two words that it may be composed of, if documents have both."""
    pairs = [pair for pair in _parts(meaning.term.words[0]) if all(facts.documents.get(part) for part in pair)]
    if not pairs:
        return meaning
    best = max(pairs, key=lambda pair: min(facts.documents[part] for part in pair))
    other = Alternative(best, DIVISION_COST, SpellingOrigin.CORRECTED)
    return TermMeaning(meaning.term, (*meaning.alternatives, other), meaning.documents, meaning.is_optional)


def _add_compounds(meanings: list[TermMeaning], facts: WordFacts) -> None:
    """Accept two neighbouring words as one (`blue tooth`), if documents have it."""
    for index, (before, after) in enumerate(pairwise(list(meanings))):
        if not (before.term.is_plain and after.term.is_plain):
            continue
        joined = before.term.words[0] + after.term.words[0]
        if facts.documents.get(joined):
            other = Alternative((joined,), DIVISION_COST, SpellingOrigin.SYNONYM)
            for place in (index, index + 1):
                known = meanings[place]
                meanings[place] = TermMeaning(
                    known.term, (*known.alternatives, other), known.documents, known.is_optional
                )
