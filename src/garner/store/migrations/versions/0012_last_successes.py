"""last successes"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

COUNTED = ("parser_health", "parser_alerts")


def upgrade() -> None:
    op.add_column("lanes", sa.Column("last_success_at", sa.DateTime(timezone=True), nullable=True))
    # Sites that gave records before are not to be told of as if they had never answered.
    op.execute(
        """
        update lanes l set last_success_at = t.completed_at
        from (select domain_id, max(completed_at) as completed_at from crawl_tasks group by domain_id) t
        where t.domain_id = l.domain_id
        """
    )
    op.add_column("proxies", sa.Column("recent_requests", sa.Float(), server_default="0", nullable=False))
    op.add_column("proxies", sa.Column("recent_successes", sa.Float(), server_default="0", nullable=False))
    for table in COUNTED:
        _know_kinds(table, "'recipe', 'product', 'posting', 'auto'")


def downgrade() -> None:
    for table in COUNTED:
        op.execute(f"delete from {table} where kind = 'auto'")
        _know_kinds(table, "'recipe', 'product', 'posting'")
    op.drop_column("proxies", "recent_successes")
    op.drop_column("proxies", "recent_requests")
    op.drop_column("lanes", "last_success_at")


def _know_kinds(table: str, kinds: str) -> None:
    name = op.f(f"{table}_kind_known")
    op.drop_constraint(name, table, type_="check")
    op.create_check_constraint(name, table, f"kind in ({kinds})")
