"""shared requests"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job_items", sa.Column("shared", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    # Nobody wrote down who joined what was asked for before.
    op.execute(
        "update job_items set shared = true where origin = 'parse' and status in ('PENDING', 'PROCESSING', 'ERROR')"
    )


def downgrade() -> None:
    op.drop_column("job_items", "shared")
