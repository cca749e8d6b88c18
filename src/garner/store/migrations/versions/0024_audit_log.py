"""the audit log"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
# Code of 0022 writes no entries, and runs.
serves_since = "0022"


def upgrade() -> None:
    op.create_table(
        "audit_log",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("actor", sa.String(255), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("address", postgresql.INET(), nullable=True),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("object_type", sa.String(32), nullable=False),
        sa.Column("object_id", sa.Text(), nullable=True),
        sa.Column("before", postgresql.JSONB(), nullable=True),
        sa.Column("after", postgresql.JSONB(), nullable=True),
        sa.CheckConstraint("source in ('api', 'command', 'server')", name=op.f("audit_log_source_known")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    op.create_index(op.f("idx_audit_log_happened_at"), "audit_log", ["happened_at"])
    op.create_index(op.f("idx_audit_log_actor_id"), "audit_log", ["actor", "id"])
    op.create_index(op.f("idx_audit_log_action_id"), "audit_log", ["action", "id"])
    op.create_index(op.f("idx_audit_log_object_type_object_id_id"), "audit_log", ["object_type", "object_id", "id"])


def downgrade() -> None:
    op.drop_table("audit_log")
