"""workers"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("allows_private", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )
    op.add_column("lanes", sa.Column("needs_private", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.create_index("idx_lanes_needs_private", "lanes", ["id"], unique=False, postgresql_where=sa.text("needs_private"))


def downgrade() -> None:
    op.drop_index("idx_lanes_needs_private", table_name="lanes")
    op.drop_column("lanes", "needs_private")
    op.drop_table("workers")
