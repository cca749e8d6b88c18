"""the log of changed records, and an index of the records that a user asked for"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
# A trigger appends the changes, so records that workers of 0022 save are in the log too.
serves_since = "0022"

KIND_KNOWN = "kind in ('recipe', 'product', 'posting')"


def _change_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("url_hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
    ]


def upgrade() -> None:
    op.create_table(
        "unnumbered_changes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        *_change_columns(),
        sa.CheckConstraint(KIND_KNOWN, name=op.f("unnumbered_changes_kind_known")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unnumbered_changes")),
        postgresql_with={"autovacuum_vacuum_scale_factor": 0.02, "autovacuum_vacuum_threshold": 1000},
    )
    op.create_table(
        "record_changes",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        *_change_columns(),
        sa.CheckConstraint(KIND_KNOWN, name=op.f("record_changes_kind_known")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_record_changes")),
    )
    op.create_table(
        "change_counter",
        sa.Column("id", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("last_number", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("deleted_to", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("change_counter_one_row")),
        sa.CheckConstraint("deleted_to <= last_number", name=op.f("change_counter_only_numbered_changes_are_deleted")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change_counter")),
    )
    op.create_table(
        "change_cursors",
        sa.Column("consumer", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("consumer", name=op.f("pk_change_cursors")),
    )
    op.create_index(
        "idx_job_items_records",
        "job_items",
        ["user_id", "kind", "url_hash"],
        postgresql_where=sa.text("user_id is not null and record_version is not null"),
    )
    op.create_index(
        op.f("idx_saved_recipes_url_hash_user_id"),
        "saved_recipes",
        ["url_hash", "user_id"],
        postgresql_where=sa.text("url_hash is not null"),
    )
    op.drop_index("idx_saved_recipes_url_hash", table_name="saved_recipes")


def downgrade() -> None:
    op.create_index(
        "idx_saved_recipes_url_hash",
        "saved_recipes",
        ["url_hash"],
        postgresql_where=sa.text("url_hash is not null"),
    )
    op.drop_index(op.f("idx_saved_recipes_url_hash_user_id"), table_name="saved_recipes")
    op.drop_index("idx_job_items_records", table_name="job_items")
    op.drop_table("change_cursors")
    op.drop_table("change_counter")
    op.drop_table("record_changes")
    op.drop_table("unnumbered_changes")
