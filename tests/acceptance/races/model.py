"""The expected content of the database as plain objects, for any sequence and interleaving of operations.

Time is counted in ticks of forty seconds, and every duration lies half-way between two ticks, so the
few real seconds that a test takes never count as a tick.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from uuid import UUID

from garner.core.lifecycle import OPEN_ITEM, ItemStatus, Origin, TaskStatus
from garner.core.record import Kind

TICK_SECONDS = 40.0
LEASE_SECONDS = 100.0
RETRY_SECONDS = 60.0
STUCK_SECONDS = 300.0
FRESH_SECONDS = 3620.0
MAX_ATTEMPTS = 3

Status = TaskStatus
AWAKE = (Status.QUEUED, Status.CRAWLING, Status.DOWNLOADED, Status.PARSING)
IN_FLIGHT = (Status.CRAWLING, Status.PARSING)
BEGUN = (*IN_FLIGHT, Status.DOWNLOADED)


@dataclass
class Domain:
    name: str
    delay_seconds: float
    width: int
    next_at: float = 0.0


@dataclass(eq=False, repr=False)
class Page:
    url: str
    domain: Domain
    status: Status | None = None
    attempt: int = 0
    retries: int = 0
    fence: int | None = None
    worker: str | None = None
    lease_until: float = 0.0
    due_at: float = 0.0
    moved_at: float = 0.0
    was_completed: bool = False
    parsed_at: dict[Kind, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.url

    def let_go(self) -> None:
        self.fence = self.worker = None


@dataclass
class Item:
    page: Page
    kind: Kind
    origin: Origin
    user_id: int | None
    job_id: int | None
    status: ItemStatus = ItemStatus.PENDING

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_ITEM


class Model:
    def __init__(self, pages: Iterable[Page]) -> None:
        self.now = 0.0
        self.pages = {page.url: page for page in pages}
        self.items: dict[UUID, Item] = {}

    def waiting(self, page: Page) -> list[Item]:
        return [item for item in self.items.values() if item.page is page and item.is_open]

    def in_flight(self, domain: Domain) -> int:
        return sum(page.domain is domain and page.status is Status.CRAWLING for page in self.pages.values())

    def _move(self, page: Page, status: Status) -> None:
        page.status, page.moved_at = status, self.now

    # Asking --------------------------------------------------------------------------------------------------

    def is_fresh(self, page: Page, kind: Kind) -> bool:
        return kind in page.parsed_at and self.now - page.parsed_at[kind] < FRESH_SECONDS

    def find_open(self, page: Page, kind: Kind, origin: Origin, user_id: int | None) -> UUID | None:
        same = (page, kind, origin, user_id)
        return next(
            (
                key
                for key, item in self.items.items()
                if item.is_open and (item.page, item.kind, item.origin, item.user_id) == same
            ),
            None,
        )

    def create(self, key: UUID, item: Item) -> None:
        self.items[key] = item
        if item.page.status in BEGUN:
            item.status = ItemStatus.PROCESSING
        elif item.page.status not in AWAKE:
            self._move(item.page, Status.QUEUED)
            item.page.attempt = item.page.retries = 0
            item.page.due_at = self.now

    def cancel(self, keys: Iterable[UUID]) -> int:
        canceled = [item for key in keys if (item := self.items[key]).is_open]
        for item in canceled:
            item.status = ItemStatus.CANCELED
            if not self.waiting(item.page) and item.page.status in AWAKE:
                item.page.let_go()
                self._move(item.page, Status.COMPLETED if item.page.was_completed else Status.FAILED)
        return len(canceled)

    # Working -------------------------------------------------------------------------------------------------

    def is_claimable(self, page: Page, status: Status) -> bool:
        return page.status is status and page.due_at <= self.now

    def claim(self, page: Page, status: Status, worker: str, fence: int) -> None:
        self._move(page, status)
        page.attempt += 1
        page.worker, page.fence, page.lease_until = worker, fence, self.now + LEASE_SECONDS
        self._update_items(page, lambda item: ItemStatus.PROCESSING)

    def holds(self, page: Page, worker: str, fence: int) -> bool:
        return (page.worker, page.fence) == (worker, fence)

    def download(self, page: Page) -> None:
        page.let_go()
        page.attempt, page.due_at = 0, self.now
        self._move(page, Status.DOWNLOADED)

    def put_back(self, page: Page, status: Status, delay: float, *, uncount: int = 0) -> None:
        page.let_go()
        page.attempt -= uncount
        page.due_at = self.now + delay
        self._move(page, status)
        self._update_items(page, lambda item: ItemStatus.PENDING)

    def fail(self, page: Page) -> None:
        page.let_go()
        self._move(page, Status.FAILED)
        self._update_items(page, lambda item: ItemStatus.ERROR)

    def extract(self, page: Page, kinds: Iterable[Kind], found: Iterable[Kind]) -> None:
        ends = dict.fromkeys(kinds, ItemStatus.NOT_FOUND) | dict.fromkeys(found, ItemStatus.DONE)
        page.parsed_at |= dict.fromkeys(found, self.now)
        self._update_items(page, lambda item: ends.get(item.kind, item.status))
        page.let_go()
        if self.waiting(page):
            page.attempt, page.due_at = 0, self.now
            self._move(page, Status.DOWNLOADED)
        else:
            page.was_completed |= bool(found)
            self._move(page, Status.COMPLETED if found else Status.FAILED)

    def before(self, page: Page) -> Status:
        """Return the status of work that was released."""
        return Status.DOWNLOADED if page.status is Status.PARSING else Status.QUEUED

    def _update_items(self, page: Page, become: Callable[[Item], ItemStatus]) -> None:
        for item in self.waiting(page):
            item.status = become(item)

    # Time ----------------------------------------------------------------------------------------------------

    def expired(self) -> set[str]:
        return {page.url for page in self.pages.values() if page.fence is not None and page.lease_until < self.now}

    def stuck(self) -> set[str]:
        return {
            page.url
            for page in self.pages.values()
            if page.status in BEGUN and self.now - page.moved_at > STUCK_SECONDS
        }
