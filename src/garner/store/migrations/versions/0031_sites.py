"""sites of the catalogue"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
# Code of 0022 does not discover pages; a newer worker does.
serves_since = "0022"


def moment(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=True)


def now(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def count(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), server_default="0", nullable=False)


def upgrade() -> None:
    op.create_table(
        "sites",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kinds", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("rules", postgresql.JSONB(), nullable=False),
        sa.Column("priority", sa.SmallInteger(), nullable=True),
        sa.Column("frequency", postgresql.INTERVAL(), nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        count("pages_found"),
        count("sources_found"),
        now("created_at"),
        now("updated_at"),
        sa.CheckConstraint("status in ('preview', 'running', 'paused', 'removing')", name=op.f("sites_status_known")),
        sa.CheckConstraint("cardinality(kinds) > 0", name=op.f("sites_kinds_wanted")),
        sa.CheckConstraint("priority between 1 and 10", name=op.f("sites_priority_in_range")),
        sa.CheckConstraint("pages_found <= (rules->>'page_budget')::integer", name=op.f("sites_budget_is_hard")),
        sa.ForeignKeyConstraint(["domain_id"], ["domains.id"], name=op.f("fk_sites_domain_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sites")),
        sa.UniqueConstraint("domain_id", name=op.f("uq_sites_domain_id")),
    )
    op.create_table(
        "site_sources",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(8), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_hash", sa.String(64), nullable=False),
        sa.Column("depth", sa.SmallInteger(), nullable=False),
        now("due_at"),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        moment("lease_until"),
        moment("visited_at"),
        count("failures"),
        sa.Column("error_code", sa.String(64), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        count("entries"),
        sa.Column("refused", postgresql.JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False),
        sa.CheckConstraint("type in ('robots', 'sitemap', 'links')", name=op.f("site_sources_type_known")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_site_sources_site_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_sources")),
    )
    op.create_index("uq_site_sources_url", "site_sources", ["site_id", "type", "url_hash"], unique=True)
    op.create_index(
        "idx_site_sources_due",
        "site_sources",
        ["site_id", "due_at", "id"],
        postgresql_where=sa.text("due_at < 'infinity'"),
    )
    op.create_index(
        "idx_site_sources_leased", "site_sources", ["site_id"], postgresql_where=sa.text("lease_until is not null")
    )
    op.create_table(
        "site_pages",
        sa.Column("site_id", sa.BigInteger(), nullable=False),
        sa.Column("url_hash", sa.String(64), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=True),
        moment("modified_at"),
        moment("ordered_at"),
        sa.Column("made_order", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        now("found_at"),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_site_pages_site_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("site_id", "url_hash", name=op.f("pk_site_pages")),
    )
    op.create_index("idx_site_pages_waiting", "site_pages", ["site_id"], postgresql_where=sa.text("ordered_at is null"))


def downgrade() -> None:
    for table in ("site_pages", "site_sources", "sites"):
        op.drop_table(table)
