from datetime import UTC, datetime, timedelta

import pytest

from garner.cli.doctor import Mark, _database, _guard, clock_skew, examine
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
