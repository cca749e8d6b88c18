"""relays of the outbox that hold leases"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

# Code of 0022 writes to the outbox by functions only, and has no publisher.
serves_since = "0022"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("attempts", sa.Integer(), server_default="0", nullable=False))
    op.add_column("outbox", sa.Column("last_error", sa.Text(), nullable=True))
    op.add_column("outbox", sa.Column("dead_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_index("idx_outbox_part_id", table_name="outbox")
    op.create_index(
        "idx_outbox_topic_part_id",
        "outbox",
        ["topic", "part", "id"],
        postgresql_where=sa.text("dead_at is null"),
    )
    op.create_index("idx_outbox_dead_at", "outbox", ["dead_at"], postgresql_where=sa.text("dead_at is not null"))
    op.create_table(
        "outbox_parts",
        sa.Column("topic", sa.String(255), nullable=False),
        sa.Column("part", sa.SmallInteger(), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rests_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("topic", "part", name=op.f("pk_outbox_parts")),
    )


def downgrade() -> None:
    op.drop_table("outbox_parts")
    op.drop_index("idx_outbox_dead_at", table_name="outbox")
    op.drop_index("idx_outbox_topic_part_id", table_name="outbox")
    op.create_index("idx_outbox_part_id", "outbox", ["part", "id"])
    op.drop_column("outbox", "dead_at")
    op.drop_column("outbox", "last_error")
    op.drop_column("outbox", "attempts")
