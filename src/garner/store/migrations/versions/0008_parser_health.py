"""parser health"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "parser_health",
        sa.Column("domain", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tried", sa.Integer(), server_default="0", nullable=False),
        sa.Column("found", sa.Integer(), server_default="0", nullable=False),
        sa.Column("fields", JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False),
        sa.Column("judged", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting')", name=op.f("parser_health_kind_known")),
        sa.CheckConstraint("0 <= found and found <= tried", name=op.f("parser_health_found_were_tried")),
        sa.PrimaryKeyConstraint("domain", "kind", "extractor", "version", "hour", name=op.f("pk_parser_health")),
    )
    op.create_index(op.f("idx_parser_health_hour"), "parser_health", ["hour"], unique=False)
    op.create_index(
        "idx_parser_health_unjudged",
        "parser_health",
        ["domain", "kind"],
        unique=False,
        postgresql_where=sa.text("not judged"),
    )
    op.create_table(
        "parser_alerts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("domain", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("field", sa.String(length=64), nullable=False),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("rate", sa.Double(), nullable=False),
        sa.Column("baseline", sa.Double(), nullable=False),
        sa.Column("pages", sa.Integer(), server_default="0", nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_because", sa.String(length=16), nullable=True),
        sa.Column("closing_rate", sa.Double(), nullable=True),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting')", name=op.f("parser_alerts_kind_known")),
        sa.CheckConstraint(
            "closed_because in ('recovered', 'usual', 'silent')", name=op.f("parser_alerts_closed_because_known")
        ),
        sa.CheckConstraint(
            "(closed_at is null) = (closed_because is null)", name=op.f("parser_alerts_a_closed_one_says_why")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parser_alerts")),
    )
    op.create_index(op.f("idx_parser_alerts_closed_at"), "parser_alerts", ["closed_at"], unique=False)
    op.create_index(
        "idx_parser_alerts_open",
        "parser_alerts",
        ["domain", "kind", "field"],
        unique=True,
        postgresql_where=sa.text("closed_at is null"),
    )
    op.create_table(
        "shadow_records",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("candidate", sa.String(length=255), nullable=False),
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("domain", sa.String(length=255), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=True),
        sa.Column("data", JSONB(), nullable=True),
        sa.Column("compared", JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False),
        sa.Column("before", JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("compared_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting')", name=op.f("shadow_records_kind_known")),
        sa.CheckConstraint("(error is null) = (error_code is null)", name=op.f("shadow_records_an_error_has_a_code")),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_shadow_records_url_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shadow_records")),
        sa.UniqueConstraint("url_hash", "kind", "candidate", name=op.f("uq_shadow_records_url_hash_kind_candidate")),
    )
    op.create_index(
        op.f("idx_shadow_records_candidate_compared_at_id"),
        "shadow_records",
        ["candidate", "compared_at", "id"],
        unique=False,
    )
    op.create_index(op.f("idx_shadow_records_compared_at"), "shadow_records", ["compared_at"], unique=False)


def downgrade() -> None:
    op.drop_table("shadow_records")
    op.drop_table("parser_alerts")
    op.drop_table("parser_health")
