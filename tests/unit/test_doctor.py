import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from garner.cli.doctor import Mark, _database, _guard, _port, clock_skew, examine, misspelt
from garner.cli.serve import METRICS
from garner.settings import Settings

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(("behind", "skew"), [(-5, 5.0), (0, 0.0), (1, 0.0), (4, 2.0)])
def test_the_time_that_a_slow_answer_took_is_not_taken_for_skew(behind, skew):
    asked, answered = NOON.timestamp(), NOON.timestamp() + 2
    assert clock_skew(asked, NOON + timedelta(seconds=behind), answered) == skew


@pytest.mark.parametrize(
    ("host", "allowed", "mark"),
    [
        ("0.0.0.0", True, Mark.DOUBTFUL),
        ("192.168.1.5", True, Mark.DOUBTFUL),
        ("127.0.0.1", True, Mark.GOOD),
        ("::1", True, Mark.GOOD),
        ("0.0.0.0", False, Mark.GOOD),
    ],
)
def test_fetching_private_pages_for_others_is_doubted(host, allowed, mark):
    (finding,) = _guard(Settings.model_construct(host=host, fetch_allow_private=allowed))
    assert finding.mark is mark and bool(finding.advice) == (mark is Mark.DOUBTFUL)


def test_a_password_in_a_url_that_is_none_is_not_repeated():
    (finding,) = _database(Settings.model_construct(database_url="postgresql://me:s3cret%zz@x/y"))
    assert finding.mark is Mark.WRONG and "DATABASE_URL is not a valid connection string" in finding.what
    assert "s3cret" not in finding.what + finding.advice


def test_every_wrong_setting_is_named_without_its_value(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name, value in (("GARNER_PORT", "door"), ("CLAIM_MIN", "few"), ("DATABASE_URL", "mysql://me:s3cret@x/y")):
        monkeypatch.setenv(name, value)
    wrong = [finding for finding in examine() if finding.mark is Mark.WRONG]
    assert {finding.what.partition(":")[0] for finding in wrong} == {"GARNER_PORT", "CLAIM_MIN", "DATABASE_URL"}
    assert all(finding.advice and "s3cret" not in finding.what for finding in wrong)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("GARNER_PROT", "GARNER_PORT"),
        ("garner_fetch_alow_private", "GARNER_FETCH_ALLOW_PRIVATE"),
        ("GARNER_DATABASE_URL", "DATABASE_URL"),
        ("GARNER_RECIPE_TTL_DAYS", "RECIPE_TTL_DAYS"),
        ("GARNER_WEATHER_IN_OSLO", None),
    ],
)
def test_a_setting_with_a_slip_in_its_name_is_noticed_and_the_right_one_named(name, meant):
    assert misspelt([name, "GARNER_PORT", "DATABASE_URL", "PATH", "garner_host"]) == [(name.upper(), meant)]


def test_a_slip_is_found_in_the_environment_and_in_the_file_and_is_only_doubtful(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GARNER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GARNER_PROT", "s3cret")
    monkeypatch.setenv("CLAIM_MIN", "few")  # ends the examination before it gets to the machine
    (tmp_path / ".env").write_text("GARNER_HOTS=s3cret\n")
    findings = list(examine())
    doubts = [finding for finding in findings if finding.mark is Mark.DOUBTFUL]
    assert {"GARNER_PORT", "GARNER_HOST"} == {finding.advice.split()[-1].rstrip("?") for finding in doubts}
    assert "s3cret" not in str(findings)


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status": "ok", "version": "0.1.0"}')

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def another_garner() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    ("server", "mark"),
    [(os.getpid(), Mark.GOOD), (2**22 + 1, Mark.DOUBTFUL), (None, Mark.DOUBTFUL)],
    ids=["ours", "another", "unknown"],
)
def test_a_server_that_runs_on_another_data_folder_is_doubted(another_garner, tmp_path, server, mark):
    if server is not None:
        (tmp_path / METRICS / str(server)).mkdir(parents=True)
    (finding,) = _port(Settings.model_construct(host="127.0.0.1", port=another_garner, data_dir=tmp_path))
    assert finding.mark is mark and (str(tmp_path) in finding.what) == (mark is Mark.DOUBTFUL)
