"""The rule who may find a document: everybody one of the catalogue, and a user their own records and saved recipes."""

from dataclasses import dataclass

from garner.postgres.database import Connection
from garner.store.records.visibility import is_own

MAX_FEW = 500  # own records up to which they are searched one by one


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user or, without an id, a guest."""

    user_id: int | None = None


GUEST = Viewer()


def own_documents(document: str) -> str:
    """Return the condition that a document is a saved recipe or a record of the user `user_id`."""
    return f"""
        ({document}.user_id = %(user_id)s or ({document}.url_hash is not null and {is_own(document)}))
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
