"""A page that its site refused to Garner, sent by the owner of the job."""

from dataclasses import replace
from typing import Any

import httpx
import pytest

from garner.runtime.submitted_pages import SubmittedPages

from .conftest import Garner
from .test_mailbox import send, status

PAGE = """<html><script type="application/ld+json">{"@type": "Recipe", "name": "Soup",
"recipeIngredient": ["1 cup lentils"], "recipeInstructions": "Simmer."}</script><p>Words.</p></html>"""


@pytest.fixture
async def job_id(garner: Garner, ana: httpx.AsyncClient) -> str:
    job = await send(ana, garner.page())
    await garner.execute("delete from work")
    await garner.execute("update crawl_tasks set status = 'crawling'")
    await garner.execute("update crawl_tasks set status = 'failed'")
    await garner.execute("update job_items set status = 'ERROR', error_code = 'hard_block', completed_at = now()")
    return str(job["id"])


@pytest.fixture(autouse=True)
def reading(garner: Garner) -> Any:
    with SubmittedPages(garner.engine.settings) as pages:
        garner.services = replace(garner.services, submitted_pages=pages)
        yield


async def extract(person: httpx.AsyncClient, job_id: str) -> httpx.Response:
    return await person.post("/api/extract", json={"html": PAGE, "itemId": job_id})


async def test_a_sent_page_creates_a_new_job_that_names_the_old_one(garner: Garner, job_id: str) -> None:
    ana = await garner.person("ana@example.com")
    answer = await extract(ana, job_id)
    new_id = answer.json()["itemId"]
    assert answer.status_code == 200 and new_id != job_id
    state = await status(ana, new_id)
    assert (state["status"], state["result"]["recipe"]["title"]) == ("COMPLETE", "Soup")
    assert (state["sent_for"], state["job_type"]) == (job_id, "url")
    assert state["result"]["warnings"] == ["Sent by a user, not fetched from the site."]
    assert (await extract(ana, new_id)).status_code == 409
    assert await garner.execute("select 1 from recipes") == []
    old = await status(ana, job_id)
    assert (old["status"], old["error_code"], old["sent_for"]) == ("ERROR", "hard_block", None)
    listed = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    assert [job["id"] for job in listed] == [new_id]


async def test_only_the_owner_can_send_a_page_for_a_job(garner: Garner, job_id: str) -> None:
    for client in (await garner.guest(), await garner.person("ben@example.com")):
        assert (await extract(client, job_id)).status_code == 404
    refused = await garner.guest(Authorization="Bearer nonsense")
    assert (await extract(refused, job_id)).status_code == 401
