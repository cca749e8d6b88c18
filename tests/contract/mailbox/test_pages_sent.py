"""A page that its site would not give to Garner, sent by the person whose job it is for."""

from dataclasses import replace
from typing import Any

import httpx
import pytest

from garner.work.handed import HandedPages

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
    with HandedPages(garner.engine.settings) as pages:
        garner.engine = replace(garner.engine, read_handed=pages.read)
        yield


async def extract(person: httpx.AsyncClient, job_id: str) -> httpx.Response:
    return await person.post("/api/extract", json={"html": PAGE, "itemId": job_id})


async def test_what_a_person_sends_completes_their_job(garner: Garner, job_id: str) -> None:
    ana = await garner.person("ana@example.com")
    answer = await extract(ana, job_id)
    assert (answer.status_code, answer.json()["itemId"]) == (200, job_id)
    state = await status(ana, job_id)
    assert (state["status"], state["result"]["recipe"]["title"]) == ("COMPLETE", "Soup")
    assert state["result"]["warnings"] == ["Sent by a user, not fetched from the site."]
    assert (await extract(ana, job_id)).status_code == 409
    assert await garner.execute("select 1 from recipes") == []


async def test_nobody_else_can_send_for_it(garner: Garner, job_id: str) -> None:
    for somebody in (await garner.guest(), await garner.person("ben@example.com")):
        assert (await extract(somebody, job_id)).status_code == 404
    refused = await garner.guest(Authorization="Bearer nonsense")
    assert (await extract(refused, job_id)).status_code == 401
