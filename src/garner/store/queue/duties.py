"""Heartbeats of workers, and holders of background duties.

A duty is held by one worker for as long as that worker's heartbeats arrive, so that renewing a hold costs nothing
beyond the heartbeat. A worker that stops, is killed or stalls loses its duties to the workers whose heartbeats come
next. For a moment two workers may then perform the same duty. That is harmless, because every duty locks what it
changes; one holder is a matter of cost.
"""

from collections.abc import Collection
from dataclasses import dataclass

from garner.core.lifecycle import Stage
from garner.postgres.database import Connection
from garner.store.queue.workers import ALIVE

# A holder that has been silent for this long loses its duties. Its heartbeats come at least three times as often.
SILENCE_SECONDS = 3.0
# A clock that was set back leaves heartbeats in the future, of workers that may be dead.
_HEARD = "w.seen_at between now() - %(silence)s * interval '1 second' and now() + %(silence)s * interval '1 second'"


@dataclass(frozen=True, slots=True)
class Attendance:
    held: frozenset[str]  # the duties of this worker
    taken: frozenset[str]  # of them, those that it took just now
    workers: int  # that are alive
    waiting: frozenset[Stage]  # stages that have work to claim; for `match`, files to read too


async def attend(
    connection: Connection, worker: str, names: Collection[str], *, allows_private: bool, reads_text: bool = False
) -> Attendance:
    """Record the worker's heartbeat, and take those of the named duties whose holder is silent. The heartbeat looks for
    work too, so that an idle worker needs no other statement."""
    cursor = await connection.execute(
        f"""
        with heartbeat as (
            insert into workers (name, allows_private, reads_text)
            values (%(worker)s, %(allows_private)s, %(reads_text)s)
            on conflict (name) do update
            set seen_at = now(), allows_private = excluded.allows_private, reads_text = excluded.reads_text),
        vacant as (
            select n.name
            from unnest(%(names)s::text[]) n (name)
            left join duties d on d.name = n.name
            left join workers w on w.name = d.holder and {_HEARD}
            where d.holder is distinct from %(worker)s and w.name is null
            order by n.name),
        taken as (
            insert into duties (name, holder) select name, %(worker)s from vacant
            on conflict (name) do update set holder = excluded.holder, held_since = now()
            where not exists (select from workers w where w.name = duties.holder and {_HEARD})
            returning name)
        select array(select name from taken) as taken,
               array(select d.name from duties d where d.holder = %(worker)s and d.name = any(%(names)s)) as kept,
               (select count(*) from workers where {ALIVE}) as workers,
               array_remove(array[
                   case when exists (select from lanes l where l.stage = 'crawl' and l.ready_at <= now()
                                       and l.ready_at < 'infinity' and (%(allows_private)s or not l.needs_private))
                        then 'crawl' end,
                   case when exists (select from work c where c.stage = 'extract' and c.due_at <= now()
                                       and c.lease_until is null and not c.held and c.task_id is not null)
                        then 'extract' end,
                   case when exists (select from lanes l where l.stage = 'match' and l.ready_at <= now()
                                       and l.ready_at < 'infinity')
                          or exists (select from work c where c.stage = 'match' and c.due_at <= now()
                                       and c.lease_until is null and not c.held and c.lane_id is null
                                       and c.item_id is not null and (%(reads_text)s or not c.reads_text))
                          or exists (select from ingests i where i.finished_at is null and i.due_at <= now()
                                       and coalesce(i.lease_until, '-infinity') < now())
                        then 'match' end], null) as waiting
        """,
        {
            "worker": worker,
            "names": sorted(names),
            "allows_private": allows_private,
            "reads_text": reads_text,
            "silence": SILENCE_SECONDS,
        },
    )
    row = await cursor.fetchone()
    assert row is not None
    taken = frozenset(row["taken"])
    return Attendance(taken | frozenset(row["kept"]), taken, row["workers"], frozenset(map(Stage, row["waiting"])))


async def release(connection: Connection, worker: str, names: Collection[str] | None = None) -> None:
    """Leave these duties of a worker to the others, or all if it ends. The time at which a rare duty is due again
    stays."""
    await connection.execute(
        "update duties set holder = '' where holder = %s and (%s::text[] is null or name = any(%s))",
        (worker, None if names is None else list(names), None if names is None else list(names)),
    )


async def is_due(connection: Connection, name: str, every_seconds: float, *, at_once: bool) -> bool:
    """Return whether a rare duty is due. The first time it is due at once or after one interval. A due time that lies
    further ahead than one interval is of a clock that was set back."""
    cursor = await connection.execute(
        """
        update duties
        set due_at = least(coalesce(due_at, now() + %(first)s * interval '1 second'),
                           now() + %(every)s * interval '1 second')
        where name = %(name)s
        returning due_at <= now() as is_due
        """,
        {"name": name, "first": 0.0 if at_once else every_seconds, "every": every_seconds},
    )
    row = await cursor.fetchone()
    return row is not None and row["is_due"]


async def put_off(connection: Connection, name: str, seconds: float) -> None:
    await connection.execute(
        "update duties set due_at = now() + %s * interval '1 second' where name = %s", (seconds, name)
    )


async def count_unheld(connection: Connection) -> int:
    """Count the duties of the cluster that no living worker holds. Those of a host end with its last worker."""
    cursor = await connection.execute(
        f"""
        select count(*) from duties d
        where strpos(d.name, '@') = 0 and not exists (select from workers w where w.name = d.holder and {ALIVE})
        """
    )
    (row,) = await cursor.fetchall()
    return int(row["count"])


async def delete_unheld(connection: Connection) -> int:
    """Delete the duties of hosts that no longer run a worker."""
    cursor = await connection.execute(
        """
        delete from duties where held_since < now() - interval '1 day' and holder not in (select name from workers)
        """
    )
    return cursor.rowcount
