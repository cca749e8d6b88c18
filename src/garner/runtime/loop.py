"""The one loop: claim, work, settle.

A stage defines how to claim, how to work one piece, and how to settle a batch. The loop does the rest for all stages:

* A *slot* is taken at the claim and freed when the settle has returned, so a slow database slows claiming. A claim asks
  for no fewer than `CLAIM_MIN`; claims beyond the free slots wait for one.
* Results are settled in batches: at a hundred, after a short quiet time, or at once when nothing else is under way, so
  that a single request does not wait for others.
* Leases are renewed while work is in progress. A lease that is not renewed, or that has expired by this process's own
  clock because the database cannot be reached, cancels its local task: a worker that lost the right to act stops before
  another worker starts.
* Every piece of work also has a hard deadline, since a heartbeat alone would keep a hung handler alive.
* On a stop the loop claims no more, finishes what it holds within a time limit, and releases the rest.
"""

import asyncio
import contextlib
import math
import time
import traceback
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.backoff import Backoff
from garner.core.tuning.controllers import Average, ClaimSize, LeaseLength, StagePressure
from garner.core.tuning.process_load import ProcessLoad
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.queue import leases as work
from garner.store.queue.leases import Lease

BATCH = 100
QUIET_SECONDS = 0.02
MAX_HOLD_SECONDS = 0.25
# After a claim that returned less than it asked for: another claim may hold ready work for a moment.
MIN_WAIT_SECONDS = 0.005
LEASE_STEP = 0.05  # relative change of the lease from which it is reported again
RECONNECT = Backoff(first_seconds=0.1, max_seconds=2.0)


class Claimed(Protocol):
    """The fields that the loop needs of a claim; stages add their own."""

    @property
    def work_id(self) -> int: ...
    @property
    def fence(self) -> int: ...
    @property
    def asker_id(self) -> int:
        """The user it is for; 0 is none."""
        ...

    @property
    def lane_id(self) -> int | None:
        """The lane of the host that it calls, if it calls one."""
        ...


class Attempted(Protocol):
    """The result of a claim."""

    @property
    def has_failed(self) -> bool:
        """Whether it met an error that another attempt may not."""
        ...

    def multiply_delay(self, factor: float) -> Self:
        """Return the same result with the delay of the next attempt multiplied."""
        ...


ClaimT = TypeVar("ClaimT", bound=Claimed)
ResultT = TypeVar("ResultT", bound=Attempted)


class StageWork(Protocol[ClaimT, ResultT]):
    stage: Stage
    deadline_seconds: float

    @property
    def concurrency(self) -> int: ...

    async def claim(self, limit: int, lease_seconds: float) -> list[ClaimT]: ...

    async def work(self, claim: ClaimT, lease: "LeasedWork") -> ResultT:
        """Do the work. It may raise anything: the loop turns an exception into a failed attempt."""
        ...

    def fail(self, claim: ClaimT, error: BaseException, trace: str) -> ResultT: ...

    async def settle(self, results: Sequence[ResultT]) -> set[int]: ...

    async def seconds_until_ready(self) -> float | None: ...


class LeaseExpired(Exception):
    """The lease has expired by this process's own clock: another worker may already hold the work."""


@dataclass(slots=True)
class LeasedWork:
    """One claimed piece of work, from claim to settle."""

    claim: Any
    lease: Lease
    expires: float  # on this process's monotonic clock, counted from before the claim was sent
    task: "asyncio.Task[None] | None" = None
    began: float = field(default_factory=time.monotonic)  # when the claim was sent
    settling: bool = False  # its row may already be gone, deleted by our own settle
    unwritable: bool = False  # the database has refused its result once

    def check(self) -> None:
        if time.monotonic() >= self.expires:
            raise LeaseExpired


class Loop(Generic[ClaimT, ResultT]):
    def __init__(
        self,
        stage: StageWork[ClaimT, ResultT],
        database: Database,
        worker: str,
        settings: Settings,
        load: ProcessLoad | None = None,
        rng: Random | None = None,
        poll_seconds: Callable[[], float] | None = None,
    ) -> None:
        """`poll_seconds` is how long to wait at most for work while idle: longer if the loop is woken reliably."""
        self.stage = stage
        self._poll_seconds = poll_seconds or (lambda: settings.queue.poll_seconds)
        self._database = database
        self._worker = worker
        self._settings = settings
        self._rng = rng or Random()
        self._load = load or ProcessLoad()  # of the whole process: its loops share it
        self._held: dict[Lease, LeasedWork] = {}  # by fence too: a page may be lost and claimed again
        self._results: asyncio.Queue[tuple[Lease, ResultT]] = asyncio.Queue()
        self._awake = asyncio.Event()
        self._slot_freed = asyncio.Event()
        self._stopping = asyncio.Event()
        self._slots = asyncio.Semaphore(stage.concurrency)
        self._pressure = StagePressure()
        self._claim_size = ClaimSize(
            settings.queue.worker_target_slice_ms,
            settings.queue.claim_min,
            settings.queue.claim_max,
            settings.queue.safety_factor,
            stage.concurrency,
            Average(),
        )
        self._last_size: int | None = None
        self._last_lease: float | None = None
        self._lease_length = LeaseLength(settings.queue.lock_floor_ms, settings.queue.lock_cap_ms, Average())

    def wake(self) -> None:
        self._awake.set()

    def stop(self) -> None:
        self._stopping.set()
        self._awake.set()
        self._slot_freed.set()

    async def run(self) -> None:
        self._report_spacing("start")
        helpers = [asyncio.create_task(self._settle_forever()), asyncio.create_task(self._renew_forever())]
        try:
            await self._claim_forever()
            await self._drain()
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)

    async def run_once(self) -> int:
        """Claim once, and work and settle all of it. Return the number of claims."""
        held = await self._claim(self._room())
        await asyncio.gather(*(leased_work.task for leased_work in held if leased_work.task is not None))
        while not self._results.empty():
            await self._settle(self._ready_results())
        return len(held)

    # Claiming ------------------------------------------------------------------------------------------------

    async def _claim_forever(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            room = self._room()
            if room <= 0:
                self._slot_freed.clear()
                await self._slot_freed.wait()
                continue
            self._awake.clear()
            try:
                held = await self._claim(room)
                wait = 0.0 if held and len(held) >= room else await self._idle_seconds()
                failures = _note_recovery(failures, f"claim {self.stage.stage}")
            except Unavailable as error:
                failures += 1
                observe.emit(observe.DatabaseLost(f"claim {self.stage.stage}", str(error.__cause__)))
                wait = RECONNECT.delay(failures, self._rng.random())
            except Exception as error:  # a worker that stops claiming looks alive and is not
                failures += 1
                observe.emit(observe.LoopFailed(f"claim {self.stage.stage}", repr(error)))
                wait = RECONNECT.delay(failures, self._rng.random())
            raise_if_canceled()
            await self._sleep_until_woken(wait)

    def _room(self) -> int:
        """Return how much to claim. Under load less may be held in total: claiming it in smaller parts would be no
        relief."""
        size = self._claim_size.decide(self._pressure.spacing)
        if size != self._last_size:
            self._last_size = size
            taken = self._claim_size.slice_ms(size)
            observe.emit(observe.ControllerDecided(f"claim_size_{self.stage.stage}", size, self._size_cause(), taken))
        free = self._load.lower(self.stage.concurrency) - len(self._held)
        return max(min(free, size), self._settings.queue.claim_min) if free > 0 else 0

    def _size_cause(self) -> str:
        average = self._claim_size.average_ms.value
        causes = [] if average is None else [f"an item takes {average:.1f} ms"]
        if self._pressure.spacing > 1:
            causes.append(self._pressure.in_words())
        return ", ".join(causes) or "start"

    async def _claim(self, limit: int) -> list[LeasedWork]:
        lease_seconds = self._lease_seconds()
        began = time.monotonic()
        claims = await self.stage.claim(limit, lease_seconds)
        if claims:
            observe.emit(observe.WorkClaimed(self.stage.stage, len(claims), limit))
        held = []
        for claim in claims:
            leased_work = LeasedWork(claim, Lease(claim.work_id, claim.fence), began + lease_seconds, began=began)
            self._held[leased_work.lease] = leased_work
            leased_work.task = asyncio.create_task(self._work(claim, leased_work))
            held.append(leased_work)
        return held

    def _lease_seconds(self) -> float:
        seconds = self._lease_length.decide_seconds()
        if self._last_lease is None or abs(seconds - self._last_lease) > LEASE_STEP * self._last_lease:
            self._last_lease = seconds
            average = self._lease_length.average_ms.value
            cause = "start" if average is None else f"an item takes {average:.1f} ms"
            decided = observe.ControllerDecided(f"lease_{self.stage.stage}", round(seconds * 1000), cause, average)
            observe.emit(decided)
        return seconds

    async def _idle_seconds(self) -> float:
        """Return the time until the next lane is ready, at most one poll interval: a lost wake-up costs no more than
        that."""
        poll = self._poll_seconds() * self._rng.uniform(0.75, 1.0)
        ready = await self.stage.seconds_until_ready()
        return poll if ready is None else max(min(ready, poll), MIN_WAIT_SECONDS)

    async def _sleep_until_woken(self, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._awake.wait()

    # Working -------------------------------------------------------------------------------------------------

    async def _work(self, claim: ClaimT, held: LeasedWork) -> None:
        async with self._slots:
            started = time.monotonic()
            try:
                async with asyncio.timeout(self.stage.deadline_seconds):
                    result = await self.stage.work(claim, held)
            except LeaseExpired:
                self._forget(held.lease, "expired before the work began")
                return
            except Exception as error:  # a handler may raise anything, and its slot and its work must not be lost
                observe.emit(observe.HandlerCrashed(self.stage.stage, claim.work_id, repr(error)))
                result = self.stage.fail(claim, error, traceback.format_exc())
        self._observe((time.monotonic() - started) * 1000)
        self._results.put_nowait((held.lease, self._delay_if_failed(claim, result)))

    def _delay_if_failed(self, claim: ClaimT, result: ResultT) -> ResultT:
        """Delay the next attempt while the attempts of all users fail."""
        cause = self._pressure.observe(claim.asker_id, failed=result.has_failed, lane=claim.lane_id)
        if cause is not None:
            self._report_spacing(cause)
        return result.multiply_delay(self._pressure.spacing) if result.has_failed else result

    def _report_spacing(self, cause: str) -> None:
        observe.emit(observe.ControllerDecided(f"retry_spacing_{self.stage.stage}", self._pressure.spacing, cause))

    def _observe(self, item_ms: float) -> None:
        self._claim_size.observe(item_ms)
        self._lease_length.observe(item_ms)

    def _forget(self, lease: Lease, why: str) -> None:
        held = self._held.pop(lease, None)
        if held is not None:
            observe.emit(observe.LeaseLost(self.stage.stage, lease.work_id, why))
            if held.task is not None and held.task is not asyncio.current_task():
                held.task.cancel()
        self._slot_freed.set()

    # Settling ------------------------------------------------------------------------------------------------

    async def _settle_forever(self) -> None:
        while True:
            batch = [await self._results.get(), *self._ready_results()]
            give_up = time.monotonic() + MAX_HOLD_SECONDS
            while len(batch) < min(BATCH, len(self._held)) and time.monotonic() < give_up:
                try:
                    async with asyncio.timeout(QUIET_SECONDS):
                        batch.append(await self._results.get())
                except TimeoutError:
                    break
            try:
                await self._settle(batch)
            except Exception as error:  # a loop that stops settling would hold its slots for ever
                observe.emit(observe.LoopFailed(f"settle {self.stage.stage}", repr(error)))
                for lease, _ in batch:
                    self._forget(lease, "its result could not be settled")
            raise_if_canceled()

    def _ready_results(self) -> list[tuple[Lease, ResultT]]:
        ready: list[tuple[Lease, ResultT]] = []
        while not self._results.empty() and len(ready) < BATCH:
            ready.append(self._results.get_nowait())
        return ready

    async def _settle(self, batch: list[tuple[Lease, ResultT]]) -> None:
        """Settle the batch. Retry until it is written or its leases are lost."""
        failures = 0
        while live := [(lease, result) for lease, result in batch if lease in self._held]:
            started = time.monotonic()
            try:
                with self._mark_settling([self._held[lease] for lease, _ in live]):
                    owned = await self.stage.settle([result for _, result in live])
            except Unavailable as error:
                failures += 1
                observe.emit(observe.DatabaseLost(f"settle {self.stage.stage}", str(error.__cause__)))
                raise_if_canceled()
                await asyncio.sleep(RECONNECT.delay(failures, self._rng.random()))
                continue
            except Exception as error:  # one result that cannot be written must not fail the others
                await self._settle_one_by_one(live, error)
                return
            self._note_settled([lease for lease, _ in live], len(owned), time.monotonic() - started)
            return

    @contextlib.contextmanager
    def _mark_settling(self, held: Sequence[LeasedWork]) -> Iterator[None]:
        for leased_work in held:
            leased_work.settling = True
        try:
            yield
        finally:
            for leased_work in held:
                leased_work.settling = False

    async def _settle_one_by_one(self, batch: list[tuple[Lease, ResultT]], error: Exception) -> None:
        if len(batch) > 1:
            for leased_result in batch:
                await self._settle([leased_result])
            return
        ((lease, _),) = batch
        held = self._held.get(lease)
        if held is None:  # lost while it was being written
            return
        observe.emit(observe.HandlerCrashed(self.stage.stage, lease.work_id, repr(error)))
        if held.unwritable:
            self._forget(lease, "its failure could not be written either")
            return
        held.unwritable = True
        await self._settle([(lease, self.stage.fail(held.claim, error, traceback.format_exc()))])

    def _note_settled(self, leases: list[Lease], owned: int, seconds: float) -> None:
        for lease in leases:
            self._held.pop(lease, None)
        observe.emit(observe.WorkSettled(self.stage.stage, owned, len(leases) - owned, seconds))
        self._slot_freed.set()
        self._awake.set()

    # Renewing ------------------------------------------------------------------------------------------------

    async def _renew_forever(self) -> None:
        while True:
            lease_seconds = self._lease_length.decide_seconds()
            third = min(lease_seconds, self._settings.queue.lock_floor_ms / 1000) / 3
            await asyncio.sleep(max(third / 10, min(third, self._seconds_to_spare())))
            await self._renew(lease_seconds)
            raise_if_canceled()

    @property
    def _margin(self) -> float:
        """The time before its end at which a lease that cannot be renewed is given up."""
        return self._settings.queue.lock_floor_ms / 1000 / 3

    def _seconds_to_spare(self) -> float:
        """Return the time until the first lease must be given up. A failed renewal is retried by then, not a whole
        interval later: by that time another worker would hold the work."""
        first = min((leased_work.expires for leased_work in self._held.values()), default=math.inf)
        return max(0.0, first - self._margin - time.monotonic())

    async def _renew(self, lease_seconds: float) -> None:
        held = dict(self._held)
        if not held:
            return
        expires = time.monotonic() + lease_seconds
        timeout = min(lease_seconds / 3, max(self._margin / 2, self._seconds_to_spare()))
        try:
            alive = await _within(timeout, self._ask_for_renewal(list(held), lease_seconds))
        except (Unavailable, TimeoutError) as error:
            observe.emit(observe.DatabaseLost(f"renew {self.stage.stage}", repr(error)))
            self._forget_expired()
            return
        except Exception as error:  # a heartbeat that stops would lose all leases
            observe.emit(observe.LoopFailed(f"renew {self.stage.stage}", repr(error)))
            self._forget_expired()
            return
        for lease, leased_work in held.items():
            if lease in alive:
                leased_work.expires = expires
            elif lease in self._held and not leased_work.settling:
                self._forget(lease, "taken over")

    async def _ask_for_renewal(self, leases: list[Lease], lease_seconds: float) -> set[Lease]:
        async with self._database.connection() as connection:
            return await work.renew(connection, self._worker, leases, lease_seconds)

    def _forget_expired(self) -> None:
        now = time.monotonic()
        for lease, leased_work in list(self._held.items()):
            if leased_work.expires - self._margin <= now:
                self._forget(lease, "the database cannot be reached")

    # Stopping ------------------------------------------------------------------------------------------------

    async def _drain(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._settings.queue.drain_seconds):
                while self._held:
                    self._slot_freed.clear()
                    await self._slot_freed.wait()
        left = list(self._held.values())
        for leased_work in left:
            if leased_work.task is not None:
                leased_work.task.cancel()
        if left:
            with contextlib.suppress(Unavailable):
                async with self._database.transaction() as connection:
                    await work.release(connection, self._worker, [leased_work.lease for leased_work in left])


AnswerT = TypeVar("AnswerT")


async def _within(seconds: float, act: Coroutine[Any, Any, AnswerT]) -> AnswerT:
    """Await the coroutine with a timeout. Unlike `asyncio.timeout` it does not wait for the cancellation of a late
    task: the driver would first ask the server to stop, and an unresponsive server is the reason for the timeout."""
    task = asyncio.create_task(act)
    try:
        await asyncio.wait([task], timeout=seconds)
    finally:
        late = not task.done()
        if late:
            task.cancel()
            task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    if late:
        raise TimeoutError
    return task.result()


def _note_recovery(failures: int, where: str) -> int:
    if failures:
        observe.emit(observe.DatabaseBack(where))
    return 0


AnyLoop = Loop[Any, Any]
