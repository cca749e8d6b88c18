import io

import pytest
from rich.console import Console

from garner.cli.render import progress
from garner.cli.render.progress import FailureReason, metering


def test_each_reason_is_printed_once_and_at_most_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    written = io.StringIO()
    with metering(Console(file=written, width=80), 1) as meter:
        for second, reason in enumerate(
            (
                FailureReason("fetching the page", "fetching", under_way=True),
                FailureReason("[site] gets one request every 9 s; expected start at 12:00:09", "pace", under_way=False),
                FailureReason("[site] gets one request every 9 s; expected start at 12:00:10", "pace", under_way=False),
                FailureReason("it does not answer; next try at 12:30:00", "breaker", under_way=False),
                *[FailureReason("it does not answer; next try at 12:31:00", "breaker again", under_way=False)] * 5,
            )
        ):
            clock[0] = 100.0 + second
            meter.explain(reason)
    assert written.getvalue().splitlines() == [
        "garner: [site] gets one request every 9 s; expected start at 12:00:09. Press Ctrl-C to stop.",
        "garner: it does not answer; next try at 12:31:00. Press Ctrl-C to stop.",
    ]


def test_startup_time_does_not_lower_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    written = io.StringIO()
    with metering(Console(file=written, width=120), 1_000) as meter:
        for second in (60.0, *(60.0 + done / 10 for done in range(1, 101))):
            clock[0] = 100.0 + second
            meter.advance(failed=False)
    assert written.getvalue().splitlines()[0] == "garner: 51 of 1000 done, 0 failed, 10.0/s, about 95 s left"


def test_the_bar_measures_its_rate_from_the_first_finished_item() -> None:
    clock = [0.0]
    bar = progress.Progress(console=Console(file=io.StringIO()), get_time=lambda: clock[0], auto_refresh=False)
    meter = progress.Bar(bar, 100)
    for second in (60.0, 61.0, 62.0):
        clock[0] = second
        meter.advance(failed=False)
    assert progress._rate(bar.tasks[0]) == pytest.approx(1.0)
