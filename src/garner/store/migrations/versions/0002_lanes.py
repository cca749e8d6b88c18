"""lanes"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "proxy_domains",
        sa.Column("proxy_id", sa.Integer(), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("failure_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("success_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("avg_response_time_ms", sa.Integer(), nullable=True),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["domain_id"], ["domains.id"], name=op.f("fk_proxy_domains_domain_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["proxy_id"], ["proxies.id"], name=op.f("fk_proxy_domains_proxy_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("proxy_id", "domain_id", name=op.f("pk_proxy_domains")),
    )
    op.create_index(op.f("idx_proxy_domains_domain_id"), "proxy_domains", ["domain_id"], unique=False)
    op.create_table(
        "robots_files",
        sa.Column("origin", sa.String(length=300), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("http_status", sa.SmallInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("next_try_at", sa.DateTime(timezone=True), server_default=sa.text("'-infinity'"), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hop_url", sa.Text(), nullable=True),
        sa.Column("hops", sa.SmallInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["domain_id"], ["domains.id"], name=op.f("fk_robots_files_domain_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("origin", name=op.f("pk_robots_files")),
    )
    op.create_index(op.f("idx_robots_files_domain_id"), "robots_files", ["domain_id"], unique=False)
    op.add_column("crawl_tasks", sa.Column("extracted_hash", sa.String(length=64), nullable=True))
    op.add_column("crawl_tasks", sa.Column("page_print", postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column("crawl_tasks", sa.Column("rank", sa.DateTime(timezone=True), nullable=True))
    op.add_column("crawl_tasks", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("crawl_tasks", sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("crawl_tasks", sa.Column("demand", sa.Integer(), server_default="0", nullable=False))
    op.create_index(
        "idx_crawl_tasks_backlog",
        "crawl_tasks",
        ["domain_id", "rank"],
        unique=False,
        postgresql_where=sa.text("status = 'pending' and rank is not null and paused_at is null"),
    )
    op.create_index(
        op.f("idx_crawl_tasks_html_path"),
        "crawl_tasks",
        ["html_path"],
        unique=False,
        postgresql_using="hash",
        postgresql_where=sa.text("html_path is not null"),
    )
    op.create_index(
        "idx_crawl_tasks_due",
        "crawl_tasks",
        ["scheduled_at"],
        unique=False,
        postgresql_where=sa.text(
            "rank is null and paused_at is null and (status = 'pending' or (status in ('completed', 'failed') and crawl_frequency is not null))"
        ),
    )
    op.add_column("domains", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("domains", sa.Column("obeys_robots", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.add_column(
        "domains", sa.Column("paces_each_proxy", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("domains", sa.Column("render_wins", sa.Integer(), server_default="0", nullable=False))
    op.add_column("domains", sa.Column("render_losses", sa.Integer(), server_default="0", nullable=False))
    op.alter_column(
        "domains",
        "crawl_delay_seconds",
        existing_type=sa.NUMERIC(precision=10, scale=3),
        nullable=True,
        existing_server_default=sa.text("'1'::numeric"),
    )
    op.alter_column(
        "domains",
        "max_concurrent_requests",
        existing_type=sa.INTEGER(),
        nullable=True,
        existing_server_default=sa.text("5"),
    )
    op.add_column(
        "lanes", sa.Column("feed_at", sa.DateTime(timezone=True), server_default=sa.text("'infinity'"), nullable=False)
    )
    op.add_column("lanes", sa.Column("robots_delay_seconds", sa.Double(), server_default="0", nullable=False))
    op.add_column("lanes", sa.Column("latency_seconds", sa.Double(), nullable=True))
    op.add_column("lanes", sa.Column("throttle_seconds", sa.Double(), server_default="0", nullable=False))
    op.add_column("lanes", sa.Column("throttled_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lanes", sa.Column("not_before", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lanes", sa.Column("failures", sa.Integer(), server_default="0", nullable=False))
    op.add_column("lanes", sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lanes", sa.Column("open_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lanes", sa.Column("probes", sa.Integer(), server_default="0", nullable=False))
    op.add_column("lanes", sa.Column("breaker_cause", sa.String(length=64), nullable=True))
    op.add_column("lanes", sa.Column("probe_fence", sa.BigInteger(), nullable=True))
    op.add_column("lanes", sa.Column("trusted_from", sa.DateTime(timezone=True), nullable=True))
    op.drop_index("idx_job_items_pending", table_name="job_items")
    op.create_index(
        "idx_job_items_pending",
        "job_items",
        ["status", "user_id", "updated_at", "id"],
        unique=False,
        postgresql_where=sa.text("completed_at is null"),
    )
    op.create_index(
        "idx_job_items_failed",
        "job_items",
        ["url_hash"],
        unique=False,
        postgresql_where=sa.text("url_hash is not null and status = 'ERROR'"),
    )
    op.create_index(
        op.f("idx_lanes_feed_at"), "lanes", ["feed_at"], unique=False, postgresql_where=sa.text("feed_at < 'infinity'")
    )
    op.create_index(
        op.f("idx_lanes_opened_at"),
        "lanes",
        ["opened_at"],
        unique=False,
        postgresql_where=sa.text("opened_at is not null"),
    )
    op.create_check_constraint(
        op.f("lanes_an_open_breaker_says_until_when"), "lanes", "(opened_at is null) = (open_until is null)"
    )
    op.add_column("proxies", sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True))
    op.create_unique_constraint(
        op.f("uq_proxies_proxy_protocol_proxy_url_proxy_port_proxy_username"),
        "proxies",
        ["proxy_protocol", "proxy_url", "proxy_port", "proxy_username"],
        postgresql_nulls_not_distinct=True,
    )
    op.add_column("work", sa.Column("proxy_id", sa.Integer(), nullable=True))
    op.add_column("work", sa.Column("hop_url", sa.Text(), nullable=True))
    op.add_column(
        "work", sa.Column("trail", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False)
    )
    op.add_column("work", sa.Column("waiting_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("work", sa.Column("renders", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    op.drop_column("work", "renders")
    op.drop_column("work", "waiting_since")
    op.drop_column("work", "trail")
    op.drop_column("work", "hop_url")
    op.drop_column("work", "proxy_id")
    op.drop_constraint(op.f("uq_proxies_proxy_protocol_proxy_url_proxy_port_proxy_username"), "proxies", type_="unique")
    op.drop_column("proxies", "retry_at")
    op.drop_constraint(op.f("lanes_an_open_breaker_says_until_when"), "lanes", type_="check")
    op.drop_index("idx_job_items_pending", table_name="job_items")
    op.create_index(
        "idx_job_items_pending",
        "job_items",
        ["status", "user_id", "updated_at", "id"],
        unique=False,
        postgresql_where=sa.text("status in ('PENDING', 'PROCESSING')"),
    )
    op.drop_index(
        "idx_job_items_failed",
        table_name="job_items",
        postgresql_where=sa.text("url_hash is not null and status = 'ERROR'"),
    )
    op.drop_index(op.f("idx_lanes_opened_at"), table_name="lanes", postgresql_where=sa.text("opened_at is not null"))
    op.drop_index(op.f("idx_lanes_feed_at"), table_name="lanes", postgresql_where=sa.text("feed_at < 'infinity'"))
    op.drop_column("lanes", "trusted_from")
    op.drop_column("lanes", "probe_fence")
    op.drop_column("lanes", "breaker_cause")
    op.drop_column("lanes", "probes")
    op.drop_column("lanes", "open_until")
    op.drop_column("lanes", "opened_at")
    op.drop_column("lanes", "failures")
    op.drop_column("lanes", "not_before")
    op.drop_column("lanes", "throttled_at")
    op.drop_column("lanes", "throttle_seconds")
    op.drop_column("lanes", "latency_seconds")
    op.drop_column("lanes", "robots_delay_seconds")
    op.drop_column("lanes", "feed_at")
    op.execute(
        "update domains set crawl_delay_seconds = coalesce(crawl_delay_seconds, 1), max_concurrent_requests = coalesce(max_concurrent_requests, 5)"
    )
    op.alter_column(
        "domains",
        "max_concurrent_requests",
        existing_type=sa.INTEGER(),
        nullable=False,
        existing_server_default=sa.text("5"),
    )
    op.alter_column(
        "domains",
        "crawl_delay_seconds",
        existing_type=sa.NUMERIC(precision=10, scale=3),
        nullable=False,
        existing_server_default=sa.text("'1'::numeric"),
    )
    op.drop_column("domains", "render_losses")
    op.drop_column("domains", "render_wins")
    op.drop_column("domains", "paces_each_proxy")
    op.drop_column("domains", "obeys_robots")
    op.drop_column("domains", "paused_at")
    op.drop_index(op.f("idx_crawl_tasks_html_path"), table_name="crawl_tasks")
    op.drop_index(
        "idx_crawl_tasks_due",
        table_name="crawl_tasks",
        postgresql_where=sa.text(
            "rank is null and paused_at is null and (status = 'pending' or (status in ('completed', 'failed') and crawl_frequency is not null))"
        ),
    )
    op.drop_index(
        "idx_crawl_tasks_backlog",
        table_name="crawl_tasks",
        postgresql_where=sa.text("status = 'pending' and rank is not null and paused_at is null"),
    )
    op.drop_column("crawl_tasks", "demand")
    op.drop_column("crawl_tasks", "failed_at")
    op.drop_column("crawl_tasks", "paused_at")
    op.drop_column("crawl_tasks", "rank")
    op.drop_column("crawl_tasks", "page_print")
    op.drop_column("crawl_tasks", "extracted_hash")
    op.drop_index(op.f("idx_robots_files_domain_id"), table_name="robots_files")
    op.drop_table("robots_files")
    op.drop_index(op.f("idx_proxy_domains_domain_id"), table_name="proxy_domains")
    op.drop_table("proxy_domains")
