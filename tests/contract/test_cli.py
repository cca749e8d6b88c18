"""The commands as users type them: separate processes, a separate database, the sample site on loopback.

Most are forked from a process that has imported Garner (`warm_processes`). If the start or the end of the process
or the embedded server matters, the command is run by a new interpreter.
"""

import asyncio
import csv
import json
import os
import pty
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from tests.conftest import DATA
from tests.contract.held_pages import SLOW_PAGE, hold_slow_page
from tests.contract.warm_processes import CommandProcess, Ran, run_command, run_command_in_terminal

from garner.core.record import Kind
from garner.kinds.registry import KINDS
from garner.sample import SITE_PAGES, SampleSite

GARNER = (sys.executable, "-m", "garner")
CAKE = "/recipes/lemon-drizzle-cake"


@pytest.fixture
def environment(database_url: str, tmp_path: Path) -> dict[str, str]:
    return local_environment() | {"DATABASE_URL": database_url, "GARNER_DATA_DIR": str(tmp_path / "data")}


def local_environment() -> dict[str, str]:
    foreign = {name: value for name, value in os.environ.items() if not name.startswith("GARNER_")}
    return {
        **foreign,
        "GARNER_FETCH_ALLOW_PRIVATE": "true",
        "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0",
        "GARNER_EXTRACT_PROCESSES": "1",
        "GARNER_PORT": "0",
        "COLUMNS": "100",
    }


@pytest.fixture
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


async def run_in_new_interpreter(*arguments: str, environment: dict[str, str], folder: Path) -> Ran:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *GARNER, *arguments, env=environment, cwd=folder, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return Ran(process.returncode, out.decode(), err.decode())


@contextmanager
def read_terminal(master: int) -> Iterator[list[bytes]]:
    """Collect the output of a process that runs on the other end of the terminal."""
    loop, pieces = asyncio.get_running_loop(), list[bytes]()

    def read() -> None:
        try:
            pieces.append(os.read(master, 65536))
        except OSError:  # the last process that had the terminal open has exited
            loop.remove_reader(master)

    loop.add_reader(master, read)
    try:
        yield pieces
    finally:
        loop.remove_reader(master)
        os.close(master)


async def run_in_terminal(*arguments: str, environment: dict[str, str], folder: Path) -> Ran:
    master, terminal = pty.openpty()
    with read_terminal(master) as pieces:
        code = await run_command_in_terminal(*arguments, environment=environment, folder=folder, terminal=terminal)
        await asyncio.sleep(0.05)  # the reader's turn
    return Ran(code, b"".join(pieces).decode(), "")


def lines_of(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


# parse --------------------------------------------------------------------------------------------------------


async def test_one_page_is_printed_as_json_without_a_terminal(server_url, site, tmp_path):
    """In a new interpreter, on the embedded server of the data folder: DATABASE_URL is not set."""
    environment = local_environment() | {"GARNER_DATA_DIR": os.environ[DATA]}
    page = f"{site.url}{CAKE}?of={uuid4().hex}"
    ran = await run_in_new_interpreter("parse", page, environment=environment, folder=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["title"] == "Lemon drizzle cake"
    assert list(json.loads(ran.out)) == ["kind", *KINDS[Kind.RECIPE].names]


async def test_one_page_is_printed_as_a_readable_recipe_in_a_terminal(environment, site, tmp_path):
    ran = await run_in_terminal("parse", site.url + CAKE, environment=environment, folder=tmp_path)
    assert ran.code == 0
    for expected in ("Lemon drizzle cake", "10 servings", "Ingredients", "225 g", "soft butter", "Method", "1."):
        assert expected in ran.out, expected
    assert "{" not in ran.out


async def test_a_failed_page_prints_the_reason_and_no_record(environment, site, tmp_path):
    ran = await run_command("parse", f"{site.url}/recipes/about", environment=environment, folder=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "No recipe was found on the page." in ran.err


async def test_a_list_continues_past_failures_and_fetches_each_page_once_unless_fresh(environment, site, tmp_path):
    # A new URL: the port may have belonged to another site, whose pages are stored.
    gone, cake = f"{site.url}/recipes/nothing-here", f"{site.url}{CAKE}?of={uuid4().hex}"
    pages = ["# mine", "", cake, gone, "nonsense", f"{cake}&utm_source=mail", gone]
    (tmp_path / "pages.txt").write_text("\n".join(pages))
    ran = await run_command("parse", "pages.txt", cake, "-o", "out.jsonl", environment=environment, folder=tmp_path)
    assert ran.code == 1
    results = lines_of((tmp_path / "out.jsonl").read_text())
    assert sorted(result["url"] for result in results) == sorted([*pages[2:], cake])
    codes = {result["url"]: result["code"] for result in results}
    assert codes == {cake: None, f"{cake}&utm_source=mail": None, gone: "gone", "nonsense": "invalid_url"}
    assert (site.requests[CAKE], site.requests["/recipes/nothing-here"]) == (1, 1)
    assert (
        "Done" in ran.err
        and "Error (gone)" in ran.err
        and "The page does not exist (HTTP 404)." in ran.err
        and "nonsense" in ran.err
    )

    for arguments, requests, expected in (((), 1, "from cache"), (("--fresh",), 2, "Done  ")):
        ran = await run_command("parse", cake, cake, *arguments, environment=environment, folder=tmp_path)
        assert ran.code == 0 and expected in ran.err
        assert [line["status"] for line in lines_of(ran.out)] == ["DONE", "DONE"]
        assert site.requests[CAKE] == requests


async def test_a_table_of_pages_becomes_a_table_of_products(environment, site, tmp_path):
    (tmp_path / "shop.csv").write_text(f"name,url\nPan,{site.url}/shop/cast-iron-pan\n")
    ran = await run_command(
        "parse", "shop.csv", "-k", "product", "-o", "out.csv", environment=environment, folder=tmp_path
    )
    assert ran.code == 0
    with (tmp_path / "out.csv").open(newline="") as written:
        (row,) = csv.DictReader(written)
    assert (row["name"], row["price"], row["currency"]) == ("Cast iron pan, 26 cm", "64.00", "EUR")
    assert (row["input.name"], row["status"], row["error_code"]) == ("Pan", "DONE", "")


async def test_ctrl_c_keeps_finished_results_and_leaves_no_work(environment, database_url, site, tmp_path, monkeypatch):
    hold_slow_page(monkeypatch, after=2)
    slow = [f"{site.url}{SLOW_PAGE}?{number}" for number in range(40)]
    process = await CommandProcess.start("parse", site.url + CAKE, *slow, environment=environment, folder=tmp_path)
    first = await process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = await asyncio.wait_for(process.communicate(), 60)
    done = lines_of((first + out).decode())
    assert process.returncode == 128 + signal.SIGINT
    assert 1 <= len(done) <= 3
    assert {one["record"]["title"] for one in done} <= {"Lemon drizzle cake", "Slow-baked beans"}
    assert f"Stopped: {len(done)} of 41 done." in err.decode() and "Traceback" not in err.decode()
    with psycopg.connect(database_url) as connection:
        left = connection.execute(
            "select (select count(*) from work), count(*) from job_items where status in ('PENDING', 'PROCESSING')"
        ).fetchone()
    assert left == (0, 0)


async def test_a_closed_output_pipe_ends_the_run_without_an_error(environment, site, tmp_path):
    command = f'"{sys.executable}" -m garner parse {site.url}{CAKE} {site.url}/recipes/slow-baked-beans | head -n 1'
    process = await asyncio.create_subprocess_shell(
        command, env=environment, cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert len(lines_of(out.decode())) == 1
    assert "Traceback" not in err.decode() and "Exception" not in err.decode()


@contextmanager
def paused(database_url: str, site: SampleSite) -> Iterator[None]:
    domain = site.url.removeprefix("http://")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("select ensure_lane(%s, %s)", (domain, site.url))
        connection.execute("update domains set paused_at = now() where domain_name = %s", (domain,))
        yield
        connection.execute("update domains set paused_at = null where domain_name = %s", (domain,))


async def test_the_reason_for_waiting_is_printed_once_and_the_timeout_is_respected(
    environment, database_url, site, tmp_path
):
    with paused(database_url, site):
        ran = await run_command("parse", site.url + CAKE, "--timeout", "3", environment=environment, folder=tmp_path)
    reason = f"{site.url.removeprefix('http://')} is paused until an operator resumes it"
    assert (ran.code, ran.out) == (1, "")
    told, failed = ran.err.splitlines()
    assert told == f"garner: {reason}. Press Ctrl-C to stop."
    assert failed == f"✗ Timed out after 3 s: {reason}.  {site.url}{CAKE}"
    assert site.requests[CAKE] == 0
    with psycopg.connect(database_url) as connection:
        assert connection.execute("select count(*) from work").fetchone() == (0,)


async def test_the_reason_for_waiting_is_shown_in_a_terminal(environment, database_url, site, tmp_path):
    with paused(database_url, site):
        ran = await run_in_terminal(
            "parse", site.url + CAKE, "--timeout", "3", environment=environment, folder=tmp_path
        )
    assert "is paused until an operator resumes it. Press Ctrl-C to stop" in ran.out
    assert "fetching" not in ran.out


async def test_a_timeout_is_reported_for_every_unfinished_page(environment, database_url, site, tmp_path):
    (tmp_path / "pages.txt").write_text("\n".join(f"{site.url}{CAKE}?{number}" for number in range(30)))
    with paused(database_url, site):
        ran = await run_command(
            "parse", "pages.txt", "--timeout", "0.1", "-o", "out.jsonl", environment=environment, folder=tmp_path
        )
    assert ran.code == 1 and "timeout" in ran.err
    results = lines_of((tmp_path / "out.jsonl").read_text())
    assert [(result["status"], result["code"]) for result in results] == [("CANCELED", "timeout")] * 30


async def test_private_pages_are_fetched_by_a_process_that_may_beside_a_worker_that_may_not(
    environment, database_url, site, tmp_path
):
    strict = await CommandProcess.start(
        "worker", environment=environment | {"GARNER_FETCH_ALLOW_PRIVATE": "false"}, folder=tmp_path
    )
    try:
        with psycopg.connect(database_url, autocommit=True) as connection:
            async with asyncio.timeout(60):
                while connection.execute("select count(*) from workers").fetchone() != (1,):
                    await asyncio.sleep(0.05)
        for page in ("lemon-drizzle-cake", "lemon-drizzle-cake?again"):
            ran = await run_command("parse", f"{site.url}/recipes/{page}", environment=environment, folder=tmp_path)
            assert ran.code == 0, ran
    finally:
        strict.terminate()
        await strict.communicate()


async def test_an_invalid_source_is_rejected_in_one_line_without_markup(environment, tmp_path):
    ran = await run_command("parse", "[/red]", environment=environment, folder=tmp_path)
    assert (ran.code, ran.out, ran.err) == (2, "", "garner: '[/red]' is neither a URL nor a file.\n")


# doctor -------------------------------------------------------------------------------------------------------


async def test_the_doctor_finds_no_problems_on_a_healthy_machine(environment, tmp_path):
    ran = await run_command("doctor", environment=environment, folder=tmp_path)
    assert ran.code == 0, ran
    doubts = [line for line in ran.out.splitlines() if line.startswith("  !")]
    assert "✗" not in ran.out and (doubts or "No problems found." in ran.out)
    assert all("Host names cannot be resolved" in doubt for doubt in doubts), (
        ran.out
    )  # as on a machine without a network
    for expected in (
        "Python",
        "Settings",
        "data folder",
        "GB free",
        "PostgreSQL",
        "schema",
        "clocks",
        "bodies",
        "process",
    ):
        assert expected in ran.out, expected


async def test_the_doctor_reports_problems_with_advice_and_without_secrets(environment, tmp_path):
    (tmp_path / "file").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        broken = environment | {
            "DATABASE_URL": "postgresql://me:s3cret@127.0.0.1:1/x",
            "GARNER_DATA_DIR": str(tmp_path / "file" / "folder"),
            "GARNER_PORT": str(taken.getsockname()[1]),
        }
        ran = await run_command("doctor", environment=broken, folder=tmp_path)
    assert ran.code == 1 and "Traceback" not in ran.out + ran.err
    for expected in ("is not writable", "✗ DATABASE_URL cannot be reached", "✗ Garner cannot listen"):
        assert expected in ran.out, expected
    assert ran.out.count("✗") == 4 and ran.out.count("→") == 4 + ran.out.count("  ! ")
    assert "s3cret" not in ran.out + ran.err


# demo ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_demo_ends_with_the_expected_results_and_leaves_no_files(tmp_path):
    """The demo has its own server and settings; the environment must not affect it."""
    misleading = {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "GARNER_FETCH_MAX_BYTES": "10",
        "GARNER_PORT": "8123",
    }
    environment = {**os.environ, **misleading, "TMPDIR": str(tmp_path), "COLUMNS": "120"}
    ran = await run_in_new_interpreter("demo", environment=environment, folder=tmp_path)
    assert ran.code == 0, ran
    for page in SITE_PAGES:
        assert page.path in ran.out, page
    records = sum(page.outcome == "record" for page in SITE_PAGES)
    assert f"{records} records from {len(SITE_PAGES)} pages" in ran.out
    assert f"Job 1: Done with errors. {len(SITE_PAGES)} rows: {records} done, " in ran.out
    for expected in (
        "fails with 500 twice, then works",
        "3 requests",
        "Ingredients",
        "garner parse URL",
        "make run",
        "http://localhost:8123/docs",
    ):
        assert expected in ran.out, expected
    assert list(tmp_path.iterdir()) == []


async def test_a_port_that_is_taken_is_reported(environment, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = await run_command("demo", "--port", str(port), environment=environment, folder=tmp_path)
    assert (ran.code, ran.err) == (2, f"garner: Port {port} cannot be used: Address already in use.\n")
