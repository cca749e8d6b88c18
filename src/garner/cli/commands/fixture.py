"""`garner fixture`: turn a page and its expected record into a test.

The page is written as it was received, so that its charset is tested too; a large one is gzipped. Beside it, a JSON
file holds its URL and expected record. `tests/unit/test_pages.py` runs over all of them.
"""

import gzip
import os
import re
from pathlib import Path

import orjson
from rich.console import Console
from rich.text import Text

from garner import wiring
from garner.blobs import unpack
from garner.cli.commands.extract import AUTO, NOTHING_FOUND, kinds_asked
from garner.cli.commands.isolated_reader import isolated_extractors
from garner.cli.page_files import read_page
from garner.cli.page_list import is_url
from garner.cli.render.writing import translate_write_errors
from garner.cli.running import run_async
from garner.core.record import Kind, Record
from garner.core.urls.page_url import parse_page_url
from garner.errors import InputError, NotFound
from garner.extraction.submitted import SubmittedPage, extract_submitted
from garner.kinds.fields import in_order
from garner.settings import Settings
from garner.store.crawl import bodies

PLAIN_BYTES = 50_000  # a larger page is gzipped
MAX_NAME_LENGTH = 80
_NO_NAME = re.compile(r"[^a-z0-9]+")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def capture(settings: Settings, source: str, kind: str, name: str | None, url: str | None, into: Path) -> int:
    console = Console(stderr=True)
    _require_usable(name, into)
    kinds = kinds_asked(kind)
    page = _kept_page(settings, source, kinds, url) if is_url(source) else _saved_page(settings, source, kinds, url)
    with isolated_extractors(settings) as extractors:
        record = next(iter(run_async(extractors.run(extract_submitted, page)).best_first), None)
    if record is None:
        what = "record" if kind == AUTO else kind
        console.print(Text(f"garner: There is no {what} on this page, so nothing was written.", style="yellow"))
        return NOTHING_FOUND
    written = write(into, name or _name_of(source), page, record)
    console.print(
        Text(f"Written: {', '.join(map(str, written))} ({_describe_record(record)}).", style="dim"), soft_wrap=True
    )
    return 0


def _require_usable(name: str | None, into: Path) -> None:
    if name is not None and not _NAME.fullmatch(name):
        raise InputError(f"{name!r} is not a valid name. Use letters, digits, dots, dashes and underscores.")
    if name is not None and len(name) > MAX_NAME_LENGTH:
        raise InputError(f"The name has {len(name)} characters. The maximum is {MAX_NAME_LENGTH}.")
    with translate_write_errors(into):
        if not into.parent.is_dir():
            raise InputError(f"There is no folder {into.parent}. Name another with --into.")
        if into.exists() and not into.is_dir():
            raise InputError(f"{into} is not a folder.")


def _saved_page(settings: Settings, source: str, kinds: tuple[Kind, ...], url: str | None) -> SubmittedPage:
    address = "" if url is None else parse_page_url(url, allow_private=True).original
    return SubmittedPage(read_page(source, settings.fetch.max_bytes), address, kinds)


def _kept_page(settings: Settings, source: str, kinds: tuple[Kind, ...], url: str | None) -> SubmittedPage:
    if url is not None:
        raise InputError("--url can only be used with a saved page.")
    with wiring.database_url(settings) as database:
        return run_async(_find_kept(settings, database, source, kinds))


async def _find_kept(settings: Settings, database: str, source: str, kinds: tuple[Kind, ...]) -> SubmittedPage:
    wanted = parse_page_url(source, allow_private=True)
    async with wiring.open_engine(settings, database) as (engine, _):
        async with engine.database.connection() as connection:
            kept = await bodies.find(connection, wanted.hash)
        if kept is None:
            raise NotFound(f"{source} is not stored. Run `garner parse {source}` to fetch it first.")
        body = unpack(await engine.blobs.get_packed(kept.html_path), settings.fetch.max_bytes)
        return SubmittedPage(body, kept.url, kinds, kept.charset)


def _name_of(source: str) -> str:
    """Return a file name: `pot-example-soup` for `https://www.pot.example/soup.html?from=mail`."""
    bare = (
        re.sub(r"^https?://(?:www\.)?", "", source.lower()).partition("?")[0] if is_url(source) else Path(source).name
    )
    return _NO_NAME.sub("-", re.sub(r"(?:\.x?html?)?(?:\.gz)?$", "", bare)).strip("-")[:MAX_NAME_LENGTH] or "page"


def write(into: Path, name: str, page: SubmittedPage, record: Record) -> tuple[Path, Path]:
    plain, packed, expected = (into / f"{name}{suffix}" for suffix in (".html", ".html.gz", ".json"))
    # All three, because otherwise it would be ambiguous which page is meant; a dangling link counts as existing too.
    for path in (plain, packed, expected):
        if os.path.lexists(path):
            raise InputError(f"{path} already exists. Choose another --name, or delete it first.")
    data = in_order(record.kind, record.data)
    fixture = {"url": page.url, "charset": page.charset, "kind": record.kind.value, "record": data}
    small = len(page.body) <= PLAIN_BYTES
    body = plain if small else packed
    with translate_write_errors(into):
        into.mkdir(exist_ok=True)
    _write_new(body, page.body if small else gzip.compress(page.body, mtime=0))
    _write_new(expected, orjson.dumps(fixture, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return body, expected


def _write_new(path: Path, content: bytes) -> None:
    with translate_write_errors(path), path.open("xb") as stream:
        stream.write(content)


def read(expected: Path) -> tuple[SubmittedPage, Kind, dict[str, object]]:
    """Read a fixture: the page, the kind of its record, and the expected record."""
    fixture = orjson.loads(expected.read_bytes())
    plain = expected.with_suffix(".html")
    body = plain.read_bytes() if plain.exists() else gzip.decompress(expected.with_suffix(".html.gz").read_bytes())
    kind = Kind(fixture["kind"])
    return SubmittedPage(body, fixture["url"], (kind,), fixture.get("charset")), kind, fixture["record"]


def _describe_record(record: Record) -> str:
    missing = [name for name in record.data if name not in record.sources]
    without = f", without {', '.join(missing)}" if missing else ""
    return f"a {record.kind}, confidence {record.confidence:g}{without}"
