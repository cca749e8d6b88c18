"""rows that wait for pages of their own job"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "page_waits",
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retried_to", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_page_waits_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", name=op.f("pk_page_waits")),
    )
    op.create_index(
        "idx_job_items_awaiting_pages",
        "job_items",
        ["job_id", "row_no"],
        postgresql_where=sa.text("error_code = 'awaits_pages'"),
    )
    op.add_column("ingests", sa.Column("may_have_links", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.add_column("jobs", sa.Column("last_linked_row", sa.BigInteger(), server_default="0", nullable=False))
    # Which rows of earlier jobs have links is not known: any of them may.
    op.execute("update jobs set last_linked_row = rows_numbered where rows_numbered > 0")


def downgrade() -> None:
    # The feeder meets rows that wait when it goes through their jobs once more; those of a paused job when it goes on.
    op.execute(
        """
        update lanes l set fed_to = 0, feed_at = case when j.queue_state = 'PAUSED' then l.feed_at else now() end
        from jobs j where j.id = l.job_id and j.id in (select job_id from page_waits)
        """
    )
    op.drop_column("jobs", "last_linked_row")
    op.drop_column("ingests", "may_have_links")
    op.drop_index("idx_job_items_awaiting_pages", "job_items")
    op.drop_table("page_waits")
