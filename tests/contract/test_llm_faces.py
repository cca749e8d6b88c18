"""The LLM fallback is allowed by command and over HTTP, and every output marks its results."""

import asyncio
import csv
import json
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.contract.warm_processes import run_command
from tests.hostile.conftest import LOOPBACK
from tests.hostile.llm_server import Model, model_saying, refused, said
from tests.integration.changing_site import ChangingSite, changing_site

from garner.api.app import create_app
from garner.cli.commands.doctor import Finding, Mark, _language_model
from garner.cli.commands.extract import extract
from garner.cli.commands.parse import parse
from garner.cli.render.results import Result, json_line
from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import InputError
from garner.postgres.database import Database
from garner.runtime.submitted_pages import MAX_ASKING, SubmittedPages
from garner.settings import Settings
from garner.wiring.server import make_services

PROSE = "This is the soup that my grandmother made whenever it rained, and it rained often where she lived. " * 3
PAGE = f"""<!doctype html><html><head><title>Rainy day</title></head><body>
<h1>Rainy day lentil soup</h1><p>{PROSE}</p><p>You take three handfuls of lentils.</p>
<p>All of it goes into the pot and simmers.</p></body></html>"""
ANSWER = {
    "title": "Rainy day lentil soup",
    "ingredients": ["three handfuls of lentils"],
    "instructions": ["All of it goes into the pot and simmers."],
}
WARNING = "LLM fallback used; please verify ingredients."


@pytest.fixture
async def model() -> AsyncIterator[Model]:
    async with model_saying(said(ANSWER, usage=321)) as opened:
        yield opened


@pytest.fixture
def asking(settings: Settings, model: Model) -> Settings:
    set_up = {"llm_base_url": model.url, "llm_model": "small", "llm_timeout_seconds": 5.0}
    return settings.with_values(**set_up)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "soup.html"
    path.write_text(PAGE)
    return str(path)


# garner extract ------------------------------------------------------------------------------------------------------


async def extracted(settings: Settings, source: str, kind: str = "recipe", **asked: Any) -> int:
    """Run the command in a thread while the model answers."""
    return await asyncio.to_thread(extract, settings, source, kind, None, explain=False, **asked)


async def test_extract_uses_the_llm_only_if_requested(
    asking: Settings, model: Model, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await extracted(asking, saved) == 1 and model.requests == []
    assert await extracted(asking, saved, use_llm=True) == 0 and len(model.requests) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["instructions"] == ANSWER["instructions"]
    assert WARNING in shown.err


async def test_extract_reports_why_the_llm_failed(
    asking: Settings, model: Model, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    model.replies = [refused("401 Unauthorized")]
    assert await extracted(asking, saved, use_llm=True) == 1
    assert "warning: The LLM rejected the API key (status 401)." in capsys.readouterr().err


async def test_extract_does_not_use_the_llm_for_kind_auto(
    asking: Settings, model: Model, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await extracted(asking, saved, "auto", use_llm=True) == 1
    assert model.requests == [] and "which kind of record" in capsys.readouterr().err


def test_commands_with_the_llm_require_its_settings(settings: Settings, saved: str) -> None:
    with pytest.raises(InputError, match="GARNER_LLM_BASE_URL"):
        extract(settings, saved, "recipe", None, explain=False, use_llm=True)
    with pytest.raises(InputError, match="GARNER_LLM_BASE_URL"):
        parse(settings, ["http://127.0.0.1:9/"], Kind.RECIPE, None, fresh=False, use_llm=True)


# garner parse --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        opened.pages["/soup"] = PAGE
        yield opened


async def parsed(settings: Settings, database_url: str, *arguments: str) -> tuple[int, str, str]:
    asked = {
        "DATABASE_URL": database_url,
        "GARNER_DATA_DIR": str(settings.storage.data_dir),
        "GARNER_FETCH_ALLOW_PRIVATE": "true",
        "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0",
        "GARNER_EXTRACT_PROCESSES": "1",
        "GARNER_LLM_BASE_URL": settings.llm.base_url or "",
        "GARNER_LLM_MODEL": settings.llm.model or "",
    }
    environment = {**os.environ, **asked}
    ran = await run_command("parse", *arguments, environment=environment, folder=settings.storage.data_dir)
    return ran.code, ran.out, ran.err


def test_a_json_line_has_the_warnings_of_its_record() -> None:
    result = Result("http://a/", Kind.RECIPE, ItemStatus.DONE, {"title": "Soup"}, warnings=(WARNING,))
    assert json.loads(json_line(result))["warnings"] == [WARNING]


async def test_parse_uses_the_llm_if_requested_and_cached_results_keep_the_warning(
    asking: Settings, database_url: str, model: Model, site: ChangingSite, tmp_path: Path
) -> None:
    url, table = f"{site.url}/soup", tmp_path / "out.csv"
    code, out, err = await parsed(asking, database_url, url, "--llm")
    assert code == 0 and json.loads(out)["title"] == ANSWER["title"] and WARNING in err, err
    code, _, _ = await parsed(asking, database_url, url, "-o", str(table))  # by a run that does not allow it
    with table.open(newline="") as rows:
        assert code == 0 and [row["warnings"] for row in csv.DictReader(rows)] == [WARNING]
    assert len(model.requests) == 1


# Over HTTP -----------------------------------------------------------------------------------------------------------


@pytest.fixture
async def client(asking: Settings, engine: Engine, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    with SubmittedPages(asking, database) as page_reader:
        app = create_app(replace(make_services(replace(engine, settings=asking)), submitted_pages=page_reader))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as opened:
            yield opened


async def send(client: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await client.post("/api/extract", json={"html": PAGE, "kind": "recipe", **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_sent_page_uses_the_llm_only_if_its_sender_allows_it(
    client: httpx.AsyncClient, database: Database, model: Model
) -> None:
    assert (await send(client))["record"] is None and model.requests == []
    found = await send(client, use_llm_fallback=True)
    assert found["record"]["title"] == ANSWER["title"] and found["warnings"] == [WARNING]
    assert {source["rung"] for source in found["sources"].values()} >= {"llm"}
    plain = await client.post("/api/extract?kind=recipe&use_llm_fallback=true", content=PAGE, headers=HTML)
    assert plain.json()["record"] == found["record"]
    async with database.connection() as connection:
        cursor = await connection.execute("select tokens from llm_spend")
        assert await cursor.fetchone() == {"tokens": 2 * 321}  # from the shared budget


HTML = {"Content-Type": "text/html"}


async def test_a_sent_page_reports_why_the_llm_failed(client: httpx.AsyncClient, model: Model) -> None:
    model.replies = [refused("500 Internal Server Error")]
    found = await send(client, use_llm_fallback=True)
    assert found["record"] is None and "The LLM's server answered with status 500." in found["warnings"]


async def send_from(client: httpx.AsyncClient, number: int, body: dict[str, Any]) -> httpx.Response:
    """Send from a separate address, since the pages per sender are limited."""
    assert isinstance(client._transport, httpx.ASGITransport)
    elsewhere = httpx.ASGITransport(client._transport.app, client=(f"192.0.2.{number}", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://garner", timeout=60) as sender:
        return await sender.post("/api/extract", json=body)


async def test_the_number_of_pages_waiting_for_the_llm_is_limited(client: httpx.AsyncClient, model: Model) -> None:
    enough = asyncio.Event()

    async def hesitate(writer: asyncio.StreamWriter) -> None:
        await asyncio.wait_for(enough.wait(), 4)
        writer.write(said(ANSWER))

    model.replies = [hesitate]
    body = {"html": PAGE, "kind": "recipe", "use_llm_fallback": True}
    waiting = [asyncio.create_task(send_from(client, number, body)) for number in range(MAX_ASKING)]
    while len(model.requests) < MAX_ASKING:
        await asyncio.sleep(0.01)
    refused_one = await client.post("/api/extract", json=body)
    assert refused_one.status_code == 503 and refused_one.headers["retry-after"]
    assert (await send(client))["record"] is None  # a page without the LLM does not wait for the others
    enough.set()
    assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {200}


# garner doctor -------------------------------------------------------------------------------------------------------


async def examined(settings: Settings) -> list[Finding]:
    return await asyncio.to_thread(lambda: list(_language_model(settings)))


TITLE = {"title": "Toast"}


async def test_the_doctor_tests_the_llm_with_a_small_request(asking: Settings, model: Model) -> None:
    model.replies = [said(TITLE, usage=57)]
    (finding,) = await examined(asking)
    assert finding.mark is Mark.GOOD and "small" in finding.what and "57 tokens" in finding.what
    (request,) = model.requests
    assert len(json.dumps(request)) < 2_500 and request["max_tokens"] == 1_000


@pytest.mark.parametrize(
    ("reply", "mark", "what", "advice"),
    [
        (refused("401 Unauthorized"), Mark.WRONG, "rejected the API key", "GARNER_LLM_API_KEY"),
        (refused("404 Not Found"), Mark.WRONG, "the model does not exist", "GARNER_LLM_MODEL"),
        (refused("429 Too Many Requests"), Mark.DOUBTFUL, "limits the rate", "credit"),
        (said("Sure! It is toast."), Mark.WRONG, "no JSON object", "JSON"),
        (said({"title": "Caviar"}), Mark.WRONG, "does not fit the question", "JSON"),
    ],
)
async def test_the_doctor_reports_problems_of_the_llm(
    asking: Settings, model: Model, reply: bytes, mark: Mark, what: str, advice: str
) -> None:
    model.replies = [reply]
    (finding,) = await examined(asking)
    assert finding.mark is mark and what in finding.what and advice in finding.advice


async def test_the_doctor_reports_an_unreachable_llm_without_its_url(settings: Settings) -> None:
    gone = settings.with_values(llm_base_url=f"http://{LOOPBACK}:9/secret/v1", llm_model="small")
    (finding,) = await examined(gone)
    assert finding.mark is Mark.WRONG and "cannot be reached" in finding.what
    assert "secret" not in finding.what + finding.advice


async def test_the_doctor_does_not_mention_an_unconfigured_llm(settings: Settings) -> None:
    assert await examined(settings) == []


async def test_the_doctor_reports_incomplete_settings_and_a_small_budget(asking: Settings, model: Model) -> None:
    (half,) = await examined(asking.with_values(llm_model=None))
    assert half.mark is Mark.DOUBTFUL and "GARNER_LLM_MODEL" in half.what
    model.replies = [said(TITLE)]
    _, budget = await examined(asking.with_values(llm_daily_tokens=5_000))
    assert budget.mark is Mark.DOUBTFUL and "GARNER_LLM_DAILY_TOKENS" in budget.advice
