"""Databases for tests of query plans: each has its own rows and statistics.

PostgreSQL chooses plans by statistics, and autovacuum gathers those at any time. So autovacuum is off for every table
of these databases, and this module decides what the statistics say. A large database is loaded once per run, by the
first test process that needs it, with statistics that were gathered before or after the load; modules get copies.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
from psycopg import sql
from tests.databases import TEMPLATE, in_database

STALE, TRUE = "statistics of an empty table", "true statistics"

LOCK = 2  # 1 guards the template of all databases
TABLES = "select format('%I', relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"

Load = Callable[["psycopg.ClientCursor[tuple[object, ...]]"], object]


@contextmanager
def own_database(server_url: str, source: str = TEMPLATE) -> Iterator[str]:
    """Copy another database in which only the test gathers statistics; drop it afterwards."""
    name = f"garner_{uuid4().hex[:12]}"
    _copy(server_url, source, name)
    url = in_database(server_url, name)
    try:
        if source == TEMPLATE:
            _disable_autovacuum(url)
        yield url
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f"drop database {name} with (force)")


def load_template(server_url: str, name: str, load: Load, statistics: str, *, analyzed_when_empty: bool = True) -> str:
    """Return the name of a loaded database that is only copied."""
    names = {STALE: f"garner_{name}_stale", TRUE: f"garner_{name}_true"}
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(%s)", (LOCK,))
        if not _exists(connection, names[STALE]):
            _build(server_url, names[STALE], lambda url: fill(url, load, analyzed_when_empty=analyzed_when_empty))
        if not _exists(connection, names[statistics]):
            _build(server_url, names[TRUE], gather_statistics, names[STALE])
    return names[statistics]


def fill(url: str, load: Load, *, analyzed_when_empty: bool = True) -> None:
    _disable_autovacuum(url)
    with psycopg.connect(url) as connection, psycopg.ClientCursor(connection) as cursor:
        if analyzed_when_empty:
            cursor.execute("analyze")
            connection.commit()
        load(cursor)


def gather_statistics(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("vacuum analyze")


def _build(server_url: str, name: str, prepare: Callable[[str], None], source: str = TEMPLATE) -> None:
    """Build it under another name, so that a failure leaves no partial database to be copied."""
    building = f"garner_{uuid4().hex[:12]}"
    _copy(server_url, source, building)
    prepare(in_database(server_url, building))
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"alter database {building} rename to {name}")


def _copy(server_url: str, source: str, name: str) -> None:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"create database {name} template {source} strategy file_copy")


def _exists(connection: "psycopg.Connection[tuple[object, ...]]", name: str) -> bool:
    return connection.execute("select 1 from pg_database where datname = %s", (name,)).fetchone() is not None


def _disable_autovacuum(url: str) -> None:
    with psycopg.connect(url) as connection:
        for (table,) in connection.execute(TABLES).fetchall():
            connection.execute(sql.SQL("alter table {} set (autovacuum_enabled = off)").format(sql.SQL(table)))
