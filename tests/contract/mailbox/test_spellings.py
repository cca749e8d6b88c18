"""The URL of a page as it was sent, as it is fetched, and as a mailbox job shows it."""

from typing import Any

import httpx
import pytest
from tests.integration.helpers import OPERATOR

from garner.core.record import Kind
from garner.engine.operating.operating import order_pages
from garner.runtime.duties.feeding import feed_jobs
from garner.store.crawl.schedule import CrawlTaskOrder

from .conftest import ASYNC, Garner
from .test_mailbox import send, status

SENT = "{}/recipes/lemon-drizzle-cake?utm_source=mail&b=%c3%9f#top"


def sent_to(garner: Garner) -> str:
    return SENT.format(garner.site.url.replace("http://", "HTTP://"))


async def urls(garner: Garner) -> dict[str, Any]:
    [row] = await garner.execute(
        """select r.url as resource, t.url as task, i.url as item, i.job_type
           from job_items i join resources r using (url_hash) join crawl_tasks t using (url_hash)"""
    )
    return row


async def test_the_resource_keeps_the_url_as_sent(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await send(ana, sent_to(garner))
    found = await urls(garner)
    assert found["resource"] == sent_to(garner)
    assert found["task"] == found["item"] == job["url"] != sent_to(garner)
    await garner.work()
    state = await status(ana, job["id"])
    assert (state["status"], state["url"], state["job_type"]) == ("COMPLETE", job["url"], job["job_type"])
    [listed] = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    assert listed["url"] == job["url"]


@pytest.mark.parametrize("way", ["parse", "batch", "operator"])
async def test_the_resource_keeps_the_url_as_sent_for_every_kind_of_request(
    garner: Garner, ana: httpx.AsyncClient, way: str
) -> None:
    sent = sent_to(garner)
    if way == "parse":
        await ana.post("/parse-requests", json={"url": sent})
    elif way == "batch":
        await ana.post("/api/jobs", files={"file": ("pages.csv", f"url\n{sent}\n".encode(), "text/csv")})
        await feed_jobs(garner.engine)
    else:
        await order_pages(garner.engine, [sent], CrawlTaskOrder((Kind.RECIPE,)), by=OPERATOR)
    [row] = await garner.execute("select url from resources")
    assert row["url"] == sent


async def test_a_joined_job_shows_the_url_of_the_first_request(garner: Garner, ana: httpx.AsyncClient) -> None:
    first = await send(ana, garner.page("/recipes/lemon-drizzle-cake"))
    second = await send(ana, sent_to(garner).split("&b")[0])
    assert second == first


POST = "https://www.tiktok.com/@ana/video/7"


@pytest.mark.parametrize(("url", "job_type"), [("https://example.com/", "url"), (POST, "social")])
async def test_the_type_of_a_job_is_stored(garner: Garner, ana: httpx.AsyncClient, url: str, job_type: str) -> None:
    answer = await ana.post(ASYNC, json={"url": url})
    assert answer.json()["job_type"] == job_type
    [row] = await garner.execute("select job_type from job_items")
    assert row["job_type"] == job_type


async def test_a_refresh_shows_the_same_url_as_its_job(garner: Garner, ana: httpx.AsyncClient) -> None:
    recipe = (await ana.post("/recipes", json={"title": "Cake", "url": sent_to(garner)})).json()
    job = (await ana.post(f"/recipes/{recipe['id']}/refresh")).json()
    assert (await status(ana, job["id"]))["url"] == job["url"]
