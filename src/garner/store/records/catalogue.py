"""Searches the catalogue for the candidates of a row or picture: a few of any number of products. A user's rows also
find the products that the user asked for, and never those of other users (`visibility`).

Every search is bounded by the rows it reads, not only by those it returns: by numbers through an index of them, by
words through those that few products have (`core.matching.lexemes`), by spelling through the few words that nothing
else has.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from psycopg.errors import QueryCanceled
from psycopg.rows import class_row

from garner.core.matching.lexemes import MAX_FOUND, LexemeQuery
from garner.core.record import Kind
from garner.kinds.fields import in_order
from garner.postgres.database import Connection
from garner.store.records.visibility import is_listed_product

MAX_CANDIDATES = 20  # candidates of one search: judging one takes a quarter of a millisecond
MAX_COPIES = 3  # of one product among them
MAX_WITH_NUMBER = 11  # entries with one number: the first of a product and as many offers as are shown
MAX_NUMBERED = 100  # that are read, should a number be that of very many products
SAMPLE = 10_000
MAX_DESCRIPTION_LENGTH = 2_000
GTIN_LENGTHS = (8, 12, 13, 14)
MIN_LIKENESS = 0.5  # of a word to the nearest one of a name: a typo in seven letters leaves about that much
SEARCH_TIMEOUT = "2s"  # by spelling, the only search whose cost depends on the catalogue


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    id: int
    url: str
    name: str
    brand: str | None
    sku: str | None
    mpn: str | None
    gtin: str | None
    price: Decimal | None
    currency: str | None
    category: str | None
    description: str | None

    @property
    def fields(self) -> dict[str, object]:
        """The entry's fields, under the names of a row."""
        return {
            "title": self.name,
            "url": self.url,
            "brand": self.brand,
            "sku": self.sku,
            "mpn": self.mpn,
            "gtin": self.gtin,
            "price": None if self.price is None else float(self.price),
            "category": self.category,
            "description": self.description,
        }


_GTIN_AS_WRITTEN = ", ".join(f"lpad(g.number, greatest(length(g.number), {n}), '0')" for n in GTIN_LENGTHS)
_COLUMNS = f"""
    p.id, p.url, p.product_name as name, p.brand, p.sku, p.data ->> 'mpn' as mpn, p.gtin, p.price, p.currency,
    p.category,
    left(p.description, {MAX_DESCRIPTION_LENGTH}) as description
"""


def bare_gtin(gtin: str) -> str:
    """Strip leading zeros: they mean nothing, and shops write any number of them."""
    return gtin.lstrip("0")


async def has_products(connection: Connection) -> bool:
    """Return whether there is any product, of the catalogue or of a user."""
    cursor = await connection.execute("select exists (select from products) as has_any")
    (row,) = await cursor.fetchall()
    return bool(row["has_any"])


async def by_gtin(
    connection: Connection, user_id: int | None, gtin: str, limit: int = MAX_CANDIDATES
) -> list[CatalogueEntry]:
    bare = bare_gtin(gtin)
    written = [bare.zfill(length) for length in GTIN_LENGTHS if length >= len(bare)]
    return await _candidates(
        connection,
        f"""
        select {_COLUMNS} from products p
        where p.gtin = any(%(written)s) and {is_listed_product("p")} order by p.id limit %(limit)s
        """,
        {"written": written, "limit": limit, "user_id": user_id},
    )


async def by_numbers(
    connection: Connection,
    user_id: int | None,
    gtins: Collection[str],
    codes: Collection[str],
    limit: int = MAX_WITH_NUMBER,
) -> list[CatalogueEntry]:
    """Return the first entries that have one of the GTINs, or one of the codes (`core.matching.lexemes.code`) among
    their words. An entry with the number of a candidate is most likely another entry of its product, under any name."""
    if not gtins and not codes:
        return []
    return await _candidates(
        connection,
        f"""
        select {_COLUMNS}
        from products p
        where p.id in (
            select n.id
            from (select f.id, row_number() over (partition by g.number order by f.id) as place
                  from unnest(%(gtins)s::text[]) g (number) cross join lateral
                      (select p.id from products p
                       where p.gtin = any(array[{_GTIN_AS_WRITTEN}]) and {is_listed_product("p")} limit %(most)s) f
                  union all
                  select f.id, row_number() over (partition by c.number order by f.id)
                  from unnest(%(codes)s::text[]) c (number) cross join lateral
                      (select p.id from products p
                       where p.words @@ c.number::tsquery and {is_listed_product("p")} limit %(most)s) f) n
            where n.place <= %(limit)s)
        order by p.id
        """,
        {
            "gtins": list({bare_gtin(gtin) for gtin in gtins}),
            "codes": list(map(_quote, dict.fromkeys(codes))),
            "most": MAX_NUMBERED,
            "limit": limit,
            "user_id": user_id,
        },
    )


async def by_words(
    connection: Connection, user_id: int | None, wanted: LexemeQuery, limit: int = MAX_CANDIDATES
) -> list[CatalogueEntry]:
    """Return the best entries by the weight of the words that they share with the query. Copies of one product
    (`core.matching.product_identity`) leave no less room for others."""
    return await _candidates(
        connection,
        f"""
        select {_COLUMNS}
        from (select g.id, g.weight
              from (select f.id, f.weight, row_number() over (partition by f.key, f.brand
                                                              order by f.weight desc nulls last, f.id) as copy
                    from (select id, brand, coalesce(ltrim(gtin, '0'), sku, id::text) as key,
                                 (select sum(q.weight) from unnest(%(queries)s::tsquery[], %(weights)s::float8[])
                                                            q (query, weight) where words @@ q.query) as weight
                          from products p
                          where words @@ %(query)s::tsquery and {is_listed_product("p")} limit %(most)s) f) g
              where g.copy <= %(copies)s order by g.weight desc nulls last, g.id limit %(limit)s) best
        join products p on p.id = best.id order by best.weight desc nulls last, p.id
        """,
        {
            "query": " | ".join(" & ".join(map(_quote, group)) for group in wanted.groups),
            "queries": list(map(_quote, wanted.words)),
            "weights": list(wanted.weights),
            "most": MAX_FOUND,
            "copies": MAX_COPIES,
            "limit": limit,
            "user_id": user_id,
        },
    )


async def by_spelling(
    connection: Connection, user_id: int | None, words: Sequence[str], limit: int = MAX_CANDIDATES
) -> list[CatalogueEntry]:
    """Return entries with a word spelt nearly like one of these, or none if the search takes too long."""
    if not words:
        return []
    try:
        async with connection.transaction():
            await connection.execute(
                "select set_config(name, value, true) from unnest(%s::text[], %s::text[]) s (name, value)",
                (["pg_trgm.word_similarity_threshold", "statement_timeout"], [str(MIN_LIKENESS), SEARCH_TIMEOUT]),
            )
            return await _by_spelling(connection, user_id, words, limit)
    except QueryCanceled:
        return []


async def _by_spelling(
    connection: Connection, user_id: int | None, words: Sequence[str], limit: int
) -> list[CatalogueEntry]:
    return await _candidates(
        connection,
        f"""
        select {_COLUMNS}
        from (select f.id, (select sum(word_similarity(w, f.product_name)) from unnest(%(words)s::text[]) w) as likeness
              from (select id, product_name from products p
                    where product_name %%> any(%(words)s::text[]) and {is_listed_product("p")} limit %(most)s) f
              order by likeness desc, f.id limit %(limit)s) best
        join products p on p.id = best.id order by best.likeness desc, p.id
        """,
        {"words": list(words), "most": MAX_FOUND, "limit": limit, "user_id": user_id},
    )


async def by_ids(connection: Connection, user_id: int | None, ids: Sequence[int]) -> list[CatalogueEntry]:
    return await _candidates(
        connection,
        f"""
        select {_COLUMNS} from products p join unnest(%(ids)s::bigint[]) with ordinality as g (id, place) using (id)
        where {is_listed_product("p")} order by g.place
        """,
        {"ids": list(ids), "user_id": user_id},
    )


def _quote(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


async def _candidates(connection: Connection, statement: str, parameters: dict[str, Any]) -> list[CatalogueEntry]:
    cursor = connection.cursor(row_factory=class_row(CatalogueEntry))
    await cursor.execute(statement.encode(), parameters)
    return await cursor.fetchall()


async def record(connection: Connection, product_id: int) -> dict[str, Any] | None:
    """Return a product as a row's result: flat, its own fields between its URL and its provenance."""
    cursor = await connection.execute(
        "select url, data, confidence, strategy, warnings from products where id = %s", (product_id,)
    )
    product = await cursor.fetchone()
    if product is None:
        return None
    return {
        "kind": Kind.PRODUCT,
        "url": product["url"],
        **in_order(Kind.PRODUCT, product["data"]),
        "confidence": product["confidence"],
        "strategy": product["strategy"],
        "warnings": product["warnings"],
    }


@dataclass(frozen=True, slots=True)
class CatalogueSample:
    """A sample of products, large enough to estimate how often a word occurs."""

    products: int  # approximate total
    rows: list[dict[str, Any]]  # name, brand, numbers, lexemes
    knows_spelling: bool  # the server can search by it


async def sample(connection: Connection, size: int = SAMPLE) -> CatalogueSample:
    """Sample the catalogue: all of a small one; of a large one some blocks, from anywhere in the table, and the same
    blocks as long as it does not change, so that a row that is sent again gets the same result."""
    cursor = await connection.execute(
        """
        select (select count(*) from (select from products limit %(most)s) p) as counted,
               (select reltuples from pg_class where oid = 'products'::regclass)::float8 as estimated,
               exists (select from pg_indexes where indexname = 'idx_products_spelling') as knows_spelling
        """,
        {"most": size + 1},
    )
    (facts,) = await cursor.fetchall()
    large = facts["counted"] > size
    products = int(max(facts["estimated"], facts["counted"])) if large else facts["counted"]
    share = min(100.0, 110.0 * size / max(products, 1))
    cursor = await connection.execute(
        f"""
        select product_name as name, brand, sku, data ->> 'mpn' as mpn, gtin, tsvector_to_array(words) as lexemes
        from products {"tablesample system (%(share)s) repeatable (0)" if large else ""} limit %(size)s
        """.encode(),
        {"share": share, "size": size},
    )
    return CatalogueSample(products, await cursor.fetchall(), facts["knows_spelling"])
