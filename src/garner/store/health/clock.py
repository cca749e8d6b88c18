"""Find and correct times that lie too far ahead because the database's clock was set back.

Every wait goes by the database's clock: slots of lanes, leases, retries. When that clock goes back by an hour, all of
them lie an hour further ahead than intended. `database_clock` holds the latest time that a worker has seen, so a later
check tells by how much the clock went back, and times ahead are moved back by as much.

This is exact to some seconds, and times within `SLACK` are not touched: those written since may be right, and the
others pass by themselves in that time. Times that people chose (when a page is to be fetched first, when a token
expires) stay as they are, unless they had passed before the clock went back. Independently of this, no slot of a lane
may lie further ahead than the lane's own pace explains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg import sql
from psycopg.rows import class_row

from garner.core.pacing.recrawl import JITTER
from garner.postgres.database import Connection
from garner.postgres.server import PlainConnection
from garner.store.crawl.lanes import HELD_UNTIL, LANE_DELAY, PACE, Politeness

SLACK = timedelta(seconds=30)
REMEMBER_EVERY = timedelta(seconds=5)
MAX_SLOT_SECONDS = 60.0  # how far ahead a slot may lie, besides twice the lane's delay

# By table: its key, and its waiting times. Each table once, in the order in which locks are taken.
_WAITED_FOR: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "crawl_tasks": (("id",), ("scheduled_at", "next_crawl_at", "completed_at")),
    "work": (("id",), ("due_at", "lease_until", "claimed_at", "waiting_since")),
    "lanes": (
        ("id",),
        (
            *("ready_at", "next_at", "feed_at", "throttled_at", "throttled_since", "not_before", "opened_at"),
            *("open_until", "trusted_from", "last_success_at"),
        ),
    ),
    "page_waits": (("job_id",), ("since", "retry_at")),
    "robots_files": (("origin",), ("next_try_at",)),
    "proxies": (("id",), ("retry_at",)),
    "proxy_domains": (("proxy_id", "domain_id"), ("retry_at", "next_at")),
    "ingests": (("id",), ("due_at", "lease_until")),
    "outbox_parts": (("topic", "part"), ("lease_until", "rests_until")),
    "webhooks": (("id",), ("rests_until", "leased_until")),
    "webhook_deliveries": (("id",), ("next_at", "event_next_at")),
    "watches": (("place",), ("due_at",)),
    "catalogue_pictures": (("product_id",), ("next_try_at",)),
    "workers": (("name",), ("seen_at",)),
    "duties": (("name",), ("due_at",)),
}


@dataclass(frozen=True, slots=True)
class ClockWentBack:
    seconds: float
    rows: int  # moved back with it


async def watch(connection: Connection) -> ClockWentBack | None:
    """Record the time, or, if the clock went back since the last record, move times ahead back with it. The time is
    that of the clock: this transaction may have begun before another worker's check."""
    cursor = await connection.execute("select clock_timestamp() - latest_at as passed from database_clock")
    row = await cursor.fetchone()
    if row is None or row["passed"] > REMEMBER_EVERY:
        await connection.execute(
            """
            insert into database_clock (latest_at) values (clock_timestamp())
            on conflict (id) do update set latest_at = greatest(excluded.latest_at, database_clock.latest_at)
            """
        )
        return None
    return await _move_times_back(connection) if row["passed"] < -SLACK else None


async def _move_times_back(connection: Connection) -> ClockWentBack | None:
    cursor = await connection.execute(
        """
        select latest_at - clock_timestamp() as back from database_clock
        where latest_at > clock_timestamp() + %s for update skip locked
        """,
        (SLACK,),
    )
    row = await cursor.fetchone()
    if row is None:  # another process does it, or has done it
        return None
    moved = 0
    for table, (key, columns) in _WAITED_FOR.items():
        moved += (
            await connection.execute(
                _moving(table, key, columns), {"back": row["back"], "slack": SLACK, "jitter": JITTER}
            )
        ).rowcount
    await connection.execute(_HOLD_BACK)
    seconds = row["back"].total_seconds()
    await connection.execute(
        "update database_clock set latest_at = clock_timestamp(), went_back_at = now(), went_back_seconds = %s",
        (seconds,),
    )
    return ClockWentBack(seconds, moved)


# The column that tells when a time was written: a time whose stamp does not lie ahead was written since, and is right.
_STAMPS: Mapping[tuple[str, str], str] = {
    ("crawl_tasks", "scheduled_at"): "updated_at",
    ("crawl_tasks", "next_crawl_at"): "updated_at",
    ("work", "lease_until"): "claimed_at",
    ("lanes", "not_before"): "throttled_at",
    ("lanes", "open_until"): "opened_at",
}
# A page was already due, or recurs by its frequency. Any other scheduled time was chosen by an operator.
_CONDITIONS: Mapping[tuple[str, str], sql.SQL] = {
    ("crawl_tasks", "scheduled_at"): sql.SQL(
        "(t.scheduled_at <= now() + %(back)s + %(slack)s"
        " or t.scheduled_at between t.next_crawl_at and t.next_crawl_at + t.crawl_frequency * %(jitter)s)"
    ),
}


def _moving(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> sql.Composed:
    """Build the update that moves a table's times back. Locked rows are skipped, so this never waits: they are in use,
    not waiting."""
    ahead = [_ahead(table, column) for column in columns]
    moved = [
        sql.SQL("{column} = case when {ahead} then {moved} else t.{column} end").format(
            column=sql.Identifier(column), ahead=is_ahead, moved=_move_back(column)
        )
        for column, is_ahead in zip(columns, ahead, strict=True)
    ]
    return sql.SQL(
        """
        with found as materialized (select {keys} from {table} t where {ahead} for no key update skip locked)
        update {table} t set {moved} from found where {same}
        """
    ).format(
        keys=sql.SQL(", ").join(map(sql.Identifier, key)),
        table=sql.Identifier(table),
        ahead=sql.SQL(" or ").join(ahead),
        moved=sql.SQL(", ").join(moved),
        same=sql.SQL(" and ").join(sql.SQL("t.{0} = found.{0}").format(sql.Identifier(column)) for column in key),
    )


def _ahead(table: str, column: str) -> sql.Composed:
    ahead = sql.SQL("t.{0} > now() + %(slack)s and t.{0} < 'infinity'").format(sql.Identifier(column))
    conditions: list[sql.Composable] = [ahead]
    if (stamp := _STAMPS.get((table, column))) is not None:
        conditions.append(sql.SQL("t.{} > clock_timestamp()").format(sql.Identifier(stamp)))
    if (condition := _CONDITIONS.get((table, column))) is not None:
        conditions.append(condition)
    return sql.SQL("({})").format(sql.SQL(" and ").join(conditions))


def _move_back(column: str) -> sql.Composed:
    """Move one column back. A lease lasts long enough for its holder, which may have renewed it since, to renew it
    again."""
    moved = sql.SQL("t.{0} - %(back)s").format(sql.Identifier(column))
    return sql.SQL("greatest({}, now() + %(slack)s)").format(moved) if column == "lease_until" else moved


# Lanes that a site has held back since stay held back.
_HOLD_BACK = """
    update lanes l
    set next_at = greatest(l.next_at, l.not_before, l.open_until),
        ready_at = greatest(l.ready_at, l.not_before, l.open_until)
    where l.id = any (array(
        select h.id from lanes h
        where h.stage = 'crawl' and h.next_at < greatest(h.not_before, h.open_until)
          and greatest(h.not_before, h.open_until) > now()
        for no key update skip locked))
"""


# A delay of robots.txt that has ceased to be obeyed explains a slot as well.
_DELAY = LANE_DELAY.format(pace=f"greatest({PACE}, l.robots_delay_seconds)")
# Lanes whose slot lies further ahead than that explains, except slots reserved for a robots.txt of another host.
_TOO_FAR = f"""
    l.stage = 'crawl' and l.ready_at > now() + %(most)s * interval '1 second' and l.ready_at < 'infinity'
    and l.next_at > greatest({HELD_UNTIL}, now() + explained.span)
    and not exists (
        select from robots_files r
        where r.hop_url is not null and r.next_try_at > greatest(now(), l.next_at - explained.span)
          and r.next_try_at <= l.next_at)
"""
_LANES = f"""
    lanes l join domains d on d.id = l.domain_id
    cross join lateral (
        select interval '1 second' * (%(most)s + 2 * greatest(l.throttle_seconds, {_DELAY})) as span) explained
"""


def _bounds(politeness: Politeness) -> dict[str, float]:
    return {"most": MAX_SLOT_SECONDS, **politeness.parameters}


async def bound_slots(connection: Connection, politeness: Politeness) -> int:
    """Free lanes whose slot lies too far ahead, except for their delay and what holds them back. Only a wrong clock
    leaves any."""
    cursor = await connection.execute(
        f"""
        with found as materialized (
            select l.id, greatest(now() + {_DELAY} * interval '1 second', {HELD_UNTIL}) as free_at
            from {_LANES} where {_TOO_FAR}
            for no key update of l skip locked)
        update lanes l set next_at = f.free_at, ready_at = f.free_at from found f where l.id = f.id
        """,
        _bounds(politeness),
    )
    return cursor.rowcount


@dataclass(frozen=True, slots=True)
class ClockCondition:
    """The state of the database's clock."""

    behind_seconds: float  # the latest time that a worker has seen
    went_back_at: datetime | None
    went_back_seconds: float | None
    slots_too_far: int


def examine(connection: PlainConnection, politeness: Politeness) -> ClockCondition:
    """Check the clock for callers without an engine."""
    cursor = connection.cursor(row_factory=class_row(ClockCondition))
    condition = cursor.execute(
        f"""
        select coalesce(extract(epoch from c.latest_at - now()), 0)::float8 as behind_seconds, c.went_back_at,
               c.went_back_seconds,
               (select count(*) from {_LANES} where {_TOO_FAR}) as slots_too_far
        from (select 1) one left join database_clock c on true
        """,
        _bounds(politeness),
    ).fetchone()
    assert condition is not None
    return condition
