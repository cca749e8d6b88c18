"""Find and end database sessions whose client has stopped in the middle of a transaction.

A process that is frozen (a suspended machine, a proxy that hangs) keeps its connections. To the server it is a slow
client, and rows locked by its transactions stay locked: its leases expire, but a worker that would take over its work
skips locked rows, or waits for them, for as long as it is frozen. No server timeout helps, for none of them applies in
the middle of a COPY. So a duty looks for sessions that have waited for their client for too long, and ends them; such a
client, if it ever resumes, finds the connection lost.

Only sessions with a transaction id are considered: locking or writing a row takes one, reading does not, so a slow
download blocks no other session. Schema upgrades use another application name and are not considered either.
"""

from dataclasses import dataclass, field
from datetime import datetime

from psycopg.rows import class_row

from garner.postgres.database import APPLICATION, Connection


@dataclass(frozen=True, slots=True)
class BlockedSession:
    """A session that holds locks and waits for its client. Two are equal if nothing moved in between."""

    pid: int
    backend_start: datetime
    state_change: datetime
    copied: int  # bytes of a COPY, whose session changes nothing else while it progresses
    seconds: float = field(compare=False)
    doing: str = field(compare=False)


# Each check runs in a transaction of its own, because within one the server repeats its first snapshot.
_WAITING = f"""
    select s.pid, s.backend_start, s.state_change, coalesce(c.bytes_processed, 0) as copied,
           extract(epoch from clock_timestamp() - s.state_change)::float8 as seconds,
           s.state || ': ' || left(btrim(regexp_replace(s.query, '\\s+', ' ', 'g')), 100) as doing
    from pg_stat_activity s left join pg_stat_progress_copy c on c.pid = s.pid
    -- A pooler may append the address of its client to the name.
    where split_part(s.application_name, ' - ', 1) = '{APPLICATION}'
      and s.datname = current_database() and s.usename = current_user
      and s.backend_xid is not null and s.wait_event in ('ClientRead', 'ClientWrite') and s.pid <> pg_backend_pid()
"""


async def waiting(connection: Connection) -> list[BlockedSession]:
    cursor = connection.cursor(row_factory=class_row(BlockedSession))
    await cursor.execute(_WAITING)
    return await cursor.fetchall()


async def end(connection: Connection, session: BlockedSession) -> bool:
    """Terminate a session, or return False if it has moved since the check."""
    cursor = await connection.execute(
        f"""
        with waiting as materialized ({_WAITING})
        select pg_terminate_backend(pid) as ended from waiting
        where (pid, backend_start, state_change, copied) = (%s, %s, %s, %s)
        """,
        (session.pid, session.backend_start, session.state_change, session.copied),
    )
    row = await cursor.fetchone()
    return row is not None and bool(row["ended"])
