"""who said so"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("domains", sa.Column("robots_said_by", sa.Text(), nullable=True))
    op.add_column("domains", sa.Column("robots_said_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("domains", "robots_said_at")
    op.drop_column("domains", "robots_said_by")
