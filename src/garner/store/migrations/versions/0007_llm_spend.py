"""llm spend"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "llm_spend",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("questions", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("tokens >= 0", name=op.f("llm_spend_tokens_counted")),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_llm_spend")),
    )


def downgrade() -> None:
    op.drop_table("llm_spend")
