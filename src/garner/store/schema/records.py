"""Tables of extracted records, current and past."""

from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    ForeignKey,
    Index,
    Integer,
    Numeric,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.gone import ChangeEvent, GoneReason
from garner.core.record import Kind
from garner.store.schema.base import Base, Count, Document, Hash, Key, Moment, Now, one_of


class _Extracted:
    """The columns that every record has beside its own: its full data, and its provenance."""

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


class RecipeTable(_Extracted, Base):
    __tablename__ = "recipes"

    url_hash: Mapped[Hash] = mapped_column(ForeignKey("resources.url_hash"), primary_key=True)
    title: Mapped[str | None] = mapped_column(String(500))
    ingredients: Mapped[list[Any]] = mapped_column(JSONB)

    __table_args__ = (Index("idx_recipe_freshness", "url_hash", "parsed_at"),)


_EXISTS = text("gone_at is null")
_FILTERED = ["price", "currency", "availability", "rating", "domain_id", "updated_at"]


def _make_list_index(name: str, value: Any, **options: Any) -> Index:
    return Index(f"idx_products_listed_{name}", "in_catalogue", value, "id", postgresql_where=_EXISTS, **options)


class ProductTable(_Extracted, Base):
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
    # The searchable words: see core/matching/lexemes.py.
    words: Mapped[str | None] = mapped_column(
        TSVECTOR,
        Computed("product_words(product_name::text, brand::text, sku::text, data ->> 'mpn'::text)", persisted=True),
    )

    # Whether operators have its page crawled regularly, so that every user may see it. Set by `mark_catalogue`.
    in_catalogue: Mapped[bool] = mapped_column(server_default=text("false"))

    # Since when it does not exist any more, by which evidence, and how often in a row its page had no product.
    gone_at: Mapped[Moment | None]
    gone_reason: Mapped[str | None] = mapped_column(String(16))
    missing_count: Mapped[int] = mapped_column(SmallInteger, server_default="0")

    __table_args__ = (
        Index(None, "created_at"),
        Index("idx_products_gone_at", "gone_at", postgresql_where=text("gone_at is not null")),
        one_of("gone_reason", GoneReason),
        CheckConstraint("(gone_at is null) = (gone_reason is null)", name="gone_for_a_reason"),
        # For lists of what exists still: the catalogue, and beside it what users asked for. The first is read without
        # its rows where a filter has no index of its own.
        _make_list_index("created", "created_at", postgresql_include=_FILTERED),
        _make_list_index("updated", "updated_at"),
        _make_list_index("price", text("coalesce(price, 'Infinity'::numeric)")),
        _make_list_index("rating", text("coalesce(rating, '-1'::numeric)")),
        _make_list_index("name", text("lower(product_name::text)")),
        # Not partial: the planner would not know how frequent their values are. Names begin with the brand, so the
        # products of a brand are at one place of the order by name, far from its beginning.
        Index(
            "idx_products_listed_brand",
            text("lower(brand::text)"),
            "in_catalogue",
            text("lower(product_name::text)"),
            "id",
        ),
        Index(
            "idx_products_listed_category",
            literal_column("lower(category::text)").label("folded"),
            postgresql_ops={"folded": "text_pattern_ops"},
        ),
        Index("idx_products_words", "words", postgresql_using="gin"),
        # Missing if PostgreSQL has no pg_trgm.
        Index(
            "idx_products_spelling",
            "product_name",
            postgresql_using="gin",
            postgresql_ops={"product_name": "gin_trgm_ops"},
        ),
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


class PicturePrint(Base):
    """The appearance of a product: the perceptual hash of a picture that is known to show it."""

    __tablename__ = "picture_prints"

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    # The user whose picture it comes from, and to whose pictures alone it applies; null for the catalogue's own, which
    # apply to all.
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.user_id", ondelete="CASCADE"), index=True)
    print: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[Now]

    __table_args__ = (UniqueConstraint("product_id", "user_id", "print", postgresql_nulls_not_distinct=True),)


class CataloguePicture(Base):
    """The fetch state of a product's own picture, and its outcome."""

    __tablename__ = "catalogue_pictures"

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    image_url: Mapped[str] = mapped_column(Text)
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="1")
    # Not requested before: a worker is fetching it, or it was unavailable; at infinity, it is finished.
    next_try_at: Mapped[Moment]
    looked_at: Mapped[Moment | None]
    error_code: Mapped[str | None] = mapped_column(String(64))


class PostingTable(_Extracted, Base):
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


class RecordVersionTable(Base):
    """Every version of a record, including the current one."""

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

    __table_args__ = (one_of("kind", Kind), UniqueConstraint("url_hash", "kind", "version"))


class _RecordChange:
    """A new version of a record, or what happened to its current one."""

    # Without a foreign key: a check for each change, of a row that its record refers to anyway.
    url_hash: Mapped[Hash]
    kind: Mapped[str] = mapped_column(String(16))
    version: Mapped[int] = mapped_column(Integer)
    changed: Mapped[bool]  # in meaning, and not only in how it was extracted
    event: Mapped[str | None] = mapped_column(String(16))  # unless it is a new version
    happened_at: Mapped[Now]


class UnnumberedChange(_RecordChange, Base):
    """A change of a record that has no number yet. Its id is of the time when it was written, and not of its commit."""

    __tablename__ = "unnumbered_changes"

    id: Mapped[Key]

    # Rows are inserted and deleted all the time, so vacuum by count rather than by share.
    __table_args__ = (
        one_of("kind", Kind),
        one_of("event", ChangeEvent),
        {"postgresql_with": {"autovacuum_vacuum_scale_factor": 0.02, "autovacuum_vacuum_threshold": 1000}},
    )


class RecordChangeTable(_RecordChange, Base):
    """A change of a record, numbered without gaps in an order in which readers may follow: see
    store/records/change_log.py."""

    __tablename__ = "record_changes"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)

    __table_args__ = (one_of("kind", Kind), one_of("event", ChangeEvent))


class ChangeCounter(Base):
    """The last number assigned, and the last that is no longer kept. Its lock orders those who assign numbers."""

    __tablename__ = "change_counter"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, server_default="1")
    last_number: Mapped[int] = mapped_column(BigInteger, server_default="0")
    deleted_to: Mapped[int] = mapped_column(BigInteger, server_default="0")

    __table_args__ = (
        CheckConstraint("id = 1", name="one_row"),
        CheckConstraint("deleted_to <= last_number", name="only_numbered_changes_are_deleted"),
    )


class ChangeCursor(Base):
    """The last change that one of Garner's own readers has processed."""

    __tablename__ = "change_cursors"

    consumer: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, server_default="0")
    moved_at: Mapped[Now]
