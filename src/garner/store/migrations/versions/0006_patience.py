"""patience"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lanes", sa.Column("throttled_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        op.f("idx_lanes_throttled_since"),
        "lanes",
        ["throttled_since"],
        unique=False,
        postgresql_where=sa.text("throttled_since is not null"),
    )
    op.create_index(
        "idx_work_waiting",
        "work",
        ["waiting_since"],
        unique=False,
        postgresql_where=sa.text("waiting_since is not null"),
    )


def downgrade() -> None:
    op.drop_index("idx_work_waiting", table_name="work")
    op.drop_index(op.f("idx_lanes_throttled_since"), table_name="lanes")
    op.drop_column("lanes", "throttled_since")
