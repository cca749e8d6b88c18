"""Upgrades of a database that is in use: which versions may use it, and what sessions notice."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, create_engine
from tests.acceptance.fault_processes import wait_until

from garner import observe, wiring
from garner.errors import ConfigurationError, Unavailable
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store import migrate, sql_functions
from garner.store.sql_functions import FunctionText, function_texts

NEWER = "9000"


def execute(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def value(url: str, query: str) -> Any:
    with psycopg.connect(url) as connection:
        row = connection.execute(query.encode()).fetchone()
        assert row is not None
        return row[0]


def upgrade_to_newer(url: str, serves_since: str) -> None:
    """Make the database what a newer version would make of it: another revision, and other functions."""
    write_functions(url, function_texts(), serves_since)
    execute(
        url,
        f"update alembic_version set version_num = '{NEWER}'",
        "create or replace function garner_functions() returns text language sql immutable return 'newer'",
    )


def write_functions(url: str, texts: dict[str, FunctionText], serves_since: str = "0000") -> None:
    engine = create_engine(migrate.sqlalchemy_url(url))
    with pytest.MonkeyPatch.context() as patch, engine.begin() as connection:
        patch.setattr(sql_functions, "function_texts", lambda: texts)
        connection.exec_driver_sql(f"set local lock_timeout = {migrate.LOCK_TIMEOUT_MS}")
        sql_functions.write_functions(connection, serves_since)
    engine.dispose()


@contextmanager
def open_transaction(url: str, statement: str) -> Iterator[None]:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())
        yield
        connection.rollback()


# Newer schemas -----------------------------------------------------------------------------------------------


def test_a_newer_schema_that_serves_this_version_is_used_and_left_unchanged(database_url: str) -> None:
    upgrade_to_newer(database_url, serves_since=migrate.head_revision())
    migrate.require_usable(database_url)
    migrate.upgrade(database_url)
    migrate.upgrade_if_outdated(database_url)
    assert value(database_url, "select garner_functions()") == "newer"
    assert value(database_url, "select version_num from alembic_version") == NEWER


def test_a_newer_schema_that_does_not_serve_this_version_is_refused(database_url: str) -> None:
    upgrade_to_newer(database_url, serves_since="8000")
    expected = (
        f"The database has schema {NEWER}, which needs Garner of schema 8000 or newer; this is "
        f"{migrate.head_revision()}. Upgrade Garner."
    )
    for act in (migrate.require_usable, migrate.upgrade, migrate.upgrade_if_outdated):
        with pytest.raises(ConfigurationError, match=re.escape(expected)):
            act(database_url)


def test_a_newer_schema_that_declares_nothing_serves_no_earlier_version(database_url: str) -> None:
    upgrade_to_newer(database_url, serves_since=migrate.head_revision())
    execute(database_url, "drop function garner_serves_since")
    with pytest.raises(ConfigurationError, match=f"needs Garner of schema {NEWER} or newer"):
        migrate.require_usable(database_url)


# Functions ---------------------------------------------------------------------------------------------------

COUNT = "create or replace function count_soups() returns integer\nlanguage sql as $$ select 1 $$;\n"
OVERLOADED = COUNT.replace("count_soups()", "count_soups(p integer default 2)").replace("select 1", "select 2")
TRIGGERS = """create or replace function taste() returns trigger
language plpgsql as $$ begin return new; end $$;

create or replace trigger taste_first before update on users for each row execute function taste();

create or replace trigger taste_last before update on users for each row execute function taste();
"""


def texts_with(**added: str) -> dict[str, FunctionText]:
    return function_texts() | {name: FunctionText(name, text) for name, text in added.items()}


def test_a_function_is_replaced_in_place(database_url: str) -> None:
    identity = "select 'claim_pages'::regproc::oid"
    before = value(database_url, identity)
    write_functions(database_url, texts_with(count_soups=COUNT))
    write_functions(database_url, texts_with(count_soups=COUNT.replace("select 1", "select 3")))
    assert value(database_url, "select count_soups()") == 3
    assert value(database_url, identity) == before


def test_a_changed_signature_leaves_no_overload(database_url: str) -> None:
    write_functions(database_url, texts_with(count_soups=COUNT))
    write_functions(database_url, texts_with(count_soups=OVERLOADED))
    assert value(database_url, "select count_soups()") == 2
    assert value(database_url, "select count(*) from pg_proc where proname = 'count_soups'") == 1


def test_a_function_without_a_file_is_dropped_and_foreign_ones_stay(database_url: str) -> None:
    execute(database_url, "create function my_own() returns integer language sql as 'select 1'")
    write_functions(database_url, texts_with(count_soups=COUNT, taste=TRIGGERS))
    write_functions(database_url, function_texts())
    assert value(database_url, "select to_regproc('count_soups')") is None
    assert value(database_url, "select count(*) from pg_trigger where tgname like 'taste%'") == 0
    assert value(database_url, "select my_own()") == 1


def test_triggers_follow_their_text(database_url: str) -> None:
    names = "select array_agg(tgname::text order by tgname) from pg_trigger where tgname like 'taste%'"
    write_functions(database_url, texts_with(taste=TRIGGERS))
    assert value(database_url, names) == ["taste_first", "taste_last"]
    write_functions(database_url, texts_with(taste=TRIGGERS.replace("taste_last", "taste_again")))
    assert value(database_url, names) == ["taste_again", "taste_first"]


def test_unchanged_triggers_do_not_lock_their_tables(database_url: str) -> None:
    with open_transaction(database_url, "lock table jobs, job_items, users in row exclusive mode"):
        write_functions(database_url, texts_with(count_soups=COUNT))
    assert value(database_url, "select count_soups()") == 1


# Locks -------------------------------------------------------------------------------------------------------


def alter_jobs(config: Any, revision: str) -> None:
    connection: Connection = config.attributes["connection"]
    connection.exec_driver_sql("alter table jobs add column note text")


def test_an_upgrade_gives_way_to_a_long_transaction_and_tries_again(database_url: str) -> None:
    delays: list[None] = []
    upgrade = threading.Thread(
        target=migrate._run, args=(database_url, alter_jobs, "head", lambda: delays.append(None)), daemon=True
    )
    with open_transaction(database_url, "select from jobs"):
        upgrade.start()
        for expected in range(1, 3):
            wait_until(lambda expected=expected: len(delays) >= expected, what="a delay")
            with psycopg.connect(database_url) as other:
                other.execute("set statement_timeout = '30s'")
                other.execute("select from jobs")  # which would wait behind a queued `alter table` for ever
    upgrade.join(60)
    assert not upgrade.is_alive()
    assert value(database_url, "select count(note) from jobs") == 0


def test_a_process_that_upgrades_the_database_reports_that_a_table_is_in_use(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(database_url, "drop function garner_functions")
    monkeypatch.setattr(migrate, "_upgrade", alter_jobs)
    settings = Settings.from_values(database_url=database_url, database_upgrade=True)
    seen: list[observe.Event] = []

    def start() -> None:
        with suppress(ConfigurationError), wiring.database_url(settings, wait=time.sleep):
            pass

    forget = observe.subscribe(seen.append)
    process = threading.Thread(target=start, daemon=True)
    with open_transaction(database_url, "select from jobs"):
        process.start()
        wait_until(lambda: seen, what="the message")
    process.join(60)
    forget()
    assert [event for event in seen if isinstance(event, observe.UpgradeAwaited)] == [
        observe.UpgradeAwaited(
            "The database lacks Garner's functions, and other sessions use a table that has to change",
            "end long transactions and exports",
        )
    ]


def test_an_upgrade_waits_for_another_and_then_leaves_what_that_made(database_url: str) -> None:
    execute(database_url, "drop function garner_functions")
    upgrade = threading.Thread(target=migrate.upgrade, args=(database_url,), daemon=True)
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute("select pg_advisory_lock(%s)", (migrate.UPGRADE_LOCK,))
        upgrade.start()
        waits = "select exists (select from pg_locks where locktype = 'advisory' and not granted)"
        wait_until(lambda: value(database_url, waits), what="the lock of the other upgrade")
        upgrade_to_newer(database_url, serves_since=migrate.head_revision())
    upgrade.join(60)
    assert not upgrade.is_alive()
    assert value(database_url, "select garner_functions()") == "newer"
    assert value(database_url, "select version_num from alembic_version") == NEWER


def test_an_upgrade_gives_up_in_the_end(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "MAX_RETRY_SECONDS", 0.0)
    with (
        open_transaction(database_url, "select from jobs"),
        pytest.raises(ConfigurationError, match="other sessions used a table"),
    ):
        migrate._run(database_url, alter_jobs, "head")


# Statements of running processes ------------------------------------------------------------------------------


async def test_a_statement_that_was_prepared_before_an_upgrade_is_prepared_again(database_url: str) -> None:
    async def read_spend() -> int:
        async with database.connection() as connection:
            cursor = await connection.execute("select * from llm_spend where tokens > %s", (0,))
            return len(await cursor.fetchall())

    async with Database(database_url, size=2, at_least=2) as database:
        for _ in range(12):
            await read_spend()
        execute(database_url, "alter table llm_spend add column note text")
        with pytest.raises(Unavailable):
            await read_spend()
        for _ in range(12):
            assert await read_spend() == 0
