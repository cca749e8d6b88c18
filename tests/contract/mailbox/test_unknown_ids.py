"""A malformed id is answered like an unknown one."""

from uuid import uuid4

import httpx
import pytest

MALFORMED = ("7", "not-an-id", "%00", "%ED%A0%80", "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a1", "x" * 500, "%F0%9F%A5%A7")
ROUTES = (
    ("GET", "/recipes/parse-url/status/{}"),
    ("POST", "/recipes/parse-url/jobs/{}/cancel"),
    ("POST", "/recipes/parse-url/jobs/{}/drop"),
    ("GET", "/recipes/{}"),
    ("PATCH", "/recipes/{}"),
    ("DELETE", "/recipes/{}"),
    ("POST", "/recipes/{}/site-changes"),
    ("POST", "/recipes/{}/refresh"),
)
BODIES = {"PATCH": {"notes": "More salt."}, "/recipes/{}/site-changes": {"accept": "all"}}


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_malformed_id_gets_the_same_404_as_an_unknown_one(
    ana: httpx.AsyncClient, method: str, path: str
) -> None:
    body = BODIES.get(path) or BODIES.get(method)
    unknown = await ana.request(method, path.format(uuid4()), json=body)
    assert unknown.status_code == 404
    for malformed in MALFORMED:
        answer = await ana.request(method, path.format(malformed), json=body)
        assert (answer.status_code, answer.json()) == (404, unknown.json()), malformed


async def test_a_malformed_parse_job_id_gets_the_same_404_as_an_unknown_one(ana: httpx.AsyncClient) -> None:
    answers = [
        await ana.post("/recipes", json={"title": "Soup", "parse_job_id": job_id})
        for job_id in (str(uuid4()), "7", "not-an-id", "", 7)
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1
    assert (await ana.post("/recipes", json={"title": "Soup", "parse_job_id": None})).status_code == 201


async def test_authentication_is_checked_before_the_id(ana: httpx.AsyncClient) -> None:
    del ana.headers["Authorization"]
    assert (await ana.get("/recipes/parse-url/status/7")).status_code == 401
