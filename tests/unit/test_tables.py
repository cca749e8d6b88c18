"""Tables for operators on a terminal of 80 columns: complete domains, URLs and causes."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from rich.console import Console

from garner.cli.operators import crawl, dead_letters, domains, proxies
from garner.cli.render.tables import Column, columns_for, duration, format_cell, print_named, print_table, table_of

DOMAIN = "a-rather-long-name.of-a-shop.example:8443"
URL = f"https://{DOMAIN}/products/kitchen/pans/a-pan-with-a-long-name-and-a-lid?colour=red&size=28"
CAUSE = "too_many_redirects"
WHEN = datetime(2026, 11, 15, 10, 38, 18, tzinfo=UTC)
ROWS = {
    "crawl": (crawl.LISTED, (1234567, URL, "completed", "product", 5, "7h30m", WHEN, CAUSE), (URL, CAUSE)),
    "errors": (crawl.ERRORS, (1234567, WHEN, "http", CAUSE, URL, "It went wrong " * 9), (URL, CAUSE)),
    "domains": (
        domains.LISTED,
        (DOMAIN, "breaker open", "1 s (default)", "5 (default)", "obeyed", 1, 10000, 10000, WHEN, CAUSE),
        (DOMAIN, CAUSE),
    ),
    "causes": (dead_letters.CAUSES, (CAUSE, "crawl", 5, 2, WHEN, WHEN, "It went wrong " * 9), (CAUSE,)),
    "letters": (dead_letters.LETTERS, (1234567, CAUSE, 3, WHEN, URL, "It went wrong " * 9), (URL, CAUSE)),
    "proxies": (
        proxies.LISTED,
        (7, f"socks5://{DOMAIN}", "me", "failing", 12, 3456, "not known yet", "120 ms", WHEN, "3 domains", "1.20"),
        (f"socks5://{DOMAIN}",),
    ),
}


def written(width: int, columns: tuple[Column, ...], row: tuple[object, ...]) -> list[str]:
    cells = [[format_cell(cell) for cell in row]]
    console = Console(file=io.StringIO(), width=width)
    console.print(table_of(width, columns, cells), highlight=False)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]  # the StringIO above


@pytest.mark.parametrize("width", [80, 100, 120, 160])
@pytest.mark.parametrize("table", ROWS)
def test_values_needed_by_the_next_command_are_never_shortened(table: str, width: int) -> None:
    columns, row, needed = ROWS[table]
    lines = written(width, columns, row)
    assert not any("…" in line or len(line) > width for line in lines)
    for value in needed:
        if value != URL:
            assert any(value in line for line in lines), lines
            continue
        start = next(line.index("https://") for line in lines if "https://" in line)
        assert "".join(line[start:].split("  ")[0].strip() for line in lines[3:]).startswith(URL), lines


def test_a_table_has_the_computed_width() -> None:
    columns = tuple(Column(letter * 9, spare=place) for place, letter in enumerate("abcdef"))
    for width in range(20, 90):
        names = "".join(written(width, columns, ("–",) * 6))
        wanted = columns_for(width, columns, [["–"] * 6])
        assert all(column.name in names for column in wanted), width


def test_cells_that_do_not_fit_are_folded_and_not_truncated() -> None:
    columns = (Column("domain"), Column("state", folds=True), Column("cause"))
    lines = written(40, columns, ("x" * 60, "y " * 20, "z" * 30))
    assert [sum(line.count(letter) for line in lines) for letter in "xyz"] == [60, 20, 30]
    assert all(len(line) <= 40 for line in lines)


def test_the_least_needed_columns_are_dropped_first() -> None:
    columns = (Column("id"), Column("much", spare=1), Column("little", spare=2), Column("page", folds=True))
    cells = [["1", "m" * 20, "l" * 20, "p" * 100]]

    def kept(width: int) -> list[str]:
        return [column.name for column in columns_for(width, columns, cells)]

    assert kept(200) == kept(80) == ["id", "much", "little", "page"]
    assert kept(70) == ["id", "much", "page"]
    assert kept(40) == kept(5) == ["id", "page"]


def test_a_pipe_gets_all_columns_and_one_line_per_row(capsys: pytest.CaptureFixture[str]) -> None:
    columns, row, _ = ROWS["crawl"]
    print_table(columns, [row, row], empty="None.")
    lines = [line for line in capsys.readouterr().out.splitlines() if "1234567" in line]
    assert len(lines) == 2 and all(format_cell(cell) in line for line in lines for cell in row)


def test_cells_have_time_zones_and_no_control_characters() -> None:
    assert (
        format_cell(WHEN.astimezone()).startswith("2026-")
        and format_cell(WHEN)[-1].isalnum()
        and len(format_cell(WHEN)) > 20
    )
    assert [format_cell(cell) for cell in (None, [], True, False, 0.5, ["a", "b"], "a\x1b[31m\nb")] == (
        ["–", "–", "yes", "no", "0.5", "a, b", "a[31m b"]
    )


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (timedelta(days=1), "1d"),
        (timedelta(hours=6), "6h"),
        (timedelta(hours=7.5), "7h30m"),
        (timedelta(days=3650), "3650d"),
        (timedelta(days=1, minutes=1, seconds=1), "1d1m"),
        (timedelta(seconds=45), "45s"),
        (timedelta(0), "0s"),
    ],
)
def test_a_duration_is_formatted_as_commands_accept_it(span: timedelta, text: str) -> None:
    assert duration(span) == text


def test_names_are_listed_up_to_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    print_named("Not known", [])
    assert capsys.readouterr().out == ""
    print_named("Not known", list(range(12)))
    out = capsys.readouterr().out
    assert out.startswith("Not known:\n  0\n") and out.endswith("  9\n  … and 2 more; --json lists all\n")
