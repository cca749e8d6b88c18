"""Tables of the crawl: domains and their lanes, pages, and the work to execute now."""

from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    ForeignKey,
    Identity,
    Index,
    Integer,
    Numeric,
    Sequence,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, INTERVAL
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.lifecycle import Stage, TaskStatus
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of

# Fences come from a sequence rather than from the row, so that one stays unique when a row leaves `work` and the same
# page comes back under another.
FENCE = Sequence("work_fence", metadata=Base.metadata)


class Domain(Base):
    __tablename__ = "domains"

    id: Mapped[int] = mapped_column(Integer, Identity(always=True), primary_key=True)
    domain_name: Mapped[str] = mapped_column(String(255), unique=True)
    base_url: Mapped[str] = mapped_column(String(512))
    # Null follows the setting for domains without their own, as it changes.
    crawl_delay_seconds: Mapped[Decimal | None] = mapped_column(Numeric(10, 3), server_default="1")
    max_concurrent_requests: Mapped[int | None] = mapped_column(Integer, server_default="5")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"), index=True)
    paused_at: Mapped[Moment | None]
    obeys_robots: Mapped[bool] = mapped_column(server_default=text("true"))
    # Who last decided that, and when: ignoring a robots.txt needs a responsible person.
    robots_said_by: Mapped[str | None] = mapped_column(Text)
    robots_said_at: Mapped[Moment | None]
    paces_each_proxy: Mapped[bool] = mapped_column(server_default=text("false"))
    # For operators' orders that name no priority or no frequency.
    default_priority: Mapped[int | None] = mapped_column(Integer)
    default_frequency: Mapped[timedelta | None] = mapped_column(INTERVAL)
    notes: Mapped[str | None] = mapped_column(Text)
    # How often a rendered page gave a record after the plain one gave none, and how often it gave none either.
    render_wins: Mapped[Count]
    render_losses: Mapped[Count]
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        CheckConstraint("crawl_delay_seconds >= 0", name="delay_not_negative"),
        CheckConstraint("max_concurrent_requests >= 1", name="concurrency_positive"),
        CheckConstraint("default_priority between 1 and 10", name="default_priority_in_range"),
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
    # When its pace allows the next request, including everything else that holds it back.
    next_at: Mapped[Moment] = mapped_column(server_default=text("'-infinity'"))
    # All its slots were taken at the last claim: the next settle wakes it.
    saturated: Mapped[bool] = mapped_column(server_default=text("false"))
    # When the feeder should look for due pages of it; infinity while none wait.
    feed_at: Mapped[Moment] = mapped_column(server_default=text("'infinity'"))
    # For a job's lane: the last row that the feeder has passed.
    fed_to: Mapped[int] = mapped_column(BigInteger, server_default="0")
    # The state of its site: see core/pacing/lane.py. Everything that holds it back is in `next_at` as well.
    robots_delay_seconds: Mapped[float] = mapped_column(server_default="0")
    latency_seconds: Mapped[float | None]
    throttle_seconds: Mapped[float] = mapped_column(server_default="0")
    throttled_at: Mapped[Moment | None]
    throttled_since: Mapped[Moment | None]
    not_before: Mapped[Moment | None]
    failures: Mapped[Count]  # how many pages failed since the site last answered, and which
    failing_pages: Mapped[Document] = mapped_column(server_default=text("'[]'::jsonb"))
    opened_at: Mapped[Moment | None]
    open_until: Mapped[Moment | None]
    probes: Mapped[Count]
    breaker_cause: Mapped[str | None] = mapped_column(String(64))
    probe_fence: Mapped[int | None] = mapped_column(BigInteger)
    trusted_from: Mapped[Moment | None]
    last_success_at: Mapped[Moment | None]
    # Its host is private, and a worker that may fetch from there is alive: others leave it to that worker.
    needs_private: Mapped[bool] = mapped_column(server_default=text("false"))

    __table_args__ = (
        CheckConstraint(
            f"(stage = '{Stage.CRAWL}') = (domain_id is not null) and (domain_id is null or job_id is null)",
            name="stage_fits_owner",
        ),
        CheckConstraint("(opened_at is null) = (open_until is null)", name="an_open_breaker_says_until_when"),
        Index(None, "stage", "ready_at", postgresql_where=text("ready_at < 'infinity'")),
        Index(None, "feed_at", postgresql_where=text("feed_at < 'infinity'")),
        Index(None, "opened_at", postgresql_where=text("opened_at is not null")),
        Index(None, "throttled_since", postgresql_where=text("throttled_since is not null")),
        Index("idx_lanes_needs_private", "id", postgresql_where=text("needs_private")),
        {"postgresql_with": {"fillfactor": 70}},
    )


class RobotsFile(Base):
    """A host's robots.txt as last read, or when to try again to read it."""

    __tablename__ = "robots_files"

    origin: Mapped[str] = mapped_column(String(300), primary_key=True)
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id", ondelete="CASCADE"), index=True)
    fetched_at: Mapped[Moment | None]
    expires_at: Mapped[Moment | None]
    http_status: Mapped[int | None] = mapped_column(SmallInteger)
    body: Mapped[str | None] = mapped_column(Text)
    # Not read before: a worker is reading it, or it was unavailable.
    next_try_at: Mapped[Moment] = mapped_column(server_default=text("'-infinity'"))
    failures: Mapped[Count]
    hop_url: Mapped[str | None] = mapped_column(Text)  # the target of its last redirect
    hops: Mapped[int] = mapped_column(SmallInteger, server_default="0")


class ProxyTable(Base):
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
    retry_at: Mapped[Moment | None]  # when a proxy disabled for its failures is retried
    # Each counts for less with every request that follows, so that they describe about the last hundred.
    recent_requests: Mapped[float] = mapped_column(server_default="0")
    recent_successes: Mapped[float] = mapped_column(server_default="0")
    price_per_gb: Mapped[Decimal | None] = mapped_column(Numeric(12, 4))  # in the operator's currency
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        UniqueConstraint(
            "proxy_protocol", "proxy_url", "proxy_port", "proxy_username", postgresql_nulls_not_distinct=True
        ),
        CheckConstraint("proxy_protocol in ('http', 'https', 'socks5')", name="protocol_known"),
        CheckConstraint("proxy_port between 1 and 65535", name="port_possible"),
        CheckConstraint("price_per_gb >= 0", name="price_possible"),
    )


class ProxyDomain(Base):
    """The statistics of one proxy with one domain: a block there says nothing about other domains."""

    __tablename__ = "proxy_domains"

    proxy_id: Mapped[int] = mapped_column(ForeignKey("proxies.id", ondelete="CASCADE"), primary_key=True)
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id", ondelete="CASCADE"), primary_key=True, index=True)
    failure_count: Mapped[Count]
    success_count: Mapped[Count]
    last_used_at: Mapped[Moment | None]
    avg_response_time_ms: Mapped[int | None] = mapped_column(Integer)
    retry_at: Mapped[Moment | None]  # not used for this domain before
    next_at: Mapped[Moment | None]  # its own pace, if the domain paces each proxy


class ProxyTraffic(Base):
    """The traffic of a proxy with a domain on a day in UTC. Without foreign keys: settling a fetch must not wait for,
    or fail by, the removal of a proxy."""

    __tablename__ = "proxy_traffic"

    proxy_id: Mapped[int] = mapped_column(Integer, primary_key=True)
    domain_id: Mapped[int] = mapped_column(Integer, primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True, index=True)
    requests: Mapped[int] = mapped_column(BigInteger)
    bytes: Mapped[int] = mapped_column(BigInteger)


class Resource(Base):
    """A page, identified by the hash of its normalised URL; never changes once created."""

    __tablename__ = "resources"

    url_hash: Mapped[Hash] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    created_at: Mapped[Now]

    __table_args__ = (CheckConstraint("length(url_hash) = 64", name="hash_is_sha256"),)


class CrawlTask(Base):
    """The standing order to fetch and extract one page, regardless of how many users want it."""

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
    failed_at: Mapped[Moment | None]  # of the last failure, likewise
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
    # The page last extracted, to recognize an unchanged one.
    extracted_hash: Mapped[Hash | None]
    page_print: Mapped[Document | None]
    rank: Mapped[Moment | None]  # fixed when it becomes due, so that low priorities wait longer but never indefinitely
    paused_at: Mapped[Moment | None]
    demand: Mapped[Count]  # how often users requested it
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        one_of("status", TaskStatus),
        CheckConstraint("priority between 1 and 10", name="priority_in_range"),
        CheckConstraint("max_retries >= 1", name="max_retries_positive"),
        Index(None, "status", "updated_at"),
        Index(
            "idx_crawl_tasks_due",
            "scheduled_at",
            postgresql_where=text(
                "rank is null and paused_at is null"
                f" and (status = '{TaskStatus.PENDING}' or (status in ('completed', 'failed')"
                " and crawl_frequency is not null))"
            ),
        ),
        Index(
            "idx_crawl_tasks_backlog",
            "domain_id",
            "rank",
            postgresql_where=text(f"status = '{TaskStatus.PENDING}' and rank is not null and paused_at is null"),
        ),
        # References to a body, for the cleaning.
        Index(None, "html_path", postgresql_using="hash", postgresql_where=text("html_path is not null")),
        Index("idx_crawl_tasks_next_crawl_at", "next_crawl_at", postgresql_where=text("next_crawl_at is not null")),
        {"postgresql_with": {"fillfactor": 85}},
    )


class CrawlAttempt(Base):
    """A fetch, including one that a lost worker began."""

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
    """Work to execute now. Narrow and short-lived: all three stages claim from it and settle to it."""

    __tablename__ = "work"

    id: Mapped[Key]
    stage: Mapped[str] = mapped_column(String(8))
    task_id: Mapped[int | None] = mapped_column(ForeignKey("crawl_tasks.id", ondelete="CASCADE"))
    item_id: Mapped[UUID | None] = mapped_column(ForeignKey("job_items.id", ondelete="CASCADE"))
    lane_id: Mapped[int | None] = mapped_column(ForeignKey("lanes.id", ondelete="CASCADE"))
    priority: Mapped[int] = mapped_column(SmallInteger, server_default="5")
    rank: Mapped[Moment]  # due_at + priority x step: low priorities wait longer, never indefinitely
    due_at: Mapped[Now]
    held: Mapped[bool] = mapped_column(server_default=text("false"))
    fence: Mapped[int] = mapped_column(BigInteger, server_default="0")
    attempt: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    max_attempts: Mapped[int] = mapped_column(SmallInteger, server_default="3")
    lease_until: Mapped[Moment | None]
    worker: Mapped[str | None] = mapped_column(String(64))
    claimed_at: Mapped[Moment | None]
    proxy_id: Mapped[int | None] = mapped_column(Integer)  # the proxy that the claim chose
    delay_seconds: Mapped[float | None]  # from the slot that the claim took to the lane's next
    reads_robots: Mapped[bool] = mapped_column(server_default=text("false"))  # the claim reads the host's robots.txt
    hop_url: Mapped[str | None] = mapped_column(Text)  # the target of the page's last redirect
    trail: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))  # URLs that redirected so far
    waiting_since: Mapped[Moment | None]  # the site has asked to wait since then
    renders: Mapped[bool] = mapped_column(server_default=text("false"))  # by a browser: plain, it held no record
    rendered: Mapped[bool] = mapped_column(server_default=text("false"))  # a browser has fetched it
    reads_text: Mapped[bool] = mapped_column(server_default=text("false"))  # needs OCR, which not all workers have
    single: Mapped[bool] = mapped_column(Computed("priority < 1", persisted=True))  # a client requested it alone
    # The user and the job whose turn a page takes (docs/decisions/0017). 0 is no user (guests, schedules), and no job.
    # No foreign keys: the page may still be wanted by others when these are gone.
    asker_id: Mapped[int] = mapped_column(BigInteger, server_default="0")
    job_id: Mapped[int] = mapped_column(BigInteger, server_default="0")

    __table_args__ = (
        one_of("stage", Stage),
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
            postgresql_where=text("lease_until is null and not held and lane_id is null and item_id is not null"),
        ),
        Index(
            "idx_work_turns",
            "stage",
            "single",
            "asker_id",
            "job_id",
            "rank",
            postgresql_where=text("lease_until is null and not held and task_id is not null"),
        ),
        Index("idx_work_waiting", "waiting_since", postgresql_where=text("waiting_since is not null")),
        Index("idx_work_reads_text", "due_at", postgresql_where=text("reads_text and lease_until is null")),
        Index("idx_work_leased", "lease_until", postgresql_where=text("lease_until is not null")),
        Index(
            "idx_work_in_flight",
            "lane_id",
            postgresql_where=text("lease_until is not null and lane_id is not null"),
        ),
        # Rows are inserted and deleted all the time, so vacuum by count rather than by share.
        {
            "postgresql_with": {
                "fillfactor": 70,
                "autovacuum_vacuum_scale_factor": 0.02,
                "autovacuum_vacuum_threshold": 1000,
                "autovacuum_vacuum_cost_delay": 0,
            }
        },
    )


class Worker(Base):
    """A worker, with its last heartbeat and its capabilities."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    allows_private: Mapped[bool]
    reads_text: Mapped[bool] = mapped_column(server_default=text("false"))  # has OCR
    started_at: Mapped[Now]
    seen_at: Mapped[Now]


class DutyHolder(Base):
    """A background duty and the worker that performs it, for as long as that worker's heartbeats arrive."""

    __tablename__ = "duties"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    holder: Mapped[str] = mapped_column(Text)
    held_since: Mapped[Now]
    due_at: Mapped[Moment | None]  # of duties that are rarer than restarts
