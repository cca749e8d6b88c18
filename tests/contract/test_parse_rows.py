"""`garner parse` of tables: separate processes, a separate database, the sample site on loopback."""

import asyncio
import csv
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import openpyxl
import psycopg
import pytest
from tests.contract.held_pages import SLOW_PAGE, hold_slow_page
from tests.contract.warm_processes import CommandProcess, Ran, run_command

from garner.cli.commands.parse_rows import rows_among
from garner.sample import SampleSite

PAN = "/shop/cast-iron-pan"


@pytest.fixture
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


class Workspace:
    """A folder and environment in which a user runs commands."""

    def __init__(self, database_url: str, folder: Path) -> None:
        self.database_url, self.folder = database_url, folder
        foreign = {name: value for name, value in os.environ.items() if not name.startswith("GARNER_")}
        self.environment = {
            **foreign,
            "DATABASE_URL": database_url,
            "GARNER_DATA_DIR": str(folder / "data"),
            "GARNER_FETCH_ALLOW_PRIVATE": "true",
            "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0",
            "GARNER_EXTRACT_PROCESSES": "1",
            "GARNER_NOT_FOUND_RETRY_SECONDS": "0.05",
            "LOCK_FLOOR_MS": "1000",
            "LOCK_CAP_MS": "2000",
            "COLUMNS": "100",
        }

    async def start(self, *arguments: str) -> CommandProcess:
        return await CommandProcess.start("parse", *arguments, environment=self.environment, folder=self.folder)

    async def parse(self, *arguments: str) -> Ran:
        return await run_command("parse", *arguments, environment=self.environment, folder=self.folder)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def csv(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(newline="") as written:
            return list(csv.DictReader(written))

    def sheet(self, name: str) -> list[dict[str, Any]]:
        head, *rows = openpyxl.load_workbook(self.folder / name, read_only=True).active.iter_rows(values_only=True)
        return [dict(zip_longest(head, row)) for row in rows]  # the empty cells at the end of a row are not written

    def ask(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url) as connection:
            return connection.execute(statement, parameters).fetchall()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():
                await asyncio.sleep(0.05)

    def last_job(self) -> tuple[int, str]:
        found = self.ask("select id, queue_state from jobs order by id desc limit 1")
        return found[0] if found else (0, "")


@pytest.fixture
def workspace(database_url: str, tmp_path: Path) -> Workspace:
    return Workspace(database_url, tmp_path)


async def test_rows_with_urls_become_a_workbook_with_the_columns_of_the_export(
    workspace: Workspace, site: SampleSite
) -> None:
    workspace.write("shop.csv", f"Artikel,Link\nPan,{site.url}{PAN}\nNothing,{site.url}/shop/nothing-here\n")
    ran = await workspace.parse("shop.csv", "-o", "out.xlsx", "-k", "product")
    pan, nothing = workspace.sheet("out.xlsx")
    assert (pan["row"], pan["status"], pan["name"], pan["price"]) == (1, "DONE", "Cast iron pan, 26 cm", "64.00")
    assert (pan["input.Artikel"], pan["input.Link"]) == ("Pan", site.url + PAN)
    assert (nothing["status"], nothing["error_code"]) == ("ERROR", "gone")
    assert ran.code == 1 and "Written to out.xlsx" in ran.err and "Traceback" not in ran.err


async def test_rows_without_urls_are_matched_and_failures_set_the_exit_code(workspace: Workspace) -> None:
    workspace.write("rows.csv", "Bezeichnung;Marke;Regal\nA thing that nobody sells;Nobody;A1\n")
    ran = await workspace.parse("rows.csv", "-o", "out.csv", "--map", "title=Bezeichnung")
    assert ran.code == 1 and "Not found" in ran.err and "Columns not used: 'Regal'." in ran.err
    (row,) = workspace.csv("out.csv")
    assert (row["status"], row["error_code"], row["input.Marke"]) == ("NOT_FOUND", "no_match", "Nobody")


async def test_the_summary_counts_the_reasons_of_failed_rows_and_says_how_to_retry_them(
    workspace: Workspace, site: SampleSite
) -> None:
    gone = [f"Nothing,{site.url}/shop/nothing-here?{number}" for number in range(2)]
    workspace.write(
        "shop.csv", "\n".join(["Artikel,Link", *gone, f"Pan,{site.url}{PAN}", "A thing that nobody sells,"])
    )
    ran = await workspace.parse("shop.csv", "-o", "out.csv", "-k", "product")
    assert ran.code == 1
    assert "✗ 2 rows, gone: The page does not exist (HTTP 404).\n✗ 1 row, no_match: " in ran.err
    hint = "Failed rows are not retried by the next run. --again processes the whole table again."
    assert hint in ran.err
    again = await workspace.parse("shop.csv", "-o", "out.csv", "-k", "product")
    assert again.code == 1 and "✗ 2 rows, gone" in again.err and hint in again.err


async def test_without_failed_rows_there_are_no_reasons_and_no_hint(workspace: Workspace, site: SampleSite) -> None:
    workspace.write("shop.csv", f"Artikel,Link\nPan,{site.url}{PAN}\n")
    ran = await workspace.parse("shop.csv", "-o", "out.csv", "-k", "product")
    assert ran.code == 0 and "✗" not in ran.err and "--again" not in ran.err


@pytest.mark.parametrize("output", ["out.csv", "out.jsonl", "out.xlsx", None])
async def test_every_format_includes_the_rows_without_a_url(
    workspace: Workspace, site: SampleSite, output: str | None
) -> None:
    workspace.write("mixed.csv", f"title,url,sku\nPan,{site.url}{PAN},\nA thing that nobody sells,,N-1\n")
    ran = await workspace.parse("mixed.csv", "-k", "product", *(("-o", output) if output else ()))
    assert ran.code == 1, ran.err
    if output in ("out.csv", "out.xlsx"):
        rows = workspace.csv(output) if output == "out.csv" else workspace.sheet(output)
    else:
        written = (workspace.folder / output).read_text() if output else ran.out
        rows = [json.loads(line) for line in written.splitlines()]
    assert [row["status"] for row in rows] == ["DONE", "NOT_FOUND"]


async def test_a_repeated_run_reuses_the_job_unless_again_is_given(workspace: Workspace, site: SampleSite) -> None:
    workspace.write("shop.jsonl", json.dumps({"title": "Pan", "link": site.url + PAN}))
    assert (await workspace.parse("shop.jsonl", "-o", "out.csv", "-k", "product")).code == 0
    job = workspace.last_job()
    again = await workspace.parse("shop.jsonl", "-o", "out.xlsx", "-k", "product")
    assert (
        again.code == 0
        and f"Job {job[0]} is already done; its results are written again." in again.err
        and workspace.last_job() == job
    )
    (row,) = workspace.sheet("out.xlsx")
    assert row["name"] == "Cast iron pan, 26 cm"
    assert (await workspace.parse("shop.jsonl", "-k", "product", "--dedupe")).code == 0
    assert workspace.last_job()[0] == job[0] + 1, "asked for otherwise, it is another"
    repeated = await workspace.parse("shop.jsonl", "-k", "product", "--again")
    assert repeated.code == 0 and workspace.last_job()[0] == job[0] + 2
    (line,) = [json.loads(line) for line in repeated.out.splitlines()]
    assert (line["status"], line["result"]["name"]) == ("DONE", "Cast iron pan, 26 cm")


def slow_rows(workspace: Workspace, site: SampleSite, count: int) -> None:
    rows = [f"{number},{site.url}{SLOW_PAGE}?{number}" for number in range(count)]
    workspace.write("slow.csv", "\n".join(["number,link", *rows]))


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
async def test_a_stopped_or_killed_run_continues_where_it_stopped(
    workspace: Workspace, site: SampleSite, by: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = hold_slow_page(monkeypatch, after=3)
    slow_rows(workspace, site, 10)
    command = ("slow.csv", "-o", "out.xlsx", "-k", "recipe")
    process = await workspace.start(*command)
    ended = "select count(*) from job_items where job_id = %s and completed_at is not null"
    await workspace.until(lambda: workspace.ask(ended, workspace.last_job()[0])[0][0] > 0)
    process.send_signal(by)
    _, err = await asyncio.wait_for(process.communicate(), 60)
    job_id, state = workspace.last_job()
    done = workspace.ask(ended, job_id)[0][0]
    assert 0 < done <= 3 and not (workspace.folder / "out.xlsx").exists()
    if by is signal.SIGINT:
        assert (process.returncode, state) == (128 + by, "PAUSED") and b"Run the same command again to continue." in err

    released.set()
    ran = await workspace.parse(*command)
    assert ran.code == 0, ran.err
    assert f"Job {job_id} continues where it stopped." in ran.err and workspace.last_job() == (job_id, "DONE")
    rows = workspace.sheet("out.xlsx")
    assert [(row["row"], row["status"], row["input.number"]) for row in rows] == [
        (number + 1, "DONE", str(number)) for number in range(10)
    ]


async def test_a_timed_out_run_leaves_a_job_that_continues(
    workspace: Workspace, site: SampleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = hold_slow_page(monkeypatch, after=0)
    slow_rows(workspace, site, 3)
    ran = await workspace.parse("slow.csv", "-o", "out.csv", "-k", "recipe", "--timeout", "0.5")
    assert ran.code == 1 and "Timed out after 0.5 s" in ran.err
    job_id, state = workspace.last_job()
    assert state == "PAUSED" and not (workspace.folder / "out.csv").exists()
    released.set()
    assert (await workspace.parse("slow.csv", "-o", "out.csv", "-k", "recipe")).code == 0
    assert workspace.last_job() == (job_id, "DONE") and len(workspace.csv("out.csv")) == 3


async def test_individual_pages_can_be_written_to_a_workbook(workspace: Workspace, site: SampleSite) -> None:
    ran = await workspace.parse(site.url + PAN, f"{site.url}/recipes/lemon-drizzle-cake", "-o", "out.xlsx")
    assert ran.code == 0, ran.err
    assert [row["kind"] for row in workspace.sheet("out.xlsx")] == ["product", "recipe"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rows.csv", "-o", "rows.csv"), "is the table itself"),
        (("rows.csv", "-o", "out.pdf"), "must end in"),
        (("rows.csv", "-o", "nowhere/out.csv"), "cannot be written"),
        (("rows.csv", "--fresh"), "--fresh can only be used with pages"),
        (("rows.csv", "--map", "title=Nothing", "-o", "out.csv"), "Nothing"),
        (("broken.xlsx", "-o", "out.csv"), "damaged"),
        (("pages.txt", "--again"), "can only be used with a table"),
    ],
)
async def test_invalid_arguments_are_rejected_in_one_line(
    workspace: Workspace, arguments: tuple[str, ...], expected: str
) -> None:
    workspace.write("rows.csv", "title,brand\nPan,Hearth\n")
    workspace.write("broken.xlsx", "PK\x03\x04 not really")
    workspace.write("pages.txt", "https://shop.example/pan\n")
    ran = await workspace.parse(*arguments)
    assert ran.code not in (0, None) and expected in ran.err and len(ran.err.splitlines()) == 1, ran.err


@pytest.mark.parametrize(
    ("name", "text", "output", "kind", "are_rows"),
    [
        ("pages.txt", "https://a.example/1\nhttps://a.example/2\n", "out.csv", None, False),
        ("pages.txt", "https://a.example/1\nhttps://a.example/2\n", "out.xlsx", None, True),
        ("pages.txt", "https://a.example/1\nhttps://a.example/2\n", None, "auto", True),
        ("pages.txt", "# mine\n\nhttps://a.example/1\nnonsense\n", None, None, False),
        ("pages.txt", "nonsense\nhttps://a.example/1\n", None, None, False),
        ("table.csv", "url\nhttps://a.example/1\n", "out.csv", None, False),
        ("table.csv", "url;\nhttps://a.example/1;\n", "out.csv", None, False),
        ("table.csv", "url\nhttps://a.example/1\n", "out.xlsx", None, True),
        ("table.csv", "name,url\nPan,https://a.example/1\n", "out.csv", None, True),
        ("table.csv", "name,url\nPan,https://a.example/1\n", None, None, True),
        ("table.csv", "name\nPan\nPot\n", "out.csv", None, True),
        ("table.csv", "name,brand\nPan,Hearth\n", "out.csv", None, True),
        ("table.jsonl", '{"name": "Pan"}\n', None, None, True),
        ("page.html", "<!doctype html><title>A page</title>", None, None, False),
    ],
)
def test_a_table_is_distinguished_from_a_list_of_pages(
    tmp_path: Path, name: str, text: str, output: str | None, kind: str | None, are_rows: bool
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with rows_among([str(path)], None if output is None else Path(output), kind) as table:
        assert table == (path if are_rows else None)
