"""The record of an item, for users who may see the item.

A guest's request is visible to any caller who knows its id; a mailbox item to its owner; an item of a job to the job's
owner and to admins. For other callers the item does not exist. A record of a page is shared by all who request that
page, with all its earlier versions; content that a user sent is on their item alone, and is returned only with that
item.
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
from garner.kinds.changes import FieldChange, changes_between
from garner.kinds.fields import in_order
from garner.kinds.flat_results import FlatResult, MatchFacts, split_result
from garner.postgres.database import Connection
from garner.store.jobs import item_records
from garner.store.jobs.item_records import HoldingItem, PageRecord, RecordVersion
from garner.store.people.users import User

NO_SUCH_ITEM = NotFound("There is no such item.")


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """The record and its provenance. A record that belongs to the item alone has no version."""

    kind: str | None
    data: dict[str, Any]
    url: str | None = None
    version: int | None = None
    sources: dict[str, Any] | None = None  # None if they are not stored
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
    """A version of a record. The first has no `changes`."""

    record_version: RecordVersion
    changes: list[FieldChange] | None


@dataclass(frozen=True, slots=True)
class ItemRecord:
    item: HoldingItem
    record: HeldRecord | None
    match: MatchFacts | None
    current_version: int | None
    versions: list[Version]
    next: int | None  # older versions than this one remain


async def see_record(
    engine: Engine, item_id: UUID, asker: User | None, *, before: int | None, limit: int
) -> ItemRecord:
    """Return the item's record with at most `limit` versions, newest first, older than `before`."""
    async with engine.database.connection() as connection:
        item = await item_records.find(connection, item_id)
    if item is None or not await _may_see(engine, item, asker):
        raise NO_SUCH_ITEM.copy()
    async with engine.database.connection() as connection:
        item_record, page, versions = await _load_record(connection, item, before, limit)
    if page is None:
        return item_record
    # Long lists take long to compare, so this runs in a thread and without a connection.
    return replace(item_record, versions=await asyncio.to_thread(_compare_versions, page.kind, versions, limit))


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


async def _load_record(
    connection: Connection, item: HoldingItem, before: int | None, limit: int
) -> tuple[ItemRecord, PageRecord | None, list[RecordVersion]]:
    """Return the record without versions. The versions of a page's record come separately, to be compared: one more
    than wanted."""
    flat = None if item.job_id is None or item.result is None else split_result(item.result)
    match = flat.match if flat else None
    page, url = await _page_of(connection, item, match)
    if page is not None:
        versions = await item_records.versions(connection, page, up_to=page.version, limit=1)
        if versions and versions[0].version == page.version:
            record = _of_version(page.kind, url, versions[0])
            current, history, more = await _history(connection, page, before, limit)
            return ItemRecord(item, record, match, current, [], more), page, history
    own = _submitted_record(item)
    if flat is not None and flat.data is not None:
        own = _of_row(flat.kind or item.kind, flat.data, flat)
    return ItemRecord(item, own, match, None, [], None), None, []


async def _page_of(
    connection: Connection, item: HoldingItem, match: MatchFacts | None
) -> tuple[PageRecord | None, str | None]:
    """Return the page that the item's record belongs to, if any: its own, or that of the product that it was matched
    with."""
    if item.url_hash is not None and item.record_version is not None and item.kind in tuple(Kind):
        return PageRecord(item.url_hash, Kind(item.kind), item.record_version), item.url
    if match is not None and match.product_id is not None:
        page_and_url = await item_records.of_product(connection, match.product_id)
        if page_and_url is not None:
            return page_and_url
    return None, None


def _of_version(kind: Kind, url: str | None, version: RecordVersion) -> HeldRecord:
    return HeldRecord(
        kind,
        in_order(kind, version.data),
        url,
        version.version,
        version.sources,
        version.extractor,
        version.extractor_version,
        version.strategy,
        version.confidence,
        version.used_llm,
        tuple(version.warnings),
        version.parsed_at,
        version.changed_at,
    )


def _of_row(kind: str | None, data: dict[str, Any], flat: FlatResult) -> HeldRecord:
    return HeldRecord(
        kind,
        _order_fields(kind, data),
        flat.url,
        strategy=flat.strategy,
        confidence=flat.confidence,
        warnings=tuple(flat.warnings),
    )


def _submitted_record(item: HoldingItem) -> HeldRecord | None:
    sent = (item.result or {}).get("sent")
    if not isinstance(sent, dict):
        return None
    names = ("sources", "extractor", "extractor_version", "strategy", "confidence", "used_llm")
    return HeldRecord(
        item.kind,
        _order_fields(item.kind, sent["record"]),
        item.url,
        **{name: sent.get(name) for name in names},
        warnings=tuple(sent.get("warnings") or ()),
        fetched_at=item.completed_at,
    )


def _order_fields(kind: str | None, data: dict[str, Any]) -> dict[str, Any]:
    return in_order(Kind(kind), data) if kind in tuple(Kind) else data


async def _history(
    connection: Connection, page: PageRecord, before: int | None, limit: int
) -> tuple[int | None, list[RecordVersion], int | None]:
    """Return the current version number, some versions, and the number before which there are more."""
    newest = await item_records.versions(connection, page, limit=1)
    up_to = None if before is None else before - 1
    # One more than wanted: the changes of the oldest are relative to the one before it.
    versions = await item_records.versions(connection, page, up_to=up_to, limit=limit + 1)
    more = versions[limit - 1].version if len(versions) > limit else None
    return newest[0].version if newest else None, versions, more


def _compare_versions(kind: Kind, record_versions: Sequence[RecordVersion], limit: int) -> list[Version]:
    versions = []
    for version, earlier in zip(record_versions[:limit], [*record_versions[1:], None], strict=False):
        changed = None if earlier is None else changes_between(kind, earlier.data, version.data)
        versions.append(Version(version, changed))
    return versions
