"""Lock, pace and schedule lanes, apart from the claim itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.lane import LaneObservation, LanePolicy, LaneState, delay_seconds, gave_a_page, react
from garner.postgres.database import Connection, Row, emit_on_commit


async def seconds_until_ready(connection: Connection, stage: Stage, *, allow_private: bool = True) -> float | None:
    """Return the seconds until the first lane may be called, or None while all are parked."""
    cursor = await connection.execute(
        """
        select extract(epoch from min(ready_at) - now())::float8 as seconds from lanes
        where stage = %s and ready_at < 'infinity' and (%s or not needs_private)
        """,
        (stage, allow_private),
    )
    row = await cursor.fetchone()
    return None if row is None or row["seconds"] is None else max(0.0, row["seconds"])


async def lock(connection: Connection, lane_ids: Iterable[int]) -> list[int]:
    """Lock lanes, last of all locks and by id, so that a transaction holding one waits only for the next."""
    wanted = sorted(set(lane_ids))
    if not wanted:
        return []
    cursor = await connection.execute(
        "select id from lanes where id = any(%s) order by id for no key update", (wanted,)
    )
    return [row["id"] for row in await cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class Politeness:
    """The settings for lanes without their own."""

    delay_seconds: float = 1.0
    concurrency: int = 5
    latency_factor: float = 0.0
    obey_robots: bool = True
    robots_wait_seconds: float = 60.0
    allow_private: bool = True  # otherwise lanes left to workers that may are skipped
    policy: LanePolicy = field(default_factory=LanePolicy)

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters of `PACE`, `DELAY` and `THROTTLED_UNTIL`."""
        return {
            "delay": self.delay_seconds,
            "latency_factor": self.latency_factor,
            "obey_robots": self.obey_robots,
            "quiet": self.policy.throttle_quiet_seconds,
        }


ORDINARY = Politeness()
# Of a lane `l` of a domain `d`: see the functions in core/pacing/lane.py.
PACE = """
    lane_pace(coalesce(d.crawl_delay_seconds, %(delay)s)::float8,
              case when d.obeys_robots and %(obey_robots)s then l.robots_delay_seconds else 0 end,
              l.latency_seconds, %(latency_factor)s)
"""
LANE_DELAY = "lane_delay({pace}, l.throttle_seconds, l.throttled_at, l.not_before, %(quiet)s, l.failures)"
DELAY = LANE_DELAY.format(pace=PACE)
THROTTLED_UNTIL = f"throttled_until({PACE}, l.throttle_seconds, l.throttled_at, l.not_before, %(quiet)s)"
HELD_UNTIL = "held_until(l.not_before, l.open_until, l.throttled_at, l.throttle_seconds)"


async def apply_outcomes(
    connection: Connection, seen: Mapping[int, Sequence[LaneObservation]], politeness: Politeness, chance: float
) -> None:
    """Update lanes from the outcomes of their requests. The caller holds them."""
    if not seen:
        return
    cursor = await connection.execute(
        f"""
        select l.id, d.domain_name, clock_timestamp() as now, {", ".join(f"l.{name}" for name in STATE_COLUMNS)},
               {PACE} as pace
        from lanes l join domains d on d.id = l.domain_id where l.id = any(%(lanes)s)
        """,
        {"lanes": list(seen), **politeness.parameters},
    )
    reactions = []
    for row in await cursor.fetchall():
        before = _state(row)
        after = react(before, seen[row["id"]], row["now"], politeness.policy, chance, pace=row["pace"])
        shorter_delay = _find_shorter_delay(before, after, row["now"], row["pace"], politeness.policy)
        reactions.append(_Reaction(row["id"], after, shorter_delay))
        for event in _lane_events(row["id"], row["domain_name"], before, after):
            emit_on_commit(connection, event)
    await _write(connection, reactions, [lane_id for lane_id, observed in seen.items() if gave_a_page(observed)])


@dataclass(frozen=True, slots=True)
class _Reaction:
    lane_id: int
    after: LaneState
    shorter_delay: float | None  # seconds until it may be called, regardless of the delay from its failures


def _find_shorter_delay(
    before: LaneState, after: LaneState, now: datetime, pace: float, policy: LanePolicy
) -> float | None:
    if after.failures or before.failures < policy.slow_after:
        return None
    return delay_seconds(after, pace, now, policy)


async def _write(connection: Connection, reactions: Sequence[_Reaction], successful: Sequence[int]) -> None:
    """Write the lanes' state. Everything that holds a lane back also moves its next call, so that readers need only
    look at that. The ids of successful lanes are sent without times: a time for each would cost a fifth of everything
    else."""
    columns = ", ".join(f"{name} = r.{name}" for name in STATE_COLUMNS)
    held_until = "held_until(r.not_before, r.open_until, r.throttled_at, r.throttle_seconds)"
    relieved_at = "now() + r.shorter_delay * interval '1 second'"
    await connection.execute(
        f"""
        update lanes l
        set {columns},
            last_success_at = case when l.id = any(%s::bigint[]) then clock_timestamp() else l.last_success_at end,
            next_at = greatest(least(l.next_at, {relieved_at}), {held_until}),
            ready_at = case when l.ready_at = 'infinity' then l.ready_at
                            else greatest(least(l.ready_at, {relieved_at}), {held_until}) end
        from unnest(%s::bigint[], %s::float8[], {", ".join(f"%s::{kind}[]" for kind in STATE_COLUMNS.values())})
             r (id, shorter_delay, {", ".join(STATE_COLUMNS)})
        where l.id = r.id
        """,
        (
            list(successful),
            [reaction.lane_id for reaction in reactions],
            [reaction.shorter_delay for reaction in reactions],
            *([_column(name, reaction.after) for reaction in reactions] for name in STATE_COLUMNS),
        ),
    )


# The columns that hold a lane's state, with their types, and the field of `LaneState` where the name differs.
STATE_COLUMNS = {
    "latency_seconds": "float8",
    "throttle_seconds": "float8",
    "throttled_at": "timestamptz",
    "throttled_since": "timestamptz",
    "not_before": "timestamptz",
    "failures": "integer",
    "failing_pages": "jsonb",
    "opened_at": "timestamptz",
    "open_until": "timestamptz",
    "probes": "integer",
    "breaker_cause": "text",
    "probe_fence": "bigint",
    "trusted_from": "timestamptz",
}
FIELDS = {"breaker_cause": "cause"}


def _state(row: Row) -> LaneState:
    kept = {FIELDS.get(name, name): row[name] for name in STATE_COLUMNS if name != "failures"}
    return LaneState(**kept | {"failing_pages": tuple(row["failing_pages"])})


def _column(name: str, state: LaneState) -> Any:
    kept = getattr(state, FIELDS.get(name, name))
    return Jsonb(list(kept)) if name == "failing_pages" else kept


def _lane_events(lane_id: int, domain: str, before: LaneState, after: LaneState) -> Iterator[observe.Event]:
    """Yield the events that concern an operator: a lane that is slowed, a breaker that opens or closes."""
    if after.throttle_seconds > before.throttle_seconds or after.not_before != before.not_before:
        yield observe.LaneThrottled(lane_id, domain, after.throttle_seconds, str(after.not_before or ""))
    if after.opened_at is not None and before.opened_at is None:
        yield observe.BreakerOpened(lane_id, domain, after.cause or "", after.failures, str(after.open_until))
    if after.opened_at is None and before.opened_at is not None:
        yield observe.BreakerClosed(lane_id, domain)


@dataclass(frozen=True, slots=True)
class LateRequest:
    """A request that is sent later than its claim, or its last reserved slot, planned."""

    work_id: int
    fence: int
    delay_seconds: float
    turn: datetime | None


@dataclass(frozen=True, slots=True)
class LaneSlot:
    wait: float  # seconds until the request may be sent
    turn: datetime  # the lane's next_at after this slot


async def take_turns(connection: Connection, late: Sequence[LateRequest], max_wait: float) -> dict[int, LaneSlot]:
    """Reserve slots, by work id, and leave out work that is no longer owned. Slots further off than the longest wait
    are not taken."""
    cursor = await connection.execute(
        "select * from take_turns(%s::bigint[], %s::bigint[], %s::float8[], %s::timestamptz[], %s)",
        (
            *([getattr(request, name) for request in late] for name in ("work_id", "fence", "delay_seconds", "turn")),
            max_wait,
        ),
    )
    return {row["work_id"]: LaneSlot(row["wait"], row["turn"]) for row in await cursor.fetchall()}


@dataclass(frozen=True, slots=True)
class Slot:
    at: datetime  # when its request may be sent
    delay_seconds: float
    next_at: datetime  # the lane's next slot after this one


async def reserve(
    connection: Connection, lane_id: int, sender_id: int, politeness: Politeness, room: float = 0.0
) -> Slot:
    """Reserve a slot on one lane for a request that another lane sends to its host: not before either of them is free.
    The lane's next slot is a delay and `room` seconds later. The caller holds both."""
    cursor = await connection.execute(
        f"""
        update lanes m
        set next_at = s.slot + s.kept,
            ready_at = case when m.ready_at = 'infinity' then m.ready_at else greatest(m.ready_at, s.slot + s.kept) end
        from (select p.*, (p.delay + %(room)s) * interval '1 second' as kept
              from (select l.id, greatest(clock_timestamp(), l.next_at, o.next_at) as slot, {DELAY} as delay
                    from lanes l join domains d on d.id = l.domain_id, lanes o
                    where l.id = %(lane)s and o.id = %(sender)s) p) s
        where m.id = s.id returning s.slot, s.delay, m.next_at
        """,
        {"room": room, "lane": lane_id, "sender": sender_id, **politeness.parameters},
    )
    (row,) = await cursor.fetchall()
    return Slot(row["slot"], row["delay"], row["next_at"])


@dataclass(frozen=True, slots=True)
class UnusedSlot:
    """A slot that a claim took without sending a request."""

    lane_id: int
    claimed_at: datetime
    delay_seconds: float


async def give_back(connection: Connection, unused: Sequence[UnusedSlot]) -> None:
    """Free slots that no request was sent in, so that the next request need not wait. The claim found its lane free,
    so without that request the lane is as free as it was then, unless another request has moved it since or something
    else holds it back. The caller holds the lanes."""
    if not unused:
        return
    await connection.execute(
        f"""
        update lanes l
        set next_at = greatest(u.claimed_at, {HELD_UNTIL})
        from unnest(%s::bigint[], %s::timestamptz[], %s::float8[]) u (lane_id, claimed_at, delay)
        where l.id = u.lane_id and l.next_at = u.claimed_at + u.delay * interval '1 second'
        """,
        tuple([getattr(slot, name) for slot in unused] for name in ("lane_id", "claimed_at", "delay_seconds")),
    )


async def leave_to_private(connection: Connection, lane_ids: Sequence[int]) -> None:
    """Restrict these lanes to workers that may fetch from private addresses. The caller holds them."""
    if lane_ids:
        await connection.execute("update lanes set needs_private = true where id = any(%s)", (list(lane_ids),))


async def reschedule(connection: Connection, lane_ids: Iterable[int]) -> None:
    await reschedule_locked(connection, await lock(connection, lane_ids))


async def reschedule_locked(connection: Connection, held: Sequence[int]) -> None:
    """Schedule lanes for their earliest due work: a full lane may have a slot again, and a parked one a retry to come.
    Lanes that are already awake are neither written nor searched, and a long queue with due work is not read to its end
    for the earliest.

    The caller holds the lanes, and this is a later statement than that lock, so it overrules a claim that parked one in
    the meantime."""
    if not held:
        return
    await connection.execute(
        """
        update lanes l
        set saturated = false, ready_at = least(l.ready_at, greatest(l.next_at, coalesce(
            (select now() from work w
             where w.lane_id = l.id and w.lease_until is null and not w.held and w.due_at <= now() limit 1),
            (select min(w.due_at) from work w
             where w.lane_id = l.id and w.lease_until is null and not w.held))))
        where l.id = any(%s) and (l.saturated or l.ready_at > greatest(l.next_at, now()))
          and (select true from work w
               where w.lane_id = l.id and w.lease_until is null and not w.held limit 1)
        """,
        (list(held),),
    )


async def wake_forgotten(connection: Connection) -> int:
    """Wake any lane that sleeps past due work, and return the count. No race should leave one behind, so the count
    should be zero."""
    cursor = await connection.execute(
        """
        with forgotten as (
            select l.id from lanes l left join domains d on d.id = l.domain_id
            where l.id in (select distinct lane_id from work
                           where lease_until is null and not held and lane_id is not null
                             and due_at < now() - interval '2 seconds')
              and d.is_active is not false and d.paused_at is null and not l.saturated
              and l.ready_at > greatest(l.next_at, now()) + interval '2 seconds'
            for no key update of l skip locked)
        update lanes l set ready_at = greatest(l.next_at, now()) from forgotten f where l.id = f.id
        """
    )
    return cursor.rowcount
