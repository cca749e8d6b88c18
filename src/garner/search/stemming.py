"""A cache of the stems of words, which PostgreSQL computes for many languages."""

from collections.abc import Iterable, Mapping, Sequence

from garner.core.search.languages import LANGUAGES
from garner.postgres.database import Connection
from garner.store.search import documents, vocabulary

MAX_REMEMBERED = 100_000  # words of one language
MAX_STEMMED_LENGTH = 40


class Stemmer:
    """A cache of stems, for one engine or indexer. Its entries never expire."""

    def __init__(self) -> None:
        self._stems: dict[str, dict[str, str]] = {}

    async def languages(self, connection: Connection) -> tuple[str, ...]:
        """Return the languages of the index, which is asked each time: another process may index a new one."""
        return tuple(await documents.known_languages(connection))

    async def stems(self, connection: Connection, words: Iterable[str], language: str) -> Mapping[str, str]:
        """Return the stem of each word that has one, which is empty for a word such as `the`."""
        if language not in LANGUAGES:
            return {}
        known = self._stems.setdefault(language, {})
        wanted = [word for word in words if _is_stemmed(word)]
        unknown = [word for word in wanted if word not in known]
        if unknown:
            if len(known) > MAX_REMEMBERED:
                known.clear()
                unknown = wanted
            known.update((await vocabulary.stems(connection, unknown, [language]))[language])
        return {word: known[word] for word in wanted}

    async def all_stems(
        self, connection: Connection, words: Sequence[str]
    ) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        """Return the stems of each word in all languages of the index, without the word itself, and the words that are
        frequent in one of them."""
        stems: dict[str, dict[str, None]] = {word: {} for word in words}
        frequent = set[str]()
        for language in await self.languages(connection):
            for word, stem in (await self.stems(connection, words, language)).items():
                if not stem:
                    frequent.add(word)
                elif stem != word:
                    stems[word][stem] = None
        return {word: tuple(own) for word, own in stems.items()}, frozenset(frequent)


def _is_stemmed(word: str) -> bool:
    return word.isalpha() and 1 < len(word) <= MAX_STEMMED_LENGTH
