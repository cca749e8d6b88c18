"""People who signed in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import class_row

from garner.store.database import Connection

_USER = "user_id, email, name, picture_url, settings, created_at, last_login"


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
        returning {_USER}
        """,
        (email, name, picture_url),
    )
    user = await cursor.fetchone()
    assert user is not None
    return user


async def find(connection: Connection, user_id: int) -> User | None:
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(f"select {_USER} from users where user_id = %s", (user_id,))
    return await cursor.fetchone()
