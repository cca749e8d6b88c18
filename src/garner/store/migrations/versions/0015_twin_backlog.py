"""the twin backlog"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

WITH_TWIN = sa.text("twin_of is not null")


def upgrade() -> None:
    op.create_table(
        "twin_backlog",
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("settled_to", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("heir_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_twin_backlog_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_twin_backlog")),
    )
    op.create_index(op.f("idx_twin_backlog_job_id"), "twin_backlog", ["job_id"])
    columns = ["twin_of", "status", "row_no"]
    op.create_index("idx_job_items_twin_of_status_row_no", "job_items", columns, postgresql_where=WITH_TWIN)
    op.drop_index("idx_job_items_twin_of", "job_items")


def downgrade() -> None:
    op.create_index("idx_job_items_twin_of", "job_items", ["twin_of"], postgresql_where=WITH_TWIN)
    op.drop_index("idx_job_items_twin_of_status_row_no", "job_items")
    op.drop_table("twin_backlog")
