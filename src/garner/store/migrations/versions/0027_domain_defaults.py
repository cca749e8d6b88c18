"""defaults for the crawl tasks of a domain, and notes about it"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
# Code of 0022 orders pages without these defaults.
serves_since = "0022"


def upgrade() -> None:
    op.add_column("domains", sa.Column("default_priority", sa.Integer(), nullable=True))
    op.add_column("domains", sa.Column("default_frequency", postgresql.INTERVAL(), nullable=True))
    op.add_column("domains", sa.Column("notes", sa.Text(), nullable=True))
    op.create_check_constraint(
        op.f("domains_default_priority_in_range"), "domains", "default_priority between 1 and 10"
    )


def downgrade() -> None:
    for column in ("default_priority", "default_frequency", "notes"):
        op.drop_column("domains", column)
