from datetime import UTC, datetime, timedelta

import pytest

from garner.cli.doctor import Mark, _guard, clock_skew
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
