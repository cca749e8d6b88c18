"""Store the latest decisions of the adaptive controllers of all processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.postgres.database import Connection

KEPT = 50  # decisions per controller


@dataclass(frozen=True, slots=True)
class Controller:
    process: str
    controller: str
    value: float
    decisions: list[dict[str, Any]]  # {at, value, cause, measured_ms}, the latest first
    decided_at: datetime


async def write(connection: Connection, process: str, decided: Sequence[tuple[str, list[dict[str, Any]]]]) -> None:
    """Add new decisions of some controllers, each list latest first; the oldest stored ones are dropped."""
    await connection.execute(
        f"""
        insert into controller_decisions as c (process, controller, value, decisions)
        select %(process)s, d.controller, (d.decisions -> 0 ->> 'value')::float8, d.decisions
        from unnest(%(controllers)s::text[], %(decisions)s::jsonb[]) d (controller, decisions)
        on conflict (process, controller) do update
        set value = excluded.value, decided_at = now(),
            decisions = (select jsonb_agg(one order by place)
                         from jsonb_array_elements(excluded.decisions || c.decisions) with ordinality e (one, place)
                         where place <= {KEPT})
        """,
        {
            "process": process,
            "controllers": [controller for controller, _ in decided],
            "decisions": [Jsonb(decisions) for _, decisions in decided],
        },
    )


async def listing(connection: Connection, *, within: timedelta, limit: int) -> list[Controller]:
    cursor = connection.cursor(row_factory=class_row(Controller))
    await cursor.execute(
        """
        select process, controller, value, decisions, decided_at from controller_decisions
        where decided_at > now() - %s or process in (select name from workers)
        order by controller, process limit %s
        """,
        (within, limit),
    )
    return await cursor.fetchall()


async def forget(connection: Connection, process: str) -> None:
    await connection.execute("delete from controller_decisions where process = %s", (process,))


async def delete_old(connection: Connection, older_than: timedelta) -> int:
    """Delete decisions of processes that no longer exist."""
    cursor = await connection.execute(
        """
        delete from controller_decisions
        where decided_at < now() - %s and process not in (select name from workers)
        """,
        (older_than,),
    )
    return cursor.rowcount


@dataclass(frozen=True, slots=True)
class SlowedLane:
    domain: str
    throttle_seconds: float
    latency_seconds: float | None
    robots_delay_seconds: float
    throttled_at: datetime | None
    not_before: datetime | None
    opened_at: datetime | None
    open_until: datetime | None
    breaker_cause: str | None


async def slowed_lanes(connection: Connection, limit: int) -> list[SlowedLane]:
    """List lanes of sites that asked to slow down or do not answer, latest first."""
    cursor = connection.cursor(row_factory=class_row(SlowedLane))
    await cursor.execute(
        """
        select d.domain_name as domain, l.throttle_seconds, l.latency_seconds, l.robots_delay_seconds, l.throttled_at,
               l.not_before, l.opened_at, l.open_until, l.breaker_cause
        from (select id from lanes where opened_at is not null
              union select id from lanes where throttled_since is not null
              limit %(limit)s) slowed
        join lanes l on l.id = slowed.id join domains d on d.id = l.domain_id
        order by greatest(l.opened_at, l.throttled_at) desc nulls last, d.domain_name limit %(limit)s
        """,
        {"limit": limit},
    )
    return await cursor.fetchall()
