"""Serve the sample site of `garner serve` beside the API, so that a new user has something to try.

It listens on loopback only, on a port that is stored in the data folder: records of an earlier run then still refer to
a page that can be fetched again. If another process has that port, the site takes another one this time and keeps the
stored one: it may belong to another server on the same folder.
"""

import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from garner.api.access.locality import is_loopback
from garner.api.http.context import SampleContent, SamplePage
from garner.core.accounts.actor import ActionSource, AuditActor
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating.operating import change_domain, find_domain
from garner.errors import NotFound, Unavailable
from garner.private_files import FOLDER
from garner.sample import SampleSite
from garner.sample.pages import find_section, find_title
from garner.settings import Settings

PORT_FILE = "sample-site.port"
TABLE_NAME = "sample-table.csv"
DELAY_SECONDS = 0.2  # a sample takes a second, and not ten
SAMPLE_SITE = AuditActor("sample site", ActionSource.SERVER)
PAGES = (
    *("/recipes/lemon-drizzle-cake", "/recipes/chickpea-curry"),
    *("/shop/cast-iron-pan", "/shop/stoneware-bowl"),
    *("/careers/head-baker", "/careers/recipe-editor"),
)
# The name of a row, and its page if it has one. The last rows fail, each in a different way.
ROWS = (
    *((None, path) for path in PAGES),
    (None, "/recipes/roasted-tomato-soup"),
    (None, "/shop/linen-apron"),
    ("About this table", "/recipes/about"),
    ("Paper lantern", "/shop/paper-lantern"),
    ("Spring sale", "/shop/spring-sale"),
    ("Left-handed teapot", None),
)


def is_wanted(settings: Settings) -> bool:
    """Return whether to serve it. The default is only on the user's own machine, where sign-in with an address alone is
    allowed."""
    if settings.server.sample_site != "auto":
        return settings.server.sample_site == "on"
    security = settings.security
    return is_loopback(settings.server.host) and security.google_client_id is None and security.local_sign_in != "off"


@asynccontextmanager
async def sample_site(settings: Settings) -> AsyncIterator[SampleContent | None]:
    """Serve the site in this context, if enabled. A site that is served elsewhere is only announced."""
    if settings.server.sample_origin is not None:
        yield sample_at(settings.server.sample_origin)
    elif is_wanted(settings):
        site = await _open_site(settings.storage.data_dir / PORT_FILE)
        try:
            yield sample_at(site.url)
        finally:
            await site.__aexit__(None, None, None)
    else:
        yield None


async def _open_site(port_file: Path) -> SampleSite:
    kept = _kept_port(port_file)
    if kept is not None:
        with suppress(OSError):
            return await SampleSite(kept).__aenter__()
    site = await SampleSite().__aenter__()
    if kept is None:
        _keep_port(port_file, site.url.rpartition(":")[2])
    return site


def _keep_port(port_file: Path, port: str) -> None:
    with suppress(OSError):  # then the next server uses another port
        port_file.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        port_file.write_text(port)


def _kept_port(port_file: Path) -> int | None:
    try:
        port = int(port_file.read_text())
    except (OSError, ValueError):
        return None
    return port if 1024 <= port <= 65535 else None


def sample_at(origin: str) -> SampleContent:
    pages = [SamplePage(origin + path, Kind(find_section(path).kind), find_title(path)) for path in PAGES]
    return SampleContent(origin, pages, TABLE_NAME, _table(origin), len(ROWS))


def _table(origin: str) -> bytes:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("Name", "Link"))
    rows.writerows((name or find_title(path or ""), origin + path if path else "") for name, path in ROWS)
    return text.getvalue().encode()


async def set_pace(engine: Engine, sample: SampleContent) -> None:
    """Set a short crawl delay, unless an operator has set one. If the database is unavailable, the next start sets
    it."""
    with suppress(Unavailable):
        try:
            if (await find_domain(engine, sample.origin)).crawl_delay_seconds is not None:
                return
        except NotFound:
            pass
        await change_domain(engine, sample.origin, {"crawl_delay_seconds": DELAY_SECONDS}, by=SAMPLE_SITE)
