"""`garner search` and `garner search reindex`."""

import asyncio

from tests.contract.test_operators_commands import Garner, garner, runner
from tests.integration.search_helpers import add_product

from garner.postgres.database import Database

__all__ = ["garner", "runner"]  # fixtures


async def add_products(url: str) -> None:
    async with Database(url) as database, database.transaction() as connection:
        await add_product(connection, "Cast iron pan")
        await add_product(connection, "Reindexed pan")


def test_records_are_indexed_and_searched_from_the_command_line(garner: Garner, database_url: str) -> None:
    asyncio.run(add_products(database_url))
    garner("search", "reindex")
    assert "Indexed 2 records." in garner("search", "reindex").out
    shown = garner("search", "iorn", "pan")
    assert "Searched for 'iron' instead of 'iorn'." in shown.out
    assert "Cast iron pan" in shown.out
    assert garner.json("search", "iorn pan")["hits"][0]["title"] == "Cast iron pan"
    assert "Nothing was found" in garner("search", "zeppelin").out
    assert "There is no account" in str(garner("search", "pan", "--user", "nobody@example.com"))


def test_indexing_again_is_in_the_audit_log(garner: Garner) -> None:
    garner("search", "reindex")
    (entry,) = garner.json("audit", "list")
    shown = [entry[name] for name in ("action", "objectType", "source")]
    assert shown == ["search_index.rebuild", "search_index", "command"]
