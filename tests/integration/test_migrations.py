"""The schema: upgrade and downgrade, agreement with the declared tables, and everything that the contracts list."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Engine, create_engine, inspect

from garner.errors import ConfigurationError
from garner.store import migrate
from garner.store.schema import Base

ROOT = Path(__file__).parents[2]
MIGRATIONS = "src/garner/store/migrations"


@pytest.fixture
def schema(shared_url: str) -> Iterator[Engine]:
    engine = create_engine(migrate.sqlalchemy_url(shared_url))
    yield engine
    engine.dispose()


def tables(database_url: str) -> set[str]:
    with psycopg.connect(database_url) as connection:
        found = connection.execute("select tablename from pg_tables where schemaname = 'public'")
        return {name for (name,) in found} - {"alembic_version"}


def functions(database_url: str) -> set[str]:
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            """
            select proname from pg_proc p where pronamespace = 'public'::regnamespace and proname not like 'watch\\_%'
              and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')  -- an extension's own
            """
        )
        return {name for (name,) in found}


def missing(database_url: str) -> str | None:
    with psycopg.connect(database_url) as connection:
        return migrate.behind(connection)


# Upgrade and downgrade ---------------------------------------------------------------------------------------


def test_the_schema_downgrades_to_nothing_and_upgrades_again(database_url: str) -> None:
    migrate.downgrade(database_url, "base")
    assert (tables(database_url), functions(database_url)) == (set(), set())
    with psycopg.connect(database_url) as connection:
        left = connection.execute("select relname from pg_class where relnamespace = 'public'::regnamespace").fetchall()
    assert {name for (name,) in left} <= {"alembic_version", "alembic_version_pkc"}
    migrate.upgrade(database_url)
    assert tables(database_url) == set(Base.metadata.tables)
    migrate.upgrade(database_url)  # an upgrade is idempotent
    # A function that a column depends on belongs to its migration.
    assert functions(database_url) == {*migrate.function_texts(), "garner_functions", "product_words"}
    assert missing(database_url) is None


def test_a_site_with_earlier_records_gets_its_last_success(database_url: str) -> None:
    migrate.downgrade(database_url, "0011")
    with psycopg.connect(database_url) as connection:
        connection.execute("select ensure_lane('soup.example', 'https://soup.example')")
        connection.execute("select ensure_lane('silent.example', 'https://silent.example')")
        connection.execute(
            """
            with page as (insert into resources (url_hash, url)
                          select repeat(n::text, 64), 'https://soup.example/' || n from generate_series(1, 3) n
                          returning url_hash, url)
            insert into crawl_tasks (domain_id, url, url_hash, completed_at)
            select d.id, p.url, p.url_hash, timestamptz '2026-01-01' + left(p.url_hash, 1)::integer * interval '1 day'
            from page p join domains d on d.domain_name = 'soup.example'
            """
        )
    migrate.upgrade(database_url)
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            "select d.domain_name, l.last_success_at = '2026-01-04' from lanes l join domains d on d.id = l.domain_id"
        )
        assert dict(found.fetchall()) == {"soup.example": True, "silent.example": None}


def test_after_a_downgrade_the_feeder_visits_rows_of_the_duplicate_backlog(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """
            insert into jobs (id, job_type, kind, queue_state) overriding system value
            values (1, 'table', 'product', 'RUNNING'), (2, 'table', 'product', 'PAUSED');
            insert into lanes (stage, job_id, fed_to, feed_at)
            select 'match', n, 3, 'infinity' from generate_series(1, 2) n;
            insert into job_items (id, job_id, row_no, origin, job_type, kind, twin_of)
            select lpad((10 * j + n)::text, 32, '0')::uuid, j, n, 'batch', 'table', 'product',
                   case when n = 3 then lpad((10 * j + 1)::text, 32, '0')::uuid end
            from generate_series(1, 2) j, generate_series(1, 3) n order by j, n;
            insert into twin_backlog (item_id, job_id, heir_id)
            select a.id, a.job_id, b.id from job_items a join job_items b using (job_id)
            where a.row_no = 1 and b.row_no = 2
            """
        )
    migrate.downgrade(database_url, "0014")
    with psycopg.connect(database_url) as connection:
        repeated = connection.execute(
            "select o.row_no from job_items i join job_items o on o.id = i.twin_of where i.row_no = 3"
        ).fetchall()
        fed = connection.execute("select fed_to, feed_at <= now() from lanes order by job_id").fetchall()
    assert repeated == [(2,), (2,)]
    assert fed == [(0, True), (0, False)]


def test_after_a_downgrade_the_feeder_visits_rows_that_wait_for_pages(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """
            insert into jobs (id, job_type, kind, queue_state, rows_numbered) overriding system value
            values (1, 'table', 'product', 'RUNNING', 3), (2, 'table', 'product', 'PAUSED', 3),
                   (3, 'table', 'product', 'RUNNING', 3);
            insert into lanes (stage, job_id, fed_to) select 'match', n, 3 from generate_series(1, 3) n;
            insert into page_waits (job_id, retry_at) values (1, now()), (2, now())
            """
        )
    migrate.downgrade(database_url, "0019")
    with psycopg.connect(database_url) as connection:
        fed = connection.execute("select fed_to, feed_at <= now() from lanes order by job_id").fetchall()
    assert fed == [(0, True), (0, False), (3, False)]
    migrate.upgrade(database_url)
    with psycopg.connect(database_url) as connection:
        linked = connection.execute("select distinct last_linked_row from jobs").fetchall()
    assert linked == [(3,)], "any row of an earlier job may have a link"


def test_existing_items_get_their_job_type(database_url: str) -> None:
    migrate.downgrade(database_url, "0014")
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """
            with ana as (insert into users (email) values ('ana@example.com') returning user_id)
            insert into job_items (id, origin, user_id, job_type, kind, url)
            select gen_random_uuid(), i.origin, case when i.origin = 'mailbox' then ana.user_id end, i.type, 'recipe',
                   i.url
            from ana, (values ('parse', null, 'https://soup.example/'), ('mailbox', null, 'https://soup.example/'),
                              ('mailbox', null, 'https://www.tiktok.com/@ana/video/7'), ('mailbox', 'ocr', null)
                      ) i (origin, type, url)
            """
        )
    migrate.upgrade(database_url)
    with psycopg.connect(database_url) as connection:
        found = connection.execute("select origin || ' ' || job_type from job_items order by 1").fetchall()
    assert [word for (word,) in found] == ["mailbox ocr", "mailbox social", "mailbox url", "parse url"]


@pytest.mark.parametrize(
    ("column", "change"),
    [("job_type", "job_type = null"), ("user_id", "user_id = null, origin = 'mailbox'")],
)
def test_an_item_requires_a_type_and_a_mailbox_item_a_user(shared_url: str, column: str, change: str) -> None:
    with psycopg.connect(shared_url) as connection:
        connection.execute("insert into job_items (id, origin, kind) values (gen_random_uuid(), 'parse', 'recipe')")
        with pytest.raises(psycopg.errors.IntegrityError):
            connection.execute(f"update job_items set {change}")
        connection.rollback()


def test_the_database_matches_the_declared_tables(schema: Engine) -> None:
    with schema.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_every_declared_check_is_in_the_database(schema: Engine) -> None:
    """Alembic does not compare these."""
    found = inspect(schema)
    named = schema.dialect.identifier_preparer.format_constraint
    for table in Base.metadata.sorted_tables:
        declared = {named(check) for check in table.constraints if isinstance(check, CheckConstraint)}
        assert declared == {check["name"] for check in found.get_check_constraints(table.name)}, table.name


def test_declared_storage_settings_are_in_the_database(shared_url: str) -> None:
    """Nor these: fill factors and vacuuming by count prevent bloat of the hot tables."""
    with psycopg.connect(shared_url) as connection:
        options = dict(connection.execute("select relname, reloptions from pg_class where reloptions is not null"))
    for table in Base.metadata.sorted_tables:
        storage = table.dialect_options["postgresql"]["with"] or {}
        declared = {f"{name}={value}" for name, value in storage.items()}
        assert declared == set(options.get(table.name) or []), table.name


# Outdated databases ------------------------------------------------------------------------------------------


def test_an_up_to_date_database_is_not_behind(shared_url: str) -> None:
    assert missing(shared_url) is None
    migrate.require_current(shared_url)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("drop table alembic_version", "has no Garner schema"),
        ("update alembic_version set version_num = '0000'", "has schema 0000, this version needs "),
        ("delete from alembic_version", "has schema none, this version needs "),
        ("drop function garner_functions", "lacks Garner's functions"),
        (
            "create or replace function garner_functions() returns text language sql immutable return 'other'",
            "has functions of another version",
        ),
    ],
)
def test_an_outdated_database_is_detected(shared_url: str, damage: str, said: str) -> None:
    with psycopg.connect(shared_url) as connection:
        connection.execute(damage)
        assert (migrate.behind(connection) or "").startswith(said)
        connection.rollback()


def test_an_upgrade_replaces_functions_of_another_version(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("drop function hand_out_task, garner_functions")
    with pytest.raises(ConfigurationError, match="garner db upgrade"):
        migrate.require_current(database_url)
    migrate.upgrade_if_behind(database_url)
    assert missing(database_url) is None
    assert "hand_out_task" in functions(database_url)


def test_an_unreachable_server_is_reported_as_such() -> None:
    with pytest.raises(ConfigurationError, match="DATABASE_URL cannot be reached"):
        migrate.require_current("postgresql://nobody@127.0.0.1:9/none?sslmode=disable")


# Commands of Alembic -----------------------------------------------------------------------------------------


def alembic(database_url: str, *arguments: str, root: Path = ROOT) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "alembic", *arguments],
        cwd=root,
        env={**os.environ, "DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_alembic_downgrades_and_upgrades_from_the_checkout_root(database_url: str) -> None:
    alembic(database_url, "downgrade", "-1")
    assert missing(database_url) is not None
    alembic(database_url, "upgrade", "head")
    assert missing(database_url) is None


def test_alembic_finds_nothing_to_generate(database_url: str, tmp_path: Path) -> None:
    """In a copy of the folder, because a second head would confuse other processes that read it meanwhile."""
    shutil.copy(ROOT / "alembic.ini", tmp_path)
    shutil.copytree(ROOT / MIGRATIONS, tmp_path / MIGRATIONS)
    alembic(database_url, "revision", "--autogenerate", "-m", "nothing", "--rev-id", "next", root=tmp_path)
    text = (tmp_path / MIGRATIONS / "versions/next_nothing.py").read_text()
    statements = [line.strip() for line in text.partition("def upgrade()")[2].splitlines() if line.startswith("    ")]
    assert [line for line in statements if not line.startswith("#")] == ["pass", "pass"]


# Contracts ---------------------------------------------------------------------------------------------------

COLUMNS = {
    "domains": "id domain_name base_url crawl_delay_seconds max_concurrent_requests is_active created_at updated_at",
    "crawl_tasks": """
        id domain_id url url_hash status priority scheduled_at started_at completed_at retry_count max_retries
        error_message crawl_frequency next_crawl_at html_path created_at updated_at
        """,
    "products": """
        id domain_id crawl_task_id url url_hash product_name description price currency availability rating review_count
        brand category sku content_hash metadata created_at updated_at
        """,
    "images": "id product_id image_url image_path alt_text image_type position width height file_size created_at",
    "proxies": """
        id proxy_url proxy_port proxy_protocol proxy_username proxy_password is_active failure_count success_count
        last_used_at last_success_at last_failure_at avg_response_time_ms created_at updated_at
        """,
    "error_logs": "crawl_task_id error_type error_message stack_trace occurred_at",
    "resources": "url_hash url created_at",
    "recipes": "url_hash title ingredients parsed_at",
    # One row represents a single request, a mailbox item or a row of a file; `last_error` is its error message.
    "job_items": """
        id user_id job_id job_type url url_hash use_llm_fallback status attempts input_json normalized_json result_json
        error_code last_error started_at completed_at committed_at abandoned_at canceled_at created_at updated_at
        """,
    "jobs": """
        id user_id file_id ip_address job_type queue_state total_items processed_items failed_items last_heartbeat
        attempts last_error created_at
        """,
    # The worker of an item and its start are in the hot table: the screens join it.
    "work": "item_id task_id worker claimed_at",
}

INDEXES = {
    "domains": ["domain_name", "is_active"],
    "crawl_tasks": ["status", "scheduled_at", "domain_id", "url_hash", "next_crawl_at"],
    "products": [
        "domain_id", "product_name", "price", "availability", "created_at", "url_hash", "brand", "category",
    ],
    "images": ["product_id"],
    "proxies": ["is_active", "last_used_at", "failure_count"],
    "recipes": ["url_hash parsed_at"],
    "job_items": [
        "url_hash status", "user_id created_at", "user_id status", "completed_at", "job_id", "job_id status",
        "job_id status updated_at id", "status user_id updated_at id",
    ],
    "jobs": ["user_id created_at", "queue_state job_type"],
}  # fmt: skip

UNIQUE = {
    "domains": {"domain_name"},
    "crawl_tasks": {"url_hash"},
    "products": {"url_hash"},
    "users": {"email"},
}


@pytest.mark.parametrize("table", COLUMNS)
def test_every_column_listed_in_a_contract_exists(shared_url: str, table: str) -> None:
    with psycopg.connect(shared_url) as connection:
        found = connection.execute("select column_name from information_schema.columns where table_name = %s", (table,))
        assert set(COLUMNS[table].split()) <= {name for (name,) in found}


def index_columns(url: str, table: str, *, unique: bool = False) -> list[str]:
    with psycopg.connect(url) as connection:
        found = connection.execute(
            """
            select string_agg(a.attname, ' ' order by k.place)
            from pg_index i
            cross join lateral unnest(i.indkey) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
            where i.indrelid = %s::regclass and (i.indisunique or not %s) and (i.indpred is null or not %s)
            group by i.indexrelid
            """,
            (table, unique, unique),
        )
        return [columns for (columns,) in found]


@pytest.mark.parametrize("table", INDEXES)
def test_every_index_listed_in_a_contract_exists_or_is_a_prefix_of_another(shared_url: str, table: str) -> None:
    found = index_columns(shared_url, table)
    for wanted in INDEXES[table]:
        assert any(f"{columns} ".startswith(f"{wanted} ") for columns in found), wanted


@pytest.mark.parametrize("table", UNIQUE)
def test_unique_columns_of_a_contract_are_unique(shared_url: str, table: str) -> None:
    assert UNIQUE[table] <= set(index_columns(shared_url, table, unique=True))


DEFAULTS = [
    ("domains", "crawl_delay_seconds", "'1'::numeric"),
    ("domains", "max_concurrent_requests", "5"),
    ("domains", "is_active", "true"),
    ("crawl_tasks", "priority", "5"),
    ("crawl_tasks", "retry_count", "0"),
    ("crawl_tasks", "max_retries", "3"),
    ("crawl_tasks", "crawl_frequency", "'1 day'::interval"),
    ("images", "image_type", "'primary'::character varying"),
    ("images", "position", "0"),
    ("proxies", "proxy_protocol", "'http'::character varying"),
    ("job_items", "status", "'PENDING'::character varying"),
    ("job_items", "attempts", "0"),
]


@pytest.mark.parametrize(("table", "column", "default"), DEFAULTS)
def test_every_default_listed_in_a_contract_is_the_column_default(
    shared_url: str, table: str, column: str, default: str
) -> None:
    with psycopg.connect(shared_url) as connection:
        found = connection.execute(
            "select column_default from information_schema.columns where table_name = %s and column_name = %s",
            (table, column),
        ).fetchone()
    assert found == (default,)
