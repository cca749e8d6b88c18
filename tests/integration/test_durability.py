"""Commits that wait for the disk, and commits that do not."""

from datetime import UTC, datetime

import pytest

from garner.postgres.database import Database
from garner.store.crawl import extraction, fetching
from garner.store.queue import matching

THE_BEGINNING = datetime.min.replace(tzinfo=UTC)


async def durability_after(database: Database, claim: str) -> str:
    async with database.transaction() as connection:
        if claim == "items":
            await matching.claim(connection, "worker", 1, 10.0, THE_BEGINNING)
        elif claim == "bodies":
            await extraction.claim(connection, "worker", 1, 10.0)
        elif claim == "pages":
            await fetching.claim(connection, "worker", 1, 10.0)
        elif claim == "settle":
            await matching.settle(connection, "worker", [])
        cursor = await connection.execute("select current_setting('synchronous_commit') as durability")
        row = await cursor.fetchone()
    assert row is not None
    return str(row["durability"])


@pytest.mark.parametrize("claim", ["items", "bodies"])
async def test_a_claim_without_a_lane_commits_asynchronously(database: Database, claim: str) -> None:
    assert await durability_after(database, claim) == "off"


@pytest.mark.parametrize("act", ["pages", "settle"])
async def test_a_lane_update_and_a_result_commit_synchronously(database: Database, act: str) -> None:
    assert await durability_after(database, act) == "on"


async def test_the_next_transaction_of_the_same_connection_is_durable_again(database: Database) -> None:
    await durability_after(database, "items")
    assert await durability_after(database, "nothing") == "on"
