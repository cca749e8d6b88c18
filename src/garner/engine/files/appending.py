"""Add rows to a job and edit cells of rows. The job's columns keep the meaning that they have in its file."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from garner.core.accounts.actor import AuditActor
from garner.core.lifecycle import Stage
from garner.core.plurals import format_count
from garner.core.rows.columns import ColumnMapping, add_columns
from garner.core.rows.row import json_of
from garner.engine.engine import Engine
from garner.engine.files.inspection import TABLE
from garner.engine.files.uploads import USED_KEY
from garner.engine.jobs.grid import NO_SUCH_ITEM
from garner.engine.jobs.job_access import audit_job
from garner.engine.jobs.reprocessing import lock_job
from garner.errors import Conflict, InputError, TooManyRequests
from garner.postgres.database import Connection
from garner.settings import LimitSettings, Settings
from garner.store.ingest import ingests, rows
from garner.store.ingest.ingests import RETRY_AFTER, IngestEnding
from garner.store.ingest.rows import Block, RowsOf
from garner.store.jobs import appends, editing, jobs
from garner.store.jobs.appends import Appended, AppendTable
from garner.store.jobs.reprocessing import reopening
from garner.store.queue import duplicates
from garner.store.queue.job_lanes import JobLane
from garner.tables.reading import MAX_OWN_NAMES, SAMPLE_ROWS, Limits

Cells = Mapping[str, object]
EMPTY: Cells = {}
NOT_A_TABLE = Conflict("The items of this job are pictures, which have no cells.")
BEING_READ = Conflict("The job's files are still being read. Add rows after that.")
MAX_CELL_CHARS = Limits().max_cell_chars
CHANGED_SINCE = Conflict("The item has changed since you loaded it. Load it again.")


@dataclass(frozen=True, slots=True)
class NewRows:
    first_row: int
    last_row: int
    item_ids: list[UUID]


async def append(
    engine: Engine,
    job_id: int,
    sent: Sequence[Cells],
    idempotency_key: str | None = None,
    *,
    by: AuditActor | None = None,
) -> NewRows:
    """Add rows after the last one. Rows sent again with the same key are added once."""
    _require_short_cells(sent)
    async with engine.database.transaction() as connection:
        lane = await lock_job(connection, job_id)
        table = await _require_table(connection, lane)
        request = sha256(json_of(list(sent))).hexdigest()
        added = None if idempotency_key is None else await appends.find(connection, job_id, idempotency_key)
        if added is not None and added.request != request:
            raise USED_KEY.copy()
        if added is None:
            added = await _append(connection, table, sent, request, engine.settings)
            if idempotency_key is not None:
                await appends.note(connection, job_id, idempotency_key, added)
            await audit_job(connection, by, "add_rows", job_id, after={"count": len(sent)})
        item_ids = await appends.ids_of(connection, job_id, added)
    engine.wake(Stage.MATCH)
    return NewRows(added.first_row, added.last_row, item_ids)


async def edit(
    engine: Engine,
    job_id: int,
    item_id: UUID,
    cells: Cells,
    *,
    seen_at: datetime | None = None,
    by: AuditActor | None = None,
) -> None:
    """Change some cells of a row, and process the row again with all its attempts. A worker that holds the row loses
    it."""
    _require_short_cells([cells])
    async with engine.database.transaction() as connection:
        lane = await lock_job(connection, job_id)
        await edit_row(connection, lane, item_id, cells, seen_at)
        await audit_job(connection, by, "edit_row", job_id, after={"item": item_id, "columns": list(cells)})
    engine.wake(Stage.MATCH)


async def edit_row(
    connection: Connection, lane: JobLane, item_id: UUID, cells: Cells, seen_at: datetime | None = None
) -> None:
    held = await reopening.lock_rows(connection, lane, [item_id])
    before = await editing.cells_of(connection, lane.job_id, item_id)
    if before is None:
        raise NO_SUCH_ITEM.copy()
    if seen_at is not None and seen_at != before.updated_at:
        raise CHANGED_SINCE.copy()
    table = await _require_table(connection, lane, only_whole=False)
    after = {**(before.input or {}), **cells}
    columns = await _add_new_columns(connection, table, [cells], has=before.input or {})
    await reopening.withdraw(connection, lane, [item_id], reset_attempts=True)
    await reopening.reopen(connection, lane, [item_id], reset_attempts=True, bad_rows=True)
    new_original = await duplicates.pass_on(connection, lane.job_id, item_id)
    await editing.write(connection, item_id, after, columns.apply_edit(before.normalized or {}, after, cells))
    if new_original is not None:
        await reopening.feed_from(connection, lane, new_original)
    await reopening.give_up_pages(connection, held)
    await jobs.resume_ended(connection, lane.job_id)


async def _require_table(connection: Connection, lane: JobLane, *, only_whole: bool = True) -> AppendTable:
    table = await appends.table_of(connection, lane.job_id)
    if table.job_type != TABLE:
        raise NOT_A_TABLE.copy()
    if only_whole and not table.is_in:
        raise BEING_READ.copy()
    return table


async def _append(
    connection: Connection, table: AppendTable, sent: Sequence[Cells], request: str, settings: Settings
) -> Appended:
    await _require_room(connection, table, len(sent), settings.limits)
    columns = await _add_new_columns(connection, table, sent)
    options = table.options
    use_llm, dedupe = bool(options.get("useLlm")), bool(options.get("dedupe"))
    block = Block(RowsOf(table.id, table.user_id, table.job_type, table.kind, use_llm, dedupe))
    for cells in sent:
        block.add(cells, columns.canonical(cells))
    position = await rows.find_position(connection, block)
    assert position is not None  # its lane is locked
    copied = await rows.copy(connection, block, position)
    await rows.join(connection, block, position, copied, position.state)
    await jobs.resume_ended(connection, table.id)
    return Appended(request, position.row_no + 1, position.row_no + len(block))


async def _require_room(connection: Connection, table: AppendTable, more: int, limits: LimitSettings) -> None:
    if table.rows_numbered + more > limits.upload_max_rows:
        most = format_count(limits.upload_max_rows, "row")
        raise InputError(f"A job may have at most {most}; this one already has {table.rows_numbered:,}.")
    if more > await ingests.room_for_rows(connection, table.user_id, limits.user_max_open_items):
        most = format_count(limits.user_max_open_items, "unfinished row")
        raise TooManyRequests(
            f"You may have at most {most}. Wait for some to finish, or cancel a job.", retry_after=RETRY_AFTER
        )


def _require_short_cells(sent: Sequence[Cells]) -> None:
    for cells in sent:
        for header, cell in cells.items():
            if len(cell if isinstance(cell, str) else json_of(cell)) > MAX_CELL_CHARS:
                raise InputError(
                    f"A cell may have at most {MAX_CELL_CHARS:,} characters; a cell of {header!r} has more."
                )


async def _add_new_columns(
    connection: Connection, table: AppendTable, sent: Sequence[Cells], has: Cells = EMPTY
) -> ColumnMapping:
    """Return the meanings of all columns, including the new ones, which are added to the job. Cells that the row
    already `has` outside the columns of its table do not become columns."""
    known = set(table.headers)
    unknown = dict.fromkeys(header for cells in sent for header in cells if header not in known)
    new = [header for header in unknown if header not in has]
    if new and len(known) + len(new) > MAX_OWN_NAMES:
        raise InputError(
            f"Columns can be added to a job up to a total of {MAX_OWN_NAMES:,}; this one has {len(known):,}, and"
            f" {len(new):,} are new."
        )
    columns = await asyncio.to_thread(add_columns, table.columns, list(unknown), sent[:SAMPLE_ROWS])
    if new:
        meanings = {header: meaning for header, meaning in columns.by_header.items() if header not in has}
        await ingests.describe(connection, table.id, IngestEnding(columns=new, meanings=meanings))
    return columns
