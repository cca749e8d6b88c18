"""Search real titles with misspelt queries, through the real engine and a database that lives as long as the run."""

import asyncio
import gzip
import hashlib
import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

from evaluation.pages import Line
from garner.postgres import embedded
from garner.postgres.database import Database
from garner.search.indexer import SearchIndexer
from garner.search.port import SearchRequest
from garner.search.postgres import PostgresSearch
from garner.store import migrate
from garner.store.search.visibility import GUEST

LIMIT = 10
TIMEOUT_MS = 10_000
SITE = "titles.example"

# A page of the catalogue for each title. Recipes are recipes and everything else is a product: only titles are given.
_PAGES = """
    with site as (
        insert into domains (domain_name, base_url) values (%(site)s, 'https://titles.example') returning id),
    given as (
        select g.kind, g.url_hash, g.url, g.title, site.id as domain_id
        from jsonb_to_recordset(%(rows)s) g (kind text, url_hash text, url text, title text), site),
    pages as (insert into resources (url_hash, url) select url_hash, url from given returning url_hash),
    tasks as (
        insert into crawl_tasks (domain_id, url, url_hash, kinds, crawl_frequency, scheduled_at)
        select g.domain_id, g.url, g.url_hash, array[g.kind], '1 day', now()
        from given g join pages p using (url_hash) returning url_hash),
    found_recipes as (
        insert into recipes (url_hash, title, ingredients, data, extractor, extractor_version, strategy, confidence,
                             parsed_at)
        select g.url_hash, g.title, '[]', jsonb_build_object('title', g.title), 'given', '1', 'given', 1, now()
        from given g join tasks using (url_hash) where g.kind = 'recipe')
    insert into products (domain_id, url, url_hash, product_name, data, extractor, extractor_version, strategy,
                          confidence, parsed_at, in_catalogue)
    select g.domain_id, g.url, g.url_hash, left(g.title, 512), jsonb_build_object('name', g.title), 'given', '1',
           'given', 1, now(), true
    from given g join tasks using (url_hash) where g.kind = 'product'
"""


def predict_searches(corpora: Path, executor: Executor) -> Iterator[Line]:
    """Return the first hits of every query."""
    documents = _read(corpora / "typos" / "documents.jsonl.gz")
    queries = _read(corpora / "typos" / "queries.jsonl.gz")
    with tempfile.TemporaryDirectory() as folder, embedded.embedded_postgres(Path(folder)) as url:
        migrate.upgrade(url)
        yield from asyncio.run(_search(url, documents, queries))


def _read(path: Path) -> list[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


async def _search(url: str, documents: list[Line], queries: list[Line]) -> list[Line]:
    async with Database(url) as database:
        ids = await _index(database, documents)
        engine = PostgresSearch(database, TIMEOUT_MS)
        lines = []
        for query in queries:
            request = SearchRequest(query["query"], GUEST, limit=LIMIT, with_facets=False)
            answer = await engine.search(request)
            lines.append({"query": query["query"], "hits": [ids[hit.url or ""] for hit in answer.hits]})
        return lines


async def _index(database: Database, documents: list[Line]) -> dict[str, str]:
    rows = []
    for number, document in enumerate(documents):
        url = f"https://{SITE}/{number}"
        kind = "recipe" if document["kind"] == "recipe" else "product"
        url_hash = hashlib.sha256(url.encode()).hexdigest()
        rows.append({"kind": kind, "url_hash": url_hash, "url": url, "title": document["title"]})
    async with database.transaction() as connection:
        await connection.execute(_PAGES, {"site": SITE, "rows": json.dumps(rows)})
    indexer = SearchIndexer(database)
    while await indexer.run_once():
        pass
    return {row["url"]: document["id"] for row, document in zip(rows, documents, strict=True)}
