"""Self-tuning controllers are visible: from another process, with bounds and causes, and on /metrics."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.tuning.process_load import ProcessLoad
from garner.engine import Engine
from garner.errors import Unavailable
from garner.observe import metrics
from garner.postgres.database import Database
from garner.runtime.duties.decisions import Decisions
from garner.runtime.loop import LeasedWork, Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.store.health import controllers
from garner.store.health.controllers import KEPT
from garner.store.jobs import job_views
from garner.store.queue.leases import Lease
from garner.wiring.stages import make_fetcher
from garner.wiring.worker import run_worker

from .grid_helpers import Batches

NAMED = (
    "ingest_ms",
    "items_sec",
    "error_rate",
    "not_found_rate",
    "db_latency_ewma",
    "pool_wait_ms",
    "queue_depth",
    "api_throttle_rate",
    "pending_count",
    "slow_query_ms",
)


async def tuned(client: httpx.AsyncClient) -> dict[str, dict]:
    found = (await client.get("/api/tuning")).raise_for_status().json()
    return {one["controller"]: one for one in found["controllers"]}


async def decide(engine: Engine, process: str, *values: float, controller: str = "ingest_batch") -> None:
    decisions = Decisions(engine.database, process)
    with decisions.collect():
        for value in values:
            observe.emit(observe.ControllerDecided(controller, value, f"it is {value:g}"))
    await decisions.flush()


async def test_every_controller_is_listed_with_its_bounds_before_its_first_decision(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    found = await tuned(ana)
    of_stages = {f"{name}_{stage}" for name in ("claim_size", "lease", "retry_spacing") for stage in Stage}
    assert set(found) == {"ingest_batch", "process_load"} | of_stages
    ingest = found["ingest_batch"]
    assert (ingest["lowest"], ingest["highest"], ingest["value"], ingest["processes"]) == (64, 8192, None, [])


async def test_decisions_of_other_processes_are_listed_latest_first(batches: Batches, ana: httpx.AsyncClient) -> None:
    await decide(batches.engine, "w-1", 64, 128)
    await decide(batches.engine, "w-1", 256)
    await decide(batches.engine, "w-2", 64)
    one, two = (await tuned(ana))["ingest_batch"]["processes"]
    assert (one["process"], one["value"], two["process"], two["value"]) == ("w-1", 256, "w-2", 64)
    assert [(made["value"], made["cause"]) for made in one["decisions"]] == [
        (256, "it is 256"),
        (128, "it is 128"),
        (64, "it is 64"),
    ]
    assert (await tuned(ana))["ingest_batch"]["value"] in (256, 64)


async def test_a_decision_shows_the_measured_value_beside_the_target(batches: Batches, ana: httpx.AsyncClient) -> None:
    decisions = Decisions(batches.engine.database, "w-1")
    with decisions.collect():
        observe.emit(observe.ControllerDecided("ingest_batch", 64, "start"))
        observe.emit(observe.ControllerDecided("ingest_batch", 128, "writing takes 12 ms", 12.5))
    await decisions.flush()
    found = await tuned(ana)
    ingest = found["ingest_batch"]
    assert (ingest["targetMs"], ingest["longestMs"]) == (100, 500) and "rows" in ingest["measures"]
    assert [made["measuredMs"] for made in ingest["processes"][0]["decisions"]] == [12.5, None]
    claim, lease = found["claim_size_match"], found["lease_match"]
    assert (claim["targetMs"], claim["longestMs"], lease["targetMs"]) == (3500, None, None)
    assert found["process_load"]["longestMs"] == 250


async def test_old_decisions_without_a_measured_value_are_shown(batches: Batches, ana: httpx.AsyncClient) -> None:
    await decide(batches.engine, "w-1", 64)
    await batches.execute("update controller_decisions set decisions = decisions #- '{0,measured_ms}'")
    [one] = (await tuned(ana))["ingest_batch"]["processes"]
    assert one["decisions"][0]["measuredMs"] is None


async def test_only_the_last_decisions_are_kept(batches: Batches, ana: httpx.AsyncClient) -> None:
    await decide(batches.engine, "w-1", *range(1, 51))
    await decide(batches.engine, "w-1", *range(51, 61))
    [one] = (await tuned(ana))["ingest_batch"]["processes"]
    assert [made["value"] for made in one["decisions"]] == list(range(60, 60 - KEPT, -1))


async def test_decisions_during_a_database_outage_are_written_afterwards(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    nowhere = Database("postgresql://127.0.0.1:1/nothing", wait_seconds=0.1)
    decisions = Decisions(nowhere, "w-1")
    with decisions.collect():
        observe.emit(observe.ControllerDecided("ingest_batch", 64, "start"))
        with pytest.raises(Unavailable):
            await decisions.flush()
        observe.emit(observe.ControllerDecided("ingest_batch", 128, "fast"))
    decisions._database = batches.engine.database
    await decisions.flush()
    [one] = (await tuned(ana))["ingest_batch"]["processes"]
    assert [made["value"] for made in one["decisions"]] == [128, 64]


async def test_decisions_are_removed_with_their_process(batches: Batches, ana: httpx.AsyncClient) -> None:
    await decide(batches.engine, "ended", 1)
    await Decisions(batches.engine.database, "ended").forget()
    await decide(batches.engine, "killed", 1)
    await batches.execute("update controller_decisions set decided_at = now() - interval '2 hours'")
    await decide(batches.engine, "alive", 1)
    assert [one["process"] for one in (await tuned(ana))["ingest_batch"]["processes"]] == ["alive"]
    async with batches.engine.database.transaction() as connection:
        assert await controllers.delete_old(connection, timedelta(hours=1)) == 1


async def test_a_worker_publishes_its_decisions(batches: Batches, ana: httpx.AsyncClient) -> None:
    stop = asyncio.Event()
    working = asyncio.create_task(run_worker(batches.engine, stop))
    try:
        async with asyncio.timeout(30):
            while not (found := await tuned(ana))["process_load"]["processes"]:
                await asyncio.sleep(0.2)
        [process] = found["process_load"]["processes"]
        assert 0 < process["value"] <= 1
        [claims] = found["claim_size_crawl"]["processes"]
        assert 1 <= claims["value"] <= 200 and claims["decisions"][-1]["cause"].startswith("start")
        [lease] = found["lease_crawl"]["processes"]
        assert 15_000 <= lease["value"] <= 20_000
    finally:
        stop.set()
        await working
    assert (await tuned(ana))["process_load"]["processes"] == []


async def test_only_admins_see_lanes(batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient) -> None:
    await batches.execute(
        """
        with site as (insert into domains (domain_name, base_url)
                      values ('shop.example', 'https://shop.example'), ('quiet.example', 'https://quiet.example')
                      returning id, domain_name)
        insert into lanes (stage, domain_id, throttle_seconds, throttled_at, throttled_since)
        select 'crawl', id, case domain_name when 'shop.example' then 4 else 0 end,
               case domain_name when 'shop.example' then now() end, case domain_name when 'shop.example' then now() end
        from site
        """
    )
    assert (await ana.get("/api/tuning")).json()["lanes"] is None
    [lane] = (await admin.get("/api/tuning")).json()["lanes"]
    assert (lane["domain"], lane["throttleSeconds"]) == ("shop.example", 4)


async def test_metrics_have_the_documented_names(batches: Batches) -> None:
    client = await batches.person("ana@example.com")
    page = (await client.get("/metrics")).text
    lacking = [name for name in NAMED if f"# TYPE {name} " not in page]
    assert not lacking


async def upload(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/jobs", files={"file": ("things.csv", b"Name,Brand\nPan,Hearth\nPot,Hearth\n")})
    assert answer.status_code == 201, answer.text


async def test_a_small_file_read_by_a_worker_shows_the_initial_batch_size(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    stop = asyncio.Event()
    working = asyncio.create_task(run_worker(batches.engine, stop))
    try:
        async with asyncio.timeout(30):
            while not await batches.execute("select name from workers"):
                await asyncio.sleep(0.1)
            await upload(ana)
            while not (processes := (await tuned(ana))["ingest_batch"]["processes"]):
                await asyncio.sleep(0.2)
        assert (processes[0]["value"], processes[0]["decisions"][-1]["cause"]) == (64, "start")
    finally:
        stop.set()
        await working


async def test_decisions_of_the_api_process_that_ingests_a_file_are_shown_without_a_worker(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    for _ in range(2):
        await upload(ana)
    async with asyncio.timeout(10):
        while not (processes := (await tuned(ana))["ingest_batch"]["processes"]):
            await asyncio.sleep(0.1)
    [here] = processes
    assert here["process"].startswith("api-")
    assert [(made["value"], made["cause"]) for made in here["decisions"]] == [(64, "start")]


async def test_canceled_and_skipped_rows_do_not_count_towards_the_speed(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 60)
    await batches.fold()
    for number, item in enumerate(items):
        await batches.end(item, ("DONE", "ERROR", "NOT_FOUND", "CANCELED", "SKIPPED", "CANCELED")[number % 6])
    await batches.fold()
    page = (await ana.get("/metrics")).text
    found = dict(line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
    assert float(found["items_sec"]) == pytest.approx(0.5)
    rates = [float(found[name]) for name in ("error_rate", "not_found_rate")]
    assert rates == [pytest.approx(1 / 3)] * 2
    async with batches.engine.database.connection() as connection:
        job = await job_views.find(connection, job_id)
    assert job is not None and job.ended_lately == 30


async def test_metrics_show_the_progress_of_jobs(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 100)
    await batches.fold()
    for number, item in enumerate(items[:60]):
        await batches.end(item, ("DONE", "DONE", "ERROR", "DONE", "NOT_FOUND", "DONE")[number % 6])
    await batches.fold()
    page = (await ana.get("/metrics")).text
    found = {
        name: float(value) for name, value in (line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
    }
    assert (found["pending_count"], found["queue_depth"]) == (40, 40)
    assert found["items_sec"] == pytest.approx(1.0)
    assert (found["error_rate"], found["not_found_rate"]) == (pytest.approx(1 / 6), pytest.approx(1 / 6))


async def test_database_latency_and_pool_wait_are_measured(batches: Batches) -> None:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    async with batches.engine.database.transaction() as connection:
        await connection.execute("select pg_sleep(0.05)")
    unsubscribe()
    [measured] = [event for event in events if isinstance(event, observe.DatabaseMeasured)]
    assert measured.latency_ms >= 50 and measured.pool_wait_ms >= 0


def test_the_throttle_rate_of_a_provider_is_a_share_of_its_calls() -> None:
    def rate() -> float:
        return metrics.THROTTLE_RATE.labels("catalogue")._value.get()

    for outcome in ["throttled"] * 40:
        metrics._count_provider_call(observe.ProviderCalled("catalogue", outcome, 0, 0.1))
    assert rate() > 0.9
    for outcome in ["found"] * 40:
        metrics._count_provider_call(observe.ProviderCalled("catalogue", outcome, 1, 0.1))
    assert rate() < 0.1


async def test_an_overloaded_process_claims_less(batches: Batches) -> None:
    engine = batches.engine
    load = ProcessLoad()
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    async with make_fetcher(engine) as fetcher:
        stage = CrawlStage(engine, fetcher, "w")
        loop = Loop(stage, engine.database, "w", engine.settings, load)
        for item_ms in (None, 1.0):  # the claim size may far exceed the concurrency
            if item_ms is not None:
                loop._observe(item_ms)
            load.share = 1.0
            assert loop._room() == stage.concurrency
            load.share = 0.25
            assert loop._room() == stage.concurrency // 4
            load.share = 0.0001
            assert loop._room() == 1
    unsubscribe()
    sizes = [event.value for event in events if isinstance(event, observe.ControllerDecided)]
    assert sizes == [stage.concurrency, engine.settings.queue.claim_max]  # each size once, none below the minimum


async def test_a_slow_stage_makes_small_claims_and_still_fills_its_slots(batches: Batches) -> None:
    engine = batches.engine
    async with make_fetcher(engine) as fetcher:
        stage = CrawlStage(engine, fetcher, "w")
        loop = Loop(stage, engine.database, "w", engine.settings)
        loop._observe(60_000)
        at_once = loop._room()
        assert at_once < stage.concurrency
        for number in range(at_once):
            lease = Lease(number, number)
            loop._held[lease] = LeasedWork(None, lease, 0.0)
        assert loop._room() == min(at_once, stage.concurrency - at_once)
