"""the spine"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence("work_fence")))
    op.create_table(
        "domains",
        sa.Column("id", sa.Integer(), sa.Identity(always=True), nullable=False),
        sa.Column("domain_name", sa.String(length=255), nullable=False),
        sa.Column("base_url", sa.String(length=512), nullable=False),
        sa.Column("crawl_delay_seconds", sa.Numeric(precision=10, scale=3), server_default="1", nullable=False),
        sa.Column("max_concurrent_requests", sa.Integer(), server_default="5", nullable=False),
        sa.Column("is_active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("crawl_delay_seconds >= 0", name=op.f("domains_delay_not_negative")),
        sa.CheckConstraint("max_concurrent_requests >= 1", name=op.f("domains_concurrency_positive")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_domains")),
        sa.UniqueConstraint("domain_name", name=op.f("uq_domains_domain_name")),
    )
    op.create_index(op.f("idx_domains_is_active"), "domains", ["is_active"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("topic", sa.String(length=255), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("part", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("idx_outbox_part_id"), "outbox", ["part", "id"], unique=False)
    op.create_table(
        "proxies",
        sa.Column("id", sa.Integer(), sa.Identity(always=True), nullable=False),
        sa.Column("proxy_url", sa.String(length=255), nullable=False),
        sa.Column("proxy_port", sa.Integer(), nullable=False),
        sa.Column("proxy_protocol", sa.String(length=20), server_default="http", nullable=False),
        sa.Column("proxy_username", sa.String(length=100), nullable=True),
        sa.Column("proxy_password", sa.String(length=255), nullable=True),
        sa.Column("is_active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("failure_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("success_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_success_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_failure_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("avg_response_time_ms", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("proxy_protocol in ('http', 'https', 'socks5')", name=op.f("proxies_protocol_known")),
        sa.CheckConstraint("proxy_port between 1 and 65535", name=op.f("proxies_port_possible")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proxies")),
    )
    op.create_index(op.f("idx_proxies_failure_count"), "proxies", ["failure_count"], unique=False)
    op.create_index(op.f("idx_proxies_is_active"), "proxies", ["is_active"], unique=False)
    op.create_index(op.f("idx_proxies_last_used_at"), "proxies", ["last_used_at"], unique=False)
    op.create_table(
        "resources",
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("length(url_hash) = 64", name=op.f("resources_hash_is_sha256")),
        sa.PrimaryKeyConstraint("url_hash", name=op.f("pk_resources")),
    )
    op.create_table(
        "users",
        sa.Column("user_id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("email", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=True),
        sa.Column("picture_url", sa.Text(), nullable=True),
        sa.Column(
            "settings",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text('\'{"enabled_companies": ["ALL"], "title_filters": []}\'::jsonb'),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_login", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_users")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
    )
    op.create_table(
        "crawl_tasks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=50), server_default="pending", nullable=False),
        sa.Column("priority", sa.Integer(), server_default="5", nullable=False),
        sa.Column("kinds", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("scheduled_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retry_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("max_retries", sa.Integer(), server_default="3", nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column(
            "crawl_frequency",
            postgresql.INTERVAL(),
            server_default=sa.text("'1 day'::interval"),
            nullable=True,
        ),
        sa.Column("next_crawl_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("html_path", sa.String(length=512), nullable=True),
        sa.Column("charset", sa.String(length=64), nullable=True),
        sa.Column("final_url", sa.Text(), nullable=True),
        sa.Column("http_status", sa.SmallInteger(), nullable=True),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "status in ('pending', 'queued', 'crawling', 'downloaded', 'parsing', 'completed', 'failed')",
            name=op.f("crawl_tasks_status_known"),
        ),
        sa.CheckConstraint("max_retries >= 1", name=op.f("crawl_tasks_max_retries_positive")),
        sa.CheckConstraint("priority between 1 and 10", name=op.f("crawl_tasks_priority_in_range")),
        sa.ForeignKeyConstraint(["domain_id"], ["domains.id"], name=op.f("fk_crawl_tasks_domain_id")),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_crawl_tasks_url_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crawl_tasks")),
        sa.UniqueConstraint("url_hash", name=op.f("uq_crawl_tasks_url_hash")),
        postgresql_with={"fillfactor": 85},
    )
    op.create_index(op.f("idx_crawl_tasks_domain_id"), "crawl_tasks", ["domain_id"], unique=False)
    op.create_index(
        "idx_crawl_tasks_next_crawl_at",
        "crawl_tasks",
        ["next_crawl_at"],
        unique=False,
        postgresql_where=sa.text("next_crawl_at is not null"),
    )
    op.create_index(op.f("idx_crawl_tasks_scheduled_at"), "crawl_tasks", ["scheduled_at"], unique=False)
    op.create_index(op.f("idx_crawl_tasks_status_updated_at"), "crawl_tasks", ["status", "updated_at"], unique=False)
    op.create_table(
        "files",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.String(length=255), nullable=True),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("path", sa.String(length=512), nullable=False),
        sa.Column("ip_address", postgresql.INET(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.user_id"], name=op.f("fk_files_user_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_files")),
    )
    op.create_index(op.f("idx_files_content_hash"), "files", ["content_hash"], unique=False)
    op.create_index(op.f("idx_files_user_id"), "files", ["user_id"], unique=False)
    op.create_table(
        "recipes",
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=500), nullable=True),
        sa.Column("ingredients", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "sources",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("extractor_version", sa.String(length=32), nullable=False),
        sa.Column("strategy", sa.String(length=64), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("used_llm", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("warnings", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("parsed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_recipes_url_hash")),
        sa.PrimaryKeyConstraint("url_hash", name=op.f("pk_recipes")),
    )
    op.create_index("idx_recipe_freshness", "recipes", ["url_hash", "parsed_at"], unique=False)
    op.create_table(
        "record_versions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("extractor_version", sa.String(length=32), nullable=False),
        sa.Column("strategy", sa.String(length=64), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("used_llm", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("warnings", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("parsed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting')", name=op.f("record_versions_kind_known")),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_record_versions_url_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_record_versions")),
        sa.UniqueConstraint("url_hash", "kind", "version", name=op.f("uq_record_versions_url_hash_kind_version")),
    )
    op.create_table(
        "crawl_attempts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("crawl_task_id", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.String(length=32), nullable=False),
        sa.Column("http_status", sa.SmallInteger(), nullable=True),
        sa.Column("bytes", sa.BigInteger(), nullable=True),
        sa.Column("proxy_id", sa.Integer(), nullable=True),
        sa.Column("worker", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["crawl_task_id"],
            ["crawl_tasks.id"],
            name=op.f("fk_crawl_attempts_crawl_task_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["proxy_id"], ["proxies.id"], name=op.f("fk_crawl_attempts_proxy_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crawl_attempts")),
    )
    op.create_index(op.f("idx_crawl_attempts_crawl_task_id"), "crawl_attempts", ["crawl_task_id"], unique=False)
    op.create_index(op.f("idx_crawl_attempts_started_at"), "crawl_attempts", ["started_at"], unique=False)
    op.create_table(
        "error_logs",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("crawl_task_id", sa.BigInteger(), nullable=True),
        sa.Column("error_type", sa.String(length=16), nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=False),
        sa.Column("stack_trace", sa.Text(), nullable=True),
        sa.Column("occurred_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "error_type in ('network', 'http', 'parse', 'validation', 'blocked')",
            name=op.f("error_logs_type_known"),
        ),
        sa.ForeignKeyConstraint(
            ["crawl_task_id"],
            ["crawl_tasks.id"],
            name=op.f("fk_error_logs_crawl_task_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_error_logs")),
    )
    op.create_index(op.f("idx_error_logs_crawl_task_id"), "error_logs", ["crawl_task_id"], unique=False)
    op.create_index(op.f("idx_error_logs_occurred_at"), "error_logs", ["occurred_at"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("file_id", sa.BigInteger(), nullable=True),
        sa.Column("job_type", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), server_default="auto", nullable=False),
        sa.Column("queue_state", sa.String(length=16), server_default="QUEUED", nullable=False),
        sa.Column("total_items", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pending", sa.Integer(), server_default="0", nullable=False),
        sa.Column("processing", sa.Integer(), server_default="0", nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("not_found", sa.Integer(), server_default="0", nullable=False),
        sa.Column("error", sa.Integer(), server_default="0", nullable=False),
        sa.Column("skipped", sa.Integer(), server_default="0", nullable=False),
        sa.Column("canceled", sa.Integer(), server_default="0", nullable=False),
        sa.Column("committed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("abandoned", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "processed_items",
            sa.Integer(),
            sa.Computed("total_items - pending - processing", persisted=True),
            nullable=False,
        ),
        sa.Column(
            "failed_items",
            sa.Integer(),
            sa.Computed("error + not_found", persisted=True),
            nullable=False,
        ),
        sa.Column("ingested_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("last_heartbeat", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ip_address", postgresql.INET(), nullable=True),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column(
            "options",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting', 'auto')", name=op.f("jobs_kind_known")),
        sa.CheckConstraint(
            "queue_state in ('QUEUED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED', 'CANCELED')",
            name=op.f("jobs_queue_state_known"),
        ),
        sa.CheckConstraint(
            "pending + processing + done + not_found + error + skipped + canceled + committed + abandoned = total_items",
            name=op.f("jobs_counters_add_up"),
        ),
        sa.ForeignKeyConstraint(["file_id"], ["files.id"], name=op.f("fk_jobs_file_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["user_id"], ["users.user_id"], name=op.f("fk_jobs_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("idx_jobs_file_id"), "jobs", ["file_id"], unique=False)
    op.create_index(op.f("idx_jobs_queue_state_job_type"), "jobs", ["queue_state", "job_type"], unique=False)
    op.create_index(op.f("idx_jobs_user_id_created_at"), "jobs", ["user_id", "created_at"], unique=False)
    op.create_index("uq_jobs_idempotency_key", "jobs", ["user_id", "idempotency_key"], unique=True)
    op.create_table(
        "postings",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("crawl_task_id", sa.BigInteger(), nullable=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=512), nullable=False),
        sa.Column("company", sa.String(length=255), nullable=True),
        sa.Column("external_id", sa.String(length=255), nullable=True),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("valid_through", sa.DateTime(timezone=True), nullable=True),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "sources",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("extractor_version", sa.String(length=32), nullable=False),
        sa.Column("strategy", sa.String(length=64), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("used_llm", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("warnings", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("parsed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["crawl_task_id"], ["crawl_tasks.id"], name=op.f("fk_postings_crawl_task_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["domain_id"], ["domains.id"], name=op.f("fk_postings_domain_id")),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_postings_url_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_postings")),
        sa.UniqueConstraint("url_hash", name=op.f("uq_postings_url_hash")),
    )
    op.create_index(op.f("idx_postings_company_external_id"), "postings", ["company", "external_id"], unique=False)
    op.create_index(op.f("idx_postings_crawl_task_id"), "postings", ["crawl_task_id"], unique=False)
    op.create_index(op.f("idx_postings_domain_id"), "postings", ["domain_id"], unique=False)
    op.create_index(op.f("idx_postings_posted_at"), "postings", ["posted_at"], unique=False)
    op.create_table(
        "products",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=False),
        sa.Column("crawl_task_id", sa.BigInteger(), nullable=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_hash", sa.String(length=64), nullable=False),
        sa.Column("product_name", sa.String(length=512), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("price", sa.Numeric(precision=12, scale=2), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("availability", sa.String(length=50), nullable=True),
        sa.Column("rating", sa.Numeric(precision=3, scale=2), nullable=True),
        sa.Column("review_count", sa.Integer(), nullable=True),
        sa.Column("brand", sa.String(length=255), nullable=True),
        sa.Column("category", sa.String(length=255), nullable=True),
        sa.Column("sku", sa.String(length=100), nullable=True),
        sa.Column("gtin", sa.String(length=14), nullable=True),
        sa.Column("metadata", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.Column("data", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "sources",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("content_hash", sa.String(length=64), nullable=True),
        sa.Column("extractor", sa.String(length=64), nullable=False),
        sa.Column("extractor_version", sa.String(length=32), nullable=False),
        sa.Column("strategy", sa.String(length=64), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("used_llm", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("warnings", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("parsed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("rating between 0 and 5", name=op.f("products_rating_in_range")),
        sa.ForeignKeyConstraint(
            ["crawl_task_id"], ["crawl_tasks.id"], name=op.f("fk_products_crawl_task_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["domain_id"], ["domains.id"], name=op.f("fk_products_domain_id")),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_products_url_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_products")),
        sa.UniqueConstraint("url_hash", name=op.f("uq_products_url_hash")),
    )
    op.create_index(op.f("idx_products_availability"), "products", ["availability"], unique=False)
    op.create_index(op.f("idx_products_brand"), "products", ["brand"], unique=False)
    op.create_index(op.f("idx_products_category"), "products", ["category"], unique=False)
    op.create_index(op.f("idx_products_crawl_task_id"), "products", ["crawl_task_id"], unique=False)
    op.create_index(op.f("idx_products_created_at"), "products", ["created_at"], unique=False)
    op.create_index(op.f("idx_products_domain_id"), "products", ["domain_id"], unique=False)
    op.create_index(op.f("idx_products_gtin"), "products", ["gtin"], unique=False)
    op.create_index(op.f("idx_products_price"), "products", ["price"], unique=False)
    op.create_index(op.f("idx_products_product_name"), "products", ["product_name"], unique=False)
    op.create_index(op.f("idx_products_sku"), "products", ["sku"], unique=False)
    op.create_table(
        "images",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("image_url", sa.Text(), nullable=False),
        sa.Column("image_path", sa.String(length=512), nullable=True),
        sa.Column("alt_text", sa.String(length=512), nullable=True),
        sa.Column("image_type", sa.String(length=50), server_default="primary", nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("file_size", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["product_id"], ["products.id"], name=op.f("fk_images_product_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_images")),
    )
    op.create_index(op.f("idx_images_product_id"), "images", ["product_id"], unique=False)
    op.create_table(
        "job_deltas",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pending", sa.Integer(), server_default="0", nullable=False),
        sa.Column("processing", sa.Integer(), server_default="0", nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("not_found", sa.Integer(), server_default="0", nullable=False),
        sa.Column("error", sa.Integer(), server_default="0", nullable=False),
        sa.Column("skipped", sa.Integer(), server_default="0", nullable=False),
        sa.Column("canceled", sa.Integer(), server_default="0", nullable=False),
        sa.Column("committed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("abandoned", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "pending + processing + done + not_found + error + skipped + canceled + committed + abandoned = total",
            name=op.f("job_deltas_counters_add_up"),
        ),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_job_deltas_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_deltas")),
    )
    op.create_index(op.f("idx_job_deltas_job_id"), "job_deltas", ["job_id"], unique=False)
    op.create_table(
        "job_items",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True),
        sa.Column("row_no", sa.BigInteger(), nullable=True),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("job_type", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("url_hash", sa.String(length=64), nullable=True),
        sa.Column("use_llm_fallback", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("status", sa.String(length=16), server_default="PENDING", nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("input_json", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("normalized_json", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("result_json", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("record_version", sa.Integer(), nullable=True),
        sa.Column("unchanged", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("abandoned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("canceled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "url_hash is null or kind is not null", name=op.f("job_items_a_page_is_wanted_for_something")
        ),
        sa.CheckConstraint(
            "(origin not in ('parse', 'mailbox') or job_id is null) and (origin not in ('batch', 'run') or job_id is not null)",
            name=op.f("job_items_single_requests_have_no_job"),
        ),
        sa.CheckConstraint(
            "(status in ('PENDING', 'PROCESSING')) = (completed_at is null)",
            name=op.f("job_items_ended_items_say_when"),
        ),
        sa.CheckConstraint("kind in ('recipe', 'product', 'posting', 'auto')", name=op.f("job_items_kind_known")),
        sa.CheckConstraint(
            "origin = 'mailbox' or status not in ('COMMITTED', 'ABANDONED')",
            name=op.f("job_items_only_the_mailbox_commits"),
        ),
        sa.CheckConstraint(
            "origin in ('parse', 'mailbox', 'batch', 'run', 'cli')", name=op.f("job_items_origin_known")
        ),
        sa.CheckConstraint(
            "status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR', 'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED')",
            name=op.f("job_items_status_known"),
        ),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_job_items_job_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["url_hash"], ["resources.url_hash"], name=op.f("fk_job_items_url_hash")),
        sa.ForeignKeyConstraint(["user_id"], ["users.user_id"], name=op.f("fk_job_items_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_items")),
        postgresql_with={"fillfactor": 85},
    )
    op.create_index(
        "idx_job_items_completed_at",
        "job_items",
        ["completed_at"],
        unique=False,
        postgresql_where=sa.text("job_id is null and completed_at is not null"),
    )
    op.create_index(
        "idx_job_items_job_id_status_updated_at_id",
        "job_items",
        ["job_id", "status", "updated_at", "id"],
        unique=False,
        postgresql_where=sa.text("job_id is not null"),
    )
    op.create_index(
        "idx_job_items_mailbox",
        "job_items",
        ["user_id", "status", "completed_at"],
        unique=False,
        postgresql_where=sa.text("origin = 'mailbox'"),
    )
    op.create_index(
        "idx_job_items_pending",
        "job_items",
        ["status", "user_id", "updated_at", "id"],
        unique=False,
        postgresql_where=sa.text("status in ('PENDING', 'PROCESSING')"),
    )
    op.create_index(
        "idx_job_items_user_id_created_at",
        "job_items",
        ["user_id", sa.literal_column("created_at desc")],
        unique=False,
        postgresql_where=sa.text("user_id is not null"),
    )
    op.create_index(
        "idx_job_items_waiting",
        "job_items",
        ["url_hash", "status"],
        unique=False,
        postgresql_where=sa.text("url_hash is not null and status in ('PENDING', 'PROCESSING')"),
    )
    op.create_index(
        "uq_job_items_job_id_row_no",
        "job_items",
        ["job_id", "row_no"],
        unique=True,
        postgresql_where=sa.text("job_id is not null"),
    )
    op.create_index(
        "uq_job_items_open_mailbox",
        "job_items",
        ["user_id", "url_hash", "kind"],
        unique=True,
        postgresql_where=sa.text("origin = 'mailbox' and status in ('PENDING', 'PROCESSING')"),
    )
    op.create_index(
        "uq_job_items_open_parse",
        "job_items",
        ["url_hash", "kind"],
        unique=True,
        postgresql_where=sa.text("origin = 'parse' and status in ('PENDING', 'PROCESSING')"),
    )
    op.create_table(
        "lanes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("stage", sa.String(length=8), nullable=False),
        sa.Column("domain_id", sa.Integer(), nullable=True),
        sa.Column("job_id", sa.BigInteger(), nullable=True),
        sa.Column("ready_at", sa.DateTime(timezone=True), server_default=sa.text("'infinity'"), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), server_default=sa.text("'-infinity'"), nullable=False),
        sa.Column("saturated", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint(
            "(stage = 'crawl') = (domain_id is not null) and (domain_id is null or job_id is null)",
            name=op.f("lanes_stage_fits_owner"),
        ),
        sa.ForeignKeyConstraint(["domain_id"], ["domains.id"], name=op.f("fk_lanes_domain_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_lanes_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lanes")),
        sa.UniqueConstraint("domain_id", name=op.f("uq_lanes_domain_id")),
        sa.UniqueConstraint("job_id", name=op.f("uq_lanes_job_id")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index(
        op.f("idx_lanes_stage_ready_at"),
        "lanes",
        ["stage", "ready_at"],
        unique=False,
        postgresql_where=sa.text("ready_at < 'infinity'"),
    )
    op.create_table(
        "dead_letters",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("stage", sa.String(length=8), nullable=False),
        sa.Column("task_id", sa.BigInteger(), nullable=True),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("cause", sa.String(length=64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("attempts", sa.SmallInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("replayed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("stage in ('crawl', 'extract', 'match')", name=op.f("dead_letters_stage_known")),
        sa.ForeignKeyConstraint(
            ["item_id"], ["job_items.id"], name=op.f("fk_dead_letters_item_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["crawl_tasks.id"], name=op.f("fk_dead_letters_task_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dead_letters")),
    )
    op.create_index(op.f("idx_dead_letters_cause_created_at"), "dead_letters", ["cause", "created_at"], unique=False)
    op.create_index(op.f("idx_dead_letters_item_id"), "dead_letters", ["item_id"], unique=False)
    op.create_index(op.f("idx_dead_letters_task_id"), "dead_letters", ["task_id"], unique=False)
    op.create_table(
        "work",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("stage", sa.String(length=8), nullable=False),
        sa.Column("task_id", sa.BigInteger(), nullable=True),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("lane_id", sa.BigInteger(), nullable=True),
        sa.Column("priority", sa.SmallInteger(), server_default="5", nullable=False),
        sa.Column("rank", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("held", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("attempt", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("max_attempts", sa.SmallInteger(), server_default="3", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("worker", sa.String(length=64), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "num_nonnulls(task_id, item_id) = 1 and (stage <> 'crawl' or (task_id is not null and lane_id is not null))",
            name=op.f("work_stage_fits_subject"),
        ),
        sa.CheckConstraint("stage in ('crawl', 'extract', 'match')", name=op.f("work_stage_known")),
        sa.CheckConstraint("(lease_until is null) = (worker is null)", name=op.f("work_a_lease_has_a_holder")),
        sa.ForeignKeyConstraint(["item_id"], ["job_items.id"], name=op.f("fk_work_item_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["lane_id"], ["lanes.id"], name=op.f("fk_work_lane_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["task_id"], ["crawl_tasks.id"], name=op.f("fk_work_task_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_work")),
        postgresql_with={
            "fillfactor": 70,
            "autovacuum_vacuum_scale_factor": 0.02,
            "autovacuum_vacuum_threshold": 1000,
            "autovacuum_vacuum_cost_delay": 0,
        },
    )
    op.create_index(
        "uq_work_task_id", "work", ["task_id"], unique=True, postgresql_where=sa.text("task_id is not null")
    )
    op.create_index(
        "uq_work_item_id", "work", ["item_id"], unique=True, postgresql_where=sa.text("item_id is not null")
    )
    op.create_index(
        "idx_work_free",
        "work",
        ["stage", "rank"],
        unique=False,
        postgresql_where=sa.text("lease_until is null and not held and lane_id is null"),
    )
    op.create_index(
        "idx_work_in_flight",
        "work",
        ["lane_id"],
        unique=False,
        postgresql_where=sa.text("lease_until is not null and lane_id is not null"),
    )
    op.create_index(
        "idx_work_lane",
        "work",
        ["lane_id", "rank"],
        unique=False,
        postgresql_where=sa.text("lease_until is null and not held and lane_id is not null"),
    )
    op.create_index(
        "idx_work_leased",
        "work",
        ["lease_until"],
        unique=False,
        postgresql_where=sa.text("lease_until is not null"),
    )


def downgrade() -> None:
    op.execute(sa.schema.DropSequence(sa.Sequence("work_fence")))
    op.drop_index("idx_work_leased", table_name="work", postgresql_where=sa.text("lease_until is not null"))
    op.drop_index(
        "idx_work_lane",
        table_name="work",
        postgresql_where=sa.text("lease_until is null and not held and lane_id is not null"),
    )
    op.drop_index(
        "idx_work_in_flight",
        table_name="work",
        postgresql_where=sa.text("lease_until is not null and lane_id is not null"),
    )
    op.drop_index(
        "idx_work_free",
        table_name="work",
        postgresql_where=sa.text("lease_until is null and not held and lane_id is null"),
    )
    op.drop_table("work")
    op.drop_index(op.f("idx_dead_letters_task_id"), table_name="dead_letters")
    op.drop_index(op.f("idx_dead_letters_item_id"), table_name="dead_letters")
    op.drop_index(op.f("idx_dead_letters_cause_created_at"), table_name="dead_letters")
    op.drop_table("dead_letters")
    op.drop_index(
        op.f("idx_lanes_stage_ready_at"),
        table_name="lanes",
        postgresql_where=sa.text("ready_at < 'infinity'"),
    )
    op.drop_table("lanes")
    op.drop_index(
        "uq_job_items_open_parse",
        table_name="job_items",
        postgresql_where=sa.text("origin = 'parse' and status in ('PENDING', 'PROCESSING')"),
    )
    op.drop_index(
        "uq_job_items_open_mailbox",
        table_name="job_items",
        postgresql_where=sa.text("origin = 'mailbox' and status in ('PENDING', 'PROCESSING')"),
    )
    op.drop_index("uq_job_items_job_id_row_no", table_name="job_items")
    op.drop_index(
        "idx_job_items_waiting",
        table_name="job_items",
        postgresql_where=sa.text("status in ('PENDING', 'PROCESSING')"),
    )
    op.drop_index(
        "idx_job_items_user_id_created_at",
        table_name="job_items",
        postgresql_where=sa.text("user_id is not null"),
    )
    op.drop_index("idx_job_items_pending", table_name="job_items")
    op.drop_index("idx_job_items_mailbox", table_name="job_items", postgresql_where=sa.text("origin = 'mailbox'"))
    op.drop_index(op.f("idx_job_items_job_id_status_updated_at_id"), table_name="job_items")
    op.drop_index(
        "idx_job_items_completed_at",
        table_name="job_items",
        postgresql_where=sa.text("job_id is null and completed_at is not null"),
    )
    op.drop_table("job_items")
    op.drop_index(op.f("idx_job_deltas_job_id"), table_name="job_deltas")
    op.drop_table("job_deltas")
    op.drop_index(op.f("idx_images_product_id"), table_name="images")
    op.drop_table("images")
    op.drop_index(op.f("idx_products_sku"), table_name="products")
    op.drop_index(op.f("idx_products_product_name"), table_name="products")
    op.drop_index(op.f("idx_products_price"), table_name="products")
    op.drop_index(op.f("idx_products_gtin"), table_name="products")
    op.drop_index(op.f("idx_products_domain_id"), table_name="products")
    op.drop_index(op.f("idx_products_created_at"), table_name="products")
    op.drop_index(op.f("idx_products_crawl_task_id"), table_name="products")
    op.drop_index(op.f("idx_products_category"), table_name="products")
    op.drop_index(op.f("idx_products_brand"), table_name="products")
    op.drop_index(op.f("idx_products_availability"), table_name="products")
    op.drop_table("products")
    op.drop_index(op.f("idx_postings_posted_at"), table_name="postings")
    op.drop_index(op.f("idx_postings_domain_id"), table_name="postings")
    op.drop_index(op.f("idx_postings_crawl_task_id"), table_name="postings")
    op.drop_index(op.f("idx_postings_company_external_id"), table_name="postings")
    op.drop_table("postings")
    op.drop_index("uq_jobs_idempotency_key", table_name="jobs")
    op.drop_index(op.f("idx_jobs_user_id_created_at"), table_name="jobs")
    op.drop_index(op.f("idx_jobs_queue_state_job_type"), table_name="jobs")
    op.drop_index(op.f("idx_jobs_file_id"), table_name="jobs")
    op.drop_table("jobs")
    op.drop_index(op.f("idx_error_logs_occurred_at"), table_name="error_logs")
    op.drop_index(op.f("idx_error_logs_crawl_task_id"), table_name="error_logs")
    op.drop_table("error_logs")
    op.drop_index(op.f("idx_crawl_attempts_started_at"), table_name="crawl_attempts")
    op.drop_index(op.f("idx_crawl_attempts_crawl_task_id"), table_name="crawl_attempts")
    op.drop_table("crawl_attempts")
    op.drop_table("record_versions")
    op.drop_index("idx_recipe_freshness", table_name="recipes")
    op.drop_table("recipes")
    op.drop_index(op.f("idx_files_user_id"), table_name="files")
    op.drop_index(op.f("idx_files_content_hash"), table_name="files")
    op.drop_table("files")
    op.drop_index(op.f("idx_crawl_tasks_status_updated_at"), table_name="crawl_tasks")
    op.drop_index(op.f("idx_crawl_tasks_scheduled_at"), table_name="crawl_tasks")
    op.drop_index(op.f("idx_crawl_tasks_next_crawl_at"), table_name="crawl_tasks")
    op.drop_index(op.f("idx_crawl_tasks_domain_id"), table_name="crawl_tasks")
    op.drop_table("crawl_tasks")
    op.drop_table("users")
    op.drop_table("resources")
    op.drop_index(op.f("idx_proxies_last_used_at"), table_name="proxies")
    op.drop_index(op.f("idx_proxies_is_active"), table_name="proxies")
    op.drop_index(op.f("idx_proxies_failure_count"), table_name="proxies")
    op.drop_table("proxies")
    op.drop_index(op.f("idx_outbox_part_id"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("idx_domains_is_active"), table_name="domains")
    op.drop_table("domains")
