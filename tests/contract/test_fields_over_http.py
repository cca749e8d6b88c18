"""Known and unknown fields of requests, and the order of fields in answers."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from garner.api.app import create_app
from garner.api.faces.parse_requests.parse_requests import render
from garner.core.record import AUTO, Kind
from garner.engine import Engine
from garner.extraction.ladders import LADDERS
from garner.kinds.registry import KIND_NAMES
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.wiring.server import make_services

PATH = "/api/extract"


@pytest.fixture(scope="module")
def page_reader() -> Iterator[SubmittedPages]:
    with SubmittedPages(Settings.from_values(extract_processes=1, extract_sent_timeout_seconds=60)) as pages:
        yield pages


@pytest.fixture
async def client(engine: Engine, page_reader: SubmittedPages) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(replace(make_services(engine), submitted_pages=page_reader))
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as opened:
        yield opened


def example_of(schema: dict[str, Any]) -> Any:
    return schema.get("example") or schema["schema"]["examples"][0]


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        (PATH, {"html": "<p>", "knd": "recipe"}, "html, url, kind, use_llm_fallback, itemId"),
        (
            "/api/admin/crawl-tasks",
            {"urls": ["https://a.example/"], "kinds": ["recipe"], "knd": 1},
            "urls, kinds, priority",
        ),
    ],
)
async def test_an_unknown_field_is_rejected_with_the_known_ones(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], expected: str
) -> None:
    answer = await client.post(path, json=body)
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] == "knd"
    assert answer.json()["error"].startswith(f"knd: Unknown field; the known ones are {expected}")
    assert "Extra inputs" not in answer.text


async def test_an_unknown_query_parameter_is_rejected_with_the_known_ones(client: httpx.AsyncClient) -> None:
    answer = await client.post(PATH, params={"knd": "x"}, content=b"<p>x", headers={"Content-Type": "text/html"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("knd: Unknown parameter; the known ones are ")


async def test_a_page_with_content_encoding_is_rejected_with_the_reason(client: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    answer = await client.post(PATH, content=b"\x1f\x8b\x08", headers=headers)
    assert answer.status_code == 422
    assert "Content-Encoding" in answer.json()["error"]


async def test_the_documented_examples_return_a_record(client: httpx.AsyncClient, openapi: dict[str, Any]) -> None:
    described = openapi["paths"][PATH]["post"]
    content = described["requestBody"]["content"]
    for media_type, schema in content.items():
        example = example_of(schema)
        sent: dict[str, Any] = {"json": example} if isinstance(example, dict) else {"content": example}
        answer = await client.post(PATH, headers={"Content-Type": media_type}, **sent)
        assert (answer.status_code, answer.json()["kind"]) == (200, "recipe")
        assert answer.json()["record"]["title"] == "Lentil soup"
        assert list(answer.json()["record"]) == list(LADDERS[Kind.RECIPE].blank)


async def test_the_kind_in_the_query_is_an_enum(openapi: dict[str, Any]) -> None:
    described = openapi["paths"][PATH]["post"]
    kind = next(parameter for parameter in described["parameters"] if parameter["name"] == "kind")
    assert kind["schema"]["enum"] == [AUTO, *KIND_NAMES]


@pytest.mark.parametrize("kind", Kind)
def test_a_record_from_the_database_is_rendered_in_field_order(kind: Kind) -> None:
    """PostgreSQL keeps the shortest names first."""
    kept = dict.fromkeys(sorted(LADDERS[kind].blank, key=lambda name: (len(name), name)))
    rendered = render(kind, kept, datetime(2026, 3, 1, tzinfo=UTC))
    assert list(rendered) == [*LADDERS[kind].blank, "parsedAt"]


def test_documented_fields_are_present_in_every_record() -> None:
    rendered = render("recipe", {"ingredients": [{"raw": "1 egg"}]}, datetime(2026, 3, 1, tzinfo=UTC))
    assert rendered["title"] is None
    assert rendered["ingredients"] == [{"raw": "1 egg", "qty": None, "unit": None, "name": None}]
