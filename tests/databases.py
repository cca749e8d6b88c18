"""Separate databases for tests, without the cost of creating one for each.

Copying and dropping a database takes about two hundred milliseconds, emptying a used one about
ten. So a copy is reused by test after test while only rows change in it; a copy whose schema a test alters
is dropped.
"""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from garner.core.lifecycle import ITEM_MOVES, JOB_MOVES, TASK_MOVES
from garner.store import migrate

TEMPLATE = "garner_template"
REVISION_0020 = Path(__file__).parent / "integration" / "dumps" / "revision_0020.sql.gz"

SERVER_SETTINGS = {
    # Nothing in these databases must survive a power cut.
    "fsync": "off",
    "full_page_writes": "off",
    # Query plans must not depend on when statistics are gathered: a test that needs them gathers them.
    "autovacuum": "off",
}

WATCHED = (
    ("crawl_tasks", "status", TASK_MOVES),
    ("job_items", "status", ITEM_MOVES),
    ("jobs", "queue_state", JOB_MOVES),
)

# Deleted rows occupy space until vacuumed; above this size a new file is cheaper.
EMPTY = """
    create function watched.empty() returns void language plpgsql as $$
    declare
        each record;
    begin
        set local session_replication_role = replica;
        for each in select oid::regclass as name, pg_total_relation_size(oid) > 2000000 as is_large
                    from pg_class
                    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
                          and relname <> 'alembic_version'
        loop
            if each.is_large then
                execute format('truncate %s cascade', each.name);
            else
                execute format('delete from %s', each.name);
            end if;
        end loop;
        perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where last_value is not null;
    end $$
"""

# Temporary tables that Garner creates do not alter the schema.
WATCH_SCHEMA = """
    create schema watched;
    create table watched.altered (command text);
    create table watched.version as select * from alembic_version;
    create function watched.note_command() returns event_trigger language plpgsql as $$
    begin
        insert into watched.altered
        select command_tag from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp';
    end $$;
    create function watched.note_drop() returns event_trigger language plpgsql as $$
    begin
        insert into watched.altered select tg_tag from pg_event_trigger_dropped_objects() where not is_temporary;
    end $$;
"""

BEGIN_WATCHING = """
    create event trigger note_command on ddl_command_end execute function watched.note_command();
    create event trigger note_drop on sql_drop execute function watched.note_drop();
    truncate watched.altered;
"""

IS_AS_IT_WAS = """
    select not exists (select from watched.altered)
           and (select min(version_num) from alembic_version) = (select min(version_num) from watched.version)
"""

END_OTHERS = """
    select coalesce(bool_and(pg_terminate_backend(pid, 5000)), true) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
"""


def in_database(url: str, name: str) -> str:
    head, query = url.split("?", 1)
    return f"{head.rsplit('/', 1)[0]}/{name}?{query}"


def make_template(server_url: str) -> str:
    """A migrated database that is only ever copied, made by the first test process that needs it."""
    url = in_database(server_url, TEMPLATE)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(1)")
        for name, value in SERVER_SETTINGS.items():
            connection.execute(f"alter system set {name} = {value}")
        connection.execute("select pg_reload_conf()")
        found = connection.execute("select 1 from pg_database where datname = %s", (TEMPLATE,)).fetchone()
        if found is None:
            connection.execute(f"create database {TEMPLATE}")
            migrate.upgrade(url)
            _watch(url)
    return url


def _watch(url: str) -> None:
    """Check every state change in any test against the transitions of the lifecycle: any other transition is an
    error, whichever statement caused it."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, column, moves in WATCHED:
            pairs = ", ".join(f"('{move.source}', '{move.target}')" for move in moves)
            connection.execute(
                f"""
                create function watch_{table}() returns trigger language plpgsql as $$
                begin
                    if (old.{column}, new.{column}) not in ({pairs}) then
                        raise exception '{table} may not go from % to %', old.{column}, new.{column};
                    end if;
                    return new;
                end $$;
                create trigger watch_moves before update on {table} for each row
                when (old.{column} is distinct from new.{column}) execute function watch_{table}();
                """
            )
        for statement in (WATCH_SCHEMA, EMPTY, BEGIN_WATCHING):
            connection.execute(statement)


class Copies:
    """Copies of the template, lent to one test at a time."""

    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._spare: list[str] = []

    @contextmanager
    def lent(self) -> Iterator[str]:
        name = self._spare.pop() if self._spare else self._made()
        try:
            yield in_database(self._server_url, name)
        finally:
            if self._emptied(name):
                self._spare.append(name)
            else:
                self._drop(name)

    def make(self) -> str:
        """Return the URL of a copy that stays until the server's data is removed, for use beyond this process."""
        return in_database(self._server_url, self._made())

    def close(self) -> None:
        while self._spare:
            self._drop(self._spare.pop())

    def _made(self) -> str:
        name = f"garner_{uuid4().hex[:12]}"
        with psycopg.connect(self._server_url, autocommit=True) as connection:
            connection.execute(f"create database {name} template {TEMPLATE} strategy file_copy")
        return name

    def _emptied(self, name: str) -> bool:
        """Empty the database; return False if more than rows has changed in it."""
        with psycopg.connect(in_database(self._server_url, name), autocommit=True) as connection:
            for question in (END_OTHERS, IS_AS_IT_WAS):
                if connection.execute(question).fetchone() != (True,):
                    return False
            connection.execute("select watched.empty()")
        return True

    def _drop(self, name: str) -> None:
        with psycopg.connect(self._server_url, autocommit=True) as connection:
            connection.execute(f"drop database {name} with (force)")


@contextmanager
def empty_database(server_url: str) -> Iterator[str]:
    """A database without any schema, for tests of upgrades."""
    name = f"garner_{uuid4().hex[:12]}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        try:
            yield in_database(server_url, name)
        finally:
            connection.execute(f"drop database {name} with (force)")


def restore_revision_0020(url: str) -> None:
    """Restore the dump of a database in which Garner of revision 0020 had done all kinds of work."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(gzip.decompress(REVISION_0020.read_bytes()))
