"""Sampling of frequent log events: some are logged, and the omitted ones are counted."""

import pytest
import structlog

from garner import observe
from garner.observe import ControllerDecided, DuplicatesEnded, ItemRetried, PageListed, PageRetried
from garner.observe.logs import EventLog, Sampler

RETRIED = ItemRetried("item", 7, "no_match", 1, 2.0)
DECIDED = ControllerDecided("claim_size_match", 32, "start")
LISTED = PageListed("items", 100, "2026-03-01T12:00:00+00:00|a", "2026-03-01T12:00:01+00:00|b", 3.0)


class Lines:
    """Captures the lines of an event log of this level, on a clock that the test controls."""

    def __init__(self, level: str) -> None:
        self.now = 0.0
        self._written = structlog.testing.CapturingLogger()
        self._log = EventLog(structlog.wrap_logger(self._written, processors=[]), level, lambda: self.now)

    def of(self, *events: observe.Event) -> list[tuple[str, str, dict]]:
        before = len(self._written.calls)
        for event in events:
            self._log(event)
        return [(call.method_name, call.kwargs["event"], call.kwargs) for call in self._written.calls[before:]]


@pytest.mark.parametrize(
    "event",
    [RETRIED, DECIDED, LISTED, PageRetried(3, "server_error", 4.0), DuplicatesEnded(7, 2000)],
    ids=lambda event: event.name(),
)
def test_decisions_and_boundaries_are_logged_at_info(event: observe.Event) -> None:
    [(method, name, fields)] = Lines("info").of(event)
    assert (method, name) == ("info", event.name()) and "left_out" not in fields
    assert Lines("warning").of(event) == []


def test_repeated_lines_are_sampled_and_the_next_line_counts_the_omitted_ones() -> None:
    lines = Lines("info")
    assert len(lines.of(*[RETRIED] * 1000)) == Sampler.max_lines
    lines.now += Sampler.seconds
    [(_, _, fields)] = lines.of(RETRIED)
    assert fields["left_out"] == 1000 - Sampler.max_lines
    [(_, _, fields)] = lines.of(RETRIED)
    assert "left_out" not in fields


def test_each_controller_and_each_list_is_sampled_separately() -> None:
    lines = Lines("info")
    lines.of(*[DECIDED] * 100, *[LISTED] * 100)
    assert len(lines.of(ControllerDecided("lease_match", 15_000, "start"))) == 1
    assert len(lines.of(PageListed("pending", 0, None, None, 1.0))) == 1


def test_ended_items_are_never_sampled() -> None:
    ended = observe.ItemEnded("item", 7, None, "product", "DONE", None, None)
    assert len(Lines("info").of(*[ended] * 100)) == 100


def test_debug_level_logs_all_lines() -> None:
    assert len(Lines("debug").of(*[RETRIED] * 100)) == 100
