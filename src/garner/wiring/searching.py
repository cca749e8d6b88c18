"""Choose the search engine."""

from garner.engine.asking.search import Searches
from garner.engine.engine import Engine
from garner.search.indexer import SearchIndexer
from garner.search.postgres import PostgresSearch


def open_searches(engine: Engine) -> Searches:
    settings = engine.settings.search
    indexer = SearchIndexer(engine.database) if settings.fresh else None
    return Searches(engine.database, PostgresSearch(engine.database, settings.timeout_ms), indexer)
