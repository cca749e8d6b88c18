"""Pages on private addresses, which some workers may fetch and others may not."""

from collections.abc import AsyncIterator

import pytest
from tests.integration.lane_helpers import Crawl, Pages, crawling

from garner.engine import Engine
from garner.store.queue import duties, workers


@pytest.fixture
async def strict(engine: Engine) -> AsyncIterator[Crawl]:
    async with crawling(engine, "strict", fetch_allow_private=False) as opened:
        yield opened


async def announce(crawl: Crawl, name: str = "one") -> None:
    async with crawl.database.transaction() as connection:
        await duties.attend(connection, name, (), allows_private=True)


async def leave(crawl: Crawl, name: str = "one") -> None:
    async with crawl.database.transaction() as connection:
        await workers.leave(connection, name)


async def page(crawl: Crawl) -> tuple[str, str | None]:
    found = await crawl.one("select status, error_code from crawl_tasks")
    return found["status"], found["error_code"]


async def test_a_worker_that_may_not_fetch_a_page_leaves_it_to_one_that_may(
    crawl: Crawl, strict: Crawl, site: Pages
) -> None:
    await announce(crawl)
    await crawl.ask(site.url("/cake"))
    assert await strict.rounds() == 1
    assert await page(strict) == ("queued", None)
    assert (await strict.one("select attempt from work"))["attempt"] == 0
    assert await strict.rounds() == 0  # the worker does not claim it again
    assert site.paths == []
    assert await crawl.rounds() == 2
    assert site.paths == ["/robots.txt", "/cake"]
    assert (await page(crawl))[0] == "downloaded"
    assert await crawl.outcomes() == ["left_to_another", "robots_read", "ok"]


async def test_a_page_that_no_worker_may_fetch_is_refused(crawl: Crawl, strict: Crawl, site: Pages) -> None:
    asked = await crawl.ask(site.url("/cake"))
    assert await strict.rounds() == 1
    assert await page(strict) == ("failed", "private_address")
    assert (await crawl.item(asked))["error_code"] == "private_address"


@pytest.mark.parametrize("killed", [False, True])
async def test_a_page_left_to_a_worker_that_is_gone_is_refused(
    crawl: Crawl, strict: Crawl, site: Pages, killed: bool
) -> None:
    await announce(crawl)
    await crawl.ask(site.url("/cake"))
    assert await strict.rounds() == 1
    if killed:
        await strict.do("update workers set seen_at = now() - interval '1 minute'")
        async with strict.database.transaction() as connection:
            await workers.clear_up(connection)
    else:
        await leave(crawl)
    assert await strict.rounds() == 1
    assert await page(strict) == ("failed", "private_address")


async def test_a_page_stays_left_while_another_worker_may_fetch_it(crawl: Crawl, strict: Crawl, site: Pages) -> None:
    await announce(crawl)
    await announce(crawl, "two")
    await crawl.ask(site.url("/cake"))
    await strict.rounds()
    await leave(crawl, "two")
    assert await strict.rounds() == 0


async def test_a_redirect_from_a_public_page_to_a_private_address_is_refused(
    crawl: Crawl, strict: Crawl, site: Pages
) -> None:
    await announce(crawl)
    await crawl.ask(site.url("/inside"))
    await strict.do("update work set trail = '{https://shop.example/}', hop_url = %s", site.url("/inside"))
    assert await strict.rounds() == 1
    assert await page(strict) == ("failed", "private_address")


async def test_a_worker_does_not_poll_for_pages_it_may_not_fetch(crawl: Crawl, strict: Crawl, site: Pages) -> None:
    await announce(crawl)
    await crawl.ask(site.url("/cake"))
    await strict.rounds()
    assert await strict.stage.seconds_until_ready() is None
    assert await crawl.stage.seconds_until_ready() == 0
