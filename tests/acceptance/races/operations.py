"""All operations on the queue, each as a value that can be run against the database and applied to the
model. An operation that runs alone must do everything that is due; one that runs beside an open transaction may
skip the rows that transaction locks."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol
from uuid import UUID

from psycopg.rows import dict_row
from tests.acceptance.races.model import (
    FRESH_SECONDS,
    LEASE_SECONDS,
    MAX_ATTEMPTS,
    RETRY_SECONDS,
    STUCK_SECONDS,
    Domain,
    Item,
    Model,
    Page,
)
from tests.integration.helpers import fetch_again, fetch_failed, fetched, page, product, recipe, set_pace
from uuid_utils.compat import uuid7

from garner.core.lifecycle import Origin, TaskStatus
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind, Record
from garner.postgres.database import Connection
from garner.store.crawl import extraction, fetching, lanes
from garner.store.crawl.extraction import BodyClaim, ExtractionResult
from garner.store.crawl.fetching import PageClaim, PageResult
from garner.store.crawl.lanes import Politeness
from garner.store.jobs import jobs
from garner.store.queue import leases
from garner.store.queue.leases import Lease
from garner.store.tasks import items
from garner.store.tasks.items import Submission

KINDS = (Kind.RECIPE, Kind.PRODUCT)
SINGLE, BATCH = 1, 5
ALL = 20


class Operation(Protocol):
    async def run(self, connection: Connection) -> Any: ...

    def tell(self, model: Model, outcome: Any, *, alone: bool) -> None: ...


@dataclass(frozen=True)
class Held:
    """A claim that a worker believes it holds: true until settled or taken away, and possibly used much later."""

    worker: str
    claim: Any

    @property
    def lease(self) -> Lease:
        return Lease(self.claim.work_id, self.claim.fence)

    def is_true(self, model: Model, worker: str) -> bool:
        return model.holds(model.pages[self.claim.url], worker, self.claim.fence)

    def __repr__(self) -> str:
        return f"{self.worker}'s {self.claim.url} ({self.claim.work_id}, {self.claim.fence})"


# Asking ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ask:
    url: str
    kind: Kind
    origin: Origin
    user_id: int | None
    domain: Domain = field(repr=False)
    fresh_seconds: float = FRESH_SECONDS
    key: UUID = field(default_factory=uuid7, repr=False)

    async def run(self, connection: Connection) -> Submission:
        asked = page(self.url)
        await set_pace(connection, asked, self.domain.delay_seconds, self.domain.width)
        return await items.submit_page(
            connection,
            self.key,
            asked,
            kind=self.kind,
            origin=self.origin,
            user_id=self.user_id,
            use_llm=False,
            priority=SINGLE,
            ttl=timedelta(seconds=self.fresh_seconds),
            topic=None,
        )

    def tell(self, model: Model, outcome: Submission, *, alone: bool) -> None:
        asked = model.pages[self.url]
        found = model.find_open(asked, self.kind, self.origin, self.user_id)
        if model.is_fresh(asked, self.kind):
            assert outcome.outcome == "fresh"
        elif found is not None:
            assert (outcome.outcome, outcome.item_id, outcome.status) == ("joined", found, model.items[found].status)
        else:
            assert (outcome.outcome, outcome.item_id) == ("created", self.key)
            model.create(self.key, Item(asked, self.kind, self.origin, self.user_id, None))


@dataclass(frozen=True)
class AddRow:
    """Make a row of a job wait for a page, as the feeder does."""

    url: str
    kind: Kind
    job_id: int
    domain: Domain = field(repr=False)
    key: UUID = field(default_factory=uuid7, repr=False)

    async def run(self, connection: Connection) -> None:
        address = page(self.url)
        await set_pace(connection, address, self.domain.delay_seconds, self.domain.width)
        await connection.execute(
            "select create_pages(array[1], array[%s], array[%s], array[%s], array[%s], array[null], %s, 'pending')",
            (self.url, address.hash, address.domain, address.base_url, BATCH),
        )
        # The items are read in a later statement than the lock, so that it sees what its former holder did to them.
        await connection.execute("select from crawl_tasks where url_hash = %s for update", (address.hash,))
        cursor = await connection.execute(
            """
            select id, status, work_began(status, started_at, updated_at, url_hash) as began
            from crawl_tasks where url_hash = %s
            """,
            (address.hash,),
        )
        (task,) = await cursor.fetchall()
        began = task["began"]
        if task["status"] in ("pending", "completed", "failed"):
            await connection.execute("select queue_tasks(array[%s::bigint], array[0::bigint], %s)", (task["id"], BATCH))
        await connection.execute(
            """
            insert into job_items (id, job_id, origin, job_type, kind, url, url_hash, status, started_at)
            values (%s, %s, 'batch', 'csv', %s, %s, %s, %s, %s)
            """,
            (self.key, self.job_id, self.kind, self.url, address.hash, "PROCESSING" if began else "PENDING", began),
        )
        await connection.execute(
            "insert into job_deltas (job_id, total, pending, processing) values (%s, 1, %s, %s)",
            (self.job_id, int(began is None), int(began is not None)),
        )

    def tell(self, model: Model, outcome: None, *, alone: bool) -> None:
        model.create(self.key, Item(model.pages[self.url], self.kind, Origin.BATCH, None, self.job_id))


@dataclass(frozen=True)
class Cancel:
    keys: tuple[UUID, ...]

    async def run(self, connection: Connection) -> int:
        return await items.cancel(connection, self.keys)

    def tell(self, model: Model, outcome: int, *, alone: bool) -> None:
        assert outcome == model.cancel([key for key in self.keys if key in model.items])


# Claiming ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClaimPages:
    worker: str
    limit: int = ALL

    async def run(self, connection: Connection) -> tuple[set[str], list[PageClaim]]:
        cursor = await connection.execute(
            "select d.domain_name from lanes l join domains d on d.id = l.domain_id where l.ready_at <= now()"
        )
        ready = {row["domain_name"] for row in await cursor.fetchall()}
        return ready, await fetching.claim(
            connection, self.worker, self.limit, LEASE_SECONDS, Politeness(obey_robots=False)
        )

    def tell(self, model: Model, outcome: tuple[set[str], list[PageClaim]], *, alone: bool) -> None:
        ready, claims = outcome
        claimed = [model.pages[claim.url] for claim in claims]
        for domain in {known.domain.name: known.domain for known in model.pages.values()}.values():
            due = [known for known in model.pages.values() if known.domain is domain]
            due = [known for known in due if model.is_claimable(known, TaskStatus.QUEUED)]
            taken = [known for known in claimed if known.domain is domain]
            room = domain.width - model.in_flight(domain)
            if domain.delay_seconds:
                room = min(room, 1 if domain.next_at <= model.now else 0)
            assert len(taken) <= room and all(known in due for known in taken)
            if alone and domain.name in ready and self.limit == ALL:
                assert len(taken) == min(room, len(due))
            if taken:
                domain.next_at = model.now + domain.delay_seconds
        for claim in claims:
            model.claim(model.pages[claim.url], TaskStatus.CRAWLING, self.worker, claim.fence)


@dataclass(frozen=True)
class ClaimBodies:
    worker: str
    limit: int = ALL

    async def run(self, connection: Connection) -> list[BodyClaim]:
        return await extraction.claim(connection, self.worker, self.limit, LEASE_SECONDS)

    def tell(self, model: Model, outcome: list[BodyClaim], *, alone: bool) -> None:
        due = {known.url for known in model.pages.values() if model.is_claimable(known, TaskStatus.DOWNLOADED)}
        taken = {claim.url for claim in outcome}
        assert taken <= due
        if alone and self.limit == ALL:
            assert taken == due
        for claim in outcome:
            claimed = model.pages[claim.url]
            assert set(claim.kinds) == {item.kind for item in model.waiting(claimed)}
            model.claim(claimed, TaskStatus.PARSING, self.worker, claim.fence)


# Settling ----------------------------------------------------------------------------------------------------

FETCHED, GONE, AGAIN, ALL_FOUND, NONE_FOUND, BODY_GONE, CRASHED = (
    *("fetched", "gone", "again"),
    *("all found", "none found", "body gone", "crashed"),
)
FETCHES = (FETCHED, FETCHED, AGAIN, GONE)
EXTRACTIONS = (*(kind.value for kind in KINDS), ALL_FOUND, ALL_FOUND, NONE_FOUND, AGAIN, BODY_GONE, CRASHED)


@dataclass(frozen=True)
class SettlePages:
    """`by` is the worker that settles: the one that claimed, unless another has its claim."""

    by: str
    results: tuple[tuple[Held, str], ...]
    delay_seconds: float = RETRY_SECONDS

    def _result(self, held: Held, how: str) -> PageResult:
        if how == FETCHED:
            return fetched(held.claim)
        if how == AGAIN and held.claim.attempt < MAX_ATTEMPTS:
            return fetch_again(held.claim, self.delay_seconds)
        return fetch_failed(held.claim, spent=how == AGAIN)

    async def run(self, connection: Connection) -> set[int]:
        return await fetching.settle(connection, self.by, [self._result(held, how) for held, how in self.results])

    def tell(self, model: Model, outcome: set[int], *, alone: bool) -> None:
        own = [(held, how) for held, how in self.results if held.is_true(model, self.by)]
        assert outcome == {held.claim.work_id for held, _ in own}
        for held, how in own:
            self._apply(model, model.pages[held.claim.url], self._result(held, how).verdict)

    def _apply(self, model: Model, settled: Page, verdict: Verdict) -> None:
        if verdict.action is Action.EXTRACT:
            model.download(settled)
        elif verdict.action is Action.FAIL:
            model.fail(settled)
        else:
            settled.retries += 1
            model.put_back(settled, TaskStatus.QUEUED, self.delay_seconds)


@dataclass(frozen=True)
class SettleBodies:
    by: str
    results: tuple[tuple[Held, str], ...]
    delay_seconds: float = RETRY_SECONDS

    def _result(self, held: Held, how: str) -> ExtractionResult:
        claim = held.claim
        wanted = tuple(Kind(kind) for kind in claim.kinds)
        if how in (AGAIN, BODY_GONE, CRASHED):
            ends = how == CRASHED or claim.attempt >= MAX_ATTEMPTS
            verdict = Verdict(Action.FAIL if ends else Action.RETRY, "body_missing", how, self.delay_seconds)
            return ExtractionResult(claim.work_id, claim.fence, verdict, refetch=how == BODY_GONE)
        found = tuple(_record(kind, claim.fence) for kind in wanted if how in (ALL_FOUND, kind))
        return ExtractionResult(claim.work_id, claim.fence, Verdict(Action.EXTRACT), wanted, found)

    async def run(self, connection: Connection) -> set[int]:
        return await extraction.settle(connection, self.by, [self._result(held, how) for held, how in self.results])

    def tell(self, model: Model, outcome: set[int], *, alone: bool) -> None:
        own = [(held, how) for held, how in self.results if held.is_true(model, self.by)]
        assert outcome == {held.claim.work_id for held, _ in own}
        for held, how in own:
            self._apply(model, model.pages[held.claim.url], self._result(held, how))

    def _apply(self, model: Model, settled: Page, result: ExtractionResult) -> None:
        if result.verdict.action is Action.EXTRACT:
            model.extract(settled, result.kinds, [record.kind for record in result.found])
        elif result.verdict.action is Action.FAIL or (result.refetch and settled.retries + 1 >= MAX_ATTEMPTS):
            model.fail(settled)
        elif result.refetch:
            settled.retries += 1
            model.put_back(settled, TaskStatus.QUEUED, self.delay_seconds)
        else:
            model.put_back(settled, TaskStatus.DOWNLOADED, self.delay_seconds)


def _record(kind: Kind, version: int) -> Record:
    content_hash = f"{version % 2:064}"
    return recipe("Cake", content_hash) if kind is Kind.RECIPE else product("Pan", content_hash)


# Leases ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Renew:
    by: str
    held: tuple[Held, ...]

    async def run(self, connection: Connection) -> set[Lease]:
        return await leases.renew(connection, self.by, [held.lease for held in self.held], LEASE_SECONDS)

    def tell(self, model: Model, outcome: set[Lease], *, alone: bool) -> None:
        own = [held for held in self.held if held.is_true(model, self.by)]
        assert outcome == {held.lease for held in own}
        for held in own:
            model.pages[held.claim.url].lease_until = model.now + LEASE_SECONDS


@dataclass(frozen=True)
class Release:
    by: str
    held: tuple[Held, ...]

    async def run(self, connection: Connection) -> int:
        return await leases.release(connection, self.by, [held.lease for held in self.held])

    def tell(self, model: Model, outcome: int, *, alone: bool) -> None:
        own = [held for held in self.held if held.is_true(model, self.by)]
        assert outcome == len(own)
        for held in own:
            released = model.pages[held.claim.url]
            model.put_back(released, model.before(released), 0, uncount=1)


# In the background -------------------------------------------------------------------------------------------


async def _touched(connection: Connection) -> set[str]:
    """Return the pages that this transaction has moved, by its timestamp."""
    cursor = connection.cursor(row_factory=dict_row)
    await cursor.execute("select url from crawl_tasks where updated_at = now()")
    return {row["url"] for row in await cursor.fetchall()}


@dataclass(frozen=True)
class Sweep:
    delay_seconds: float = RETRY_SECONDS

    async def run(self, connection: Connection) -> set[str]:
        await leases.sweep(connection, delay_seconds=self.delay_seconds)
        return await _touched(connection)

    def tell(self, model: Model, outcome: set[str], *, alone: bool) -> None:
        assert outcome <= model.expired() and (not alone or outcome == model.expired())
        for swept in map(model.pages.__getitem__, outcome):
            if swept.attempt >= MAX_ATTEMPTS:
                model.fail(swept)
            else:
                model.put_back(swept, model.before(swept), self.delay_seconds)


@dataclass(frozen=True)
class TimeOut:
    after_seconds: float = STUCK_SECONDS

    async def run(self, connection: Connection) -> set[str]:
        await items.time_out(connection, timedelta(seconds=self.after_seconds))
        return await _touched(connection)

    def tell(self, model: Model, outcome: set[str], *, alone: bool) -> None:
        assert outcome <= model.stuck() and (not alone or outcome == model.stuck())
        for stuck in map(model.pages.__getitem__, outcome):
            model.fail(stuck)


@dataclass(frozen=True)
class Fold:
    async def run(self, connection: Connection) -> int:
        return await jobs.fold(connection)

    def tell(self, model: Model, outcome: int, *, alone: bool) -> None:
        """Folding moves no item."""


@dataclass(frozen=True)
class Reconcile:
    async def run(self, connection: Connection) -> tuple[int, int]:
        return await lanes.wake_forgotten(connection), await items.reattach(connection)

    def tell(self, model: Model, outcome: tuple[int, int], *, alone: bool) -> None:
        assert outcome == (0, 0), "the reconciler had something to repair"
