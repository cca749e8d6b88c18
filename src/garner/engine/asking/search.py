"""Search for records and saved recipes, and log what people look for and whether they find it."""

import time

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.search.query import MAX_LENGTH
from garner.engine.engine import Engine
from garner.postgres.database import Database
from garner.search.indexer import SearchIndexer
from garner.search.port import SearchAnswer, SearchEngine, SearchRequest
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject
from garner.store.records import search_events
from garner.store.records.search_events import FrequentSearch, NewSearchEvent
from garner.store.search import documents

SOURCE = "search"


class Searches:
    """The searches of a server: through one engine, with one log."""

    def __init__(self, database: Database, engine: SearchEngine, indexer: SearchIndexer | None = None) -> None:
        """Create the searches. With an indexer, each search finds what was committed before it."""
        self._database = database
        self._engine = engine
        self._indexer = indexer

    async def search(self, request: SearchRequest) -> SearchAnswer:
        began = time.monotonic()
        if self._indexer is not None and request.after is None:
            await self._indexer.catch_up_now()
        answer = await self._engine.search(request)
        if request.after is None:  # further pages are not searches of their own
            await self._log(request, answer, (time.monotonic() - began) * 1000)
        return answer

    async def _log(self, request: SearchRequest, answer: SearchAnswer, took_ms: float) -> None:
        event = NewSearchEvent(
            user_id=request.viewer.user_id,
            job_id=None,
            item_id=None,
            source=SOURCE,
            query=request.text[:MAX_LENGTH],
            corrections={correction.typed: correction.meant for correction in answer.corrections},
            hits=0 if answer.is_partial else min(answer.total, 2**31 - 1),
            took_ms=took_ms,
        )
        async with self._database.connection() as connection:
            await search_events.write(connection, [event])


async def start_reindexing(engine: Engine, *, by: AuditActor) -> None:
    """Have all records and saved recipes indexed again."""
    async with engine.database.transaction() as connection:
        await documents.start_again(connection)
        await audit_log.write(connection, by, "search_index.rebuild", AuditObject("search_index"))
    observe.emit(observe.Operated("reindex", "all records", by.name))


async def list_searches(engine: Engine, *, only_empty: bool, days: int, limit: int) -> list[FrequentSearch]:
    """List what people searched for most often, or what they did not find."""
    async with engine.database.connection() as connection:
        return await search_events.list_frequent(
            connection, SOURCE, only_empty=only_empty, within_days=days, limit=limit
        )
