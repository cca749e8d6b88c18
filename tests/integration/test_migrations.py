"""The schema: upgrade and downgrade, agreement with the declared tables, and everything that the contracts list."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Engine, create_engine, inspect

from garner.errors import ConfigurationError
from garner.store import migrate, sql_functions
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
        mismatch = migrate.find_mismatch(connection)
    return mismatch and mismatch.reason


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
    assert functions(database_url) == {
        *sql_functions.function_texts(),
        "garner_functions",
        "garner_serves_since",
        "product_words",
    }
    assert missing(database_url) is None


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
    migrate.require_usable(shared_url)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("drop table alembic_version", "The database has no Garner schema"),
        ("delete from alembic_version", "The database has no revision of its schema; this version needs "),
        ("update alembic_version set version_num = '0020'", "The database has schema 0020; this version needs "),
        (
            "update alembic_version set version_num = '0019'",
            "The database has schema 0019; this version upgrades schema 0020 and newer",
        ),
        ("drop function garner_functions", "The database lacks Garner's functions"),
        (
            "create or replace function garner_functions() returns text language sql immutable return 'other'",
            "The database has functions of another version",
        ),
    ],
)
def test_an_outdated_database_is_detected(shared_url: str, damage: str, reason: str) -> None:
    with psycopg.connect(shared_url) as connection:
        connection.execute(damage)
        mismatch = migrate.find_mismatch(connection)
        assert mismatch is not None and mismatch.reason.startswith(reason)
        connection.rollback()


def test_an_upgrade_replaces_functions_of_another_version(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("drop function queue_tasks, garner_functions")
    with pytest.raises(ConfigurationError, match="garner db upgrade"):
        migrate.require_usable(database_url)
    migrate.upgrade_if_outdated(database_url)
    assert missing(database_url) is None
    assert "queue_tasks" in functions(database_url)


def test_an_unreachable_server_is_reported_as_such() -> None:
    with pytest.raises(ConfigurationError, match="DATABASE_URL cannot be reached"):
        migrate.require_usable("postgresql://nobody@127.0.0.1:9/none?sslmode=disable")


def test_a_server_that_stops_during_the_check_is_reported_as_such(
    shared_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(connection: psycopg.Connection[Any]) -> None:
        connection.execute("select pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(migrate, "find_mismatch", stop)
    with pytest.raises(ConfigurationError, match="DATABASE_URL cannot be reached"):
        migrate.check(shared_url)


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
