"""`garner dead-letters`: list work that ran out of attempts, by cause, and replay it."""

from typing import TYPE_CHECKING, Annotated

import typer

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, operators, print_json
from garner.cli.render.tables import Column, print_named, print_table
from garner.cli.values import identifier
from garner.core.plurals import format_count
from garner.errors import InputError

if TYPE_CHECKING:
    from garner.api.admin.shapes import ReplayedShape
    from garner.engine import Engine

app = operators("dead-letters", "List work that ran out of attempts, and replay it.")

CAUSES = (
    Column("cause"),
    Column("stage", spare=4),
    Column("count"),
    Column("domains", spare=3),
    Column("first", spare=2),
    Column("last", spare=1),
    Column("example", folds=True),
)
LETTERS = (
    Column("id"),
    Column("cause"),
    Column("attempts", spare=3),
    Column("when", spare=2),
    Column("page", folds=True),
    Column("message", spare=1, folds=True),
)


@app.command("list", cls=Command)
def list_causes(as_json: AsJson = False) -> None:
    """List the causes of dead letters, most frequent first.

    Example: `garner dead-letters list`
    """
    with clear_errors():
        from garner.api.admin.shapes import CauseShape
        from garner.engine.operating import operating

        shapes = [CauseShape.model_validate(cause) for cause in operate(operating.list_causes)]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                CAUSES,
                [
                    (
                        shape.cause,
                        shape.stage,
                        shape.letters,
                        shape.domains,
                        shape.first_at,
                        shape.last_at,
                        shape.example,
                    )
                    for shape in shapes
                ],
                empty="No dead letters: nothing has run out of attempts.",
            )


@app.command("show", cls=Command)
def show_letters(
    cause: Annotated[str | None, typer.Argument(metavar="CAUSE", help="Only dead letters with this cause.")] = None,
    after: Annotated[int | None, typer.Option(metavar="ID", parser=identifier, help="Start after this ID.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Show the dead letters of a cause, newest first.

    Example: `garner dead-letters show server_error`
    """
    with clear_errors():
        from garner.api.admin.shapes import LetterShape
        from garner.engine.operating import operating

        letters = operate(lambda engine: operating.list_letters(engine, cause=cause, before=after, limit=limit))
        shapes = [LetterShape.model_validate(letter) for letter in letters]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                LETTERS,
                [
                    (shape.id, shape.cause, shape.attempts, shape.created_at, shape.url, shape.message)
                    for shape in shapes
                ],
                empty="No dead letters match.",
            )


@app.command("replay", cls=Command)
def replay(
    ids: Annotated[
        list[int] | None, typer.Argument(metavar="ID", parser=identifier, help="IDs of dead letters.")
    ] = None,
    cause: Annotated[str | None, typer.Option(metavar="CAUSE", help="All dead letters with this cause.")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay dead letters; attempts are counted from zero again. Exits with 1 if there is nothing to replay.

    Examples:

    - `garner dead-letters replay 17 18`
    - `garner dead-letters replay --cause server_error`
    """
    with clear_errors():
        if bool(ids) == bool(cause):
            raise InputError("Name either IDs, for example 17 18, or a cause, for example --cause server_error.")
        replayed, causes = operate(lambda engine: _replay(engine, ids or [], cause))
        if as_json:
            print_json(replayed, several=False)
        else:
            print(_summarize_replay(replayed))
            print_named("Already replayed", replayed.replayed_before)
            print_named("Unknown", replayed.unknown)
            if cause and not replayed.count:
                print(f"No dead letters have the cause {cause}. Existing causes: {', '.join(causes) or 'none'}.")
    if replayed.count == 0:
        raise typer.Exit(1)


async def _replay(engine: "Engine", ids: list[int], cause: str | None) -> "tuple[ReplayedShape, list[str]]":
    from garner.api.admin.shapes import ReplayedShape
    from garner.engine.operating import operating

    if not cause:
        return ReplayedShape.of(await operating.replay_letters(engine, ids, by=BY)), []
    replayed = ReplayedShape.of(await operating.replay_cause(engine, cause, by=BY))
    causes = [] if replayed.count else sorted({entry.cause for entry in await operating.list_causes(engine)})
    return replayed, causes


def _summarize_replay(replayed: "ReplayedShape") -> str:
    """Return the summary: `5 dead letters of 4 pages replayed.` A page may have several dead letters."""
    subjects = [(replayed.pages, "page", "pages"), (replayed.rows, "job row", "job rows")]
    named = " and ".join(format_count(*subject) for subject in subjects if subject[0])
    return f"{format_count(replayed.count, 'dead letter')}{f' of {named}' if named else ''} replayed."
