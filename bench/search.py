"""G14: search among a million products, spelt as they are or not, and the counts of their labels.

The products are made of words that occur as often as words do: a few in most products, most in a few. A third of the
queries is taken from titles, a third from titles and descriptions with words that are common, and a third is single
words; then the same with a typo in one word of each. Every query is sent once before, so that the figures are of a warm
index.
"""

import asyncio
import hashlib
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

import psycopg

from bench.result import Result
from bench.server import Server
from garner.core.record import Kind
from garner.core.search.lexemes import CATALOGUE, quote
from garner.core.search.spelling import deletion_keys, is_correctable
from garner.postgres.database import Database
from garner.search.documents import draft_document
from garner.search.port import SearchRequest
from garner.search.postgres import PostgresSearch

PRODUCTS = 1_000_000
QUICK_PRODUCTS = 50_000
CHUNK = 10_000
QUERIES = 300
QUICK_QUERIES = 90
MAX_MS = 50.0
MAX_FACETS_MS = 200.0
TIMEOUT_MS = 5_000

WORDS = 120_000
BRANDS = 3_000
SHOPS = 400
CATEGORIES = 600
ONSETS = "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sh sl sp st str t th tr v w"
VOWELS = "a e i o u ai ea ee oo ou"
CODAS = "b ck d g l ll m n nd ng nt p r rd rm rt s sh st t x"
AVAILABILITY = ("in_stock", "out_of_stock", "limited", "preorder")
SEED = 14


@dataclass(frozen=True)
class Words:
    """Words by frequency, and how often each occurs."""

    texts: tuple[str, ...]
    sums: tuple[float, ...]

    def some(self, rng: random.Random, count: int) -> list[str]:
        return rng.choices(self.texts, cum_weights=self.sums, k=count)


@cache
def words() -> Words:
    rng = random.Random(SEED)
    onsets, vowels, codas = ONSETS.split(), VOWELS.split(), CODAS.split()
    texts: dict[str, None] = {}
    while len(texts) < WORDS:
        syllables = rng.choices((1, 2, 3), (1, 5, 4))[0]
        parts = (
            rng.choice(onsets) + rng.choice(vowels) + (rng.choice(codas) if rng.random() < 0.6 else "")
            for _ in range(syllables)
        )
        texts["".join(parts)] = None
    weights = (1 / (rank + 3) for rank in range(WORDS))
    return Words(tuple(texts), tuple(accumulate(weights)))


@cache
def names() -> tuple[list[str], list[str], list[str]]:
    rng = random.Random(SEED + 1)
    known = words().texts
    brands = [rng.choice(known).title() for _ in range(BRANDS)]
    categories = [f"{rng.choice(known).title()} > {rng.choice(known).title()}" for _ in range(CATEGORIES)]
    return brands, categories, [f"https://shop{number}.example" for number in range(SHOPS)]


def make_product(number: int) -> dict[str, object]:
    rng = random.Random(SEED * PRODUCTS + number)
    brands, categories, shops = names()
    brand = brands[min(int(rng.paretovariate(0.7)) - 1, BRANDS - 1)]
    code = f"{rng.choice('ABCDEFGHKLMPRSTX')}{rng.choice('ABCDEFGHKLMPRSTX')}-{rng.randrange(100, 99_999)}"
    title = " ".join((brand, *words().some(rng, rng.randrange(3, 7)), code))
    return {
        "name": title,
        "description": " ".join(words().some(rng, rng.randrange(20, 60))),
        "brand": brand,
        "category": rng.choice(categories),
        "availability": rng.choices(AVAILABILITY, (12, 4, 2, 1))[0],
        "currency": "EUR",
        "price": f"{rng.lognormvariate(3.5, 1):.2f}",
        "sku": f"{number:07}",
        "gtin": None,
        "mpn": code,
        "variants": [],
        "url": f"{rng.choice(shops)}/p/{number}",
    }


def make_lines(first: int, count: int) -> tuple[str, Counter[str]]:
    """Return documents as COPY reads them, and in how many of them each word is."""
    lines, counts = [], Counter[str]()
    for number in range(first, first + count):
        product = make_product(number)
        url = str(product["url"])
        draft = draft_document(Kind.PRODUCT, product, url)
        counts.update(draft.words.places.keys())
        facets = "{" + ",".join(f'"{facet}"' for facet in draft.facets) + "}"
        lexemes = f"{draft.words.written_words({})} {quote(CATALOGUE)}"
        url_hash = hashlib.sha256(url.encode()).hexdigest()
        columns = (
            *("product", url_hash, str(number + 1), draft.title, url, facets, str(product["price"]), "english", "t"),
            *(draft.words.written_heading({}), lexemes, "2026-01-01"),
        )
        lines.append("\t".join(column.replace("\\", "\\\\") for column in columns))
    return "\n".join(lines) + "\n", counts


def search_a_million(server: Server, quick: bool) -> list[Result]:
    products = QUICK_PRODUCTS if quick else PRODUCTS
    with server.migrated() as url:
        load(url, products)
        return asyncio.run(_measure(url, products, QUICK_QUERIES if quick else QUERIES))


def load(url: str, products: int) -> None:
    """Load products straight into the index: indexing itself is measured by what it costs a crawl."""
    with psycopg.connect(url, autocommit=True) as connection, ProcessPoolExecutor(2) as executor:
        connection.execute("alter table search_documents disable trigger user")
        connection.execute("drop index idx_search_documents_words")
        connection.execute("alter table search_documents drop constraint uq_search_documents_url_hash_kind")
        counts = Counter[str]()
        starts = range(0, products, CHUNK)
        for text, chunk_counts in executor.map(make_lines, starts, [CHUNK] * len(starts)):
            counts.update(chunk_counts)
            with connection.cursor().copy(
                "copy search_documents (kind, url_hash, record_id, title, url, facets, price, language, in_catalogue,"
                " heading, words, updated_at) from stdin"
            ) as copy:
                copy.write(text)
        _load_words(connection, counts)
        connection.execute("insert into search_languages values ('english')")
        connection.execute("set maintenance_work_mem = '512MB'")
        connection.execute(
            "create index idx_search_documents_words on search_documents using gin (words)"
            " with (gin_pending_list_limit = 512)"
        )
        connection.execute(
            "alter table search_documents add constraint uq_search_documents_url_hash_kind unique (url_hash, kind)"
        )
        connection.execute("alter table search_documents enable trigger user")
        connection.execute("vacuum analyze search_documents")
        connection.execute("vacuum analyze search_words")
        connection.execute("checkpoint")


def _load_words(connection: psycopg.Connection[tuple[object, ...]], counts: Counter[str]) -> None:
    with connection.cursor().copy(
        "copy search_words (word, documents, catalogue_documents, deletions) from stdin"
    ) as copy:
        for word, count in counts.items():
            keys = deletion_keys(word) if is_correctable(word) else []
            copy.write_row((word, count, count, keys))


# Queries --------------------------------------------------------------------------------------------------------


def make_queries(products: int, count: int) -> list[str]:
    rng = random.Random(SEED + 2)
    queries = []
    for place in range(count):
        product = make_product(rng.randrange(products))
        title, text = str(product["name"]).split(), str(product["description"]).split()
        if place % 3 == 0:
            queries.append(" ".join(rng.sample(title[:-1], min(3, len(title) - 1))))
        elif place % 3 == 1:
            queries.append(" ".join((rng.choice(title[1:-1]), rng.choice(text), *words().some(rng, 1))))
        else:
            queries.append(rng.choice(title))
    return queries


def misspell(query: str, rng: random.Random) -> str:
    """Return the query with a letter of one of its words changed, left out, added or transposed."""
    typed = query.split()
    long = [place for place, word in enumerate(typed) if len(word) >= 5 and word.isalpha()]
    if not long:
        return query
    place = rng.choice(long)
    word = typed[place]
    at = rng.randrange(1, len(word) - 1)
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    typed[place] = rng.choice(
        (
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
        )
    )
    return " ".join(typed)


# Measuring ------------------------------------------------------------------------------------------------------


async def _measure(url: str, products: int, count: int) -> list[Result]:
    queries = make_queries(products, count)
    rng = random.Random(SEED + 3)
    typos = [misspell(query, rng) for query in queries]
    async with Database(url) as database:
        engine = PostgresSearch(database, TIMEOUT_MS)
        return [
            await _timed(engine, queries, "as spelt", MAX_MS, products, with_facets=False),
            await _timed(engine, typos, "with a typo", MAX_MS, products, with_facets=False),
            await _timed(engine, queries, "with facets", MAX_FACETS_MS, products, with_facets=True),
        ]


async def _timed(
    engine: PostgresSearch, queries: Sequence[str], name: str, most: float, products: int, *, with_facets: bool
) -> Result:
    for query in queries:
        await engine.search(SearchRequest(query, with_facets=with_facets))
    times = [await _time(engine, query, with_facets=with_facets) for query in queries]
    p95 = statistics.quantiles(times, n=20)[-1]
    return Result(
        "G14",
        f"search among {products:,} products, {name}: {most:g} ms / p95",
        most / p95,
        1.0,
        f"p95 {p95:.1f} ms, median {statistics.median(times):.1f} ms",
    )


async def _time(engine: PostgresSearch, query: str, *, with_facets: bool) -> float:
    began = time.perf_counter()
    await engine.search(SearchRequest(query, with_facets=with_facets))
    return (time.perf_counter() - began) * 1000
