"""Extracting stored pages again, over HTTP and by the command."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from inspect import cleandoc
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.contract.warm_processes import run_command
from tests.integration.changing_site import PAN, SOUP, ChangingSite, Visitor, changing_site, linked, visiting
from typer.testing import CliRunner

from garner.api.app import create_app
from garner.cli.main import app
from garner.cli.main import reparse as reparse_command
from garner.cli.operators.reparse import parse_since
from garner.core.quality.shown_pages import ShownPages
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import InputError
from garner.pools.extractors import Extractors
from garner.wiring.server import make_services

# A custom extractor, for a module and for an installed package.
CANDIDATE = """
from dataclasses import replace
from garner.extraction import Extraction, extract

def shouting(body, *, url, charset, kinds):
    found = extract(body, url=url, charset=charset, kinds=kinds).records
    loud = {kind: {**r.data, "title": r.data["title"].upper()} for kind, r in found.items() if "title" in r.data}
    return Extraction({kind: replace(found[kind], data=data, content_hash="a" * 64) for kind, data in loud.items()}, ())
"""


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
async def visitor(engine: Engine, site: ChangingSite, extractors: Extractors) -> AsyncIterator[Visitor]:
    site.pages |= {"/soup": linked(SOUP), "/pan": linked(PAN)}
    async with visiting(engine, site, extractors) as opened:
        await opened.visit("/soup", Kind.RECIPE)
        await opened.visit("/pan", Kind.PRODUCT)
        await opened.change("update recipes set data = data || '{\"title\": \"Old soup\"}', title = 'Old soup'")
        yield opened


@pytest.fixture
async def client(visitor: Visitor) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(make_services(visitor.engine)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api/admin") as opened:
        yield opened


async def ended(client: httpx.AsyncClient, started: httpx.Response) -> dict[str, Any]:
    assert started.status_code == 202, started.text
    async with asyncio.timeout(30):
        while (run := (await client.get(f"/reparse/{started.json()['id']}")).json())["state"] == "running":
            await asyncio.sleep(0.02)
    return dict(run)


async def soup(visitor: Visitor) -> str:
    return str((await visitor.task("/soup"))["url_hash"])


class TestOverHttp:
    async def test_a_report_is_made_first_and_then_applied(self, visitor: Visitor, client: httpx.AsyncClient) -> None:
        run = await ended(client, await client.post("/reparse", json={"kind": "recipe"}))
        assert (run["state"], run["error"], run["report"]["applied"]) == ("done", None, False)
        (row,) = run["report"]["differences"]
        assert (row["field"], row["added"], row["changed"], row["lost"]) == ("title", 0, 1, 0)
        assert (row["examples"][0]["before"], row["examples"][0]["after"]) == ("Old soup", "Barley soup")
        assert (await visitor.look("select title from recipes"))["title"] == "Old soup"

        applied = await ended(client, await client.post("/reparse", json={"report": run["id"], "apply": True}))
        assert (applied["report"]["applied"], applied["report"]["savedRecords"]) == (True, 1)
        assert (await visitor.look("select title, version from recipes")) == {"title": "Barley soup", "version": 2}

    async def test_only_changes_shown_in_the_report_are_applied(
        self, visitor: Visitor, site: ChangingSite, client: httpx.AsyncClient
    ) -> None:
        """Since the report one page was fetched for the first time, and one record changed."""
        site.pages |= {"/stew": linked(SOUP | {"name": "Stew"}), "/new": linked(SOUP | {"name": "New"})}
        await visitor.visit("/stew", Kind.RECIPE)
        spoil = "update recipes set data = data || jsonb_build_object('title', %s::text)"
        await visitor.change(spoil, "Old")
        report = await ended(client, await client.post("/reparse", json={"kind": "recipe"}))
        assert report["report"]["differences"][0]["changed"] == 2

        await visitor.visit("/new", Kind.RECIPE)
        await visitor.change(f"{spoil} where url_hash <> %s", "Older", await soup(visitor))
        applied = await ended(client, await client.post("/reparse", json={"report": report["id"], "apply": True}))
        told = applied["report"]
        assert (told["savedRecords"], told["notAsShown"], told["busy"]) == (1, 2, 0)
        [row] = told["differences"]
        assert (row["changed"], row["examples"][0]["after"]) == (1, "Barley soup")
        titles = await visitor.look("select array_agg(data ->> 'title' order by data ->> 'title') as all from recipes")
        assert titles["all"] == ["Barley soup", "Older", "Older"]

    async def test_an_applied_run_cannot_be_applied_again(self, client: httpx.AsyncClient) -> None:
        applied = await ended(client, await client.post("/reparse", json={"kind": "recipe", "apply": True}))
        answer = await client.post("/reparse", json={"report": applied["id"], "apply": True})
        assert answer.status_code == 409 and "already" in answer.json()["error"]

    async def test_a_report_with_too_many_changes_cannot_be_applied(
        self, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ShownPages.__init__, "__defaults__", (0,))
        report = await ended(client, await client.post("/reparse", json={"kind": "recipe"}))
        answer = await client.post("/reparse", json={"report": report["id"], "apply": True})
        assert answer.status_code == 409 and "too many" in answer.json()["error"]

    async def test_the_last_runs_are_listed_without_their_differences(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("/reparse")).json() == {"runs": []}
        first = await ended(client, await client.post("/reparse", json={"kind": "recipe"}))
        second = await ended(client, await client.post("/reparse", json={"report": first["id"], "apply": True}))
        runs = (await client.get("/reparse")).json()["runs"]
        assert [run["id"] for run in runs] == [second["id"], first["id"]]
        assert [run["asked"]["report"] for run in runs] == [first["id"], None]
        assert [run["asked"]["apply"] for run in runs] == [True, False]
        for run in runs:
            assert run["state"] == "done" and run["startedAt"] < run["finishedAt"]
            assert run["asked"]["kind"] == "recipe" and run["report"]["differences"] == []
            assert run["report"]["differencesLeftOff"] == 1

    async def test_one_run_is_allowed_at_a_time_and_can_be_stopped(
        self, visitor: Visitor, client: httpx.AsyncClient
    ) -> None:
        async with visitor.engine.database.transaction() as connection:
            await connection.execute("lock table crawl_tasks in access exclusive mode")  # blocks the run
            started = await client.post("/reparse", json={})
            refused = await client.post("/reparse", json={})
            assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
            stopped = await client.delete(f"/reparse/{started.json()['id']}")
            assert (stopped.status_code, stopped.json()["state"]) == (200, "stopped")
        assert (await ended(client, await client.post("/reparse", json={})))["state"] == "done"

    async def test_a_failed_run_reports_its_error_and_allows_the_next(
        self, visitor: Visitor, client: httpx.AsyncClient
    ) -> None:
        await visitor.change("alter table crawl_tasks rename to elsewhere")
        run = await ended(client, await client.post("/reparse", json={}))
        assert (run["state"], run["error"]) == ("failed", "Internal server error. It was logged.")
        await visitor.change("alter table elsewhere rename to crawl_tasks")
        assert (await ended(client, await client.post("/reparse", json={})))["state"] == "done"

    @pytest.mark.parametrize(
        ("body", "status", "says"),
        [
            ({"kind": "song"}, 422, "kind"),
            ({"limit": 0}, 422, "limit"),
            ({"domain": "a\0b"}, 422, "domain"),
            ({"since": "2026-01-01T00:00:00"}, 422, "since"),
            ({"everything": True}, 422, "everything"),
            ({"extractor": "os:system"}, 422, "not declared by an installed package"),
            ({"report": str(uuid4())}, 422, "requires `apply: true`"),
            ({"report": str(uuid4()), "apply": True, "limit": 3}, 422, "requires `apply: true`"),
            ({"report": str(uuid4()), "apply": True}, 404, "report does not exist"),
        ],
    )
    async def test_invalid_input_is_rejected(
        self, client: httpx.AsyncClient, body: dict[str, Any], status: int, says: str
    ) -> None:
        answer = await client.post("/reparse", json=body)
        assert answer.status_code == status and says in answer.json()["error"]

    async def test_an_unknown_run_is_not_found(self, client: httpx.AsyncClient) -> None:
        assert (await client.get(f"/reparse/{uuid4()}")).status_code == 404

    async def test_reparse_is_for_operators_only(self, visitor: Visitor) -> None:
        transport = httpx.ASGITransport(create_app(make_services(visitor.engine)), client=("203.0.113.9", 1234))
        async with httpx.AsyncClient(transport=transport, base_url="http://garner.example/api/admin") as stranger:
            for method, path in (
                ("POST", "/reparse"),
                ("GET", "/reparse"),
                ("GET", f"/reparse/{uuid4()}"),
                ("DELETE", f"/reparse/{uuid4()}"),
            ):
                answer = await stranger.request(method, path, json={} if method == "POST" else None)
                assert answer.status_code == 403

    async def test_an_extractor_declared_by_an_installed_package_can_be_chosen(
        self, client: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = tmp_path / "installed"
        metadata = package / "loud-1.0.dist-info"
        metadata.mkdir(parents=True)
        (package / "loud_extractor.py").write_text(CANDIDATE)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text("[garner.extractors]\nloud = loud_extractor:shouting\n")
        monkeypatch.syspath_prepend(str(package))
        run = await ended(client, await client.post("/reparse", json={"extractor": "loud_extractor:shouting"}))
        titles = [row for row in run["report"]["differences"] if row["field"] == "title"]
        assert titles[0]["examples"][0]["after"] == "BARLEY SOUP"


class TestTheCommand:
    @pytest.fixture
    def environment(self, database_url: str, tmp_path: Path) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": database_url,
            "GARNER_DATA_DIR": str(tmp_path),
            "GARNER_EXTRACT_PROCESSES": "1",
            "COLUMNS": "110",
        }

    async def garner(self, environment: dict[str, str], *arguments: str) -> tuple[int, str, str]:
        folder = Path(environment["GARNER_DATA_DIR"])
        ran = await run_command("reparse", *arguments, environment=environment, folder=folder)
        return ran.code, ran.out, ran.err

    async def test_shows_the_changes_and_then_applies_them(self, visitor: Visitor, environment: dict[str, str]) -> None:
        code, out, err = await self.garner(environment)
        assert (code, err) == (0, "")
        assert (
            "Old soup → Barley soup" in out and "2 pages extracted again without fetching, 1 record unchanged." in out
        )
        assert "Nothing was written" in out
        assert (await visitor.look("select title from recipes"))["title"] == "Old soup"

        code, out, _ = await self.garner(environment, "--apply")
        assert code == 0 and "1 record written." in out
        assert (await visitor.look("select title, version from recipes")) == {"title": "Barley soup", "version": 2}

        code, out, _ = await self.garner(environment, "--apply")
        assert code == 0 and "2 records unchanged.\nNothing was written: all records are unchanged." in out

        entry = await visitor.look("select action, actor, after from audit_log order by id limit 1")
        assert entry["action"] == "reparse.start" and entry["actor"].endswith("on the command line")
        assert (entry["after"]["domain"], entry["after"]["apply"]) == (None, False)
        assert (await visitor.look("select count(*) as count from audit_log"))["count"] == 3

    async def test_counts_every_page_and_exits_with_1_if_one_fails(
        self, visitor: Visitor, environment: dict[str, str], tmp_path: Path
    ) -> None:
        await visitor.change("delete from products")
        (tmp_path / "mine.py").write_text(
            "from garner.extraction import Extraction\n\n"
            "def extract(body, *, url, charset, kinds):\n"
            "    if 'recipe' in kinds:\n        raise KeyError('title')\n    return Extraction({}, ())\n"
        )
        code, out, _ = await self.garner(environment, "--extractor", "mine:extract", "--apply")
        said = "2 pages extracted again without fetching, 0 records unchanged, 1 page without a record, "
        assert code == 1 and f"{said}1 page failed (extract_failed)." in " ".join(out.split())
        assert "KeyError" in out and "Nothing was written." in out

    async def test_loads_an_extractor_from_the_working_directory(
        self, visitor: Visitor, environment: dict[str, str], tmp_path: Path
    ) -> None:
        (tmp_path / "mine.py").write_text(CANDIDATE)
        code, out, _ = await self.garner(environment, "--extractor", "mine:shouting", "--kind", "recipe", "--json")
        report = json.loads(out)
        assert code == 0 and (report["pages"], report["applied"]) == (1, False)
        assert report["differences"][0]["examples"][0]["after"] == "BARLEY SOUP"

    async def test_the_example_in_its_help_and_in_the_documentation_works(
        self, visitor: Visitor, environment: dict[str, str], tmp_path: Path
    ) -> None:
        example = cleandoc(reparse_command.__doc__ or "").partition("```python\n")[2].partition("```")[0]
        documented = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
        assert "\n".join(example.split()) in "\n".join(documented.split())  # regardless of line breaks
        (tmp_path / "mine.py").write_text(example)
        code, out, _ = await self.garner(environment, "--extractor", "mine:loud")
        assert code == 0 and "Old soup → BARLEY SOUP" in out

    async def test_reports_an_error_in_one_line(self, visitor: Visitor, environment: dict[str, str]) -> None:
        code, out, err = await self.garner(environment, "--extractor", "nowhere:extract")
        assert (code, out) == (2, "")
        assert err == "garner: The module nowhere cannot be loaded: ModuleNotFoundError: No module named 'nowhere'\n"


class TestSince:
    @pytest.mark.parametrize(
        ("text", "moment"),
        [
            ("36h", "2026-01-30T00:00:00+00:00"),
            (" 7D ", "2026-01-24T12:00:00+00:00"),
            ("4w", "2026-01-03T12:00:00+00:00"),
            ("2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05+00:00"),
        ],
    )
    def test_is_a_time_or_an_age(self, text: str, moment: str) -> None:
        now = datetime.fromisoformat("2026-01-31T12:00:00+00:00")
        assert parse_since(text, now) == datetime.fromisoformat(moment)

    def test_that_is_invalid_is_rejected(self) -> None:
        with pytest.raises(InputError, match="36h, 7d or 4w"):
            parse_since("yesterday", datetime.now(UTC))


def test_control_characters_of_an_argument_are_not_printed(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["reparse", "--extractor", "a\x1b[31m:b"], env={"GARNER_DATA_DIR": str(tmp_path)})
    assert ran.exit_code == 2 and "The module a[31m cannot be loaded" in ran.stderr
    assert "\x1b" not in ran.stderr
