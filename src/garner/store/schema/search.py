"""Tables of the search index: what is found, and the words that occur in it."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    Numeric,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from garner.core.record import Kind
from garner.store.schema.base import Base, Hash, Key, Moment, Now, one_of


class SearchDocumentTable(Base):
    """A record, or a user's saved recipe, as search finds it."""

    __tablename__ = "search_documents"

    id: Mapped[Key]
    kind: Mapped[str] = mapped_column(String(16))
    # Of a record. Without a foreign key: the index follows the records, and does not hold them.
    url_hash: Mapped[Hash | None]
    record_id: Mapped[int | None] = mapped_column(BigInteger)  # where records have numbers
    # Of a saved recipe, which only its owner finds.
    recipe_id: Mapped[UUID | None] = mapped_column(ForeignKey("saved_recipes.id", ondelete="CASCADE"), unique=True)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(Text)
    url: Mapped[str | None] = mapped_column(Text)
    facets: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))  # `brand:Sony`
    price: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    posted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    language: Mapped[str] = mapped_column(String(16))  # the configuration that its words were stemmed with
    in_catalogue: Mapped[bool] = mapped_column(server_default=text("false"))
    # The words of title, labels and details, few enough to stay beside the other columns: a first ranking reads
    # thousands of rows, and the words of the whole text are stored elsewhere.
    heading: Mapped[str] = mapped_column(TSVECTOR)
    is_gone: Mapped[bool] = mapped_column(server_default=text("false"))  # the product does not exist any more
    # All words, stems (`~`), words of the title (`=`) and labels to filter by (`@`): see core/search/lexemes.py.
    words: Mapped[str] = mapped_column(TSVECTOR)
    updated_at: Mapped[Moment]
    indexed_at: Mapped[Now]

    __table_args__ = (
        one_of("kind", Kind),
        CheckConstraint("(url_hash is null) = (recipe_id is not null)", name="a_record_or_a_saved_recipe"),
        CheckConstraint("(recipe_id is null) = (user_id is null)", name="a_saved_recipe_has_an_owner"),
        UniqueConstraint("url_hash", "kind"),
        # New entries are sorted in before they are many: every search reads those that are not.
        Index(
            "idx_search_documents_words",
            "words",
            postgresql_using="gin",
            postgresql_with={"gin_pending_list_limit": 512},
        ),
    )


class SearchWord(Base):
    """A word of the indexed documents. Kept by a trigger, so that it always agrees with them."""

    __tablename__ = "search_words"

    # No index may name the counts, not even in its condition: every new document changes them, and an update that no
    # index notices costs a tenth of one that all of them do.

    word: Mapped[str] = mapped_column(Text, primary_key=True)
    documents: Mapped[int] = mapped_column(Integer)
    catalogue_documents: Mapped[int] = mapped_column(Integer)  # those that every user may find
    # Hashes of the word with letters left out, by which misspellings of it are found (core/search/spelling.py). Null
    # until the indexer has computed them.
    deletions: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))

    __table_args__ = (
        Index(
            "idx_search_words_deletions",
            "deletions",
            postgresql_using="gin",
            postgresql_with={"gin_pending_list_limit": 512},
        ),
        Index("idx_search_words_new", "word", postgresql_where=text("deletions is null")),
        Index("idx_search_words_prefix", "word", postgresql_ops={"word": "text_pattern_ops"}),
        {"postgresql_with": {"fillfactor": 70, "autovacuum_vacuum_scale_factor": 0.05}},
    )


class SearchLanguage(Base):
    """A language that documents are stemmed in. A query is stemmed in each."""

    __tablename__ = "search_languages"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)


class SearchProgress(Base):
    """The progress of indexing everything from one source, beside the changes that are followed."""

    __tablename__ = "search_progress"

    source: Mapped[str] = mapped_column(String(16), primary_key=True)  # a kind of record, or `saved`
    indexed_to: Mapped[str] = mapped_column(Text, server_default="")  # the key of the last one
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
