"""Search for known records: index all records as the product does, and see at which place each query finds its own.

Both halves of the queries were written from the records, before Garner searched any. Half A may be looked at to improve
the order of hits. Half B is held out: its queries say how good the order is on those that the order was not tuned for.

The queries were checked by counting common words, so most of them have one answer that is not hard to find. The scores
of `word_counts` stand beside those of Garner for that reason.
"""

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

from evaluation.folds import Part, Split
from evaluation.pages import Line, read_lines
from evaluation.ranking.word_counts import WordCounts
from garner.core.record import Kind, Record
from garner.core.urls.page_url import parse_page_url
from garner.postgres import embedded
from garner.postgres.database import Connection, Database
from garner.search.indexer import SearchIndexer
from garner.search.port import SearchRequest
from garner.search.postgres import PostgresSearch
from garner.store import migrate
from garner.store.records import change_log, records
from garner.store.records.records import FoundRecord
from garner.store.search.visibility import GUEST

FOLDER = Path(__file__).parent
SITE = "records.example"
LIMIT = 10
TIMEOUT_MS = 10_000
MAX_CHANGES = 10_000
HALVES: Mapping[Part, str] = {"all": "AB", "dev": "A", "held-out": "B"}
CLASSES = ("typo", "prefix", "quoted", "exclusion", "other")

_PAGES = """
    with site as (
        insert into domains (domain_name, base_url) values (%(site)s, 'https://records.example') returning id),
    pages as (
        insert into resources (url_hash, url)
        select * from unnest(%(hashes)s::text[], %(urls)s::text[]) returning url_hash, url)
    insert into crawl_tasks (domain_id, url, url_hash, crawl_frequency, scheduled_at)
    select site.id, p.url, p.url_hash, '1 day', now() from site, pages p
"""


def predict_known_items(split: Split) -> Iterator[Line]:
    """Return the queries of the halves that the part consists of, each with its first hits."""
    known = read_lines(FOLDER / "records.jsonl")
    queries: list[Line] = [
        {"half": half} | query
        for half in HALVES[split.part]
        for query in read_lines(FOLDER / f"queries_{half.lower()}.jsonl")
    ]
    counts = WordCounts(known)
    queries = [query | {"counted_first": counts.is_alone_first(query)} for query in queries]
    with tempfile.TemporaryDirectory() as folder, embedded.embedded_postgres(Path(folder)) as url:
        migrate.upgrade(url)
        yield from asyncio.run(_search(url, known, queries))


async def _search(url: str, known: Sequence[Line], queries: Sequence[Line]) -> list[Line]:
    async with Database(url) as database:
        await _index(database, known)
        engine = PostgresSearch(database, TIMEOUT_MS)
        lines = []
        for query in queries:
            kind = Kind(query["kind"]) if query["kind"] else None
            request = SearchRequest(query["query"], GUEST, kind, limit=LIMIT, with_facets=False)
            answer = await engine.search(request)
            lines.append(query | {"hits": [(hit.url or "").rpartition("/")[2] for hit in answer.hits]})
        return lines


async def _index(database: Database, known: Sequence[Line]) -> None:
    """Save the records as those of pages of the catalogue, and index them."""
    async with database.transaction() as connection:
        await _save(connection, known)
        await change_log.assign_numbers(connection, MAX_CHANGES)
    indexer = SearchIndexer(database)
    while await indexer.run_once():
        pass


async def _save(connection: Connection, known: Sequence[Line]) -> None:
    pages = [parse_page_url(f"https://{SITE}/{line['key']}") for line in known]
    hashes = [page.hash for page in pages]
    await connection.execute(_PAGES, {"site": SITE, "hashes": hashes, "urls": [page.normalized for page in pages]})
    await records.save(
        connection,
        [
            FoundRecord(url_hash, Record(Kind(line["kind"]), line["data"], url_hash, "given", "1", "given", 1.0))
            for url_hash, line in zip(hashes, known, strict=True)
        ],
    )


def score_known_items(lines: Iterable[Line]) -> dict[str, float]:
    """Return the scores of each half, and the share of first places in each class of its queries."""
    by_half: dict[str, list[Line]] = {}
    for line in lines:
        by_half.setdefault(line["half"], []).append(line)
    return {f"{half} {metric}": value for half, own in by_half.items() for metric, value in _score_half(own).items()}


def _score_half(lines: Sequence[Line]) -> dict[str, float]:
    ranks = [_reciprocal_rank(line) for line in lines]
    values = {"success@1": mean(rank == 1 for rank in ranks), "success@10": mean(rank > 0 for rank in ranks)}
    values["MRR"] = mean(ranks)
    values["success@1 of counting words"] = mean(line["counted_first"] for line in lines)
    for name in CLASSES:
        own = [rank == 1 for line, rank in zip(lines, ranks, strict=True) if class_of(line) == name]
        if own:
            values[f"success@1, {name} (n={len(own)})"] = mean(own)
    return values


def _reciprocal_rank(line: Line) -> float:
    hits = line["hits"]
    return 1 / (hits.index(line["expected"]) + 1) if line["expected"] in hits else 0.0


def class_of(line: Line) -> str:
    """Return what is special about a query, by the reason that was noted when it was written, or by its signs."""
    for name in ("typo", "prefix", "exclusion"):
        if name in line["why"].casefold():
            return name
    return "quoted" if '"' in line["query"] else "other"
