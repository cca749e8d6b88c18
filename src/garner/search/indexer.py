"""The indexer: it follows the log of changed records, and keeps the search index up to date.

It is a duty of one worker at a time. A round reads some changes, writes the documents of their records, and moves on
in the same transaction, so a worker that dies loses nothing. Records that are not in the log, or not any more, are
indexed in addition, kind by kind, from where the last round ended.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from garner.core.record import Kind
from garner.core.search.lexemes import owner
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection, Database
from garner.search.documents import DocumentDraft, draft_document
from garner.search.stemming import Stemmer
from garner.store.records import change_log
from garner.store.records.change_log import RecordChange
from garner.store.search import documents, vocabulary
from garner.store.search.documents import IndexedRecipe, IndexedRecord, NewDocument

CONSUMER = "search"
SAVED = "saved"
SOURCES = (*(kind.value for kind in KINDS), SAVED)
BATCH = 500  # documents of one transaction: it locks their words, which saving a recipe may wait for
WORDS_AT_ONCE = 5_000
WORDS_WHILE_BUSY = 300
MAX_FRESH = 2_000  # changes that a search waits for
MAX_FRESH_SECONDS = 5.0
POLL_SECONDS = 0.02
FIRST_ID = UUID(int=0)


class SearchIndexer:
    def __init__(self, database: Database, batch: int = BATCH) -> None:
        self._database = database
        self._batch = batch
        self._stemmer = Stemmer()
        self.indexed = 0  # documents written, since it was created

    async def run_once(self) -> int:
        """Index some changes, and some of what was never indexed. Return how much there was."""
        async with self._database.connection() as connection:
            if not await documents.has_work(connection, CONSUMER, SOURCES):
                return 0
        done = await self.follow_changes()
        if done < self._batch:  # what people search for now comes first
            done += await self.catch_up()
        words = await self.complete_words(WORDS_WHILE_BUSY if done else WORDS_AT_ONCE)
        return done or words

    async def follow_changes(self) -> int:
        """Index the records of the next changes."""
        async with self._database.transaction() as connection:
            position = await change_log.hold_position(connection, CONSUMER)
            if position is None:
                return 0
            if position.is_lost:
                await documents.start_again(connection)
                kept = await change_log.kept_range(connection)
                await change_log.move_position(connection, CONSUMER, kept.deleted_to)
                return 1
            changes = await change_log.read(connection, position.number, self._batch)
            if not changes:
                return 0
            await self._write_records(connection, await _read_changed(connection, changes))
            await change_log.move_position(connection, CONSUMER, changes[-1].number)
            return len(changes)

    async def catch_up(self) -> int:
        """Index the next records, or saved recipes, of a source that is not indexed to its end."""
        async with self._database.transaction() as connection:
            if await change_log.hold_position(connection, CONSUMER) is None:  # another one is indexing
                return 0
            taken = await documents.take_unfinished(connection, SOURCES)
            if taken is None:
                return 0
            source, after = taken
            if source == SAVED:
                count, last = await self._index_saved(connection, after)
            else:
                count, last = await self._index_kind(connection, Kind(source), after)
            await documents.note_progress(connection, source, last, finished=count < self._batch)
            return max(count, 1)

    async def complete_words(self, limit: int = WORDS_AT_ONCE) -> int:
        """Prepare new words for misspellings of them. While records keep coming most of that waits: a record is found
        without it, and it takes as long as the rest of indexing."""
        async with self._database.transaction() as connection:
            return await vocabulary.fill_deletions(connection, limit)

    async def catch_up_now(self) -> None:
        """Index all committed changes, for at most a few seconds, for a search that must find them. Wait for another
        indexer that is about to commit."""
        async with self._database.transaction() as connection:
            await change_log.assign_numbers(connection, MAX_FRESH)
            last_number = (await change_log.kept_range(connection)).last_number
        until = time.monotonic() + MAX_FRESH_SECONDS
        while time.monotonic() < until and await self._position() < last_number:
            if not await self.follow_changes():
                await asyncio.sleep(POLL_SECONDS)
        await self.complete_words()

    async def _position(self) -> int:
        async with self._database.connection() as connection:
            return await change_log.read_position(connection, CONSUMER)

    async def index_recipe(self, connection: Connection, recipe_id: UUID) -> None:
        """Index a saved recipe in the transaction that saves it: its owner looks for it at once."""
        recipe = await documents.read_recipe(connection, recipe_id)
        if recipe is not None:
            await self._write_recipes(connection, [recipe])

    async def _index_kind(self, connection: Connection, kind: Kind, after: str) -> tuple[int, str]:
        records = await documents.read_records_after(connection, kind, after, self._batch)
        await self._write_records(connection, [(kind, record) for record in records])
        return len(records), records[-1].url_hash if records else after

    async def _index_saved(self, connection: Connection, after: str) -> tuple[int, str]:
        recipes = await documents.read_recipes_after(connection, UUID(after) if after else FIRST_ID, self._batch)
        await self._write_recipes(connection, recipes)
        return len(recipes), str(recipes[-1].id) if recipes else after

    async def _write_records(self, connection: Connection, records: Sequence[tuple[Kind, IndexedRecord]]) -> None:
        drafts = [draft_document(kind, record.data, record.url) for kind, record in records]
        stems = await self._stems(connection, drafts)
        rows = [
            _document(draft, stems[draft.language], record.updated_at, record=record)
            for draft, (_, record) in zip(drafts, records, strict=True)
        ]
        await documents.write(connection, rows)
        self.indexed += len(rows)

    async def _write_recipes(self, connection: Connection, recipes: Sequence[IndexedRecipe]) -> None:
        drafts = [draft_document(Kind.RECIPE, recipe.data, recipe.url) for recipe in recipes]
        stems = await self._stems(connection, drafts)
        rows = [
            _document(draft, stems[draft.language], recipe.updated_at, recipe=recipe)
            for draft, recipe in zip(drafts, recipes, strict=True)
        ]
        await documents.write(connection, rows)
        self.indexed += len(rows)

    async def _stems(self, connection: Connection, drafts: Iterable[DocumentDraft]) -> dict[str, Mapping[str, str]]:
        words: dict[str, dict[str, None]] = {}
        for draft in drafts:
            words.setdefault(draft.language, {}).update(dict.fromkeys(draft.words.places))
        if new := set(words) - set(await self._stemmer.languages(connection)):
            await documents.add_languages(connection, sorted(new))
        return {language: await self._stemmer.stems(connection, own, language) for language, own in words.items()}


async def _read_changed(connection: Connection, changes: Sequence[RecordChange]) -> list[tuple[Kind, IndexedRecord]]:
    hashes: dict[Kind, dict[str, None]] = {}
    for change in changes:
        hashes.setdefault(Kind(change.kind), {})[change.url_hash] = None
    return [
        (kind, record)
        for kind, own in hashes.items()
        for record in await documents.read_records(connection, kind, list(own))
    ]


def _document(
    draft: DocumentDraft,
    stems: Mapping[str, str],
    updated_at: datetime,
    *,
    record: IndexedRecord | None = None,
    recipe: IndexedRecipe | None = None,
) -> NewDocument:
    return NewDocument(
        kind=draft.kind,
        url_hash=record.url_hash if record else None,
        record_id=record.record_id if record else None,
        recipe_id=recipe.id if recipe else None,
        user_id=recipe.user_id if recipe else None,
        title=draft.title,
        url=draft.url,
        facets=draft.facets,
        price=record.price if record else None,
        posted_at=record.posted_at if record else None,
        is_gone=record.is_gone if record else False,
        language=draft.language,
        heading=draft.words.written_heading(stems),
        words=_words_of(draft, stems, recipe),
        updated_at=updated_at,
    )


def _words_of(draft: DocumentDraft, stems: Mapping[str, str], recipe: IndexedRecipe | None) -> str:
    if recipe is not None:
        draft.words.labels.append(owner(recipe.user_id))
    return draft.words.written_words(stems)
