"""Tables of extraction quality: of the current extractor, by hour, and of a candidate beside it."""

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.quality.parser_health import AlertEnding
from garner.core.record import AUTO, Kind
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of, words


class ParserHealth(Base):
    """The results of one version of an extractor on one site's pages in one hour, for one kind of record, or for any if
    the request left the kind open."""

    __tablename__ = "parser_health"

    domain: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    extractor: Mapped[str] = mapped_column(String(64), primary_key=True)
    version: Mapped[str] = mapped_column(String(32), primary_key=True)
    hour: Mapped[Moment] = mapped_column(primary_key=True, index=True)
    tried: Mapped[Count]
    found: Mapped[Count]
    fields: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))  # how many have each field
    judged: Mapped[bool] = mapped_column(server_default=text("false"))  # since it was last added to

    __table_args__ = (
        CheckConstraint(f"kind in ({words(Kind)}, '{AUTO}')", name="kind_known"),
        CheckConstraint("0 <= found and found <= tried", name="found_were_tried"),
        Index("idx_parser_health_unjudged", "domain", "kind", postgresql_where=text("not judged")),
    )


class ParserAlert(Base):
    """A rate that dropped, from when that was noticed until it recovered."""

    __tablename__ = "parser_alerts"

    id: Mapped[Key]
    domain: Mapped[str] = mapped_column(String(255))
    kind: Mapped[str] = mapped_column(String(16))
    field: Mapped[str] = mapped_column(String(64))  # or the whole record
    extractor: Mapped[str] = mapped_column(String(64))
    version: Mapped[str] = mapped_column(String(32))
    rate: Mapped[float]
    baseline: Mapped[float]
    pages: Mapped[Count]
    opened_at: Mapped[Now]
    closed_at: Mapped[Moment | None] = mapped_column(index=True)
    closed_because: Mapped[str | None] = mapped_column(String(16))
    closing_rate: Mapped[float | None]

    __table_args__ = (
        CheckConstraint(f"kind in ({words(Kind)}, '{AUTO}')", name="kind_known"),
        one_of("closed_because", AlertEnding),
        CheckConstraint("(closed_at is null) = (closed_because is null)", name="a_closed_one_says_why"),
        # An incident is reported once.
        Index(
            "idx_parser_alerts_open", "domain", "kind", "field", unique=True, postgresql_where=text("closed_at is null")
        ),
    )


class ShadowRecord(Base):
    """A candidate's result for a page's last extraction, compared with the current one."""

    __tablename__ = "shadow_records"

    id: Mapped[Key]
    candidate: Mapped[str] = mapped_column(String(255))
    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"))
    kind: Mapped[str] = mapped_column(String(16))
    domain: Mapped[str] = mapped_column(String(255))
    version: Mapped[str | None] = mapped_column(String(64))  # as the candidate reports it
    data: Mapped[Document | None]
    compared: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))  # by field
    before: Mapped[Document] = mapped_column(
        server_default=text("'{}'::jsonb")
    )  # the current extractor's values where they differ
    error_code: Mapped[str | None] = mapped_column(String(64))
    error: Mapped[str | None] = mapped_column(Text)
    compared_at: Mapped[Now] = mapped_column(index=True)

    __table_args__ = (
        one_of("kind", Kind),
        CheckConstraint("(error is null) = (error_code is null)", name="an_error_has_a_code"),
        UniqueConstraint("url_hash", "kind", "candidate"),
        Index(None, "candidate", "compared_at", "id"),
    )
