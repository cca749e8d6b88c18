"""Kickoff over HTTP: a slice of a job is processed within the request, on time, under the usual rules."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial

import httpx
import pytest
from bench.pulse import widest_gaps
from tests.acceptance.fault_site import FaultSite
from tests.integration.job_helpers import feed, new_fed_job, require_recount

from garner.core.lifecycle import Stage
from garner.runtime.slices.slices import JobSlices
from garner.store.queue.slices import hand_out_pages
from garner.wiring.server import make_services

from .grid_helpers import Batches
from .test_job_control import new_job


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
async def kicking(batches: Batches) -> AsyncIterator[Batches]:
    """A server that processes jobs itself, without a worker."""
    settings = batches.engine.settings.with_values(
        obey_robots=False, not_found_retry_seconds=0.05, user_requests_per_minute=0
    )
    batches.engine = replace(batches.engine, settings=settings)
    async with batches.services.job_slices:
        yield batches


@pytest.fixture
async def ana(kicking: Batches) -> httpx.AsyncClient:
    client = await kicking.person("ana@example.com")
    client.timeout = httpx.Timeout(60)
    return client


async def job_of(batches: Batches, urls: list[str | None], kind: str = "recipe") -> int:
    async with batches.engine.database.connection() as connection:
        cursor = await connection.execute("select user_id from users where email = 'ana@example.com'")
        (user,) = await cursor.fetchall()
        return await new_fed_job(connection, urls, kind=kind, user_id=user["user_id"])


async def kick(client: httpx.AsyncClient, job_id: int, milliseconds: int) -> tuple[str, float]:
    """Run a slice; return the state of the job and the duration."""
    began = time.monotonic()
    answer = await client.post(f"/api/jobs/{job_id}/kickoff", params={"durationMs": milliseconds})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["queueState"]), time.monotonic() - began


async def kick_to_the_end(client: httpx.AsyncClient, job_id: int, milliseconds: int, *, at_once: int = 1) -> None:
    """Run slices until the job is done. The first starts the extraction processes, which takes a while."""
    async with asyncio.timeout(90):
        ended = False
        while not ended:
            kicks = await asyncio.gather(*(kick(client, job_id, milliseconds) for _ in range(at_once)))
            ended = any(state == "DONE" for state, _ in kicks)


async def test_pages_and_rows_of_a_job_are_processed_without_a_worker(
    kicking: Batches, ana: httpx.AsyncClient, site: FaultSite
) -> None:
    pages = site.urls(20)
    job_id = await job_of(kicking, [*pages, *[None] * 20])
    await kick_to_the_end(ana, job_id, 3000)
    assert await require_recount(kicking.engine.database, job_id) == {"done": 20, "not_found": 20}
    assert [site.served(page) for page in pages] == [1] * 20


async def test_rows_that_wait_for_pages_of_the_job_are_settled_without_a_worker(
    kicking: Batches, ana: httpx.AsyncClient, site: FaultSite
) -> None:
    page = site.url("/pages/soup")
    answer = site.hold(page)
    job_id = await job_of(kicking, [None, page], kind="auto")
    async with asyncio.timeout(60):
        while not await kicking.execute("select job_id from page_waits"):
            await kick(ana, job_id, 500)
    answer()
    await kick_to_the_end(ana, job_id, 2000)
    assert await require_recount(kicking.engine.database, job_id) == {"done": 1, "not_found": 1}


async def test_a_slice_processes_only_its_job(kicking: Batches, ana: httpx.AsyncClient, site: FaultSite) -> None:
    """Even if pages of another job are queued first on the same sites and fill the window."""
    stews = site.urls(10, "stew")
    other, job_id = await job_of(kicking, [*stews, None]), await job_of(kicking, [*site.urls(5), None])
    kicking.engine = replace(kicking.engine, settings=kicking.engine.settings.with_values(lane_window=1))
    await feed(kicking.engine, other)
    async with kicking.engine.database.transaction() as connection:
        assert await hand_out_pages(connection, other) == 10
    await kick_to_the_end(ana, job_id, 2000)
    assert await require_recount(kicking.engine.database, job_id) == {"done": 5, "not_found": 1}
    assert await require_recount(kicking.engine.database, other) == {"pending": 11}
    assert [site.served(page) for page in stews] == [0] * 10


@pytest.mark.parametrize("milliseconds", [100, 1000])
async def test_a_slice_returns_on_time_while_a_page_is_in_progress(
    kicking: Batches, site: FaultSite, milliseconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, asked = JobSlices.run, []

    async def note_seconds(self: JobSlices, job_id: int, seconds: float) -> None:
        asked.append(seconds)
        await run(self, job_id, seconds)

    monkeypatch.setattr(JobSlices, "run", note_seconds)
    ana = await kicking.person("ana@example.com")
    answer = site.hold(site.url("/pages/slow"))
    job_id = await job_of(kicking, [site.url("/pages/slow")])
    async with asyncio.timeout(30):
        while not site.served(site.url("/pages/slow")):  # which needs the resources of slices, and those take a while
            await kick(ana, job_id, 100)
        asked.clear()
        state, took = await kick(ana, job_id, milliseconds)
    assert state in ("QUEUED", "RUNNING")
    assert took >= milliseconds / 1000 / 2  # an answer at once would leave the time unused
    assert len(asked) == 1 and asked[0] <= milliseconds / 1000  # minus the time that the request took before
    answer()  # the page ends after the answer, so the answer did not wait for it


async def test_a_page_that_takes_longer_than_a_slice_completes_after_it(
    kicking: Batches, ana: httpx.AsyncClient, site: FaultSite
) -> None:
    site.answer_seconds = 1.0
    job_id = await job_of(kicking, [site.url("/pages/slow")])
    await kick_to_the_end(ana, job_id, 200)
    assert await require_recount(kicking.engine.database, job_id) == {"done": 1}
    assert site.served(site.url("/pages/slow")) == 1


async def test_concurrent_slices_fetch_no_page_twice(kicking: Batches, ana: httpx.AsyncClient, site: FaultSite) -> None:
    pages = site.urls(20)
    job_id = await job_of(kicking, [*pages])
    async with make_services(kicking.engine).job_slices as elsewhere:  # as another server would
        beside = elsewhere.run(job_id, 25.0)
        await asyncio.gather(kick_to_the_end(ana, job_id, 2000, at_once=4), beside)
    assert await require_recount(kicking.engine.database, job_id) == {"done": 20}
    assert [site.served(page) for page in pages] == [1] * 20


async def test_slices_keep_the_delay_of_a_site(kicking: Batches, ana: httpx.AsyncClient, site: FaultSite) -> None:
    pages = [site.url(f"/pages/slow-{number}") for number in range(4)]
    job_id = await job_of(kicking, [*pages])
    await kicking.execute("insert into domains (domain_name, base_url, crawl_delay_seconds) values ("
                          " %(name)s, %(base)s, 0.5) on conflict do nothing",
                          name=site.url("").removeprefix("http://"), base=site.url(""))  # fmt: skip
    await kick_to_the_end(ana, job_id, 1500)
    arrivals = [arrival.noticed for arrival in site.arrivals if arrival.url in pages]
    assert len(arrivals) == 4 and min(widest_gaps(arrivals)) > 0.45


async def test_many_short_slices_leave_no_task_running(
    kicking: Batches, ana: httpx.AsyncClient, site: FaultSite
) -> None:
    """Also when jobs are paused, resumed and canceled between them."""
    tasks_before = set(asyncio.all_tasks())
    settings = kicking.engine.settings.with_values(drain_seconds=110.0)
    kicking.engine = replace(kicking.engine, settings=settings)
    async with kicking.services.job_slices:
        storming = await kicking.person("ana@example.com")
        jobs = [await job_of(kicking, [*site.urls(2, f"storm-{number}"), None]) for number in range(4)]
        steps = ["kickoff?durationMs=100"] * 3 + ["pause", "kickoff?durationMs=150", "resume", "kickoff"]
        for step in [*steps * 3, "cancel", "kickoff?durationMs=100"]:
            asked = [f"/api/jobs/{job_id}/{step}" for job_id in jobs]
            await asyncio.gather(*(storming.post(url, timeout=60) for url in asked for _ in range(2)))
        began = time.monotonic()
    assert time.monotonic() - began < 100
    left = [task for task in set(asyncio.all_tasks()) - tasks_before if "slice" in repr(task).lower()]
    assert not left


async def test_a_stopping_server_does_not_wait_for_the_end_of_slices(
    kicking: Batches, ana: httpx.AsyncClient, site: FaultSite
) -> None:
    job_id = await job_of(kicking, [site.url(f"/pages/slow-{number}") for number in range(2)])
    await kicking.execute("insert into domains (domain_name, base_url, crawl_delay_seconds) values ("
                          " %(name)s, %(base)s, 60) on conflict do nothing",
                          name=site.url("").removeprefix("http://"), base=site.url(""))  # fmt: skip
    settings = kicking.engine.settings.with_values(drain_seconds=0.5)
    async with make_services(replace(kicking.engine, settings=settings)).job_slices as slices:
        run = partial(slices.run, job_id)
        while not site.arrivals:
            await run(0.3)
        asked = asyncio.create_task(run(300.0))
        await asyncio.sleep(0.5)  # the slice before has ended meanwhile
        began = time.monotonic()
    assert time.monotonic() - began < 100
    await asked


async def test_kickoff_of_a_finished_job_returns_at_once(kicking: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await kicking.add_job(queue_state="DONE")
    assert (await kick(ana, job_id, 25_000))[1] < 20


async def test_kickoff_of_a_paused_job_is_rejected(kicking: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await new_job(kicking)
    await ana.post(f"/api/jobs/{job_id}/pause")
    answer = await ana.post(f"/api/jobs/{job_id}/kickoff")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


async def test_pausing_the_job_ends_the_slice(kicking: Batches, ana: httpx.AsyncClient, site: FaultSite) -> None:
    answer = site.hold(site.url("/pages/slow"))
    job_id = await job_of(kicking, [site.url("/pages/slow"), None])
    kicking_off = asyncio.create_task(kick(ana, job_id, 25_000))
    await asyncio.to_thread(site.await_arrival, site.url("/pages/slow"), seconds=30)
    await ana.post(f"/api/jobs/{job_id}/pause")
    state, took = await asyncio.wait_for(kicking_off, 60)
    assert state == "PAUSED" and took < 20
    answer()


@pytest.mark.parametrize("said", ["99", "25001", "x", "-1"])
async def test_the_duration_of_a_slice_is_bounded(kicking: Batches, ana: httpx.AsyncClient, said: str) -> None:
    job_id = await new_job(kicking)
    answer = await ana.post(f"/api/jobs/{job_id}/kickoff", params={"durationMs": said})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "durationMs")


async def test_decisions_of_the_controllers_of_a_slice_are_shown(kicking: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await job_of(kicking, [None] * 5)
    await kick_to_the_end(ana, job_id, 3000)

    async def decided() -> dict[str, list[str]]:
        found = (await ana.get("/api/tuning")).json()["controllers"]
        return {one["controller"]: [each["process"] for each in one["processes"]] for one in found}

    wanted = {f"{name}_{stage}" for name in ("claim_size", "lease", "retry_spacing") for stage in Stage}
    async with asyncio.timeout(30):
        seen = await decided()
        while not all(seen[name] for name in (*wanted, "process_load")):
            await asyncio.sleep(0.2)
            seen = await decided()
    [process] = {process for name in wanted for process in seen[name]}
    assert process.startswith("kickoff-")
