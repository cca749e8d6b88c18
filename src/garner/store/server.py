"""Questions about a PostgreSQL server itself, over a plain connection: for whoever looks whether it will do."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import psycopg

PlainConnection = psycopg.Connection[Any]


def missing_extensions(connection: PlainConnection, wanted: Sequence[str]) -> list[str]:
    """Those that this server could not install."""
    rows = connection.execute("select name from pg_available_extensions where name = any(%s)", (list(wanted),))
    return sorted(set(wanted) - {name for (name,) in rows})


def clock(connection: PlainConnection) -> datetime:
    row = connection.execute("select clock_timestamp()").fetchone()
    assert row is not None
    moment: datetime = row[0]
    return moment
