"""Concurrent requests: they share what can be shared, and do not affect each other."""

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from tests.conftest import open_engine
from tests.integration.batch_helpers import PIE, STEW, ask_at_once, counted, request, submit
from tests.integration.helpers import (
    CAKE,
    claim_pages,
    count_deadlocks,
    fetch_failed,
    fetched,
    finish_page,
    new_user,
    recipe,
    rows,
    settle_page,
    value,
    work_rows,
)

from garner.core.lifecycle import Origin, Stage
from garner.core.record import Kind
from garner.engine import Engine, SubmitAnswer, submit_page
from garner.engine.asking.submitter import Submitter
from garner.postgres.database import Connection, Database
from garner.settings import Settings


async def test_many_concurrent_requests_for_one_page_share_one_item(engine: Engine) -> None:
    answers = await ask_at_once(engine, *[CAKE] * 60, STEW)
    assert len({answer.item_id for answer in answers}) == 2
    assert {answer.status for answer in answers} == {"PENDING"}
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [2, 2, 2]


async def test_many_concurrent_requests_for_a_fresh_page_all_get_its_record(engine: Engine) -> None:
    await ask_at_once(engine, CAKE)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe("Cake"))
    answers = await ask_at_once(engine, *[CAKE] * 30)
    assert [answer.data and answer.data["title"] for answer in answers] == ["Cake"] * 30
    assert await counted(engine.database, "job_items") == [1]


async def test_two_concurrent_kinds_are_two_requests_and_one_fetch(engine: Engine) -> None:
    submitter = Submitter(engine.database)
    wanted = [(url, kind) for url in (STEW, CAKE, PIE) for kind in Kind]
    answers = await asyncio.gather(
        *(submit_page(engine, submitter, url, kind=kind, origin=Origin.PARSE) for url, kind in wanted for _ in range(3))
    )
    assert len({answer.item_id for answer in answers}) == len(wanted)
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [len(wanted), 3, 3]


async def test_concurrent_requests_of_users_have_their_own_items(engine: Engine) -> None:
    submitter = Submitter(engine.database)
    async with engine.database.connection() as connection:
        people = [await new_user(connection) for _ in range(3)]
    asked = [person for person in people for _ in range(4)]
    answers = await asyncio.gather(
        *(
            submit_page(engine, submitter, CAKE, kind=Kind.RECIPE, origin=Origin.MAILBOX, user_id=person)
            for person in asked
        )
    )
    requests = {(person, answer.item_id) for person, answer in zip(asked, answers, strict=True)}
    assert len(requests) == len({item_id for _, item_id in requests}) == 3
    async with engine.database.connection() as connection:
        owners = await rows(connection, "select user_id, id from job_items")
        assert {(owner["user_id"], owner["id"]) for owner in owners} == requests
        assert len(await work_rows(connection)) == 1


async def test_requests_of_the_command_line_are_never_shared(engine: Engine) -> None:
    answers = await ask_at_once(engine, STEW, *[CAKE] * 10, origin=Origin.CLI)
    assert len({answer.item_id for answer in answers}) == 11
    assert await counted(engine.database, "crawl_tasks", "work") == [2, 2]


async def test_workers_are_woken_for_new_pages(engine: Engine) -> None:
    told: list[Stage] = []
    await ask_at_once(replace(engine, wake=told.append), *[CAKE] * 5, *[STEW] * 5, PIE)
    assert told == [Stage.CRAWL] * 3


async def test_an_invalid_request_does_not_fail_its_batch(engine: Engine) -> None:
    submitter = Submitter(engine.database)
    unknown_user = 10**9
    asked = [
        submit_page(engine, submitter, f"{CAKE}/{number}", kind=Kind.RECIPE, origin=Origin.PARSE)
        for number in range(10)
    ]
    asked.insert(5, submit_page(engine, submitter, PIE, kind=Kind.RECIPE, origin=Origin.MAILBOX, user_id=unknown_user))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(answers.pop(5), psycopg.errors.ForeignKeyViolation)
    assert len({answer.item_id for answer in answers if isinstance(answer, SubmitAnswer)}) == 10
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [10, 10, 10]


async def test_a_canceled_request_does_not_affect_the_others(engine: Engine) -> None:
    submitter = Submitter(engine.database)
    asked = [
        asyncio.create_task(submit_page(engine, submitter, f"{CAKE}/{number}", kind=Kind.RECIPE, origin=Origin.PARSE))
        for number in range(20)
    ]
    await asyncio.sleep(0)
    for leaving in asked[::2]:
        leaving.cancel()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len({answer.item_id for answer in answers[1::2] if isinstance(answer, SubmitAnswer)}) == 10
    again = await ask_at_once(engine, *(f"{CAKE}/{number}" for number in range(20)))
    assert len({answer.item_id for answer in again}) == 20
    assert await counted(engine.database, "job_items", "work") == [20, 20]


# Several processes -------------------------------------------------------------------------------------------

PROCESSES = 2
URLS = [f"https://site{number % 7}.example/{number}" for number in range(20)]


async def ask_all(database_url: str, data_dir: Path, seed: int) -> list[tuple[str, str]]:
    """Send a hundred requests for twenty pages, in an order that depends on the seed."""
    settings = Settings.from_values(data_dir=data_dir, default_crawl_delay_seconds=0)
    asked = [URLS[(7 * number + seed) % len(URLS)] for number in range(100)]
    async with open_engine(settings, database_url) as engine:
        answers = await ask_at_once(engine, *asked, topic="parse-requests")
    return [(url, str(answer.item_id)) for url, answer in zip(asked, answers, strict=True)]


def ask_in_a_process(database_url: str, data_dir: Path, seed: int) -> list[tuple[str, str]]:
    return asyncio.run(ask_all(database_url, data_dir, seed))


@pytest.mark.slow
async def test_two_hundred_requests_for_twenty_pages_in_several_processes_create_twenty_items(
    database: Database, tmp_path: Path
) -> None:
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        answers = await asyncio.gather(
            *(
                loop.run_in_executor(pool, ask_in_a_process, database.url, tmp_path, 3 * seed)
                for seed in range(PROCESSES)
            )
        )
    await assert_twenty_requests(database, answers)


async def test_two_hundred_requests_for_twenty_pages_through_several_engines_create_twenty_items(
    database: Database, tmp_path: Path
) -> None:
    """Like several processes: engines share only the database."""
    answers = await asyncio.gather(*(ask_all(database.url, tmp_path, 3 * seed) for seed in range(PROCESSES)))
    await assert_twenty_requests(database, answers)


async def assert_twenty_requests(database: Database, answers: Sequence[Sequence[tuple[str, str]]]) -> None:
    given = {answer for answered in answers for answer in answered}
    assert len(given) == len(URLS)
    async with database.connection() as connection:
        stored = await rows(connection, "select url, id::text from job_items")
        told = await rows(connection, "select payload ->> 'requestId' as id from outbox")
    assert {(line["url"], line["id"]) for line in stored} == given
    assert sorted(line["id"] for line in told) == sorted(line["id"] for line in stored)
    assert await counted(database, "job_items", "crawl_tasks", "work", "domains", "lanes") == [20, 20, 20, 7, 7]


# Stress ------------------------------------------------------------------------------------------------------


async def test_concurrent_batches_and_workers_neither_deadlock_nor_create_duplicates(
    engine: Engine, database: Database
) -> None:
    urls = [f"https://site{number % 5}.example/{number}" for number in range(40)]
    asking = True
    deadlocks_before = await count_deadlocks(database)

    async def ask_in_batches(seed: int) -> None:
        for number in range(12):
            batch = [urls[(11 * seed + 7 * number + 3 * place) % len(urls)] for place in range(15)]
            async with database.connection() as connection:
                await submit(connection, *(request(url, ttl=timedelta(0)) for url in dict.fromkeys(batch)))
            await ask_at_once(engine, *batch, max_age=timedelta(0))

    async def work(name: str) -> None:
        while asking:
            async with database.connection() as connection:
                claims = await claim_pages(connection, worker=name)
            for number, claim in enumerate(claims):
                result = fetched(claim) if number % 2 else fetch_failed(claim)
                async with database.transaction() as connection:
                    await settle_page(connection, result, worker=name)
            await asyncio.sleep(0.002)

    workers = [asyncio.create_task(work(name)) for name in ("one", "two")]
    try:
        async with asyncio.timeout(60):
            await asyncio.gather(*map(ask_in_batches, range(4)))
    finally:
        asking = False
        await asyncio.gather(*workers)
    async with database.connection() as connection:
        assert await value(connection, "select count(*) from crawl_tasks") == len(urls)
        assert await _open_twice(connection) == []
        forgotten = await rows(
            connection,
            """
            select t.url from crawl_tasks t left join work w on w.task_id = t.id
            where (w.id is null) <> (t.status in ('completed', 'failed'))
            """,
        )
        assert forgotten == []
    assert await count_deadlocks(database) == deadlocks_before


async def _open_twice(connection: Connection) -> Sequence[str]:
    found = await rows(connection, "select url_hash from job_items where status in ('PENDING', 'PROCESSING')")
    return [url_hash for url_hash, count in Counter(line["url_hash"] for line in found).items() if count > 1]
