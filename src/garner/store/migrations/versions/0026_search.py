"""the search index, and products of the catalogue"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
# The index follows the log of changes, which has the records that workers of 0022 save, and corrects their products.
serves_since = "0022"


def upgrade() -> None:
    op.add_column("products", sa.Column("in_catalogue", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(
        """
        update products p set in_catalogue = true
        from crawl_tasks t where t.url_hash = p.url_hash and t.crawl_frequency is not null
        """
    )
    _create_documents()
    op.create_table(
        "search_words",
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.Column("catalogue_documents", sa.Integer(), nullable=False),
        sa.Column("deletions", postgresql.ARRAY(sa.Integer()), nullable=True),
        sa.PrimaryKeyConstraint("word", name=op.f("pk_search_words")),
        postgresql_with={"fillfactor": 70, "autovacuum_vacuum_scale_factor": 0.05},
    )
    op.create_index(
        "idx_search_words_deletions",
        "search_words",
        ["deletions"],
        postgresql_using="gin",
        postgresql_with={"gin_pending_list_limit": 512},
    )
    op.create_index("idx_search_words_new", "search_words", ["word"], postgresql_where=sa.text("deletions is null"))
    op.create_index("idx_search_words_prefix", "search_words", ["word"], postgresql_ops={"word": "text_pattern_ops"})
    op.create_table(
        "search_languages",
        sa.Column("name", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_search_languages")),
    )
    op.create_table(
        "search_progress",
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("indexed_to", sa.Text(), server_default="", nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_search_progress")),
    )


def _create_documents() -> None:
    op.create_table(
        "search_documents",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("url_hash", sa.String(64), nullable=True),
        sa.Column("record_id", sa.BigInteger(), nullable=True),
        sa.Column("recipe_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("facets", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("price", sa.Numeric(12, 2), nullable=True),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("in_catalogue", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("heading", postgresql.TSVECTOR(), nullable=False),
        sa.Column("words", postgresql.TSVECTOR(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("indexed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting')", name=op.f("search_documents_kind_known")),
        sa.CheckConstraint(
            "(url_hash is null) = (recipe_id is not null)", name=op.f("search_documents_a_record_or_a_saved_recipe")
        ),
        sa.CheckConstraint(
            "(recipe_id is null) = (user_id is null)", name=op.f("search_documents_a_saved_recipe_has_an_owner")
        ),
        sa.ForeignKeyConstraint(
            ["recipe_id"],
            ["saved_recipes.id"],
            name=op.f("fk_search_documents_recipe_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search_documents")),
        sa.UniqueConstraint("recipe_id", name=op.f("uq_search_documents_recipe_id")),
        sa.UniqueConstraint("url_hash", "kind", name=op.f("uq_search_documents_url_hash_kind")),
    )
    op.create_index(
        "idx_search_documents_words",
        "search_documents",
        ["words"],
        postgresql_using="gin",
        postgresql_with={"gin_pending_list_limit": 512},
    )


def downgrade() -> None:
    op.execute("drop function if exists mark_catalogue(bigint[])")
    op.drop_table("search_documents")
    op.execute("drop function if exists keep_search_words()")
    op.drop_table("search_progress")
    op.drop_table("search_languages")
    op.drop_table("search_words")
    op.drop_column("products", "in_catalogue")
