"""relays of the outbox that hold leases, and webhooks for every event"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

# Code of 0022 writes to the outbox by functions only, and has no publisher. It calls webhooks by `next_at`, which
# deliveries of new events do not have.
serves_since = "0022"

EVENTS = sa.text("'{job.completed,job.failed,job.canceled}'::text[]")
CHECKS = {
    "event_over_once_delivered": "event_next_at is null or delivered_at is null",
    "due_by_one_time": (
        "case when event_id is null then event_next_at is null else next_at is null and item_id is null end"
    ),
}


def upgrade() -> None:
    op.add_column("outbox", sa.Column("attempts", sa.Integer(), server_default="0", nullable=False))
    op.add_column("outbox", sa.Column("last_error", sa.Text(), nullable=True))
    op.add_column("outbox", sa.Column("dead_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_index("idx_outbox_part_id", table_name="outbox")
    op.create_index(
        "idx_outbox_topic_part_id",
        "outbox",
        ["topic", "part", "id"],
        postgresql_where=sa.text("dead_at is null"),
    )
    op.create_index("idx_outbox_dead_at", "outbox", ["dead_at"], postgresql_where=sa.text("dead_at is not null"))
    op.create_table(
        "outbox_parts",
        sa.Column("topic", sa.String(255), nullable=False),
        sa.Column("part", sa.SmallInteger(), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rests_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("topic", "part", name=op.f("pk_outbox_parts")),
    )
    _add_events()


def _add_events() -> None:
    op.add_column("webhooks", sa.Column("events", postgresql.ARRAY(sa.Text()), server_default=EVENTS, nullable=False))
    op.add_column("webhooks", sa.Column("only_kind", sa.String(16), nullable=True))
    op.add_column("webhooks", sa.Column("only_domain", sa.String(255), nullable=True))
    op.add_column("webhooks", sa.Column("dropped", sa.Integer(), server_default="0", nullable=False))
    op.create_check_constraint(op.f("webhooks_subscribes"), "webhooks", "cardinality(events) > 0")
    op.create_index(
        "idx_webhooks_other_events",
        "webhooks",
        ["id"],
        postgresql_where=sa.text("active and not events <@ '{job.completed,job.failed,job.canceled}'::text[]"),
    )
    op.create_index(
        "idx_webhooks_changes",
        "webhooks",
        ["id"],
        postgresql_where=sa.text("active and events && '{record.changed,product.changed}'::text[]"),
    )
    op.create_table(
        "webhook_events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("payload", postgresql.JSONB(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_events")),
        sa.UniqueConstraint("message_id", "event", name=op.f("uq_webhook_events_message_id_event")),
    )
    op.create_index("idx_webhook_events_created_at", "webhook_events", ["created_at"])
    _add_deliveries_of_events()
    op.create_index(
        "idx_job_items_users_of_pages",
        "job_items",
        ["url_hash", "user_id"],
        postgresql_where=sa.text("record_version is not null and user_id is not null"),
    )


def _add_deliveries_of_events() -> None:
    op.add_column("webhook_deliveries", sa.Column("event_id", sa.BigInteger(), nullable=True))
    op.add_column("webhook_deliveries", sa.Column("event_next_at", sa.DateTime(timezone=True), nullable=True))
    op.create_foreign_key(
        op.f("fk_webhook_deliveries_event_id"),
        *("webhook_deliveries", "webhook_events", ["event_id"], ["id"]),
        ondelete="CASCADE",
    )
    for name, condition in CHECKS.items():
        op.create_check_constraint(op.f(f"webhook_deliveries_{name}"), "webhook_deliveries", condition)
    op.create_index(
        "idx_webhook_deliveries_events",
        "webhook_deliveries",
        ["webhook_id", "attempts", "id"],
        postgresql_where=sa.text("event_next_at is not null"),
    )
    op.create_index(
        "uq_webhook_deliveries_event_id_webhook_id",
        "webhook_deliveries",
        ["event_id", "webhook_id"],
        unique=True,
        postgresql_where=sa.text("event_id is not null"),
    )


def downgrade() -> None:
    op.drop_index("idx_job_items_users_of_pages", table_name="job_items")
    op.execute("delete from webhook_deliveries where event_id is not null")
    op.drop_column("webhook_deliveries", "event_next_at")
    op.drop_column("webhook_deliveries", "event_id")
    op.drop_table("webhook_events")
    op.drop_index("idx_webhooks_other_events", table_name="webhooks")
    op.drop_index("idx_webhooks_changes", table_name="webhooks")
    for column in ("events", "only_kind", "only_domain", "dropped"):
        op.drop_column("webhooks", column)
    op.drop_table("outbox_parts")
    op.drop_index("idx_outbox_dead_at", table_name="outbox")
    op.drop_index("idx_outbox_topic_part_id", table_name="outbox")
    op.create_index("idx_outbox_part_id", "outbox", ["part", "id"])
    op.drop_column("outbox", "dead_at")
    op.drop_column("outbox", "last_error")
    op.drop_column("outbox", "attempts")
