"""turns of askers"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

FREE = "lease_until is null and not held and lane_id is null"


def upgrade() -> None:
    # Which pages the count of failures is of is not known; it begins anew.
    failing = sa.Column("failing_pages", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False)
    op.add_column("lanes", failing)
    op.execute("update lanes set failures = 0 where failures > 0 and opened_at is null")
    for name in ("asker_id", "job_id"):
        op.add_column("work", sa.Column(name, sa.BigInteger(), server_default="0", nullable=False))
    op.add_column(
        "work", sa.Column("single", sa.Boolean(), sa.Computed("priority < 1", persisted=True), nullable=False)
    )
    op.create_index(
        "idx_work_turns",
        "work",
        ["stage", "single", "asker_id", "job_id", "rank"],
        postgresql_where=sa.text("lease_until is null and not held and task_id is not null"),
    )
    op.drop_index("idx_work_free", "work")
    where = sa.text(f"{FREE} and item_id is not null")
    op.create_index("idx_work_free", "work", ["stage", "rank"], postgresql_where=where)


def downgrade() -> None:
    op.drop_index("idx_work_free", "work")
    op.create_index("idx_work_free", "work", ["stage", "rank"], postgresql_where=sa.text(FREE))
    op.drop_index("idx_work_turns", "work")
    op.drop_column("work", "single")
    op.drop_column("work", "job_id")
    op.drop_column("work", "asker_id")
    op.drop_column("lanes", "failing_pages")
