"""`garner domains`: how sites are treated, and how their lanes stand."""

from typing import TYPE_CHECKING, Annotated, Any

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
)

if TYPE_CHECKING:
    from garner.api.shapes import DomainShape

app = operators("domains", "Say how sites are treated, and see how their lanes stand.")

DEFAULT = "default"
Name = Annotated[str, typer.Argument(metavar="DOMAIN", help="shop.example, or any address of it.")]


@app.command("list")
def list_domains(
    open_breakers: Annotated[bool, typer.Option("--open-breakers", help="Only sites that do not answer.")] = False,
    after: Annotated[str, typer.Option(help="Those after this one, by name.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many at most.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List domains by name.

    Example: `garner domains list --open-breakers`
    """
    with clear_errors():
        from garner.api.shapes import DomainShape
        from garner.engine import operating

        found = operate(
            lambda engine: operating.list_domains(engine, after=after, limit=limit, open_breakers=open_breakers)
        )
        shapes = [DomainShape.of(view) for view in found]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                ("domain", "state", "delay", "at once", "robots", "in flight", "waiting", "backlog", "cause"),
                [
                    (
                        shape.domain,
                        state_of(shape),
                        _or_default(shape.crawl_delay_seconds),
                        _or_default(shape.max_concurrent_requests),
                        "obeyed" if shape.obeys_robots else "ignored",
                        shape.in_flight,
                        shape.waiting,
                        shape.backlog,
                        shape.breaker.cause,
                    )
                    for shape in shapes
                ],
            )


@app.command("show")
def show_domain(name: Name, as_json: AsJson = False) -> None:
    """Show all about one domain.

    Example: `garner domains show shop.example`
    """
    with clear_errors():
        from garner.engine import operating

        _show(operate(lambda engine: operating.find_domain(engine, name)), as_json=as_json)


@app.command("set")
def set_domain(
    name: Name,
    delay: Annotated[str | None, typer.Option(help="Seconds between requests, or `default`.")] = None,
    concurrency: Annotated[str | None, typer.Option(help="Requests in flight, or `default`.")] = None,
    active: Annotated[bool | None, typer.Option("--active/--inactive", help="Fetch from it at all.")] = None,
    robots: Annotated[
        bool | None, typer.Option("--robots/--no-robots", help="Obey its robots.txt. That it is not is logged.")
    ] = None,
    each_proxy: Annotated[
        bool | None, typer.Option("--pace-each-proxy/--pace-all", help="Whether the delay is each proxy's own.")
    ] = None,
    pause: Annotated[bool | None, typer.Option("--pause/--resume", help="Begin nothing more, keep what waits.")] = None,
    close_breaker: Annotated[bool, typer.Option("--close-breaker", help="Call it again at once.")] = False,
    as_json: AsJson = False,
) -> None:
    """Treat a domain differently, from the next request on. What is not named stays as it is.

    Examples: `garner domains set shop.example --delay 0.5 --concurrency 2`,
    `garner domains set shop.example --pause`, `garner domains set shop.example --close-breaker`
    """
    with clear_errors():
        from garner.api.shapes import DomainChanges
        from garner.engine import Engine, operating
        from garner.store.domains import DomainView

        said: dict[str, Any] = {
            "crawlDelaySeconds": None if delay is None else _number(delay),
            "maxConcurrentRequests": None if concurrency is None else _number(concurrency),
            "isActive": active,
            "obeysRobots": robots,
            "pacesEachProxy": each_proxy,
            "paused": pause,
        }
        named = {key: None if value == DEFAULT else value for key, value in said.items() if value is not None}
        changes = {} if close_breaker and not named else checked(DomainChanges, named).model_dump(exclude_unset=True)
        paused = changes.pop("paused", None)

        async def act(engine: Engine) -> DomainView:
            if close_breaker:
                closed = await operating.close_breaker(engine, name, by=BY)
                if not named:
                    return closed
            return await operating.change_domain(engine, name, changes, paused=paused, by=BY)

        _show(operate(act), as_json=as_json)


def _number(text: str) -> object:
    """A whole number, a fraction, or whatever it is, for the check to refuse."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _show(view: Any, *, as_json: bool) -> None:
    from garner.api.shapes import DomainShape

    shape = DomainShape.of(view)
    if as_json:
        print_json(shape, several=False)
        return
    breaker = shape.breaker
    print_facts(
        [
            ("domain", shape.domain),
            ("state", state_of(shape)),
            ("delay", _or_default(shape.crawl_delay_seconds)),
            ("requests at once", _or_default(shape.max_concurrent_requests)),
            ("robots.txt", "obeyed" if shape.obeys_robots else "ignored"),
            ("delay by robots.txt", shape.robots_delay_seconds),
            ("paced", "each proxy on its own" if shape.paces_each_proxy else "all together"),
            ("in flight", shape.in_flight),
            ("waiting", shape.waiting),
            ("backlog", shape.backlog),
            ("answers in", shape.latency_seconds and f"{shape.latency_seconds:.3f} s"),
            ("next request", shape.next_at),
            ("throttled by", shape.throttle_seconds or None),
            ("Retry-After", shape.not_before),
            ("breaker", breaker.state.replace("_", "-")),
            ("failures in a row", breaker.failures),
            *([("opened", breaker.opened_at), ("next probe", breaker.open_until)] if breaker.opened_at else []),
            ("cause", breaker.cause),
        ]
    )


def _or_default(value: float | None) -> object:
    return DEFAULT if value is None else value


def state_of(shape: "DomainShape") -> str:
    if not shape.is_active:
        return "inactive"
    if shape.paused_at is not None:
        return "paused"
    return "active" if shape.breaker.state == "closed" else f"breaker {shape.breaker.state.replace('_', '-')}"
