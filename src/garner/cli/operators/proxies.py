"""`garner proxies`: the proxies that pages are fetched through."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garner.cli.common import BY, AsJson, Command, clear_errors, operate, operators, print_json, validate_values
from garner.cli.render.tables import NEVER, Column, print_table
from garner.cli.values import identifier, utc_day
from garner.core.plurals import format_count
from garner.errors import InputError

if TYPE_CHECKING:
    from garner.store.crawl.proxies import ProxyView

app = operators(
    "proxies", "Manage the proxies that pages are fetched through. Without proxies, pages are fetched directly."
)

PASSWORD = "PROXY_PASSWORD"  # not a setting: it is used for one command only
SEALED = (
    "The password is stored encrypted. The server and every worker need the same GARNER_SECRET_KEY to use the proxy."
)
PORTS = {"http": 3128, "https": 3128, "socks5": 1080}  # the usual ones, for examples
HINTS = {
    "protocol": "The protocol must be http, https or socks5, for example socks5://HOST:1080.",
    "host": "The host is invalid. Write for example http://proxy.example:3128 or http://10.0.0.7:3128.",
    "port": "The port must be a number from 1 to 65535, for example http://HOST:3128.",
    "pricePerGb": "The price must be a number from 0, with up to 4 decimals, for example 3.50; none removes it.",
    "username": "The user name must have at most 100 characters and no colon, for example socks5://me@HOST:1080.",
}
NOT_KNOWN = "unknown"
LISTED = (
    Column("id"),
    Column("proxy"),
    Column("user", spare=3),
    Column("state"),
    Column("failures", spare=2),
    Column("successes", spare=6),
    Column("success rate", spare=1),
    Column("latency", spare=7),
    Column("last used", spare=5),
    Column("not used for", spare=4),
    Column("price per GB", spare=8),
)
COSTS = (
    Column("proxy"),
    Column("domain"),
    Column("requests", spare=2),
    Column("MB"),
    Column("price per GB", spare=1),
    Column("cost"),
)
NO_PRICE = "none"
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="PRICE", help="Price of a gigabyte, in your currency; none removes it."),
]
Number = Annotated[int, typer.Argument(metavar="ID", parser=identifier, help="ID, as `garner proxies list` shows it.")]


@app.command("list", cls=Command)
def list_proxies(
    after: Annotated[int, typer.Option(min=0, metavar="ID", help="Start after this ID.", show_default=False)] = 0,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List proxies and their statistics.

    Example: `garner proxies list`
    """
    with clear_errors():
        from garner.engine.operating import operating

        _print(operate(lambda engine: operating.list_proxies(engine, after=after, limit=limit)), as_json=as_json)


@app.command("add", cls=Command)
def add_proxy(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Proxy address: http, https or socks5://[USER@]HOST:PORT.")
    ],
    price: Price = None,
    as_json: AsJson = False,
) -> None:
    """Add a proxy. If the address names a user, the command prompts for the password, or takes it from PROXY_PASSWORD.
    The password is stored encrypted with GARNER_SECRET_KEY.

    Examples:

    - `garner proxies add http://10.0.0.7:3128`
    - `garner proxies add socks5://me@proxy.example:1080 --price 3.50`
    """
    with clear_errors():
        from garner.api.admin.shapes import ProxyWanted
        from garner.engine.operating import operating

        parts = _parts(address)
        if parts["username"] is not None:
            parts["password"] = _password(parts["username"], parts["host"])
        wanted = validate_values(ProxyWanted, parts | _price(price), HINTS)
        _print([operate(lambda engine: operating.add_proxy(engine, wanted.to_add(), by=BY))], as_json=as_json)
        if wanted.password is not None:
            print(SEALED, file=sys.stderr)


def _parts(address: str) -> dict[str, Any]:
    from urllib.parse import unquote, urlsplit

    try:
        split = urlsplit(address if "://" in address else f"http://{address}")
        port = split.port
    except ValueError:
        raise InputError(f"{address!r} is not a proxy address. Write for example http://HOST:3128.") from None
    if split.password is not None:
        raise InputError(
            "Leave out the password: other users of this machine could read it. The command prompts for it."
        )
    example = f"{split.scheme if split.scheme in PORTS else 'http'}://HOST:{PORTS.get(split.scheme, 3128)}"
    if port is None and split.hostname:
        raise InputError(f"{address!r} has no port. Write for example {example}.")
    if split.path.strip("/") or split.query or port is None:
        raise InputError(f"{address!r} is not a proxy address. Write for example {example}.")
    username = None if split.username is None else unquote(split.username)
    return {"protocol": split.scheme, "host": split.hostname or "", "port": port, "username": username}


def _password(username: str, host: str) -> str | None:
    if PASSWORD in os.environ:
        return os.environ[PASSWORD] or None
    if not sys.stdin.isatty():
        raise InputError(
            f"Cannot prompt for the password of {username} without a terminal. Set {PASSWORD}, empty for none."
        )
    asked = typer.prompt(f"Password for {username} on {host} (empty for none)", hide_input=True, default="", err=True)
    return str(asked) or None


@app.command("enable", cls=Command)
def enable_proxy(number: Number, as_json: AsJson = False) -> None:
    """Enable a proxy and reset its failures.

    Example: `garner proxies enable 3`
    """
    _switch(number, active=True, as_json=as_json)


@app.command("disable", cls=Command)
def disable_proxy(number: Number, as_json: AsJson = False) -> None:
    """Disable a proxy until it is enabled again.

    Example: `garner proxies disable 3`
    """
    _switch(number, active=False, as_json=as_json)


def _switch(number: int, *, active: bool, as_json: bool) -> None:
    with clear_errors():
        _change(number, {"is_active": active}, as_json=as_json)


@app.command("set", cls=Command)
def set_proxy(number: Number, price: Price, as_json: AsJson = False) -> None:
    """Set the price of a proxy.

    Example: `garner proxies set 3 --price 3.50`
    """
    with clear_errors():
        from garner.api.admin.shapes import ProxyChanges

        changes = validate_values(ProxyChanges, _price(price), HINTS)
        _change(number, changes.model_dump(exclude_unset=True), as_json=as_json)


def _price(text: str | None) -> dict[str, Any]:
    return {} if text is None else {"pricePerGb": None if text == NO_PRICE else text}


def _change(number: int, changes: dict[str, Any], *, as_json: bool) -> None:
    from garner.engine.operating import operating

    _print([operate(lambda engine: operating.change_proxy(engine, number, changes, by=BY))], as_json=as_json)


@app.command("costs", cls=Command)
def list_costs(
    since: Annotated[
        str | None,
        typer.Option(metavar="DAY", help="Since this day in UTC, for example 2030-01-31; 30 days by default."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List what proxies transferred and cost, by domain, the largest cost first.

    Example: `garner proxies costs --since 2030-01-31`
    """
    with clear_errors():
        from garner.api.admin.shapes import ProxyCostsShape
        from garner.engine.operating import operating

        first = None if since is None else utc_day("--since", since)
        shape = ProxyCostsShape.of(operate(lambda engine: operating.list_proxy_costs(engine, since=first, limit=limit)))
        if as_json:
            print_json(shape, several=False)
            return
        rows = [
            (
                f"{cost.protocol}://{cost.host}:{cost.port}",
                cost.domain,
                cost.requests,
                f"{cost.bytes / 1e6:.1f}",
                cost.price_per_gb,
                cost.cost,
            )
            for cost in shape.costs
        ]
        total = ("total", None, shape.total_requests, f"{shape.total_bytes / 1e6:.1f}", None, shape.total_cost)
        print_table(COSTS, [*rows, total] if rows else [], empty="No traffic of proxies since then.")


@app.command("remove", cls=Command)
def remove_proxy(number: Number) -> None:
    """Remove a proxy.

    Example: `garner proxies remove 3`
    """
    with clear_errors():
        from garner.engine.operating import operating

        operate(lambda engine: operating.remove_proxy(engine, number, by=BY))
        print(f"Proxy {number} removed.")


def _print(views: "list[ProxyView]", *, as_json: bool) -> None:
    from garner.api.admin.shapes import ProxyShape

    shapes = [ProxyShape.model_validate(view) for view in views]
    if as_json:
        print_json(*shapes)
        return
    print_table(
        LISTED,
        [
            (
                shape.id,
                f"{shape.protocol}://{shape.host}:{shape.port}",
                shape.username,
                "enabled" if shape.is_active else "disabled" if shape.retry_at is None else "failing",
                shape.failure_count,
                shape.success_count,
                NOT_KNOWN if shape.success_rate is None else f"{shape.success_rate:.0%}",
                None if shape.avg_response_time_ms is None else f"{shape.avg_response_time_ms} ms",
                shape.last_used_at or NEVER,
                format_count(shape.shut_out_of, "domain") if shape.shut_out_of else None,
                shape.price_per_gb,
            )
            for shape in shapes
        ],
        empty="No proxies to list. Without proxies, pages are fetched directly. `garner proxies add` adds one.",
    )
