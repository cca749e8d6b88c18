"""Claims that are limited to given work: nothing else is taken, and lanes decide as always."""

from collections.abc import Sequence

from tests.integration.handover_helpers import DISPATCHER
from tests.integration.helpers import (
    LEASE_SECONDS,
    WITHOUT_ROBOTS,
    add_matching,
    ask,
    claim_pages,
    fetched,
    new_job,
    set_pace,
    settle_page,
    value,
)
from tests.integration.helpers import page as parse_page
from tests.integration.lane_helpers import claim_all, fetch_result, settle

from garner.postgres.database import Connection
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.store.crawl import extraction, fetching
from garner.store.crawl.fetching import PageClaim
from garner.store.queue import matching

KITCHEN = [f"https://kitchen.example/{number}" for number in range(4)]
SHOP = "https://shop.example/pan"


async def ask_all(connection: Connection, *, delay: float = 0) -> dict[str, int]:
    """Return the work of each page."""
    for url in (*KITCHEN, SHOP):
        await ask(connection, url, delay=delay)
    return {
        url: await value(
            connection, "select w.id from work w join crawl_tasks t on t.id = w.task_id where t.url = %s", url
        )
        for url in (*KITCHEN, SHOP)
    }


async def claim_given(connection: Connection, work_ids: Sequence[int], limit: int = 10) -> list[PageClaim]:
    return await fetching.claim(connection, "one", limit, LEASE_SECONDS, WITHOUT_ROBOTS, work_ids=work_ids)


async def test_only_the_given_pages_are_claimed(connection: Connection) -> None:
    work = await ask_all(connection)
    given = [work[KITCHEN[3]], work[SHOP]]
    assert sorted(claim.work_id for claim in await claim_given(connection, given)) == sorted(given)
    assert len(await claim_pages(connection)) == 3


async def test_a_claim_of_no_given_pages_claims_none(connection: Connection) -> None:
    await ask_all(connection)
    assert await claim_given(connection, []) == []
    assert len(await claim_pages(connection)) == 5


async def test_the_delay_of_a_lane_holds_for_given_pages(connection: Connection) -> None:
    work = await ask_all(connection, delay=60)
    assert len(await claim_given(connection, [work[url] for url in KITCHEN])) == 1
    assert await claim_given(connection, [work[url] for url in KITCHEN]) == []


async def test_a_full_lane_and_a_retry_after_hold_back_given_pages(connection: Connection) -> None:
    await set_pace(connection, parse_page(SHOP), 0, 1)
    work = await ask_all(connection)
    await claim_given(connection, [work[SHOP]])
    await connection.execute(
        "update lanes set ready_at = now() where id = (select lane_id from work where id = %s)", (work[SHOP],)
    )
    other = await ask(connection, f"{SHOP}/2")
    another = await value(connection, "select max(id) from work")
    assert other.outcome == "created" and await claim_given(connection, [another]) == []
    claims = await claim_given(connection, [work[url] for url in KITCHEN[:2]])
    await settle(connection, *(fetch_result(claim, "throttled", retry_after=60.0) for claim in claims))
    assert await claim_given(connection, [work[url] for url in KITCHEN]) == []


async def test_given_pages_that_others_hold_or_that_are_not_due_are_left(connection: Connection) -> None:
    work = await ask_all(connection)
    (claim,) = await claim_given(connection, [work[KITCHEN[0]]])
    await connection.execute("update work set due_at = now() + interval '1 hour' where id = %s", (work[KITCHEN[1]],))
    await connection.execute("update work set held = true where id = %s", (work[KITCHEN[2]],))
    again = await claim_given(connection, [work[url] for url in KITCHEN])
    assert [again_claimed.work_id for again_claimed in again] == [work[KITCHEN[3]]]
    assert again[0].fence != claim.fence


async def test_only_the_given_fetched_pages_are_claimed(connection: Connection) -> None:
    work = await ask_all(connection)
    for claim in await claim_all(connection, worker=DISPATCHER):
        await settle_page(connection, fetched(claim), worker=DISPATCHER)
    given = [work[KITCHEN[2]], work[SHOP]]
    bodies = await extraction.claim(connection, "one", 10, LEASE_SECONDS, work_ids=given)
    assert sorted(body.work_id for body in bodies) == sorted(given)
    assert await extraction.claim(connection, "one", 10, LEASE_SECONDS, work_ids=[]) == []
    assert len(await extraction.claim(connection, "one", 10, LEASE_SECONDS)) == 3


async def test_only_the_given_items_are_claimed(connection: Connection) -> None:
    made = await add_matching(connection, await new_job(connection, total=3), 3)
    given = [await value(connection, "select id from work where item_id = %s", made[1])]
    claims = await matching.claim(connection, "one", 10, LEASE_SECONDS, THE_BEGINNING, work_ids=given)
    assert [claim.item_id for claim in claims] == [made[1]]
    assert await matching.claim(connection, "one", 10, LEASE_SECONDS, THE_BEGINNING, work_ids=[]) == []
    assert len(await matching.claim(connection, "one", 10, LEASE_SECONDS, THE_BEGINNING)) == 2


async def test_a_claim_names_pages_in_the_order_of_their_turn(connection: Connection) -> None:
    work = await ask_all(connection)
    await connection.execute("update work set rank = now() - id * interval '1 second'")
    claims = await claim_given(connection, [work[url] for url in KITCHEN])
    assert [claim.url for claim in claims] == KITCHEN[::-1]
