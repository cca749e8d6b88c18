"""Users' own saved recipes.

Every statement names the user: another user's recipes do not exist for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.kinds.own_recipe import OwnRecipe
from garner.kinds.recipe.model import Recipe
from garner.postgres.database import Connection
from garner.store.people.mailbox import MailboxCursor


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """The page that a mailbox job parsed, and the version of its record."""

    url_hash: str | None
    version: int | None


@dataclass(frozen=True, slots=True)
class Content:
    """The parts of a recipe that can change."""

    title: str
    data: OwnRecipe
    words: str
    url: str | None
    url_hash: str | None
    site_data: Recipe | None
    site_version: int | None  # of the page, up to which all of its changes were decided on


@dataclass(frozen=True, slots=True)
class SavedRecipe(Content):
    id: UUID
    parse_job_id: UUID | None
    revision: int
    created_at: datetime
    updated_at: datetime
    page_url: str | None  # as it is fetched
    page_data: Recipe | None  # the page's current record
    page_version: int | None


@dataclass(frozen=True, slots=True)
class ListedRecipe:
    id: UUID
    title: str
    url: str | None
    image: str | None
    yields: str | None
    total_minutes: int | None
    tags: list[str]
    revision: int
    created_at: datetime
    updated_at: datetime
    has_site_changes: bool


async def find_parsed(connection: Connection, user_id: int, item_id: UUID) -> ParsedPage:
    """Return the page of a job that is known to exist."""
    cursor = connection.cursor(row_factory=class_row(ParsedPage))
    await cursor.execute(
        "select url_hash, record_version as version from job_items where id = %s and user_id = %s", (item_id, user_id)
    )
    page = await cursor.fetchone()
    assert page is not None
    return page


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """A client's request to save a recipe."""

    job_id: UUID | None  # that it is saved from
    key: str | None  # under which it is saved once, however often it is sent
    content: str  # a hash of the whole request


async def insert(connection: Connection, recipe_id: UUID, user_id: int, content: Content, request: SaveRequest) -> bool:
    """Insert a recipe, or return False if one exists under the same key; a concurrent insert is waited for."""
    cursor = await connection.execute(
        """
        insert into saved_recipes (id, user_id, title, data, words, url, url_hash, site_data, site_version,
                                   parse_job_id, idempotency_key, request)
        values (%s, %s, %s, %s, %s, %s, (select r.url_hash from resources r where r.url_hash = %s), %s, %s, %s, %s, %s)
        on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
        """,
        (recipe_id, user_id, *_column_values(content), request.job_id, request.key, request.content),
    )
    return cursor.rowcount == 1


@dataclass(frozen=True, slots=True)
class MadeRecipe:
    """A recipe that was saved by an earlier request."""

    id: UUID
    request: str | None


async def find_by_key(connection: Connection, user_id: int, key: str) -> MadeRecipe | None:
    cursor = connection.cursor(row_factory=class_row(MadeRecipe))
    await cursor.execute(
        "select id, request from saved_recipes where user_id = %s and idempotency_key = %s", (user_id, key)
    )
    return await cursor.fetchone()


async def find_by_job(connection: Connection, user_id: int, job_id: UUID) -> MadeRecipe | None:
    cursor = connection.cursor(row_factory=class_row(MadeRecipe))
    await cursor.execute(
        "select id, request from saved_recipes where parse_job_id = %s and user_id = %s order by id limit 1",
        (job_id, user_id),
    )
    return await cursor.fetchone()


async def update(connection: Connection, user_id: int, recipe_id: UUID, content: Content) -> None:
    await connection.execute(
        """
        update saved_recipes
        set title = %s, data = %s, words = %s, url = %s,
            url_hash = (select r.url_hash from resources r where r.url_hash = %s), site_data = %s, site_version = %s,
            revision = revision + 1, updated_at = now()
        where id = %s and user_id = %s
        """,
        (*_column_values(content), recipe_id, user_id),
    )


async def note_seen(connection: Connection, user_id: int, recipe_id: UUID, version: int | None) -> None:
    """Mark the page's changes up to this version as decided on. The recipe itself does not change."""
    await connection.execute(
        "update saved_recipes set site_version = %s where id = %s and user_id = %s", (version, recipe_id, user_id)
    )


def _column_values(content: Content) -> tuple[Any, ...]:
    """Return the values in the order of the columns. A page that was never requested is unknown, and cannot be
    referenced."""
    return (
        content.title,
        Jsonb(content.data),
        content.words,
        content.url,
        content.url_hash,
        None if content.site_data is None else Jsonb(content.site_data),
        content.site_version,
    )


async def find(connection: Connection, user_id: int, recipe_id: UUID, *, lock: bool = False) -> SavedRecipe | None:
    """Return a recipe. With `lock`, other transactions that would change it wait until this one ends, and then see the
    change."""
    cursor = connection.cursor(row_factory=class_row(SavedRecipe))
    await cursor.execute(
        f"""
        select s.id, s.title, s.data, s.words, s.url, s.url_hash, s.site_data, s.site_version, s.parse_job_id,
               s.revision, s.created_at, s.updated_at, p.url as page_url, r.data as page_data,
               r.version as page_version
        from saved_recipes s
        left join resources p on p.url_hash = s.url_hash
        left join recipes r on r.url_hash = s.url_hash
        where s.id = %s and s.user_id = %s {"for update of s" if lock else ""}
        """,
        (recipe_id, user_id),
    )
    return await cursor.fetchone()


async def delete(connection: Connection, user_id: int, recipe_id: UUID) -> None:
    await connection.execute("delete from saved_recipes where id = %s and user_id = %s", (recipe_id, user_id))


async def point_at_page(connection: Connection, user_id: int, recipe_id: UUID, url: str, url_hash: str) -> None:
    """Link the recipe to its page, once the page of its URL is known."""
    await connection.execute(
        """
        update saved_recipes set url_hash = %s
        where id = %s and user_id = %s and url = %s and url_hash is null
          and exists (select from resources where url_hash = %s)
        """,
        (url_hash, recipe_id, user_id, url, url_hash),
    )


async def listing(
    connection: Connection, user_id: int, words: Sequence[str], *, limit: int, after: MailboxCursor | None = None
) -> list[ListedRecipe]:
    """List recipes, last changed first. Each word is a prefix of one of the recipe's words. The user's recipes are
    read in the order of the list until there are enough: their index has it, and searched words are seldom rare.
    Only the version of its record tells whether a page has changed: to compare, every recipe would have to be read
    in full."""
    cursor = connection.cursor(row_factory=class_row(ListedRecipe))
    await cursor.execute(
        f"""
        select id, title, url, data ->> 'image' as image, data ->> 'yields' as yields,
               (data ->> 'total_minutes')::int as total_minutes, data -> 'tags' as tags, revision, created_at,
               updated_at,
               coalesce((select r.version > coalesce(site_version, 0) from recipes r
                         where r.url_hash = saved_recipes.url_hash), false) as has_site_changes
        from saved_recipes
        where user_id = %(user)s
          {"and (updated_at, id) < (%(moment)s, %(place)s)" if after else ""}
          {"and words like all(%(patterns)s)" if words else ""}
        order by updated_at desc, id desc limit %(limit)s
        """,
        {
            "user": user_id,
            "moment": after and after.moment,
            "place": after and after.id,
            "patterns": [f"% {word}%" for word in words],
            "limit": limit,
        },
    )
    return await cursor.fetchall()
