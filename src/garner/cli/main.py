"""`garner`: serve, work, parse, look after the database, and show what it can do."""

from pathlib import Path
from typing import Annotated

import typer

from garner import __version__
from garner.cli import crawl, dead_letters, domains, proxies
from garner.cli.commands import clear_errors
from garner.cli.commands import load_settings as _settings
from garner.core.record import Kind

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Turns URLs into clean, current records: recipes, products, job postings.",
)
database = typer.Typer(no_args_is_help=True, help="Look after the database.")
app.add_typer(database, name="db")
for operators in (domains, proxies, crawl, dead_letters):
    app.add_typer(operators.app)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"garner {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [GARNER_HOST, 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [GARNER_PORT, 8000]; 0 takes a free one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Worker processes beside the API [GARNER_WORKERS, 1].")] = None,
) -> None:
    """Serve the API, with workers beside it."""
    from garner.cli.serve import serve as run

    with clear_errors():
        run(_settings(host=host, port=port, workers=workers))


@app.command()
def worker(
    supervised: Annotated[
        bool, typer.Option("--supervised", hidden=True, help="Stop when standard input closes.")
    ] = False,
) -> None:
    """Work: fetch and extract, until stopped. Run as many as you like, on any machines."""
    from garner.cli.worker import work

    with clear_errors():
        work(_settings(), supervised=supervised)


@app.command()
def parse(
    sources: Annotated[list[str], typer.Argument(metavar="URL|FILE…", help="URLs, or files with one URL a line.")],
    kind: Annotated[Kind, typer.Option("-k", "--kind", help="What to look for.")] = Kind.RECIPE,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write records to this .jsonl or .csv.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Fetch again what is in the cache.")] = False,
) -> None:
    """Parse pages once, without a server. Exits with 1 if any failed."""
    from garner.cli.parse import parse as run

    with clear_errors():
        raise typer.Exit(run(_settings(logs=False), sources, kind, output, fresh=fresh))


@app.command()
def reparse(
    domain: Annotated[str | None, typer.Option(help="Only pages of this domain.")] = None,
    kind: Annotated[Kind | None, typer.Option("-k", "--kind", help="Only this kind of record.")] = None,
    since: Annotated[
        str | None, typer.Option(help="Only pages fetched since: 2026-01-31, or 36h, 7d, 4w ago.", metavar="WHEN")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many pages.")] = None,
    extractor: Annotated[
        str | None,
        typer.Option(help="Try this one instead of the current; called like garner.extract.extract.", metavar="M:F"),
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the records; without it they are only compared.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The whole report as JSON.")] = False,
) -> None:
    """Read kept pages again without fetching, and show what that would change; then apply it."""
    from datetime import UTC, datetime

    from garner.cli.reparse import parse_since
    from garner.cli.reparse import reparse as run
    from garner.store.reparse import Selection

    with clear_errors():
        moment = None if since is None else parse_since(since, datetime.now(UTC))
        selection = Selection(domain.strip().lower() if domain else None, kind, moment, limit)
        raise typer.Exit(run(_settings(logs=False), selection, extractor, apply=apply, as_json=as_json))


@app.command()
def doctor() -> None:
    """Check database, folders, clock and settings, and say what to do."""
    from garner.cli.doctor import doctor as run

    raise typer.Exit(run())


@app.command()
def demo(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the sample site; 0 takes a free one.", show_default=False)
    ] = 0,
    keep: Annotated[bool, typer.Option("--keep", help="Go on serving the sample site afterwards.")] = False,
) -> None:
    """Serve a small sample site and run a real job over it: the whole loop in a minute, without internet."""
    from garner.cli.demo import demo as run

    with clear_errors():
        raise typer.Exit(run(port, keep=keep))


@database.command("upgrade")
def upgrade() -> None:
    """Bring the database to the schema that this version needs."""
    from garner import wiring
    from garner.store import migrate

    with clear_errors(), wiring.database_url(_settings(logs=False), upgrade=True):
        typer.echo(f"The database has schema {migrate.head_revision()}.")
