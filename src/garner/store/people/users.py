"""Users who have signed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.queue import duplicates

USER = "user_id, email, name, picture_url, settings, created_at, last_login"
# Ids of items that are a user's, or belong to a job of theirs: each part by an index of its own.
_THEIRS = """
    select id from job_items where user_id = %(user)s
    union select i.id from jobs j join job_items i on i.job_id = j.id where j.user_id = %(user)s
"""


@dataclass(frozen=True, slots=True)
class User:
    user_id: int
    email: str
    name: str | None
    picture_url: str | None
    settings: dict[str, Any]
    created_at: datetime
    last_login: datetime | None


@dataclass(frozen=True, slots=True)
class OwnedCounts:
    """Counts of what a user owns."""

    jobs: int
    saved_recipes: int
    tokens: int
    webhooks: int


async def sign_in(connection: Connection, email: str, name: str | None, picture_url: str | None) -> User:
    """Return the user of this email address, created on the first login with default settings. Parts of the profile
    that are unknown this time are kept."""
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


async def find_by_email(connection: Connection, email: str) -> User | None:
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(f"select {USER} from users where email = %s", (email,))
    return await cursor.fetchone()


async def ensure(connection: Connection, email: str) -> tuple[User, bool]:
    """Return the user of this email address, and whether this call created them."""
    # An update that changes nothing, because a skipped insert returns nothing. A row that was not updated or locked
    # since its insert has no xmax: it is new.
    cursor = await connection.execute(
        f"""
        insert into users (email) values (%s)
        on conflict (email) do update set email = excluded.email returning {USER}, xmax = 0 as is_new
        """,
        (email,),
    )
    row = await cursor.fetchone()
    assert row is not None
    is_new = bool(row.pop("is_new"))
    return User(**row), is_new


async def list_after(connection: Connection, user_id: int, limit: int) -> Sequence[User]:
    cursor = connection.cursor(row_factory=class_row(User))
    await cursor.execute(f"select {USER} from users where user_id > %s order by user_id limit %s", (user_id, limit))
    return await cursor.fetchall()


async def count_owned(connection: Connection, user_id: int) -> OwnedCounts:
    cursor = connection.cursor(row_factory=class_row(OwnedCounts))
    await cursor.execute(
        f"""
        select (select count(*) from ({_THEIRS}) theirs) as jobs,
               (select count(*) from saved_recipes where user_id = %(user)s) as saved_recipes,
               (select count(*) from api_tokens where user_id = %(user)s) as tokens,
               (select count(*) from webhooks where user_id = %(user)s) as webhooks
        """,
        {"user": user_id},
    )
    counted = await cursor.fetchone()
    assert counted is not None
    return counted


async def release_joined(connection: Connection, user_id: int) -> None:
    """Detach requests that others have joined from the user: they stay when the user is removed."""
    await connection.execute(
        "update job_items set user_id = null where user_id = %s and origin = 'parse' and shared", (user_id,)
    )


async def jobs_of(connection: Connection, user_id: int) -> list[int]:
    cursor = await connection.execute("select id from jobs where user_id = %s order by id", (user_id,))
    return [row["id"] for row in await cursor.fetchall()]


async def jobs_with_items(connection: Connection, user_id: int) -> list[int]:
    cursor = await connection.execute(
        """
        select j.id from jobs j
        where j.user_id = %s and exists (select from job_items i where i.job_id = j.id) order by j.id
        """,
        (user_id,),
    )
    return [row["id"] for row in await cursor.fetchall()]


# Items of one job of a user (`job`), or those of the user that belong to no job.
_PART = {True: "job_id = %(job)s", False: "user_id = %(user)s and job_id is null"}


async def open_items(connection: Connection, user_id: int, job_id: int | None, limit: int) -> list[UUID]:
    cursor = await connection.execute(
        f"""
        select id from job_items where {_PART[job_id is not None]} and status in ('PENDING', 'PROCESSING')
        limit %(limit)s
        """,
        {"user": user_id, "job": job_id, "limit": limit},
    )
    return [row["id"] for row in await cursor.fetchall()]


async def delete_items(connection: Connection, user_id: int, job_id: int | None, limit: int) -> int:
    """Delete some of them, the last rows first: duplicates come after their originals."""
    return await duplicates.delete_rows(
        connection,
        f"""
        select id from job_items where {_PART[job_id is not None]}
        order by {"row_no" if job_id is not None else "created_at"} desc limit %(limit)s
        """,
        {"user": user_id, "job": job_id, "limit": limit},
    )


async def open_items_left(connection: Connection, user_id: int) -> list[UUID]:
    """Return open items that were created since the others were deleted."""
    cursor = await connection.execute(
        f"select id from job_items where id = any (array({_THEIRS})) and completed_at is null", {"user": user_id}
    )
    return [row["id"] for row in await cursor.fetchall()]


async def remove(connection: Connection, user_id: int) -> bool:
    """Remove a user with everything they own; the rest is deleted by cascade. Open items were canceled before."""
    given = {"user": user_id}
    # Before their webhooks: a transaction that ends an item locks that first, and then notifies the webhooks.
    await connection.execute(f"delete from job_items where id = any (array({_THEIRS}))", given)
    # The cascade would leave these behind, without a name.
    await connection.execute("delete from files where user_id = %(user)s", given)
    await connection.execute("delete from mailbox_events where user_id = %(user)s", given)
    await connection.execute("delete from search_events where user_id = %(user)s", given)
    cursor = await connection.execute("delete from users where user_id = %(user)s", given)
    return cursor.rowcount == 1
