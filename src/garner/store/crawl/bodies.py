"""Find kept page bodies, and detach those that are no longer needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from garner.postgres.database import Connection


async def now(connection: Connection) -> datetime:
    """Return the database's time, the one clock that all cleaners share. A cleaner whose own clock is wrong would
    delete bodies that may still be written again."""
    cursor = await connection.execute("select clock_timestamp() as now")
    row = await cursor.fetchone()
    assert row is not None
    moment: datetime = row["now"]
    return moment


@dataclass(frozen=True, slots=True)
class PageBody:
    url: str  # the final URL, after redirects
    html_path: str
    charset: str | None


async def find(connection: Connection, url_hash: str) -> PageBody | None:
    """Return the kept body of a page, if there is one."""
    cursor = connection.cursor(row_factory=class_row(PageBody))
    await cursor.execute(
        """
        select coalesce(final_url, url) as url, html_path, charset from crawl_tasks
        where url_hash = %s and html_path is not null
        """,
        (url_hash,),
    )
    return await cursor.fetchone()


async def find_referenced(connection: Connection, paths: Sequence[str]) -> set[str]:
    """Return the paths that a crawl task or an uploaded file refers to. An uploaded file is kept for as long as the
    request that it came with. Files are looked up by their hash, which is in the body's name and has an index."""
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
    """Clear the reference to these bodies from tasks that need no further extraction, and return the paths that
    nothing refers to any more. The task's validators (etag, last_modified) are cleared with the body: a 304 answer
    would leave nothing to extract from."""
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
    return set(paths) - await find_referenced(connection, paths)
