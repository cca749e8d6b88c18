"""`garner domains`: settings of sites, and the state of their lanes."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garner.cli.common import (
    BY,
    AsJson,
    Command,
    clear_errors,
    load_settings,
    operate,
    operators,
    print_json,
    validate_values,
)
from garner.cli.render.tables import NEVER, Column, clock, print_facts, print_table
from garner.cli.values import number, span
from garner.errors import InputError
from garner.settings import Settings

if TYPE_CHECKING:
    from garner.api.admin.shapes import DomainShape

app = operators("domains", "Show and change how domains are crawled.")

DEFAULT = "default"
NO_DOMAINS = "No domains match. A domain is listed once one of its pages is requested."
NOTHING_SAID = (
    "Name a setting to change, for example --delay 0.5, --concurrency 2, --pause, --inactive or --close-breaker. "
    "--help lists all options."
)
HINTS = {
    "crawlDelaySeconds": "--delay must be from 0 to 86400 seconds, for example --delay 0.5, or --delay default.",
    "maxConcurrentRequests": "--concurrency must be a whole number from 1 to 1000, for example --concurrency 2, "
    "or --concurrency default.",
    "defaultPriority": "--priority must be from 1 (first) to 10 (last), for example --priority 3, or default.",
    "defaultFrequency": "--every must be between 1m and 3650d, for example --every 6h, or --every default.",
    "notes": "--notes must have at most 2,000 characters.",
}
Delay = Annotated[str | None, typer.Option(metavar="SECONDS", help="Seconds between requests, or `default`.")]
Concurrency = Annotated[str | None, typer.Option(metavar="N", help="Concurrent requests, or `default`.")]
Active = Annotated[bool | None, typer.Option("--active/--inactive", help="Allow or stop fetching from the domain.")]
Priority = Annotated[
    str | None, typer.Option(metavar="N", help="Priority of pages that are added without one, or `default`.")
]
Every = Annotated[
    str | None, typer.Option(metavar="TIME", help="Crawl interval of pages that are added without one, or `default`.")
]
Notes = Annotated[str | None, typer.Option(metavar="TEXT", help="Notes for operators; empty to remove them.")]
LISTED = (
    Column("domain"),
    Column("state", folds=True),
    Column("delay", spare=4),
    Column("concurrency", spare=5),
    Column("robots.txt", spare=6),
    Column("in flight", spare=3),
    Column("waiting", spare=1),
    Column("backlog", spare=2),
    Column("last success", spare=7),
    Column("cause"),
)
Name = Annotated[str, typer.Argument(metavar="DOMAIN", help="Domain, for example shop.example, or any URL of it.")]


@app.command("list", cls=Command)
def list_domains(
    open_breakers: Annotated[
        bool, typer.Option("--open-breakers", help="Only domains whose circuit breaker is open.")
    ] = False,
    after: Annotated[str, typer.Option(metavar="DOMAIN", help="Start after this domain.", show_default=False)] = "",
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List domains by name.

    Example: `garner domains list --open-breakers`
    """
    with clear_errors():
        from garner.api.admin.shapes import DomainShape
        from garner.engine.operating import operating

        views = operate(
            lambda engine: operating.list_domains(engine, after=after, limit=limit, open_breakers=open_breakers)
        )
        shapes = [DomainShape.of(view) for view in views]
        if as_json:
            print_json(*shapes)
        else:
            defaults = load_settings(logs=False)
            print_table(
                LISTED,
                [
                    (
                        shape.domain,
                        state_of(shape, defaults),
                        _or_default(
                            _seconds(shape.crawl_delay_seconds), defaults.pacing.default_crawl_delay_seconds, " s"
                        ),
                        _or_default(shape.max_concurrent_requests, defaults.pacing.default_max_concurrent_requests),
                        "obeyed" if shape.obeys_robots else "ignored",
                        shape.in_flight,
                        shape.waiting,
                        shape.backlog,
                        shape.last_success_at or NEVER,
                        shape.breaker.cause or ("throttled" if slowed_until(shape, defaults) else None),
                    )
                    for shape in shapes
                ],
                empty="No open breakers: no site is failing." if open_breakers else NO_DOMAINS,
            )


@app.command("show", cls=Command)
def show_domain(name: Name, as_json: AsJson = False) -> None:
    """Show the settings and the state of a domain.

    Example: `garner domains show shop.example`
    """
    with clear_errors():
        from garner.engine.operating import operating

        _show(operate(lambda engine: operating.find_domain(engine, name)), as_json=as_json)


@app.command("add", cls=Command)
def add_domain(
    name: Name,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="A URL of the domain.", show_default="its name with https")
    ] = None,
    delay: Delay = None,
    concurrency: Concurrency = None,
    active: Active = None,
    priority: Priority = None,
    every: Every = None,
    notes: Notes = None,
    as_json: AsJson = False,
) -> None:
    """Add a domain before any of its pages. Domains of pages are added by themselves.

    Example: `garner domains add shop.example --delay 0.5 --every 6h --priority 3`
    """
    with clear_errors():
        from garner.api.admin.shapes import DomainWanted
        from garner.engine.operating import operating

        options = _options(delay, concurrency, active, priority, every, notes)
        wanted = validate_values(DomainWanted, {"domainName": name, "baseUrl": base_url, **options}, HINTS)
        added = operate(
            lambda engine: operating.add_domain(engine, name, wanted.settings(), base_url=wanted.base_url, by=BY)
        )
        _show(added, as_json=as_json)


@app.command("remove", cls=Command)
def remove_domain(name: Name) -> None:
    """Remove a domain that has no pages.

    Example: `garner domains remove shop.example`
    """
    with clear_errors():
        from garner.engine.operating import operating

        operate(lambda engine: operating.remove_domain(engine, name, by=BY))
        print(f"Domain {name} removed.")


def _options(
    delay: str | None,
    concurrency: str | None,
    active: bool | None,
    priority: str | None,
    every: str | None,
    notes: str | None,
) -> dict[str, Any]:
    """Return the fields of a request that these options name."""
    options = {
        "crawlDelaySeconds": None if delay is None else number(delay),
        "maxConcurrentRequests": None if concurrency is None else number(concurrency),
        "isActive": active,
        "defaultPriority": None if priority is None else number(priority),
        "defaultFrequency": every if every in (None, DEFAULT) else span("--every", every),
    }
    named = {key: None if value == DEFAULT else value for key, value in options.items() if value is not None}
    return named if notes is None else {**named, "notes": notes or None}


@app.command("set", cls=Command)
def set_domain(
    name: Name,
    delay: Delay = None,
    concurrency: Concurrency = None,
    active: Active = None,
    robots: Annotated[
        bool | None, typer.Option("--robots/--no-robots", help="Obey or ignore robots.txt. Your name is recorded.")
    ] = None,
    each_proxy: Annotated[
        bool | None, typer.Option("--pace-each-proxy/--pace-all", help="Apply the delay per proxy, or to all together.")
    ] = None,
    pause: Annotated[
        bool | None, typer.Option("--pause/--resume", help="Start no requests; keep what is queued.")
    ] = None,
    priority: Priority = None,
    every: Every = None,
    notes: Notes = None,
    close_breaker: Annotated[
        bool, typer.Option("--close-breaker", help="Close the circuit breaker: try the site again now.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Change the settings of a domain, from the next request on. Settings that are not named do not change.

    Examples:

    - `garner domains set shop.example --delay 0.5 --concurrency 2`
    - `garner domains set shop.example --pause`
    - `garner domains set shop.example --close-breaker`
    """
    with clear_errors():
        from garner.api.admin.shapes import DomainChanges
        from garner.engine import Engine
        from garner.engine.operating import operating
        from garner.store.crawl.domains import DomainView

        switches = {"obeysRobots": robots, "pacesEachProxy": each_proxy, "paused": pause}
        named = _options(delay, concurrency, active, priority, every, notes)
        named |= {key: value for key, value in switches.items() if value is not None}
        if not named and not close_breaker:
            raise InputError(NOTHING_SAID)
        changes = validate_values(DomainChanges, named, HINTS).model_dump(exclude_unset=True) if named else {}
        paused = changes.pop("paused", None)

        async def act(engine: Engine) -> DomainView:
            if close_breaker:
                closed = await operating.close_breaker(engine, name, by=BY)
                if not named:
                    return closed
            return await operating.change_domain(engine, name, changes, paused=paused, by=BY)

        _show(operate(act), as_json=as_json)


def _show(view: Any, *, as_json: bool) -> None:
    from garner.api.admin.shapes import DomainShape

    shape = DomainShape.of(view)
    if as_json:
        print_json(shape, several=False)
        return
    breaker, defaults = shape.breaker, load_settings(logs=False)
    print_facts(
        [
            ("domain", shape.domain),
            ("state", state_of(shape, defaults)),
            (
                "delay",
                _or_default(_seconds(shape.crawl_delay_seconds), defaults.pacing.default_crawl_delay_seconds, " s"),
            ),
            (
                "concurrency",
                _or_default(shape.max_concurrent_requests, defaults.pacing.default_max_concurrent_requests),
            ),
            ("robots.txt", "obeyed" if shape.obeys_robots else "ignored"),
            *(
                [("robots.txt set by", shape.robots_said_by), ("robots.txt set at", shape.robots_said_at)]
                if shape.robots_said_by
                else []
            ),
            ("robots.txt delay", _seconds(shape.robots_delay_seconds or None)),
            ("delay applies", "to each proxy" if shape.paces_each_proxy else "to all proxies together"),
            ("default priority", _or_default(shape.default_priority, 5)),
            ("default interval", shape.default_frequency or f"1d ({DEFAULT})"),
            ("in flight", shape.in_flight),
            ("waiting", shape.waiting),
            ("backlog", shape.backlog),
            ("latency", _seconds(shape.latency_seconds)),
            ("last success", shape.last_success_at or NEVER),
            ("next request", shape.next_at),
            ("throttle", _seconds(shape.throttle_seconds or None)),
            ("Retry-After until", shape.not_before),
            ("circuit breaker", _breaker(shape)),
            ("consecutive failures", breaker.failures),
            *([("opened", breaker.opened_at), ("next probe", breaker.open_until)] if breaker.opened_at else []),
            ("cause", breaker.cause),
            *([("notes", shape.notes)] if shape.notes else []),
        ]
    )


def _seconds(value: float | None) -> str | None:
    return None if value is None else f"{value:.3g} s" if value < 100 else f"{value:.0f} s"


def _or_default(value: object, default: float, unit: str = "") -> object:
    return f"{default:g}{unit} ({DEFAULT})" if value is None else value


def slowed_until(shape: "DomainShape", settings: Settings) -> datetime | None:
    """Return until when its answers of 429 and 503 slow it down; None if they do not."""
    from garner.core.pacing import lane
    from garner.core.pacing.lane import LaneState
    from garner.engine.politeness import politeness

    state = LaneState(
        throttle_seconds=shape.throttle_seconds, throttled_at=shape.throttled_at, not_before=shape.not_before
    )
    until = lane.find_throttle_end(state, politeness(settings).policy)
    return until if until is not None and until > datetime.now(UTC) else None


def state_of(shape: "DomainShape", settings: Settings) -> str:
    if not shape.is_active:
        return "inactive"
    if shape.paused_at is not None:
        return "paused"
    if shape.breaker.state != "closed":
        return f"breaker {_breaker(shape)}"
    until = slowed_until(shape, settings)
    return "active" if until is None else f"throttled until {clock(until)}"


def _breaker(shape: "DomainShape") -> str:
    state = shape.breaker.state.replace("_", "-")
    nothing_to_try = not (shape.waiting or shape.in_flight or shape.backlog)
    return f"{state}, waiting for a page to try" if shape.breaker.state == "half_open" and nothing_to_try else state
