"""Lists of products: pages with two filters among a million products, in every order.

The products are those of the search benchmark. Every list is asked for once before, so that the figures are of a warm
cache. Pairs of filters are drawn at random, with values as frequent as products have them: most pass many products, and
some pass a few or none.
"""

import asyncio
import hashlib
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import orjson
import psycopg

from bench.result import Result
from bench.search import CHUNK, PRODUCTS, QUICK_PRODUCTS, SHOPS, make_product
from bench.server import Server
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.asking.products import list_products
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.records.products.filters import ProductFilter
from garner.store.records.products.lists import ProductSort

LISTS = 300
QUICK_LISTS = 100
MAX_MS = 50.0
SEED = 19
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
CURRENCIES = ("EUR", "USD", "CHF")


@dataclass(frozen=True)
class Asked:
    filters: ProductFilter
    domains: Sequence[str]
    sort: ProductSort


def make_rows(first: int, count: int) -> str:
    """Return products as COPY reads them."""
    rng = random.Random(SEED * PRODUCTS + first)
    lines = []
    for number in range(first, first + count):
        product = make_product(number)
        url = str(product["url"])
        created = FIRST_DAY + timedelta(seconds=number)
        columns = (
            *(str(int(url[len("https://shop") :].split(".")[0]) + 1), url, hashlib.sha256(url.encode()).hexdigest()),
            *(str(product["name"]), str(product["description"]), str(product["price"])),
            *(_currency(rng), str(product["availability"])),
            rf"{rng.uniform(1, 5):.1f}" if rng.random() < 0.7 else r"\N",
            *(str(product["brand"]), str(product["category"]), str(product["sku"])),
            orjson.dumps(product).decode(),
            *("given", "1", "given", "0.9", "t", created.isoformat(), created.isoformat()),
            (created + timedelta(days=rng.uniform(0, 90))).isoformat(),
        )
        lines.append("\t".join(columns))
    return "\n".join(lines) + "\n"


def _currency(rng: random.Random) -> str:
    return rng.choices(CURRENCIES, (90, 9, 1))[0]


def list_a_million(server: Server, quick: bool) -> list[Result]:
    products = QUICK_PRODUCTS if quick else PRODUCTS
    with server.migrated() as url:
        load(url, products)
        return [asyncio.run(_measure(url, products, QUICK_LISTS if quick else LISTS))]


def load(url: str, products: int) -> None:
    with psycopg.connect(url, autocommit=True) as connection, ProcessPoolExecutor(2) as executor:
        connection.execute("set session_replication_role = replica")  # no resources and no changes of the log
        connection.execute(
            """
            insert into domains (domain_name, base_url)
            select 'shop' || n || '.example', 'https://shop' || n || '.example' from generate_series(0, %s) n
            """,
            (SHOPS - 1,),
        )
        starts = range(0, products, CHUNK)
        for text in executor.map(make_rows, starts, [CHUNK] * len(starts)):
            with connection.cursor().copy(
                """
                copy products (domain_id, url, url_hash, product_name, description, price, currency, availability,
                    rating, brand, category, sku, data, extractor, extractor_version, strategy, confidence,
                    in_catalogue, parsed_at, created_at, updated_at) from stdin
                """
            ) as copy:
                copy.write(text)
        connection.execute("vacuum analyze products")
        connection.execute("checkpoint")


def make_lists(products: int, count: int) -> list[Asked]:
    rng = random.Random(SEED)
    return [_make_list(make_product(rng.randrange(products)), rng) for _ in range(count)]


def _make_list(product: dict[str, object], rng: random.Random) -> Asked:
    """Return a list with two of the filters that a product passes, in some order."""
    price = Decimal(str(product["price"]))
    values: dict[str, object] = {
        "price": (price * Decimal("0.7"), price * Decimal("1.4")),
        "rating_min": Decimal(rng.randrange(2, 10)) / 2,
        "updated_since": FIRST_DAY + timedelta(days=rng.randrange(100)),
        "currencies": [_currency(rng)],
        "availabilities": [product["availability"]],
        "brands": [product["brand"]],
        "categories": [product["category"]],
        "domains": [str(product["url"]).split("/")[2]],
    }
    filters = {name: values[name] for name in rng.sample(sorted(values), 2)}
    domains = filters.pop("domains", ())
    if "price" in filters:
        filters["price_min"], filters["price_max"] = filters.pop("price")  # type: ignore[misc]
    return Asked(ProductFilter(**filters), domains, rng.choice(list(ProductSort)))  # type: ignore[arg-type]


async def _measure(url: str, products: int, count: int) -> Result:
    with tempfile.TemporaryDirectory(prefix="garner-bench-") as name:
        async with Database(url) as database:
            settings = Settings.from_values(data_dir=Path(name))
            engine = Engine(settings, database, local_blobs(Path(name) / "bodies"), wake=lambda stage: None)
            lists = make_lists(products, count)
            for asked in lists:
                await _time(engine, asked)
            times = [await _time(engine, asked) for asked in lists]
    p95 = statistics.quantiles(times, n=20)[-1]
    return Result(
        "G14",
        f"list of products with two filters among {products:,}: {MAX_MS:g} ms / p95",
        MAX_MS / p95,
        1.0,
        f"p95 {p95:.1f} ms, median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms",
    )


async def _time(engine: Engine, asked: Asked) -> float:
    began = time.perf_counter()
    await list_products(engine, None, asked.filters, asked.domains, sort=asked.sort, limit=20, after=None)
    return (time.perf_counter() - began) * 1000
