"""Helpers to fill the search index with records of the catalogue and of users, and to search it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from tests.integration.helpers import page
from uuid_utils.compat import uuid7

from garner.core.record import Kind, Record
from garner.postgres.database import Connection, Database
from garner.search.indexer import SearchIndexer
from garner.store.records import change_log, records
from garner.store.records.records import FoundRecord

SHOP = "https://shop.example"


async def add_page(connection: Connection, url: str, *, in_catalogue: bool = True) -> str:
    """Add a page, which operators have crawled every day or only a user asked for. Return its hash."""
    asked = page(url)
    await connection.execute(
        "insert into domains (domain_name, base_url) values (%s, %s) on conflict do nothing",
        (asked.domain, asked.base_url),
    )
    await connection.execute("insert into resources (url_hash, url) values (%s, %s)", (asked.hash, url))
    await connection.execute(
        """
        insert into crawl_tasks (domain_id, url, url_hash, crawl_frequency, scheduled_at)
        select id, %s, %s, case when %s then interval '1 day' end, now() from domains where domain_name = %s
        """,
        (url, asked.hash, in_catalogue, asked.domain),
    )
    return asked.hash


async def save_record(connection: Connection, kind: Kind, url: str, data: Mapping[str, Any]) -> None:
    record = Record(kind, dict(data), f"{abs(hash(repr(data))):064}"[:64], "given", "1", "given", 0.9)
    await records.save(connection, [FoundRecord(page(url).hash, record)])


async def add_record(
    connection: Connection, kind: Kind, path: str, data: Mapping[str, Any], *, owner: int | None = None
) -> str:
    """Add a record to the catalogue or, with an owner, one that this user alone asked for. Return its URL."""
    url = f"{SHOP}/{path}"
    url_hash = await add_page(connection, url, in_catalogue=owner is None)
    await save_record(connection, kind, url, data)
    if owner is not None:
        await own(connection, owner, kind, url_hash)
    return url


async def own(connection: Connection, user_id: int, kind: Kind, url_hash: str) -> None:
    """Give a user a request that ended with the record."""
    await connection.execute(
        """
        insert into job_items (id, origin, user_id, kind, url_hash, status, record_version, completed_at)
        values (%s, 'parse', %s, %s, %s, 'DONE', 1, now())
        """,
        (uuid7(), user_id, kind, url_hash),
    )


async def add_product(connection: Connection, name: str, *, owner: int | None = None, **fields: Any) -> str:
    path = fields.pop("path", name.lower().replace(" ", "-"))
    return await add_record(connection, Kind.PRODUCT, path, {"name": name, **fields}, owner=owner)


async def add_saved_recipe(connection: Connection, user_id: int, title: str, **fields: Any) -> UUID:
    recipe_id = uuid7()
    await connection.execute(
        "insert into saved_recipes (id, user_id, title, data, words) values (%s, %s, %s, %s, '')",
        (recipe_id, user_id, title, Jsonb({"title": title, **fields})),
    )
    return recipe_id


async def index_all(database: Database, *, batch: int = 200) -> None:
    """Number all changes and index everything."""
    async with database.transaction() as connection:
        await change_log.assign_numbers(connection, 10_000)
    indexer = SearchIndexer(database, batch)
    while await indexer.run_once():
        pass
