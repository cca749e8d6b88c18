"""Run the benchmarks and print a table of results against targets. A complete run is written to RESULTS.md."""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table

from bench import (
    api,
    catalogue,
    end_to_end,
    exports,
    extraction,
    fairness,
    fetch,
    grid,
    idle,
    ingest,
    ingest_beside,
    politeness,
    queue,
    search,
    simhash,
    streams,
)
from bench.result import Result
from bench.server import Server, started

RESULTS = Path(__file__).parent / "RESULTS.md"

Benchmark = Callable[[Server, bool], list[Result]]

BENCHMARKS: dict[str, Benchmark] = {
    "g1": queue.core_against_postgres,
    "g2": queue.core_against_peers,
    "g3": lambda server, quick: [
        *ingest.against_copy(server, quick),
        *ingest_beside.beside_other_work(server, quick),
    ],
    "g4": queue.lanes_against_no_lanes,
    "g5": queue.with_a_transaction_held_open,
    "g6": politeness.over_several_processes,
    "g7": lambda server, quick: fetch.run(),
    "g8": end_to_end.from_request_to_record,
    "g9": exports.against_writers,
    "g10": lambda server, quick: [
        *api.against_a_bare_route(server, quick),
        *streams.lag_of_five_hundred(server, quick),
    ],
    "g11": grid.pages_of_millions,
    "g12": lambda server, quick: extraction.run(quick),
    "g13": lambda server, quick: simhash.run(quick),
    "g14": lambda server, quick: [
        *search.search_a_million(server, quick),
        *catalogue.list_a_million(server, quick),
    ],
    "g17": idle.doing_nothing,
    "g15": lambda server, quick: [
        *fairness.small_beside_huge(server, quick),
        *fairness.pages_beside_huge(server, quick),
    ],
}


def main() -> None:
    arguments = _arguments()
    console = Console(width=None if sys.stdout.isatty() else 200)
    results: list[Result] = []
    broken: list[str] = []
    with started() as server:
        for target in arguments.only:
            try:
                measured = BENCHMARKS[target](server, arguments.quick)
            except Exception:  # one that breaks must not take the others' figures with it
                console.print_exception()
                broken.append(target.upper())
                continue
            for result in measured:
                console.print(*_row(result), sep="  ", highlight=False)
            results += measured
        surroundings = _surroundings(server, arguments)
    console.print(_table(results))
    console.print(f"{sum(result.met for result in results)} of {len(results)} targets met")
    if broken:
        sys.exit(f"Benchmarks that failed: {', '.join(broken)}")
    if set(arguments.only) == set(BENCHMARKS):  # a part of the table must not take the place of the whole
        RESULTS.write_text(_page(results, surroundings))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only",
        type=_targets,
        default=list(BENCHMARKS),
        metavar="G1,G4",
        help=f"run only these of {', '.join(BENCHMARKS)}",
    )
    parser.add_argument("--quick", action="store_true", help="run shorter rounds, with less precise figures")
    return parser.parse_args()


def _targets(text: str) -> list[str]:
    targets = [target.strip().lower() for target in text.split(",")]
    if unknown := set(targets) - set(BENCHMARKS):
        raise argparse.ArgumentTypeError(f"unknown benchmark: {', '.join(sorted(unknown))}")
    return targets


def _row(result: Result) -> tuple[str, ...]:
    met = "met" if result.met else "MISSED"
    return result.target, result.what, f"{result.ratio:.2f} ×", f"{result.wanted:g} ×", met, result.detail


HEADINGS = ("target", "what", "ratio", "wanted", "", "detail")


def _table(results: Sequence[Result]) -> Table:
    table = Table(*HEADINGS)
    for result in results:
        table.add_row(*_row(result), style="" if result.met else "red")
    return table


def _page(results: Sequence[Result], surroundings: dict[str, str]) -> str:
    lines = [
        "# Measured",
        "",
        "Ratios of one run on one machine, the contenders taking turns, each figure the median of its rounds.",
        "",
        *(f"* {name}: {value}" for name, value in surroundings.items()),
        "",
        f"| {' | '.join(HEADINGS)} |",
        f"|{'---|' * len(HEADINGS)}",
        *(f"| {' | '.join(_row(result))} |" for result in results),
    ]
    return "\n".join(lines) + "\n"


def _surroundings(server: Server, arguments: argparse.Namespace) -> dict[str, str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    with psycopg.connect(server.url) as connection:
        version = connection.execute("show server_version").fetchone()
    assert version is not None
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": _commit(),
        "machine": f"{os.cpu_count()} cores, {memory:.0f} GB, load {os.getloadavg()[1]:.1f} at the end",
        "PostgreSQL": f"{version[0]}, fsync and synchronous_commit on",
        "Python": platform.python_version(),
        "rounds": "quick" if arguments.quick else "full",
    }


def _commit() -> str:
    answer = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or "unknown"


if __name__ == "__main__":
    main()
