"""Conditions for the documents that a viewer finds: the catalogue, and a user's own records and saved recipes."""

from dataclasses import dataclass

from garner.core.record import Kind
from garner.postgres.database import Connection

MAX_FEW = 500  # own records up to which they are searched one by one


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user or, without an id, a guest."""

    user_id: int | None = None


GUEST = Viewer()


def select_asked(limit: str) -> str:
    """Return the relation of records that the user `user_id` asked for, by kind and page, up to a limit. It reads only
    the user's own rows, so that its duration reveals nothing about other users."""
    return f"""
        select distinct kind, url_hash
        from ((select kind, url_hash from job_items
               where user_id = %(user_id)s and record_version is not null
               order by kind, url_hash limit {limit})
              union all
              (select '{Kind.RECIPE}', url_hash from saved_recipes
               where user_id = %(user_id)s and url_hash is not null limit {limit})) asked
    """


async def count_own(connection: Connection, viewer: Viewer) -> int:
    """Return the number of the user's own records, up to one more than are few. An item is counted for each time that a
    record was asked for."""
    cursor = await connection.execute(
        """
        select count(*) as amount
        from (select from job_items i where i.user_id = %s and i.record_version is not null limit %s) own
        """,
        (viewer.user_id, MAX_FEW + 1),
    )
    (row,) = await cursor.fetchall()
    return int(row["amount"])
