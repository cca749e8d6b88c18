"""what is past"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("idx_dead_letters_created_at"), "dead_letters", ["created_at"], unique=False)
    op.create_index(
        op.f("idx_dead_letters_replayed_at"),
        "dead_letters",
        ["replayed_at"],
        unique=False,
        postgresql_where=sa.text("replayed_at is not null"),
    )
    op.add_column("work", sa.Column("rendered", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    op.drop_column("work", "rendered")
    op.drop_index(op.f("idx_dead_letters_replayed_at"), table_name="dead_letters")
    op.drop_index(op.f("idx_dead_letters_created_at"), table_name="dead_letters")
