"""The three stages alike: claim one piece of work as a dispatcher, take it over as a worker, and settle it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tests.integration.helpers import (
    LEASE_SECONDS,
    WITHOUT_ROBOTS,
    add_matching,
    ask,
    claim_bodies,
    claim_items,
    claim_pages,
    extracted,
    fetch_page,
    fetched,
    new_job,
    recipe,
)
from tests.integration.job_helpers import ended

from garner.core.lifecycle import Stage
from garner.postgres.database import Connection
from garner.store.crawl import extraction, fetching
from garner.store.queue import matching
from garner.store.tasks.handover import HandedOver

DISPATCHER = "dispatcher"


@dataclass(frozen=True)
class HandedStage:
    stage: Stage

    async def prepare(self, connection: Connection) -> None:
        """Add one piece of work."""
        if self.stage is Stage.MATCH:
            await add_matching(connection, await new_job(connection, total=1), 1)
            return
        await ask(connection, delay=5)
        if self.stage is Stage.EXTRACT:
            await fetch_page(connection)

    async def claim(self, connection: Connection, worker: str = DISPATCHER) -> Any:
        claims = {Stage.CRAWL: claim_pages, Stage.EXTRACT: claim_bodies, Stage.MATCH: claim_items}
        (claim,) = await claims[self.stage](connection, worker=worker)
        return claim

    async def hand_over(self, connection: Connection) -> tuple[Any, HandedOver]:
        """Return the claim of a dispatcher, and the lease as its message names it."""
        await self.prepare(connection)
        claim = await self.claim(connection)
        return claim, HandedOver(claim.work_id, claim.fence, DISPATCHER)

    async def take_over(self, connection: Connection, leases: Sequence[HandedOver], worker: str = "two") -> list[Any]:
        if self.stage is Stage.CRAWL:
            return list(await fetching.take_over(connection, worker, leases, LEASE_SECONDS, WITHOUT_ROBOTS))
        if self.stage is Stage.EXTRACT:
            return list(await extraction.take_over(connection, worker, leases, LEASE_SECONDS))
        return list(await matching.take_over(connection, worker, leases, LEASE_SECONDS))

    async def settle(self, connection: Connection, claim: Any, worker: str) -> set[int]:
        if self.stage is Stage.CRAWL:
            return await fetching.settle(connection, worker, [fetched(claim)], WITHOUT_ROBOTS)
        if self.stage is Stage.EXTRACT:
            return await extraction.settle(connection, worker, [extracted(claim, recipe())])
        return await matching.settle(connection, worker, [ended(claim)])


def without_slot_age(claim: Any) -> dict[str, Any]:
    """Return the fields of a claim, except the age of its slot, which alone may differ after a hand-over."""
    fields = asdict(claim)
    fields.pop("slot_age_seconds", None)
    return fields
