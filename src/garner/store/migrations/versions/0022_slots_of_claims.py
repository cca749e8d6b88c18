"""slots of claimed pages, for workers that take a lease over"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

# The signatures of functions changed before the first release, without new names.
serves_since = "0022"


def upgrade() -> None:
    op.add_column("work", sa.Column("delay_seconds", sa.Float(), nullable=True))
    op.add_column("work", sa.Column("reads_robots", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    op.drop_column("work", "reads_robots")
    op.drop_column("work", "delay_seconds")
