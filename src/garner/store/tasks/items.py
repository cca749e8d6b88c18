"""Items: requests for records, and their results."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from psycopg.rows import class_row

from garner import observe
from garner.core.lifecycle import ItemStatus, Origin
from garner.core.plurals import format_count
from garner.core.record import Kind
from garner.core.urls.page_url import PageUrl
from garner.core.urls.social_posts import URL_JOB
from garner.postgres.database import Connection, Row, emit_on_commit
from garner.store.tasks import tasks


@dataclass(frozen=True, slots=True)
class Submission:
    """The outcome of a submit: 'fresh' with the record; 'joined', 'created' or 'completed' with an item."""

    outcome: str
    item_id: UUID | None
    task_id: int | None
    status: str | None
    data: dict[str, Any] | None
    parsed_at: datetime | None
    warnings: list[str] | None = None  # that belong to the record


async def submit_page(
    connection: Connection,
    item_id: UUID,
    page: PageUrl,
    *,
    kind: Kind,
    origin: Origin,
    user_id: int | None,
    use_llm: bool,
    priority: int,
    ttl: timedelta,
    topic: str | None,
    require_complete: bool = False,
    job_type: str = URL_JOB,
) -> Submission:
    cursor = connection.cursor(row_factory=class_row(Submission))
    await cursor.execute(
        "select * from submit_page(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        (
            item_id,
            page.original,
            page.hash,
            page.domain,
            page.base_url,
            kind,
            origin,
            user_id,
            use_llm,
            priority,
            ttl,
            topic,
            require_complete,
            page.given,
            job_type,
        ),
    )
    submission = await cursor.fetchone()
    assert submission is not None
    return submission


@dataclass(frozen=True, slots=True)
class PageRequest:
    """One client's request for one page, under the id that it gets if it is new."""

    item_id: UUID
    page: PageUrl
    kind: Kind
    origin: Origin
    user_id: int | None
    use_llm: bool
    ttl: timedelta
    # The language model is available, so a record that lacks an essential field does not suffice unless it was called.
    require_complete: bool = False
    # Other clients submit the same request at the same moment.
    shared: bool = False
    job_type: str = URL_JOB

    def asks_for_the_same_as(self, other: "PageRequest") -> bool:
        return (self.page.hash, self.kind, self.origin, self.user_id, self.use_llm, self.ttl) == (
            *(other.page.hash, other.kind, other.origin, other.user_id, other.use_llm, other.ttl),
        )


async def submit_pages(
    connection: Connection, requests: Sequence[PageRequest], *, priority: int, topic: str | None
) -> list[Submission | None]:
    """Submit requests for different pages, all at once. Return None for a request that needs `submit_page`, which
    waits: another transaction holds its page just now, or has held one of the others for too long."""
    cursor = await connection.execute(
        """
        select * from submit_pages(
            %s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::bigint[],
            %s::boolean[], %s::interval[], %s, %s, %s::boolean[], %s::boolean[],
            %s::text[], %s::text[])
        """,
        (
            [request.item_id for request in requests],
            [request.page.original for request in requests],
            [request.page.hash for request in requests],
            [request.page.domain for request in requests],
            [request.page.base_url for request in requests],
            [request.kind.value for request in requests],
            [request.origin.value for request in requests],
            [request.user_id for request in requests],
            [request.use_llm for request in requests],
            [request.ttl for request in requests],
            priority,
            topic,
            [request.require_complete for request in requests],
            [request.shared for request in requests],
            [request.page.given for request in requests],
            [request.job_type for request in requests],
        ),
    )
    submissions_by_id = {row.pop("asked"): Submission(**row) for row in await cursor.fetchall()}
    return [submissions_by_id.get(request.item_id) for request in requests]


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item as its client sees it, with its record."""

    id: UUID
    origin: str
    job_type: str
    kind: str
    url: str
    status: str
    error_code: str | None
    last_error: str | None
    created_at: datetime
    data: dict[str, Any] | None
    parsed_at: datetime | None
    strategy: str | None
    used_llm: bool | None
    warnings: list[str] | None
    sent_for: UUID | None  # the blocked request whose page its user sent


VIEW = """
    select i.id, i.origin, i.job_type, i.kind, i.url, i.status, i.error_code, i.last_error, i.created_at,
           coalesce(v.data, s.sent -> 'record') as data,
           coalesce(v.parsed_at, case when s.sent is not null then i.completed_at end) as parsed_at,
           coalesce(v.strategy, s.sent ->> 'strategy') as strategy,
           coalesce(v.used_llm, (s.sent -> 'used_llm')::boolean, s.sent is null and null) as used_llm,
           coalesce(v.warnings, case when s.sent is not null
               then array(select jsonb_array_elements_text(s.sent -> 'warnings')) end) as warnings,
           case when i.origin in ('parse', 'mailbox') then (i.input_json ->> 'sent_for')::uuid end as sent_for
    from job_items i
    cross join lateral (select i.result_json -> 'sent' as sent) s
    left join record_versions v
      on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
"""


async def find(connection: Connection, item_id: UUID, origin: Origin) -> ItemView | None:
    cursor = connection.cursor(row_factory=class_row(ItemView))
    await cursor.execute(f"{VIEW} where i.id = %s and i.origin = %s", (item_id, origin))
    return await cursor.fetchone()


async def find_many(connection: Connection, wanted: Sequence[tuple[UUID, Origin]]) -> list[ItemView | None]:
    """Return for each what `find` returns. For a single item `find` is faster: a statement over a list is planned each
    time."""
    cursor = connection.cursor(row_factory=class_row(ItemView))
    await cursor.execute(f"{VIEW} where i.id = any(%s)", ([item_id for item_id, _ in wanted],))
    views = {(item.id, item.origin): item for item in await cursor.fetchall()}
    return [views.get((item_id, origin)) for item_id, origin in wanted]


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """The result of an ended item, with its record."""

    id: UUID
    status: str
    code: str | None
    error: str | None
    data: dict[str, Any] | None
    warnings: list[str] | None = None  # that belong to the record


async def outcomes(connection: Connection, item_ids: Sequence[UUID], limit: int = 500) -> list[ItemOutcome]:
    """Return those of these items that have ended. Asking about many at once is one statement; `limit` bounds the
    records returned, so after a full answer the caller asks again without the items it has received."""
    cursor = connection.cursor(row_factory=class_row(ItemOutcome))
    await cursor.execute(
        """
        select i.id, i.status, i.error_code as code, i.last_error as error, v.data, v.warnings
        from job_items i
        left join record_versions v
          on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
        where i.id = any(%s) and i.status not in ('PENDING', 'PROCESSING')
        limit %s
        """,
        (list(item_ids), limit),
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """The progress of an item: its own state, its page's, and why it waits if it was tried before."""

    id: UUID
    status: str
    task_status: str
    error: str | None


async def find_progress(connection: Connection, item_ids: Sequence[UUID]) -> list[ItemProgress]:
    cursor = connection.cursor(row_factory=class_row(ItemProgress))
    await cursor.execute(
        """
        select i.id, i.status, t.status as task_status, i.last_error as error
        from job_items i join crawl_tasks t on t.url_hash = i.url_hash
        where i.id = any(%s)
        """,
        (list(item_ids),),
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class ItemEnding:
    """The ending for the items that want one kind of a page; without a kind, for all that wait for the page."""

    url_hash: str
    kind: Kind | Literal["auto"] | None
    status: ItemStatus
    record_version: int | None = None
    code: str | None = None
    error: str | None = None
    unchanged: bool = False
    waited: timedelta | None = None  # only those that have waited for longer than this
    found: Kind | None = None  # the kind that 'auto' resolved to


async def end_waiting(
    connection: Connection, endings: Sequence[ItemEnding], *, max_not_found_attempts: int | None = None
) -> int:
    """End every open item whose request was met. The caller holds the pages' crawl tasks, and this is a later
    statement than that lock, so it sees every item that joined before it. Items are looked up page by page: a join
    would leave the planner free to read all open items instead. Rows of jobs get the result that their grid shows.
    `max_not_found_attempts` is the largest number of attempts that a NOT_FOUND row may show."""
    if not endings:
        return 0
    cursor = await connection.execute(
        """
        update job_items i
        set status = e.status, record_version = e.version, error_code = e.code, last_error = e.error,
            kind = coalesce(e.found, i.kind), unchanged = e.unchanged, completed_at = now(), updated_at = now(),
            attempts = least(i.attempts, case when e.status = 'NOT_FOUND' then %s::integer end),
            result_json = case when i.origin in ('batch', 'run')
                               then grid_result(i.url_hash, coalesce(e.found, i.kind), e.version, i.url)
                               else i.result_json end
        from (select w.id, e.*
              from unnest(%s::text[], %s::text[], %s::text[], %s::int[], %s::text[], %s::text[], %s::boolean[],
                          %s::interval[], %s::text[])
                   e (url_hash, kind, status, version, code, error, unchanged, waited, found)
              cross join lateral (
                  select w.id from job_items w
                  where w.url_hash = e.url_hash and coalesce(e.kind, w.kind) = w.kind
                    and w.status in ('PENDING', 'PROCESSING')
                    and (e.waited is null or w.updated_at < now() - e.waited)
                  for update) w) e
        where i.id = e.id
        returning i.id, i.job_id, (select t.id from crawl_tasks t where t.url_hash = i.url_hash) as task_id, i.kind,
                  i.status, i.error_code, i.url
        """,
        (
            max_not_found_attempts,
            [ending.url_hash for ending in endings],
            [ending.kind for ending in endings],
            [ending.status for ending in endings],
            [ending.record_version for ending in endings],
            [ending.code for ending in endings],
            [ending.error for ending in endings],
            [ending.unchanged for ending in endings],
            [ending.waited for ending in endings],
            [ending.found for ending in endings],
        ),
    )
    return _emit_ended(connection, await cursor.fetchall())


def _emit_ended(connection: Connection, ended: Sequence[Row]) -> int:
    for item in ended:
        details = (item["job_id"], item["task_id"], item["kind"], item["status"], item["error_code"], item["url"])
        emit_on_commit(connection, observe.ItemEnded(str(item["id"]), *details))
    return len(ended)


async def fail_waiting(connection: Connection, url_hashes: Sequence[str], code: str, message: str) -> int:
    """End every open item that waits for these pages, of any kind, with the same error."""
    return await end_waiting(
        connection,
        [ItemEnding(url_hash, None, ItemStatus.ERROR, code=code, error=message) for url_hash in url_hashes],
    )


async def await_again(
    connection: Connection,
    url_hashes: Sequence[str],
    codes: Sequence[str | None],
    errors: Sequence[str | None],
) -> None:
    """Make items whose page must be retried pending again, with the reason."""
    await connection.execute(
        """
        update job_items i
        set status = 'PENDING', error_code = r.code, last_error = r.error, updated_at = now()
        from (select w.id, r.code, r.error
              from unnest(%s::text[], %s::text[], %s::text[]) r (url_hash, code, error)
              cross join lateral (
                  select w.id from job_items w where w.url_hash = r.url_hash and w.status = 'PROCESSING'
                  for update) w) r
        where i.id = r.id
        """,
        (list(url_hashes), list(codes), list(errors)),
    )


async def cancel(connection: Connection, item_ids: Sequence[UUID], *, with_job: bool = False) -> int:
    """Detach open items from their pages, and return how many of them this call ended. Work on a page that no item
    waits for any more is dropped. Rows that are canceled with their job share one event."""
    cursor = await connection.execute(
        """
        select t.id from crawl_tasks t
        where t.url_hash in (select i.url_hash from job_items i where i.id = any(%s))
        order by t.id for update
        """,
        (list(item_ids),),
    )
    task_ids = [row["id"] for row in await cursor.fetchall()]
    await connection.execute("select 1 from work where item_id = any(%s) order by id for update", (list(item_ids),))
    canceled = await _cancel_open(connection, item_ids)
    if with_job:
        for (job_id, kind), count in Counter((row["job_id"], row["kind"]) for row in canceled).items():
            emit_on_commit(connection, observe.RowsCanceled(job_id, kind, count))
    else:
        _emit_ended(connection, canceled)
    await tasks.give_up_unwanted(connection, task_ids)
    await connection.execute("delete from work where item_id = any(%s)", ([row["id"] for row in canceled],))
    return len(canceled)


async def _cancel_open(connection: Connection, item_ids: Sequence[UUID]) -> list[Row]:
    cursor = await connection.execute(
        """
        update job_items i
        set status = 'CANCELED', canceled_at = now(), completed_at = now(), updated_at = now(),
            error_code = 'canceled', last_error = 'The request was canceled.'
        from (select id from job_items
              where id = any(%s) and status in ('PENDING', 'PROCESSING') order by id for update) held
        where i.id = held.id
        returning i.id, i.job_id, (select t.id from crawl_tasks t where t.url_hash = i.url_hash) as task_id, i.kind,
                  i.status, i.error_code, i.url
        """,
        (list(item_ids),),
    )
    return await cursor.fetchall()


async def time_out(connection: Connection, older_than: timedelta, limit: int = 500) -> int:
    """Fail requests whose page has made no progress for too long while being processed, and free the page, so that a
    new request starts over. A worker that still holds it finds its fence gone."""
    cursor = await connection.execute(
        """
        select t.id, t.url_hash from crawl_tasks t
        where t.status in ('crawling', 'downloaded', 'parsing') and t.updated_at < now() - %s
          -- A page that waits in the queue is not stuck, however long the queue is.
          and not (t.status = 'downloaded'
                   and exists (select from work w where w.task_id = t.id and w.lease_until is null))
        order by t.updated_at limit %s for update skip locked
        """,
        (older_than, limit),
    )
    stuck = await cursor.fetchall()
    if not stuck:
        return 0
    message = f"The page made no progress for {format_count(round(older_than.total_seconds() / 60), 'minute')}."
    task_ids = [task["id"] for task in stuck]
    await tasks.drop_work(connection, task_ids)
    await tasks.fail(connection, task_ids, "timeout", message)
    return await fail_waiting(connection, [task["url_hash"] for task in stuck], "timeout", message)


ALWAYS = timedelta(days=36500)


async def reattach(connection: Connection, ended_within: timedelta = ALWAYS, limit: int = 100) -> int:
    """Restart the page of any open item whose task is idle, and return the count. No race should leave one behind, so
    the count should be zero. Looking at recently ended tasks costs little, regardless of their number."""
    cursor = await connection.execute(
        """
        select distinct t.id, l.id as lane_id from job_items i
        join crawl_tasks t on t.url_hash = i.url_hash
        join lanes l on l.domain_id = t.domain_id
        where i.status in ('PENDING', 'PROCESSING') and t.status in ('completed', 'failed')
          and t.updated_at > now() - %s and i.updated_at < now() - interval '5 seconds'
        order by lane_id limit %s
        """,
        (ended_within, limit),
    )
    return sum([await _restart(connection, row["id"]) for row in await cursor.fetchall()])


async def _restart(connection: Connection, task_id: int) -> int:
    """Restart one task. A locked task is left for the next call: the lane of the previous one may be locked
    already."""
    cursor = await connection.execute(
        """
        select 1 from crawl_tasks t where t.id = %s and t.status in ('completed', 'failed')
          and exists (select from job_items i
                      where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING'))
        for update skip locked
        """,
        (task_id,),
    )
    if await cursor.fetchone() is None:
        return 0
    await connection.execute("select queue_tasks(array[%s::bigint], array[0::bigint], 1)", (task_id,))
    return 1


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete finished single requests past their retention, with the files that were sent with them."""
    cursor = await connection.execute(
        """
        with gone as (
            delete from job_items where id in (
                select id from job_items
                where job_id is null and completed_at < now() - %s order by completed_at limit %s)
            returning (input_json ->> 'file_id')::bigint as file_id),
        files_gone as (
            delete from files where id in (select file_id from gone where file_id is not null))
        select from gone
        """,
        (older_than, limit),
    )
    return cursor.rowcount
