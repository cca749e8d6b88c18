"""Explaining why pages wait reads only those pages and the ones counted before each."""

from tests.integration.helpers import rows
from tests.integration.test_plans import HOT, Watched, large, large_url

from garner.core.waiting import MAX_COUNTED
from garner.store.crawl.lanes import ORDINARY
from garner.store.queue import waiting

__all__ = ["large", "large_url"]  # fixtures


async def test_a_hundred_pages_are_explained_without_reading_the_others(large: Watched) -> None:
    last = "select task_id as id from work where stage = 'crawl' order by rank desc limit 100"
    found = await rows(large.connection, last)
    await large.forget()
    explained = await waiting.of_tasks(large.connection, [row["id"] for row in found], ORDINARY)
    assert len(explained) == len(found) == 100
    for table, how, count, _ in await large.forget():
        assert not (how == "Seq Scan" and table in {*HOT, "domains"}), f"{how} on {table}"
        assert count <= 100 * MAX_COUNTED, f"{how} read {count:.0f} rows of {table}"
