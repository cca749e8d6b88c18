"""Rows of jobs are fed a window at a time: to the queue, or to wait for their pages."""

from dataclasses import replace
from itertools import permutations

import pytest
from tests.integration.helpers import (
    CAKE,
    WORKER,
    ask,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_again,
    fetch_failed,
    fetch_page,
    fetched,
    finish_page,
    item,
    make_due,
    page,
    product,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    task,
    value,
)
from tests.integration.job_helpers import (
    TTLS,
    add_row,
    claim_rows,
    ended,
    feed,
    in_queue,
    job_lane,
    new_fed_job,
    require_recount,
    row_of,
    states,
    waits_for_page,
)

from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.engine import Engine
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.duties import feeding
from garner.runtime.duties.feeding import feed_jobs
from garner.runtime.stages.extract.stage import ExtractStage
from garner.settings import Settings
from garner.store.crawl import schedule
from garner.store.queue import job_lanes, matching
from garner.store.queue.job_lanes import PageWanted

PIE = "https://kitchen.example/pie"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(job_window=4, job_pages=4)


# Rows without a URL ------------------------------------------------------------------------------------------


async def test_a_window_of_rows_is_queued_in_the_order_of_the_file(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 7)
        assert await feed(engine, job_id) == 4
        assert await in_queue(connection, job_id) == [1, 2, 3, 4]
        lane = await job_lane(connection, job_id)
        assert (lane["fed_to"], lane["is_to_be_fed"], lane["ready"]) == (4, True, True)
        assert await feed(engine, job_id) == 0


async def test_the_window_advances_as_rows_end_and_feeding_stops_after_the_last(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 6)
        await feed(engine, job_id)
        claims = await claim_rows(connection, 3)
        await matching.settle(connection, "one", [ended(claim) for claim in claims])
        assert await feed(engine, job_id) == 2
        assert await in_queue(connection, job_id) == [4, 5, 6]
        await feed(engine, job_id)
        assert not (await job_lane(connection, job_id))["is_to_be_fed"]
        assert await require_recount(database, job_id) == {"pending": 3, "done": 3}


async def test_a_postponed_row_takes_no_place_in_the_window(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 6)
        await feed(engine, job_id)
        claims = await claim_rows(connection, 4)
        later = [ended(claim, ItemStatus.PENDING, delay_seconds=60) for claim in claims]
        await matching.settle(connection, "one", later)
        assert await feed(engine, job_id) == 2


async def test_ended_rows_are_skipped(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 6)
        await connection.execute(
            "update job_items set status = 'SKIPPED', completed_at = now() where job_id = %s and row_no < 4", (job_id,)
        )
        await feed(engine, job_id)
        assert await in_queue(connection, job_id) == [4, 5, 6]


async def test_pictures_of_recipes_require_a_worker_that_reads_text(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None], job_type="image", kind="recipe")
        await feed(engine, job_id)
        assert await claim_rows(connection, reads_text=False) == []
        await connection.execute("update lanes set ready_at = now() where ready_at < 'infinity'")
        assert len(await claim_rows(connection, reads_text=True)) == 1


async def test_duplicate_rows_end_with_their_original(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3, duplicates=True)
        await feed(engine, job_id)
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, ItemStatus.NOT_FOUND, code="no_match")])
        assert await states(connection, job_id) == ["NOT_FOUND"] * 3
        assert (await row_of(connection, job_id, 3))["result_json"] == {"match_score": 0.9}
        assert await require_recount(database, job_id) == {"not_found": 3}


async def test_a_duplicate_of_a_finished_row_gets_its_result(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await feed(engine, job_id)
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim)])
        await add_row(connection, job_id, 2, duplicate_of=claim.item_id)
        await connection.execute("update lanes set feed_at = now() where job_id = %s", (job_id,))
        await feed(engine, job_id)
        assert await states(connection, job_id) == ["DONE", "DONE"]
        assert await require_recount(database, job_id) == {"done": 2}


# Rows with a URL ---------------------------------------------------------------------------------------------


async def fetch_soon(database: Database) -> None:
    async with database.transaction() as connection:
        await schedule.feed(connection, window=100)


async def test_a_row_with_a_url_waits_for_its_page(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        assert await feed(engine, job_id) == 1
        assert await waits_for_page(connection, job_id) == [1]
        assert (await task(connection))["status"] == "pending"
        await fetch_soon(database)
        await finish_page(connection, recipe("Cake"))
        done = await row_of(connection, job_id, 1)
        assert (done["status"], done["attempts"], done["record_version"]) == ("DONE", 1, 1)
        assert done["result_json"] == {
            "kind": "recipe",
            "url": CAKE,
            "title": "Cake",
            "ingredients": [{"name": "flour"}],
            "confidence": 0.9,
            "strategy": "schema_org_json_ld",
            "warnings": [],
        }
        assert await require_recount(database, job_id) == {"done": 1}


async def test_one_round_of_the_feeder_moves_rows_to_the_queue_of_the_domain(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        await new_fed_job(connection, [CAKE, PIE])
        await feed_jobs(engine)
        assert await value(connection, "select count(*) from work where stage = 'crawl'") == 2
        assert len(await claim_pages(connection)) == 1


async def test_rows_with_the_same_url_share_one_fetch(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE, f"{CAKE}?utm_source=mail", CAKE])
        await feed(engine, job_id)
        assert await value(connection, "select count(*) from crawl_tasks") == 1
        await fetch_soon(database)
        await finish_page(connection, recipe())
        assert await states(connection, job_id) == ["DONE"] * 3


async def test_a_fresh_record_ends_a_row_at_once(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await finish_page(connection, recipe("Cake"))
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        done = await row_of(connection, job_id, 1)
        assert (done["status"], done["attempts"], done["result_json"]["title"]) == ("DONE", 1, "Cake")
        assert (await task(connection))["status"] == "completed"
        assert await require_recount(database, job_id) == {"done": 1}


async def test_a_page_with_an_expired_record_is_fetched_again(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await finish_page(connection, recipe("Cake"))
        await connection.execute("update recipes set parsed_at = now() - interval '31 days'")
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        assert await waits_for_page(connection, job_id) == [1]
        assert (await task(connection))["status"] == "pending"


@pytest.mark.parametrize("order", list(permutations(Kind)), ids=" ".join)
async def test_each_kind_has_its_own_freshness_in_any_order_of_kinds(
    database: Database, order: tuple[Kind, ...]
) -> None:
    ttls = {kind: TTLS[kind] for kind in order}
    async with database.connection() as connection:
        for url, made in ((CAKE, recipe()), (PIE, product())):
            await ask(connection, url, kind=made.kind)
            await finish_page(connection, made)
        await connection.execute("update recipes set parsed_at = now() - interval '29 days'")
        await connection.execute("update products set parsed_at = now() - interval '2 days'")
        job_id = await new_fed_job(connection, [CAKE, PIE], kind="auto")
        lane = await job_lanes.take(connection, (await job_lane(connection, job_id))["id"])
        assert lane is not None
        wanted = [
            PageWanted(waiting.id, page(str(waiting.url)), "auto", require_complete=False)
            for waiting in await job_lanes.backlog(connection, lane, 10, 10)
        ]
        await job_lanes.attach(connection, lane, wanted, ttls=ttls, delay_seconds=0)
        assert await states(connection, job_id) == ["DONE", "PENDING"]


@pytest.mark.parametrize("kind", ["recipe", "auto"])
async def test_a_row_joins_a_page_in_progress(engine: Engine, database: Database, kind: str) -> None:
    async with database.connection() as connection:
        asked = await ask(connection)
        claim = await claim_page(connection)
        job_id = await new_fed_job(connection, [CAKE], kind=kind)
        await feed(engine, job_id)
        assert await settle_page(connection, fetched(claim))
        assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
        assert await states(connection, job_id) == ["DONE"]
        assert (await item(connection, asked.item_id))["status"] == "DONE"


async def test_a_row_that_joins_a_page_of_the_backlog_does_not_move_it_back(engine: Engine, database: Database) -> None:
    rank = "select rank from crawl_tasks where url_hash = %s"
    async with database.connection() as connection:
        await feed(engine, await new_fed_job(connection, [CAKE]))
        first = await value(connection, rank, page(CAKE).hash)
        later = await new_fed_job(connection, [f"{CAKE}/1", f"{CAKE}/2", CAKE])
        await feed(engine, later)
        assert await waits_for_page(connection, later) == [1, 2, 3]
        assert await value(connection, rank, page(CAKE).hash) == first


async def test_an_invalid_url_ends_its_row_in_error(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, ["not an address", CAKE])
        await feed(engine, job_id)
        refused = await row_of(connection, job_id, 1)
        assert (refused["status"], refused["error_code"]) == ("ERROR", "invalid_url")
        assert await waits_for_page(connection, job_id) == [2]
        assert await require_recount(database, job_id) == {"pending": 1, "error": 1}


async def test_no_more_pages_than_the_window_are_requested(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        urls = [f"https://kitchen.example/{number}" for number in range(6)]
        job_id = await new_fed_job(connection, [*urls, None])
        await feed(engine, job_id)
        assert await waits_for_page(connection, job_id) == [1, 2, 3, 4]
        assert await in_queue(connection, job_id) == []
        await fetch_soon(database)
        assert await settle_page(connection, fetch_failed((await claim_pages(connection))[0]))
        await feed(engine, job_id)
        assert await waits_for_page(connection, job_id) == [2, 3, 4, 5]


async def test_one_turn_of_the_feeder_is_bounded_and_the_next_follows_at_once(
    engine: Engine, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pausing a job waits for the turn in progress."""
    monkeypatch.setattr(feeding, "TURN_PAGES", 3)
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [f"https://kitchen.example/{number}" for number in range(5)])
        assert await feed(engine, job_id) == 3
        again_in = "select extract(epoch from feed_at - now()) from lanes where job_id = %s"
        assert await value(connection, again_in, job_id) <= 0
        assert await feed(engine, job_id) == 1
        assert await waits_for_page(connection, job_id) == [1, 2, 3, 4]
        assert await value(connection, again_in, job_id) > 0


async def test_a_locked_page_is_left_for_the_next_turn(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        job_id = await new_fed_job(connection, [CAKE, PIE])
        async with database.transaction() as elsewhere:
            await elsewhere.execute("select from crawl_tasks for update")
            await feed(engine, job_id)
            assert await waits_for_page(connection, job_id) == [2]
            assert (await job_lane(connection, job_id))["fed_to"] == 0
        await feed(engine, job_id)
        assert await waits_for_page(connection, job_id) == [1, 2]


async def test_retried_fetches_are_one_attempt_of_a_row(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        await fetch_soon(database)
        await settle_page(connection, fetch_again(await claim_page(connection)))
        await make_due(connection)
        await fetch_page(connection)
        assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
        assert (await row_of(connection, job_id, 1))["attempts"] == 1


async def test_pages_of_a_small_job_are_interleaved_with_those_of_a_large_one(
    engine: Engine, database: Database
) -> None:
    slow = engine.settings.with_values(default_crawl_delay_seconds=30)
    engine = replace(engine, settings=slow)
    async with database.connection() as connection:
        large = await new_fed_job(connection, [f"https://kitchen.example/{number}" for number in range(4)])
        small = await new_fed_job(connection, [f"https://kitchen.example/small/{number}" for number in range(2)])
        await feed(engine, large)
        await feed(engine, small)
        found = await rows(
            connection,
            "select i.job_id from crawl_tasks t join job_items i on i.url_hash = t.url_hash order by t.rank",
        )
        assert [one["job_id"] for one in found] == [large, small, large, small, large, large]


# Rows of any kind --------------------------------------------------------------------------------------------


async def test_a_row_of_any_kind_for_which_no_model_is_called_gets_an_incomplete_record(
    engine: Engine, database: Database
) -> None:
    configured = engine.settings.with_values(llm_base_url="http://127.0.0.1:9/v1", llm_model="small")
    async with database.connection() as connection:
        await ask(connection)
        await finish_page(connection, recipe())
        await connection.execute("""update crawl_tasks set page_print = '{"unasked": ["recipe", "product"]}'""")
        jobs_by_kind = {kind: await new_fed_job(connection, [CAKE], kind=kind) for kind in ("auto", "recipe")}
        await connection.execute("update job_items set use_llm_fallback = true where job_id is not null")
        for job_id in jobs_by_kind.values():
            await feed(replace(engine, settings=configured), job_id)
        assert await states(connection, jobs_by_kind["auto"]) == ["DONE"]
        assert await states(connection, jobs_by_kind["recipe"]) == ["PENDING"]  # the model may complete it


async def test_a_row_of_any_kind_gets_the_record_with_the_highest_confidence(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        await fetch_soon(database)
        await fetch_page(connection)
        claim = await claim_body(connection)
        assert sorted(claim.kinds) == sorted(Kind)
        assert await settle_body(connection, extracted(claim, recipe(), product()))
        done = await row_of(connection, job_id, 1)
        assert (done["status"], done["kind"], done["result_json"]["kind"]) == ("DONE", "recipe", "recipe")


async def test_other_records_of_a_row_of_any_kind_are_not_saved(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        await fetch_soon(database)
        await fetch_page(connection)
        assert await settle_body(connection, extracted(await claim_body(connection), recipe(), product()))
        assert await value(connection, "select count(*) from products") == 0


async def test_a_page_without_a_record_ends_a_row_of_any_kind(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        await fetch_soon(database)
        await finish_page(connection)
        done = await row_of(connection, job_id, 1)
        assert (done["status"], done["error_code"], done["kind"]) == ("NOT_FOUND", "no_record", "auto")


async def test_a_failed_page_ends_a_row_of_any_kind(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        await fetch_soon(database)
        assert await settle_page(connection, fetch_failed(await claim_page(connection)))
        assert await states(connection, job_id) == ["ERROR"]


async def test_any_fresh_record_ends_a_row_of_any_kind(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, kind=Kind.PRODUCT)
        await finish_page(connection, product("Pan"))
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        assert (await row_of(connection, job_id, 1))["result_json"]["name"] == "Pan"


async def test_a_row_of_any_kind_that_joins_during_extraction_gets_another_extraction(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await fetch_page(connection)
        claim = await claim_body(connection)
        job_id = await new_fed_job(connection, [CAKE], kind="auto")
        await feed(engine, job_id)
        assert await settle_body(connection, extracted(claim))
        assert await states(connection, job_id) == ["PROCESSING"]
        again = await claim_body(connection)
        assert await settle_body(connection, extracted(again, product()))
        assert (await row_of(connection, job_id, 1))["kind"] == "product"


async def test_the_url_hash_of_a_row_is_that_of_its_page(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        found = await row(connection, "select url_hash from job_items where job_id = %s", job_id)
        assert found["url_hash"] == page(CAKE).hash


async def test_a_row_without_a_record_shows_no_more_attempts_than_its_limit(
    engine: Engine, extractors: Extractors
) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await connection.execute("update job_items set attempts = 4")
    await feed(engine, job_id)
    async with engine.database.transaction() as connection:
        await schedule.feed(connection, window=10)
    async with engine.database.transaction() as connection:
        await fetch_page(connection)
    async with engine.database.transaction() as connection:
        claim = await claim_body(connection)
    stage = ExtractStage(engine, extractors, WORKER)
    assert await stage.settle([extracted(claim)]) == {claim.work_id}
    async with engine.database.connection() as connection:
        found = await row_of(connection, job_id, 1)
    assert (found["status"], found["attempts"]) == ("NOT_FOUND", engine.settings.queue.max_attempts_not_found)
