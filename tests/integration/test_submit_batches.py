"""Requests that go to the database together come to the same as if each had gone alone."""

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.acceptance.races.interleaving import Cast, open_cast
from tests.conftest import open_engine
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_failed,
    fetch_page,
    fetched,
    finish_page,
    item,
    lane,
    new_user,
    page,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    task,
    until_blocked,
    value,
    work_rows,
)
from uuid_utils.compat import uuid7

from garner.core.lifecycle import Origin, Stage
from garner.core.record import Kind
from garner.engine import Answer, Engine, submit_page
from garner.settings import Settings
from garner.store import items
from garner.store.database import Connection, Database, Row
from garner.store.items import Pace, PageRequest, Submission

PIE = "https://kitchen.example/pie"
STEW = "https://bistro.example/stew"


def request(
    url: str,
    *,
    kind: Kind = Kind.RECIPE,
    origin: Origin = Origin.PARSE,
    user_id: int | None = None,
    ttl: timedelta = timedelta(days=30),
) -> PageRequest:
    return PageRequest(uuid7(), page(url), kind, origin, user_id, False, ttl)


async def submit(
    connection: Connection, *requests: PageRequest, priority: int = 1, delay: float = 0, topic: str | None = None
) -> list[Submission | None]:
    return await items.submit_pages(connection, requests, priority=priority, pace=Pace(delay, 5), topic=topic)


async def submit_urls(connection: Connection, *urls: str) -> list[str | None]:
    found = await submit(connection, *map(request, urls))
    return [None if submission is None else submission.outcome for submission in found]


# What one statement does for many ----------------------------------------------------------------------------

OWN = {"id", "domain_id", "domain_name", "base_url", "url", "url_hash", "task_id", "lane_id", "key", "payload"}
ALL_OF_A_PAGE = {
    "domains": "domains x where domain_name = %(domain)s",
    "lanes": "lanes x where domain_id = (select id from domains where domain_name = %(domain)s)",
    "resources": "resources x where url_hash = %(hash)s",
    "crawl_tasks": "crawl_tasks x where url_hash = %(hash)s",
    "work": "work x where task_id = (select id from crawl_tasks where url_hash = %(hash)s)",
    "job_items": "job_items x where url_hash = %(hash)s",
    "outbox": "outbox x where key = %(hash)s",
}


async def made_for(connection: Connection, url: str) -> dict[str, list[Row]]:
    """All that there is of a page, without what makes it this page."""
    named = {"hash": page(url).hash, "domain": page(url).domain}
    found = {}
    for table, where in ALL_OF_A_PAGE.items():
        cursor = await connection.execute(
            f"select to_jsonb(x) - %(own)s::text[] as line from {where}", {**named, "own": [*OWN]}
        )
        found[table] = [line["line"] for line in await cursor.fetchall()]
    return found


@pytest.mark.parametrize(("origin", "topic"), [(Origin.PARSE, "parse-requests"), (Origin.MAILBOX, None)])
async def test_a_page_submitted_together_with_others_is_as_if_it_had_been_submitted_alone(
    connection: Connection, origin: Origin, topic: str | None
) -> None:
    user = await new_user(connection) if origin is Origin.MAILBOX else None
    await ask(connection, CAKE, origin=origin, user_id=user, priority=3, delay=2.5, topic=topic)
    alone = await made_for(connection, CAKE)
    asked = [request(url, origin=origin, user_id=user) for url in (STEW, "https://diner.example/soup")]
    found = await submit(connection, *asked, priority=3, delay=2.5, topic=topic)
    assert all(len(lines) == 1 for table, lines in alone.items() if table != "outbox" or topic)
    for wanted, submission in zip(asked, found, strict=True):
        assert submission is not None
        assert (submission.outcome, submission.item_id, submission.status) == ("created", wanted.item_id, "PENDING")
        assert submission.task_id == (await task(connection, wanted.page.original))["id"]
        assert await made_for(connection, wanted.page.original) == alone


async def test_each_new_request_is_one_message(connection: Connection) -> None:
    asked = [request(CAKE), request(STEW, kind=Kind.PRODUCT)]
    await submit(connection, *asked, topic="parse-requests")
    told = await rows(connection, "select topic, key, payload from outbox order by payload ->> 'kind'")
    assert told == [
        {
            "topic": "parse-requests",
            "key": wanted.page.hash,
            "payload": {"requestId": str(wanted.item_id), "url": wanted.page.original, "kind": wanted.kind},
        }
        for wanted in reversed(asked)
    ]


async def test_new_pages_of_one_new_domain_share_its_lane(connection: Connection) -> None:
    assert await submit_urls(connection, CAKE, PIE, STEW) == ["created"] * 3
    assert await value(connection, "select count(*) from domains") == 2
    assert await value(connection, "select count(*) from lanes") == 2
    assert {claim.url for claim in await claim_pages(connection)} == {CAKE, PIE, STEW}


async def test_a_domain_without_a_lane_gets_one(connection: Connection) -> None:
    await connection.execute("insert into domains (domain_name, base_url) values ('kitchen.example', 'https://k')")
    assert await submit_urls(connection, CAKE, STEW) == ["created"] * 2
    assert len(await claim_pages(connection)) == 2


async def test_a_page_that_is_known_only_by_its_address_is_new(connection: Connection) -> None:
    await connection.execute("insert into resources (url_hash, url) values (%s, %s)", (page(CAKE).hash, CAKE))
    assert await submit_urls(connection, CAKE) == ["created"]


async def test_a_fresh_record_is_served_and_its_neighbours_are_made(connection: Connection) -> None:
    await ask(connection, CAKE)
    await finish_page(connection, recipe("Cake"))
    fresh, created = await submit(connection, request(CAKE), request(STEW))
    assert fresh is not None and created is not None
    assert (fresh.outcome, fresh.item_id, fresh.data) == ("fresh", None, recipe("Cake").data)
    assert fresh.parsed_at == await value(connection, "select parsed_at from recipes")
    assert created.outcome == "created"
    assert await value(connection, "select count(*) from job_items") == 2


async def test_only_fresh_records_are_asked_for_without_writing_anything(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await finish_page(connection, recipe())
    async with database.transaction() as connection:
        assert await submit_urls(connection, CAKE) == ["fresh"]
        assert await value(connection, "select pg_current_xact_id_if_assigned()::text") is None


@pytest.mark.parametrize(
    "wanted",
    [request(CAKE, kind=Kind.PRODUCT), request(CAKE, ttl=timedelta(0))],
    ids=["another kind", "no age allowed"],
)
async def test_a_record_that_is_no_answer_leaves_the_page_to_be_submitted_alone(
    connection: Connection, wanted: PageRequest
) -> None:
    await ask(connection, CAKE)
    await finish_page(connection, recipe())
    found = await submit(connection, wanted, request(STEW))
    assert found[0] is None and found[1] is not None
    assert await value(connection, "select count(*) from job_items where url_hash = %s", page(CAKE).hash) == 1


async def test_an_open_request_for_the_same_thing_is_joined(connection: Connection) -> None:
    one, two = await new_user(connection), await new_user(connection)
    mine = await ask(connection, CAKE, origin=Origin.MAILBOX, user_id=one)
    everyones = await ask(connection, PIE)
    await claim_pages(connection)
    joined = await submit(connection, request(CAKE, origin=Origin.MAILBOX, user_id=one), request(PIE))
    assert joined == [
        Submission("joined", made.item_id, made.task_id, "PROCESSING", None, None) for made in (mine, everyones)
    ]
    others = [request(CAKE, origin=Origin.MAILBOX, user_id=two), request(PIE, kind=Kind.PRODUCT)]
    assert await submit(connection, *others) == [None, None]
    assert await submit(connection, request(CAKE), request(PIE, origin=Origin.MAILBOX, user_id=one)) == [None, None]
    assert await value(connection, "select count(*) from job_items") == 2


async def test_the_command_lines_requests_are_not_joined(connection: Connection) -> None:
    await ask(connection, CAKE, origin=Origin.CLI)
    assert await submit(connection, request(CAKE, origin=Origin.CLI)) == [None]


async def test_a_page_that_has_to_be_started_anew_is_left_to_be_submitted_alone(connection: Connection) -> None:
    await ask(connection, CAKE)
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    before = await task(connection, CAKE)
    assert await submit_urls(connection, CAKE, STEW) == [None, "created"]
    assert await task(connection, CAKE) == before
    assert await value(connection, "select count(*) from job_items where url_hash = %s", page(CAKE).hash) == 1


async def test_a_parked_lane_is_woken_no_sooner_than_its_pace_allows(connection: Connection) -> None:
    await ask(connection, CAKE, delay=10)
    await fetch_page(connection)
    await connection.execute("update lanes set ready_at = 'infinity'")
    await submit_urls(connection, PIE, STEW)
    assert ((await lane(connection))["ready_in"], (await lane(connection, STEW))["ready_in"]) == (10, 0)


async def test_a_lane_that_is_awake_is_not_written_to(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        before = await value(connection, "select xmin::text from lanes")
        assert await submit_urls(connection, PIE) == ["created"]
        assert await value(connection, "select xmin::text from lanes") == before


# Several askers at once --------------------------------------------------------------------------------------


async def ask_at_once(engine: Engine, *urls: str, **options: Any) -> list[Answer]:
    return await asyncio.gather(
        *(submit_page(engine, url, **{"kind": Kind.RECIPE, "origin": Origin.PARSE, **options}) for url in urls)
    )


async def counted(database: Database, *tables: str) -> list[int]:
    async with database.connection() as connection:
        return [await value(connection, f"select count(*) from {table}") for table in tables]


async def test_many_who_ask_for_one_page_at_once_share_one_request(engine: Engine) -> None:
    answers = await ask_at_once(engine, *[CAKE] * 60, STEW)
    assert len({answer.item_id for answer in answers}) == 2
    assert {answer.status for answer in answers} == {"PENDING"}
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [2, 2, 2]


async def test_many_who_ask_for_a_page_that_is_fresh_are_all_given_its_record(engine: Engine) -> None:
    await ask_at_once(engine, CAKE)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe("Cake"))
    answers = await ask_at_once(engine, *[CAKE] * 30)
    assert [answer.data and answer.data["title"] for answer in answers] == ["Cake"] * 30
    assert await counted(engine.database, "job_items") == [1]


async def test_two_kinds_asked_for_at_once_are_two_requests_and_one_fetch(engine: Engine) -> None:
    wanted = [(url, kind) for url in (STEW, CAKE, PIE) for kind in Kind]
    answers = await asyncio.gather(
        *(submit_page(engine, url, kind=kind, origin=Origin.PARSE) for url, kind in wanted for _ in range(3))
    )
    assert len({answer.item_id for answer in answers}) == len(wanted)
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [len(wanted), 3, 3]


async def test_people_who_ask_at_once_have_requests_of_their_own(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        people = [await new_user(connection) for _ in range(3)]
    asked = [person for person in people for _ in range(4)]
    answers = await asyncio.gather(
        *(submit_page(engine, CAKE, kind=Kind.RECIPE, origin=Origin.MAILBOX, user_id=person) for person in asked)
    )
    requests = {(person, answer.item_id) for person, answer in zip(asked, answers, strict=True)}
    assert len(requests) == len({item_id for _, item_id in requests}) == 3
    async with engine.database.connection() as connection:
        owners = await rows(connection, "select user_id, id from job_items")
        assert {(owner["user_id"], owner["id"]) for owner in owners} == requests
        assert len(await work_rows(connection)) == 1


async def test_the_command_lines_requests_are_never_shared(engine: Engine) -> None:
    answers = await ask_at_once(engine, STEW, *[CAKE] * 10, origin=Origin.CLI)
    assert len({answer.item_id for answer in answers}) == 11
    assert await counted(engine.database, "crawl_tasks", "work") == [2, 2]


async def test_workers_are_told_of_new_pages(engine: Engine) -> None:
    told: list[Stage] = []
    await ask_at_once(replace(engine, wake=told.append), *[CAKE] * 5, *[STEW] * 5, PIE)
    assert told == [Stage.CRAWL] * 3


async def test_one_request_that_cannot_be_does_not_fail_its_neighbours(engine: Engine) -> None:
    nobody = 10**9
    asked = [submit_page(engine, f"{CAKE}/{number}", kind=Kind.RECIPE, origin=Origin.PARSE) for number in range(10)]
    asked.insert(5, submit_page(engine, PIE, kind=Kind.RECIPE, origin=Origin.MAILBOX, user_id=nobody))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(answers.pop(5), psycopg.errors.ForeignKeyViolation)
    assert len({answer.item_id for answer in answers if isinstance(answer, Answer)}) == 10
    assert await counted(engine.database, "job_items", "crawl_tasks", "work") == [10, 10, 10]


async def test_an_asker_who_goes_away_takes_nothing_from_the_others(engine: Engine) -> None:
    asked = [
        asyncio.create_task(submit_page(engine, f"{CAKE}/{number}", kind=Kind.RECIPE, origin=Origin.PARSE))
        for number in range(20)
    ]
    await asyncio.sleep(0)
    for leaving in asked[::2]:
        leaving.cancel()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len({answer.item_id for answer in answers[1::2] if isinstance(answer, Answer)}) == 10
    again = await ask_at_once(engine, *(f"{CAKE}/{number}" for number in range(20)))
    assert len({answer.item_id for answer in again}) == 20
    assert await counted(engine.database, "job_items", "work") == [20, 20]


# Several processes at once -----------------------------------------------------------------------------------

PROCESSES = 2
URLS = [f"https://site{number % 7}.example/{number}" for number in range(20)]


def ask_in_a_process(url: str, data_dir: Path, seed: int) -> list[tuple[str, str]]:
    """A hundred askers of twenty pages, in another order than elsewhere."""

    async def ask_all() -> list[tuple[str, str]]:
        settings = Settings(_env_file=None, data_dir=data_dir, default_crawl_delay_seconds=0)
        asked = [URLS[(7 * number + seed) % len(URLS)] for number in range(100)]
        async with open_engine(settings, url) as engine:
            answers = await ask_at_once(replace(engine, request_topic="parse-requests"), *asked)
        return [(url, str(answer.item_id)) for url, answer in zip(asked, answers, strict=True)]

    return asyncio.run(ask_all())


async def test_two_hundred_askers_of_twenty_pages_in_several_processes_make_twenty_requests(
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
    given = {answer for answered in answers for answer in answered}
    assert len(given) == len(URLS)
    async with database.connection() as connection:
        stored = await rows(connection, "select url, id::text from job_items")
        told = await rows(connection, "select payload ->> 'requestId' as id from outbox")
    assert {(line["url"], line["id"]) for line in stored} == given
    assert sorted(line["id"] for line in told) == sorted(line["id"] for line in stored)
    assert await counted(database, "job_items", "crawl_tasks", "work", "domains", "lanes") == [20, 20, 20, 7, 7]


# Meeting others ----------------------------------------------------------------------------------------------


def begin(engine: Engine, *wanted: tuple[str, Kind]) -> list[asyncio.Task[Answer]]:
    """One goes ahead alone, and those that are named are a batch."""
    _, *batch = [
        asyncio.create_task(submit_page(engine, url, kind=kind, origin=Origin.PARSE))
        for url, kind in (("https://ahead.example/1", Kind.RECIPE), *wanted)
    ]
    return batch


async def test_nobody_waits_for_another_ones_page_that_is_being_settled(engine: Engine, database: Database) -> None:
    await ask_at_once(engine, CAKE)
    async with database.connection() as connection:
        claim = await claim_page(connection)
    async with database.transaction() as connection:
        await settle_page(connection, fetch_failed(claim))
        stew, cake_as_product, pie = begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.PRODUCT), (PIE, Kind.RECIPE))
        async with asyncio.timeout(5):
            await asyncio.gather(stew, pie)
        await until_blocked(database)
        assert not cake_as_product.done()
    assert (await cake_as_product).status == "PENDING"
    async with database.connection() as connection:
        queued = await rows(connection, "select t.url from work w join crawl_tasks t on t.id = w.task_id")
    assert {task["url"] for task in queued} >= {CAKE, PIE, STEW}


async def test_an_asker_does_not_wait_for_a_settling_worker_when_there_is_a_request_to_join(
    engine: Engine, database: Database
) -> None:
    (asked,) = await ask_at_once(engine, CAKE)
    async with database.connection() as connection:
        await fetch_page(connection)
        body = await claim_body(connection)
    async with database.transaction() as connection:
        await settle_body(connection, extracted(body, recipe("Cake")))
        async with asyncio.timeout(5):
            _, cake = await asyncio.gather(*begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.RECIPE)))
    assert cake.item_id == asked.item_id
    async with database.connection() as connection:
        assert (await item(connection, cake.item_id))["status"] == "DONE"


async def test_nobody_waits_long_for_another_ones_page_that_is_being_made(engine: Engine, database: Database) -> None:
    async with database.transaction() as connection:
        made = await ask(connection, CAKE)
        pudding = "https://bistro.example/pudding"
        stew, cake, last = begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.RECIPE), (pudding, Kind.RECIPE))
        async with asyncio.timeout(5):
            await asyncio.gather(stew, last)
        await until_blocked(database)
        assert not cake.done()
    assert (await cake).item_id == made.item_id


async def test_whoever_wants_a_fresh_record_gets_it_even_when_the_others_would_have_to_wait(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await finish_page(connection, recipe())
    async with database.transaction() as making, database.connection() as connection:
        await ask(making, PIE)
        assert await submit_urls(connection, STEW, CAKE, PIE) == [None, "fresh", None]
        assert await value(connection, "select count(*) from domains") == 1


async def test_what_was_given_up_for_a_lane_that_somebody_holds_is_not_said_to_be_made(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await fetch_page(connection)
        await connection.execute("update lanes set ready_at = 'infinity'")
    async with database.transaction() as holding, database.connection() as connection:
        await holding.execute("select from lanes for no key update")
        assert await submit_urls(connection, PIE) == [None]
        assert await value(connection, "select count(*) from job_items") == 1


PATIENT = ("'50ms'", "'10s'")
BY_HASH = 'order by a.url_hash collate "C"'


async def test_a_page_that_somebody_made_meanwhile_is_joined(database_url: str) -> None:
    async with open_cast(database_url, "one", "two") as cast:
        one, two = cast.actors
        await cast.leave_out(two, "submit_pages", PATIENT)
        async with one.transaction():
            await ask(one, CAKE)
            submitting = await cast.begin(two, lambda connection: submit_urls(connection, CAKE, STEW))
            assert submitting.waits
        assert await submitting == ["joined", "created"]


async def meet(cast: Cast, *order: tuple[str, str]) -> list[str | None]:
    """Two batches name the same pages in two orders, and a third party is making the one in the middle."""
    one, two, three = cast.actors
    await ask(three, CAKE)
    first, middle, last = sorted((f"{CAKE}/{number}" for number in range(3)), key=lambda url: page(url).hash)
    await cast.leave_out(one, "submit_pages", PATIENT, *order)
    await two.execute("set search_path = unguarded, public")
    async with three.transaction():
        await ask(three, middle)
        up = await cast.begin(one, lambda connection: submit_urls(connection, first, middle, last))
        down = await cast.begin(two, lambda connection: submit_urls(connection, last, middle, first))
        assert up.waits and down.waits
    outcomes = await asyncio.gather(up, down, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    assert await down == ["joined", "joined", "joined"]
    return await up


async def test_two_batches_make_the_same_pages_in_one_order(database_url: str) -> None:
    async with open_cast(database_url, "one", "two", "three") as cast:
        assert await meet(cast) == ["created", "joined", "created"]


async def test_batches_that_make_pages_in_two_orders_deadlock(database_url: str) -> None:
    async with open_cast(database_url, "one", "two", "three") as cast:
        with pytest.raises(psycopg.errors.DeadlockDetected):
            await meet(cast, (BY_HASH, "order by a.place"))


async def test_a_lane_is_not_parked_over_work_that_is_not_committed_yet(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await claim_page(connection)
    async with database.transaction() as submitting, database.connection() as claiming:
        await submit_urls(submitting, PIE)
        assert await claim_pages(claiming) == []
    async with database.connection() as connection:
        assert not (await lane(connection))["parked"]
        assert [claim.url for claim in await claim_pages(connection)] == [PIE]


# A storm -----------------------------------------------------------------------------------------------------


async def test_in_a_storm_of_batches_and_workers_nobody_deadlocks_and_nothing_is_made_twice(
    engine: Engine, database: Database
) -> None:
    urls = [f"https://site{number % 5}.example/{number}" for number in range(40)]
    asking = True

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
        assert (await row(connection, "select deadlocks from pg_stat_database where datname = current_database()")) == {
            "deadlocks": 0
        }


async def _open_twice(connection: Connection) -> Sequence[str]:
    found = await rows(connection, "select url_hash from job_items where status in ('PENDING', 'PROCESSING')")
    return [url_hash for url_hash, count in Counter(line["url_hash"] for line in found).items() if count > 1]
