"""Make the hits of a page: the documents as a user sees them, with the words that matched."""

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID

from garner.core.record import Kind, RecordData
from garner.core.search.expression import SpellingOrigin, TermMeaning, WordFacts
from garner.core.search.highlights import Forms, Highlight, excerpt, highlight
from garner.core.search.ranking import Score
from garner.postgres.database import Connection
from garner.search.documents import searched_texts
from garner.search.port import Hit, Viewer
from garner.store.search import candidates
from garner.store.search.candidates import FoundDocument


class RankedDocument(Protocol):
    @property
    def document(self) -> FoundDocument: ...
    @property
    def score(self) -> Score: ...


async def make_hits(
    connection: Connection,
    viewer: Viewer,
    meanings: Sequence[TermMeaning],
    facts: WordFacts,
    page: Sequence[RankedDocument],
) -> list[Hit]:
    data = await _read_data(connection, viewer, [ranked.document for ranked in page])
    return [_hit(ranked, _forms(meanings, facts, ranked.score), data.get(_key(ranked.document))) for ranked in page]


def _key(document: FoundDocument) -> tuple[str, str | UUID | None]:
    return document.kind, document.recipe_id or document.url_hash


async def _read_data(
    connection: Connection, viewer: Viewer, hits: Sequence[FoundDocument]
) -> dict[tuple[str, str | UUID | None], RecordData]:
    data: dict[tuple[str, str | UUID | None], RecordData] = {}
    for kind in dict.fromkeys(document.kind for document in hits):
        hashes = [each.url_hash for each in hits if each.kind == kind and each.url_hash is not None]
        if hashes:
            records = await candidates.read_data(connection, Kind(kind), hashes)
            data |= {(kind, url_hash): record for url_hash, record in records.items()}
    recipes = [document.recipe_id for document in hits if document.recipe_id is not None]
    if recipes and viewer.user_id is not None:
        saved = await candidates.read_recipes(connection, viewer.user_id, recipes)
        data |= {(Kind.RECIPE, recipe_id): recipe for recipe_id, recipe in saved.items()}
    return data


def _forms(meanings: Sequence[TermMeaning], facts: WordFacts, score: Score) -> Forms:
    """Return the words to mark: those that the document has, or, where that is not known, all that it may have."""
    used = [each for each in score.used if each is not None]
    chosen = used or [alternative for meaning in meanings for alternative in meaning.alternatives]
    words = {word for alternative in chosen for word in (*alternative.words, alternative.whole or "")} - {""}
    as_typed = {
        word for alternative in chosen if alternative.way is SpellingOrigin.PREFIX for word in alternative.words
    }
    stems = {stem for word in words - as_typed for stem in (word, *facts.stems.get(word, ())) if word in facts.stems}
    return Forms(frozenset(words), tuple(sorted(stem for stem in stems if len(stem) > 2)))


def _hit(ranked: RankedDocument, forms: Forms, data: RecordData | None) -> Hit:
    document = ranked.document
    highlights: dict[str, Highlight] = {"title": highlight(document.title, forms)}
    text = excerpt(list(searched_texts(Kind(document.kind), data)), forms) if data is not None else None
    if text is not None:
        highlights["text"] = text
    return Hit(
        kind=Kind(document.kind),
        id=_id_of(document),
        is_saved=document.recipe_id is not None,
        title=document.title,
        url=document.url,
        score=round(ranked.score.value, 6),
        labels=_labels(document.facets),
        price=document.price,
        posted_at=document.posted_at,
        updated_at=document.updated_at,
        highlights=highlights,
    )


def _id_of(document: FoundDocument) -> str:
    if document.recipe_id is not None:
        return str(document.recipe_id)
    return str(document.record_id) if document.record_id is not None else str(document.url_hash)


def _labels(facets: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    labels: dict[str, list[str]] = {}
    for each in facets:
        name, _, value = each.partition(":")
        if name != "kind":
            labels.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in labels.items()}
