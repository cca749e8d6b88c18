"""People who signed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import class_row

from garner.store.database import Connection

USER = "user_id, email, name, picture_url, settings, created_at, last_login"


@dataclass(frozen=True, slots=True)
class User:
    user_id: int
    email: str
    name: str | None
    picture_url: str | None
    settings: dict[str, Any]
    created_at: datetime
    last_login: datetime | None


async def sign_in(connection: Connection, email: str, name: str | None, picture_url: str | None) -> User:
    """The user of this address, made on the first login with default settings. What is not known of the profile this
    time is kept as it was."""
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(
        f"""
        insert into users as u (email, name, picture_url, last_login) values (%s, %s, %s, now())
        on conflict (email) do update
        set name = coalesce(excluded.name, u.name), picture_url = coalesce(excluded.picture_url, u.picture_url),
            last_login = now()
        returning {USER}
        """,
        (email, name, picture_url),
    )
    user = await cursor.fetchone()
    assert user is not None
    return user


async def find(connection: Connection, user_id: int) -> User | None:
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(f"select {USER} from users where user_id = %s", (user_id,))
    return await cursor.fetchone()


async def ensure(connection: Connection, email: str) -> User:
    cursor = connection.cursor(row_factory=class_row(User))
    # An update that changes nothing, for an insert that is passed over returns nothing.
    await cursor.execute(
        f"""
        insert into users (email) values (%s)
        on conflict (email) do update set email = excluded.email returning {USER}
        """,
        (email,),
    )
    user = await cursor.fetchone()
    assert user is not None
    return user


async def list_after(connection: Connection, user_id: int, limit: int) -> Sequence[User]:
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(f"select {USER} from users where user_id > %s order by user_id limit %s", (user_id, limit))
    return await cursor.fetchall()
