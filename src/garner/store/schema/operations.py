"""Tables for operations: errors, dead letters, outgoing messages, statistics and costs."""

from datetime import date
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, SmallInteger, String, Text, text
from sqlalchemy.dialects.postgresql import INET
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.accounts.actor import ActionSource
from garner.core.lifecycle import Stage
from garner.store.schema.base import Base, Count, Document, Key, Moment, Now, one_of


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


class ControllerDecisions(Base):
    """The latest decisions of an adaptive controller of one process, readable by other processes."""

    __tablename__ = "controller_decisions"

    process: Mapped[str] = mapped_column(String(64), primary_key=True)
    controller: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[float]
    decisions: Mapped[Document]  # a list, latest first
    decided_at: Mapped[Now]


class SearchEvent(Base):
    """A search in the catalogue. Ids without foreign keys: see `store.records.search_events`."""

    __tablename__ = "search_events"

    id: Mapped[Key]
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    job_id: Mapped[int | None] = mapped_column(BigInteger)
    item_id: Mapped[UUID | None]
    source: Mapped[str] = mapped_column(String(16))  # the searcher: `match` for rows of jobs
    query: Mapped[str] = mapped_column(Text)
    corrections: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))
    hits: Mapped[Count]
    took_ms: Mapped[float]
    created_at: Mapped[Now]

    __table_args__ = (
        Index(None, "user_id", "created_at", postgresql_where=text("user_id is not null")),
        Index(None, "job_id", postgresql_where=text("job_id is not null")),
    )


class DeadLetter(Base):
    """Work that used up its attempts, kept for an operator to inspect and replay."""

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

    __table_args__ = (
        one_of("stage", Stage),
        Index(None, "cause", "created_at"),
        Index(None, "created_at"),
        Index(None, "replayed_at", postgresql_where=text("replayed_at is not null")),
    )


class Outbox(Base):
    """Messages for configured publishers, written in the transaction that they report (docs/decisions/0032)."""

    __tablename__ = "outbox"

    id: Mapped[Key]
    topic: Mapped[str] = mapped_column(String(255))
    key: Mapped[str] = mapped_column(String(255))
    part: Mapped[int] = mapped_column(SmallInteger, server_default="0")  # `outbox_part` of the key: order within a key
    payload: Mapped[Document]
    created_at: Mapped[Now]
    attempts: Mapped[Count]  # that the publisher refused for good
    last_error: Mapped[str | None] = mapped_column(Text)
    dead_at: Mapped[Moment | None]  # when it was given up; it no longer delays its part

    __table_args__ = (
        Index(None, "topic", "part", "id", postgresql_where=text("dead_at is null")),
        Index(None, "dead_at", postgresql_where=text("dead_at is not null")),
    )


class OutboxPart(Base):
    """The lease of one relay on a part of a topic, and how publishing goes there."""

    __tablename__ = "outbox_parts"

    topic: Mapped[str] = mapped_column(String(255), primary_key=True)
    part: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    lease_until: Mapped[Moment | None]
    holder: Mapped[str | None] = mapped_column(Text)  # the last one
    fence: Mapped[int] = mapped_column(BigInteger, server_default="0")  # counts the leases
    failures: Mapped[Count]  # since the last success
    rests_until: Mapped[Moment | None]  # after a failure
    last_error: Mapped[str | None] = mapped_column(Text)


class AuditLogTable(Base):
    """An action of an operator. Ids without foreign keys: an entry outlives its user and its object."""

    __tablename__ = "audit_log"

    id: Mapped[Key]
    happened_at: Mapped[Now] = mapped_column(index=True)
    actor: Mapped[str] = mapped_column(String(255))
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    source: Mapped[str] = mapped_column(String(16))
    address: Mapped[str | None] = mapped_column(INET)
    action: Mapped[str] = mapped_column(String(64))
    object_type: Mapped[str] = mapped_column(String(32))
    object_id: Mapped[str | None] = mapped_column(Text)  # null for several objects
    before: Mapped[Document | None]
    after: Mapped[Document | None]

    __table_args__ = (
        one_of("source", ActionSource),
        Index(None, "actor", "id"),
        Index(None, "action", "id"),
        Index(None, "object_type", "object_id", "id"),
    )


class LlmSpend(Base):
    """Tokens of language models, spent or reserved, on each day in UTC."""

    __tablename__ = "llm_spend"

    day: Mapped[date] = mapped_column(primary_key=True)
    tokens: Mapped[int] = mapped_column(BigInteger)
    questions: Mapped[Count]

    __table_args__ = (CheckConstraint("tokens >= 0", name="tokens_counted"),)


class DatabaseClock(Base):
    """The latest time that a worker has seen on the database's clock, and when that clock last went back."""

    __tablename__ = "database_clock"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, server_default="1")
    latest_at: Mapped[Moment]
    went_back_at: Mapped[Moment | None]
    went_back_seconds: Mapped[float | None]

    __table_args__ = (
        CheckConstraint("id = 1", name="one_row"),
        CheckConstraint("(went_back_at is null) = (went_back_seconds is null)", name="went_back_by"),
    )
