"""search events, the attempts of jobs, and ends of duplicates"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "search_events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("job_id", sa.BigInteger(), nullable=True),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column(
            "corrections",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("hits", sa.Integer(), server_default="0", nullable=False),
        sa.Column("took_ms", sa.Float(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search_events")),
    )
    op.create_index(
        op.f("idx_search_events_user_id_created_at"),
        "search_events",
        ["user_id", "created_at"],
        postgresql_where=sa.text("user_id is not null"),
    )
    op.create_index(
        op.f("idx_search_events_job_id"), "search_events", ["job_id"], postgresql_where=sa.text("job_id is not null")
    )
    op.add_column("job_deltas", sa.Column("duplicates", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    # Those that ran before were not counted. How often is not known, but once at least.
    op.execute("update jobs set attempts = 1 where started_at is not null and attempts = 0")


def downgrade() -> None:
    op.drop_column("job_deltas", "duplicates")
    op.drop_table("search_events")
