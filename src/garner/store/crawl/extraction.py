"""Claim fetched pages for extraction, and settle every item that waits for their records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.lifecycle import ItemStatus, Stage
from garner.core.pacing.fair_turns import BEFORE_ALL, last_served
from garner.core.pacing.outcome import Action, Verdict
from garner.core.pacing.recrawl import JITTER, ORDINARY, RecrawlPolicy
from garner.core.pacing.rendering import RenderHistory
from garner.core.record import AUTO, Kind, Record, pick_most_confident
from garner.errors import GarnerError
from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.records import gone_products, records
from garner.store.records.records import FoundRecord, Saved, SavedRecord
from garner.store.tasks import error_logs, handover, items, leased_pages, tasks
from garner.store.tasks.handover import TAKEN_OVER, HandedOver
from garner.store.tasks.items import ItemEnding
from garner.store.tasks.leased_pages import Owned

NO_RECORD = Verdict(Action.FAIL, "no_record", "No record was found on the page.")


@dataclass(frozen=True, slots=True)
class BodyClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    rank: datetime
    task_id: int
    url: str
    url_hash: str
    html_path: str | None
    charset: str | None
    kinds: list[str]
    content_hash: str | None
    extracted_hash: str | None  # of the body that was last extracted
    page_fingerprint: dict[str, Any] | None  # the fingerprint of that body
    versions: dict[str, str] | None  # the extractor version of the existing record, by kind
    renders: bool  # it was sent to a browser
    rendered: bool  # and a browser fetched it
    render_wins: int
    render_losses: int
    llm_kinds: list[str]  # kinds for which a waiting client allows the language model
    fetched: bool  # by this request; otherwise an earlier kept body is extracted again
    single: bool  # a client requested this page alone
    asker_id: int  # the user and the job whose turn it took; 0 is none
    job_id: int
    lane_id: ClassVar[None] = None  # no host is called


@dataclass(frozen=True, slots=True)
class ExtractionResult:
    """The outcome of one extraction: the `kinds` that were looked for and the records `found`; or that the page is
    unchanged since its records were made; or a verdict that says why extraction was not possible."""

    work_id: int
    fence: int
    verdict: Verdict
    kinds: tuple[Kind, ...] = ()
    found: tuple[Record, ...] = ()
    unchanged: bool = False
    page_fingerprint: dict[str, Any] | None = None
    failures: Mapping[Kind, GarnerError] = field(default_factory=dict)  # why a kind may have no record
    lost: bool = False  # the page had a record that may be gone, and has none any more
    refetch: bool = False
    render: bool = False  # plain HTTP yielded no record: a browser may find more
    rendered: bool = False
    fetched: bool = True
    url: str = ""  # the URL where the page was found
    stack_trace: str | None = field(default=None)

    @property
    def looked_for_all(self) -> bool:
        return set(self.kinds) == set(Kind)

    @property
    def has_failed(self) -> bool:
        return self.verdict.has_failed

    def multiply_delay(self, factor: float) -> "ExtractionResult":
        return replace(self, verdict=self.verdict.multiply_delay(factor))


@dataclass(frozen=True, slots=True)
class Turns:
    """A worker's position in the round of users: the users it served last, and the lowest rank that its last claim
    returned for each of their jobs. Below that rank there is only work that this worker has already taken."""

    after: int = BEFORE_ALL
    after_single: int = BEFORE_ALL
    lows: Mapping[tuple[int, int], datetime] = field(default_factory=dict)

    def after_claim(self, claims: Sequence[BodyClaim]) -> "Turns":
        """Return the position after a claim; the lows are of that claim alone."""
        lows: dict[tuple[int, int], datetime] = {}
        for body_claim in claims:
            if not body_claim.single:
                key = body_claim.asker_id, body_claim.job_id
                lows[key] = min(body_claim.rank, lows.get(key, body_claim.rank))
        return Turns(
            last_served(self.after, (body_claim.asker_id for body_claim in claims if not body_claim.single)),
            last_served(self.after_single, (body_claim.asker_id for body_claim in claims if body_claim.single)),
            lows,
        )


NO_TURNS = Turns()


async def claim(
    connection: Connection,
    worker: str,
    limit: int,
    lease_seconds: float,
    turns: Turns = NO_TURNS,
    *,
    work_ids: Sequence[int] | None = None,
) -> list[BodyClaim]:
    """Claim fetched pages. With `work_ids`, only this work."""
    cursor = connection.cursor(row_factory=class_row(BodyClaim), binary=True)
    await cursor.execute(
        """
        select * from body_claims(
            claim_bodies(%s, %s, %s, %s, %s, %s::bigint[], %s::bigint[], %s::timestamptz[], %s::bigint[]))
        """,
        (
            *(worker, limit, timedelta(seconds=lease_seconds), turns.after, turns.after_single),
            [asker for asker, _ in turns.lows],
            [job for _, job in turns.lows],
            list(turns.lows.values()),
            None if work_ids is None else list(work_ids),
        ),
    )
    return await cursor.fetchall()


async def take_over(
    connection: Connection, worker: str, handed_over: Sequence[HandedOver], lease_seconds: float
) -> list[BodyClaim]:
    """Take over fetched pages that dispatchers claimed for this worker."""
    cursor = connection.cursor(row_factory=class_row(BodyClaim), binary=True)
    await cursor.execute(
        f"select * from body_claims({TAKEN_OVER})",
        handover.parameters(Stage.EXTRACT, worker, handed_over, lease_seconds),
    )
    return await cursor.fetchall()


async def settle(
    connection: Connection,
    worker: str,
    results: Sequence[ExtractionResult],
    policy: RecrawlPolicy = ORDINARY,
    max_not_found_attempts: int | None = None,
) -> set[int]:
    """Write records, versions, waiting items, counters and crawl tasks in the caller's transaction. Return the ids of
    the work that this worker still owned. `max_not_found_attempts` is the largest number of attempts that a NOT_FOUND
    row may show."""
    ours = await leased_pages.own_results(connection, worker, results)
    went_on = [(row, result) for row, result in ours if result.verdict.action is Action.EXTRACT]
    extracted = await _without_guesses(connection, [(row, result) for row, result in went_on if not result.render])
    to_render = [row for row, result in went_on if result.render]
    saved = await _save_and_end_items(connection, extracted, max_not_found_attempts)
    if lost := [row.url_hash for row, result in extracted if result.lost]:
        await gone_products.count_missing(connection, lost)
    await _finish_tasks(connection, extracted, saved, policy)
    stumbled = [(row, result) for row, result in ours if result.verdict.action is not Action.EXTRACT]
    sent_back = [await _handle_failure(connection, row, result) for row, result in stumbled]
    sent_back += [await _send_to_a_browser(connection, row) for row in to_render]
    await _update_render_history(
        connection, [(row, bool(result.found) or result.unchanged) for row, result in extracted if result.rendered]
    )
    await lanes.reschedule(connection, [lane_id for lane_ids in sent_back for lane_id in lane_ids])
    return {row.work_id for row, _ in ours}


async def _save_and_end_items(
    connection: Connection, pairs: Sequence[tuple[Owned, ExtractionResult]], max_not_found_attempts: int | None
) -> Saved:
    saved: Saved = {}
    for fresh in (True, False):  # a record is no fresher than the page it was read from
        some = [(row.url_hash, result) for row, result in pairs if result.fetched is fresh]
        found_records = [FoundRecord(url_hash, record) for url_hash, result in some for record in result.found]
        known = [(url_hash, kind) for url_hash, result in some if result.unchanged for kind in result.kinds]
        saved |= await records.save(connection, found_records, fresh=fresh)
        saved |= await records.renew(connection, known, fresh=fresh)
    await items.end_waiting(
        connection,
        [
            _ending(row.url_hash, kind, saved.get((row.url_hash, kind)), result)
            for row, result in pairs
            for kind in result.kinds
        ]
        + [_ending_of_auto(row.url_hash, saved, result) for row, result in pairs if result.looked_for_all],
        max_not_found_attempts=max_not_found_attempts,
    )
    return saved


async def _without_guesses(
    connection: Connection, pairs: Sequence[tuple[Owned, ExtractionResult]]
) -> list[tuple[Owned, ExtractionResult]]:
    """Keep only the surest record of a page that was requested as "auto", besides the kinds that are requested by
    name."""
    task_ids = [row.task_id for row, result in pairs if result.looked_for_all]
    if not task_ids:
        return list(pairs)
    cursor = await connection.execute(
        """
        select t.id, array(select unnest(t.kinds)
                           union select i.kind from job_items i
                           where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')) as kinds
        from crawl_tasks t where t.id = any(%s)
        """,
        (task_ids,),
    )
    wanted = {row["id"]: set(row["kinds"]) for row in await cursor.fetchall()}
    return [
        (row, _keep_most_confident(result, kinds) if AUTO in (kinds := wanted.get(row.task_id, set())) else result)
        for row, result in pairs
    ]


def _keep_most_confident(result: ExtractionResult, wanted: set[str]) -> ExtractionResult:
    best_record = pick_most_confident(result.found)
    return replace(
        result, found=tuple(record for record in result.found if record is best_record or record.kind in wanted)
    )


def _ending_of_auto(url_hash: str, saved: Saved, result: ExtractionResult) -> ItemEnding:
    saved_kinds = [kind for kind in Kind if (url_hash, kind) in saved]
    best_kind = max(saved_kinds, key=lambda kind: saved[url_hash, kind].confidence, default=None)
    if best_kind is not None:
        version = saved[url_hash, best_kind].version
        done = ItemEnding(url_hash, AUTO, ItemStatus.DONE, record_version=version, unchanged=result.unchanged)
        return replace(done, found=best_kind)
    if failure := next(iter(result.failures.values()), None):
        return ItemEnding(url_hash, AUTO, ItemStatus.ERROR, code=failure.code, error=failure.message)
    return ItemEnding(url_hash, AUTO, ItemStatus.NOT_FOUND, code=NO_RECORD.code, error=NO_RECORD.message)


def _ending(url_hash: str, kind: Kind, saved: SavedRecord | None, result: ExtractionResult) -> ItemEnding:
    if saved is not None:
        return ItemEnding(url_hash, kind, ItemStatus.DONE, record_version=saved.version, unchanged=result.unchanged)
    if failure := result.failures.get(kind):  # a failure, so a record may exist
        return ItemEnding(url_hash, kind, ItemStatus.ERROR, code=failure.code, error=failure.message)
    return ItemEnding(url_hash, kind, ItemStatus.NOT_FOUND, code="no_record", error=f"No {kind} was found on the page.")


async def _finish_tasks(
    connection: Connection, pairs: Sequence[tuple[Owned, ExtractionResult]], saved: Saved, policy: RecrawlPolicy
) -> None:
    """Finish pages, except those where a client that wants another kind joined in the meantime: their kept body is
    extracted once more, without another fetch. A recurring page is recrawled sooner if it changed, and later if not.
    Pages that were not fetched keep their timestamps."""
    if not pairs:
        return
    cursor = await connection.execute(
        """
        with paced as (
            select r.*, case when r.factor = 1 or t.crawl_frequency is null then t.crawl_frequency
                             -- An interval that an operator set outside the bounds is not forced into them.
                             else least(greatest(%s, t.crawl_frequency),
                                        greatest(least(%s, t.crawl_frequency), t.crawl_frequency * r.factor))
                        end as frequency,
                   case when r.fetched then now() else greatest(t.completed_at, t.failed_at) end as seen_at
            from unnest(%s::bigint[], %s::boolean[], %s::boolean[], %s::boolean[], %s::text[], %s::jsonb[],
                        %s::float8[])
                 r (id, found, unchanged, fetched, kinds, page_print, factor)
            join crawl_tasks t on t.id = r.id)
        update crawl_tasks t
        set status = case when w.wanted then 'downloaded' when r.found then 'completed' else 'failed' end,
            completed_at = case when r.found and not w.wanted then r.seen_at else t.completed_at end,
            failed_at = case when w.wanted then t.failed_at when not r.found then r.seen_at
                             -- If the same fetch failed before and succeeds now, it has not failed.
                             else nullif(t.failed_at, r.seen_at) end,
            crawl_frequency = case when w.wanted or not r.fetched then t.crawl_frequency else r.frequency end,
            next_crawl_at = case when w.wanted or not r.fetched then t.next_crawl_at else now() + r.frequency end,
            -- A request for the page does not bring an order for a later time forward.
            scheduled_at = case when w.wanted or not r.fetched or r.frequency is null then t.scheduled_at
                                else greatest(t.scheduled_at, now() + r.frequency * (1 + %s * random())) end,
            -- If the page is unchanged for some kinds only, it is unknown whether it is for the others.
            extracted_hash = case when r.unchanged
                                       and (t.page_print -> 'records') - string_to_array(r.kinds, ',') <> '{}'
                                  then t.extracted_hash else t.content_hash end,
            page_print = case when r.unchanged then t.page_print else r.page_print end,
            error_code = case when not r.found and not w.wanted then %s end,
            error_message = case when not r.found and not w.wanted then %s end,
            updated_at = now()
        from paced r
        cross join lateral (
            select exists (select from crawl_tasks c join job_items i on i.url_hash = c.url_hash
                           where c.id = r.id and i.status in ('PENDING', 'PROCESSING')) as wanted) w
        where t.id = r.id
        returning t.id, w.wanted
        """,
        (
            policy.max_interval,
            policy.min_interval,
            [row.task_id for row, _ in pairs],
            [bool(result.found) or result.unchanged for _, result in pairs],
            [result.unchanged for _, result in pairs],
            [result.fetched for _, result in pairs],
            [",".join(result.kinds) for _, result in pairs],
            [Jsonb(result.page_fingerprint) if result.page_fingerprint is not None else None for _, result in pairs],
            [policy.factor(_has_changed(row, result, saved)) for row, result in pairs],
            JITTER,
            NO_RECORD.code,
            NO_RECORD.message,
        ),
    )
    rows = await cursor.fetchall()
    await _delete_or_free_work(connection, {row["id"]: row["wanted"] for row in rows})
    empty = [row.task_id for row, result in pairs if not result.found and not result.unchanged]
    await error_logs.write_same(connection, empty, NO_RECORD)


async def _delete_or_free_work(connection: Connection, wanted: Mapping[int, bool]) -> None:
    """Delete the work of finished pages, and free the work of pages that are still wanted for another extraction."""
    if over := [task_id for task_id, is_wanted in wanted.items() if not is_wanted]:
        await connection.execute("delete from work where task_id = any(%s)", (over,))
    if again := [task_id for task_id, is_wanted in wanted.items() if is_wanted]:
        await connection.execute(
            "update work set lease_until = null, worker = null, attempt = 0, due_at = now() where task_id = any(%s)",
            (again,),
        )


def _has_changed(row: Owned, result: ExtractionResult, saved: Saved) -> bool | None:
    """Return whether any of the page's records changed, or None if there was no earlier record to compare with."""
    if result.unchanged:
        return False
    known = [saved[(row.url_hash, record.kind)] for record in result.found]
    if not known or all(record.is_new for record in known):
        return None
    return any(record.changed for record in known)


async def _handle_failure(connection: Connection, row: Owned, result: ExtractionResult) -> list[int]:
    """Handle a failure of extraction itself: rare, so one at a time. Return the lanes that have work again."""
    verdict = result.verdict
    if verdict.action is Action.WAIT:
        return await leased_pages.put_back(
            connection,
            [row.work_id],
            delay_seconds=verdict.delay_seconds,
            count_attempt=False,
            code=verdict.code,
            error=verdict.message,
        )
    await error_logs.write(connection, [row.task_id], [verdict], [result.stack_trace])
    if verdict.action is Action.FAIL or (result.refetch and not await _send_back_to_crawl(connection, row)):
        await tasks.dead_letter(connection, [row.work_id], verdict.code, verdict.message)
        await tasks.fail(connection, [row.task_id], verdict.code, verdict.message)
        await items.fail_waiting(connection, [row.url_hash], verdict.code, verdict.message)
        return []
    return await leased_pages.put_back(
        connection,
        [row.work_id],
        delay_seconds=verdict.delay_seconds,
        code=verdict.code,
        error=verdict.message,
    )


async def _send_back_to_crawl(connection: Connection, row: Owned) -> bool:
    """Queue a page whose kept body is gone for another fetch, unless its retries are used up. Every fetch resets the
    attempt count, so the task's retry count ends a page whose body never persists."""
    cursor = await connection.execute(
        """
        update crawl_tasks set status = 'queued', retry_count = retry_count + 1, html_path = null
        where id = %s and retry_count + 1 < max_retries returning id
        """,
        (row.task_id,),
    )
    if await cursor.fetchone() is None:
        return False
    await connection.execute(
        """
        update work w set stage = 'crawl', lane_id = l.id
        from crawl_tasks t join lanes l on l.domain_id = t.domain_id
        where w.id = %s and t.id = w.task_id
        """,
        (row.work_id,),
    )
    return True


async def _send_to_a_browser(connection: Connection, row: Owned) -> list[int]:
    """Queue a page for a browser, because plain HTTP yielded nothing that an item waits for."""
    await connection.execute(
        "update crawl_tasks set status = 'queued', updated_at = now() where id = %s", (row.task_id,)
    )
    cursor = await connection.execute(
        """
        update work w
        set stage = 'crawl', lane_id = l.id, renders = true, attempt = 0, lease_until = null, worker = null,
            due_at = now()
        from crawl_tasks t join lanes l on l.domain_id = t.domain_id
        where w.id = %s and t.id = w.task_id
        returning w.lane_id
        """,
        (row.work_id,),
    )
    return [work_row["lane_id"] for work_row in await cursor.fetchall()]


async def _update_render_history(connection: Connection, rendered: Sequence[tuple[Owned, bool]]) -> None:
    """Record for each domain whether a browser found records that plain HTTP did not."""
    for row, won in sorted(rendered, key=lambda pair: pair[0].domain_id):  # few: a browser is slow
        cursor = connection.cursor(row_factory=class_row(RenderHistory))
        await cursor.execute(
            "select render_wins as wins, render_losses as losses from domains where id = %s for no key update",
            (row.domain_id,),
        )
        history = await cursor.fetchone()
        assert history is not None
        after = history.after(won=won)
        await connection.execute(
            "update domains set render_wins = %s, render_losses = %s where id = %s",
            (after.wins, after.losses, row.domain_id),
        )
