"""The record that an item holds, for whoever may see the item.

Those are: of a guest's request, anybody who knows its id; of a mailbox, its owner; of a job, its owner and admins. For
anybody else there is no such item. A record of a page is everybody's who asks for that page, with all that it was
before; what somebody sent themselves is on their item alone, and is told with that and nothing else.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import own_job
from garner.errors import NotFound
from garner.kinds.changes import (
    FieldChange,
    changes_between,
)
from garner.kinds.fields import in_order
from garner.kinds.flat_results import (
    FlatResult,
    MatchFacts,
    taken_apart,
)
from garner.postgres.database import Connection
from garner.store.people.users import User
from garner.store.records import item_records
from garner.store.records.item_records import (
    HoldingItem,
    PageRecord,
    RecordVersion,
)

NO_SUCH_ITEM = NotFound("There is no such item.")


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """What is known of the record. A record of the item's alone has no version."""

    kind: str | None
    data: dict[str, Any]
    url: str | None = None
    version: int | None = None
    sources: dict[str, Any] | None = None  # None where they are not kept
    extractor: str | None = None
    extractor_version: str | None = None
    strategy: str | None = None
    confidence: float | None = None
    used_llm: bool | None = None
    warnings: tuple[str, ...] = ()
    fetched_at: datetime | None = None
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """Without `changes` if it is the first."""

    told: RecordVersion
    changes: list[FieldChange] | None


@dataclass(frozen=True, slots=True)
class ItemRecord:
    item: HoldingItem
    record: HeldRecord | None
    match: MatchFacts | None
    current_version: int | None
    versions: list[Version]
    next: int | None  # versions before this one are left


async def see_record(
    engine: Engine, item_id: UUID, asker: User | None, *, before: int | None, limit: int
) -> ItemRecord:
    """With so many versions at most, the newest first, from before the given one."""
    async with engine.database.connection() as connection:
        item = await item_records.find(connection, item_id)
    if item is None or not await _may_see(engine, item, asker):
        raise NO_SUCH_ITEM.anew()
    async with engine.database.connection() as connection:
        seen, page, found = await _seen(connection, item, before, limit)
    if page is None:
        return seen
    # Long lists take long to compare: neither a connection nor whoever else is being served waits for that.
    return replace(seen, versions=await asyncio.to_thread(_compared, page.kind, found, limit))


async def _may_see(engine: Engine, item: HoldingItem, asker: User | None) -> bool:
    if item.origin == Origin.PARSE:
        return True
    if asker is None:
        return False
    if item.job_id is None:
        return item.origin == Origin.MAILBOX and item.user_id == asker.user_id
    try:
        await own_job(engine, asker, item.job_id)
    except NotFound:
        return False
    return True


async def _seen(
    connection: Connection, item: HoldingItem, before: int | None, limit: int
) -> tuple[ItemRecord, PageRecord | None, list[RecordVersion]]:
    """Without versions as yet: those of a page's record are there to be compared, one more than wanted."""
    flat = None if item.job_id is None or item.result is None else taken_apart(item.result)
    match = flat.match if flat else None
    page, url = await _page_of(connection, item, match)
    if page is not None:
        found = await item_records.versions(connection, page, up_to=page.version, limit=1)
        if found and found[0].version == page.version:
            record = _of_version(page.kind, url, found[0])
            current, history, more = await _history(connection, page, before, limit)
            return ItemRecord(item, record, match, current, [], more), page, history
    own = _sent(item)
    if flat is not None and flat.data is not None:
        own = _of_row(flat.kind or item.kind, flat.data, flat)
    return ItemRecord(item, own, match, None, [], None), None, []


async def _page_of(
    connection: Connection, item: HoldingItem, match: MatchFacts | None
) -> tuple[PageRecord | None, str | None]:
    """Whose record the item holds, if a page's: its own, or that of the product that it was matched with."""
    if item.url_hash is not None and item.record_version is not None and item.kind in tuple(Kind):
        return PageRecord(item.url_hash, Kind(item.kind), item.record_version), item.url
    if match is not None and match.product_id is not None:
        found = await item_records.of_product(connection, match.product_id)
        if found is not None:
            return found
    return None, None


def _of_version(kind: Kind, url: str | None, found: RecordVersion) -> HeldRecord:
    return HeldRecord(
        kind,
        in_order(kind, found.data),
        url,
        found.version,
        found.sources,
        found.extractor,
        found.extractor_version,
        found.strategy,
        found.confidence,
        found.used_llm,
        tuple(found.warnings),
        found.parsed_at,
        found.changed_at,
    )


def _of_row(kind: str | None, data: dict[str, Any], flat: FlatResult) -> HeldRecord:
    return HeldRecord(
        kind,
        _ordered(kind, data),
        flat.url,
        strategy=flat.strategy,
        confidence=flat.confidence,
        warnings=tuple(flat.warnings),
    )


def _sent(item: HoldingItem) -> HeldRecord | None:
    sent = (item.result or {}).get("sent")
    if not isinstance(sent, dict):
        return None
    names = ("sources", "extractor", "extractor_version", "strategy", "confidence", "used_llm")
    return HeldRecord(
        item.kind,
        _ordered(item.kind, sent["record"]),
        item.url,
        **{name: sent.get(name) for name in names},
        warnings=tuple(sent.get("warnings") or ()),
        fetched_at=item.completed_at,
    )


def _ordered(kind: str | None, data: dict[str, Any]) -> dict[str, Any]:
    return in_order(Kind(kind), data) if kind in tuple(Kind) else data


async def _history(
    connection: Connection, page: PageRecord, before: int | None, limit: int
) -> tuple[int | None, list[RecordVersion], int | None]:
    """The current version, some versions, and before which there are more."""
    newest = await item_records.versions(connection, page, limit=1)
    up_to = None if before is None else before - 1
    # One more than wanted: what the last of them changed is told by the one before it.
    found = await item_records.versions(connection, page, up_to=up_to, limit=limit + 1)
    more = found[limit - 1].version if len(found) > limit else None
    return newest[0].version if newest else None, found, more


def _compared(kind: Kind, found: Sequence[RecordVersion], limit: int) -> list[Version]:
    versions = []
    for one, earlier in zip(found[:limit], [*found[1:], None], strict=False):
        changed = None if earlier is None else changes_between(kind, earlier.data, one.data)
        versions.append(Version(one, changed))
    return versions
