"""The initial facts of the page are public and available without the database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from garner import __version__
from garner.api.app import create_app
from garner.api.http.context import SampleContent, SamplePage
from garner.blobs import local_blobs
from garner.core.record import Kind
from garner.engine import Engine
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.server import make_services

HERE = ("127.0.0.1", 50000)
ELSEWHERE = ("203.0.113.7", 50000)
PAGE = SamplePage("http://127.0.0.1:40000/pan", Kind.PRODUCT, "Pan")
SAMPLE = SampleContent("http://127.0.0.1:40000", [PAGE], "sample-table.csv", b"Name,Link\r\n", 0)


@asynccontextmanager
async def calling(
    folder: Path, peer: tuple[str, int] = HERE, sample: SampleContent | None = None, **said: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client over an engine with an unreachable database."""
    settings = Settings.from_values(data_dir=folder, **said)
    nowhere = Database("postgresql://127.0.0.1:1/nothing", wait_seconds=0.1)
    engine = Engine(settings, nowhere, local_blobs(folder / "bodies"), wake=lambda stage: None)
    transport = httpx.ASGITransport(create_app(make_services(engine), sample=sample), client=peer)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


async def facts(
    folder: Path, peer: tuple[str, int] = HERE, sample: SampleContent | None = None, **said: Any
) -> dict[str, Any]:
    async with calling(folder, peer, sample, **said) as client:
        answer = await client.get("/api/page")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json())


async def test_the_facts_are_available_without_the_database(tmp_path: Path) -> None:
    page_facts = await facts(tmp_path)
    assert set(page_facts) == {"version", "signIn", "features", "limits"} and page_facts["version"] == __version__
    assert page_facts["limits"]["uploadMaxBytes"] == 1_000_000_000


async def test_the_sign_in_methods_depend_on_the_address_of_the_caller(tmp_path: Path) -> None:
    assert (await facts(tmp_path))["signIn"] == {"google": None, "local": True}
    assert (await facts(tmp_path, ELSEWHERE))["signIn"] == {"google": None, "local": False}
    assert (await facts(tmp_path, google_client_id="x.example.com"))["signIn"] == {
        "google": "x.example.com",
        "local": False,
    }
    assert (await facts(tmp_path, local_sign_in="off"))["signIn"]["local"] is False
    assert (await facts(tmp_path, ELSEWHERE, local_sign_in="on"))["signIn"]["local"] is True


async def test_the_features_follow_the_settings(tmp_path: Path) -> None:
    features = (await facts(tmp_path))["features"]
    assert [features[name] for name in ("pendingDashboard", "uploads", "llm", "render", "sample")] == [
        *(False, True, False, False, False),
    ]
    said = {"pending_dashboard": True, "db_ingest_enabled": False, "render": True}
    model = {"llm_base_url": "http://127.0.0.1:1/v1", "llm_model": "m"}
    features = (await facts(tmp_path, sample=SAMPLE, **said, **model))["features"]
    assert [features[name] for name in ("pendingDashboard", "uploads", "llm", "render", "sample")] == [
        *(True, False, True, True, True),
    ]


async def test_the_facts_contain_no_secrets(tmp_path: Path) -> None:
    secrets = {
        "admin_token": "a-token-of-at-least-sixteen",
        "secret_key": "a passphrase of ours",
        "jwt_secret": "j" * 40,
    }
    told = str(await facts(tmp_path, admin_emails="root@example.com", **secrets))
    assert not [secret for secret in (*secrets.values(), "root@example.com", str(tmp_path)) if secret in told]


async def test_the_sample_is_available_while_its_site_is_served(tmp_path: Path) -> None:
    async with calling(tmp_path, ELSEWHERE, SAMPLE) as client:
        assert (await client.get("/api/sample")).json() == {
            "pages": [{"url": PAGE.url, "kind": "product", "title": "Pan"}],
            "table": {"name": "sample-table.csv", "url": "/api/sample/table.csv", "rows": 0},
            "picture": None,
        }
        table = await client.get("/api/sample/table.csv")
        assert table.content == SAMPLE.table and table.headers["Content-Type"].startswith("text/csv")
        assert 'filename="sample-table.csv"' in table.headers["Content-Disposition"]


async def test_without_a_sample_site_the_error_names_the_setting(tmp_path: Path) -> None:
    async with calling(tmp_path) as client:
        for path in ("/api/sample", "/api/sample/table.csv"):
            answer = await client.get(path)
            assert answer.status_code == 404 and "GARNER_SAMPLE_SITE" in answer.json()["error"]
