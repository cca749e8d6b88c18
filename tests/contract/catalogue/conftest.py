"""A shop over HTTP."""

from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import calling
from tests.integration.search_helpers import add_product, index_all

from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in

PRODUCTS: list[dict[str, Any]] = [
    {"name": "Iron pan", "price": "26.00", "brand": "Hearth", "category": "Kitchen > Pans", "availability": "in_stock"},
    {"name": "Copper pan", "price": "140.00", "brand": "Hearth", "category": "Kitchen", "availability": "in_stock"},
    {"name": "Steel pan", "price": "90.00", "brand": "Blaze", "category": "Kitchenware", "availability": "preorder"},
    {"name": "old kettle", "brand": "Blaze", "category": "Kitchen > Kettles", "availability": "out_of_stock"},
]
RATINGS = {"Iron pan": 4.6, "Steel pan": 3.1}


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    """Call as a guest; each product was added a minute after the one before it."""
    async with engine.database.transaction() as connection:
        for each in PRODUCTS:
            fields = {name: value for name, value in each.items() if name != "name"}
            if each["name"] in RATINGS:
                fields["rating"] = RATINGS[each["name"]]
            if "price" in fields:
                fields["currency"] = "EUR" if Decimal(fields["price"]) < 100 else "USD"
            await add_product(connection, each["name"], **fields)
        await connection.execute(
            """
            update products set created_at = timestamptz '2026-03-01 12:00+00' + id * interval '1 minute',
                                updated_at = timestamptz '2026-04-01 12:00+00' - id * interval '1 day'
            """
        )
    await index_all(engine.database)
    async with calling(engine) as opened:
        yield opened


@pytest.fixture
def sign_in_as(client: httpx.AsyncClient, engine: Engine) -> Callable[[str], Any]:
    async def sign(email: str) -> int:
        """Have the client call as this user. Return the user's id."""
        signed_in = await sign_in(engine, Identity(email))
        client.headers["Authorization"] = f"Bearer {signed_in.token}"
        async with engine.database.connection() as connection:
            rows = await (await connection.execute("select user_id from users where email = %s", (email,))).fetchall()
        return rows[0]["user_id"]

    return sign
