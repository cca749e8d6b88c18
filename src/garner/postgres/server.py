"""Queries about a PostgreSQL server itself, over a plain connection, to check whether it is suitable."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import psycopg

from garner.errors import disk_full, says_disk_full

PlainConnection = psycopg.Connection[Any]
DISK = "The database's disk"


def missing_extensions(connection: PlainConnection, wanted: Sequence[str]) -> list[str]:
    """Return the extensions that this server cannot install."""
    rows = connection.execute("select name from pg_available_extensions where name = any(%s)", (list(wanted),))
    return sorted(set(wanted) - {name for (name,) in rows})


def require_room(connection: PlainConnection) -> None:
    """Raise `DiskFull` unless a table can grow, tested with one that is rolled back at once."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("create temporary table room as select repeat('x', 1000) from generate_series(1, 1000)")
    except (psycopg.OperationalError, psycopg.InternalError) as error:
        if isinstance(error, psycopg.errors.DiskFull) or says_disk_full(error):
            raise disk_full(DISK) from error
        raise


def clock(connection: PlainConnection) -> datetime:
    row = connection.execute("select clock_timestamp()").fetchone()
    assert row is not None
    moment: datetime = row[0]
    return moment
