"""batches"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# The words that a product is found by: those of its name, brand and numbers, with and without the marks that join
# them, and the numbers without anything between their letters. core/matching/lexemes.py has the same and says why.
PRODUCT_WORDS = r"""
    create function product_words(p_name text, p_brand text, p_sku text, p_mpn text) returns tsvector
    language sql immutable parallel safe
    as $$
        select array_to_tsvector(array_remove(
            string_to_array(regexp_replace(t.spaced, '[ ./_-]+', ' ', 'g'), ' ')
            || string_to_array(regexp_replace(t.spaced, '[./_-]+', '', 'g'), ' ')
            || string_to_array(regexp_replace(f.sku, '[^a-z0-9]+', '', 'g'), ' ')
            || string_to_array(regexp_replace(f.mpn, '[^a-z0-9]+', '', 'g'), ' '), ''))
        from (select regexp_replace(normalize(lower(translate(
                         coalesce(p_name, '') || ' ' || coalesce(p_brand, '') || ' ' || coalesce(p_sku, '') || ' '
                         || left(coalesce(p_mpn, ''), 100), '™®©', '   ')), NFKD), '[\u0300-\u036f]+', '', 'g') as text,
                     left(lower(coalesce(p_sku, '')), 64) as sku, left(lower(coalesce(p_mpn, '')), 64) as mpn) f,
             lateral (select regexp_replace(
                 regexp_replace(f.text, '[\u0001-,:-@\[-^`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
                 '([^ ]{64})[^ ]+', '\1', 'g') as spaced) t
    $$
"""
# Misspelt names are found where PostgreSQL has this extension, which most have; the others do without.
TRIGRAMS = """
    do $$
    begin
        if exists (select from pg_available_extensions where name = 'pg_trgm') then
            create extension if not exists pg_trgm;
            create index idx_products_spelling on products using gin (product_name gin_trgm_ops);
        end if;
    end $$
"""


def upgrade() -> None:
    op.create_table(
        "ingests",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=True),
        sa.Column("rows_read", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("bad_rows", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=True),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(lease_until is null) = (worker is null)", name=op.f("ingests_a_lease_has_a_holder")),
        sa.ForeignKeyConstraint(["file_id"], ["files.id"], name=op.f("fk_ingests_file_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_ingests_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ingests")),
        sa.UniqueConstraint("job_id", "place", name=op.f("uq_ingests_job_id_place")),
    )
    op.create_index(op.f("idx_ingests_file_id"), "ingests", ["file_id"], unique=False)
    op.create_index(
        "idx_ingests_open", "ingests", ["due_at"], unique=False, postgresql_where=sa.text("finished_at is null")
    )
    op.create_table(
        "job_changes",
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("change", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_job_changes_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_job_changes")),
    )
    op.create_index(op.f("idx_job_changes_happened_at"), "job_changes", ["happened_at"], unique=False)
    op.create_table(
        "controller_decisions",
        sa.Column("process", sa.String(length=64), nullable=False),
        sa.Column("controller", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("decisions", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("process", "controller", name=op.f("pk_controller_decisions")),
    )
    op.create_table(
        "picture_prints",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("print", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name=op.f("fk_picture_prints_product_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.user_id"], name=op.f("fk_picture_prints_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_picture_prints")),
        sa.UniqueConstraint(
            "product_id",
            "user_id",
            "print",
            name=op.f("uq_picture_prints_product_id_user_id_print"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index(op.f("idx_picture_prints_user_id"), "picture_prints", ["user_id"], unique=False)
    op.create_table(
        "catalogue_pictures",
        sa.Column("product_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("image_url", sa.Text(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name=op.f("fk_catalogue_pictures_product_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("product_id", name=op.f("pk_catalogue_pictures")),
    )
    op.create_table(
        "reprocessings",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("statuses", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("reasons", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.Column("reset_attempts", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("gone_through", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("last_row", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_reprocessings_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reprocessings")),
    )
    op.create_index(op.f("idx_reprocessings_job_id"), "reprocessings", ["job_id"], unique=False)
    op.create_table(
        "appends",
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("first_row", sa.BigInteger(), nullable=False),
        sa.Column("last_row", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_appends_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "idempotency_key", name=op.f("pk_appends")),
    )
    op.add_column("job_items", sa.Column("redone_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "scanned_files",
        sa.Column("place_hash", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("refusal", sa.Text(), nullable=True),
        sa.Column("asked", sa.String(length=64), nullable=True),
        sa.Column("scanned_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "(content_hash is null) = (refusal is not null)", name=op.f("scanned_files_taken_or_refused")
        ),
        sa.PrimaryKeyConstraint("place_hash", name=op.f("pk_scanned_files")),
    )
    op.create_table(
        "watches",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("place", name=op.f("pk_watches")),
    )
    op.add_column("files", sa.Column("source", sa.Text(), nullable=True))
    op.create_index(
        "uq_files_scanned", "files", ["content_hash"], unique=True, postgresql_where=sa.text("source is not null")
    )
    op.add_column("job_items", sa.Column("input_hash", sa.BigInteger(), nullable=True))
    op.add_column("job_items", sa.Column("twin_of", sa.Uuid(), nullable=True))
    op.create_index(
        "idx_job_items_attached",
        "job_items",
        ["job_id", "row_no"],
        unique=False,
        postgresql_where=sa.text("job_id is not null and url_hash is not null and completed_at is null"),
    )
    op.create_index(
        "idx_job_items_job_id_status_row_no",
        "job_items",
        ["job_id", "status", "row_no"],
        unique=False,
        postgresql_where=sa.text("job_id is not null"),
    )
    op.create_index(
        "idx_job_items_job_id_input_hash",
        "job_items",
        ["job_id", "input_hash"],
        unique=False,
        postgresql_where=sa.text("input_hash is not null"),
    )
    op.create_index(
        "idx_job_items_twin_of", "job_items", ["twin_of"], unique=False, postgresql_where=sa.text("twin_of is not null")
    )
    op.create_foreign_key(
        op.f("fk_job_items_twin_of"), "job_items", "job_items", ["twin_of"], ["id"], ondelete="SET NULL"
    )
    op.add_column("jobs", sa.Column("rows_numbered", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("jobs", sa.Column("change_no", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("lanes", sa.Column("fed_to", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("work", sa.Column("reads_text", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.create_index(
        "idx_work_reads_text",
        "work",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("reads_text and lease_until is null"),
    )
    op.add_column("workers", sa.Column("reads_text", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(PRODUCT_WORDS)
    op.add_column(
        "products",
        sa.Column(
            "words",
            postgresql.TSVECTOR(),
            sa.Computed(
                "product_words(product_name::text, brand::text, sku::text, data ->> 'mpn'::text)", persisted=True
            ),
            nullable=True,
        ),
    )
    op.create_index("idx_products_words", "products", ["words"], unique=False, postgresql_using="gin")
    op.execute(TRIGRAMS)


def downgrade() -> None:
    op.execute("drop index if exists idx_products_spelling")
    op.drop_index("idx_products_words", table_name="products", postgresql_using="gin")
    op.drop_column("products", "words")
    op.execute("drop function product_words")
    op.drop_column("workers", "reads_text")
    op.drop_index(
        "idx_work_reads_text", table_name="work", postgresql_where=sa.text("reads_text and lease_until is null")
    )
    op.drop_column("work", "reads_text")
    op.drop_column("lanes", "fed_to")
    op.drop_column("jobs", "change_no")
    op.drop_column("jobs", "rows_numbered")
    op.drop_constraint(op.f("fk_job_items_twin_of"), "job_items", type_="foreignkey")
    op.drop_index("idx_job_items_twin_of", table_name="job_items", postgresql_where=sa.text("twin_of is not null"))
    op.drop_index(
        "idx_job_items_job_id_status_row_no",
        table_name="job_items",
        postgresql_where=sa.text("job_id is not null"),
    )
    op.drop_index(
        "idx_job_items_job_id_input_hash", table_name="job_items", postgresql_where=sa.text("input_hash is not null")
    )
    op.drop_index(
        "idx_job_items_attached",
        table_name="job_items",
        postgresql_where=sa.text("job_id is not null and url_hash is not null and completed_at is null"),
    )
    op.drop_column("job_items", "twin_of")
    op.drop_column("job_items", "input_hash")
    op.drop_index("uq_files_scanned", table_name="files", postgresql_where=sa.text("source is not null"))
    op.drop_column("files", "source")
    op.drop_table("watches")
    op.drop_table("scanned_files")
    op.drop_column("job_items", "redone_at")
    op.drop_table("appends")
    op.drop_index(op.f("idx_reprocessings_job_id"), table_name="reprocessings")
    op.drop_table("reprocessings")
    op.drop_table("catalogue_pictures")
    op.drop_index(op.f("idx_picture_prints_user_id"), table_name="picture_prints")
    op.drop_table("picture_prints")
    op.drop_table("controller_decisions")
    op.drop_index(op.f("idx_job_changes_happened_at"), table_name="job_changes")
    op.drop_table("job_changes")
    op.drop_index("idx_ingests_open", table_name="ingests", postgresql_where=sa.text("finished_at is null"))
    op.drop_index(op.f("idx_ingests_file_id"), table_name="ingests")
    op.drop_table("ingests")
