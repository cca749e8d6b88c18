"""Read the feed of changed records."""

from dataclasses import dataclass

from garner.core.record import Kind
from garner.engine.engine import Engine
from garner.errors import ChangesDeleted
from garner.store.records import change_feed
from garner.store.records.change_feed import FeedChange
from garner.store.records.change_log import LogRange

SCANNED_AT_ONCE = 5000  # changes of all users, of which one request returns those that the caller sees


@dataclass(frozen=True, slots=True)
class ChangesPage:
    changes: list[FeedChange]
    next: int  # every change up to this number was looked at
    has_more: bool


async def read_changes(
    engine: Engine, user_id: int, *, since: int | None, kind: Kind | None, limit: int
) -> ChangesPage:
    """Return the changes that the user sees after `since`. Every page looks at a bounded number of changes, and moves
    on past those that the user does not see."""
    async with engine.database.connection() as connection:
        log = await change_feed.scan(connection, user_id, after=since, kind=kind, scanned=SCANNED_AT_ONCE, limit=limit)
    start = log.kept.deleted_to if since is None else since
    _require_kept(start, log.kept)
    is_full = len(log.changes) == limit
    end = log.changes[-1].number if is_full else min(start + SCANNED_AT_ONCE, log.kept.last_number)
    return ChangesPage(log.changes, end, end < log.kept.last_number)


def _require_kept(since: int, kept: LogRange) -> None:
    if since < kept.deleted_to:
        what = f"The changes after {since} are no longer kept."
    elif since > kept.last_number:  # the database was restored from a backup
        what = f"There is no change {since} yet: the last one is {kept.last_number}."
    else:
        return
    raise ChangesDeleted(f"{what} Read all your records again, then continue with since={kept.last_number}.")
