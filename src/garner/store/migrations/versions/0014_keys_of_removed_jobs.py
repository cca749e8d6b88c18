"""the keys of removed jobs"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

INDEX = "uq_jobs_idempotency_key"
COLUMNS = ["user_id", "idempotency_key"]


def upgrade() -> None:
    op.drop_index(INDEX, "jobs")
    op.create_index(INDEX, "jobs", COLUMNS, unique=True, postgresql_where=sa.text("removed_at is null"))


def downgrade() -> None:
    op.execute("update jobs set idempotency_key = null where removed_at is not null")
    op.drop_index(INDEX, "jobs")
    op.create_index(INDEX, "jobs", COLUMNS, unique=True)
