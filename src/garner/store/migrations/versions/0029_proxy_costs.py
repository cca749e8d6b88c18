"""prices of proxies, and their traffic by domain and day"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None
# Workers of 0022 do not count traffic, so costs are too low while they run.
serves_since = "0022"


def upgrade() -> None:
    op.add_column("proxies", sa.Column("price_per_gb", sa.Numeric(12, 4), nullable=True))
    op.create_check_constraint(op.f("proxies_price_possible"), "proxies", "price_per_gb >= 0")
    op.create_table(
        "proxy_traffic",
        sa.Column("proxy_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("domain_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("requests", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("proxy_id", "domain_id", "day", name=op.f("pk_proxy_traffic")),
    )
    op.create_index(op.f("idx_proxy_traffic_day"), "proxy_traffic", ["day"])


def downgrade() -> None:
    op.drop_table("proxy_traffic")
    op.drop_column("proxies", "price_per_gb")
