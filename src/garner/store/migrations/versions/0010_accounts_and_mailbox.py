"""accounts and mailbox"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mailbox_events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("xid", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR', 'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED')",
            name=op.f("mailbox_events_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailbox_events")),
    )
    op.create_index(op.f("idx_mailbox_events_happened_at"), "mailbox_events", ["happened_at"], unique=False)
    op.create_index(op.f("idx_mailbox_events_user_id_id"), "mailbox_events", ["user_id", "id"], unique=False)
    op.create_index(op.f("idx_mailbox_events_user_id_xid"), "mailbox_events", ["user_id", "xid"], unique=False)
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("hint", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.user_id"], name=op.f("fk_api_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index(op.f("idx_api_tokens_user_id"), "api_tokens", ["user_id"], unique=False)
    op.create_table(
        "saved_recipes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=500), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("url_hash", sa.String(length=64), nullable=True),
        sa.Column("site_data", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("site_version", sa.Integer(), nullable=True),
        sa.Column("parse_job_id", sa.Uuid(), nullable=True),
        sa.Column("revision", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_saved_recipes_url_hash")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.user_id"], name=op.f("fk_saved_recipes_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_recipes")),
    )
    op.create_index(
        op.f("idx_saved_recipes_url_hash"),
        "saved_recipes",
        ["url_hash"],
        unique=False,
        postgresql_where=sa.text("url_hash is not null"),
    )
    op.create_index(
        "idx_saved_recipes_user_id_updated_at",
        "saved_recipes",
        ["user_id", sa.literal_column("updated_at desc"), sa.literal_column("id desc")],
        unique=False,
    )
    op.create_table(
        "webhooks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=255), nullable=False),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rests_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.user_id"], name=op.f("fk_webhooks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("idx_webhooks_user_id"), "webhooks", ["user_id"], unique=False)
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("webhook_id", sa.BigInteger(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=True),
        sa.Column("happened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_answer", sa.Integer(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR', 'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED')",
            name=op.f("webhook_deliveries_status_known"),
        ),
        sa.CheckConstraint(
            "(item_id is null) = (status is null)", name=op.f("webhook_deliveries_of_an_item_or_a_ping")
        ),
        sa.CheckConstraint(
            "next_at is null or delivered_at is null", name=op.f("webhook_deliveries_over_once_delivered")
        ),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_webhook_deliveries_webhook_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_deliveries")),
    )
    op.create_index(op.f("idx_webhook_deliveries_queued_at"), "webhook_deliveries", ["queued_at"], unique=False)
    op.create_index(
        op.f("idx_webhook_deliveries_webhook_id_attempts_id"),
        "webhook_deliveries",
        ["webhook_id", "attempts", "id"],
        unique=False,
        postgresql_where=sa.text("next_at is not null"),
    )
    op.create_index(
        op.f("idx_webhook_deliveries_next_at"),
        "webhook_deliveries",
        ["next_at"],
        unique=False,
        postgresql_where=sa.text("next_at is not null"),
    )
    op.create_index(
        op.f("idx_webhook_deliveries_webhook_id_id"), "webhook_deliveries", ["webhook_id", "id"], unique=False
    )
    op.drop_index("idx_job_items_mailbox", table_name="job_items", postgresql_where=sa.text("origin = 'mailbox'"))
    op.create_index(
        "idx_job_items_mailbox",
        "job_items",
        ["user_id", "status", "completed_at", "id"],
        unique=False,
        postgresql_where=sa.text("origin = 'mailbox'"),
    )
    op.create_index(
        "uq_job_items_open_picture",
        "job_items",
        ["user_id", sa.literal_column("(input_json ->> 'content_hash')")],
        unique=True,
        postgresql_where=sa.text("origin = 'mailbox' and url_hash is null and status in ('PENDING', 'PROCESSING')"),
    )
    op.create_index(
        "idx_job_items_unsaved",
        "job_items",
        ["completed_at"],
        unique=False,
        postgresql_where=sa.text("origin = 'mailbox' and status = 'DONE'"),
    )


def downgrade() -> None:
    op.drop_index(
        "uq_job_items_open_picture",
        table_name="job_items",
        postgresql_where=sa.text("origin = 'mailbox' and url_hash is null and status in ('PENDING', 'PROCESSING')"),
    )
    op.drop_index(
        "idx_job_items_unsaved",
        table_name="job_items",
        postgresql_where=sa.text("origin = 'mailbox' and status = 'DONE'"),
    )
    op.drop_index("idx_job_items_mailbox", table_name="job_items", postgresql_where=sa.text("origin = 'mailbox'"))
    op.create_index(
        "idx_job_items_mailbox",
        "job_items",
        ["user_id", "status", "completed_at"],
        unique=False,
        postgresql_where=sa.text("origin = 'mailbox'"),
    )
    op.drop_index(op.f("idx_webhook_deliveries_webhook_id_id"), table_name="webhook_deliveries")
    op.drop_index(
        op.f("idx_webhook_deliveries_next_at"),
        table_name="webhook_deliveries",
        postgresql_where=sa.text("next_at is not null"),
    )
    op.drop_index(
        op.f("idx_webhook_deliveries_webhook_id_attempts_id"),
        table_name="webhook_deliveries",
        postgresql_where=sa.text("next_at is not null"),
    )
    op.drop_index(op.f("idx_webhook_deliveries_queued_at"), table_name="webhook_deliveries")
    op.drop_table("webhook_deliveries")
    op.drop_index(op.f("idx_webhooks_user_id"), table_name="webhooks")
    op.drop_table("webhooks")
    op.drop_index("idx_saved_recipes_user_id_updated_at", table_name="saved_recipes")
    op.drop_index(
        op.f("idx_saved_recipes_url_hash"), table_name="saved_recipes", postgresql_where=sa.text("url_hash is not null")
    )
    op.drop_table("saved_recipes")
    op.drop_index(op.f("idx_api_tokens_user_id"), table_name="api_tokens")
    op.drop_table("api_tokens")
    op.drop_index(op.f("idx_mailbox_events_user_id_xid"), table_name="mailbox_events")
    op.drop_index(op.f("idx_mailbox_events_user_id_id"), table_name="mailbox_events")
    op.drop_index(op.f("idx_mailbox_events_happened_at"), table_name="mailbox_events")
    op.drop_table("mailbox_events")
