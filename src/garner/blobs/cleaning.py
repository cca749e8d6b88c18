"""Delete the bodies that the retention policy expires, in memory that does not grow with their number.

References to a body are removed before the body is deleted: a crash in between leaves a body without a task, which the
next round finds, and never a task without its body.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from garner.blobs.store import BlobStore
from garner.core.retention import BodyAction, BodyPolicy, KeptBody, RetentionBudget

PointedAt = Callable[[list[str]], Awaitable[set[str]]]  # returns those of the paths that a crawl task references
# Removes the tasks' references to these paths, and returns the paths that no task references now: a task that is still
# to be extracted may keep its body.
LetGo = Callable[[list[str]], Awaitable[set[str]]]


@dataclass(slots=True)
class CleaningReport:
    deleted: int = 0
    freed_bytes: int = 0
    kept: int = 0
    kept_bytes: int = 0


async def clean_bodies(
    blobs: BlobStore, referenced: PointedAt, forget: LetGo, policy: BodyPolicy, now: datetime
) -> CleaningReport:
    room = RetentionBudget()
    cleaned = CleaningReport()
    async for page in blobs.list():
        forgotten = await _find_expired(page, referenced, forget, policy, now)
        await _delete(blobs, page, forgotten, cleaned)
        for body in page:
            if body.path not in forgotten:
                room.add(body)
    cleaned.kept, cleaned.kept_bytes = room.bodies, room.bytes
    excess = None if policy.max_bytes is None else room.excess(policy.max_bytes, now)
    if excess is not None:
        async for page in blobs.list():
            oldest = [body.path for body in page if excess.takes(body)]
            freed = await _delete(blobs, page, await forget(oldest) if oldest else set(), cleaned)
            cleaned.kept -= freed.deleted
            cleaned.kept_bytes -= freed.freed_bytes
    return cleaned


async def _find_expired(
    page: list[KeptBody], referenced: PointedAt, forget: LetGo, policy: BodyPolicy, now: datetime
) -> set[str]:
    actions = {body.path: policy.decide(body, now) for body in page}
    too_old = [path for path, action in actions.items() if action is BodyAction.GO]
    doubtful = [path for path, action in actions.items() if action is BodyAction.KEEP_IF_POINTED_AT]
    forgotten = await forget(too_old) if too_old else set()
    if doubtful:
        forgotten |= set(doubtful) - await referenced(doubtful)
    return forgotten


async def _delete(
    blobs: BlobStore, page: list[KeptBody], forgotten: set[str], cleaned: CleaningReport
) -> CleaningReport:
    going = [body for body in page if body.path in forgotten]
    if going:
        await blobs.delete_many([body.path for body in going])
    freed = CleaningReport(len(going), sum(body.bytes for body in going))
    cleaned.deleted += freed.deleted
    cleaned.freed_bytes += freed.freed_bytes
    return freed
