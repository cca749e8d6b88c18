"""The guards between requests and workers, and what happens without them.

Each guard is proved twice: its interleaving has the right outcome, and the wrong one once the guard is
removed from its text.
"""

from uuid import UUID

import psycopg
import pytest
from tests.acceptance.races.interleaving import Cast
from tests.integration.helpers import (
    ask,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_failed,
    fetch_page,
    item,
    lane,
    new_user,
    recipe,
    settle_body,
    settle_page,
    task,
    value,
)

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.store.tasks import items
from garner.store.tasks.items import Submission

PIE = "https://kitchen.example/pie"
PAUSE = "perform pg_advisory_xact_lock_shared(1);"

LOCK = "order by t.id for update);"
UNLOCKED = "order by t.id);"
BEFORE_THE_LOCK = "if p_waits then"
UNDER_THE_LOCK = "where t.id = any (v_held);"
# Parameters that are not read any more keep what was seen before the lock.
READ_BEFORE_THE_LOCK = f"""
    p_givens := array(select t.status from crawl_tasks t where t.url_hash = p_url_hashes[1]);
    p_domains := array(select work_began(t.status, t.started_at, t.updated_at, t.url_hash)::text
                       from crawl_tasks t where t.url_hash = p_url_hashes[1]);
    {BEFORE_THE_LOCK}"""
USE_WHAT_WAS_READ = f"{UNDER_THE_LOCK} v_statuses := p_givens; v_began := p_domains::timestamptz[];"
LOOK_FOR_OPEN = "and i.status in ('PENDING', 'PROCESSING')"


async def failed_page(cast: Cast) -> None:
    """A known page that no item waits for."""
    one, *_ = cast.actors
    await ask(one)
    assert await settle_page(one, fetch_failed(await claim_page(one)))


# Submit locks the page before it decides ---------------------------------------------------------------------


async def ask_together(cast: Cast) -> tuple[Submission, Submission]:
    one, two, _ = cast.actors
    async with one.transaction():
        first = await ask(one)
        second = await cast.begin(two, ask)
        assert second.waits
    return first, await second


async def test_of_two_concurrent_requests_one_creates_and_the_other_joins(cast: Cast) -> None:
    await failed_page(cast)
    first, second = await ask_together(cast)
    assert (first.outcome, second.outcome) == ("created", "joined")
    assert first.item_id == second.item_id


async def test_two_concurrent_requests_for_a_new_page_create_one_item(cast: Cast) -> None:
    first, second = await ask_together(cast)
    assert (first.outcome, second.outcome) == ("created", "joined")


@pytest.mark.slow
async def test_without_the_lock_the_second_request_queues_the_page_again_and_fails(cast: Cast) -> None:
    await failed_page(cast)
    await cast.leave_out(cast.actors[1], "ask_for_pages", (LOCK, UNLOCKED))
    with pytest.raises(psycopg.errors.UniqueViolation, match="uq_work_task_id"):
        await ask_together(cast)


async def ask_while_it_fails(cast: Cast) -> UUID | None:
    one, two, _ = cast.actors
    await ask(one)
    claim = await claim_page(one)
    async with one.transaction():
        await settle_page(one, fetch_failed(claim))
        asked = await cast.begin(two, ask)
        assert asked.waits
    return (await asked).item_id


async def test_a_request_that_waited_for_a_failure_restarts_the_page(cast: Cast) -> None:
    asked = await ask_while_it_fails(cast)
    assert (await task(cast.watcher))["status"] == "queued"
    assert (await item(cast.watcher, asked))["status"] == "PENDING"


@pytest.mark.slow
async def test_without_reading_the_page_under_the_lock_a_request_waits_for_a_failed_page(cast: Cast) -> None:
    read_before = (BEFORE_THE_LOCK, READ_BEFORE_THE_LOCK), (UNDER_THE_LOCK, USE_WHAT_WAS_READ)
    await cast.leave_out(cast.actors[1], "ask_for_pages", *read_before)
    asked = await ask_while_it_fails(cast)
    assert (await item(cast.watcher, asked))["status"] == "PROCESSING"
    assert (await task(cast.watcher))["status"] == "failed"
    assert await value(cast.watcher, "select count(*) from work") == 0


# Submit looks again under the lock ---------------------------------------------------------------------------


async def ask_while_it_is_found(cast: Cast) -> Submission:
    one, two, _ = cast.actors
    await ask(one)
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        await settle_body(one, extracted(claim, recipe("Cake")))
        asked = await cast.begin(two, ask)
        assert asked.waits
    return await asked


async def test_a_request_that_waited_for_a_settling_worker_gets_its_record(cast: Cast) -> None:
    asked = await ask_while_it_is_found(cast)
    assert asked.outcome == "fresh" and asked.data is not None and asked.data["title"] == "Cake"


@pytest.mark.slow
async def test_without_the_second_check_the_page_is_fetched_again(cast: Cast) -> None:
    await cast.leave_out(cast.actors[1], "ask_for_pages", (LOCK, f"{LOCK} p_ttls := array[interval '0'];"))
    assert (await ask_while_it_is_found(cast)).outcome == "created"
    assert (await task(cast.watcher))["status"] == "queued"


# One open request per page and kind, by the table itself -----------------------------------------------------


@pytest.mark.parametrize("origin", [Origin.PARSE, Origin.MAILBOX])
async def test_a_submit_that_does_not_check_for_an_open_request_violates_the_index(cast: Cast, origin: Origin) -> None:
    one, *_ = cast.actors
    await cast.leave_out(one, "known_answers", (LOOK_FOR_OPEN, f"{LOOK_FOR_OPEN} and false"))
    user = await new_user(one) if origin is Origin.MAILBOX else None
    await ask(one, origin=origin, user_id=user)
    with pytest.raises(psycopg.errors.UniqueViolation, match=f"uq_job_items_open_{origin}"):
        await ask(one, origin=origin, user_id=user)


@pytest.mark.slow
async def test_without_the_index_there_are_two_open_requests(cast: Cast) -> None:
    one, *_ = cast.actors
    await cast.leave_out(one, "known_answers", (LOOK_FOR_OPEN, f"{LOOK_FOR_OPEN} and false"))
    async with one.transaction(force_rollback=True):
        await one.execute("drop index uq_job_items_open_parse")
        await ask(one)
        await ask(one)
        assert await value(one, "select count(*) from job_items where status = 'PENDING'") == 2


# A lane is never parked over work ----------------------------------------------------------------------------


async def park_during_a_submit(cast: Cast) -> bool:
    """Return whether the lane is parked although it has work. It was awake, so the submit did not wake it."""
    one, two, _ = cast.actors
    await ask(one)
    await claim_page(one)
    async with one.transaction():
        await ask(one, PIE)
        assert await claim_pages(two) == []
    return bool((await lane(cast.watcher))["parked"])


async def test_a_lane_is_not_parked_over_work_that_is_not_committed_yet(cast: Cast) -> None:
    assert not await park_during_a_submit(cast)
    assert [claim.url for claim in await claim_pages(cast.actors[1])] == [PIE]


@pytest.mark.slow
async def test_with_a_weaker_lock_the_lane_is_parked_over_work(cast: Cast) -> None:
    weaker = ("for update skip locked", "for no key update skip locked")
    await cast.leave_out(cast.actors[1], "park_lanes", weaker)
    assert await park_during_a_submit(cast)


@pytest.mark.slow
async def test_without_the_lane_lock_of_the_submit_the_lane_is_parked_over_work(cast: Cast) -> None:
    """The foreign key from work to its lane takes the same lock later, so both are removed."""
    one, *_ = cast.actors
    await cast.leave_out(one, "queue_tasks", (" for key share", ""))
    await cast.watcher.execute("alter table work alter constraint fk_work_lane_id not enforced")
    try:
        assert await park_during_a_submit(cast)
    finally:
        await cast.watcher.execute("alter table work alter constraint fk_work_lane_id enforced")


async def submit_between_look_and_park(cast: Cast, *without: tuple[str, str]) -> bool:
    """The claim finds nothing, the submit runs and commits, and then the claim parks the lane."""
    one, two, three = cast.actors
    await ask(one)
    await claim_page(one)
    await cast.leave_out(two, "claim_pages", ("perform park_lanes(", f"{PAUSE} perform park_lanes("))
    if without:
        await cast.leave_out(two, "park_lanes", *without)
    async with three.transaction():
        await three.execute("select pg_advisory_xact_lock(1)")
        claiming = await cast.begin(two, claim_pages)
        assert claiming.waits
        await ask(one, PIE)
    assert await claiming == []
    return bool((await lane(cast.watcher))["parked"])


async def test_parking_checks_again_and_sees_newly_submitted_work(cast: Cast) -> None:
    assert not await submit_between_look_and_park(cast)


@pytest.mark.slow
async def test_without_the_second_check_the_lane_is_parked_over_work(cast: Cast) -> None:
    look = "where w.lane_id = l.id"
    assert await submit_between_look_and_park(cast, (look, f"{look} and false"))


# Cancel locks the page before it gives it up -----------------------------------------------------------------


async def cancel_while_another_joins(cast: Cast) -> UUID | None:
    one, two, _ = cast.actors
    leaving = (await ask(one)).item_id
    assert leaving is not None
    async with one.transaction():
        joining = (await ask(one, origin=Origin.MAILBOX, user_id=await new_user(one))).item_id
        canceling = await cast.begin(two, lambda connection: items.cancel(connection, [leaving]))
        assert canceling.waits
    assert await canceling == 1
    return joining


async def test_a_page_is_kept_when_a_request_joins_while_the_last_one_is_canceled(cast: Cast) -> None:
    joining = await cancel_while_another_joins(cast)
    assert (await task(cast.watcher))["status"] == "queued"
    assert (await item(cast.watcher, joining))["status"] == "PENDING"


@pytest.mark.slow
async def test_without_the_lock_cancel_gives_up_the_page_of_the_joined_request(cast: Cast) -> None:
    cast.actors[1].leave_out("order by t.id for update", "order by t.id")
    joining = await cancel_while_another_joins(cast)
    assert (await task(cast.watcher))["status"] == "failed"
    assert (await item(cast.watcher, joining))["status"] == "PENDING"
    assert await value(cast.watcher, "select count(*) from work") == 0


# Cancel and settle: one of them ends the item ----------------------------------------------------------------


async def cancel_while_it_is_found(cast: Cast) -> tuple[int, str]:
    one, two, _ = cast.actors
    asked = (await ask(one)).item_id
    assert asked is not None
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        canceling = await cast.begin(two, lambda connection: items.cancel(connection, [asked]))
        assert canceling.waits
    return await canceling, (await item(cast.watcher, asked))["status"]


async def test_a_cancel_after_the_settle_began_changes_nothing(cast: Cast) -> None:
    assert await cancel_while_it_is_found(cast) == (0, "DONE")


@pytest.mark.slow
async def test_without_its_from_states_cancel_overrides_a_done_item(cast: Cast) -> None:
    cast.actors[1].leave_out("where id = any(%s) and status in ('PENDING', 'PROCESSING')", "where id = any(%s)")
    assert await cancel_while_it_is_found(cast) == (1, "CANCELED")


async def find_while_it_is_canceled(cast: Cast) -> tuple[bool, str, str]:
    """The cancel comes first; another item still waits for the page, so the work continues."""
    one, two, _ = cast.actors
    leaving = (await ask(one)).item_id
    staying = (await ask(one, origin=Origin.MAILBOX, user_id=await new_user(one))).item_id
    assert leaving is not None
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        assert await items.cancel(one, [leaving]) == 1
        settling = await cast.begin(two, lambda connection: settle_body(connection, extracted(claim, recipe())))
        assert settling.waits
    return await settling, (await item(one, leaving))["status"], (await item(one, staying))["status"]


async def test_a_settle_that_waited_for_a_cancel_ends_the_other_items_only(cast: Cast) -> None:
    assert await find_while_it_is_canceled(cast) == (True, "CANCELED", "DONE")


@pytest.mark.slow
async def test_without_its_from_states_the_settle_revives_the_canceled_item(cast: Cast) -> None:
    open_ones = "and w.status in ('PENDING', 'PROCESSING')\n                    and (e.waited"
    cast.actors[1].leave_out(open_ones, "and (e.waited")
    assert await find_while_it_is_canceled(cast) == (True, "DONE", "DONE")


async def test_a_settle_that_waited_for_the_last_cancel_finds_no_work(cast: Cast) -> None:
    one, two, _ = cast.actors
    leaving = (await ask(one)).item_id
    assert leaving is not None
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        await items.cancel(one, [leaving])
        settling = await cast.begin(two, lambda connection: settle_body(connection, extracted(claim, recipe())))
    assert await settling is False
    assert (await item(one, leaving))["status"] == "CANCELED"
    assert await value(one, "select count(*) from recipes") == 0


# Settle reads its waiters after it has the lock --------------------------------------------------------------


async def join_while_it_settles(cast: Cast) -> tuple[str, str]:
    """The settle waits for the page, which the joining request locks."""
    one, two, _ = cast.actors
    await ask(one)
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        joining = (await ask(one, origin=Origin.MAILBOX, user_id=await new_user(one))).item_id
        settling = await cast.begin(two, lambda connection: settle_body(connection, extracted(claim, recipe())))
        assert settling.waits
    assert await settling
    return (await item(one, joining))["status"], (await task(one))["status"]


async def test_an_item_that_joined_while_the_settle_waited_for_the_lock_is_settled(cast: Cast) -> None:
    assert await join_while_it_settles(cast) == ("DONE", "completed")


@pytest.mark.slow
async def test_with_one_snapshot_for_lock_and_items_the_joined_item_is_lost(cast: Cast) -> None:
    await cast.actors[1].set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
    assert await join_while_it_settles(cast) == ("PROCESSING", "completed")


async def test_an_item_of_another_kind_that_joined_meanwhile_causes_another_extraction(cast: Cast) -> None:
    one, two, _ = cast.actors
    await ask(one)
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        joining = (await ask(one, kind=Kind.PRODUCT)).item_id
        settling = await cast.begin(two, lambda connection: settle_body(connection, extracted(claim, recipe())))
    assert await settling
    assert ((await item(one, joining))["status"], (await task(one))["status"]) == ("PROCESSING", "downloaded")
    assert (await claim_body(one)).kinds == [Kind.PRODUCT]
