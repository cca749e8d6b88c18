"""The tables.

Two layers, never mixed: *asking* (`jobs`, `job_items`) and *acquiring* (`domains`, `lanes`, `resources`,
`crawl_tasks`, the records). Between them one hot table, `work`: a row there is something to be executed now,
and leaves when its work is over. Every invariant that the code keeps is repeated here as a CHECK or a partial
unique index, so that a bug stops at the row.

Alembic compares this module with the database; queries live in the modules beside it.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    MetaData,
    Numeric,
    Sequence,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, INET, INTERVAL, JSON, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from garner.core.lifecycle import (
    JOBLESS_ORIGINS,
    OPEN_ITEM,
    REPEATABLE_ORIGINS,
    ItemStatus,
    JobState,
    Origin,
    Stage,
    TaskStatus,
)
from garner.core.record import Kind

Key = Annotated[int, mapped_column(BigInteger, Identity(always=True), primary_key=True)]
Moment = Annotated[datetime, mapped_column(DateTime(timezone=True))]
Now = Annotated[datetime, mapped_column(DateTime(timezone=True), server_default=func.now())]
Hash = Annotated[str, mapped_column(String(64))]
Document = Annotated[dict[str, Any], mapped_column(JSONB)]
Count = Annotated[int, mapped_column(Integer, server_default="0")]


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "idx_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def _words(values: type[StrEnum] | tuple[StrEnum, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)


def _one_of(column: str, values: type[StrEnum] | tuple[StrEnum, ...]) -> CheckConstraint:
    return CheckConstraint(f"{column} in ({_words(values)})", name=f"{column}_known")


def _sum(columns: tuple[str, ...]) -> str:
    return " + ".join(columns)


IS_OPEN = text(f"status in ({_words(OPEN_ITEM)})")
COUNTERS = tuple(status.value.lower() for status in ItemStatus)

# Fences come from a sequence rather than from the row, so that one stays unique when a row leaves `work` and
# the same page comes back under another.
FENCE = Sequence("work_fence", metadata=Base.metadata)


# Asking ------------------------------------------------------------------------------------------------------


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
        _one_of("queue_state", JobState),
        CheckConstraint(f"kind in ({_words(Kind)}, 'auto')", name="kind_known"),
        CheckConstraint(f"{_sum(COUNTERS)} = total_items", name="counters_add_up"),
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

    __table_args__ = (CheckConstraint(f"{_sum(COUNTERS)} = total", name="counters_add_up"),)


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
        _one_of("status", ItemStatus),
        _one_of("origin", Origin),
        CheckConstraint(f"kind in ({_words(Kind)}, 'auto')", name="kind_known"),
        CheckConstraint(f"({IS_OPEN.text}) = (completed_at is null)", name="ended_items_say_when"),
        CheckConstraint(
            f"origin = '{Origin.MAILBOX}' or status not in ('COMMITTED', 'ABANDONED')",
            name="only_the_mailbox_commits",
        ),
        CheckConstraint(
            f"(origin not in ({_words(JOBLESS_ORIGINS)}) or job_id is null)"
            f" and (origin not in ({_words(REPEATABLE_ORIGINS)}) or job_id is not null)",
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
        Index("idx_job_items_pending", "status", "user_id", "updated_at", "id", postgresql_where=IS_OPEN),
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
        Index(
            "idx_job_items_mailbox",
            "user_id",
            "status",
            "completed_at",
            postgresql_where=text(f"origin = '{Origin.MAILBOX}'"),
        ),
        Index(
            "idx_job_items_completed_at",
            "completed_at",
            postgresql_where=text("job_id is null and completed_at is not null"),
        ),
        {"postgresql_with": {"fillfactor": 85}},
    )


# Acquiring ---------------------------------------------------------------------------------------------------


class Domain(Base):
    __tablename__ = "domains"

    id: Mapped[int] = mapped_column(Integer, Identity(always=True), primary_key=True)
    domain_name: Mapped[str] = mapped_column(String(255), unique=True)
    base_url: Mapped[str] = mapped_column(String(512))
    crawl_delay_seconds: Mapped[Decimal] = mapped_column(Numeric(10, 3), server_default="1")
    max_concurrent_requests: Mapped[int] = mapped_column(Integer, server_default="5")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"), index=True)
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        CheckConstraint("crawl_delay_seconds >= 0", name="delay_not_negative"),
        CheckConstraint("max_concurrent_requests >= 1", name="concurrency_positive"),
    )


class Lane(Base):
    """A queue with a pace of its own: one per domain for crawling, one per job for matching."""

    __tablename__ = "lanes"

    id: Mapped[Key]
    stage: Mapped[str] = mapped_column(String(8))
    domain_id: Mapped[int | None] = mapped_column(ForeignKey("domains.id", ondelete="CASCADE"), unique=True)
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), unique=True)
    # When a claim should look at it again; infinity while there is nothing to find (parked).
    ready_at: Mapped[Moment] = mapped_column(server_default=text("'infinity'"))
    # When its pace allows the next request, whatever else holds it back.
    next_at: Mapped[Moment] = mapped_column(server_default=text("'-infinity'"))
    # All its slots were taken when last looked at: the next settle wakes it.
    saturated: Mapped[bool] = mapped_column(server_default=text("false"))

    __table_args__ = (
        CheckConstraint(
            f"(stage = '{Stage.CRAWL}') = (domain_id is not null) and (domain_id is null or job_id is null)",
            name="stage_fits_owner",
        ),
        Index(None, "stage", "ready_at", postgresql_where=text("ready_at < 'infinity'")),
        {"postgresql_with": {"fillfactor": 70}},
    )


class Proxy(Base):
    __tablename__ = "proxies"

    id: Mapped[int] = mapped_column(Integer, Identity(always=True), primary_key=True)
    proxy_url: Mapped[str] = mapped_column(String(255))
    proxy_port: Mapped[int] = mapped_column(Integer)
    proxy_protocol: Mapped[str] = mapped_column(String(20), server_default="http")
    proxy_username: Mapped[str | None] = mapped_column(String(100))
    proxy_password: Mapped[str | None] = mapped_column(String(255))
    is_active: Mapped[bool] = mapped_column(server_default=text("true"), index=True)
    failure_count: Mapped[Count] = mapped_column(index=True)
    success_count: Mapped[Count]
    last_used_at: Mapped[Moment | None] = mapped_column(index=True)
    last_success_at: Mapped[Moment | None]
    last_failure_at: Mapped[Moment | None]
    avg_response_time_ms: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        CheckConstraint("proxy_protocol in ('http', 'https', 'socks5')", name="protocol_known"),
        CheckConstraint("proxy_port between 1 and 65535", name="port_possible"),
    )


class Resource(Base):
    """A page, known by the hash of its normalised URL; never changes once made."""

    __tablename__ = "resources"

    url_hash: Mapped[Hash] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    created_at: Mapped[Now]

    __table_args__ = (CheckConstraint("length(url_hash) = 64", name="hash_is_sha256"),)


class CrawlTask(Base):
    """The standing order to fetch and extract one page, however many people want it."""

    __tablename__ = "crawl_tasks"

    id: Mapped[Key]
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id"), index=True)
    url: Mapped[str] = mapped_column(Text)
    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"), unique=True)
    status: Mapped[str] = mapped_column(String(50), server_default=TaskStatus.PENDING)
    priority: Mapped[int] = mapped_column(Integer, server_default="5")
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))  # wanted by schedule
    scheduled_at: Mapped[Now] = mapped_column(index=True)
    started_at: Mapped[Moment | None]
    completed_at: Mapped[Moment | None]  # of the last success; kept while the page is fetched again
    retry_count: Mapped[Count]
    max_retries: Mapped[int] = mapped_column(Integer, server_default="3")
    error_code: Mapped[str | None] = mapped_column(String(64))
    error_message: Mapped[str | None] = mapped_column(Text)
    crawl_frequency: Mapped[timedelta | None] = mapped_column(INTERVAL, server_default=text("'1 day'::interval"))
    next_crawl_at: Mapped[Moment | None]
    html_path: Mapped[str | None] = mapped_column(String(512))
    charset: Mapped[str | None] = mapped_column(String(64))
    final_url: Mapped[str | None] = mapped_column(Text)
    http_status: Mapped[int | None] = mapped_column(SmallInteger)
    content_hash: Mapped[Hash | None]
    etag: Mapped[str | None] = mapped_column(Text)
    last_modified: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        _one_of("status", TaskStatus),
        CheckConstraint("priority between 1 and 10", name="priority_in_range"),
        CheckConstraint("max_retries >= 1", name="max_retries_positive"),
        Index(None, "status", "updated_at"),
        Index("idx_crawl_tasks_next_crawl_at", "next_crawl_at", postgresql_where=text("next_crawl_at is not null")),
        {"postgresql_with": {"fillfactor": 85}},
    )


class CrawlAttempt(Base):
    """One fetch, or one that a lost worker began."""

    __tablename__ = "crawl_attempts"

    id: Mapped[Key]
    crawl_task_id: Mapped[int] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="CASCADE"), index=True)
    started_at: Mapped[Moment] = mapped_column(index=True)
    ended_at: Mapped[Moment]
    outcome: Mapped[str] = mapped_column(String(32))
    http_status: Mapped[int | None] = mapped_column(SmallInteger)
    bytes: Mapped[int | None] = mapped_column(BigInteger)
    proxy_id: Mapped[int | None] = mapped_column(ForeignKey("proxies.id", ondelete="SET NULL"))
    worker: Mapped[str] = mapped_column(String(64))


class Work(Base):
    """What is to be executed now. Narrow and short-lived: all three stages claim from it and settle to it."""

    __tablename__ = "work"

    id: Mapped[Key]
    stage: Mapped[str] = mapped_column(String(8))
    task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="CASCADE"))
    item_id: Mapped[UUID | None] = mapped_column(ForeignKey("job_items.id", ondelete="CASCADE"))
    lane_id: Mapped[int | None] = mapped_column(ForeignKey("lanes.id", ondelete="CASCADE"))
    priority: Mapped[int] = mapped_column(SmallInteger, server_default="5")
    rank: Mapped[Moment]  # due_at + priority x step: low priorities wait longer, never for ever
    due_at: Mapped[Now]
    held: Mapped[bool] = mapped_column(server_default=text("false"))
    fence: Mapped[int] = mapped_column(BigInteger, server_default="0")
    attempt: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    max_attempts: Mapped[int] = mapped_column(SmallInteger, server_default="3")
    lease_until: Mapped[Moment | None]
    worker: Mapped[str | None] = mapped_column(String(64))
    claimed_at: Mapped[Moment | None]

    __table_args__ = (
        _one_of("stage", Stage),
        CheckConstraint(
            "num_nonnulls(task_id, item_id) = 1"
            f" and (stage <> '{Stage.CRAWL}' or (task_id is not null and lane_id is not null))",
            name="stage_fits_subject",
        ),
        CheckConstraint("(lease_until is null) = (worker is null)", name="a_lease_has_a_holder"),
        # At most one piece of work per page, and per item.
        Index("uq_work_task_id", "task_id", unique=True, postgresql_where=text("task_id is not null")),
        Index("uq_work_item_id", "item_id", unique=True, postgresql_where=text("item_id is not null")),
        Index(
            "idx_work_lane",
            "lane_id",
            "rank",
            postgresql_where=text("lease_until is null and not held and lane_id is not null"),
        ),
        Index(
            "idx_work_free",
            "stage",
            "rank",
            postgresql_where=text("lease_until is null and not held and lane_id is null"),
        ),
        Index("idx_work_leased", "lease_until", postgresql_where=text("lease_until is not null")),
        Index(
            "idx_work_in_flight",
            "lane_id",
            postgresql_where=text("lease_until is not null and lane_id is not null"),
        ),
        # Rows come and go all the time, so vacuum by count rather than by share.
        {
            "postgresql_with": {
                "fillfactor": 70,
                "autovacuum_vacuum_scale_factor": 0.02,
                "autovacuum_vacuum_threshold": 1000,
                "autovacuum_vacuum_cost_delay": 0,
            }
        },
    )


# Records -----------------------------------------------------------------------------------------------------


class _Extracted:
    """What every record carries beside its own columns: the whole of it, and where it came from."""

    data: Mapped[Document]
    sources: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))
    content_hash: Mapped[Hash | None]
    extractor: Mapped[str] = mapped_column(String(64))
    extractor_version: Mapped[str] = mapped_column(String(32))
    strategy: Mapped[str] = mapped_column(String(64))
    confidence: Mapped[float]
    used_llm: Mapped[bool] = mapped_column(server_default=text("false"))
    warnings: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    version: Mapped[int] = mapped_column(Integer, server_default="1")
    parsed_at: Mapped[Moment]
    created_at: Mapped[Now]
    updated_at: Mapped[Now]


class Recipe(_Extracted, Base):
    __tablename__ = "recipes"

    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"), primary_key=True)
    title: Mapped[str | None] = mapped_column(String(500))
    ingredients: Mapped[list[Any]] = mapped_column(JSONB)

    __table_args__ = (Index("idx_recipe_freshness", "url_hash", "parsed_at"),)


class Product(_Extracted, Base):
    __tablename__ = "products"

    id: Mapped[Key]
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id"), index=True)
    crawl_task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="SET NULL"), index=True)
    url: Mapped[str] = mapped_column(Text)
    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"), unique=True)
    product_name: Mapped[str] = mapped_column(String(512), index=True)
    description: Mapped[str | None] = mapped_column(Text)
    price: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), index=True)
    currency: Mapped[str | None] = mapped_column(String(3))
    availability: Mapped[str | None] = mapped_column(String(50), index=True)
    rating: Mapped[Decimal | None] = mapped_column(Numeric(3, 2))
    review_count: Mapped[int | None] = mapped_column(Integer)
    brand: Mapped[str | None] = mapped_column(String(255), index=True)
    category: Mapped[str | None] = mapped_column(String(255), index=True)
    sku: Mapped[str | None] = mapped_column(String(100), index=True)
    gtin: Mapped[str | None] = mapped_column(String(14), index=True)
    details: Mapped[dict[str, Any] | None] = mapped_column("metadata", JSON)

    __table_args__ = (
        Index(None, "created_at"),
        CheckConstraint("rating between 0 and 5", name="rating_in_range"),
    )


class Image(Base):
    __tablename__ = "images"

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"), index=True)
    image_url: Mapped[str] = mapped_column(Text)
    image_path: Mapped[str | None] = mapped_column(String(512))
    alt_text: Mapped[str | None] = mapped_column(String(512))
    image_type: Mapped[str] = mapped_column(String(50), server_default="primary")
    position: Mapped[Count]
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    file_size: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[Now]


class Posting(_Extracted, Base):
    __tablename__ = "postings"

    id: Mapped[Key]
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id"), index=True)
    crawl_task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="SET NULL"), index=True)
    url: Mapped[str] = mapped_column(Text)
    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"), unique=True)
    title: Mapped[str] = mapped_column(String(512))
    company: Mapped[str | None] = mapped_column(String(255))
    external_id: Mapped[str | None] = mapped_column(String(255))
    description: Mapped[str | None] = mapped_column(Text)
    posted_at: Mapped[Moment | None] = mapped_column(index=True)
    valid_through: Mapped[Moment | None]

    __table_args__ = (Index(None, "company", "external_id"),)


class RecordVersion(Base):
    """Every state that a record was ever in, the current one included."""

    __tablename__ = "record_versions"

    id: Mapped[Key]
    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"))
    kind: Mapped[str] = mapped_column(String(16))
    version: Mapped[int] = mapped_column(Integer)
    data: Mapped[Document]
    content_hash: Mapped[Hash | None]
    extractor: Mapped[str] = mapped_column(String(64))
    extractor_version: Mapped[str] = mapped_column(String(32))
    strategy: Mapped[str] = mapped_column(String(64))
    confidence: Mapped[float]
    used_llm: Mapped[bool] = mapped_column(server_default=text("false"))
    warnings: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    parsed_at: Mapped[Moment]

    __table_args__ = (_one_of("kind", Kind), UniqueConstraint("url_hash", "kind", "version"))


# What went wrong, and what must be told ----------------------------------------------------------------------


class ErrorLog(Base):
    __tablename__ = "error_logs"

    id: Mapped[Key]
    crawl_task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="CASCADE"), index=True)
    error_type: Mapped[str] = mapped_column(String(16))
    error_code: Mapped[str | None] = mapped_column(String(64))
    error_message: Mapped[str] = mapped_column(Text)
    stack_trace: Mapped[str | None] = mapped_column(Text)
    occurred_at: Mapped[Now] = mapped_column(index=True)

    __table_args__ = (
        CheckConstraint("error_type in ('network', 'http', 'parse', 'validation', 'blocked')", name="type_known"),
    )


class DeadLetter(Base):
    """Work that ran out of attempts, kept for a person to look at and replay."""

    __tablename__ = "dead_letters"

    id: Mapped[Key]
    stage: Mapped[str] = mapped_column(String(8))
    task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="CASCADE"), index=True)
    item_id: Mapped[UUID | None] = mapped_column(ForeignKey("job_items.id", ondelete="CASCADE"), index=True)
    cause: Mapped[str] = mapped_column(String(64))
    message: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(SmallInteger)
    created_at: Mapped[Now]
    replayed_at: Mapped[Moment | None]

    __table_args__ = (_one_of("stage", Stage), Index(None, "cause", "created_at"))


class Outbox(Base):
    """Messages for configured publishers, written in the transaction that made them true."""

    __tablename__ = "outbox"

    id: Mapped[Key]
    topic: Mapped[str] = mapped_column(String(255))
    key: Mapped[str] = mapped_column(String(255))
    part: Mapped[int] = mapped_column(SmallInteger, server_default="0")  # hash of the key: order within a key
    payload: Mapped[Document]
    created_at: Mapped[Now]

    __table_args__ = (Index(None, "part", "id"),)
