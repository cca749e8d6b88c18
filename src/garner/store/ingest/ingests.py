"""Ingests: files that are being read into jobs.

A reader holds a lease on its file, with a fence. Progress is written in the transaction that writes the rows, on
condition of the fence and of the previous progress. So a reader whose lease expired writes nothing more, a reader that
does not know whether its last commit succeeded can find out, and the next reader continues after the last row written.
The files of a job are read in order, one at a time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner import observe
from garner.core.lifecycle import JobState
from garner.core.plurals import format_count
from garner.errors import TooManyRequests
from garner.postgres.database import Connection, emit_on_commit
from garner.store.ingest.files import NewFile

OPEN_JOB = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)
MAX_WARNINGS = 20
MAX_NAMED_COLUMNS = 100  # of a job with any number of columns, when it is listed with others
RETRY_AFTER = 60.0
NOTHING_READ = "No rows could be read from the files."
# Error codes of a file that was not read to its end for lack of room: in the job, or for the user.
TOO_MANY_ROWS, TOO_MANY_OPEN_ROWS = "too_many_rows", "too_many_open_rows"


@dataclass(frozen=True, slots=True)
class NewJob:
    user_id: int | None
    job_type: str
    kind: str
    options: Mapping[str, object]
    ip_address: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class UploadQuota:
    """The limits on one user's unfinished jobs and rows."""

    jobs: int
    items: int


async def find_by_key(connection: Connection, user_id: int, key: str) -> tuple[int, str | None] | None:
    """Return the job created with this key, and the request it was created by."""
    cursor = await connection.execute(
        "select id, options ->> 'request' as request from jobs"
        " where user_id = %s and idempotency_key = %s and removed_at is null",
        (user_id, key),
    )
    row = await cursor.fetchone()
    return None if row is None else (int(row["id"]), row["request"])


async def find_local(connection: Connection, key: str) -> int | None:
    """Return the last job with this key among those without a user."""
    cursor = await connection.execute(
        "select id from jobs where user_id is null and idempotency_key = %s and removed_at is null"
        " order by id desc limit 1",
        (key,),
    )
    row = await cursor.fetchone()
    return None if row is None else int(row["id"])


async def create_job(connection: Connection, job: NewJob, room: UploadQuota) -> int | None:
    """Create an empty job with its lane, or return None if its key is taken. It locks the user's row, so that
    concurrent requests do not each see room."""
    await connection.execute("select 1 from users where user_id = %s for no key update", (job.user_id,))
    cursor = await connection.execute(
        """
        insert into jobs (user_id, job_type, kind, options, ip_address, idempotency_key)
        values (%s, %s, %s, %s, %s, %s)
        on conflict (user_id, idempotency_key) where removed_at is null do nothing returning id
        """,
        (job.user_id, job.job_type, job.kind, Jsonb(dict(job.options)), job.ip_address, job.idempotency_key),
    )
    made = await cursor.fetchone()
    if made is None:
        return None
    if job.user_id is not None:
        await require_room(connection, job.user_id, room)
    await connection.execute("insert into lanes (stage, job_id) values ('match', %s)", (made["id"],))
    emit_on_commit(connection, observe.JobCreated(made["id"], job.job_type, job.kind))
    return int(made["id"])


async def require_room(connection: Connection, user_id: int, room: UploadQuota, *, more: int = 0) -> None:
    """Raise TooManyRequests if the user's quota has no room for the open jobs and `more`."""
    open_jobs, open_items = await _count_open(connection, user_id)
    if open_jobs + more > room.jobs:
        raise TooManyRequests(
            f"You already have {format_count(room.jobs, 'unfinished job')}. Wait for one to finish, or cancel one.",
            retry_after=RETRY_AFTER,
        )
    if open_items >= room.items:
        raise TooManyRequests(
            f"You already have {format_count(open_items, 'unfinished row')}, and at most {room.items:,} are allowed. "
            "Wait for some to finish, or cancel a job.",
            retry_after=RETRY_AFTER,
        )


async def _count_open(connection: Connection, user_id: int) -> tuple[int, int]:
    cursor = await connection.execute(
        """
        select count(*) as jobs,
               coalesce(sum(j.pending + j.processing
                   + (select coalesce(sum(d.pending + d.processing), 0) from job_deltas d where d.job_id = j.id)), 0)
                   as items
        from jobs j where j.user_id = %s and j.queue_state = any(%s)
        """,
        (user_id, list(OPEN_JOB)),
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["jobs"]), int(row["items"])


async def room_for_rows(connection: Connection, user_id: int | None, limit: int) -> int:
    """Return how many more rows of this user may wait."""
    return limit if user_id is None else max(0, limit - (await _count_open(connection, user_id))[1])


async def rows_of_job(connection: Connection, job_id: int) -> int:
    cursor = await connection.execute("select rows_numbered from jobs where id = %s", (job_id,))
    row = await cursor.fetchone()
    return 0 if row is None else int(row["rows_numbered"])


async def add(connection: Connection, job_id: int, file_ids: Sequence[int]) -> None:
    """Add files to read into a job, after those that it has."""
    await connection.execute(
        """
        insert into ingests (job_id, place, file_id)
        select %(job)s, coalesce((select max(place) + 1 from ingests where job_id = %(job)s), 0) + g.place - 1, g.id
        from unnest(%(files)s::bigint[]) with ordinality g (id, place)
        """,
        {"job": job_id, "files": list(file_ids)},
    )
    await connection.execute("update jobs set file_id = coalesce(file_id, %s) where id = %s", (file_ids[0], job_id))


@dataclass(frozen=True, slots=True)
class IngestClaim:
    id: int
    job_id: int
    fence: int
    attempts: int
    rows_read: int
    file_name: str
    media_type: str | None
    size_bytes: int
    content_hash: str
    path: str
    user_id: int | None
    ip_address: str | None
    kind: str
    options: dict[str, Any]

    @property
    def file(self) -> NewFile:
        media_type = self.media_type or "application/octet-stream"
        return NewFile(self.file_name, media_type, self.size_bytes, self.content_hash, self.path, self.ip_address)


# Files without a reader, or with a lost one: the first unfinished file of each job.
_FREE = """
    i.finished_at is null and i.due_at <= now() and (i.lease_until is null or i.lease_until < now())
    and (%(max_bytes)s::bigint is null or f.size_bytes <= %(max_bytes)s)
    and not exists (
        select from ingests before
        where before.job_id = i.job_id and before.place < i.place and before.finished_at is null)
"""


async def claim(
    connection: Connection,
    worker: str,
    lease_seconds: float,
    max_bytes: int | None = None,
    max_per_user: int | None = None,
) -> IngestClaim | None:
    """Claim a free file: from the user with the fewest files being read, the one that has waited longest; none from a
    user of whom this worker already reads `max_per_user` files."""
    cursor = connection.cursor(row_factory=class_row(IngestClaim))
    await cursor.execute(
        f"""
        with being_read as (
            select j.user_id, count(*) as files, count(*) filter (where r.worker = %(worker)s) as here
            from ingests r join jobs j on j.id = r.job_id
            where r.finished_at is null and r.lease_until >= now() group by j.user_id),
        free as (
            select i.id from ingests i join files f on f.id = i.file_id join jobs j on j.id = i.job_id
            left join being_read b on b.user_id is not distinct from j.user_id
            where {_FREE} and (%(per_user)s::int is null or coalesce(b.here, 0) < %(per_user)s)
            order by coalesce(b.files, 0), i.due_at, i.id limit 1 for no key update of i skip locked)
        update ingests i
        set worker = %(worker)s, fence = i.fence + 1, attempts = i.attempts + 1,
            lease_until = now() + %(lease)s * interval '1 second'
        from free, files f, jobs j
        where i.id = free.id and f.id = i.file_id and j.id = i.job_id
        returning i.id, i.job_id, i.fence, i.attempts, i.rows_read, f.name as file_name, f.media_type, f.size_bytes,
                  f.content_hash, f.path, j.user_id, host(j.ip_address) as ip_address, j.kind, j.options
        """,
        {"worker": worker, "lease": lease_seconds, "max_bytes": max_bytes, "per_user": max_per_user},
    )
    return await cursor.fetchone()


async def has_free(connection: Connection, max_bytes: int | None = None) -> bool:
    """Return whether a file waits for a reader."""
    cursor = await connection.execute(
        f"select from ingests i join files f on f.id = i.file_id where {_FREE} limit 1", {"max_bytes": max_bytes}
    )
    return await cursor.fetchone() is not None


async def is_canceled(connection: Connection, claim: IngestClaim) -> bool:
    cursor = await connection.execute("select queue_state from jobs where id = %s", (claim.job_id,))
    row = await cursor.fetchone()
    return row is None or row["queue_state"] == JobState.CANCELED


async def renew(connection: Connection, claim: IngestClaim, worker: str, lease_seconds: float) -> bool:
    cursor = await connection.execute(
        """
        update ingests set lease_until = now() + %s * interval '1 second'
        where id = %s and fence = %s and worker = %s and finished_at is null
        """,
        (lease_seconds, claim.id, claim.fence, worker),
    )
    return cursor.rowcount == 1


async def release(
    connection: Connection, claim: IngestClaim, worker: str, delay_seconds: float = 0, *, is_failed: bool = False
) -> None:
    """Release a file for another reader, or for a later attempt. A reader that shuts down in order has not failed."""
    await connection.execute(
        """
        update ingests
        set worker = null, lease_until = null, due_at = now() + %(delay)s * interval '1 second',
            attempts = case when %(failed)s then attempts else greatest(attempts - 1, 0) end
        where id = %(id)s and fence = %(fence)s and worker = %(worker)s and finished_at is null
        """,
        {"id": claim.id, "fence": claim.fence, "worker": worker, "delay": delay_seconds, "failed": is_failed},
    )


async def advance(connection: Connection, claim: IngestClaim, worker: str, *, before: int, rows: int, bad: int) -> bool:
    """Record progress in the transaction that writes the rows; returns False if this reader may no longer write them.
    Progress resets the attempts."""
    cursor = await connection.execute(
        """
        update ingests set rows_read = %(after)s, bad_rows = bad_rows + %(bad)s, attempts = 1
        where id = %(id)s and fence = %(fence)s and worker = %(worker)s and rows_read = %(before)s
          and finished_at is null
        """,
        {
            "after": before + rows,
            "bad": bad,
            "id": claim.id,
            "fence": claim.fence,
            "worker": worker,
            "before": before,
        },
    )
    return cursor.rowcount == 1


async def rows_read(connection: Connection, claim: IngestClaim, worker: str) -> int | None:
    """Return the rows read so far, or None if this reader no longer owns the file."""
    cursor = await connection.execute(
        "select rows_read from ingests where id = %s and fence = %s and worker = %s and finished_at is null",
        (claim.id, claim.fence, worker),
    )
    row = await cursor.fetchone()
    return None if row is None else int(row["rows_read"])


@dataclass(frozen=True, slots=True)
class IngestEnding:
    """The result of reading a file."""

    format: str | None = None
    columns: Sequence[str] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)  # of columns
    warnings: Sequence[str] = ()
    decimals: Mapping[str, str] = field(default_factory=dict)  # decimal signs of numeric columns
    error_code: str | None = None
    error: str | None = None


async def finish(connection: Connection, claim: IngestClaim, worker: str, ending: IngestEnding) -> int | None:
    """End the reading of a file; with the last file its job has all its rows. Return the number of rows read, or None
    if this reader does not own the file. The lane is locked first, for the lock order, and so that two files do not end
    unseen by each other."""
    await connection.execute("select from lanes where job_id = %s for no key update", (claim.job_id,))
    cursor = await connection.execute(
        """
        update ingests
        set finished_at = now(), worker = null, lease_until = null, format = %s, error_code = %s, error = %s
        where id = %s and fence = %s and worker = %s and finished_at is null
        returning rows_read
        """,
        (ending.format, ending.error_code, ending.error, claim.id, claim.fence, worker),
    )
    finished = await cursor.fetchone()
    if finished is None:
        return None
    await describe(connection, claim.job_id, ending)
    await connection.execute(
        """
        update jobs j
        set ingested_at = now(), updated_at = now(),
            last_error = coalesce(
                last_error, case when rows_numbered = 0 and queue_state <> 'CANCELED' then %(nothing)s::text end)
        where id = %(job)s and ingested_at is null
          and not exists (select from ingests where job_id = %(job)s and finished_at is null)
        """,
        {"job": claim.job_id, "nothing": NOTHING_READ},
    )
    return int(finished["rows_read"])


async def describe(connection: Connection, job_id: int, ending: IngestEnding) -> None:
    """Add to a job's description: the columns of its files in order, their meanings, and warnings. A column keeps the
    meaning it was first given."""
    cursor = await connection.execute("select options from jobs where id = %s for no key update", (job_id,))
    row = await cursor.fetchone()
    if row is None:
        return
    options = row["options"]
    options["columns"] = list(dict.fromkeys([*(options.get("columns") or ()), *ending.columns]))
    # As pairs, because a JSON object in the database has no order.
    meanings = dict(options.get("meanings") or ())
    meanings = {**meanings, **ending.meanings, **meanings}
    options["meanings"] = list(meanings.items())
    options["decimals"] = {**ending.decimals, **(options.get("decimals") or {})}
    options["unusedColumns"] = [header for header in options["columns"] if header not in meanings][:MAX_NAMED_COLUMNS]
    options["warnings"] = list(dict.fromkeys([*(options.get("warnings") or ()), *ending.warnings]))[:MAX_WARNINGS]
    await connection.execute(
        """
        update jobs set options = %s, updated_at = now(),
            last_error = case when %s::text is null then last_error else concat_ws(' ', last_error, %s::text) end
        where id = %s
        """,
        (Jsonb(options), ending.error, ending.error, job_id),
    )


async def rule_out_links(connection: Connection, claim: IngestClaim) -> None:
    """Record that no row of the file has a link, including rows still to be read."""
    await connection.execute("update ingests set may_have_links = false where id = %s", (claim.id,))


@dataclass(frozen=True, slots=True)
class IngestStatus:
    """The progress of a job's files."""

    is_in: bool
    queue_state: str
    rows: int
    error_code: str | None  # errors for lack of room come first
    error: str | None

    @property
    def lacks_room(self) -> bool:
        return self.error_code in (TOO_MANY_ROWS, TOO_MANY_OPEN_ROWS)


async def find_status(connection: Connection, job_id: int) -> IngestStatus | None:
    cursor = connection.cursor(row_factory=class_row(IngestStatus))
    await cursor.execute(
        """
        select j.ingested_at is not null as is_in, j.queue_state, j.rows_numbered as rows, i.error_code,
               coalesce(i.error, j.last_error) as error
        from jobs j left join lateral (
            select error_code, error from ingests where job_id = j.id and error is not null
            order by error_code = any(%s) desc, place limit 1) i on true
        where j.id = %s
        """,
        ([TOO_MANY_ROWS, TOO_MANY_OPEN_ROWS], job_id),
    )
    return await cursor.fetchone()


async def forget_key(connection: Connection, job_id: int) -> None:
    """Clear the idempotency key: a request with the same key creates another job."""
    await connection.execute("update jobs set idempotency_key = null, updated_at = now() where id = %s", (job_id,))
