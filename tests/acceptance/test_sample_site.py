"""The sample site of a real server: the fetch guard permits it, and no other private address."""

import asyncio
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.acceptance.fault_ledger import ask
from tests.acceptance.fault_processes import Garner, GarnerProcess, await_no_orphans, garner, wait_until
from tests.databases import Copies

from garner.cli.serving.sample_site import PORT_FILE, is_wanted, sample_site
from garner.sample import SampleSite
from garner.settings import Settings

STRICT = {
    "GARNER_FETCH_ALLOW_PRIVATE": "false",
    "GARNER_PORT": "0",
    "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "1",
    "GARNER_NOT_FOUND_RETRY_SECONDS": "0.1",
}


class Server:
    """`garner serve` on one database and folder, which can be restarted."""

    def __init__(self, processes: Garner, database_url: str, **settings: str) -> None:
        self.database_url = database_url
        self._processes = processes
        self._settings = settings
        self._start()

    def _start(self) -> None:
        self._served = self._processes.start("serve", **self._settings)
        self._address = _address(self._served)

    def stop(self) -> None:
        self._served.send_signal(signal.SIGTERM)
        assert self._served.wait() == 0
        await_no_orphans(self._processes)

    def restart(self) -> None:
        self.stop()
        self._start()

    def run(self, *arguments: str, **settings: str) -> tuple[int, str]:
        """Run another command on the same database and folder; return its exit code and output."""
        process = self._processes.start(*arguments, **settings)
        return process.wait(), process.log.read_text()

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self._address, trust_env=False, timeout=30)


@pytest.fixture(scope="module")
def server(copies: Copies, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that need a worker or a sample site: it takes seconds to start."""
    folder = tmp_path_factory.mktemp("sample")
    with copies.lent() as url, garner(folder, DATABASE_URL=url, **STRICT) as processes:
        served = Server(processes, url)
        yield served
        served.stop()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def _address(served: GarnerProcess) -> str:
    def found() -> re.Match[str] | None:
        return re.search(r"is ready on (http://localhost:\d+)", served.log.read_text())

    wait_until(lambda: found() or not served.is_running(), what="the server")
    ready = found()
    assert ready is not None, served.log.read_text()
    return ready[1].replace("localhost", "127.0.0.1")


def ended(client: httpx.Client, path: str, name: str, open_states: tuple[str, ...]) -> dict[str, Any]:
    give_up = time.monotonic() + 60
    while (found := client.get(path).json())[name] in open_states:
        assert time.monotonic() < give_up, found
        time.sleep(0.1)
    return dict(found)


def parsed(client: httpx.Client, url: str, kind: str) -> dict[str, Any]:
    asked = client.post("/parse-requests", json={"url": url, "kind": kind})
    if asked.status_code == 200:
        return dict(asked.json())
    assert asked.status_code == 202, asked.text
    return await_parsed(client, asked)


def await_parsed(client: httpx.Client, asked: httpx.Response) -> dict[str, Any]:
    return ended(client, f"/parse-requests/{asked.json()['requestId']}", "status", ("PENDING", "PROCESSING"))


@pytest.mark.slow
def test_the_sample_pages_are_parsed_and_the_sample_table_shows_each_outcome(client: httpx.Client) -> None:
    assert client.get("/api/page").json()["features"]["sample"] is True
    sample = client.get("/api/sample").json()
    assert {page["kind"] for page in sample["pages"]} == {"recipe", "product", "posting"}
    for page in sample["pages"]:
        record = parsed(client, page["url"], page["kind"])[page["kind"]]
        assert (record.get("name") or record.get("title")) == page["title"]

    token = client.post("/auth/local", json={"email": "ana@example.com"}).json()["access_token"]
    client.headers["Authorization"] = f"Bearer {token}"
    table = client.get(sample["table"]["url"])
    upload = client.post("/api/jobs", files={"file": (sample["table"]["name"], table.content)}, data={"kind": "auto"})
    job = ended(client, f"/api/jobs/{upload.json()['jobId']}", "queueState", ("QUEUED", "RUNNING"))
    counts = {name: count for name, count in job["counts"].items() if count}
    assert counts == {"done": 8, "notFound": 2, "error": 2} and job["totalItems"] == sample["table"]["rows"]


@pytest.mark.slow
def test_other_private_addresses_cannot_be_fetched(client: httpx.Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as neighbour:
        sample = client.get("/api/sample").json()["pages"][0]["url"]
        port = str(httpx.URL(sample).port)
        neighbours = (
            f"http://127.0.0.1:{neighbour.getsockname()[1]}/",
            str(client.base_url),
            sample.replace("127.0.0.1", "localhost"),
            sample.replace("127.0.0.1", "127.0.0.2"),
            sample.replace("http:", "https:"),
            f"http://127.0.0.1:{port}9/" if len(port) < 5 else "http://127.0.0.1/",
        )
        for url in neighbours:
            answer = client.post("/parse-requests", json={"url": url})
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_url"), url


@pytest.mark.slow
def test_garner_parse_fetches_the_sample_site_if_a_setting_gives_its_origin(server: Server) -> None:
    with server.client() as client:
        page = client.get("/api/sample").json()["pages"][0]
    origin = page["url"].removesuffix(httpx.URL(page["url"]).path)
    code, refused = server.run("parse", page["url"])
    assert code == 2 and "GARNER_FETCH_ALLOW_PRIVATE=true" in refused
    assert f"GARNER_SAMPLE_SITE={origin} is enough" in refused
    code, parsed = server.run("parse", page["url"], GARNER_SAMPLE_SITE=origin)
    assert code == 0 and page["title"] in parsed, parsed


@pytest.mark.slow
def test_the_sample_site_keeps_its_address_after_a_restart(server: Server) -> None:
    with server.client() as client:
        before = client.get("/api/sample").json()
    server.restart()
    with server.client() as client:
        assert client.get("/api/sample").json() == before
        # Make the record that another test parsed stale, so that this server fetches the page.
        ask(server.database_url, "update recipes set parsed_at = now() - interval '1000 days' returning url_hash")
        [recipe] = [page["url"] for page in before["pages"] if page["kind"] == "recipe"][:1]
        asked = client.post("/parse-requests", json={"url": recipe, "kind": "recipe"})
        assert asked.status_code == 202, asked.text
        assert await_parsed(client, asked)["recipe"]["title"]


@pytest.mark.slow
def test_a_disabled_sample_site_is_not_served_and_its_address_is_not_permitted(
    database_url: str, tmp_path: Path
) -> None:
    url = asyncio.run(served_once(tmp_path)) + "/recipes/lemon-drizzle-cake"
    with garner(tmp_path, DATABASE_URL=database_url, **STRICT) as processes:
        server = Server(processes, database_url, GARNER_SAMPLE_SITE="off", GARNER_WORKERS="0")
        with server.client() as client:
            assert client.get("/api/sample").status_code == 404
            assert client.get("/api/page").json()["features"]["sample"] is False
            assert client.post("/parse-requests", json={"url": url}).status_code == 422
        server.stop()


async def served_once(folder: Path) -> str:
    async with sample_site(Settings.from_values(data_dir=folder)) as sample:
        assert sample is not None
        return sample.origin


def test_the_sample_site_uses_another_port_if_its_own_is_taken(tmp_path: Path) -> None:
    first = asyncio.run(served_once(tmp_path))
    assert asyncio.run(served_once(tmp_path)) == first
    with socket.create_server(("127.0.0.1", int(first.rpartition(":")[2]))):
        second = asyncio.run(served_once(tmp_path))
    assert second != first
    assert asyncio.run(served_once(tmp_path)) == first, "which may be that of another server on the same folder"
    (tmp_path / PORT_FILE).write_text("80")  # a privileged port is not reused
    assert not asyncio.run(served_once(tmp_path)).endswith(":80")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "0.0.0.0", "sample_site": "on"}, True),
        ({"google_client_id": "x"}, False),
        ({"local_sign_in": "off"}, False),
        ({"sample_site": "off"}, False),
    ],
)
def test_by_default_the_sample_site_is_served_only_on_a_local_server(said: dict[str, str], wanted: bool) -> None:
    assert is_wanted(Settings.from_values(**said)) is wanted


async def test_the_sample_site_records_a_bounded_number_of_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.sample.server.MAX_RECORDED", 3)
    async with SampleSite() as site, httpx.AsyncClient(base_url=site.url, trust_env=False) as client:
        for number in range(10):
            await client.get(f"/nothing-{number}")
        assert len(site.requests) == len(site.arrivals) == 3
