"""Claim pages politely, and write down the outcome of each fetch."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.fair_turns import BEFORE_ALL
from garner.core.pacing.lane import LaneObservation
from garner.core.pacing.outcome import Action, LaneEffect, PageClass, Verdict
from garner.postgres.database import Connection, emit_on_commit
from garner.store.crawl import lanes, proxies, robots
from garner.store.crawl.lanes import ORDINARY, THROTTLED_UNTIL, Politeness
from garner.store.crawl.robots import RobotsRead
from garner.store.records import gone_products
from garner.store.tasks import error_logs, handover, items, leased_pages, tasks
from garner.store.tasks.handover import TAKEN_OVER, HandedOver
from garner.store.tasks.leased_pages import Owned


@dataclass(frozen=True, slots=True)
class PageClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    task_id: int
    lane_id: int
    domain_id: int
    url: str
    url_hash: str
    etag: str | None
    last_modified: str | None
    content_hash: str | None  # of the kept body
    trail: list[str]  # the URLs that redirected to `url` so far
    proxy_id: int | None
    reads_robots: bool  # this claim reads the host's robots.txt; the page comes later
    robots_at: datetime | None  # when robots.txt was last read: the version to obey
    robots_url: str | None  # the URL that robots.txt last redirected to
    waited_seconds: float  # how long the site has asked to wait
    renders: bool
    delay_seconds: float  # until the lane's next request
    final_url: str | None  # the page's URL at its last fetch, to which `etag` and `last_modified` belong
    html_path: str | None  # where its body is kept
    asker_id: int  # the user whose turn it took; 0 is none
    slot_age_seconds: float = 0.0  # since its slot, which a lease that was taken over got earlier


@dataclass(frozen=True, slots=True)
class FetchedBody:
    """The stored result of a fetch that continues to extraction."""

    html_path: str | None  # none if the same body is already kept
    content_hash: str
    charset: str | None
    final_url: str
    etag: str | None
    last_modified: str | None


@dataclass(frozen=True, slots=True)
class NextHop:
    """The target of a redirect, and the domain of its lane."""

    url: str
    domain: str
    base_url: str


@dataclass(frozen=True, slots=True)
class PageResult:
    work_id: int
    fence: int
    verdict: Verdict
    seconds: float
    http_status: int | None = None
    bytes: int = 0
    body: FetchedBody | None = None  # none if the site answers that the kept one is current
    stack_trace: str | None = None
    effect: LaneEffect = LaneEffect.ANSWER  # what the outcome says about the lane
    retry_after: float | None = None
    proxy_id: int | None = None
    proxy_failed: bool = False
    proxy_rests: float | None = None  # how long not to use it with this domain
    hop: NextHop | None = None
    rendered: bool = False  # a browser fetched it
    robots: RobotsRead | None = None
    unused_delay: float | None = None  # for a claim that sent nothing: the delay that its slot holds the lane back by
    needs_private: bool = False  # left to a worker that may fetch from private addresses
    answer_seconds: float | None = None  # of `seconds`, the time the site took; None if it did not answer

    @property
    def latency_seconds(self) -> float:
        """The latency that paces the site's lane. The worker's own processing and waits do not slow a site down."""
        return self.seconds if self.answer_seconds is None else self.answer_seconds

    @property
    def has_failed(self) -> bool:
        return self.verdict.has_failed

    def multiply_delay(self, factor: float) -> "PageResult":
        return replace(self, verdict=self.verdict.multiply_delay(factor))


async def claim(
    connection: Connection,
    worker: str,
    limit: int,
    lease_seconds: float,
    politeness: Politeness = ORDINARY,
    unusable_proxies: Sequence[int] = (),
    *,
    work_ids: Sequence[int] | None = None,
    after: int = BEFORE_ALL,
    but_not: int | None = None,
) -> list[PageClaim]:
    """Claim pages politely. With `work_ids`, only this work, as far as its lanes allow; with `but_not`, only pages of
    other users than that one. `after` is the user that this worker served last."""
    cursor = connection.cursor(row_factory=class_row(PageClaim), binary=True)
    await cursor.execute(
        """
        select * from page_claims(
            claim_pages(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s::integer[], %s, %s::bigint[], %s, %s), %s)
        """,
        (
            worker,
            limit,
            timedelta(seconds=lease_seconds),
            politeness.delay_seconds,
            politeness.concurrency,
            politeness.latency_factor,
            politeness.policy.throttle_quiet_seconds,
            politeness.obey_robots,
            timedelta(seconds=politeness.robots_wait_seconds),
            list(unusable_proxies),
            politeness.allow_private,
            None if work_ids is None else list(work_ids),
            after,
            but_not,
            politeness.obey_robots,
        ),
    )
    return await cursor.fetchall()


async def take_over(
    connection: Connection,
    worker: str,
    handed_over: Sequence[HandedOver],
    lease_seconds: float,
    politeness: Politeness = ORDINARY,
) -> list[PageClaim]:
    """Take over pages that dispatchers claimed for this worker. Their slots are those of the claims."""
    cursor = connection.cursor(row_factory=class_row(PageClaim), binary=True)
    await cursor.execute(
        f"select * from page_claims({TAKEN_OVER}, %s)",
        (*handover.parameters(Stage.CRAWL, worker, handed_over, lease_seconds), politeness.obey_robots),
    )
    return await cursor.fetchall()


async def settle(
    connection: Connection,
    worker: str,
    results: Sequence[PageResult],
    politeness: Politeness = ORDINARY,
    chance: float = 0.5,
) -> set[int]:
    """Write a batch of fetch results in the caller's transaction. Return the ids of the work that this worker still
    owned."""
    ours = await leased_pages.own_results(connection, worker, results)
    by_action: dict[Action, list[tuple[Owned, PageResult]]] = {action: [] for action in Action}
    for pair in ours:
        by_action[pair[1].verdict.action].append(pair)
    await _record_attempts(connection, worker, ours)
    await _hand_to_extraction(connection, by_action[Action.EXTRACT] + by_action[Action.UNCHANGED])
    await _retry(connection, by_action[Action.RETRY] + by_action[Action.WAIT], politeness)
    await _requeue(connection, by_action[Action.REQUEUE])
    await _fail(connection, by_action[Action.FAIL])
    moved_to = await _follow(connection, by_action[Action.FOLLOW])
    await _update_lanes(connection, ours, moved_to, politeness, chance)
    return {row.work_id for row, _ in ours}


async def _update_lanes(
    connection: Connection,
    ours: Sequence[tuple[Owned, PageResult]],
    moved_to: Sequence[int],
    politeness: Politeness,
    chance: float,
) -> None:
    """Update what claims read, under the lanes' locks: lanes, robots.txt, proxies, in this order."""
    on_lanes = [(row.lane_id, row, result) for row, result in ours if row.lane_id is not None]
    reads = [(lane_id, row.claimed_at, result.robots) for lane_id, row, result in on_lanes if result.robots is not None]
    ahead = await robots.lanes_ahead(connection, [read for _, _, read in reads])
    held = await lanes.lock(connection, [*(lane_id for lane_id, _, _ in on_lanes), *moved_to, *ahead.values()])
    await robots.keep(connection, reads, ahead, politeness)
    seen: defaultdict[int, list[LaneObservation]] = defaultdict(list)
    for lane_id, row, result in on_lanes:
        seen[lane_id].append(
            LaneObservation(
                *(row.claimed_at, row.fence, result.effect, result.latency_seconds, result.retry_after),
                code=result.verdict.code,
                page=row.task_id,
            )
        )
    await lanes.apply_outcomes(connection, seen, politeness, chance)
    await lanes.leave_to_private(connection, [lane_id for lane_id, _, result in on_lanes if result.needs_private])
    await lanes.give_back(
        connection,
        [
            lanes.UnusedSlot(lane_id, row.claimed_at, result.unused_delay)
            for lane_id, row, result in on_lanes
            if result.unused_delay is not None
        ],
    )
    await proxies.note(
        connection,
        [
            proxies.ProxyUse(
                result.proxy_id,
                lane_id,
                result.seconds,
                broken=result.proxy_failed,
                rests=result.proxy_rests,
                bytes=result.bytes,
                # A block on a single page is not the proxy's fault.
                shut_out=result.verdict.error_type == "blocked" and result.effect is LaneEffect.FAILURE,
            )
            for lane_id, _, result in on_lanes
            if result.proxy_id is not None and (result.http_status is not None or result.proxy_failed)
        ],
    )
    await lanes.reschedule_locked(connection, held)


TROUBLE = (Action.RETRY, Action.WAIT, Action.FAIL)


async def _record_attempts(connection: Connection, worker: str, ours: Sequence[tuple[Owned, PageResult]]) -> None:
    if not ours:
        return
    await connection.execute(
        """
        insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, http_status, bytes, proxy_id, worker)
        select task_id, now() - elapsed, now(), outcome, status, bytes,
               (select p.id from proxies p where p.id = proxy), %s
        from unnest(%s::bigint[], %s::interval[], %s::text[], %s::smallint[], %s::bigint[], %s::integer[])
             r (task_id, elapsed, outcome, status, bytes, proxy)
        """,
        (
            worker,
            [row.task_id for row, _ in ours],
            [timedelta(seconds=result.seconds) for _, result in ours],
            [result.verdict.code for _, result in ours],
            [result.http_status for _, result in ours],
            [result.bytes for _, result in ours],
            [result.proxy_id for _, result in ours],
        ),
    )
    failed = [(row, result) for row, result in ours if result.verdict.action in TROUBLE or result.verdict.message]
    await error_logs.write(
        connection,
        [row.task_id for row, _ in failed],
        [result.verdict for _, result in failed],
        [result.stack_trace for _, result in failed],
    )


async def _hand_to_extraction(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    """Move rows of `work` to the next stage, at their rank and in the turn of the users who wait for the page now,
    free for any worker to claim. A result without a body of its own uses the kept one."""
    if not pairs:
        return
    bodies = [result.body for _, result in pairs]
    await connection.execute(
        """
        update crawl_tasks t
        set status = 'downloaded', http_status = r.http_status, error_code = null, error_message = null,
            html_path = coalesce(r.html_path, t.html_path), content_hash = coalesce(r.content_hash, t.content_hash),
            charset = case when r.content_hash is null then t.charset else r.charset end,
            final_url = coalesce(r.final_url, t.final_url),
            etag = case when r.content_hash is null then t.etag else r.etag end,
            last_modified = case when r.content_hash is null then t.last_modified else r.last_modified end,
            updated_at = now()
        from unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::smallint[],
                    %s::text[], %s::text[])
             r (id, html_path, content_hash, charset, final_url, http_status, etag, last_modified)
        where t.id = r.id
        """,
        (
            [row.task_id for row, _ in pairs],
            [body and body.html_path for body in bodies],
            [body and body.content_hash for body in bodies],
            [body and body.charset for body in bodies],
            [body and body.final_url for body in bodies],
            [result.http_status for _, result in pairs],
            [body and body.etag for body in bodies],
            [body and body.last_modified for body in bodies],
        ),
    )
    await connection.execute(
        """
        update work w
        set stage = 'extract', lane_id = null, lease_until = null, worker = null, attempt = 0, due_at = now(),
            hop_url = null, trail = '{}', waiting_since = null, proxy_id = null, held = false,
            rendered = w.id = any(%s), asker_id = r.asker_id, job_id = r.job_id
        from (select p.id, a.asker_id, a.job_id
              from unnest(%s::bigint[], %s::text[]) p (id, url_hash) cross join lateral page_asker(p.url_hash) a) r
        where w.id = r.id
        """,
        (
            [row.work_id for row, result in pairs if result.rendered],
            [row.work_id for row, _ in pairs],
            [row.url_hash for row, _ in pairs],
        ),
    )


async def _retry(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]], politeness: Politeness) -> None:
    """Schedule another attempt. A wait that the site asked for does not count as an attempt. While the lane is
    throttled, the wait counts from when the page was due, or from when the throttling began if that is later."""
    if not pairs:
        return
    verdicts = [result.verdict for _, result in pairs]
    waits = [verdict.action is Action.WAIT for verdict in verdicts]
    await connection.execute(
        f"""
        update work w
        set lease_until = null, worker = null, due_at = now() + r.delay,
            rank = work_rank(now() + r.delay, w.priority), attempt = w.attempt - r.waits::integer,
            waiting_since = case when r.waits then coalesce(w.waiting_since,
                case when l.throttled_since is not null and w.claimed_at < {THROTTLED_UNTIL}
                     then greatest(w.due_at, l.throttled_since) end, now()) end
        from unnest(%(ids)s::bigint[], %(delays)s::interval[], %(waits)s::boolean[]) r (id, delay, waits),
             lanes l join domains d on d.id = l.domain_id
        where w.id = r.id and l.id = w.lane_id
        """,
        {
            "ids": [row.work_id for row, _ in pairs],
            "delays": [timedelta(seconds=verdict.delay_seconds) for verdict in verdicts],
            "waits": waits,
            **politeness.parameters,
        },
    )
    await connection.execute(
        """
        update crawl_tasks t
        set status = 'queued', retry_count = t.retry_count + (not r.waits)::integer, error_code = r.code,
            error_message = r.message, updated_at = now()
        from unnest(%s::bigint[], %s::text[], %s::text[], %s::boolean[]) r (id, code, message, waits) where t.id = r.id
        """,
        (
            [row.task_id for row, _ in pairs],
            [verdict.code for verdict in verdicts],
            [verdict.message for verdict in verdicts],
            waits,
        ),
    )
    for row, result in pairs:
        emit_on_commit(connection, observe.PageRetried(row.task_id, result.verdict.code, result.verdict.delay_seconds))
    await items.await_again(
        connection,
        [row.url_hash for row, _ in pairs],
        [verdict.code for verdict in verdicts],
        [verdict.message for verdict in verdicts],
    )


async def _requeue(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    """Requeue pages whose claim served another purpose, such as reading robots.txt. Waiting items are not notified.
    The time that the page has waited for its site keeps counting."""
    if not pairs:
        return
    await connection.execute(
        """
        update work
        set lease_until = null, worker = null, attempt = attempt - 1, due_at = now()
        where id = any(%s)
        """,
        ([row.work_id for row, _ in pairs],),
    )
    await _queue_again(connection, pairs)


async def _follow(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> list[int]:
    """Move redirected pages to the lane of the target host. Their waiting time carries over only within the same site:
    another site has not asked to wait yet. Return the lanes with work again."""
    hops = [(row, result.hop) for row, result in pairs if result.hop is not None]
    if not hops:
        return []
    cursor = await connection.execute(
        """
        update work w
        set lane_id = r.lane, hop_url = r.url, trail = w.trail || coalesce(w.hop_url, t.url),
            lease_until = null, worker = null, attempt = w.attempt - 1, due_at = now(),
            waiting_since = case when w.lane_id = r.lane then w.waiting_since end
        from (select id, url, ensure_lane(domain, base_url) as lane
              from (select * from unnest(%s::bigint[], %s::text[], %s::text[], %s::text[]) r (id, url, domain, base_url)
                    order by domain) o offset 0) r, crawl_tasks t
        where w.id = r.id and t.id = w.task_id
        returning w.lane_id
        """,
        (
            [row.work_id for row, _ in hops],
            [hop.url for _, hop in hops],
            [hop.domain for _, hop in hops],
            [hop.base_url for _, hop in hops],
        ),
    )
    moved_to = [row["lane_id"] for row in await cursor.fetchall()]
    await _queue_again(connection, pairs)
    return moved_to


async def _queue_again(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    await connection.execute(
        "update crawl_tasks set status = 'queued', updated_at = now() where id = any(%s)",
        ([row.task_id for row, _ in pairs],),
    )


async def _fail(connection: Connection, pairs: Sequence[tuple[Owned, PageResult]]) -> None:
    for (code, message, spent), group in _by_cause(pairs).items():
        work_ids = [row.work_id for row in group]
        if spent:
            await tasks.dead_letter(connection, work_ids, code, message)
        else:
            await connection.execute("delete from work where id = any(%s)", (work_ids,))
        await tasks.fail(connection, [row.task_id for row in group], code, message)
        await items.fail_waiting(connection, [row.url_hash for row in group], code, message)
        if code == PageClass.GONE.value:
            await gone_products.mark_pages_gone(connection, [row.url_hash for row in group])


def _by_cause(pairs: Sequence[tuple[Owned, PageResult]]) -> dict[tuple[str, str, bool], list[Owned]]:
    groups: dict[tuple[str, str, bool], list[Owned]] = {}
    for row, result in pairs:
        verdict = result.verdict
        groups.setdefault((verdict.code, verdict.message, verdict.spent), []).append(row)
    return groups
