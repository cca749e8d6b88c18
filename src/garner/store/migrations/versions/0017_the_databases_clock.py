"""the database's clock"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "database_clock",
        sa.Column("id", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("latest_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("went_back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("went_back_seconds", sa.Float(), nullable=True),
        sa.CheckConstraint(
            "(went_back_at is null) = (went_back_seconds is null)", name=op.f("database_clock_went_back_by")
        ),
        sa.CheckConstraint("id = 1", name=op.f("database_clock_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_clock")),
    )


def downgrade() -> None:
    op.drop_table("database_clock")
