"""Every search of a row is recorded with its result, and kept for its retention."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from tests.integration.helpers import new_user
from tests.integration.test_matching_rows import Matching

from garner.engine import Engine
from garner.engine.jobs.removal import delete_leftovers
from garner.pools.pictures import Pictures
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.runtime.loop import Loop
from garner.runtime.stages.match.stage import MatchStage
from garner.store.people import users
from garner.store.records import search_events
from garner.store.records.search_events import NewSearchEvent

EVENTS = "select * from search_events order by id"


@pytest.fixture
async def matching(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[Matching]:
    stage = MatchStage(engine, pictures, "w", reads_text=False)
    yield Matching(engine, Loop(stage, database, "w", engine.settings))


async def add_events(connection: Connection, count: int, **fields: Any) -> None:
    said: dict[str, Any] = {"user_id": None, "job_id": None, "item_id": None} | fields
    await search_events.write(
        connection, [NewSearchEvent(**said, source="match", query="pan", corrections={}, hits=0, took_ms=1.0)] * count
    )


async def left(connection: Connection) -> int:
    cursor = await connection.execute("select count(*) as events from search_events")
    (found,) = await cursor.fetchall()
    return int(found["events"])


async def test_every_run_of_a_row_writes_one_event_with_its_query(matching: Matching) -> None:
    await matching.product("Acme Enamel Kettle EK-2041", brand="Acme", gtin="4006381333931")
    (row,) = await matching.rows({"title": "Kettle", "brand": "Acme", "gtin": "4006381333931"})
    await matching.run_to_the_end()
    [event] = await matching.ask(EVENTS)
    [item] = await matching.ask("select user_id, job_id from job_items where id = %s", row)
    assert (event["item_id"], event["user_id"], event["job_id"]) == (row, item["user_id"], item["job_id"])
    assert (event["source"], event["query"], event["hits"]) == ("match", "Kettle Acme 4006381333931", 1)
    assert event["corrections"] == {} and event["took_ms"] > 0 and event["created_at"] is not None


async def test_a_row_without_a_match_writes_one_event_without_hits(matching: Matching) -> None:
    await matching.product("Acme Enamel Kettle EK-2041", brand="Acme")
    await matching.rows({"title": "Quadrolux oven"})
    await matching.run_to_the_end()
    [event] = await matching.ask(EVENTS)
    assert (event["query"], event["hits"]) == ("Quadrolux oven", 0)


async def test_a_row_writes_no_event_when_the_catalogue_is_empty(matching: Matching) -> None:
    await matching.rows({"title": "Nothing like it at all"})
    await matching.run_to_the_end()
    assert await matching.ask(EVENTS) == []


async def test_a_corrected_word_is_recorded(matching: Matching) -> None:
    for number in range(3):
        await matching.product(f"Stoneware bowl {number} blue", brand="Acme")
    await matching.rows({"title": "Stonewars"})
    await matching.run_to_the_end()
    [event] = await matching.ask(EVENTS)
    assert event["corrections"] == {"stonewars": "stoneware"} and event["hits"] > 0


async def test_a_row_without_search_terms_writes_no_event(matching: Matching) -> None:
    await matching.rows({"title": "   "})
    await matching.run_to_the_end()
    assert await matching.ask(EVENTS) == []


async def test_a_result_lost_to_another_worker_writes_no_event(matching: Matching) -> None:
    await matching.rows({"title": "Kettle"})
    stage = matching.loop.stage
    (claim,) = await stage.claim(10, 60)
    result = await stage._rows.match(claim)  # type: ignore[attr-defined]  # between claim and settle
    await matching.ask("update work set fence = fence + 1")
    assert await stage.settle([result]) == set()
    assert await matching.ask(EVENTS) == []


async def test_events_are_kept_for_their_retention_and_deleted_oldest_first(connection: Connection) -> None:
    await add_events(connection, 5)
    await connection.execute(
        "update search_events set created_at = now() - interval '8 days' where id in"
        " (select id from search_events order by id limit 3)"
    )
    week = timedelta(days=7)
    assert await search_events.delete_old(connection, week, limit=2) == 2
    assert await search_events.delete_old(connection, week, limit=2) == 1
    assert await search_events.delete_old(connection, week) == 0
    assert await left(connection) == 2


async def test_the_background_deletes_expired_events(engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        await add_events(connection, 2)
        await connection.execute("update search_events set created_at = now() - interval '8 days'")
    await background.delete_expired(engine)
    async with engine.database.connection() as connection:
        assert await left(connection) == 0


async def test_events_are_deleted_with_their_job_and_with_their_user(engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        user_id = await new_user(connection)
        cursor = await connection.execute(
            "insert into jobs (job_type, queue_state, removed_at) values ('table', 'DONE', now()) returning id"
        )
        (job,) = await cursor.fetchall()
        await add_events(connection, 3, job_id=job["id"])
        await add_events(connection, 2, user_id=user_id)
    await delete_leftovers(engine)
    async with engine.database.transaction() as connection:
        assert await left(connection) == 2
        await users.remove(connection, user_id)
        assert await left(connection) == 0
