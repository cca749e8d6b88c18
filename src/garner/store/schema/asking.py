"""Who wants what, and what they were told: jobs and their items."""

from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Computed, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.dialects.postgresql import INET
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.lifecycle import (
    COUNTERS,
    JOBLESS_ORIGINS,
    OPEN_ITEM,
    REPEATABLE_ORIGINS,
    ItemStatus,
    JobState,
    Origin,
)
from garner.core.record import Kind
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of, words

IS_OPEN = text(f"status in ({words(OPEN_ITEM)})")
SUM_OF_COUNTERS = " + ".join(COUNTERS)


class User(Base):
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
    created_at: Mapped[Now]


class Job(Base):
    """What somebody asked for in one go. Its counters are a base; `job_deltas` holds what is not folded yet."""

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
    created_at: Mapped[Now]
    started_at: Mapped[Moment | None]
    finished_at: Mapped[Moment | None]
    updated_at: Mapped[Now]

    __table_args__ = (
        one_of("queue_state", JobState),
        CheckConstraint(f"kind in ({words(Kind)}, 'auto')", name="kind_known"),
        CheckConstraint(f"{SUM_OF_COUNTERS} = total_items", name="counters_add_up"),
        Index(None, "user_id", "created_at"),
        Index(None, "queue_state", "job_type"),
        Index("uq_jobs_idempotency_key", "user_id", "idempotency_key", unique=True),
    )


class JobDelta(Base):
    """A change of a job's counters that waits to be folded; many settling processes append, none waits."""

    __tablename__ = "job_deltas"

    id: Mapped[Key]
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), index=True)
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


class JobItem(Base):
    """One row of a job, or one single request: its input, its state, what came of it."""

    __tablename__ = "job_items"

    id: Mapped[UUID] = mapped_column(primary_key=True)  # v7, made by the application
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    row_no: Mapped[int | None] = mapped_column(BigInteger)
    origin: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.user_id", ondelete="CASCADE"))
    job_type: Mapped[str | None] = mapped_column(String(32))
    kind: Mapped[str | None] = mapped_column(String(16))
    url: Mapped[str | None] = mapped_column(Text)
    url_hash: Mapped[Hash | None] = mapped_column(ForeignKey("resources.url_hash"))
    use_llm_fallback: Mapped[bool] = mapped_column(server_default=text("false"))
    shared: Mapped[bool] = mapped_column(server_default=text("false"))  # others have joined it, so it is theirs too
    status: Mapped[str] = mapped_column(String(16), server_default=ItemStatus.PENDING)
    attempts: Mapped[Count]
    input_json: Mapped[Document | None]
    normalized_json: Mapped[Document | None]
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
        # Grid and export page on the file's own order, which never moves under a reader.
        # Single requests have no job, and no need to be in these two.
        Index(
            "uq_job_items_job_id_row_no",
            "job_id",
            "row_no",
            unique=True,
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
        # Pending over all jobs. What has ended is listed by job, so the index need not carry it.
        # An open item is one without an end; said so here and by status there, the planner cannot take this index,
        # which holds all that is open, for the one by page, however few its statistics say there are.
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
        # Who waits for a page.
        Index(
            "idx_job_items_waiting",
            "url_hash",
            "status",
            postgresql_where=text(f"url_hash is not null and {IS_OPEN.text}"),
        ),
        # Whom a replay of a page concerns.
        Index(
            "idx_job_items_failed",
            "url_hash",
            postgresql_where=text(f"url_hash is not null and status = '{ItemStatus.ERROR}'"),
        ),
        # One open request per page and kind; for the mailbox, per person as well.
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
        # And per person and picture, for what came without an address.
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
        # What nobody has saved yet, the oldest first.
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
