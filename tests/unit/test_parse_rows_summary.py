"""The summary of failed rows that `garner parse` prints for a table."""

from datetime import UTC, datetime

from garner.cli.commands.parse_rows import MAX_REASONS, reason_lines
from garner.store.jobs.job_causes import FailureCause


def causes(count: int) -> list[FailureCause]:
    return [FailureCause("ERROR", f"code_{n}", 2, f"Reason {n}.", datetime.now(UTC)) for n in range(count)]


def test_reasons_are_counted_and_bounded() -> None:
    lines = [line.plain for line in reason_lines(causes(MAX_REASONS + 3), 2 * MAX_REASONS + 6)]
    assert lines[0] == "✗ 2 rows, code_0: Reason 0." and len(lines) == MAX_REASONS + 1
    assert lines[-1] == "… and 6 more rows"


def test_control_characters_are_removed_from_a_message() -> None:
    (line,) = reason_lines([FailureCause("ERROR", "bad_row", 1, "\x1b[2Jgone", datetime.now(UTC))], 1)
    assert "\x1b" not in line.plain
