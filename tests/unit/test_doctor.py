import os
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from garner.cli.commands.doctor import (
    Mark,
    _bodies,
    _data_folder,
    _database,
    _guard,
    _names,
    _port,
    _rendering,
    _token_secret,
    doctor,
    examine,
)
from garner.cli.commands.doctor_clock import clock_skew
from garner.cli.commands.findings import doubtful, good, wrong
from garner.cli.serving.shared_metrics import shared_metrics
from garner.settings import Settings

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEYS = {"s3_access_key_id": "a", "s3_secret_access_key": "b"}


@pytest.mark.parametrize(("behind", "skew"), [(-5, 5.0), (0, 0.0), (1, 0.0), (4, 2.0)])
def test_the_duration_of_a_slow_answer_does_not_count_as_clock_skew(behind, skew):
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
def test_fetching_private_pages_on_a_public_host_gives_a_warning(host, allowed, mark):
    (finding,) = _guard(Settings.from_values(host=host, fetch_allow_private=allowed))
    assert finding.mark is mark and bool(finding.advice) == (mark is Mark.DOUBTFUL)


def test_the_output_says_whose_settings_are_checked(monkeypatch, capsys):
    monkeypatch.setattr("garner.cli.commands.doctor.examine", lambda: iter([good("It works")]))
    assert doctor() == 0
    _, whose, *_, verdict = capsys.readouterr().out.splitlines()
    assert whose == "Settings of this shell and of .env in this folder. A running server may have others."
    assert verdict == "No problems found."


@pytest.mark.parametrize(
    ("findings", "code", "verdict"),
    [
        ([doubtful("It is slow", "wait")], 0, "Garner can run, with 1 warning (marked !)."),
        ([wrong("It is broken", "fix it"), doubtful("It is slow", "wait")], 1, "1 problem must be fixed."),
    ],
)
def test_the_verdict_counts_problems_and_warnings(monkeypatch, capsys, findings, code, verdict):
    monkeypatch.setattr("garner.cli.commands.doctor.examine", lambda: iter(findings))
    assert doctor() == code and capsys.readouterr().out.splitlines()[-1] == verdict


def test_a_password_in_an_invalid_database_url_is_not_shown():
    (finding,) = _database(Settings.from_values(database_url="postgresql://me:s3cret%zz@x/y"))
    assert finding.mark is Mark.WRONG and "DATABASE_URL is not a valid connection string" in finding.what
    assert "s3cret" not in finding.what + finding.advice


def test_every_invalid_setting_is_named_without_its_value(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name, value in (("GARNER_PORT", "door"), ("CLAIM_MIN", "few"), ("DATABASE_URL", "mysql://me:s3cret@x/y")):
        monkeypatch.setenv(name, value)
    wrong = [finding for finding in examine() if finding.mark is Mark.WRONG]
    assert {finding.what.partition(":")[0] for finding in wrong} == {"GARNER_PORT", "CLAIM_MIN", "DATABASE_URL"}
    assert all(finding.advice and "s3cret" not in finding.what for finding in wrong)


def test_a_misspelled_setting_in_the_environment_or_file_gives_a_warning(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GARNER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GARNER_PROT", "s3cret")
    monkeypatch.setenv("CLAIM_MIN", "few")  # stops the checks before those of the machine
    (tmp_path / ".env").write_text("GARNER_HOTS=s3cret\nRECIPE_TTL_DAY=3\n")
    findings = list(examine())
    doubts = [finding for finding in findings if finding.mark is Mark.DOUBTFUL]
    meant = {finding.advice.split()[-1].rstrip("?") for finding in doubts}
    assert meant == {"GARNER_PORT", "GARNER_HOST", "RECIPE_TTL_DAYS"}
    assert "s3cret" not in str(findings)


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status": "ok", "version": "0.1.0"}')

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def other_server() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_server_with_another_data_folder_gives_a_warning(other_server, tmp_path, monkeypatch):
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # monkeypatch restores it afterwards
    settings = Settings.from_values(host="127.0.0.1", port=other_server, data_dir=tmp_path)
    with shared_metrics(tmp_path):
        (finding,) = _port(settings)
        assert finding.mark is Mark.GOOD
    (finding,) = _port(settings)
    assert finding.mark is Mark.DOUBTFUL and str(tmp_path) in finding.what


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"blob_url": "s4://x"}, "s3://bucket"),
        ({"blob_url": "s3://x/y", "s3_endpoint": "x"}, "GARNER_S3_ENDPOINT"),
        ({"blob_url": "s3://x/y", "s3_endpoint": "http://127.0.0.1:1"} | KEYS, "cannot be stored in s3://x/y"),
        ({"data_dir": Path("/dev/null/x")}, "cannot be stored in /dev/null"),
    ],
)
def test_an_unusable_body_store_is_reported_with_advice(settings, expected):
    (finding,) = _bodies(Settings.from_values(**settings))
    assert finding.mark is Mark.WRONG and expected in finding.what and finding.advice


def test_checking_the_body_store_in_the_data_folder_leaves_no_file(tmp_path):
    (finding,) = _bodies(Settings.from_values(data_dir=tmp_path))
    assert finding.mark is Mark.GOOD
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_missing_browser_is_an_error_only_if_rendering_is_enabled(monkeypatch):
    assert list(_rendering(Settings())) == []
    (finding,) = _rendering(Settings.from_values(render=True, chromium="/nowhere/chromium"))
    assert finding.mark is Mark.WRONG and "/nowhere/chromium" in finding.what
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    (finding,) = _rendering(Settings.from_values(render=True))
    assert finding.mark is Mark.WRONG and "make render" in finding.what


@pytest.mark.parametrize(("name", "mark"), [("localhost", Mark.GOOD), ("nobody.invalid", Mark.DOUBTFUL)])
def test_a_host_name_that_cannot_be_resolved_gives_a_warning(monkeypatch, name, mark):
    monkeypatch.setattr("garner.cli.commands.doctor.A_NAME", name)
    (finding,) = _names(Settings())
    assert finding.mark is mark


@pytest.mark.parametrize(
    ("settings", "marks"),
    [
        ({}, [Mark.GOOD]),
        ({"jwt_secret": "short"}, [Mark.DOUBTFUL]),
        ({"jwt_secret": "a secret that is long enough to sign"}, [Mark.GOOD]),
        ({"local_sign_in": "on"}, [Mark.GOOD]),
        ({"local_sign_in": "on", "host": "0.0.0.0"}, [Mark.GOOD, Mark.DOUBTFUL]),
        ({"local_sign_in": "auto", "host": "0.0.0.0"}, [Mark.GOOD]),
    ],
)
def test_a_short_secret_and_public_local_sign_in_give_warnings(settings, marks):
    found = list(_token_secret(Settings.from_values(**settings)))
    assert [finding.mark for finding in found] == marks
    assert "short" not in " ".join(finding.what for finding in found)


@pytest.mark.parametrize("mode", [0o700, 0o710, 0o740, 0o720, 0o704])
def test_a_data_folder_that_a_group_or_others_can_read_is_reported(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    findings = _data_folder(Settings.from_values(data_dir=folder))
    told = [finding for finding in findings if "have access" in str(finding)]
    assert bool(told) == (mode not in (0o700, 0o710))
