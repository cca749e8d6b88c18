"""The duties of workers beside the stages: they feed jobs, recover lost work and delete old data."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

from garner import observe
from garner.blobs import clean_bodies
from garner.core.lifecycle import Stage
from garner.core.retention import BodyPolicy
from garner.engine import Engine
from garner.engine.jobs.removal import delete_leftovers, remove_old_jobs
from garner.engine.jobs.reprocessing import process_orders
from garner.engine.operating.parsers import close_silent_alerts, judge_parsers
from garner.engine.operating.tuning import REMEMBERED
from garner.engine.people.mailbox import abandoned_after
from garner.engine.politeness import politeness
from garner.runtime.duties.change_numbering import ChangeNumbering
from garner.runtime.duties.duplicates import settle_duplicates
from garner.runtime.duties.duty import FULL_ROUND, BackgroundDuty, Scope
from garner.runtime.duties.feeding import feed_jobs
from garner.runtime.duties.stalled_sessions import StalledSessions
from garner.runtime.duties.watched_sources import POLL_SECONDS, watch_places
from garner.search.indexer import BATCH, SearchIndexer
from garner.store.crawl import bodies, domains, lanes, proxy_traffic, schedule, throttle_timeouts
from garner.store.crawl.schedule import PriorityRules
from garner.store.health import clock, controllers, dead_letters
from garner.store.jobs import job_changes, jobs
from garner.store.people import audit_log, mailbox, mailbox_events, webhook_events, webhooks
from garner.store.queue import duties as held_duties
from garner.store.queue import leases, outbox, workers
from garner.store.records import change_log, parser_health, search_events, shadow
from garner.store.search import vocabulary
from garner.store.tasks import attempts, error_logs, items

# The pause of duties that are woken when there may be work for them. It bounds the cost of a lost wake-up.
IDLE_SECONDS = 1.0


async def sweep_leases(engine: Engine) -> int:
    """Release the work of lost workers."""
    delay = engine.rng.uniform(0.1, 1.0)
    async with engine.database.transaction() as connection:
        swept = await leases.sweep(connection, delay_seconds=delay, limit=FULL_ROUND)
    if swept.freed or swept.dead:
        observe.emit(observe.LeasesSwept(swept.freed, swept.dead))
        engine.wake(Stage.CRAWL)
        engine.wake(Stage.EXTRACT)
        engine.wake(Stage.MATCH)
    return swept.freed + swept.dead


async def time_out_requests(engine: Engine) -> int:
    longest = timedelta(seconds=engine.settings.queue.processing_timeout_seconds)
    async with engine.database.transaction() as connection:
        count = await items.time_out(connection, longest)
    if count:
        observe.emit(observe.RequestsTimedOut(count))
    return count


async def reconcile(engine: Engine) -> int:
    """Repair states that no race should leave behind, and log it. Of items, check those that ended recently."""
    return await _reconcile(engine, timedelta(minutes=15))


async def reconcile_everything(engine: Engine) -> int:
    """Repair the same among all items, at the start and every hour, for states left while no worker ran."""
    return await _reconcile(engine, items.ALWAYS)


async def _reconcile(engine: Engine, ended_within: timedelta) -> int:
    async with engine.database.transaction() as connection:
        forgotten = await lanes.wake_forgotten(connection)
    async with engine.database.transaction() as connection:
        stranded = await items.reattach(connection, ended_within)
    for what, count in (("lane", forgotten), ("item", stranded)):
        if count:
            observe.emit(observe.Reconciled(what, count))
            engine.wake(Stage.CRAWL)
    return forgotten + stranded


async def watch_clock(engine: Engine) -> int:
    """Correct times that lie too far ahead because the database's clock was set back."""
    async with engine.database.transaction() as connection:
        back = await clock.watch(connection)
        slots = await clock.bound_slots(connection, politeness(engine.settings))
    if back is not None:
        observe.emit(observe.DatabaseClockWentBack(round(back.seconds, 1), back.rows))
    if slots:
        observe.emit(observe.Reconciled("slot", slots))
    if back is not None or slots:
        for stage in Stage:
            engine.wake(stage)
    return 0


async def fold_counters(engine: Engine) -> int:
    async with engine.database.transaction() as connection:
        return await jobs.fold(connection)


async def delete_expired(engine: Engine) -> int:
    settings = engine.settings
    error_log_retention = timedelta(days=settings.retention.error_log_days)
    event_retention = timedelta(days=settings.retention.event_days)
    gone = 0
    for delete in (
        partial(attempts.delete_old, older_than=timedelta(days=settings.retention.attempt_days)),
        partial(proxy_traffic.delete_old, older_than=timedelta(days=settings.retention.proxy_traffic_days)),
        partial(error_logs.delete_old, older_than=error_log_retention),
        partial(
            dead_letters.delete_old,
            older_than=timedelta(days=settings.retention.dead_letter_days),
            replayed_before=error_log_retention,
        ),
        partial(items.delete_old, older_than=timedelta(days=settings.retention.item_days)),
        partial(mailbox_events.delete_old, older_than=event_retention),
        partial(audit_log.delete_old, older_than=timedelta(days=settings.retention.audit_days)),
        partial(change_log.delete_old, older_than=timedelta(days=settings.retention.change_days)),
        partial(job_changes.delete_old, older_than=timedelta(days=settings.retention.job_change_days)),
        partial(controllers.delete_old, older_than=REMEMBERED),
        vocabulary.delete_unused,
        partial(search_events.delete_old, older_than=timedelta(days=settings.retention.search_event_days)),
        partial(
            webhooks.delete_old,
            older_than=event_retention,
            unmade_older_than=event_retention + timedelta(hours=settings.mailbox.webhook_hours),
        ),
        partial(webhook_events.delete_old, older_than=event_retention),
        partial(parser_health.fold, older_than=timedelta(hours=settings.parser_alerts.recent_hours)),
        partial(parser_health.delete_old, older_than=timedelta(days=settings.retention.parser_health_days)),
        partial(shadow.delete_old, older_than=timedelta(days=settings.retention.shadow_days)),
        partial(outbox.delete_dead, older_than=timedelta(days=settings.retention.dead_letter_days)),
        held_duties.delete_unheld,
    ):
        async with engine.database.transaction() as connection:
            gone += await delete(connection)
    return gone + await remove_old_jobs(engine) + await close_silent_alerts(engine)


async def watch_parsers(engine: Engine) -> int:
    """Open alerts for sites whose extraction got worse, and close those of sites that recovered."""
    while await judge_parsers(engine):
        pass
    return 0


async def index_changes(indexer: SearchIndexer) -> int:
    """Bring the search index up to date with the changed records."""
    amount = await indexer.run_once()
    return max(amount, FULL_ROUND) if amount >= BATCH else amount


async def redo_rows(engine: Engine) -> int:
    """Process stored orders to reprocess rows, which were too many for their request to wait for."""
    return await process_orders(engine)


async def remove_jobs(engine: Engine) -> int:
    """Delete some of what is left of each removed job."""
    return await delete_leftovers(engine)


async def schedule_pages(engine: Engine) -> int:
    """Add due pages to their domain's backlog, and fill every lane's window from it."""
    rules = PriorityRules(popular_after=engine.settings.recrawl.popular_requests)
    async with engine.database.transaction() as connection:
        due = await schedule.become_due(connection, rules)
    async with engine.database.transaction() as connection:
        fed = await schedule.feed(connection, window=engine.settings.queue.lane_window)
    if fed:
        engine.wake(Stage.CRAWL)
    return due + fed


async def expire_waiting_items(engine: Engine) -> int:
    """End items whose domain was disabled, or whose site has not answered, or has asked to slow down, for too
    long."""
    settings = engine.settings
    longest = timedelta(seconds=settings.pacing.breaker_wait_seconds)
    throttled = timedelta(seconds=settings.pacing.throttle_longest_seconds)
    async with engine.database.transaction() as connection:
        skipped = await domains.skip_inactive(connection)
    async with engine.database.transaction() as connection:
        given_up = await domains.fail_behind_open_breakers(connection, longest)
    async with engine.database.transaction() as connection:
        given_up += await throttle_timeouts.fail_overdue(connection, throttled, politeness(settings))
    return skipped + given_up


async def clean_up_bodies(engine: Engine) -> int:
    settings = engine.settings
    policy = BodyPolicy(
        timedelta(days=settings.retention.body_days),
        None if settings.retention.body_max_gb is None else int(settings.retention.body_max_gb * 10**9),
    )

    async def find_referenced(paths: list[str]) -> set[str]:
        async with engine.database.connection() as connection:
            return await bodies.find_referenced(connection, paths)

    async def forget(paths: list[str]) -> set[str]:
        async with engine.database.transaction() as connection:
            return await bodies.forget(connection, paths)

    async with engine.database.connection() as connection:
        now = await bodies.now(connection)
    cleaned = await clean_bodies(engine.blobs, find_referenced, forget, policy, now)
    observe.emit(observe.BodiesCleaned(cleaned.deleted, cleaned.freed_bytes, cleaned.kept, cleaned.kept_bytes))
    return 0


async def abandon_unsaved(engine: Engine) -> int:
    async with engine.database.transaction() as connection:
        return await mailbox.abandon(connection, abandoned_after(engine), prune=engine.settings.mailbox.prune_abandoned)


async def clear_up_workers(engine: Engine) -> int:
    """Forget workers that were killed, and open to all the work that was left to their capabilities."""
    async with engine.database.transaction() as connection:
        await workers.clear_up(connection)
    return 0


def make_duties(engine: Engine) -> list[BackgroundDuty]:
    """Return the duties that need nothing but the database and the blob store."""
    lease = engine.settings.queue.lock_floor_ms / 1000
    timeout = engine.settings.queue.processing_timeout_seconds
    local_bodies = Scope.HOST if engine.blobs.is_local else Scope.CLUSTER

    def duty(every: float, act: Callable[[Engine], Awaitable[int]], **options: Any) -> BackgroundDuty:
        return BackgroundDuty(act.__name__, every, lambda: act(engine), rng=engine.rng, **options)

    duties = [
        duty(lease / 3, sweep_leases),
        BackgroundDuty("end_frozen_sessions", lease / 3, StalledSessions(engine).run_once, rng=engine.rng),
        # After an outage the sweep runs first; only requests that then still do not move have timed out.
        duty(min(30.0, timeout / 4), time_out_requests, at_once=False),
        duty(5.0, reconcile),
        duty(3600.0, reconcile_everything),
        duty(5.0, watch_clock),
        duty(5.0, clear_up_workers),
        duty(1.0, fold_counters),
        duty(600.0, delete_expired, is_rare=True),
        duty(60.0, watch_parsers),
        duty(0.2, feed_jobs, idle_seconds=IDLE_SECONDS),
        duty(0.2, settle_duplicates, idle_seconds=IDLE_SECONDS),
        # Nothing wakes it, and readers of changes should be less than a second behind.
        BackgroundDuty("number_changes", 0.2, ChangeNumbering(engine).run_once, rng=engine.rng, idle_seconds=0.75),
        BackgroundDuty(
            "index_changes",
            0.5,
            partial(index_changes, SearchIndexer(engine.database)),
            rng=engine.rng,
            idle_seconds=IDLE_SECONDS,
        ),
        duty(0.5, redo_rows, idle_seconds=IDLE_SECONDS),
        duty(5.0, remove_jobs),
        duty(1.0, schedule_pages),
        duty(5.0, expire_waiting_items),
        duty(30.0, abandon_unsaved),
        duty(6 * 3600.0, clean_up_bodies, at_once=False, is_rare=True, scope=local_bodies),
    ]
    if engine.settings.ingest.watched_sources:
        every = min(POLL_SECONDS, engine.settings.ingest.watch_seconds)
        duties.append(duty(every, watch_places, scope=Scope.HOST))
    return duties
