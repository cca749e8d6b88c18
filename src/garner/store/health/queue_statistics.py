"""Count queues for operators. Frequent callers must cost little: each count is driven by an index that holds little
else, and stops where the difference no longer matters."""

from garner.core.lifecycle import Stage
from garner.observe import QueueSnapshot
from garner.postgres.database import Connection, Row
from garner.store.jobs.job_views import ENDED
from garner.store.queue import duties, outbox, workers
from garner.store.records import change_log

MAX_COUNTED = 100_000
FLOW_SECONDS = 60


async def count_queue(connection: Connection, quiet_seconds: float) -> QueueSnapshot:
    """Take a snapshot of the queue. `quiet_seconds` is the half-life of a throttle."""
    cursor = await connection.execute(
        """
        select (select count(*) from lanes where opened_at is not null) as open_breakers,
               -- Only lanes with work to send: the others are not affected and need no lookup.
               (select count(*) from (
                    select from lanes l
                    where l.stage = 'crawl' and l.ready_at < 'infinity' and l.throttled_at is not null
                      and (l.not_before > now() or throttle_in_force(l.throttle_seconds, l.throttled_at, l.not_before,
                                                                     %(quiet)s) > 0)
                    limit %(most)s) c) as throttled_lanes,
               (select count(*) from (select from crawl_tasks t
                                      where t.status = 'pending' and t.rank is not null and t.paused_at is null
                                      limit %(most)s) c) as backlog,
               (select count(*) from (select from dead_letters where replayed_at is null
                                      limit %(most)s) c) as dead_letters,
               (select count(*) from (select from parser_alerts where closed_at is null
                                      limit %(most)s) c) as parser_alerts
        """,
        {"quiet": quiet_seconds, "most": MAX_COUNTED},
    )
    (counts,) = await cursor.fetchall()
    return QueueSnapshot(
        **counts,
        **await _flow(connection),
        work=await _work(connection),
        outbox=await outbox.count_topics(connection),
        **await _oldest_due(connection),
        change_readers=await change_log.measure_lags(connection),
        workers=await workers.count_alive(connection),
        unheld_duties=await duties.count_unheld(connection),
    )


async def _flow(connection: Connection) -> Row:
    """Compute the rates at which items of jobs end, from the changes of the jobs. Reruns lower the counters, and are
    not counted."""
    cursor = await connection.execute(
        f"""
        select (select coalesce(sum(pending), 0)::bigint from jobs
                where queue_state in ('QUEUED', 'RUNNING', 'PAUSED')) as queue_depth,
               ended / {FLOW_SECONDS}::float8 as items_sec,
               coalesce(failed / nullif(ended, 0), 0)::float8 as error_rate,
               coalesce(lost / nullif(ended, 0), 0)::float8 as not_found_rate
        from (select coalesce(sum(greatest(ended, 0)), 0)::float8 as ended, sum(greatest(failed, 0))::float8 as failed,
                     sum(greatest(lost, 0))::float8 as lost
              from (select {ENDED} - lag({ENDED}) over w as ended,
                           (change -> 'counts' ->> 'error')::int
                               - lag((change -> 'counts' ->> 'error')::int) over w as failed,
                           (change -> 'counts' ->> 'notFound')::int
                               - lag((change -> 'counts' ->> 'notFound')::int) over w as lost
                    from job_changes
                    where happened_at > now() - interval '{FLOW_SECONDS} seconds' and change ? 'counts'
                    window w as (partition by job_id order by number)) steps) sums
        """
    )
    (flow,) = await cursor.fetchall()
    return flow


async def _work(connection: Connection) -> dict[tuple[str, str], int]:
    """Count work by stage, and by whether it waits or is leased."""
    cursor = await connection.execute(
        """
        select stage, 'leased' as state, count(*) from work where lease_until is not null group by stage
        union all
        select stage, 'waiting', count(*)
        from (select stage from work where lease_until is null and not held and lane_id is not null
              limit %(most)s) c group by stage
        union all
        select stage, 'waiting', count(*)
        from (select stage from work where lease_until is null and not held and lane_id is null
              limit %(most)s) c group by stage
        """,
        {"most": MAX_COUNTED},
    )
    counts = {(str(stage), state): 0 for stage in Stage for state in ("waiting", "leased")}
    for row in await cursor.fetchall():
        counts[row["stage"], row["state"]] += row["count"]
    return counts


async def _oldest_due(connection: Connection) -> Row:
    """Return the due time of the oldest work that is due, and its age by stage. In a queue too long to read, the oldest
    of its beginning. Work of paused jobs does not count as late."""
    cursor = await connection.execute(
        """
        select c.stage, min(c.due_at) as due_at, extract(epoch from now() - min(c.due_at))::float8 as seconds
        from (select stage, lane_id, due_at from work where lease_until is null and not held limit %(most)s) c
        left join lanes l on l.id = c.lane_id
        left join jobs j on j.id = l.job_id
        where c.due_at <= now() and j.queue_state is distinct from 'PAUSED'
        group by c.stage
        """,
        {"most": MAX_COUNTED},
    )
    rows = await cursor.fetchall()
    return {
        "oldest_due_at": min((row["due_at"] for row in rows), default=None),
        "oldest_due_seconds": {str(stage): 0.0 for stage in Stage} | {row["stage"]: row["seconds"] for row in rows},
    }
