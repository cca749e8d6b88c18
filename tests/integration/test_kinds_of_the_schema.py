"""The database knows the same kinds of records, tables and columns as the registry.

Migrations and SQL functions hold literals, because they never import code that changes. Wherever they name several
kinds, they name all of them; only a retired function names those that it knew.
"""

import re

import pytest
from tools.released_functions import RETIRED

from garner.core.record import AUTO, Kind
from garner.kinds.registry import KIND_NAMES, KINDS
from garner.postgres.database import Connection
from garner.store.sql_functions import function_texts

TABLES = [declared.table.name for declared in KINDS.values()]
COMMON_COLUMNS = {
    *("url_hash", "data", "sources", "content_hash", "extractor", "extractor_version", "strategy", "confidence"),
    *("used_llm", "warnings", "version", "parsed_at", "created_at", "updated_at"),
}
# A column of the contract that nothing fills, a computed one, and the mark of gone products.
OTHER_COLUMNS = {"products": {"metadata", "words", "gone_at", "gone_reason", "missing_count"}}


async def test_every_check_of_a_kind_names_all_kinds(connection: Connection) -> None:
    cursor = await connection.execute(
        "select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint"
        " where contype = 'c' and pg_get_constraintdef(oid) ~ 'kinds?\\y'"
    )
    checks = {row["table"]: set(re.findall(r"'(\w+)'", row["definition"])) for row in await cursor.fetchall()}
    checks = {table: words - {AUTO} for table, words in checks.items() if words & set(KIND_NAMES)}
    assert {"record_versions", "job_items", "jobs"} <= set(checks)
    assert all(named == set(KIND_NAMES) for named in checks.values()), checks


async def test_every_view_and_function_that_names_several_kinds_names_all(connection: Connection) -> None:
    cursor = await connection.execute(
        "select proname as name, coalesce(prosrc, '') as body from pg_proc"
        " where pronamespace = current_schema()::regnamespace"
        " union all select viewname, definition from pg_views where schemaname = current_schema()"
    )
    retired = {name for name, function in function_texts().items() if function.text.startswith(RETIRED)}
    bodies = {row["name"]: row["body"] for row in await cursor.fetchall() if row["name"] not in retired}
    for words, pattern in ((set(KIND_NAMES), r"'(\w+)'"), (set(TABLES), r"(?i)\bfrom (\w+)")):
        named = {name: words & set(re.findall(pattern, body)) for name, body in bodies.items()}
        several = {name: kinds for name, kinds in named.items() if len(kinds) > 1}
        assert "current_records" in several
        assert all(named_words == words for named_words in several.values()), several


async def test_the_functions_of_the_database_leave_the_list_of_kinds_to_its_views(connection: Connection) -> None:
    """So that a new kind is a migration, and no function changes with it."""
    texts = {name: each.text for name, each in function_texts().items() if not each.text.startswith(RETIRED)}
    assert {name for name, text in texts.items() if sum(f"'{kind}'" in text for kind in Kind) > 1} == set()
    cursor = await connection.execute("select kind from record_kinds")
    assert {row["kind"] for row in await cursor.fetchall()} == set(KIND_NAMES)


@pytest.mark.parametrize("kind", Kind)
async def test_a_table_has_the_declared_columns(connection: Connection, kind: Kind) -> None:
    table = KINDS[kind].table
    cursor = await connection.execute(
        "select column_name from information_schema.columns where table_schema = current_schema() and table_name = %s",
        (table.name,),
    )
    columns = {row["column_name"] for row in await cursor.fetchall()}
    declared = {column.name for column in table.columns} | set(table.task_columns)
    assert ("id" in columns) is table.has_id
    assert columns - {"id"} == COMMON_COLUMNS | declared | OTHER_COLUMNS.get(table.name, set())
