"""`garner`: serve, work, parse, manage the database, and show a demonstration."""

from pathlib import Path
from typing import Annotated

import typer

from garner import __version__
from garner.cli.common import Command, clear_errors
from garner.cli.common import load_settings as _settings
from garner.cli.operators import audit, crawl, dead_letters, domains, parsers, proxies, search, sites, users
from garner.core.record import AUTO, Kind
from garner.errors import InputError
from garner.kinds.registry import DEFAULT_KIND, RECORDS_OF_ALL_KINDS, AutoOrKind

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help=f"Turn URLs, spreadsheets and pictures into clean, current records: {RECORDS_OF_ALL_KINDS}.",
)
database = typer.Typer(no_args_is_help=True, help="Manage the database.")
app.add_typer(database, name="db")
for operators in (sites, domains, proxies, crawl, dead_letters, parsers, search, users, audit):
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


@app.command(cls=Command)
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [GARNER_HOST, 127.0.0.1].")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on [GARNER_PORT, 8000]; 0 picks a free port.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Number of worker processes [GARNER_WORKERS, 1].")] = None,
) -> None:
    """Start the server: the page, the API and its workers."""
    from garner.cli.serving.serve import serve as run

    with clear_errors():
        run(_settings(host=host, port=port, workers=workers))


@app.command(cls=Command)
def worker(
    supervised: Annotated[
        bool, typer.Option("--supervised", hidden=True, help="Stop when standard input closes.")
    ] = False,
) -> None:
    """Start a worker, which fetches pages and extracts records until stopped. Any number can run, on any machines."""
    from garner.cli.serving.worker import work, work_for_server

    with clear_errors():
        if supervised:
            work_for_server(_settings)
        else:
            work(_settings())


@app.command(cls=Command)
def parse(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="URL|FILE…", help="URLs, files with one URL per line, or a table: .csv, .xlsx, .jsonl …"
        ),
    ],
    kind: Annotated[
        AutoOrKind | None,
        typer.Option("-k", "--kind", help="Kind of record to extract.", show_default="recipe; auto for a table"),
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Output file: .jsonl, .csv or .xlsx.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Fetch pages again, even if they are in the cache.")] = False,
    timeout: Annotated[
        float | None,
        typer.Option(min=0.1, metavar="SECONDS", help="Stop after this time. Unfinished pages count as failed."),
    ] = None,
    llm: Annotated[bool, typer.Option("--llm", help="Use the language model for what nothing else finds.")] = False,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map", metavar="NAME=COLUMN", help="Map a column of a table, for example title=Artikel; repeatable."
        ),
    ] = None,
    dedupe: Annotated[bool, typer.Option("--dedupe", help="Skip rows of a table that repeat an earlier row.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Process a table from the start, even if it was processed before.")
    ] = False,
) -> None:
    """Parse pages once, without a server. Exits with 1 if any page or row failed.

    While there is no result, the command shows what it is waiting for: for example the request rate of a site, or a
    site that does not answer.

    The rows of a table become a job, as for an upload: rows with a URL are fetched, other rows are matched to the
    catalogue, and the results are written when all rows are done. If the command is interrupted, run it again to
    continue where it stopped.
    """
    from garner.cli.commands.match import read_mapping
    from garner.cli.commands.parse import parse as run
    from garner.cli.commands.parse_rows import RowsWanted, parse_rows, rows_among
    from garner.engine.files.uploads import UploadOptions

    with clear_errors(), rows_among(sources, output, kind) as table:
        settings = _settings(logs=False)
        if table is None:
            if mapping or dedupe or again:
                raise InputError("--map, --dedupe and --again can only be used with a table.")
            asked = Kind(kind or DEFAULT_KIND)
            raise typer.Exit(run(settings, sources, asked, output, fresh=fresh, timeout=timeout, use_llm=llm))
        if fresh:
            raise InputError("--fresh can only be used with pages, not with a table.")
        columns = read_mapping(mapping) if mapping else None
        options = UploadOptions(kind or AUTO, columns, dedupe, llm)
        raise typer.Exit(parse_rows(settings, table, RowsWanted(output, options, again, timeout)))


@app.command(cls=Command)
def extract(
    source: Annotated[
        str | None,
        typer.Argument(metavar="FILE|URL|-", help="A saved page (also .gz), a URL, or - for standard input."),
    ] = None,
    kind: Annotated[
        AutoOrKind, typer.Option("-k", "--kind", help="Kind of record; auto picks the most confident.")
    ] = "auto",
    url: Annotated[str | None, typer.Option(metavar="URL", help="URL of a saved page.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the source of each field, for every kind.")] = False,
    batch: Annotated[
        Path | None,
        typer.Option(metavar="IN.JSONL", help="List of saved pages, with a line {id, url, html_path, kind?} for each."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Output file of --batch: .jsonl or .jsonl.gz.")
    ] = None,
    no_site_parsers: Annotated[
        bool, typer.Option("--no-site-parsers", help="Do not use parsers for specific sites.")
    ] = False,
    llm: Annotated[bool, typer.Option("--llm", help="Use the language model for what nothing else finds.")] = False,
) -> None:
    """Extract the record of a page, without a database. Exits with 1 if there is none.

    With `--batch`, extract many saved pages on all cores. The output has a line
    `{id, kind, record, confidence, strategy, warnings, error}` for each page, in order; `record` is null if nothing was
    found. Exits with 1 if any line has an `error`. Files may be gzipped.
    """
    with clear_errors():
        if (source is None) == (batch is None):
            raise InputError("Name one page, or a list of pages with --batch.")
        if batch is not None and (url is not None or explain or llm):
            raise InputError("--url, --explain and --llm cannot be used with --batch.")
        if batch is None and output is not None:
            raise InputError("-o can only be used with --batch. The record of one page is written to standard output.")
        settings, site_parsers = _settings(logs=False), not no_site_parsers
        if batch is not None:
            from garner.cli.commands.batch import extract_batch

            raise typer.Exit(extract_batch(settings, batch, output, kind, site_parsers=site_parsers))
        from garner.cli.commands.extract import extract as run

        asked = {"explain": explain, "site_parsers": site_parsers, "use_llm": llm}
        raise typer.Exit(run(settings, str(source), kind, url, **asked))


@app.command(cls=Command)
def match(
    rows: Annotated[
        Path, typer.Argument(metavar="ROWS", help="Rows: .jsonl, .csv, .tsv, .xlsx or .ods, with any column names.")
    ],
    catalogue: Annotated[Path, typer.Option("--catalogue", metavar="FILE", help="Products, in any of these formats.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Output file: .jsonl or .jsonl.gz.")] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="NAME=COLUMN", help="Map a column, for example title=Artikel; repeatable."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add the evidence for and against each candidate.")
    ] = False,
    one_to_one: Annotated[
        bool, typer.Option("--one-to-one", help="Match each product only to the row that fits it best.")
    ] = False,
) -> None:
    """Match rows to a catalogue of products, without a database. Exits with 1 if a line cannot be read.

    The output has a line `{id, match, score, candidates}` for each row, in order. `match` is the id of an entry, or
    null if no entry is the same product. `candidates` are the best five products with their scores, and `offers` the
    other entries of the matched product. A row that several products fit equally well has the `reason` ambiguous. A
    row without an id is identified by its line number. A line that cannot be read has an `error`. Files may be gzipped.
    """
    from garner.cli.commands.match import match as run
    from garner.cli.commands.match import read_mapping

    with clear_errors():
        wanted = read_mapping(mapping or ())
        raise typer.Exit(run(catalogue, rows, output, wanted, explain=explain, one_to_one=one_to_one))


@app.command(cls=Command)
def fixture(
    source: Annotated[str, typer.Argument(metavar="URL|FILE", help="URL of a stored page, or a saved page.")],
    kind: Annotated[
        AutoOrKind, typer.Option("-k", "--kind", help="Kind of record; auto picks the most confident.")
    ] = "auto",
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the test; by default, from the URL.")
    ] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="URL of a saved page.")] = None,
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder of the test pages.")] = Path("tests/pages"),
) -> None:
    """Create a test from a page: the page and its expected record, side by side.

    The record is what is extracted now. Correct it by hand if it is wrong. `make test` then checks extraction against
    it.
    """
    from garner.cli.commands.fixture import capture

    with clear_errors():
        raise typer.Exit(capture(_settings(logs=False), source, kind, name, url, into))


@app.command(cls=Command)
def reparse(
    domain: Annotated[str | None, typer.Option(metavar="DOMAIN", help="Only pages of this domain.")] = None,
    kind: Annotated[Kind | None, typer.Option("-k", "--kind", help="Only this kind of record.")] = None,
    since: Annotated[
        str | None,
        typer.Option(help="Only pages fetched since 2026-01-31, or in the last 36h, 7d or 4w.", metavar="WHEN"),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Maximum number of pages.")] = None,
    extractor: Annotated[
        str | None,
        typer.Option(help="Extractor to use instead of the current one; see the example.", metavar="MODULE:FUNCTION"),
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the records. Without this option, they are only compared.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")] = False,
) -> None:
    """Extract stored pages again without fetching, and show what would change; `--apply` writes it. Exits with 1 if the
    extractor fails on any page.

    Examples:

    - `garner reparse --domain shop.example --since 7d`
    - `garner reparse --extractor mine:loud`, with a file `mine.py` in the current folder:

    ```python
    from dataclasses import replace
    from garner.extraction import extract

    def loud(body, *, url, charset, kinds):
        found = extract(body, url=url, charset=charset, kinds=kinds)
        return replace(found, records={kind: shout(r) for kind, r in found.records.items()})

    def shout(record):
        data = {**record.data, "title": str(record.data.get("title") or "").upper()}
        return replace(record, data=data, extractor_version="loud-1")
    ```
    """
    from datetime import UTC, datetime

    from garner.cli.operators.reparse import parse_since
    from garner.cli.operators.reparse import reparse as run
    from garner.store.records.reparse import ReparseSelection

    with clear_errors():
        moment = None if since is None else parse_since(since, datetime.now(UTC))
        selection = ReparseSelection(domain.strip().lower() if domain else None, kind, moment, limit)
        raise typer.Exit(run(_settings(logs=False), selection, extractor, apply=apply, as_json=as_json))


@app.command(cls=Command)
def doctor() -> None:
    """Check the database, folders, clock and settings, and suggest how to fix problems.

    The settings are those of this shell and its `.env` file. A running server may have others.
    """
    from garner.cli.commands.doctor import doctor as run

    raise typer.Exit(run())


@app.command(cls=Command)
def demo(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the sample site; 0 picks a free port.", show_default=False)
    ] = 0,
    keep: Annotated[bool, typer.Option("--keep", help="Keep serving the sample site afterwards.")] = False,
) -> None:
    """Run a real job on a small sample site, in about a minute and without internet."""
    from garner.cli.commands.demo import demo as run

    with clear_errors():
        raise typer.Exit(run(port, keep=keep))


@database.command("upgrade", cls=Command)
def upgrade() -> None:
    """Upgrade the database to the schema that this version needs."""
    from garner.cli.commands.db_upgrade import upgrade as run

    with clear_errors():
        run(_settings(logs=False))
