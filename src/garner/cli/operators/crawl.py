"""`garner crawl`: pages to crawl, once or repeatedly."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, operators, print_json, validate_values
from garner.cli.page_list import read_sources, read_tables
from garner.cli.render.cards import plain
from garner.cli.render.tables import Column, clock, duration, print_facts, print_named, print_table
from garner.cli.values import identifier, moment, span
from garner.core.lifecycle import TaskStatus
from garner.core.plurals import format_count
from garner.core.record import Kind
from garner.errors import InputError, InvalidUrl
from garner.field_reasons import BODY
from garner.kinds.registry import KIND_NAMES

if TYPE_CHECKING:
    from garner.api.admin.shapes import ActedShape, CrawlOrder, OrderedShape, TaskShape
    from garner.core.waiting import Waiting
    from garner.engine import Engine

app = operators("crawl", "Add pages to crawl, once or repeatedly; pause, resume, stop and recrawl them.")

Sources = Annotated[list[str], typer.Argument(metavar="URL|FILE", help="URLs, or files with one URL per line.")]
Targets = Annotated[list[str], typer.Argument(metavar="ID|URL|FILE", help="IDs or URLs of pages, or files of URLs.")]
Target = Annotated[str, typer.Argument(metavar="ID|URL", help="ID or URL of a page.")]
NO_PAGES = "No pages match. `garner crawl add` adds pages to crawl."
NOTHING_TRIED = "No attempts yet."
OWN_COLUMNS = ("priority", "crawlFrequency", "scheduledAt")
NO_CONDITION = "Name the pages by --domain, --status, --url, or their IDs."
HINTS = {
    "crawlFrequency": "--every must be between 1m and 3650d, for example --every 6h.",
    "priority": "--priority must be between 1 (first) and 10 (last).",
}


@app.command("add", cls=Command)
def add(
    sources: Sources,
    kinds: Annotated[
        list[Kind],
        typer.Option("-k", "--kind", metavar="|".join(KIND_NAMES), help="Kind of record to extract; repeatable."),
    ],
    priority: Annotated[
        int | None, typer.Option(min=1, max=10, metavar="N", help="Priority: 1 is first, 10 is last.", show_default="5")
    ] = None,
    every: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Crawl interval, for example 30m, 6h, 1d or 2w.", show_default="1d"),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Crawl the pages only once.")] = False,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN", help="First crawl, for example 2030-01-31T06:00 (local time).", show_default="now"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Add pages to crawl. For a page that was added before, only the given options change. To fetch a page now, use
    `garner crawl recrawl`.

    Examples:

    - `garner crawl add -k product --every 6h pages.txt`
    - `garner crawl add -k recipe --once https://kitchen.example/cake`
    - `garner crawl add -k product --priority 1 https://shop.example/pan`
    - `garner crawl add -k product orders.csv`, with the columns url, priority, crawlFrequency and scheduledAt
    """
    with clear_errors():
        from garner.api.admin.shapes import CrawlOrder, OrderedShape
        from garner.engine import Engine
        from garner.engine.operating import operating

        if every is not None and once:
            raise InputError("--every and --once cannot be used together.")
        options: dict[str, object] = {"kinds": kinds, "priority": priority}
        options["crawlFrequency"] = None if every is None else span("--every", every)
        options["scheduledAt"] = None if at is None else moment("--at", at)
        named = {name: value for name, value in options.items() if value is not None}
        if once:
            named["crawlFrequency"] = None
        tables = read_tables(sources, OWN_COLUMNS)
        urls = read_sources(source for source in sources if source not in tables)
        common = validate_values(CrawlOrder, {"urls": ["-"], **named}, HINTS)
        orders = [common.model_copy(update={"urls": urls})]
        orders += [_read_table(source, text, named) for source, text in tables.items()]

        async def act(engine: Engine) -> OrderedShape:
            retries = engine.settings.recrawl.max_retries
            pages = [page for order in orders for page in order.to_orders(retries)]
            return OrderedShape.of(await operating.order_each(engine, pages, by=BY))

        with _NameInvalidUrls(urls):
            ordered = operate(act)
        if as_json:
            print_json(ordered, several=False)
        else:
            print(_summarize_order(ordered))


def _read_table(source: str, text: str, common: dict[str, object]) -> "CrawlOrder":
    from garner.api.admin.order_tables import read_order_table

    try:
        return read_order_table(text, common)
    except InputError as error:
        reasons = [f"{field.field.removeprefix('lines.')}: {field.reason}" for field in error.fields]
        raise InputError("\n".join([f"{source}: {error.message}", *reasons[1:]])) from None


def _summarize_order(ordered: "OrderedShape") -> str:
    """Return the summary: `2 pages added, 1 changed, 3 unchanged.`"""
    parts = [(ordered.ordered, "added"), (ordered.amended, "changed"), (ordered.unchanged, "unchanged")]
    (count, what), *rest = [part for part in parts if part[0]] or parts[:1]
    return ", ".join([f"{format_count(count, 'page')} {what}", *(f"{count:,} {what}" for count, what in rest)]) + "."


class _NameInvalidUrls:
    """Context manager that reports which of many URLs are invalid, and why."""

    def __init__(self, urls: list[str]) -> None:
        self._urls = urls

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidUrl) and error.fields:
            lines = [f"{self._find(field.field)}: {field.reason}" for field in error.fields]
            raise InvalidUrl("\n".join(["No page was changed, because some URLs are invalid:", *lines])) from None

    def _find(self, field: str) -> str:
        """Return the URL of a field, or the line of a table."""
        list_name, place, *_ = field.split(".")
        return self._urls[int(place)] if list_name == "urls" else f"line {place}"


@app.command("pause", cls=Command)
def pause(targets: Targets, as_json: AsJson = False) -> None:
    """Pause pages. No requests are started for them until they are resumed.

    Example: `garner crawl pause 17 https://shop.example/pan`
    """
    _act("pause", targets, "paused", "Already paused", as_json=as_json)


@app.command("resume", cls=Command)
def resume(targets: Targets, as_json: AsJson = False) -> None:
    """Resume paused pages.

    Example: `garner crawl resume 17`
    """
    _act("resume", targets, "resumed", "Not paused", as_json=as_json)


@app.command("stop", cls=Command)
def stop(targets: Targets, as_json: AsJson = False) -> None:
    """Stop crawling pages. Pending requests of users are still completed.

    Example: `garner crawl stop pages.txt`
    """
    _act("stop", targets, "stopped", "Not scheduled", as_json=as_json)


@app.command("recrawl", cls=Command)
def recrawl(targets: Targets, as_json: AsJson = False) -> None:
    """Fetch pages now, even if they are not due.

    Example: `garner crawl recrawl https://shop.example/pan`
    """
    _act("recrawl", targets, "queued", "Already running", as_json=as_json)


@app.command("reprioritise", cls=Command)
def reprioritise(
    priority: Annotated[int, typer.Argument(min=1, max=10, metavar="PRIORITY", help="1 is first, 10 is last.")],
    ids: Annotated[
        list[int] | None, typer.Argument(metavar="[ID]...", parser=identifier, help="Only these pages.")
    ] = None,
    domain: Annotated[str | None, typer.Option(metavar="DOMAIN", help="Only pages of this domain.")] = None,
    status: Annotated[TaskStatus | None, typer.Option(help="Only pages with this status.")] = None,
    url: Annotated[
        str | None, typer.Option(metavar="PATTERN", help="Only these URLs; * stands for any characters.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Change the priority of all pages that match. Name at least one condition.

    Examples:

    - `garner crawl reprioritise 1 --domain shop.example --url '*/sale/*'`
    - `garner crawl reprioritise 8 --status failed`
    """
    with clear_errors():
        from garner.api.admin.shapes import ReprioritisedShape, TasksWanted
        from garner.engine.operating import operating

        named = {"ids": ids or None, "domain": domain, "status": status, "urlPattern": url}
        wanted = validate_values(TasksWanted, named, HINTS | {BODY: NO_CONDITION})
        count = operate(lambda engine: operating.reprioritise_tasks(engine, wanted.to_filter(), priority, by=BY))
        if as_json:
            print_json(ReprioritisedShape(count=count), several=False)
        else:
            print(f"{format_count(count, 'page')} changed.")


def _act(verb: str, targets: list[str], done: str, otherwise: str, *, as_json: bool) -> None:
    """Act on pages, and print how many were affected and which were not. If none was affected, exit with 1."""
    with clear_errors():
        from garner.api.admin.shapes import ActedShape
        from garner.engine.operating import operating

        ids = [identifier(target) for target in targets if target.isdecimal()]
        urls = read_sources(target for target in targets if not target.isdecimal())

        async def act(engine: "Engine") -> "ActedShape":
            return ActedShape.of(await operating.act_on_tasks(engine, verb, ids=ids, urls=urls, by=BY))

        with _NameInvalidUrls(urls):
            acted = operate(act)
        if as_json:
            print_json(acted, several=False)
        else:
            print(f"{format_count(acted.count, 'page')} {done}.")
            print_named(otherwise, [f"{task.id}  {task.url}" for task in acted.unaffected])
            print_named("Unknown", acted.unknown)
    if acted.count == 0:
        raise typer.Exit(1)


@app.command("list", cls=Command)
def list_tasks(
    status: Annotated[TaskStatus | None, typer.Option(help="Only pages with this status, last updated first.")] = None,
    domain: Annotated[str | None, typer.Option(metavar="DOMAIN", help="Only pages of this domain.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List pages and their status.

    Example: `garner crawl list --status failed --domain shop.example`
    """
    with clear_errors():
        from garner.api.admin.shapes import TaskShape
        from garner.engine.operating import operating

        views = operate(lambda engine: operating.list_tasks(engine, status=status, domain=domain, limit=limit))
        shapes = [TaskShape.model_validate(view) for view in views]
        if as_json:
            print_json(*shapes)
        else:
            print_table(LISTED, [_row(shape) for shape in shapes], empty=NO_PAGES)


LISTED = (
    Column("id"),
    Column("page", folds=True),
    Column("status"),
    Column("kinds", spare=3),
    Column("priority", spare=4),
    Column("interval", spare=2),
    Column("next crawl", spare=1),
    Column("error"),
)


def _row(task: "TaskShape") -> tuple[object, ...]:
    status = task.status if task.paused_at is None else f"{task.status}, paused"
    return (
        task.id,
        task.url,
        status,
        _kinds(task),
        task.priority,
        "once" if task.crawl_frequency is None else task.crawl_frequency,
        _next(task),
        task.error_code,
    )


def _kinds(task: "TaskShape") -> list[str]:
    """Return the kinds that the order wants, and those that users have requested besides."""
    return [*task.kinds, *(f"{kind} (requested)" for kind in task.asked_kinds if kind not in task.kinds)]


def _next(task: "TaskShape") -> object:
    if task.next_at is None:
        return None if task.status in (TaskStatus.COMPLETED, TaskStatus.FAILED) else "running"
    if task.paused_at is not None:
        return "when resumed"
    return "due" if task.next_at <= datetime.now(UTC) else task.next_at


@app.command("show", cls=Command)
def show_task(target: Target, as_json: AsJson = False) -> None:
    """Show a page and its attempts.

    Examples:

    - `garner crawl show 17`
    - `garner crawl show https://shop.example/pan`
    """
    with clear_errors():
        from garner.api.admin.shapes import AttemptShape, TaskShape
        from garner.engine import Engine, why_tasks_wait
        from garner.engine.operating import operating

        name = _parse_target(target)

        async def look(engine: Engine) -> tuple[TaskShape, "Waiting | None", list[AttemptShape]]:
            view = await operating.find_task(engine, name)
            waiting = (await why_tasks_wait(engine, [view.id])).get(view.id)
            tried = await operating.list_attempts(engine, view.id, limit=20)
            return TaskShape.of(view, waiting), waiting, [AttemptShape.model_validate(attempt) for attempt in tried]

        task, waiting, tried = operate(look)
        if as_json:
            print_json(task, several=False)
            return
        print_facts(_facts(task, waiting))
        print_table(
            TRIED,
            [
                (
                    attempt.started_at,
                    attempt.outcome,
                    attempt.http_status,
                    attempt.bytes,
                    attempt.proxy_id,
                    attempt.worker,
                )
                for attempt in tried
            ],
            empty=NOTHING_TRIED,
        )


TRIED = (
    Column("started"),
    Column("outcome"),
    Column("HTTP"),
    Column("bytes", spare=1),
    Column("proxy", spare=2),
    Column("worker", spare=3),
)


def _parse_target(target: str) -> int | str:
    if target.isdecimal():
        return identifier(target)
    if "://" not in target:
        raise InputError(
            f"{target!r} is neither an ID, for example 17, nor a URL, for example https://shop.example/pan."
        )
    return target


def _facts(task: "TaskShape", waiting: "Waiting | None") -> list[tuple[str, object]]:
    return [
        ("id", task.id),
        ("page", task.url),
        ("domain", task.domain),
        ("status", task.status),
        ("waiting", waiting and waiting.in_words(clock)),
        ("paused", task.paused_at or False),
        ("kinds", _kinds(task)),
        ("priority", task.priority),
        ("interval", _every(task.crawl_frequency)),
        ("next crawl", _next(task)),
        ("last started", task.started_at),
        ("last completed", task.completed_at),
        ("last failed", task.failed_at),
        ("retries", _retries(task)),
        ("HTTP status", task.http_status),
        ("error", task.error_code),
        ("message", task.error_message),
        ("last updated", task.updated_at),
    ]


def _retries(task: "TaskShape") -> str:
    """Return the number of retries, and the limit. The limit counts attempts: the first attempt is not a retry."""
    return f"{task.retry_count} (at most {format_count(task.max_retries, 'attempt')})"


def _every(frequency: timedelta | None) -> str:
    return "once" if frequency is None else f"{duration(frequency)} (adapts to how often the page changes)"


class ErrorType(StrEnum):
    NETWORK = "network"
    HTTP = "http"
    PARSE = "parse"
    VALIDATION = "validation"
    BLOCKED = "blocked"


@app.command("errors", cls=Command)
def list_errors(
    target: Annotated[str | None, typer.Argument(metavar="ID|URL", help="Only errors of this page.")] = None,
    error_type: Annotated[ErrorType | None, typer.Option("--type", help="Only errors of this type.")] = None,
    traces: Annotated[bool, typer.Option("--traces", help="Show stack traces.")] = False,
    before: Annotated[
        int | None, typer.Option(metavar="ID", parser=identifier, help="Only errors before this one.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show errors, newest first.

    Examples:

    - `garner crawl errors`
    - `garner crawl errors https://shop.example/pan --traces`
    - `garner crawl errors --type blocked`
    """
    with clear_errors():
        from garner.api.admin.shapes import LoggedErrorShape
        from garner.engine import Engine
        from garner.engine.operating import operating

        name = None if target is None else _parse_target(target)

        async def look(engine: Engine) -> list[LoggedErrorShape]:
            task_id = None if name is None else (await operating.find_task(engine, name)).id
            errors = await operating.list_errors(
                engine, task_id=task_id, error_type=error_type, before=before, limit=limit
            )
            return [LoggedErrorShape.model_validate(error) for error in errors]

        shapes = operate(look)
        if as_json:
            print_json(*shapes)
            return
        print_table(
            ERRORS,
            [
                (error.id, error.occurred_at, error.error_type, error.error_code, error.url, error.error_message)
                for error in shapes
            ],
            empty="No errors match.",
        )
        for error in shapes if traces else []:
            if error.stack_trace:
                print(f"{error.id}:\n{plain(error.stack_trace.rstrip())}\n")


@app.command("error-groups", cls=Command)
def list_error_groups(
    domain: Annotated[str | None, typer.Option(metavar="DOMAIN", help="Only errors of this domain.")] = None,
    error_type: Annotated[ErrorType | None, typer.Option("--type", help="Only errors of this type.")] = None,
    cause: Annotated[
        str | None, typer.Option(metavar="CAUSE", help="Only this cause, for example network_error.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Errors since then, for example 2030-01-31T06:00; by default one day."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Show errors by cause, domain and hour, the newest hour first.

    Examples:

    - `garner crawl error-groups`
    - `garner crawl error-groups --domain shop.example --since 2030-01-31`
    """
    with clear_errors():
        from garner.api.admin.shapes import ErrorGroupsShape
        from garner.engine.operating import operating

        first = None if since is None else moment("--since", since)
        shape = ErrorGroupsShape.model_validate(
            operate(
                lambda engine: operating.group_errors(
                    engine, since=first, domain=domain, error_type=error_type, cause=cause, limit=limit
                )
            )
        )
        if as_json:
            print_json(shape, several=False)
            return
        print_table(
            ERROR_GROUPS,
            [
                (group.hour, group.cause, group.domain, group.errors, group.pages, group.example)
                for group in shape.groups
            ],
            empty="No errors match.",
        )
        if shape.counted_from is not None:
            print(f"There are too many errors to count all. Those since {clock(shape.counted_from)} were counted.")


ERROR_GROUPS = (
    Column("hour"),
    Column("cause"),
    Column("domain"),
    Column("errors"),
    Column("pages", spare=1),
    Column("example", spare=2, folds=True),
)
ERRORS = (
    Column("id"),
    Column("when", spare=2),
    Column("type", spare=3),
    Column("error"),
    Column("page", folds=True),
    Column("message", spare=1, folds=True),
)
