"""`garner proxies`: the proxies that pages are fetched through."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garner.cli.commands import BY, AsJson, checked, clear_errors, operate, operators, print_json, print_table
from garner.errors import InputError

if TYPE_CHECKING:
    from garner.store.proxies import ProxyView

app = operators("proxies", "Keep the proxies that pages are fetched through; without any, they are fetched directly.")

PASSWORD = "PROXY_PASSWORD"  # not a setting: it is for one command and then over
Number = Annotated[int, typer.Argument(metavar="ID", min=1, max=2**31 - 1, help="As `garner proxies list` shows it.")]


@app.command("list")
def list_proxies(
    after: Annotated[int, typer.Option(min=0, help="Those after this one.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many at most.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List proxies and how they fare.

    Example: `garner proxies list`
    """
    with clear_errors():
        from garner.engine import operating

        _print(operate(lambda engine: operating.list_proxies(engine, after=after, limit=limit)), as_json=as_json)


@app.command("add")
def add_proxy(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="http, https or socks5://[USER@]HOST:PORT")],
    as_json: AsJson = False,
) -> None:
    """Fetch through one more proxy. Its user's password is asked for, or taken from PROXY_PASSWORD, and is kept sealed
    with GARNER_SECRET_KEY.

    Examples: `garner proxies add http://10.0.0.7:3128`, `garner proxies add socks5://me@proxy.example:1080`
    """
    with clear_errors():
        from garner.api.shapes import ProxyWanted
        from garner.engine import operating

        parts = _parts(address)
        if parts["username"] is not None:
            parts["password"] = _password(parts["username"], parts["host"])
        wanted = checked(ProxyWanted, parts)
        _print([operate(lambda engine: operating.add_proxy(engine, wanted.to_add(), by=BY))], as_json=as_json)


def _parts(address: str) -> dict[str, Any]:
    from urllib.parse import unquote, urlsplit

    try:
        split = urlsplit(address if "://" in address else f"http://{address}")
        port = split.port
    except ValueError:
        raise InputError(f"{address!r} is no address of a proxy.") from None
    if split.password is not None:
        raise InputError(
            "A password in a command can be read by others on this machine: leave it out, it is asked for."
        )
    if split.path.strip("/") or split.query or port is None:
        raise InputError(f"{address!r} is no address of a proxy: it should be http://HOST:PORT.")
    username = None if split.username is None else unquote(split.username)
    return {"protocol": split.scheme, "host": split.hostname or "", "port": port, "username": username}


def _password(username: str, host: str) -> str | None:
    if PASSWORD in os.environ:
        return os.environ[PASSWORD] or None
    if not sys.stdin.isatty():
        raise InputError(f"There is nobody to ask for the password of {username}: set {PASSWORD}, empty for none.")
    asked = typer.prompt(f"Password of {username} on {host} (empty for none)", hide_input=True, default="", err=True)
    return str(asked) or None


@app.command("enable")
def enable_proxy(number: Number, as_json: AsJson = False) -> None:
    """Use a proxy again, and forget its failures.

    Example: `garner proxies enable 3`
    """
    _switch(number, active=True, as_json=as_json)


@app.command("disable")
def disable_proxy(number: Number, as_json: AsJson = False) -> None:
    """Leave a proxy alone until it is enabled.

    Example: `garner proxies disable 3`
    """
    _switch(number, active=False, as_json=as_json)


def _switch(number: int, *, active: bool, as_json: bool) -> None:
    with clear_errors():
        from garner.engine import operating

        _print([operate(lambda engine: operating.switch_proxy(engine, number, active=active, by=BY))], as_json=as_json)


@app.command("remove")
def remove_proxy(number: Number) -> None:
    """Forget a proxy.

    Example: `garner proxies remove 3`
    """
    with clear_errors():
        from garner.engine import operating

        operate(lambda engine: operating.remove_proxy(engine, number, by=BY))
        print(f"Proxy {number} is removed.")


def _print(views: "list[ProxyView]", *, as_json: bool) -> None:
    from garner.api.shapes import ProxyShape

    shapes = [ProxyShape.model_validate(view) for view in views]
    if as_json:
        print_json(*shapes)
        return
    print_table(
        ("id", "proxy", "user", "state", "failures", "successes", "answers in", "last used", "rests from"),
        [
            (
                shape.id,
                f"{shape.protocol}://{shape.host}:{shape.port}",
                shape.username,
                "on" if shape.is_active else "off" if shape.retry_at is None else "failing",
                shape.failure_count,
                shape.success_count,
                None if shape.avg_response_time_ms is None else f"{shape.avg_response_time_ms} ms",
                shape.last_used_at,
                f"{shape.shut_out_of} domains" if shape.shut_out_of else None,
            )
            for shape in shapes
        ],
    )
