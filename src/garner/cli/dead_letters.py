"""`garner dead-letters`: what ran out of attempts, by cause, and starting it anew."""

from typing import Annotated

import typer

from garner.cli.commands import BY, AsJson, clear_errors, operate, operators, print_json, print_table, tell_count
from garner.errors import InputError

app = operators("dead-letters", "See what ran out of attempts, and start it anew.")


@app.command("list")
def list_causes(as_json: AsJson = False) -> None:
    """List what goes wrong, the commonest first.

    Example: `garner dead-letters list`
    """
    with clear_errors():
        from garner.api.shapes import CauseShape
        from garner.engine import operating

        shapes = [CauseShape.model_validate(cause) for cause in operate(operating.list_causes)]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                ("cause", "stage", "letters", "domains", "first", "last", "for example"),
                [
                    (one.cause, one.stage, one.letters, one.domains, one.first_at, one.last_at, one.example)
                    for one in shapes
                ],
            )


@app.command("show")
def show_letters(
    cause: Annotated[str | None, typer.Argument(metavar="[CAUSE]", help="Only these; all unless named.")] = None,
    after: Annotated[int | None, typer.Option(min=1, max=2**63 - 1, help="Those after this one.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Show the letters of a cause, the newest first.

    Example: `garner dead-letters show server_error`
    """
    with clear_errors():
        from garner.api.shapes import LetterShape
        from garner.engine import operating

        found = operate(lambda engine: operating.list_letters(engine, cause=cause, before=after, limit=limit))
        shapes = [LetterShape.model_validate(letter) for letter in found]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                ("id", "cause", "attempts", "when", "page", "message"),
                [(one.id, one.cause, one.attempts, one.created_at, one.url, one.message) for one in shapes],
            )


@app.command("replay")
def replay(
    ids: Annotated[list[int] | None, typer.Argument(metavar="[ID…]", min=1, max=2**63 - 1)] = None,
    cause: Annotated[str | None, typer.Option(help="All letters of this cause.")] = None,
    as_json: AsJson = False,
) -> None:
    """Start what is in letters anew, with all its attempts. Exits with 1 if there was nothing to replay.

    Examples: `garner dead-letters replay 17 18`, `garner dead-letters replay --cause server_error`
    """
    with clear_errors():
        from garner.engine import operating

        if bool(ids) == bool(cause):
            raise InputError("Name either letters or a --cause.")
        if cause:
            count = operate(lambda engine: operating.replay_cause(engine, cause, by=BY))
        else:
            count = operate(lambda engine: operating.replay_letters(engine, ids or [], by=BY))
        tell_count(count, "replayed", as_json=as_json)
