"""Which kept bodies are still wanted."""

from collections.abc import Sequence

from garner.store.database import Connection


async def referenced(connection: Connection, paths: Sequence[str]) -> set[str]:
    """Those of the bodies that a crawl task points at."""
    cursor = await connection.execute("select html_path from crawl_tasks where html_path = any(%s)", (list(paths),))
    return {row["html_path"] for row in await cursor.fetchall()}


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
