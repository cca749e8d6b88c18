"""Every route that names an object answers 404 when another user calls it with a real id."""

import re
from typing import Any

import httpx
import pytest
from tests.contract.mailbox.conftest import (  # noqa: F401  fixtures
    Garner,
    ana,
    ben,
    garner,
    site,
)
from tests.contract.mailbox.test_mailbox import complete, send

BODIES: dict[tuple[str, str], Any] = {
    ("PATCH", "/recipes/{recipe_id}"): {"title": "Mine now"},
    ("POST", "/recipes/{recipe_id}/site-changes"): {"accept": "all"},
    ("PATCH", "/api/webhooks/{webhook_id}"): {"active": False},
    ("POST", "/api/jobs/{jobId}/items"): {"rows": [{"title": "Mine now"}]},
    ("PATCH", "/api/jobs/{jobId}/items/{itemId}"): {"input": {"title": "Mine now"}},
    ("POST", "/api/jobs/{jobId}/reprocess"): {},
}


@pytest.fixture
async def objects_of_ana(garner: Garner, ana: httpx.AsyncClient) -> dict[str, str]:  # noqa: F811  a fixture
    """One of each object that a user can own, by its path parameter."""
    job_id = await complete(garner, ana)
    recipe = (await ana.post("/recipes", json={"title": "Cake", "parse_job_id": job_id})).json()
    token = (await ana.post("/api/tokens", json={"name": "script"})).json()
    webhook = (await ana.post("/api/webhooks", json={"url": "https://example.com/hook"})).json()
    open_job = await send(ana, garner.page("/recipes/other"))
    await ana.post(f"/recipes/parse-url/jobs/{open_job['id']}/cancel")
    [delivery] = await garner.execute("select id from webhook_deliveries")
    waiting = await send(ana, garner.page("/recipes/third"))
    batch = (await ana.post("/api/jobs", files={"file": ("rows.csv", b"title\nCake\nPie\n")})).json()
    rows = (await ana.get(f"/api/jobs/{batch['jobId']}/items")).json()
    return {
        "jobId": str(batch["jobId"]),
        "itemId": rows["items"][0]["id"],
        "job_id": waiting["id"],
        "recipe_id": recipe["id"],
        "token_id": str(token["id"]),
        "webhook_id": str(webhook["id"]),
        "delivery_id": str(delivery["id"]),
    }


def named_things(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if "{" in path and operation.get("security") == [{"people": []}]
    ]


async def test_objects_of_other_users_are_not_found(
    garner: Garner,  # noqa: F811  a fixture
    ben: httpx.AsyncClient,  # noqa: F811  a fixture
    objects_of_ana: dict[str, str],
    openapi: dict[str, Any],
) -> None:
    routes = named_things(openapi)
    assert len(routes) >= 12
    before = await everything(garner)
    for method, path in routes:
        names = re.findall(r"{(\w+)}", path)
        assert set(names) <= set(objects_of_ana), f"say here what {path} names"
        called = path.format_map(objects_of_ana)
        body = {"json": BODIES[method, path]} if (method, path) in BODIES else {}
        answer = await ben.request(method, called, **body)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (method, path, answer.text)
    assert await everything(garner) == before


async def everything(garner: Garner) -> list[Any]:  # noqa: F811  a fixture
    tables = ("jobs", "job_items", "saved_recipes", "webhooks", "webhook_deliveries")
    found = [await garner.execute(f"select * from {table} order by id") for table in tables]
    return [*found, await garner.execute("select id, name from api_tokens order by id")]
