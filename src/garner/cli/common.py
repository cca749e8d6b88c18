"""Helpers of all commands: settings, errors in one line, and for operators' commands an engine, tables and JSON.

Slow imports are done where they are used: most commands need few of them, and `--help` none.
"""

import os
import pwd
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from typer.core import TyperCommand

from garner import settings
from garner.core.accounts.actor import ActionSource, AuditActor
from garner.errors import GarnerError, InputError
from garner.settings import Settings

if TYPE_CHECKING:
    from pydantic import BaseModel

    from garner.engine import Engine


def user_name() -> str:
    """Return the user's name according to the system; the environment could be set by any user."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # in a container the number may have no name
        return f"user {os.getuid()}"


T = TypeVar("T")
ModelT = TypeVar("ModelT", bound="BaseModel")
BY = AuditActor(f"{user_name()} on the command line", ActionSource.COMMAND)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn an expected error into one line and a non-zero exit, never a stack trace."""
    try:
        yield
    except GarnerError as error:
        raise _refusal(error.message) from None


def _refusal(message: str) -> typer.Exit:
    from garner.cli.render.cards import plain

    Console(stderr=True).print(f"[bold red]garner:[/] {escape(plain(message))}", highlight=False, soft_wrap=True)
    return typer.Exit(2)


def load_settings(*, logs: bool = True, **overrides: Any) -> Settings:
    loaded = settings.load(**{name: value for name, value in overrides.items() if value is not None})
    if logs:
        from garner.observe.logs import log_events

        log_events(loaded.observe.log_level, loaded.observe.log_format)
    return loaded


class Command(TyperCommand):
    """A command whose help omits the type of flags, and which reports an invalid value in one line, like any other
    error."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            raise _refusal(error.format_message().replace("Value error, ", "")) from None

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


def operators(name: str, help: str) -> typer.Typer:
    return typer.Typer(name=name, no_args_is_help=True, rich_markup_mode="markdown", help=help)


def operate(act: Callable[["Engine"], Awaitable[T]]) -> T:
    """Run an action with an engine on the database, as an operator. Warnings are logged, so that overriding a site's
    robots.txt is recorded."""
    from garner import wiring
    from garner.cli.running import run_async
    from garner.observe.logs import log_events

    loaded = load_settings(logs=False)
    log_events("warning", loaded.observe.log_format)

    async def run(url: str) -> T:
        async with wiring.open_engine(loaded, url) as (engine, _):
            return await act(engine)

    with wiring.database_url(loaded) as url:
        return run_async(run(url))


def validate_values(model: "type[ModelT]", values: dict[str, Any], hints: Mapping[str, str]) -> "ModelT":
    """Validate values with the model of the API. Errors are reported in the command's terms: by field, what to write
    instead."""
    from pydantic import ValidationError

    from garner.field_reasons import BODY, field_sentence, reason_of

    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else BODY
        raise InputError(hints.get(field) or field_sentence(field, reason_of(first).text)) from None


def print_json(*shapes: "BaseModel", several: bool = True) -> None:
    import orjson

    written = [shape.model_dump(mode="json", by_alias=True) for shape in shapes]
    print(orjson.dumps(written if several else written[0], option=orjson.OPT_INDENT_2).decode())
