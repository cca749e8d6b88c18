"""Dead letters can be replayed: one, some, or all of a cause; the counters of jobs follow."""

import pytest
from tests.integration.helpers import (
    CAKE,
    OPERATOR,
    add_matching,
    add_rows,
    ask,
    claim_body,
    claim_items,
    claim_page,
    expire_leases,
    extracted,
    fetch_failed,
    fetched,
    item,
    make_due,
    new_job,
    recipe,
    row,
    settle_body,
    settle_page,
    task,
    value,
    work_rows,
)

from garner.engine import Engine
from garner.engine.operating import operating
from garner.postgres.database import Connection
from garner.store.crawl import schedule
from garner.store.health import dead_letters
from garner.store.jobs import jobs
from garner.store.queue import leases
from garner.store.schema import COUNTERS


async def add_dead_letter(connection: Connection, url: str = CAKE) -> int:
    """Let a requested page fail permanently. Return its dead letter."""
    await ask(connection, url)
    return await add_dead_letter_of_request(connection)


async def add_dead_letter_of_request(connection: Connection) -> int:
    await make_due(connection)
    assert await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))
    return await value(connection, "select max(id) from dead_letters")


async def hand_out(connection: Connection) -> int:
    await schedule.become_due(connection)
    return await schedule.feed(connection, window=200)


async def counts(connection: Connection, job_id: int) -> dict[str, int]:
    await jobs.fold(connection)
    seen = await jobs.counts(connection, job_id)
    assert seen is not None and sum(seen[name] for name in COUNTERS) == seen["total"]
    return {name: seen[name] for name in COUNTERS if seen[name]}


async def state(connection: Connection, job_id: int) -> str:
    return await value(connection, "select queue_state from jobs where id = %s", job_id)


async def test_dead_letters_are_counted_by_cause_until_they_are_replayed(connection: Connection) -> None:
    first = await add_dead_letter(connection)
    await add_dead_letter(connection, "https://shop.example/pan")
    (cause,) = await dead_letters.causes(connection)
    assert (cause.cause, cause.stage, cause.letters, cause.domains) == ("gone", "crawl", 2, 2)
    assert len(await dead_letters.replay(connection, [first])) == 1
    (cause,) = await dead_letters.causes(connection)
    assert cause.letters == 1
    (left,) = await dead_letters.page_of(connection)
    assert left.url == "https://shop.example/pan" and left.attempts == 1


async def test_a_replayed_page_starts_fresh_with_all_its_attempts(connection: Connection) -> None:
    letter = await add_dead_letter(connection)
    await dead_letters.replay(connection, [letter])
    replayed = await task(connection)
    assert (replayed["status"], replayed["crawl_frequency"]) == ("pending", None)
    assert await hand_out(connection) == 1
    await make_due(connection)
    claim = await claim_page(connection)
    assert (claim.attempt, claim.max_attempts) == (1, 3)


async def test_the_record_of_a_replayed_request_is_served_to_the_next_request(connection: Connection) -> None:
    asked = await ask(connection)
    letter = await add_dead_letter_of_request(connection)
    await dead_letters.replay(connection, [letter])
    await hand_out(connection)
    await make_due(connection)
    await settle_page(connection, fetched(await claim_page(connection)))
    claim = await claim_body(connection)
    assert claim.kinds == ["recipe"]
    await settle_body(connection, extracted(claim, recipe()))
    assert (await item(connection, asked.item_id))["status"] == "ERROR"  # an ended item stays ended
    assert (await ask(connection)).outcome == "fresh"


async def test_a_dead_letter_is_replayed_once(connection: Connection) -> None:
    letter = await add_dead_letter(connection)
    assert len(await dead_letters.replay(connection, [letter, letter])) == 1
    assert len(await dead_letters.replay(connection, [letter])) == 0
    await hand_out(connection)
    assert len(await work_rows(connection)) == 1


async def test_a_page_that_is_queued_again_is_unchanged(connection: Connection) -> None:
    letter = await add_dead_letter(connection)
    await ask(connection)
    before = await task(connection)
    assert len(await dead_letters.replay(connection, [letter])) == 1
    assert await task(connection) == before
    assert len(await work_rows(connection)) == 1


async def test_rows_of_jobs_are_pending_again_and_their_job_runs_to_its_end(connection: Connection) -> None:
    await ask(connection)
    job_id = await new_job(connection, total=2)
    rows = await add_rows(connection, job_id, [CAKE, CAKE])
    letter = await add_dead_letter_of_request(connection)
    assert await counts(connection, job_id) == {"error": 2}
    assert await state(connection, job_id) == "DONE"

    await dead_letters.replay(connection, [letter])
    assert await counts(connection, job_id) == {"pending": 2}
    assert await state(connection, job_id) == "RUNNING"
    assert await value(connection, "select finished_at from jobs where id = %s", job_id) is None
    for item_id in rows:
        again = await item(connection, item_id)
        assert (again["status"], again["error_code"], again["completed_at"]) == ("PENDING", None, None)

    await hand_out(connection)
    await make_due(connection)
    await settle_page(connection, fetched(await claim_page(connection)))
    assert await counts(connection, job_id) == {"processing": 2}
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert await counts(connection, job_id) == {"done": 2}
    assert await state(connection, job_id) == "DONE"


async def test_rows_of_a_canceled_job_are_unchanged(connection: Connection) -> None:
    await ask(connection)
    job_id = await new_job(connection, total=1, ingested=False)
    (in_job,) = await add_rows(connection, job_id, [CAKE])
    letter = await add_dead_letter_of_request(connection)
    await counts(connection, job_id)
    await connection.execute("update jobs set queue_state = 'CANCELED' where id = %s", (job_id,))
    await dead_letters.replay(connection, [letter])
    assert (await item(connection, in_job))["status"] == "ERROR"
    assert await counts(connection, job_id) == {"error": 1}


async def test_matching_rows_are_replayed_too(connection: Connection) -> None:
    job_id = await new_job(connection, total=1)
    (item_id,) = await add_matching(connection, job_id, 1, max_attempts=1)
    await claim_items(connection)
    await expire_leases(connection)
    assert (await leases.sweep(connection, delay_seconds=0, limit=10)).dead == 1
    assert await counts(connection, job_id) == {"error": 1}
    (letter,) = await dead_letters.page_of(connection)
    assert (letter.stage, letter.item_id) == ("match", item_id)
    assert len(await dead_letters.replay(connection, [letter.id])) == 1
    assert await counts(connection, job_id) == {"pending": 1}
    (claim,) = await claim_items(connection)
    assert (claim.item_id, claim.attempt) == (item_id, 1)


async def test_a_job_restarted_by_a_replay_counts_an_attempt(connection: Connection) -> None:
    job_id = await new_job(connection, total=1)
    await add_matching(connection, job_id, 1, max_attempts=1)
    await claim_items(connection)
    await expire_leases(connection)
    await leases.sweep(connection, delay_seconds=0, limit=10)
    await connection.execute("update jobs set queue_state = 'FAILED', finished_at = now(), attempts = 1")
    (letter,) = await dead_letters.page_of(connection)
    await dead_letters.replay(connection, [letter.id])
    begun = await row(connection, "select queue_state, attempts from jobs where id = %s", job_id)
    assert begun == {"queue_state": "RUNNING", "attempts": 2}


async def test_a_cause_is_replayed_in_batches_through_the_backlog(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating, "REPLAYED_AT_ONCE", 4)
    async with engine.database.transaction() as connection:
        for number in range(10):
            await add_dead_letter(connection, f"https://kitchen.example/{number}")
        await connection.execute(
            "update dead_letters set cause = 'other' where id = (select max(id) from dead_letters)"
        )
    assert len((await operating.replay_cause(engine, "gone", by=OPERATOR)).letters) == 9
    assert len((await operating.replay_cause(engine, "gone", by=OPERATOR)).letters) == 0
    async with engine.database.transaction() as connection:
        assert await work_rows(connection) == []
        assert (await row(connection, "select count(*) as n from crawl_tasks where status = 'pending'"))["n"] == 9
        assert await schedule.feed(connection, window=5) == 5


async def test_dead_letters_added_during_a_replay_are_not_replayed_by_it(connection: Connection) -> None:
    letter = await add_dead_letter(connection)
    up_to = await dead_letters.newest(connection)
    await add_dead_letter(connection, "https://kitchen.example/later")
    assert await dead_letters.of_cause(connection, "gone", up_to=up_to) == [letter]
