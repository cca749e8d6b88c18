"""Short helpers for each step of the queue, so that a test reads as a sequence of steps.

They call the store as the engine and the stages do; only the fetch and the extraction are simulated.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from uuid_utils.compat import uuid7

from garner.core.accounts.actor import ActionSource, AuditActor
from garner.core.lifecycle import Origin
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind, Record
from garner.core.urls.page_url import PageUrl, parse_page_url
from garner.postgres.database import Connection, Database, Row
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.store.crawl import extraction, fetching
from garner.store.crawl.extraction import BodyClaim, ExtractionResult
from garner.store.crawl.fetching import FetchedBody, PageClaim, PageResult
from garner.store.crawl.lanes import Politeness
from garner.store.queue import matching
from garner.store.queue.matching import ItemClaim
from garner.store.tasks import items
from garner.store.tasks.items import Submission

WORKER = "one"
OPERATOR = AuditActor("a test", ActionSource.COMMAND)
LEASE_SECONDS = 60.0
WITHOUT_ROBOTS = Politeness(obey_robots=False)  # robots.txt has its own tests
CAKE = "https://kitchen.example/cake"


def page(url: str) -> PageUrl:
    return parse_page_url(url)


# Requesting --------------------------------------------------------------------------------------------------


async def ask(
    connection: Connection,
    url: str = CAKE,
    *,
    kind: Kind = Kind.RECIPE,
    origin: Origin = Origin.PARSE,
    user_id: int | None = None,
    priority: int = 1,
    ttl: timedelta = timedelta(days=30),
    delay: float = 0,
    concurrency: int = 5,
    topic: str | None = None,
) -> Submission:
    asked = page(url)
    await set_pace(connection, asked, delay, concurrency)
    return await items.submit_page(
        connection,
        uuid7(),
        asked,
        kind=kind,
        origin=origin,
        user_id=user_id,
        use_llm=False,
        priority=priority,
        ttl=ttl,
        topic=topic,
    )


async def set_pace(connection: Connection, page: PageUrl, delay: float, concurrency: int = 5) -> None:
    """Create the domain of the page with its own pace, unless it exists."""
    await connection.execute(
        """
        insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
        values (%s, %s, %s, %s) on conflict (domain_name) do nothing
        """,
        (page.domain, page.base_url, delay, concurrency),
    )


async def cancel(connection: Connection, asked: Submission) -> bool:
    """Cancel the request and return whether it was still open."""
    assert asked.item_id is not None
    return await items.cancel(connection, [asked.item_id]) == 1


async def new_user(connection: Connection) -> int:
    return await value(
        connection, "insert into users (email) values (%s) returning user_id", f"{uuid4().hex}@example.com"
    )


async def new_job(connection: Connection, *, total: int, ingested: bool = True) -> int:
    """Create a job whose items are already counted as pending; the caller creates the items."""
    return await value(
        connection,
        """
        insert into jobs (job_type, kind, total_items, pending, ingested_at)
        values ('csv', 'recipe', %s, %s, case when %s then now() end) returning id
        """,
        total,
        total,
        ingested,
    )


async def add_rows(connection: Connection, job_id: int, urls: Sequence[str], kind: Kind = Kind.RECIPE) -> list[UUID]:
    """Add rows that wait for pages which were requested before."""
    made = [uuid7() for _ in urls]
    for row_no, (item_id, url) in enumerate(zip(made, urls, strict=True), start=1):
        await connection.execute(
            """
            insert into job_items (id, job_id, row_no, origin, job_type, kind, url, url_hash)
            values (%s, %s, %s, 'batch', 'csv', %s, %s, %s)
            """,
            (item_id, job_id, row_no, kind, url, page(url).hash),
        )
    return made


async def add_matching(connection: Connection, job_id: int | None, count: int, *, max_attempts: int = 3) -> list[UUID]:
    """Add rows to be matched, each in the queue."""
    made = [uuid7() for _ in range(count)]
    for row_no, item_id in enumerate(made, start=1):
        await connection.execute(
            """
            insert into job_items (id, job_id, row_no, origin, input_json) values (%s, %s, %s, 'batch', '{"name": "x"}')
            """,
            (item_id, job_id, row_no),
        )
        await connection.execute(
            "insert into work (stage, item_id, rank, max_attempts) values ('match', %s, now(), %s)",
            (item_id, max_attempts),
        )
    return made


# Working -----------------------------------------------------------------------------------------------------


async def claim_pages(
    connection: Connection, *, worker: str = WORKER, limit: int = 10, but_not: int | None = None
) -> list[PageClaim]:
    return await fetching.claim(connection, worker, limit, LEASE_SECONDS, WITHOUT_ROBOTS, but_not=but_not)


async def claim_page(connection: Connection, *, worker: str = WORKER) -> PageClaim:
    (claim,) = await claim_pages(connection, worker=worker)
    return claim


async def claim_bodies(connection: Connection, *, worker: str = WORKER) -> list[BodyClaim]:
    return await extraction.claim(connection, worker, 10, LEASE_SECONDS)


async def claim_body(connection: Connection, *, worker: str = WORKER) -> BodyClaim:
    (claim,) = await claim_bodies(connection, worker=worker)
    return claim


async def claim_items(connection: Connection, *, worker: str = WORKER) -> list[ItemClaim]:
    return await matching.claim(connection, worker, 10, LEASE_SECONDS, THE_BEGINNING)


def fetched(claim: PageClaim) -> PageResult:
    body = FetchedBody("aa/body.zst", "a" * 64, "utf-8", claim.url, '"tag"', None)
    return PageResult(claim.work_id, claim.fence, Verdict(Action.EXTRACT), 0.25, 200, 1000, body)


def fetch_again(claim: PageClaim, delay_seconds: float = 0.0) -> PageResult:
    verdict = Verdict(Action.RETRY, "server_error", "The site returned an error (HTTP 500).", delay_seconds)
    return PageResult(claim.work_id, claim.fence, verdict, 0.25, 500)


def fetch_failed(claim: PageClaim, *, spent: bool = False) -> PageResult:
    verdict = Verdict(Action.FAIL, "gone", "The page does not exist (HTTP 404).", spent=spent)
    return PageResult(claim.work_id, claim.fence, verdict, 0.25, 404)


def extracted(claim: BodyClaim, *found: Record, kinds: Sequence[Kind] | None = None) -> ExtractionResult:
    looked_for = tuple(Kind(kind) for kind in claim.kinds) if kinds is None else tuple(kinds)
    return ExtractionResult(claim.work_id, claim.fence, Verdict(Action.EXTRACT), looked_for, found)


def body_missing(claim: BodyClaim) -> ExtractionResult:
    verdict = Verdict(Action.RETRY, "body_missing", "The stored body is missing.")
    return ExtractionResult(claim.work_id, claim.fence, verdict, refetch=True)


def recipe(title: str = "Cake", content_hash: str = "1" * 64) -> Record:
    data = {"title": title, "ingredients": [{"name": "flour"}]}
    return Record(Kind.RECIPE, data, content_hash, "schema_org", "1", "schema_org_json_ld", 0.9)


def product(name: str = "Pan", content_hash: str = "2" * 64, **fields: Any) -> Record:
    return Record(Kind.PRODUCT, {"name": name, **fields}, content_hash, "schema_org", "1", "schema_org_json_ld", 0.9)


async def settle_page(connection: Connection, result: PageResult, *, worker: str = WORKER) -> bool:
    """Settle the page and return whether this worker still held it."""
    return await fetching.settle(connection, worker, [result]) == {result.work_id}


async def settle_body(connection: Connection, result: ExtractionResult, *, worker: str = WORKER) -> bool:
    return await extraction.settle(connection, worker, [result]) == {result.work_id}


async def fetch_page(connection: Connection) -> None:
    """Fetch the one page that is due."""
    assert await settle_page(connection, fetched(await claim_page(connection)))


async def finish_page(connection: Connection, *found: Record) -> None:
    """Fetch and extract the one page that is due."""
    await fetch_page(connection)
    assert await settle_body(connection, extracted(await claim_body(connection), *found))


# Reading -----------------------------------------------------------------------------------------------------


async def rows(connection: Connection, query: str, *parameters: Any) -> list[Row]:
    return await (await connection.execute(query, parameters or None)).fetchall()


async def row(connection: Connection, query: str, *parameters: Any) -> Row:
    (only,) = await rows(connection, query, *parameters)
    return only


async def value(connection: Connection, query: str, *parameters: Any) -> Any:
    (only,) = (await row(connection, query, *parameters)).values()
    return only


async def item(connection: Connection, item_id: UUID | None) -> Row:
    return await row(connection, "select * from job_items where id = %s", item_id)


async def task(connection: Connection, url: str = CAKE) -> Row:
    return await row(connection, "select * from crawl_tasks where url_hash = %s", page(url).hash)


async def lane(connection: Connection, url: str = CAKE) -> Row:
    """Return the lane of the domain of a page, with its times as seconds from now."""
    return await row(
        connection,
        """
        select l.id, l.saturated, l.ready_at = 'infinity' as parked,
               case when isfinite(l.ready_at) then extract(epoch from l.ready_at - now())::float8 end as ready_in
        from lanes l join domains d on d.id = l.domain_id where d.domain_name = %s
        """,
        page(url).domain,
    )


async def work_rows(connection: Connection) -> list[Row]:
    return await rows(connection, "select * from work order by id")


async def everything(connection: Connection) -> dict[str, list[str]]:
    """Return everything that settling could change, to show that nothing changed."""
    tables = (
        "job_items", "crawl_tasks", "work", "lanes", "crawl_attempts", "error_logs", "dead_letters", "job_deltas",
        "recipes", "record_versions",
    )  # fmt: skip
    everywhere = {}
    for table in tables:
        lines = await rows(connection, f"select t::text as line from {table} t order by 1")
        everywhere[table] = [line["line"] for line in lines]
    return everywhere


# Time and concurrency ----------------------------------------------------------------------------------------


async def expire_leases(connection: Connection) -> None:
    await connection.execute("update work set lease_until = now() - interval '1 second' where lease_until is not null")


async def make_due(connection: Connection) -> None:
    """End the waits of retries and lanes."""
    await connection.execute("update work set due_at = now() where due_at > now()")
    await connection.execute("update lanes set ready_at = now(), next_at = now() where ready_at < 'infinity'")


async def until_blocked(database: Database, count: int = 1) -> None:
    """Wait until this number of other connections to this database wait for a lock."""
    async with asyncio.timeout(10):
        while True:
            async with database.connection() as connection:
                waiting = await value(
                    connection,
                    """
                    select count(*) from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'
                    """,
                )
            if waiting >= count:
                return
            await asyncio.sleep(0.01)


async def count_deadlocks(database: Database) -> int:
    """Count deadlocks since the creation of the database, which earlier tests may have used."""
    async with database.connection() as connection:
        return int(await value(connection, "select deadlocks from pg_stat_database where datname = current_database()"))
