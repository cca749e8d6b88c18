"""Operator metrics: breakers, throttled sites, backlog, dead letters and work, as numbers on /metrics."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.integration.helpers import add_matching, ask, claim_items, fetched, new_job, settle_page
from tests.integration.job_helpers import feed, new_fed_job
from tests.integration.lane_helpers import claim_all, claim_one, fetch_result, pass_time, settle, settle_outcomes

from garner.api.app import create_app
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.engine.jobs.job_control import pause, resume
from garner.engine.operating import queue_statistics
from garner.engine.operating.queue_statistics import QueueStatistics
from garner.observe import ReaderLag, metrics
from garner.postgres.database import Connection, Database
from garner.store.health.queue_statistics import count_queue
from garner.wiring.server import make_services

KITCHEN = [f"https://kitchen.example/{number}" for number in range(8)]


async def test_all_counts_of_an_empty_queue_are_zero(connection: Connection) -> None:
    found = await count_queue(connection, 60)
    assert (found.open_breakers, found.throttled_lanes, found.backlog, found.dead_letters) == (0, 0, 0, 0)
    assert found.work == {(stage, state): 0 for stage in Stage for state in ("waiting", "leased")}


async def test_work_is_counted_by_stage_and_lease(connection: Connection) -> None:
    for url in KITCHEN[:5]:
        await ask(connection, url)
    first, *_ = await claim_all(connection, limit=3)
    await settle_page(connection, fetched(first))
    await add_matching(connection, await new_job(connection, total=11), 11)
    await claim_items(connection)
    found = (await count_queue(connection, 60)).work
    assert found == {
        ("crawl", "waiting"): 2,
        ("crawl", "leased"): 2,
        ("extract", "waiting"): 1,
        ("extract", "leased"): 0,
        ("match", "waiting"): 1,
        ("match", "leased"): 10,
    }


async def test_open_breakers_and_dead_letters_are_counted_until_they_are_resolved(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url)
    await settle_outcomes(connection, *["server_error"] * 5)
    await connection.execute(
        """
        insert into dead_letters (stage, task_id, cause, message, attempts, replayed_at)
        select 'crawl', id, 'gone', 'Gone.', 3, case when id = (select min(id) from crawl_tasks) then now() end
        from crawl_tasks order by id limit 4
        """
    )
    found = await count_queue(connection, 60)
    assert (found.open_breakers, found.dead_letters) == (1, 3)
    await connection.execute("update lanes set opened_at = null, open_until = null")
    assert (await count_queue(connection, 60)).open_breakers == 0


async def test_a_throttled_site_is_counted_while_it_is_slow_and_has_work(connection: Connection) -> None:
    for url in KITCHEN[:2]:
        await ask(connection, url, delay=1)
    await settle(connection, fetch_result(await claim_one(connection), "throttled", delay=5, retry_after=600))
    assert (await count_queue(connection, 60)).throttled_lanes == 1
    await pass_time(connection, 601)
    assert (await count_queue(connection, 60)).throttled_lanes == 1  # the wait is over, and the site is still slower
    await pass_time(connection, 3600)
    assert (await count_queue(connection, 60)).throttled_lanes == 0


async def test_due_pages_without_a_place_in_the_queue_are_the_backlog(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await connection.execute(
        "insert into resources (url_hash, url) select repeat(n::text, 64), n::text from generate_series(1, 3) n"
    )
    await connection.execute(
        """
        insert into crawl_tasks (domain_id, url, url_hash, rank, paused_at)
        select (select id from domains), n::text, repeat(n::text, 64), now(), case when n = 1 then now() end
        from generate_series(1, 3) n
        """
    )
    assert (await count_queue(connection, 60)).backlog == 2


async def test_counting_is_bounded(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.store.health.queue_statistics.MAX_COUNTED", 2)
    for url in KITCHEN:
        await ask(connection, url)
    assert (await count_queue(connection, 60)).work["crawl", "waiting"] == 2


async def test_work_of_a_paused_job_is_not_overdue(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 2)
        await feed(engine, job_id)
        assert (await count_queue(connection, 60)).oldest_due_at is not None
        await pause(engine, job_id)
        assert (await count_queue(connection, 60)).oldest_due_at is None
        await resume(engine, job_id)
        assert (await count_queue(connection, 60)).oldest_due_at is not None


async def test_the_age_of_the_oldest_due_work_is_measured_by_stage(connection: Connection) -> None:
    for url in KITCHEN[:2]:
        await ask(connection, url)
    await connection.execute("update work set due_at = now() - interval '1 hour' where id = (select min(id) from work)")
    found = await count_queue(connection, 60)
    assert found.oldest_due_seconds == {"crawl": 3600, "extract": 0, "match": 0}


async def test_the_lag_of_a_reader_of_changes_is_measured(connection: Connection) -> None:
    await connection.execute(
        """
        insert into record_changes (number, url_hash, kind, version, changed, happened_at)
        select n, repeat(n::text, 64), 'recipe', 1, true, now() - (10 - n) * interval '1 minute'
        from generate_series(1, 5) n
        """
    )
    await connection.execute(
        "insert into change_counter (last_number) values (5) on conflict (id) do update set last_number = 5"
    )
    await connection.execute("delete from change_cursors")
    await connection.execute("insert into change_cursors (consumer, number) values ('search', 3), ('webhooks', 5)")
    assert (await count_queue(connection, 60)).change_readers == [
        ReaderLag("search", 2, 360),
        ReaderLag("webhooks", 0, 0),
    ]


async def test_duties_of_silent_workers_are_counted_but_not_those_of_hosts(connection: Connection) -> None:
    await connection.execute(
        """
        insert into workers (name, allows_private, seen_at)
        values ('alive', false, now()), ('silent', false, now() - interval '1 minute')
        """
    )
    await connection.execute(
        """
        insert into duties (name, holder)
        values ('sweep', 'alive'), ('feed', 'silent'), ('fold', ''), ('clean@host:/data', 'silent')
        """
    )
    found = await count_queue(connection, 60)
    assert (found.workers, found.unheld_duties) == (1, 2)


# On /metrics


@asynccontextmanager
async def scraping(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(create_app(make_services(engine))), base_url="http://garner"
    ) as client:
        yield client


async def test_queue_statistics_are_in_the_metrics_and_cached_for_some_seconds(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scraping(engine) as client:
        text = (await client.get("/metrics")).text
        for line in (
            "garner_open_breakers 0.0",
            "garner_throttled_lanes 0.0",
            "garner_backlog_pages 0.0",
            "garner_dead_letters 0.0",
            'garner_work{stage="crawl",state="waiting"} 0.0',
            'garner_work{stage="extract",state="leased"} 0.0',
            'garner_work_oldest_seconds{stage="match"} 0.0',
            "garner_workers 0.0",
            "garner_unheld_duties 0.0",
        ):
            assert f"\n{line}\n" in text
        async with engine.database.transaction() as connection:
            await ask(connection, KITCHEN[0])
        waiting = 'garner_work{stage="crawl",state="waiting"}'
        assert f"{waiting} 0.0" in (await client.get("/metrics")).text
        monkeypatch.setattr(queue_statistics, "GOOD_FOR_SECONDS", 0)
        assert f"{waiting} 1.0" in (await client.get("/metrics")).text


async def test_the_other_metrics_are_served_without_a_database(engine: Engine) -> None:
    async with Database("postgresql://nobody@127.0.0.1:1/none", size=1, wait_seconds=0.1) as away:
        broken = Engine(engine.settings, away, engine.blobs, wake=lambda stage: None)
        assert await QueueStatistics(broken).look() is None
        async with scraping(broken) as client:
            answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert "garner_http_requests" in answer.text and "garner_open_breakers" not in answer.text


async def test_a_slow_database_is_not_waited_for(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_statistics, "MAX_SECONDS", 0.2)
    async with engine.database.transaction() as connection:
        await connection.execute("lock table dead_letters in access exclusive mode")
        async with asyncio.timeout(5):
            assert await QueueStatistics(engine).look() is None
    assert await QueueStatistics(engine).look() is not None


WATCHED = """
garner_reconciled_total{what="lane"}
garner_reconciled_total{what="item"}
garner_leases_swept_total{fate="freed"}
garner_leases_swept_total{fate="dead"}
garner_frozen_sessions_ended_total
garner_lane_throttles_total
garner_pages_unchanged_total{kind="recipe"}
garner_records_total{found="no",kind="posting"}
garner_llm_questions_total{kind="recipe",outcome="ok"}
garner_items_ended_total{kind="product",status="ERROR"}
garner_items_ended_total{kind="recipe",status="NOT_FOUND"}
garner_items_ended_total{kind="posting",status="CANCELED"}
garner_jobs_removed_total{why="asked"}
garner_jobs_removed_total{why="retention"}
garner_pages_fetched_total{outcome="ok"}
"""


@pytest.mark.parametrize("shared", [False, True])
def test_watched_metrics_exist_before_their_first_event(tmp_path: Path, shared: bool) -> None:
    """In a new process, with its own counters or shared ones."""
    script = (
        "from garner.kinds.registry import KIND_NAMES; from garner.observe.metrics import measure_events, render; "
        "measure_events(KIND_NAMES); print(render()[0].decode())"
    )
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)} if shared else {}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    of_stages = [
        name
        for stage in Stage
        for name in (
            f'garner_work_stale_total{{stage="{stage}"}}',
            *(f'garner_database_lost_total{{where="{act} {stage}"}}' for act in ("claim", "settle", "renew")),
        )
    ]
    for name in [*WATCHED.split("\n")[1:-1], *of_stages]:
        assert f"\n{name} 0.0\n" in ran.stdout


def test_metrics_list_all_stages() -> None:
    assert tuple(Stage) == metrics.STAGES
