"""`garner users`: who has an account, and a token for whoever operates this machine to speak for one of them."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from garner.cli.commands import AsJson, Command, clear_errors, operate, operators
from garner.cli.tables import Column, print_table
from garner.errors import InputError

if TYPE_CHECKING:
    from garner.engine import Engine

app = operators("users", "See who has an account, and make tokens for scripts.")

LISTED = (
    Column("id"),
    Column("email"),
    Column("name", spare=1),
    Column("since", spare=3),
    Column("last login", spare=2),
)


@app.command("list", cls=Command)
def list_users(
    after: Annotated[int, typer.Option(min=0, metavar="ID", help="Those after this one.", show_default=False)] = 0,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="How many at most.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List who has signed in.

    Example: `garner users list`
    """
    with clear_errors():
        from garner.engine import accounts

        found = operate(lambda engine: accounts.list_users(engine, after=after, limit=limit))
        rows = [(user.user_id, user.email, user.name, user.created_at, user.last_login) for user in found]
        if as_json:
            import orjson

            names = ("id", "email", "name", "createdAt", "lastLogin")
            written = [dict(zip(names, row, strict=True)) for row in rows]
            print(orjson.dumps(written, option=orjson.OPT_INDENT_2).decode())
        else:
            print_table(LISTED, rows)


@app.command("token", cls=Command)
def make_token(
    email: Annotated[str, typer.Argument(metavar="EMAIL", help="Whom it speaks for; made if there is no such user.")],
    days: Annotated[int, typer.Option(min=1, max=3650, metavar="N", help="Days that it is good for.")] = 30,
) -> None:
    """Print an API token for somebody, to call the API with. It is shown this once; `DELETE /api/tokens/{token_id}`
    revokes it.

    Example: `curl -H "Authorization: Bearer $(garner users token me@example.com)" http://localhost:8000/api/user`
    """
    with clear_errors():
        from datetime import timedelta

        from garner.core.identity import email_address
        from garner.engine import accounts, api_tokens

        try:
            address = email_address(email)
        except ValueError as error:
            raise InputError(f"{email!r} {error}.") from None

        async def make(engine: "Engine") -> str:
            user = await accounts.known_user(engine, address)
            created = await api_tokens.create_api_token(engine, user.user_id, "command line", timedelta(days=days))
            return created.token

        print(operate(make))
        print(f"It is good for {days} days.", file=sys.stderr)
