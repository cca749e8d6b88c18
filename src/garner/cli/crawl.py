"""`garner crawl`: standing orders for pages."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from garner.cli.commands import (
    BY,
    AsJson,
    checked,
    clear_errors,
    operate,
    operators,
    print_facts,
    print_json,
    print_table,
    tell_count,
)
from garner.cli.page_list import read_sources
from garner.core.lifecycle import TaskStatus
from garner.core.record import Kind
from garner.errors import InputError, InvalidUrl

if TYPE_CHECKING:
    from garner.engine import Engine

app = operators("crawl", "Order pages to be crawled, once or for ever again; pause, resume, stop and recrawl them.")

Sources = Annotated[list[str], typer.Argument(metavar="URL|FILE…", help="URLs, or files with one URL a line.")]
Targets = Annotated[list[str], typer.Argument(metavar="ID|URL|FILE…", help="Tasks by id or by URL.")]
_SHORT = re.compile(r"(\d+)\s*([smhdw])", re.IGNORECASE)
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


@app.command("add")
def add(
    sources: Sources,
    kinds: Annotated[list[Kind], typer.Option("-k", "--kind", help="What to look for; may be said several times.")],
    priority: Annotated[int, typer.Option(min=1, max=10, help="1 goes first.")] = 5,
    every: Annotated[str, typer.Option(help="How often: 6h, 1d, seconds, or an ISO 8601 duration.")] = "1d",
    once: Annotated[bool, typer.Option("--once", help="Fetch it once and no more.")] = False,
    at: Annotated[str | None, typer.Option(help="When first, as in 2030-01-31T06:00:00Z; now unless said.")] = None,
    as_json: AsJson = False,
) -> None:
    """Order pages. An order that there is already is amended.

    Examples: `garner crawl add -k product --every 6h pages.txt`,
    `garner crawl add -k recipe --once https://kitchen.example/cake`
    """
    with clear_errors():
        from garner.api.shapes import CrawlOrder
        from garner.engine import Engine, operating

        urls = read_sources(sources)
        said = {"urls": ["-"], "kinds": kinds, "priority": priority, "scheduledAt": at}
        order = checked(CrawlOrder, {**said, "crawlFrequency": None if once else _duration(every)})

        async def act(engine: Engine) -> list[int]:
            return await operating.order_pages(engine, urls, order.wanted(engine.settings.max_retries), by=BY)

        with _bad_urls_named(urls):
            made = operate(act)
        tell_count(len(made), "pages ordered", as_json=as_json)


class _bad_urls_named:
    """Of many URLs, which are wrong, and why."""

    def __init__(self, urls: list[str]) -> None:
        self._urls = urls

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidUrl) and error.fields:
            places = [(int(field.field.removeprefix("urls.")), field.reason) for field in error.fields]
            lines = [f"{self._urls[place]}: {reason}" for place, reason in places]
            raise InvalidUrl("\n".join(["Nothing was done.", *lines])) from None


def _duration(text: str) -> object:
    short = _SHORT.fullmatch(text.strip())
    if short:
        return int(short[1]) * _UNITS[short[2].lower()]
    return int(text) if text.strip().isdecimal() else text


@app.command("pause")
def pause(targets: Targets, as_json: AsJson = False) -> None:
    """Begin nothing more for pages until they are resumed.

    Example: `garner crawl pause 17 https://shop.example/pan`
    """
    _act("pause", targets, "paused", as_json=as_json)


@app.command("resume")
def resume(targets: Targets, as_json: AsJson = False) -> None:
    """Go on with pages that were paused.

    Example: `garner crawl resume 17`
    """
    _act("resume", targets, "resumed", as_json=as_json)


@app.command("stop")
def stop(targets: Targets, as_json: AsJson = False) -> None:
    """End the standing orders for pages. Whoever waits for one still gets it.

    Example: `garner crawl stop pages.txt`
    """
    _act("stop", targets, "stopped", as_json=as_json)


@app.command("recrawl")
def recrawl(targets: Targets, as_json: AsJson = False) -> None:
    """Fetch pages now, whenever they would have been due.

    Example: `garner crawl recrawl https://shop.example/pan`
    """
    _act("recrawl", targets, "due now", as_json=as_json)


def _act(verb: str, targets: list[str], done: str, *, as_json: bool) -> None:
    with clear_errors():
        from garner.engine import operating

        ids = [int(target) for target in targets if target.isdecimal()]
        if any(number >= 2**63 for number in ids):
            raise InputError("There is no task with such a number.")
        urls = read_sources(target for target in targets if not target.isdecimal())

        async def act(engine: "Engine") -> int:
            found = await operating.find_task_ids(engine, urls) if urls else []
            return await operating.act_on_tasks(engine, verb, sorted({*ids, *found}), by=BY)

        with _bad_urls_named(urls):
            count = operate(act)
        tell_count(count, done, as_json=as_json)


@app.command("list")
def list_tasks(
    status: Annotated[TaskStatus | None, typer.Option(help="Only these, the latest moved first.")] = None,
    domain: Annotated[str | None, typer.Option(help="Only pages of this domain.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List pages and where they stand.

    Example: `garner crawl list --status failed --domain shop.example`
    """
    with clear_errors():
        from garner.api.shapes import TaskShape
        from garner.engine import operating

        found = operate(lambda engine: operating.list_tasks(engine, status=status, domain=domain, limit=limit))
        shapes = [TaskShape.model_validate(view) for view in found]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                ("id", "page", "status", "kinds", "priority", "every", "next", "paused", "error"),
                [
                    (
                        one.id,
                        one.url,
                        one.status,
                        one.kinds,
                        one.priority,
                        one.crawl_frequency,
                        one.scheduled_at,
                        one.paused_at is not None,
                        one.error_code,
                    )
                    for one in shapes
                ],
            )


@app.command("show")
def show_task(
    number: Annotated[int, typer.Argument(metavar="ID", min=1, max=2**63 - 1)],
    as_json: AsJson = False,
) -> None:
    """Show a page, and what was tried.

    Example: `garner crawl show 17`
    """
    with clear_errors():
        from garner.api.shapes import AttemptShape, TaskShape
        from garner.engine import Engine, operating

        async def look(engine: Engine) -> tuple[TaskShape, list[AttemptShape]]:
            task = TaskShape.model_validate(await operating.find_task(engine, number))
            tried = await operating.list_attempts(engine, number, limit=20)
            return task, [AttemptShape.model_validate(one) for one in tried]

        task, tried = operate(look)
        if as_json:
            print_json(task, several=False)
            return
        print_facts([(name.replace("_", " "), value) for name, value in task])
        print_table(
            ("tried", "outcome", "HTTP", "bytes", "proxy", "worker"),
            [(one.started_at, one.outcome, one.http_status, one.bytes, one.proxy_id, one.worker) for one in tried],
        )
