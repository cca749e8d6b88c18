"""Tables of the catalogue's sites: what operators want of a domain, where its pages are found, and those found."""

from datetime import timedelta

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Integer, SmallInteger, String, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, INTERVAL
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.sites.states import SiteStatus, SourceType
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of


class SiteTable(Base):
    """A domain that an operator put into the catalogue."""

    __tablename__ = "sites"

    id: Mapped[Key]
    domain_id: Mapped[int] = mapped_column(ForeignKey("domains.id"), unique=True)
    url: Mapped[str] = mapped_column(Text)
    kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    rules: Mapped[Document]
    priority: Mapped[int | None] = mapped_column(SmallInteger)
    frequency: Mapped[timedelta | None] = mapped_column(INTERVAL)
    status: Mapped[str] = mapped_column(String(16))
    pages_found: Mapped[Count]  # rows of `site_pages`; never above the budget
    sources_found: Mapped[Count]
    created_at: Mapped[Now]
    updated_at: Mapped[Now]

    __table_args__ = (
        one_of("status", SiteStatus),
        CheckConstraint("cardinality(kinds) > 0", name="kinds_wanted"),
        CheckConstraint("priority between 1 and 10", name="priority_in_range"),
        CheckConstraint("pages_found <= (rules->>'page_budget')::integer", name="budget_is_hard"),
    )


class SiteSource(Base):
    """A sitemap, or a page whose links are read. It is visited under a lease, like work."""

    __tablename__ = "site_sources"

    id: Mapped[Key]
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    type: Mapped[str] = mapped_column(String(8))
    url: Mapped[str] = mapped_column(Text)
    url_hash: Mapped[Hash]
    depth: Mapped[int] = mapped_column(SmallInteger)
    due_at: Mapped[Now]
    fence: Mapped[int] = mapped_column(BigInteger, server_default="0")
    lease_until: Mapped[Moment | None]
    visited_at: Mapped[Moment | None]  # when it was last read as a whole
    failures: Mapped[Count]  # since then
    error_code: Mapped[str | None] = mapped_column(String(64))
    error_message: Mapped[str | None] = mapped_column(Text)
    entries: Mapped[Count]  # of the last visit
    refused: Mapped[Document] = mapped_column(server_default=text("'{}'::jsonb"))  # how many of them, by reason

    __table_args__ = (
        one_of("type", SourceType),
        Index("uq_site_sources_url", "site_id", "type", "url_hash", unique=True),
        Index("idx_site_sources_due", "site_id", "due_at", "id", postgresql_where=text("due_at < 'infinity'")),
        Index("idx_site_sources_leased", "site_id", postgresql_where=text("lease_until is not null")),
    )


class DiscoveredPage(Base):
    """A page that was found on a site. It is ordered while the site runs."""

    __tablename__ = "site_pages"

    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), primary_key=True)
    url_hash: Mapped[Hash] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    priority: Mapped[int | None] = mapped_column(Integer)
    modified_at: Mapped[Moment | None]  # as the sitemap says
    ordered_at: Mapped[Moment | None]
    made_order: Mapped[bool] = mapped_column(server_default=text("false"))  # its order was not an operator's before
    found_at: Mapped[Now]

    __table_args__ = (Index("idx_site_pages_waiting", "site_id", postgresql_where=text("ordered_at is null")),)
