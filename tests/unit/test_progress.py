import io

import pytest
from rich.console import Console

from garner.cli import progress
from garner.cli.progress import Reason, metering


def test_reasons_are_told_once_each_and_not_more_often_than_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    written = io.StringIO()
    with metering(Console(file=written, width=80), 1) as meter:
        for second, reason in enumerate(
            (
                Reason("fetching the page", "fetching", under_way=True),
                Reason("[site] is called every 9 s; its turn comes at about 12:00:09", "pace", under_way=False),
                Reason("[site] is called every 9 s; its turn comes at about 12:00:10", "pace", under_way=False),
                Reason("it does not answer; next try at 12:30:00", "breaker", under_way=False),
                *[Reason("it does not answer; next try at 12:31:00", "breaker again", under_way=False)] * 5,
            )
        ):
            clock[0] = 100.0 + second
            meter.explain(reason)
    assert written.getvalue().splitlines() == [
        "garner: [site] is called every 9 s; its turn comes at about 12:00:09. Ctrl-C stops.",
        "garner: it does not answer; next try at 12:31:00. Ctrl-C stops.",
    ]
