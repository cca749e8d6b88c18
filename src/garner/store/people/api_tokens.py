"""Personal access tokens for scripts. Only their hashes are stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.people.users import USER, User

_TOKEN = "id, name, hint, created_at, expires_at, last_used_at"
_GOOD = "(expires_at is null or expires_at > now())"


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
    email: str  # of the token's owner


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
    """Count a user's tokens, and lock the user, so that no other transaction counts them and adds one more until this
    one ends."""
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


async def remove_of_any_user(connection: Connection, token_id: int) -> RemovedToken | None:
    cursor = connection.cursor(row_factory=class_row(RemovedToken))
    await cursor.execute(
        """
        delete from api_tokens t using users u where t.id = %s and u.user_id = t.user_id
        returning t.name, t.hint, u.email
        """,
        (token_id,),
    )
    return await cursor.fetchone()


async def use(connection: Connection, token_hash: str) -> tuple[User, int] | None:
    """Return the owner and the id of a valid token. Its use is written at most once a minute, and not for each of the
    many requests that a script may send."""
    cursor = await connection.execute(
        f"""
        with good as materialized (
            select id, user_id as owner, last_used_at from api_tokens where token_hash = %s and {_GOOD}
        ), used as (
            update api_tokens t set last_used_at = now() from good
            where t.id = good.id and (good.last_used_at is null or good.last_used_at < now() - interval '1 minute')
        )
        select {USER}, good.id as token_id from good join users on user_id = owner
        """,
        (token_hash,),
    )
    row = await cursor.fetchone()
    if row is None:
        return None
    token_id = int(row.pop("token_id"))
    return User(**row), token_id


async def is_good(connection: Connection, user_id: int, token_id: int) -> bool:
    cursor = await connection.execute(
        f"select from api_tokens where id = %s and user_id = %s and {_GOOD}", (token_id, user_id)
    )
    return cursor.rowcount == 1
