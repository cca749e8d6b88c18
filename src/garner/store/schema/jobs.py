"""Tables of requests and their results: users, files, jobs and their items."""

from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, INET
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.lifecycle import COUNTERS, JOBLESS_ORIGINS, OPEN_ITEM, REPEATABLE_ORIGINS, ItemStatus, JobState, Origin
from garner.core.record import Kind
from garner.core.rows.row import AWAITS_PAGES
from garner.core.urls.social_posts import URL_JOB
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of, words

IS_OPEN = text(f"status in ({words(OPEN_ITEM)})")
SUM_OF_COUNTERS = " + ".join(COUNTERS)


class UserTable(Base):
    __tablename__ = "users"

    user_id: Mapped[Key]
    email: Mapped[str] = mapped_column(String(255), unique=True)
    name: Mapped[str | None] = mapped_column(String(255))
    picture_url: Mapped[str | None] = mapped_column(Text)
    settings: Mapped[Document] = mapped_column(
        server_default=text("""'{"enabled_companies": ["ALL"], "title_filters": []}'::jsonb""")
    )
    created_at: Mapped[Now]
    last_login: Mapped[Moment | None]


class File(Base):
    __tablename__ = "files"

    id: Mapped[Key]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.user_id", ondelete="SET NULL"), index=True)
    name: Mapped[str] = mapped_column(Text)
    media_type: Mapped[str | None] = mapped_column(String(255))
    size_bytes: Mapped[int] = mapped_column(BigInteger)
    content_hash: Mapped[Hash] = mapped_column(index=True)
    path: Mapped[str] = mapped_column(String(512))
    ip_address: Mapped[str | None] = mapped_column(INET)
    source: Mapped[str | None] = mapped_column(Text)  # where a scan found it; no user sent it then
    # The job it was sent for, or extracted from another file for; it is deleted with that job.
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id", ondelete="SET NULL", use_alter=True), index=True)
    created_at: Mapped[Now]

    __table_args__ = (
        # Files in scanned places are ingested once, regardless of how often, and by how many processes, the places are
        # scanned.
        Index("uq_files_scanned", "content_hash", unique=True, postgresql_where=text("source is not null")),
    )


class ScannedFileTable(Base):
    """A file that a scan has processed. While its stamp is the same, it is not read again."""

    __tablename__ = "scanned_files"

    place_hash: Mapped[Hash] = mapped_column(primary_key=True)  # of its place, which may be too long for an index
    place: Mapped[str] = mapped_column(Text)
    stamp: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[Hash | None] = mapped_column(index=True)
    refusal: Mapped[str | None] = mapped_column(Text)
    asked: Mapped[Hash | None]  # hash of the options it was refused with: with other options it may be accepted
    scanned_at: Mapped[Now]

    __table_args__ = (CheckConstraint("(content_hash is null) = (refusal is not null)", name="taken_or_refused"),)


class Watch(Base):
    """A place that is scanned automatically, by one process at a time."""

    __tablename__ = "watches"

    place: Mapped[str] = mapped_column(Text, primary_key=True)
    due_at: Mapped[Moment]


class Job(Base):
    """One user's request for many rows. Its counters are a base; `job_deltas` holds those not folded yet."""

    __tablename__ = "jobs"

    id: Mapped[Key]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.user_id", ondelete="CASCADE"))
    file_id: Mapped[int | None] = mapped_column(ForeignKey("files.id", ondelete="SET NULL"), index=True)
    job_type: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(16), server_default="auto")
    queue_state: Mapped[str] = mapped_column(String(16), server_default=JobState.QUEUED)
    total_items: Mapped[Count]
    pending: Mapped[Count]
    processing: Mapped[Count]
    done: Mapped[Count]
    not_found: Mapped[Count]
    error: Mapped[Count]
    skipped: Mapped[Count]
    canceled: Mapped[Count]
    committed: Mapped[Count]
    abandoned: Mapped[Count]
    processed_items: Mapped[int] = mapped_column(Computed("total_items - pending - processing", persisted=True))
    failed_items: Mapped[int] = mapped_column(Computed("error + not_found", persisted=True))
    ingested_at: Mapped[Moment | None]  # every row is in; before that the job cannot end
    attempts: Mapped[Count]
    last_error: Mapped[str | None] = mapped_column(Text)
    last_heartbeat: Mapped[Moment | None]
    ip_address: Mapped[str | None] = mapped_column(INET)
    idempotency_key: Mapped[str | None] = mapped_column(String(255))
    options: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))
    rows_numbered: Mapped[int] = mapped_column(BigInteger, server_default="0")  # the last row number assigned
    last_linked_row: Mapped[int] = mapped_column(BigInteger, server_default="0")  # no row after it has a link
    change_no: Mapped[int] = mapped_column(BigInteger, server_default="0")  # of its last recorded change
    created_at: Mapped[Now]
    started_at: Mapped[Moment | None]
    finished_at: Mapped[Moment | None]
    exported_at: Mapped[Moment | None]  # to the hour
    removed_at: Mapped[Moment | None]  # the job no longer exists for users, and its remains are being deleted
    updated_at: Mapped[Now]

    __table_args__ = (
        one_of("queue_state", JobState),
        CheckConstraint(f"kind in ({words(Kind)}, 'auto')", name="kind_known"),
        CheckConstraint(f"{SUM_OF_COUNTERS} = total_items", name="counters_add_up"),
        Index(None, "user_id", "created_at"),
        Index(None, "queue_state", "job_type"),
        # Partial, and so no key for foreign keys to the job: it may be removed while rows are being added to it.
        Index(
            "uq_jobs_idempotency_key",
            *("user_id", "idempotency_key"),
            unique=True,
            postgresql_where=text("removed_at is null"),
        ),
        Index("idx_jobs_removed", "removed_at", postgresql_where=text("removed_at is not null")),
    )


class JobDelta(Base):
    """A change of a job's counters that waits to be folded; many settling processes append, none waits."""

    __tablename__ = "job_deltas"

    id: Mapped[Key]
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), index=True)
    duplicates: Mapped[bool] = mapped_column(server_default=text("false"))  # rows that ended as duplicates
    total: Mapped[Count]
    pending: Mapped[Count]
    processing: Mapped[Count]
    done: Mapped[Count]
    not_found: Mapped[Count]
    error: Mapped[Count]
    skipped: Mapped[Count]
    canceled: Mapped[Count]
    committed: Mapped[Count]
    abandoned: Mapped[Count]

    __table_args__ = (CheckConstraint(f"{SUM_OF_COUNTERS} = total", name="counters_add_up"),)


class JobChangeTable(Base):
    """A change of a job, numbered without gaps, for its subscribers."""

    __tablename__ = "job_changes"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    change: Mapped[Document]
    happened_at: Mapped[Now] = mapped_column(index=True)


class Ingest(Base):
    """A file that is being read into a job. Its reader holds a lease; progress is written with the rows, so that
    another reader continues after a lost one."""

    __tablename__ = "ingests"

    id: Mapped[Key]
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    place: Mapped[int] = mapped_column(Integer, server_default="0")  # among the files of the job
    file_id: Mapped[int] = mapped_column(ForeignKey("files.id", ondelete="CASCADE"), index=True)
    format: Mapped[str | None] = mapped_column(String(16))
    rows_read: Mapped[int] = mapped_column(BigInteger, server_default="0")
    bad_rows: Mapped[int] = mapped_column(BigInteger, server_default="0")
    may_have_links: Mapped[bool] = mapped_column(server_default=text("true"))  # false when its columns rule links out
    error_code: Mapped[str | None] = mapped_column(String(64))
    error: Mapped[str | None] = mapped_column(Text)
    attempts: Mapped[Count]
    due_at: Mapped[Now]
    worker: Mapped[str | None] = mapped_column(String(64))
    fence: Mapped[int] = mapped_column(BigInteger, server_default="0")
    lease_until: Mapped[Moment | None]
    created_at: Mapped[Now]
    finished_at: Mapped[Moment | None]

    __table_args__ = (
        UniqueConstraint("job_id", "place"),
        CheckConstraint("(lease_until is null) = (worker is null)", name="a_lease_has_a_holder"),
        Index("idx_ingests_open", "due_at", postgresql_where=text("finished_at is null")),
    )


class Reprocessing(Base):
    """An order to rerun rows of a job, kept until it has processed them."""

    __tablename__ = "reprocessings"

    id: Mapped[Key]
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), index=True)
    statuses: Mapped[list[str]] = mapped_column(ARRAY(Text))  # of the rows to rerun
    reasons: Mapped[list[str] | None] = mapped_column(ARRAY(Text))  # their error codes; null for any
    reset_attempts: Mapped[bool] = mapped_column(server_default=text("false"))
    gone_through: Mapped[int] = mapped_column(BigInteger, server_default="0")  # the last row that was processed
    last_row: Mapped[int] = mapped_column(BigInteger)
    asked_at: Mapped[Now]  # rows that ended since are excluded


class Append(Base):
    """Rows that were appended to a job under a key, so that they are added once regardless of how often they are
    sent."""

    __tablename__ = "appends"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    idempotency_key: Mapped[str] = mapped_column(String(255), primary_key=True)
    request: Mapped[Hash]  # hash of the request
    first_row: Mapped[int] = mapped_column(BigInteger)
    last_row: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[Now]


class DuplicateBacklog(Base):
    """A row with more duplicates than one transaction settles. They are settled in bounded slices, in the file's
    order."""

    __tablename__ = "twin_backlog"

    # Without a foreign key: rows are deleted by the million, and an entry without its row is dropped when it is met.
    item_id: Mapped[UUID] = mapped_column(primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), index=True)
    settled_to: Mapped[int] = mapped_column(BigInteger, server_default="0")  # the last row that was settled
    heir_id: Mapped[UUID | None]  # the new original of its duplicates, after the row was edited


class PageWait(Base):
    """A job with rows that wait for its own pages, and when these rows are retried (docs/decisions/0021)."""

    __tablename__ = "page_waits"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    since: Mapped[Now]
    retry_at: Mapped[Moment]  # when the next pass over the rows begins
    retried_to: Mapped[int | None] = mapped_column(BigInteger)  # the last row of the current pass


class JobItem(Base):
    """One row of a job, or one single request: its input, its state, its result."""

    __tablename__ = "job_items"

    id: Mapped[UUID] = mapped_column(primary_key=True)  # v7, generated by the application
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    row_no: Mapped[int | None] = mapped_column(BigInteger)
    origin: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.user_id", ondelete="CASCADE"))
    job_type: Mapped[str] = mapped_column(String(32), server_default=URL_JOB)
    kind: Mapped[str | None] = mapped_column(String(16))
    url: Mapped[str | None] = mapped_column(Text)
    url_hash: Mapped[Hash | None] = mapped_column(ForeignKey("resources.url_hash"))
    use_llm_fallback: Mapped[bool] = mapped_column(server_default=text("false"))
    shared: Mapped[bool] = mapped_column(server_default=text("false"))  # others have joined it, so it is theirs too
    status: Mapped[str] = mapped_column(String(16), server_default=ItemStatus.PENDING)
    attempts: Mapped[Count]
    input_json: Mapped[Document | None]
    normalized_json: Mapped[Document | None]
    # Hash of the row's request, to find duplicates within the job.
    input_hash: Mapped[int | None] = mapped_column(BigInteger)
    # An earlier row of the job with the same request: this row is its duplicate and ends with its result.
    twin_of: Mapped[UUID | None] = mapped_column(
        ForeignKey("job_items.id", ondelete="SET NULL", deferrable=True, initially="IMMEDIATE")
    )
    result_json: Mapped[Document | None]
    record_version: Mapped[int | None] = mapped_column(Integer)
    unchanged: Mapped[bool] = mapped_column(server_default=text("false"))
    error_code: Mapped[str | None] = mapped_column(String(64))
    last_error: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[Now]
    updated_at: Mapped[Now]  # moves on every change of state
    started_at: Mapped[Moment | None]
    completed_at: Mapped[Moment | None]
    committed_at: Mapped[Moment | None]
    abandoned_at: Mapped[Moment | None]
    canceled_at: Mapped[Moment | None]
    redone_at: Mapped[Moment | None]  # when a rerun was requested: earlier records of its page do not suffice

    __table_args__ = (
        one_of("status", ItemStatus),
        one_of("origin", Origin),
        CheckConstraint(f"kind in ({words(Kind)}, 'auto')", name="kind_known"),
        CheckConstraint(f"({IS_OPEN.text}) = (completed_at is null)", name="ended_items_say_when"),
        CheckConstraint(
            f"origin = '{Origin.MAILBOX}' or status not in ('COMMITTED', 'ABANDONED')",
            name="only_the_mailbox_commits",
        ),
        CheckConstraint(
            f"(origin not in ({words(JOBLESS_ORIGINS)}) or job_id is null)"
            f" and (origin not in ({words(REPEATABLE_ORIGINS)}) or job_id is not null)",
            name="single_requests_have_no_job",
        ),
        CheckConstraint("url_hash is null or kind is not null", name="a_page_is_wanted_for_something"),
        CheckConstraint(f"origin <> '{Origin.MAILBOX}' or user_id is not null", name="a_mailbox_has_a_user"),
        # Grid and export page on the file's own order, which never moves under a reader. Single requests have no job,
        # and need not be in these two.
        Index(
            "uq_job_items_job_id_row_no",
            "job_id",
            "row_no",
            unique=True,
            postgresql_where=text("job_id is not null"),
        ),
        # Rows of one status in the file's order: without it the last pending rows would be searched among all that are
        # done.
        Index(
            "idx_job_items_job_id_status_row_no",
            "job_id",
            "status",
            "row_no",
            postgresql_where=text("job_id is not null"),
        ),
        Index(
            "idx_job_items_job_id_status_updated_at_id",
            "job_id",
            "status",
            "updated_at",
            "id",
            postgresql_where=text("job_id is not null"),
        ),
        Index(
            "idx_job_items_job_id_input_hash", "job_id", "input_hash", postgresql_where=text("input_hash is not null")
        ),
        # The pending duplicates of a row in the file's order, regardless of how many of its duplicates have ended.
        Index(
            "idx_job_items_twin_of_status_row_no",
            "twin_of",
            "status",
            "row_no",
            postgresql_where=text("twin_of is not null"),
        ),
        # Rows that wait for pages of their own job.
        Index(
            "idx_job_items_awaiting_pages",
            "job_id",
            "row_no",
            postgresql_where=text(f"error_code = '{AWAITS_PAGES}'"),
        ),
        # A job's rows that wait for pages, of which there are never many.
        Index(
            "idx_job_items_attached",
            "job_id",
            "row_no",
            postgresql_where=text("job_id is not null and url_hash is not null and completed_at is null"),
        ),
        # Open items of all jobs. Ended items are listed by job, so the index need not hold them. An open item is one
        # without an end: because this index says it by completed_at and the one by page by status, the planner cannot
        # use this index, which holds all open items, instead of the one by page, however few its statistics say there
        # are.
        Index(
            "idx_job_items_pending",
            "status",
            "user_id",
            "updated_at",
            "id",
            postgresql_where=text("completed_at is null"),
        ),
        Index(
            "idx_job_items_user_id_created_at",
            "user_id",
            text("created_at desc"),
            postgresql_where=text("user_id is not null"),
        ),
        # The records that a user asked for: see store/records/visibility.py.
        Index(
            "idx_job_items_records",
            "user_id",
            "kind",
            "url_hash",
            postgresql_where=text("user_id is not null and record_version is not null"),
        ),
        # Items that wait for a page.
        Index(
            "idx_job_items_waiting",
            "url_hash",
            "status",
            postgresql_where=text(f"url_hash is not null and {IS_OPEN.text}"),
        ),
        # The users who asked for a page.
        Index(
            "idx_job_items_users_of_pages",
            "url_hash",
            "user_id",
            postgresql_where=text("record_version is not null and user_id is not null"),
        ),
        # Items that a replay of a page reopens.
        Index(
            "idx_job_items_failed",
            "url_hash",
            postgresql_where=text(f"url_hash is not null and status = '{ItemStatus.ERROR}'"),
        ),
        # One open request per page and kind; for the mailbox, per user as well.
        Index(
            "uq_job_items_open_parse",
            "url_hash",
            "kind",
            unique=True,
            postgresql_where=text(f"origin = '{Origin.PARSE}' and {IS_OPEN.text}"),
        ),
        Index(
            "uq_job_items_open_mailbox",
            "user_id",
            "url_hash",
            "kind",
            unique=True,
            postgresql_where=text(f"origin = '{Origin.MAILBOX}' and {IS_OPEN.text}"),
        ),
        # And per user and picture, for requests without a URL.
        Index(
            "uq_job_items_open_picture",
            "user_id",
            text("(input_json ->> 'content_hash')"),
            unique=True,
            postgresql_where=text(f"origin = '{Origin.MAILBOX}' and url_hash is null and {IS_OPEN.text}"),
        ),
        Index(
            "idx_job_items_mailbox",
            "user_id",
            "status",
            "completed_at",
            "id",
            postgresql_where=text(f"origin = '{Origin.MAILBOX}'"),
        ),
        # Unsaved results, oldest first.
        Index(
            "idx_job_items_unsaved",
            "completed_at",
            postgresql_where=text(f"origin = '{Origin.MAILBOX}' and status = '{ItemStatus.DONE}'"),
        ),
        Index(
            "idx_job_items_completed_at",
            "completed_at",
            postgresql_where=text("job_id is null and completed_at is not null"),
        ),
        {"postgresql_with": {"fillfactor": 85}},
    )
