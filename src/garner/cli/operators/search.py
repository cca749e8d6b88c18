"""`garner search`: search the records of the database, and index them again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, print_json
from garner.cli.render.tables import Column, print_table
from garner.core.plurals import format_count
from garner.core.record import Kind

if TYPE_CHECKING:
    from garner.engine import Engine
    from garner.search.port import SearchAnswer

QUERY = "query"
HITS = (Column("score", spare=3), Column("kind", spare=2), Column("title", folds=True), Column("url", folds=True))


class SearchGroup(TyperGroup):
    """A group whose arguments are a query, unless the first names a command."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            args = [QUERY, *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="search",
    cls=SearchGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Search the records of the catalogue: `garner search cast iron pan`.",
)


@app.command(QUERY, cls=Command, hidden=True)
def search(
    words: Annotated[list[str], typer.Argument(help='Words, "a phrase", prefix* and -exclusion.')],
    kind: Annotated[Kind | None, typer.Option(help="Kind of record.")] = None,
    user: Annotated[str | None, typer.Option(help="Email address of a user whose own records to search too.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=50, help="Maximum number of hits.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Search the records of the catalogue."""
    with clear_errors():
        from garner.api.faces.catalogue.shapes import SearchPage

        answer = operate(lambda engine: _search(engine, " ".join(words), kind, user, limit))
        if as_json:
            print_json(SearchPage.of(answer), several=False)
            return
        for correction in answer.corrections:
            print(f"Searched for {correction.meant!r} instead of {correction.typed!r}.")
        if answer.is_partial:
            print("No record has all words. These have some of them:")
        rows = [(f"{hit.score:.3f}", hit.kind, hit.title, hit.url) for hit in answer.hits]
        print_table(HITS, rows, empty="Nothing was found. Records are indexed a few seconds after they are saved.")


@app.command(cls=Command)
def reindex() -> None:
    """Index all records and saved recipes again. It can be stopped at any time: workers continue where it ended.

    Example: `garner search reindex`
    """
    with clear_errors():
        print(f"Indexed {format_count(operate(_reindex), 'record')}.")


async def _search(engine: "Engine", text: str, kind: Kind | None, email: str | None, limit: int) -> "SearchAnswer":
    from garner.engine.people.accounts import user_of_address
    from garner.search.port import SearchRequest, Viewer
    from garner.wiring.searching import open_searches

    user_id = None if email is None else (await user_of_address(engine, email)).user_id
    request = SearchRequest(text, Viewer(user_id), kind, limit=limit, with_facets=True)
    return await open_searches(engine).search(request)


async def _reindex(engine: "Engine") -> int:
    from garner.engine.asking.search import start_reindexing
    from garner.search.indexer import SearchIndexer

    await start_reindexing(engine, by=BY)
    indexer = SearchIndexer(engine.database)
    while await indexer.run_once():
        pass
    return indexer.indexed
