"""Parameters of the operators' lists."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.contract.operators.conftest import TOKEN, calling, fields_of

from garner.engine import Engine


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("domains", {"after": "a", "limit": 2, "openBreakers": True, "search": "shop"}),
        ("proxies", {"after": 1, "limit": 2}),
        ("crawl-tasks", {"status": "failed", "domain": "shop.example", "limit": 2}),
        ("error-logs", {"taskId": 1, "errorType": "http", "after": 1, "limit": 2}),
        ("dead-letters", {"cause": "gone", "after": 1, "limit": 2}),
        ("dead-letters/causes", {}),
    ],
)
async def test_an_unknown_parameter_is_rejected_with_the_known_ones(
    operator: httpx.AsyncClient, path: str, known: dict[str, str | int]
) -> None:
    assert (await operator.get(f"/api/admin/{path}", params=known)).status_code == 200
    answer = await operator.get(f"/api/admin/{path}", params={**known, "sort": "up", "page": 2})
    assert fields_of(answer) == ["page", "sort"]
    offered = f"the known ones are {', '.join(sorted({*known, 'after'}))}" if known else "this route has none"
    assert answer.json()["error"] == f"page: Unknown parameter; {offered}."


async def test_authentication_is_checked_before_parameters(engine: Engine) -> None:
    async with calling(engine, admin_token=TOKEN) as client:
        assert (await client.get("/api/admin/domains", params={"sort": "up"})).status_code == 401


async def test_every_route_documents_the_rejection_of_invalid_parameters_and_ids(
    operator: httpx.AsyncClient, openapi: dict[str, Any]
) -> None:
    routes = {(method, path) for path, ways in openapi["paths"].items() for method in ways if "/admin" in path}
    assert {route for route in routes if "422" not in openapi["paths"][route[1]][route[0]]["responses"]} == set()
    for method in ("GET", "DELETE"):
        for path in ("/api/admin/reparse/none", f"/api/admin/reparse/{uuid4()}?sort=up"):
            answer = await operator.request(method, path)
            assert answer.status_code == 422 and answer.json()["code"] == "invalid_input"
