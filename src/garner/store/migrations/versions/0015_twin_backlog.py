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
    # What is left in the backlog the feeder meets when it goes through those jobs once more; a paused one when it goes on.
    op.execute(
        """
        update job_items i set twin_of = b.heir_id from twin_backlog b
        where b.heir_id is not null and i.twin_of = b.item_id and i.id <> b.heir_id
        """
    )
    op.execute(
        """
        update lanes l set fed_to = 0, feed_at = case when j.queue_state = 'PAUSED' then l.feed_at else now() end
        from jobs j where j.id = l.job_id and j.id in (select job_id from twin_backlog)
        """
    )
    op.create_index("idx_job_items_twin_of", "job_items", ["twin_of"], postgresql_where=WITH_TWIN)
    op.drop_index("idx_job_items_twin_of_status_row_no", "job_items")
    op.drop_table("twin_backlog")
