"""`garner sites`: whole sites in the catalogue."""

import asyncio
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, operators, print_json, validate_values
from garner.cli.render.cards import plain
from garner.cli.render.tables import NEVER, Column, duration, print_facts, print_table
from garner.cli.values import span
from garner.core.plurals import format_count
from garner.core.record import Kind
from garner.kinds.registry import KIND_NAMES

if TYPE_CHECKING:
    from garner.api.admin.sites import SiteDetailShape
    from garner.engine import Engine

app = operators("sites", "Crawl whole sites: find their pages, order them, and follow the progress.")

NO_SITES = "No sites. `garner sites add` adds one."
SAMPLE = 5
HINTS = {
    "rules": "--budget must be from 1 to 1,000,000, --depth from 1 to 20; patterns have at most 500 characters.",
    "frequency": "--every must be between 1m and 3650d, for example --every 6h.",
}
POLL_SECONDS = 0.5
Name = Annotated[str, typer.Argument(metavar="SITE", help="Id, host or URL of the site, for example shop.example.")]
Pattern = list[str] | None
LISTED = (
    Column("id"),
    Column("site"),
    Column("state"),
    Column("kinds", spare=1),
    Column("found"),
    Column("budget", spare=2),
    Column("sources", spare=3),
)


@app.command("add", cls=Command)
def add_site(
    url: Annotated[str, typer.Argument(metavar="URL", help="URL of the site, or its host.")],
    kinds: Annotated[
        list[Kind],
        typer.Option("-k", "--kind", metavar="|".join(KIND_NAMES), help="Kind of record to extract; repeatable."),
    ],
    include: Annotated[
        Pattern, typer.Option(metavar="PATTERN", help="Crawl only matching pages, such as '/p/*'; repeatable.")
    ] = None,
    exclude: Annotated[
        Pattern, typer.Option(metavar="PATTERN", help="Do not crawl matching pages; repeatable.")
    ] = None,
    follow: Annotated[
        Pattern, typer.Option(metavar="PATTERN", help="Read only matching pages for further links; repeatable.")
    ] = None,
    host: Annotated[Pattern, typer.Option(metavar="HOST", help="Another host to crawl as well; repeatable.")] = None,
    sitemap: Annotated[
        Pattern, typer.Option(metavar="URL", help="Sitemap to read; repeatable.", show_default="of robots.txt")
    ] = None,
    seed: Annotated[Pattern, typer.Option(metavar="URL", help="Page to read for links; repeatable.")] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Pages on a way of links.", show_default="1")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Most pages to find.", show_default="10,000")
    ] = None,
    priority: Annotated[int | None, typer.Option(min=1, max=10, metavar="N", help="Priority of its pages.")] = None,
    every: Annotated[
        str | None, typer.Option(metavar="TIME", help="Crawl interval, for example 6h or 1d.", show_default="1d")
    ] = None,
    wait: Annotated[
        float, typer.Option(min=0, max=86400, metavar="SECONDS", help="Longest time to look for pages first.")
    ] = 60.0,
    yes: Annotated[bool, typer.Option("--yes", help="Start without confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find the pages of a site, show what would be crawled, and start on confirmation.

    Example: `garner sites add https://shop.example --kind product --include '/p/*'`
    """
    with clear_errors():
        from garner.api.admin.sites import SiteDetailShape, SiteShape, SiteWanted
        from garner.engine.operating import sites

        rules = {
            "include": include, "exclude": exclude, "follow": follow, "hosts": host, "depth": depth,
            "pageBudget": budget,
        }  # fmt: skip
        fields: dict[str, Any] = {
            "url": url,
            "kinds": kinds,
            "rules": _named(rules),
            "sources": _named({"sitemaps": sitemap, "seeds": seed}),
            "priority": priority,
            "frequency": None if every is None else span("--every", every),
        }
        wanted = validate_values(SiteWanted, _named(fields), HINTS).to_site()

        async def preview(engine: "Engine") -> SiteDetailShape:
            added = await sites.add_site(engine, wanted, preview=True, by=BY)
            return SiteDetailShape.of(*await _discover(engine, added.id, wait))

        detail = operate(preview)
        if not as_json:
            _print_preview(detail)
        if not yes and not _is_confirmed(detail):
            print(
                f"Not started. `garner sites start {detail.site.domain}` starts it, `garner sites remove` removes it.",
                file=sys.stderr,
            )
            raise typer.Exit(1)
        started = operate(lambda engine: sites.start_site(engine, detail.site.id, by=BY))
        if as_json:
            print_json(SiteDetailShape(site=SiteShape.of(started), progress=detail.progress), several=False)
        else:
            print(f"Started {started.domain}. `garner sites show {started.domain}` shows the progress.")


def _named(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _is_confirmed(detail: "SiteDetailShape") -> bool:
    """Ask. The end of the input is no confirmation."""
    try:
        return typer.confirm(f"Crawl {detail.site.domain}?", err=True)
    except typer.Abort:
        return False


async def _discover(engine: "Engine", site_id: int, seconds: float) -> Any:
    """Look for pages until all sources are read or the time is over, and return the site. A worker may help."""
    from garner.engine.operating import sites
    from garner.runtime.duties.site_discovery import SiteDiscovery, make_discovery_caller

    end = time.monotonic() + seconds
    async with make_discovery_caller(engine.settings) as caller:
        discovery = SiteDiscovery(engine, caller)
        while True:
            try:
                async with asyncio.timeout(max(0.0, end - time.monotonic())):
                    await discovery.visit_sources(site_id)
            except TimeoutError:
                return await sites.find_site(engine, site_id)
            site, progress = await sites.find_site(engine, site_id)
            if not progress.unread_sources or any(source.error_code for source in progress.sources):
                return site, progress
            await asyncio.sleep(POLL_SECONDS)


def _print_preview(detail: "SiteDetailShape") -> None:
    site, progress = detail.site, detail.progress
    at_least = "at least " if progress.unread_sources else ""
    print(
        f"{site.domain}: {at_least}{format_count(site.found, 'page')} from {format_count(site.sources, 'source')}, "
        f"about {_time_left(progress.seconds_left)} at {progress.delay_seconds:g} s per page."
    )
    for page in progress.sample[:SAMPLE]:
        print(f"  {plain(page)}")
    if site.found > SAMPLE:
        print(f"  … and {site.found - SAMPLE:,} more")
    if progress.refused:
        print(f"Not crawled: {_counts(progress.refused)}.")
    for source in progress.sources:
        if source.error_message:
            print(f"{plain(source.url)}: {plain(source.error_message)}")


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()))


def _time_left(seconds: float) -> str:
    return duration(timedelta(seconds=round(seconds)))


@app.command("list", cls=Command)
def list_sites(
    after: Annotated[int, typer.Option(min=0, metavar="ID", help="Start after this site.", show_default=False)] = 0,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List sites.

    Example: `garner sites list`
    """
    with clear_errors():
        from garner.api.admin.sites import SiteShape
        from garner.engine.operating import sites

        views = operate(lambda engine: sites.list_sites(engine, after=after, limit=limit))
        if as_json:
            print_json(*(SiteShape.of(view) for view in views))
            return
        rows = [
            (
                view.id, view.domain, view.status, ", ".join(view.kinds), f"{view.found:,}",
                f"{view.rules.page_budget:,}", view.sources,
            )
            for view in views
        ]  # fmt: skip
        print_table(LISTED, rows, empty=NO_SITES)


@app.command("show", cls=Command)
def show_site(name: Name, as_json: AsJson = False) -> None:
    """Show a site and the progress of its crawl.

    Example: `garner sites show shop.example`
    """
    with clear_errors():
        from garner.api.admin.sites import SiteDetailShape
        from garner.engine.operating import sites

        async def find(engine: "Engine") -> SiteDetailShape:
            return SiteDetailShape.of(*await sites.find_site(engine, await sites.find_site_id(engine, name)))

        shown = operate(find)
        if as_json:
            print_json(shown, several=False)
        else:
            _print_site(shown)


def _print_site(shown: "SiteDetailShape") -> None:
    site, progress = shown.site, shown.progress
    print_facts(
        [
            ("site", site.domain),
            ("id", site.id),
            ("state", site.status.value),
            ("kinds", ", ".join(site.kinds)),
            ("found", f"{site.found:,} of at most {site.rules.page_budget:,}"),
            ("ordered", f"{progress.ordered:,}"),
            ("fetched", f"{progress.fetched:,}"),
            ("records", f"{progress.records:,}"),
            ("failed", _counts(progress.failed) or "0"),
            ("not crawled", _counts(progress.refused) or "0"),
            ("time left", f"{_time_left(progress.seconds_left)}, at {progress.delay_seconds:g} s per page"),
            ("unread sources", progress.unread_sources),
            *(
                (source.type.value, f"{source.url}, {source.error_code or source.visited_at or NEVER}")
                for source in progress.sources
            ),
        ]
    )


@app.command("start", cls=Command)
def start_site(name: Name) -> None:
    """Start or resume a site.

    Example: `garner sites start shop.example`
    """
    _change("start_site", name, "Started")


@app.command("pause", cls=Command)
def pause_site(name: Name) -> None:
    """Find and order no pages of a site until it is started again. Pages that are ordered are crawled on.

    Example: `garner sites pause shop.example`
    """
    _change("pause_site", name, "Paused")


def _change(verb: str, name: str, done: str) -> None:
    with clear_errors():
        from garner.engine.operating import sites

        async def act(engine: "Engine") -> Any:
            return await getattr(sites, verb)(engine, await sites.find_site_id(engine, name), by=BY)

        print(f"{done} {operate(act).domain}.")


@app.command("remove", cls=Command)
def remove_site(
    name: Name, yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    """Remove a site, and stop the orders that were made for it. Orders that you gave yourself are kept.

    Example: `garner sites remove shop.example`
    """
    with clear_errors():
        from garner.engine.operating import sites
        from garner.store.crawl.sites import SiteView

        async def find(engine: "Engine") -> SiteView:
            return (await sites.find_site(engine, await sites.find_site_id(engine, name)))[0]

        site = operate(find)
        if not yes:
            typer.confirm(f"Remove {site.domain} with {format_count(site.found, 'page')}?", abort=True, err=True)
        operate(lambda engine: sites.remove_site(engine, site.id, by=BY))
        print(f"Removed {site.domain}.")
