"""Jobs take turns when rows are claimed: no job waits behind a large one, and no lane sleeps past due rows."""

from tests.integration.helpers import add_matching, expire_leases, value
from tests.integration.job_helpers import add_row, claim_rows, ended, job_lane, new_fed_job

from garner.core.lifecycle import ItemStatus
from garner.postgres.database import Connection, Database
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.store.health import dead_letters
from garner.store.queue import job_lanes, leases, matching, slices


async def queued_job(connection: Connection, count: int) -> int:
    job_id = await new_fed_job(connection, [None] * count)
    lane = await job_lanes.lock(connection, job_id)
    assert lane is not None
    rows = await job_lanes.backlog(connection, lane, count, count)
    await job_lanes.queue(connection, lane, [row.id for row in rows], max_attempts=5, reads_text=False)
    await job_lanes.move_on(connection, lane, fed_to=count, again_in=None, queued=True)
    return job_id


async def test_a_small_job_is_served_alongside_a_large_one(connection: Connection) -> None:
    large = await queued_job(connection, 50)
    small = await queued_job(connection, 3)
    claims = await claim_rows(connection, 8)
    assert [claim.job_id for claim in claims].count(small) == 3
    assert [claim.job_id for claim in claims].count(large) == 5


async def test_jobs_take_turns_in_small_claims(database: Database) -> None:
    async with database.connection() as connection:  # each claim has its own time
        three = [await queued_job(connection, 5) for _ in range(3)]
        served = [(await claim_rows(connection, 1))[0].job_id for _ in range(6)]
    assert served == [*three, *three]


async def test_single_requests_go_before_rows_of_jobs(connection: Connection) -> None:
    job_id = await queued_job(connection, 5)
    single_job = await value(connection, "insert into jobs (job_type) values ('match') returning id")
    await add_matching(connection, single_job, 2)
    claims = await claim_rows(connection, 2)
    assert {claim.job_id for claim in claims} == {single_job}
    assert {claim.job_id for claim in await claim_rows(connection, 2)} == {job_id}


async def test_a_slice_of_one_job_claims_only_its_rows(connection: Connection) -> None:
    await queued_job(connection, 5)
    wanted = await queued_job(connection, 2)
    assert [claim.job_id for claim in await claim_rows(connection, 10, job_id=wanted)] == [wanted, wanted]


async def test_of_a_jobs_rows_only_the_given_ones_are_claimed(connection: Connection) -> None:
    job_id = await queued_job(connection, 5)
    (*_, given) = await slices.find_rows(connection, job_id, 10, reads_text=True)
    claims = await matching.claim(connection, "one", 10, 60.0, THE_BEGINNING, work_ids=[given])
    assert [claim.work_id for claim in claims] == [given]
    assert len(await claim_rows(connection)) == 4


async def test_a_lane_without_rows_is_parked(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    await claim_rows(connection)
    await claim_rows(connection)
    assert (await job_lane(connection, job_id))["parked"]


async def test_a_retried_row_wakes_its_lane_when_due(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    (claim,) = await claim_rows(connection)
    await claim_rows(connection)
    await matching.settle(connection, "one", [ended(claim, ItemStatus.PENDING, delay_seconds=5)])
    seconds = "select extract(epoch from ready_at - now())::int from lanes where job_id = %s"
    assert await value(connection, seconds, job_id) == 5


async def test_a_row_of_a_lost_worker_wakes_its_lane(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    await claim_rows(connection)
    await claim_rows(connection)
    await expire_leases(connection)
    assert (await leases.sweep(connection, delay_seconds=0)).freed == 1
    assert [claim.job_id for claim in await claim_rows(connection)] == [job_id]


async def test_a_released_row_wakes_its_lane(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    (claim,) = await claim_rows(connection)
    await claim_rows(connection)
    assert await leases.release(connection, "one", [leases.Lease(claim.work_id, claim.fence)]) == 1
    assert [again.job_id for again in await claim_rows(connection)] == [job_id]


async def test_a_row_that_kills_its_workers_ends_its_duplicates_too(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    await connection.execute("update work set max_attempts = 1")
    (claim,) = await claim_rows(connection)
    await add_row(connection, job_id, 2, duplicate_of=claim.item_id)
    await expire_leases(connection)
    assert (await leases.sweep(connection, delay_seconds=0)).dead == 1
    assert await value(connection, "select count(*) from job_items where status = 'ERROR'") == 2


async def test_a_replayed_row_is_on_the_lane_of_its_job(connection: Connection) -> None:
    job_id = await queued_job(connection, 1)
    await connection.execute("update work set max_attempts = 1")
    await claim_rows(connection)
    await claim_rows(connection)
    await expire_leases(connection)
    await leases.sweep(connection, delay_seconds=0)
    letter = await value(connection, "select id from dead_letters")
    await dead_letters.replay(connection, [letter])
    assert [claim.job_id for claim in await claim_rows(connection, job_id=job_id)] == [job_id]


async def test_a_retry_can_require_a_worker_that_reads_text(connection: Connection) -> None:
    await queued_job(connection, 1)
    (claim,) = await claim_rows(connection, reads_text=False)
    again = ended(claim, ItemStatus.PENDING, reads_text=True)
    await matching.settle(connection, "one", [again])
    assert await claim_rows(connection, reads_text=False) == []
    await connection.execute("update lanes set ready_at = now() where ready_at < 'infinity'")
    assert len(await claim_rows(connection)) == 1


async def test_a_claim_includes_the_result_of_the_previous_run(connection: Connection) -> None:
    await queued_job(connection, 1)
    (claim,) = await claim_rows(connection)
    assert (claim.attempts, claim.result, claim.origin, claim.kind) == (0, None, "batch", "recipe")
    await matching.settle(connection, "one", [ended(claim, ItemStatus.PENDING)])
    (again,) = await claim_rows(connection)
    assert (again.attempts, again.attempt, again.result) == (1, 2, {"match_score": 0.9})
