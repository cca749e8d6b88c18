"""Write requests for pages to the database. Concurrent requests share one statement."""

from collections.abc import Sequence
from dataclasses import replace

from garner.core.lifecycle import JOBLESS_ORIGINS
from garner.engine.batching import Batcher
from garner.postgres.database import Connection, Database
from garner.store.tasks import items
from garner.store.tasks.items import PageRequest, Submission

# Single requests come before batches, whose rows have the middle priority.
SINGLE_PRIORITY = 0  # before every priority that users can choose


class Submitter:
    """A batcher of concurrent requests for pages. It publishes new ones under `topic`, if there is one."""

    def __init__(self, database: Database, topic: str | None = None) -> None:
        self._database = database
        self._topic = topic
        self._batcher: Batcher[PageRequest, Submission | None] = Batcher(self._ask_many, self._ask_one)

    async def submit(self, request: PageRequest) -> Submission:
        submission = await self._batcher.ask(request)
        return await self._ask_one(request) if submission is None else submission

    async def _ask_one(self, request: PageRequest) -> Submission:
        # The statement is its own transaction, in one round trip.
        async with self._database.connection() as connection:
            return await submit_on(connection, request, self._topic)

    async def _ask_many(self, requests: Sequence[PageRequest]) -> list[Submission | None]:
        """Submit a batch. The result is None for a page that a worker or another caller
        holds just now: its caller waits for it outside the batch, where it delays no other caller."""
        firsts: dict[str, PageRequest] = {}
        joined: set[str] = set()
        for request in requests:
            first = firsts.setdefault(request.page.hash, request)
            if request is not first and _can_join(request, first):
                joined.add(request.page.hash)
        asked = [replace(first, shared=url_hash in joined) for url_hash, first in firsts.items()]
        async with self._database.connection() as connection:
            submissions = await items.submit_pages(connection, asked, priority=SINGLE_PRIORITY, topic=self._topic)
        submissions_by_hash = dict(zip(firsts, submissions, strict=True))
        return [
            _share_submission(request, firsts[request.page.hash], submissions_by_hash[request.page.hash])
            for request in requests
        ]


async def submit_on(connection: Connection, request: PageRequest, topic: str | None = None) -> Submission:
    """Submit one request within the caller's transaction."""
    return await items.submit_page(
        connection,
        request.item_id,
        request.page,
        kind=request.kind,
        origin=request.origin,
        user_id=request.user_id,
        use_llm=request.use_llm,
        priority=SINGLE_PRIORITY,
        ttl=request.ttl,
        topic=topic,
        require_complete=request.require_complete,
        job_type=request.job_type,
    )


def _share_submission(request: PageRequest, first: PageRequest, submission: Submission | None) -> Submission | None:
    """Return the submission of a request whose page was submitted by `first`, the first request for it in the batch. A
    request for the same thing is answered as if it had arrived a moment later; for any other the page is known by
    now."""
    if request is first or submission is None:
        return submission
    if not _can_join(request, first) or submission.outcome == "completed":
        return None
    return replace(submission, outcome="joined") if submission.outcome == "created" else submission


def _can_join(request: PageRequest, first: PageRequest) -> bool:
    return request.asks_for_the_same_as(first) and request.origin in JOBLESS_ORIGINS
