"""Helpers for products of the catalogue, and for rows and pictures that are matched against it."""

import hashlib
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from uuid_utils.compat import uuid7

from garner.postgres.database import Connection

SHOP = "shop.example"


async def add_product(connection: Connection, name: str, **fields: Any) -> int:
    """Add a product to the catalogue and return its id."""
    path = fields.pop("path", hashlib.sha256(name.encode()).hexdigest()[:12])
    url = f"https://{SHOP}/{path}"
    data = {"name": name, "images": [], "variants": [], **fields}
    cursor = await connection.execute(
        """
        with shop as (
            insert into domains (domain_name, base_url) values (%(shop)s, 'https://shop.example')
            on conflict (domain_name) do update set base_url = excluded.base_url returning id),
        page as (
            insert into resources (url_hash, url) values (%(hash)s, %(url)s) returning url_hash)
        insert into products (domain_id, url, url_hash, product_name, brand, sku, gtin, price, description, data,
                              in_catalogue, extractor, extractor_version, strategy, confidence, parsed_at)
        select shop.id, %(url)s, page.url_hash, %(name)s, %(brand)s, %(sku)s, %(gtin)s, %(price)s, %(description)s,
               %(data)s, true, 'product', '1', 'schema_org_json_ld', 0.9, now()
        from shop, page returning id
        """,
        {
            "shop": SHOP,
            "url": url,
            "hash": hashlib.sha256(url.encode()).hexdigest(),
            "name": name,
            "data": Jsonb(data),
            **{column: fields.get(column) for column in ("brand", "sku", "gtin", "price", "description")},
        },
    )
    (row,) = await cursor.fetchall()
    made: int = row["id"]
    return made


async def add_items(
    connection: Connection,
    *inputs: dict[str, Any],
    kind: str = "product",
    job_type: str = "table",
    user_id: int | None = None,
) -> list[UUID]:
    """Add items of a new job, queued and due now."""
    cursor = await connection.execute(
        """
        insert into jobs (user_id, job_type, kind, queue_state, total_items, pending, rows_numbered, ingested_at)
        values (%s, %s, %s, 'RUNNING', %s, %s, %s, now()) returning id
        """,
        (user_id, job_type, kind, len(inputs), len(inputs), len(inputs)),
    )
    (job,) = await cursor.fetchall()
    cursor = await connection.execute(
        "insert into lanes (stage, job_id, ready_at) values ('match', %s, now()) returning id", (job["id"],)
    )
    (lane,) = await cursor.fetchall()
    made = []
    for row_no, given in enumerate(inputs, 1):
        item_id = uuid7()
        column = "input_json" if job_type == "image" else "normalized_json"
        await connection.execute(
            f"insert into job_items (id, job_id, row_no, origin, user_id, job_type, kind, {column})"
            " values (%s, %s, %s, 'batch', %s, %s, %s, %s)",
            (item_id, job["id"], row_no, user_id, job_type, kind, Jsonb(given)),
        )
        await connection.execute(
            "insert into work (stage, item_id, lane_id, rank, max_attempts) values ('match', %s, %s, now(), 5)",
            (item_id, lane["id"]),
        )
        made.append(item_id)
    return made


async def make_due(connection: Connection) -> None:
    """Make all work that waits for its next run due."""
    await connection.execute("update work set due_at = now() where lease_until is null")
    await connection.execute("update lanes set ready_at = now() where job_id is not null")


async def item(connection: Connection, item_id: UUID) -> dict[str, Any]:
    cursor = await connection.execute(
        "select status, attempts, result_json as result, error_code as code, last_error as error, kind"
        " from job_items where id = %s",
        (item_id,),
    )
    (found,) = await cursor.fetchall()
    return found
