"""Pages of job items, as the grid and the pending screens show them.

Pages are keyset only: by `row_no`, which never moves under a reader, or by `(updated_at, id)`. Each status is a branch
of its own, ordered by its own index and limited: sorted together they would all have to be read. Filters without an
index are applied to a bounded number of rows; a page may then hold fewer rows than requested, and says where to
continue.

An item that is worked on directly is processing for as long as its work is leased, while its row says PENDING
(`matching`): such items are found from the leases, of which there are never many. Their state changed when they were
claimed, so that is their time in every order by time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar
from uuid import UUID

from psycopg.rows import class_row

from garner.core.lifecycle import ItemStatus
from garner.postgres.database import Connection

MAX_EXAMINED = 5_000  # rows for one page of a filter without an index
MAX_SUMMARY_CHARS = 200  # characters
SHOWN = tuple(status for status in ItemStatus if status not in (ItemStatus.COMMITTED, ItemStatus.ABANDONED))


class Sort(StrEnum):
    ROW = "row"
    UPDATED = "updatedAt"
    LATEST = "-updatedAt"


@dataclass(frozen=True, slots=True)
class ByTime:
    """The position where a page in time order ended."""

    updated_at: datetime
    id: UUID


GridCursor = int | ByTime  # a row number, or a moment


@dataclass(frozen=True, slots=True)
class Filter:
    reason: str | None = None
    domain: str | None = None
    min_confidence: float | None = None
    max_confidence: float | None = None
    since: datetime | None = None
    until: datetime | None = None


NO_FILTER = Filter()
LineT = TypeVar("LineT", bound="GridItem")


@dataclass(frozen=True, slots=True)
class GridItem:
    """One line of the grid, with only a summary of the input."""

    id: UUID
    job_id: int
    row_no: int
    job_type: str | None
    status: str
    attempts: int
    locked_by: str | None
    locked_at: datetime | None
    updated_at: datetime
    title: str | None
    brand: str | None
    sku: str | None
    url: str | None
    result: dict[str, Any] | None
    error_code: str | None
    last_error: str | None


@dataclass(frozen=True, slots=True)
class WholeItem(GridItem):
    kind: str | None
    input: dict[str, Any] | None
    normalized: dict[str, Any] | None
    duplicate_of: UUID | None
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PendingItem(GridItem):
    """A grid item with its owner."""

    user_id: int | None
    user_email: str | None


@dataclass(frozen=True, slots=True)
class GridPage:
    items: Sequence[GridItem]
    end: GridCursor | None  # where to continue; None at the end


@dataclass(frozen=True, slots=True)
class UnderWay:
    id: UUID
    row_no: int
    due_at: datetime | None  # if it is later than now


# The result of a row. Notes kept between its runs are internal, and may be left in a canceled row.
RESULT = "case when i.completed_at is not null then i.result_json - '{runs,seen}'::text[] end"
# The path of a picture is internal; a column of a file may have the same name.
INPUT = "case when i.job_type = 'image' then i.input_json - 'path' else i.input_json end"
_HAS_LEASE = "exists (select from work w where w.item_id = i.id and w.lease_until is not null)"
# When the state of an item last changed: its row does not show that it was claimed.
MOMENT = """
    coalesce(case when i.status = 'PENDING' and i.url_hash is null then (
        select w.claimed_at from work w where w.item_id = i.id and w.lease_until is not null) end, i.updated_at)
"""
_IS_IN_HAND = "i.status = 'PENDING' and i.url_hash is null and held.worker is not null"
# The worker that holds an item. Ended items have none, and nothing is looked up for them.
_HOLDER = """
    left join lateral (
        select w.worker, w.claimed_at from work w
        where i.completed_at is null and w.item_id = i.id and w.lease_until is not null
        union all
        select w.worker, w.claimed_at
        from (select id from crawl_tasks where i.completed_at is null and url_hash = i.url_hash offset 0) t
        cross join lateral (select * from work where task_id = t.id and lease_until is not null offset 0) w
        limit 1) held on true
"""
_LINE = f"""
    i.id, i.job_id, i.row_no, i.job_type,
    case when {_IS_IN_HAND} then 'PROCESSING' else i.status end as status,
    i.attempts, held.worker as locked_by, held.claimed_at as locked_at, i.moment as updated_at,
    left(coalesce(i.normalized_json ->> 'title', i.input_json ->> 'name', i.input_json ->> 'text'),
         {MAX_SUMMARY_CHARS}) as title,
    left(i.normalized_json ->> 'brand', {MAX_SUMMARY_CHARS}) as brand,
    left(i.normalized_json ->> 'sku', {MAX_SUMMARY_CHARS}) as sku,
    left(coalesce(i.url, i.normalized_json ->> 'url'), 2000) as url,
    {RESULT} as result, i.error_code, i.last_error
"""
_OWNER = ", i.user_id, (select u.email from users u where u.user_id = i.user_id) as user_email"
_ORDER = {
    Sort.ROW: "row_no",
    Sort.UPDATED: "moment, id",
    Sort.LATEST: "moment desc, id desc",
}
_REVERSED = {Sort.ROW: "row_no desc", Sort.UPDATED: "moment desc, id desc", Sort.LATEST: "moment, id"}
_AFTER = {
    Sort.ROW: "row_no > %(row)s",
    Sort.UPDATED: "(moment, id) > (%(moment)s, %(id)s)",
    Sort.LATEST: "(moment, id) < (%(moment)s, %(id)s)",
}
_WITHIN = {
    "since": "moment >= %(since)s",
    "until": "moment < %(until)s",
}
_CONFIDENCE = """
    (select v::text::float8 from (values (coalesce(result_json -> 'confidence', result_json -> 'match_score'))) c (v)
     where jsonb_typeof(v) = 'number' and completed_at is not null)
"""
_FILTERS = _WITHIN | {
    "reason": "error_code = %(reason)s",
    "domain": r"lower(substring(url from '^[A-Za-z]+://(?:[^/?#@]*@)?(?:www\.)?([^/?#]+)')) = %(domain)s",
    "min_confidence": f"{_CONFIDENCE} >= %(min_confidence)s",
    "max_confidence": f"{_CONFIDENCE} <= %(max_confidence)s",
}


async def page_of(
    connection: Connection,
    job_id: int,
    *,
    statuses: Sequence[ItemStatus] = (),
    sort: Sort = Sort.ROW,
    after: GridCursor | None = None,
    limit: int,
    filter: Filter = NO_FILTER,
) -> GridPage:
    filters = _given_filters(filter)
    ranged = {name for name in filters if name in _WITHIN and sort is not Sort.ROW}
    looked_for = [_FILTERS[name] for name in filters if name not in ranged]
    walk = _KeysetWalk(sort, after, [_WITHIN[name] for name in ranged], MAX_EXAMINED if looked_for else limit)
    given = {**walk.given, **filters, "job": job_id, "limit": limit}
    if not looked_for:
        items = await _lines(connection, walk.union(statuses, "%(job)s"), sort, given, shape=GridItem)
        return GridPage(items, _cursor_at(items[-1], sort) if len(items) == limit else None)
    return await _search(connection, walk.union(statuses, "%(job)s"), sort, looked_for, given)


def _given_filters(filter: Filter) -> dict[str, Any]:
    return {name: value for name in _FILTERS if (value := getattr(filter, name)) is not None}


@dataclass(frozen=True, slots=True)
class _KeysetWalk:
    """A walk along the indexes in one order, from one position on, for so many rows."""

    sort: Sort
    after: GridCursor | None
    ranges: Sequence[str]
    max_rows: int

    @property
    def given(self) -> dict[str, Any]:
        if self.sort is Sort.ROW:
            return {"max_rows": self.max_rows, "row": self.after}
        moment, last = (self.after.updated_at, self.after.id) if isinstance(self.after, ByTime) else (None, None)
        return {"max_rows": self.max_rows, "moment": moment, "id": last, "since": None, "until": None}

    def union(self, statuses: Sequence[ItemStatus], job: str) -> str:
        """Build the query. Without statuses it returns all rows, which in file order needs no branches."""
        if not statuses and self.sort is Sort.ROW:
            return self._by_row(job, "true")
        return " union all ".join(self._branch(status, job) for status in statuses or SHOWN)

    def _branch(self, status: ItemStatus, job: str) -> str:
        if self.sort is not Sort.ROW:
            rows = self._by_time(job, status)
        elif status is ItemStatus.PENDING:
            rows = self._by_row(job, f"status = 'PENDING' and not {_HAS_LEASE}")
        else:
            rows = self._by_row(job, f"status = '{status}'")
        return f"{rows} union all {self._select_leased(job)}" if status is ItemStatus.PROCESSING else rows

    def _by_row(self, job: str, condition: str) -> str:
        after = "" if self.after is None else f"and {_AFTER[Sort.ROW]}"
        return f"""
            (select i.*, {MOMENT} as moment from job_items i where job_id = {job} {after} and {condition}
             order by row_no limit %(max_rows)s)
        """

    def _by_time(self, job: str, status: ItemStatus) -> str:
        latest = self.sort is Sort.LATEST
        moment, last = ("infinity", UUID(int=2**128 - 1)) if latest else ("-infinity", UUID(int=0))
        return f"""
            (select i.*, i.updated_at as moment from items_by_time(
                {job}, '{status}', {latest}, coalesce(%(moment)s::timestamptz, '{moment}'),
                coalesce(%(id)s::uuid, '{last}'), coalesce(%(since)s::timestamptz, '-infinity'),
                coalesce(%(until)s::timestamptz, 'infinity'), %(max_rows)s) found (id)
             cross join lateral (select * from job_items where id = found.id offset 0) i)
        """

    def _select_leased(self, job: str) -> str:
        conditions = [*self.ranges, *([] if self.after is None else [_AFTER[self.sort]])]
        return f"""
            (select * from (
                 select i.* from work w
                 cross join lateral (
                     select item.*, w.claimed_at as moment from job_items item
                     where item.id = w.item_id and item.status = 'PENDING' and item.job_id = {job} offset 0) i
                 where w.lease_until is not null and w.item_id is not null) i
             where {" and ".join(conditions) or "true"} order by {_ORDER[self.sort]} limit %(max_rows)s)
        """


async def _lines(
    connection: Connection,
    union: str,
    sort: Sort,
    given: dict[str, Any],
    *,
    shape: type[LineT],
    more: str = "",
) -> list[LineT]:
    cursor = connection.cursor(row_factory=class_row(shape))
    await cursor.execute(
        f"""
        select {_LINE} {more} from (select * from ({union}) i order by {_ORDER[sort]} limit %(limit)s) i {_HOLDER}
        order by {_in_page(sort)}
        """,
        given,
    )
    return await cursor.fetchall()


def _in_page(sort: Sort) -> str:
    return ", ".join(f"i.{key}" for key in _ORDER[sort].split(", "))


def _in_line(sort: Sort) -> str:
    return ", ".join(f"line.{key}" for key in _ORDER[sort].replace("moment", "updated_at").split(", "))


async def _search(
    connection: Connection, union: str, sort: Sort, looked_for: Sequence[str], given: dict[str, Any]
) -> GridPage:
    """Search a bounded number of rows. The end of the search comes with every line, and alone if there is none."""
    cursor = await connection.execute(
        f"""
        with looked_at as materialized (select * from ({union}) i order by {_ORDER[sort]} limit %(max_rows)s)
        select line.*, look.* from (
            select row_no as end_row, moment as end_moment, id as end_id,
                   (select count(*) from looked_at) as looked_at
            from looked_at order by {_REVERSED[sort]} limit 1) look
        left join (
            select {_LINE}
            from (select * from looked_at where {" and ".join(looked_for)}
                  order by {_ORDER[sort]} limit %(limit)s) i {_HOLDER}) line on true
        order by {_in_line(sort)}
        """,
        given,
    )
    rows = await cursor.fetchall()
    if not rows:
        return GridPage([], None)
    end = (rows[0]["end_row"], rows[0]["end_moment"], rows[0]["end_id"], rows[0]["looked_at"])
    names = GridItem.__dataclass_fields__
    items = [GridItem(**{name: row[name] for name in names}) for row in rows if row["id"] is not None]
    if len(items) == given["limit"]:
        return GridPage(items, _cursor_at(items[-1], sort))
    if end[3] < given["max_rows"]:
        return GridPage(items, None)
    return GridPage(items, end[0] if sort is Sort.ROW else ByTime(end[1], end[2]))


def _cursor_at(item: GridItem, sort: Sort) -> GridCursor:
    return item.row_no if sort is Sort.ROW else ByTime(item.updated_at, item.id)


async def find(connection: Connection, job_id: int, item_id: UUID) -> WholeItem | None:
    cursor = connection.cursor(row_factory=class_row(WholeItem))
    await cursor.execute(
        f"""
        select {_LINE}, i.kind, {INPUT} as input, i.normalized_json as normalized, i.twin_of as duplicate_of,
               i.created_at,
               coalesce(i.started_at, case when {_IS_IN_HAND} then held.claimed_at end) as started_at, i.completed_at
        from (select i.*, {MOMENT} as moment from job_items i where i.id = %s and i.job_id = %s) i {_HOLDER}
        """,
        (item_id, job_id),
    )
    return await cursor.fetchone()


async def first_under_way(connection: Connection, job_id: int) -> UnderWay | None:
    """Return the first row that waits for its page, or else the first that is to be worked on directly."""
    cursor = connection.cursor(row_factory=class_row(UnderWay))
    await cursor.execute(
        """
        (select id, row_no, null::timestamptz as due_at from job_items
         where job_id = %(job)s and url_hash is not null and completed_at is null order by row_no limit 1)
        union all
        (select i.id, i.row_no, case when w.due_at > now() then w.due_at end
         from lanes l join work w on w.lane_id = l.id and w.lease_until is null and not w.held
         join job_items i on i.id = w.item_id
         where l.job_id = %(job)s order by w.rank limit 1)
        limit 1
        """,
        {"job": job_id},
    )
    return await cursor.fetchone()


async def pending(
    connection: Connection,
    *,
    user_id: int | None,
    job_id: int | None = None,
    job_type: str | None = None,
    statuses: Sequence[ItemStatus],
    since: datetime | None = None,
    until: datetime | None = None,
    after: ByTime | None = None,
    limit: int,
) -> GridPage:
    """List the open items of all open jobs, of which there are few: each job's branch is limited, and they are
    merged."""
    filters = _given_filters(Filter(since=since, until=until))
    walk = _KeysetWalk(Sort.UPDATED, after, [_WITHIN[name] for name in filters], limit)
    union = f"""
        select i.* from (
            select id from jobs
            where queue_state in ('QUEUED', 'RUNNING', 'PAUSED') and (%(user)s::bigint is null or user_id = %(user)s)
              and (%(job)s::bigint is null or id = %(job)s) and (%(type)s::text is null or job_type = %(type)s)) j
        cross join lateral ({walk.union(statuses, "j.id")}) i
    """
    given = {**walk.given, **filters, "user": user_id, "job": job_id, "type": job_type, "limit": limit}
    items = await _lines(connection, union, Sort.UPDATED, given, shape=PendingItem, more=_OWNER)
    return GridPage(items, _cursor_at(items[-1], Sort.UPDATED) if len(items) == limit else None)


async def count_pending(connection: Connection, user_id: int | None) -> int:
    """Count open items by the jobs' counters: counting the rows themselves would take longer than listing them."""
    cursor = await connection.execute(
        """
        select coalesce(sum(j.pending + j.processing + coalesce(d.open, 0)), 0)::bigint as pending
        from jobs j
        left join lateral (select sum(pending + processing)::int as open from job_deltas where job_id = j.id) d on true
        where j.queue_state in ('QUEUED', 'RUNNING', 'PAUSED') and (%(user)s::bigint is null or j.user_id = %(user)s)
        """,
        {"user": user_id},
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["pending"])
