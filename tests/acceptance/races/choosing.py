"""Choose the next operation: by Hypothesis, which can shrink its choices, or at random."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar
from uuid import UUID

from tests.acceptance.races.model import Page
from tests.acceptance.races.operations import (
    ALL,
    EXTRACTIONS,
    FETCHES,
    KINDS,
    AddRow,
    Ask,
    Cancel,
    ClaimBodies,
    ClaimPages,
    Fold,
    Held,
    Operation,
    Reconcile,
    Release,
    Renew,
    SettleBodies,
    SettlePages,
    Sweep,
    TimeOut,
)

from garner.core.lifecycle import Origin
from garner.store.crawl.extraction import BodyClaim
from garner.store.crawl.fetching import PageClaim

T = TypeVar("T")


class Choose(Protocol):
    def __call__(self, options: Sequence[T]) -> T: ...


@dataclass
class Memory:
    """The subjects of operations. Settled and lost claims are kept for a while, so that stale workers act on them."""

    pages: list[Page]
    users: list[int]
    jobs: list[int]
    workers: tuple[str, ...]
    asked: list[tuple[UUID, str]] = field(default_factory=list)
    page_claims: list[Held] = field(default_factory=list)
    body_claims: list[Held] = field(default_factory=list)
    settled: list[Held] = field(default_factory=list)

    def about(self, url: str) -> "Memory":
        """Return the memory restricted to one page."""

        def same(claims: list[Held]) -> list[Held]:
            return [held for held in claims if held.claim.url == url]

        return replace(
            self,
            pages=[page for page in self.pages if page.url == url],
            asked=[(key, about) for key, about in self.asked if about == url],
            page_claims=same(self.page_claims),
            body_claims=same(self.body_claims),
            settled=same(self.settled),
        )

    def remember(self, operation: Operation, outcome: Any) -> None:
        match operation:
            case Ask() if outcome.outcome == "created":
                self.asked.append((operation.key, operation.url))
            case AddRow():
                self.asked.append((operation.key, operation.url))
            case ClaimPages():
                self.page_claims += [Held(operation.worker, claim) for claim in outcome[1]]
            case ClaimBodies():
                self.body_claims += [Held(operation.worker, claim) for claim in outcome]
            case SettlePages() | SettleBodies():
                for held, _ in operation.results:
                    self._settle(held)

    def _settle(self, held: Held) -> None:
        for claims in (self.page_claims, self.body_claims):
            if held in claims:
                claims.remove(held)
                self.settled.append(held)


def _some(choose: Choose, options: Sequence[T]) -> tuple[T, ...]:
    """Return some of the latest options, in order or reversed."""
    chosen = options[-choose((1, 1, 1, 2, 3)) :]
    return tuple(chosen if choose((True, False)) else reversed(chosen))


def _by(choose: Choose, memory: Memory, held: Sequence[Held]) -> str:
    """Return a worker, mostly the one that claimed."""
    return choose((*(held[0].worker for _ in range(9)), *memory.workers)) if held else ""


def _ask(choose: Choose, memory: Memory) -> Operation:
    asked = choose(memory.pages)
    origin = choose((Origin.PARSE, Origin.MAILBOX))
    user_id = choose(memory.users) if origin is Origin.MAILBOX else None
    return Ask(asked.url, choose(KINDS), origin, user_id, asked.domain)


def _add_row(choose: Choose, memory: Memory) -> Operation:
    asked = choose(memory.pages)
    return AddRow(asked.url, choose(KINDS), choose(memory.jobs), asked.domain)


def _cancel(choose: Choose, memory: Memory) -> Operation | None:
    asked = _some(choose, memory.asked)
    return Cancel(tuple(key for key, _ in asked)) if asked else None


def _settle_pages(choose: Choose, memory: Memory) -> Operation | None:
    old = [held for held in memory.settled if isinstance(held.claim, PageClaim)]
    held = _some(choose, memory.page_claims or old)
    return SettlePages(_by(choose, memory, held), tuple((one, choose(FETCHES)) for one in held)) if held else None


def _settle_bodies(choose: Choose, memory: Memory) -> Operation | None:
    old = [held for held in memory.settled if isinstance(held.claim, BodyClaim)]
    held = _some(choose, memory.body_claims or old)
    return SettleBodies(_by(choose, memory, held), tuple((one, choose(EXTRACTIONS)) for one in held)) if held else None


def _lease(make: type[Renew] | type[Release]) -> "Maker":
    def maker(choose: Choose, memory: Memory) -> Operation | None:
        held = _some(choose, choose((memory.page_claims, memory.body_claims, memory.settled)))
        return make(_by(choose, memory, held), held) if held else None

    return maker


Maker = Callable[[Choose, Memory], Operation | None]
OFTEN: tuple[Maker, ...] = (
    _ask,
    lambda choose, memory: ClaimPages(choose(memory.workers), choose((1, ALL, ALL))),
    _settle_pages,
    lambda choose, memory: ClaimBodies(choose(memory.workers), choose((1, ALL, ALL))),
    _settle_bodies,
)
SOMETIMES: tuple[Maker, ...] = (
    _add_row,
    _cancel,
    _lease(Renew),
    _lease(Release),
    lambda choose, memory: Sweep(),
    lambda choose, memory: TimeOut(),
    lambda choose, memory: Fold(),
    lambda choose, memory: Reconcile(),
)
MAKERS = (*OFTEN, *OFTEN, *OFTEN, *SOMETIMES)
EVERY_OPERATION = (
    *(Ask, AddRow, Cancel, ClaimPages, ClaimBodies, SettlePages, SettleBodies),
    *(Renew, Release, Sweep, TimeOut, Fold, Reconcile),
)
