"""products that are gone"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
# Code of 0022 neither marks products as gone nor clears the mark; the next fetch by a newer worker does.
serves_since = "0022"

CHECKS = {
    "gone_for_a_reason": "(gone_at is null) = (gone_reason is null)",
    "gone_reason_known": "gone_reason in ('page_gone', 'no_record')",
}
CHANGES = ("unnumbered_changes", "record_changes")


def upgrade() -> None:
    op.add_column("products", sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("products", sa.Column("gone_reason", sa.String(16), nullable=True))
    op.add_column("products", sa.Column("missing_count", sa.SmallInteger(), server_default="0", nullable=False))
    for name, condition in CHECKS.items():
        op.create_check_constraint(op.f(f"products_{name}"), "products", condition)
    op.create_index("idx_products_gone_at", "products", ["gone_at"], postgresql_where=sa.text("gone_at is not null"))
    for table in CHANGES:
        op.add_column(table, sa.Column("event", sa.String(16), nullable=True))
        op.create_check_constraint(op.f(f"{table}_event_known"), table, "event in ('gone', 'back')")
    op.add_column(
        "search_documents", sa.Column("is_gone", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("search_documents", "is_gone")
    for table in CHANGES:
        op.drop_column(table, "event")
    op.drop_index("idx_products_gone_at", table_name="products")
    for column in ("missing_count", "gone_reason", "gone_at"):
        op.drop_column("products", column)
