"""Which kept bodies there are, and which are still wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from garner.postgres.database import Connection


async def now(connection: Connection) -> datetime:
    """By the one clock that all cleaners share: one whose own is wrong would delete what may yet be written again."""
    cursor = await connection.execute("select clock_timestamp() as now")
    row = await cursor.fetchone()
    assert row is not None
    moment: datetime = row["now"]
    return moment


@dataclass(frozen=True, slots=True)
class PageBody:
    url: str  # where it was found in the end
    html_path: str
    charset: str | None


async def find(connection: Connection, url_hash: str) -> PageBody | None:
    """What is kept of a page."""
    cursor = connection.cursor(row_factory=class_row(PageBody))
    await cursor.execute(
        """
        select coalesce(final_url, url) as url, html_path, charset from crawl_tasks
        where url_hash = %s and html_path is not null
        """,
        (url_hash,),
    )
    return await cursor.fetchone()


async def referenced(connection: Connection, paths: Sequence[str]) -> set[str]:
    """Those of the bodies that a crawl task points at, or a file that somebody sent: that is kept for as long as what
    they asked for with it. Files are looked up by their hash, which is in the body's name, and has an index."""
    hashes = [path.rpartition("/")[2].partition(".")[0] for path in paths]
    cursor = await connection.execute(
        """
        select html_path as path from crawl_tasks where html_path = any(%(paths)s)
        union select path from files where content_hash = any(%(hashes)s) and path = any(%(paths)s)
        """,
        {"paths": list(paths), "hashes": hashes},
    )
    return {row["path"] for row in await cursor.fetchall()}


async def forget(connection: Connection, paths: Sequence[str]) -> set[str]:
    """Makes tasks point at these no more, unless they are still to be extracted, and gives back those that none points
    at now. What the site said to know the body by goes with it: an answer that nothing has changed would leave
    nothing to extract from."""
    await connection.execute(
        """
        with held as (
            select id from crawl_tasks where html_path = any(%s) and status not in ('downloaded', 'parsing')
            order by id for update skip locked)
        update crawl_tasks t set html_path = null, etag = null, last_modified = null
        from held where t.id = held.id
        """,
        (list(paths),),
    )
    return set(paths) - await referenced(connection, paths)
