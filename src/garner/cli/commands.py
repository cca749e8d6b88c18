"""What commands have in common: settings, errors in one line, and for operators' commands an engine, tables and JSON.

Whatever takes long to import is imported where it is used: most commands need little of it, and `--help` nothing.
"""

import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from garner import settings
from garner.errors import GarnerError, InputError
from garner.observe.logs import log_events
from garner.settings import Settings

if TYPE_CHECKING:
    from pydantic import BaseModel

    from garner.engine import Engine

T = TypeVar("T")
ModelT = TypeVar("ModelT", bound="BaseModel")
BY = "command line"
WIDE = 160  # columns of a table that nobody looks at

AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]


@contextmanager
def clear_errors() -> Iterator[None]:
    """What goes wrong on purpose is one line and a non-zero exit, never a stack trace."""
    try:
        yield
    except GarnerError as error:
        errors = Console(stderr=True)
        errors.print(f"[bold red]garner:[/] {escape(error.message)}", highlight=False, soft_wrap=True)
        raise typer.Exit(2) from None


def load_settings(*, logs: bool = True, **overrides: object) -> Settings:
    loaded = settings.load(**{name: value for name, value in overrides.items() if value is not None})
    if logs:
        log_events(loaded.log_level, loaded.log_format)
    return loaded


def operators(name: str, help: str) -> typer.Typer:
    return typer.Typer(name=name, no_args_is_help=True, rich_markup_mode="markdown", help=help)


def operate(act: Callable[["Engine"], Awaitable[T]]) -> T:
    """Does something with an engine on the database, as an operator. Warnings are logged, so that overriding a
    site's robots.txt leaves its line."""
    from garner import wiring
    from garner.cli.running import run_async

    loaded = load_settings(logs=False)
    log_events("warning", loaded.log_format)

    async def run(url: str) -> T:
        async with wiring.open_engine(loaded, url) as (engine, _):
            return await act(engine)

    with wiring.database_url(loaded) as url:
        return run_async(run(url))


def checked(model: "type[ModelT]", values: dict[str, Any]) -> "ModelT":
    """What the API would take is what a command takes."""
    from pydantic import ValidationError

    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{field}: {reason}." if field else f"{reason}.") from None


def print_json(*shapes: "BaseModel", several: bool = True) -> None:
    import orjson

    written = [shape.model_dump(mode="json", by_alias=True) for shape in shapes]
    print(orjson.dumps(written if several else written[0], option=orjson.OPT_INDENT_2).decode())


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    if not rows:
        print("None.")
        return
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(escape(shown(cell)) for cell in row))
    Console(width=None if sys.stdout.isatty() else WIDE).print(table, highlight=False)


def print_facts(facts: Sequence[tuple[str, object]]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, fact in facts:
        table.add_row(f"[dim]{name}[/]", escape(shown(fact)))
    Console(width=None if sys.stdout.isatty() else WIDE).print(table, highlight=False)


def shown(cell: object) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime):
        return cell.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(cell, float):
        return f"{cell:g}"
    if isinstance(cell, (list, tuple)):
        return ", ".join(map(str, cell))
    return str(cell)


def tell_count(count: int, what: str, *, as_json: bool = False) -> None:
    """How many it concerned; none at all is a failure."""
    if as_json:
        print(f'{{"count": {count}}}')
    else:
        print(f"{count} {what}.")
    if count == 0:
        raise typer.Exit(1)
