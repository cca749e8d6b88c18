"""What belongs to a person: tokens, saved recipes, and where they want to be told of things."""

from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.lifecycle import ItemStatus
from garner.store.schema.base import (
    Base,
    Count,
    Document,
    Hash,
    Key,
    Moment,
    Now,
    one_of,
)

THEIR_USER = "users.user_id"


class ApiToken(Base):
    """A token for scripts. Only its hash is kept: it was shown once and cannot be shown again."""

    __tablename__ = "api_tokens"

    id: Mapped[Key]
    user_id: Mapped[int] = mapped_column(ForeignKey(THEIR_USER, ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    token_hash: Mapped[Hash] = mapped_column(unique=True)
    hint: Mapped[str] = mapped_column(String(8))  # its last characters, to know it by
    created_at: Mapped[Now]
    expires_at: Mapped[Moment | None]
    last_used_at: Mapped[Moment | None]


class SavedRecipeTable(Base):
    """A recipe that is a person's own: as they want it, beside what its page said when they last looked at that."""

    __tablename__ = "saved_recipes"

    id: Mapped[UUID] = mapped_column(primary_key=True)  # v7, made by the application
    user_id: Mapped[int] = mapped_column(ForeignKey(THEIR_USER, ondelete="CASCADE"))
    title: Mapped[str] = mapped_column(String(500))
    data: Mapped[Document]
    words: Mapped[str] = mapped_column(Text)  # what a search looks through
    url: Mapped[str | None] = mapped_column(Text)
    url_hash: Mapped[Hash | None] = mapped_column(ForeignKey("resources.url_hash"))
    site_data: Mapped[Document | None]  # what the page said, as far as they have seen
    site_version: Mapped[int | None] = mapped_column(Integer)  # the record's version that this was
    parse_job_id: Mapped[UUID | None]  # what it was saved from; that is cleaned away before this is
    idempotency_key: Mapped[str | None] = mapped_column(String(255))
    request: Mapped[Hash | None]  # what was sent when it was made
    revision: Mapped[int] = mapped_column(Integer, server_default="1")  # counts the changes, so that two tabs notice
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        Index("idx_saved_recipes_user_id_updated_at", "user_id", text("updated_at desc"), text("id desc")),
        Index(None, "url_hash", postgresql_where=text("url_hash is not null")),
        Index(None, "parse_job_id", postgresql_where=text("parse_job_id is not null")),
        Index(
            "uq_saved_recipes_idempotency_key",
            *("user_id", "idempotency_key"),
            unique=True,
            postgresql_where=text("idempotency_key is not null"),
        ),
    )


class MailboxEventTable(Base):
    """A mailbox's job ended, or went on from its end: what streams tell. Written by a trigger, in the transaction that
    made it true, so that no statement can forget to."""

    __tablename__ = "mailbox_events"

    id: Mapped[Key]
    xid: Mapped[int] = mapped_column(BigInteger)  # the transaction that wrote it, for who must not miss it
    user_id: Mapped[int] = mapped_column(BigInteger)
    item_id: Mapped[UUID]
    status: Mapped[str] = mapped_column(String(16))
    happened_at: Mapped[Now] = mapped_column(index=True)

    __table_args__ = (one_of("status", ItemStatus), Index(None, "user_id", "id"), Index(None, "user_id", "xid"))


class Webhook(Base):
    """An address that a person wants called when a job of theirs ends."""

    __tablename__ = "webhooks"

    id: Mapped[Key]
    user_id: Mapped[int] = mapped_column(ForeignKey(THEIR_USER, ondelete="CASCADE"), index=True)
    url: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(String(255))  # sealed
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    failures: Mapped[Count]  # since the last call that went well
    rests_until: Mapped[Moment | None]  # after a call that failed
    leased_until: Mapped[Moment | None]  # some worker calls it; in the past, when it was last called
    created_at: Mapped[Now]


class WebhookDelivery(Base):
    """One call that is to be made, or was. Written by the same trigger; a ping, which is of no job, by who asked."""

    __tablename__ = "webhook_deliveries"

    id: Mapped[Key]
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"))
    item_id: Mapped[UUID | None]
    status: Mapped[str | None] = mapped_column(String(16))  # the item's, at that moment
    happened_at: Mapped[Now]
    queued_at: Mapped[Now]  # since when it is tried: later than it happened if it was asked for again
    attempts: Mapped[Count]
    next_at: Mapped[Moment | None] = mapped_column(server_default=text("now()"))  # null once it is over
    delivered_at: Mapped[Moment | None]
    last_answer: Mapped[int | None] = mapped_column(Integer)  # HTTP status
    last_error: Mapped[str | None] = mapped_column(Text)

    __table_args__ = (
        one_of("status", ItemStatus),
        CheckConstraint("(item_id is null) = (status is null)", name="of_an_item_or_a_ping"),
        CheckConstraint("next_at is null or delivered_at is null", name="over_once_delivered"),
        Index(None, "next_at", postgresql_where=text("next_at is not null")),
        Index(None, "webhook_id", "attempts", "id", postgresql_where=text("next_at is not null")),
        Index(None, "webhook_id", "id"),
        Index(None, "queued_at"),
    )
