"""Records extracted from pages: one current record per page and kind, and every earlier version."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any

from psycopg.types.json import Jsonb

from garner.core.record import Kind, Record
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection
from garner.store.records import gone_products


@dataclass(frozen=True, slots=True)
class FoundRecord:
    url_hash: str
    record: Record


def _common_columns(found_record: FoundRecord) -> dict[str, Any]:
    record = found_record.record
    return {
        "url_hash": found_record.url_hash,
        "data": dict(record.data),
        "sources": {name: asdict(source) for name, source in record.sources.items()},
        "content_hash": record.content_hash,
        "extractor": record.extractor,
        "extractor_version": record.extractor_version,
        "strategy": record.strategy,
        "confidence": record.confidence,
        "used_llm": record.used_llm,
        "warnings": list(record.warnings),
    }


@dataclass(frozen=True, slots=True)
class SavedRecord:
    version: int
    changed: bool  # in meaning
    confidence: float
    was_missing: bool = False  # it was gone, or its page lacked it lately

    @property
    def is_new(self) -> bool:
        return self.changed and self.version == 1


Saved = dict[tuple[str, Kind], SavedRecord]


async def save(connection: Connection, found_records: Sequence[FoundRecord], *, fresh: bool = True) -> Saved:
    """Make these the current records of their pages. A record that is exactly the same stays at its version and only
    becomes fresh; any other gets the next version, and the earlier ones are never touched. `updated_at` tells whether
    the meaning changed as well. Records that were extracted again from a kept body are not `fresh`."""
    saved: Saved = {}
    for kind in sorted({found_record.record.kind for found_record in found_records}):
        rows = [_columns(found_record) for found_record in found_records if found_record.record.kind is kind]
        cursor = await connection.execute(
            _save_statement(kind), {"rows": Jsonb(rows, _dumps), "kind": kind, "fresh": fresh}
        )
        for row in await cursor.fetchall():
            saved[row["url_hash"], kind] = SavedRecord(
                row["version"], row["changed"], row["confidence"], row["was_missing"]
            )
    if fresh:
        await _clear_marks(connection, saved)
    return saved


async def _clear_marks(connection: Connection, saved: Saved) -> None:
    """Clear the mark of records that are back: few, so that the others cost nothing."""
    if back := [url_hash for (url_hash, _), record in saved.items() if record.was_missing]:
        await gone_products.clear(connection, back)


def _columns(found_record: FoundRecord) -> dict[str, Any]:
    record = found_record.record
    own_columns = {column.name: column.value_of(record.data) for column in KINDS[record.kind].table.columns}
    return _common_columns(found_record) | own_columns


_FROM_TASK = {"crawl_task_id": "t.id", "in_catalogue": "t.crawl_frequency is not null"}
_dumps = partial(json.dumps, default=str)  # decimals and moments, which the columns' types parse again


@cache
def _save_statement(kind: Kind) -> str:
    """Build one statement per kind: the records, and their versions beside them. It uses declared
    names only."""
    declared = KINDS[kind].table
    table, task_columns = declared.name, declared.task_columns
    common_columns = _common_columns(FoundRecord("", Record(kind, {}, "", "", "", "", 0.0)))
    names = [*common_columns, *(column.name for column in declared.columns)]
    inserted = ", ".join((*names, *task_columns, "parsed_at"))
    given = ", ".join(f"r.{name}" for name in names)
    from_task = "".join(f", {_FROM_TASK.get(column, f't.{column}')}" for column in task_columns)
    updated = ", ".join(f"{name} = excluded.{name}" for name in names if name != "url_hash")
    changed = f"{table}.content_hash is distinct from excluded.content_hash"
    was_missing = _was_missing(kind)
    return f"""
        with saved as (
            insert into {table} ({inserted})
            select {given}{from_task},
                   case when %(fresh)s then now() else coalesce(least(t.completed_at, t.failed_at), t.created_at) end
            from jsonb_populate_recordset(null::{table}, %(rows)s) r join crawl_tasks t on t.url_hash = r.url_hash
            for key share of t -- which `mark_catalogue` waits for
            on conflict (url_hash) do update
            set {updated}, parsed_at = case when %(fresh)s then excluded.parsed_at else {table}.parsed_at end,
                version = {table}.version + ({changed} or {table}.data is distinct from excluded.data)::int,
                updated_at = case when {changed} then now() else {table}.updated_at end
            returning *),
        versions as (
            insert into record_versions (url_hash, kind, version, data, content_hash, extractor,
                                         extractor_version, strategy, confidence, used_llm, warnings, parsed_at)
            select url_hash, %(kind)s, version, data, content_hash, extractor, extractor_version, strategy,
                   confidence, used_llm, warnings, parsed_at
            from saved
            -- The same data may come from another extractor now; the other columns describe how it was extracted.
            on conflict (url_hash, kind, version) do update
            set content_hash = excluded.content_hash, extractor = excluded.extractor,
                extractor_version = excluded.extractor_version, strategy = excluded.strategy,
                confidence = excluded.confidence, used_llm = excluded.used_llm, warnings = excluded.warnings,
                parsed_at = excluded.parsed_at)
        select url_hash, version, confidence, updated_at = now() as changed, {was_missing} from saved
    """


def _was_missing(kind: Kind) -> str:
    condition = "gone_at is not null or missing_count > 0" if KINDS[kind].table.tells_gone else "false"
    return f"{condition} as was_missing"


async def renew(connection: Connection, known: Sequence[tuple[str, Kind]], *, fresh: bool = True) -> Saved:
    """Mark records of unchanged pages as fresh, as if they had just been extracted; if not `fresh`, because the pages
    were not fetched again, their time stays."""
    saved: Saved = {}
    for kind in {kind for _, kind in known}:
        cursor = await connection.execute(
            f"""
            with renewed as (
                update {KINDS[kind].table.name} set parsed_at = case when %(fresh)s then now() else parsed_at end
                where url_hash = any(%(pages)s)
                returning url_hash, version, confidence, parsed_at, {_was_missing(kind)}),
            versions as (
                update record_versions v set parsed_at = r.parsed_at from renewed r
                where v.url_hash = r.url_hash and v.kind = %(kind)s and v.version = r.version)
            select url_hash, version, confidence, was_missing from renewed
            """,
            {"pages": [url_hash for url_hash, wanted in known if wanted is kind], "kind": kind, "fresh": fresh},
        )
        for row in await cursor.fetchall():
            saved[row["url_hash"], kind] = SavedRecord(row["version"], False, row["confidence"], row["was_missing"])
    if fresh:
        await _clear_marks(connection, saved)
    return saved
