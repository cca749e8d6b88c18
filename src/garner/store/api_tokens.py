"""Personal tokens for scripts. Only their hashes are here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.store.database import Connection
from garner.store.users import USER, User

_TOKEN = "id, name, hint, created_at, expires_at, last_used_at"
_GOOD = "token_hash = %(hash)s and (expires_at is null or expires_at > now())"


@dataclass(frozen=True, slots=True)
class ApiTokenView:
    id: int
    name: str
    hint: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class RemovedToken:
    name: str
    hint: str
    email: str  # of whom it spoke for


async def add(
    connection: Connection, user_id: int, name: str, token_hash: str, hint: str, life: timedelta | None
) -> ApiTokenView:
    cursor = connection.cursor(row_factory=class_row(ApiTokenView))
    await cursor.execute(
        f"""
        insert into api_tokens (user_id, name, token_hash, hint, expires_at)
        values (%s, %s, %s, %s, now() + %s::interval) returning {_TOKEN}
        """,
        (user_id, name, token_hash, hint, life),
    )
    added = await cursor.fetchone()
    assert added is not None
    return added


async def count_locked(connection: Connection, user_id: int) -> int:
    """How many somebody has. Until the transaction is over nobody else counts theirs, and adds one more too."""
    await connection.execute("select from users where user_id = %s for no key update", (user_id,))
    cursor = await connection.execute("select count(*) from api_tokens where user_id = %s", (user_id,))
    row = await cursor.fetchone()
    assert row is not None
    return int(row["count"])


async def list_of(connection: Connection, user_id: int) -> Sequence[ApiTokenView]:
    cursor = connection.cursor(row_factory=class_row(ApiTokenView))
    await cursor.execute(f"select {_TOKEN} from api_tokens where user_id = %s order by id desc", (user_id,))
    return await cursor.fetchall()


async def remove(connection: Connection, user_id: int, token_id: int) -> bool:
    cursor = await connection.execute("delete from api_tokens where user_id = %s and id = %s", (user_id, token_id))
    return cursor.rowcount == 1


async def remove_itself(connection: Connection, token_hash: str, token_id: int) -> bool:
    cursor = await connection.execute(
        "delete from api_tokens where token_hash = %s and id = %s", (token_hash, token_id)
    )
    return cursor.rowcount == 1


async def remove_anyones(connection: Connection, token_id: int) -> RemovedToken | None:
    cursor = connection.cursor(row_factory=class_row(RemovedToken))
    await cursor.execute(
        """
        delete from api_tokens t using users u where t.id = %s and u.user_id = t.user_id
        returning t.name, t.hint, u.email
        """,
        (token_id,),
    )
    return await cursor.fetchone()


async def use(connection: Connection, token_hash: str) -> User | None:
    """Whose token this is, if it is still good. That it was used is written once a minute, and not for each of the
    many requests that a script may send."""
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(
        f"""
        with used as (
            update api_tokens set last_used_at = now()
            where {_GOOD} and (last_used_at is null or last_used_at < now() - interval '1 minute')
        )
        select {USER} from users where user_id = (select user_id from api_tokens where {_GOOD})
        """,
        {"hash": token_hash},
    )
    return await cursor.fetchone()
