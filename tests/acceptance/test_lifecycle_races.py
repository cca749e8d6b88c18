"""The lifecycle of requests and pages under arbitrary interleavings.

Three ways to find a lost waiter, a double settle, a forgotten lane or a deadlock: a state machine that compares the
database with a plain model after every step, often with two overlapping transactions; a storm of real
concurrency, checked while it runs; and, in `races/`, one interleaving for each guard, which fails without it.
"""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeVar

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from tests.acceptance.races.choosing import EVERY_OPERATION, MAKERS, Maker, Memory
from tests.acceptance.races.interleaving import EMPTY, Actor, Cast, open_cast
from tests.acceptance.races.invariants import Ends, broken, differences
from tests.acceptance.races.model import TICK_SECONDS, Domain, Model, Page
from tests.acceptance.races.operations import (
    ALL_FOUND,
    FETCHED,
    Ask,
    ClaimBodies,
    ClaimPages,
    Held,
    Operation,
    Reconcile,
    SettleBodies,
    SettlePages,
    Sweep,
    TimeOut,
)
from tests.integration.helpers import new_job, new_user, value

from garner.postgres.database import Connection
from garner.store.queue.leases import Lease

LONG = os.environ.get("GARNER_CHAOS") == "long"
T = TypeVar("T")

AGE = """
    update work set due_at = due_at - {0}, rank = rank - {0}, lease_until = lease_until - {0};
    update lanes set ready_at = ready_at - {0}, next_at = next_at - {0};
    update crawl_tasks set updated_at = updated_at - {0};
    update job_items set updated_at = updated_at - {0};
    update recipes set parsed_at = parsed_at - {0};
    update products set parsed_at = parsed_at - {0};
"""


def some_pages(slow_delay: float) -> list[Page]:
    quick = Domain("quick.example", 0, 2)
    slow = Domain("slow.example", slow_delay, 1)
    return [
        Page(f"https://{domain.name}/{number}", domain)
        for domain in (quick, slow)
        for number in range(domain.width + 1)
    ]


async def new_memory(connection: Connection, pages: list[Page], workers: tuple[str, ...]) -> Memory:
    users = [await new_user(connection) for _ in range(2)]
    made = [await new_job(connection, total=0, ingested=False) for _ in range(2)]
    return Memory(pages, users, made, workers)


async def work_off(connection: Connection) -> None:
    """Process all open items with one worker and without a reconciler, until each has ended."""
    for _ in range(40):
        async with connection.transaction():
            await connection.execute(AGE.format("interval '1 hour'"))
            await _one_round(connection)
        if not await value(connection, "select count(*) from job_items where status in ('PENDING', 'PROCESSING')"):
            assert await value(connection, "select count(*) from work") == 0
            return
    raise AssertionError("a request still waits")


async def _one_round(connection: Connection) -> None:
    await Sweep(delay_seconds=0).run(connection)
    _, pages = await ClaimPages("last").run(connection)
    if pages:
        await SettlePages("last", tuple((Held("last", claim), FETCHED) for claim in pages)).run(connection)
    if bodies := await ClaimBodies("last").run(connection):
        await SettleBodies("last", tuple((Held("last", claim), ALL_FOUND) for claim in bodies)).run(connection)


# Against the model -------------------------------------------------------------------------------------------

TICKS = st.sampled_from((*(0 for _ in range(15)), 1, 2, 3, 10, 100))


class Lifecycle(RuleBasedStateMachine):
    loop: ClassVar[asyncio.AbstractEventLoop]
    cast: ClassVar[Cast]

    def __init__(self) -> None:
        super().__init__()
        self.model = Model(some_pages(slow_delay=60))
        self.ends = Ends()
        self.memory = self._run(self._set_up())

    def _run(self, act: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(act)

    async def _set_up(self) -> Memory:
        await self.cast.watcher.execute(EMPTY)
        return await new_memory(self.cast.watcher, list(self.model.pages.values()), ("one", "two"))

    @rule(data=st.data(), ticks=TICKS)
    def something_happens(self, data: st.DataObject, ticks: int) -> None:
        self._let_time_pass(ticks)

        def choose(options: Sequence[T]) -> T:
            return data.draw(st.sampled_from(options))

        url = choose((None, *self.model.pages))
        memory = self.memory.about(url) if url else self.memory
        one, two = choose(MAKERS)(choose, memory), choose((None, *MAKERS))
        other = two and two(choose, memory)
        if one and other:
            self._two_at_once(one, other, commits=choose((True, True, False)))
        elif one:
            note(str(one))
            self._tell(one, self._run(self._alone(one)), alone=True)

    async def _alone(self, operation: Operation) -> Any:
        actor = self.cast.actors[0]
        async with actor.transaction():
            return await operation.run(actor)

    def _two_at_once(self, one: Operation, two: Operation, *, commits: bool) -> None:
        """Begin the second while the first has acted and not committed. Whether it waits or skips the rows that the
        first locks, the outcome is as if it had run after the first."""
        note(f"{one} {'commits' if commits else 'is rolled back'} during {two}")
        outcome, later = self._run(self._overlapping(one, two, commits))
        if commits:
            self._tell(one, outcome, alone=True)
        self._tell(two, later, alone=False)

    async def _overlapping(self, one: Operation, two: Operation, commits: bool) -> tuple[Any, Any]:
        actor, other, *_ = self.cast.actors
        async with actor.transaction(force_rollback=not commits):
            outcome = await one.run(actor)
            begun = await self.cast.begin(other, two.run)
        return outcome, await begun

    def _tell(self, operation: Operation, outcome: Any, *, alone: bool) -> None:
        operation.tell(self.model, outcome, alone=alone)
        self.memory.remember(operation, outcome)

    def _let_time_pass(self, ticks: int) -> None:
        if ticks:
            note(f"{ticks} ticks pass")
            self._run(self.cast.watcher.execute(AGE.format(f"interval '{ticks * TICK_SECONDS} seconds'")))
            self._run(self.ends.changed(self.cast.watcher))
            self.model.now += ticks * TICK_SECONDS

    @invariant()
    def the_database_matches_the_model(self) -> None:
        assert self._run(differences(self.cast.watcher, self.model)) == []
        assert self._run(broken(self.cast.watcher)) == []
        assert self._run(self.ends.changed(self.cast.watcher)) == []

    def teardown(self) -> None:
        self._run(work_off(self.cast.watcher))


@pytest.mark.parametrize("examples", [8, pytest.param(250 if LONG else 20, marks=pytest.mark.slow)])
def test_the_database_matches_the_model_after_any_overlapping_operations(database_url: str, examples: int) -> None:
    deadlocks_before = count_deadlocks(database_url)
    loop = asyncio.new_event_loop()
    stage = open_cast(database_url, "one", "two")
    cast = loop.run_until_complete(stage.__aenter__())
    try:
        machine = type("AnyLife", (Lifecycle,), {"loop": loop, "cast": cast})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=examples,
                stateful_step_count=50,
                deadline=None,
                derandomize=not LONG,
                database=None,
                # Shrinking a failure takes a hundred runs; a short one is readable without it.
                phases=tuple(Phase) if LONG else (Phase.generate,),
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert count_deadlocks(database_url) == deadlocks_before
    finally:
        loop.run_until_complete(stage.__aexit__(None, None, None))
        loop.close()


# In a storm --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LoseLeases:
    """Expire some leases, as if workers were stopped for too long. Garner does not do this, so it must not block."""

    async def run(self, connection: Connection) -> None:
        await connection.execute(
            """
            update work set lease_until = now() - interval '1 second' where id in (
                select id from work where lease_until is not null order by random() limit 2 for update skip locked)
            """
        )

    def tell(self, model: Model, outcome: None, *, alone: bool) -> None:
        """Do nothing: the storm has no model."""


STORMY: tuple[Maker, ...] = (*MAKERS, lambda choose, memory: LoseLeases())


def hasten(operation: Operation) -> Operation:
    """Shorten the freshness and retry delays of an operation."""
    match operation:
        case Ask():
            return replace(operation, fresh_seconds=0.02)
        case SettlePages() | SettleBodies() | Sweep():
            return replace(operation, delay_seconds=0.0)
        case TimeOut():
            return replace(operation, after_seconds=0.05)
    return operation


@dataclass
class Storm:
    memory: Memory
    steps: int
    done: Counter[str] = field(default_factory=Counter)
    wins: Counter[Lease] = field(default_factory=Counter)

    async def act(self, actor: Actor, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(self.steps):
            operation = chance.choice(STORMY)(chance.choice, self.memory)  # type: ignore[arg-type]  # takes more kinds
            if operation is None:
                continue
            async with actor.transaction():
                outcome = await hasten(operation).run(actor)
            self.memory.remember(operation, outcome)
            self._count(operation, outcome)

    def _count(self, operation: Operation, outcome: Any) -> None:
        self.done[type(operation).__name__] += 1
        match operation:
            case Reconcile():
                assert outcome == (0, 0), "the reconciler had something to repair"
            case SettlePages() | SettleBodies():
                for held, _ in operation.results:
                    # A page that the batch names under two fences is one id in the answer.
                    if sum(other.claim.work_id == held.claim.work_id for other, _ in operation.results) == 1:
                        self.wins[held.lease] += held.claim.work_id in outcome

    async def watch(self, watcher: Actor, storm: "list[asyncio.Task[None]]") -> int:
        """Check one consistent snapshot after another. Return their number."""
        await watcher.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
        ends, looks = Ends(), 0
        while not all(acting.done() for acting in storm):
            async with watcher.transaction():
                assert await broken(watcher) == []
                assert await ends.changed(watcher) == []
            looks += 1
        await watcher.set_isolation_level(None)
        return looks


async def test_concurrent_operations_lose_nothing_count_nothing_twice_and_do_not_deadlock(
    database_url: str,
) -> None:
    deadlocks_before = count_deadlocks(database_url)
    workers = ("one", "two", "three")
    async with open_cast(database_url, *workers) as cast:
        memory = await new_memory(cast.watcher, some_pages(slow_delay=0.01), workers)
        storm = Storm(memory, steps=5000 if LONG else 500)
        async with asyncio.TaskGroup() as group:
            raging = [group.create_task(storm.act(actor, seed)) for seed, actor in enumerate(cast.actors)]
            watching = group.create_task(storm.watch(cast.watcher, raging))
        assert max(storm.wins.values()) == 1
        assert watching.result() > 10 and storm.done.keys() >= {operation.__name__ for operation in EVERY_OPERATION}
        assert await broken(cast.watcher) == []
        await work_off(cast.watcher)
        assert await broken(cast.watcher) == []
        assert count_deadlocks(database_url) == deadlocks_before


def count_deadlocks(database_url: str) -> int:
    """Count deadlocks since the database was created; earlier tests may have caused some."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute("select deadlocks from pg_stat_database where datname = current_database()").fetchone()
    assert row is not None
    return int(row[0])
